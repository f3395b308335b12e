"""Wires around what lies between their ends: all of a page, and after an edit those that it concerns."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from blockloom.blocks.routing.shapes import corners

DROP = 16.0     # canvas pixels that wires from the foot of a block go down first


class Plan(NamedTuple):
    """What routes depend on, in canvas pixels. Boxes and wires keep their numbers from one plan to the next.

    `boxes` (n, 4) are x0 y0 x1 y1 of blocks, notes and monitors; a row with NaN is none. `starts` and `ends` (m, 2) are
    where wires leave the right edge of their box, or its foot where `down` is set, and where they reach a left edge;
    `source` and `target` (m,) number these boxes, -1 for none. Wires of one output have the same `net`, >= 0. A wire
    whose net is below 0 is not routed, and nothing makes room for it: it has no way.
    """

    boxes: np.ndarray
    starts: np.ndarray
    ends: np.ndarray
    source: np.ndarray
    target: np.ndarray
    net: np.ndarray
    down: np.ndarray


class Ways(NamedTuple):
    """The corner points of wires: wire i has `points[first[i]:first[i + 1]]`, none where it has no way."""

    points: np.ndarray  # (k, 2) float
    first: np.ndarray   # (m + 1,) int

    @classmethod
    def of(cls, ways: list[np.ndarray]) -> Ways:
        """From the (k, 2) points of each wire."""
        first = np.zeros(len(ways) + 1, np.intp)
        np.cumsum([len(way) for way in ways], out=first[1:])
        return cls(np.concatenate(ways) if ways else np.zeros((0, 2)), first)

    def shapes(self, ws: np.ndarray) -> list[tuple[np.ndarray, np.ndarray]]:
        """The ways of these wires as `corners` gives them: pairs (indices in `ws`, (k, m, 2) points), by m."""
        first = self.first[ws]
        count = self.first[ws + 1] - first
        found = []
        for m in np.unique(count[count > 0]).tolist():
            ix = np.flatnonzero(count == m)
            found.append((ix, self.points[first[ix, None] + np.arange(m)]))
        return found


class Router:
    """The ways of the wires of a page, kept up to date.

    Where a way has to be found anew depends on the plan before alone, so that a caller need not say what an edit did.
    """

    def __init__(self, plan: Plan):
        self.plan = plan
        self.ways = _simple(plan)

    def update(self, plan: Plan) -> np.ndarray:
        """Take over what has changed since the plan before; gives the numbers of the wires whose way is another now."""
        old, self.plan = self.ways, plan
        self.ways = _simple(plan)
        count = min(len(old.first), len(self.ways.first)) - 1
        return np.array([w for w in range(len(plan.net)) if w >= count or not np.array_equal(
            old.points[old.first[w]:old.first[w + 1]], self.ways.points[self.ways.first[w]:self.ways.first[w + 1]])],
            np.intp)


def _simple(plan: Plan) -> Ways:
    """Every wire across, down, across."""
    ways: list[np.ndarray] = [np.zeros((0, 2))] * len(plan.net)
    ws = np.flatnonzero(plan.net >= 0)
    starts = plan.starts[ws] + np.where(plan.down[ws], DROP, 0.0)[:, None] * (0.0, 1.0)
    for ix, points in corners(starts, plan.ends[ws], plan.net[ws] % 7 - 3):
        for w, way in zip(ws[ix].tolist(), points):
            ways[w] = np.concatenate((plan.starts[w:w + 1], way)) if plan.down[w] else way
    return Ways.of(ways)
