"""Collapsed frames: each is drawn as one box, with pins for the wires that cross its border."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from msgspec import Struct
from PySide6.QtCore import QRectF

from blockloom.app.canvas.scene.scene_arrays import WireEnds
from blockloom.blocks.document.pages import Frame, Note, Page
from blockloom.blocks.document.scopes import inherited
from blockloom.blocks.layout.collapsed_frames import HEAD, WIDTH, Pin, edge, height, row


class Fold(Struct, frozen=True):
    """A collapsed frame: its number in the array `fold`, its count of blocks, and the pins at its edges."""

    number: int
    count: int
    ins: tuple[Pin, ...]
    outs: tuple[Pin, ...]

    @property
    def height(self) -> float:
        """The height of the collapsed frame, in canvas pixels."""
        return height(len(self.ins), len(self.outs))


class FoldedFrames(WireEnds):
    """The collapsed frames of a scene."""

    def __init__(self) -> None:
        self.opened: set[str] = (
            set()
        )  # collapsed frames that are shown expanded, since a block in them was searched for
        self.folded: set[str] = set()  # the others
        self.folds: dict[str, Fold] = {}  # those of `folded` that are not in another one
        self.concealed: set[str] = set()  # frames inside them
        self.crossing: set[int] = set()  # wires with an end at a collapsed frame
        self._boxes: tuple[list[Frame], np.ndarray] | None = None

    def rect_of(self, box: Frame | Note) -> QRectF:
        """Return the rectangle in which a frame or note is drawn."""
        fold = self.folds.get(box.id)
        return QRectF(box.x, box.y, box.width, box.height) if fold is None else QRectF(box.x, box.y, WIDTH, fold.height)

    def visible_rect(self, slot: int) -> QRectF:
        """Return the visible rectangle of a block; for a concealed block that of its collapsed frame."""
        if self.fold[slot]:
            return self.rect_of(self.frames[list(self.folds)[self.fold[slot] - 1]])
        return self.box(slot)

    def fold_states(self, states: Mapping[str, str]) -> dict[str, str]:
        """Return the states of collapsed frames: of the states of the blocks in each, the last."""
        names = list(self.folds)
        return (
            {
                names[self.fold[slot] - 1]: state
                for name, state in states.items()
                if (slot := self.slot.get(name)) is not None and self.fold[slot]
            }
            if names
            else {}
        )

    def boxes(self) -> tuple[list[Frame], np.ndarray]:
        """Return the visible frames and their (n, 4) x y width height, large frames first, below nested ones."""
        if self._boxes is None:
            frames = sorted(
                (f for name, f in self.frames.items() if name not in self.concealed), key=lambda f: -f.width * f.height
            )
            rows = [
                (f.x, f.y, WIDTH, self.folds[f.id].height) if f.id in self.folds else (f.x, f.y, f.width, f.height)
                for f in frames
            ]
            self._boxes = frames, np.array(rows, float).reshape(-1, 4)
        return self._boxes

    def boxes_at(self, x0: float, y0: float, x1: float, y1: float) -> tuple[list[Frame], np.ndarray]:
        """Return the `boxes` that touch an area."""
        frames, rows = self.boxes()
        seen = np.flatnonzero(
            (rows[:, 0] <= x1) & (rows[:, 0] + rows[:, 2] >= x0) & (rows[:, 1] <= y1) & (rows[:, 1] + rows[:, 3] >= y0)
        )
        return [frames[i] for i in seen.tolist()], rows[seen]

    def extent(self, slots: np.ndarray | None = None) -> QRectF:
        """Return the bounding box of everything visible, or of some blocks; null if there is nothing."""
        live = np.flatnonzero(self.alive[: self.count] & (self.fold[: self.count] == 0)) if slots is None else slots
        boxes = [] if slots is not None else [(n.x, n.y, n.x + n.width, n.y + n.height) for n in self.notes.values()]
        if len(live):  # `take` and columns: a tenth of the time of rows by index, and of both columns at once
            (x, y), (width, height) = self.pos.take(live, 0).T, self.size.take(live, 0).T
            boxes.append((float(x.min()), float(y.min()), float((x + width).max()), float((y + height).max())))
        if slots is None and self.frames:
            rows = self.boxes()[1]
            boxes.append((*rows[:, :2].min(0).tolist(), *(rows[:, :2] + rows[:, 2:]).max(0).tolist()))
        if not boxes:
            return QRectF()
        x0, y0, _, _ = map(min, zip(*boxes, strict=True))
        _, _, x1, y1 = map(max, zip(*boxes, strict=True))
        return QRectF(x0, y0, x1 - x0, y1 - y0)

    def bases(self) -> np.ndarray:
        """Return the points to which wire ends are relative: corners of blocks or of their collapsed frames."""
        if not self.folds:
            return self.pos
        corners = np.array(
            [(self.frames[name].x, self.frames[name].y) for name in self.folds if name in self.frames] or [(0.0, 0.0)]
        )
        fold = np.clip(self.fold, 0, len(corners))
        return np.where(fold[:, None] > 0, corners[fold - 1], self.pos)

    def refold(self, page: Page) -> bool:
        """Take over which frames of a page are collapsed. Return False if none is or was."""
        collapsed = {name for name, frame in page.frames.items() if frame.collapsed}
        self.opened &= collapsed
        self.folded = collapsed - self.opened
        if not self.folded and not self.folds:
            return False
        self._boxes = None
        roots = inherited(page.frames, "", lambda frame, outer: outer or frame.id * (frame.id in self.folded))
        folded = dict.fromkeys(root for root in roots.values() if root)
        before = np.flatnonzero(self.fold[: self.count] > 0)
        self.fold[:] = 0
        self.inner[:] = False
        self.crossing = set()
        self.concealed = {name for name, root in roots.items() if root and root != name}
        numbers = {name: i + 1 for i, name in enumerate(folded)}
        for block in page.blocks.values():
            root = roots.get(block.frame)
            if root:
                self.fold[self.slot[block.id]] = numbers[root]
        now = np.flatnonzero(self.fold[: self.count] > 0)
        ws = self.wires_of(np.union1d(before, now))
        self.folds = {}
        self.end_wires(ws, page)
        self._cross(ws, numbers, now, page)
        return True

    def outermost(self, block: str) -> str:
        """Return a block, or the collapsed frame that is drawn instead."""
        slot = self.slot.get(block)
        return list(self.folds)[self.fold[slot] - 1] if slot is not None and self.fold[slot] else block

    def port(self, block: str, pin: str, out: bool) -> tuple[float, float] | None:
        """Return the position of a hidden block's pin at the edge of its collapsed frame; None if not shown."""
        slot = self.slot.get(block)
        if slot is None or not self.fold[slot]:
            return None
        name, fold = list(self.folds.items())[self.fold[slot] - 1]
        pins, frame = fold.outs if out else fold.ins, self.frames[name]
        return (
            (frame.x + WIDTH * out, frame.y + row(pins.index((block, pin)), len(pins)))
            if (block, pin) in pins
            else None
        )

    def _cross(self, ws: np.ndarray, numbers: dict[str, int], inside: np.ndarray, page: Page) -> None:
        """Connect the wires of collapsed frames to pins at their edges.

        There is one pin for each pin inside that a wire from outside reaches, and for each unwired output.
        """
        s, t = self.wsrc[ws], self.wdst[ws]
        source, target = np.where(s < 0, 0, self.fold[s]), np.where(t < 0, 0, self.fold[t])
        self.inner[ws[(source == target) & (source > 0)]] = True
        ports: dict[tuple[int, str], dict[Pin, float]] = {}
        for w, a, b in zip(ws.tolist(), source.tolist(), target.tolist(), strict=True):
            if a == b:
                continue
            wire = self.wires[w]
            self.crossing.add(w)
            if wire.unseen:
                continue
            for frame, side, pin, y in ((a, "out", wire[:2], self.e1[w, 1]), (b, "in", wire[2:4], self.e2[w, 1])):
                if frame:
                    pins = ports.setdefault((frame, side), {})
                    pins[pin] = min(pins.get(pin, np.inf), float(y))
        for slot in inside.tolist():
            name = self.blocks[slot].id
            for pin, (_, y) in self.layouts[slot].outs.items() if not page.out.get(name) else ():
                if pin:
                    pins = ports.setdefault((int(self.fold[slot]), "out"), {})
                    pins[name, pin] = float(self.pos[slot, 1] + y)
        rows = {key: edge(pins) for key, pins in ports.items()}
        places = {(*key, pin): row(number, len(pins)) for key, pins in rows.items() for number, pin in enumerate(pins)}
        for w in self.crossing:
            wire = self.wires[w]
            a, b = (int(self.fold[x]) if x >= 0 else 0 for x in (self.wsrc[w], self.wdst[w]))
            if a:
                self.off1[w] = WIDTH, HEAD / 2 if wire.unseen else places[a, "out", wire[:2]]
            if b:
                self.off2[w] = 0.0, HEAD / 2 if wire.unseen else places[b, "in", wire[2:4]]
                self.inset[w], self.order[w] = 0.0, 0
        counts = np.bincount(self.fold[inside], minlength=len(numbers) + 1)
        self.folds = {
            name: Fold(n, int(counts[n]), *(tuple(rows.get((n, side), ())) for side in ("in", "out")))
            for name, n in numbers.items()
        }
        self.place_wires(ws)
