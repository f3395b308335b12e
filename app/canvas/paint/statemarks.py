"""The edges and marks of blocks by their state."""

from __future__ import annotations

import math

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPolygonF

from blockloom.app.canvas.page.marks import Marks
from blockloom.app.canvas.scene.block_layout import PIN, RADIUS, Layout
from blockloom.app.canvas.scene.theme import Theme, colour, faded
from blockloom.blocks.document.pages import PAUSE_BEFORE, Block
from blockloom.blocks.infer.breakpoint_text import pauses
from blockloom.blocks.problems import ERROR, WARNING

SHADOW = 2.0  # canvas pixels between a block and its shadow
EDGE = 1.3  # width of the edge of a block, in canvas pixels
WIDTHS = {ERROR: 2.2, WARNING: 2.2, "waiting": 2.2, "running": 2.2, "pinned": 2.2, "pin_stale": 2.2, "stale": EDGE}
WIDTHS |= {"paused": 3.0, "overridden": 2.2, "not_finite": 2.2}
DOT = 6.0  # radius of the dot for a breakpoint
FAR_MARK = 0.75  # relative size of the marks of blocks that are too small for texts
HATCH = 9.0  # pixels between the lines across blocks that were not reached
DASHES = [3.0, 3.0]  # dashes at the edge of stale blocks, and of unknown types


def paint_box(p: QPainter, theme: Theme, ground: str, width: float, height: float, radius: float = RADIUS) -> None:
    """Paint the rounded box of a block without its edge, and its shadow."""
    box = QRectF(0, 0, width, height)
    p.setPen(Qt.PenStyle.NoPen)
    for fill, place in ((theme.shadow, box.translated(0, SHADOW)), (ground, box)):
        p.setBrush(colour(fill))
        p.drawRoundedRect(place, radius, radius)


def outline(p: QPainter, layout: Layout, edge: str, width: float, dashed: bool = False) -> None:
    """Paint the edge of a block: a whole number of device pixels wide, at least one, and on pixels."""
    unit = 1 / p.worldTransform().m11()
    pixels = max(1, round(width / unit))
    off = pixels % 2 * unit / 2
    pen = QPen(colour(edge), pixels * unit)
    if dashed:
        pen.setDashPattern(DASHES)
    p.setPen(pen)
    p.setBrush(Qt.BrushStyle.NoBrush)
    p.drawRoundedRect(QRectF(off, off, layout.width - 2 * off, layout.height - 2 * off), RADIUS, RADIUS)


def hatch(p: QPainter, theme: Theme, box: QRectF, radius: float = RADIUS, step: float = HATCH) -> None:
    """Paint lines across the lower part of a block that a failed step did not reach; its id stays legible."""
    p.save()
    p.setClipPath(rounded(box, radius, False, True), Qt.ClipOperation.IntersectClip)
    p.setPen(QPen(colour(faded(theme.stale, theme.block, 0.75)), max(1.3, step / 8)))
    count = int((box.width() + box.height()) / step) + 1
    p.drawLines(
        [
            QLineF(box.x() + n * step, box.y(), box.x() + n * step - box.height(), box.bottom())
            for n in range(1, count + 1)
        ]
    )
    p.restore()


def rounded(box: QRectF, radius: float, above: bool, below: bool) -> QPainterPath:
    """Return a box with rounded upper or lower corners."""
    path = QPainterPath()
    path.addRoundedRect(box, radius, radius)
    if not above:
        path.addRect(box.adjusted(0, 0, 0, -radius))
    if not below:
        path.addRect(box.adjusted(0, radius, 0, 0))
    path.setFillRule(Qt.FillRule.WindingFill)
    return path


def paint_rays(p: QPainter, theme: Theme, x: float, y: float) -> None:
    """Paint rays from the pin of a non-finite output: outwards, but not where wires begin."""
    p.setPen(QPen(colour(theme.not_finite), 1.8))
    for degrees in (-70, -35, 35, 70):
        ray = QPointF(math.cos(math.radians(degrees)), math.sin(math.radians(degrees)))
        p.drawLine(QPointF(x, y) + ray * (PIN + 2), QPointF(x, y) + ray * (PIN + 6))


def paint_mark(p: QPainter, theme: Theme, state: str, x: float, y: float, size: float = 1.0) -> None:
    """Paint the mark of a state around a point, 16 pixels high times `size`.

    An error is a disc and a warning a triangle, both with an exclamation mark. Waiting is a clock, running a disc with
    a triangle that points right, an override a question mark, pinned a ring with a snowflake, stale
    a ring with a round arrow.
    """
    if state == "paused":  # a pointer shows this state, see `paint_pointer`
        return
    p.save()
    p.translate(x, y)
    p.scale(size, size)
    ink, mark = colour(getattr(theme, state)), colour(theme.mark)
    p.setPen(Qt.PenStyle.NoPen)
    p.setBrush(ink)
    if state == WARNING:
        p.drawPolygon(QPolygonF([QPointF(0, -8), QPointF(8.5, 7), QPointF(-8.5, 7)]))
    else:
        if state in ("stale", "pinned", "pin_stale"):
            p.setPen(QPen(ink, 1.6))
            p.setBrush(colour(theme.block))
        p.drawEllipse(QPointF(0, 0), 7.5, 7.5)
    p.setPen(Qt.PenStyle.NoPen)
    p.setBrush(mark)
    if state in (ERROR, WARNING):
        p.drawRoundedRect(QRectF(-1.1, -4.6, 2.2, 6), 1, 1)
        p.drawEllipse(QPointF(0, 3.8), 1.3, 1.3)
    elif state in ("pinned", "pin_stale"):
        _snowflake(p, ink)
    elif state == "overridden":
        p.drawEllipse(QPointF(0, 4.4), 1.2, 1.2)
        p.setPen(QPen(mark, 1.8, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        p.setBrush(Qt.BrushStyle.NoBrush)
        p.drawArc(QRectF(-2.8, -5.2, 5.6, 5.2), 180 * 16, -225 * 16)
        p.drawLine(QPointF(0, 0.6), QPointF(0, 1.6))
    elif state == "running":
        p.drawPolygon(QPolygonF([QPointF(-2.6, -4.2), QPointF(4.4, 0), QPointF(-2.6, 4.2)]))
    elif state == "waiting":
        p.setPen(QPen(mark, 1.7, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        p.drawPolyline(QPolygonF([QPointF(0, -4.4), QPointF(0, 0.4), QPointF(3.2, 2.2)]))
    else:
        p.setPen(QPen(ink, 1.6, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
        p.setBrush(Qt.BrushStyle.NoBrush)
        p.drawArc(QRectF(-3.4, -3.4, 6.8, 6.8), 60 * 16, 270 * 16)
        p.setPen(Qt.PenStyle.NoPen)
        p.setBrush(ink)
        p.drawPolygon(QPolygonF([QPointF(0.4, -5.6), QPointF(4.4, -3.2), QPointF(0.6, -0.8)]))
    p.restore()


def paint_pauses(p: QPainter, theme: Theme, block: Block, marks: Marks, x: float, y: float, size: float) -> None:
    """Paint the breakpoints of a block at its upper left corner (x, y).

    A breakpoint is a dot, or a square if it is in this instance only, with "=" if it is conditional. A frame next to
    the dot is a breakpoint inside this instance.
    """
    kept, here = pauses(block.pause), marks.pauses.get(block.id, "")
    own = kept.pop("", "")
    shown = [(0.0, not own, (own or here) != PAUSE_BEFORE)] if own or here else []
    if kept:
        # (radius of the hole, whether the mark is square, whether the breakpoint is conditional).
        shown.append((3.0, True, False))
    p.save()
    p.translate(x, y)
    p.scale(size, size)
    for place, (hole, square, conditional) in enumerate(shown):
        middle = QPointF(1.5 + 2.3 * DOT * place, 1.5)
        for radius, ink in ((DOT, theme.error), (hole, theme.block)):
            p.setPen(QPen(colour(theme.block), 1.4) if radius == DOT else Qt.PenStyle.NoPen)
            p.setBrush(colour(ink))
            if square and radius >= 3:
                p.drawRect(QRectF(middle.x() - radius, middle.y() - radius, 2 * radius, 2 * radius))
            elif radius:
                p.drawEllipse(middle, radius, radius)
        if conditional:
            p.setPen(QPen(colour(theme.mark), 1.6))
            for dy in (-1.8, 1.8):
                p.drawLine(middle + QPointF(-2.8, dy), middle + QPointF(2.8, dy))
    p.restore()


def paint_pointer(p: QPainter, theme: Theme, x: float, y: float) -> None:
    """Paint the pointer, 13 x 10 pixels, at the block where a run is paused; its tip is at (x, y)."""
    p.setPen(Qt.PenStyle.NoPen)
    p.setBrush(colour(theme.paused))
    points = ((-13, -5), (-5, -5), (0, 0), (-5, 5), (-13, 5))
    p.drawPolygon(QPolygonF([QPointF(x + dx, y + dy) for dx, dy in points]))


def _snowflake(p: QPainter, ink: QColor) -> None:
    """Paint three crossed lines, each with a fork at both ends."""
    p.save()
    p.setPen(QPen(ink, 1.1, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
    for _ in range(6):
        p.drawPolyline(QPolygonF([QPointF(0, 0), QPointF(0, -5.6)]))
        p.drawPolyline(QPolygonF([QPointF(-1.5, -5.2), QPointF(0, -3.4), QPointF(1.5, -5.2)]))
        p.rotate(60)
    p.restore()
