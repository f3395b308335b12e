"""The kinds in which a viewer shows a result."""

from __future__ import annotations

import json
import math

import numpy as np
from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication
from PySide6.QtGui import QColor, QFontDatabase, QSyntaxHighlighter, QTextCharFormat
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from blockloom.app.canvas.scene.translation import tr
from blockloom.app.window.results.gridview import CHANGED, GridView
from blockloom.app.window.results.maps import Heat, Image
from blockloom.app.window.results.summaries import dims, unravel
from blockloom.app.window.results.viewermode import (
    HISTOGRAM,
    LINES,
    MOST,
    POINTS,
    STEPS,
    TABLE,
    TEXT,
    SliceMode,
    ViewerMode,
    Zoomed,
    around,
)
from blockloom.blocks.catalogue import monitor_types
from blockloom.blocks.results.monitors import Watch
from blockloom.runtime.protocol import messages, requests
from blockloom.runtime.protocol.replies import SliceReply, TensorStatisticsReply
from blockloom.runtime.run.textdiff import GONE, Span, written

REMOVED = "#B23B3B"  # behind what only the run before had


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
    shown = np.empty(0), np.empty((0, 0))  # the steps, and the columns
    _part: tuple[int, int] | None  # the rows that are looked at

    def make(self) -> QWidget:
        from blockloom.app.window.results.plots import LinePlot

        return self.watch(LinePlot(self.told))

    def look(self, whole: bool = False) -> None:
        """Every point of what is seen, where lines are so long that not all of them are shown."""
        rows = self.viewer.picker.extent[0]
        if rows > POINTS:
            part = around(*self.plot_seen.getPlotItem().vb.viewRange()[0], rows)
            self.show_part(None if whole or part == (0, rows) else part)

    def question(self) -> requests.GetSliceRequest:
        rows, columns = self.viewer.picker.extent
        if self._part is not None and self._part[1] > rows:
            self._part = None
        return self.slice((*(self._part or (0, rows)), POINTS), (0, min(columns, MOST), MOST))

    def show(self, now: SliceReply, before: SliceReply | None) -> str:
        x, columns = self.shown = self._columns(now)
        self.widget.getPlotItem().setLogMode(y=self.viewer.log.isChecked())
        self.widget.show_lines(
            x,
            columns,
            [str(i) for i in range(columns.shape[1])],
            self._columns(before) if before else None,
            tr("index"),
        )
        wide = self.viewer.picker.extent[1]
        return tr("the first {} of {} columns").format(MOST, f"{wide:,}") if wide > MOST else ""

    def told(self, x: float, y: float) -> str:
        steps, columns = self.shown
        if not len(steps) or not steps[0] - 0.5 <= x <= steps[-1] + 0.5:
            return ""
        row = int(np.abs(steps - x).argmin())
        return f"[{steps[row]:g}]  " + ", ".join(map(messages.element, columns[row]))

    def _columns(self, reply: SliceReply) -> tuple[np.ndarray, np.ndarray]:
        cells = self.cells(reply)
        cells = cells.reshape(len(cells), -1).astype(np.float64)
        steps = reply.steps
        first = self._part[0] if self._part else 0
        return first + np.arange(len(cells)) * steps[1 if self.viewer.picker.turned and len(steps) > 1 else 0], cells


class StepsMode(ViewerMode[SliceReply]):
    """Numbers over steps, as a run recorded them."""

    kind, monitor, sliced, options = STEPS, monitor_types.TREND, False, ("log",)
    title = QT_TRANSLATE_NOOP("Viewer", "Over steps")
    _drawn: list[tuple[str, np.ndarray]] = []

    def make(self) -> QWidget:
        from blockloom.app.window.results.plots import LinePlot

        return LinePlot(self.told)

    def watches(self) -> list[Watch]:
        at = self.viewer.at
        if not self.viewer.shape:
            return [Watch(at)]  # as monitors record it
        return [Watch(at, flat=i) for i in range(min(math.prod(self.viewer.shape), MOST))]

    def pinned(self) -> tuple[str, dict[str, str], int]:
        count = len(self.watches())
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
        """Nothing is asked for: it was recorded. Gives a note on it."""
        traces, name = self.viewer.traces(), self.viewer.at.pin
        if traces is None:
            return tr("Run the page: every step is recorded from now on.")
        watches = self.watches()
        drawn = [
            (name + dims(unravel(w.flat or 0, self.viewer.shape)), traces.series[w].points)
            for w in watches
            if w in traces.series and len(traces.series[w].points)
        ]
        before = [traces.earlier[w].points for w in watches if w in traces.earlier] if compare else []
        kept = [(run, w) for run in traces.kept for w in watches if w in run.series]
        self._drawn = drawn + [(run.name, run.series[w]) for run, w in kept]
        self.widget.getPlotItem().setLogMode(y=self.viewer.log.isChecked())
        self.widget.show_series(
            drawn,
            tr("step"),
            before,
            [(run.name + dims(unravel(w.flat or 0, self.viewer.shape)), run.colour, run.series[w]) for run, w in kept],
        )
        count = math.prod(self.viewer.shape)
        if not drawn:
            return tr("Run the page: every step is recorded from now on.")
        if compare and not before:
            return tr("Nothing was recorded before the last reset.")
        return tr("the first {} of {} elements").format(MOST, f"{count:,}") if count > MOST else ""

    def told(self, x: float, y: float) -> str:
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

        return HistogramPlot(self.told)

    def question(self) -> requests.GetStatisticsRequest:
        return requests.GetStatisticsRequest(self.viewer.at)

    def show(self, now: TensorStatisticsReply, before: TensorStatisticsReply | None) -> str:
        if now.edges and now.array is not None:
            was = (before.array, before.edges) if before is not None and before.edges else None
            self.widget.show_counts(now.array, now.edges, was)
            self._counts, self._edges = now.array, now.edges
            return ""
        self._counts = np.empty(0)
        self.widget.getPlotItem().clear()
        return tr("no finite number")

    def told(self, x: float, y: float) -> str:
        if not len(self._counts) or not self._edges[0] <= x < self._edges[1]:
            return ""
        low, count = self._edges[0], len(self._counts)
        wide = (self._edges[1] / 2 - low / 2) / count * 2  # the whole span may be infinite
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
        text, self._ink.spans = written(cells, self.cells(before) if before is not None else None)
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


MODES: tuple[type[ViewerMode], ...] = (TableMode, LinesMode, StepsMode, Heat, Image, HistogramMode, TextMode)
