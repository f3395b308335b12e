"""The columns of a file and their roles: a page of the dialog Data from."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QComboBox,
    QFileDialog,
    QFormLayout,
    QSpinBox,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from blockloom.app import qt
from blockloom.app.canvas.scene.translation import tr
from blockloom.app.plain import Label, as_is
from blockloom.blocks.datasets.array_scan import Array
from blockloom.blocks.datasets.choices import (
    CATEGORIES,
    LEFT_OUT,
    NUMBER,
    TARGET,
    Choices,
    can_be_classes,
    likely_classes,
    target_of,
)
from blockloom.blocks.datasets.columns import Column
from blockloom.blocks.datasets.data_scan import Found, Pictures
from blockloom.blocks.datasets.table_scan import SEPARATORS, TableFile

SHOWN = 200  # most columns with a row; the others keep the suggested roles
_LISTED = 4  # most listed values of a column
_CELL = 40  # most characters of a value


class ColumnTable(QTableWidget):
    """A table with a row for each column of a file; `changed` is emitted when the user changes a use."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__(0, 4)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setWordWrap(False)
        self.setShowGrid(False)
        self.setAlternatingRowColors(True)
        self.setAccessibleName(tr("Columns"))
        self.setHorizontalHeaderLabels([tr("Column"), tr("Contents"), tr("First rows"), tr("Used as")])
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
                item = QTableWidgetItem(text if len(text) <= 2 * _CELL else text[: 2 * _CELL] + " …")
                item.setFlags(Qt.ItemFlag.ItemIsEnabled)
                item.setToolTip(as_is(text))
                self.setItem(row, place, item)
            self.setCellWidget(row, 3, self._box(row, column))

    def roles(self) -> tuple[str, ...]:
        """Return the role of each column."""
        return tuple(self._roles)

    def target(self) -> int | None:
        """Return the column to predict."""
        return self._roles.index(TARGET) if TARGET in self._roles else None

    def _box(self, row: int, column: Column) -> QComboBox:
        box = qt.with_name(QComboBox(), tr("{0}: used as").format(column.name))
        if column.number:
            box.addItem(tr("number"), NUMBER)
        if column.values:
            box.addItem(tr("categories"), CATEGORIES)
        box.addItem(tr("left out"), LEFT_OUT)
        if column.number or can_be_classes(column):
            box.addItem(tr("target"), TARGET)
        box.setCurrentIndex(box.findData(self._roles[row]))
        box.setFocusPolicy(Qt.FocusPolicy.StrongFocus)  # the wheel must scroll the table, not change the choice
        box.wheelEvent = lambda event: event.ignore()  # type: ignore[method-assign]
        box.activated.connect(lambda _: self._chosen(row, box.currentData()))
        self.boxes.append(box)
        return box

    def _chosen(self, row: int, role: str) -> None:
        """Set the role of a column; a column that was learned before becomes an input, since only one is learned."""
        before = self.target()
        if role == TARGET and before is not None and before != row:
            other = self.boxes[before] if before < len(self.boxes) else None
            self._roles[before] = str(other.itemData(0)) if other is not None else NUMBER
            if other is not None:
                other.setCurrentIndex(0)
        self._roles[row] = role
        self.changed.emit()


def held_in(column: Column) -> str:
    """Return a text about the values of a column."""
    if column.number:
        if column.counts:
            text = tr("row numbers")
        else:
            text = tr("numbers, {0} to {1}").format(f"{column.low:.6g}", f"{column.high:.6g}")
    elif column.values is None:
        text = tr("more than {0} different texts").format(1000)
    elif not column.values:
        text = tr("nothing")
    else:
        names = ", ".join(str(value)[:_CELL] for value in column.values[:_LISTED])
        text = tr("{0} texts: {1}").format(len(column.values), names + (" …" if len(column.values) > _LISTED else ""))
    if column.missing:
        text += tr("; {0} missing").format(column.missing)
    return text


_SHOWN_COLUMNS = 40  # most columns of an array with a row each: the columns of larger arrays rarely differ in meaning


class ColumnsPage(QWidget):
    """A page that shows the columns of a table, an array or the classes of pictures.

    `read_wanted` asks to read the table again, `labels_wanted` to read the labels of an array.
    """

    changed = Signal()
    read_wanted = Signal(str, bool)  # separator, whether the first line has names: read the table again
    labels_wanted = Signal(object)  # path of a file with labels

    def __init__(self) -> None:
        super().__init__()
        self.contents: Found | None = None
        self._labels: Array | None = None
        self._roles: tuple[str, ...] = ()
        self.separator = qt.with_name(QComboBox(), self.tr("Separator"))
        texts = (self.tr("comma"), self.tr("semicolon"), self.tr("tab"), self.tr("bar"), self.tr("blanks"))
        for name, text in zip(SEPARATORS, texts, strict=True):
            self.separator.addItem(text, name)
        self.header = QCheckBox(self.tr("&The first line has names"))
        self.separator.activated.connect(self._read_again)
        self.header.clicked.connect(self._read_again)
        self.kind = QWidget()
        separated = Label(self.tr("Cells are separated by"))
        qt.line(separated, self.separator, self.header, None, of=self.kind, margins=0, space=12)
        self.columns = ColumnTable()
        self.columns.changed.connect(self._columns_changed)
        self.classes = self._classes_table()
        self.picture = QCheckBox(self.tr("Rows are &pictures of size"))
        self.picture.clicked.connect(self.changed)
        self.picture_label = Label(self.tr("Size of pictures"))
        self.sizes = [QSpinBox(minimum=1, maximum=4096) for _ in range(3)]
        names = (self.tr("Height"), self.tr("Width"), self.tr("Channels"))
        for box, name in zip(self.sizes, names, strict=True):
            qt.with_name(box, name, as_is(name))
            box.valueChanged.connect(self.changed)
        self.by = [Label("x"), Label("x")]
        self.picture_row = QWidget()
        parts = (
            self.picture,
            self.picture_label,
            self.sizes[0],
            self.by[0],
            self.sizes[1],
            self.by[1],
            self.sizes[2],
            None,
        )
        qt.line(*parts, of=self.picture_row, margins=0, space=8)
        self.labels, self.learned = QComboBox(), QComboBox()
        self.labels.activated.connect(self._labels_chosen)
        self.learned.addItem(self.tr("classes"), True)
        self.learned.addItem(self.tr("a number"), False)
        self.learned.activated.connect(self.changed)
        self.form = QFormLayout()
        self.form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.FieldsStayAtSizeHint)
        self.form.addRow(self.tr("&Labels"), self.labels)
        self.form.addRow(self.tr("The target &is"), self.learned)
        self.about = Label(objectName="dim", wordWrap=True)
        self.rest = QWidget()  # fills the space if there is no table
        tables, rest = ((self.columns, 1), (self.classes, 1)), (self.rest, 1)
        qt.column(self.kind, *tables, self.picture_row, self.form, self.about, rest, of=self, margins=0, space=12)

    def _classes_table(self) -> QTableWidget:
        table = qt.with_name(QTableWidget(0, 2, showGrid=False, alternatingRowColors=True), self.tr("Classes"))
        table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        table.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        table.verticalHeader().hide()
        table.setHorizontalHeaderLabels([self.tr("Class"), self.tr("Pictures")])
        qt.stretch(table.horizontalHeader(), 0)
        return table

    def fill(self, held: Found, choices: Choices) -> None:
        """Show the contents of a file, and the choices about them."""
        self.blockSignals(True)
        self.contents, self._labels, self._roles = held, choices.labels, choices.roles
        self.kind.setVisible(isinstance(held, TableFile))
        if isinstance(held, TableFile):
            self.separator.setCurrentIndex(self.separator.findData(held.separator))
            self.header.setChecked(held.header)
        self._fill_columns(held, choices)
        self.classes.setVisible(isinstance(held, Pictures))
        if isinstance(held, Pictures):
            self._fill_classes(held)
        self._fill_picture(held, choices)
        self._fill_labels(held, choices)
        self.form.setRowVisible(self.learned, not isinstance(held, Pictures))
        self.learned.setCurrentIndex(self.learned.findData(choices.classes))
        listed = not (self.columns.isHidden() and self.classes.isHidden())
        self.rest.setVisible(not listed)
        target = target_of(held, choices)
        self.about.setVisible(not listed)
        self.about.setText("" if target is None else self.tr("The labels are {}.").format(held_in(target)))
        self.blockSignals(False)

    def _fill_columns(self, held: Found, choices: Choices) -> None:
        few = isinstance(held, Array) and 0 < len(held.columns) <= _SHOWN_COLUMNS and choices.labels is None
        listed = isinstance(held, TableFile) or few and len(getattr(held, "shape", ())) == 2
        self.columns.setVisible(listed)
        if listed and not isinstance(held, Pictures):
            self.columns.fill(held.columns, held.sample if isinstance(held, TableFile) else (), choices.roles)

    def _fill_classes(self, held: Pictures) -> None:
        self.classes.setRowCount(len(held.classes))
        for row, (name, count) in enumerate(held.classes):
            for place, text in enumerate((name, f"{count:,}")):
                item = QTableWidgetItem(text)
                item.setFlags(Qt.ItemFlag.ItemIsEnabled)
                self.classes.setItem(row, place, item)

    def _fill_picture(self, held: Found, choices: Choices) -> None:
        folder, flat = isinstance(held, Pictures), isinstance(held, Array) and len(held.shape) == 2
        self.picture_row.setVisible(folder or flat and self.columns.isHidden())
        self.picture.setVisible(not folder)
        self.picture_label.setVisible(folder)
        self.picture.setChecked(choices.picture is not None)
        for box, size in zip(self.sizes, choices.picture or (1, 1, 1), strict=True):
            box.setValue(size)
        for widget in (self.sizes[2], self.by[1]):
            widget.setVisible(not folder)

    def _fill_labels(self, held: Found, choices: Choices) -> None:
        """Offer the places of the labels of an array: its first or last column, or another file."""
        shown = isinstance(held, Array) and self.columns.isHidden()
        self.form.setRowVisible(self.labels, shown)
        if not isinstance(held, Array) or not shown:
            return
        self.labels.clear()
        if choices.labels is not None:
            self.labels.addItem(choices.labels.path.name, "labels")
        for number in dict.fromkeys((0, len(held.columns) - 1)) if len(held.shape) == 2 and held.columns else ():
            self.labels.addItem(held.columns[number].name, number)
        if not self.labels.count():
            self.labels.addItem(self.tr("none yet"))
        self.labels.addItem(self.tr("Another File…"), "file")
        target = choices.roles.index(TARGET) if TARGET in choices.roles else None
        self.labels.setCurrentIndex(max(0, self.labels.findData("labels" if choices.labels is not None else target)))

    def chosen(self, choices: Choices) -> Choices:
        """Return the choices with those of this page."""
        held, picture = self.contents, choices.picture
        if not self.picture_row.isHidden():
            height, width, channels = (box.value() for box in self.sizes)
            shown = isinstance(held, Pictures) or self.picture.isChecked()
            picture = (height, width, channels) if shown else None
        return choices._replace(
            roles=self._roles,
            labels=self._labels,
            picture=picture,
            classes=isinstance(held, Pictures) or bool(self.learned.currentData()),
        )

    def _read_again(self) -> None:
        self.read_wanted.emit(self.separator.currentData(), self.header.isChecked())

    def _columns_changed(self) -> None:
        before, self._roles = self._roles, self.columns.roles()
        places = [roles.index(TARGET) if TARGET in roles else -1 for roles in (before, self._roles)]
        if places[0] != places[1]:
            self._another_target()
        self.changed.emit()

    def _another_target(self) -> None:
        """Propose to learn the new target as classes or as numbers, whichever is likely."""
        held = self.contents
        target = target_of(held, Choices(self._roles, labels=self._labels)) if held is not None else None
        if held is not None and target is not None:
            self.learned.setCurrentIndex(self.learned.findData(likely_classes(target, held.rows)))

    def _labels_chosen(self) -> None:
        held, chosen = self.contents, self.labels.currentData()
        if not isinstance(held, Array):
            return
        if chosen == "file":
            kinds = self.tr("Arrays ({})").format(f"*{held.format.suffix}")
            path, _ = QFileDialog.getOpenFileName(self, self.tr("Labels of the rows"), str(held.path.parent), kinds)
            if path:
                self.labels_wanted.emit(Path(path))
            else:
                self._fill_labels(held, Choices(self._roles, labels=self._labels))
        elif isinstance(chosen, int):
            self._labels = None
            self._roles = tuple(TARGET if i == chosen else NUMBER for i in range(len(held.columns)))
            self._another_target()
            self.about.setText(self.tr("The labels are {}.").format(held_in(held.columns[chosen])))
            self.changed.emit()
