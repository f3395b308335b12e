"""The path data of SVG as a QPainterPath: drawings that imported pages hold."""

from __future__ import annotations

import re
from functools import lru_cache

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainterPath

_PART = re.compile(r"([A-Za-z])|([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)")
_TAKES = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}


@lru_cache(512)
def svg_path(text: str) -> QPainterPath:
    """The path as far as it can be read. An arc is drawn as its chord."""
    path, numbers, command = QPainterPath(), [], ""
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


def _add(path: QPainterPath, command: str, numbers: list[float]) -> None:
    now, kind = path.currentPosition(), command.upper()
    base = now if command.islower() else QPointF()
    if kind in "HV":
        x, y = (base.x() + numbers[0], now.y()) if kind == "H" else (now.x(), base.y() + numbers[0])
        path.lineTo(x, y)
        return
    points = [base + QPointF(x, y) for x, y in zip(numbers[-2::-2][::-1], numbers[::-2][::-1], strict=True)]
    if kind == "M":
        path.moveTo(points[-1])
    elif kind == "C":
        path.cubicTo(*points)
    elif kind == "S":
        path.cubicTo(now, *points)
    elif kind == "Q":
        path.quadTo(*points)
    elif kind in "LTA":
        path.lineTo(points[-1])
