"""Where the blocks of a page that was made of a graph lie."""

from __future__ import annotations

from blockloom.blocks.catalogue import Catalogue
from blockloom.blocks.document import Page
from blockloom.blocks.layout import TooLarge, arrange
from blockloom.blocks.operations.measures import Measures

_MOST = 20_000      # blocks that are arranged by their wires, which takes seconds; more are put in rows
_ROW = 100          # of so many
_APART = 260.0, 240.0


def place(page: Page, catalogue: Catalogue) -> None:
    """Put the blocks and frames of a page, of which nobody knows where they lie, in their places."""
    if not page.blocks:
        return
    try:
        if len(page.blocks) > _MOST:
            raise TooLarge
        measures = Measures(page, catalogue)
        found = arrange(page, {name: measures.box(block) for name, block in page.blocks.items()})
    except TooLarge:
        for number, (name, block) in enumerate(page.blocks.items()):
            page.blocks[name] = block._replace(x=number % _ROW * _APART[0], y=number // _ROW * _APART[1])
        return
    for name, (x, y) in found.places.items():
        page.blocks[name] = page.blocks[name]._replace(x=x, y=y)
    page.frames.update(found.frames)
