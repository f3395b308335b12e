"""The common base of mouse gestures, and the parts of the canvas that gestures work with."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from msgspec import Struct
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QMouseEvent, QPainter

from blockloom.app.canvas.edit.block_placement import Placing
from blockloom.app.canvas.edit.clipboard import Clipboard
from blockloom.app.canvas.edit.context_menus import Menus
from blockloom.app.canvas.edit.editing import Editing, Frames
from blockloom.app.canvas.edit.inline_editing import InlineEditing
from blockloom.app.canvas.look.hits import CanvasHit, hit
from blockloom.app.canvas.look.repaint import Repaint
from blockloom.app.canvas.page.marks import Marks
from blockloom.app.canvas.page.open_page import OpenPage, Selection
from blockloom.app.canvas.page.view import View
from blockloom.app.canvas.paint.painting import Painter
from blockloom.app.canvas.scene.canvas_requests import CanvasSettings, Requests
from blockloom.app.canvas.scene.scene import Scene
from blockloom.blocks.document.pages import Page
from blockloom.blocks.results.monitors import followers

SLACK = 4.0  # widget pixels that the pointer may move during a click
DROP_REACH = 12.0  # a block is dropped into a wire within this many widget pixels
DROPS = 12  # most wires under a block that are checked
TOGGLE = Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.ControlModifier


class Parts(Struct, weakref=True):
    """The parts of a canvas that gestures work with."""

    open_page: OpenPage
    scene: Scene
    view: View
    selection: Selection
    painter: Painter
    repaint: Repaint
    requests: Requests
    marks: Marks
    settings: CanvasSettings
    editing: Editing
    placing: Placing
    clipboard: Clipboard
    frames: Frames
    inline: InlineEditing
    menus: Menus

    @property
    def page(self) -> Page:
        return self.open_page.page

    def say(self, text: str) -> None:
        """Show a line in the status bar."""
        self.open_page.status_message.emit(text)

    def hit(self, at: QPointF) -> CanvasHit:
        """Return the item under a canvas point."""
        return hit(self.scene, at, self.view.scale, self.marks.problems, self.marks)

    def followers(self, names: Iterable[str]) -> set[str]:
        """Return the pinned monitors that move, and are removed, with these blocks."""
        scene = self.scene
        return followers(self.page, names) if scene.monitor[: scene.count].any() else set()

    def wire_under(self, box: QRectF, at: QPointF, fits: Callable[[int], bool]) -> int | None:
        """Return the slot of the wire into which a block in `box` would be dropped; None if there is none.

        Of the wires under the box that `fits` accepts, this is the nearest to the pointer.
        """
        reach = DROP_REACH / min(1.0, self.view.scale)
        box = box.united(QRectF(at.x() - reach, at.y() - reach, 2 * reach, 2 * reach))
        return next((wire for wire in self.scene.wires_over(box, at)[:DROPS] if fits(wire)), None)


class Gesture:
    """A gesture of the mouse: begins with a press, shows its effect, and changes the document at its end.

    If it is cancelled, nothing changes. `at` is in canvas coordinates, `event` in the widget's.
    """

    cursor = Qt.CursorShape.ArrowCursor
    live = False  # whether the gesture changes the document continuously, so that the page may run meanwhile
    editing = False  # whether the gesture is changing the document now

    def __init__(self, parts: Parts, hit: CanvasHit, at: QPointF, event: QMouseEvent):
        self.parts, self.hit, self.start = parts, hit, at
        self.pressed, self.button = event.position(), event.button()
        self.moved = False
        self.begin(event)

    def begin(self, event: QMouseEvent) -> None:
        """Begin with the press of the button."""

    def mouse_moved(self, at: QPointF, event: QMouseEvent) -> None:
        """Follow any move of the pointer; calls `move` beyond a click's tolerance."""
        if not self.moved:
            away = event.position() - self.pressed
            self.moved = abs(away.x()) + abs(away.y()) >= SLACK
        if self.moved:
            self.move(at, event)

    def move(self, at: QPointF, event: QMouseEvent) -> None:
        """Follow the pointer with the button down."""

    def finish(self, at: QPointF, event: QMouseEvent) -> None:
        """Finish with the release of the button."""

    def cancel(self) -> None:
        """Cancel, for Escape or a removed page."""

    def lost(self) -> None:
        """Handle another edit of the page."""
        self.cancel()

    def paint(self, p: QPainter) -> None:
        """Paint the gesture's preview over the page, in widget coordinates."""
