"""Wires of a merge whose ends are on two pages, since a side moved one: routed through pins, or left as conflicts."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Any

from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.diff.apply_changes import RenamedResult
from blockloom.blocks.diff.renaming import Place, block_at, place_of, renamed_pin
from blockloom.blocks.document.addresses import address, parse
from blockloom.blocks.document.pages import Conflict, Document, Wire
from blockloom.blocks.editing.edit_propagation import with_consequences
from blockloom.blocks.edits import EditError
from blockloom.blocks.infer.page_uses import Types
from blockloom.blocks.lower.structure import Structure
from blockloom.blocks.merge.conflict_resolution import THEIRS, available_sides, conflict_sources, resolve_conflict
from blockloom.blocks.merge.cross_page_wires import route_wire, wire_source_text
from blockloom.blocks.merge.merge_sides import MergeSide


def cross_page_conflicts(
    done: RenamedResult, made: Document, ours: MergeSide, theirs: MergeSide, catalogue: Types
) -> Iterator[tuple[Conflict, bool]]:
    """Yield a conflict for each pin that lacks a wire because its source is on another page.

    The present wires of the pin are the side of base; each other side adds its own. With each conflict comes whether
    the pin can have all of the wires. `made` is the merged document in the names of base.
    """
    back = done.names.inverse()

    def uid_and_pin(at: tuple[str, str, str]) -> tuple[str, str]:
        target = block_at(done.document, *at[:2])
        return "" if target is None else target.uid, at[2]

    for name, block, pin in sorted(done.cut, key=uid_and_pin):  # in the same order with the sides exchanged
        wires = done.cut[name, block, pin]
        here = [wire_source_text(wire) for wire in wires if "/" not in wire.source]
        there = block_at(done.document, name, block)
        known = catalogue.get(there.type) if there is not None else None
        at_pin = known.input(pin) if known is not None else None
        is_list = not pin or len(here) > 1 or at_pin is not None and at_pin.list
        page, item = back.place(name, block)
        pins = made.pages[page].into.get(item, ()) if page in made.pages else ()
        own = next((p for p in pins if renamed_pin(made, done.names, page, item, p) == pin), pin)
        sources = [None if "/" not in wire.source else back.place(*place_of(name, wire.source)) for wire in wires]
        mine, other = (_has(side, (page, item), own, wires, sources) for side in (ours, theirs))
        if mine == other:  # both sides have all of these wires
            mine = other = list(map(wire_source_text, wires))
        found: list[Any] = [here, mine, other]
        if is_list:
            found = [tuple(side) for side in found]
        else:
            found = [None, *(side[-1] if side else None for side in found[1:])]
        yield Conflict(str(address(name, block, pin)), "wires", *found), is_list or len(wires) == 1


def _has(side: MergeSide, at: Place, pin: str, wires: Iterable[Wire], sources: Iterable[Place | None]) -> list[str]:
    """Return the wires whose source is on the page, or whose source in base a side has wired to the pin, as texts."""
    there = side.aligned.document.pages.get(at[0])
    have = {place_of(at[0], wire.source) for wire in there.wires_into(at[1], pin)} if there is not None else set()
    return [
        wire_source_text(wire) for wire, source in zip(wires, sources, strict=True) if source is None or source in have
    ]


def route_through_pins(document: Document, conflict: Conflict, others: Collection[Conflict], catalogue: Types) -> bool:
    """Route the wires of a conflict of `cross_page_conflicts` through pins, if that is possible.

    It must not close a cycle, neither now nor with any side of the `others`.

    Returns:
        False if the wires are not routed.
    """
    wanted = conflict._replace(theirs=max(conflict.ours, conflict.theirs, key=lambda side: len(conflict_sources(side))))
    if THEIRS not in available_sides(wanted, document):
        return False
    types = catalogue if isinstance(catalogue, Catalogue) else None
    try:
        edit = with_consequences(document, resolve_conflict(document, wanted, THEIRS), types)
        pages = {touched.page for touched in edit.touched()} & document.pages.keys()
        knots = _knots(document, pages, others)
        back = edit.apply(document)
    except EditError:
        return False
    if _knots(document, pages, others) != knots:
        back.apply(document)
        return False
    return True


def _knots(document: Document, pages: Iterable[str], conflicts: Iterable[Conflict]) -> list[set[str]]:
    """Return the cycles of pages with the wires of all sides of conflicts."""
    found = {page: document.pages[page].replaced() for page in sorted(pages)}
    for conflict in conflicts:
        at = parse(conflict.at)
        if conflict.what == "wires" and at.page in found:
            sources = {source for side in (conflict.ours, conflict.theirs) for source in conflict_sources(side)}
            routed = [route_wire(source, None, found[at.page], at.block, at.end) for source in sorted(sources)]
            wires = [one.wire for one in routed if one is not None]
            found[at.page].put_all([*found[at.page].wires(), *wires])
    return [knot for page in found.values() for knot in Structure(page).knots]
