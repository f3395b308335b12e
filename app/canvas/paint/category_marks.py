"""The mark of each category: a drawing of one colour, so that nobody needs colours to tell categories apart."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from blockloom.app.canvas.paint.svgpath import svg_path
from blockloom.app.canvas.scene.theme import Theme, colour, is_dark

WIDTH, SIZE = 1.8, 16.0  # of the lines, in a box of SIZE
# What is drawn as lines, and what is filled, in that box.
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


def paint_category(p: QPainter, category: str, box: QRectF, ink: QColor) -> None:
    """The mark of a category in a square box, in one colour."""
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
    """A tile in the accent of a category with its mark in it, two thirds as large."""
    accent = theme.accents[category]
    p.setPen(Qt.PenStyle.NoPen)
    p.setBrush(colour(accent))
    radius = box.width() * 5 / 24
    p.drawRoundedRect(box, radius, radius)
    edge = box.width() / 6
    paint_category(
        p, category, box.adjusted(edge, edge, -edge, -edge), colour("#FFFFFF" if is_dark(accent) else "#15181C")
    )
