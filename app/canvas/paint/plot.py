"""Line charts with any QPainter: gaps where nothing is known, colours that stand out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from blockloom.app.canvas.paint.batch import draw_lines
from blockloom.app.canvas.scene.theme import colour
from blockloom.blocks.plots import axes


class PlotLine(NamedTuple):
    """A series: (n, 2) x and y, any of which may be no number, and its colour."""

    points: np.ndarray
    color: str


def draw(
    p: QPainter,
    box: QRectF,
    lines: Sequence[PlotLine],
    x: tuple[float, float],
    y: tuple[float, float],
    width: float,
    columns: int,
) -> None:
    """Draw lines in a box that stands for the ranges `x` and `y`. `columns` is how many device pixels it is wide."""
    p.save()
    p.setClipRect(box, Qt.ClipOperation.IntersectClip)
    sx, sy = box.width() / ((x[1] - x[0]) or 1.0), box.height() / (y[1] - y[0])
    for line in lines:
        points = line.points
        first = max(0, int(np.searchsorted(points[:, 0], x[0])) - 1)
        points = axes.thinned(points[first:], max(columns, 1))
        if not len(points):
            continue
        at = np.empty_like(points)
        at[:, 0] = box.left() + (points[:, 0] - x[0]) * sx
        with np.errstate(invalid="ignore", over="ignore"):
            at[:, 1] = np.clip(box.bottom() - (points[:, 1] - y[0]) * sy, box.top() - 1e5, box.bottom() + 1e5)
        known = np.isfinite(points[:, 1])
        pen = QPen(colour(line.color), width)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        p.setPen(pen)
        joined = known[:-1] & known[1:]
        draw_lines(p, np.hstack((at[:-1], at[1:]))[joined])
        alone = known & ~np.append(joined, False) & ~np.insert(joined, 0, False)
        if alone.any():  # one value between gaps, or the only one so far
            p.setPen(QPen(colour(line.color), width + 2.5, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
            draw_lines(p, np.hstack((at[alone], at[alone] + (0.01, 0))))
        if known[-1]:
            p.setPen(Qt.PenStyle.NoPen)
            p.setBrush(colour(line.color))
            p.drawEllipse(QPointF(*at[-1]), width * 1.3, width * 1.3)
    p.restore()
