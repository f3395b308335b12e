"""A page in native types.

A page without muted blocks comes in. It goes out with the blocks of other pages in the place of their instances
(`page_inlining`), without monitors, which are no part of the graph, and with the ops that symbols of additions stand
for (`LoweredPage`, which also says what the user's blocks and pins became).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from blockloom.blocks.additions import load_parts
from blockloom.blocks.catalogue.block_types import is_symbol
from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.catalogue.monitor_types import MONITORS
from blockloom.blocks.document.pages import Page
from blockloom.blocks.lower.page_inlining import flatten
from blockloom.blocks.lower.source_map import LoweredPage

Lower = Callable[[Page, Catalogue], LoweredPage]  # of an addition: native types in the place of its own


def lower(page: Page, catalogue: Catalogue, given: Mapping[str, str | None] = MappingProxyType({})) -> LoweredPage:
    """The page in native types: without monitors, instances and symbols; the page itself where it has none. `given` are
    values of its parameters, as in `flatten`.
    """
    lowered = flatten(page, catalogue, given)
    types = {block.type for block in lowered.page.blocks.values()}
    if not types.isdisjoint(MONITORS):
        lowered = lowered.then(LoweredPage(_without_monitors(lowered.page)))
    if any(map(is_symbol, types)):
        additions: tuple[Lower, ...] = load_parts("lowering")
        for lower_symbols in additions:
            lowered = lowered.then(lower_symbols(lowered.page, catalogue))
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
