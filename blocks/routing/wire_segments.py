"""Segments of wires as drawn, with hops at crossings, and forks of wires from one output; points in any unit."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from msgspec import Struct

from blockloom.blocks.routing.wire_shapes import ranges, rounded, segments

HOP, CLOSE = 5.0, 12.0  # canvas pixels: radius of a hop; closer crossings share one hop
_ARC = 4  # number of line segments of a quarter circle
MANY = 1_000_000  # with more pairs of segments, hops and forks are not drawn
_LEFT, _RIGHT, _UP, _DOWN = 1, 2, 4, 8
_SEVERAL = np.array([bin(bits).count("1") > 2 for bits in range(16)])


class WireSegments(Struct, frozen=True):
    """Segments of wires to draw.

    `rows` (k, 4) are segments x1 y1 x2 y2, `owner` (k,) the wire of each; `forks` (f, 2) are points at which the wire
    `forked` (f,) leaves others of its output.
    """

    rows: np.ndarray
    owner: np.ndarray
    forks: np.ndarray
    forked: np.ndarray


def make_segments(
    ways: Sequence[tuple[np.ndarray, np.ndarray]],
    net: np.ndarray,
    radius: float,
    unit: float | None,
    area: tuple[float, float, float, float],
    hops: bool = True,
) -> WireSegments:
    """Return the segments of wires in an area x0 y0 x1 y1.

    Args:
        ways: corner points as from `corners`.
        net: (m,), equal for wires of one output.
        radius: of the rounded corners; 0 for square ones, without hops and forks.
        unit: the length of a canvas pixel; None for no hops and no forks.
        area: x0 y0 x1 y1.
        hops: whether level wires hop over upright ones.
    """
    rows, owner = _seen(ways, area)
    if radius:
        touching = np.zeros(len(net), bool)
        touching[owner] = True
        ways = [(ix[some], points[some]) for ix, points in ways if (some := touching[ix]).any()]
        if unit is None:
            rows, owner = _seen([(ix, rounded(points, radius)) for ix, points in ways], area)
    if unit is None or not radius:
        return WireSegments(rows, owner, np.empty((0, 2)), np.empty(0, np.intp))
    at, forked, sharp = _forks(ways, net, rows, owner, area)
    arcs, first = [], 0
    for ix, points in ways:
        corners = len(ix) * (points.shape[1] - 2)
        radii = np.where(sharp[first : first + corners], 0.0, radius).reshape(len(ix), -1, 1)
        arcs.append((ix, rounded(points, radii) if corners else points))
        first += corners
    rows, owner = _seen(arcs, area)
    if hops:
        rows, of = _hopping(rows, net[owner], unit, at, net[forked], area)
        owner = owner[of]
    return WireSegments(rows, owner, at, forked)


def _seen(
    found: Sequence[tuple[np.ndarray, np.ndarray]], area: tuple[float, float, float, float]
) -> tuple[np.ndarray, np.ndarray]:
    """Return the segments in the area, and their wires."""
    rows, owner = _rows(found)
    seen = _touching(rows, area)
    return rows[seen], owner[seen]


def _rows(found: Sequence[tuple[np.ndarray, np.ndarray]]) -> tuple[np.ndarray, np.ndarray]:
    if not found:
        return np.empty((0, 4)), np.empty(0, np.intp)
    return (
        np.concatenate([segments(points) for _, points in found]),
        np.concatenate([np.repeat(ix, points.shape[1] - 1) for ix, points in found]),
    )


def _touching(rows: np.ndarray, area: tuple[float, float, float, float]) -> np.ndarray:
    a, b, c, d = rows.T
    x0, y0, x1, y1 = area
    return np.flatnonzero(
        (np.minimum(a, c) < x1) & (np.maximum(a, c) > x0) & (np.minimum(b, d) < y1) & (np.maximum(b, d) > y0)
    )


def _between(at: np.ndarray, low: np.ndarray, high: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the order of the values `at`, and the values between each pair low, high.

    The latter as two arrays: the index in the order of the first one, and their number.
    """
    order = np.argsort(at, kind="stable")
    first = np.searchsorted(at[order], low, "right")
    return order, first, np.maximum(np.searchsorted(at[order], high) - first, 0)


def _hopping(
    rows: np.ndarray,
    net: np.ndarray,
    unit: float,
    forks: np.ndarray,
    parted: np.ndarray,
    area: tuple[float, float, float, float],
) -> tuple[np.ndarray, np.ndarray]:
    """Return the rows with hops, and the original row of each segment.

    Crossings closer than CLOSE share one hop. A row without room has no hop, and neither has the neighbourhood of the
    points `forks`, at which wires of the net `parted` part.
    """
    whole = np.arange(len(rows))
    row, at = _crossings(rows, net, area)
    if not len(row):
        return rows, whole
    radius, close = HOP * unit, CLOSE * unit
    order = np.lexsort((at, row))
    row, at = row[order], at[order]
    begins = np.ones(len(row), bool)
    begins[1:] = (row[1:] != row[:-1]) | (at[1:] - at[:-1] >= close)
    first = np.flatnonzero(begins)
    last = np.append(first[1:], len(row)) - 1
    row, left, right = row[first], at[first] - radius, at[last] + radius
    x1, y1, x2, _ = rows[row].T
    room = (left > np.minimum(x1, x2) + radius) & (right < np.maximum(x1, x2) - radius)
    if len(forks):
        by_net = np.argsort(parted, kind="stable")
        begin, end = (np.searchsorted(parted[by_net], net[row], side) for side in ("left", "right"))
        i, j = ranges(begin, end - begin)
        x, y = forks[by_net[j]].T
        near = (np.abs(y - y1[i]) < 1) & (x > left[i] - close) & (x < right[i] + close)
        room[i[near]] = False
    row, left, right = row[room], left[room], right[room]
    if not len(row):
        return rows, whole
    y = rows[row, 1]
    turn = np.pi * np.arange(_ARC + 1) / _ARC / 2
    up, away = radius * np.sin(turn), radius * (1 - np.cos(turn))
    xs = np.concatenate((left[:, None] + away, right[:, None] - away[::-1]), 1)
    ys = y[:, None] - np.concatenate((up, up[::-1]))
    points = np.stack((xs, ys), 2)
    bridges = segments(points)
    counts = np.bincount(row, minlength=len(rows))
    cut = np.flatnonzero(counts)  # only rows with hops are cut into pieces
    pieces, of = _between_hops(rows, cut, counts, left, right)
    kept = np.flatnonzero(counts == 0)
    made = np.concatenate((rows[kept], pieces, bridges))
    owner = np.concatenate((kept, of, np.repeat(row, points.shape[1] - 1)))
    # Positions along each row, in its direction.
    ahead = rows[owner, 0] <= rows[owner, 2]
    back = ~ahead & (counts[owner] > 0)
    made[back] = made[back][:, [2, 3, 0, 1]]
    order = np.lexsort((np.where(ahead, made[:, 0], -made[:, 0]), owner))
    order = order[(made[order, :2] != made[order, 2:]).any(1)]
    return made[order], owner[order]


def _between_hops(
    rows: np.ndarray, cut: np.ndarray, counts: np.ndarray, left: np.ndarray, right: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Return the level segments of the rows `cut` between their hops, in order, and the row of each.

    Row `r` has counts[r] hops, from `left` to `right`.
    """
    n = counts[cut]
    low, high = np.minimum(rows[cut, 0], rows[cut, 2]), np.maximum(rows[cut, 0], rows[cut, 2])
    begin, end = np.empty(len(left) + len(cut)), np.empty(len(left) + len(cut))
    start = np.cumsum(n + 1) - n - 1  # index of the first piece of each row
    after = np.arange(len(left)) + np.repeat(np.arange(len(cut)), n) + 1  # index of the piece to the right of each hop
    begin[start], end[start + n] = low, high
    begin[after], end[after - 1] = right, left
    of = np.repeat(cut, n + 1)
    y = rows[of, 1]
    return np.stack((begin, y, end, y), 1), of


def _crossings(
    rows: np.ndarray, net: np.ndarray, area: tuple[float, float, float, float]
) -> tuple[np.ndarray, np.ndarray]:
    """Return the crossings of level rows with upright ones of another net: the level row and the x of each."""
    x1, y1, x2, y2 = rows.T
    level, upright = np.flatnonzero((y1 == y2) & (x1 != x2)), np.flatnonzero((x1 == x2) & (y1 != y2))
    low, high = np.minimum(x1, x2)[level], np.maximum(x1, x2)[level]
    top, foot = np.minimum(y1, y2)[upright], np.maximum(y1, y2)[upright]
    y, x = y1[level], x1[upright]
    by_x, by_y = (
        _between(x, np.maximum(low, area[0]), np.minimum(high, area[2])),
        _between(y, np.maximum(top, area[1]), np.minimum(foot, area[3])),
    )
    if by_x[2].sum() <= by_y[2].sum():
        order, first, count = by_x
        i, j = ranges(first, count if count.sum() <= MANY else count * 0)
        j = order[j]
        met = (top[j] < y[i]) & (y[i] < foot[j])
    else:
        order, first, count = by_y
        j, i = ranges(first, count if count.sum() <= MANY else count * 0)
        i = order[i]
        met = (low[i] < x[j]) & (x[j] < high[i])
    under, over = level[i[met]], upright[j[met]]
    other = net[under] != net[over]
    return under[other], x1[over[other]]


def _forks(
    ways: Sequence[tuple[np.ndarray, np.ndarray]],
    net: np.ndarray,
    rows: np.ndarray,
    of: np.ndarray,
    area: tuple[float, float, float, float],
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the points at which wires of one net part, their wires, and which inner corners are such points.

    The `rows` are the segments in the area, each of the wire `of`.
    """
    inner = [(np.repeat(ix, points.shape[1] - 2), points[:, 1:-1].reshape(-1, 2)) for ix, points in ways]
    owner = np.concatenate([ws for ws, _ in inner] or [np.empty(0, np.intp)])
    at = np.concatenate([points for _, points in inner] or [np.empty((0, 2))])
    flags = np.zeros(len(at), bool)
    order = np.argsort(net, kind="stable")
    same = net[order][1:] == net[order][:-1]
    alike = np.zeros(len(net), bool)  # whether other wires are in the net of a wire
    alike[order] = np.append(same, False) | np.append(False, same)
    x, y = at.T
    mine = np.flatnonzero(alike[owner] & (x > area[0]) & (x < area[2]) & (y > area[1]) & (y < area[3]))
    rows, of = rows[alike[of]], of[alike[of]]
    order = np.argsort(net[of], kind="stable")
    rows, ranked = rows[order], net[of[order]]
    first = np.searchsorted(ranked, net[owner[mine]])
    count = np.searchsorted(ranked, net[owner[mine]], "right") - first
    if 0 < count.sum() <= MANY:
        i, j = ranges(first, count)
        x, y = x[mine[i]], y[mine[i]]
        x1, y1, x2, y2 = rows[j].T
        near = 0.01
        low, high, top, foot = np.minimum(x1, x2), np.maximum(x1, x2), np.minimum(y1, y2), np.maximum(y1, y2)
        on = (low - near < x) & (x < high + near) & (top - near < y) & (y < foot + near)
        bits = on * (
            _LEFT * (low < x - near) | _RIGHT * (high > x + near) | _UP * (top < y - near) | _DOWN * (foot > y + near)
        )
        flags[mine] = _SEVERAL[np.bitwise_or.reduceat(bits, np.cumsum(count) - count)]
    return at[flags], owner[flags], flags


def dashes(rows: np.ndarray, on: float, period: float, origin: tuple[float, float] = (0.0, 0.0)) -> np.ndarray:
    """Return dashes of rows (n, 4), each `on` long, or points (k, 4) if `on` is 0.

    Dashes begin where x or y minus `origin` is a multiple of `period`, so that tiles of a page fit together.
    """
    parts = []
    away = rows[:, 2:] - rows[:, :2]
    wide = np.abs(away[:, 0]) + 1e-6 >= np.abs(away[:, 1])  # a diagonal counts as wide, wherever it is cut
    for some, along in ((wide, 0), (~wide, 1)):
        mine, run, zero = rows[some], away[some], origin[along]
        low, high = (of(mine[:, along], mine[:, along + 2]) for of in (np.minimum, np.maximum))
        first = np.floor((low - zero) / period) if on else np.ceil((low - zero) / period)
        count = np.maximum(np.floor((high - zero) / period) - first + 1, 0).astype(np.intp)
        which, number = ranges(np.zeros(len(mine), np.intp), count)
        begin = zero + (first[which] + number) * period
        ends = np.stack((np.maximum(begin, low[which]), np.minimum(begin + on, high[which])), 1)
        part = (ends - mine[which, along, None]) / np.where(run[which, along], run[which, along], 1.0)[:, None]
        pieces = (mine[which, None, :2] + part[..., None] * run[which, None]).reshape(-1, 4)
        parts.append(pieces[ends[:, 0] < ends[:, 1]] if on else pieces)
    return np.concatenate(parts)
