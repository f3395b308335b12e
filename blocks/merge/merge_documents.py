"""Three-way merge: ours, with the changes of theirs since base.

Both sides are renamed to the names of base, so that each change concerns one cell, regardless of names and pages. A
cell that only one side changed gets the value of that side. If both change a cell, or one removes something that the
other relies on, the merge decides if that loses nothing; otherwise the document keeps a conflict, with the value of
ours. Positions never conflict.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Any, NamedTuple

from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.diff.apply_changes import RenamedResult, apply_changes_to, apply_final_names
from blockloom.blocks.diff.differences import NO_TYPES
from blockloom.blocks.diff.matching import align
from blockloom.blocks.diff.renaming import NameMap, Place, block_at, place_of, renamed_pin
from blockloom.blocks.document.addresses import address, address_of, parse
from blockloom.blocks.document.pages import MOST_CONFLICTS, Conflict, Document, Wire
from blockloom.blocks.document.uids import complete, completed
from blockloom.blocks.editing.edit_propagation import with_consequences
from blockloom.blocks.edits import EditError
from blockloom.blocks.infer.page_uses import Types
from blockloom.blocks.lower.structure import Structure
from blockloom.blocks.merge.conflict_resolution import (
    BOTH,
    OURS,
    THEIRS,
    available_sides,
    conflict_sources,
    resolve_conflict,
)
from blockloom.blocks.merge.cross_page_wires import route_wire, wire_source_text
from blockloom.blocks.merge.interfaces import merge_interface_pins
from blockloom.blocks.merge.merge_decisions import MergeDecisions
from blockloom.blocks.merge.merge_repairs import find_new_cycles, make_room, remove_dangling
from blockloom.blocks.merge.merge_sides import MergeSide
from blockloom.blocks.merge.merge_weights import set_weights, with_unique_keys
from blockloom.blocks.merge.pending_conflicts import notes_on_lost_edits, rename_note
from blockloom.blocks.text.gc_pause import gc_paused
from blockloom.blocks.text.phrases import Phrase, phrase

FAVOR = {"": "", "ours": OURS, "theirs": THEIRS, "union": BOTH}


class MergeResult(NamedTuple):
    """The merged document with its conflicts, and notes on decisions without a conflict."""

    document: Document
    notes: tuple[Phrase, ...]


@gc_paused()
def merge_documents(
    base: Document, ours: Document, theirs: Document, catalogue: Types = NO_TYPES, favor: str = ""
) -> MergeResult:
    """Merge two documents that derive from `base`, which is empty if both are new.

    The result is in the folder of ours. Without a catalogue, attrs that name pages are values as others, and pins are
    lists if one of the documents has several wires into one.

    Args:
        favor: "ours" or "theirs" to resolve conflicts with that side, "union" to use both if possible; notes list
            these.
    """
    base, ours, theirs = with_unique_keys(*map(completed, (base, ours, theirs)))
    mine = MergeSide(base, align(base, ours, catalogue), catalogue)
    other = MergeSide(base, align(base, theirs, catalogue, third=mine.aligned), catalogue)
    notes = [*notes_on_lost_edits(base, mine, other), *merge_interface_pins(base, mine, other, catalogue)]
    both = MergeDecisions(base, mine, other, catalogue)
    both.decide()
    changes = [*mine.changes.values(), *other.changes.values()]
    late = {(page, item) for page, item in other.by_place if both.is_late(page, item)}

    def wanted(page: str, item: str) -> Place:
        return mine.own_name(page, item) or other.own_name(page, item) or (page, item)

    made = apply_changes_to(base, changes)
    notes += [*both.notes, *remove_dangling(made, mine.aligned.document, other.aligned.document)]
    make_room(made, mine, other, catalogue)
    both.unresolved += find_new_cycles(made, mine.aligned.document, other.aligned.document, both.unresolved, catalogue)
    done = apply_final_names(made, changes, wanted, late, catalogue)
    document = done.document
    document.folder, document.troubles = ours.folder, []
    through = list[Phrase]()
    conflicts = {(left := one.conflict(made, done.names))[:2]: left for one in both.unresolved}
    for conflict, fits in cross_page_conflicts(done, made, mine, other, catalogue):
        if (
            fits
            and conflict[:2] not in conflicts
            and route_through_pins(document, conflict, conflicts.values(), catalogue)
        ):
            through.append(
                phrase("{}: a wire from another page leads through its pins", address_of(conflict.at).display_text)
            )
        else:
            conflicts.setdefault(conflict[:2], conflict)
    found = *document.conflicts, *conflicts.values()
    document.conflicts = found[:MOST_CONFLICTS]
    if found[MOST_CONFLICTS:]:
        more = len(found) - MOST_CONFLICTS
        notes.append(phrase("ours is taken in {} more conflicts: a document keeps {}", more, MOST_CONFLICTS))
    notes = [rename_note(note, made, done.names) for note in notes]
    notes += through
    notes += _called_otherwise(late, mine, other, done.names)
    notes += (phrase("{}: {} is not in a frame: its frame is on another page now", *place) for place in done.unframed)
    if favor:
        notes += take_side_of_all(document, FAVOR[favor], catalogue)
    set_weights(document, base, ours, theirs)
    complete(document)
    return MergeResult(document, tuple(notes))


def _called_otherwise(late: Collection[Place], ours: MergeSide, theirs: MergeSide, names: NameMap) -> Iterator[Phrase]:
    """Yield notes on items of theirs renamed because ours uses the name, or because a kept item has it."""
    for page, item in sorted(late):
        want = theirs.own_name(page, item)
        have = names.place(page, item)
        if want is not None and item and have[1] != want[1]:
            yield phrase("{}: both sides name something {}; that of theirs is {} here", have[0], want[1], have[1])
        elif want is not None and not item and have[0] != want[0]:
            yield phrase("both sides have a new page {}; that of theirs is {} here", want[0], have[0])
    for page, item, field in ours.changes:
        if page and item and field in ("", "id") and (page, item) not in late:
            want, have = ours.own_name(page, item), names.place(page, item)
            if want is not None and have[1] != want[1]:
                yield phrase("{}: {} is {} here: a conflict keeps what had that name", have[0], want[1], have[1])


def take_side_of_all(document: Document, side: str, catalogue: Types) -> Iterator[Phrase]:
    """Resolve each conflict that has this side with it, with the consequences on other pages; yield notes."""
    types, left = catalogue if isinstance(catalogue, Catalogue) else None, 0
    while left < len(document.conflicts):  # unresolved conflicts come first
        conflict = document.conflicts[left]
        if side not in available_sides(conflict, document):
            left += 1
            continue
        try:
            with_consequences(document, resolve_conflict(document, conflict, side), types).apply(document)
        except EditError:
            left += 1
        else:
            yield phrase("{}: {} is taken from {}", address_of(conflict.at).display_text, conflict.what, side)


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
