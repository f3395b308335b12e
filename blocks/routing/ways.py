"""Routes of all wires of a page around boxes; after an edit, only the affected routes change."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from blockloom.blocks.routing.frame_routes import go_around, keep_off
from blockloom.blocks.routing.lanes import BESIDE, LANE, Lot, Others, pins, spread
from blockloom.blocks.routing.obstacles import MANY, Obstacles, differ, finite, moved_boxes
from blockloom.blocks.routing.route_finder import find
from blockloom.blocks.routing.wire_shapes import ranges

_AROUND = np.array((-30.0, -30.0, 30.0, 30.0))  # a segment within this distance of a box may depend on the box
_ON = np.array((-4.0, -4.0, 4.0, 4.0))


class RoutingPlan(NamedTuple):
    """Input of the router, in canvas pixels; boxes and wires keep their numbers from plan to plan.

    `boxes` (n, 4) x0 y0 x1 y1 are NaN for none. `starts`, `ends` (m, 2): wires leave the right edge of a box, or its
    bottom if `down`, and arrive at a left edge. `source`, `target` (m,) number these boxes, -1 for none. `net` (m,) is
    equal for wires of one output, and negative for wires without a route. `frames` (k, 4) are expanded frames, along
    whose lines no wire runs.
    """

    boxes: np.ndarray
    starts: np.ndarray
    ends: np.ndarray
    source: np.ndarray
    target: np.ndarray
    net: np.ndarray
    down: np.ndarray
    frames: np.ndarray = np.zeros((0, 4))


class WireRoutes(NamedTuple):
    """The corner points of wires: wire i has `points[first[i]:first[i + 1]]`, none if it has no route."""

    points: np.ndarray  # (k, 2) float: points of all routes
    first: np.ndarray  # (m + 1,) int: index of the first point of each route

    def shapes(self, ws: np.ndarray) -> list[tuple[np.ndarray, np.ndarray]]:
        """Return the routes of the wires `ws` as `corners` does: pairs (indices in `ws`, points (k, m, 2)), by m."""
        first = self.first[ws]
        count = self.first[ws + 1] - first
        found = []
        for m in np.flatnonzero(np.bincount(count[count > 0])).tolist():
            ix = np.flatnonzero(count == m)
            found.append((ix, self.points[first[ix, None] + np.arange(m)]))
        return found


class Router:
    """Keeps the ways of a page's wires up to date."""

    def __init__(self, plan: RoutingPlan):
        self.plan = plan
        self._obstacles = Obstacles(plan.boxes)
        self.ways = WireRoutes(np.zeros((0, 2)), np.zeros(len(plan.net) + 1, np.intp))
        self.ways = self._found(np.flatnonzero(_routed(plan)), _segments(self.ways))

    def update(self, plan: RoutingPlan) -> np.ndarray:
        """Apply a new plan and return the numbers of wires whose route changed.

        Wires get a new route if their ends moved, if they run under a box that was added or moved, if they ran around
        a box that was removed or moved, or if they are near a line of a frame that was added, removed or moved.
        """
        old, self.plan = self.plan, plan
        self._obstacles.update(plan.boxes)
        was, now, which = moved_boxes(old.boxes, plan.boxes)
        was, now, m = was[which], now[which], len(plan.net)
        common = min(m, len(old.net))
        had, routed = np.zeros(m, bool), _routed(plan)
        had[:common] = _routed(old)[:common]
        other = had != routed
        for a, b in zip(old[1:-1], plan[1:-1]):
            other[:common] |= differ(a[:common], b[:common]) & routed[:common]
        first = self.ways.first[: common + 1]
        self.ways = WireRoutes(self.ways.points[: first[-1]], np.append(first, np.full(m - common, first[-1])))
        lines = _segments(self.ways)
        frames_were, frames_are, moved = moved_boxes(old.frames, plan.frames)
        edges = _frame_lines(np.vstack((frames_were[moved], frames_are[moved])))
        other |= routed & self._near(lines, np.vstack((was[finite(was)] + _AROUND, now[finite(now)] + _ON, edges)))
        if not other.any():
            return np.flatnonzero(other)
        lines[0, np.repeat(other, np.diff(self.ways.first))[:-1]] = np.nan  # these wires have no routes at the moment
        self.ways = _spliced(self.ways, self._found(np.flatnonzero(other & routed), lines), other)
        return np.flatnonzero(other)

    def _near(self, lines: np.ndarray, areas: np.ndarray) -> np.ndarray:
        """Return which wires enter one of the areas."""
        found = np.zeros(len(self.ways.first) - 1, bool)
        if len(areas) > MANY:  # with this many areas, check the whole page
            return ~found
        x0, y0, x1, y1 = lines
        for left, top, right, bottom in areas.tolist():
            ix = np.flatnonzero((x0 < right) & (x1 > left) & (y0 < bottom) & (y1 > top))
            found[np.searchsorted(self.ways.first, ix, "right") - 1] = True
        return found

    def _found(self, ws: np.ndarray, lines: np.ndarray) -> WireRoutes:
        """Return new routes for these wires alone, clear of the segments `lines` of the others."""
        plan, around = self.plan, self._obstacles
        starts, ends = _edges(plan, ws)
        found = find(around, starts, ends, plan.down[ws])
        go_around(found, plan.frames, around, starts, ends, plan.down[ws])
        keep_off(found, plan.frames, around, plan.down[ws])
        first = np.cumsum([0, *map(len, found)])
        c = np.concatenate([np.zeros(0), *found])
        lot = Lot(c, first, plan.net[ws], plan.source[ws], plan.target[ws], plan.down[ws])
        c = spread(lot, self._others(_points(c, first, plan, ws), lines), around, plan.frames[finite(plan.frames)])
        c[first[:-1]], c[first[:-1] + 1], c[first[1:] - 1] = plan.starts[ws, 0], plan.starts[ws, 1], plan.ends[ws, 0]
        return _points(c, first, plan, ws)

    def _others(self, new: WireRoutes, lines: np.ndarray) -> Others:
        """Return the fixed segments near new routes.

        That is: as far away as segments that can move may go, and a lane away from the first and the last segment,
        which can only become longer or shorter.
        """
        mine, firm = _segments(new), np.zeros(max(len(new.points) - 1, 0), bool)
        firm[np.concatenate((new.first[:-1], new.first[1:] - 2))[np.tile(np.diff(new.first) > 0, 2)]] = True
        ix = np.sort(np.concatenate([_beside(lines, mine, firm, axis) for axis in (0, 1)]))
        w = np.searchsorted(self.ways.first, ix, "right") - 1
        at = lines[:, ix]
        upright = at[0] == at[2]
        place = np.where(upright, at, at[[1, 0, 3, 2]])
        return Others(
            upright,
            place[0],
            place[1],
            place[3],
            self.plan.net[w],
            pins(ix == self.ways.first[w], ix == self.ways.first[w + 1] - 2, self.plan.source[w], self.plan.target[w]),
        )


def _segments(ways: WireRoutes) -> np.ndarray:
    """Return segments (4, k - 1) x0, y0, x1, y1 between successive points, lower values first.

    A segment between two routes has NaN.
    """
    points = ways.points.T.copy()
    a, b = points[:, :-1], points[:, 1:]
    found = np.concatenate((np.minimum(a, b), np.maximum(a, b)))
    ends = ways.first[1:-1] - 1
    found[0, ends[(ends >= 0) & (ends < found.shape[1])]] = np.nan
    return found


def _beside(lines: np.ndarray, mine: np.ndarray, firm: np.ndarray, axis: int) -> np.ndarray:
    """Return which lines are near some of `mine`: the upright ones for axis 0, the level ones for axis 1."""
    mine, firm = (v[..., (mine[0] == mine[2]) == (axis == 0)] for v in (mine, firm))
    at, low, high = mine[axis], mine[1 - axis], mine[3 - axis]
    if not len(at):
        return np.zeros(0, np.intp)
    ix = np.flatnonzero((lines[1 - axis] < np.nanmax(high) + BESIDE) & (lines[3 - axis] > np.nanmin(low) - BESIDE))
    ix = ix[(lines[0, ix] == lines[2, ix]) == (axis == 0)]
    cell, cells = (np.floor(v / BESIDE).astype(int) for v in (lines[axis, ix], at))
    ix = ix[np.isin(cell, cells + np.array(((-1,), (0,), (1,))))]
    ix = ix[np.argsort(lines[axis, ix])]
    reach, more = np.where(firm, LANE, BESIDE), np.where(firm, BESIDE, LANE)
    first, last = (np.searchsorted(lines[axis, ix], at + d) for d in (-reach, reach))
    i, j = ranges(first, last - first)
    j = ix[j]
    beside = np.zeros(lines.shape[1], bool)  # np.unique would import numpy.ma, which takes 15 ms when the window starts
    beside[j[(lines[1 - axis, j] < high[i] + more[i]) & (lines[3 - axis, j] > low[i] - more[i])]] = True
    return np.flatnonzero(beside)


def _frame_lines(frames: np.ndarray) -> np.ndarray:
    """Return the areas (4 k, 4) around the four lines of each frame."""
    lines = frames[:, ((0, 1, 2, 1), (0, 3, 2, 3), (0, 1, 0, 3), (2, 1, 2, 3))].reshape(-1, 4)
    return lines[finite(lines)] + _AROUND


def _routed(plan: RoutingPlan) -> np.ndarray:
    """Return which wires have a route."""
    return (plan.net >= 0) & finite(plan.starts) & finite(plan.ends)


def _spliced(old: WireRoutes, new: WireRoutes, other: np.ndarray) -> WireRoutes:
    """Return the routes of `old`, with those that `other` marks from `new`."""
    first = np.append(0, np.cumsum(np.where(other, np.diff(new.first), np.diff(old.first))))
    parts: list[np.ndarray] = []
    done = 0
    for w in np.flatnonzero(other).tolist():
        parts += old.points[old.first[done] : old.first[w]], new.points[new.first[w] : new.first[w + 1]]
        done = w + 1
    return WireRoutes(np.concatenate((*parts, old.points[old.first[done] :])), first)


def _points(c: np.ndarray, first: np.ndarray, plan: RoutingPlan, ws: np.ndarray) -> WireRoutes:
    """Return the corner points of the routes of wires `ws` that are given as coordinates (see `find`)."""
    wire = np.repeat(np.arange(len(ws)), np.diff(first))
    turn = (np.arange(len(c)) - first[wire]) % 2 == 1
    upright_next = np.append(c[1:], 0)
    points = np.stack((np.where(turn, upright_next, c), np.where(turn, c, upright_next)), 1)
    points[first[1:] - 2] = plan.ends[ws]  # the end may differ by up to a pixel from the height of a straight wire
    last = np.zeros(len(c), bool)
    last[first[1:] - 1] = True
    same = np.append(False, (points[1:] == points[:-1]).all(1) & (wire[1:] == wire[:-1]))
    keep = ~last & ~same
    count = np.zeros(len(plan.net), np.intp)
    count[ws] = np.bincount(wire[keep], minlength=len(ws))
    return WireRoutes(points[keep], np.concatenate(([0], np.cumsum(count))))


def _edges(plan: RoutingPlan, ws: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the ends of wires outside their own boxes: pins of some blocks are within the box."""
    starts, ends, down = plan.starts[ws].copy(), plan.ends[ws].copy(), plan.down[ws]
    s, t = plan.source[ws], plan.target[ws]
    edge = np.where(s[:, None] >= 0, plan.boxes[s, 2:], -np.inf)
    starts[~down, 0] = np.fmax(starts[~down, 0], edge[~down, 0])
    starts[down, 1] = np.fmax(starts[down, 1], edge[down, 1])
    ends[:, 0] = np.fmin(ends[:, 0], np.where(t >= 0, plan.boxes[t, 0], np.inf))
    return starts, ends
