"""Wires and pins in the colours of their dtypes, as far as the page alone tells: inferred a moment after each edit."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable

import numpy as np
from PySide6.QtCore import QObject

from blockloom.app import qt
from blockloom.app.canvas.look.repaint import Repaint
from blockloom.app.canvas.page.marks import Marks
from blockloom.app.canvas.page.open_page import OpenPage
from blockloom.app.canvas.scene.scene import Scene
from blockloom.app.canvas.scene.scene_arrays import FAMILY, KIND
from blockloom.app.canvas.scene.theme import family
from blockloom.blocks.document.pages import TENSOR
from blockloom.blocks.infer.incremental import IncrementalInference, Visits
from blockloom.blocks.infer.inference import BlockTypes, PageInference

MOST = 30_000  # blocks from which on it is not done at all
SOON = 10  # milliseconds after an edit
STILL = 100  # milliseconds after the view was moved last
SLICE = 0.006  # seconds of work between two looks at what the user does
PIECE = 150  # blocks whose wires are coloured in one go
WAIT = 300  # milliseconds until it is gone on with where a gesture is under way


def dtypes_of(known: BlockTypes) -> dict[str, str]:
    """The attrs of a block that are dtypes, as its pins show them: name -> dtype."""
    return {attr: value for attr, value in known.attrs.items() if type(value) is str and value[:3] == "DT_"}


def all_dtypes(inference: PageInference) -> dict[str, dict[str, str]]:
    """`dtypes_of` each block that has any."""
    found = {name: dtypes_of(known) for name, known in inference.known.items()}
    return {name: dtypes for name, dtypes in found.items() if dtypes}


def paint_wires(scene: Scene, inference: PageInference, ws: np.ndarray | None = None) -> bool:
    """Set the colours of tensor wires `ws` (None: all) by dtype. False where they have them."""
    ws = np.flatnonzero(scene.walive[: scene.wcount]) if ws is None else ws
    ink, tensor, first, last = scene.ink[ws], KIND[TENSOR], min(FAMILY.values()), max(FAMILY.values())
    mine = ws[(ink == tensor) | (ink >= first) & (ink <= last)]
    codes: dict[tuple[str, str], int] = {}
    inks = np.empty(len(mine), np.int16)
    for i, w in enumerate(mine.tolist()):
        key = scene.wires[w][:2]
        code = codes.get(key)
        if code is None:
            dtype = inference.dtype(*key)
            if isinstance(dtype, list):
                dtype = dtype[0] if dtype and len(set(dtype)) == 1 else None
            code = codes[key] = FAMILY.get(family(dtype), tensor)
        inks[i] = code
    if (scene.ink[mine] == inks).all():
        return False
    scene.ink[mine] = inks
    return True


class DtypeColours(QObject):
    """Infers the dtypes of a page while the event loop is idle, and colours wires and pins. It pauses while `busy()`,
    as during a gesture.
    """

    def __init__(
        self,
        open_page: OpenPage,
        scene: Scene,
        marks: Marks,
        repaint: Repaint,
        busy: Callable[[], bool],
        parent: QObject | None = None,
    ):
        super().__init__(parent)
        self._open_page, self._scene, self._marks, self._repaint, self._busy = open_page, scene, marks, repaint, busy
        self._known: IncrementalInference | None = None
        self._visits = Visits()
        self._unpainted: deque[str] = deque()
        self._redrawn: list[int] = []  # blocks that look different, and those whose wires do
        self._recoloured: list[int] = []
        self._alike: dict[tuple, dict[str, str]] = {}
        self.timer = qt.timer(self, self.go_on)
        self.start()

    def start(self) -> None:
        """The page changed: paint the edit, then infer again."""
        if len(self._open_page.page.blocks) <= MOST:
            self.timer.start(SOON)

    def leave(self) -> None:
        """Stop, and forget the page."""
        self.timer.stop()
        self._known, self._visits = None, Visits()

    def put_off(self) -> None:
        """Pause, since the view moves and has to be smooth."""
        if self.timer.isActive():
            self.timer.start(STILL)

    def go_on(self) -> None:
        """Infer and paint for a moment."""
        if self._busy():
            self.timer.start(WAIT)
            return
        until = time.monotonic() + SLICE
        known = self._open_page.inference
        if self._known is not known:  # at first, and where the page went and came back
            self._known, self._visits = known, known.visits()
        if known.go_on(until):
            others = self._visits.take()
            self._unpainted.extend(self._scene.slot.keys() | self._marks.dtypes.keys() if others is None else others)
            while self._unpainted and time.monotonic() < until:
                count = min(PIECE, len(self._unpainted))
                self._paint_types(known.inference, [self._unpainted.popleft() for _ in range(count)])
            if not self._unpainted:
                alive = self._scene.alive
                self._repaint.slots([slot for slot in self._redrawn if alive[slot]])
                self._repaint.around(np.array([slot for slot in self._recoloured if alive[slot]], np.intp))
                self._redrawn, self._recoloured = [], []
                return
        self.timer.start(0)

    def _paint_types(self, inference: PageInference, names: list[str]) -> None:
        scene, dtypes = self._scene, self._marks.dtypes
        slots = []
        for name in names:
            known, slot = inference.known.get(name), scene.slot.get(name)
            now = dtypes_of(known) if known is not None else {}
            if slot is not None:
                slots.append(slot)
            if dtypes.get(name, {}) != now:
                if slot is not None:
                    self._redrawn.append(slot)
                if now:
                    dtypes[name] = self._alike.setdefault(tuple(now.items()), now)  # many blocks, few sets of dtypes
                else:
                    del dtypes[name]
        ws = scene.wires_of(slots)
        mine = np.zeros(len(scene.alive) + 1, bool)
        mine[slots] = True
        ws = ws[mine[scene.wsrc[ws]]]
        if paint_wires(scene, inference, ws):
            self._recoloured += scene.wsrc[ws].tolist()
