"""Resolution of conflicts: available sides, and the edits that choose one.

A file may contain any conflict: its address may not exist, and its sides may be anything that `is_side` accepts. A side
that its cell does not accept is not available; the edits check values.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec import structs

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
    """Return the available ones of OURS, THEIRS, BASE and BOTH, in this order.

    Without the document, wires from other pages are not possible (see `cross_page_wires`).
    """
    cell = CELLS.get(conflict.what)
    if cell is None:
        return ()
    own = [getattr(conflict, side) for side in (OURS, THEIRS)]
    if conflict.what == "cycle":
        return (OURS, THEIRS, BASE) if all(map(cell.accepts, own)) else ()
    if conflict.what == "wires":
        cell = structs.replace(
            cell, accepts=lambda side: CELLS["wires"].accepts(side) and _may_lead(conflict, side, document)
        )
    fit = {
        OURS: cell.accepts(conflict.ours),
        THEIRS: cell.accepts(conflict.theirs),
        BASE: cell.accepts(conflict.base) and conflict.base not in own,
        BOTH: all(map(cell.accepts, own))
        and all(isinstance(side, tuple) for side in own)
        and combine_sides(conflict_sources(own[0]), conflict) != list(own[0]),
    }
    return tuple(side for side in cell.sides if fit[side])


def _may_lead(conflict: Conflict, side: Any, document: Document | None) -> bool:
    """Return whether the sources of a side can have wires."""
    at = address_of(conflict.at)
    page = document.pages.get(at.page, Page(at.page)) if document is not None else Page(at.page)
    known = document if at.block in page.blocks else None
    return all(route_wire(begin, known, page, at.block, at.end) is not None for begin in conflict_sources(side))


def resolve_conflict(document: Document, conflict: Conflict, side: str) -> Edit:
    """Return the edit that sets a side of a conflict, one of `available_sides`, and removes the conflict.

    If the place no longer exists (`is_gone`), the edit only removes the conflict.
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
    """Return the edit that removes conflicts, and changes nothing else."""
    gone = set(conflicts)
    return SetConflicts(tuple(one for one in document.conflicts if one not in gone))


def is_gone(document: Document, conflict: Conflict) -> bool:
    """Return whether the place of a conflict no longer exists, or has no such cell."""
    return place_of(document, conflict) is None


def is_resolved(document: Document, conflict: Conflict) -> bool:
    """Return whether the present value differs from the one that the merge left."""
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
