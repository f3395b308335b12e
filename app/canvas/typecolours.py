"""Wires and pins in the colours of their dtypes, as far as the page alone tells: inferred a moment after each edit."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from app.canvas.arrays import FAMILY, KIND
from app.canvas.scene import Scene
from app.canvas.theme import family
from blocks.document import TENSOR
from blocks.edits import Edit, Enclose, Many, Move, MovePage, Paint, Replace, SetBookmark, SetSheet
from blocks.infer import Inference

if TYPE_CHECKING:
    from app.canvas.widget import Canvas

AT_ONCE, MOST = 1_000, 30_000       # blocks up to which it is done right after an edit; from which on not at all
LATER = 1_500                       # milliseconds after the last edit in between


def touches_types(edit: Edit) -> bool:
    """Whether dtypes can be others after an edit: not where things are only placed or painted."""
    if isinstance(edit, Many):
        return any(map(touches_types, edit.edits))
    return not isinstance(edit, (Move, Paint, Enclose, Replace, SetBookmark, SetSheet, MovePage))


def dtypes_of(inference: Inference) -> dict[str, dict[str, str]]:
    """The attrs of each block that are dtypes, as its pins show them."""
    found, shared = {}, {}      # many blocks, few sets of dtypes
    for name, known in inference.known.items():
        dtypes = {attr: value for attr, value in known.attrs.items() if type(value) is str and value[:3] == "DT_"}
        if dtypes:
            found[name] = shared.setdefault(tuple(dtypes.items()), dtypes)
    return found


def paint_wires(scene: Scene, inference: Inference) -> bool:
    """Give wires of tensors the colours of their dtypes. False where they have them."""
    n, tensor = scene.wcount, KIND[TENSOR]
    ink, first, last = scene.ink[:n], min(FAMILY.values()), max(FAMILY.values())
    mine = np.flatnonzero(scene.walive[:n] & ((ink == tensor) | (ink >= first) & (ink <= last)))
    codes: dict[tuple[str, str], int] = {}
    found = np.empty(len(mine), np.int16)
    for i, w in enumerate(mine.tolist()):
        key = scene.wires[w][:2]
        code = codes.get(key)
        if code is None:
            dtype = inference.dtype(*key)
            if isinstance(dtype, list):
                dtype = dtype[0] if dtype and len(set(dtype)) == 1 else None
            code = codes[key] = FAMILY.get(family(dtype), tensor)
        found[i] = code
    if (ink[mine] == found).all():
        return False
    scene.ink[mine] = found
    return True


class TypeColours:
    """Mixed into the canvas."""

    def types_changed(self: Canvas) -> None:
        """The page changed: its dtypes are to be found again."""
        count = len(self.page.blocks)
        if count <= MOST:
            self._types_timer.start(0 if count <= AT_ONCE else LATER)

    def _show_types(self: Canvas) -> None:
        if self.gesture is not None:
            self._types_timer.start(LATER)
            return
        inference, scene = self.rules().inference, self.scene
        old, new = self.marks.dtypes, dtypes_of(inference)
        self.marks.dtypes = new
        if paint_wires(scene, inference):
            self.update()
        self._marked_slots([scene.slot[name] for name in old.keys() | new.keys()
                            if name in scene.slot and old.get(name) != new.get(name)])
