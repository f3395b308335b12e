"""Free positions on a page."""

from __future__ import annotations

import numpy as np

APART = 20.0  # canvas pixels between a new item and existing ones
BACK = 1.5  # extra weight of distance to the left and above: pages are read to the right and down


def free_place(
    boxes: np.ndarray, at: tuple[float, float], size: tuple[float, float], grid: float = 1.0, apart: float = APART
) -> tuple[float, float]:
    """Return the corner nearest to `at` from which a box covers no other box and keeps a distance.

    The result is exact: a nearest position that is not straight above or below `at` touches a box with its left or
    right side. Only these sides are tried, nearest first, until none can be better than the best so far.

    Args:
        boxes: The other boxes, (n, 4): x, y, width, height.
        at: The wanted position of the upper left corner; returned if free.
        size: Width and height of the box.
        grid: The spacing of possible positions.
        apart: The distance to other boxes.
    """
    x, y = (round(value / grid) * grid for value in at)
    # A new corner strictly between `low` and `high` would be too close.
    low = np.floor((boxes[:, :2] - apart - size) / grid) * grid
    high = np.ceil((boxes[:, :2] + boxes[:, 2:] + apart) / grid) * grid
    if not ((low < (x, y)) & (high > (x, y))).all(1).any():
        return x, y
    level = _free(low[:, 0], high[:, 0], (low[:, 1] < y) & (high[:, 1] > y), x)
    best, least = (level, y), float(_away(level - x))
    near = ((low < (x + least, y + least)) & (high > (x - least, y - least))).all(1)
    low, high = low[near], high[near]
    sides = np.concatenate(([x], low[:, 0], high[:, 0]))
    sides = sides[np.argsort(_away(sides - x), kind="stable")]
    for side in sides[np.append(True, np.diff(sides) != 0)].tolist():
        if _away(side - x) >= least:
            break
        row = _free(low[:, 1], high[:, 1], (low[:, 0] < side) & (high[:, 0] > side), y)
        away = float(np.hypot(_away(side - x), _away(row - y)))
        if away < least:
            best, least = (side, row), away
    return best


def _away(by: np.ndarray | float) -> np.ndarray:
    """Return the cost of a distance along an axis."""
    return np.maximum(by, -BACK * np.asarray(by))


def _free(low: np.ndarray, high: np.ndarray, these: np.ndarray, at: float) -> float:
    """Return the point nearest to `at` that is strictly inside none of these intervals."""
    low, high = low[these], high[these]
    if not ((low < at) & (high > at)).any():
        return at
    order = np.argsort(low)
    low, reach = low[order], np.maximum.accumulate(high[order])
    apart = low[1:] >= reach[:-1]  # a covered range ends if all intervals that began before have ended
    starts, ends = low[np.append(True, apart)], reach[np.append(apart, True)]
    i = int(np.flatnonzero(ends > at)[0])
    start, end = float(starts[i]), float(ends[i])
    return start if _away(start - at) < _away(end - at) else end
