"""Wires around what lies between their ends: all of a page, and after an edit those that it concerns."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from blockloom.blocks.routing.find import find
from blockloom.blocks.routing.lanes import Lot, spread

LARGE = 300.0   # canvas pixels: what is larger both ways may be a sheet that blocks lie on


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
        self.ways = _routed(plan)

    def update(self, plan: Plan) -> np.ndarray:
        """Take over what has changed since the plan before; gives the numbers of the wires whose way is another now."""
        old, self.plan = self.ways, plan
        self.ways = _routed(plan)
        count = min(len(old.first), len(self.ways.first)) - 1
        return np.array([w for w in range(len(plan.net)) if w >= count or not np.array_equal(
            old.points[old.first[w]:old.first[w + 1]], self.ways.points[self.ways.first[w]:self.ways.first[w + 1]])],
            np.intp)


def _routed(plan: Plan) -> Ways:
    """All wires anew."""
    ws = np.flatnonzero((plan.net >= 0) & np.isfinite(plan.starts).all(1) & np.isfinite(plan.ends).all(1))
    boxes = plan.boxes[np.isfinite(plan.boxes).all(1)]
    boxes = boxes[~sheets(boxes)]
    found = find(boxes, *_edges(plan, ws), plan.down[ws])
    first = np.cumsum([0, *map(len, found)])
    lot = Lot(np.concatenate([np.zeros(0), *found]), first, plan.net[ws], plan.source[ws], plan.target[ws],
              plan.down[ws], np.zeros(len(ws), bool))
    c = spread(lot, boxes)
    c[first[:-1]], c[first[:-1] + 1], c[first[1:] - 1] = plan.starts[ws, 0], plan.starts[ws, 1], plan.ends[ws, 0]
    return _points(c, first, plan, ws)


def _points(c: np.ndarray, first: np.ndarray, plan: Plan, ws: np.ndarray) -> Ways:
    """The corner points of the ways of wires `ws` that are given as coordinates: see `find`."""
    wire = np.repeat(np.arange(len(ws)), np.diff(first))
    turn = (np.arange(len(c)) - first[wire]) % 2 == 1
    upright_next = np.append(c[1:], 0)
    points = np.stack((np.where(turn, upright_next, c), np.where(turn, c, upright_next)), 1)
    points[first[1:] - 2] = plan.ends[ws]      # the end may lie up to a pixel off the level of a straight wire
    last = np.zeros(len(c), bool)
    last[first[1:] - 1] = True
    same = np.append(False, (points[1:] == points[:-1]).all(1) & (wire[1:] == wire[:-1]))
    keep = ~last & ~same
    count = np.zeros(len(plan.net), np.intp)
    count[ws] = np.bincount(wire[keep], minlength=len(ws))
    return Ways(points[keep], np.concatenate(([0], np.cumsum(count))))


def _edges(plan: Plan, ws: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Where wires are free of their own boxes: pins of some blocks lie within them."""
    starts, ends, down = plan.starts[ws].copy(), plan.ends[ws].copy(), plan.down[ws]
    s, t = plan.source[ws], plan.target[ws]
    edge = np.where(s[:, None] >= 0, plan.boxes[s, 2:], -np.inf)
    starts[~down, 0] = np.fmax(starts[~down, 0], edge[~down, 0])
    starts[down, 1] = np.fmax(starts[down, 1], edge[down, 1])
    ends[:, 0] = np.fmin(ends[:, 0], np.where(t >= 0, plan.boxes[t, 0], np.inf))
    return starts, ends


def sheets(boxes: np.ndarray) -> np.ndarray:
    """Which boxes hold another: a large note under blocks. What lies on it has to be reached across it."""
    found = np.zeros(len(boxes), bool)
    for i in np.flatnonzero((boxes[:, 2:] - boxes[:, :2] > LARGE).all(1)).tolist():
        inside = (boxes[:, :2] >= boxes[i, :2]).all(1) & (boxes[:, 2:] <= boxes[i, 2:]).all(1)
        found[i] = inside.sum() > 1
    return found
