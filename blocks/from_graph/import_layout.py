"""Positions of the blocks of a page that was made from a graph."""

from __future__ import annotations

from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.document.pages import Page
from blockloom.blocks.layout.arrange import LayoutTooLarge, arrange
from blockloom.blocks.operations.measures import Measures

_ROW = 100  # blocks, if a page is too large to be arranged by its wires
_APART = 260.0, 240.0


def place(page: Page, catalogue: Catalogue) -> None:
    """Arrange a page whose blocks have no places yet."""
    if not page.blocks:
        return
    try:
        measures = Measures(page, catalogue)
        arrangement = arrange(page, {name: measures.box(block) for name, block in page.blocks.items()})
    except LayoutTooLarge:
        for number, (name, block) in enumerate(page.blocks.items()):
            page.blocks[name] = block._replace(x=number % _ROW * _APART[0], y=number // _ROW * _APART[1])
        return
    for name, (x, y) in arrangement.places.items():
        page.blocks[name] = page.blocks[name]._replace(x=x, y=y)
    page.frames.update(arrangement.frames)
