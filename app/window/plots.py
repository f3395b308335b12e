"""Plots of results, by pyqtgraph: lines, heat maps, images, histograms. Imported when the first one is opened.

What is no number stands out: a NaN is magenta in a heat map and a gap with a mark in a line, an infinity is red.
"""

from __future__ import annotations

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication, QWidget

from app.canvas.pixels import INFINITE, NAN, rgb
from app.canvas.words import tr

_FAR = 1e300                                # what is beyond is drawn there: axes of pyqtgraph end at 1e308
LINES = 12                                  # that one plot shows, at most
_INKS = ("#35BDF2", "#FFBF28", "#8ACF57", "#FF7B72", "#C792EA", "#4DD0B0", "#F78FB3", "#B0BEC5", "#D4A373", "#7C9EFF",
         "#E6E05C", "#9E9E9E")


class Plot(pg.PlotWidget):
    """A plot in the colours of the window."""

    def __init__(self, parent: QWidget | None = None):
        super().__init__(parent)
        palette = QApplication.palette()
        self.setBackground(palette.color(QPalette.ColorRole.Base))
        self.ink = palette.color(QPalette.ColorRole.Text)
        for side in ("left", "bottom"):
            self.getAxis(side).setPen(pg.mkPen(self.ink))
            self.getAxis(side).setTextPen(pg.mkPen(self.ink))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.getPlotItem().setMenuEnabled(False)
        self.getPlotItem().hideButtons()
        self.getPlotItem().setContentsMargins(0, 8, 4, 0)   # the uppermost number is not cut off

    def mouseDoubleClickEvent(self, event) -> None:
        """The whole again."""
        self.getPlotItem().autoRange()


class Lines(Plot):
    """Values over an index or over steps, one line per column."""

    def __init__(self, parent: QWidget | None = None):
        super().__init__(parent)
        self.getPlotItem().showGrid(x=True, y=True, alpha=0.2)
        self.legend = self.getPlotItem().addLegend(offset=(8, 8), labelTextColor=self.ink)
        self.shown: list[np.ndarray] = []

    def show_lines(self, x: np.ndarray, columns: np.ndarray, names: list[str],
                   before: tuple[np.ndarray, np.ndarray] | None = None, axis: str = "") -> None:
        """Lines through (x, column); `before` are x and columns of the run before, muted. Columns are (n, lines)."""
        item = self.getPlotItem()
        item.clear()
        item.setLabel("bottom", axis)
        self.shown = [columns[:, i] for i in range(min(columns.shape[1], LINES))]
        for i in range(min(before[1].shape[1], LINES) if before is not None else 0):
            self._line_before(before[0], before[1][:, i], i)
        for i, column in enumerate(self.shown):
            self._line(x, column, _INKS[i % len(_INKS)], names[i] if len(names) > 1 or before is not None else None)
            finite, bad = _drawable(column), ~np.isfinite(column)
            if bad.any():   # at the edge that an infinity goes to; a NaN at the foot
                level = finite[~bad]
                low, high = (float(level.min()), float(level.max())) if level.size else (0.0, 1.0)
                item.plot(x[bad], np.where(np.isposinf(column[bad]), high, low), pen=None, symbol="x", symbolSize=9,
                          symbolPen=None,
                          symbolBrush=[pg.mkBrush(NAN if np.isnan(v) else INFINITE) for v in column[bad]])

    def show_series(self, lines: list[tuple[str, np.ndarray]], axis: str, before: list[np.ndarray]) -> None:
        """Named lines of points (step, seconds, value), each with steps of its own; `before` are those of the run
        before, muted."""
        item = self.getPlotItem()
        item.clear()
        item.setLabel("bottom", axis)
        for i, points in enumerate(before):
            self._line_before(points[:, 0], points[:, 2], i)
        for i, (name, points) in enumerate(lines):
            self._line(points[:, 0], points[:, 2], _INKS[i % len(_INKS)], name)

    def _line(self, x: np.ndarray, values: np.ndarray, ink: str, name: str | None) -> None:
        """A line with gaps where there is no number; short ones with their points."""
        finite = _drawable(values)
        if np.isfinite(finite).any():
            few = len(x) <= 60
            self.getPlotItem().plot(x, finite, pen=pg.mkPen(ink, width=2), connect="finite", name=name,
                                    symbol="o" if few else None, symbolSize=5, symbolBrush=ink, symbolPen=None)

    def _line_before(self, x: np.ndarray, values: np.ndarray, number: int) -> None:
        """The line of the run before that belongs to the n-th: the same colour, pale and dashed."""
        ink = QColor(_INKS[number % len(_INKS)])
        ink.setAlphaF(0.55)
        self.getPlotItem().plot(x, _drawable(values), connect="finite", name=None if number else tr("run before"),
                                pen=pg.mkPen(ink, width=1.5, style=Qt.PenStyle.DashLine))


def _drawable(values: np.ndarray) -> np.ndarray:
    return np.where(np.isfinite(values), np.clip(values, -_FAR, _FAR), np.nan)


class HeatMap(Plot):
    """Rows and columns as colours, with their scale."""

    def __init__(self, parent: QWidget | None = None):
        super().__init__(parent)
        self.map = pg.colormap.get("viridis")
        item = self.getPlotItem()
        item.invertY(True)
        item.setAspectLocked(False)
        self.picture = pg.ImageItem(axisOrder="row-major")
        item.addItem(self.picture)
        self.bar = pg.ColorBarItem(values=(0, 1), colorMap=self.map, interactive=False, width=14)
        self.bar.axis.setPen(pg.mkPen(self.ink))
        self.bar.axis.setTextPen(pg.mkPen(self.ink))
        item.layout.addItem(self.bar, 2, 5)

    def show_cells(self, cells: np.ndarray, extent: tuple[int, int], signed: bool = False) -> None:
        """Cells (rows, columns) of a slice that has `extent` of them; `signed`: zero is in the middle."""
        values = cells.astype(np.float64)
        finite = np.isfinite(values)
        values[finite] = np.clip(values[finite], -_FAR, _FAR)
        low, high = (float(values[finite].min()), float(values[finite].max())) if finite.any() else (0.0, 1.0)
        if signed:
            high = max(abs(low), abs(high)) or 1.0
            low = -high
        colours = pg.colormap.get("CET-D1") if signed else self.map
        span = high - low or 1.0
        table = colours.getLookupTable(0.0, 1.0, 256)[:, :3]
        with np.errstate(invalid="ignore", over="ignore"):
            place = np.nan_to_num((values - low) / span * 255, nan=0, posinf=255, neginf=0).clip(0, 255)
        rgb = table[place.astype(np.uint8)].astype(np.uint8)
        rgb[np.isnan(values)] = NAN
        rgb[np.isinf(values)] = INFINITE
        self.picture.setImage(rgb, levels=(0, 255), autoLevels=False)
        self.picture.setRect(QRectF(0, 0, extent[1], extent[0]))
        self.bar.setColorMap(colours)
        self.bar.setLevels((low, high if high > low else low + 1.0))


class Picture(pg.GraphicsLayoutWidget):
    """An image: grey, with a second channel as its opacity, RGB or RGBA. With the run before there are three, that
    move and zoom as one: what it was, what it is, and how much more or less."""

    def __init__(self, parent: QWidget | None = None):
        super().__init__(parent)
        palette = QApplication.palette()
        self.setBackground(palette.color(QPalette.ColorRole.Base))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.ink = palette.color(QPalette.ColorRole.Text)
        self.items = []
        for title in (tr("now"), tr("run before"), tr("difference")):
            item = pg.PlotItem(title=None, enableMenu=False)
            item.setTitle(title, color=self.ink, size="9pt")
            item.titleLabel.setVisible(False)
            item.hideButtons()
            item.invertY(True)
            item.setAspectLocked(True)
            for side in ("left", "bottom"):
                item.getAxis(side).setPen(pg.mkPen(self.ink))
                item.getAxis(side).setTextPen(pg.mkPen(self.ink))
            item.image = pg.ImageItem(axisOrder="row-major")
            item.addItem(item.image)
            if self.items:
                item.setXLink(self.items[0])
                item.setYLink(self.items[0])
            self.items.append(item)
        self.picture = self.items[0].image
        self._shown: tuple = ()

    def mouseDoubleClickEvent(self, event) -> None:
        """The whole again."""
        self.items[0].autoRange()

    def show_image(self, pixels: np.ndarray, extent: tuple[int, int], span: tuple[float, float],
                   before: np.ndarray | None = None) -> float | None:
        """Pixels (rows, columns, channels); `span` is what is black and what is white. Gives the greatest difference
        to the run before."""
        self._lay_out(before is not None, extent)
        self.picture.setImage(rgb(pixels, span), levels=(0, 255), autoLevels=False)
        most = None
        if before is not None:
            self.items[1].image.setImage(rgb(before, span), levels=(0, 255), autoLevels=False)
            colours, most = _difference(pixels, before)
            self.items[2].image.setImage(colours, levels=(0, 255), autoLevels=False)
        for item in self.items:
            item.image.setRect(QRectF(0, 0, extent[1], extent[0]))
        return most

    def _lay_out(self, three: bool, extent: tuple[int, int]) -> None:
        """One, or three beside or below each other, as they are larger."""
        down = three and extent[1] * self.height() > 2 * extent[0] * self.width()
        if (three, down) == self._shown:
            return
        self._shown = three, down
        self.ci.clear()
        for place, number in enumerate((1, 0, 2) if three else (0,)):
            self.ci.addItem(self.items[number], *((place, 0) if down else (0, place)))
        for item in self.items:
            item.titleLabel.setVisible(three)
            item.titleLabel.setMaximumHeight(24 if three else 0)
            item.layout.setRowFixedHeight(0, 24 if three else 0)


def _difference(now: np.ndarray, was: np.ndarray) -> tuple[np.ndarray, float]:
    """Of each pixel the channel that differs most, in blue less and in red more; and the greatest difference."""
    a, b = now.astype(np.float64), was.astype(np.float64)
    with np.errstate(invalid="ignore", over="ignore"):
        away = np.where((a == b) | np.isnan(a) & np.isnan(b), 0.0, a - b)
    bad = ~np.isfinite(away)
    size = np.where(bad, 0.0, np.abs(away))
    most = float(size.max()) if size.size else 0.0
    chosen = np.take_along_axis(np.where(bad, 0.0, away), size.argmax(2)[:, :, None], 2)[:, :, 0]
    table = pg.colormap.get("CET-D1").getLookupTable(0.0, 1.0, 255)[:, :3]
    colours = table[np.rint(chosen / (most or 1.0) * 127 + 127).astype(np.uint8)].astype(np.uint8)
    colours[bad.any(2)] = NAN
    return colours, most


class Histogram(Plot):
    """How often values occur."""

    def show_counts(self, counts: np.ndarray, edges: tuple[float, float], before: tuple | None = None) -> None:
        """Counts of equal bins between two edges; `before`: counts and edges of the run before, as an outline."""
        item = self.getPlotItem()
        item.clear()
        steps = np.linspace(*np.clip(edges, -_FAR, _FAR), len(counts) + 1)
        width = steps[1] - steps[0]
        item.addItem(pg.BarGraphItem(x0=steps[:-1], width=width, y0=0, height=counts, brush="#35BDF2",
                                     pen=pg.mkPen(self.ink, width=0.5)))
        if before is not None:
            was, ends = before
            item.plot(np.linspace(*np.clip(ends, -_FAR, _FAR), len(was) + 1), was, stepMode="center",
                      pen=pg.mkPen("#FFBF28", width=2))
        item.setLabel("left", tr("elements"))
        item.autoRange()
