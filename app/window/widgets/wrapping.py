"""Wrap the texts of trees, whose rows Qt leaves as high as one line."""

from __future__ import annotations

import re
from typing import cast

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem, QTreeView

_TOP = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop


class WrappingDelegate(QStyledItemDelegate):
    """A delegate whose texts wrap in the width of their column, also inside of names. The tree has word wrap on."""

    def initStyleOption(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> None:
        super().initStyleOption(option, index)
        option.text = re.sub(r"[/_]", "\\g<0>\u200b", option.text)
        option.displayAlignment = option.decorationAlignment = _TOP

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        tree = cast(QTreeView, option.widget)
        indentation = tree.indentation() if index.parent().isValid() else 0
        option.rect = QRect(0, 0, tree.columnWidth(index.column()) - indentation, 1)
        return super().sizeHint(option, index)
