"""One level of a layout: boxes and wires as arrays, left to right."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from blockloom.blocks.layout.coordinates import heights
from blockloom.blocks.layout.layers import back_edges, components, layered, rank
from blockloom.blocks.layout.order import good_orders
from blockloom.blocks.layout.refine import SMALL, Drawn, Wires, fewest

COLUMN, LANE = 70.0, 5.0    # room between columns: at least, and more for each wire that runs down there
_LANES = 16                 # wires that get room of their own
ROW = 60.0                  # room around a component
_FAR = 1e8                  # between components while they are looked at one by one
_ASPECT = 1.7               # of the whole, width to height, where there are many components


def flow(size: np.ndarray, wires: Wires, now: np.ndarray, group: np.ndarray,
         tick: Callable[[float], None]) -> np.ndarray:
    """Places (n, 2) for the top left corners of boxes. `size` and `now`, where they are, are (n, 2).

    `group` numbers what each box lies in, the page or a frame; no wire goes from one to another, and in each of them
    places begin at (0, 0).
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
    x = _columns(size, component, layer, tails)
    many = len(wires.tails) <= SMALL
    found = good_orders(graph, [drawn], lambda done: tick(0.1 + (0.4 if many else 0.6) * done), 6 if many else 1)
    if many:
        y = fewest(graph, found, Drawn(x + component * _FAR, size, wires, component),
                   lambda done: tick(0.5 + 0.5 * done))
    else:
        top = heights(graph, found[0], lambda done: tick(0.7 + 0.3 * done))
        y = np.empty(n)
        y[graph.node[graph.node >= 0]] = top[graph.node >= 0]
    return packed(np.stack((x, y), 1), size, component, group)


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


def packed(places: np.ndarray, size: np.ndarray, component: np.ndarray, group: np.ndarray) -> np.ndarray:
    """Put the components of each group beside and below each other, tall ones first, in rows of about one width."""
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
