"""The way that leads from the page that runs down to one that is looked at: block by block, from the outermost.

Each step is the address of a block, PAGE/BLOCK: an instance of the next page, or a block that has it as a function.
"""

from __future__ import annotations

from blockloom.blocks.addresses import Address
from blockloom.blocks.catalogue import Catalogue
from blockloom.blocks.document import Block
from blockloom.blocks.edits import Edit
from blockloom.blocks.page_blocks import DocumentCatalogue, pages_of
from blockloom.blocks.page_uses import function_values, used

Trail = tuple[Address, ...]


def within(catalogue: Catalogue, block: Block, attr: str = "") -> list[str]:
    """The pages of the document that a block leads to: that of an instance, and its functions; those of one attr."""
    named = [page for name, _, pages in function_values(block, catalogue) if name == attr for page in pages] if attr \
        else used(block, catalogue)
    return [name for name in dict.fromkeys(named) if name in pages_of(catalogue)]


def path(trail: Trail, page: str, catalogue: DocumentCatalogue) -> tuple[str, ...]:
    """The instances on a way to a page; none where a step of it is no instance: of a function nobody knows which
    call is meant."""
    blocks = tuple(step.block for step in trail)
    return blocks if trail and catalogue.page_at(trail[0].page, blocks) == page else ()


def followed(trail: Trail, page: str, edit: Edit, catalogue: DocumentCatalogue) -> Trail:
    """The way to a page, which the document has, once the document took an edit; empty where there is none any more."""
    for touched in edit.touched():
        if touched.page_was:
            trail = tuple(step._replace(page=touched.page) if step.page == touched.page_was else step for step in trail)
        if touched.renamed:
            was, now = touched.renamed
            trail = tuple(step._replace(block=now) if step[:2] == (touched.page, was) else step for step in trail)
    pages = catalogue.document.pages
    for step, to in zip(trail, (*(step.page for step in trail[1:]), page), strict=True):
        block = pages[step.page].blocks.get(step.block) if step.page in pages else None
        if block is None or to not in within(catalogue, block):
            return ()
    return trail
