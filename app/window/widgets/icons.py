"""The window's icons, drawn here: line drawings on a grid of 16, sharp at every scale, in the colours of the theme."""

from __future__ import annotations

import functools

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QGuiApplication, QIcon, QPainter, QPainterPath, QPen, QPixmap

from blockloom.app.window.widgets.style import Colours

_SIZES, _APP_SIZES = (16, 20, 24), (16, 32, 64, 128)  # of widget pixels
# One of the window's colours, then shapes: M and L move and draw, Z closes, O is a circle (x y r), C a curve (two
# controls, end); what follows an F is filled, what follows an S is stroked.
_DRAWINGS = {
    "new": "text S M 4 1.5 L 9.5 1.5 L 12.5 4.5 L 12.5 14.5 L 4 14.5 Z M 9.5 1.5 L 9.5 4.5 L 12.5 4.5",
    "open": "gold S M 1.5 13 L 1.5 3 L 6 3 L 7.5 5 L 13 5 L 13 7 M 1.5 13 L 4 7 L 15 7 L 12.5 13 Z",
    "save": "blue S "
    "M 2 2 L 11.5 2 L 14 4.5 L 14 14 L 2 14 Z M 5 2 L 5 6 L 11 6 L 11 2 "
    "M 4.5 14 L 4.5 9.5 L 11.5 9.5 L 11.5 14",
    "undo": "text S M 6 2.5 L 2.5 6 L 6 9.5 M 2.5 6 L 9.5 6 C 14.5 6 14.5 13 9.5 13 L 6.5 13",
    "redo": "text S M 10 2.5 L 13.5 6 L 10 9.5 M 13.5 6 L 6.5 6 C 1.5 6 1.5 13 6.5 13 L 9.5 13",
    "run": "good F M 3 2.5 L 8.5 8 L 3 13.5 Z M 8.5 2.5 L 14 8 L 8.5 13.5 Z",
    "run_n": "good F M 4.5 2 L 13.5 8 L 4.5 14 Z",
    "step": "good F M 3 2.5 L 10.5 8 L 3 13.5 Z M 11.5 2.5 L 13.5 2.5 L 13.5 13.5 L 11.5 13.5 Z",
    "stop": "error F M 3 3 L 13 3 L 13 13 L 3 13 Z",
    "reset": "gold S M 12.8 5 C 10 0.5 2.5 2 2.5 8 C 2.5 15 12 15.5 13.5 9 M 13.5 1.5 L 13.2 5.6 L 9.2 5.2",
    "fit": "text S M 2 5.5 L 2 2 L 5.5 2 M 10.5 2 L 14 2 L 14 5.5 M 14 10.5 L 14 14 L 10.5 14 M 5.5 14 L 2 14 L 2 10.5 "
    "M 5.5 6 L 10.5 6 L 10.5 10 L 5.5 10 Z",
    "zoom_in": "text S O 6.5 6.5 4.5 M 10 10 L 14.5 14.5 M 4.5 6.5 L 8.5 6.5 M 6.5 4.5 L 6.5 8.5",
    "zoom_out": "text S O 6.5 6.5 4.5 M 10 10 L 14.5 14.5 M 4.5 6.5 L 8.5 6.5",
    "add": "text S M 8 3 L 8 13 M 3 8 L 13 8",
    "error": "error S O 8 8 6 M 5.5 5.5 L 10.5 10.5 M 10.5 5.5 L 5.5 10.5",
    "warning": "warning S M 8 2 L 14.5 13.5 L 1.5 13.5 Z M 8 6 L 8 9.5 M 8 11.3 L 8 11.8",
    "fix": "gold S M 5.9 11.2 C 5.9 9.4 3.6 8.4 3.6 5.9 C 3.6 0.2 12.4 0.2 12.4 5.9 C 12.4 8.4 10.1 9.4 10.1 11.2 Z "
    "M 6.3 13.2 L 9.7 13.2 M 7.2 15 L 8.8 15",
    "chosen": "gold S O 8 8 5.5 F O 8 8 2.8",
    "choice": "dim S O 8 8 5.5",
    "app": "gold S M 2.5 2 L 13.5 2 L 13.5 14 L 2.5 14 Z S M 5 8 L 11 8 F O 5 8 1.8 F O 11 8 1.8",
}


@functools.cache
def _paths(drawing: str) -> list[tuple[bool, QPainterPath]]:
    """What is painted for a drawing: whether it is filled, and where."""
    words = drawing.split()
    paths: list[tuple[bool, QPainterPath]] = []
    numbers = {"M": 2, "L": 2, "O": 3, "C": 6}
    i = 0
    while i < len(words):
        word = words[i]
        i += 1
        if word in "FS":
            paths.append((word == "F", QPainterPath()))
            continue
        path = paths[-1][1]
        if word == "Z":
            path.closeSubpath()
            continue
        v = [float(n) for n in words[i : i + numbers[word]]]
        i += len(v)
        if word == "M":
            path.moveTo(*v)
        elif word == "L":
            path.lineTo(*v)
        elif word == "O":
            path.addEllipse(QPointF(v[0], v[1]), v[2], v[2])
        else:
            path.cubicTo(*v)
    return paths


def pixmap(name: str, colours: Colours, size: int, enabled: bool = True) -> QPixmap:
    """One drawing as a picture of `size` x `size` device pixels, grey and pale where what it is of is not `enabled`."""
    colour, drawing = _DRAWINGS[name].split(maxsplit=1)
    picture = QPixmap(size, size)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(size / 16, size / 16)
    ink = QColor(getattr(colours, colour if enabled else "dim"))
    if not enabled:
        ink.setAlpha(110)
    if name == "app":
        painter.fillRect(QRectF(1, 1, 14, 14), QColor("#2A2A2A"))
    for filled, path in _paths(drawing):
        if filled:
            painter.fillPath(path, ink)
        else:
            painter.strokePath(
                path, QPen(ink, 1.4, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)
            )
    painter.end()
    return picture


def icon(name: str, colours: Colours) -> QIcon:
    """The icon in the sizes of lists and of the tool bar, for each screen that there is now: none is ever scaled."""
    found = QIcon()
    ratios = {screen.devicePixelRatio() for screen in QGuiApplication.screens()}
    for size in sorted({round(size * ratio) for size in (_SIZES if name != "app" else _APP_SIZES) for ratio in ratios}):
        found.addPixmap(pixmap(name, colours, size))
        if name != "app":  # that of the window, which is never disabled
            found.addPixmap(pixmap(name, colours, size, False), QIcon.Mode.Disabled)
    return found
