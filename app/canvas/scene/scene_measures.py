"""Sizes and places for operations, as a canvas draws them."""

from __future__ import annotations

from collections.abc import Collection
from functools import cached_property

import numpy as np

from blockloom.app.canvas.scene.scene import Scene
from blockloom.blocks.document.pages import Block, Page
from blockloom.blocks.layout.boxes import Box
from blockloom.blocks.operations import Measures


class SceneMeasures(Measures):
    """The measures of a page, from the scene that shows it. `grid` is the distance of grid lines in canvas pixels."""

    def __init__(self, page: Page, scene: Scene, grid: float):
        super().__init__(page, scene.geometry.catalogue, grid)
        self.scene = scene

    def box(self, block: Block, wired: Collection[str] = ()) -> Box:
        scene = self.scene
        slot = scene.slot.get(block.id)
        layout = (
            scene.layouts[slot]
            if slot is not None and scene.blocks[slot] == block
            else scene.geometry.layout(block, dict.fromkeys(wired, ()), ())
        )
        return Box(layout.width, layout.height, layout.ins, layout.outs)

    @cached_property
    def blocks(self) -> tuple[list[str], np.ndarray]:
        scene = self.scene
        slots = np.flatnonzero(scene.alive[: scene.count] & (scene.fold[: scene.count] == 0))
        return [scene.blocks[s].id for s in slots.tolist()], np.concatenate((scene.pos[slots], scene.size[slots]), 1)

    @cached_property
    def frames(self) -> tuple[list[str], np.ndarray]:
        frames, rows = self.scene.boxes()
        return [frame.id for frame in frames], rows
