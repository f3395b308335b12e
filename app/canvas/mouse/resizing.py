"""Gestures that resize frames, notes and monitors by their lower right corners."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QMouseEvent, QPainter

from blockloom.app.canvas.mouse.gesture import Gesture
from blockloom.app.canvas.scene.theme import colour
from blockloom.blocks import operations
from blockloom.blocks.results.monitors import size

SMALLEST = 40.0  # canvas pixels: side of a frame, note, chart or map


class Resize(Gesture):
    """Drag the lower right corner of a frame or note."""

    cursor = Qt.CursorShape.SizeFDiagCursor

    def begin(self, event: QMouseEvent) -> None:
        self.parts.selection.choose({self.hit.id})

    def _have(self) -> dict:
        scene = self.parts.scene
        return scene.frames if self.hit.id in scene.frames else scene.notes

    def _item(self):
        page = self.parts.page
        return page.frames.get(self.hit.id) or page.notes[self.hit.id]

    def move(self, at: QPointF, event: QMouseEvent) -> None:
        item = self._item()
        width = max(SMALLEST, self.parts.settings.snapped(item.width + at.x() - self.start.x()))
        height = max(SMALLEST / 2, self.parts.settings.snapped(item.height + at.y() - self.start.y()))
        self._have()[self.hit.id] = item._replace(width=width, height=height)
        self.parts.repaint.all()

    def finish(self, at: QPointF, event: QMouseEvent) -> None:
        new = self._have()[self.hit.id]
        self.parts.editing.run(operations.resize, self.parts.page, self.hit.id, new.width, new.height)

    def cancel(self) -> None:
        self._have()[self.hit.id] = self._item()
        self.parts.repaint.all()


class ResizeMonitor(Gesture):
    """Drag the lower right corner of a chart or heat map."""

    cursor = Qt.CursorShape.SizeFDiagCursor

    def begin(self, event: QMouseEvent) -> None:
        self.parts.selection.choose({self.hit.id})
        self.size = self.before = size(self.parts.page.blocks[self.hit.id])

    def move(self, at: QPointF, event: QMouseEvent) -> None:
        away = at - self.start
        width, height = self.before
        snapped = self.parts.settings.snapped
        self.size = max(SMALLEST, snapped(width + away.x())), max(SMALLEST, snapped(height + away.y()))
        self.parts.repaint.all()

    def finish(self, at: QPointF, event: QMouseEvent) -> None:
        self.parts.repaint.all()
        self.parts.editing.run(operations.resize, self.parts.page, self.hit.id, *self.size)

    def cancel(self) -> None:
        self.parts.repaint.all()

    def paint(self, p: QPainter) -> None:
        block = self.parts.page.blocks[self.hit.id]
        p.setPen(colour(self.parts.painter.theme.selection))
        p.setBrush(Qt.BrushStyle.NoBrush)
        p.drawRect(self.parts.view.rect_to_widget(QRectF(block.x, block.y, *self.size)))
