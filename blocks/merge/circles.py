"""Circles that only a merge has: wires of both sides that lead back, and pages that use each other."""

from __future__ import annotations

from collections.abc import Iterator

from blockloom.blocks.document.pages import Document, Page
from blockloom.blocks.infer.page_uses import Types, circle, used, uses_of
from blockloom.blocks.lower.structure import Structure
from blockloom.blocks.merge.left import Left


def circles(made: Document, ours: Document, theirs: Document, catalogue: Types) -> Iterator[Left]:
    """The circles of a merged document that neither side has: what of each came from ours alone and from theirs alone.
    All three are in the names of base."""
    for name, page in made.pages.items():
        mine, other = ours.pages.get(name), theirs.pages.get(name)
        if mine is None or other is None:
            continue
        if page.into not in (mine.into, other.into):
            yield from _of_wires(name, page, mine, other)
        for wanted in uses_of(page, catalogue) - uses_of(mine, catalogue):
            if wanted in made.pages and (ring := circle(made, name, wanted, catalogue)):
                yield from _of_pages(ring, made, ours, theirs, catalogue)


def _of_wires(name: str, page: Page, ours: Page, theirs: Page) -> Iterator[Left]:
    mine, other = ({wire[:5] for wire in one.wires()} for one in (ours, theirs))
    for ring in Structure(page).cycles:
        pairs = set(zip(ring, [*ring[1:], ring[0]]))
        wires = sorted(wire for wire in page.wires() if (wire.source, wire.target) in pairs)
        from_ours = tuple(wire for wire in wires if wire[:5] not in other)
        from_theirs = tuple(wire for wire in wires if wire[:5] not in mine)
        if from_ours and from_theirs:
            yield Left(name, ring[0], "", "cycle", None, from_ours, from_theirs)


def _of_pages(ring: list[str], made: Document, ours: Document, theirs: Document, catalogue: Types) -> Iterator[Left]:
    steps = list(zip(ring, ring[1:]))
    sides = []
    for other in (theirs, ours):
        sides.append(
            tuple(
                (page, block.id)
                for page, wanted in steps
                for block in made.pages[page].blocks.values()
                if wanted in used(block, catalogue) and not _uses(other, page, block.id, wanted, catalogue)
            )
        )
    if all(sides):
        yield Left(ring[0], "", "", "cycle", None, *sides)


def _uses(document: Document, page: str, block: str, wanted: str, catalogue: Types) -> bool:
    there = document.pages.get(page)
    found = there.blocks.get(block) if there is not None else None
    return found is not None and wanted in used(found, catalogue)
