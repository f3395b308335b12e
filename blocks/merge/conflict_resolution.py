"""What a merge left to be chosen: which sides of a conflict can be taken, and the edits that do so.

Conflicts may come from a file of anyone: what one is at need not be there, and its sides may be anything that `is_side`
allows. A side that its cell cannot hold cannot be taken; what it holds, the edits check.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from blockloom.blocks.document.addresses import address_of
from blockloom.blocks.document.pages import Conflict, Document, Page
from blockloom.blocks.edits import CompositeEdit, Edit, SetConflicts
from blockloom.blocks.merge.conflict_cells import (
    BASE,
    BOTH,
    CELLS,
    OURS,
    THEIRS,
    blocks_of,
    break_cycle,
    combine_sides,
    conflict_sources,
    place_of,
    wire_edits,
)
from blockloom.blocks.merge.cross_page_wires import route_wire, wire_source_text

__all__ = [
    "BASE",
    "BOTH",
    "OURS",
    "THEIRS",
    "available_sides",
    "conflict_sources",
    "drop_conflicts",
    "is_gone",
    "is_resolved",
    "resolve_conflict",
    "wire_source_text",
]


def available_sides(conflict: Conflict, document: Document | None = None) -> tuple[str, ...]:
    """Those of OURS, THEIRS, BASE and BOTH that can be taken, in this order. Without its document no wires are led from
    other pages (see `far_wires`).
    """
    cell = CELLS.get(conflict.what)
    if cell is None:
        return ()
    own = [getattr(conflict, side) for side in (OURS, THEIRS)]
    if conflict.what == "cycle":
        return (OURS, THEIRS, BASE) if all(map(cell.fits, own)) else ()
    if conflict.what == "wires":
        cell = cell._replace(fits=lambda side: CELLS["wires"].fits(side) and _may_lead(conflict, side, document))
    fit = {
        OURS: cell.fits(conflict.ours),
        THEIRS: cell.fits(conflict.theirs),
        BASE: cell.fits(conflict.base) and conflict.base not in own,
        BOTH: all(map(cell.fits, own))
        and all(isinstance(side, tuple) for side in own)
        and combine_sides(conflict_sources(own[0]), conflict) != list(own[0]),
    }
    return tuple(side for side in cell.takes if fit[side])


def _may_lead(conflict: Conflict, side: Any, document: Document | None) -> bool:
    """Whether wires can begin where a side has it."""
    at = address_of(conflict.at)
    page = document.pages.get(at.page, Page(at.page)) if document is not None else Page(at.page)
    known = document if at.block in page.blocks else None
    return all(route_wire(begin, known, page, at.block, at.end) is not None for begin in conflict_sources(side))


def resolve_conflict(document: Document, conflict: Conflict, side: str) -> Edit:
    """The edit that takes a side of a conflict, one of `available_sides`, and the conflict from the list. Where it is
    gone (`is_gone`) it is taken from the list alone.
    """
    place, cell = place_of(document, conflict), CELLS.get(conflict.what)
    rest = drop_conflicts(document, [conflict])
    if place is None or cell is None:
        return rest
    if conflict.what == "cycle":
        edits = break_cycle(
            place, [i for one in (OURS, THEIRS) if one != side for i in conflict_sources(getattr(conflict, one))]
        )
    elif side == BOTH:
        edits = wire_edits(place, combine_sides(cell.read(place), conflict))
    else:
        wanted = getattr(conflict, side)
        edits = [] if cell.read(place) == wanted else list(cell.write(place, wanted))
    return CompositeEdit((rest, *edits)) if edits else rest


def drop_conflicts(document: Document, conflicts: Iterable[Conflict]) -> Edit:
    """The edit that takes conflicts from the list, and changes nothing else."""
    gone = set(conflicts)
    return SetConflicts(tuple(one for one in document.conflicts if one not in gone))


def is_gone(document: Document, conflict: Conflict) -> bool:
    """Whether what a conflict is at is not there any more, or has no such cell."""
    return place_of(document, conflict) is None


def is_resolved(document: Document, conflict: Conflict) -> bool:
    """Whether something else is there than what the merge left: somebody has been there since."""
    place, cell = place_of(document, conflict), CELLS.get(conflict.what)
    if place is None or cell is None or conflict.what in ("removed", "page-removed", "library"):
        return False
    if conflict.what == "cycle":
        if not available_sides(conflict):
            return False
        items = {*conflict_sources(conflict.ours), *conflict_sources(conflict.theirs)}
        there = {str(wire) for wire in place.page.wires()}
        return len(items - there) > len(blocks_of(document, items - there))
    if conflict.what == "wires":
        return bool(cell.read(place) != conflict_sources(conflict.ours))
    return bool(cell.read(place) != conflict.ours)
