"""The marks of blocks that stand out: each state has a shape of its own, so that no colour is needed to tell them."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from blockloom.app.canvas.scene.block_layout import PIN, RADIUS, Layout
from blockloom.app.canvas.scene.theme import Theme, colour
from blockloom.blocks.problems import ERROR, WARNING

EDGE = 1.2  # width of a block's edge, in canvas pixels
WIDTHS = {ERROR: 2.6, WARNING: 2.2, "waiting": 2.6, "running": 2.6, "stale": EDGE}
FAR_MARK = 0.75  # size of the marks of blocks that are too far away for their texts
DASHES = [3.0, 3.0]  # of the edge of what is stale, or of no known type


def outline(p: QPainter, layout: Layout, edge: str, width: float, ground: QColor, dashed: bool = False) -> None:
    """The rounded box of a block: its edge whole pixels of the device wide, at least one, and on them."""
    unit = 1 / p.worldTransform().m11()
    pixels = max(1, round(width / unit))
    pen = QPen(colour(edge), pixels * unit)
    if dashed:
        pen.setDashPattern(DASHES)
    p.setPen(pen)
    p.setBrush(ground)
    off = pixels % 2 * unit / 2
    p.drawRoundedRect(QRectF(off, off, layout.width - 2 * off, layout.height - 2 * off), RADIUS, RADIUS)


def paint_rays(p: QPainter, theme: Theme, x: float, y: float) -> None:
    """Rays from the pin of an output that is not finite: outwards, besides where wires leave."""
    p.setPen(QPen(colour(theme.not_finite), 1.8))
    for degrees in (-70, -35, 35, 70):
        ray = QPointF(math.cos(math.radians(degrees)), math.sin(math.radians(degrees)))
        p.drawLine(QPointF(x, y) + ray * (PIN + 2), QPointF(x, y) + ray * (PIN + 6))


def paint_mark(p: QPainter, theme: Theme, state: str, x: float, y: float, size: float = 1.0) -> None:
    """The mark of a state around a point: error a disc and warning a triangle, both with an exclamation mark; waiting
    an hourglass, running a triangle that points right, stale a clock. 16 pixels high, times `size`."""
    p.save()
    p.translate(x, y)
    p.scale(size, size)
    ink = colour(getattr(theme, state))
    p.setPen(Qt.PenStyle.NoPen)
    p.setBrush(ink)
    if state in (ERROR, WARNING):
        if state == ERROR:
            p.drawEllipse(QPointF(0, 0), 7.5, 7.5)
        else:
            p.drawPolygon(QPolygonF([QPointF(0, -8), QPointF(8.5, 7), QPointF(-8.5, 7)]))
        p.setBrush(colour(theme.mark))
        p.drawRoundedRect(QRectF(-1.1, -4.6, 2.2, 6), 1, 1)
        p.drawEllipse(QPointF(0, 3.8), 1.3, 1.3)
    elif state == "running":
        p.drawPolygon(QPolygonF([QPointF(-4.5, -6.5), QPointF(6.5, 0), QPointF(-4.5, 6.5)]))
    elif state == "waiting":
        p.drawPolygon(QPolygonF([QPointF(0, 1), QPointF(4, 6.5), QPointF(-4, 6.5)]))
        p.setPen(QPen(ink, 1.6))
        p.setBrush(Qt.BrushStyle.NoBrush)
        p.drawPolygon(QPolygonF([QPointF(-5, -7), QPointF(5, -7), QPointF(-5, 7), QPointF(5, 7)]))
    else:
        p.setPen(QPen(ink, 1.4))
        p.setBrush(colour(theme.block))
        p.drawEllipse(QPointF(0, 0), 5.5, 5.5)
        p.drawPolyline(QPolygonF([QPointF(0, -3.2), QPointF(0, 0), QPointF(2.6, 1.2)]))
    p.restore()
