"""Differences of two documents, A and B: a list of changes, any of which can be applied to A as an edit."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cached_property
from types import MappingProxyType

from blockloom.blocks.catalogue.parameters import page_of_type
from blockloom.blocks.diff.apply_changes import apply_changes_to, apply_final_names
from blockloom.blocks.diff.changes import CellChange, Key
from blockloom.blocks.diff.edits_between import edits_between
from blockloom.blocks.diff.matching import AlignedDocument, align, compare_documents
from blockloom.blocks.diff.renaming import NameMap, Place, block_at, place_of
from blockloom.blocks.document.pages import Block, Document, Frame
from blockloom.blocks.document.uids import completed
from blockloom.blocks.edits import Edit
from blockloom.blocks.infer.page_uses import Types

NO_TYPES: Types = MappingProxyType({})


def diff_documents(a: Document, b: Document, catalogue: Types = NO_TYPES) -> Diff:
    """Return the differences from A to B.

    Without a catalogue, attrs that name pages do not follow new names of pages.
    """
    a, b = completed(a), completed(b)
    return Diff(a, b, align(a, b, catalogue), catalogue)


class Diff:
    """The changes from the document `a` to `b`. Neither may be edited while this is used."""

    def __init__(self, a: Document, b: Document, aligned: AlignedDocument, catalogue: Types):
        self.a, self.b, self.aligned, self._catalogue = a, b, aligned, catalogue
        self._all = tuple(compare_documents(a, aligned))
        self.changes = tuple(change for change in self._all if change.field != "uid")  # users do not see uids

    def in_b(self, page: str, item: str = "") -> Place | None:
        """Return the page and id in B of a page or item of a change, None if B does not have it."""
        there = self.aligned.document.pages.get(page)
        has = page in self.aligned.pages if not item else there is not None and there.item(item) is not None
        return self.aligned.names.place(page, item) if has else None

    def in_a(self, page: str, item: str = "") -> Place | None:
        """Return the page and id in A of a page or item of B, None if A does not have it."""
        key = self._back.place(page, item)
        there = self.a.pages.get(key[0])
        return key if there is not None and (not item or there.item(key[1]) is not None) else None

    @cached_property
    def _back(self) -> NameMap:
        return self.aligned.names.inverse()

    def edit(self, some: Iterable[CellChange] | None = None) -> Edit:
        """Return the edit that turns A into B, or the edit for some changes and those that they need.

        See `with_needed`. If two parts would have one name in the result, one gets the next free name.
        """
        if some is None:
            return edits_between(self.a, self.b, self._back)
        wanted = self.with_needed(some)
        made = apply_final_names(
            apply_changes_to(self.a, wanted), wanted, self.aligned.names.place, (), self._catalogue
        )
        return edits_between(self.a, made.document, made.names.inverse())

    def with_needed(self, some: Iterable[CellChange]) -> list[CellChange]:
        """Return these changes and those that they need, in the order of `compare_documents`.

        A wire needs its new source block, and a removed block needs the removal of its wires.
        """
        found: dict[Key, CellChange] = {}
        todo = list(some)
        while todo:
            change = todo.pop()
            if change.key not in found:
                found[change.key] = change
                todo += self._needs(change)
        return [change for change in self._all if change.key in found]

    def _needs(self, change: CellChange) -> Iterator[CellChange]:
        page, item, name = change.page, change.item, change.name
        index = self._index
        yield from index.themselves.get((page, ""), ())
        if item and name:
            yield from index.themselves.get((page, item), ())
        for key in change.weights:
            yield from index.by_key("", "", f"weights:{key}")
        if name == "wires":
            yield from index.by_key(page, item, f"look:{change.pin}")
            for wire in change.new or ():
                yield from index.comes(place_of(page, wire.source))
        elif name == "frame" and change.new:
            yield from index.comes(place_of(page, change.new))
        elif name == "id":
            yield from index.by_key(page, item, "uid")
        elif name == "name":
            named = index.by_key(page, item, "uid") if item else index.on_page[page]
            yield from (one for one in named if one.field == "uid")
        elif name == "page":
            yield from index.by_key(page, item, "uid")
            for there in (page, change.new):
                if (there, "") in index.themselves:
                    yield from index.on_page[there]
                    for instance in index.instances[there]:
                        yield instance
                        yield from index.ends[instance.page, instance.item]
            yield from index.ends[page, item]
        elif name == "type":
            yield from self._page_of(change.new)
        elif not name:
            yield from self._needs_itself(change)

    def _needs_itself(self, change: CellChange) -> Iterator[CellChange]:
        """Yield the changes that the addition or removal of a page or item needs."""
        page, item, index = change.page, change.item, self._index
        if not item:
            if change.new is None:
                yield from index.on_page[page]
            yield from index.by_key(page, "", "uid")
        elif change.new is None:
            yield from index.ends[page, item]
            yield from index.in_frame[page, item]
            yield from index.pins[page, item]
        else:
            if isinstance(change.new, Block | Frame) and change.new.frame:
                yield from index.comes(place_of(page, change.new.frame))
            if isinstance(change.new, Block):
                yield from self._page_of(change.new.type)

    def _page_of(self, block_type: str) -> list[CellChange]:
        """Return all changes of the new page of the instances of a type."""
        page = page_of_type(block_type)
        return self._index.on_page[page] if (page, "") in self._index.themselves else []

    @cached_property
    def _index(self) -> _ChangeIndex:
        return _ChangeIndex(self, self._all)


class _ChangeIndex:
    """Changes by their places, in the names of A."""

    def __init__(self, of: Diff, changes: Iterable[CellChange]):
        self._by_key: dict[Key, CellChange] = {change.key: change for change in changes}
        self.themselves: dict[Place, list[CellChange]] = {}  # change that adds or removes the page or item itself
        self.on_page: dict[str, list[CellChange]] = defaultdict(list)
        self.ends: dict[Place, list[CellChange]] = defaultdict(list)  # item -> changes of wires at either end
        self.in_frame: dict[Place, list[CellChange]] = defaultdict(list)
        # Changes of wires and values at pins of instances, by the block that defines the pin.
        self.pins: dict[Place, list[CellChange]] = defaultdict(list)
        # Page -> instances of it that are added or removed.
        self.instances: dict[str, list[CellChange]] = defaultdict(list)
        types = _Types(of)
        for change in changes:
            page, item, name = change.page, change.item, change.name
            if page:
                self.on_page[page].append(change)
            if page and not name:
                self.themselves[page, item] = [change]
                if isinstance(block := change.old or change.new, Block) and (its := page_of_type(block.type)):
                    self.instances[its].append(change)
            elif name == "wires":
                wires = {*(change.old or ()), *(change.new or ())}
                for place in {(page, item), *(place_of(page, wire.source) for wire in wires)}:
                    self.ends[place].append(change)
                self.pins[types.page(page, item), change.pin].append(change)
                for wire in wires:
                    self.pins[types.page(*place_of(page, wire.source)), wire.source_pin].append(change)
            elif name == "frame":
                for frame in filter(None, (change.old, change.new)):
                    self.in_frame[place_of(page, frame)].append(change)
            elif name == "value":
                self.pins[types.page(page, item), change.pin].append(change)

    def by_key(self, *key: str) -> Iterator[CellChange]:
        """Yield the change of a cell, if there is one."""
        if key in self._by_key:
            yield self._by_key[key]

    def comes(self, place: Place) -> Iterator[CellChange]:
        """Yield the change that adds a page or item, if there is one, and that of its page."""
        for change in (*self.themselves.get(place, ()), *self.themselves.get((place[0], ""), ())):
            if change.new is not None:
                yield change


class _Types:
    """Pages of instances, in A or else in B."""

    def __init__(self, of: Diff):
        self._documents = of.a, of.aligned.document

    def page(self, page: str, item: str) -> str:
        """Return the name of the page in A; "" if the block is not an instance."""
        for document in self._documents:
            if (block := block_at(document, page, item)) is not None:
                return page_of_type(block.type)
        return ""
