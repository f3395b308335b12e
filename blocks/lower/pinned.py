"""Blocks that do not run while outputs are pinned: those that only pinned outputs need."""

from __future__ import annotations

from collections.abc import Collection

from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.document.addresses import Address, inside
from blockloom.blocks.document.pages import Page
from blockloom.blocks.lower.lowering import lower
from blockloom.blocks.lower.muting import active
from blockloom.blocks.lower.structure import running, session_plans


def not_run(page: Page, catalogue: Catalogue, pinned: Collection[Address]) -> set[Address]:
    """Return the blocks of a page, and inside its instances, that no step runs while these outputs are pinned.

    An instance is included if nothing in it runs. Pinned blocks, and those that no session needs, are not included.
    """
    drawn = active(page, catalogue)
    lowered = lower(drawn, catalogue)
    ends = {end for at in pinned if at.top in drawn.blocks for end in lowered.native(at.flat, at.end)}
    runs, needed = set[str](), set[str]()
    for plan in session_plans(lowered.page, catalogue):
        runs |= running(lowered.page, plan, ends)
        needed |= plan.closure
    given = {block for block, _ in ends}  # blocks that show the pinned value
    busy = given | {at.flat for at in pinned} | {scope for block in runs | given for scope in _scopes(block)}
    return {inside("", name) for block in needed - runs for name in (block, *_scopes(block)) if name not in busy}


def _scopes(block: str) -> list[str]:
    """Return the instances around a block: A and A/B of A/B/C."""
    parts = block.split("/")
    return ["/".join(parts[:count]) for count in range(1, len(parts))]
