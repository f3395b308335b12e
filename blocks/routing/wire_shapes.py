"""Simple routes, for all wires at once: orthogonal (across, down, across) with rounded corners.

Points are float arrays in any unit; `unit` is the length of one canvas pixel in it.
"""

from __future__ import annotations

import numpy as np

GAP = 18.0  # canvas pixels that a wire runs straight at each end
CORNER = 9.0  # radius of corners of a wire
REACH = 64.0  # canvas pixels that a wire may leave the box of its two ends: for culling


def corners(a: np.ndarray, b: np.ndarray, lane: np.ndarray, unit: float = 1.0) -> list[tuple[np.ndarray, np.ndarray]]:
    """Return the corner points of simple wires from `a` to `b`, (n, 2) each, without regard to boxes.

    Args:
        a: the start of each wire.
        b: the end of each wire.
        lane: (n,) in -3..3, separates wires of different sources between the same columns.
        unit: scales all distances.

    Returns:
        Pairs (indices, points (k, m, 2)), one for each shape of route.
    """
    gap = GAP * unit
    ahead = b[:, 0] - a[:, 0] >= 2 * gap
    flat = ahead & (np.abs(a[:, 1] - b[:, 1]) < 1.5 * unit)
    by_shape = []
    ix = np.flatnonzero(flat)
    if len(ix):
        by_shape.append((ix, np.stack((a[ix], b[ix]), 1)))
    ix = np.flatnonzero(ahead & ~flat)
    if len(ix):
        p, q = a[ix], b[ix]
        room = np.maximum((q[:, 0] - p[:, 0]) / 2 - gap, 0)
        middle = np.rint((p[:, 0] + q[:, 0]) / 2 + np.clip(lane[ix] * 8.0 * unit, -room, room))
        points = np.empty((len(ix), 4, 2))
        points[:, 0], points[:, 3] = p, q
        points[:, 1, 0] = points[:, 2, 0] = middle
        points[:, 1, 1], points[:, 2, 1] = p[:, 1], q[:, 1]
        by_shape.append((ix, points))
    ix = np.flatnonzero(~ahead)
    if len(ix):
        p, q, n = a[ix], b[ix], lane[ix] * 5.0 * unit
        down = np.rint(
            np.where(
                np.abs(p[:, 1] - q[:, 1]) > 90 * unit, (p[:, 1] + q[:, 1]) / 2, np.maximum(p[:, 1], q[:, 1]) + 40 * unit
            )
            + n
        )
        points = np.empty((len(ix), 6, 2))
        points[:, 0], points[:, 5] = p, q
        points[:, 1, 0] = points[:, 2, 0] = np.rint(p[:, 0] + gap + np.abs(n) / 2)
        points[:, 3, 0] = points[:, 4, 0] = np.rint(q[:, 0] - gap - np.abs(n) / 2)
        points[:, 1, 1], points[:, 4, 1] = p[:, 1], q[:, 1]
        points[:, 2, 1] = points[:, 3, 1] = down
        by_shape.append((ix, points))
    return by_shape


def bent(a: np.ndarray, b: np.ndarray, bends: np.ndarray) -> np.ndarray:
    """Return the points (1, m, 2) of a wire with bends set by the user, relative to `a`.

    A level last segment stays level. A single bend at `a` means a straight wire.
    """
    if len(bends) == 1 and not bends.any():
        return np.stack((a, b))[None]
    points = np.concatenate((a[None], a + bends, b[None]))
    if abs(points[-2, 1] - b[1]) <= abs(points[-2, 0] - b[0]):
        points[-2, 1] = b[1]
    return points[None]


def rounded(points: np.ndarray, radius: float | np.ndarray) -> np.ndarray:
    """Return corner points (k, m, 2) with each inner corner replaced by four points of an arc: (k, 4 m - 6, 2).

    `radius` is one number, or one for each inner corner (k, m - 2, 1).
    """
    k, m, _ = points.shape
    if m == 2 or np.ndim(radius) == 0 and radius <= 0:
        return points
    inner, before, after = points[:, 1:-1], points[:, :-2], points[:, 2:]
    to, on = before - inner, after - inner
    to_length, on_length = (np.sqrt((v * v).sum(2, keepdims=True)) for v in (to, on))
    r = np.minimum(np.minimum(to_length, on_length) / 2, radius)
    to = inner + to * (r / np.maximum(to_length, 1e-9))
    on = inner + on * (r / np.maximum(on_length, 1e-9))
    arc = np.empty((k, m - 2, 4, 2))
    for i, t in enumerate((0.0, 0.36, 0.64, 1.0)):
        arc[:, :, i] = (1 - t) ** 2 * to + 2 * t * (1 - t) * inner + t * t * on
    return np.concatenate((points[:, :1], arc.reshape(k, -1, 2), points[:, -1:]), 1)


def segments(points: np.ndarray) -> np.ndarray:
    """Return polylines (k, m, 2) as segments (k (m - 1), 4) x1 y1 x2 y2."""
    return np.concatenate((points[:, :-1], points[:, 1:]), 2).reshape(-1, 4)


def distance(points: np.ndarray, x: float, y: float) -> np.ndarray:
    """Return the distance (k,) of (x, y) from each polyline of (k, m, 2)."""
    a, b = points[:, :-1], points[:, 1:]
    d = b - a
    length = np.maximum((d * d).sum(2), 1e-9)
    t = np.clip((((np.array([x, y]) - a) * d).sum(2)) / length, 0, 1)
    nearest = a + d * t[..., None]
    return np.sqrt(((nearest - np.array([x, y])) ** 2).sum(2)).min(1)


def ranges(first: np.ndarray, count: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the ranges first[i], first[i] + 1, ..., of `count[i]` numbers: the i of each number, and the numbers."""
    which = np.repeat(np.arange(len(first)), count)
    return which, np.arange(len(which)) - np.repeat(np.cumsum(count) - count - first, count)
