"""Ctrl+F: a small box that finds blocks by name or type and jumps there."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QTreeWidgetItem, QWidget

from blockloom.app.window.widgets.listbox import ListBox
from blockloom.blocks.catalogue import Catalogue
from blockloom.blocks.document import Document
from blockloom.blocks.search import Entry, find, name_of

_MOST = 200


_Found = tuple[str, str, str]      # page, block, title of its type


def searchable(document: Document, catalogue: Catalogue) -> list[Entry[_Found]]:
    """The blocks of a document as what is searched, by their ids and types."""
    rows: list[Entry[_Found]] = []
    titles: dict[str, str] = {}     # of types: many blocks have one
    for name, one in document.pages.items():
        for block in sorted(one.blocks.values(), key=lambda block: block.id.casefold()):
            title = titles.get(block.type)
            if title is None:
                entry = catalogue.entries.get(block.type)
                title = titles[block.type] = (entry.get("title") if entry else None) or block.type
            rows.append(Entry((name, block.id, title), (name_of(block.id), name_of(title))))
    return rows


def matches(blocks: list[Entry[_Found]], query: str, page: str) -> list[_Found]:
    """Those that fit, best first, those of this page before others."""
    return sorted(find(blocks, query), key=lambda row: row[0] != page)


class FindBox(ListBox):
    """The blocks that fit, over the canvas. `goto` gives page and block: of the one that keys move to, or that is
    clicked, while the box stays open."""

    goto = Signal(str, str)

    def __init__(self, parent: QWidget):
        super().__init__(parent, self.tr("Find block"), self.tr("Find a block by name or type"),
                         self.tr("Blocks found"))
        self._blocks: list[Entry[_Found]] | None = None

    def open(self, document: Document, catalogue: Catalogue, page: str) -> None:
        """Search a document, with a page in front."""
        self._where, self._blocks = (document, catalogue, page), None
        self.show_at(48, 19, middle=False)

    def forget(self) -> None:
        """The document was edited: look at it anew."""
        self._blocks = None

    def fill(self, query: str) -> int:
        document, catalogue, front = self._where
        if self._blocks is None:
            self._blocks = searchable(document, catalogue)
        found = matches(self._blocks, query, front)
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
