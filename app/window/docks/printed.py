"""The list of texts that operations print."""

from __future__ import annotations

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QFontDatabase, QGuiApplication, QKeySequence
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from blockloom.app import qt
from blockloom.app.window.run.worker_names import LINES

_LONGEST = 2000  # most shown characters of a line; copying copies the whole line


class PrintedLinesModel(QAbstractListModel):
    """The last LINES lines that were printed."""

    def __init__(self, parent: QWidget):
        super().__init__(parent)
        self.lines: list[str] = []

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.lines)

    def data(self, index: QModelIndex | QPersistentModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        return self.lines[index.row()][:_LONGEST] if role == Qt.ItemDataRole.DisplayRole else None

    def add(self, lines: list[str]) -> None:
        """Append lines; the oldest go beyond LINES."""
        lines = lines[-LINES:]
        old = len(self.lines) + len(lines) - LINES
        if old > 0:
            self.beginRemoveRows(QModelIndex(), 0, old - 1)
            del self.lines[:old]
            self.endRemoveRows()
        first = len(self.lines)
        self.beginInsertRows(QModelIndex(), first, first + len(lines) - 1)
        self.lines += lines
        self.endInsertRows()

    def clear(self) -> None:
        """Remove all lines."""
        self.beginResetModel()
        self.lines = []
        self.endResetModel()


class PrintedList(QTableView):
    """A list of printed lines, newest last, which stays at the end while the end is visible.

    It is a table, since lists and text editors look at all their lines when one is added.
    """

    def __init__(self, parent: QWidget | None = None):
        super().__init__(parent)
        self.setAccessibleName(self.tr("Output"))
        self.rows = PrintedLinesModel(self)
        self.setModel(self.rows)
        self.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.horizontalHeader().hide()
        rows = self.verticalHeader()
        rows.hide()
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        rows.setDefaultSectionSize(self.fontMetrics().height() + 2)
        qt.action(self, self.tr("Copy"), self._copy, QKeySequence.StandardKey.Copy)
        qt.action(self, self.tr("Clear"), self.rows.clear)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)

    def add(self, text: str) -> None:
        """Append one or more lines."""
        lines, bar = text.split("\n"), self.verticalScrollBar()
        at_end = bar.value() >= bar.maximum()
        self.rows.add(lines)
        longest = max(lines, key=len)[:_LONGEST]
        width = max(self.columnWidth(0), self.fontMetrics().horizontalAdvance(longest) + 12, self.viewport().width())
        if width != self.columnWidth(0):
            self.setColumnWidth(0, width)
        if at_end:
            self.scrollToBottom()

    def _copy(self) -> None:
        rows = sorted(index.row() for index in self.selectedIndexes())
        QGuiApplication.clipboard().setText("\n".join(self.rows.lines[row] for row in rows))
