"""The columns of a table, each with what it holds and what it is for."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QAbstractItemView, QComboBox, QTableWidget, QTableWidgetItem

from blockloom.app import qt
from blockloom.app.canvas.scene.translation import tr
from blockloom.app.plain import as_is
from blockloom.blocks.datasets.choices import CATEGORIES, LEFT_OUT, NUMBER, TARGET, can_be_classes
from blockloom.blocks.datasets.columns import Column

SHOWN = 200  # columns that have a row; others are as they were suggested
_LISTED = 4  # values of a column that are named
_CELL = 40  # letters of one


class ColumnTable(QTableWidget):
    """A row for each column of a file; `changed` is emitted where another use of one was chosen."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__(0, 4)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setWordWrap(False)
        self.setShowGrid(False)
        self.setAlternatingRowColors(True)
        self.setAccessibleName(tr("Columns"))
        self.setHorizontalHeaderLabels([tr("Column"), tr("Holds"), tr("First rows"), tr("Used as")])
        self.verticalHeader().hide()
        qt.stretch(self.horizontalHeader(), 2)
        self.horizontalHeader().setHighlightSections(False)
        self._roles: list[str] = []
        self.boxes: list[QComboBox] = []

    def fill(self, columns: Sequence[Column], sample: Sequence[Sequence[str]], roles: Sequence[str]) -> None:
        """Show these columns."""
        self._roles = list(roles)
        self.setRowCount(0)
        self.boxes = []
        self.setRowCount(min(len(columns), SHOWN))
        for row, column in enumerate(columns[:SHOWN]):
            first = ", ".join(cells[row] for cells in sample) if sample else ""
            for place, text in enumerate((column.name, held_in(column), " ".join(first.split()))):
                item = QTableWidgetItem(text if len(text) <= 2 * _CELL else text[: 2 * _CELL] + " ...")
                item.setFlags(Qt.ItemFlag.ItemIsEnabled)
                item.setToolTip(as_is(text))
                self.setItem(row, place, item)
            self.setCellWidget(row, 3, self._box(row, column))

    def roles(self) -> tuple[str, ...]:
        """What each column is for."""
        return tuple(self._roles)

    def target(self) -> int | None:
        """The column that is learned."""
        return self._roles.index(TARGET) if TARGET in self._roles else None

    def _box(self, row: int, column: Column) -> QComboBox:
        box = qt.named(QComboBox(), tr("{0}: used as").format(column.name))
        if column.number:
            box.addItem(tr("number"), NUMBER)
        if column.values:
            box.addItem(tr("categories"), CATEGORIES)
        box.addItem(tr("left out"), LEFT_OUT)
        if column.number or can_be_classes(column):
            box.addItem(tr("what is learned"), TARGET)
        box.setCurrentIndex(box.findData(self._roles[row]))
        box.setFocusPolicy(Qt.FocusPolicy.StrongFocus)  # the wheel goes down the table
        box.wheelEvent = lambda event: event.ignore()  # type: ignore[method-assign]
        box.activated.connect(lambda _: self._chosen(row, box.currentData()))
        self.boxes.append(box)
        return box

    def _chosen(self, row: int, role: str) -> None:
        """One column is learned at a time: the one before becomes an input."""
        before = self.target()
        if role == TARGET and before is not None and before != row:
            other = self.boxes[before] if before < len(self.boxes) else None
            self._roles[before] = str(other.itemData(0)) if other is not None else NUMBER
            if other is not None:
                other.setCurrentIndex(0)
        self._roles[row] = role
        self.changed.emit()


def held_in(column: Column) -> str:
    """What a column holds, in words."""
    if column.number:
        if column.counts:
            text = tr("the numbers of the rows")
        else:
            text = tr("numbers, {0} to {1}").format(f"{column.low:.6g}", f"{column.high:.6g}")
    elif column.values is None:
        text = tr("texts, over {0} different").format(1000)
    elif not column.values:
        text = tr("nothing")
    else:
        names = ", ".join(str(value)[:_CELL] for value in column.values[:_LISTED])
        text = tr("{0} texts: {1}").format(len(column.values), names + (" ..." if len(column.values) > _LISTED else ""))
    if column.missing:
        text += tr("; {0} missing").format(column.missing)
    return text
