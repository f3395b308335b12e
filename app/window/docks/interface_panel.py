"""The inputs and outputs of a page, as a list that is edited in place."""

from __future__ import annotations

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QPersistentModelIndex, QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtGui import QDropEvent, QKeyEvent
from PySide6.QtWidgets import (
    QComboBox,
    QHeaderView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QToolButton,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from blockloom.app import qt
from blockloom.app.canvas.scene.translation import tr, translated
from blockloom.app.plain import Label, as_is
from blockloom.app.window.widgets.flow_layout import Flow
from blockloom.blocks import operations
from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.catalogue.parameters import ARG, PARAMETER, RETVAL, signature
from blockloom.blocks.document.pages import ID, Block, Page
from blockloom.blocks.edits import SetValue, rename

# Type of a pin -> attrs in the columns after the name.
COLUMNS = {
    ARG: ("dtype", "default", "", "label"),
    RETVAL: ("dtype", "", "", "label"),
    PARAMETER: ("type", "default", "unit", "label"),
}
_UNTYPED = {"type": "float"}  # default value of the type
_EDITABLE = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsEditable


class Interface(QWidget):
    """A list that edits the Args, Retvals and Parameters of a page.

    `edited` emits changes with their labels, `refused` the reason why one is impossible.
    """

    edited = Signal(object, str)
    refused = Signal(str)
    page: Page  # `page` and `catalogue` are set when the panel is filled
    catalogue: Catalogue

    def __init__(self, parent: QWidget | None = None):
        super().__init__(parent)
        self._shown: object = None
        self._new = ""  # new pin whose name is edited as soon as it is listed
        self.rows = _Rows(self)
        self.rows.itemChanged.connect(self._changed)
        self.rows.row_moved.connect(self._move)
        self.rows.unwanted.connect(self._remove)
        self.rows.itemDelegate().closeEditor.connect(
            lambda: QTimer.singleShot(0, self, lambda: self.fill(self.page, self.catalogue))
        )
        buttons = Flow()
        self.buttons: dict[str, QToolButton] = {}
        for key, text, tip, do in (
            (ARG, tr("+ Arg"), tr("Add an input, which instances of this page have as a pin"), lambda: self._add(ARG)),
            (
                RETVAL,
                tr("+ Retval"),
                tr("Add an output, which instances of this page have as a pin"),
                lambda: self._add(RETVAL),
            ),
            (
                PARAMETER,
                tr("+ Parameter"),
                tr("Add a parameter, which each instance of this page sets"),
                lambda: self._add(PARAMETER),
            ),
            ("up", tr("Up"), tr("Move up among the pins of its kind (Alt+Up)"), lambda: self.rows.shift(-1)),
            ("down", tr("Down"), tr("Move down among the pins of its kind (Alt+Down)"), lambda: self.rows.shift(1)),
            (
                "remove",
                tr("Remove"),
                tr("Remove it here and from all instances of this page (Del)"),
                lambda: self.rows.remove(),
            ),
        ):
            button = self.buttons[key] = QToolButton(text=text, toolTip=as_is(tip))
            button.clicked.connect(do)
            buttons.addWidget(button)
        qt.column(
            Label(tr("As a block"), objectName="section", indent=0), self.rows, buttons, of=self, margins=0, space=4
        )

    def fill(self, page: Page, catalogue: Catalogue) -> None:
        """Show the page as it is."""
        self.page, self.catalogue = page, catalogue
        pins = signature(page)
        shown = page.name, pins
        if shown == self._shown or self.rows.editing:  # an open editor delays the update
            return
        self._shown = shown
        chosen = self._new or self.rows.chosen()
        with QSignalBlocker(self.rows):
            self.rows.fill(pins)
            item = next((item for item in self.rows.pins() if item.text(0) == chosen), None)
            if item is not None:
                self.rows.setCurrentItem(item)
        for key in ("up", "down", "remove"):
            self.buttons[key].setVisible(bool(any(pins)))
        if self._new and item is not None:
            self.rows.setFocus()
            self.rows.editItem(item, 0)
        self._new = ""

    def _say(self, change: operations.PageChange | None) -> None:
        if change is not None:
            self.edited.emit(change.edit, translated(change.label))

    def _add(self, type_: str) -> None:
        change = operations.add_pin(self.page, self.catalogue, type_)
        self._new = change.selection[0] if change.selection else ""
        self._say(change)

    def _move(self, name: str, place: int) -> None:
        self._say(operations.move_pin(self.page, name, place))

    def _remove(self, name: str) -> None:
        self._say(operations.delete(self.page, {name}))

    def _changed(self, item: QTreeWidgetItem, column: int) -> None:
        """Apply a typed name or value."""
        name, text = item.data(0, Qt.ItemDataRole.UserRole), item.text(column).strip()
        block = self.page.blocks.get(name)
        self._shown = None  # fills the panel again in any case
        if block is None:
            return
        if column == 0:
            if text != name and not ID.fullmatch(text):
                self.refused.emit(tr("A name has letters, digits, _ and - only"))
            elif text != name:
                self.edited.emit(rename(self.page, name, text), tr("Rename {0} to {1}").format(name, text))
                if text in self.page.blocks:
                    with QSignalBlocker(self.rows):
                        item.setData(0, Qt.ItemDataRole.UserRole, text)
        else:
            self._set(block, COLUMNS[block.type][column - 1], text)

    def _set(self, block: Block, attr: str, text: str) -> None:
        type_ = self.catalogue[block.type]
        text = operations.normalize_value(type_.attr(attr), text)
        if text == block.values.get(attr, ""):
            return
        problem = (
            translated(operations.check_value(type_.attr(attr), text, None))
            if text and not text.startswith("=")
            else ""
        )
        if problem:
            self.refused.emit(f"{block.id}.{attr}: {problem}")
        else:
            self.edited.emit(
                SetValue(self.page.name, block.id, attr, text or None), tr("Set {0}").format(f"{block.id}.{attr}")
            )

    def choices(self, name: str, column: int) -> list[str]:
        """Return the values that may be typed in a cell, if they are few; else []."""
        block = self.page.blocks.get(name)
        if block is None or column == 0:
            return []
        return operations.value_choices(self.catalogue[block.type].attr(COLUMNS[block.type][column - 1]))


class _Rows(QTreeWidget):
    """The pins under their kinds. `row_moved` emits a pin and its place in its kind, `unwanted` one to remove."""

    row_moved = Signal(str, int)
    unwanted = Signal(str)

    def __init__(self, interface: Interface):
        super().__init__(interface)
        self._pins: list[QTreeWidgetItem] = []
        self.setAccessibleName(tr("Inputs, outputs and parameters of the page"))
        self.setHeaderLabels([tr("name"), tr("type"), tr("default"), tr("unit"), tr("label")])
        self.setRootIsDecorated(False)
        self.setIndentation(10)
        self.setItemsExpandable(False)
        self.setDragDropMode(QTreeWidget.DragDropMode.InternalMove)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.header().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        self.setItemDelegate(_Editors(interface))

    def fill(self, pins: tuple[tuple[Block, ...], ...]) -> None:
        """Show these Args, Retvals and Parameters."""
        self.clear()
        self._pins = []
        for title, blocks in zip((tr("Args"), tr("Retvals"), tr("Parameters")), pins, strict=True):
            if not blocks:
                continue
            section = QTreeWidgetItem(self, [title])
            section.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsDropEnabled)
            for block in blocks:
                texts = [block.values.get(attr, _UNTYPED.get(attr, "")) for attr in COLUMNS[block.type]]
                item = QTreeWidgetItem(section, [block.id, *texts])
                item.setData(0, Qt.ItemDataRole.UserRole, block.id)
                item.setFlags(_EDITABLE | Qt.ItemFlag.ItemIsDragEnabled)
                self._pins.append(item)
        self.expandAll()
        lines = sum(len(blocks) + 1 for blocks in pins if blocks)
        row = max(self.sizeHintForRow(0), self.fontMetrics().height() + 4)
        self.setFixedHeight(
            row * lines
            + self.header().sizeHint().height()
            + 2 * self.frameWidth()
            + self.horizontalScrollBar().sizeHint().height()
        )
        self.setVisible(lines > 0)

    def pins(self) -> list[QTreeWidgetItem]:
        """Return the items of all pins."""
        return list(self._pins)

    @property
    def editing(self) -> bool:
        """True while a cell is being edited."""
        return self.state() == self.State.EditingState

    def chosen(self) -> str:
        """Return the selected pin; "" if there is none."""
        item = self.currentItem()
        return item.data(0, Qt.ItemDataRole.UserRole) or "" if item is not None else ""

    def shift(self, by: int) -> None:
        """Move the selected pin among its kind."""
        item = self.currentItem()
        section = item.parent() if item is not None else None
        if item is not None and section is not None:
            place = section.indexOfChild(item) + by
            if 0 <= place < section.childCount():
                self.row_moved.emit(self.chosen(), place)

    def remove(self) -> None:
        if self.chosen():
            self.unwanted.emit(self.chosen())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps: dict[int, int] = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
        if event.modifiers() == Qt.KeyboardModifier.AltModifier and event.key() in steps:
            self.shift(steps[event.key()])
        elif event.key() == Qt.Key.Key_Delete:
            self.remove()
        else:
            super().keyPressEvent(event)

    def dropEvent(self, event: QDropEvent) -> None:
        """Move a dragged pin to another place among its kind."""
        item, target = self.currentItem(), self.itemAt(event.position().toPoint())
        event.setDropAction(Qt.DropAction.IgnoreAction)  # the document changes the list, not the drop
        event.accept()
        section = item.parent() if item is not None else None
        if item is None or section is None or target is None or item is target or target.parent() is not section:
            return
        place = section.indexOfChild(target) + (self.dropIndicatorPosition() == self.DropIndicatorPosition.BelowItem)
        self.row_moved.emit(self.chosen(), place - (section.indexOfChild(item) < place))


class _Editors(QStyledItemDelegate):
    """A delegate with a list of choices for cells that have few."""

    def __init__(self, interface: Interface):
        super().__init__(interface)
        self._interface = interface

    def createEditor(  # type: ignore[override]   # Qt takes None where nothing is typed, PySide's types do not
        self, parent: QWidget, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QWidget | None:
        name = index.sibling(index.row(), 0).data(Qt.ItemDataRole.UserRole)
        block = self._interface.page.blocks.get(name) if name else None
        if block is None or index.column() and not COLUMNS[block.type][index.column() - 1]:
            return None
        choices = self._interface.choices(name, index.column())
        if not choices:
            return super().createEditor(parent, option, index)
        box = QComboBox(parent, editable=True)
        box.addItems(choices)
        return box

    def setEditorData(self, editor: QWidget, index: QModelIndex | QPersistentModelIndex) -> None:
        if isinstance(editor, QComboBox):
            editor.setEditText(index.data() or "")
            qt.edit_of(editor).selectAll()
        else:
            super().setEditorData(editor, index)

    def setModelData(
        self, editor: QWidget, model: QAbstractItemModel, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        if isinstance(editor, QComboBox):
            model.setData(index, editor.currentText())
        else:
            super().setModelData(editor, model, index)
