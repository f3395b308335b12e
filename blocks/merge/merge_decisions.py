"""Decisions of a merge: which changes of the two sides apply, and which conflict."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Any

from blockloom.blocks.catalogue.block_types import BlockType
from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.catalogue.parameters import SIGNATURE, page_of_type
from blockloom.blocks.diff.changes import CellChange, item_cells, with_cell
from blockloom.blocks.diff.renaming import Place, block_at, place_of
from blockloom.blocks.document.fields import SESSION
from blockloom.blocks.document.pages import CONTROL, FEED, OPERATION, Document, Wire
from blockloom.blocks.infer.breakpoint_text import pause_text, pauses
from blockloom.blocks.infer.page_uses import Types
from blockloom.blocks.merge.diff3 import merge_sequences
from blockloom.blocks.merge.merge_repairs import keep_arranged
from blockloom.blocks.merge.merge_sides import MergeSide
from blockloom.blocks.merge.merge_weights import trained_twice
from blockloom.blocks.merge.pending_conflicts import NotePlace, PendingConflict
from blockloom.blocks.text.phrases import Phrase, phrase, plural

_NAMES = ("id", "value:index", "value:label")
_NO_ORDER = frozenset((CONTROL, OPERATION, FEED))  # kinds of wires whose order has no meaning


class MergeDecisions:
    """Removes the changes that do not apply from both sides.

    Attributes:
        left: The conflicts.
        notes: Notes on decisions without a conflict.
    """

    def __init__(self, base: Document, ours: MergeSide, theirs: MergeSide, catalogue: Types):
        self.base, self.ours, self.theirs, self._catalogue = base, ours, theirs, catalogue
        self.unresolved: list[PendingConflict] = []
        self.notes: list[Phrase] = []
        self._moves = Counter[str]()  # page -> number of changes of position and appearance that do not apply

    def decide(self) -> None:
        """Make all decisions."""
        for one, other in ((self.ours, self.theirs), (self.theirs, self.ours)):
            self._pages_gone(one, other)
        self._moves.update(keep_arranged(self.base, self.ours, self.theirs))
        # Pins come first, because they determine whether a side changed instances of their page.
        for is_pin, (one, other) in itertools.product(
            (True, False), ((self.ours, self.theirs), (self.theirs, self.ours))
        ):
            self._items_gone(one, other, is_pin)
        for one, other in ((self.ours, self.theirs), (self.theirs, self.ours)):
            self._retyped(one, other)
        self.unresolved += trained_twice(self.base, self.ours, self.theirs, self._catalogue)
        for key in [key for key in self.ours.changes if key in self.theirs.changes]:
            self._decide(self.ours.changes[key], self.theirs.changes[key])
        self.unresolved += self._pages_named_twice()
        self.notes += self._typed_and_wired()
        for page, count in self._moves.items():
            if count and not page:
                self.notes.append(phrase("both sides changed the order of pages; ours is used"))
            elif count:
                self.notes.append(
                    plural(
                        "{} change of position or appearance was not applied on page {}: both sides made one",
                        "{} changes of position or appearance were not applied on page {}: both sides made some",
                        count,
                        NotePlace(page),
                    )
                )

    def is_late(self, page: str, item: str) -> bool:
        """Return whether theirs named an item or page, so that another one with this name keeps it."""
        change = self.theirs.changes.get((page, item, ""))
        named = self.theirs.changes.get((page, item, "id" if item else "name"))
        return named is not None or (change is not None and change.old is None and change.new is not None)

    def _pages_named_twice(self) -> Iterator[PendingConflict]:
        """Yield a conflict for each page that both sides made of the same blocks, under two names."""
        mine, other = self.ours.aligned, self.theirs.aligned
        for key in mine.pages:
            if key in other.pages and key not in self.base.pages:
                names = mine.names.page(key), other.names.page(key)
                if names[0] != names[1]:
                    yield PendingConflict(key, "", "", "page-name", None, *names)

    def _typed_and_wired(self) -> Iterator[Phrase]:
        """Yield notes on pins with a value of one side and a wire of the other, which counts."""
        for one, other in ((self.ours, self.theirs), (self.theirs, self.ours)):
            for change in one.changes.values():
                if change.name == "value" and change.new is not None:
                    wired = other.changes.get((change.page, change.item, f"wires:{change.pin}"))
                    if wired is not None and wired.new:
                        at = NotePlace(change.page, change.item, change.pin)
                        yield phrase("{}: one side typed a value, the other added a wire, which is used", at)

    def _pages_gone(self, one: MergeSide, other: MergeSide) -> None:
        for page in [page for page, item in one.removed if not item and (page, "") not in other.removed]:
            stays = {item for there, item in one.by_place if there == page and (page, item, "page") in one.changes}
            needed = [
                change
                for (there, item), changes in other.relied_on.items()
                if there == page and item not in stays
                for change in changes
                if not (stays and self._names_pin(change))
            ]
            if needed:
                self._leave(one, page, "", "page-removed")
                for there, item in [place for place in one.removed if place[0] == page]:
                    one.changes.pop((there, item, ""), None)
            else:
                for (there, item), changes in other.by_place.items():
                    if there == page and item not in stays:
                        self._drop(other, changes)

    def _names_pin(self, change: CellChange) -> bool:
        """Return whether a change only renames or reorders an Arg, Retval or Parameter.

        Without the other blocks of the page, such a change has no use.
        """
        block = block_at(self.base, change.page, change.item)
        return block is not None and block.type in SIGNATURE and change.field in _NAMES

    def _items_gone(self, one: MergeSide, other: MergeSide, is_pin: bool) -> None:
        stay = set[Place]()
        for place in sorted(place for place in one.removed if place[1]):
            page, item = place
            if place in other.removed or (page, item, "") not in one.changes:
                continue
            # The other side also removed the page, but moved the item to another one.
            moved = (page, item, "page") in other.changes and other.removes((page, ""))
            if one.changes.get((page, "", "")) and not moved:
                continue
            block = block_at(self.base, page, item)
            if (block is not None and block.type in SIGNATURE) != is_pin:
                continue
            its_order = "value:index" if is_pin else None
            relied_on = (change for change in other.relied_on.get(place, ()) if change.key in other.changes)
            if any(change.field != its_order for change in relied_on):
                self._leave(one, page, item, "removed")
                self._put_back(one, page, item)
                stay.add(place)
            else:
                self._drop(other, other.by_place.get(place, ()))
        if stay:
            self._wires_back(one, stay)
        gone = [c for c in other.changes.values() if c.name == "slider" and any(map(one.removes, self._pins(c)))]
        self._drop(other, gone)

    def _wires_back(self, side: MergeSide, stay: set[Place]) -> None:
        """Keep wires that a side lost with an item that stays."""
        for change in [change for change in side.changes.values() if change.name == "wires" and change.old]:
            sources = [place_of(change.page, wire.source) for wire in change.old]
            if stay.isdisjoint(sources):
                continue
            left = [wire for wire, source in zip(change.old, sources) if source not in side.removed]
            home = self._home((change.page, change.item))
            back = [
                wire
                for wire, source in zip(change.old, sources)
                if source not in side.removed
                or not side.removes(source)
                and self._home(source) == home
                and not any(map(side.removes, self._pins_of_ends(change.page, wire)))
            ]
            now = merge_sequences(left, change.new or (), back)
            if now is not None:  # None if a new wire is among them
                _undo(side, change, tuple(now))
                self._looks_back(side, change, back)

    def _looks_back(self, side: MergeSide, of: CellChange, wires: list[Wire]) -> None:
        change = side.changes.get((of.page, of.item, f"look:{of.pin}"))
        if change is not None:
            ends = {(wire.source, wire.source_pin, wire.kind) for wire in wires}
            _undo(side, change, {end: look for end, look in change.old.items() if end[:3] in ends} | change.new)

    def _leave(self, gone_on: MergeSide, page: str, item: str, what: str) -> None:
        self.unresolved.append(
            PendingConflict(page, item, "", what, False, gone_on is self.ours, gone_on is self.theirs)
        )

    def _put_back(self, side: MergeSide, page: str, item: str) -> None:
        """Keep an item that a side removed, with the effects of a removed pin on the instances of its page."""
        del side.changes[page, item, ""]
        block = block_at(self.base, page, item)
        if block is not None and block.type in SIGNATURE:
            for key, change in list(side.changes.items()):
                if (change.name in ("value", "slider") and change.new is None or change.name == "wires") and (
                    page,
                    item,
                ) in self._pins(change):
                    del side.changes[key]
                    side.changes.pop((change.page, change.item, f"look:{change.pin}"), None)

    def _home(self, place: Place) -> str:
        """Return the page of an item after the merge."""
        moves = (side.changes.get((*place, "page")) for side in (self.ours, self.theirs))
        return next((move.new for move in moves if move is not None), place[0])

    def _pins(self, change: CellChange) -> Iterator[Place]:
        """Yield the Args and Retvals that a change at pins of instances concerns."""
        yield from self._pin_of((change.page, change.item), change.pin)
        if change.name == "wires":
            for wire in Counter(change.old or ()) - Counter(change.new or ()):
                yield from self._pins_of_ends(change.page, wire)

    def _pins_of_ends(self, page: str, wire: Wire) -> Iterator[Place]:
        """Yield the Args and Retvals for the ends of a wire."""
        yield from self._pin_of(place_of(page, wire.source), wire.source_pin)
        yield from self._pin_of((page, wire.target), wire.target_pin)

    def _pin_of(self, of: Place, pin: str) -> Iterator[Place]:
        block = block_at(self.base, *of)
        if block is not None and (its := page_of_type(block.type)):
            yield its, pin

    def _drop(self, side: MergeSide, changes: Iterable[CellChange]) -> None:
        """Remove changes of a side that belong to removed items."""
        for change in changes:
            if side.changes.pop(change.key, None) is not None and change.new is not None:
                self._moves[change.page] += 1

    def _retyped(self, one: MergeSide, other: MergeSide) -> None:
        """Add conflicts for types without a pin that the other side wired, or an attr that it set."""
        for change in [c for c in one.changes.values() if c.field == "type" and c.key not in other.changes]:
            place, types = (change.page, change.item), self._catalogue
            if page_of_type(change.new) and isinstance(types, Catalogue):
                types = types.with_pages(one.aligned.document)
            type_ = types.get(change.new)
            if type_ is not None and not all(_has(type_, place, need) for need in other.relied_on.get(place, ())):
                sides = (change.new, change.old) if one is self.ours else (change.old, change.new)
                self.unresolved.append(PendingConflict(*place, "", "type", change.old, *sides))
                if one is self.theirs:
                    del one.changes[change.key]

    def _decide(self, mine: CellChange, other: CellChange) -> None:
        ours, theirs, key = self.ours.changes, self.theirs.changes, mine.key
        if mine.item and not mine.field:
            self._named_twice(mine)
        if mine.new == other.new:
            del theirs[key]
        elif not mine.field:
            self._added_twice(mine, other)
        elif mine.name == "wires":
            self._wires(mine, other)
        elif mine.name == "conflicts":
            ours[key] = mine._replace(new=(*mine.new, *(one for one in other.new if one not in mine.new)))
            del theirs[key]
        elif mine.name == "page":
            self._moved_twice(mine)
            del theirs[key]
        elif mine.name == "slider":
            self._slider_twice(mine)
            del theirs[key]
        elif mine.name == "pause" and (both := _paused(mine, other)) is not None:
            ours[key] = mine._replace(new=both)
            del theirs[key]
        elif mine.layout or mine.name == "weights":
            self._moves[mine.page] += mine.layout
            del theirs[key]
        else:
            self._choose(mine, other)

    def _moved_twice(self, mine: CellChange) -> None:
        at = NotePlace(mine.page, mine.item)
        self.notes.append(phrase("{}: both sides moved it to another page; ours is used", at))

    def _slider_twice(self, mine: CellChange) -> None:
        at = NotePlace(mine.page, mine.item, mine.pin)
        self.notes.append(phrase("{}: both sides set its slider; ours is used", at))

    def _choose(self, mine: CellChange, other: CellChange) -> None:
        what = "page-name" if mine.name == "name" and not mine.item else mine.name
        self.unresolved.append(PendingConflict(mine.page, mine.item, mine.pin, what, mine.old, mine.new, other.new))
        del self.theirs.changes[mine.key]

    def _named_twice(self, mine: CellChange) -> None:
        """Add a note on an item that both added under different names or on different pages.

        An instance of a grouped page is an example.
        """
        names = [side.own_name(mine.page, mine.item) for side in (self.ours, self.theirs)]
        if names[1] is not None and names[1][0] != self.theirs.aligned.names.page(mine.page):
            self._moved_twice(mine)
        if names[0] is not None and names[1] is not None and names[0][1] != names[1][1]:
            self.notes.append(
                phrase("{}: both sides added it; theirs calls it {}", NotePlace(mine.page, mine.item), names[1][1])
            )

    def _added_twice(self, mine: CellChange, other: CellChange) -> None:
        """Merge an item that both sides added, for example by a cherry-pick: ours, with extra values of theirs."""
        del self.theirs.changes[other.key]
        if not mine.item or mine.new is None or other.new is None:
            return
        for cell in item_cells(mine.page, mine.item, mine.new, other.new):
            if cell.old in (None, ""):
                item = with_cell(self.ours.changes[mine.key].new, cell.field, cell.new)
                self.ours.changes[mine.key] = mine._replace(new=item)
            elif cell.new in (None, ""):
                continue
            elif cell.name == "slider":
                self._slider_twice(cell)
            elif cell.layout:
                self._moves[cell.page] += 1
            else:
                self.unresolved.append(
                    PendingConflict(cell.page, cell.item, cell.pin, cell.name, None, cell.old, cell.new)
                )

    def _wires(self, mine: CellChange, other: CellChange) -> None:
        ours, theirs, key = self.ours, self.theirs, mine.key
        base = mine.old or ()
        now: list[Wire] | None
        packed, also = ours.through_pages(mine), theirs.through_pages(other)
        here, there = (tuple(one.get(wire, wire) for wire in side.new) for one, side in ((packed, mine), (also, other)))
        if ours.follows(mine) or theirs.follows(other):
            kept = other.new if ours.follows(mine) else mine.new
            now = [wire for wire in kept if not self._is_gone(place_of(mine.page, wire.source))]
        elif here == base or there in (base, here):
            now = list(there if here == base else here)
        elif self._unordered(mine, other):
            now = _united(base, here, there)
        else:
            now = merge_sequences(base, here, there) if self._is_list(mine, other) else None
        if now is None:
            sides: list[Any] = [base, mine.new, other.new]
            if not self._is_list(mine, other):
                sides = [side[0] if side else None for side in sides]
            self.unresolved.append(PendingConflict(mine.page, mine.item, mine.pin, "wires", *sides))
            now = list(mine.new)
        else:
            back = {old: new for one in (packed, also) for new, old in one.items()}
            # If both sides grouped the blocks, wires lead through the pins of the result.
            both = {*packed.values()} & {*also.values()}
            now = [wire if wire in both else back.get(wire, wire) for wire in now]
        ours.changes[key] = mine._replace(new=tuple(now))
        del theirs.changes[key]

    def _is_gone(self, place: Place) -> bool:
        return any(side.removes(place) for side in (self.ours, self.theirs))

    def _unordered(self, mine: CellChange, other: CellChange) -> bool:
        wires = {*(mine.old or ()), *mine.new, *other.new}
        return all(wire.kind in _NO_ORDER for wire in wires) or self._type(mine) == SESSION

    def _type(self, change: CellChange) -> str:
        for document in (self.ours.aligned.document, self.theirs.aligned.document):
            if (block := block_at(document, change.page, change.item)) is not None:
                return block.type
        return ""

    def _is_list(self, mine: CellChange, other: CellChange) -> bool:
        """Return whether a pin takes several wires, according to the catalogue or one of the documents."""
        known = self._catalogue.get(self._type(mine))
        pin = known.input(mine.pin) if known is not None else None
        if pin is not None:
            return pin.list
        several = any(len(wires or ()) > 1 for wires in (mine.old, mine.new, other.new))
        return not mine.pin or several or (self._type(mine), mine.pin) in self._lists

    @cached_property
    def _lists(self) -> set[tuple[str, str]]:
        """Types and pins that have several wires in one of the documents."""
        return {
            (page.blocks[target].type, pin)
            for document in (self.base, self.ours.aligned.document, self.theirs.aligned.document)
            for page in document.pages.values()
            for target, pins in page.into.items()
            if target in page.blocks
            for pin, wires in pins.items()
            if len(wires) > 1
        }


def _undo(side: MergeSide, change: CellChange, now: Any) -> None:
    """Set the new value of a cell; if it equals the old one, the change is removed."""
    if now == change.old:
        del side.changes[change.key]
    else:
        side.changes[change.key] = change._replace(new=now)


def _paused(mine: CellChange, other: CellChange) -> str | None:
    """Return the breakpoints of both sides at a block and inside it, None if they differ at one place."""
    was, ours, theirs = (pauses(text) for text in (mine.old, mine.new, other.new))
    found = dict[str, str]()
    for place in {**ours, **theirs, **was}:
        before, here, there = (side.get(place, "") for side in (was, ours, theirs))
        if before != here != there != before:
            return None
        found[place] = here if there == before else there
    return pause_text(found)


def _has(type_: BlockType, place: Place, change: CellChange) -> bool:
    """Return whether a block type has the pins and attrs that a change needs at a block."""
    if change.name == "value" and change.new is not None and (change.page, change.item) == place:
        return change.pin[:1] == "_" or bool(type_.input(change.pin) or type_.attr(change.pin))
    if change.name != "wires":
        return True
    return all(
        (not wire.target_pin or (change.page, change.item) != place or type_.input(wire.target_pin) is not None)
        and (
            not wire.source_pin
            or place_of(change.page, wire.source) != place
            or type_.output(wire.source_pin) is not None
        )
        for wire in Counter(change.new or ()) - Counter(change.old or ())
    )


def _united(base: tuple[Wire, ...], ours: tuple[Wire, ...], theirs: tuple[Wire, ...]) -> list[Wire]:
    """Return the wires of base that neither side removed, then the additions, in an order independent of the sides."""
    have, mine, other = Counter(base), Counter(ours), Counter(theirs)
    left = have - ((have - mine) | (have - other))
    kept = []
    for wire in base:
        if left[wire]:
            left[wire] -= 1
            kept.append(wire)
    return kept + sorted(((mine - have) | (other - have)).elements())
