"""What every edit has: it can be applied, and it says what it touches. Edits need no more of each other than this."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any, NamedTuple, Protocol

from blockloom.blocks.document.pages import Block, Document, Placed


class Touched(NamedTuple):
    """What a simple edit changes, by the names that hold once it is applied.

    Whoever keeps something about a document reads what concerns it from here, whatever edits there are.
    """

    page: str                               # that it changes, adds, removes, renames or moves
    page_was: str = ""                      # its name before, where the edit gives it another
    tabs: bool = False                      # pages are others, or have other names or another order
    new: bool = False                       # the page is added
    gone: bool = False                      # the page is removed
    added: Collection[Block] = ()
    removed: Collection[str] = ()           # blocks
    wires: Collection[Placed] = ()          # laid or cut, but for those that go with a block
    renamed: tuple[str, str] | None = None  # a block, frame or note: its id before, its id
    valued: Collection[str] = ()            # blocks whose typed-in values are others
    muted: Collection[str] = ()             # blocks whose mode is another
    painted: Collection[str] = ()           # blocks in another colour, or with other sliders
    placed: Collection[str] = ()            # blocks, frames and notes in another place, or frame
    scopes: bool = False                    # blocks may have other scopes or devices
    boxes: bool = False                     # frames, notes, the sheet or bookmarks are others
    origin: bool = False                    # the page is a copy of another page of a library, or of none

    def on(self, page: str) -> bool:
        """Whether it is about the page of this name, before or after."""
        return page in (self.page, self.page_was)

    @property
    def types(self) -> bool:
        """Whether dtypes can be others, or blocks take part that did not."""
        return bool(self.added or self.removed or self.wires or self.renamed or self.valued or self.muted or self.new
                    or self.gone or self.page_was)

    @property
    def graph(self) -> bool:
        """Whether the graph of the page can be another, in names and devices as well."""
        return self.scopes or self.types


class Edit(Protocol):
    """A change to a document, as a value: a NamedTuple, which is read by its fields (see `as_json`)."""

    def __iter__(self) -> Iterator[Any]:
        """Its fields."""

    def apply(self, document: Document) -> Edit:
        """Change the document, and give the edit that takes it back. Raises EditError, with nothing changed."""

    def touched(self) -> Iterator[Touched]:
        """What it changes: one of each of the simple edits that it is made of, in their order."""
