"""The blocks of a page for the automatic layout: sizes and pins from the canvas's own geometry."""

from __future__ import annotations

from blockloom.app.canvas.scene.geometry import Geometry
from blockloom.app.canvas.scene.scene import Scene
from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.document.pages import Page
from blockloom.blocks.layout.block_rows import Box


def boxes(page: Page, catalogue: Catalogue, scene: Scene | None = None) -> dict[str, Box]:
    """Return the boxes of all blocks, from the scene or computed, which needs a QGuiApplication."""
    geometry = scene.geometry if scene is not None else Geometry(catalogue)
    by_layout: dict[int, Box] = {}  # id of a layout -> box, since similar blocks share their layout
    by_name = {}
    for name, block in page.blocks.items():
        layout = (
            scene.layouts[scene.slot[name]]
            if scene is not None and name in scene.slot
            else geometry.layout(block, page.into.get(name, {}), page.out.get(name, []))
        )
        box = by_layout.get(id(layout))
        if box is None:
            box = by_layout[id(layout)] = Box(layout.width, layout.height, layout.ins, layout.outs)
        by_name[name] = box
    return by_name
