"""One level of a layout: boxes and wires as arrays, left to right."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from blockloom.blocks.layout.layer_order import good_orders
from blockloom.blocks.layout.layers import back_edges, components, layered, rank
from blockloom.blocks.layout.refine import SMALL, PlacedBoxes, Wires, fewest, heights

COLUMN, LANE = 70.0, 8.0  # least pixels between columns, and pixels for each parallel wire that turns there
_LANES = 24  # most parallel wires with separate space
ROW = 60.0  # pixels around a component
_FAR = 1e8  # distance between components while they are processed one by one
_ASPECT = 1.2  # width to height of the part of a window that shows the page


def flow(
    size: np.ndarray, wires: Wires, now: np.ndarray, group: np.ndarray, tick: Callable[[float], None]
) -> np.ndarray:
    """Return places (n, 2) of the top left corners of boxes of `size` (n, 2), from (0, 0) in each group.

    Args:
        size: (n, 2), of the boxes.
        wires: between the boxes; none crosses groups.
        now: (n, 2), the present places.
        group: (n,), the number of the frame, or page, of each box.
        tick: called with numbers in 0..1.
    """
    n = len(size)
    if not n:
        return np.zeros((0, 2))
    real = np.flatnonzero(wires.tails != wires.heads)
    wires = Wires(*(a[real] for a in wires))
    component = components(n, wires.tails, wires.heads)
    turned = back_edges(n, wires.tails, wires.heads, wires.loop)
    swap = turned[:, None]
    tails, heads = np.where(turned, wires.heads, wires.tails), np.where(turned, wires.tails, wires.heads)
    tail_at, head_at = np.where(swap, wires.head_at, wires.tail_at), np.where(swap, wires.tail_at, wires.head_at)
    layer = rank(n, tails, heads)
    first = np.full(component.max() + 1, len(layer))
    np.minimum.at(first, component, layer)
    layer -= first[component]
    tick(0.1)
    graph = layered(layer, component, size[:, 1], tails, heads, tail_at[:, 1], head_at[:, 1])
    middle = now[:, 1] + size[:, 1] / 2
    drawn = middle[graph.origin] * (1 - graph.share) + middle[graph.goal] * graph.share
    x = _columns(size, component, layer)
    many = len(wires.tails) <= SMALL
    orders = good_orders(graph, [drawn], lambda done: tick(0.1 + (0.4 if many else 0.6) * done), 6 if many else 1)
    if many:
        y = fewest(
            graph,
            orders,
            PlacedBoxes(x + component * _FAR, size, wires, component),
            lambda done: tick(0.5 + 0.5 * done),
        )
    else:
        top = heights(graph, orders[0], lambda done: tick(0.7 + 0.3 * done))
        y = np.empty(n)
        y[graph.node[graph.node >= 0]] = top[graph.node >= 0]
    lanes = _abreast(component, layer, tails, heads, tail_at[:, 1], y[tails] + tail_at[:, 1], y[heads] + head_at[:, 1])
    places = np.stack((_columns(size, component, layer, lanes), y), 1)
    return packed(in_rows(places, size, component, layer, tails, heads, _ASPECT), size, component, group)


def _columns(size: np.ndarray, component: np.ndarray, layer: np.ndarray, lanes: np.ndarray | float = 4.0) -> np.ndarray:
    """Return the x of each box: boxes of a layer are left-aligned, with room for `lanes` after each column."""
    deep = int(layer.max()) + 1
    column = component * deep + layer
    width = np.zeros((int(component.max()) + 1) * deep)
    np.maximum.at(width, column, size[:, 0])
    width += np.where(width > 0, COLUMN + LANE * np.minimum(lanes, _LANES), 0)
    left = width.reshape(-1, deep).cumsum(1) - width.reshape(-1, deep)
    return left.ravel()[column]


def _abreast(
    component: np.ndarray,
    layer: np.ndarray,
    tails: np.ndarray,
    heads: np.ndarray,
    pin: np.ndarray,
    start: np.ndarray,
    end: np.ndarray,
) -> np.ndarray:
    """Return the largest number of parallel wires that turn after each column.

    Routes turn in front of their ends, from the height `start` to `end`; those from one pin share a lane.
    """
    deep = int(layer.max()) + 1
    count = (int(component.max()) + 1) * deep
    most = np.zeros(count)
    if not len(tails):
        return most
    column = component[heads] * deep + layer[heads] - 1
    key = np.stack((column, tails, pin), 1)
    unique, of = np.unique(key, axis=0, return_inverse=True)
    low, high = np.full(len(unique), np.inf), np.full(len(unique), -np.inf)
    np.minimum.at(low, of.ravel(), np.minimum(start, end))
    np.maximum.at(high, of.ravel(), np.maximum(start, end))
    turns = high - low > 1
    column, low, high = unique[turns, 0].astype(int), low[turns], high[turns]
    at, step = np.tile(column, 2), np.repeat((1, -1), len(column))
    order = np.lexsort((step, np.concatenate((low, high)), at))
    np.maximum.at(most, at[order], step[order].cumsum())
    return most


def packed(places: np.ndarray, size: np.ndarray, component: np.ndarray, group: np.ndarray) -> np.ndarray:
    """Return places (n, 2) with the components of each group packed in rows of similar width, tall ones first.

    `component` and `group` (n,) number them.
    """
    count = int(component.max()) + 1
    low, high = np.full((count, 2), np.inf), np.full((count, 2), -np.inf)
    np.minimum.at(low, component, places)
    np.maximum.at(high, component, places + size)
    extent = high - low + ROW
    home = np.empty(count, int)
    home[component] = group
    area, widest = np.bincount(home, extent.prod(1)), np.zeros(home.max() + 1)
    np.maximum.at(widest, home, extent[:, 0])
    room = np.maximum(widest, np.sqrt(_ASPECT * area)).tolist()
    shift = np.empty((count, 2))
    x = y = row = 0.0
    here = -1
    for c in np.lexsort((-extent[:, 1], home)).tolist():
        wide, tall = extent[c]
        if home[c] != here:
            here, x, y, row = home[c], 0.0, 0.0, 0.0
        elif x + wide > room[here] + 0.5:
            x, y, row = 0.0, y + row, 0.0
        shift[c] = x - low[c, 0], y - low[c, 1]
        x, row = x + wide, max(row, tall)
    return np.rint(places + shift[component])


_READ = 1500.0  # canvas pixels: narrower components fit in a window, and stay in one row
_WORTH = 0.85  # rows are used only if they reduce the size to this share
_BETWEEN = 80.0  # canvas pixels between two rows, plus one lane for each wire between them
_LANE = 8.0
_CUT = 24.0  # extra height that counts as the cost of a wire between two rows
_MOST = 8  # most wires between two rows
_RAGGED = 60.0  # most height that rows of equal width may cost
_WIDTHS = np.geomspace(0.4, 1.6, 13)  # tried widths, relative to the width of rows without gaps
_MANY = 1000  # with at least this many layers, only the middle width is tried


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
    # An output with several targets in a later row counts as one wire.
    first, last = layer[mine].copy(), layer[mine].copy()
    number = np.zeros(len(layer), int)
    number[mine] = np.arange(len(mine))
    np.maximum.at(last, number[tails], layer[heads])
    across = np.zeros(count + 1)
    np.add.at(across, first, 1)
    np.add.at(across, last, -1)
    across = across.cumsum()  # number of wires across the gap after each layer
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
