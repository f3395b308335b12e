"""Move segments of wires that run along the line of a frame, where a wire and the line look like one."""

from __future__ import annotations

import math

import numpy as np

from blockloom.blocks.routing.lanes import LANE
from blockloom.blocks.routing.obstacles import Obstacles
from blockloom.blocks.routing.wire_shapes import GAP

APART = 12.0  # canvas pixels between a segment and the line of a frame
_ALONG = 24.0  # canvas pixels that a segment runs along a line before it is moved


def keep_off(ways: list[np.ndarray], frames: np.ndarray, around: Obstacles, down: np.ndarray) -> None:
    """Move the inner segments of routes away from the lines of frames, if a place without boxes is next to the line.

    Args:
        ways: routes as of `route_finder.find`; changed in place.
        frames: the expanded frames, (k, 4) x0 y0 x1 y1.
        around: the boxes.
        down: which wires leave downwards, (m,).
    """
    if not len(frames) or not ways:
        return
    length = np.array([len(way) for way in ways])
    first = np.cumsum(length) - length
    c = np.concatenate(ways)
    owner = np.repeat(np.arange(len(ways)), length)
    k = np.arange(len(c)) - first[owner]
    inner = np.flatnonzero((k >= 2) & (k <= length[owner] - 3))
    before, after = c[inner - 1], c[inner + 1]
    low, high = np.minimum(before, after), np.maximum(before, after)
    level = k[inner] % 2 == 1
    for number, frame in enumerate(frames.tolist()):
        begin, end = np.where(level, frame[0], frame[1]), np.where(level, frame[2], frame[3])
        along = np.minimum(high, end) - np.maximum(low, begin) > _ALONG
        for side in (0, 2):
            line = np.where(level, frame[side + 1], frame[side])
            near = along & (np.abs(c[inner] - line) < APART + LANE / 2)  # the lane may be nearer
            for i in np.flatnonzero(near).tolist():
                w, place = int(owner[inner[i]]), int(k[inner[i]])
                _move(ways[w], place, float(line[i]), -1 if side == 0 else 1, frames, number, around, bool(down[w]))


def _move(
    way: np.ndarray,
    k: int,
    line: float,
    outside: int,
    frames: np.ndarray,
    number: int,
    around: Obstacles,
    down: bool,
) -> None:
    """Move segment `k` of a route away from a line, to the side on which the segment is.

    A segment that is almost on the line, or of a wire that leaves the frame, may move to the other side.
    """
    level, offset = k % 2 == 1, (way[k] - line) * outside
    near = outside if offset >= 0 else -outside
    x0, y0, x1, y1 = frames[number].tolist()
    ends = (way[0], way[1]), (way[-1], way[-2])
    stays = abs(offset) >= APART / 2 and all(x0 <= x <= x1 and y0 <= y <= y1 for x, y in ends)
    for side in (near,) if stays else (near, -near):
        at = side * math.ceil((side * line + APART) / LANE) * LANE  # where lanes are
        turns_early, turns_late = k == 2 and not down and at < way[0] + GAP, k == len(way) - 3 and at > way[-1] - GAP
        if not level and (turns_early or turns_late):
            continue
        if _is_free(way, k, at, level, around) and not _is_on_line(way, k, at, level, np.delete(frames, number, 0)):
            way[k] = at
            return


def _is_free(way: np.ndarray, k: int, at: float, level: bool, around: Obstacles) -> bool:
    """Return whether segment `k` and its two neighbours run into no box if the segment is at `at`."""
    along, across = (around.rows, around.columns) if level else (around.columns, around.rows)
    spans = (
        (along, at, way[k - 1], way[k + 1]),
        (across, way[k - 1], way[k - 2], at),
        (across, way[k + 1], at, way[k + 2]),
    )
    return not any(
        strips.hit(np.array([place]), np.array([min(a, b)]), np.array([max(a, b)]))[0] for strips, place, a, b in spans
    )


def _is_on_line(way: np.ndarray, k: int, at: float, level: bool, frames: np.ndarray) -> bool:
    """Return whether segment `k` runs along the line of another frame if the segment is at `at`."""
    low, high = sorted((way[k - 1], way[k + 1]))
    axis = 0 if level else 1
    along = np.minimum(high, frames[:, axis + 2]) - np.maximum(low, frames[:, axis]) > _ALONG
    near = np.minimum(np.abs(frames[:, 1 - axis] - at), np.abs(frames[:, 3 - axis] - at)) < APART
    return bool((along & near).any())
