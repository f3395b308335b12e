"""Sides of a merge: their changes since base, in the names of base, and the items that these rely on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cached_property

from blockloom.blocks.catalogue.parameters import ARG, page_of_type
from blockloom.blocks.diff.changes import CellChange, Key
from blockloom.blocks.diff.matching import AlignedDocument, compare_documents
from blockloom.blocks.diff.renaming import Place, block_at, named_items, place_of
from blockloom.blocks.document.pages import Block, Document, Wire, split_index
from blockloom.blocks.infer.page_uses import Types, function_values


class MergeSide:
    """The changes of one side by cell; the merge removes those that do not apply."""

    def __init__(self, base: Document, aligned: AlignedDocument, catalogue: Types):
        self.aligned, self._base, self._catalogue = aligned, base, catalogue
        self.changes: dict[Key, CellChange] = {change.key: change for change in compare_documents(base, aligned)}

    @cached_property
    def removed(self) -> frozenset[Place]:
        """Items that this side removed, and pages, with the id "", independent of later decisions."""
        return frozenset(
            (page, item)
            for (page, item, field), change in self.changes.items()
            if page and not field and change.new is None
        )

    def removes(self, place: Place) -> bool:
        """Return whether this side removes an item, or a page with the id "", and the removal applies."""
        change = self.changes.get((*place, ""))
        return change is not None and change.new is None

    def adds(self, place: Place) -> bool:
        """Return whether this side adds an item, and the addition applies."""
        change = self.changes.get((*place, ""))
        return change is not None and change.old is None

    def added(self, page: str) -> list[CellChange]:
        """Return the blocks that this side adds to a page."""
        return [
            change
            for change in self.changes.values()
            if change.page == page and not change.field and change.old is None and isinstance(change.new, Block)
        ]

    @cached_property
    def by_place(self) -> dict[Place, list[CellChange]]:
        """Changes of each page, with the id "", and of each item, independent of later decisions."""
        found: dict[Place, list[CellChange]] = {}
        for change in self.changes.values():
            if change.page:
                found.setdefault((change.page, change.item), []).append(change)
        return found

    @cached_property
    def relied_on(self) -> dict[Place, list[CellChange]]:
        """Items and pages that this side changes, wires or newly uses, with the changes that do so."""
        found: dict[Place, list[CellChange]] = {}
        for change in self.changes.values():
            if change.page:
                for place in self._relies_on(change):
                    found.setdefault(place, []).append(change)
        return found

    def follows(self, change: CellChange) -> bool:
        """Return whether a change of the wires into a pin only removes wires from items that this side removed."""
        was, now = change.old or (), change.new or ()
        left = iter(was)
        lost = Counter(was) - Counter(now)
        return all(wire in left for wire in now) and all(
            place_of(change.page, wire.source) in self.removed for wire in lost
        )

    def through_pages(self, change: CellChange) -> dict[Wire, Wire]:
        """Return the new wires of a pin that replace wires of base, since this side moved an end to another page.

        They lead through an instance, out of a Retval or into an Arg. Maps each to the wire of base.
        """
        page, was, found = change.page, {*(change.old or ())}, dict[Wire, Wire]()
        for wire in change.new or ():
            there, item = place_of(page, wire.source)
            block = self._block((there, item)) if wire not in was else None
            if block is None:
                continue
            if its := page_of_type(block.type):  # the source is an instance: follow the wires into the Retval
                led = self._into(its, wire.source_pin, "input")
                source = place_of(its, led.source) if led is not None else None
            elif block.type == ARG and there != page:  # an Arg: follow the wires into an instance of its page
                led = next(
                    (self._into(page, one.id, item) for one in self._on(page) if page_of_type(one.type) == there), None
                )
                source = place_of(page, led.source) if led is not None else None
            else:
                continue
            if led is not None and source is not None and source[0] == page:
                old = wire._replace(source=source[1], source_pin=led.source_pin, kind=led.kind)
                if old in was:
                    found[wire] = old
        return found

    def _into(self, page: str, item: str, pin: str) -> Wire | None:
        there = self.aligned.document.pages.get(page)
        wires = there.wires_into(item, pin) if there is not None else ()
        return wires[0] if len(wires) == 1 else None

    def _on(self, page: str) -> Iterable[Block]:
        there = self.aligned.document.pages.get(page)
        return there.blocks.values() if there is not None else ()

    def own_name(self, page: str, item: str) -> Place | None:
        """Return the name of an item or page on this side; None if this side lacks it."""
        there = self.aligned.document.pages.get(page)
        if there is None or item and there.item(item) is None:
            return None
        return self.aligned.names.place(page, item)

    def _relies_on(self, change: CellChange) -> Iterator[Place]:
        page, item, name = change.page, change.item, change.name
        if not name:
            if change.new is not None and item:
                yield page, ""
            if isinstance(change.new, Block):
                yield from self._pages(change.new)
                for pin, text in change.new.values.items():
                    yield from self._pin((page, item), pin)
                    yield from ((page, named) for named in named_items(text))
        elif name == "wires":
            new = Counter(change.new or ()) - Counter(change.old or ())
            if new:
                yield page, item
            for wire in new:
                source = place_of(page, wire.source)
                yield source
                yield from self._pin((page, item), wire.target_pin)
                yield from self._pin(source, wire.source_pin)
        elif not change.layout and name != "frame":
            yield page, item
            if name in ("value", "slider"):
                yield from self._pin((page, item), change.pin)
            if name == "value":
                named = named_items(change.new or "") - named_items(change.old or "")
                yield from ((page, other) for other in sorted(named))
            if name in ("value", "type") and (block := self._block((page, item))) is not None:
                yield from self._pages(block)

    def _pin(self, of: Place, pin: str) -> Iterator[Place]:
        """Yield the Arg, Retval or Parameter for a pin of an instance."""
        block = self._block(of)
        page = page_of_type(block.type) if block is not None else ""
        if page and pin:
            yield page, split_index(pin)[0]

    def _pages(self, block: Block) -> Iterator[Place]:
        if its := page_of_type(block.type):
            yield its, ""
        for _, _, pages in function_values(block, self._catalogue) if block.values else ():
            for name in pages:
                yield name, ""

    def _block(self, place: Place) -> Block | None:
        return block_at(self.aligned.document, *place)
