"""Protocol of edits: they can be applied, and state what they touch. Edits need no more of each other."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any, Protocol

from msgspec import Struct

from blockloom.blocks.document.pages import Block, Document, Placed


class Touched(Struct, frozen=True):
    """The changes of a simple edit, with the ids after the edit.

    Listeners update from it, independently of the class of the edit.
    """

    page: str  # name of the changed, added, removed, renamed or moved page; "" for the document
    page_was: str = ""  # former name of the page, if the edit renames it
    tabs: bool = False  # whether pages were added, removed, renamed or reordered
    new: bool = False  # whether the page is added
    removes_page: bool = False  # whether the page is removed
    added: Collection[Block] = ()
    removed: Collection[str] = ()  # added blocks; ids of removed ones
    wires: Collection[Placed] = ()  # added or removed wires, except those that are removed with a block
    renamed: tuple[str, str] | None = None  # (old id, new id) of a renamed block, frame or note
    valued: Collection[str] = ()  # blocks with changed values
    muted: Collection[str] = ()  # blocks with a changed mode
    painted: Collection[str] = ()  # blocks with a changed colour or slider
    placed: Collection[str] = ()  # blocks, frames and notes with a changed position or frame
    scopes: bool = False  # whether scopes or devices of blocks may have changed
    boxes: bool = False  # whether frames, notes, the sheet or bookmarks changed
    origin: bool = False  # whether the library origin of the page changed
    uids: bool = False  # whether uids of items or of the page changed
    conflicts: bool = False  # whether the conflicts of the document changed

    def on(self, page: str) -> bool:
        """Return whether the edit changes the page that has this name after the edit, or had it before."""
        return page in (self.page, self.page_was)

    @property
    def changes(self) -> int:
        """The approximate number of blocks, frames and notes that the edit changes."""
        return sum(map(len, (self.added, self.removed, self.valued, self.muted, self.painted, self.placed)))

    @property
    def names(self) -> bool:
        """Return whether blocks or pages are added, removed, renamed or get other uids."""
        return bool(self.added or self.new or not self.only_adds)

    @property
    def only_adds(self) -> bool:
        """Return whether no blocks or pages are removed, renamed or get other uids."""
        return not (self.removed or self.renamed or self.removes_page or self.page_was or self.uids)

    @property
    def types(self) -> bool:
        """Return whether dtypes can change, or blocks start or stop taking part."""
        return bool(
            self.added
            or self.removed
            or self.wires
            or self.renamed
            or self.valued
            or self.muted
            or self.new
            or self.removes_page
            or self.page_was
        )

    @property
    def graph(self) -> bool:
        """Return whether the graph of the page can change, including names of nodes and devices."""
        return self.scopes or self.types


class Edit(Protocol):
    """A change to a document as a value: a NamedTuple, serialised by its fields (see `edit_json`)."""

    def __iter__(self) -> Iterator[Any]:
        """Iterate over the fields."""

    def apply(self, document: Document) -> Edit:
        """Change the document, and return the inverse edit.

        Raises:
            EditError: The edit does not fit; the document is unchanged.
        """

    def touched(self) -> Iterator[Touched]:
        """Yield one Touched for each simple edit of this edit, in order."""
