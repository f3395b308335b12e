"""Cycles that only a merge has: wires of both sides, and pages that use each other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set

from blockloom.blocks.document.pages import Document, Page, Wire
from blockloom.blocks.infer.page_uses import Types, circle, used_pages, uses_of
from blockloom.blocks.lower.structure import Structure
from blockloom.blocks.merge.pending_conflicts import PendingConflict


def find_new_cycles(
    made: Document, ours: Document, theirs: Document, left: Iterable[PendingConflict], catalogue: Types
) -> Iterator[PendingConflict]:
    """Yield the cycles of a merged document that neither side has: the parts of ours only and of theirs only.

    A cycle through a pin whose wires are in `left`, a conflict, does not count. All documents are in the names of base.
    """
    open_pins = {(one.page, one.item, one.pin) for one in left if one.field == "wires"}
    for name, page in made.pages.items():
        mine, other = ours.pages.get(name), theirs.pages.get(name)
        if mine is None or other is None:
            continue
        if page.into not in (mine.into, other.into):
            yield from _of_wires(name, _without(page, open_pins), mine, other)
        for wanted in uses_of(page, catalogue) - uses_of(mine, catalogue):
            if wanted in made.pages and (ring := circle(made, name, wanted, catalogue)):
                yield from _of_pages(ring, made, ours, theirs, catalogue)


def _without(page: Page, pins: Set[tuple[str, str, str]]) -> Page:
    if all(name != page.name for name, _, _ in pins):
        return page
    wires = [wire for wire in page.wires() if (page.name, wire.target, wire.target_pin) not in pins]
    made = page.replaced(into={}, out={})
    made.put_all(wires)
    return made


def _of_wires(name: str, page: Page, ours: Page, theirs: Page) -> Iterator[PendingConflict]:
    mine, other = ({wire[:5] for wire in one.wires()} for one in (ours, theirs))
    structure = Structure(page)
    for knot in structure.knots:
        inside = [w for w in page.wires() if w.source in knot and structure.graph.has_edge(w.source, w.target)]
        from_ours, from_theirs = (
            _closing([wire for wire in inside if wire[:5] in one], [wire for wire in inside if wire[:5] not in one])
            for one in (other, mine)
        )
        if from_ours and from_theirs:
            yield PendingConflict(name, min(knot), "", "cycle", None, from_ours, from_theirs)


def _closing(kept: Iterable[Wire], wires: Iterable[Wire]) -> tuple[Wire, ...]:
    """Return the wires that close a cycle with `kept` and the wires before them."""
    import networkx

    ways, found = networkx.DiGraph((wire.source, wire.target) for wire in kept), list[Wire]()
    for wire in sorted(wires):
        ways.add_nodes_from((wire.source, wire.target))
        if networkx.has_path(ways, wire.target, wire.source):
            found.append(wire)
        else:
            ways.add_edge(wire.source, wire.target)
    return tuple(found)


def _of_pages(
    ring: list[str], made: Document, ours: Document, theirs: Document, catalogue: Types
) -> Iterator[PendingConflict]:
    least = ring.index(min(ring))
    ring = [*ring[least:-1], *ring[: least + 1]]  # in a canonical order
    steps = list(zip(ring, ring[1:]))
    sides = []
    for other in (theirs, ours):
        sides.append(
            tuple(
                (page, block.id)
                for page, wanted in steps
                for block in made.pages[page].blocks.values()
                if wanted in used_pages(block, catalogue) and not _uses(other, page, block.id, wanted, catalogue)
            )
        )
    if all(sides):
        yield PendingConflict(ring[0], "", "", "cycle", None, *sides)


def _uses(document: Document, page: str, block: str, wanted: str, catalogue: Types) -> bool:
    there = document.pages.get(page)
    found = there.blocks.get(block) if there is not None else None
    return found is not None and wanted in used_pages(found, catalogue)
