"""Dragging a number along its slider."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QMouseEvent

from blockloom.app.canvas.mouse.gesture import Gesture
from blockloom.app.canvas.scene.block_layout import SLIDE
from blockloom.blocks import operations


class Slide(Gesture):
    """The value follows the pointer, all as one undo step; a click selects the block."""

    cursor = Qt.CursorShape.SizeHorCursor
    live = True

    def begin(self, event: QMouseEvent) -> None:
        parts, name, spot = self.parts, self.hit.id, self.hit.spot
        field = spot.field or QRectF()
        parts.selection.choose({name})
        self.whole = operations.is_whole(parts.open_page.rules(), name, self.hit.spot.name)
        self.left = parts.scene.pos[parts.scene.slot[name], 0] + field.x() + SLIDE
        self.width = field.width() - 2 * SLIDE
        self.steps = 0

    def move(self, at: QPointF, event: QMouseEvent) -> None:
        parts, name = self.parts, self.hit.id
        place = (at.x() - self.left) / self.width
        change = operations.slide(parts.page, name, self.hit.spot.name, place, self.whole)
        self.editing = True
        if change is not None and parts.editing.do(change, merge=self.steps > 0):
            self.steps += 1
        self.editing = False

    def cancel(self) -> None:
        if self.steps:
            self.parts.open_page.history.undo()

    def lost(self) -> None:
        """Keep the value: the last step may be another one by now."""
