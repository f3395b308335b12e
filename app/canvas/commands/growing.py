"""Selections that follow the wires or the type, strokes around them, and the view on the selection."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QRectF

from blockloom.blocks.structure import downstream, upstream

if TYPE_CHECKING:
    from blockloom.app.canvas.widget import Canvas


class Growing:
    """Mixed into the canvas."""

    def grow(self: Canvas, up: bool, down: bool, all_: bool = False) -> None:
        """Add the blocks that the selected ones are fed by (`up`) or feed (`down`), or all along the wires."""
        page = self.page
        names = have = {n for n in self.members(self.selection()) if n in page.blocks}
        if not names:
            self.said.emit(self.tr("Select a block first"))
            return
        while True:
            found = set(names)
            if up:
                found |= upstream(page, names) if all_ else {
                    w.source for n in names for w in page.wires_into(n) if w.source in page.blocks}
            if down:
                found |= downstream(page, names) if all_ else {
                    w.target for n in names for w in page.wires_from(n) if w.target in page.blocks}
            if found == names or not (all_ and up and down):
                break
            names = found
        if found == have:
            self.said.emit(self.tr("There is nothing more along the wires"))
            return
        self.choose(self.selection() | found)

    def select_alike(self: Canvas) -> None:
        """All blocks of the types of the selected ones."""
        page = self.page
        types = {page.blocks[n].type for n in self.selection() if n in page.blocks}
        if not types:
            self.said.emit(self.tr("Select a block first"))
            return
        self.choose(name for name, block in page.blocks.items() if block.type in types)

    def fit_selection(self: Canvas) -> None:
        """Show the selection as large as it fits, at most at 100 %; the whole page where nothing is selected."""
        scene, page = self.scene, self.page
        names = self.selection()
        slots = [scene.slot[n] for n in names if n in scene.slot]
        box = scene.extent(np.array(slots, np.intp)) if slots else QRectF()
        for item in (page.frames.get(n) or page.notes.get(n) for n in names):
            if item is not None:
                box = box.united(scene.rect_of(item))
        if box.isNull():
            self.fit()
        else:
            self.view.fit(box)
