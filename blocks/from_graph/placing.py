"""Where the blocks of a page that was made of a graph lie."""

from __future__ import annotations

from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.document.pages import Page
from blockloom.blocks.layout import TooLarge, arrange
from blockloom.blocks.operations.measures import Measures

_ROW = 100      # blocks, where a page is too large to be arranged by its wires
_APART = 260.0, 240.0


def place(page: Page, catalogue: Catalogue) -> None:
    """Put the blocks and frames of a page, of which nobody knows where they lie, in their places."""
    if not page.blocks:
        return
    try:
        measures = Measures(page, catalogue)
        found = arrange(page, {name: measures.box(block) for name, block in page.blocks.items()})
    except TooLarge:
        for number, (name, block) in enumerate(page.blocks.items()):
            page.blocks[name] = block._replace(x=number % _ROW * _APART[0], y=number // _ROW * _APART[1])
        return
    for name, (x, y) in found.places.items():
        page.blocks[name] = page.blocks[name]._replace(x=x, y=y)
    page.frames.update(found.frames)
