"""Zoom and scroll position: between canvas coordinates (pixels at 100 %) and widget coordinates."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize

LEAST, MOST = 0.004, 6.0
NEAR, MIDDLE = 0.5, 0.13    # from these scales on: blocks in full; sketches of blocks; below: rectangles


class View:
    """`scale` is widget pixels per canvas pixel. The origin lies on whole device pixels, so that scrolling moves
    every picture by exactly what the screen is moved by."""

    def __init__(self) -> None:
        self.scale = 1.0
        self.ratio = 1.0                # device pixels per widget pixel
        self.origin = np.zeros(2)       # the canvas's (0, 0) is at -origin in the widget, in device pixels

    def place(self, scale: float, canvas: QPointF, widget: QPointF) -> None:
        """Show the canvas point at the widget point, at this scale."""
        self.scale = min(MOST, max(LEAST, scale))
        at = np.array([canvas.x() * self.scale - widget.x(), canvas.y() * self.scale - widget.y()])
        self.origin = np.rint(at * self.ratio)

    def scroll(self, dx: float, dy: float) -> None:
        """Move the picture by widget pixels."""
        self.origin -= np.rint(np.array([dx, dy]) * self.ratio)

    def device(self, points: np.ndarray) -> np.ndarray:
        """(..., 2) canvas points as whole device pixels."""
        return np.rint(points * (self.scale * self.ratio)) - self.origin

    def widget(self, points: np.ndarray) -> np.ndarray:
        return self.device(points) / self.ratio

    def to_widget(self, point: QPointF) -> QPointF:
        return QPointF(point.x() * self.scale - self.origin[0] / self.ratio,
                       point.y() * self.scale - self.origin[1] / self.ratio)

    def to_canvas(self, point: QPointF) -> QPointF:
        return QPointF((point.x() + self.origin[0] / self.ratio) / self.scale,
                       (point.y() + self.origin[1] / self.ratio) / self.scale)

    def rect_to_widget(self, rect: QRectF) -> QRectF:
        return QRectF(self.to_widget(rect.topLeft()), rect.size() * self.scale)

    def rect_to_canvas(self, rect: QRectF) -> QRectF:
        return QRectF(self.to_canvas(rect.topLeft()), rect.size() / self.scale)

    def fit(self, extent: QRectF, size: QSize, margin: float = 24.0) -> None:
        """Show all of `extent`, at most at 100 %."""
        wide, high = max(1.0, size.width() - 2 * margin), max(1.0, size.height() - 2 * margin)
        scale = min(1.0, wide / max(1.0, extent.width()), high / max(1.0, extent.height()))
        self.place(scale, extent.center(), QPointF(size.width() / 2, size.height() / 2))
