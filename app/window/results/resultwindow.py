"""Windows of results: of a block's outputs, and of the first elements of a dataset."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal, SignalInstance
from PySide6.QtGui import QCloseEvent, QGuiApplication, QKeySequence
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QSplitter,
    QTableView,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from blockloom.app import qt
from blockloom.app.canvas.page.marks import described, short
from blockloom.app.canvas.scene.translation import translated
from blockloom.app.plain import Label, as_is
from blockloom.app.window.adding import describe
from blockloom.app.window.results.summaries import ResultRow, WindowBefore, rows_of
from blockloom.app.window.results.viewer import Viewer
from blockloom.app.window.run.page_results import BlockResults
from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.document.addresses import Address
from blockloom.blocks.document.pages import Block
from blockloom.blocks.values.dtypes import dtype_text
from blockloom.runtime.protocol import requests
from blockloom.runtime.protocol.records import Summary
from blockloom.runtime.protocol.replies import PreviewReply

_ROWS = 190  # most initial height of the table of rows, in pixels


class RowModel(QAbstractTableModel):
    """Rows of Type, Name, Value."""

    def __init__(self, parent: QObject | None = None):
        super().__init__(parent)
        self.rows: list[ResultRow] = []

    def set_rows(self, rows: list[ResultRow]) -> None:
        """Show these rows."""
        if len(rows) == len(self.rows):
            self.rows = rows
            if rows:
                self.dataChanged.emit(self.index(0, 0), self.index(len(rows) - 1, 2))
        else:
            self.beginResetModel()
            self.rows = rows
            self.endResetModel()

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: QModelIndex | QPersistentModelIndex = QModelIndex()) -> int:  # noqa: B008
        return 3

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = 0) -> object:
        if orientation == Qt.Orientation.Horizontal:
            if role == Qt.ItemDataRole.DisplayRole:
                return (self.tr("Type"), self.tr("Name"), self.tr("Value"))[section]
            if role == Qt.ItemDataRole.TextAlignmentRole:
                return Qt.AlignmentFlag.AlignCenter
        return None

    def data(self, index: QModelIndex | QPersistentModelIndex, role: int = 0) -> object:
        row = self.rows[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return (row.type, row.name, row.value)[index.column()]
        if role == Qt.ItemDataRole.TextAlignmentRole and index.column() == 2:
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        if role == Qt.ItemDataRole.ToolTipRole:
            return as_is(row.value)
        return None


def block_rows(block: Block, catalogue: Catalogue, have: BlockResults) -> list[ResultRow]:
    """Return the outputs of a block in pin order, and then the values typed into its inputs and attrs.

    `have` has the results, maybe not of all outputs.
    """
    block_type = catalogue.get(block.type)
    order = [p.name for p in block_type.outputs] if block_type is not None else []
    rows = [
        row
        for pin in order + [p for p in have if p not in order]
        for row in (rows_of(pin, have[pin]) if pin in have else [ResultRow("", pin, "", pin)])
    ]
    typed = (
        {p.name: describe.pin_type(p) for p in block_type.inputs} | {a.name: a.type for a in block_type.attrs}
        if block_type is not None
        else {}
    )
    names = [n for n in typed if n in block.values] + [n for n in block.values if n not in typed]
    return rows + [ResultRow(typed.get(n, ""), n, block.values[n]) for n in names]


class ResultWindow(WindowBefore):
    """A window with the results of one block: a table of rows, and the `viewer` of the current tensor.

    `pin` is the text of the command that pins a row to the canvas.
    """

    chosen = Signal(object)  # row of the chosen tensor
    viewer_wanted = Signal(object)  # row to show in another window
    pin_wanted = Signal(object)  # row to show on the canvas

    def __init__(self, at: Address, pin: str, parent: QWidget):
        super().__init__(at.display_text, parent)
        self.address = at
        self.viewer: Viewer | None = None  # None before a tensor is chosen, and after it is pinned
        self.model = RowModel(self)
        self.view = QTableView()
        self.view.setAccessibleName(self.tr("Results of {}").format(at.display_text))
        self.view.setModel(self.model)
        self.view.verticalHeader().hide()
        self.view.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.view.verticalHeader().setDefaultSectionSize(self.fontMetrics().height() + 5)
        self.view.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.view.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.view.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.view.setWordWrap(False)
        self.view.setShowGrid(False)
        self.view.setTabKeyNavigation(False)
        self.view.horizontalHeader().setStretchLastSection(True)
        self.view.horizontalHeader().setHighlightSections(False)
        self.view.activated.connect(lambda _: self.to_viewer())
        self.view.selectionModel().currentRowChanged.connect(lambda *_: self._emit(self.chosen))
        self.view.setFrameShape(QFrame.Shape.NoFrame)
        self.note = Label(objectName="dim", margin=6)
        self.note.hide()
        self.parts = QSplitter(Qt.Orientation.Vertical, childrenCollapsible=False)
        self.parts.addWidget(self.view)
        qt.column(self.parts, self.note, of=self, margins=0, space=0)
        qt.action(self.view, self.tr("Copy rows"), self.copy, QKeySequence.StandardKey.Copy)
        qt.action(self.view, self.tr("Open in another window"), lambda: self._emit(self.viewer_wanted), "Ctrl+Return")
        qt.action(self.view, pin, lambda: self._emit(self.pin_wanted))
        self.view.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)

    def follow(self, at: Address) -> None:
        """Set another address of the block."""
        self.address = at
        self.setWindowTitle(at.display_text)

    def show_viewer(self, viewer: Viewer) -> None:
        """Show the tensor of the selected row instead of the previous one."""
        old, self.viewer = self.viewer, viewer
        if old is not None:
            self.parts.replaceWidget(self.parts.indexOf(old), viewer)
            old.deleteLater()
        else:
            self.parts.addWidget(viewer)
            rows = self.view.horizontalHeader().sizeHint().height() + self.view.rowHeight(0) * self.model.rowCount()
            self.resize(680, 560)
            self.parts.setSizes([min(rows + 16, _ROWS), 560])

    def show_rows(self, rows: list[ResultRow], note: str = "") -> None:
        """Fill or refresh the table; `note` stands below it."""
        first = not self.model.rows
        self.model.set_rows(rows)
        self.note.setText(note)
        self.note.setVisible(bool(note))
        for column, most in ((0, 140), (1, 260)):  # columns may grow, because there are no types before a run
            title = self.view.horizontalHeader().sectionSizeHint(column)
            wanted = max(title, min(self.view.sizeHintForColumn(column) + 12, most))
            if first or wanted > self.view.columnWidth(column):
                self.view.setColumnWidth(column, wanted)
        if first:
            height = self.view.horizontalHeader().sizeHint().height()
            height += sum(self.view.rowHeight(i) for i in range(len(rows)))
            self.resize(460, max(110, min(480, height + 34)))

    def select(self, pin: str, element: int | None = None) -> None:
        """Choose the row of an output, and of an element of a list; else the first one."""
        rows = self.model.rows
        fits = [i for i, r in enumerate(rows) if pin and r.pin == pin and element in (None, r.element)]
        row = next(iter(fits or (i for i, r in enumerate(rows) if r.shape is not None and r.pin)), 0)
        self.view.setCurrentIndex(self.model.index(row, 0))
        self._emit(self.chosen)

    def to_viewer(self) -> None:
        """Set the focus to the tensor."""
        if self.viewer is not None:
            self.viewer.grid.setFocus()

    def copy(self) -> None:
        """Copy the selected rows to the clipboard, with tabs between columns."""
        rows = sorted({i.row() for i in self.view.selectedIndexes()}) or range(len(self.model.rows))
        QGuiApplication.clipboard().setText("\n".join("\t".join(self.model.rows[r][:3]) for r in rows))

    def _emit(self, wanted: SignalInstance) -> None:
        """Emit a signal for the row of the cursor, if it is a tensor."""
        row = self.model.rows[self.view.currentIndex().row()] if self.model.rows else None
        if row is not None and row.shape is not None:
            wanted.emit(row)


_FIRST, _MORE = 10, 100  # number of elements at first, and with each further request
# Function that requests a number of elements, with a job number, and passes the reply or None to a callback.
Ask = Callable[[int, int, Callable[[PreviewReply | None], None]], None]


class DataWindow(WindowBefore):
    """Shows elements of a dataset, a row for each, a column for each tensor. `ask` fetches them, `cancel` ends that."""

    def __init__(self, at: Address, ask: Ask, cancel: Callable[[int], None], parent: QWidget):
        super().__init__(self.tr("Data of {}").format(at.display_text), parent)
        self.setObjectName("look_at_data")
        self._ask, self._cancel, self._job = ask, cancel, 0
        self.table = qt.with_name(
            QTableWidget(editTriggers=QAbstractItemView.EditTrigger.NoEditTriggers, wordWrap=False), self.windowTitle()
        )
        self.message = Label(wordWrap=True)
        self.look_button = qt.button(self.tr("&Refresh"), lambda: self.look(_FIRST))
        self.more = qt.button(self.tr("&First {}").format(_MORE), lambda: self.look(_MORE))
        self.stop = qt.button(self.tr("&Stop"), self.end)
        qt.column(self.table, qt.line((self.message, 1), self.look_button, self.more, self.stop), of=self)
        self.resize(640, 420)
        self.look(_FIRST)

    def look(self, count: int) -> None:
        """Fetch up to `count` elements."""
        self.end()
        job = self._job = next(requests.job_numbers)
        self.message.setText(self.tr("Reading…"))
        self._enable(True)
        self._ask(count, job, lambda reply: self._arrived(reply) if job == self._job else None)

    def end(self) -> None:
        """Cancel the fetch under way."""
        if self._job:
            self._cancel(self._job)
            self._job = 0
            self.message.setText(self.tr("Stopped."))
            self._enable(False)

    def _enable(self, busy: bool) -> None:
        self.stop.setEnabled(busy)
        self.look_button.setEnabled(not busy)
        self.more.setEnabled(not busy)

    def _arrived(self, reply: PreviewReply | None) -> None:
        self._job = 0
        self._enable(False)
        if reply is None:
            self.message.setText(self.tr("The TensorFlow process does not answer."))
            return
        elements, problems = reply.elements, reply.problems
        if problems:
            self.message.setText(self.tr("{}: {}").format(problems[0].address.local, translated(problems[0].message)))
        else:
            count = len(elements)
            self.message.setText(
                {
                    "data": self.tr("All {} elements: the data ends here."),
                    "count": self.tr("The first {} elements."),
                    "size": self.tr("The first {} elements: more would take too much memory."),
                    "time": self.tr("{} elements: more take too long."),
                }.get(reply.end_reason, "").format(count)
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
    return f"{dtype_text(summary['dtype'])} {summary['shape']}"
