"""What a merge leaves to be chosen, first in the names of base, then as a conflict of the document that came out."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from blockloom.blocks.catalogue.signature import PREFIX, page_of_type
from blockloom.blocks.diff.renaming import Names, Place, place_of
from blockloom.blocks.document.addresses import address
from blockloom.blocks.document.pages import Conflict, Document, Slider, Wire, split_index
from blockloom.blocks.merge.far_wires import begin_of


class Left(NamedTuple):
    """A conflict at a page, or an item or pin of it. The sides are what the cells have: texts, wires, places."""

    page: str
    item: str
    pin: str
    what: str
    base: Any
    ours: Any
    theirs: Any

    def conflict(self, before: Document, names: Names) -> Conflict:
        """As a conflict of the document that `names` lead to from `before`."""
        page, item = names.place(self.page, self.item) if self.item else (names.page(self.page), "")
        at = address(page, item, _pin(before, names, (self.page, self.item), self.pin))
        sides = [self._side(before, names, side) for side in (self.base, self.ours, self.theirs)]
        return Conflict(str(at), self.what, *sides)

    def _side(self, before: Document, names: Names, side: Any) -> Any:
        if isinstance(side, Slider):
            return tuple(side if side.step else side[:2])
        if isinstance(side, Wire):
            return begin_of(_renamed(before, names, self.page, side))
        if self.what == "cycle" and side is not None:
            return _ring(before, names, self.page, side)
        if isinstance(side, tuple):
            return tuple(self._side(before, names, one) for one in side)
        if isinstance(side, str) and self.what == "frame" and side:
            return names.place(*place_of(self.page, side))[1]
        if isinstance(side, str) and self.what == "type" and (page := page_of_type(side)):
            return PREFIX + names.page(page)
        return side


def _ring(before: Document, names: Names, page: str, side: Iterable[Any]) -> tuple[str, ...]:
    return tuple(
        str(_renamed(before, names, page, one)) if isinstance(one, Wire) else str(address(*names.place(*one)))
        for one in side
    )


def _renamed(before: Document, names: Names, page: str, wire: Wire) -> Wire:
    source, there = place_of(page, wire.source), names.place(*place_of(page, wire.source))
    target = names.place(page, wire.target)
    return wire._replace(
        source=there[1] if there[0] == target[0] else "/".join(there),
        source_pin=_pin(before, names, source, wire.source_pin),
        target=target[1],
        target_pin=_pin(before, names, (page, wire.target), wire.target_pin),
    )


def _pin(before: Document, names: Names, of: Place, pin: str) -> str:
    """What a pin is called then: those of instances are called as the Args and Retvals of their page are."""
    page = before.pages.get(of[0])
    block = page.blocks.get(of[1]) if page is not None else None
    its = page_of_type(block.type) if block is not None else ""
    if not its or not pin:
        return pin
    stem, index = split_index(pin)
    there, name = names.place(its, stem)
    if there != names.page(its):
        return pin
    return name if index is None else f"{name}[{index}]"
