"""The window of a block's results: Type / Name / Value as in enuSpace's property window, live while the page runs, and
below it the tensor of the chosen row, as a table, plots, an image ...
"""

from __future__ import annotations

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeySequence
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QSplitter, QTableView, QWidget

from blockloom.app import qt
from blockloom.app.plain import Label, as_is
from blockloom.app.window.adding import describe
from blockloom.app.window.results.summaries import ResultRow, rows_of
from blockloom.app.window.results.viewer import Viewer
from blockloom.app.window.results.windowbefore import WindowBefore
from blockloom.app.window.runs.page_results import BlockResults
from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.document.addresses import Address
from blockloom.blocks.document.pages import Block

_ROWS = 190  # pixels of the table of rows at first, at most


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
    """The outputs of a block in pin order, of which it may `have` some, then what is typed into
    its inputs and attrs.
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
    """One block's results: a table of its rows, and the `viewer` of the chosen one, where that is a tensor. `pin` is
    the text of the command that pins one to the canvas.
    """

    chosen = Signal(object)  # a Row, which is a tensor
    viewer_wanted = Signal(object)  # in one more window: a Row
    pin_wanted = Signal(object)  # on the canvas: a Row

    def __init__(self, at: Address, pin: str, parent: QWidget):
        super().__init__(at.shown, parent)
        self.at = at
        self.viewer: Viewer | None = None  # None before a tensor is chosen, and once it is pinned elsewhere
        self.model = RowModel(self)
        self.view = QTableView()
        self.view.setAccessibleName(self.tr("Results of {}").format(at.shown))
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
        qt.action(self.view, self.tr("In one more window"), lambda: self._emit(self.viewer_wanted), "Ctrl+Return")
        qt.action(self.view, pin, lambda: self._emit(self.pin_wanted))
        self.view.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)

    def follow(self, at: Address) -> None:
        """The block has this address now."""
        self.at = at
        self.setWindowTitle(at.shown)

    def show_viewer(self, viewer: Viewer) -> None:
        """Show the tensor of the chosen row in the place of the one before."""
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
        for column, most in ((0, 140), (1, 260)):  # before a run there are no types
            wanted = min(self.view.sizeHintForColumn(column) + 12, most)
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
        """Give the focus to the tensor."""
        if self.viewer is not None:
            self.viewer.grid.setFocus()

    def copy(self) -> None:
        """The selected rows to the clipboard, columns apart by tabs."""
        rows = sorted({i.row() for i in self.view.selectedIndexes()}) or range(len(self.model.rows))
        QGuiApplication.clipboard().setText("\n".join("\t".join(self.model.rows[r][:3]) for r in rows))

    def _emit(self, wanted) -> None:
        """Tell that something is wanted for the row of the cursor, where that is a tensor."""
        row = self.model.rows[self.view.currentIndex().row()] if self.model.rows else None
        if row is not None and row.shape is not None:
            wanted.emit(row)
