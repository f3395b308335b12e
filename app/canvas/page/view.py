"""Zoom and scroll position: conversion between canvas (pixels at 100 %) and widget coordinates."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QObject, QPoint, QPointF, QRect, QRectF, QSize, Signal

LEAST, MOST = 0.004, 6.0
# From these scales on, blocks are painted as: whole blocks; blocks with id, type and value in the size of the screen;
# tiles with ids. Below, they are rectangles.
NEAR, MIDDLE, FAR = 0.8, 0.32, 0.13
NOTCH = 2**0.25  # scale factor of one notch of the wheel


class View(QObject):
    """The part of the page that a widget shows. `scale` is widget pixels per canvas pixel.

    The origin is on whole device pixels, so that scrolling moves all pictures alike.
    """

    leaving = Signal()  # emitted before the visible part or the scale changes
    changed = Signal()  # emitted after the visible part or the scale has changed
    scrolled = Signal(int, int)  # emitted instead of `changed` if the scale stays the same: dx and dy in widget pixels
    zoomed = Signal(float)  # emitted with the new scale

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.scale = 1.0
        self.ratio = 1.0  # device pixels per widget pixel
        self.size = QSize(0, 0)  # size of the widget
        self.origin = np.zeros(2)  # the point (0, 0) of the canvas is at -origin in the widget, in device pixels

    def place(self, scale: float, canvas: QPointF, widget: QPointF) -> None:
        """Show the canvas point at the widget point, at this scale."""
        self.leaving.emit()
        before = self.scale
        self._place(scale, canvas, widget)
        self.changed.emit()
        if self.scale != before:
            self.zoomed.emit(self.scale)

    def _place(self, scale: float, canvas: QPointF, widget: QPointF) -> None:
        self.scale = min(MOST, max(LEAST, scale))
        at = np.array([canvas.x() * self.scale - widget.x(), canvas.y() * self.scale - widget.y()])
        self.origin = np.rint(at * self.ratio)

    def fit(self, extent: QRectF, margin: float = 24.0) -> None:
        """Show all of `extent`, at most at 100 %; if it is null, show (0, 0) at 100 %."""
        if extent.isNull():
            self.place(1.0, QPointF(), self.middle())
            return
        wide, high = max(1.0, self.size.width() - 2 * margin), max(1.0, self.size.height() - 2 * margin)
        scale = min(1.0, wide / max(1.0, extent.width()), high / max(1.0, extent.height()))
        self.place(scale, extent.center(), self.middle())

    def zoom_to(self, scale: float, at: QPointF | None = None) -> None:
        """Zoom to a scale, keeping the widget point `at` (None: the middle) in its place."""
        at = at if at is not None else self.middle()
        self.place(1.0 if abs(scale - 1) < 0.02 else scale, self.to_canvas(at), at)

    def zoom_in(self) -> None:
        """Zoom in by a step."""
        self.zoom_to(self.scale * NOTCH * NOTCH)

    def zoom_out(self) -> None:
        """Zoom out by a step."""
        self.zoom_to(self.scale / NOTCH / NOTCH)

    def center_on(self, point: QPointF) -> None:
        """Bring a canvas point to the middle."""
        self.place(self.scale, point, self.middle())

    def scroll(self, dx: int, dy: int) -> None:
        """Scroll by widget pixels."""
        if dx or dy:
            self.leaving.emit()
            self.origin -= np.rint(np.array([dx, dy]) * self.ratio)
            self.scrolled.emit(dx, dy)

    def set_ratio(self, ratio: float) -> None:
        """Set the pixel ratio of the screen; the middle of the view stays."""
        if ratio != self.ratio:
            at, self.ratio = self.to_canvas(self.middle()), ratio
            self._place(self.scale, at, self.middle())

    def middle(self) -> QPointF:
        """Return the middle of the widget, in widget coordinates."""
        return QPointF(self.size.width() / 2, self.size.height() / 2)

    def rect(self) -> QRect:
        """Return the rectangle of the widget, in widget coordinates."""
        return QRect(QPoint(), self.size)

    def area(self) -> QRectF:
        """Return the visible part of the page, in canvas coordinates."""
        return self.rect_to_canvas(QRectF(self.rect()))

    def device(self, points: np.ndarray) -> np.ndarray:
        """Return canvas points (..., 2) in whole device pixels."""
        found = points * (self.scale * self.ratio)
        np.rint(found, found)  # in place, and column by column, which takes a tenth of the time
        found[..., 0] -= self.origin[0]
        found[..., 1] -= self.origin[1]
        return found

    def widget(self, points: np.ndarray) -> np.ndarray:
        """Return canvas points (..., 2) in widget pixels."""
        found = self.device(points)
        found /= self.ratio
        return found

    def to_widget(self, point: QPointF) -> QPointF:
        """Return a canvas point in widget coordinates."""
        return QPointF(
            point.x() * self.scale - self.origin[0] / self.ratio, point.y() * self.scale - self.origin[1] / self.ratio
        )

    def to_canvas(self, point: QPointF) -> QPointF:
        """Return a widget point in canvas coordinates."""
        return QPointF(
            (point.x() + self.origin[0] / self.ratio) / self.scale,
            (point.y() + self.origin[1] / self.ratio) / self.scale,
        )

    def rect_to_widget(self, rect: QRectF) -> QRectF:
        """Return a canvas rectangle in widget coordinates."""
        return QRectF(self.to_widget(rect.topLeft()), rect.size() * self.scale)

    def rect_to_canvas(self, rect: QRectF) -> QRectF:
        """Return a widget rectangle in canvas coordinates."""
        return QRectF(self.to_canvas(rect.topLeft()), rect.size() / self.scale)
