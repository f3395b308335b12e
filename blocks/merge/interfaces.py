"""Args, Retvals and Parameters that both sides of a merge add to a page.

The pins that theirs adds come after those that ours adds. Ops that call the page match wires to pins by position, so
their wires get the same order. If both sides change the order, ours counts; for function pages, each index is a
conflict.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from blockloom.blocks.catalogue.function_signatures import lines
from blockloom.blocks.catalogue.parameters import ARG, RETVAL, SIGNATURE, signature
from blockloom.blocks.diff.changes import CellChange, without_looks
from blockloom.blocks.diff.renaming import Place, block_at, place_of
from blockloom.blocks.document.pages import Document, Wire, split_index
from blockloom.blocks.infer.page_uses import Types, function_values, has_as_function
from blockloom.blocks.merge.diff3 import append_additions, merge_sequences
from blockloom.blocks.merge.merge_sides import MergeSide
from blockloom.blocks.merge.pending_conflicts import NotePlace
from blockloom.blocks.text.phrases import Phrase, phrase


class InterfacePins(NamedTuple):
    """The ids of the Args, Retvals or Parameters of a page, in order: of base, both sides, and merged."""

    base: tuple[str, ...]
    ours: tuple[str, ...]
    theirs: tuple[str, ...]
    merged: list[str]


def merge_interface_pins(base: Document, ours: MergeSide, theirs: MergeSide, catalogue: Types) -> Iterator[Phrase]:
    """Assign different indices to pins that both sides add to the interface of a page.

    The wires of ops that call the page follow. All documents are in the names of base.

    Yields:
        A note on each pin with another index than in theirs.
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
                    yield phrase("{}: both sides changed the order of its pins; ours is used", NotePlace(name))
                late = _numbered(base, ours, theirs, name, order) if order is not None else None
                if order is not None and late is not None:
                    grown[name, type_] = InterfacePins(have, mine, other, order)
                    for item, text in late:
                        at = NotePlace(name, item)
                        yield phrase("{}: its index is {} here, because the other side added a pin, too", at, text)
    if grown:
        for name, page in base.pages.items():
            for block in page.blocks.values():
                if block.values:
                    _lead((name, block.id), grown, base, ours, theirs, catalogue)


def _turned(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Return whether the common elements have another order."""
    return [item for item in one if item in other] != [item for item in other if item in one]


def _is_function(name: str, base: Document, ours: MergeSide, theirs: MergeSide, catalogue: Types) -> bool:
    """Return whether an op has a page as a function, so that the order of pins determines the wires."""
    return any(
        has_as_function(page, {name}, catalogue)
        for document in _three(base, ours, theirs)
        for page in document.pages.values()
    )


def _numbered(
    base: Document, ours: MergeSide, theirs: MergeSide, page: str, order: list[str]
) -> list[tuple[str, str]] | None:
    """Set the index of each pin above the previous one, and return those whose index differs from theirs.

    The result is None if an index is not a number.
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
    """Set the index of an Arg, Retval or Parameter, instead of those of the sides."""
    was = block_at(base, page, item)
    for side in (ours, theirs):
        change = side.changes.get((page, item, ""))
        if was is None and change is not None:
            block = change.new._replace(values={**change.new.values, "index": text})
            side.changes[change.key] = change._replace(new=block)
        side.changes.pop((page, item, "value:index"), None)
    if was is not None and was.values.get("index", "0") != text:
        change = CellChange(page, item, "value:index", was.values.get("index"), text)
        ours.changes[change.key] = change


def _lead(
    at: Place,
    grown: dict[tuple[str, str], InterfacePins],
    base: Document,
    ours: MergeSide,
    theirs: MergeSide,
    catalogue: Types,
) -> None:
    """Adapt the wires of a block to the Args and Retvals of pages that are its functions."""
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
    """Order the wires into a list pin like the Args that they are for, if all sides have a wire for each Arg.

    The Args are the last pins of an op that has other inputs before them.
    """
    key = (*at, f"wires:{pin}")
    if key not in ours.changes or key not in theirs.changes:
        return
    was = without_looks(tuple(base.pages[at[0]].wires_into(at[1], pin)))
    wires = [was, *(side.changes[key].new or () for side in (ours, theirs))]
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
            return  # the sides wired different outputs
        found += [wire for wire in sides if wire is not None]
    for side in (ours, theirs):
        side.changes[key] = side.changes[key]._replace(new=tuple(found))


def _lead_out(at: Place, pin: str, places: dict[int, int], side: MergeSide) -> None:
    """Adapt the new wires of a side from elements of a list output to their places."""
    for key, change in list(side.changes.items()):
        if change.name == "wires" and change.new:
            old = set(change.old or ())
            now = tuple(
                wire._replace(source_pin=f"{pin}[{places[number]}]")
                if wire not in old
                and place_of(change.page, wire.source) == at
                and (end := split_index(wire.source_pin))[0] == pin
                and (number := end[1]) in places
                else wire
                for wire in change.new
            )
            if now != change.new:
                side.changes[key] = change._replace(new=now)
