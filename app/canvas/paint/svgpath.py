"""The path data of SVG as a QPainterPath: drawings that imported pages hold."""

from __future__ import annotations

import math
import re
from functools import lru_cache

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainterPath

_PART = re.compile(r"([A-Za-z])|([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)")
_TAKES = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}


@lru_cache(512)
def svg_path(text: str) -> QPainterPath:
    """The path as far as it can be read."""
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
                # Further pairs after a move are lines.
                command, numbers = {"M": "L", "m": "l"}.get(command, command), []
    return path


def filled(text: str) -> str:
    """The parts of path data that are closed: those that are filled. enuSpace's arrows are an open line and a head."""
    parts = re.findall(r"[Mm][^Mm]*", text)
    if any(part[0] == "m" for part in parts[1:]):
        return text  # a part that begins where another ends
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
    """A part of an ellipse turned by so many degrees, in pieces of a quarter at most (SVG 1.1, F.6.5)."""
    start, rx, ry = path.currentPosition(), abs(rx), abs(ry)
    if not rx or not ry or start == end:
        path.lineTo(end)
        return
    cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    half = (start - end) / 2
    x, y = (cos * half.x() + sin * half.y()) / rx, (cos * half.y() - sin * half.x()) / ry
    away = x * x + y * y
    if away > 1:  # too small to reach: as large as needed
        rx, ry, x, y, away = rx * away**0.5, ry * away**0.5, x / away**0.5, y / away**0.5, 1.0
    side = math.sqrt(max(0.0, 1 / away - 1)) * (1 if bool(large) != bool(sweep) else -1)
    mx, my = side * y, -side * x  # the middle of the circle of radius 1 that the ellipse comes from
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
