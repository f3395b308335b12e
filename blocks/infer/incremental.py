"""Inference of the pages of an edited document, updated incrementally from what edits touch."""

from __future__ import annotations

import time
import weakref
from collections.abc import Iterator
from functools import partial
from typing import Any

from blockloom.blocks.catalogue import dataset_types
from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.catalogue.parameters import PARAMETER, PREFIX
from blockloom.blocks.document.literal_cache import Value
from blockloom.blocks.document.pages import Document, Page, Wire
from blockloom.blocks.edits import Edit
from blockloom.blocks.edits.base import Touched
from blockloom.blocks.infer.inference import BlockTypes, PageInference

_LARGE = 3000  # callers do not wait for the inference of pages with more blocks
_PIECE = 20  # blocks between two checks of the clock
_MANY = 500  # most added or removed blocks, and most parts, of an edit: with more, restarting is faster


class Inferences:
    """The inferences of a document's pages, created at the first use and kept up to date by `follow`.

    `retyped` are the block types of pages that the last edit may have changed.
    """

    def __init__(self, document: Document, catalogue: Catalogue):
        self.document, self.catalogue = document, catalogue
        self.retyped: frozenset[str] = frozenset()
        self._pages: dict[str, IncrementalInference] = {}
        if catalogue.document is document:
            catalogue.infer = partial(_now, weakref.ref(self))

    def inference_of(self, page: str) -> IncrementalInference:
        """Return the inference of the page of this name.

        Raises:
            KeyError: The document has no such page.
        """
        found = self._pages.get(page)
        if found is None or found.page is not self.document.pages[page]:
            found = self._pages[page] = IncrementalInference(self.document.pages[page], self.catalogue)
        return found

    def current(self, page: Page) -> PageInference:
        """Return the inference of a page in its current state."""
        return self.inference_of(page.name).current()

    def types_of(self, page: str, block: str) -> BlockTypes | None:
        """Return the types of a block; None if unknown, or if its large page is not completely inferred yet."""
        if page not in self.document.pages:
            return None
        inference = self.inference_of(page)
        if len(self.document.pages[page].blocks) > _LARGE and not inference.go_on(0):
            return None
        return inference.current().known.get(block)

    def follow(self, edit: Edit, back: Edit) -> None:
        """Update after an edit of the document, which is already applied, and whose inverse is `back`."""
        for touched in edit.touched():
            if touched.page_was in self._pages:
                self._pages[touched.page] = self._pages.pop(touched.page_was)
        for name, inference in list(self._pages.items()):
            page = self.document.pages.get(name)
            if page is None:
                del self._pages[name]
            else:
                inference.follow(edit, back, page)
        if self.catalogue.document is self.document:
            deltas = [delta for delta in (*edit.touched(), *back.touched()) if delta.types or delta.boxes]
            self._follow_types(
                {page for delta in deltas for page in (delta.page, delta.page_was) if page},
                {delta.page for delta in deltas if delta.new or delta.removes_page or delta.page_was},
            )

    def _follow_types(self, edited: set[str], fresh: set[str]) -> None:
        """Update the users of edited pages, of which `fresh` were added, removed or renamed.

        If the block type of one has changed, the pages that use it are inferred again, and the pages that use those.
        """
        self.retyped = frozenset()
        if not any([self.catalogue.refresh(name) for name in edited] + [bool(fresh)]):
            return
        above = self.catalogue.reaching(edited)
        for name in above:
            if name in self._pages:
                self._pages[name].restart(self.document.pages[name])
        self.catalogue.forget(edited | above)
        self.retyped = frozenset(PREFIX + name for name in edited | above)


def _now(inferences: weakref.ref[Inferences], page: Page, catalogue: Catalogue) -> PageInference:
    """Return the inference of a page from these inferences, if they still exist."""
    there = inferences()
    return there.current(page) if there is not None else PageInference(page, catalogue)


class Visits:
    """The blocks visited by an inference since a reader last asked, for this reader alone."""

    def __init__(self) -> None:
        self.names: dict[str, None] | None = None

    def take(self) -> dict[str, None] | None:
        """Return the blocks visited since the last call, in order, including removed ones; None for all."""
        found, self.names = self.names, {}
        return found


class IncrementalInference:
    """The inference of a page during editing.

    `follow` passes edits, `go_on` gives it time, `now` and `whole` return results. A page with loops is inferred from
    its beginning after each edit, since its result depends on where the walk enters a loop.
    """

    def __init__(self, page: Page, catalogue: Catalogue):
        self.catalogue = catalogue
        self._readers: weakref.WeakSet[Visits] = weakref.WeakSet()
        self.restart(page)

    def restart(self, page: Page) -> None:
        """Start again, with a page without known types."""
        self.page = page
        self.inference = PageInference(page, self.catalogue, whole=False)
        self._walk: Iterator[None] | None = self.inference.walk()
        self._dirty: dict[str, None] = {}  # blocks that must be visited again, in order
        self._unverified: set[str] | None = None  # blocks visited since the last call of `verified`; None for all
        self._ordered = True  # whether `order` is valid for the current page once all blocks are visited
        for reader in self._readers:
            reader.names = None

    def visits(self) -> Visits:
        """Return a new reader of visited blocks, whose first `take` returns all."""
        found = Visits()
        self._readers.add(found)
        return found

    def follow(self, edit: Edit, back: Edit, page: Page) -> None:
        """Update after an edit, which is already applied; `back` is its inverse, and `page` the page after it."""
        dirty: dict[str, None] = {}
        new: list[Wire] = []
        forth, over = tuple(edit.touched()), tuple(back.touched())
        known = page is self.page and max(len(forth), len(over)) <= _MANY
        known = known and all(
            [self._mark(touched, dirty, new) for touched in forth]
            + [self._mark(touched, dirty, []) for touched in over]
        )
        if not known or dirty and (self._walk is not None or self.inference.looped or self._circle(new)):
            self.restart(page)
        elif dirty:
            self._dirty |= dirty
            self._ordered = False

    def _mark(self, touched: Touched, dirty: dict[str, None], new: list[Wire]) -> bool:
        """Collect blocks whose values or sources may have changed, and wires that may be new.

        Returns:
            False if there are too many, or if the page has another name, which is part of its problems.
        """
        page = self.page
        if not touched.on(page.name):
            return True
        if touched.page_was or max(map(len, (touched.added, touched.removed, touched.valued))) > _MANY:
            return False
        if any(block.type == PARAMETER for block in touched.added) or any(
            page.blocks[name].type == PARAMETER
            for name in (*touched.valued, *(touched.renamed or ()))
            if name in page.blocks
        ):
            return False  # an edit of a Parameter may affect any value
        dirty.update(dict.fromkeys(touched.valued))
        dirty.update(dict.fromkeys(touched.removed))
        wires = [placed.wire for placed in touched.wires]
        for block in [block.id for block in touched.added] + list(touched.renamed or ()):
            dirty[block] = None
            wires += (*page.out.get(block, ()), *page.wires_into(block))
        for wire in wires:
            dirty[wire.target] = None
        for wire in wires:  # a source does not change, but readers of visits also check its outgoing wires
            dirty[wire.source] = None
        for name in list(dirty):
            dirty.update(dict.fromkeys(dataset_types.fed_iterators(page, name)))
        new += wires
        return True

    def _circle(self, wires: list[Wire]) -> bool:
        """Return whether these wires may close a cycle: a path from the end of one to the start of one."""
        sources, out = {wire.source for wire in wires}, self.page.out
        todo = [wire.target for wire in wires]
        seen = set(todo)
        while todo:
            for wire in out.get(todo.pop(), ()):
                for target in (wire.target, *dataset_types.fed_iterators(self.page, wire.target)):
                    if target in sources:
                        return True
                    if target not in seen:
                        seen.add(target)
                        todo.append(target)
        return any(wire.target == wire.source for wire in wires)

    def go_on(self, until: float) -> bool:
        """Infer until this time of time.monotonic(), in seconds, and return whether all is inferred."""
        with self.catalogue.inferring(self.page.name):
            while time.monotonic() < until:
                if self._walk is not None:
                    if next(self._walk, self) is self:
                        self._walk = None
                elif self._dirty:
                    for _ in range(min(_PIECE, len(self._dirty))):
                        self._visit()
                else:
                    return True
        return self._walk is None and not self._dirty

    def _visit(self) -> None:
        name = next(iter(self._dirty))
        del self._dirty[name]
        for reader in self._readers:
            if reader.names is not None:
                reader.names[name] = None
        if self._unverified is not None:
            self._unverified.add(name)
        known, block = self.inference.known, self.page.blocks.get(name)
        before = self.inference.forget(name)
        if block is not None and block.type in self.catalogue:
            self.inference.visit(block)
        if _said(before) != _said(known.get(name)):
            for wire in self.page.out.get(name, ()):
                for target in (wire.target, *dataset_types.fed_iterators(self.page, wire.target)):
                    self._dirty.pop(target, None)  # moves the block to the end, after the blocks that determine it
                    self._dirty[target] = None

    def current(self) -> PageInference:
        """Return the inference of the page in its current state.

        `order` and `problems` can still be those of an earlier state.
        """
        self.go_on(float("inf"))
        return self.inference

    def whole(self) -> PageInference:
        """Return the inference in its current state, with `order` and `problems`."""
        inference = self.current()
        if not self._ordered:
            for _ in inference.walk(visit=False):
                pass
            self._ordered = True
        return self.verified()

    def verified(self) -> PageInference:
        """Return the inference in its current state, with `problems`."""
        inference = self.current()
        for name in inference.known.keys() if self._unverified is None else self._unverified & inference.known.keys():
            inference.verify(name)
        self._unverified = set()
        return inference


def _said(known: BlockTypes | None) -> list[dict[str, Any]] | None:
    """Return the facts about a block that its consumers can see."""
    if known is None:
        return None
    parts = [known.attrs] if known.maker is known.attrs else [known.attrs, known.maker]
    return [{name: value for name, value in part.items() if not isinstance(value, Value)} for part in parts]
