"""Slices as heat maps and images, in a viewer."""

from __future__ import annotations

import math

import numpy as np
from PySide6.QtCore import QT_TRANSLATE_NOOP, QRectF
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QWidget

from blockloom.app import qt
from blockloom.app.canvas.scene.translation import tr
from blockloom.app.window.results.viewermode import ACROSS, HEAT, IMAGE, Zoomed, around, thinned
from blockloom.blocks.catalogue import monitor_types
from blockloom.blocks.plots.pixels import span_of, tiled
from blockloom.blocks.plots.tiles import TILES, corners
from blockloom.runtime.protocol import messages, requests
from blockloom.runtime.protocol.replies import SliceReply


class Map(Zoomed):
    """A slice as pixels; a large one thinned out until somebody zooms in."""

    _cells = np.empty((0, 0))
    _was: np.ndarray | None = None
    _steps = 1, 1
    _part: tuple[tuple[int, int], tuple[int, int]] | None  # rows and columns that are looked at

    @property
    def part(self) -> tuple[tuple[int, int], tuple[int, int]]:
        """The (start, stop) of the rows and of the columns that are shown."""
        rows, columns = self.viewer.picker.extent
        if self._part is None or self._part[0][1] > rows or self._part[1][1] > columns:
            self._part = None
            return (0, rows), (0, columns)
        return self._part

    def place(self) -> QRectF:
        """The rectangle of the pixels in the plot; index i is at the middle of its pixel."""
        (top, bottom), (left, right) = self.part
        return QRectF(left - 0.5, top - 0.5, right - left, bottom - top)

    def look(self, whole: bool = False) -> None:
        """Fetch what is visible of the plot; `whole`: all."""
        rows, columns = self.viewer.picker.extent
        if rows > ACROSS or columns > ACROSS:
            seen = self.plot_seen.getPlotItem().vb.viewRect()
            part = around(seen.top(), seen.bottom(), rows), around(seen.left(), seen.right(), columns)
            self.show_part(None if whole or part == ((0, rows), (0, columns)) else part)

    def question(self) -> requests.GetSliceRequest:
        (top, bottom), (left, right) = self.part
        return self.slice((top, bottom, ACROSS), (left, right, ACROSS))

    def steps(self, reply: SliceReply) -> tuple[int, int]:
        """How many rows and columns of the tensor each pixel stands for."""
        first, second = reply.steps[:2]
        return (second, first) if self.viewer.picker.turned else (first, second)

    def compared(self, now: SliceReply, before: SliceReply | None) -> tuple[np.ndarray, np.ndarray | None]:
        """The slice, and that of the run before where it has the same shape; kept for `cell`."""
        self._cells, self._was, self._steps = self.cells(now), None, self.steps(now)
        if before is not None and (was := self.cells(before)).shape == self._cells.shape:
            self._was = was
        return self._cells, self._was

    def cell(self, row: int, column: int, channel: int | None = None) -> str:
        """The value at a place of the tensor, and that of the run before."""
        (top, bottom), (left, right) = self.part
        if not (top <= row < bottom and left <= column < right):
            return ""
        at = (row - top) // self._steps[0], (column - left) // self._steps[1]
        if any(n >= size for n, size in zip(at, self._cells.shape)):
            return ""  # the part that is looked at is still to come, or there is none yet
        texts = [
            ", ".join(map(messages.element, np.atleast_1d(cells[at] if channel is None else cells[at][channel])))
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

        return self.watch(HeatMap(self.told))

    def show(self, now: SliceReply, before: SliceReply | None) -> str:
        cells, was = self.compared(now, before)
        shown = cells if was is None else cells.astype(np.float64) - was.astype(np.float64)
        self.widget.show_cells(shown, self.place(), was is not None, self._part is not None)
        return thinned(now.steps) if was is None else tr("difference to the run before")

    def told(self, x: float, y: float) -> str:
        return self.cell(round(y), round(x))


class Image(Map):
    """A slice as an image: grey, RGB or single channels."""

    kind, monitor, options = IMAGE, monitor_types.IMAGE, ("range",)
    title = QT_TRANSLATE_NOOP("Viewer", "Image")
    _tiles: list[tuple[int, int]] = []
    _span = 0.0, 1.0

    def make(self) -> QWidget:
        from blockloom.app.window.results.plots import ImagePlot

        made = ImagePlot(self.told)
        self.watch(made.now)
        return made

    def axes(self) -> tuple[int | None, int | None]:
        """The axes of an image: those before the channels, where there are some. Of rank 3 it may be a batch."""
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
            rows, columns = ((0, size) for size in picker.extent)  # of tiles no part
        at = picker.at((*rows, most), (*columns, most))
        at[-1] = [0, count, count] if chosen is None else chosen
        return requests.GetSliceRequest(self.viewer.at, at)

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
        if self._part is None:  # what is black and what is white stays, where somebody looks closer
            self._span = span_of([pixels] if was is None else [pixels, was])
        span = self.viewer.range.currentData() or self._span
        self._tiles = corners(*pixels.shape) if pixels.shape[2] > 4 else []
        place, notes = self.place(), [thinned(now.steps)]
        if self._tiles:
            pixels, was = tiled(pixels, span), None if was is None else tiled(was, span)
            place = QRectF(-0.5, -0.5, pixels.shape[1], pixels.shape[0])
            if self.viewer.shape[-1] > TILES:
                notes.append(tr("the first {} of {} channels").format(TILES, f"{self.viewer.shape[-1]:,}"))
        most = self.widget.show_image(pixels, place, span, was, self._tiles, self._part is not None)
        if most is not None:
            notes.append(tr("differs by up to {:.4g}").format(most) if most else tr("as in the run before"))
        return "; ".join(filter(None, notes))

    def told(self, x: float, y: float) -> str:
        row, column = round(y), round(x)
        for channel, (top, left) in enumerate(self._tiles):
            high, wide = self._cells.shape[:2]
            if 0 <= row - top < high and 0 <= column - left < wide:
                place = (row - top) * self._steps[0], (column - left) * self._steps[1]
                return tr("channel {0}").format(channel) + "  " + self.cell(*place, channel)
        return "" if self._tiles else self.cell(row, column)

    def picture(self) -> QPixmap:
        """The pixels themselves, where it is one image."""
        pixels = self.widget.now.image.image
        if self.viewer.compare.isChecked() or pixels is None:
            return super().picture()
        return QPixmap.fromImage(qt.image(pixels))
