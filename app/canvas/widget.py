"""The canvas widget: a page of a document, shown and edited. It owns no data: every change goes through the history."""

from __future__ import annotations

import weakref
from collections.abc import Callable, Iterable
from typing import TypeVar

import numpy as np
import shiboken6
from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from blockloom.app.canvas.commands.actions import Actions
from blockloom.app.canvas.commands.aligning import Aligning
from blockloom.app.canvas.commands.colouring import Colouring
from blockloom.app.canvas.commands.editing import Editing
from blockloom.app.canvas.commands.framing import Framing
from blockloom.app.canvas.commands.growing import Growing
from blockloom.app.canvas.commands.joining import TELL, Joining
from blockloom.app.canvas.commands.pinning import paint_handles
from blockloom.app.canvas.commands.placing import Placing
from blockloom.app.canvas.commands.retyping import Retyping
from blockloom.app.canvas.commands.rewiring import Rewiring
from blockloom.app.canvas.dtype_colours import TypeColours, touches_types
from blockloom.app.canvas.events import ZOOM, Events
from blockloom.app.canvas.geometry import Geometry
from blockloom.app.canvas.marks import Marks
from blockloom.app.canvas.minimap import Looking
from blockloom.app.canvas.monitors import Monitors
from blockloom.app.canvas.mouse.badges import Badges
from blockloom.app.canvas.mouse.dropping import Dropping
from blockloom.app.canvas.mouse.gestures import Gesture, Pan
from blockloom.app.canvas.mouse.hits import EMPTY
from blockloom.app.canvas.paint.blockpaint import control_ports, pen_of
from blockloom.app.canvas.paint.painting import Painter
from blockloom.app.canvas.paint.step_times import Timing
from blockloom.app.canvas.scene import Scene
from blockloom.app.canvas.theme import DARK, Theme, colour
from blockloom.app.canvas.view import NEAR, View
from blockloom.app.canvas.words import translated
from blockloom.blocks.catalogue import Catalogue
from blockloom.blocks.document import Page, Wire
from blockloom.blocks.edits import AddPage, Edit, EditError, MovePage, RemovePage, RenamePage, leaves
from blockloom.blocks.history import History
from blockloom.blocks.problems import Problem
from blockloom.blocks.wire_rules import WireRules

T = TypeVar("T")
U = TypeVar("U")


def _pages(edit: Edit) -> tuple[str, ...]:
    """The pages that one leaf of an edit changes, by each name that they have had."""
    if isinstance(edit, RenamePage):
        return edit.old, edit.new
    return (edit.name,) if isinstance(edit, AddPage | RemovePage | MovePage) else (edit.page,)


def _listen(history: History, canvas: Canvas) -> None:
    """Let a canvas hear of edits for as long as it exists: the history must not keep it alive."""
    method = weakref.WeakMethod(canvas._edited)

    def listener(edit: Edit) -> None:
        edited = method()
        if edited is not None and shiboken6.isValid(edited.__self__):
            edited(edit)
        else:
            history.listeners.remove(listener)

    history.listeners.append(listener)


class Canvas(Actions, Placing, Joining, Rewiring, Retyping, Growing, Colouring, Framing, Aligning, Looking, TypeColours,
             Editing, Dropping, Badges, Events, Monitors, Timing, QWidget):
    """Shows one page of `history.document`. See the signals for what it tells."""

    selection_changed = Signal()
    results_wanted = Signal(str, str)       # block, output pin or ""
    add_wanted = Signal(object, object)     # QPointF on the canvas; the wire's fixed End, a Wire to stand in, None
    viewer_wanted = Signal(str, str, str)   # block, output pin, the type of the monitor that shows it
    watching_changed = Signal()             # monitors show other things now
    initialise_wanted = Signal(object)      # ids of variables
    fixes_wanted = Signal(str, str)         # block, pin or "": its problems and what mends them
    said = Signal(str)                      # one line for the status bar
    zoom_changed = Signal(float)

    def __init__(self, history: History, page: str, catalogue: Catalogue, theme: Theme = DARK,
                 parent: QWidget | None = None):
        super().__init__(parent)
        self.history, self.page_name, self.catalogue, self.theme = history, page, catalogue, theme
        geometry = Geometry(catalogue)
        self.fonts = geometry.fonts
        self.scene, self.view, self.marks = Scene(geometry), View(), Marks()
        self.painter = Painter(self.scene, self.view, self.marks, theme)
        self.gesture: Gesture | None = None
        self.hover = EMPTY
        self.pointer = QPointF()                # where the mouse is, on the canvas
        self._space = self._knife = self._hinted = False
        self._rules: WireRules | None = None
        self._fit_wanted = True
        self._drift = QTimer(self)
        self._drift.timeout.connect(self._drift_on)
        self._types_timer = QTimer(self, singleShot=True)
        self._types_timer.timeout.connect(self._show_types)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setMouseTracking(True)
        self.setAcceptDrops(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumSize(160, 120)
        self._tell_timer = QTimer(self, singleShot=True, interval=TELL)
        self._tell_timer.timeout.connect(self.tell)
        self.selection_changed.connect(self._tell_timer.start)
        self.scene.load(self.page)
        self._mute()
        self._watch()
        self.types_changed()
        self.tell()
        _listen(history, self)

    @property
    def page(self) -> Page:
        """The page shown; an empty one once it was removed from the document."""
        return self.history.document.pages.get(self.page_name) or Page(self.page_name)

    def wait(self, work: Callable[[], T], text: str, then: Callable[[T], U] = lambda found: found,
             long: bool = False) -> U | None:
        """What `then` makes of work that may take its time; `long`: that surely does. A window has its own way to wait
        in the place of this: None is what it gives where the user cancelled."""
        return then(work())

    # --- changes ---------------------------------------------------------------------------------------------

    def do(self, edit: Edit, label: str) -> bool:
        """One undo step, or a part of one. An edit that does not fit says why in the status bar and gives False."""
        if self._parts is not None:
            self._parts.append(edit)
            return True
        try:
            self.history.do(edit, label)
        except EditError as error:
            self.said.emit(translated(error))
            return False
        return True

    def _edited(self, edit: Edit) -> None:
        if not any(self.page_name in _pages(leaf) for leaf in leaves(edit)):
            return
        if self.gesture is not None:
            self.gesture, gesture = None, self.gesture
            gesture.cancel()
        popup = QApplication.activePopupWidget()
        if isinstance(popup, QMenu) and popup.parent() is self:     # what it is about may be gone now
            popup.hide()
        typed = touches_types(edit)
        self._follow_name(edit)
        if typed:
            self._rules = None
            self.types_changed(edit)
        self.map_changed()
        self._tell_timer.start()
        before = self.scene.selection()
        damage = self.scene.apply(edit, self.page)
        self.hover, self.drop_wire = EMPTY, None
        if damage is None or self._hinted or self._bare:
            self.update()
        elif not damage.isEmpty():
            self._update(damage)
        if typed:
            self._mute()
            self._watch()
        if self.scene.selection() != before:
            self.selection_changed.emit()

    def _follow_name(self, edit: Edit) -> None:
        for leaf in leaves(edit):
            if isinstance(leaf, RenamePage) and leaf.old == self.page_name:
                self.page_name = leaf.new
            elif isinstance(leaf, RemovePage) and leaf.name == self.page_name:
                self.close_editor()

    def rules(self) -> WireRules:
        """What fits what, as the page is now."""
        if self._rules is None:
            self._rules = WireRules(self.page, self.catalogue, self.following.now)
        return self._rules

    # --- selection -------------------------------------------------------------------------------------------

    def selection(self) -> set[str]:
        """The ids of the selected blocks, frames and notes."""
        return self.scene.selection()

    def selected_wires(self) -> list[Wire]:
        return self.scene.selected_wires()

    def select(self, ids: Iterable[str]) -> None:
        """Select exactly these; ids that are not on the page are passed over."""
        self.choose(ids)

    def choose(self, ids: Iterable[str], wires: Iterable[int] = (), keep_wires: bool = False) -> None:
        """`select`, with wires by their slot."""
        before = self.scene.selection(), self.scene.selected_wires()
        kept = np.flatnonzero(self.scene.wselected).tolist() if keep_wires else wires
        self.scene.select(ids, kept)
        if (self.scene.selection(), self.scene.selected_wires()) != before:
            self.update()
            self.selection_changed.emit()

    def select_all(self) -> None:
        page = self.page
        self.choose((*page.blocks, *page.frames, *page.notes))

    def reveal(self, block_id: str) -> None:
        """Select a block, frame or note and bring it to the middle of the view."""
        page = self.page
        item = page.blocks.get(block_id) or page.frames.get(block_id) or page.notes.get(block_id)
        if item is None:
            return
        self.unfold(block_id)
        self.choose({block_id})
        if self.view.scale < NEAR:
            self.zoom_to(1.0)
        slot = self.scene.slot.get(block_id)
        size = self.scene.size[slot] if slot is not None else (item.width, item.height)
        self.center_on(QRectF(item.x, item.y, *size).center())

    # --- view ------------------------------------------------------------------------------------------------

    def fit(self) -> None:
        """Show everything, at most at 100 %."""
        extent = self.scene.extent()
        if extent.isNull():
            middle = QPointF(self.width() / 2, self.height() / 2)
            self._view_changed(lambda: self.view.place(1.0, QPointF(), middle))
            return
        self._view_changed(lambda: self.view.fit(extent, self.size()))

    def zoom_in(self) -> None:
        self.zoom_to(self.view.scale * ZOOM * ZOOM)

    def zoom_out(self) -> None:
        self.zoom_to(self.view.scale / ZOOM / ZOOM)

    def zoom_to(self, scale: float, at: QPointF | None = None) -> None:
        """Zoom, keeping what is under `at` (widget coordinates; the middle without it) where it is."""
        at = at if at is not None else QPointF(self.width() / 2, self.height() / 2)
        if abs(scale - 1) < 0.02:
            scale = 1.0
        self._view_changed(lambda: self.view.place(scale, self.view.to_canvas(at), at))

    def center_on(self, point: QPointF) -> None:
        """Bring a canvas point to the middle of the view."""
        middle = QPointF(self.width() / 2, self.height() / 2)
        self._view_changed(lambda: self.view.place(self.view.scale, point, middle))

    def scroll_by(self, dx: int, dy: int) -> None:
        """Move the page by widget pixels; only what comes into view is painted."""
        if not (dx or dy):
            return
        self.close_editor()
        self.view.scroll(dx, dy)
        if self.view.ratio == int(self.view.ratio) and self.gesture_paints_nothing() and not self._bare:
            self.scroll(dx, dy)
            self.view_moved()
        else:
            for child in self.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly):
                child.move(child.pos() + QPoint(dx, dy))
            self.update()
            self.view_moved()

    def gesture_paints_nothing(self) -> bool:
        return self.gesture is None or isinstance(self.gesture, Pan)

    def _view_changed(self, change: Callable[[], None]) -> None:
        self.close_editor()
        before = self.view.scale
        self._fit_wanted = False
        self.view.ratio = self.devicePixelRatioF()
        change()
        self.update()
        self.view_moved()
        if self.view.scale != before:
            self.zoom_changed.emit(self.view.scale)

    # --- marks -----------------------------------------------------------------------------------------------

    def set_results(self, results: dict | None) -> None:
        """Show {block: {output pin: Summary}} on the blocks; None clears."""
        names = self.marks.set_results(results)
        if self.view.scale >= NEAR:
            self._marked(names)
        else:   # no result can be read there: nothing looks different
            self.scene.changed.update(s for s in map(self.scene.slot.get, names) if s is not None)

    def set_older(self, why: str) -> None:
        """Show that the results are of an earlier step, and say why on hovering; "" where they are of the latest."""
        self._marked(self.marks.set_older(why))

    def set_waiting(self, waiting: dict[str, str]) -> None:
        """Show on blocks what they wait for."""
        self._marked(self.marks.set_waiting(waiting))

    def set_types(self, types: dict) -> None:
        """{block id: {output pin: [dtype, shape, because] or a list of such}}: shown on hovering."""
        self.marks.types = types

    def set_reference(self, blocks: Iterable[str]) -> None:
        """Badge the blocks that run by the CPU reference."""
        self._marked(self.marks.set_reference(blocks))

    def set_problems(self, problems: list[Problem]) -> None:
        """Show the problems of this page on their blocks and pins."""
        self._tell_timer.start()
        self._marked(self.marks.set_problems([p for p in problems if p.page in ("", self.page_name)]))

    def _marked(self, names: set[str]) -> None:
        self._marked_slots([s for s in map(self.scene.slot.get, names) if s is not None])

    def _marked_slots(self, slots: list[int]) -> None:
        self.scene.changed.update(slots)
        if len(slots) > 50:
            self.update()
        else:
            for slot in slots:
                self._update(QRectF(*self.scene.pos[slot], *self.scene.size[slot]).adjusted(-16, -16, 16, 16))

    def set_theme(self, theme: Theme) -> None:
        self.theme = theme
        self.painter.set_theme(theme)
        self.update()
        self.map_changed()

    # --- painting --------------------------------------------------------------------------------------------

    def _update(self, area: QRectF) -> None:
        # More above: the id of a selected symbol stands there.
        self.update(self.view.rect_to_widget(area).toAlignedRect().adjusted(-3, -18, 3, 3))

    def update_around(self, slots: np.ndarray) -> None:
        """Repaint blocks and their wires."""
        if len(slots) > 200:
            self.update()
        elif len(slots):
            x0, y0, x1, y1 = self.scene.bounds(slots).tolist()
            self._update(QRectF(x0, y0, x1 - x0, y1 - y0))

    def paintEvent(self, event: QPaintEvent) -> None:
        ratio = self.devicePixelRatioF()
        if ratio != self.view.ratio:
            middle = QPointF(self.width() / 2, self.height() / 2)
            at = self.view.to_canvas(middle)
            self.view.ratio = ratio
            self.view.place(self.view.scale, at, middle)
        p = QPainter(self)
        try:
            area: QRect = event.rect()
            self.painter.frame(p, area)
            self.paint_times(p, area)
            self._paint_hover(p, area)
            self._paint_empty(p)
            if self.gesture is not None:
                self.gesture.paint(p)
        finally:
            p.end()

    @property
    def _bare(self) -> bool:
        page = self.page
        return not (page.blocks or page.notes or page.frames)

    def _paint_empty(self, p: QPainter) -> None:
        """How to begin, on a page with nothing on it."""
        self._hinted = self._bare
        if self._hinted:
            p.setPen(colour(self.theme.subtitle))
            p.setFont(self.font())
            p.drawText(self.rect().adjusted(20, 20, -20, -20), Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap,
                       self.tr("Press Tab or double click here to add a block, or drag a type from the list."))

    def _paint_hover(self, p: QPainter, area: QRect) -> None:
        found, view = self.hover, self.view
        if self.drop_wire is not None:
            self.painter.highlight(p, self.drop_wire, self.rect(), self.theme.accept)
        if self.gesture is not None or found == EMPTY:
            return
        if found.wire >= 0:
            self.painter.highlight(p, found.wire, area)
            return
        slot = self.scene.slot.get(found.id)
        if slot is None or view.scale < NEAR:
            return
        p.save()
        p.setRenderHint(QPainter.RenderHint.Antialiasing)
        corner = view.widget(self.scene.pos[slot])
        p.translate(*corner.tolist())
        p.scale(view.scale, view.scale)
        layout = self.scene.layouts[slot]
        if layout.monitor:
            paint_handles(p, self, found.id, found.what)
        for i, port in enumerate(() if layout.monitor else control_ports(layout)):
            self.painter.blocks.control_port(p, port.x(), port.y(),
                                             found.what == "control" and found.side == ("in", "out")[i])
        p.setBrush(Qt.BrushStyle.NoBrush)
        p.setPen(pen_of(self.theme.selection, 1.5))
        if found.what in ("pin", "result") and found.spot is not None and found.spot.role not in ("scope", "attr"):
            p.drawEllipse(QPointF(found.spot.x, found.spot.y), 7.5, 7.5)
        elif found.what == "field" and found.spot.field is not None:
            p.drawRoundedRect(found.spot.field, 3, 3)
        p.restore()

    def resizeEvent(self, event: QResizeEvent) -> None:
        if self._fit_wanted and self.width() > 200:
            self.fit()
            self._fit_wanted = not self.isVisible()
        self.view_moved()
