"""Three documents become one: ours, with what theirs changed since base.

Both sides are brought into the names of base, so that each of their changes is one of a cell, whatever it is called by
now and on whatever page it lies; a cell that one side changed is that side's. What both changed, or one removed and the
other relies on, is decided one by one: by itself where that loses nothing, else as a conflict that the document keeps,
with ours in its place until somebody chooses. Where things lie never is one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.diff.aligned import align
from blockloom.blocks.diff.applying import Settled, applied, settled
from blockloom.blocks.diff.differences import NO_TYPES
from blockloom.blocks.diff.renaming import Names, Place
from blockloom.blocks.document.addresses import address
from blockloom.blocks.document.pages import MOST_CONFLICTS, Conflict, Document
from blockloom.blocks.editing.edit_propagation import follow
from blockloom.blocks.edits import EditError
from blockloom.blocks.infer.page_uses import Types
from blockloom.blocks.merge.both import Both
from blockloom.blocks.merge.circles import circles
from blockloom.blocks.merge.conflicts import BOTH, OURS, THEIRS, sides, solved
from blockloom.blocks.merge.far_wires import begin_of
from blockloom.blocks.merge.interfaces import add_in_turn
from blockloom.blocks.merge.loose import cut_loose
from blockloom.blocks.merge.places import make_room
from blockloom.blocks.merge.sides import Side
from blockloom.blocks.merge.unpacked import unpacked_without
from blockloom.blocks.merge.weights import set_weights, told_apart
from blockloom.blocks.text.gc_pause import gc_paused
from blockloom.blocks.text.phrases import Phrase, phrase

FAVOR = {"": "", "ours": OURS, "theirs": THEIRS, "union": BOTH}


class Merged(NamedTuple):
    """Ours with theirs: `document.conflicts` are what is left to be chosen, `notes` what was decided without asking."""

    document: Document
    notes: tuple[Phrase, ...]


@gc_paused()
def merge(base: Document, ours: Document, theirs: Document, catalogue: Types = NO_TYPES, favor: str = "") -> Merged:
    """Merge two documents that came from `base`; one without pages where both were made anew. The result lies where
    ours does. With `favor` "ours" or "theirs" that side is taken in conflicts, with "union" both where that can be:
    what was taken is among the notes. Without a catalogue, attrs that name pages are values as others, and pins are
    lists where one of the documents has several wires into one."""
    base, ours, theirs = told_apart(base, ours, theirs)
    mine = Side(base, align(base, ours, catalogue), catalogue)
    other = Side(base, align(base, theirs, catalogue, beside=mine.aligned), catalogue)
    notes = [*unpacked_without(base, mine, other), *add_in_turn(base, mine, other, catalogue)]
    both = Both(base, mine, other, catalogue)
    both.decide()
    changes = [*mine.changes.values(), *other.changes.values()]
    late = {(page, item) for page, item in other.by_place if both.is_late(page, item)}

    def wanted(page: str, item: str) -> Place:
        return mine.wanted(page, item) or other.wanted(page, item) or (page, item)

    made = applied(base, changes)
    notes += [*both.notes, *cut_loose(made, mine.aligned.document, other.aligned.document)]
    make_room(made, mine, other, catalogue)
    both.left += circles(made, mine.aligned.document, other.aligned.document, catalogue)
    done = settled(made, changes, wanted, late, catalogue)
    document = done.document
    document.folder, document.troubles = ours.folder, []
    conflicts = {(left := one.conflict(made, done.names))[:2]: left for one in both.left}
    for conflict in _between_pages(done, mine, catalogue):
        conflicts.setdefault(conflict[:2], conflict)
    found = *document.conflicts, *conflicts.values()
    document.conflicts = found[:MOST_CONFLICTS]
    if found[MOST_CONFLICTS:]:
        more = len(found) - MOST_CONFLICTS
        notes.append(phrase("ours is taken in {} more conflicts: a document keeps {}", more, MOST_CONFLICTS))
    notes += _called_otherwise(late, other, done.names)
    notes += (phrase("{}: {} is in no frame: it lies on another page now", *place) for place in done.unframed)
    if favor:
        notes += taken(document, FAVOR[favor], catalogue)
    set_weights(document, base, ours, theirs)
    return Merged(document, tuple(notes))


def _between_pages(done: Settled, ours: Side, catalogue: Types) -> Iterator[Conflict]:
    """Wires of one side whose ends the other one put on two pages, pin by pin: what leads there without them is the
    other side."""
    back, cut = done.names.back(), dict[tuple[str, str, str], dict[bool, list[str]]]()
    for page, wire in done.cut:
        is_ours = (*back.place(page, wire.target), f"wires:{wire.target_pin}") in ours.changes
        at = page, wire.target, wire.target_pin
        cut.setdefault(at, {True: [], False: []})[is_ours].append(begin_of(wire))
    for (name, block, pin), begins in cut.items():
        on = done.document.pages[name]
        here = list(map(begin_of, on.wires_into(block, pin)))
        known = catalogue.get(on.blocks[block].type) if block in on.blocks else None
        at_pin = known.input(pin) if known is not None else None
        sides: list[Any] = [[*here, *begins[True]], [*here, *begins[False]]]
        if not pin or len(here) > 1 or at_pin is not None and at_pin.list:
            sides = [tuple(side) for side in (here, *sides)]
        else:
            sides = [None, *(side[-1] if side else None for side in sides)]
        yield Conflict(str(address(name, block, pin)), "wires", *sides)


def _called_otherwise(late: Iterable[Place], theirs: Side, names: Names) -> Iterator[Phrase]:
    """What theirs named as ours named something else."""
    for page, item in sorted(late):
        want = theirs.wanted(page, item)
        have = names.place(page, item)
        if want is not None and item and have[1] != want[1]:
            yield phrase("{}: both sides name something {}; that of theirs is {} here", have[0], want[1], have[1])
        elif want is not None and not item and have[0] != want[0]:
            yield phrase("both sides have a new page {}; that of theirs is {} here", want[0], have[0])


def taken(document: Document, side: str, catalogue: Types) -> Iterator[Phrase]:
    """Take a side of each conflict that has it, with what follows from that on other pages."""
    types, left = catalogue if isinstance(catalogue, Catalogue) else None, 0
    while left < len(document.conflicts):  # those left to be chosen come first
        conflict = document.conflicts[left]
        if side not in sides(conflict, document):
            left += 1
            continue
        try:
            follow(document, solved(document, conflict, side), types).apply(document)
        except EditError:
            left += 1
        else:
            yield phrase("{}: {} is taken from {}", conflict.at, conflict.what, side)
