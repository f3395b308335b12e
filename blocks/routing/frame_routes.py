"""Routes and expanded frames: wires go around frames that they do not enter, and do not run along lines of frames."""

from __future__ import annotations

import math

import numpy as np

from blockloom.blocks.routing.lanes import ALONG, LANE
from blockloom.blocks.routing.obstacles import Obstacles, finite
from blockloom.blocks.routing.route_finder import route_cost, search
from blockloom.blocks.routing.wire_shapes import GAP

APART = 12.0  # canvas pixels between a segment and the edge of a frame
_LONGER = 2.0  # a route around a frame may be longer than one through it by this factor
_SEARCHES = 150  # most wires for which a route around frames is searched


def go_around(
    ways: list[np.ndarray],
    frames: np.ndarray,
    around: Obstacles,
    starts: np.ndarray,
    ends: np.ndarray,
    down: np.ndarray,
) -> None:
    """Replace routes through frames that contain no end of the wire, if a route around them is not much longer.

    Args:
        ways: routes as of `route_finder.find`; changed in place.
        frames: the expanded frames, (k, 4) x0 y0 x1 y1.
        around: the boxes.
        starts: the starts of the wires, (m, 2).
        ends: their ends.
        down: which wires leave downwards, (m,).
    """
    frames = frames[finite(frames)]
    if not len(frames) or not ways:
        return
    own = _contains(frames, starts) | _contains(frames, ends)
    through = np.flatnonzero((_crossed(ways, frames) & ~own).any(1))[:_SEARCHES]
    boxes = around.boxes[finite(around.boxes)]
    middles = (boxes[:, :2] + boxes[:, 2:]) / 2
    for w in through.tolist():
        others = frames[~own[w]]
        free = boxes[~_contains(others, middles).any(1)]
        way = search(np.vstack((free, others)), starts[w], ends[w], bool(down[w]))
        if way is not None and route_cost(way) <= _LONGER * route_cost(ways[w]) and _is_free(way, around):
            ways[w] = way


def _contains(frames: np.ndarray, points: np.ndarray) -> np.ndarray:
    """Return which frames contain which points, (points, frames)."""
    x, y = points[:, :1], points[:, 1:]
    x0, y0, x1, y1 = frames.T
    return (x >= x0) & (x <= x1) & (y >= y0) & (y <= y1)


def _crossed(ways: list[np.ndarray], frames: np.ndarray) -> np.ndarray:
    """Return which routes enter which frames, (routes, frames)."""
    owner, k, c, inner = _segments(ways, 1)
    at, a, b = c[inner], c[inner - 1], c[inner + 1]
    level, low, high = k[inner] % 2 == 1, np.minimum(a, b), np.maximum(a, b)
    left, right = np.where(level, low, at), np.where(level, high, at)
    top, bottom = np.where(level, at, low), np.where(level, at, high)
    crossed = np.zeros((len(ways), len(frames)), bool)
    for number, (x0, y0, x1, y1) in enumerate(frames.tolist()):
        crossed[owner[inner[(left < x1) & (right > x0) & (top < y1) & (bottom > y0)]], number] = True
    return crossed


def _segments(ways: list[np.ndarray], margin: int) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Return the coordinates of all routes in one array, with the segments, `margin` away from both ends.

    Returns:
        The route of each coordinate, its place in the route, the coordinates, and the indices of the segments.
    """
    count = np.array([len(way) for way in ways])
    first = np.cumsum(count) - count
    owner = np.repeat(np.arange(len(ways)), count)
    place = np.arange(len(owner)) - first[owner]
    inner = np.flatnonzero((place >= margin) & (place <= count[owner] - 1 - margin))
    return owner, place, np.concatenate(ways), inner


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
    owner, k, c, inner = _segments(ways, 2)
    before, after = c[inner - 1], c[inner + 1]
    low, high = np.minimum(before, after), np.maximum(before, after)
    level = k[inner] % 2 == 1
    for number, frame in enumerate(frames.tolist()):
        begin, end = np.where(level, frame[0], frame[1]), np.where(level, frame[2], frame[3])
        along = np.minimum(high, end) - np.maximum(low, begin) > ALONG
        for side in (0, 2):
            line = np.where(level, frame[side + 1], frame[side])
            near = along & (np.abs(c[inner] - line) < APART + LANE / 2)  # the nearest lane may be closer to the edge
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

    A segment that is almost on the line, or of a wire that leaves the frame, may move to the other side. A segment
    outside of a frame stays outside if the frame contains no end of the wire.
    """
    level, offset = k % 2 == 1, (way[k] - line) * outside
    near = outside if offset >= 0 else -outside
    x0, y0, x1, y1 = frames[number].tolist()
    ends = (way[0], way[1]), (way[-1], way[-2])
    inside = [x0 <= x <= x1 and y0 <= y <= y1 for x, y in ends]
    if level and any(inside) and not all(inside) and way[-1] < way[0]:
        near = outside  # a wire that leaves the frame and goes back does so outside
    stays = abs(offset) >= APART / 2 and all(inside) or offset >= 0 and not any(inside)
    places = [
        (apart, side * math.ceil((side * line + apart) / LANE) * LANE)  # the nearest lane
        for apart in (APART, APART / 2)  # half the distance between edges of nested frames
        for side in ((near,) if stays else (near, -near))
        if abs(offset) < apart or apart == APART
    ]
    others, moved = np.delete(frames, number, 0), way.copy()
    for apart, at in places:
        turns_early, turns_late = k == 2 and not down and at < way[0] + GAP, k == len(way) - 3 and at > way[-1] - GAP
        moved[k] = at
        if not level and (turns_early or turns_late):
            continue
        if _is_free(moved[k - 2 : k + 3], around, k) and not _is_on_line(moved, k, level, others, apart):
            way[k] = at
            return


def _is_free(way: np.ndarray, around: Obstacles, number: int = 0) -> bool:
    """Return whether no segment of a route, or of a part of it, runs into a box.

    Args:
        way: the coordinates, without a segment for the first and the last.
        around: the boxes.
        number: the number of the first coordinate in its route, or one that is as odd.
    """
    at, low, high = way[1:-1], np.minimum(way[:-2], way[2:]), np.maximum(way[:-2], way[2:])
    level = np.arange(1 + number, len(at) + 1 + number) % 2 == 1
    lines = (around.rows, level), (around.columns, ~level)
    return not any(strips.hit(at[some], low[some], high[some]).any() for strips, some in lines)


def _is_on_line(way: np.ndarray, k: int, level: bool, frames: np.ndarray, apart: float) -> bool:
    """Return whether segment `k` runs along the line of one of the frames, nearer than `apart`."""
    low, high = sorted((way[k - 1], way[k + 1]))
    axis = 0 if level else 1
    along = np.minimum(high, frames[:, axis + 2]) - np.maximum(low, frames[:, axis]) > ALONG
    near = np.minimum(np.abs(frames[:, 1 - axis] - way[k]), np.abs(frames[:, 3 - axis] - way[k])) < apart
    return bool((along & near).any())
