"""A long chain is broken into rows, as text is: where few wires lead from one row to the next."""

from __future__ import annotations

import numpy as np

_READ = 1500.0  # canvas pixels: anything narrower fits in a window, and stays in one row
_WORTH = 0.85  # rows are only used if they make the whole this much smaller
_BETWEEN = 80.0  # canvas pixels between two rows, plus one lane for each wire between them
_LANE = 8.0
_CUT = 24.0  # height that a wire between two rows may save, in addition to its lane
_MOST = 8  # wires between two rows, at most
_RAGGED = 60.0  # height that rows of equal width may cost
_WIDTHS = np.geomspace(0.4, 1.6, 13)  # that are tried, as parts of that of rows without any gaps ...
_MANY = 1000  # ... unless there are as many layers: then the one in the middle


def in_rows(
    places: np.ndarray,
    size: np.ndarray,
    component: np.ndarray,
    layer: np.ndarray,
    tails: np.ndarray,
    heads: np.ndarray,
    aspect: float,
) -> np.ndarray:
    """Return places (n, 2), with components that are too wide to read broken into rows from left to right.

    Rows are chosen so that the whole is as large as possible in a window `aspect` times as wide as high.
    """
    places = places.copy()
    low, high = np.full((component.max() + 1, 2), np.inf), np.full((component.max() + 1, 2), -np.inf)
    np.minimum.at(low, component, places)
    np.maximum.at(high, component, places + size)
    wide, tall = (high - low).T
    for part in np.flatnonzero((wide > _READ) & (wide > aspect * tall)).tolist():
        mine = np.flatnonzero(component == part)
        ours = component[tails] == part
        _break(places, size, mine, layer, tails[ours], heads[ours], aspect)
    return places


def _break(
    places: np.ndarray,
    size: np.ndarray,
    mine: np.ndarray,
    layer: np.ndarray,
    tails: np.ndarray,
    heads: np.ndarray,
    aspect: float,
) -> None:
    """Put the boxes of a component into rows, in place."""
    count = int(layer[mine].max()) + 1
    low, high = np.full((count, 2), np.inf), np.full((count, 2), -np.inf)
    np.minimum.at(low, layer[mine], places[mine])
    np.maximum.at(high, layer[mine], places[mine] + size[mine])
    # One output that goes to several places of a later row is one wire there.
    first, last = layer[mine].copy(), layer[mine].copy()
    number = np.zeros(len(layer), int)
    number[mine] = np.arange(len(mine))
    np.maximum.at(last, number[tails], layer[heads])
    across = np.zeros(count + 1)
    np.add.at(across, first, 1)
    np.add.at(across, last, -1)
    across = across.cumsum()  # after each layer
    starts = _starts(low, high, across, aspect)
    top = low[:, 1].min()
    for begin, end in zip(starts, [*starts[1:], count]):
        row = mine[(layer[mine] >= begin) & (layer[mine] < end)]
        if begin:
            top += _BETWEEN + _LANE * across[begin - 1]
        places[row] += low[0, 0] - low[begin, 0], top - low[begin:end, 1].min()
        top += high[begin:end, 1].max() - low[begin:end, 1].min()


def _starts(low: np.ndarray, high: np.ndarray, across: np.ndarray, aspect: float) -> list[int]:
    """Return the layers at which rows begin: of several widths, those with which the whole appears largest.

    `low` and `high` (layers, 2) are the corners of layers, `across` the number of wires that lead on after each.
    """
    wide, tall = np.ptp(np.concatenate((low, high)), axis=0).tolist()
    least, best = _WORTH * max(wide / aspect, tall), [0]
    widths = _WIDTHS if len(low) < _MANY else _WIDTHS[6:7]
    for width in (widths * np.sqrt(aspect * wide * (tall + _BETWEEN))).tolist():
        starts, height = _filled(low, high, across, width)
        last = np.array([*starts[1:], len(low)]) - 1
        seen = max((high[last, 0] - low[starts, 0]).max() / aspect, height)
        if seen < least:
            least, best = seen, starts
    return best


def _filled(low: np.ndarray, high: np.ndarray, across: np.ndarray, width: float) -> tuple[list[int], float]:
    """Return rows of at most a width and least total height: the layers at which they begin, and their cost.

    The result is a single row, with infinite cost, if no such rows exist.
    """
    count = len(low)
    costs, come = np.full(count + 1, np.inf), np.zeros(count + 1, int)
    costs[0] = 0.0
    before = np.where(across > _MOST, np.inf, _BETWEEN + (_LANE + _CUT) * across)
    for end in range(1, count + 1):
        begin = np.arange(min(int(np.searchsorted(low[:, 0], high[end - 1, 0] - width)), end - 1), end)
        top = np.minimum.accumulate(low[begin[::-1], 1])[::-1]
        bottom = np.maximum.accumulate(high[begin[::-1], 1])[::-1]
        cost = costs[begin] + bottom - top + _RAGGED * (1 - (high[end - 1, 0] - low[begin, 0]) / width) ** 2
        cost += np.where(begin > 0, before[begin - 1], 0.0)
        best = int(np.argmin(np.rint(cost)))
        costs[end], come[end] = cost[best], begin[best]
    if not np.isfinite(costs[count]):
        return [0], np.inf
    starts = [count]
    while starts[-1]:
        starts.append(int(come[starts[-1]]))
    return starts[:0:-1], float(costs[count])
