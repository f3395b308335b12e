"""A field over a list of results, the base of the boxes of commands, blocks and wires; and trees that wrap texts."""

from __future__ import annotations

import re
from typing import cast

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPersistentModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QFrame,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeView,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from blockloom.app import qt
from blockloom.app.canvas.scene.lineedit import SearchField
from blockloom.app.plain import Label
from blockloom.app.window.widgets.style import roomy

_MOVES = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: 10, Qt.Key.Key_PageUp: -10}


class ListBox(QFrame):
    """A box over its parent; the focus stays in the field, from where keys choose.

    `dismissed` is emitted when it closes. Subclasses list and use results: `fill`, `take`, `current_moved`.
    """

    dismissed = Signal()

    def __init__(self, parent: QWidget, name: str, asks: str, found: str):
        super().__init__(parent, objectName="box")
        self.setAccessibleName(name)
        self._over = parent
        self.edit = SearchField(asks)
        self.list = qt.with_name(
            QTreeWidget(
                columnCount=2, rootIsDecorated=False, uniformRowHeights=True, headerHidden=True, objectName="found"
            ),
            found,
        )
        self.list.setObjectName("found")
        qt.stretch(self.list.header(), 0)
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.count = Label(objectName="dim")
        qt.column(self.edit, self.list, self.count, of=self, margins=6, space=4)
        self.edit.typed.connect(self._fill)
        self.edit.installEventFilter(self)
        self.list.itemClicked.connect(lambda item, _: self.clicked(item))
        self.hide()

    def fill(self, query: str) -> int:
        """Add the rows that fit to the empty list, and return their number."""
        raise NotImplementedError

    def summary(self, count: int) -> str:
        """Return the text below the list."""
        raise NotImplementedError

    def take(self, item: QTreeWidgetItem) -> None:
        """Take a row, after Enter or a click."""
        raise NotImplementedError

    def take_all(self) -> None:
        """Take the current row after Ctrl+Enter, if there is one."""
        if (item := self.list.currentItem()) is not None:
            self.take(item)

    def clicked(self, item: QTreeWidgetItem) -> None:
        """Take the clicked row."""
        self.take(item)

    def current_moved(self, item: QTreeWidgetItem) -> None:
        """Handle another current item, chosen by a key."""

    def show_at(self, columns: int, rows: int, middle: bool) -> None:
        """Show the box at the top of its parent, in the middle or at the right, in a size in letters."""
        size = roomy(self, columns, rows).boundedTo(self._over.size() - QSize(20, 50))
        x = self._over.width() - size.width()
        self.setGeometry(x // 2 if middle else x - 14, 40, size.width(), max(160, size.height()))
        self._fill()
        self.show()
        self.raise_()
        self.edit.setFocus()
        self.edit.selectAll()

    def _fill(self) -> None:
        self.list.clear()
        count = self.fill(self.edit.whole())
        if count:
            self.list.setCurrentIndex(self.list.model().index(0, 0))
        self.count.setText(self.summary(count))

    def close_box(self) -> None:
        """Close the box without a choice."""
        self.hide()
        self.dismissed.emit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            key, count, item = Qt.Key(event.key()), self.list.topLevelItemCount(), self.list.currentItem()
            if key == Qt.Key.Key_Escape:
                self.close_box()
                return True
            if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                if item is not None and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
                    self.take_all()
                elif item is not None:
                    self.take(item)
                return True
            if key in _MOVES and count:
                row = (self.list.indexOfTopLevelItem(item) if item is not None else -1) + _MOVES[key]
                item = self.list.topLevelItem(max(0, min(count - 1, row)))
                if item is not None:
                    self.list.setCurrentItem(item)
                    self.edit.setAccessibleDescription(item.text(0))
                    self.current_moved(item)
                return True
        return super().eventFilter(watched, event)


_TOP = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop


def wrap_texts(tree: QTreeView) -> None:
    """Wrap the texts of all cells of a tree in the width of their column, also inside of names."""
    tree.setWordWrap(True)
    tree.setItemDelegate(_WrappingDelegate(tree))
    tree.header().sectionResized.connect(tree.scheduleDelayedItemsLayout)


class _WrappingDelegate(QStyledItemDelegate):
    """A delegate whose cells are as high as their wrapped texts; Qt leaves them as high as one line."""

    def initStyleOption(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> None:
        super().initStyleOption(option, index)
        option.text = re.sub(r"[/_]", "\\g<0>\u200b", option.text)
        option.displayAlignment = option.decorationAlignment = _TOP

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        tree = cast(QTreeView, option.widget)
        indentation = tree.indentation() if index.parent().isValid() else 0
        option.rect = QRect(0, 0, tree.columnWidth(index.column()) - indentation, 1)
        return super().sizeHint(option, index)
