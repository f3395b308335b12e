"""Painting heat maps: a matrix as colours, with their scale."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from blockloom.app.canvas.paint.monitor_parts import DASH, LEFT, READABLE, RIGHT, MonitorParts, titled
from blockloom.app.canvas.scene.theme import colour, qt_colour
from blockloom.app.canvas.scene.translation import tr
from blockloom.blocks.document.pages import Block
from blockloom.blocks.plots import axes
from blockloom.blocks.results import monitors
from blockloom.blocks.results.monitors import Watch

if TYPE_CHECKING:
    from blockloom.app.canvas.page.marks import Marks

SMALL = 100.0  # a heat map that is smaller than this shows nothing but its picture
_SCALE = ("#440154", "#3B528B", "#21918C", "#5EC962", "#FDE725")  # least to greatest


def paint(
    base: MonitorParts, p: QPainter, block: Block, box: QRectF, watches: list[Watch], marks: Marks, scale: float
) -> None:
    """The head with the size of the matrix, the picture and its scale."""
    theme = base.theme
    small = min(box.width(), box.height()) < SMALL
    values = marks.traces.matrices.get(watches[0]) if watches else None
    area = box.adjusted(5, 5, -5, -5) if small else box.adjusted(10, base.head, -10, -10)
    low, high = monitors.scale(block)
    known = values[np.isfinite(values)] if values is not None else np.empty(0)
    low = low if low is not None else float(known.min()) if len(known) else 0.0
    high = high if high is not None else float(known.max()) if len(known) else 1.0
    high = high if high > low else low + (abs(low) * 0.1 or 1.0)
    colors = [c for c in map(qt_colour, monitors.texts(block, "colors")) if QColor.isValidColorName(c)] or _SCALE
    if not small:
        used = base.title(p, titled(block, watches), box.adjusted(0, 0, -50 if scale >= READABLE else 0, 0), scale)
        if values is not None and scale >= READABLE:
            p.setFont(base.fonts.type)
            p.setPen(colour(theme.muted))
            size = marks.traces.abouts.get(watches[0], {}).get("size", values.shape)
            p.drawText(QRectF(used + 6, 4, box.width() - used - 16, base.head - 6), RIGHT, " × ".join(map(str, size)))
        if scale >= READABLE and box.width() >= 120:
            area = _colour_bar(base, p, area, low, high, colors)
    base.panel(p, area, theme.monitors["panel"])
    if values is None:
        why = marks.told(watches[0]) or tr("run the page to see it") if watches else tr("no wire")
        base.fitted(p, area, DASH if small else why, theme.muted, 11.0, scale)
        return
    _picture(p, area, block, values, low, high, colors)


def _colour_bar(base: MonitorParts, p: QPainter, area: QRectF, low: float, high: float, colors) -> QRectF:
    """The scale of colours at the right with its two ends; gives what is left."""
    p.setFont(base.fonts.type)
    texts = [axes.label(high), axes.label(low)]
    wide = max(map(base.geometry.metrics.type.horizontalAdvance, texts))
    bar = QRectF(area.right() - wide - 14, area.y(), 8, area.height())
    image = QImage(1, 64, QImage.Format.Format_RGB32)
    table = palette(colors)
    for i in range(64):
        image.setPixel(0, i, int(table[255 - i * 4]))
    p.drawImage(bar, image)
    p.setPen(colour(base.theme.monitors["axis"]))
    for y, text in zip((bar.top() - 1, bar.bottom() - 13), texts, strict=True):
        p.drawText(QRectF(bar.right() + 5, y, wide + 4, 14), LEFT, text)
    return area.adjusted(0, 0, -wide - 22, 0)


def _picture(p: QPainter, area: QRectF, block: Block, values: np.ndarray, low: float, high: float, colors) -> None:
    """The matrix with sharp cells, turned as the block says. What is no number is left out."""
    with np.errstate(invalid="ignore", over="ignore"):
        level = np.nan_to_num((values.astype(np.float64) - low) * (255 / (high - low)), nan=0.0)
    pixels = palette(colors)[np.clip(level, 0, 255).astype(np.uint8)]
    pixels = np.where(np.isnan(values), np.uint32(0), pixels)
    turn = monitors.number(block, "rotation", 0.0) % 360
    quarters, rest = divmod(turn, 90)
    pixels = np.ascontiguousarray(np.rot90(pixels, -int(quarters)), np.uint32)
    rows, columns = pixels.shape
    image = QImage(pixels.data, columns, rows, 4 * columns, QImage.Format.Format_ARGB32)
    p.save()
    p.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, False)
    if rest:
        p.translate(area.center())
        p.rotate(rest)
        angle = math.radians(rest)
        shrink = 1 / (abs(math.sin(angle)) + abs(math.cos(angle)))
        p.scale(shrink, shrink)
        p.translate(-area.center())
    p.drawImage(area, image.copy())
    p.restore()


def palette(colors) -> np.ndarray:
    """256 pixels from the first to the last of some colours."""
    known = [QColor(c) for c in colors] * (2 if len(colors) == 1 else 1)
    at, wanted = np.linspace(0, 1, len(known)), np.linspace(0, 1, 256)
    parts = [
        np.rint(np.interp(wanted, at, [getattr(c, part)() for c in known])).astype(np.uint32)
        for part in ("red", "green", "blue")
    ]
    return np.uint32(0xFF000000) | (parts[0] << 16) | (parts[1] << 8) | parts[2]
