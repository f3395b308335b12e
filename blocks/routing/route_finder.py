"""Routes of wires that cross no box, for all wires at once; only the rest are searched for one by one."""

from __future__ import annotations

import numpy as np

from blockloom.blocks.routing.obstacles import Obstacles, Strips, finite
from blockloom.blocks.routing.wire_shapes import GAP, corners, ranges

MARGIN = 12.0  # canvas pixels between a box and a wire that turns in front of it
FEET, SIDE = 8.0, 24.0  # canvas pixels from the start of a downward wire up to its block, and from its side
DROP = 16.0  # canvas pixels that wires run down from the bottom of a block
FLAT = 1.5  # a wire is straight if its ends differ less in height
_ROUNDS = 100  # most boxes that a wire is routed around
_CLEAR = 8.0  # canvas pixels between boxes and a segment that replaces two
_SEARCHES = 150  # most wires for which a route is searched one by one
_VAIN = 30  # a page counts as full after this many unsuccessful searches


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
    ways = [way for way in routes if way is not None]  # by now, all routes are found
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
        # Index of the first of two upright segments, and whether it is to be removed.
        k, first = 2 + turn // 2 * 2, turn % 2 == 0
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
        even, odd = points[:, :-1:2, 1], points[:, 1:-1:2, 0]  # y of horizontal segments, x of vertical ones
        for i, levels, uprights in zip(ix.tolist(), even.tolist(), odd.tolist()):
            w = ws[i]
            way = [v for pair in zip(levels, uprights) for v in pair] + levels[len(uprights) :]
            lead = [starts[w, 1], starts[w, 0]] if down[w] else []
            found[w] = np.array([starts[w, 0], *lead, *way, ends[w, 0]])


class _March:
    """Wires that go to the right: level until something is in front, then up or down, and on.

    A row (a y) is chosen by the length of its free part, and by its distance.
    """

    def __init__(self, around: Obstacles, starts: np.ndarray, ends: np.ndarray, down: np.ndarray):
        self.rows, self.columns = around.rows, around.columns
        self.boxes = np.vstack((around.boxes, np.full((1, 4), np.nan)))  # the last row stands for no box
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
        # A wire that starts downwards and then goes up stays clear of the side of its block.
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
        """Return an x in low..high at which the way from y to `to` is free; NaN if no tried one is."""
        places = np.full(len(low), np.nan)
        a, b = np.minimum(y, to), np.maximum(y, to)
        left = np.flatnonzero(low <= high)
        for share in (0.5, 1.0, 0.0, 0.75, 0.25):
            if not len(left):
                break
            at = low[left] + (high[left] - low[left]) * share
            if share == 0.5:  # wires that start far from their end turn near it: wires of one output part late
                at = np.where(high[left] - low[left] > 250, high[left], at)
            at = np.rint(at)
            free = ~self.columns.hit(at, a[left], b[left])
            places[left[free]] = at[free]
            left = left[~free]
        return places

    def _around(
        self, low: np.ndarray, y: np.ndarray, front: np.ndarray, box: np.ndarray, end: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        """Return the x at which to turn in front of a box, and the row past it; NaN for none."""
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
        for sign in (1, -1):  # tries both ways around the box of the pin
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


_MARGIN, _DROP = 12.0, 16.0
BEND = 60.0  # a bend costs as much as this many pixels
_MOST = 150  # most boxes that a search considers
_APART = 1e8  # offset between runs, so that the minimum of one does not affect the next
_NEVER = 3e7
_SWEEPS = 12


def search(boxes: np.ndarray, start: np.ndarray, end: np.ndarray, down: bool) -> np.ndarray | None:
    """Return the coordinates of the cheapest route around boxes (n, 4) (see `find`), or None."""
    for room in (300.0, 1500.0, 10_000.0):
        low, high = np.minimum(start, end) - room, np.maximum(start, end) + room
        left, top, right, bottom = boxes.T
        near = boxes[(left < high[0]) & (right > low[0]) & (top < high[1]) & (bottom > low[1])]
        if len(near) > _MOST:
            middle, away = (start + end) / 2, (near[:, :2] + near[:, 2:]) / 2
            near = near[np.sort(np.argsort(np.abs(away - middle).sum(1), kind="stable")[:_MOST])]
        grid = _Grid(near, start, end, down)
        way = grid.way()
        # Stop, since more boxes would not change the result, or not uncover a covered pin.
        if way is not None or grid.closed or len(near) == len(boxes):
            return way
    return None


class _Grid:
    """All lines that pass a box or an end, and how far each of their crossings is from the start."""

    def __init__(self, boxes: np.ndarray, start: np.ndarray, end: np.ndarray, down: bool):
        self.start, self.end, self.down = start, end, down
        out = np.add(start, (0.0, _DROP) if down else (GAP, 0.0))
        into = end - (GAP, 0.0)
        self.xs = np.unique(np.concatenate((boxes[:, 0] - _MARGIN, boxes[:, 2] + _MARGIN, (out[0], into[0]))))
        self.ys = np.unique(np.concatenate((boxes[:, 1] - _MARGIN, boxes[:, 3] + _MARGIN, (out[1], into[1]))))
        rows, columns = Strips(boxes, 1), Strips(boxes, 0)
        nx, ny = len(self.xs), len(self.ys)
        level = rows.hit(np.repeat(self.ys, nx - 1), np.tile(self.xs[:-1], ny), np.tile(self.xs[1:], ny))
        upright = columns.hit(np.repeat(self.xs, ny - 1), np.tile(self.ys[:-1], nx), np.tile(self.ys[1:], nx))
        self.level, self.upright = _runs(level.reshape(ny, nx - 1)), _runs(upright.reshape(nx, ny - 1))
        self.out = int(np.searchsorted(self.ys, out[1])), int(np.searchsorted(self.xs, out[0]))
        self.into = int(np.searchsorted(self.ys, into[1])), int(np.searchsorted(self.xs, into[0]))
        lead = columns.hit(start[:1], start[1:] + 0.5, out[1:]) if down else rows.hit(start[1:], start[:1], out[:1])
        last = rows.hit(end[1:], into[:1], end[:1])
        self.closed = bool(lead[0] or last[0])

    def way(self) -> np.ndarray | None:
        """Return the coordinates of the cheapest route."""
        if self.closed:
            return None
        ny, nx = len(self.ys), len(self.xs)
        level, upright = np.full((ny, nx), _NEVER), np.full((nx, ny), _NEVER)
        (row, column), (to, last) = self.out, self.into
        if self.down:
            ahead = (self.upright[column] == self.upright[column, row]) & (np.arange(ny) >= row)
            upright[column, ahead] = self.ys[ahead] - self.ys[row]
            level = np.minimum(level, _spread(upright.T + BEND, self.xs, self.level))
        else:
            ahead = (self.level[row] == self.level[row, column]) & (np.arange(nx) >= column)
            level[row, ahead] = self.xs[ahead] - self.xs[column]
        before = np.inf
        for _ in range(_SWEEPS):
            upright = np.minimum(upright, _spread(level.T + BEND, self.ys, self.upright))
            level = np.minimum(level, _spread(upright.T + BEND, self.xs, self.level))
            now = level.sum() + upright.sum()
            if now == before:
                break
            before = now
        # The last segment goes to the right.
        fits = (self.level[to] == self.level[to, last]) & (np.arange(nx) <= last)
        costs = np.where(fits, upright[:, to] + self.xs[last] - self.xs, np.inf)
        k = int(np.argmin(costs))
        if not costs[k] < _NEVER:
            return None
        return self._back(level, upright, to, k)

    def _back(self, level: np.ndarray, upright: np.ndarray, row: int, column: int) -> np.ndarray:
        """Return the route to the upright segment at `column` that ends on `row`, followed back to the start."""
        way = [self.end[0], self.end[1]]
        while True:
            way.append(self.xs[column])
            at = upright[column, row]
            if self.down and (
                column == self.out[1]
                and row >= self.out[0]
                and abs(at - (self.ys[row] - self.ys[self.out[0]])) < 0.01
                and self.upright[column, row] == self.upright[self.out[::-1]]
            ):
                way += [self.start[1], self.start[0]]
                return np.array(way[::-1])
            same = self.upright[column] == self.upright[column, row]
            costs = np.where(same, level[:, column] + np.abs(self.ys - self.ys[row]), np.inf)
            row = int(np.argmin(costs))
            at = level[row, column]
            way.append(self.ys[row])
            if not self.down and (
                row == self.out[0]
                and column >= self.out[1]
                and abs(at - (self.xs[column] - self.xs[self.out[1]])) < 0.01
                and self.level[row, column] == self.level[self.out]
            ):
                way[-1] = self.start[1]
                return np.array([*way, self.start[0]][::-1])
            same = self.level[row] == self.level[row, column]
            costs = np.where(same, upright[:, row] + np.abs(self.xs - self.xs[column]), np.inf)
            column = int(np.argmin(costs))


def _runs(blocked: np.ndarray) -> np.ndarray:
    """Return the number of the free run of each crossing, from the blocked edges between neighbours of each line."""
    return np.pad(np.cumsum(blocked, 1), ((0, 0), (1, 0)))


def _spread(cost: np.ndarray, at: np.ndarray, run: np.ndarray) -> np.ndarray:
    """Return the least cost at each crossing of arriving along its line from any crossing of the same free run."""
    forth = np.minimum.accumulate(cost - at - run * _APART, 1) + at + run * _APART
    back = np.minimum.accumulate((cost + at + run * _APART)[:, ::-1], 1)[:, ::-1] - at - run * _APART
    return np.minimum(forth, back)
