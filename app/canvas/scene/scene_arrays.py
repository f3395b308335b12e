"""Blocks and wires as numpy arrays, with the ends of wires: queries for many at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain, repeat
from operator import itemgetter
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF

from blockloom.app.canvas.scene.block_layout import CATEGORIES, NOT_LAID, Layout
from blockloom.app.canvas.scene.theme import FAMILIES
from blockloom.blocks import routing
from blockloom.blocks.document.pages import BYPASS, CONTROL, MUTE, WIRE_KINDS, Block, Frame, Note, Page, Wire
from blockloom.blocks.layout.block_rows import PITCH, WIRE, WIRES
from blockloom.blocks.routing import WireRoutes

SPARE = 20_000  # unused slots that are kept for undo before they are used again
WIRE_REACH = 5.0  # most canvas pixels between the pointer and a wire that it hits
BULK = 200  # an edit of more blocks repaints everything
MARGIN = 16.0  # canvas pixels that a block may paint outside its rectangle
LEVEL = 4.0  # a wire is drawn level if the heights of its ends differ by at most this
KIND = {kind: i for i, kind in enumerate(WIRE_KINDS)}
FAMILY = {family: len(KIND) + i for i, family in enumerate(FAMILIES)}
# Fewest wires that count as crowded; least canvas pixels between crossings on a wire if not crowded.
CROWD, APART = 1000, 50.0
SHOWS = "monitor"  # colour of wires to monitors, instead of that of their kind
DASHED = " dashed"  # suffix of a colour or kind in `inks` for wires that a document draws dashed
SHOWN = len(KIND) + len(FAMILY)
FAR_UNKNOWN = len(CATEGORIES)  # in the array `far`, follows the numbers of categories
DIM = {"": 1, MUTE: 2, BYPASS: 3}  # mode of a block that is left out -> number in `dim`; 0 for other blocks
_BLOCK_ARRAYS = {
    "pos": (float, 2),
    "size": (float, 2),
    "alive": (bool, 0),
    "selected": (bool, 0),
    "z": (np.int64, 0),
    "look": (np.int32, 0),
    "far": (np.int8, 0),
    "monitor": (bool, 0),
    "dim": (np.int8, 0),
    "fold": (np.int32, 0),
}
_WIRE_ARRAYS = {
    "wsrc": (np.int32, 0),
    "wdst": (np.int32, 0),
    "off1": (float, 2),
    "off2": (float, 2),
    "e1": (float, 2),
    "e2": (float, 2),
    "inset": (float, 0),
    "ink": (np.int16, 0),
    "tint": (np.int8, 0),
    "lane": (np.int8, 0),
    "order": (np.int16, 0),
    "walive": (bool, 0),
    "beyond": (np.float32, 0),
    "wselected": (bool, 0),
    "hidden": (bool, 0),
    "foot": (bool, 0),
    "inner": (bool, 0),
}


class Arrays:
    """The arrays, their slots and queries to them.

    `count` and `wcount` are the used lengths; _BLOCK_ARRAYS and _WIRE_ARRAYS describe the arrays.
    """

    # Arrays of blocks, by slot.
    pos: NDArray[np.float64]  # (n, 2): upper left corners
    size: NDArray[np.float64]  # (n, 2)
    alive: NDArray[np.bool_]
    selected: NDArray[np.bool_]
    z: NDArray[np.int64]  # drawing order: higher numbers are drawn on top
    look: NDArray[np.int32]  # see `Layout.look`
    far: NDArray[np.int8]  # number of the category, or FAR_UNKNOWN: the colour of a small block
    monitor: NDArray[np.bool_]
    dim: NDArray[np.int8]  # see `DIM`
    fold: NDArray[np.int32]  # number of the collapsed frame around a block, 0 for none
    # Arrays of wires, by slot.
    wsrc: NDArray[np.int32]  # slots of the blocks at both ends, negative for a missing block
    wdst: NDArray[np.int32]
    off1: NDArray[np.float64]  # (n, 2): start and end, relative to the corners of the blocks
    off2: NDArray[np.float64]
    e1: NDArray[np.float64]  # (n, 2): start and end on the page
    e2: NDArray[np.float64]
    inset: NDArray[np.float64]  # distance from the end of the route, at the edge of the block, to the pin
    ink: NDArray[np.int16]  # number of the colour in `inks`
    tint: NDArray[np.int8]  # size of the gradient, see `theme.tints`; 0 if not shown
    lane: NDArray[np.int8]  # number that separates wires of one block
    order: NDArray[np.int16]  # position among several wires into a list pin, from 1; 0 for a single wire
    walive: NDArray[np.bool_]
    beyond: NDArray[np.float32]  # distance that the route extends beyond the box of its ends
    wselected: NDArray[np.bool_]
    hidden: NDArray[np.bool_]  # whether the document hides the wire
    foot: NDArray[np.bool_]  # whether the wire begins at a result pin, at the bottom of its block
    inner: NDArray[np.bool_]  # whether both ends are in the same collapsed frame
    frames: dict[str, Frame]
    notes: dict[str, Note]
    chosen: set[str]  # selected frames and notes
    bundles: dict[int, list[int]]
    crossing: set[int]  # wires that end at a collapsed frame, where custom routes do not apply

    def clear(self) -> None:
        """Remove everything."""
        self.slot: dict[str, int] = {}
        self.blocks: list[Block] = []
        self.layouts: list[Layout] = []
        self.wires: list[Wire] = []
        self.bends: dict[int, np.ndarray] = {}  # wire -> custom route, relative to its start
        self.ways = WireRoutes(np.empty((0, 2)), np.zeros(1, np.intp))  # latest routes of other wires
        self.inks: list[str] = [
            *WIRE_KINDS,
            *FAMILIES,
            SHOWS,
        ]  # colours of wires: kinds, families, and colours that documents set
        self.count = self.wcount = 0
        self._crowded: bool | None = None  # cached until the page changes; None: unknown
        for arrays in (_BLOCK_ARRAYS, _WIRE_ARRAYS):
            for name, (dtype, columns) in arrays.items():
                setattr(self, name, np.zeros((64, columns) if columns else 64, dtype))

    def place_wires(self, ws: np.ndarray) -> None:
        """Move the ends of wires to their blocks."""
        s, t = self.wsrc[ws], self.wdst[ws]
        pos = self.bases()
        self.e1[ws] = pos.take(np.where(s < 0, t, s), 0) + self.off1.take(ws, 0)
        self.e2[ws] = pos.take(np.where(t < 0, s, t), 0) + self.off2.take(ws, 0)
        # Draw almost level wires level, which avoids a slant or a kink of a pixel.
        away = self.e2[ws] - self.e1[ws]
        level = ws[
            (np.abs(away[:, 1]) < LEVEL) & (away[:, 0] >= 2 * routing.GAP) & ~self.foot[ws] & (self.inset[ws] == 0)
        ]
        self.e2[level, 1] = self.e1[level, 1]
        nowhere = ws[(s < 0) & (t < 0)]  # neither block exists: the wire is never visible
        self.e1[nowhere] = self.e2[nowhere] = np.inf

    def bases(self) -> np.ndarray:
        """Return the points to which the ends of a block's wires are relative."""
        return self.pos

    def leave_out(self, names: set[str]) -> set[str]:
        """Dim these blocks and no others; return those that look different."""
        dim = np.zeros(self.count, np.int8)
        for name in names:
            dim[self.slot[name]] = DIM[self.blocks[self.slot[name]].mode]
        changed = np.flatnonzero(self.alive[: self.count] & (dim != self.dim[: self.count])).tolist()
        self.dim[: self.count] = dim
        return {self.blocks[slot].id for slot in changed}

    def dimmed(self, ws: np.ndarray) -> np.ndarray:
        """Return which of these wires begin or end at a block that is left out."""
        s, t = self.wsrc[ws], self.wdst[ws]
        return (s >= 0) & (self.dim[s] > 0) | (t >= 0) & (self.dim[t] > 0)

    def set_tints(self, tints: Mapping[tuple[str, str], int]) -> bool:
        """Tint the wires from these outputs, and no others; return whether any looks different."""
        tint = np.zeros(self.wcount, np.int8)
        for w in np.flatnonzero(self.walive[: self.wcount]).tolist() if tints else ():
            tint[w] = tints.get(self.wires[w][:2], 0)
        changed = bool((tint != self.tint[: self.wcount]).any())
        self.tint[: self.wcount] = tint
        return changed

    def ink_of(self, wire: Wire) -> int:
        """Return the number of a wire's colour in `inks`, and of its dashes."""
        if wire.kind == CONTROL or not (wire.look.color or wire.look.dashed):
            return KIND[wire.kind]
        text = (wire.look.color or wire.kind) + DASHED * wire.look.dashed
        if text not in self.inks:
            self.inks.append(text)
        return self.inks.index(text)

    def nets(self, ws: np.ndarray) -> np.ndarray:
        """Return numbers that are equal for wires of one output; negative for wires from missing blocks."""
        x, y = np.rint(self.off1[ws]).astype(np.int64).T
        fold = self.fold[self.wsrc[ws]].astype(np.int64)
        source = np.where(fold > 0, (1 << 30) + fold, self.wsrc[ws].astype(np.int64))
        return np.where(self.wsrc[ws] < 0, -1 - ws, (source << 32) + (x << 16) + y)

    def bend(self, w: int, bends: np.ndarray | None) -> None:
        """Set or remove the custom route of a wire."""
        self.bends.pop(w, None)
        if bends is not None:
            self.bends[w] = bends
            self.beyond[w] = max(float(np.abs(bends).max()), float(self.beyond[w]))

    @property
    def crowded(self) -> bool:
        """True if wires cross so often that crossings cannot be told apart."""
        if self._crowded is None:
            ws = np.flatnonzero(self.walive[: self.wcount] & np.isfinite(self.e1[: self.wcount, 0]))
            self._crowded = False
            if len(ws) > CROWD:
                # One axis at a time, as in `extent`.
                ends = [(self.e1[:, axis].take(ws), self.e2[:, axis].take(ws)) for axis in (0, 1)]
                across, down = (np.abs(a - b).sum() for a, b in ends)
                wide, high = (max(a.max(), b.max()) - min(a.min(), b.min()) for a, b in ends)
                self._crowded = bool(across * down * APART**2 > (wide * high) ** 2)
        return self._crowded

    def lead(self, ways: WireRoutes) -> None:
        """Take over routes for wires, valid while their ends do not move."""
        self.ways = ways
        has = np.flatnonzero(ways.first[1:] > ways.first[:-1])
        if len(has):
            begin, end = ways.first[has], ways.first[has + 1] - 1
            a, b = ways.points[begin], ways.points[end]
            out = np.maximum(
                np.minimum(a, b) - np.minimum.reduceat(ways.points, begin),
                np.maximum.reduceat(ways.points, begin) - np.maximum(a, b),
            )
            self.beyond[has] = np.maximum(self.beyond[has], out.max(1))

    def polylines(
        self, ws: np.ndarray, unit: float = 1.0, place: Callable[[np.ndarray], np.ndarray] = lambda at: at
    ) -> list[tuple[np.ndarray, np.ndarray]]:
        """Return the corner points of wires, as `routing.corners` returns them.

        Args:
            ws: slots of wires.
            unit: the scale of `place`.
            place: maps canvas points to the wanted coordinates.
        """
        a, b = place(self.e1[ws]), place(self.e2[ws])
        is_done = (
            np.array([w in self.bends and w not in self.crossing for w in ws.tolist()], bool)
            if self.bends
            else np.zeros(len(ws), bool)
        )
        by_shape = [
            (np.array([i]), routing.bent(a[i], b[i], self.bends[int(ws[i])] * unit))
            for i in np.flatnonzero(is_done).tolist()
        ]
        if len(self.ways.first) > 1:
            for ix, points in self._led(ws, np.flatnonzero(~is_done)):
                is_done[ix] = True
                by_shape.append((ix, place(points)))
        foot = self.foot[ws]
        for some, down in ((~is_done & ~foot, 0.0), (~is_done & foot, routing.DROP * unit)):
            plain = np.flatnonzero(some)
            for ix, points in routing.corners(a[plain] + (0.0, down), b[plain], self.lane[ws[plain]], unit):
                if down:  # a wire from the bottom of a block starts downwards
                    points = np.concatenate((a[plain[ix]][:, None], points), 1)
                by_shape.append((plain[ix], points))
        return by_shape

    def _led(self, ws: np.ndarray, ix: np.ndarray) -> list[tuple[np.ndarray, np.ndarray]]:
        """Return the found routes of the wires ws[ix] that are still valid.

        Returns:
            Pairs (indices in `ws`, points (k, m, 2)).
        """
        points, first = self.ways
        ix = ix[ws[ix] < len(first) - 1]
        ix = ix[first[ws[ix]] < first[ws[ix] + 1]]
        led = ws[ix]
        ix = ix[((points[first[led]] == self.e1[led]) & (points[first[led + 1] - 1] == self.e2[led])).all(1)]
        return [(ix[some], shapes) for some, shapes in self.ways.shapes(ws[ix])]

    def wires_of(self, slots: list[int] | np.ndarray) -> np.ndarray:
        """Return the slots of existing wires at these blocks."""
        n = self.wcount
        if len(slots) == 0 or n == 0:
            return np.empty(0, np.intp)
        if len(slots) == 1:
            return np.flatnonzero(self.walive[:n] & ((self.wsrc[:n] == slots[0]) | (self.wdst[:n] == slots[0])))
        mask = np.zeros(len(self.alive) + 1, np.bool_)
        mask[slots] = True
        return np.flatnonzero(self.walive[:n] & (mask[self.wsrc[:n]] | mask[self.wdst[:n]]))

    def bounds(self, slots: np.ndarray | list[int]) -> np.ndarray:
        """Return x0, y0, x1, y1 around blocks and the wires at them."""
        pos, ws = self.pos[slots], self.wires_of(slots)
        low, high = pos.min(0) - MARGIN, (pos + self.size[slots]).max(0) + MARGIN
        if len(ws):
            bent = np.array([i for i, w in enumerate(ws.tolist()) if w in self.bends] if self.bends else [], np.intp)
            led = [ix for ix, _ in self._led(ws, np.arange(len(ws)))]  # other wires have the plain shape
            pad = routing.REACH + max((float(self.beyond[ws[ix]].max()) for ix in (bent, *led) if len(ix)), default=0.0)
            low = np.minimum(low, np.minimum(self.e1[ws], self.e2[ws]).min(0) - pad)
            high = np.maximum(high, np.maximum(self.e1[ws], self.e2[ws]).max(0) + pad)
        return np.concatenate((low, high))

    def box(self, slot: int) -> QRectF:
        """Return the rectangle of a block."""
        return QRectF(*self.pos[slot].tolist(), *self.size[slot].tolist())

    def forget(self) -> None:
        """Drop what is cached for unused slots, since they are about to be reused."""

    def _slots(self, n: int) -> np.ndarray:
        if self.count - np.count_nonzero(self.alive[: self.count]) - n > SPARE:
            self.forget()
            return np.flatnonzero(~self.alive[: self.count])[:n]
        first, self.count = self.count, self.count + n
        self._grow(_BLOCK_ARRAYS, self.count)
        self.blocks.extend(repeat(Block("", ""), n))
        self.layouts.extend(repeat(NOT_LAID, n))
        return np.arange(first, self.count)

    def _wire_slots(self, n: int) -> np.ndarray:
        if self.wcount - np.count_nonzero(self.walive[: self.wcount]) - n > SPARE:
            self.forget()
            return np.flatnonzero(~self.walive[: self.wcount])[:n]
        first, self.wcount = self.wcount, self.wcount + n
        self._grow(_WIRE_ARRAYS, self.wcount)
        self.wires.extend(repeat(Wire("", "", "", ""), n))
        return np.arange(first, self.wcount)

    def _grow(self, arrays: dict[str, Any], n: int) -> None:
        for name in arrays:
            array = getattr(self, name)
            if n > len(array):
                bigger = np.zeros((max(n, 2 * len(array)), *array.shape[1:]), array.dtype)
                bigger[: len(array)] = array
                setattr(self, name, bigger)

    def visible(self, x0: float, y0: float, x1: float, y1: float) -> np.ndarray:
        """Return the blocks in a rectangle, lowest first."""
        n = self.count
        pos, size = self.pos[:n], self.size[:n]
        found = np.flatnonzero(
            self.alive[:n]
            & (self.fold[:n] == 0)
            & (pos[:, 0] < x1 + MARGIN)
            & (pos[:, 1] < y1 + MARGIN)
            & (pos[:, 0] + size[:, 0] > x0 - MARGIN)
            & (pos[:, 1] + size[:, 1] > y0 - MARGIN)
        )
        return found[np.argsort(self.z[found], kind="stable")]

    def names_in(self, area: QRectF) -> set[str]:
        """Return the ids of the blocks in a rectangle."""
        return {
            self.blocks[slot].id for slot in self.visible(area.left(), area.top(), area.right(), area.bottom()).tolist()
        }

    def visible_wires(self, x0: float, y0: float, x1: float, y1: float, straight: bool = False) -> np.ndarray:
        """Return the slots of wires that may cross a rectangle; `straight`: if drawn as straight lines."""
        n = self.wcount
        a, b = self.e1[:n], self.e2[:n]
        pad = 0.0 if straight else self.beyond[:n] + routing.REACH
        return np.flatnonzero(
            self.walive[:n]
            & ~self.inner[:n]
            & (np.minimum(a[:, 0], b[:, 0]) < x1 + pad)
            & (np.maximum(a[:, 0], b[:, 0]) > x0 - pad)
            & (np.minimum(a[:, 1], b[:, 1]) < y1 + pad)
            & (np.maximum(a[:, 1], b[:, 1]) > y0 - pad)
        )

    def wire_at(self, x: float, y: float, reach: float) -> int | None:
        """Return the wire that passes nearest to a point, within `reach`."""
        near = self.visible_wires(x, y, x, y)
        best, at = None, reach
        for ix, points in self.polylines(near):
            away = routing.distance(points, x, y)
            i = int(away.argmin())
            if away[i] < at:
                best, at = int(near[ix[i]]), float(away[i])
        return best

    def wires_over(self, box: QRectF, at: QPointF) -> list[int]:
        """Return the slots of visible wires through a box, the nearest to a point first."""
        x0, y0, x1, y1 = box.left(), box.top(), box.right(), box.bottom()
        near, by_distance = self.visible_wires(x0, y0, x1, y1), list[tuple[float, int]]()
        near = near[~self.hidden[near]]
        for ix, points in self.polylines(near):
            low, high = np.minimum(points[:, :-1], points[:, 1:]), np.maximum(points[:, :-1], points[:, 1:])
            inside = ((low < (x1, y1)) & (high > (x0, y0))).all(2).any(1)  # all segments are level or upright
            away = routing.distance(points, at.x(), at.y())
            by_distance += zip(away[inside].tolist(), near[ix[inside]].tolist(), strict=True)
        return [wire for _, wire in sorted(by_distance)]


PIECE = 10_000  # wires that are placed at once, because numpy blocks other threads meanwhile
_SOURCE_PIN, _TARGET_PIN = (itemgetter(Wire._fields.index(name)) for name in ("source_pin", "target_pin"))
_Ends = Callable[[Layout], dict[str, tuple[float, float]]]
_INS: _Ends = itemgetter(Layout._fields.index("ins"))
_OUTS: _Ends = itemgetter(Layout._fields.index("outs"))
FAN, FAN_MOST = (
    5.0,
    16.0,
)  # canvas pixels between wires into a list pin of normal height, and between the first and the last


class WireEnds(Arrays):
    """The ends of wires of a scene."""

    def end_wires(self, ws: np.ndarray, page: Page, also: Iterable[int] = ()) -> None:
        """Place the ends of wires, as if no frame were collapsed.

        Args:
            ws: slots of wires.
            also: blocks whose list pins are placed as well, since wires may have been removed from them.
        """
        for first in range(0, len(ws), PIECE):
            self._end_at_pins(ws[first : first + PIECE])
        ends = self.wdst[ws]
        lists = [s for s in {*also, *ends[ends >= 0].tolist()} if self.layouts[s].lists]
        if lists:
            self._fan(lists, page.into)

    def _end_at_pins(self, ws: np.ndarray) -> None:
        """Place the ends of wires on their pins. A missing block leaves a stub at the other end."""
        layouts, wires = self.layouts, self.wires
        s, t = self.wsrc[ws], self.wdst[ws]
        alone = (s < 0) | (t < 0) | self.monitor[t] | self.foot[ws] | (self.ink[ws] == SHOWN)
        first: list[Any] = [None] * len(ws)
        second = first.copy()
        if not alone.any():  # no wire needs separate treatment
            rows = [wires[w] for w in ws.tolist()]
            first = list(map(dict.get, map(_OUTS, map(layouts.__getitem__, s.tolist())), map(_SOURCE_PIN, rows)))
            second = list(map(dict.get, map(_INS, map(layouts.__getitem__, t.tolist())), map(_TARGET_PIN, rows)))
        if None in first or None in second:
            for i, (w, a, b, apart) in enumerate(zip(ws.tolist(), s.tolist(), t.tolist(), alone.tolist(), strict=True)):
                if not apart:
                    first[i], second[i] = layouts[a].outs.get(wires[w][1]), layouts[b].ins.get(wires[w][3])
                if first[i] is None or second[i] is None:
                    first[i], second[i] = self._end(w, wires[w], a, b)
        self.off1[ws], ends = _points(first), _points(second)
        # Routes end at the edge of a block. From there, a wire continues straight to the pin, over the block.
        self.inset[ws], self.off2[ws, 0], self.off2[ws, 1] = (
            np.where(t < 0, 0, ends[:, 0]),
            np.where(t < 0, ends[:, 0], 0),
            ends[:, 1],
        )
        self.order[ws] = 0
        self.lane[ws] = (self.wsrc[ws] * 3 + (self.off1[ws, 1] / PITCH).astype(int)) % 7 - 3
        self.place_wires(ws)

    def _end(self, w: int, wire: Wire, s: int, t: int) -> tuple[tuple[float, float], tuple[float, float]]:
        """Return the start and end of one wire of any kind, from the corners of its blocks."""
        layouts = self.layouts
        shows = t >= 0 and layouts[t].monitor and wire.kind != CONTROL
        foot = layouts[s].foot(wire.source_pin) if shows and s >= 0 else None
        a = foot or (layouts[s].outlet(wire.source_pin) if s >= 0 else None)
        self.foot[w] = foot is not None
        if shows and not wire.look.color:
            self.ink[w] = SHOWN
        elif self.ink[w] == SHOWN:
            self.ink[w] = self.ink_of(wire)
        b = layouts[t].inlet(wire.target_pin) if t >= 0 else None
        return a or (b and (b[0] - 40, b[1])) or (0.0, 0.0), b or (a and (a[0] + 40, a[1])) or (0.0, 0.0)

    def _fan(self, slots: list[int], into: Mapping[str, Mapping[str, Sequence[Wire]]]) -> None:
        """Place the ends of several wires into one list pin next to each other, in order."""
        ws = self.wires_of(slots)
        have: dict[Wire, list[int]] = {}
        for w in ws.tolist():
            have.setdefault(self.wires[w], []).append(w)
        moved = []
        for slot in slots:
            layout, pins = self.layouts[slot], into.get(self.blocks[slot].id, {})
            for pin in layout.lists:
                wires, y = pins.get(pin, ()), layout.inlet(pin)[1]
                apart = fan(len(wires), layout.monitor or layout.shape is not None)
                for i, wire in enumerate(wires):
                    w = have[wire].pop(0)
                    self.off2[w, 1] = y + apart * (i - (len(wires) - 1) / 2)
                    self.order[w] = i + 1 if len(wires) > 1 else 0
                    moved.append(w)
        self.place_wires(np.array(moved, np.intp))


def fan(wires: int, small: bool) -> float:
    """Return the distance, in canvas pixels, of the ends of `wires` wires into one list pin.

    `small`: the pin is on a block whose rows do not grow with the number of wires.
    """
    least, most = (FAN, FAN_MOST) if small else (WIRE, WIRE * (WIRES - 1))
    return min(least, most / max(1, wires - 1))


def _points(pairs: list[tuple[float, float]]) -> np.ndarray:
    """Return an array (n, 2) of n pairs, three times as fast as numpy alone."""
    return np.fromiter(chain.from_iterable(pairs), float, 2 * len(pairs)).reshape(-1, 2)
