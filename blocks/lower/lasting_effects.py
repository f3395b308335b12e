"""Blocks of a page whose effects last longer than a step, and the blocks that depend on these."""

from __future__ import annotations

from blockloom.blocks.catalogue.block_types import BlockType
from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.document.pages import Block, Page
from blockloom.blocks.infer.page_uses import function_values
from blockloom.blocks.lower.structure import downstream
from blockloom.blocks.values.dtypes import ARRAY, STACK

_IN_A_STEP = frozenset({ARRAY, STACK})  # resources whose content ends with the step


def changing(page: Page, catalogue: Catalogue) -> set[str]:
    """Return the blocks that cannot run without a change of a variable, table, queue or file.

    To draw a random number, or to take the next element of a queue or of data, is no such change.

    Args:
        page: the page, of native types.
        catalogue: the block types, with the pages of the document.
    """
    return downstream(page, [name for name, block in page.blocks.items() if _changes(block, catalogue, set())])


def _changes(block: Block, catalogue: Catalogue, seen: set[str]) -> bool:
    type_ = catalogue.get(block.type)
    if type_ is None:
        return False
    if not type_.traits.functional:
        return _lasts(type_)
    pages = catalogue.document.pages
    names = {name for _, _, found in function_values(block, catalogue) for name in found if name in pages} - seen
    seen |= names
    return any(_changes(inner, catalogue, seen) for name in names for inner in pages[name].blocks.values())


def _lasts(type_: BlockType) -> bool:
    """Return whether the effect of a block is seen after the step."""
    traits = type_.traits
    if not type_.op:
        return traits.step in ("minimize", "apply")
    if not type_.has_effect:
        return False
    if type_.takes_handle:
        takes = traits.supplied_by and not traits.supplies or traits.next_element
        things = {thing for things in traits.handle_inputs.values() for thing in things}
        return not takes and not (things and things <= _IN_A_STEP)
    acts_outside = any(kind != "reads" for kind in traits.outside)
    return acts_outside or traits.in_python or bool(traits.supplies or traits.embedding)
