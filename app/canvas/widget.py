"""The canvas widget, which shows and edits a page: it receives events and connects its parts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, Qt, QTimer, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QEnterEvent,
    QFocusEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QNativeGestureEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from blockloom.app import qt
from blockloom.app.canvas.edit.block_placement import Pinning, Placing
from blockloom.app.canvas.edit.clipboard import Clipboard
from blockloom.app.canvas.edit.context_menus import Menus
from blockloom.app.canvas.edit.editing import Editing, Frames
from blockloom.app.canvas.edit.inline_editing import InlineEditing, OpenText
from blockloom.app.canvas.keys.keyboard import Keyboard, ScreenReader, WithoutMouse
from blockloom.app.canvas.look.hits import EMPTY
from blockloom.app.canvas.look.minimap import MiniMap
from blockloom.app.canvas.look.navigation import Bookmarks, Navigation, Opening
from blockloom.app.canvas.look.repaint import DtypeColours, Repaint, Routed, parts
from blockloom.app.canvas.marks.annotations import Annotations, Monitors
from blockloom.app.canvas.mouse.dropping import Drop
from blockloom.app.canvas.mouse.gesture import Parts
from blockloom.app.canvas.mouse.gesture_overlay import GestureOverlay
from blockloom.app.canvas.mouse.gestures import Gestures, hint
from blockloom.app.canvas.mouse.popups import Popups
from blockloom.app.canvas.page.marks import Marks
from blockloom.app.canvas.page.open_page import OpenPage, Selection, Wait, at_once
from blockloom.app.canvas.page.view import View
from blockloom.app.canvas.paint.painting import Painter
from blockloom.app.canvas.scene.canvas_requests import DOTS, CanvasSettings, Requests
from blockloom.app.canvas.scene.scene import scene_of
from blockloom.app.canvas.scene.scene_arrays import BULK
from blockloom.app.canvas.scene.theme import DARK, Theme
from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.document.pages import Page
from blockloom.blocks.editing.undo_stack import UndoStack
from blockloom.blocks.edits import Edit
from blockloom.blocks.infer.inference import PageInference

if TYPE_CHECKING:
    from blockloom.app.canvas.marks.tooltips import Bubble

LATER = 20  # milliseconds until the memory of a closed page is freed


class Canvas(QWidget):
    """Shows one page of `history.document`.

    `requests` are requests to the window, `status_message` is for the status bar.
    """

    status_message = Signal(str)

    def __init__(
        self,
        history: UndoStack,
        page: str,
        catalogue: Catalogue,
        theme: Theme = DARK,
        settings: CanvasSettings | None = None,
        parent: QWidget | None = None,
        wait: Wait = at_once,
        open_text: OpenText | None = None,
    ):
        """Create. For `wait` see OpenPage, for `open_text` InlineEditing."""
        super().__init__(parent)
        self.settings = settings or CanvasSettings()
        self.open_page = OpenPage(history, page, catalogue, self, wait)
        self.requests = Requests(self)
        self.scene, self.view, self.marks = scene_of(self.page, catalogue), View(self), Marks()
        self.view.size = self.size()
        self.painter = Painter(self.scene, self.view, self.marks, theme)
        self.repainting = Repaint(self, self.scene, self.view)
        self.selection = Selection(self.scene, self.update, self)
        self.editing = Editing(self.open_page, self.scene, self.selection, self.settings, self.marks.shape_of)
        self.frames = Frames(self.editing, self.look_again)
        self.navigation = Navigation(self.open_page, self.scene, self.view, self.selection, self.frames.unfold)
        self.placing = Placing(self.editing, self.view, self.navigation, self.requests, self)
        self.clipboard = Clipboard(self.editing, self.view, self.navigation, self.placing, self._hovered_point)
        self.pinning = Pinning(self.editing, self.marks, self.view, self.requests)
        self.without_mouse = WithoutMouse(self.editing, self.navigation)
        self.inline = InlineEditing(
            self, self.editing, self.view, self.painter, self.navigation, self._pointer, open_text
        )
        self.menus = Menus(
            self,
            self.editing,
            self.placing,
            self.clipboard,
            self.frames,
            self.inline,
            self.pinning,
            self.navigation,
            self.marks,
            self.requests,
            self._pointer,
        )
        self.parts = Parts(
            self.open_page,
            self.scene,
            self.view,
            self.selection,
            self.painter,
            self.repainting,
            self.requests,
            self.marks,
            self.settings,
            self.editing,
            self.placing,
            self.clipboard,
            self.frames,
            self.inline,
            self.menus,
        )
        self.annotations = Annotations(self.open_page, self.scene, self.view, self.marks, self.repainting, self)
        self.monitors = Monitors(self.open_page, self.scene, self.marks, self.repainting, self)
        self.gestures = Gestures(self.parts, self)
        self.popups = Popups(self, self.parts, self.gestures)
        self.dropping = Drop(self.parts, self)
        self.overlay = GestureOverlay(self.parts, self.gestures, self.dropping)
        self.bookmarks = Bookmarks(
            self.open_page, self.view, lambda at: self.editing.measures().frame_at(*at.toTuple())
        )
        self.keyboard = Keyboard(self.parts, self.gestures, self.bookmarks, self.without_mouse)
        self.dtype_colours = DtypeColours(
            self.open_page, self.scene, self.marks, self.repainting, lambda: self.gestures.current is not None, self
        )
        self.routed = Routed(self.scene, self.repainting, lambda: self.gestures.current is not None, self)
        self._painting = qt.timer(self, self._paint_now)
        self.minimap = MiniMap(self, self.open_page, self.scene, self.view, self.painter, self.bookmarks)
        self.bubble: Bubble | None = None
        self._keys = False  # whether keys caused the current action
        self.opening = Opening(self.open_page, self.scene, self.view, self.minimap.turn)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setMouseTracking(True)
        self.setAcceptDrops(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumSize(160, 120)
        self.screen_reader = ScreenReader(self, self.open_page, self.selection, self.marks)
        self.selection.changed.connect(self.screen_reader.tell_later)
        self.selection.changed.connect(self.frames.bundle_unselected)
        self.annotations.problems_changed.connect(self.screen_reader.tell_later)
        self.placing.text_wanted.connect(self.inline.text_of)
        self.open_page.status_message.connect(self._refused)
        self.open_page.edited.connect(self._edited)
        self.view.leaving.connect(self._view_leaving)
        self.view.changed.connect(self.update)
        self.view.changed.connect(self.dtype_colours.put_off)
        self.view.scrolled.connect(self.dtype_colours.put_off)
        self.view.scrolled.connect(self._view_scrolled)
        self.screen_reader.tell()

    @property
    def page(self) -> Page:
        return self.open_page.page

    def leave(self) -> None:
        """Release the page at once, when it is no longer shown."""
        self.dtype_colours.leave()
        self.routed.leave()
        self.open_page.release()
        # An empty catalogue, because the old one refers to the document.
        self.open_page.catalogue = self.scene.geometry.catalogue = Catalogue([], PageInference)
        QTimer.singleShot(LATER, self.scene.clear)  # the next page is painted first

    def _edited(self, edit: Edit) -> None:
        self.opening.end()
        self.gestures.page_edited()
        popup = QApplication.activePopupWidget()
        if isinstance(popup, QMenu) and popup.parent() is self:  # the item of the menu may have been removed
            popup.hide()
        mine = [touched for touched in edit.touched() if touched.on(self.open_page.name)]
        retyped = self.open_page.retyped
        typed = bool(retyped) or any(touched.types for touched in mine)
        if any(touched.removes_page for touched in mine):
            self.inline.close()
        if typed:
            self.dtype_colours.start()
        self.screen_reader.tell_later()
        before = self.scene.selected_state()
        damage = self.scene.apply(edit, self.page, retyped)
        self.routed.follow()
        self.gestures.hover, self.dropping.wire = EMPTY, None
        self.minimap.refresh_later()
        if sum(touched.changes for touched in mine) > BULK:
            self._paint_later()
        elif damage is None or self.overlay.hinted or self.open_page.empty:
            self.update()
        elif not damage.isEmpty():
            self.repainting.area(damage)
        if typed:
            self.monitors.page_changed()
        if self.scene.selected_state() != before or any(touched.renamed for touched in mine):
            self.selection.changed.emit()

    def _paint_later(self) -> None:
        """Repaint in a separate turn of the event loop.

        Other changes of the same edit are handled before, since edits of many blocks take as long as their painting.
        """
        self.setUpdatesEnabled(False)
        self._painting.start()

    def _paint_now(self) -> None:
        self.setUpdatesEnabled(True)

    def look_again(self) -> None:
        """Repaint, since the scene shows the page in another way."""
        self.gestures.hover = EMPTY
        self.routed.follow()
        self.minimap.refresh_later()
        self.update()

    def _pointer(self) -> QPoint:
        """Return the mouse position on the screen, or the last one on this widget."""
        return self.mapToGlobal(self.view.to_widget(self.gestures.pointer).toPoint())

    def _hovered_point(self) -> QPointF | None:
        """Return the canvas point under the mouse; None if the mouse is not on this widget."""
        return self.gestures.pointer if self.gestures.hovering else None

    def _refused(self, text: str) -> None:
        """Show a message about the page, except during a gesture, which shows its own messages."""
        self.status_message.emit(text)
        if self.gestures.current is None:
            self.tell(text)

    def tell(self, text: str) -> None:
        """Show why an action was refused, at the pointer or, for keys, at the selected block.

        Screen readers read the message.
        """
        slots = [self.scene.slot[name] for name in self.selection() if name in self.scene.slot]
        place: QRect | QPoint = self.mapFromGlobal(self._pointer())
        if self._keys or not self.rect().contains(place):
            boxes = [self.view.rect_to_widget(self.scene.box(slot)).toRect() for slot in slots]
            seen = [box for box in boxes if self.rect().intersects(box)]
            place = seen[0] if seen else self.rect().center()
        if self.bubble is None:
            from blockloom.app.canvas.marks.tooltips import Bubble

            self.bubble = Bubble(self)
        self.bubble.tell(text, place, self.painter.theme)
        self.screen_reader.announce(text)

    def _hush(self, keys: bool) -> None:
        """Hide the last message, since a new action begins, by keys or by the mouse."""
        self._keys = keys
        self.opening.end()
        if self.bubble is not None:
            self.bubble.hide()

    def fit(self) -> None:
        """Show everything, at most at 100 %, also after the next resize, until the next action."""
        self.opening.fit()

    def _view_leaving(self) -> None:
        self.inline.close()
        self.opening.end()
        self.view.ratio = self.devicePixelRatioF()

    def _view_scrolled(self, dx: int, dy: int) -> None:
        """Scroll the picture if nothing is painted over the page, and paint only the new part."""
        fixed = self.overlay.has_legend or self.open_page.empty
        if self.view.ratio == int(self.view.ratio) and self.gestures.paints_nothing and not fixed:
            self.scroll(dx, dy)
        else:
            for child in self.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly):
                child.move(child.pos() + QPoint(dx, dy))
            self.update()
        if self.bubble is not None:
            self.bubble.stay()
        self.minimap.place()  # which was moved with the page

    def set_theme(self, theme: Theme) -> None:
        """Paint with this theme from now on."""
        self.painter.set_theme(theme)
        self.look_again()

    def paintEvent(self, event: QPaintEvent) -> None:
        self.view.set_ratio(self.devicePixelRatioF())
        p = QPainter(self)
        try:
            for part in parts(event.region()):
                p.setClipRect(part)
                self.painter.frame(p, part, DOTS if self.settings.grid_shown and self.scene.sheet is None else 0.0)
            p.setClipping(False)
            self.overlay.paint(p, event.rect(), self.font())
        finally:
            p.end()

    def resizeEvent(self, event: QResizeEvent) -> None:
        # Panels that open and smaller windows cover neither what is selected nor what has problems.
        seen = self.navigation.seen_extents(self.marks.problems, self.selection())
        self.view.size = self.size()
        if not self.opening.resized() and self.gestures.current is None and self.inline.editor is None:
            for box in filter(self.navigation.has_room_for, seen):
                self.navigation.bring(box)
        self.minimap.place()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._hush(False)
        self.inline.close()
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        self.gestures.press(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self.gestures.move(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self.gestures.release(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self._hush(False)
        self.gestures.double_click(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        self.gestures.wheel(event)

    def leaveEvent(self, event: QEvent) -> None:
        if self.gestures.current is None:
            self.gestures.hover_over(EMPTY)
        self.requests.pointed.emit("")

    def enterEvent(self, event: QEnterEvent) -> None:
        self.requests.pointed.emit(hint(self.gestures.hover, self.scene))

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        self.dropping.enter(event)

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        self.dropping.move(event)

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        self.dropping.leave(event)

    def dropEvent(self, event: QDropEvent) -> None:
        self.dropping.drop(event)
        if event.isAccepted():
            self.setFocus(Qt.FocusReason.OtherFocusReason)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        self.popups.open_menu(event)

    def event(self, event: QEvent) -> bool:
        kind = event.type()
        if kind == QEvent.Type.ShortcutOverride:
            self._hush(True)
        if isinstance(event, QHelpEvent) and kind == QEvent.Type.ToolTip:
            self.popups.show_tooltip(event)
            return True
        if isinstance(event, QKeyEvent) and kind == QEvent.Type.ShortcutOverride and self.keyboard.sets_bookmark(event):
            event.accept()
            return True
        if isinstance(event, QNativeGestureEvent) and event.gestureType() == Qt.NativeGestureType.ZoomNativeGesture:
            self.view.zoom_to(self.view.scale * (1 + event.value()), event.position())
            return True
        return super().event(event)

    def focusNextPrevChild(self, forward: bool) -> bool:
        return False  # Tab adds a block instead of moving the focus

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self.keyboard.press(event):
            super().keyPressEvent(event)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        if not self.keyboard.release(event):
            super().keyReleaseEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self.gestures.forget_keys()  # this widget does not receive the release of the keys
        if self.bubble is not None and event.reason() == Qt.FocusReason.PopupFocusReason:
            self.bubble.hide()  # the menu shows the same text as the bubble, and fixes
        super().focusOutEvent(event)
