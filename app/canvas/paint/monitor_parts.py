"""Common parts of monitors of every kind: title, panel, a text that fits, lines with their axes."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPen

from blockloom.app.canvas.page.view import MIDDLE, NEAR
from blockloom.app.canvas.paint import painted_shapes
from blockloom.app.canvas.paint.painted_shapes import paint_category
from blockloom.app.canvas.paint.text_fitting import NARROW, shorter_numbers
from blockloom.app.canvas.scene.geometry import Geometry
from blockloom.app.canvas.scene.theme import Theme, colour
from blockloom.blocks.document.pages import Block
from blockloom.blocks.plots import axes
from blockloom.blocks.results import monitors
from blockloom.blocks.results.monitors import Watch

READABLE = 0.55  # least device pixels per canvas pixel for texts
DASH = "–"  # shown if there is no value
HEAD = 24.0  # height of the row with the title
TITLE_ROW = 15.0  # least height of this row, in screen pixels
LOW = 30.0  # at a small zoom, lower monitors (in screen pixels) have no title
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_TITLES = ((11, 100), (10, 100), (10, NARROW), (9, NARROW))  # screen pixels and stretch at a small zoom, best first
_LARGE_TITLES = ((14, 100), (12, 100), *_TITLES)  # canvas pixels, when near
_MIDDLE = Qt.AlignmentFlag.AlignCenter


class MonitorParts:
    """Paints the parts of monitors, in canvas coordinates, with one theme and geometry.

    `scale` is device pixels per canvas pixel, `zoom` the zoom of the screen; titles keep their size at a small zoom.
    """

    zoom = 1.0

    def __init__(self, theme: Theme, geometry: Geometry):
        self.theme, self.geometry, self.fonts = theme, geometry, geometry.fonts

    @property
    def head(self) -> float:
        """The height of the row with the title, in canvas pixels."""
        return HEAD if self.zoom >= NEAR else max(HEAD, TITLE_ROW / self.zoom)

    def title(self, p: QPainter, text: str, box: QRectF, scale: float) -> float:
        """Paint the title in the first row, if it is whole; return the x of its end."""
        high, mark, x = self._head_places(box)
        if box.height() * self.zoom < LOW and self.zoom < MIDDLE:
            return x  # the id is painted as on other blocks
        paint_category(p, "monitor", QRectF(x, (high - mark) / 2, mark, mark), colour(self.theme.accents["monitor"]))
        x += mark + 5 * high / HEAD
        font = self._title_font(text, box)
        if font is None:
            return x
        metrics = QFontMetricsF(font)
        p.setFont(font)
        p.setPen(colour(self.theme.title))
        p.drawText(QPointF(x, high / 2 + font.pixelSize() * 0.36), text)
        return x + metrics.horizontalAdvance(text)

    def is_titled(self, text: str, box: QRectF) -> bool:
        """Return whether the title has room."""
        return self._title_font(text, box) is not None

    def _head_places(self, box: QRectF) -> tuple[float, float, float]:
        """Return the height of the first row, the size of the mark in it, and the x of the mark."""
        high = HEAD if self.zoom >= NEAR else min(self.head, box.height())
        return high, high * 14 / HEAD, 12.0 if self.zoom >= NEAR else high / 3

    def _title_font(self, text: str, box: QRectF) -> QFont | None:
        """Return the font in which the title is whole; None if there is none."""
        font = QFont(self.fonts.title)
        unit, sizes = (1.0, _LARGE_TITLES) if self.zoom >= NEAR else (self.zoom, _TITLES)
        high, mark, x = self._head_places(box)
        room = box.width() - x - mark - 5 * high / HEAD - 6
        for size, stretch in sizes:
            font.setPixelSize(round(size / unit))
            font.setStretch(stretch)
            if QFontMetricsF(font).horizontalAdvance(text) <= room:
                return font
        return None

    def title_room(self, box: QRectF, share: float, scale: float) -> QRectF:
        """Return the room of a title next to a legend, which is painted only if it is legible."""
        return QRectF(0, 0, box.width() * (share if scale >= READABLE else 1.0), box.height())

    def panel(self, p: QPainter, box: QRectF, text: str) -> None:
        """Paint an empty monitor with a text in its middle."""
        p.setPen(Qt.PenStyle.NoPen)
        p.setBrush(colour(text))
        p.drawRoundedRect(box, 4, 4)

    def fitted(self, p: QPainter, box: QRectF, text: str, ink: str, size: float, scale: float) -> None:
        """Paint a text in the middle, as large as fits, up to `size` pixels.

        A number that never fits is shown with fewer digits; another text is left out.
        """
        size = max(size, min(10 / self.zoom, box.height())) if self.zoom < NEAR else size
        if scale * size < 5:
            return
        least = 9 if self.zoom >= NEAR else 8 / self.zoom
        font = QFont(self.fonts.title)
        while True:
            font.setPixelSize(max(8, round(size)))
            metrics = QFontMetricsF(font)
            if size <= least or metrics.horizontalAdvance(text) <= box.width():
                break
            size *= 0.9
        whole = (one for one in (text, *shorter_numbers(text)) if metrics.horizontalAdvance(one) <= box.width())
        if shown := next(whole, ""):
            p.setFont(font)
            p.setPen(colour(ink))
            p.drawText(box, _MIDDLE, shown)

    def legend(
        self, p: QPainter, box: QRectF, names: list[str], inks: list[str], told: list[str], scale: float
    ) -> None:
        """Paint names and last values from the right, with a count of those that do not fit."""
        if scale < READABLE or not names:
            return
        advance = self.geometry.metrics.type.horizontalAdvance
        p.setFont(self.fonts.type)
        entries, left = [], box.width()
        for last, (name, ink, value) in enumerate(zip(names, inks, told, strict=True), 1 - len(names)):
            text = f"{name}  {value}".strip()
            wide = max(advance(text), advance(f"{name}  -0.000000") if value and len(name) < 12 else 0) + 26
            if wide > left - (0 if last == 0 else advance("+00") + 8):
                break
            entries.append((text, ink, wide))
            left -= wide
        x = box.right() - sum(wide for *_, wide in entries)
        if len(entries) < len(names):
            more = f"+{len(names) - len(entries)}"
            p.setPen(colour(self.theme.muted))
            p.drawText(QRectF(x - advance(more) - 8, box.y(), advance(more) + 8, box.height()), LEFT, more)
        for text, ink, wide in entries:
            p.setPen(QPen(colour(ink), 3.0, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
            p.drawLine(QPointF(x + 2, box.center().y()), QPointF(x + 12, box.center().y()))
            p.setPen(colour(self.theme.monitors["axis"]))
            p.drawText(QRectF(x + 17, box.y(), wide - 17, box.height()), LEFT, text)
            x += wide

    def draw_lines(
        self,
        p: QPainter,
        box: QRectF,
        lines: list[painted_shapes.PlotLine],
        bounds: tuple[float, float],
        scale: float,
        grid: tuple[int, int],
        logs: bool,
        why: str,
        word: str,
    ) -> None:
        """Paint lines with their axes.

        Args:
            box: the area of the chart with its labels.
            bounds: least and greatest y.
            scale: device pixels per canvas pixel.
            grid: numbers of labels across and down.
            logs: y is logarithmic.
            why: the text if there is no line.
            word: the name of the x axis.
        """
        theme, (low, high) = self.theme, bounds
        first = min((float(line.points[0, 0]) for line in lines), default=0.0)
        last = max((float(line.points[-1, 0]) for line in lines), default=1.0)
        if last <= first:
            first, last = first - 0.5, first + 0.5
        rows, columns = axes.ticks(low, high, grid[1]), axes.ticks(first, last, grid[0])
        columns = [c for c in columns if c == int(c)]
        if not lines:
            rows = columns = []
        elif logs and high - low > 1.5:
            rows = [n for n in rows if n == int(n)]
        metrics, readable = self.geometry.metrics.type, scale >= READABLE
        if readable:
            step = rows[1] - rows[0] if len(rows) > 1 else 0.0
            texts = [axes.power(n) if logs else axes.label(n, step) for n in rows]
            wide = max((metrics.horizontalAdvance(t) for t in texts), default=0.0) + 8
            inner = box.adjusted(wide, 6, 0, -17)
        else:
            inner = box.adjusted(4, 4, 0, -4)
        p.setPen(Qt.PenStyle.NoPen)
        p.setBrush(colour(theme.monitors["panel"]))
        p.drawRect(inner)

        def across(n: float) -> float:
            return inner.left() + (n - first) / (last - first) * inner.width()

        def down(n: float) -> float:
            return inner.bottom() - (n - low) / (high - low) * inner.height()

        p.setPen(QPen(colour(theme.monitors["grid"]), 1.0))
        for n in rows:
            p.drawLine(QPointF(inner.left(), down(n)), QPointF(inner.right(), down(n)))
        for n in columns:
            p.drawLine(QPointF(across(n), inner.top()), QPointF(across(n), inner.bottom()))
        if readable:
            p.setFont(self.fonts.type)
            p.setPen(colour(theme.monitors["axis"]))
            for n, text in zip(rows, texts, strict=True):
                p.drawText(QRectF(box.left() - 4, down(n) - 7, wide, 14), RIGHT, text)
            self._steps(p, inner, columns, across, word)
        if lines:
            painted_shapes.draw(
                p, inner, lines, (first, last), (low, high), 2.0 if scale < 1 else 1.6, round(inner.width() * scale)
            )
        elif readable:
            self.fitted(p, inner.adjusted(6, 0, -6, 0), why, theme.muted, 11.0, scale)

    def _steps(
        self, p: QPainter, inner: QRectF, columns: list[float], across: Callable[[float], float], word: str
    ) -> None:
        """Paint the labels of the x axis that do not overlap."""
        advance = self.geometry.metrics.type.horizontalAdvance
        end = inner.right() - advance(word)
        p.drawText(QRectF(end, inner.bottom() + 2, advance(word) + 2, 14), LEFT, word)
        free = inner.left() - 12
        for n in columns:
            text = steps(n)
            wide = advance(text)
            x = max(across(n) - wide / 2, inner.left() - 6)
            if x >= free and x + wide < end - 6:
                p.drawText(QRectF(x, inner.bottom() + 2, wide + 2, 14), LEFT, text)
                free = x + wide + 8


def output_name(watch: Watch) -> str:
    """Return the output that a monitor shows, as text: `W.output[0]`."""
    return watch.address.local + "".join(f"[{i}]" for i in watch.index)


def titled(block: Block, watches: list[Watch]) -> str:
    """Return the title of a monitor: its id, or the output that it follows."""
    return output_name(watches[0]) if watches and monitors.follows(block) else block.id


def steps(number: float) -> str:
    """Return a number of steps in short: 1500, 20k, 3.5M."""
    for size, unit in ((1e9, "G"), (1e6, "M"), (1e4, "k")):
        if number >= size:
            return f"{number / (size if unit != 'k' else 1e3):g}{unit}"
    return f"{number:g}"
