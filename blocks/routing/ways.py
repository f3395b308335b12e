"""Wires around what lies between their ends: all of a page, and after an edit those that it concerns."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from blockloom.blocks.routing.find import find
from blockloom.blocks.routing.lanes import BESIDE, LANE, Lot, Others, pins, spread
from blockloom.blocks.routing.obstacles import Strips

LARGE = 300.0   # canvas pixels: what is larger both ways may be a sheet that blocks lie on


_AROUND = np.array((-30.0, -30.0, 30.0, 30.0))    # what runs as near as this to a box went around it
_ON = np.array((-4.0, -4.0, 4.0, 4.0))
_ROOM = 300.0, 3000.0   # how far from their ends wires are led first, and then
_FEW, _MANY = 200, 200  # boxes and wires: for fewer boxes, or more wires, all boxes are looked at


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
        for m in np.flatnonzero(np.bincount(count[count > 0])).tolist():
            ix = np.flatnonzero(count == m)
            found.append((ix, self.points[first[ix, None] + np.arange(m)]))
        return found


class Router:
    """The ways of the wires of a page, kept up to date."""

    def __init__(self, plan: Plan):
        self.plan = plan
        m = len(plan.net)
        self.ways = Ways(np.zeros((0, 2)), np.zeros(m + 1, np.intp))
        ws = np.flatnonzero(_routed(plan))
        boxes = plan.boxes[_finite(plan.boxes)]
        self.ways = self._found(ws, boxes)

    def update(self, plan: Plan) -> np.ndarray:
        """Take over what has changed since the plan before; gives the numbers of the wires whose way is another now.

        Anew are found the ways of wires that begin or end elsewhere, of those that run beneath a box which has come or
        moved, and of those that ran around one which has gone or moved.
        """
        old, self.plan = self.plan, plan
        n, m = max(len(plan.boxes), len(old.boxes)), len(plan.net)
        was, now = _as_long(old.boxes, n), _as_long(plan.boxes, n)
        moved = np.flatnonzero(_differ(was, now) & (_finite(was) | _finite(now)))
        was, now = was[moved], now[moved]
        common = min(m, len(old.net))
        had, routed = np.zeros(m, bool), _routed(plan)
        had[:common] = _routed(old)[:common]
        other = had != routed
        for a, b in zip(old[1:], plan[1:]):
            other[:common] |= _differ(a[:common], b[:common]) & routed[:common]
        first = self.ways.first[:common + 1]
        self.ways = Ways(self.ways.points[:first[-1]], np.append(first, np.full(m - common, first[-1])))
        other |= routed & self._near(np.vstack((was[_finite(was)] + _AROUND,
                                                now[_finite(now)] + _ON)))
        if not other.any():
            return np.flatnonzero(other)
        self.ways = _spliced(self.ways, self._nearby(np.flatnonzero(other & routed), other), other)
        return np.flatnonzero(other)

    def _nearby(self, ws: np.ndarray, other: np.ndarray) -> Ways:
        """New ways for wires, found among the boxes around them; among more where they lead further."""
        boxes = self.plan.boxes[_finite(self.plan.boxes)]
        a, b = self.plan.starts[ws], self.plan.ends[ws]
        for room in _ROOM:
            low, high = np.minimum(a, b) - room, np.maximum(a, b) + room
            if len(ws) > _MANY or len(boxes) < _FEW:
                break
            near = np.zeros(len(boxes), bool)
            left, top, right, bottom = boxes.T.copy()
            for (x0, y0), (x1, y1) in zip(low.tolist(), high.tolist()):
                near |= (left < x1) & (right > x0) & (top < y1) & (bottom > y0)
            found = self._found(ws, boxes[near], other)
            wire = np.repeat(np.arange(len(found.first) - 1), np.diff(found.first))
            place = np.searchsorted(ws, wire)
            if ((found.points >= low[place]) & (found.points <= high[place])).all():
                return found
        return self._found(ws, boxes, other)

    def _near(self, areas: np.ndarray) -> np.ndarray:
        """Which wires enter one of the areas."""
        found = np.zeros(len(self.ways.first) - 1, bool)
        if len(areas) > _MANY:      # most of a page: all of it
            return ~found
        x0, y0, x1, y1 = _segments(self.ways)
        for left, top, right, bottom in areas.tolist():
            ix = np.flatnonzero((x0 < right) & (x1 > left) & (y0 < bottom) & (y1 > top))
            found[np.searchsorted(self.ways.first, ix, "right") - 1] = True
        return found

    def _found(self, ws: np.ndarray, boxes: np.ndarray, other: np.ndarray | None = None) -> Ways:
        """New ways for these wires alone, apart from those of the rest; the `other` have none at the moment."""
        plan = self.plan
        boxes = boxes[~sheets(boxes)]
        rows, columns = Strips(boxes, 1), Strips(boxes, 0)
        found = find(boxes, rows, columns, *_edges(plan, ws), plan.down[ws])
        first = np.cumsum([0, *map(len, found)])
        c = np.concatenate([np.zeros(0), *found])
        lot = Lot(c, first, plan.net[ws], plan.source[ws], plan.target[ws], plan.down[ws])
        c = spread(lot, self._others(_points(c, first, plan, ws), other), rows, columns)
        c[first[:-1]], c[first[:-1] + 1], c[first[1:] - 1] = plan.starts[ws, 0], plan.starts[ws, 1], plan.ends[ws, 0]
        return _points(c, first, plan, ws)

    def _others(self, found: Ways, other: np.ndarray | None) -> Others:
        """The segments beside new ways, of wires that stay."""
        none = np.zeros(0)
        if other is None or not len(found.points):
            return Others(none.astype(bool), none, none, none, none, none)
        x0, y0, x1, y1 = _segments(self.ways)
        (left, top), (right, bottom) = found.points.min(0) - BESIDE, found.points.max(0) + BESIDE
        ix = np.flatnonzero((x0 < right) & (x1 > left) & (y0 < bottom) & (y1 > top))
        w = np.searchsorted(self.ways.first, ix, "right") - 1
        ix, w = ix[~other[w]], w[~other[w]]
        at = np.stack((x0[ix], y0[ix], x1[ix], y1[ix]))
        upright = at[0] == at[2]
        beside = np.zeros(len(ix), bool)
        for a, b, c, d in np.stack(_segments(found), 1).tolist():
            wide, tall = (BESIDE, LANE) if a == c else (LANE, BESIDE)
            beside |= (upright == (a == c)) & (at[0] < c + wide) & (at[2] > a - wide) & (at[1] < d + tall) & (
                at[3] > b - tall)
        ix, w, at, upright = ix[beside], w[beside], at[:, beside], upright[beside]
        place = np.where(upright, at, at[[1, 0, 3, 2]])
        return Others(upright, place[0], place[1], place[3], self.plan.net[w],
                      pins(ix == self.ways.first[w], ix == self.ways.first[w + 1] - 2, self.plan.source[w],
                           self.plan.target[w]))


def _segments(ways: Ways) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """x0, y0, x1, y1 from each point to the next one, the lower ones first; NaN where that begins another way."""
    x, y = ways.points.T.copy()
    found = np.minimum(x[:-1], x[1:]), np.minimum(y[:-1], y[1:]), np.maximum(x[:-1], x[1:]), np.maximum(y[:-1], y[1:])
    ends = ways.first[1:-1] - 1
    found[0][ends[(ends >= 0) & (ends < len(x) - 1)]] = np.nan
    return found


def _routed(plan: Plan) -> np.ndarray:
    """Which wires have a way."""
    return (plan.net >= 0) & _finite(plan.starts) & _finite(plan.ends)


def _finite(rows: np.ndarray) -> np.ndarray:
    """Which rows have numbers throughout."""
    return np.isfinite(sum(rows.T))


def _differ(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Which rows are not the same."""
    differs = a != b
    return differs if differs.ndim == 1 else np.logical_or.reduce(tuple(differs.T))


def _as_long(boxes: np.ndarray, n: int) -> np.ndarray:
    """Boxes, and as many that are none as make them n."""
    return np.vstack((boxes, np.full((n - len(boxes), 4), np.nan)))


def _spliced(old: Ways, new: Ways, other: np.ndarray) -> Ways:
    """The `other` ways from `new`, the rest as they were."""
    first = np.append(0, np.cumsum(np.where(other, np.diff(new.first), np.diff(old.first))))
    parts, done = [], 0
    for w in np.flatnonzero(other).tolist():
        parts += old.points[old.first[done]:old.first[w]], new.points[new.first[w]:new.first[w + 1]]
        done = w + 1
    return Ways(np.concatenate((*parts, old.points[old.first[done]:])), first)


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
    for i in np.flatnonzero((boxes[:, 2] - boxes[:, 0] > LARGE) & (boxes[:, 3] - boxes[:, 1] > LARGE)).tolist():
        inside = (boxes[:, :2] >= boxes[i, :2]).all(1) & (boxes[:, 2:] <= boxes[i, 2:]).all(1)
        found[i] = inside.sum() > 1
    return found
