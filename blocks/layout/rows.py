"""A long chain is broken into rows, as text is: where few wires lead from one row to the next."""

from __future__ import annotations

import numpy as np

_LONG = 2.0  # times as wide as the whole would be in rows ...
_WIDE = 2800.0  # ... and wider than can be read on a screen: what is shorter stays in one row
_BETWEEN = 80.0  # canvas pixels between two rows, and as much as a lane for each wire that turns there
_LANE = 8.0
_RAGGED = 0.5  # by how much of their width rows may differ
_CUT = 0.15  # what a wire from row to row costs: as much as a row that differs by the root of that
_MOST = 8  # wires that may lead from one row to the next


def in_rows(
    places: np.ndarray,
    size: np.ndarray,
    component: np.ndarray,
    layer: np.ndarray,
    tails: np.ndarray,
    heads: np.ndarray,
    aspect: float,
) -> np.ndarray:
    """Places (n, 2) with components that are far wider than high broken into rows, each from left to right; the whole
    is about `aspect` times as wide as high."""
    places = places.copy()
    low, high = np.full((component.max() + 1, 2), np.inf), np.full((component.max() + 1, 2), -np.inf)
    np.minimum.at(low, component, places)
    np.maximum.at(high, component, places + size)
    wide, tall = (high - low).T
    room = np.sqrt(aspect * wide * (tall + _BETWEEN))
    for part in np.flatnonzero((wide > _WIDE) & (wide > _LONG * room)).tolist():
        mine = np.flatnonzero(component == part)
        ours = component[tails] == part
        _break(places, size, mine, layer, tails[ours], heads[ours], wide[part] / round(wide[part] / room[part]))
    return places


def _break(
    places: np.ndarray,
    size: np.ndarray,
    mine: np.ndarray,
    layer: np.ndarray,
    tails: np.ndarray,
    heads: np.ndarray,
    ideal: float,
) -> None:
    """Put the boxes of a component into rows of about an ideal width, in place."""
    count = int(layer[mine].max()) + 1
    left, right = np.full(count, np.inf), np.full(count, -np.inf)
    np.minimum.at(left, layer[mine], places[mine, 0])
    np.maximum.at(right, layer[mine], places[mine, 0] + size[mine, 0])
    # One output that goes to several places of a later row is one wire there.
    first, last = layer[mine].copy(), layer[mine].copy()
    number = np.zeros(len(layer), int)
    number[mine] = np.arange(len(mine))
    np.maximum.at(last, number[tails], layer[heads])
    across = np.zeros(count + 1)
    np.add.at(across, first, 1)
    np.add.at(across, last, -1)
    across = across.cumsum()  # after each layer
    starts = _starts(left, right, across, ideal)
    top = places[mine, 1].min()
    for begin, end in zip(starts, [*starts[1:], count]):
        row = mine[(layer[mine] >= begin) & (layer[mine] < end)]
        start, high = places[row, 1].min(), (places[row, 1] + size[row, 1]).max()
        if begin:
            top += _BETWEEN + _LANE * across[begin - 1]
        places[row] += left[0] - left[begin], top - start
        top += high - start


def _starts(left: np.ndarray, right: np.ndarray, across: np.ndarray, ideal: float) -> list[int]:
    """The layers that rows begin with."""
    count = len(left)
    least, come = np.full(count + 1, np.inf), np.zeros(count + 1, int)
    least[0] = 0.0
    for end in range(1, count + 1):
        begin = np.arange(int(np.searchsorted(left, right[end - 1] - ideal * (1 + _RAGGED))), end)
        cost = least[begin] + ((right[end - 1] - left[begin]) / ideal - 1) ** 2
        if end < count:
            cost = cost + (_CUT * across[end - 1] if across[end - 1] <= _MOST else np.inf)
        if len(begin) and np.isfinite(cost).any():
            best = int(np.argmin(cost))
            least[end], come[end] = cost[best], begin[best]
    if not np.isfinite(least[count]):
        return [0]
    starts = [count]
    while starts[-1]:
        starts.append(int(come[starts[-1]]))
    return starts[:0:-1]
