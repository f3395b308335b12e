"""The kinds in which a viewer shows a result: what each asks the worker for, and how it draws the answer."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING, Any

import numpy as np
from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QColor, QFontDatabase, QImage, QPixmap, QSyntaxHighlighter, QTextCharFormat
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from app.canvas.pixels import TILES, corners, span_of, tiled
from app.canvas.words import tr
from app.window.elements import unravel
from app.window.gridview import CHANGED, GridView
from app.window.summaries import dims
from app.window.textdiff import GONE, Span, written
from blocks import monitors
from blocks.monitors import Watch
from runtime import messages

if TYPE_CHECKING:
    from app.window.viewer import Viewer

TABLE, LINES, STEPS, HEAT, IMAGE, HISTOGRAM, TEXT = "table", "lines", "steps", "heat", "image", "histogram", "text"
ACROSS = 1024               # rows and columns of a plotted slice, at most
POINTS = 4000               # of a line
MOST = 12                   # lines
REMOVED = "#B23B3B"         # behind what only the run before had


class Face:
    """One kind. `widget` is made when it is first shown."""

    kind = ""
    monitor = ""            # what shows the same on the canvas
    least = 0               # the rank that a tensor needs for it
    plot = True             # whether it draws real numbers, and is made in the colours of the theme
    sliced = True           # whether it shows the slice that is picked, not the whole

    def __init__(self, viewer: Viewer):
        self.viewer = viewer
        self._widget: QWidget | None = None

    def fits(self, numbers: bool, shape: tuple[int, ...]) -> bool:
        """Whether a tensor can be shown so; `numbers`: it has real numbers."""
        return not self.plot or numbers and math.prod(shape) > 0 and len(shape) >= self.least

    @property
    def widget(self) -> Any:
        if self._widget is None:
            self._widget = self.make()
            for plot in getattr(self._widget, "plots", [self._widget]) if self.plot else ():
                plot.told = self.told
            self.viewer.stack.addWidget(self._widget)
        return self._widget

    def make(self) -> QWidget:
        raise NotImplementedError

    def pinned(self) -> tuple[str, dict[str, str], int]:
        """What shows the same on the canvas: a monitor, values for its attrs, and how many lines it has."""
        picker, values = self.viewer.picker, {}
        if self.sliced and len(self.viewer.shape) > 1:
            first = min(picker.rows, picker.columns)        # the axes before it stand at an index
            values["index"] = str([picker.index.get(axis, 0) for axis in range(first)])
        return self.monitor, values, 1

    def drop(self) -> None:
        """Another theme: the widget is made anew when it is next shown."""
        if self._widget is not None and self.plot:
            self.viewer.stack.removeWidget(self._widget)
            self._widget.deleteLater()
            self._widget = None

    def question(self) -> tuple[str, dict]:
        """What to ask the worker, and with which fields besides the output's."""
        rows, columns = self.viewer.picker.size
        return "slice", {"at": self.viewer.picker.at((0, rows, ACROSS), (0, columns, ACROSS))}

    def show(self, now: dict, before: dict | None) -> str:
        """Draw the answer, and that of the run before where it is compared with one; gives a note on it."""
        raise NotImplementedError

    def told(self, x: float, y: float) -> str:
        """What a plot shows at a point."""
        return ""

    def cells(self, reply: dict | None) -> np.ndarray | None:
        """The slice of an answer, rows first."""
        return self.viewer.turned(reply["arrays"][0]) if reply and reply.get("arrays") else None

    def steps(self, reply: dict) -> tuple[int, int]:
        """How many rows and columns of the tensor became one of the slice."""
        found = reply["steps"][:2]
        return tuple(found[::-1] if self.viewer.picker.turned else found)

    def cell(self, row: int, column: int, cells: np.ndarray, was: np.ndarray | None, channel: int | None = None) -> str:
        """What the slice has at a place of the tensor, and what it was."""
        rows, columns = self.viewer.picker.size
        if cells is None or not (0 <= row < rows and 0 <= column < columns):
            return ""
        at = row // self._steps[0], column // self._steps[1]
        texts = [", ".join(map(messages.element, np.atleast_1d(one[at] if channel is None else one[at][channel])))
                 for one in (cells, was) if one is not None]
        return f"[{row}, {column}]  {texts[0]}" + (f"  ({texts[1]})" if len(texts) > 1 else "")

    def picture(self) -> QPixmap:
        """What is shown, for the clipboard or a file."""
        return self.widget.grab()


class Table(Face):
    kind, monitor, plot = TABLE, monitors.TABLE, False

    def make(self) -> QWidget:
        return GridView(self.viewer.cells)


class Lines(Face):
    kind, monitor, least = LINES, monitors.LINES, 1
    _shown = np.empty(0), np.empty((0, 0))

    def make(self) -> QWidget:
        from app.window.plots import Lines
        return Lines()

    def question(self) -> tuple[str, dict]:
        rows, columns = self.viewer.picker.size
        return "slice", {"at": self.viewer.picker.at((0, rows, POINTS), (0, min(columns, MOST), MOST))}

    def show(self, now: dict, before: dict | None) -> str:
        x, columns = self._shown = self._columns(now)
        self.widget.getPlotItem().setLogMode(y=self.viewer.log.isChecked())
        self.widget.show_lines(x, columns, [str(i) for i in range(columns.shape[1])],
                               self._columns(before) if before else None, tr("index"))
        wide = self.viewer.picker.size[1]
        return tr("the first {} of {} columns").format(MOST, f"{wide:,}") if wide > MOST else ""

    def told(self, x: float, y: float) -> str:
        steps, columns = self._shown
        if not len(steps) or not -0.5 <= x <= steps[-1] + 0.5:
            return ""
        row = int(np.abs(steps - x).argmin())
        return f"[{steps[row]:g}]  " + ", ".join(map(messages.element, columns[row]))

    def _columns(self, reply: dict) -> tuple[np.ndarray, np.ndarray]:
        cells = self.cells(reply)
        cells = cells.reshape(len(cells), -1).astype(np.float64)
        steps = reply["steps"]
        return np.arange(len(cells)) * steps[1 if self.viewer.picker.turned and len(steps) > 1 else 0], cells


class Steps(Face):
    kind, monitor, sliced = STEPS, monitors.TREND, False
    _drawn: list[tuple[str, np.ndarray]] = []

    def make(self) -> QWidget:
        from app.window.plots import Lines
        return Lines()

    def watches(self) -> list[Watch]:
        """What must be recorded step by step."""
        block, pin, element = self.viewer.key
        pin = pin if element is None else f"{pin}[{element}]"
        if not self.viewer.shape:
            return [Watch(block, pin)]      # as monitors record it
        return [Watch(block, pin, flat=i) for i in range(min(math.prod(self.viewer.shape), MOST))]

    def pinned(self) -> tuple[str, dict[str, str], int]:
        count = len(self.watches())
        places = ["".join(f"[{n}]" for n in np.unravel_index(i, self.viewer.shape)) for i in range(count)]
        values = {name: "true" for name, box in (("logarithmic", self.viewer.log), ("before", self.viewer.compare))
                  if box.isChecked()}
        return (self.monitor, values, 1) if count == 1 else (
            monitors.CHART, values | {"indices": json.dumps(places)}, count)

    def draw(self, compare: bool) -> str:
        """Nothing is asked for: it was recorded."""
        traces, name = self.viewer.traces(), self.viewer.key[1]
        if traces is None:
            return tr("Run the page: every step is recorded from now on.")
        watches = self.watches()
        drawn = [(name + dims(unravel(w.flat or 0, self.viewer.shape)), traces.series[w].points) for w in watches
                 if w in traces.series and len(traces.series[w].points)]
        before = [traces.earlier[w].points for w in watches if w in traces.earlier] if compare else []
        self._drawn = drawn
        self.widget.getPlotItem().setLogMode(y=self.viewer.log.isChecked())
        self.widget.show_series(drawn, tr("step"), before)
        count = math.prod(self.viewer.shape)
        if not drawn:
            return tr("Run the page: every step is recorded from now on.")
        if compare and not before:
            return tr("Nothing was recorded before the last reset.")
        return tr("the first {} of {} elements").format(MOST, f"{count:,}") if count > MOST else ""


    def told(self, x: float, y: float) -> str:
        nearest = [(name, points[np.abs(points[:, 0] - x).argmin()]) for name, points in self._drawn]
        return "\n".join(f"{name}  {point[2]:.6g}" for name, point in nearest) + (
            "\n" + tr("step {0}").format(f"{nearest[0][1][0]:g}") if nearest else "")


class Heat(Face):
    kind, monitor, least = HEAT, monitors.HEAT_MAP, 2
    _cells = _was = None

    def make(self) -> QWidget:
        from app.window.plots import HeatMap
        return HeatMap()

    def show(self, now: dict, before: dict | None) -> str:
        cells, was = self.cells(now), self.cells(before)
        differs = was is not None and was.shape == cells.shape
        self._cells, self._was, self._steps = cells, was if differs else None, self.steps(now)
        shown = cells.astype(np.float64) - was.astype(np.float64) if differs else cells
        self.widget.show_cells(shown, self.viewer.picker.size, differs)
        return tr("difference to the run before") if differs else thinned(now["steps"])

    def told(self, x: float, y: float) -> str:
        return self.cell(round(y), round(x), self._cells, self._was)


class Image(Face):
    kind, monitor, least = IMAGE, monitors.IMAGE, 2
    _cells = _was = None
    _tiles: list[tuple[int, int]] = []

    def make(self) -> QWidget:
        from app.window.plots import Picture
        return Picture()

    def axes(self) -> tuple[int | None, int | None]:
        """The axes of an image: those before the channels, where there are some. Of rank 3 it may be a batch."""
        rank = len(self.viewer.shape)
        if rank > 3 or rank == 3 and 1 <= self.viewer.shape[-1] <= 4:
            return rank - 3, rank - 2
        return None, None

    def question(self) -> tuple[str, dict]:
        picker, shape = self.viewer.picker, self.viewer.shape
        if not picker.channelled(len(shape) - 1):
            return super().question()
        rows, columns = picker.size
        chosen, count = self.viewer.channel.currentData(), min(shape[-1], TILES)
        most = ACROSS if count < 5 or chosen is not None else ACROSS // math.isqrt(count)
        at = picker.at((0, rows, most), (0, columns, most))
        at[-1] = [0, count, count] if chosen is None else chosen
        return "slice", {"at": at}

    def pinned(self) -> tuple[str, dict[str, str], int]:
        kind, values, count = super().pinned()
        if self.viewer.channel.currentData() is not None:
            values["channel"] = str(self.viewer.channel.currentData())
        span = self.viewer.range.currentData()
        return kind, values | ({"minimum": f"{span[0]:g}", "maximum": f"{span[1]:g}"} if span else {}), count

    def show(self, now: dict, before: dict | None) -> str:
        pixels, was = (c if c is None or c.ndim == 3 else c[:, :, None] for c in (self.cells(now), self.cells(before)))
        if was is not None and was.shape != pixels.shape:
            was = None
        span = self.viewer.range.currentData() or span_of([pixels] if was is None else [pixels, was])
        self._cells, self._was, self._steps, self._tiles = pixels, was, self.steps(now), []
        extent, notes, tiles = self.viewer.picker.size, [thinned(now["steps"])], ()
        if pixels.shape[2] > 4:
            tiles = self._tiles = corners(*pixels.shape)
            pixels, was = tiled(pixels, span), None if was is None else tiled(was, span)
            extent = pixels.shape[:2]
            if self.viewer.shape[-1] > TILES:
                notes.append(tr("the first {} of {} channels").format(TILES, f"{self.viewer.shape[-1]:,}"))
        most = self.widget.show_image(pixels, extent, span, was, tiles)
        if most is not None:
            notes.append(tr("differs by up to {:.4g}").format(most) if most else tr("as in the run before"))
        return "; ".join(filter(None, notes))


    def told(self, x: float, y: float) -> str:
        row, column = round(y), round(x)
        for channel, (top, left) in enumerate(self._tiles):
            high, wide = self._cells.shape[:2]
            if 0 <= row - top < high and 0 <= column - left < wide:
                place = (row - top) * self._steps[0], (column - left) * self._steps[1]
                return tr("channel {0}").format(channel) + "  " + self.cell(*place, self._cells, self._was, channel)
        return "" if self._tiles else self.cell(row, column, self._cells, self._was)

    def picture(self) -> QPixmap:
        """The pixels themselves, where it is one image."""
        pixels = self.widget.now.image.image
        if self.viewer.compare.isChecked() or pixels is None:
            return super().picture()
        pixels = np.ascontiguousarray(pixels)
        rows, columns, channels = pixels.shape
        kind = QImage.Format.Format_RGBA8888 if channels == 4 else QImage.Format.Format_RGB888
        return QPixmap.fromImage(QImage(pixels.data, columns, rows, channels * columns, kind).copy())


class Histogram(Face):
    kind, monitor, sliced = HISTOGRAM, monitors.HISTOGRAM, False
    _counts: np.ndarray | tuple = ()

    def make(self) -> QWidget:
        from app.window.plots import Histogram
        return Histogram()

    def question(self) -> tuple[str, dict]:
        return "about", {}

    def show(self, now: dict, before: dict | None) -> str:
        if now.get("edges"):
            was = (before["arrays"][0], before["edges"]) if before and before.get("edges") else None
            self.widget.show_counts(now["arrays"][0], now["edges"], was)
            self._counts, self._edges = now["arrays"][0], now["edges"]
            return ""
        self._counts = ()
        self.widget.getPlotItem().clear()
        return tr("no finite number")


    def told(self, x: float, y: float) -> str:
        if not len(self._counts) or not self._edges[0] <= x < self._edges[1]:
            return ""
        low, count = self._edges[0], len(self._counts)
        wide = (self._edges[1] / 2 - low / 2) / count * 2       # the whole span may be infinite
        place = min(int((x / 2 - low / 2) / wide * 2), count - 1)
        return f"{low + place * wide:.6g} .. {low + (place + 1) * wide:.6g}:  {self._counts[place]:,}"


class Text(Face):
    kind, monitor, plot = TEXT, monitors.TABLE, False

    def make(self) -> QWidget:
        text = QPlainTextEdit(readOnly=True)
        text.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        text.setAccessibleName(QCoreApplication.translate("Viewer", "Text"))
        self._ink = Ink(text.document())
        return text

    def question(self) -> tuple[str, dict]:
        rows, columns = self.viewer.picker.size
        most = {1: 10_000}.get(len(self.viewer.shape), 200)
        return "slice", {"at": self.viewer.picker.at((0, min(rows, most), most), (0, min(columns, most), most))}

    def show(self, now: dict, before: dict | None) -> str:
        cells, bar = self.cells(now), self.widget.verticalScrollBar()
        text, self._ink.spans = written(cells, self.cells(before))
        at = bar.value()
        if text != self.widget.toPlainText():
            self.widget.setPlainText(text)
        else:
            self._ink.rehighlight()
        bar.setValue(at)
        count = math.prod(self.viewer.shape)
        return tr("{} of {} elements").format(f"{cells.size:,}", f"{count:,}") if cells.size < count else ""


class Ink(QSyntaxHighlighter):
    """Marks what differs from the run before. `spans` are by line."""

    spans: dict[int, list[Span]] = {}

    def highlightBlock(self, text: str) -> None:
        for span in self.spans.get(self.currentBlock().blockNumber(), ()):
            ink = QTextCharFormat()
            ink.setBackground(QColor(REMOVED if span.what == GONE else CHANGED))
            ink.setForeground(QColor("#FFFFFF"))
            self.setFormat(span.start, span.length, ink)


FACES = (Table, Lines, Steps, Heat, Image, Histogram, Text)


def thinned(steps: list[int]) -> str:
    """A note on how many elements became one."""
    most = max(steps, default=1)
    return tr("every {}th element").format(most) if most > 1 else ""
