"""Ctrl+F: a small box that finds blocks by name or type and jumps there."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QTreeWidgetItem, QWidget

from blockloom.app.window.widgets.listbox import ListBox
from blockloom.blocks.catalogue import Catalogue
from blockloom.blocks.document import Document
from blockloom.blocks.search import Entry, find, name_of

_MOST = 200


def matches(document: Document, catalogue: Catalogue, query: str, page: str) -> list[tuple[str, str, str]]:
    """(page, block, title of its type) of the blocks whose id or type fits, best first, those of this page before
    others."""
    rows: list[Entry[tuple[str, str, str]]] = []
    for name, one in document.pages.items():
        for block in sorted(one.blocks.values(), key=lambda block: block.id.casefold()):
            entry = catalogue.entries.get(block.type)
            title = (entry.get("title") if entry else None) or block.type
            rows.append(Entry((name, block.id, title), (name_of(block.id), name_of(title))))
    return sorted(find(rows, query), key=lambda row: row[0] != page)


class FindBox(ListBox):
    """The blocks that fit, over the canvas. `goto` gives page and block: of the one that keys move to, or that is
    clicked, while the box stays open."""

    goto = Signal(str, str)

    def __init__(self, parent: QWidget):
        super().__init__(parent, self.tr("Find block"), self.tr("Find a block by name or type"),
                         self.tr("Blocks found"))

    def open(self, document: Document, catalogue: Catalogue, page: str) -> None:
        """Search a document, with a page in front."""
        self._where = document, catalogue, page
        self.show_at(48, 19, middle=False)

    def fill(self, query: str) -> int:
        document, catalogue, front = self._where
        found = matches(document, catalogue, query, front)
        for page, block, title in found[:_MOST]:
            item = QTreeWidgetItem(self.list, [block, title if page == front else f"{title}  ·  {page}"])
            item.setForeground(1, self.palette().placeholderText())
            item.setData(0, Qt.ItemDataRole.UserRole, (page, block))
        return len(found)

    def told(self, count: int) -> str:
        return (self.tr("1 block") if count == 1 else self.tr("{} blocks").format(count) if count else
                self.tr("No block is named like that."))

    def moved(self, item: QTreeWidgetItem) -> None:
        self.goto.emit(*item.data(0, Qt.ItemDataRole.UserRole))

    def clicked(self, item: QTreeWidgetItem) -> None:
        self.moved(item)

    def take(self, item: QTreeWidgetItem) -> None:
        self.moved(item)
        self.close_box()
