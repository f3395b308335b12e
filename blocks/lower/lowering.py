"""A page in native types.

A page without muted blocks comes in. It goes out with the blocks of other pages in the place of their instances
(`page_inlining`), without monitors, which are no part of the graph, and with the ops that symbols of enuSpace stand for
(`Lowered`, which also says what the user's blocks and pins became).
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from blockloom.blocks.catalogue.block_types import is_symbol
from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.catalogue.monitor_types import MONITORS
from blockloom.blocks.document.pages import Page
from blockloom.blocks.enuspace.lower import Lowering
from blockloom.blocks.lower.page_inlining import flatten
from blockloom.blocks.lower.source_map import Lowered


def lower(page: Page, catalogue: Catalogue, given: Mapping[str, str | None] = MappingProxyType({})) -> Lowered:
    """The page in native types; the page itself where it holds nothing but those. For `given` see `flatten`."""
    flat = flatten(page, catalogue, given)
    if not any(block.type in MONITORS or is_symbol(block.type) for block in flat.page.blocks.values()):
        return flat
    made = Lowering(flat.page, catalogue).run()
    passed = {end: [native for one in ends for native in made.native(*one)] for end, ends in flat.passed.items()}
    return made._replace(passed=passed | dict(made.passed), problems=(*flat.problems, *made.problems),
                         within=flat.within, typed=flat.typed)
