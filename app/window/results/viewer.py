"""A view of one result, as a table, as plots, as an image or as text; in a separate window or pinned."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import Any, cast

import numpy as np
from msgspec.structs import replace
from PySide6.QtCore import QCoreApplication, QEvent, QObject, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeySequence, QPixmap, QShowEvent, QStandardItemModel
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFileDialog,
    QLabel,
    QMenu,
    QMessageBox,
    QProgressDialog,
    QStackedWidget,
    QWidget,
)
from shiboken6 import isValid

from blockloom.app import qt
from blockloom.app.canvas.scene.translation import translated
from blockloom.app.plain import Label, as_is
from blockloom.app.window.dialogs.waiting import progress_dialog, troubles_told
from blockloom.app.window.results.summaries import WindowBefore, dims, statistics
from blockloom.app.window.results.viewermode import (
    IMAGE,
    TABLE,
    Ask,
    Reply,
    ShownMonitor,
    SlicePicker,
    ViewerMode,
    ViewerState,
)
from blockloom.app.window.results.viewermodes import MODES, are_images, kind_of_monitor
from blockloom.app.window.widgets.flow_layout import Flow
from blockloom.blocks.document.addresses import Address
from blockloom.blocks.files.documents import FileError, write_atomic
from blockloom.blocks.results import monitors
from blockloom.blocks.results.monitors import Watch
from blockloom.blocks.values.dtypes import dtype_text
from blockloom.runtime.protocol import messages, requests
from blockloom.runtime.protocol.replies import NonfiniteReply, SaveResultReply, SliceReply, TensorStatisticsReply
from blockloom.runtime.run.monitor_traces import Traces

_COPIED = 100_000  # most cells that are copied
_PATIENCE = 500  # milliseconds until the progress dialog appears


def exact(value: object) -> str:
    """Return an element for a spreadsheet: all its digits; a text in quotes if it would be more than one cell."""
    if isinstance(value, bytes):
        text = value.decode("utf-8", "replace")
        return '"' + text.replace('"', '""') + '"' if any(c in text for c in '\t\r\n"') else text
    return (
        str(value).removesuffix(".0")
        if isinstance(value, np.floating)
        else messages.element_text(value)
        if isinstance(value, np.bool_)
        else str(value)
    )


class TensorFile(QObject):
    """Copies and saves what a viewer shows. `progress` is the job under way and its dialog."""

    def __init__(self, viewer: ViewerState):
        super().__init__(viewer.stack)
        self.viewer = viewer
        self.progress: tuple[int, QProgressDialog] | None = None

    def copy(self) -> None:
        """Copy the selected cells as text, with tabs between columns; the text; or the plot as a picture."""
        viewer, copied = self.viewer, self.viewer.mode.copied()
        if isinstance(copied, str):
            QGuiApplication.clipboard().setText(copied)
            viewer.note.setText(self.tr("copied"))
        elif isinstance(copied, QPixmap):
            QGuiApplication.clipboard().setPixmap(copied)
            viewer.note.setText(self.tr("copied as a picture"))
        else:
            rows, columns = copied
            if len(rows) * len(columns) > _COPIED:
                viewer.note.setText(
                    self.tr("At most {} cells can be copied: save the tensor instead.").format(f"{_COPIED:,}")
                )
                return

            def done(cells: np.ndarray | None) -> None:
                if cells is not None:
                    QGuiApplication.clipboard().setText("\n".join("\t".join(map(exact, row)) for row in cells))
                    viewer.note.setText(self.tr("{} cells copied").format(f"{cells.size:,}"))

            viewer.cells((rows.start, rows.stop), (columns.start, columns.stop), False, done)

    def ask_path(self) -> None:
        """Ask for a file, and write it."""
        at = self.viewer.address
        kinds = self.tr("NumPy array (*.npy);;Comma-separated values (*.csv)")
        if self.viewer.mode.plot:
            kinds += ";;" + self.tr("Picture as it is shown (*.png)")
        path, chosen = QFileDialog.getSaveFileName(
            self.viewer.stack, self.tr("Save the tensor"), f"{at.block}_{at.pin}.npy", kinds
        )
        if path:
            ends = (".npy", ".csv", ".png")[: kinds.count(";;") + 1]
            if not path.lower().endswith(ends):
                path += next((end for end in ends if end in chosen), ".npy")
            self.save(path)

    def _picture(self, path: str) -> None:
        with troubles_told(self.viewer.stack, self.tr("Cannot save"), FileError):
            write_atomic(path, qt.png(self.viewer.mode.picture()))
            self.viewer.note.setText(self.tr("saved to {}").format(path))

    def save(self, path: str) -> None:
        """Have the worker write the file, with a dialog that can cancel it. A .png is a picture of the plot."""
        if path.lower().endswith(".png"):
            self._picture(path)
            return
        viewer, job = self.viewer, next(requests.job_numbers)
        progress = progress_dialog(self.tr("Writing {}…").format(path), 1000, viewer.stack)
        progress.setMinimumDuration(_PATIENCE)
        progress.setWindowModality(Qt.WindowModality.WindowModal)
        progress.canceled.connect(lambda: viewer.ask(requests.CancelRequest(job), lambda _: None))
        progress.setValue(0)
        self.progress = job, progress

        def done(reply: SaveResultReply | None) -> None:
            self.progress = None
            progress.canceled.disconnect()
            progress.close()
            progress.deleteLater()
            why = self.tr("the worker ended") if reply is None else translated(reply.error)
            if reply is not None and reply.saved:
                viewer.note.setText(self.tr("saved to {}").format(path))
            elif why:
                QMessageBox.critical(viewer.stack, self.tr("Cannot save"), as_is(f"{path}: {why}"))
            else:
                viewer.note.setText(self.tr("not saved"))

        viewer.ask(requests.SaveResultRequest(viewer.address, path, job), done)

    def saving(self, job: int, part: float) -> None:
        """Show the part of a file that is written."""
        if self.progress is not None and self.progress[0] == job and not self.progress[1].wasCanceled():
            self.progress[1].setValue(min(999, int(part * 1000)))


_ALL = 1 << 60  # more elements than any tensor has: stands for all elements


class Viewer(QWidget):
    """A view of the output at `address` of a page.

    `ask` sends a request to the worker, `traces` returns the values recorded step by step. `titled` emits a new title.
    """

    titled = Signal(str)
    pin_wanted = Signal()  # emitted to show the viewer in a dock
    canvas_wanted = Signal()  # emitted to show the viewer on the canvas
    watches_changed = Signal()

    def __init__(
        self,
        at: Address,
        dtype: str,
        shape: tuple[int, ...],
        ask: Ask,
        traces: Callable[[], Traces | None] = lambda: None,
        parent: QWidget | None = None,
    ):
        super().__init__(parent)
        self.address, self.dtype = at, ""
        self.shape: tuple[int, ...] = ()
        # Ignore replies that arrive after the viewer is closed.
        self.ask: Ask = lambda request, done: ask(request, lambda reply: done(reply) if isValid(self) else None)
        self.traces = traces
        self.monitor: Callable[[], ShownMonitor | None] = lambda: None
        self.busy = self._again = self._gone = False
        self._turn = 0  # number of the latest request: replies to earlier ones are ignored
        self.nonfinite: tuple[int, ...] | None = None  # index of the NaN or infinity that was shown last
        self._statistics_cost, self._statistics_when, self._statistics_busy = 0.0, 0.0, False
        self.picker = SlicePicker()
        self.stack = QStackedWidget()
        self.modes: dict[str, ViewerMode[Any]] = {mode.kind: mode(self) for mode in MODES}
        self.kind = qt.with_name(QComboBox(), self.tr("View"))
        for mode in self.modes.values():
            self.kind.addItem(QCoreApplication.translate("Viewer", mode.title), mode.kind)
        self.range = qt.with_name(
            QComboBox(), self.tr("Values that are black and white"), self.tr("Values that are black and white")
        )
        for text, span in (
            (self.tr("automatic"), None),
            ("0 .. 1", (0.0, 1.0)),
            ("-1 .. 1", (-1.0, 1.0)),
            ("0 .. 255", (0.0, 255.0)),
        ):
            self.range.addItem(text, span)
        self.channel = qt.with_name(QComboBox(), self.tr("Channels"))
        self.compare = QCheckBox(self.tr("&Previous run"))
        self.compare.setToolTip(self.tr("Compare with the result of the previous run"))
        self.log = QCheckBox(self.tr("&Logarithmic"))
        self.log.setToolTip(self.tr("Use a logarithmic scale, which leaves out values of 0 or less"))
        self.file = TensorFile(self)
        self.grid = self.modes[TABLE].widget
        self.grid.setAccessibleName(self.tr("Elements"))
        self.stats = QLabel(textFormat=Qt.TextFormat.RichText)
        self.stats.setTextInteractionFlags(Qt.TextInteractionFlag.TextBrowserInteraction)
        self.stats.linkActivated.connect(lambda _: self.next_nonfinite())
        self.note = NoteLine()
        self._lay_out()
        self.kind.currentIndexChanged.connect(self._kind_changed)
        self.range.currentIndexChanged.connect(lambda _: self.update_view())
        self.channel.currentIndexChanged.connect(lambda _: self.update_view())
        self.compare.toggled.connect(self._compare)
        self.log.toggled.connect(lambda _: self.update_view())
        self.picker.changed.connect(lambda: self._picked(False))
        within = Qt.ShortcutContext.WidgetWithChildrenShortcut
        self.grid.addActions(
            [
                qt.action(self, self.tr("Copy"), self.file.copy, QKeySequence.StandardKey.Copy, within),
                qt.action(self, self.tr("Next NaN or infinity"), self.next_nonfinite, "F3", within),
            ]
        )
        self.grid.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        self._soon = qt.timer(self, self._ask_statistics)
        self.refresh(dtype, shape)

    def _lay_out(self) -> None:
        head = Flow()
        head.setContentsMargins(6, 4, 6, 2)
        for widget in (self.kind, self.channel, self.range, self.log, self.compare):
            head.addWidget(widget)
        head.tail = head.count()
        for text, tip, do in (
            (self.tr("&Copy"), self.tr("Copy the selected cells, or the picture"), self.file.copy),
            (
                self.tr("&Save…"),
                self.tr("Save the whole tensor as .npy or .csv, or a plot as .png"),
                self.file.ask_path,
            ),
        ):
            self.save = qt.button(text, do, as_is(tip))
            self.save.setFixedWidth(self.save.fontMetrics().horizontalAdvance(text) + 24)
            head.addWidget(self.save)
        self.pin = qt.button(self.tr("&Pin"), tip=self.tr("Keep the viewer in sight"))
        menu = QMenu(self.pin)
        self.to_canvas = menu.addAction(self.tr("On the &Canvas, Next to Its Block"), self.canvas_wanted.emit)
        self.to_dock = menu.addAction(self.tr("In a &dock of the window"), self.pin_wanted.emit)
        self.pin.setMenu(menu)
        self.pin.setFixedWidth(self.pin.fontMetrics().horizontalAdvance(self.pin.text()) + 40)
        head.addWidget(self.pin)
        self.stats.setWordWrap(True)
        self.note.setWordWrap(True)
        self.note.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.stack.setMinimumHeight(90)
        foot = qt.line((self.stats, 2), (self.note, 1), margins=(6, 2, 6, 4), space=12)
        qt.column(head, self.picker, (self.stack, 1), foot, of=self, margins=0, space=2)

    def title(self) -> str:
        """Return the title, such as `TAKE.values[2][2]`."""
        return self.address.display_text + dims(self.shape)

    def refresh(self, dtype: str, shape: tuple[int, ...]) -> None:
        """Show a new result of this dtype and shape."""
        dtype = dtype_text(dtype)
        first, other = not self.dtype, shape != self.shape or dtype != self.dtype
        if self._gone:
            self.note.setText("")
        self.dtype, self.shape, self._gone = dtype, shape, False
        if other:
            self.picker.set_shape(shape, *self.mode.axes())
            self._offer()
            self._offer_channels()
            self.titled.emit(self.title())
        if first:
            self._kind_changed()
        else:
            self._picked(not other)
        self._soon.start(self._patience())

    def follow(self, at: Address) -> None:
        """Take over the output's new address."""
        if at != self.address:
            self.address = at
            self.titled.emit(self.title())

    def lose(self) -> None:
        """Show that the worker no longer has the result."""
        self._gone = True
        self.note.setText(self.tr("The worker no longer has this result: run again."))

    @property
    def numbers(self) -> bool:
        """True if the tensor has real numbers."""
        return self.dtype != "DT_STRING" and not self.dtype.startswith("DT_COMPLEX")

    @property
    def mode(self) -> ViewerMode[Any]:
        """The mode that is shown."""
        return self.modes[self.kind.currentData()]

    def _offer(self) -> None:
        """Offer the kinds that fit the tensor."""
        for row in range(self.kind.count()):
            fits = self.modes[self.kind.itemData(row)].can_show(self.numbers, self.shape)
            cast(QStandardItemModel, self.kind.model()).item(row).setEnabled(fits)
        if not self.mode.can_show(self.numbers, self.shape):
            self.kind.setCurrentIndex(0)

    def show_kind(self, kind: str) -> None:
        """Show the tensor as TABLE, LINES …, if possible."""
        if self.modes[kind].can_show(self.numbers, self.shape):
            self.kind.setCurrentIndex(self.kind.findData(kind))

    @property
    def usual_kind(self) -> str:
        """The kind in which the tensor is shown at first: images and feature maps as pictures, others as a table."""
        return IMAGE if self.numbers and are_images(self.shape) else TABLE

    def show_monitor(self, monitor: Callable[[], ShownMonitor | None]) -> None:
        """Show what a monitor shows, with its labels, colours and scale."""
        self.monitor, shown = monitor, monitor()
        if shown is None:
            return
        self.show_kind(kind_of_monitor(shown.block.type))
        self.log.setChecked(monitors.flag(shown.block, "logarithmic"))
        for watch in shown.watches[:1]:
            if watch.matrix and watch.index:
                self.picker.go((*watch.index, *[0] * len(self.shape))[: len(self.shape)])
            if watch.channel >= 0:
                self.channel.setCurrentIndex(self.channel.findData(watch.channel))
        self.watches_changed.emit()
        self.update_view()

    def _kind_changed(self) -> None:
        mode = self.mode
        self.note.setText("")
        self.range.setVisible("range" in mode.options)
        self.log.setVisible("log" in mode.options)
        self.picker.set_shape(self.shape, *self.mode.axes())
        self._offer_channels()
        self.picker.setVisible(len(self.shape) > 1 and mode.sliced)
        self.stack.setCurrentWidget(mode.widget)
        if mode.plot:
            mode.widget.setAccessibleName(self.kind.currentText())
        self._picked(False)
        self.watches_changed.emit()

    def _offer_channels(self) -> None:
        """Offer the channels of an image: each, or all."""
        count = self.mode.channels()
        self.channel.setVisible(count > 1)
        if count != self.channel.count() - 1:
            with QSignalBlocker(self.channel):
                self.channel.clear()
                self.channel.addItem(self.tr("all channels") if count < 5 else self.tr("channels as tiles"))
                for number in range(count):
                    self.channel.addItem(self.tr("channel {}").format(number), number)

    def _compare(self, on: bool) -> None:
        self.note.setText("")
        self.grid.set_compare(on)
        self.update_view()

    def _picked(self, keep: bool) -> None:
        """Show another slice, or with `keep` new values of the same slice."""
        self.grid.set_values(*self.picker.extent, keep)
        self._turn += 1
        self.busy = False
        self.update_view()

    @property
    def watches(self) -> list[Watch]:
        """Elements to record step by step for the view."""
        return self.mode.watches()

    def update_view(self) -> None:
        """Ask for the view, one request at a time: requests that arrive meanwhile are joined and sent after it."""
        if self._gone:
            return
        if self.busy:
            self._again = True
            return
        self.mode.update()

    def request(self, mode: ViewerMode[Reply]) -> None:
        """Request the data of a mode, which then shows them."""
        request, self.busy, turn = mode.question(), True, self._turn

        def got(reply: Reply | None) -> None:
            if turn != self._turn:
                return
            if reply is None or not reply.dtype:
                self.busy = False
                self.lose()
            elif self.compare.isChecked():
                self.ask(replace(request, previous_run=True), lambda before: show(reply, before))
            else:
                show(reply, None)

        def show(reply: Reply, before: Reply | None) -> None:
            if turn != self._turn:
                return
            self.busy = False
            note = mode.show(reply, before if before is not None and before.array is not None else None)
            self.note.setText("; ".join(filter(None, (note, self._before_said(before)))))
            if self._again:
                self._again = False
                self.update_view()

        self.ask(request, got)

    def _before_said(self, reply: SliceReply | TensorStatisticsReply | None) -> str:
        """Return a note on the previous run, if its result has another shape or is missing."""
        if not self.compare.isChecked():
            return ""
        if reply is None or not reply.dtype:
            return self.tr("the previous run has no result to compare with")
        shape = tuple(reply.shape)
        if shape == self.shape:
            return ""
        return self.tr("the previous run has {}").format(dims(shape) or dtype_text(reply.dtype))

    def turned(self, cells: np.ndarray) -> np.ndarray:
        """Return cells from the worker with rows first."""
        return cells.swapaxes(0, 1) if self.picker.turned and cells.ndim > 1 else cells

    def cells(
        self, rows: tuple[int, int], columns: tuple[int, int], before: bool, done: Callable[[np.ndarray | None], None]
    ) -> None:
        """Ask the worker for cells of the grid."""

        def got(reply: SliceReply | None) -> None:
            if before:
                self.note.setText(self._before_said(reply))
            if reply is None or reply.array is None:
                if not before:
                    self.lose()
                done(None)
                return
            cells = self.turned(reply.array)
            done(cells.reshape(1, 1) if cells.ndim == 0 else cells.reshape(-1, 1) if cells.ndim == 1 else cells)

        self.ask(
            requests.GetSliceRequest(self.address, self.picker.ranges((*rows, _ALL), (*columns, _ALL)), before), got
        )

    def next_nonfinite(self) -> None:
        """Go to the next NaN or infinity in the table, from the beginning again after the last one."""

        def got(reply: NonfiniteReply | None) -> None:
            if reply is None or reply.index is None:
                self.note.setText(self.tr("all numbers are finite"))
                return
            self.show_kind(TABLE)
            self.nonfinite = tuple(reply.index)
            self.grid.go(*self.picker.go(self.nonfinite))
            self.grid.setFocus()

        if self.dtype != "DT_STRING":
            here, after = self.picker.place(*self.grid.current), 0
            for at, size in zip(here, self.shape):
                after = after * size + at
            self.ask(requests.FindNonFiniteRequest(self.address, after - (here != self.nonfinite)), got)

    def _patience(self) -> int:
        """Return the milliseconds until the next statistics, which take at most a fifth of the time."""
        wait = self._statistics_when + 5 * self._statistics_cost - time.monotonic() if self._statistics_when else 0.0
        return max(0, math.ceil(wait * 1000))

    def _ask_statistics(self) -> None:
        if self._statistics_busy or self._gone or not self.isVisible():
            return
        self._statistics_busy, began = True, time.monotonic()

        def got(reply: TensorStatisticsReply | None) -> None:
            self._statistics_busy, self._statistics_when = False, time.monotonic()
            self._statistics_cost = self._statistics_when - began
            self.stats.setText(statistics(self.dtype, math.prod(self.shape), reply))

        self.ask(requests.GetStatisticsRequest(self.address), got)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "file"):
            self._ask_statistics()  # in the colours of the theme
            for mode in self.modes.values():  # plots keep their first colours, so create them again
                mode.drop()
            if self.mode.plot:
                self._kind_changed()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._soon.start(0)


class NoteLine(Label):
    """A line that takes no room while it is empty."""

    def __init__(self) -> None:
        super().__init__(objectName="dim")
        self.hide()

    def setText(self, text: str) -> None:
        if text != self.text():
            super().setText(text)
            self.setVisible(bool(text))


class ViewerWindow(WindowBefore):
    """One viewer, which may be pinned elsewhere."""

    def __init__(self, viewer: Viewer, parent: QWidget):
        super().__init__(viewer.title(), parent)
        self.viewer: Viewer | None = viewer  # None after the viewer is pinned
        qt.column(viewer, of=self, margins=0)
        viewer.titled.connect(self.setWindowTitle)
        self.resize(760, 520)
