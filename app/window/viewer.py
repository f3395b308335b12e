"""One result, seen as a table, as plots, as an image or as text; in a window of its own or pinned as a dock."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QFontDatabase, QGuiApplication, QKeySequence
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QHBoxLayout,
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)
from shiboken6 import isValid

from app.canvas.traces import Series
from app.window.elements import unravel
from app.window.gridview import GridView
from app.window.slicepicker import SlicePicker
from app.window.summaries import dims, statistics
from app.window.tensorfile import TensorFile
from blocks.monitors import Watch
from runtime import messages

TABLE, LINES, STEPS, HEAT, IMAGE, HISTOGRAM, TEXT = "table", "lines", "steps", "heat", "image", "histogram", "text"
_ACROSS = 1024              # rows and columns of a plotted slice, at most
_POINTS = 4000              # of a line
_LINES = 12
_COPIED = 100_000
_ALL = 1 << 60              # more than there is: nothing is thinned out

# asks the worker: what, a callback that gets the reply or None, and its fields
Ask = Callable[..., None]
Key = tuple[str, str, int | None]       # block, output pin, element of a list output or None


class Viewer(QWidget):
    """Shows `key`; `ask(do, done, **fields)` asks the worker about it. `titled` tells a new title."""

    titled = Signal(str)
    pin_wanted = Signal()
    watches_changed = Signal()

    def __init__(self, key: Key, dtype: str, shape: tuple[int, ...], ask: Ask,
                 series: Callable[[Watch], Series | None] = lambda watch: None, parent: QWidget | None = None):
        super().__init__(parent)
        self.key, self.dtype, self.shape = key, "", ()
        # An answer may come after the viewer is gone.
        self.ask = lambda do, done, **fields: ask(do, lambda reply: done(reply) if isValid(self) else None, **fields)
        self._series = series
        self._busy = self._again = self._gone = False
        self._turn = 0                          # an answer to an earlier question is no answer
        self._about: dict | None = None
        self._about_cost, self._about_when, self._about_busy = 0.0, 0.0, False
        self._plots: dict[str, Any] = {}
        self.kind = QComboBox()
        self.kind.setAccessibleName(self.tr("How it is shown"))
        for value, text in ((TABLE, self.tr("Table")), (LINES, self.tr("Lines")), (STEPS, self.tr("Over steps")),
                            (HEAT, self.tr("Heat map")), (IMAGE, self.tr("Image")),
                            (HISTOGRAM, self.tr("Histogram")), (TEXT, self.tr("Text"))):
            self.kind.addItem(text, value)
        self.range = QComboBox()
        self.range.setAccessibleName(self.tr("What is black and what is white"))
        for text, span in ((self.tr("automatic"), None), ("0 .. 1", (0.0, 1.0)), ("-1 .. 1", (-1.0, 1.0)),
                           ("0 .. 255", (0.0, 255.0))):
            self.range.addItem(text, span)
        self.compare = QCheckBox(self.tr("&Run before"))
        self.compare.setToolTip(self.tr("Compare with what the run before gave"))
        self.file = TensorFile(self)
        self.picker = SlicePicker()
        self.grid = GridView(self._cells)
        self.grid.setAccessibleName(self.tr("Elements"))
        self.text = QPlainTextEdit(readOnly=True)
        self.text.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.text.setAccessibleName(self.tr("Text"))
        self.stack = QStackedWidget()
        self.stack.addWidget(self.grid)
        self.stack.addWidget(self.text)
        self.stats = QLabel()
        self.stats.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.note = QLabel(objectName="dim")
        self._lay_out()
        self.kind.currentIndexChanged.connect(self._kind_changed)
        self.range.currentIndexChanged.connect(lambda _: self.update_view())
        self.compare.toggled.connect(self._compare)
        self.picker.changed.connect(lambda: self._picked(False))
        copy = QAction(self.tr("Copy"), self, shortcut=QKeySequence.StandardKey.Copy,
                       shortcutContext=Qt.ShortcutContext.WidgetWithChildrenShortcut)
        copy.triggered.connect(self.copy)
        self.addAction(copy)
        self.grid.addAction(copy)
        self.grid.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        self._soon = QTimer(self, singleShot=True)
        self._soon.timeout.connect(self._ask_about)
        self.refresh(dtype, shape)

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setContentsMargins(6, 4, 6, 2)
        for widget in (self.kind, self.range, self.compare):
            head.addWidget(widget)
        head.addStretch(1)
        for text, tip, do in ((self.tr("&Copy"), self.tr("Copy the selected cells, or the picture"), self.copy),
                              (self.tr("&Save ..."), self.tr("Write the whole tensor to a .npy or .csv file"),
                               self.file.ask_path)):
            button = QPushButton(text, toolTip=tip, autoDefault=False)
            button.clicked.connect(lambda _=False, do=do: do())
            head.addWidget(button)
        self.pin = QPushButton(self.tr("&Pin"), toolTip=self.tr("Keep it in a dock of the main window"),
                               autoDefault=False)
        self.pin.clicked.connect(self.pin_wanted)
        head.addWidget(self.pin)
        foot = QHBoxLayout()
        foot.setContentsMargins(6, 2, 6, 4)
        foot.addWidget(self.stats, 1)
        foot.addWidget(self.note)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        column.addLayout(head)
        column.addWidget(self.picker)
        column.addWidget(self.stack, 1)
        column.addLayout(foot)

    # --- results --------------------------------------------------------------------------------------------------

    def title(self) -> str:
        """`TAKE.values[2][2]`"""
        block, pin, element = self.key
        return f"{block}.{pin}" + ("" if element is None else f"[{element}]") + dims(self.shape)

    def refresh(self, dtype: str, shape: tuple[int, ...]) -> None:
        """There is a new result."""
        first, other = not self.dtype, shape != self.shape or dtype != self.dtype
        self.dtype, self.shape, self._gone = dtype, shape, False
        self.note.setText("")
        if other:
            axes = self._image_axes() if self.kind.currentData() == IMAGE else (None, None)
            self.picker.set_shape(shape, *axes)
            self._offer()
            self.titled.emit(self.title())
        if first:
            self._kind_changed()
        else:
            self._picked(not other)
        self._soon.start(self._patience())

    def rename(self, block: str) -> None:
        """The block has this name now."""
        if block != self.key[0]:
            self.key = (block, *self.key[1:])
            self.titled.emit(self.title())

    def lose(self) -> None:
        """There is no such result any more."""
        self._gone = True
        self.note.setText(self.tr("The worker holds this result no longer: run again."))

    @property
    def numbers(self) -> bool:
        return self.dtype != "string" and not self.dtype.startswith("complex")

    def _offer(self) -> None:
        """Offer the kinds that make sense for what there is."""
        model = self.kind.model()
        plots = self.numbers and math.prod(self.shape) > 0
        fits = {TABLE: True, TEXT: True, STEPS: plots, HISTOGRAM: plots, LINES: plots and len(self.shape) > 0,
                HEAT: plots and len(self.shape) > 1, IMAGE: plots and len(self.shape) > 1}
        for row in range(self.kind.count()):
            model.item(row).setEnabled(fits[self.kind.itemData(row)])
        if not fits[self.kind.currentData()]:
            self.kind.setCurrentIndex(0)

    def show_kind(self, kind: str) -> None:
        """Show it as TABLE, LINES ..."""
        self.kind.setCurrentIndex(self.kind.findData(kind))

    def _kind_changed(self) -> None:
        kind = self.kind.currentData()
        self.range.setVisible(kind == IMAGE)
        self.compare.setEnabled(kind not in (STEPS, IMAGE, TEXT))
        self.picker.set_shape(self.shape, *(self._image_axes() if kind == IMAGE else (None, None)))
        self.picker.setVisible(len(self.shape) > 1 and kind not in (HISTOGRAM, STEPS))
        self.picker.setEnabled(kind != TEXT)
        if kind == TABLE:
            self.stack.setCurrentWidget(self.grid)
        elif kind == TEXT:
            self.stack.setCurrentWidget(self.text)
        else:
            self.stack.setCurrentWidget(self._plot(kind))
        self._picked(False)
        self.watches_changed.emit()

    def _plot(self, kind: str) -> Any:
        if kind not in self._plots:
            from app.window import plots
            make = {LINES: plots.Lines, STEPS: plots.Lines, HEAT: plots.HeatMap, IMAGE: plots.Picture,
                    HISTOGRAM: plots.Histogram}[kind]
            plot = self._plots[kind] = make()
            plot.setAccessibleName(self.kind.currentText())
            self.stack.addWidget(plot)
        return self._plots[kind]

    def _compare(self, on: bool) -> None:
        self.grid.set_compare(on)
        self.update_view()

    def _picked(self, keep: bool) -> None:
        """Another slice, or (`keep`) new values of the same one."""
        self.grid.set_size(*self.picker.size, keep)
        self._turn += 1
        self._busy = False
        self.update_view()

    def update_view(self) -> None:
        """Ask for what is shown now. One question at a time: what comes meanwhile is asked after it."""
        if self._gone:
            return
        if self._busy:
            self._again = True
            return
        kind = self.kind.currentData()
        if kind == TABLE:
            self.grid.viewport().update()
        elif kind == HISTOGRAM:
            self._show_histogram()
        elif kind == STEPS:
            self._show_steps()
        else:
            self._request(kind)

    def _image_axes(self) -> tuple[int | None, int | None]:
        """The axes of an image: those before the channels, where there are some."""
        rank = len(self.shape)
        if rank > 2 and 1 <= self.shape[-1] <= 4:
            return rank - 3, rank - 2
        return None, None

    @property
    def _channels(self) -> bool:
        rank = len(self.shape)
        return rank > 2 and 1 <= self.shape[-1] <= 4 and rank - 1 not in (self.picker.rows, self.picker.columns)

    def _at(self, kind: str) -> list:
        rows, columns = self.picker.size
        if kind == LINES:
            return self.picker.at((0, rows, _POINTS), (0, min(columns, _LINES), _LINES))
        at = self.picker.at((0, rows, _ACROSS), (0, columns, _ACROSS))
        if kind == IMAGE and self._channels:
            at[-1] = [0, self.shape[-1], 4]
        if kind == TEXT:
            most = {1: 10_000}.get(len(self.shape), 200)
            at = self.picker.at((0, min(rows, most), most), (0, min(columns, most), most))
        return at

    def _request(self, kind: str) -> None:
        at, self._busy, turn = self._at(kind), True, self._turn

        def got(reply: dict | None) -> None:
            if turn != self._turn:
                return
            if reply is None or not reply["dtype"]:
                self._busy = False
                self.lose()
            elif self.compare.isChecked() and kind in (LINES, HEAT):
                self._slice(at, True, lambda before: show(reply, before))
            else:
                show(reply, None)

        def show(reply: dict, before: dict | None) -> None:
            if turn != self._turn:
                return
            self._busy = False
            cells = self._turned(reply["arrays"][0])
            was = self._turned(before["arrays"][0]) if before and before.get("arrays") else None
            getattr(self, f"_show_{kind}")(cells, reply["steps"], was)
            if self._again:
                self._again = False
                self.update_view()
        self._slice(at, False, got)

    def _slice(self, at: list, before: bool, done: Callable[[dict | None], None]) -> None:
        block, pin, element = self.key
        self.ask("slice", done, block=block, pin=pin, element=element, at=at, before=before)

    def _turned(self, cells: np.ndarray) -> np.ndarray:
        return cells.swapaxes(0, 1) if self.picker.turned and cells.ndim > 1 else cells

    def _cells(self, rows: tuple[int, int], columns: tuple[int, int], before: bool, done: Callable) -> None:
        """What the grid asks for."""
        def got(reply: dict | None) -> None:
            if reply is None or not reply["dtype"]:
                if not before:
                    self.lose()
                done(None)
                return
            cells = self._turned(reply["arrays"][0])
            done(cells.reshape(1, 1) if cells.ndim == 0 else cells.reshape(-1, 1) if cells.ndim == 1 else cells)
        self._slice(self.picker.at((*rows, _ALL), (*columns, _ALL)), before, got)

    # --- showing --------------------------------------------------------------------------------------------------

    def _show_lines(self, cells: np.ndarray, steps: list[int], before: np.ndarray | None) -> None:
        cells = cells.reshape(len(cells), -1).astype(np.float64)
        names = [str(i) for i in range(cells.shape[1])]
        x = np.arange(len(cells)) * (steps[1 if self.picker.turned and len(steps) > 1 else 0])
        self._plot(LINES).show_lines(x, cells, names, None if before is None else
                                     before.reshape(len(before), -1).astype(np.float64), self.tr("index"))
        wide = self.picker.size[1]
        if wide > _LINES:
            self.note.setText(self.tr("the first {} of {} columns").format(_LINES, f"{wide:,}"))

    @property
    def watches(self) -> list[Watch]:
        """What must be recorded step by step for what is shown."""
        if self.kind.currentData() != STEPS:
            return []
        block, pin, element = self.key
        pin = pin if element is None else f"{pin}[{element}]"
        return [Watch(block, pin, flat=i) for i in range(min(math.prod(self.shape), _LINES))]

    def _show_steps(self) -> None:
        lines = [(watch, self._series(watch)) for watch in self.watches]
        name = self.key[1]
        drawn = [(name + dims(unravel(watch.flat or 0, self.shape)), series.points) for watch, series in lines
                 if series is not None and len(series.points)]
        self._plot(STEPS).show_series(drawn, self.tr("step"))
        count = math.prod(self.shape)
        self.note.setText(self.tr("Run the page: every step is recorded from now on.") if not drawn else self.tr(
            "the first {} of {} elements").format(_LINES, f"{count:,}") if count > _LINES else "")

    def _show_heat(self, cells: np.ndarray, steps: list[int], before: np.ndarray | None) -> None:
        differs = before is not None and before.shape == cells.shape
        shown = cells.astype(np.float64) - before.astype(np.float64) if differs else cells
        self._plot(HEAT).show_cells(shown, self.picker.size, differs)
        self.note.setText(self.tr("difference to the run before") if differs else self._thinned(steps))

    def _show_image(self, cells: np.ndarray, steps: list[int], before: np.ndarray | None) -> None:
        pixels = cells if cells.ndim == 3 else cells[:, :, None]
        span = self.range.currentData() or self._span(pixels)
        self._plot(IMAGE).show_image(pixels, self.picker.size, span)
        self.note.setText(self._thinned(steps))

    def _span(self, pixels: np.ndarray) -> tuple[float, float]:
        """What an image's numbers mean: bytes, 0 to 1, or from the least to the greatest."""
        if pixels.dtype == np.uint8:
            return 0.0, 255.0
        finite = pixels[np.isfinite(pixels)] if pixels.dtype.kind == "f" else pixels
        if not finite.size:
            return 0.0, 1.0
        low, high = float(finite.min()), float(finite.max())
        if pixels.dtype.kind == "f" and low >= 0 and high <= 1:
            return 0.0, 1.0
        return low, high

    def _thinned(self, steps: list[int]) -> str:
        most = max(steps, default=1)
        return self.tr("every {}th element").format(most) if most > 1 else ""

    def _show_text(self, cells: np.ndarray, steps: list[int], before: np.ndarray | None) -> None:
        if cells.dtype == object and cells.ndim == 0:
            text = bytes(cells[()]).decode("utf-8", "replace")
        elif cells.dtype == object:
            text = "\n".join(bytes(v).decode("utf-8", "replace") for v in cells.reshape(-1))
        else:
            text = np.array2string(cells, max_line_width=160, threshold=cells.size + 1, separator=", ",
                                   formatter={"all": messages.element})
        self.text.setPlainText(text)
        if cells.size < math.prod(self.shape):
            self.note.setText(self.tr("{} of {} elements").format(f"{cells.size:,}", f"{math.prod(self.shape):,}"))

    def _show_histogram(self) -> None:
        block, pin, element = self.key
        turn, self._busy = self._turn, True

        def got(reply: dict | None) -> None:
            if turn != self._turn:
                return
            if not (reply and reply.get("numbers") and reply.get("edges")):
                self._busy = False
                return
            if self.compare.isChecked():
                self.ask("about", lambda before: show(reply, before), block=block, pin=pin, element=element,
                          before=True)
            else:
                show(reply, None)

        def show(reply: dict, before: dict | None) -> None:
            if turn == self._turn:
                self._busy = False
                was = (before["arrays"][0], before["edges"]) if before and before.get("edges") else None
                self._plot(HISTOGRAM).show_counts(reply["arrays"][0], reply["edges"], was)
                if self._again:
                    self._again = False
                    self.update_view()
        self.ask("about", got, block=block, pin=pin, element=element)

    # --- statistics -----------------------------------------------------------------------------------------------

    def _patience(self) -> int:
        """Milliseconds until a look at every element: they take a fifth of the time, at most."""
        wait = self._about_when + 5 * self._about_cost - time.monotonic() if self._about_when else 0.0
        return max(0, math.ceil(wait * 1000))

    def _ask_about(self) -> None:
        if self._about_busy or self._gone or not self.isVisible():
            return
        block, pin, element = self.key
        self._about_busy, began = True, time.monotonic()

        def got(reply: dict | None) -> None:
            self._about_busy, self._about_when = False, time.monotonic()
            self._about_cost = self._about_when - began
            self._about = reply
            self.stats.setText(statistics(self.dtype, math.prod(self.shape), reply))
        self.ask("about", got, block=block, pin=pin, element=element)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and self._plots:   # plots keep the colours that they are made in
            for plot in self._plots.values():
                self.stack.removeWidget(plot)
                plot.deleteLater()
            self._plots = {}
            self._kind_changed()

    def showEvent(self, event) -> None:
        super().showEvent(event)
        self._soon.start(0)

    # --- taking it away -------------------------------------------------------------------------------------------

    def copy(self) -> None:
        """The selected cells as text, columns apart by tabs; the text; or the plot as a picture."""
        kind = self.kind.currentData()
        if kind == TEXT:
            chosen = self.text.textCursor().selectedText().replace("\u2029", "\n")
            QGuiApplication.clipboard().setText(chosen or self.text.toPlainText())
            self.note.setText(self.tr("copied"))
        elif kind != TABLE:
            QGuiApplication.clipboard().setPixmap(self._plot(kind).grab())
            self.note.setText(self.tr("copied as a picture"))
        else:
            rows, columns = self.grid.selected()
            if len(rows) * len(columns) > _COPIED:
                self.note.setText(self.tr("At most {} cells can be copied: save the tensor instead.").format(
                    f"{_COPIED:,}"))
                return

            def done(cells: np.ndarray | None) -> None:
                if cells is not None:
                    QGuiApplication.clipboard().setText(
                        "\n".join("\t".join(messages.element(v) for v in row) for row in cells))
                    self.note.setText(self.tr("{} cells copied").format(f"{cells.size:,}"))
            self._cells((rows.start, rows.stop), (columns.start, columns.stop), False, done)


class ViewerWindow(QWidget):
    """A viewer in a window of its own; Escape closes it."""

    gone = Signal(object)

    def __init__(self, viewer: Viewer, parent: QWidget):
        super().__init__(parent, Qt.WindowType.Window)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.viewer = viewer
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(viewer)
        self.setWindowTitle(viewer.title())
        viewer.titled.connect(self.setWindowTitle)
        close = QAction(self, shortcut=QKeySequence(Qt.Key.Key_Escape))
        close.triggered.connect(self.close)
        self.addAction(close)
        self.resize(640, 460)

    def closeEvent(self, event) -> None:
        self.gone.emit(self)
        super().closeEvent(event)
