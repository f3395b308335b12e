"""Args, Retvals and Parameters that both sides of a merge add to a page: those of theirs come after those of ours, and
so does what is led into and out of ops that have the page as a function, since it is told apart by its place. What both
put in another order has that of ours, but for pages that are functions, where each index is to be chosen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from blockloom.blocks.catalogue.function_signatures import lines
from blockloom.blocks.catalogue.page_signature import ARG, RETVAL, SIGNATURE, signature
from blockloom.blocks.diff.changes import CellChange, without_looks
from blockloom.blocks.diff.renaming import Place, block_at, place_of
from blockloom.blocks.document.pages import Document, Wire, split_index
from blockloom.blocks.infer.page_uses import Types, function_values, has_as_function
from blockloom.blocks.merge.diff3 import append_additions, merge_sequences
from blockloom.blocks.merge.merge_sides import MergeSide
from blockloom.blocks.merge.pending_conflicts import NotePlace
from blockloom.blocks.text.phrases import Phrase, phrase


class InterfacePins(NamedTuple):
    """The ids of the Args, Retvals or Parameters of a page, in order: of base and both sides, and what becomes of
    them.
    """

    base: tuple[str, ...]
    ours: tuple[str, ...]
    theirs: tuple[str, ...]
    merged: list[str]


def merge_interface_pins(base: Document, ours: MergeSide, theirs: MergeSide, catalogue: Types) -> Iterator[Phrase]:
    """Give what both sides add to the interface of a page an index of its own, and have the wires of ops that call the
    page follow; tell of each that has another index than theirs gave it. All is in the names of base.
    """
    grown: dict[tuple[str, str], InterfacePins] = {}
    for name, page in base.pages.items():
        sides = [side.aligned.document.pages.get(name, page) for side in (ours, theirs)]
        if any(side is page for side in sides):
            continue
        for type_, *blocks in zip(SIGNATURE, *map(signature, (page, *sides)), strict=True):
            have, mine, other = (tuple(block.id for block in row) for row in blocks)
            turned = _turned(have, mine) and _turned(have, other) and _turned(mine, other)
            if turned or {*mine} - {*have, *other} and {*other} - {*have, *mine}:
                order = merge_sequences(have, mine, other, together=True)
                if turned and not _is_function(name, base, ours, theirs, catalogue):
                    order = append_additions(mine, other, Counter({*have, *mine}))
                    yield phrase("{}: both sides put its pins in another order; it is that of ours", NotePlace(name))
                late = _numbered(base, ours, theirs, name, order) if order is not None else None
                if order is not None and late is not None:
                    grown[name, type_] = InterfacePins(have, mine, other, order)
                    for item, text in late:
                        at = NotePlace(name, item)
                        yield phrase("{}: its index is {} here: the other side added something there, too", at, text)
    if grown:
        for name, page in base.pages.items():
            for block in page.blocks.values():
                if block.values:
                    _lead((name, block.id), grown, base, ours, theirs, catalogue)


def _turned(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Whether what both have stands in another order."""
    return [item for item in one if item in other] != [item for item in other if item in one]


def _is_function(name: str, base: Document, ours: MergeSide, theirs: MergeSide, catalogue: Types) -> bool:
    """Whether an op has a page as a function, to which its order tells what is wired to what."""
    return any(
        has_as_function(page, {name}, catalogue)
        for document in _three(base, ours, theirs)
        for page in document.pages.values()
    )


def _numbered(
    base: Document, ours: MergeSide, theirs: MergeSide, page: str, order: list[str]
) -> list[tuple[str, str]] | None:
    """Give each an index beyond that of the one before it; those that get another one than theirs gave them. None
    where an index is no number.
    """
    texts = {item: [_index(document, page, item) for document in _three(base, ours, theirs)] for item in order}
    try:
        numbers = {
            item: int(theirs_text if own in (None, was) and theirs_text is not None else own or "0")
            for item, (was, own, theirs_text) in texts.items()
        }
    except ValueError:
        return None
    before, late = -1, []
    for item, number in numbers.items():
        was, own, other = texts[item]
        before = number if number > before else before + 1
        if {str(before)} != {own, other} - {None}:
            _set_index(base, ours, theirs, page, item, str(before))
            if was is None and own is None:
                late.append((item, str(before)))
    return late


def _three(base: Document, ours: MergeSide, theirs: MergeSide) -> tuple[Document, Document, Document]:
    return base, ours.aligned.document, theirs.aligned.document


def _index(document: Document, page: str, item: str) -> str | None:
    block = block_at(document, page, item)
    return block.values.get("index", "0") if block is not None else None


def _set_index(base: Document, ours: MergeSide, theirs: MergeSide, page: str, item: str, text: str) -> None:
    """Let an Arg, Retval or Parameter have an index, whatever the sides gave it."""
    was = block_at(base, page, item)
    for side in (ours, theirs):
        change = side.changes.get((page, item, ""))
        if was is None and change is not None:
            block = change.now._replace(values={**change.now.values, "index": text})
            side.changes[change.key] = change._replace(now=block)
        side.changes.pop((page, item, "value:index"), None)
    if was is not None and was.values.get("index", "0") != text:
        change = CellChange(page, item, "value:index", was.values.get("index"), text)
        ours.changes[change.key] = change


# --- wires of ops that call the page ----------------------------------------------------------------------------------


def _lead(
    at: Place,
    grown: dict[tuple[str, str], InterfacePins],
    base: Document,
    ours: MergeSide,
    theirs: MergeSide,
    catalogue: Types,
) -> None:
    """Have what is led into and out of a block follow the Args and Retvals of pages that are its functions."""
    block, *sides = (block_at(document, *at) for document in _three(base, ours, theirs))
    known = catalogue.get(block.type) if block is not None else None
    if block is None or known is None or any(side is None or side.type != block.type for side in sides):
        return
    into, out = dict[str, InterfacePins](), dict[str, InterfacePins]()
    lists = [pin.name for pin in known.outputs if pin.list]
    for attr, _, pages in function_values(block, catalogue):
        line = lines(known.op).get(attr)
        if line is None:
            continue
        for page in pages:
            if line.args and line.args[-1].kind == "pin" and (page, ARG) in grown:
                into.setdefault(line.args[-1].name, grown[page, ARG])
            if len(lists) == len(line.results) == 1 and (page, RETVAL) in grown:
                out.setdefault(lists[0], grown[page, RETVAL])
    for pin, args in into.items():
        _lead_in(at, pin, args, base, ours, theirs)
    for pin, retvals in out.items():
        for side, order in ((ours, retvals.ours), (theirs, retvals.theirs)):
            places = {number: retvals.merged.index(i) for number, i in enumerate(order) if i in retvals.merged}
            _lead_out(at, pin, places, side)


def _lead_in(at: Place, pin: str, args: InterfacePins, base: Document, ours: MergeSide, theirs: MergeSide) -> None:
    """Lead a wire into a list pin for each Arg, in their order, where each side has done so: the last Args are given
    what is led there.
    """
    key = (*at, f"wires:{pin}")
    if key not in ours.changes or key not in theirs.changes:
        return
    was = without_looks(tuple(base.pages[at[0]].wires_into(at[1], pin)))
    wires = [was, *(side.changes[key].now or () for side in (ours, theirs))]
    before = {len(row) - len(led) for row, led in zip(args, wires)}
    if len(before) != 1 or min(before) < 0:
        return
    have, mine, other = (dict(zip(row[min(before) :], led)) for row, led in zip(args, wires))
    found = list[Wire]()
    for item in args.merged:
        sides = {row.get(item) for row in (mine, other)} - {None}
        if len(sides) > 1:
            sides -= {have.get(item)}
        if len(sides) > 1:
            return  # both lead something else there
        found += [wire for wire in sides if wire is not None]
    for side in (ours, theirs):
        side.changes[key] = side.changes[key]._replace(now=tuple(found))


def _lead_out(at: Place, pin: str, places: dict[int, int], side: MergeSide) -> None:
    """Lead what a side wired anew from an element of a list output from where that is then."""
    for key, change in list(side.changes.items()):
        if change.name == "wires" and change.now:
            old = set(change.was or ())
            now = tuple(
                wire._replace(source_pin=f"{pin}[{places[number]}]")
                if wire not in old
                and place_of(change.page, wire.source) == at
                and (end := split_index(wire.source_pin))[0] == pin
                and (number := end[1]) in places
                else wire
                for wire in change.now
            )
            if now != change.now:
                side.changes[key] = change._replace(now=now)
