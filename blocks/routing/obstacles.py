"""Boxes that wires go around: what a level or upright segment hits, and how far it could go, for many at once.

Boxes are cut into strips of `STRIP` pixels, sorted by where they begin, with the furthest end so far beside each: one
binary search tells what is hit. A strip that a box only touches counts as full, so wires pass no nearer than they see.
"""

from __future__ import annotations

import numpy as np

from blockloom.blocks.routing.shapes import ranges

STRIP = 4.0
_FAR = 2.0 ** 28    # beyond all coordinates of a page, in both directions


class Strips:
    """Boxes seen along one axis: `across` is the axis (0 or 1) that strips are counted on."""

    def __init__(self, boxes: np.ndarray, across: int):
        low = np.floor(boxes[:, across] / STRIP).astype(np.int64)
        high = np.maximum(np.ceil(boxes[:, across + 2] / STRIP).astype(np.int64), low + 1)
        order = np.argsort(boxes[:, 1 - across], kind="stable")
        count = (high - low)[order]
        i, strip = ranges(low[order], count)
        box = order[i]
        by = np.argsort(strip, kind="stable")
        box, base = box[by], strip[by] * (4 * _FAR)
        self.begin = base + boxes[box, 1 - across]
        self.end = np.maximum.accumulate(base + boxes[box, 3 - across]) if len(box) else base
        self.box = box

    def hit(self, at: np.ndarray, low: np.ndarray, high: np.ndarray) -> np.ndarray:
        """Whether segments at `at` that run from `low` to `high` run into a box."""
        if not len(self.box):
            return np.zeros(len(at), bool)
        base = np.floor(at / STRIP) * (4 * _FAR)
        i = np.searchsorted(self.begin, base + high, "left") - 1
        return (i >= 0) & (self.end[i] > base + low)

    def ahead(self, at: np.ndarray, low: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """From `low` onwards: where the next box begins, and which it is; inf and -1 where there is none. `low` itself
        within a box."""
        n = len(self.box)
        if not n:
            return np.full(len(at), np.inf), np.full(len(at), -1)
        base = np.floor(at / STRIP) * (4 * _FAR)
        i = np.searchsorted(self.begin, base + low, "left")
        inside = (i > 0) & (self.end[i - 1] > base + low)
        k = np.minimum(np.where(inside, i - 1, i), n - 1)
        begin = self.begin[k] - base
        there = inside | (i < n) & (begin < 2 * _FAR)
        return np.where(inside, low, np.where(there, begin, np.inf)), np.where(there, self.box[k], -1)

    def behind(self, at: np.ndarray, high: np.ndarray) -> np.ndarray:
        """From `high` backwards: where the last box before it ends; -inf where there is none."""
        if not len(self.box):
            return np.full(len(at), -np.inf)
        base = np.floor(at / STRIP) * (4 * _FAR)
        i = np.searchsorted(self.begin, base + high, "left") - 1
        end = self.end[i] - base
        return np.where((i >= 0) & (end > -2 * _FAR), np.minimum(end, high), -np.inf)

    def box_at(self, at: np.ndarray, place: np.ndarray) -> np.ndarray:
        """The box at a point: `place` along the strips; -1 where there is none."""
        begin, box = self.ahead(at, place)
        return np.where(begin == place, box, -1)
