"""The window's icons, drawn here: lines of one width on a grid of 16, sharp at every scale, in the theme's colours."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QIconEngine, QPainter, QPen, QPixmap, QPixmapCache

from blockloom.app.canvas.paint.painted_shapes import paint_tile, svg_path
from blockloom.app.canvas.scene.theme import DARK, LIGHT, Theme
from blockloom.app.window.widgets.style import LIGHT_COLOURS, Colours

_BOX, _STROKE = 16.0, 1.4  # size of the drawings, and width of their lines
# Name of an icon -> (role of the window's colours, path of the lines, path of the filled shapes).
DRAWINGS: dict[str, tuple[str, str, str]] = {
    "new": ("text", "M4 1.8 H9.2 L12.4 5 V14.2 H4 Z M9.2 1.8 V5 H12.4", ""),
    "open": ("text", "M1.8 13 V3.2 H6 L7.6 5 H13 V7.2 M1.8 13 L4.2 7.2 H14.3 L12.2 13 Z", ""),
    "save": ("text", "M2.2 2.2 H11.4 L13.8 4.6 V13.8 H2.2 Z M5 2.2 V6 H10.8 V2.2 M4.6 13.8 V9.4 H11.4 V13.8", ""),
    "undo": ("text", "M6 2.6 L2.4 6.2 L6 9.8 M2.4 6.2 H9.6 C14.6 6.2 14.6 13.2 9.6 13.2 H6.6", ""),
    "redo": ("text", "M10 2.6 L13.6 6.2 L10 9.8 M13.6 6.2 H6.4 C1.4 6.2 1.4 13.2 6.4 13.2 H9.4", ""),
    "run_n": (
        "run",
        "",
        "M4 2.2 C4 1.6 4.6 1.3 5.1 1.6 L13.6 7.4 C14 7.7 14 8.3 13.6 8.6 L5.1 14.4 C4.6 14.7 4 14.4 4 13.8 Z",
    ),
    "step": ("text", "M3.2 3 L9.8 8 L3.2 13 Z M12.8 3 V13", ""),
    "run": ("text", "M2.4 3.4 L8 8 L2.4 12.6 Z M8.6 3.4 L14.2 8 L8.6 12.6 Z", ""),
    "continue": ("run", "", "M2.6 2.6 H4.4 V13.4 H2.6 Z M6.4 2.4 L13.8 8 L6.4 13.6 Z"),
    "step_over": (
        "text",
        "M2.2 9 C2.2 3.2 10.6 2.4 13 7.4 M13.4 3.4 V7.8 H9",
        "M6.2 12 a1.8 1.8 0 1 0 3.6 0 a1.8 1.8 0 1 0 -3.6 0 Z",
    ),
    "step_back": (
        "text",
        "M13.8 9 C13.8 3.2 5.4 2.4 3 7.4 M2.6 3.4 V7.8 H7",
        "M6.2 12 a1.8 1.8 0 1 0 3.6 0 a1.8 1.8 0 1 0 -3.6 0 Z",
    ),
    "next_call": ("text", "M3 3 L8.2 8 L3 13 M8 3 L13.2 8 L8 13", ""),
    "stop": ("text", "M3.4 3.4 H12.6 V12.6 H3.4 Z", ""),
    "reset": ("text", "M12.9 5.4 C10.4 0.9 2.7 2.2 2.7 8.2 C2.7 14.8 11.8 15.2 13.3 9.4 M13.4 1.8 V5.6 H9.6", ""),
    "fit": (
        "text",
        "M2.2 5.6 V2.2 H5.6 M10.4 2.2 H13.8 V5.6 M13.8 10.4 V13.8 H10.4 M5.6 13.8 H2.2 V10.4 M5.6 6 H10.4 V10 H5.6 Z",
        "",
    ),
    "zoom_in": (
        "text",
        "M2.2 6.6 a4.4 4.4 0 1 0 8.8 0 a4.4 4.4 0 1 0 -8.8 0 Z M9.9 9.9 L14.2 14.2 M4.6 6.6 H8.6 M6.6 4.6 V8.6",
        "",
    ),
    "zoom_out": ("text", "M2.2 6.6 a4.4 4.4 0 1 0 8.8 0 a4.4 4.4 0 1 0 -8.8 0 Z M9.9 9.9 L14.2 14.2 M4.6 6.6 H8.6", ""),
    "add": ("text", "M8 3 V13 M3 8 H13", ""),
    "cross": ("dim", "M4.4 4.4 L11.6 11.6 M11.6 4.4 L4.4 11.6", ""),
    "list": ("text", "M3.6 6 L8 10.4 L12.4 6", ""),
    "up": ("text", "M8 13 V3.4 M3.8 7.4 L8 3.2 L12.2 7.4", ""),
    "float": ("dim", "M3 6 H10 V13 H3 Z M6 6 V3 H13 V10 H10", ""),
    "error": ("error", "M2 8 a6 6 0 1 0 12 0 a6 6 0 1 0 -12 0 Z M5.7 5.7 L10.3 10.3 M10.3 5.7 L5.7 10.3", ""),
    "warning": ("warning", "M8 2.2 L14.4 13.4 H1.6 Z M8 6.2 V9.4 M8 11.3 V11.7", ""),
    "fix": (
        "gold",
        "M5.9 11.2 C5.9 9.4 3.6 8.4 3.6 5.9 C3.6 0.2 12.4 0.2 12.4 5.9 C12.4 8.4 10.1 9.4 10.1 11.2 Z M6.3 12.8 H9.7 "
        "M7.2 14.4 H8.8",
        "",
    ),
    "chosen": (
        "gold",
        "M2.5 8 a5.5 5.5 0 1 0 11 0 a5.5 5.5 0 1 0 -11 0 Z",
        "M5.2 8 a2.8 2.8 0 1 0 5.6 0 a2.8 2.8 0 1 0 -5.6 0 Z",
    ),
    "choice": ("dim", "M2.5 8 a5.5 5.5 0 1 0 11 0 a5.5 5.5 0 1 0 -11 0 Z", ""),
    "app": (
        "gold",
        "M2.5 2 H13.5 V14 H2.5 Z M5 8 H11",
        "M3.2 8 a1.8 1.8 0 1 0 3.6 0 a1.8 1.8 0 1 0 -3.6 0 Z M9.2 8 a1.8 1.8 0 1 0 3.6 0 a1.8 1.8 0 1 0 -3.6 0 Z",
    ),
}


def pixmap(name: str, colours: Colours, size: int, enabled: bool = True) -> QPixmap:
    """Return a drawing as a picture of `size` x `size` device pixels, grey and pale if not `enabled`.

    Many parts of a window have the same: Qt caches recent drawings.
    """
    role, lines, fills = DRAWINGS[name]
    ink = QColor(getattr(colours, role if enabled else "dim"))
    if not enabled:
        ink.setAlpha(110)
    key = f"{name} {size} {ink.name(QColor.NameFormat.HexArgb)}"
    picture = QPixmap(size, size)
    if QPixmapCache.find(key, picture):
        return picture
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(size / _BOX, size / _BOX)
    if name == "app":
        painter.fillRect(QRectF(1, 1, 14, 14), QColor("#2A2A2A"))
    if fills:
        painter.fillPath(svg_path(fills), ink)
    if lines:
        pen = QPen(ink, _STROKE, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)
        painter.strokePath(svg_path(lines), pen)
    painter.end()
    QPixmapCache.insert(key, picture)
    return picture


class DrawnIcon(QIconEngine):
    """The engine of an icon that is drawn when it is shown, in the pixels of its screen, so that none is scaled.

    Args:
        draw: returns the picture for a size in device pixels.
        draw_disabled: the same for a disabled command; without it, the style makes that picture.
    """

    def __init__(self, draw: Callable[[int], QPixmap], draw_disabled: Callable[[int], QPixmap] | None = None):
        super().__init__()
        self._draw, self._draw_disabled = draw, draw_disabled

    def clone(self) -> QIconEngine:
        return DrawnIcon(self._draw, self._draw_disabled)

    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        side = min(size.width(), size.height())
        if side <= 0:
            return QPixmap()
        if mode == QIcon.Mode.Disabled and self._draw_disabled is not None:
            return self._draw_disabled(side)
        picture = self._draw(side)
        return picture if mode == QIcon.Mode.Normal else QIcon(picture).pixmap(size, mode, state)

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, state: QIcon.State) -> None:
        side = min(rect.width(), rect.height())
        place = QRect(0, 0, side, side)
        place.moveCenter(rect.center())
        picture = self.pixmap(place.size() * painter.device().devicePixelRatio(), mode, state)
        painter.drawPixmap(place, picture)


def _tile(category: str, theme: Theme, size: int) -> QPixmap:
    picture = QPixmap(size, size)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    paint_tile(painter, theme, category, QRectF(0, 0, size, size))
    painter.end()
    return picture


def category_icons(colours: Colours) -> Callable[[str], QIcon]:
    """Return a cached function that returns the tile of each category, in the theme that has these colours."""
    theme = LIGHT if colours == LIGHT_COLOURS else DARK
    return cache(lambda category: QIcon(DrawnIcon(cache(partial(_tile, category, theme)))))


def icon(name: str, colours: Colours) -> QIcon:
    """Return the icon of a drawing."""
    return QIcon(DrawnIcon(partial(pixmap, name, colours), partial(pixmap, name, colours, enabled=False)))
