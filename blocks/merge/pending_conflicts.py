"""Unresolved conflicts of a merge, first with base names, then as conflicts of the merged document."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from blockloom.blocks.catalogue.page_signature import PREFIX, page_of_type
from blockloom.blocks.diff.renaming import NameMap, far_id, place_of, renamed_pin, renamed_text, renamed_wire
from blockloom.blocks.document.addresses import address
from blockloom.blocks.document.pages import Conflict, Document, Slider, Wire
from blockloom.blocks.merge.cross_page_wires import wire_source_text
from blockloom.blocks.text.phrases import Phrase


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
