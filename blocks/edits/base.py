"""What every edit has: it can be applied, and it says what it touches. Edits need no more of each other than this."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any, NamedTuple, Protocol

from blockloom.blocks.document.pages import Block, Document, Placed


class Touched(NamedTuple):
    """What a simple edit changes, with the ids that hold after it. Whoever keeps something about a document reads from
    it what is to be brought up to date, without a look at the class of the edit.
    """

    page: str  # that it changes, adds, removes, renames or moves; "" for the document
    page_was: str = ""  # its name before, where the edit gives it another
    tabs: bool = False  # pages are others, or have other names or another order
    new: bool = False  # the page is added
    gone: bool = False  # the page is removed
    added: Collection[Block] = ()
    removed: Collection[str] = ()  # blocks
    wires: Collection[Placed] = ()  # laid or cut, but for those that go with a block
    renamed: tuple[str, str] | None = None  # a block, frame or note: its id before, its id
    valued: Collection[str] = ()  # blocks whose typed-in values are others
    muted: Collection[str] = ()  # blocks whose mode is another
    painted: Collection[str] = ()  # blocks in another colour, or with other sliders
    placed: Collection[str] = ()  # blocks, frames and notes in another place, or frame
    scopes: bool = False  # blocks may have other scopes or devices
    boxes: bool = False  # frames, notes, the sheet or bookmarks are others
    origin: bool = False  # the page is a copy of another page of a library, or of none
    uids: bool = False  # items or the page have other uids
    conflicts: bool = False  # of the document: what a merge left to be chosen is something else

    def on(self, page: str) -> bool:
        """Return whether the edit changes the page that has this name after the edit, or had it before."""
        return page in (self.page, self.page_was)

    @property
    def changes(self) -> int:
        """How many blocks, frames and notes the edit changes, roughly."""
        return sum(map(len, (self.added, self.removed, self.valued, self.muted, self.painted, self.placed)))

    @property
    def names(self) -> bool:
        """Return whether blocks or pages come, go, or have other names or uids."""
        return bool(self.added or self.new or not self.only_adds)

    @property
    def only_adds(self) -> bool:
        """Return whether no blocks or pages go, or have other names or uids."""
        return not (self.removed or self.renamed or self.gone or self.page_was or self.uids)

    @property
    def types(self) -> bool:
        """Return whether dtypes can change by the edit, or blocks begin or cease to take part."""
        return bool(
            self.added
            or self.removed
            or self.wires
            or self.renamed
            or self.valued
            or self.muted
            or self.new
            or self.gone
            or self.page_was
        )

    @property
    def graph(self) -> bool:
        """Whether the graph of the page can change by the edit; names of nodes and devices count too."""
        return self.scopes or self.types


class Edit(Protocol):
    """A change to a document as a value: a NamedTuple, which is serialised by its fields (see `as_json`)."""

    def __iter__(self) -> Iterator[Any]:
        """Its fields."""

    def apply(self, document: Document) -> Edit:
        """Change the document, and give the inverse edit. Raises EditError where it does not fit; the document is then
        unchanged.
        """

    def touched(self) -> Iterator[Touched]:
        """What the edit changes: one Touched for each simple edit that it is made of, in order."""
