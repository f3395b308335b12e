"""Plots of results, by pyqtgraph: lines, heat maps, images, histograms. Imported when the first one is opened.

Non-finite values stand out: a NaN is magenta in a heat map and a gap with a mark in a line, an infinity is red.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPalette, QResizeEvent
from PySide6.QtWidgets import QApplication, QBoxLayout, QToolTip, QWidget

from blockloom.app import qt
from blockloom.app.canvas.paint.monitor_painter import LineStyle
from blockloom.app.canvas.scene.theme import legible, theme_of_window
from blockloom.app.canvas.scene.translation import tr
from blockloom.app.plain import as_is
from blockloom.blocks.plots.pixels import INFINITE, NAN, rgb

_FAR = 1e300  # larger values are drawn at this value: axes of pyqtgraph end at 1e308
LINES = 12  # most lines of a plot
_MORE_INKS = ("#7C9EFF", "#B0BEC5", "#D4A373", "#9E9E9E")  # colours of lines beyond the series of a theme


Told = Callable[[float, float], str]  # function that returns the text for a point of a plot


class CountAxis(pg.AxisItem):  # type: ignore[misc]
    """An axis of things that are counted: no labels between whole numbers."""

    def tickSpacing(self, low: float, high: float, size: float) -> list[tuple[float, float]]:
        return [(space, offset) for space, offset in super().tickSpacing(low, high, size) if space >= 1] or [(1, 0)]


class Plot(pg.PlotWidget):  # type: ignore[misc]
    """A plot in the colours of the window.

    `whole` are the sides with whole numbers. `range_changed` is emitted when the user zooms or moves, with
    True to show everything again. `told` returns the text next to the pointer.
    """

    range_changed = Signal(bool)

    def __init__(self, told: Told, whole: tuple[str, ...] = ()):
        super().__init__(axisItems={side: CountAxis(side) for side in whole})
        palette = QApplication.palette()
        self.setBackground(palette.color(QPalette.ColorRole.Base))
        self.ink = palette.color(QPalette.ColorRole.Text)
        ground = palette.color(QPalette.ColorRole.Base).name()
        # The same colours as on the canvas.
        self.inks = [QColor(legible(ink, ground)) for ink in (*theme_of_window().series, *_MORE_INKS)]
        for side in ("left", "bottom"):
            self.getAxis(side).setPen(pg.mkPen(self.ink))
            self.getAxis(side).setTextPen(pg.mkPen(self.ink))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._told = told
        self.getPlotItem().vb.sigRangeChangedManually.connect(lambda *_: self.range_changed.emit(False))
        self.getPlotItem().setMenuEnabled(False)
        self.getPlotItem().hideButtons()
        self.getPlotItem().setContentsMargins(6, 8, 8, 2)  # so that no number or title is cut off

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Show the whole again, also of later values."""
        self.getPlotItem().enableAutoRange()
        self.range_changed.emit(True)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Show the text of the point under the pointer."""
        super().mouseMoveEvent(event)
        place, view = self.mapToScene(event.position().toPoint()), self.getPlotItem().vb
        at = view.mapSceneToView(place)
        inside = view.sceneBoundingRect().contains(place) and not event.buttons()
        QToolTip.showText(event.globalPosition().toPoint(), as_is(self._told(at.x(), at.y())) if inside else "", self)


class Legend(pg.LegendItem):  # type: ignore[misc]
    """The names of lines, below a plot so that they do not cover a line."""

    def __init__(self, ink: QColor):
        super().__init__(labelTextColor=ink, frame=False)

    def updateSize(self) -> None:  # noqa: N802
        """Leave the size to the layout of the plot."""
        self.setMinimumSize(self.layout.effectiveSizeHint(Qt.SizeHint.MinimumSize))
        self.setMaximumHeight(self.layout.effectiveSizeHint(Qt.SizeHint.MinimumSize).height())


class LinePlot(Plot):
    """Values over an index or over steps, one line per column."""

    def __init__(self, told: Told):
        super().__init__(told, ("bottom",))
        self.getPlotItem().showGrid(x=True, y=True, alpha=0.2)
        self.legend = self.getPlotItem().legend = Legend(self.ink)
        self.getPlotItem().layout.addItem(self.legend, 4, 1)  # the legend is below the axis
        self.shown: list[np.ndarray] = []

    def show_lines(
        self,
        x: np.ndarray,
        columns: np.ndarray,
        names: list[str],
        before: tuple[np.ndarray, np.ndarray] | None = None,
        axis: str = "",
        title: str = "",
    ) -> None:
        """Show lines through (x, column).

        Args:
            x: the numbers of the x axis, (n,).
            columns: a column for each line, (n, lines).
            names: the names of the lines.
            before: x and columns of the previous run, which are muted.
            axis: the title of the x axis.
            title: the title of the plot.
        """
        item = self._begin(axis, title, columns.shape[1])
        self.shown = [columns[:, i] for i in range(min(columns.shape[1], LINES))]
        if before is not None:
            for i in range(min(before[1].shape[1], LINES)):
                self._line_before(before[0], before[1][:, i], self.inks[i % len(self.inks)], not i)
        for i, column in enumerate(self.shown):
            self._line(
                x, column, self.inks[i % len(self.inks)], names[i] if len(names) > 1 or before is not None else None
            )
            finite, bad = _drawable(column), ~np.isfinite(column)
            if bad.any():  # draws an infinity at the edge, a NaN at the bottom
                level = finite[~bad]
                low, high = (float(level.min()), float(level.max())) if level.size else (0.0, 1.0)
                item.plot(
                    x[bad],
                    np.where(np.isposinf(column[bad]), high, low),
                    pen=None,
                    symbol="x",
                    symbolSize=9,
                    symbolPen=None,
                    symbolBrush=[pg.mkBrush(NAN if np.isnan(v) else INFINITE) for v in column[bad]],
                )

    def show_series(
        self,
        lines: Sequence[tuple[LineStyle, np.ndarray]],
        axis: str,
        before: Sequence[tuple[LineStyle, np.ndarray]],
        title: str = "",
    ) -> None:
        """Show lines of points (step, seconds, value), each with its own steps.

        Args:
            lines: the lines, the last one in front.
            axis: the title of the x axis.
            before: those of the previous run, muted.
            title: the title of the plot.
        """
        self._begin(axis, title, len(lines))
        ground = self.backgroundBrush().color().name()
        for i, (style, points) in enumerate(before):
            self._line_before(points[:, 0], points[:, 2], QColor(legible(style.colour, ground)), not i)
        for style, points in lines:
            self._line(points[:, 0], points[:, 2], QColor(legible(style.colour, ground)), style.name)

    def _begin(self, axis: str, title: str, count: int) -> pg.PlotItem:
        """Clear the plot for `count` lines."""
        item = self.getPlotItem()
        item.clear()
        item.setLabel("bottom", escape(axis))  # pyqtgraph shows every text as HTML
        item.setTitle(escape(title) or None, color=self.ink, size="9pt")
        self.legend.setColumnCount(1 + (count > 1))
        return item

    def _line(self, x: np.ndarray, values: np.ndarray, ink: QColor, name: str | None) -> None:
        """Draw a line with gaps at non-finite values; short ones with their points."""
        finite = _drawable(values)
        if np.isfinite(finite).any():
            few = len(x) <= 60
            self.getPlotItem().plot(
                x,
                finite,
                pen=pg.mkPen(ink, width=2),
                connect="finite",
                name=name and escape(name),
                symbol="o" if few else None,
                symbolSize=5,
                symbolBrush=ink,
                symbolPen=None,
            )

    def _line_before(self, x: np.ndarray, values: np.ndarray, ink: QColor, is_named: bool) -> None:
        """Draw the line of the previous run, pale and dashed."""
        ink = QColor(ink)
        ink.setAlphaF(0.55)
        self.getPlotItem().plot(
            x,
            _drawable(values),
            connect="finite",
            name=tr("previous run") if is_named else None,
            pen=pg.mkPen(ink, width=1.5, style=Qt.PenStyle.DashLine),
        )


def _drawable(values: np.ndarray) -> np.ndarray:
    return np.where(np.isfinite(values), np.clip(values, -_FAR, _FAR), np.nan)


class HeatMap(Plot):
    """Rows and columns as colours, with their scale."""

    def __init__(self, told: Told):
        super().__init__(told, ("left", "bottom"))
        self.map = pg.colormap.get("viridis")
        self._ends: tuple[float, float, bool] | None = None
        item = self.getPlotItem()
        item.invertY(True)
        item.setAspectLocked(False)
        self.picture = pg.ImageItem(axisOrder="row-major")
        item.addItem(self.picture)
        self.bar = pg.ColorBarItem(values=(0, 1), colorMap=self.map, interactive=False, width=14)
        self.bar.axis.setPen(pg.mkPen(self.ink))
        self.bar.axis.setTextPen(pg.mkPen(self.ink))
        item.layout.addItem(self.bar, 2, 5)

    def show_cells(self, cells: np.ndarray, place: QRectF, signed: bool = False, closer: bool = False) -> None:
        """Show cells, (rows, columns), of the part of a slice at `place`.

        Args:
            cells: the values.
            place: their rectangle in the plot.
            signed: zero is the middle of the colours.
            closer: keep the colours of the whole slice, of which this is a part.
        """
        values = cells.astype(np.float64)
        finite = np.isfinite(values)
        values[finite] = np.clip(values[finite], -_FAR, _FAR)
        low, high = (float(values[finite].min()), float(values[finite].max())) if finite.any() else (0.0, 1.0)
        if signed:
            high = max(abs(low), abs(high)) or 1.0
            low = -high
        if closer and self._ends is not None and self._ends[2] == signed:
            low, high, _ = self._ends
        self._ends = low, high, signed
        colours = pg.colormap.get("CET-D1") if signed else self.map
        span = high - low or 1.0
        table = colours.getLookupTable(0.0, 1.0, 256)[:, :3]
        with np.errstate(invalid="ignore", over="ignore"):
            level = np.nan_to_num((values - low) / span * 255, nan=0, posinf=255, neginf=0).clip(0, 255)
        rgb = table[level.astype(np.uint8)].astype(np.uint8)
        rgb[np.isnan(values)] = NAN
        rgb[np.isinf(values)] = INFINITE
        self.picture.setImage(rgb, levels=(0, 255), autoLevels=False)
        self.picture.setRect(place)
        self.bar.setColorMap(colours)
        self.bar.setLevels((low, high if high > low else low + 1.0))


class ImagePlot(QWidget):
    """An image: grey, with a second channel as its opacity, RGB or RGBA.

    With the previous run there are three, which move and zoom together: before, now, and the difference.
    """

    def __init__(self, told: Told):
        super().__init__()
        self._box = qt.line(of=self, margins=0, space=0)
        self.plots = [Plot(told, ("left", "bottom")) for _ in range(3)]
        self.now, self.before, self.difference = self.plots
        self._extent = QRectF()  # rectangle of the whole content
        self._whole = True  # whether the whole content is visible
        self._shown = False, False  # whether there are three pictures, whether there are tiles
        self._made = False  # whether they are laid out
        self._numbers: list[tuple[tuple[int, int], pg.TextItem]] = []
        for plot, title in zip(
            (self.before, self.now, self.difference), (tr("previous run"), tr("now"), tr("difference"))
        ):
            self._box.addWidget(plot, 1)
            item = plot.getPlotItem()
            item.setTitle(title, color=plot.ink, size="9pt")
            item.invertY(True)
            item.setAspectLocked(True)
            plot.image = pg.ImageItem(axisOrder="row-major")
            item.addItem(plot.image)
            item.vb.sigRangeChangedManually.connect(lambda *_: setattr(self, "_whole", False))
            plot.range_changed.connect(lambda whole: self._fit(True) if whole else None)
        for plot in (self.before, self.difference):
            plot.getPlotItem().setXLink(self.now.getPlotItem())
            plot.getPlotItem().setYLink(self.now.getPlotItem())
        self.ink = self.now.ink
        self.setFocusProxy(self.now)
        self.now.getPlotItem().vb.sigResized.connect(lambda *_: self._fit())
        self._arrange(False, False)

    def _fit(self, whole: bool | None = None) -> None:
        """Show the whole image, as long as nobody zooms into it; `whole`: from now on."""
        self._whole = self._whole if whole is None else whole
        if self._whole and not self._extent.isEmpty():
            self.now.getPlotItem().vb.setRange(self._extent, padding=0.01)

    def show_image(
        self,
        pixels: np.ndarray,
        place: QRectF,
        span: tuple[float, float],
        before: np.ndarray | None = None,
        tiles: Sequence[tuple[int, int]] = (),
        closer: bool = False,
    ) -> float | None:
        """Show pixels, (rows, columns, channels), at `place`.

        Args:
            pixels: the values.
            place: their rectangle in the plot.
            span: the values of black and white.
            before: the pixels of the previous run.
            tiles: the origins of channels that are shown side by side.
            closer: this is a part of the image that was shown.

        Returns:
            The greatest difference from the previous run; None without one.
        """
        most, parts = None, {self.now: rgb(pixels, span)}
        if before is not None:
            parts[self.before] = rgb(before, span)
            parts[self.difference], most = _difference(pixels, before)
        for plot, shown in parts.items():
            plot.image.setImage(shown, levels=(0, 255), autoLevels=False)
            plot.image.setRect(place)
        self._number(tiles)
        again = not closer and place != self._extent
        self._extent = self._extent if closer else place
        if self._arrange(before is not None, bool(tiles)) or again:
            self._fit(True)
        return most

    def _number(self, tiles: Sequence[tuple[int, int]]) -> None:
        """Write the number of its channel on each tile."""
        if list(tiles) == [place for place, _ in self._numbers]:
            return
        for _, text in self._numbers:
            self.now.removeItem(text)
        self._numbers = []
        for number, (y, x) in enumerate(tiles):
            text = pg.TextItem(str(number), color="#FFFFFF", fill=pg.mkBrush(0, 0, 0, 120))
            text.setPos(x - 0.5, y - 0.5)
            self.now.addItem(text, ignoreBounds=True)
            self._numbers.append(((y, x), text))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange(*self._shown)

    def _arrange(self, three: bool, tiles: bool) -> bool:
        """Arrange one image, or three in a row or a column, whichever is larger. Returns whether that changed."""
        down = three and self._extent.height() * self.width() < self._extent.width() * self.height()
        self._box.setDirection(QBoxLayout.Direction.TopToBottom if down else QBoxLayout.Direction.LeftToRight)
        if (three, tiles) == self._shown and self._made:
            return False
        self._shown, self._made = (three, tiles), True
        for plot in self.plots:
            plot.setVisible(three or plot is self.now)
            for side in ("left", "bottom"):  # no axes: three pictures need the space, and tiles have no common axes
                plot.getPlotItem().showAxis(side, not (three or tiles))
            plot.getPlotItem().titleLabel.setVisible(three)
            plot.getPlotItem().titleLabel.setMaximumHeight(24 if three else 0)
            plot.getPlotItem().layout.setRowFixedHeight(0, 24 if three else 0)
        return True


def _difference(now: np.ndarray, was: np.ndarray) -> tuple[np.ndarray, float]:
    """Return a picture of the channel that differs most in each pixel, and the greatest difference.

    Lower values are blue, higher ones red.
    """
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


class HistogramPlot(Plot):
    """A histogram of values."""

    def show_counts(
        self,
        counts: np.ndarray,
        edges: tuple[float, float],
        before: tuple[np.ndarray, tuple[float, float]] | None = None,
    ) -> None:
        """Show counts of equal bins between two edges; `before`: those of the previous run, as an outline."""
        item = self.getPlotItem()
        item.clear()
        steps = np.linspace(*np.clip(edges, -_FAR, _FAR), len(counts) + 1)
        width = steps[1] - steps[0]
        item.addItem(
            pg.BarGraphItem(
                x0=steps[:-1], width=width, y0=0, height=counts, brush=self.inks[2], pen=pg.mkPen(self.ink, width=0.5)
            )
        )
        if before is not None:
            was, ends = before
            item.plot(
                np.linspace(*np.clip(ends, -_FAR, _FAR), len(was) + 1),
                was,
                stepMode="center",
                pen=pg.mkPen(self.inks[1], width=2),
            )
        item.setLabel("left", tr("elements"))
