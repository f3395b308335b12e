"""One level of a layout: boxes and wires as arrays, left to right."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from blocks.layout.coordinates import heights
from blocks.layout.layers import back_edges, components, layered, rank
from blocks.layout.order import good_orders
from blocks.layout.refine import SMALL, Drawn, Wires, fewest

COLUMN, LANE = 70.0, 5.0    # room between columns: at least, and more for each wire that runs down there
_LANES = 16                 # wires that get room of their own
ROW = 60.0                  # room around a component
_ASPECT = 1.7               # of the whole, width to height, where there are many components


def flow(size: np.ndarray, wires: Wires, now: np.ndarray, tick: Callable[[float], None]) -> np.ndarray:
    """Places (n, 2) for the top left corners of boxes, from (0, 0) on. `size` and `now`, where they are, are (n, 2)."""
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
    x = _columns(size, component, layer, tails)
    many = len(wires.tails) <= SMALL
    found = good_orders(graph, [drawn], lambda done: tick(0.1 + (0.4 if many else 0.6) * done), 6 if many else 1)
    if many:
        y = fewest(graph, found, Drawn(x, size, wires), lambda done: tick(0.5 + 0.5 * done))
    else:
        top = heights(graph, found[0], lambda done: tick(0.7 + 0.3 * done))
        y = np.empty(n)
        y[graph.node[graph.node >= 0]] = top[graph.node >= 0]
    return packed(np.stack((x, y), 1), size, component)


def _columns(size: np.ndarray, component: np.ndarray, layer: np.ndarray, tails: np.ndarray) -> np.ndarray:
    """The x of each box: those of a layer begin together, and wires that run down between two layers have room."""
    deep = int(layer.max()) + 1
    column = component * deep + layer
    count = (int(component.max()) + 1) * deep
    width = np.zeros(count)
    np.maximum.at(width, column, size[:, 0])
    sources = np.unique(tails)
    down = np.bincount(column[sources], minlength=count)
    width += np.where(width > 0, COLUMN + LANE * np.minimum(down, _LANES), 0)
    left = width.reshape(-1, deep).cumsum(1) - width.reshape(-1, deep)
    return left.ravel()[column]


def packed(places: np.ndarray, size: np.ndarray, component: np.ndarray) -> np.ndarray:
    """Put components beside and below each other, tall ones first, in rows of about the same width."""
    count = int(component.max()) + 1
    low, high = np.full((count, 2), np.inf), np.full((count, 2), -np.inf)
    np.minimum.at(low, component, places)
    np.maximum.at(high, component, places + size)
    extent = high - low + ROW
    room = max(extent[:, 0].max(), np.sqrt(_ASPECT * extent.prod(1).sum()))
    shift = np.empty((count, 2))
    x = y = row = 0.0
    for c in np.argsort(-extent[:, 1], kind="stable").tolist():
        wide, tall = extent[c]
        if x and x + wide > room + 0.5:
            x, y, row = 0.0, y + row, 0.0
        shift[c] = x - low[c, 0], y - low[c, 1]
        x, row = x + wide, max(row, tall)
    return np.rint(places + shift[component])
