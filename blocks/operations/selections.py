"""Selections that follow the wires or the type."""

from __future__ import annotations

from collections.abc import Iterable

from blockloom.blocks.document import Page
from blockloom.blocks.edits import EditError
from blockloom.blocks.operations.frames import members
from blockloom.blocks.phrases import phrase
from blockloom.blocks.structure import downstream, upstream


def connected(page: Page, names: Iterable[str], up: bool, down: bool, all_: bool = False) -> set[str]:
    """Blocks, those in frames among these too, with the blocks that they are fed by (`up`) or feed (`down`); `all_`: as
    far as the wires lead. Raises EditError where there are no blocks, or no more along the wires."""
    had = found = {n for n in members(page, names) if n in page.blocks}
    if not had:
        raise EditError(phrase("Select a block first"))
    while True:
        names = found
        if up:
            found = found | (upstream(page, names) if all_ else {
                w.source for n in names for w in page.wires_into(n) if w.source in page.blocks})
        if down:
            found = found | (downstream(page, names) if all_ else {
                w.target for n in names for w in page.wires_from(n) if w.target in page.blocks})
        if found == names or not (all_ and up and down):
            break
    if found == had:
        raise EditError(phrase("There is nothing more along the wires"))
    return found


def alike(page: Page, names: Iterable[str]) -> set[str]:
    """All blocks of the types of these. Raises EditError where there are no blocks among them."""
    types = {page.blocks[n].type for n in names if n in page.blocks}
    if not types:
        raise EditError(phrase("Select a block first"))
    return {name for name, block in page.blocks.items() if block.type in types}
