"""Many rectangles or lines by one QPainter call.

QPainter.drawRects and drawLines take lists of QRectF and QLineF. Making those per frame would cost more than painting
them, so they are wrapped once around the memory of a numpy array, which is then filled anew for each frame.
"""

from __future__ import annotations

from itertools import repeat

import numpy as np
import shiboken6
from PySide6.QtCore import QByteArray, QDataStream, QLineF, QRectF
from PySide6.QtGui import QPainter, QPainterPath

_ELEMENT = np.dtype([("type", ">i4"), ("x", ">f8"), ("y", ">f8")])


class Batch:
    """A growing array of rows x y w h (QRectF) or x1 y1 x2 y2 (QLineF) with the Qt objects that lie on it."""

    def __init__(self, kind: type[QRectF] | type[QLineF]):
        self.kind = kind
        self._rows = np.zeros((0, 4))
        self._objects: list = []

    def fill(self, rows: np.ndarray) -> list:
        """The Qt objects for these rows; they are valid until the next fill."""
        n = len(rows)
        if n > len(self._rows):
            size = max(64, 2 * n)
            self._objects = []
            self._rows = np.zeros((size, 4))
            start = self._rows.ctypes.data
            places = range(start, start + 32 * size, 32)
            self._objects = list(map(shiboken6.wrapInstance, places, repeat(self.kind, size)))
        self._rows[:n] = rows
        return self._objects if n == len(self._objects) else self._objects[:n]


RECTS, LINES = Batch(QRectF), Batch(QLineF)


def draw_rects(p: QPainter, rows: np.ndarray) -> None:
    """Draw rectangles (n, 4), x y w h, with the painter's pen and brush."""
    if len(rows):
        p.drawRects(RECTS.fill(rows))


def draw_lines(p: QPainter, rows: np.ndarray) -> None:
    """Draw lines (n, 4), x1 y1 x2 y2, with the painter's pen."""
    if len(rows):
        p.drawLines(LINES.fill(rows))


def path(points: np.ndarray) -> QPainterPath:
    """Points (k, m, 2) as k open polylines in one path."""
    k, m, _ = points.shape
    elements = np.empty(k * m, _ELEMENT)
    elements["x"], elements["y"] = points[..., 0].ravel(), points[..., 1].ravel()
    elements["type"] = np.tile(np.array([0] + [1] * (m - 1), ">i4"), k)
    return _path(elements)


def joined(rows: np.ndarray) -> QPainterPath:
    """Lines (n, 4), x1 y1 x2 y2, as one path; a line that begins where the one before ends goes on with it."""
    elements = np.empty((len(rows), 2), _ELEMENT)
    elements["x"], elements["y"] = rows[:, ::2], rows[:, 1::2]
    elements["type"] = 0, 1
    kept = np.ones((len(rows), 2), bool)
    kept[1:, 0] = (rows[1:, :2] != rows[:-1, 2:]).any(1)
    return _path(elements[kept])


def _path(elements: np.ndarray) -> QPainterPath:
    data = np.array([len(elements)], ">i4").tobytes() + elements.tobytes() + b"\0\0\0\0" + b"\0\0\0\1"
    made = QPainterPath()
    QDataStream(QByteArray(data)) >> made
    return made
