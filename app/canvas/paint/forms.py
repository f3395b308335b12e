"""Paint monitors that show an output as a table, lines, an image, text or a heat map."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen

from blockloom.app import qt
from blockloom.app.canvas.paint import painted_shapes
from blockloom.app.canvas.paint.monitor_parts import DASH, LEFT, READABLE, RIGHT, MonitorParts, output_name, titled
from blockloom.app.canvas.scene.theme import colour, legible, qt_colour
from blockloom.app.canvas.scene.translation import tr
from blockloom.blocks.catalogue.monitor_types import HISTOGRAM, IMAGE, LINES, TABLE
from blockloom.blocks.document.pages import Block
from blockloom.blocks.plots import axes, pixels
from blockloom.blocks.results import monitors
from blockloom.blocks.results.monitors import Watch
from blockloom.blocks.values.dtypes import dtype_text
from blockloom.runtime.protocol import messages

if TYPE_CHECKING:
    from blockloom.app.canvas.page.marks import Marks


ROW, WIDEST = 16.0, 140.0  # height of a row of a table, greatest width of a column
_KEPT = 100  # most images in the cache
NAN, INFINITE = "#C62828", "#C77700"  # background of a NaN and of an infinity, in every theme


class MonitorForm(NamedTuple):
    """A value to paint in an area of its monitor, with facts about the value.

    `scale` is device pixels per canvas pixel.
    """

    p: QPainter
    block: Block
    area: QRectF
    value: np.ndarray
    facts: Mapping[str, Any]
    scale: float


def painters(base: MonitorParts) -> dict[str, Callable[..., None]]:
    """Return the functions that paint each of monitor_types.FORMS."""
    return {
        kind: lambda *given, do=do: _paint(base, do, *given)
        for kind, do in ((TABLE, _table), (LINES, _lines), (IMAGE, _Images()), (HISTOGRAM, _histogram))
    }


def _paint(
    base: MonitorParts,
    do: Callable[[MonitorParts, MonitorForm], None],
    p: QPainter,
    block: Block,
    box: QRectF,
    watches: list[Watch],
    marks: Marks,
    scale: float,
) -> None:
    """Paint the head with the name and shape of the output, and the form below."""
    theme, watch = base.theme, watches[0] if watches else None
    value = marks.traces.matrices.get(watch) if watch is not None else None
    facts = marks.traces.abouts.get(watch, {}) if watch is not None else {}
    title = monitors.text(block, "title") or (output_name(watch) if watch else block.id)
    shape = ""
    if value is not None and scale >= READABLE:
        shape = dtype_text(facts["dtype"]) + "".join(f"[{n}]" for n in facts["shape"])
        if any(facts["at"]):
            shape += "  " + tr("at {0}").format("".join(f"[{n}]" for n in facts["at"]))
    labels = monitors.texts(block, "labels")
    used = base.title(p, title, base.title_room(box, 0.3, scale) if labels else box, scale)
    room = box.width() - used - 16
    if labels:
        base.legend(
            p,
            QRectF(used + 14, 4, room - 8, base.head - 6),
            labels,
            _inks(base, len(labels)),
            _last(value, len(labels)),
            scale,
        )
    elif shape and room > 40:
        p.setFont(base.fonts.type)
        p.setPen(colour(theme.muted))
        p.drawText(QRectF(used + 8, 4, room, base.head - 6), RIGHT, base.geometry.elided(shape, "type", room))
    area = box.adjusted(8, base.head, -8, -8)
    if area.height() < 8 or area.width() < 8:
        return
    if value is None:
        base.panel(p, area, theme.monitors["panel"])
        why = tr("no wire") if watch is None else marks.monitor_text(watch) or tr("run the page to see it")
        base.fitted(p, area.adjusted(4, 0, -4, 0), why, theme.muted, 11.0, scale)
    else:
        do(base, MonitorForm(p, block, area, value, facts, scale))


def _table(base: MonitorParts, form: MonitorForm) -> None:
    """Paint the rows and columns that fit; dots stand for the others."""
    theme, (p, _, area, value, facts, scale) = base.theme, form
    base.panel(p, area, theme.monitors["panel"])
    if scale < READABLE:
        p.setPen(QPen(colour(theme.monitors["grid"]), 1.0))
        for row in range(min(value.shape[0] if value.ndim else 0, int(area.height() // ROW))):
            y = area.y() + ROW * (row + 0.5)
            p.drawLine(QPointF(area.x() + 4, y), QPointF(area.right() - 4, y))
        return
    p.setFont(base.fonts.value)
    p.setPen(colour(theme.label))
    if value.ndim == 0:
        _single(base, p, area, value[()], scale)
        return
    if not value.size:
        base.fitted(p, area, tr("no elements"), theme.muted, 11.0, scale)
        return
    cells, advance = value.reshape(len(value), -1), base.geometry.metrics.value.horizontalAdvance
    shape = facts["shape"][len(facts["at"]) :]
    heads = len(shape) > 1
    count = min(len(cells), max(1, int((area.height() - 4) // ROW) - heads))
    y, left = area.y() + 2 + heads * ROW, area.x() + advance(str(count)) + 12
    p.setPen(colour(theme.muted))
    more = count < shape[0]  # then the last row shows dots
    for row in range(count):
        text = "⋮" if more and row == count - 1 else str(row)
        p.drawText(QRectF(area.x(), y + ROW * row, left - area.x() - 6, ROW), RIGHT, text)
    rows = count - more
    for column in range(cells.shape[1]):
        texts = [messages.element_text(v) for v in cells[:rows, column]]
        wide = min(WIDEST, max([advance(t) for t in texts] + [advance(str(column))], default=0.0) + 12)
        last = column + 1 == (shape[1] if heads else 1)
        room = area.right() - left - (0 if last else 14)
        if wide > room and (column or room < 20):
            p.setPen(colour(theme.muted))
            p.drawText(QRectF(left + 2, area.y() + 2, 14, ROW), LEFT, "…")
            break
        wide = min(wide, room)
        if heads:
            p.setPen(colour(theme.muted))
            p.drawText(QRectF(left, area.y() + 2, wide - 6, ROW), RIGHT, str(column))
        for row, text in enumerate(texts):
            cell = QRectF(left, y + ROW * row, wide, ROW)
            bad = shade(cells[row, column])
            if bad:
                p.fillRect(cell.adjusted(2, 1, -2, -1), colour(bad))
            p.setPen(colour("#FFFFFF" if bad else theme.label))
            p.drawText(cell.adjusted(0, 0, -6, 0), RIGHT, base.geometry.elided(text, "value", wide - 8))
        left += wide
    p.setPen(QPen(colour(theme.monitors["grid"]), 1.0))
    if heads:
        p.drawLine(QPointF(area.x() + 2, y), QPointF(area.right() - 2, y))


def _single(base: MonitorParts, p: QPainter, area: QRectF, value: Any, scale: float) -> None:
    """Paint a scalar in large digits, or a text unchanged."""
    if isinstance(value, bytes):
        p.save()
        p.setClipRect(area)
        flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWrapAnywhere
        p.drawText(area.adjusted(6, 4, -6, -2), flags, value.decode("utf-8", "replace"))
        p.restore()
        return
    bad = shade(value)
    ink = bad or base.theme.monitors["value"]
    base.fitted(p, area.adjusted(6, 2, -6, -2), messages.element_text(value), ink, 24.0, scale)


def shade(value: object) -> str:
    """Return the background colour of a non-finite value; "" for finite ones."""
    if isinstance(value, (float, complex, np.inexact)) and not np.isfinite(value):
        return NAN if np.isnan(value) else INFINITE
    return ""


def _lines(base: MonitorParts, form: MonitorForm) -> None:
    p, block, area, value, facts, scale = form
    value = value[:, : len(monitors.texts(block, "labels")) or None]
    x = np.arange(len(value)) * float(facts["step"]) + monitors.number(block, "begin", 0.0)
    lines = [
        painted_shapes.PlotLine(np.stack((x, value[:, i]), 1), ink) for i, ink in enumerate(_inks(base, value.shape[1]))
    ]
    grid = max(2, int(area.width() / 64)), max(2, int(area.height() / 34))
    bounds = axes.bounds([line.points for line in lines], *monitors.scale(block))
    base.draw_lines(
        p,
        area.adjusted(-2, -4, 0, 4),
        lines,
        bounds,
        scale,
        grid,
        False,
        tr("no finite number"),
        monitors.text(block, "axis") or tr("index"),
    )


def _inks(base: MonitorParts, count: int) -> list[str]:
    """Return the colours of `count` lines."""
    series = base.theme.series
    return [legible(series[i % len(series)], base.theme.monitors["panel"]) for i in range(count)]


def _last(value: np.ndarray | None, count: int) -> list[str]:
    """Return the last number of each line."""
    rows = [] if value is None or not len(value) else [f"{number:.4g}" for number in value[-1]]
    return [*rows, *[""] * count][:count]


def _histogram(base: MonitorParts, form: MonitorForm) -> None:
    theme, (p, _, area, value, facts, scale) = base.theme, form
    base.panel(p, area, theme.monitors["panel"])
    if not facts["edges"]:
        base.fitted(p, area, tr("no finite number"), theme.muted, 11.0, scale)
        return
    inner = area.adjusted(4, 6, -4, -16 if scale >= READABLE else -2)
    wide, most = inner.width() / len(value), max(1, int(value.max()))
    p.setPen(Qt.PenStyle.NoPen)
    p.setBrush(colour(theme.series[2]))
    for i, count in enumerate(value.tolist()):
        if count:
            high = max(1.0, inner.height() * count / most)
            p.drawRect(QRectF(inner.x() + wide * i, inner.bottom() - high, max(wide - (wide > 3), 0.5), high))
    if scale >= READABLE:
        p.setFont(base.fonts.type)
        p.setPen(colour(theme.monitors["axis"]))
        below = QRectF(inner.x(), inner.bottom() + 1, inner.width(), 14)
        low, high = (axes.label(n) for n in facts["edges"])
        p.drawText(below, LEFT, low)
        p.drawText(below, RIGHT, high)
        notes = [tr("{0} not finite").format(f"{facts['bad']:,}")] if facts["bad"] else []
        notes += [tr("only one of {0} values").format(facts["every"])] if facts["every"] > 1 else []
        p.drawText(below, Qt.AlignmentFlag.AlignCenter, ", ".join(notes))


class _Images:
    """Images, each cached with the value that it shows."""

    def __init__(self) -> None:
        self._made: dict[str, tuple[np.ndarray, tuple[Any, ...], QImage]] = {}

    def __call__(self, base: MonitorParts, form: MonitorForm) -> None:
        p, block, area, value, facts, scale = form
        low, high = monitors.scale(block)
        cached = self._made.get(block.id)
        if cached is None or cached[0] is not value or cached[1] != (low, high):
            range_of_values = pixels.span_of([value])
            span = range_of_values[0] if low is None else low, range_of_values[1] if high is None else high
            visible = pixels.tiled(value, span) if value.shape[2] > 4 else value
            if len(self._made) > _KEPT:
                self._made.clear()
            cached = self._made[block.id] = value, (low, high), qt.image(pixels.rgb(visible, span))
        image, (down, across) = cached[2], facts["pixels"]
        wide, high = image.width() * across, image.height() * down
        grow = min(area.width() / wide, area.height() / high)
        box = QRectF(0, 0, wide * grow, high * grow)
        box.moveCenter(area.center())
        p.save()
        # Smooth only when reducing, so that large pixels stay sharp.
        p.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, grow * scale < 1)
        p.drawImage(box, image)
        p.restore()


SMALL = 100.0  # a smaller heat map shows only its picture
_SCALE = ("#440154", "#3B528B", "#21918C", "#5EC962", "#FDE725")  # colours from the least to the greatest value


def paint(
    base: MonitorParts, p: QPainter, block: Block, box: QRectF, watches: list[Watch], marks: Marks, scale: float
) -> None:
    """Paint the head with the size of the matrix, the picture and its scale."""
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
        why = marks.monitor_text(watches[0]) or tr("run the page to see it") if watches else tr("no wire")
        base.fitted(p, area, DASH if small else why, theme.muted, 11.0, scale)
        return
    _picture(p, area, block, values, low, high, colors)


def _colour_bar(
    base: MonitorParts, p: QPainter, area: QRectF, low: float, high: float, colors: Sequence[str]
) -> QRectF:
    """Paint the scale of colours at the right with its two ends; return the remaining area."""
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


def _picture(
    p: QPainter, area: QRectF, block: Block, values: np.ndarray, low: float, high: float, colors: Sequence[str]
) -> None:
    """Paint the matrix with sharp cells, rotated as the block requires. NaN is transparent."""
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


def palette(colors: Sequence[str]) -> np.ndarray:
    """Return 256 pixels from the first to the last of some colours."""
    known = [QColor(c) for c in colors] * (2 if len(colors) == 1 else 1)
    at, wanted = np.linspace(0, 1, len(known)), np.linspace(0, 1, 256)
    parts = [
        np.rint(np.interp(wanted, at, [getattr(c, part)() for c in known])).astype(np.uint32)
        for part in ("red", "green", "blue")
    ]
    return np.uint32(0xFF000000) | (parts[0] << 16) | (parts[1] << 8) | parts[2]
