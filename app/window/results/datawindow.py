"""The first elements of a dataset, in a window of their own: they are read when it is opened, and again when asked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QAbstractItemView, QTableWidget, QTableWidgetItem, QWidget

from blockloom.app import qt
from blockloom.app.canvas.page.marks import described, short
from blockloom.app.canvas.scene.translation import translated
from blockloom.app.plain import Label, as_is
from blockloom.app.window.document.tabs import PageTabs
from blockloom.app.window.document.workspace import Workspace
from blockloom.app.window.results.windowbefore import WindowBefore
from blockloom.app.window.runs.controller import RunController
from blockloom.blocks.document.addresses import Address
from blockloom.blocks.values.dtypes import shown
from blockloom.runtime.protocol import requests
from blockloom.runtime.protocol.replies import PreviewReply
from blockloom.runtime.protocol.steps import Summary

_FIRST, _MORE = 10, 100  # elements
# Asks for so many elements, under the number of a job, and gives the reply; None where there is none.
Ask = Callable[[int, int, Callable[[PreviewReply | None], None]], None]


class DataWindow(WindowBefore):
    """Shows elements of a dataset, a row for each, a column for each tensor. `ask` fetches them, `cancel` ends that."""

    def __init__(self, at: Address, ask: Ask, cancel: Callable[[int], None], parent: QWidget):
        super().__init__(self.tr("Data of {}").format(at.shown), parent)
        self.setObjectName("look_at_data")
        self._ask, self._cancel, self._job = ask, cancel, 0
        self.table = qt.named(
            QTableWidget(editTriggers=QAbstractItemView.EditTrigger.NoEditTriggers, wordWrap=False), self.windowTitle()
        )
        self.told = Label(wordWrap=True)
        self.again = qt.button(self.tr("&Look Again"), lambda: self.look(_FIRST))
        self.more = qt.button(self.tr("&First {}").format(_MORE), lambda: self.look(_MORE))
        self.stop = qt.button(self.tr("&Stop"), self.end)
        qt.column(self.table, qt.line((self.told, 1), self.again, self.more, self.stop), of=self)
        self.resize(640, 420)
        self.look(_FIRST)

    def look(self, count: int) -> None:
        """Fetch up to `count` elements."""
        self.end()
        job = self._job = next(requests.jobs)
        self.told.setText(self.tr("Reading ..."))
        self._enable(True)
        self._ask(count, job, lambda reply: self._arrived(reply) if job == self._job else None)

    def end(self) -> None:
        """Cancel the fetch under way."""
        if self._job:
            self._cancel(self._job)
            self._job = 0
            self.told.setText(self.tr("Stopped."))
            self._enable(False)

    def _enable(self, busy: bool) -> None:
        self.stop.setEnabled(busy)
        self.again.setEnabled(not busy)
        self.more.setEnabled(not busy)

    def _arrived(self, reply: PreviewReply | None) -> None:
        self._job = 0
        self._enable(False)
        if reply is None:
            self.told.setText(self.tr("TensorFlow's process has no answer."))
            return
        elements, problems = reply.elements, reply.problems
        if problems:
            self.told.setText(self.tr("{}: {}").format(problems[0].address.local, translated(problems[0].message)))
        else:
            count = len(elements)
            self.told.setText(
                {
                    "data": self.tr("All {} elements: the data ends here."),
                    "count": self.tr("The first {} elements."),
                    "size": self.tr("The first {} elements: more would take too much memory."),
                    "time": self.tr("{} elements: more take too long."),
                }.get(reply.ended, "").format(count)
            )
        self._show(elements)

    def _show(self, elements: Sequence[Sequence[Summary | None]]) -> None:
        table, first = self.table, elements[0] if elements else []
        table.setRowCount(len(elements))
        table.setColumnCount(len(first))
        table.setHorizontalHeaderLabels([_heading(tensor) for tensor in first])
        for row, tensors in enumerate(elements):
            for column, tensor in enumerate(tensors):
                item = QTableWidgetItem(short(tensor))
                item.setToolTip(as_is(described(tensor)))
                table.setItem(row, column, item)
        table.resizeColumnsToContents()
        for column in range(table.columnCount()):
            table.setColumnWidth(column, min(table.columnWidth(column), 320))

    def closeEvent(self, event: QCloseEvent) -> None:
        self.end()
        super().closeEvent(event)


def _heading(summary: Summary | None) -> str:
    if not summary or "shape" not in summary:
        return short(summary)
    return f"{shown(summary['dtype'])} {summary['shape']}"


def look_at_data(workspace: Workspace, tabs: PageTabs, runs: RunController) -> None:
    """Show the first elements of the dataset that the selected block gives or takes from."""
    canvas, worker = tabs.canvas(), runs.worker
    workspace.typing_ends.emit()
    if not runs.consent.given(partial(look_at_data, workspace, tabs, runs)):
        return
    text, block = runs.text(), min(canvas.selection() & canvas.page.blocks.keys(), default="")
    if text is None or not block or not worker.start():
        return
    at = canvas.open_page.at(block)
    at, folder = at._replace(page=at.page or tabs.top()), workspace.document.folder

    def ask(count: int, job: int, done: Callable[[PreviewReply | None], None]) -> None:
        worker.ask(requests.PreviewDatasetRequest(runs.text() or text, at, count, job=job, folder=folder), done)

    DataWindow(at, ask, lambda job: worker.ask(requests.CancelRequest(job), lambda reply: None), tabs.window()).show()
