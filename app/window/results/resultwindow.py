"""enuSpace's property window: a white Type / Name / Value table of one block, live while the page runs."""

from __future__ import annotations

from PySide6.QtCore import QAbstractTableModel, QEvent, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QColor, QGuiApplication, QIcon, QKeySequence, QPalette
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QTableView, QWidget

from blockloom.app import qt
from blockloom.app.plain import Label, as_is
from blockloom.app.window.adding import describe
from blockloom.app.window.results.summaries import Row, rows_of
from blockloom.app.window.runs.page_results import BlockResults
from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.document.addresses import Address
from blockloom.blocks.document.pages import Block

# The white window of FORMAT's section "Visual style", the same in every theme.
_SHEET = """
QWidget#results { background: #FFFFFF; border: 1px solid #DFA04A; }
QFrame#strip { background: #222A35; }
QTableView, ElementsView { background: #FFFFFF; color: #000000; border: 1px solid #828790; gridline-color: #F0F0F0;
    selection-background-color: #3399FF; selection-color: #FFFFFF; }
QHeaderView { background: #FFFFFF; }
QHeaderView::section { background: #FFFFFF; color: #000000; border: none; border-right: 1px solid #E0E0E0;
    border-bottom: 1px solid #828790; padding: 2px 6px; }
QLabel { color: #404040; padding: 2px 4px; }
QLineEdit { background: #FFFFFF; color: #000000; border: 1px solid #828790; padding: 1px 3px; }
"""


class WhiteWindow(QWidget):
    """A small window of its own over the main one: white, a dark strip on top, Escape closes it."""

    gone = Signal(object)

    def __init__(self, title: str, icon: QIcon, parent: QWidget):
        super().__init__(parent, Qt.WindowType.Window)
        self.setObjectName("results")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setWindowTitle(title)
        self.setWindowIcon(icon)
        palette = QPalette()
        for role, colour in (
            (QPalette.ColorRole.Window, "#FFFFFF"),
            (QPalette.ColorRole.Base, "#FFFFFF"),
            (QPalette.ColorRole.Button, "#F0F0F0"),
            (QPalette.ColorRole.WindowText, "#000000"),
            (QPalette.ColorRole.Text, "#000000"),
            (QPalette.ColorRole.ButtonText, "#000000"),
            (QPalette.ColorRole.Mid, "#C8C8C8"),
            (QPalette.ColorRole.Dark, "#B4B4B4"),
            (QPalette.ColorRole.Light, "#FFFFFF"),
            (QPalette.ColorRole.Midlight, "#E8E8E8"),
            (QPalette.ColorRole.PlaceholderText, "#707070"),
            (QPalette.ColorRole.Highlight, "#3399FF"),
            (QPalette.ColorRole.HighlightedText, "#FFFFFF"),
        ):
            palette.setColor(role, QColor(colour))
        self.setPalette(palette)
        self.setStyleSheet(_SHEET)
        strip = QFrame(objectName="strip")
        strip.setFixedHeight(5)
        self.column = qt.column(strip, of=self, margins=1, space=0)
        qt.closes_by_escape(self)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Close:
            self.gone.emit(self)
        return super().event(event)


class RowModel(QAbstractTableModel):
    """Rows of Type, Name, Value."""

    def __init__(self, parent: QObject | None = None):
        super().__init__(parent)
        self.rows: list[Row] = []

    def set_rows(self, rows: list[Row]) -> None:
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
            opens = self.tr("Double click: one row per element") if row.shape else ""
            return as_is("\n".join(filter(None, (row.value, opens))))
        return None


def block_rows(block: Block, catalogue: Catalogue, have: BlockResults) -> list[Row]:
    """The outputs of a block in pin order, of which it may `have` some, then what is typed into
    its inputs and attrs."""
    block_type = catalogue.get(block.type)
    order = [p.name for p in block_type.outputs] if block_type is not None else []
    rows = [
        row
        for pin in order + [p for p in have if p not in order]
        for row in (rows_of(pin, have[pin]) if pin in have else [Row("", pin, "", pin)])
    ]
    typed = (
        {p.name: describe.pin_type(p) for p in block_type.inputs} | {a.name: a.type for a in block_type.attrs}
        if block_type is not None
        else {}
    )
    names = [n for n in typed if n in block.values] + [n for n in block.values if n not in typed]
    return rows + [Row(typed.get(n, ""), n, block.values[n]) for n in names]


class ResultWindow(WhiteWindow):
    """One block's table. An array row shows its short form; a double click or Enter asks for its elements."""

    elements_wanted = Signal(object)  # a Row
    viewer_wanted = Signal(object)  # a Row
    pin_wanted = Signal(object)  # on the canvas: a Row

    def __init__(self, at: Address, icon: QIcon, parent: QWidget):
        super().__init__(at.shown, icon, parent)
        self.at = at
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
        self.view.setTabKeyNavigation(False)
        self.view.horizontalHeader().setStretchLastSection(True)
        self.view.horizontalHeader().setHighlightSections(False)
        self.view.activated.connect(self._open)
        self.view.setFrameShape(QFrame.Shape.NoFrame)
        self.note = Label()
        self.note.hide()
        self.column.addWidget(self.view)
        self.column.addWidget(self.note)
        qt.action(self.view, self.tr("Copy rows"), self.copy, QKeySequence.StandardKey.Copy)
        qt.action(self.view, self.tr("Table, plots, image ..."), lambda: self._emit(self.viewer_wanted), "Ctrl+Return")
        qt.action(self.view, self.tr("Pin to the canvas"), lambda: self._emit(self.pin_wanted))
        self.view.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)

    def follow(self, at: Address) -> None:
        """The block has this address now."""
        self.at = at
        self.setWindowTitle(at.shown)

    def show_rows(self, rows: list[Row], note: str = "") -> None:
        """Fill or refresh the table; `note` stands below it."""
        first = not self.model.rows
        self.model.set_rows(rows)
        self.note.setText(note)
        self.note.setVisible(bool(note))
        if first:
            self.view.resizeColumnsToContents()
            for column, most in ((0, 140), (1, 260)):
                self.view.setColumnWidth(column, min(self.view.columnWidth(column) + 12, most))
            height = self.view.horizontalHeader().sizeHint().height()
            height += sum(self.view.rowHeight(i) for i in range(len(rows)))
            self.resize(460, max(110, min(480, height + 34)))

    def select_pin(self, pin: str) -> None:
        """Put the cursor on an output's row."""
        row = next((i for i, r in enumerate(self.model.rows) if pin and r.pin == pin), 0)
        self.view.setCurrentIndex(self.model.index(row, 0))

    def copy(self) -> None:
        """The selected rows to the clipboard, columns apart by tabs."""
        rows = sorted({i.row() for i in self.view.selectedIndexes()}) or range(len(self.model.rows))
        QGuiApplication.clipboard().setText("\n".join("\t".join(self.model.rows[r][:3]) for r in rows))

    def _emit(self, wanted) -> None:
        """Tell that something is wanted for the row of the cursor, where that is a tensor."""
        row = self.model.rows[self.view.currentIndex().row()] if self.model.rows else None
        if row is not None and row.shape is not None:
            wanted.emit(row)

    def _open(self, index: QModelIndex) -> None:
        row = self.model.rows[index.row()]
        if row.shape is not None:
            self.elements_wanted.emit(row)
