"""The kinds in which a viewer shows a result: tables, texts, heat maps and images."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, QRectF
from PySide6.QtGui import QColor, QFontDatabase, QPixmap, QSyntaxHighlighter, QTextCharFormat
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from blockloom.app import qt
from blockloom.app.canvas.paint.monitor_painter import LineStyle, line_styles
from blockloom.app.canvas.scene.translation import tr
from blockloom.app.window.results.gridview import CHANGED, GridView
from blockloom.app.window.results.summaries import dims, unravel
from blockloom.app.window.results.viewermode import (
    ACROSS,
    HEAT,
    HISTOGRAM,
    IMAGE,
    LINES,
    MOST,
    POINTS,
    STEPS,
    TABLE,
    TEXT,
    ShownMonitor,
    SliceMode,
    ViewerMode,
    Zoomed,
    around,
    thinned,
)
from blockloom.blocks.catalogue import monitor_types
from blockloom.blocks.document.pages import Block
from blockloom.blocks.plots.pixels import TILES, span_of, tile_corners, tiled
from blockloom.blocks.results import monitors
from blockloom.blocks.results.monitors import Watch
from blockloom.runtime.protocol import messages, requests
from blockloom.runtime.protocol.replies import SliceReply, TensorStatisticsReply
from blockloom.runtime.run.textdiff import GONE, Span, compared_text


class Map(Zoomed):
    """A slice as pixels; a large slice is thinned out until the user zooms in."""

    _cells = np.empty((0, 0))
    _was: np.ndarray | None = None
    _steps = 1, 1
    _part: tuple[tuple[int, int], tuple[int, int]] | None  # (visible rows, visible columns)

    @property
    def part(self) -> tuple[tuple[int, int], tuple[int, int]]:
        """The (start, stop) of the rows and of the columns that are shown."""
        rows, columns = self.viewer.picker.extent
        if self._part is None or self._part[0][1] > rows or self._part[1][1] > columns:
            self._part = None
            return (0, rows), (0, columns)
        return self._part

    def place(self) -> QRectF:
        """Return the rectangle of the pixels in the plot; index i is at the middle of its pixel."""
        (top, bottom), (left, right) = self.part
        return QRectF(left - 0.5, top - 0.5, right - left, bottom - top)

    def look(self, whole: bool = False) -> None:
        """Fetch the visible part of the plot, or, with `whole`, all of it."""
        rows, columns = self.viewer.picker.extent
        if rows > ACROSS or columns > ACROSS:
            seen = self.plot_seen.getPlotItem().vb.viewRect()
            part = around(seen.top(), seen.bottom(), rows), around(seen.left(), seen.right(), columns)
            self.show_part(None if whole or part == ((0, rows), (0, columns)) else part)

    def question(self) -> requests.GetSliceRequest:
        (top, bottom), (left, right) = self.part
        return self.slice((top, bottom, ACROSS), (left, right, ACROSS))

    def steps(self, reply: SliceReply) -> tuple[int, int]:
        """Return the numbers of rows and columns of the tensor that each pixel stands for."""
        first, second = reply.steps[:2]
        return (second, first) if self.viewer.picker.turned else (first, second)

    def compared(self, now: SliceReply, before: SliceReply | None) -> tuple[np.ndarray, np.ndarray | None]:
        """Return the slice, and that of the previous run if it has the same shape; both are stored for `cell`."""
        self._cells, self._was, self._steps = self.cells(now), None, self.steps(now)
        if before is not None and (was := self.cells(before)).shape == self._cells.shape:
            self._was = was
        return self._cells, self._was

    def cell(self, row: int, column: int, channel: int | None = None) -> str:
        """Return the value at a place of the tensor, and that of the previous run."""
        (top, bottom), (left, right) = self.part
        if not (top <= row < bottom and left <= column < right):
            return ""
        at = (row - top) // self._steps[0], (column - left) // self._steps[1]
        if any(n >= size for n, size in zip(at, self._cells.shape)):
            return ""  # the visible part is not received yet, or is empty
        texts = [
            ", ".join(map(messages.element_text, np.atleast_1d(cells[at] if channel is None else cells[at][channel])))
            for cells in (self._cells, self._was)
            if cells is not None
        ]
        return f"[{row}, {column}]  {texts[0]}" + (f"  ({texts[1]})" if len(texts) > 1 else "")


class Heat(Map):
    """A slice as colours, with a scale."""

    kind, monitor = HEAT, monitor_types.HEAT_MAP
    title = QT_TRANSLATE_NOOP("Viewer", "Heat map")

    def make(self) -> QWidget:
        from blockloom.app.window.results.plots import HeatMap

        return self.watch(HeatMap(self.text_at))

    def show(self, now: SliceReply, before: SliceReply | None) -> str:
        cells, was = self.compared(now, before)
        shown = cells if was is None else cells.astype(np.float64) - was.astype(np.float64)
        self.widget.show_cells(shown, self.place(), was is not None, self._part is not None)
        return thinned(now.steps) if was is None else tr("difference to the previous run")

    def text_at(self, x: float, y: float) -> str:
        return self.cell(round(y), round(x))


class Image(Map):
    """A slice as an image: grey, RGB or single channels."""

    kind, monitor, options = IMAGE, monitor_types.IMAGE, ("range",)
    title = QT_TRANSLATE_NOOP("Viewer", "Image")
    _tiles: list[tuple[int, int]] = []
    _span = 0.0, 1.0

    def make(self) -> QWidget:
        from blockloom.app.window.results.plots import ImagePlot

        made = ImagePlot(self.text_at)
        self.watch(made.now)
        return made

    def axes(self) -> tuple[int | None, int | None]:
        """Return the axes of an image: those before channels, if there are some; of rank 3 the last two."""
        rank = len(self.viewer.shape)
        if rank > 3 or rank == 3 and 1 <= self.viewer.shape[-1] <= 4:
            return rank - 3, rank - 2
        return None, None

    def channels(self) -> int:
        return self.viewer.shape[-1] if self.axes()[0] is not None else 0

    def question(self) -> requests.GetSliceRequest:
        picker, shape = self.viewer.picker, self.viewer.shape
        if not picker.channelled(len(shape) - 1):
            return super().question()
        rows, columns = self.part
        chosen, count = self.viewer.channel.currentData(), min(shape[-1], TILES)
        most = ACROSS if count < 5 or chosen is not None else ACROSS // math.isqrt(count)
        if most < ACROSS:
            rows, columns = ((0, size) for size in picker.extent)  # tiles are always whole
        at = picker.ranges((*rows, most), (*columns, most))
        at[-1] = [0, count, count] if chosen is None else chosen
        return requests.GetSliceRequest(self.viewer.address, at)

    def cells(self, reply: SliceReply) -> np.ndarray:
        """Return the cells as `(rows, columns, channels)`."""
        cells = super().cells(reply)
        return cells if cells.ndim == 3 else cells[:, :, None]

    def pinned(self) -> tuple[str, dict[str, str], int]:
        kind, values, count = super().pinned()
        if self.viewer.channel.currentData() is not None:
            values["channel"] = str(self.viewer.channel.currentData())
        span = self.viewer.range.currentData()
        return kind, values | ({"minimum": f"{span[0]:g}", "maximum": f"{span[1]:g}"} if span else {}), count

    def show(self, now: SliceReply, before: SliceReply | None) -> str:
        pixels, was = self.compared(now, before)
        if self._part is None:  # zooming must not change the values of black and white
            self._span = span_of([pixels] if was is None else [pixels, was])
        span = self.viewer.range.currentData() or self._span
        self._tiles = tile_corners(*pixels.shape) if pixels.shape[2] > 4 else []
        place, notes = self.place(), [thinned(now.steps)]
        if self._tiles:
            pixels, was = tiled(pixels, span), None if was is None else tiled(was, span)
            place = QRectF(-0.5, -0.5, pixels.shape[1], pixels.shape[0])
            if self.viewer.shape[-1] > TILES:
                notes.append(tr("the first {} of {} channels").format(TILES, f"{self.viewer.shape[-1]:,}"))
        most = self.widget.show_image(pixels, place, span, was, self._tiles, self._part is not None)
        if most is not None:
            notes.append(tr("differs by up to {:.4g}").format(most) if most else tr("as in the previous run"))
        return "; ".join(filter(None, notes))

    def text_at(self, x: float, y: float) -> str:
        row, column = round(y), round(x)
        for channel, (top, left) in enumerate(self._tiles):
            high, wide = self._cells.shape[:2]
            if 0 <= row - top < high and 0 <= column - left < wide:
                place = (row - top) * self._steps[0], (column - left) * self._steps[1]
                return tr("channel {0}").format(channel) + "  " + self.cell(*place, channel)
        return "" if self._tiles else self.cell(row, column)

    def picture(self) -> QPixmap:
        """Return the pixels themselves if it is one image."""
        pixels = self.widget.now.image.image
        if self.viewer.compare.isChecked() or pixels is None:
            return super().picture()
        return QPixmap.fromImage(qt.image(pixels))


REMOVED = "#B23B3B"  # background of cells that only the previous run had


class TableMode(ViewerMode[SliceReply]):
    """The tensor as a table."""

    kind, monitor, plot = TABLE, monitor_types.TABLE, False
    title = QT_TRANSLATE_NOOP("Viewer", "Table")

    def make(self) -> QWidget:
        return GridView(self.viewer.cells)

    def update(self) -> None:
        self.widget.viewport().update()

    def copied(self) -> tuple[range, range]:
        return self.widget.selected()


class LinesMode(Zoomed):
    """The columns of a slice as lines."""

    kind, monitor, options = LINES, monitor_types.LINES, ("log",)
    title = QT_TRANSLATE_NOOP("Viewer", "Lines")
    shown = np.empty(0), np.empty((0, 0))  # (steps, columns)
    _part: tuple[int, int] | None  # visible rows

    def make(self) -> QWidget:
        from blockloom.app.window.results.plots import LinePlot

        return self.watch(LinePlot(self.text_at))

    def look(self, whole: bool = False) -> None:
        """Fetch every visible point of lines that are too long to show them all."""
        rows = self.viewer.picker.extent[0]
        if rows > POINTS:
            low, high = self.plot_seen.getPlotItem().vb.viewRange()[0]
            begin = _begin(self._monitor())
            part = around(low - begin, high - begin, rows)
            self.show_part(None if whole or part == (0, rows) else part)

    def question(self) -> requests.GetSliceRequest:
        rows, columns = self.viewer.picker.extent
        if self._part is not None and self._part[1] > rows:
            self._part = None
        return self.slice((*(self._part or (0, rows)), POINTS), (0, min(columns, MOST), MOST))

    def show(self, now: SliceReply, before: SliceReply | None) -> str:
        monitor = self._monitor()
        labels = monitors.texts(monitor, "labels") if monitor is not None else []
        begin = _begin(monitor)
        x, columns = self.shown = self._columns(now, begin, len(labels))
        self.widget.getPlotItem().setLogMode(y=self.viewer.log.isChecked())
        self.widget.show_lines(
            x,
            columns,
            labels or [str(i) for i in range(columns.shape[1])],
            self._columns(before, begin, len(labels)) if before else None,
            monitor is not None and monitors.text(monitor, "axis") or tr("index"),
            monitors.text(monitor, "title") if monitor is not None else "",
        )
        wide = 0 if labels else self.viewer.picker.extent[1]
        return tr("the first {} of {} columns").format(MOST, f"{wide:,}") if wide > MOST else ""

    def text_at(self, x: float, y: float) -> str:
        steps, columns = self.shown
        if not len(steps) or not steps[0] - 0.5 <= x <= steps[-1] + 0.5:
            return ""
        row = int(np.abs(steps - x).argmin())
        return f"[{steps[row]:g}]  " + ", ".join(map(messages.element_text, columns[row]))

    def _monitor(self) -> Block | None:
        """Return the monitor from which the viewer was opened, if the lines are those that it shows."""
        shown, picker = self.viewer.monitor(), self.viewer.picker
        same = picker.rows <= picker.columns == max(0, len(self.viewer.shape) - 1)
        return shown.block if shown is not None and shown.block.type == self.monitor and same else None

    def _columns(self, reply: SliceReply, begin: float, most: int) -> tuple[np.ndarray, np.ndarray]:
        """Return the numbers of the rows from `begin` on, and the columns, `most` of them unless it is 0."""
        cells = self.cells(reply)
        cells = cells.reshape(len(cells), -1).astype(np.float64)[:, : most or None]
        steps = reply.steps
        first = begin + (self._part[0] if self._part else 0)
        return first + np.arange(len(cells)) * steps[1 if self.viewer.picker.turned and len(steps) > 1 else 0], cells


def _begin(monitor: Block | None) -> float:
    """Return the number of the first row of lines."""
    return monitors.number(monitor, "begin", 0.0) if monitor is not None else 0.0


class StepsMode(ViewerMode[SliceReply]):
    """Numbers over steps, as a run recorded them."""

    kind, monitor, sliced, options = STEPS, monitor_types.TREND, False, ("log",)
    title = QT_TRANSLATE_NOOP("Viewer", "Over steps")
    _drawn: list[tuple[str, np.ndarray]] = []

    def _monitor(self) -> ShownMonitor | None:
        """Return the Chart or Trend from which the viewer was opened."""
        shown = self.viewer.monitor()
        return shown if shown is not None and kind_of_monitor(shown.block.type) == self.kind else None

    def make(self) -> QWidget:
        from blockloom.app.window.results.plots import LinePlot

        return LinePlot(self.text_at)

    def watches(self) -> list[Watch]:
        shown = self._monitor()
        return self._own() if shown is None else [*shown.watches]

    def _own(self) -> list[Watch]:
        """Return the elements of the viewer's tensor."""
        at = self.viewer.address
        if not self.viewer.shape:
            return [Watch(at)]  # the same watch as that of monitors
        return [Watch(at, flat=i) for i in range(min(math.prod(self.viewer.shape), MOST))]

    def pinned(self) -> tuple[str, dict[str, str], int]:
        count = len(self._own())
        places = ["".join(f"[{n}]" for n in np.unravel_index(i, self.viewer.shape)) for i in range(count)]
        values = {
            name: "true"
            for name, box in (("logarithmic", self.viewer.log), ("before", self.viewer.compare))
            if box.isChecked()
        }
        return (
            (self.monitor, values, 1)
            if count == 1
            else (monitor_types.CHART, values | {"indices": json.dumps(places)}, count)
        )

    def update(self) -> None:
        self.viewer.note.setText(self._draw(self.viewer.compare.isChecked()))

    def _draw(self, compare: bool) -> str:
        """Draw the recorded values, without a request. Returns a note on them."""
        traces, shown, inks = self.viewer.traces(), self._monitor(), self.widget.inks
        if traces is None:
            return tr("Run the page: every step is recorded from now on.")
        watches = self.watches()
        suffixes = [dims(unravel(w.flat or 0, self.viewer.shape)) if shown is None else "" for w in watches]
        if shown is None:
            styles = [
                LineStyle(self.viewer.address.pin + suffix, inks[i % len(inks)].name())
                for i, suffix in enumerate(suffixes)
            ]
        else:
            styles = line_styles(shown.block, watches, [ink.name() for ink in inks])
        rows = list(zip(watches, styles, suffixes, strict=True))
        drawn = [
            (style, traces.series[w].points)
            for w, style, _ in rows
            if w in traces.series and len(traces.series[w].points)
        ]
        kept = [
            (LineStyle(run.name + suffix, run.colour), run.series[w])
            for run in traces.saved_runs
            for w, _, suffix in rows
            if w in run.series
        ]
        before = [(style, traces.earlier[w].points) for w, style, _ in rows if compare and w in traces.earlier]
        self._drawn = [(style.name, points) for style, points in drawn + kept]
        self.widget.getPlotItem().setLogMode(y=self.viewer.log.isChecked())
        title = monitors.text(shown.block, "title") if shown is not None else ""
        self.widget.show_series(kept + drawn, tr("step"), before, title)
        count = 0 if shown is not None else math.prod(self.viewer.shape)
        if not drawn:
            return tr("Run the page: every step is recorded from now on.")
        if compare and not before:
            return tr("Nothing was recorded before the last reset.")
        return tr("the first {} of {} elements").format(MOST, f"{count:,}") if count > MOST else ""

    def text_at(self, x: float, y: float) -> str:
        nearest = [(name, points[np.abs(points[:, 0] - x).argmin()]) for name, points in self._drawn]
        return "\n".join(f"{name}  {point[2]:.6g}" for name, point in nearest) + (
            "\n" + tr("step {0}").format(f"{nearest[0][1][0]:g}") if nearest else ""
        )


class HistogramMode(ViewerMode[TensorStatisticsReply]):
    """A histogram of the whole tensor."""

    kind, monitor, sliced = HISTOGRAM, monitor_types.HISTOGRAM, False
    title = QT_TRANSLATE_NOOP("Viewer", "Histogram")
    _counts = np.empty(0)

    def make(self) -> QWidget:
        from blockloom.app.window.results.plots import HistogramPlot

        return HistogramPlot(self.text_at)

    def question(self) -> requests.GetStatisticsRequest:
        return requests.GetStatisticsRequest(self.viewer.address)

    def show(self, now: TensorStatisticsReply, before: TensorStatisticsReply | None) -> str:
        if now.edges and now.array is not None:
            was = (before.array, before.edges) if before is not None and before.edges else None
            self.widget.show_counts(now.array, now.edges, was)
            self._counts, self._edges = now.array, now.edges
            return ""
        self._counts = np.empty(0)
        self.widget.getPlotItem().clear()
        return tr("no finite number")

    def text_at(self, x: float, y: float) -> str:
        if not len(self._counts) or not self._edges[0] <= x < self._edges[1]:
            return ""
        low, count = self._edges[0], len(self._counts)
        wide = (self._edges[1] / 2 - low / 2) / count * 2  # computed by halves, because the whole span may be infinite
        place = min(int((x / 2 - low / 2) / wide * 2), count - 1)
        return f"{low + place * wide:.6g} .. {low + (place + 1) * wide:.6g}:  {self._counts[place]:,}"


class TextMode(SliceMode):
    """Texts, or numbers as text."""

    kind, monitor, plot = TEXT, monitor_types.TABLE, False
    title = QT_TRANSLATE_NOOP("Viewer", "Text")

    def make(self) -> QWidget:
        text = QPlainTextEdit(readOnly=True)
        text.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        text.setAccessibleName(QCoreApplication.translate("Viewer", "Text"))
        self._ink = Ink(text.document())
        return text

    def copied(self) -> str:
        chosen = self.widget.textCursor().selectedText().replace("\u2029", "\n")
        return chosen or self.widget.toPlainText()

    def question(self) -> requests.GetSliceRequest:
        rows, columns = self.viewer.picker.extent
        most = {1: 10_000}.get(len(self.viewer.shape), 200)
        return self.slice((0, min(rows, most), most), (0, min(columns, most), most))

    def show(self, now: SliceReply, before: SliceReply | None) -> str:
        cells, bar = self.cells(now), self.widget.verticalScrollBar()
        text, self._ink.spans = compared_text(cells, self.cells(before) if before is not None else None)
        at = bar.value()
        if text != self.widget.toPlainText():
            self.widget.setPlainText(text)
        else:
            self._ink.rehighlight()
        bar.setValue(at)
        count = math.prod(self.viewer.shape)
        return tr("{} of {} elements").format(f"{cells.size:,}", f"{count:,}") if cells.size < count else ""


class Ink(QSyntaxHighlighter):
    """Marks the differences from the previous run. `spans` are by line."""

    spans: dict[int, list[Span]] = {}

    def highlightBlock(self, text: str) -> None:
        for span in self.spans.get(self.currentBlock().blockNumber(), ()):
            ink = QTextCharFormat()
            ink.setBackground(QColor(REMOVED if span.kind == GONE else CHANGED))
            ink.setForeground(QColor("#FFFFFF"))
            self.setFormat(span.start, span.length, ink)


def are_images(shape: Sequence[int]) -> bool:
    """Return whether a tensor of rank 4 is probably a batch of images or feature maps.

    Others are kernels, whose first two sizes are small and equal, and tensors whose channels are not last.
    """
    if len(shape) != 4 or not all(shape):
        return False
    count, high, wide, channels = shape
    is_kernel = count == high and count in _KERNELS
    is_channels_first = wide == channels != high
    similar = min(high, wide) >= _LEAST_SIDE and max(high, wide) <= _MOST_APART * min(high, wide)
    return similar and not is_kernel and not is_channels_first


_KERNELS, _LEAST_SIDE, _MOST_APART = (3, 5, 7, 9, 11), 4, 4


def kind_of_monitor(block_type: str) -> str:
    """Return the kind that shows the same as a type of monitor."""
    shown = monitor_types.TREND if block_type == monitor_types.CHART else block_type
    return next((mode.kind for mode in MODES if mode.monitor == shown), TABLE)


MODES: tuple[type[ViewerMode[Any]], ...] = (TableMode, LinesMode, StepsMode, Heat, Image, HistogramMode, TextMode)
