"""Unresolved conflicts of a merge, first with base names, then as conflicts of the merged document."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import Struct

from blockloom.blocks.catalogue.parameters import PREFIX, SIGNATURE, page_of_type
from blockloom.blocks.diff.renaming import MARK, NameMap, far_id, place_of, renamed_pin, renamed_text, renamed_wire
from blockloom.blocks.document.addresses import address
from blockloom.blocks.document.pages import Block, Conflict, Document, Slider, Wire
from blockloom.blocks.merge.cross_page_wires import wire_source_text
from blockloom.blocks.merge.merge_sides import MergeSide
from blockloom.blocks.text.phrases import Phrase, phrase


class NotePlace(Struct, frozen=True):
    """A page, an item or pin of it, or a wire on it, for a note; in the names of base until the final naming."""

    page: str
    item: str = ""
    pin: str = ""
    wire: Wire | None = None

    def final_name(self, before: Document, names: NameMap) -> str:
        """Return the address for people, in the document that `names` lead to from `before`."""
        if self.wire is not None:
            return str(renamed_wire(before, names, self.page, self.wire))
        pin = renamed_pin(before, names, self.page, self.item, self.pin) if self.pin else ""
        return address(*names.place(self.page, self.item), pin).display_text


def rename_note(note: Phrase, before: Document, names: NameMap) -> Phrase:
    """Return a note with the final names."""
    return note.filled(
        value.final_name(before, names) if isinstance(value, NotePlace) else value for value in note.values
    )


class PendingConflict(Struct, frozen=True):
    """A conflict at a page, or an item or pin of it.

    The sides are values of cells: texts, wires, addresses, or for a network pairs of a pin's address and its value.
    """

    page: str
    item: str
    pin: str
    field: str
    base: Any
    ours: Any
    theirs: Any

    def conflict(self, before: Document, names: NameMap) -> Conflict:
        """Return the conflict of the document that `names` lead to from `before`."""
        page, item = names.place(self.page, self.item)
        at = address(page, item, renamed_pin(before, names, self.page, self.item, self.pin))
        sides = [self._side(before, names, side) for side in (self.base, self.ours, self.theirs)]
        return Conflict(str(at), self.field, *sides)

    def _side(self, before: Document, names: NameMap, side: Any) -> Any:
        if isinstance(side, Slider):
            return tuple(side if side.step else side[:2])
        if isinstance(side, Wire):
            named = renamed_wire(before, names, self.page, side)
            return str(named) if self.field == "cycle" else wire_source_text(named)
        if self.field == "cycle" and side and not isinstance(side[0], Wire):
            return tuple(str(address(*names.place(*place))) for place in side)
        if isinstance(side, tuple) and self.field == "network":
            return tuple(part for value in side for part in self._value(before, names, *value))
        if isinstance(side, tuple):
            return tuple(self._side(before, names, one) for one in side)
        if isinstance(side, str) and self.field == "value":
            return renamed_text(before, names, self.page, self.item, side)
        if isinstance(side, str) and self.field == "frame" and side:
            page, frame = names.place(*place_of(self.page, side))
            return frame if page == names.place(self.page, self.item)[0] else far_id(page, frame)
        if isinstance(side, str) and self.field == "type" and (page := page_of_type(side)):
            return PREFIX + names.page(page)
        return side

    def _value(self, before: Document, names: NameMap, place: tuple[str, str, str], text: Any) -> tuple[str, Any]:
        page, item, pin = place
        at = address(*names.place(page, item), renamed_pin(before, names, page, item, pin))
        return str(at), renamed_text(before, names, page, item, text) if isinstance(text, str) else text


_MOST = 0.6  # least share of a page's blocks that replace an unpacked instance
_NAMED = 8  # most places that a note lists


def notes_on_lost_edits(base: Document, ours: MergeSide, theirs: MergeSide) -> Iterator[Phrase]:
    """Yield notes on instances that one side unpacked and whose page the other changed, in names of base."""
    for one, other in ((ours, theirs), (theirs, ours)):
        changed: dict[str, dict[str, None]] = defaultdict(dict)
        for change in other.changes.values():
            if change == one.changes.get(change.key):
                continue
            if change.page in base.pages and change.item and not change.layout and change.name not in ("id", "frame"):
                at = address(change.page, change.item, change.pin if change.field else "").display_text
                changed[change.page][at.replace(MARK, "")] = None
        for (page, its), gone in _gone(one).items():
            if its in changed and its in base.pages and _came(one, page, base.pages[its].blocks.values()):
                places = [*changed[its]]
                yield phrase(
                    "{}: unpacked by one side, without what the other changed on its page: {}",
                    ", ".join(address(page, item).display_text for item in gone),
                    ", ".join(places[:_NAMED]) + (" ..." if places[_NAMED:] else ""),
                )


def _gone(side: MergeSide) -> dict[tuple[str, str], list[str]]:
    """Return the instances that a side removed, by page and the page of the instance."""
    found: dict[tuple[str, str], list[str]] = defaultdict(list)
    for change in side.changes.values():
        if not change.field and change.new is None and isinstance(change.old, Block):
            found[change.page, page_of_type(change.old.type)].append(change.item)
    return found


def _came(side: MergeSide, page: str, blocks: Iterable[Block]) -> bool:
    """Return whether a side added most of these blocks to a page."""
    wanted = Counter(block.type for block in blocks if block.type not in SIGNATURE)
    new = Counter(change.new.type for change in side.added(page))
    return bool(wanted) and (wanted & new).total() >= _MOST * wanted.total()
