"""Ctrl+F: a small box that finds blocks by name or type and jumps there."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QLabel, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from app.canvas.lineedit import SearchField, folded
from app.window.style import roomy
from blocks.catalogue import Catalogue
from blocks.document import Document

_MOST = 200


def matches(document: Document, catalogue: Catalogue, query: str, page: str) -> list[tuple[str, str, str]]:
    """(page, block, title of its type) of the blocks whose id or type holds every word; ids that begin with the query
    first, this page before others."""
    words = folded(query).split()
    found = []
    for name, one in document.pages.items():
        for block in one.blocks.values():
            entry = catalogue.entries.get(block.type)
            title = (entry.get("title") if entry else None) or block.type
            text = folded(f"{block.id} {title}")
            if all(word in text for word in words):
                rank = 0 if words and block.id.casefold().startswith(words[0]) else 1
                found.append((name != page, rank, block.id.casefold(), name, block.id, title))
    return [row[3:] for row in sorted(found)]


class FindBox(QFrame):
    """A field and the blocks that fit, over the canvas. `goto` gives page and block; Enter and the arrow keys walk."""

    goto = Signal(str, str)
    left = Signal()

    def __init__(self, parent: QWidget):
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self.setAutoFillBackground(True)
        self.setAccessibleName(self.tr("Find block"))
        self.edit = SearchField(self.tr("Find a block by name or type"))
        self.list = QListWidget()
        self.list.setAccessibleName(self.tr("Blocks found"))
        self.count = QLabel(objectName="dim")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(6, 6, 6, 6)
        layout.setSpacing(4)
        for widget in (self.edit, self.list, self.count):
            layout.addWidget(widget)
        self.edit.typed.connect(self._fill)
        self.edit.installEventFilter(self)
        self.list.installEventFilter(self)
        self.list.itemClicked.connect(self._go)
        self.hide()

    def open(self, document: Document, catalogue: Catalogue, page: str) -> None:
        """Show the box at the top of its parent."""
        self._where = document, catalogue, page
        size = roomy(self, 48, 19).boundedTo(self.parentWidget().size() - QSize(20, 50))
        self.setGeometry(self.parentWidget().width() - size.width() - 14, 40, size.width(), size.height())
        self._fill()
        self.show()
        self.raise_()
        self.edit.setFocus()
        self.edit.selectAll()

    def _fill(self) -> None:
        found = matches(*self._where[:2], self.edit.whole(), self._where[2])
        self.list.clear()
        for page, block, title in found[:_MOST]:
            item = QListWidgetItem(f"{block}  ·  {title}" + (f"  ·  {page}" if page != self._where[2] else ""))
            item.setData(Qt.ItemDataRole.UserRole, (page, block))
            self.list.addItem(item)
        self.list.setCurrentRow(0)
        self.count.setText(self.tr("1 block") if len(found) == 1 else
                           self.tr("{} blocks").format(len(found)) if found else
                           self.tr("No block is named like that."))

    def _go(self, item: QListWidgetItem | None) -> None:
        if item is not None:
            page, block = item.data(Qt.ItemDataRole.UserRole)
            self.goto.emit(page, block)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            key = event.key()
            if key == Qt.Key.Key_Escape:
                self.hide()
                self.left.emit()
                return True
            if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self._go(self.list.currentItem())
                self.hide()
                self.left.emit()
                return True
            if watched is self.edit and key in (Qt.Key.Key_Down, Qt.Key.Key_Up):
                step = 1 if key == Qt.Key.Key_Down else -1
                self.list.setCurrentRow(max(0, min(self.list.count() - 1, self.list.currentRow() + step)))
                self._go(self.list.currentItem())
                return True
        return super().eventFilter(watched, event)
