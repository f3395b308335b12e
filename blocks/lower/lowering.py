"""Lowering of pages to native types.

The input is a page without muted blocks. In the output, the content of other pages replaces their instances
(`page_inlining`), monitors, which are not part of the graph, are removed, and ops replace the symbols of additions.
`LoweredPage` also maps the result to the user's blocks and pins.
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
