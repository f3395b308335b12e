"""Collapsed frames: each is drawn as one box, with pins for the wires that cross its border."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np
from msgspec import Struct
from PySide6.QtCore import QRectF

from blockloom.app.canvas.scene.scene_arrays import WireEnds
from blockloom.blocks.document.pages import Frame, Note, Page
from blockloom.blocks.document.scopes import inherited
from blockloom.blocks.layout.collapsed_frames import HEAD, WIDTH, Pin, Port, edge, height, port_rows, row

FEW = 40  # most selected items whose wires and neighbours are emphasised


class Fold(Struct, frozen=True):
    """A collapsed frame: its number in the array `fold`, its count of blocks, and the rows at its edges."""

    number: int
    count: int
    ins: tuple[Port, ...]
    outs: tuple[Port, ...]

    @property
    def height(self) -> float:
        """The height of the collapsed frame, in canvas pixels."""
        return height(len(self.ins), len(self.outs))


class FoldedFrames(WireEnds):
    """The collapsed frames of a scene."""

    def __init__(self) -> None:
        self.version = 0  # grows with each change of blocks or collapsed frames
        self.opened: set[str] = set()  # collapsed frames that the view expands to show a block inside
        self.folded: set[str] = set()  # collapsed frames that the view shows collapsed
        self.folds: dict[str, Fold] = {}  # those of `folded` that are not inside another one
        self.concealed: set[str] = set()  # frames inside collapsed frames
        self.crossing: set[int] = set()  # wires with an end at a collapsed frame
        self.unbundled: set[str] = set()  # collapsed frames that show each pin, even if there are many
        self.bundles: dict[int, list[int]] = {}  # drawn wire -> the wires that it represents, if there are several
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

    def hidden_selection(self) -> dict[str, int]:
        """Return the visible collapsed frames with selected blocks inside, and how many there are."""
        if not self.folds:
            return {}
        counts = np.bincount(self.fold[: self.count][self.selected[: self.count]], minlength=len(self.folds) + 1)
        return {name: int(counts[fold.number]) for name, fold in self.folds.items() if counts[fold.number]}

    def selected_mask(self) -> np.ndarray:
        """Return the mask of selected blocks, with the blocks in selected collapsed frames."""
        held = self.selected[: self.count].copy()
        for name in self.chosen & self.folds.keys():
            held |= self.fold[: self.count] == self.folds[name].number
        return held

    def neighbours(self) -> tuple[np.ndarray, np.ndarray]:
        """Return the slots of source and target blocks of the selection; none if the selection is large."""
        none = np.empty(0, np.intp)
        if not 0 < np.count_nonzero(self.selected) + len(self.chosen & self.folds.keys()) <= FEW:
            return none, none
        held, n = self.selected_mask(), self.wcount
        source, target = self.wsrc[:n], self.wdst[:n]
        drawn = self.walive[:n] & ~self.hidden[:n] & (source >= 0) & (target >= 0)
        feeds, fed = (drawn & held[a] & ~held[b] for a, b in ((target, source), (source, target)))
        return _each_once(source[feeds], self.count), _each_once(target[fed], self.count)

    def fold_states(self, states: Mapping[str, str]) -> dict[str, str]:
        """Return a state for each collapsed frame: that of the last of its blocks in `states`."""
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
        if len(live):  # `take`, and one column at a time, need a tenth of the time of rows by index
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
        self.version += 1
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
        self.unbundled &= folded.keys()
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
        place = next((i for i, port in enumerate(pins) if (block, pin) in port.pins), None)
        return (frame.x + WIDTH * out, frame.y + row(place, len(pins))) if place is not None else None

    def bundle(self, wires: Iterable[int]) -> list[int]:
        """Return wires together with all wires that are drawn as one with any of them."""
        return [each for wire in wires for each in self.bundles.get(wire, [wire])]

    def wires_at(self, frame: str, out: bool, number: int) -> list[int]:
        """Return the wires at a row of a collapsed frame."""
        fold = self.folds[frame]
        blocks, offset = (self.wsrc, self.off1) if out else (self.wdst, self.off2)
        rows = fold.outs if out else fold.ins
        found = np.array(sorted(self.crossing), np.intp)
        mine = (blocks[found] >= 0) & (self.fold[blocks[found]] == fold.number)
        return found[mine & (offset[found, 1] == row(number, len(rows)))].tolist()

    def _cross(self, ws: np.ndarray, numbers: dict[str, int], inside: np.ndarray, page: Page) -> None:
        """Connect the wires of collapsed frames to the rows at their edges, see `port_rows`.

        Unwired outputs of blocks in the frames have rows as well.
        """
        s, t = self.wsrc[ws], self.wdst[ws]
        source, target = np.where(s < 0, 0, self.fold[s]), np.where(t < 0, 0, self.fold[t])
        self.inner[ws[(source == target) & (source > 0)]] = True
        names = ["", *numbers]
        heights: dict[tuple[int, str], dict[Pin, float]] = {}
        ends: dict[tuple[int, str], dict[Pin, dict[str, int]]] = {}
        others: dict[int, tuple[str, str]] = {}  # wire -> items at its start and end
        for w, a, b in zip(ws.tolist(), source.tolist(), target.tolist(), strict=True):
            if a == b:
                continue
            wire = self.wires[w]
            self.crossing.add(w)
            if wire.unseen:
                continue
            others[w] = names[a] or wire.source, names[b] or wire.target
            for frame, side, pin, y, other in (
                (a, "out", wire[:2], self.e1[w, 1], others[w][1]),
                (b, "in", wire[2:4], self.e2[w, 1], others[w][0]),
            ):
                if frame:
                    pins = heights.setdefault((frame, side), {})
                    pins[pin] = min(pins.get(pin, np.inf), float(y))
                    counts = ends.setdefault((frame, side), {}).setdefault(pin, {})
                    counts[other] = counts.get(other, 0) + 1
        for slot in inside.tolist():
            name = self.blocks[slot].id
            for pin, (_, y) in self.layouts[slot].outs.items() if not page.out.get(name) else ():
                if pin:
                    key = int(self.fold[slot]), "out"
                    heights.setdefault(key, {})[name, pin] = float(self.pos[slot, 1] + y)
                    ends.setdefault(key, {})[name, pin] = {}

        def place_of(name: str) -> float:
            item = page.blocks.get(name) or page.frames.get(name)
            return item.y if item is not None else 0.0

        members = np.bincount(self.fold[inside], minlength=len(numbers) + 1)
        places: dict[tuple[int, str, Pin, str], float] = {}
        for name, n in numbers.items():
            ins, outs = (edge(heights.get((n, side), {})) for side in ("in", "out"))
            of_ins, of_outs = (ends.get((n, side), {}) for side in ("in", "out"))
            edges = port_rows(ins, of_ins, outs, of_outs, name not in self.unbundled, place_of)
            self.folds[name] = Fold(n, int(members[n]), tuple(edges[0]), tuple(edges[1]))
            for side, rows in zip(("in", "out"), edges, strict=True):
                for i, port in enumerate(rows):
                    places |= {(n, side, pin, port.neighbour): row(i, len(rows)) for pin in port.pins}
        drawn: dict[tuple[object, ...], int] = {}  # ends -> wire that is drawn between them
        self.bundles = {}
        for w in sorted(self.crossing):
            wire = self.wires[w]
            a, b = (int(self.fold[x]) if x >= 0 else 0 for x in (self.wsrc[w], self.wdst[w]))
            first, last = others.get(w, ("", ""))
            if a:
                pin = wire[:2]
                y = HEAD / 2 if wire.unseen else places.get((a, "out", pin, last)) or places[a, "out", pin, ""]
                self.off1[w] = WIDTH, y
            if b:
                pin = wire[2:4]
                y = HEAD / 2 if wire.unseen else places.get((b, "in", pin, first)) or places[b, "in", pin, ""]
                self.off2[w] = 0.0, y
                self.inset[w], self.order[w] = 0.0, 0
            if not wire.unseen:
                span = first, float(self.off1[w, 1]), last, float(self.off2[w, 1])
                if (had := drawn.setdefault(span, w)) != w:
                    self.inner[w] = True
                    self.bundles.setdefault(had, [had]).append(w)
        self.place_wires(ws)


def _each_once(slots: np.ndarray, count: int) -> np.ndarray:
    """Return slots without repetitions; np.unique would import numpy.ma."""
    mask = np.zeros(count, bool)
    mask[slots] = True
    return np.flatnonzero(mask)
