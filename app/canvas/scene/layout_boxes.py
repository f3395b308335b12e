"""The blocks of a page as the layout sees them: sizes and pins from the canvas's own geometry."""

from __future__ import annotations

from blockloom.app.canvas.scene.geometry import Geometry
from blockloom.app.canvas.scene.scene import Scene
from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.document.pages import Page
from blockloom.blocks.layout.boxes import Box


def boxes(page: Page, catalogue: Catalogue, scene: Scene | None = None) -> dict[str, Box]:
    """Every block's box, as the scene has them, else new ones: which needs a QGuiApplication, for the metrics of its
    fonts."""
    geometry = scene.geometry if scene is not None else Geometry(catalogue)
    made: dict[int, Box] = {}   # blocks that look alike share their layout, and so their box
    found = {}
    for name, block in page.blocks.items():
        layout = scene.layouts[scene.slot[name]] if scene is not None and name in scene.slot else geometry.layout(
            block, page.into.get(name, {}), page.out.get(name, []))
        box = made.get(id(layout))
        if box is None:
            box = made[id(layout)] = Box(layout.width, layout.height, layout.ins, layout.outs)
        found[name] = box
    return found
