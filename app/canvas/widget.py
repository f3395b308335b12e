"""The canvas widget: a page of a document, shown and edited. It owns no data: every change goes through the history."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
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
from blockloom.app.canvas.dtype_colours import DtypeColours
from blockloom.app.canvas.events import Events
from blockloom.app.canvas.geometry import Geometry
from blockloom.app.canvas.marks import Marks
from blockloom.app.canvas.minimap import Looking
from blockloom.app.canvas.monitors import Monitors
from blockloom.app.canvas.mouse.badges import Badges
from blockloom.app.canvas.mouse.dropping import Dropping
from blockloom.app.canvas.mouse.gestures import Gesture, Pan
from blockloom.app.canvas.mouse.hits import EMPTY
from blockloom.app.canvas.open_page import OpenPage
from blockloom.app.canvas.paint.blockpaint import control_ports, pen_of
from blockloom.app.canvas.paint.painting import Painter
from blockloom.app.canvas.paint.step_times import Timing
from blockloom.app.canvas.repaint import Repaint
from blockloom.app.canvas.scene import Scene
from blockloom.app.canvas.selection import Selection
from blockloom.app.canvas.theme import DARK, Theme, colour
from blockloom.app.canvas.view import NEAR, View
from blockloom.blocks.catalogue import Catalogue
from blockloom.blocks.document import Page, Wire
from blockloom.blocks.edits import Edit
from blockloom.blocks.history import History
from blockloom.blocks.problems import Problem
from blockloom.blocks.wire_rules import WireRules


class Canvas(Actions, Placing, Joining, Rewiring, Retyping, Growing, Colouring, Framing, Aligning, Looking,
             Editing, Dropping, Badges, Events, Monitors, Timing, QWidget):
    """Shows one page of `history.document`. See the signals for what it tells."""

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
        self.catalogue, self.theme = catalogue, theme
        geometry = Geometry(catalogue)
        self.fonts = geometry.fonts
        self.open_page = OpenPage(history, page, catalogue, self)
        self.scene, self.view, self.marks = Scene(geometry), View(self), Marks()
        self.view.size = self.size()
        self.repaint_ = Repaint(self, self.scene, self.view)
        self.selection = Selection(self.scene, lambda: self.page, self.update, self)
        self.painter = Painter(self.scene, self.view, self.marks, theme)
        self.gesture: Gesture | None = None
        self.hover = EMPTY
        self.pointer = QPointF()                # where the mouse is, on the canvas
        self._space = self._knife = self._hinted = False
        self._fit_wanted = True
        self._drift = QTimer(self)
        self._drift.timeout.connect(self._drift_on)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setMouseTracking(True)
        self.setAcceptDrops(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumSize(160, 120)
        self._tell_timer = QTimer(self, singleShot=True, interval=TELL)
        self._tell_timer.timeout.connect(self.tell)
        self.selection.changed.connect(self._tell_timer.start)
        self.open_page.said.connect(self.said)
        self.open_page.edited.connect(self._edited)
        self.view.leaving.connect(self._view_leaving)
        self.view.moved.connect(self._view_moved)
        self.view.scrolled.connect(self._view_scrolled)
        self.view.zoomed.connect(self.zoom_changed)
        self.scene.load(self.page)
        self._mute()
        self._watch()
        self.dtype_colours = DtypeColours(self.open_page, self.scene, self.marks, self.repaint_,
                                          lambda: self.gesture is not None, self)
        self.tell()

    @property
    def history(self) -> History:
        return self.open_page.history

    @property
    def page_name(self) -> str:
        return self.open_page.name

    @property
    def page(self) -> Page:
        """The page shown; an empty one once it was removed from the document."""
        return self.open_page.page

    def wait(self, *given, **named):
        """See `OpenPage.wait`."""
        return self.open_page.wait(*given, **named)

    # --- changes ---------------------------------------------------------------------------------------------

    def do(self, edit: Edit, label: str) -> bool:
        """See `OpenPage.do`."""
        return self.open_page.do(edit, label)

    def one_step(self, label: str):
        """See `OpenPage.one_step`."""
        return self.open_page.one_step(label)

    def _edited(self, edit: Edit) -> None:
        if self.gesture is not None:
            self.gesture, gesture = None, self.gesture
            gesture.cancel()
        popup = QApplication.activePopupWidget()
        if isinstance(popup, QMenu) and popup.parent() is self:     # what it is about may be gone now
            popup.hide()
        mine = [touched for touched in edit.touched() if touched.on(self.page_name)]
        typed = any(touched.types for touched in mine)
        if any(touched.gone for touched in mine):
            self.close_editor()
        if typed:
            self.dtype_colours.start()
        self.map_changed()
        self._tell_timer.start()
        before = self.scene.selection()
        damage = self.scene.apply(edit, self.page)
        self.hover, self.drop_wire = EMPTY, None
        if damage is None or self._hinted or self.open_page.empty:
            self.update()
        elif not damage.isEmpty():
            self._update(damage)
        if typed:
            self._mute()
            self._watch()
        if self.scene.selection() != before:
            self.selection.changed.emit()

    def rules(self) -> WireRules:
        """See `OpenPage.rules`."""
        return self.open_page.rules()

    # --- selection -------------------------------------------------------------------------------------------

    def selected_wires(self) -> list[Wire]:
        return self.selection.wires()

    def select(self, ids: Iterable[str]) -> None:
        """Select exactly these; ids that are not on the page are passed over."""
        self.selection.choose(ids)

    def choose(self, ids: Iterable[str], wires: Iterable[int] = (), keep_wires: bool = False) -> None:
        """See `Selection.choose`."""
        self.selection.choose(ids, wires, keep_wires)

    def select_all(self) -> None:
        self.selection.all()

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
        self.view.fit(self.scene.extent())

    def zoom_in(self) -> None:
        self.view.zoom_in()

    def zoom_out(self) -> None:
        self.view.zoom_out()

    def zoom_to(self, scale: float, at: QPointF | None = None) -> None:
        """See `View.zoom_to`."""
        self.view.zoom_to(scale, at)

    def center_on(self, point: QPointF) -> None:
        """See `View.center_on`."""
        self.view.center_on(point)

    def scroll_by(self, dx: int, dy: int) -> None:
        """See `View.scroll`."""
        self.view.scroll(dx, dy)

    def _view_leaving(self) -> None:
        self.close_editor()
        self._fit_wanted = False
        self.view.ratio = self.devicePixelRatioF()

    def _view_moved(self) -> None:
        self.update()
        self.view_moved()

    def _view_scrolled(self, dx: int, dy: int) -> None:
        """Only what comes into view is painted, where nothing lies over the page."""
        if self.view.ratio == int(self.view.ratio) and self.gesture_paints_nothing() and not self.open_page.empty:
            self.scroll(dx, dy)
        else:
            for child in self.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly):
                child.move(child.pos() + QPoint(dx, dy))
            self.update()
        self.view_moved()

    def gesture_paints_nothing(self) -> bool:
        return self.gesture is None or isinstance(self.gesture, Pan)

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
        self.repaint_.blocks(names)

    def _marked_slots(self, slots: list[int]) -> None:
        self.repaint_.slots(slots)

    def set_theme(self, theme: Theme) -> None:
        self.theme = theme
        self.painter.set_theme(theme)
        self.update()
        self.map_changed()

    # --- painting --------------------------------------------------------------------------------------------

    def _update(self, area: QRectF) -> None:
        self.repaint_.area(area)

    def update_around(self, slots: np.ndarray) -> None:
        """See `Repaint.around`."""
        self.repaint_.around(slots)

    def paintEvent(self, event: QPaintEvent) -> None:
        self.view.set_ratio(self.devicePixelRatioF())
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

    def _paint_empty(self, p: QPainter) -> None:
        """How to begin, on a page with nothing on it."""
        self._hinted = self.open_page.empty
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
        self.view.size = self.size()
        if self._fit_wanted and self.width() > 200:
            self.fit()
            self._fit_wanted = not self.isVisible()
        self.view_moved()
