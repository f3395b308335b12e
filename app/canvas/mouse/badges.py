"""The badge of a block with problems: where it is, and what a click on it asks for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QMouseEvent

from blockloom.app.canvas.mouse.gestures import Drag, Gesture
from blockloom.app.canvas.mouse.hits import EMPTY, Hit
from blockloom.app.canvas.view import NEAR

if TYPE_CHECKING:
    from blockloom.app.canvas.widget import Canvas

REACH = 9.0     # canvas pixels from the middle of a badge


class BadgeClick(Drag):
    """Ask for the fixes of a block; dragged by its badge, the block moves."""

    cursor = Qt.CursorShape.PointingHandCursor

    def finish(self, at: QPointF, event: QMouseEvent) -> None:
        super().finish(at, event)
        if not self.moved:
            self.canvas.fixes_wanted.emit(self.hit.id, "")


class Badges:
    """Mixed into the canvas."""

    def badge_at(self: Canvas, at: QPointF, found: Hit) -> Hit:
        """The badge at a canvas point, where there is one; else `found`, which lies there otherwise."""
        scene = self.scene
        if not self.marks.problems or self.view.scale < NEAR:
            return found
        for slot in scene.visible(at.x() - REACH, at.y() - REACH, at.x() + REACH, at.y() + REACH)[::-1].tolist():
            name, layout = scene.blocks[slot].id, scene.layouts[slot]
            x, y = layout.badge
            away = max(abs(at.x() - scene.pos[slot, 0] - x), abs(at.y() - scene.pos[slot, 1] - y))
            # A monitor's badge shares its corner with other handles.
            if away <= REACH and name in self.marks.problems and not layout.monitor and (
                    found.id == name or found == EMPTY):
                return Hit("badge", name)
        return found

    def clicked(self: Canvas, gesture: Gesture, event: QMouseEvent) -> None:
        """A gesture has ended: where it was a plain click on a pin with a problem, ask for what mends it."""
        spot, block = gesture.hit.spot, gesture.hit.id
        if gesture.hit.what == "pin" and not gesture.moved and event.button() == Qt.MouseButton.LeftButton and \
                not event.modifiers() and self.marks.severity(block, spot.name):
            self.fixes_wanted.emit(block, spot.name)

    def place_of(self: Canvas, block: str) -> QRect:
        """Where a block lies in the widget."""
        slot = self.scene.slot[block]
        return self.view.rect_to_widget(QRectF(*self.scene.pos[slot], *self.scene.size[slot])).toRect()

    def show_block(self: Canvas, block: str) -> None:
        """Select a block, and bring it into view where it is not."""
        slot = self.scene.slot.get(block)
        if slot is None or self.scene.fold[slot] or not self.rect().contains(self.place_of(block).center()):
            self.reveal(block)
        else:
            self.choose({block})
