"""Ctrl+F: a small box that finds blocks by name, type or shape, jumps there, and selects them."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QTreeWidgetItem, QWidget

from blockloom.app.window.widgets.listbox import ListBox
from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.document.pages import Document
from blockloom.blocks.find.page_search import FILTERS, BlockMatch, PageSearch, Types
from blockloom.blocks.infer.breakpoint_text import pauses

_MOST = 200


class FindBox(ListBox):
    """Finds blocks, over the canvas. `goto` emits page and block (`INSTANCE/BLOCK` for one inside of it) of the current
    or clicked row, while the box stays open; `all_wanted` the blocks on the page in front (Ctrl+Enter).
    """

    goto = Signal(str, str)
    all_wanted = Signal(object)

    def __init__(self, parent: QWidget):
        super().__init__(
            parent, self.tr("Find block"), self.tr("Find a block by name, type: or writes:"), self.tr("Blocks found")
        )
        self.edit.setToolTip(
            self.tr(
                "type:Conv2D, name:*/conv1/*, shape:[?, 7, 7, ?], reads:*.csv and writes: narrow down the list. "
                "Ctrl+Enter selects all of it on this page."
            )
        )
        self._told_of = {
            "type": self.tr("blocks of a type"),
            "name": self.tr("blocks by the names of their nodes"),
            "shape": self.tr("blocks with an output of a shape"),
            "pause": self.tr("blocks at which runs pause"),
            "reads": self.tr("blocks that read files"),
            "writes": self.tr("blocks that write files"),
            "sends": self.tr("blocks that send data"),
        }
        self._search: PageSearch | None = None
        self._found: list[BlockMatch] = []

    def open(self, document: Document, catalogue: Catalogue, page: str, types: Types) -> None:
        """Search a document, with a page in front."""
        self._where, self._search = (document, catalogue, page, types), None
        self.show_at(48, 19, middle=False)

    def forget(self) -> None:
        """The document was edited: search anew."""
        self._search = None

    def fill(self, query: str) -> int:
        """List the blocks that fit; gives how many."""
        document, catalogue, front, types = self._where
        if self._search is None:
            self._search = PageSearch(document, catalogue, types)
        rows = self._found = self._search.find(query, front)
        for found in rows[:_MOST]:
            page, block, title, node = found
            kept = pauses(document.pages[page].blocks[block].pause) if "pause:" in query else {}
            kept = kept or self._search.acts_inside(found, query) or {"": node}
            for inside, about in kept.items():
                place = f"{block}/{inside}" if inside else block
                name = f"{place}  ·  {about}" if about else place
                item = QTreeWidgetItem(self.list, [name, title if page == front else f"{title}  ·  {page}"])
                item.setForeground(1, self.palette().placeholderText())
                item.setData(0, Qt.ItemDataRole.UserRole, (page, place))
        self._complete(query)
        return len(rows)

    def _complete(self, query: str) -> None:
        """Offer words with a colon that begin as the last word of the query."""
        begun = query.rpartition(" ")[2]
        for name in FILTERS if len(begun) > 1 else ():
            if name.startswith(begun.casefold()):
                item = QTreeWidgetItem(self.list, [f"{name}:", self._told_of[name]])
                item.setForeground(1, self.palette().placeholderText())
                item.setData(0, Qt.ItemDataRole.UserRole, f"{query.removesuffix(begun)}{name}:")
        if self.list.currentItem() is None:
            self.list.setCurrentIndex(self.list.model().index(0, 0))

    def told(self, count: int) -> str:
        """The text on how many were found."""
        if count < 2:
            return self.tr("1 block") if count else self.tr("No block is named like that.")
        return self.tr("{} blocks · Ctrl+Enter selects those of this page").format(count)

    def moved(self, item: QTreeWidgetItem) -> None:
        """Show the block of the current row."""
        data = item.data(0, Qt.ItemDataRole.UserRole)
        if not isinstance(data, str):
            self.goto.emit(*data)

    def clicked(self, item: QTreeWidgetItem) -> None:
        """Show the block of the clicked row."""
        if not self._completed(item):
            self.moved(item)

    def take(self, item: QTreeWidgetItem) -> None:
        """Show the block, and close the box."""
        if not self._completed(item):
            self.moved(item)
            self.close_box()

    def _completed(self, item: QTreeWidgetItem) -> bool:
        """Return whether a row is a word with a colon, which then is in the field."""
        data = item.data(0, Qt.ItemDataRole.UserRole)
        if isinstance(data, str):
            self.edit.setText(data)
        return isinstance(data, str)

    def take_all(self) -> None:
        """Select all found blocks of the page in front."""
        front = self._where[2]
        self.all_wanted.emit({found.block for found in self._found if found.page == front})
        self.close_box()
