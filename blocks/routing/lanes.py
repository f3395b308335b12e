"""Lanes of parallel wires: move segments apart, except those of wires from one output, which share a lane.

Lanes are `LANE` pixels apart, in both directions. The first and the last segment of a wire stay at the height of its
pin, and block the lanes near them.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from msgspec import Struct

from blockloom.blocks.routing.obstacles import Obstacles

LANE = 8.0
_STEPS = 10  # most lanes to each side by which a segment may move
BESIDE = (_STEPS + 1) * LANE  # segments that are farther away do not matter
CLEAR = 6.0  # canvas pixels between a lane and a box, if few wires leave enough space
_STUB = 10.0  # least canvas pixels that wires run straight at their ends
_TOUCH = 6.0  # canvas pixels between the ends of two segments in one lane
ALONG = 24.0  # canvas pixels along the edge of a frame from which a segment has to keep off the edge
_NO_PIN = _NO_NET = -1
NO_FRAMES = np.zeros((0, 4))
_SMALL = 4_000_000  # up to this product of items and segments, lanes are chosen by their number of crossings
_WORSE = 50  # number of crossings that cost as much as a pair of segments that are too close
_LARGE = 2_000  # with more wires, lanes are assigned in one pass


class Lot(Struct, frozen=True):
    """Wires whose segments can move.

    `c` has the coordinates of all wires one after the other (see `find`), `first` the index at which each wire begins.
    """

    c: np.ndarray  # (k,)
    first: np.ndarray  # (m + 1,)
    net: np.ndarray  # (m,)
    source: np.ndarray  # (m,)
    target: np.ndarray  # (m,)
    down: np.ndarray  # (m,)


class Others(NamedTuple):
    """Fixed segments of other wires, (k,) each: upright or level, at a coordinate, from `low` to `high`."""

    upright: np.ndarray  # (n,) bool
    position: np.ndarray  # x of upright segments, y of level ones
    low: np.ndarray
    high: np.ndarray
    net: np.ndarray
    pin: np.ndarray  # pins of segments at pins, see `pins`


# A fixed level segment: y, net, from, to, index of the end at the pin, pin.
Stub = list[Any]


class _Item:
    """Segments of one net that share a lane."""

    __slots__ = ("at", "high", "kind", "left", "low", "net", "parts", "right", "stubs")

    def __init__(self, net: int, low: float, high: float, left: float, right: float):
        self.net, self.low, self.high = net, low, high  # extent of the segment
        self.left, self.right = left, right  # possible positions of the segment
        self.at, self.kind = 0.0, 0
        self.parts: list[int] = []
        self.stubs: list[Stub] = []


def pins(first: np.ndarray, last: np.ndarray, source: np.ndarray, target: np.ndarray) -> np.ndarray:
    """Return a number for each segment: equal for those that begin, or end, at pins of the same block.

    Such segments may be as close to each other as the pins.
    """
    return np.where(first & (source >= 0), source, np.where(last & (target >= 0), -2 - target, _NO_PIN))


def spread(lot: Lot, others: Others, around: Obstacles, frames: np.ndarray = NO_FRAMES) -> np.ndarray:
    """Return the coordinates with segments of different nets moved apart if there is room.

    Lanes nearer than `LANE` to a line of the expanded `frames`, (k, 4) x0 y0 x1 y1, are used if no other is free.
    """
    if not len(lot.c):
        return lot.c
    work = _Work(lot, others, around, frames)
    few = len(lot.net) <= _LARGE
    best, least = lot.c, np.inf
    for turn in range((2 if len(others.position) else 4) if few else 1):
        work.place(True, few, turn > 0)
        work.place(False, few, turn > 0)
        work.mend()
        if not few:
            return work.c
        bad = work.close()
        if len(others.position):  # crossings with fixed segments do not depend on the lane, and are not counted
            cost = bad
        else:
            cost = bad * _WORSE + work.crossed()
        if cost < least:
            best, least = work.c.copy(), cost
        elif not bad or turn > 1:
            break
    return best


class _Work:
    def __init__(self, lot: Lot, others: Others, around: Obstacles, frames: np.ndarray):
        self.lot, self.others, self.rows, self.columns = lot, others, around.rows, around.columns
        self.c, self.old = lot.c.copy(), lot.c
        count = np.diff(lot.first)
        self.wire = np.repeat(np.arange(len(count)), count)
        place = np.arange(len(lot.c)) - lot.first[self.wire]
        last = count[self.wire] - 1
        self.upright = place % 2 == 0
        inner = (place > 0) & (place < last)
        self.stub = inner & ((place == 1) | (place == last - 1))
        fixed = self.stub | (place == 2) & lot.down[self.wire]
        self.segments, self.free = np.flatnonzero(inner), inner & ~fixed
        self.opens, self.closes = place == 1, place == last - 1
        self.pin = pins(self.opens, self.closes, lot.source[self.wire], lot.target[self.wire])
        self.taken = {upright: _Taken() for upright in (True, False)}  # lanes that others use
        for upright, taken in self.taken.items():
            taken.fill(*(v[others.upright == upright] for v in others[1:5]))
            axis = 0 if upright else 1
            for at in (frames[:, axis], frames[:, axis + 2]):
                taken.fill(
                    at, frames[:, 1 - axis] + ALONG / 2, frames[:, 3 - axis] - ALONG / 2, np.full(len(at), _NO_NET)
                )
        self.level: dict[int, list[Stub]] = {}  # stubs of other wires, see `_stubs`
        for y, a, b, net, pin in zip(*(v[~others.upright].tolist() for v in others[1:])):
            self.level.setdefault(int(y // LANE), []).append([y, net, a, b, 0, pin])

    def extents(self, ix: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return the lower and upper ends of segments."""
        a, b = self.c[ix - 1], self.c[ix + 1]
        return np.minimum(a, b), np.maximum(a, b)

    def room(self, ix: np.ndarray, upright: bool) -> tuple[np.ndarray, np.ndarray]:
        """Return the coordinates between which segments can be moved without running into a box."""
        strips = self.columns if upright else self.rows
        low, high = self.extents(ix)
        reaches = []
        for side in (-LANE, LANE):
            at = self.c[ix] + side * np.arange(1, _STEPS + 1)[:, None]
            free = ~strips.hit(at, low, high)
            if len(self.lot.net) <= _LARGE:
                free &= ~strips.hit(at + np.copysign(CLEAR, side), low, high)
            reaches.append(self.c[ix] + side * np.logical_and.accumulate(free).sum(0))
        left, right = reaches
        if upright:
            w = self.wire[ix]
            out, into = self.opens[ix - 1] & ~self.lot.down[w], self.closes[ix + 1]
            left = np.where(out, np.maximum(left, np.minimum(self.c[ix], self.c[ix - 2] + _STUB)), left)
            right = np.where(
                into,
                np.minimum(right, np.maximum(self.c[ix], self.c[np.minimum(ix + 2, len(self.c) - 1)] - _STUB)),
                right,
            )
        return left, right

    def items(self, ix: np.ndarray, upright: bool) -> list[_Item]:
        """Return items of segments; segments of one net that can share a lane are one item."""
        low, high = self.extents(ix)
        left, right = self.room(ix, upright)
        rise = np.sign(self.c[ix + 1] - self.c[ix - 1])
        net = self.lot.net[self.wire[ix]]
        items: list[_Item] = []
        order = np.lexsort((low, self.c[ix], net))
        here: list[_Item] = []
        for k, n, a, b, x, y, s in zip(
            ix[order].tolist(), *(v[order].tolist() for v in (net, low, high, left, right, rise))
        ):
            if here and here[0].net != n:
                here = []
            for item in here:
                if a <= item.high and b >= item.low and x <= item.right and y >= item.left:
                    item.low, item.high = min(item.low, a), max(item.high, b)
                    item.left, item.right = max(item.left, x), min(item.right, y)
                    break
            else:
                item = _Item(n, a, b, x, y)
                here.append(item)
                items.append(item)
            item.parts.append(k)
            item.kind += s
        for item in items:
            wanted = sorted(self.c[k] for k in item.parts)
            item.at = min(max(wanted[len(wanted) // 2], item.left), item.right)
        return items

    def place(self, upright: bool, careful: bool, again: bool) -> None:
        """Assign lanes to all upright segments, or to all level ones.

        With `again`, all segments have lanes already, and crossings are counted for small pages.
        """
        taken = self.taken[upright].copy()
        mine = self.segments[self.upright[self.segments] == upright]
        firm = mine[~self.free[mine]]
        taken.fill(self.c[firm], *self.extents(firm), self.lot.net[self.wire[firm]])
        items = self.items(mine[self.free[mine]], upright)
        stubs = self._stubs(items) if careful and upright else None
        items.sort(key=lambda item: (item.low, item.high, item.net))
        count = again and len(items) * len(self.segments) <= _SMALL and not len(self.others.position)
        for item in items:
            at = taken.choose(item, stubs, partial(self.crossings, item, upright=upright) if count else None)
            taken.add(at, item.low, item.high, item.net, 1 if item.kind > 0 else -1)
            for k in item.parts:
                self.c[k] = at
            for stub in item.stubs:
                stub[3 - stub[4]] = at

    def _stubs(self, items: list[_Item]) -> dict[int, list[Stub]]:
        """Return the level segments that stay, by lane."""
        by = self.level.copy()
        of: dict[int, Stub] = {}
        ix = self.segments[self.stub[self.segments]]
        for k, *stub in zip(
            ix.tolist(),
            self.c[ix].tolist(),
            self.lot.net[self.wire[ix]].tolist(),
            self.c[ix - 1].tolist(),
            self.c[ix + 1].tolist(),
            (~self.opens[ix]).tolist(),
            self.pin[ix].tolist(),
        ):
            of[k] = stub
            lane = int(stub[0] // LANE)
            by[lane] = [*by.get(lane, ()), stub]
        for item in items:
            item.stubs = [of[j] for k in item.parts for j in (k - 1, k + 1) if j in of]
        return by

    def crossings(self, item: _Item, lanes: np.ndarray, upright: bool) -> np.ndarray:
        """Return how often an item and the segments at its ends cross wires of other nets, for each lane."""
        ix = self.segments[self.lot.net[self.wire[self.segments]] != item.net]
        along = self.upright[ix] == upright
        low, high = self.extents(ix)
        at = self.c[ix]
        over = ~along & (at > item.low) & (at < item.high)
        crossed = ((low[over] < lanes[:, None]) & (lanes[:, None] < high[over])).sum(1)
        ends = {(self.c[j], self.c[2 * j - k]) for k in item.parts for j in (k - 1, k + 1)}
        for place, far in ends:
            beside = np.sort(at[along & (low < place) & (place < high)])
            crossed += np.abs(np.searchsorted(beside, lanes) - np.searchsorted(beside, far))
        return crossed

    def crossed(self) -> int:
        """Return the number of crossings between level and upright segments of different nets."""
        up = self.upright[self.segments]
        v, h = self.segments[up], self.segments[~up]
        (low, high), (left, right), count = self.extents(v), self.extents(h), 0
        for part in np.array_split(np.arange(len(v)), len(v) * len(h) // 1_000_000 + 1):
            x, y = self.c[v[part], None], self.c[h]
            count += int(
                (
                    (low[part, None] < y)
                    & (y < high[part, None])
                    & (left < x)
                    & (x < right)
                    & (self.lot.net[self.wire[v[part]], None] != self.lot.net[self.wire[h]])
                ).sum()
            )
        return count

    def mend(self) -> None:
        """Move wires back to their old coordinates if one of their segments now crosses a box."""
        bad = np.zeros(len(self.lot.net), bool)
        for upright, strips in ((True, self.columns), (False, self.rows)):
            ix = self.segments[self.upright[self.segments] == upright]
            now, before = (
                strips.hit(c[ix], np.minimum(c[ix - 1], c[ix + 1]), np.maximum(c[ix - 1], c[ix + 1]))
                for c in (self.c, self.old)
            )
            bad[self.wire[ix[now & ~before]]] = True
        self.c = np.where(bad[self.wire], self.old, self.c)

    def close(self) -> int:
        """Return the number of pairs of segments of two nets that are closer than a lane.

        Pairs of fixed segments do not count.
        """
        count, others = 0, self.others
        for upright in (True, False):
            ix = self.segments[self.upright[self.segments] == upright]
            mine = np.stack((self.c[ix], *self.extents(ix), self.lot.net[self.wire[ix]], self.pin[ix]))
            mine = mine[:, np.argsort(mine[0], kind="stable")]
            for k in range(1, len(ix)):
                near = np.flatnonzero(mine[0, k:] - mine[0, :-k] < LANE - 0.01)
                if not len(near):
                    break
                count += int(_close(mine[:, near], mine[:, near + k]).sum())
            stay = others.upright == upright
            count += int(_close(mine[:, :, None], np.stack([v[stay] for v in others[1:]])[:, None]).sum())
        return count


def _close(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Return whether segments are of different nets and too close; (5, ...) place, extent, net and pin."""
    return (
        (np.abs(a[0] - b[0]) < LANE - 0.01)
        & (np.minimum(a[2], b[2]) - np.maximum(a[1], b[1]) > 0.5)
        & (a[3] != b[3])
        & ((a[4] != b[4]) | (a[4] == _NO_PIN))
    )


class _Taken:
    """Occupied parts of lanes: sorted extents with their nets and kinds. Copies share lists, which do not change."""

    def __init__(self, lanes: dict[int, list[tuple[float, float, int, int]]] | None = None):
        self.lanes: dict[int, list[tuple[float, float, int, int]]] = lanes or {}

    def copy(self) -> _Taken:
        return _Taken(self.lanes.copy())

    def fill(self, at: np.ndarray, low: np.ndarray, high: np.ndarray, net: np.ndarray) -> None:
        """Add many segments, which do not move."""
        lane, new = at / LANE, dict[int, list[tuple[float, float, int, int]]]()
        for first, last, a, b, n in zip(
            np.floor(lane).astype(int).tolist(),
            np.ceil(lane).astype(int).tolist(),
            low.tolist(),
            high.tolist(),
            net.tolist(),
        ):
            if b > a:
                for k in range(first, last + 1):
                    new.setdefault(k, []).append((a, b, n, 0))
        for k, entries in new.items():
            self.lanes[k] = sorted([*self.lanes.get(k, ()), *entries])

    def add(self, at: float, low: float, high: float, net: int, kind: int) -> None:
        lane = at / LANE
        first = int(lane // 1)
        for k in (first,) if lane == first else (first, first + 1):
            found = self.lanes.get(k, []).copy()
            insort(found, (low, high, net, kind))
            self.lanes[k] = found

    def blocker(self, lane: int, low: float, high: float, net: int) -> int | None:
        """Return the kind of a segment of another net that occupies the lane; None if it is free."""
        for a, b, n, kind in self.lanes.get(lane, ()):
            if a > high + _TOUCH:
                return None
            if b > low - _TOUCH and n != net:
                return kind
        return None

    def choose(
        self, item: _Item, stubs: dict[int, list[Stub]] | None, crossings: Callable[[np.ndarray], np.ndarray] | None
    ) -> float:
        """Return the lane for an item.

        Of wires that run down in parallel, the upper one is placed further right; of those that run up, the lower one,
        so that they do not cross. If `crossings` is given, the lane with the fewest crossings comes first.
        """
        low, high, net = item.low, item.high, item.net
        first, last = int(-(-item.left // LANE)), int(item.right // LANE)
        if first > last:
            return item.at
        kind = 1 if item.kind > 0 else -1
        blockers = {lane: self.blocker(lane, low, high, net) for lane in range(first, last + 1)}
        free = [lane for lane, blocker in blockers.items() if blocker is None]
        if not free:
            return item.at
        mine = [lane for lane, blocker in blockers.items() if blocker == kind]
        edge = (min(mine) if kind > 0 else max(mine)) if mine else item.at / LANE
        free.sort(key=lambda lane: (((edge - lane) * kind < 0) if mine else 0, abs(lane - edge)))
        if crossings is not None:
            often = dict(zip(free, crossings(np.array(free) * LANE).tolist()))
            free.sort(key=often.__getitem__)
        if stubs is not None and item.stubs:
            for lane in free:
                if not any(_collides(stub, lane * LANE, stubs) for stub in item.stubs):
                    return lane * LANE
        return free[0] * LANE


def _collides(stub: Stub, at: float, stubs: dict[int, list[Stub]]) -> bool:
    """Return whether a segment at a pin is too close to one of another net if it ends at `at`."""
    y, net, a, b, end, pin = stub
    low, high = (a, at) if end == 0 else (at, b)
    if low > high:
        low, high = high, low
    k = int(y // LANE)
    for lane in (k - 1, k, k + 1):
        for other in stubs.get(lane, ()):
            if other[1] != net and abs(other[0] - y) < LANE and (other[5] != pin or pin == _NO_PIN):
                c, d = other[2], other[3]
                if c > d:
                    c, d = d, c
                if min(d, high) - max(c, low) > 0.5:
                    return True
    return False
