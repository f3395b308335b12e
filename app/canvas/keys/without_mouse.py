"""Selections and wires without a mouse: the block beside another, and the wires that the selected blocks could get."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from blockloom.app.canvas.edit.editing import Editing
from blockloom.app.canvas.look.navigation import Navigation
from blockloom.blocks import operations

if TYPE_CHECKING:
    from blockloom.blocks.operations import Candidate

PAIRS = 600  # of blocks that are offered wires: of those that lie nearest to each other


class WithoutMouse:
    """Selects and wires blocks by where they lie, with keys."""

    def __init__(self, editing: Editing, navigation: Navigation):
        self.editing, self.navigation = editing, navigation
        self._last = ""  # the block that was stepped to

    def candidates(self) -> list[Candidate]:
        """The wires that fit between the selected blocks, or at the selected one, the nearest first; wired inputs and
        control wires last.
        """
        scene = self.editing.scene
        mine = sorted(n for n in self.editing.selection() if n in scene.slot)[: PAIRS // 2]
        slots = np.array([scene.slot[n] for n in mine], np.intp) if len(mine) > 1 else self._seen()
        near = [self._nearest(name, slots, PAIRS // max(2, len(mine))) for name in mine]
        return operations.candidates(self.editing.open_page.rules(), mine, near)

    def _seen(self) -> np.ndarray:
        """The slots of the blocks that no collapsed frame conceals."""
        scene = self.editing.scene
        return np.flatnonzero(scene.alive[: scene.count] & (scene.fold[: scene.count] == 0))

    def _nearest(self, block: str, slots: np.ndarray, count: int) -> list[str]:
        """Of some blocks, those nearest to another."""
        scene, slot = self.editing.scene, self.editing.scene.slot[block]
        centres = scene.pos[slots] + scene.size[slots] / 2
        far = np.abs(centres - (scene.pos[slot] + scene.size[slot] / 2)).sum(axis=1)
        near = slots[np.argsort(far, kind="stable")[: count + 1]].tolist()
        return [scene.blocks[s].id for s in near if s != slot][:count]

    def step(self, dx: int, dy: int, add: bool) -> bool:
        """Select the block that lies nearest in a direction, the first one where none is selected; `add` keeps the
        others selected. False where there is none.
        """
        scene, selection, slots = self.editing.scene, self.editing.selection, self._seen()
        centres = scene.pos[slots] + scene.size[slots] / 2
        last = self._last if self._last in selection() else min(selection() & scene.slot.keys(), default="")
        if not len(slots):
            return False
        if not last:
            nearest = int(np.argmin(centres.sum(axis=1)))  # the top left one
        else:
            slot = scene.slot[last]
            away = centres - (scene.pos[slot] + scene.size[slot] / 2)
            along, aside = away @ np.array([dx, dy]), np.abs(away @ np.array([dy, dx]))
            cost = np.where(along > 1, along + 2 * aside, np.inf)
            nearest = int(np.argmin(cost))
            if cost[nearest] == np.inf:
                return False
        self._last = scene.blocks[int(slots[nearest])].id
        selection.choose({self._last} | (selection() if add else set()))
        self.navigation.show(self._last)
        return True
