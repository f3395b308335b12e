"""Routes of wires that cross no box, for all wires at once; only the rest are searched for one by one."""

from __future__ import annotations

import numpy as np

from blockloom.blocks.routing.obstacles import Obstacles, finite
from blockloom.blocks.routing.route_search import BEND, search
from blockloom.blocks.routing.wire_shapes import GAP, corners, ranges

MARGIN = 12.0  # between a box and a wire that turns in front of it
FEET, SIDE = 8.0, 24.0  # canvas pixels: from the start of a downward wire up to its block; from its side
DROP = 16.0  # canvas pixels that wires from the bottom of a block go down first
FLAT = 1.5  # a wire whose ends differ less in height is straight
_ROUNDS = 100  # boxes that a wire is routed around, at most
_CLEAR = 8.0  # between boxes and a segment that replaces two
_SEARCHES = 150  # wires that are searched for one by one
_VAIN = 30  # such searches without a find, after which the page is taken to have no room


def find(around: Obstacles, starts: np.ndarray, ends: np.ndarray, down: np.ndarray) -> list[np.ndarray]:
    """Return the coordinates of a route for each wire from `starts` to `ends` (m, 2): x, y, x, ... alternately.

    `down` (m,) marks the wires that leave downwards.
    """
    routes: list[np.ndarray | None] = [None] * len(starts)
    _March(around, starts, ends, down).run(routes)
    back = [w for w, way in enumerate(routes) if way is None]
    detours = _loops(around, starts, ends, down, np.array(back, int), routes)
    left = [w for w in back if routes[w] is None]
    if left or detours:
        vain, boxes = 0, around.boxes[finite(around.boxes)]
        for w in [*left, *detours][:_SEARCHES]:
            way = search(boxes, starts[w], ends[w], bool(down[w])) if vain < _VAIN else None
            vain += way is None
            had = routes[w]
            if had is None or way is not None and route_cost(way) < route_cost(had):
                routes[w] = way
        _plain([w for w in left if routes[w] is None], starts, ends, down, routes)
    ways = [way for way in routes if way is not None]  # all by now
    _share(around, starts, ends, [w for w in back if not down[w]], ways)
    _simplify(ways, around, down)
    return ways


def route_cost(way: np.ndarray) -> float:
    """Return the length of a route in canvas pixels, with a penalty for each bend."""
    return float(np.abs(np.diff(way[::2])).sum() + np.abs(np.diff(way[1::2])).sum()) + BEND * len(way)


def _simplify(ways: list[np.ndarray], around: Obstacles, down: np.ndarray) -> None:
    """Remove corners if one upright segment can replace two, until none can."""
    left = [w for w, way in enumerate(ways) if len(way) > 5]
    while left:
        length = np.array([len(ways[w]) for w in left])
        c, begin = np.concatenate([ways[w] for w in left]), np.cumsum(length) - length
        i, turn = ranges(np.zeros(len(left), int), length - 5)
        k, first = 2 + turn // 2 * 2, turn % 2 == 0  # the first of two upright segments; whether it is the one to go
        here = begin[i] + k
        at = c[here + np.where(first, 2, 0)]
        level, to = (c[here + np.where(first, -d, 2 + d)] for d in (1, 2))
        low, high = np.minimum(c[here - 1], c[here + 3]), np.maximum(c[here - 1], c[here + 3])
        fits = ~around.rows.hit(level, np.minimum(to, at), np.maximum(to, at))
        for aside in (0.0, -_CLEAR, _CLEAR):
            fits &= ~around.columns.hit(at + aside, low, high)
        fits &= ~first | (k > 2) | ~down[left][i] & (at >= c[begin[i]] + GAP)
        fits &= first | (k < length[i] - 5) | (at <= c[begin[i] + length[i] - 1] - GAP)
        changed, chosen = np.unique(i[fits], return_index=True)
        for place, turn_, at_first in zip(changed.tolist(), k[fits][chosen].tolist(), first[fits][chosen].tolist()):
            w = left[place]
            ways[w] = np.delete(ways[w], (turn_, turn_ + 1) if at_first else (turn_ + 1, turn_ + 2))
        left = [left[place] for place in changed.tolist() if length[place] > 7]


def _plain(
    ws: list[int], starts: np.ndarray, ends: np.ndarray, down: np.ndarray, found: list[np.ndarray | None]
) -> None:
    """Route wires across, down, across, regardless of boxes."""
    begin = starts[ws] + np.where(down[ws], DROP, 0.0)[:, None] * (0.0, 1.0)
    for ix, points in corners(begin, ends[ws], np.zeros(len(ws))):
        even, odd = points[:, :-1:2, 1], points[:, 1:-1:2, 0]  # by turns the y of a level, the x of an upright one
        for i, levels, uprights in zip(ix.tolist(), even.tolist(), odd.tolist()):
            w = ws[i]
            way = [v for pair in zip(levels, uprights) for v in pair] + levels[len(uprights) :]
            lead = [starts[w, 1], starts[w, 0]] if down[w] else []
            found[w] = np.array([starts[w, 0], *lead, *way, ends[w, 0]])


class _March:
    """Wires that go to the right: level until something is in front, then up or down, and on.

    A row of y is chosen by how far it is free, and how far off it lies.
    """

    def __init__(self, around: Obstacles, starts: np.ndarray, ends: np.ndarray, down: np.ndarray):
        self.rows, self.columns = around.rows, around.columns
        self.boxes = np.vstack((around.boxes, np.full((1, 4), np.nan)))  # the last: none
        self.starts, self.ends, self.down = starts, ends, down

    def run(self, routes: list[np.ndarray | None]) -> None:
        """Fill in the ways of wires that come through."""
        starts, ends, down = self.starts, self.ends, self.down
        ws = np.flatnonzero(ends[:, 0] - starts[:, 0] >= np.where(down, GAP, 2 * GAP))
        x, y = starts[ws, 0], starts[ws, 1]
        ways = [[a, b] for a, b in zip(x.tolist(), y.tolist())]
        foot = down[ws]
        y = y + np.where(foot, DROP, 0.0)
        for i in np.flatnonzero(foot).tolist():
            ways[i] += [x[i], y[i]]
        # A wire that leaves downwards and then goes up stays clear of the side of its block.
        side = np.where(foot & (ends[ws, 1] < y), self.boxes[self.columns.box_at(x, starts[ws, 1] - FEET), 2] + SIDE, x)
        gap = np.where(foot, 0.0, GAP)
        for turn in range(_ROUNDS):
            if not len(ws):
                return
            end = ends[ws]
            front, box = self.rows.ahead(y, x)
            low, high = (
                np.maximum(x + gap, self.rows.behind(end[:, 1], end[:, 0]) + MARGIN),
                np.minimum(front - MARGIN, end[:, 0] - GAP),
            )
            low = np.where(side <= high, np.fmax(low, side), low)
            flat = (front >= end[:, 0]) & (np.abs(y - end[:, 1]) < FLAT)
            at = self._upright(np.maximum(low, x), high, y, end[:, 1], turn == 0)
            done = flat | ~np.isnan(at)
            for i in np.flatnonzero(done).tolist():
                way, w = ways[i], int(ws[i])
                if not flat[i]:
                    way += [at[i], end[i, 1]]
                routes[w] = np.array([*way, end[i, 0]])
            keep = np.flatnonzero(~done)
            x, y, gap, box, ws, end, side = (v[keep] for v in (x, y, gap, box, ws, end, side))
            ways = [ways[i] for i in keep.tolist()]
            at, to = self._around(x + gap, y, np.minimum(front[keep], end[:, 0]), box, end)
            keep = np.flatnonzero(~np.isnan(at))
            ways = [ways[i] + [at[i], to[i]] for i in keep.tolist()]
            x, y, ws, gap, side = at[keep], to[keep], ws[keep], np.zeros(len(keep)), at[keep]

    def _upright(self, low: np.ndarray, high: np.ndarray, y: np.ndarray, to: np.ndarray, first: bool) -> np.ndarray:
        """Return an x in low..high at which it is free from y to `to`; NaN if none of those tried is."""
        places = np.full(len(low), np.nan)
        a, b = np.minimum(y, to), np.maximum(y, to)
        left = np.flatnonzero(low <= high)
        for share in (0.5, 1.0, 0.0, 0.75, 0.25):
            if not len(left):
                break
            at = low[left] + (high[left] - low[left]) * share
            if share == 0.5:  # wires far from their end turn near to it: those of an output part late
                at = np.where(high[left] - low[left] > 250, high[left], at)
            at = np.rint(at)
            free = ~self.columns.hit(at, a[left], b[left])
            places[left[free]] = at[free]
            left = left[~free]
        return places

    def _around(
        self, low: np.ndarray, y: np.ndarray, front: np.ndarray, box: np.ndarray, end: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        """Where to turn in front of a box, and the row to take past it; NaN where there is none."""
        high = np.maximum(front - MARGIN, low)
        found_at, found_to = np.full(len(y), np.nan), np.full(len(y), np.nan)
        ty = end[:, 1]
        _, other = self.rows.ahead(ty, high)
        to = np.stack(
            (ty, *(edge for b in (box, other) for edge in (self.boxes[b, 1] - MARGIN, self.boxes[b, 3] + MARGIN)))
        )
        left = np.arange(len(y))
        for share in (1.0, 0.5, 0.0):
            if not len(left):
                break
            t, from_ = to[:, left], y[left]
            at = np.broadcast_to(np.rint(low[left] + (high[left] - low[left]) * share), t.shape)
            free = ~np.isnan(t) & ~self.columns.hit(at, np.minimum(t, from_), np.maximum(t, from_))
            gain = np.minimum(self.rows.ahead(t, at)[0], end[left, 0]) - front[left]
            cost = np.abs(t - from_) + np.abs(t - ty[left]) - np.minimum(gain, 1500.0)
            cost[~free | ~(gain > MARGIN)] = np.inf
            best = cost.argmin(0), np.arange(len(left))
            done = np.isfinite(cost[best])
            found_at[left[done]], found_to[left[done]] = at[best][done], t[best][done]
            left = left[~done]
        return found_at, found_to


def _loops(
    around: Obstacles,
    starts: np.ndarray,
    ends: np.ndarray,
    down: np.ndarray,
    ws: np.ndarray,
    ways: list[np.ndarray | None],
) -> list[int]:
    """Route wires that go back, and those without a route: out, down or up to a free row, along it, and in.

    Returns:
        The wires whose row is outside the height between their ends: a shorter route may exist farther off.
    """
    ws = ws[~down[ws]] if len(ws) else ws
    if not len(ws):
        return []
    a, b = starts[ws], ends[ws]
    out, into = np.rint(a[:, 0] + GAP), np.rint(b[:, 0] - GAP)
    low, high = np.minimum(a[:, 1], b[:, 1]), np.maximum(a[:, 1], b[:, 1])
    edges = np.vstack((around.boxes, np.full((1, 4), np.nan)))
    tries = [(low + high) / 2]
    for x, y in ((out - 2 * GAP, a[:, 1]), (into + 2 * GAP, b[:, 1])):
        for sign in (1, -1):  # past the box that the pin is on
            edge = edges[around.columns.box_at(x, y), 3 if sign > 0 else 1]
            edge = np.where(np.isnan(edge), y, edge)
            tries += [edge + sign * d for d in (MARGIN + 4, 3 * MARGIN)]
    best = np.full(len(ws), np.inf)
    to = np.zeros(len(ws))
    for y in tries:
        y = np.rint(y)
        cost = _row_cost(around, a, b, y)
        to = np.where(cost < best, y, to)
        best = np.minimum(best, cost)
    for i in np.flatnonzero(np.isfinite(best)).tolist():
        ways[int(ws[i])] = np.array([a[i, 0], a[i, 1], out[i], to[i], into[i], b[i, 1], b[i, 0]])
    return ws[np.isfinite(best) & (best > high - low + 2 * BEND)].tolist()


def _row_cost(around: Obstacles, a: np.ndarray, b: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Return the cost of going back from `a` to `b` (m, 2) along rows (m,); inf if a box is in the way."""
    out, into = np.rint(a[:, 0] + GAP), np.rint(b[:, 0] - GAP)
    rows, columns = around.rows, around.columns
    free = ~(
        columns.hit(out, np.minimum(y, a[:, 1]), np.maximum(y, a[:, 1]))
        | columns.hit(into, np.minimum(y, b[:, 1]), np.maximum(y, b[:, 1]))
        | rows.hit(y, np.minimum(out, into), np.maximum(out, into))
        | rows.hit(a[:, 1], a[:, 0], out)
        | rows.hit(b[:, 1], into, b[:, 0])
    )
    return np.where(free, np.abs(y - a[:, 1]) + np.abs(y - b[:, 1]), np.inf)


def _share(around: Obstacles, starts: np.ndarray, ends: np.ndarray, ws: list[int], ways: list[np.ndarray]) -> None:
    """Move wires of one output that go back to the row of the longest one, unless they become longer."""
    ws = [w for w in ws if len(ways[w]) == 7]
    if len(ws) < 2:
        return
    a, b, row = starts[ws], ends[ws], np.array([ways[w][3] for w in ws])
    cost = np.abs(row - a[:, 1]) + np.abs(row - b[:, 1])
    _, output = np.unique(a, axis=0, return_inverse=True)
    output = output.ravel()
    order = np.lexsort((row, -cost, output))
    _, first = np.unique(output[order], return_index=True)
    y = row[order[first]][output]
    for i in np.flatnonzero((y != row) & (_row_cost(around, a, b, y) <= cost)).tolist():
        ways[ws[i]] = np.array([*a[i], np.rint(a[i, 0] + GAP), y[i], np.rint(b[i, 0] - GAP), b[i, 1], b[i, 0]])
