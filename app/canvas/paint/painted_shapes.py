"""Shapes that are painted often: many rectangles or lines by one call, charts, SVG paths, marks."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import repeat
from typing import Any

import numpy as np
import shiboken6
from msgspec import Struct
from PySide6.QtCore import QByteArray, QDataStream, QLineF, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPainterPath, QPen

from blockloom.app.canvas.scene.theme import Theme, colour, is_dark
from blockloom.blocks.plots import axes

_WIDEST = 1 << 16  # pixels: wider than any title
_ELEMENT = np.dtype([("type", ">i4"), ("x", ">f8"), ("y", ">f8")])


class Batch:
    """A growing array of rows x y w h (QRectF) or x1 y1 x2 y2 (QLineF), and Qt objects in its memory."""

    def __init__(self, kind: type[QRectF] | type[QLineF]):
        self.kind = kind
        self._rows = np.zeros((0, 4))
        self._objects: list[Any] = []

    def fill(self, rows: np.ndarray) -> list[Any]:
        """Return the Qt objects for these rows, valid until the next `fill`."""
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
    """Return points (k, m, 2) as k open polylines in one path."""
    k, m, _ = points.shape
    elements = np.empty(k * m, _ELEMENT)
    elements["x"], elements["y"] = points[..., 0].ravel(), points[..., 1].ravel()
    elements["type"] = np.tile(np.array([0] + [1] * (m - 1), ">i4"), k)
    return _path(elements)


def joined(rows: np.ndarray) -> QPainterPath:
    """Return lines (n, 4), x1 y1 x2 y2, as one path; a line continues the one before if it starts there."""
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


class PlotLine(Struct, frozen=True):
    """A series: its points, (n, 2) x and y, of which any may be NaN, and its colour."""

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
    """Draw lines in a box for the ranges `x` and `y`. `columns` is its width in device pixels."""
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
        if alone.any():  # a dot for a single value between gaps
            p.setPen(QPen(colour(line.color), width + 2.5, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
            draw_lines(p, np.hstack((at[alone], at[alone] + (0.01, 0))))
        if known[-1]:
            p.setPen(Qt.PenStyle.NoPen)
            p.setBrush(colour(line.color))
            p.drawEllipse(QPointF(*at[-1]), width * 1.3, width * 1.3)
    p.restore()


_PART = re.compile(r"([A-Za-z])|([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)")
_TAKES = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}


@lru_cache(512)
def svg_path(text: str) -> QPainterPath:
    """Return the path, up to the first part that cannot be read."""
    path, numbers, command = QPainterPath(), list[float](), ""
    for letter, number in _PART.findall(text):
        if letter:
            command, numbers = letter, []
            if command.upper() not in _TAKES:
                break
            if command in "Zz":
                path.closeSubpath()
        elif command:
            numbers.append(float(number))
            if len(numbers) == (_TAKES[command.upper()] or 1):
                _add(path, command, numbers)
                # In SVG, further pairs after a move are lines.
                command, numbers = {"M": "L", "m": "l"}.get(command, command), []
    return path


def filled(text: str) -> str:
    """Return the closed parts of path data, which are filled.

    enuSpace's arrows are an open line and a closed head.
    """
    parts = re.findall(r"[Mm][^Mm]*", text)
    if any(part[0] == "m" for part in parts[1:]):
        return text  # a relative part begins at the end of the part before it
    return "".join(part for part in parts if part.rstrip()[-1] in "Zz")


def _add(path: QPainterPath, command: str, numbers: list[float]) -> None:
    now, kind = path.currentPosition(), command.upper()
    base = now if command.islower() else QPointF()
    if kind in "HV":
        x, y = (base.x() + numbers[0], now.y()) if kind == "H" else (now.x(), base.y() + numbers[0])
        path.lineTo(x, y)
        return
    ends = numbers[-2:] if kind == "A" else numbers
    points = [base + QPointF(x, y) for x, y in zip(ends[::2], ends[1::2], strict=True)]
    if kind == "M":
        path.moveTo(points[-1])
    elif kind == "C":
        path.cubicTo(*points)
    elif kind == "S":
        path.cubicTo(now, *points)
    elif kind == "Q":
        path.quadTo(*points)
    elif kind == "A":
        _arc(path, points[-1], *numbers[:5])
    elif kind in "LT":
        path.lineTo(points[-1])


def _arc(path: QPainterPath, end: QPointF, rx: float, ry: float, turn: float, large: float, sweep: float) -> None:
    """Add an arc of an ellipse rotated by `turn` degrees, in pieces of at most a quarter (SVG 1.1, F.6.5)."""
    start, rx, ry = path.currentPosition(), abs(rx), abs(ry)
    if not rx or not ry or start == end:
        path.lineTo(end)
        return
    cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    half = (start - end) / 2
    x, y = (cos * half.x() + sin * half.y()) / rx, (cos * half.y() - sin * half.x()) / ry
    away = x * x + y * y
    if away > 1:  # the ellipse is too small to reach the end point, so it is enlarged
        rx, ry, x, y, away = rx * away**0.5, ry * away**0.5, x / away**0.5, y / away**0.5, 1.0
    side = math.sqrt(max(0.0, 1 / away - 1)) * (1 if bool(large) != bool(sweep) else -1)
    mx, my = side * y, -side * x  # centre of the unit circle that corresponds to the ellipse
    first = math.atan2(y - my, x - mx)
    angle = math.atan2(-y - my, -x - mx) - first
    angle += 2 * math.pi if sweep and angle < 0 else -2 * math.pi if not sweep and angle > 0 else 0
    pieces = max(1, math.ceil(abs(angle) / (math.pi / 2) - 1e-9))
    step = angle / pieces
    pull = 4 / 3 * math.tan(step / 4)
    middle = (start + end) / 2

    def there(a: float, b: float) -> QPointF:
        a, b = (a + mx) * rx, (b + my) * ry
        return middle + QPointF(cos * a - sin * b, sin * a + cos * b)

    for i in range(pieces):
        a, b = first + i * step, first + (i + 1) * step
        path.cubicTo(
            there(math.cos(a) - pull * math.sin(a), math.sin(a) + pull * math.cos(a)),
            there(math.cos(b) + pull * math.sin(b), math.sin(b) - pull * math.cos(b)),
            end if i == pieces - 1 else there(math.cos(b), math.sin(b)),
        )


WIDTH, SIZE = 1.8, 16.0  # width of the lines, and size of the box, of a mark
# Name of a mark -> (lines, filled shapes) in that box.
_MARKS: Mapping[str, tuple[str, str]] = {
    "math": ("M12.2 4.6 V3 H3.8 L8.4 8 L3.8 13 H12.2 V11.4", ""),
    "array": (
        "M2.9 2.9 H6.7 V6.7 H2.9 Z M9.3 2.9 H13.1 V6.7 H9.3 Z M2.9 9.3 H6.7 V13.1 H2.9 Z M9.3 9.3 H13.1 V13.1 H9.3 Z",
        "",
    ),
    "neural": (
        "M4.6 8 L11.4 4 M4.6 8 L11.4 12",
        "M1.8 8 a2.5 2.5 0 1 0 5 0 a2.5 2.5 0 1 0 -5 0 Z M9.2 3.9 a2.4 2.4 0 1 0 4.8 0 a2.4 2.4 0 1 0 -4.8 0 Z "
        "M9.2 12.1 a2.4 2.4 0 1 0 4.8 0 a2.4 2.4 0 1 0 -4.8 0 Z",
    ),
    "state": (
        "M3.2 4.4 a4.8 2 0 1 0 9.6 0 a4.8 2 0 1 0 -9.6 0 Z M3.2 4.4 V11.6 a4.8 2 0 0 0 9.6 0 V4.4 "
        "M3.2 8 a4.8 2 0 0 0 9.6 0",
        "",
    ),
    "data": ("M4 2.4 H9.4 L12.2 5.2 V13.6 H4 Z M6.4 7.4 H9.8 M6.4 10.4 H9.8", ""),
    "control": (
        "M3 8 H6 C9 8 8.6 4.4 11.4 4.4 M6 8 C9 8 8.6 11.6 11.4 11.6",
        "M10.6 1.8 L14.4 4.4 L10.6 7 Z M10.6 9 L14.4 11.6 L10.6 14.2 Z",
    ),
    "training": ("M2.8 3.4 C4.2 9.8 7 11.4 10.6 11.6", "M9.8 8.6 L14 11.7 L9.8 14.6 Z"),
    "session": ("", "M4.6 2.8 L13 8 L4.6 13.2 Z"),
    "function": ("M11.2 3.4 C8.8 2.4 8 4 7.6 6.2 L6.4 12 C6 13.8 5 14 4 13.4 M4.8 7 H10.4", ""),
    "monitor": ("M1.8 8.6 H4.8 L6.8 3.4 L9.4 12.6 L11 8.6 H14.2", ""),
}


def paint_legend_box(
    p: QPainter,
    area: QRect,
    theme: Theme,
    title: str,
    texts: Sequence[str],
    room: float,
    above: float = 0.0,
    widest: int = _WIDEST,
) -> QPointF:
    """Paint the box of a legend, with its title, at the lower left of an area, and set the font of the legend.

    Args:
        area: The area of the widget.
        texts: The texts that the legend has behind its title.
        room: The width of everything else behind the title.
        above: The distance from the usual place, upwards, in widget pixels.
        widest: The width to which the title is elided.

    Returns:
        The end of the title, at its base line.
    """
    p.setRenderHint(QPainter.RenderHint.Antialiasing)
    font = QFont(p.font())
    font.setPixelSize(11)
    p.setFont(font)
    advance = p.fontMetrics().horizontalAdvance
    title = p.fontMetrics().elidedText(title, Qt.TextElideMode.ElideMiddle, widest)
    wide = 16 + advance(title) + sum(map(advance, texts)) + room
    x, y = area.left() + 16.0, area.bottom() - 15.0 - above
    p.setPen(QPen(colour(theme.grid), 1.0))
    p.setBrush(colour(theme.canvas))
    p.drawRoundedRect(QRectF(area.left() + 8, y - 13, wide, 20), 5, 5)
    p.setPen(colour(theme.type))
    p.drawText(QPointF(x, y), title)
    return QPointF(x + advance(title), y)


def paint_category(p: QPainter, category: str, box: QRectF, ink: QColor) -> None:
    """Paint the mark of a category in a square box, in one colour."""
    lines, fills = _MARKS[category]
    p.save()
    p.translate(box.topLeft())
    p.scale(box.width() / SIZE, box.height() / SIZE)
    if lines:
        pen = QPen(ink, WIDTH)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        p.setPen(pen)
        p.setBrush(Qt.BrushStyle.NoBrush)
        p.drawPath(svg_path(lines))
    if fills:
        p.setPen(Qt.PenStyle.NoPen)
        p.setBrush(ink)
        p.drawPath(svg_path(fills))
    p.restore()


def paint_tile(p: QPainter, theme: Theme, category: str, box: QRectF) -> None:
    """Paint a tile in the accent of a category with its mark in it, two thirds as large."""
    accent = theme.accents[category]
    p.setPen(Qt.PenStyle.NoPen)
    p.setBrush(colour(accent))
    radius = box.width() * 5 / 24
    p.drawRoundedRect(box, radius, radius)
    edge = box.width() / 6
    paint_category(
        p, category, box.adjusted(edge, edge, -edge, -edge), colour("#FFFFFF" if is_dark(accent) else "#15181C")
    )
