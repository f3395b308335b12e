"""Lowering of pages to native types.

The input is a page without muted blocks. In the output, the content of other pages replaces their instances
(`page_inlining`), monitors, which are not part of the graph, are removed, and ops replace the symbols of additions.
`LoweredPage` also maps the result to the user's blocks and pins.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from types import MappingProxyType

from blockloom.blocks.additions import load_parts
from blockloom.blocks.catalogue.block_types import is_symbol
from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.catalogue.monitor_types import MONITORS
from blockloom.blocks.document.addresses import Address, inside
from blockloom.blocks.document.pages import Page
from blockloom.blocks.lower.muting import active
from blockloom.blocks.lower.page_inlining import flatten
from blockloom.blocks.lower.source_map import LoweredPage
from blockloom.blocks.lower.structure import running, session_plans

Lower = Callable[[Page, Catalogue], LoweredPage]  # function of an addition that replaces its types by native ones


def lower(page: Page, catalogue: Catalogue, given: Mapping[str, str | None] = MappingProxyType({})) -> LoweredPage:
    """Return the page in native types: without monitors, instances and symbols; the page itself if it has none.

    `given` are values of its parameters, as in `flatten`.
    """
    lowered = flatten(page, catalogue, given)
    types = {block.type for block in lowered.page.blocks.values()}
    if not types.isdisjoint(MONITORS):
        lowered = lowered.followed_by(LoweredPage(_without_monitors(lowered.page)))
    if any(map(is_symbol, types)):
        additions: tuple[Lower, ...] = load_parts("lowering")
        for lower_symbols in additions:
            lowered = lowered.followed_by(lower_symbols(lowered.page, catalogue))
    return lowered


def _without_monitors(page: Page) -> Page:
    plain = page.replaced(
        blocks={block.id: block for block in page.blocks.values() if block.type not in MONITORS}, into={}, out={}
    )
    gone = page.blocks.keys() - plain.blocks.keys()
    for target, pins in page.into.items():
        for wires in pins.values() if target not in gone else ():
            for wire in wires:
                if wire.source not in gone:
                    plain.put_wire(wire)
    return plain


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
