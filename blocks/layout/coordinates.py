"""Heights within layers (Brandes and Köpf, with pins): as many straight wires as possible, no overlaps.

Four times, from each side and each end, nodes are aligned with the median of their neighbours, so that the wire between
their pins is level; aligned nodes form a beam, and beams are pushed together. The result is the mean of the middle two
of the four.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from blockloom.blocks.layout.layers import Layered

# Distance between two blocks, between a block and a long wire, and between two long wires.
GAP, NEAR, LANE = 30.0, 16.0, 8.0


def heights(graph: Layered, pos: np.ndarray, tick: Callable[[float], None]) -> np.ndarray:
    """Return the y (n,) of the top of each node, from 0 in each component; `pos` (n,) are positions within layers."""
    n = graph.size
    order = np.empty(n, int)
    order[graph.start[graph.layer] + pos] = np.arange(n)
    dummy = graph.node < 0
    pair = (
        np.flatnonzero(
            (graph.layer[order[:-1]] == graph.layer[order[1:]])
            & (graph.component[order[:-1]] == graph.component[order[1:]])
        )
        if n
        else np.zeros(0, int)
    )
    above, below = order[pair], order[pair + 1]
    gap = np.where(dummy[above] & dummy[below], LANE, np.where(dummy[above] | dummy[below], NEAR, GAP))
    apart = graph.height[above] + gap
    clash = _clashes(graph, pos, dummy)
    layers = [order[a:b].tolist() for a, b in zip(graph.start[:-1], graph.start[1:])]
    four = np.empty((4, n))
    for number in range(4):
        tick(number / 4)
        forward, top = number < 2, number % 2 == 0
        medians = _medians(graph, pos, clash, forward, top)
        root, offset = _beams(layers if forward else layers[::-1], pos.tolist(), medians, forward, top)
        beam = _pushed(n, root, above, below, apart + offset[above] - offset[below], top)
        four[number] = beam[root] + offset
    return _balanced(four, graph)


def _clashes(graph: Layered, pos: np.ndarray, dummy: np.ndarray) -> np.ndarray:
    """Return the edges that cross an inner piece of a long wire: they are not aligned, so that the piece can be."""
    wide = int(np.diff(graph.start).max(initial=0)) + 1
    tail = graph.layer[graph.tails] * wide + pos[graph.tails]
    head = graph.layer[graph.tails] * wide + pos[graph.heads]
    inner = dummy[graph.tails] & dummy[graph.heads]
    clash = np.zeros(len(tail), bool)
    if not inner.any():
        return clash
    order = np.argsort(tail[inner], kind="stable")
    inner_tail, inner_head = tail[inner][order], head[inner][order]
    most = np.maximum.accumulate(inner_head)  # highest head of the inner pieces so far, since layers are in order
    least = np.minimum.accumulate(inner_head[::-1])[::-1]
    before = np.searchsorted(inner_tail, tail, "left")
    after = np.searchsorted(inner_tail, tail, "right")
    clash |= (before > 0) & (most[np.maximum(before - 1, 0)] > head)
    clash |= (after < len(inner_tail)) & (least[np.minimum(after, len(inner_tail) - 1)] < head)
    return clash & ~inner


def _medians(graph: Layered, pos: np.ndarray, clash: np.ndarray, forward: bool, top: bool) -> list[list[Any]]:
    """Return the median neighbours of each node in the layer before, and its distance below their tops.

    Lists by node: better neighbour, distance, other neighbour, distance; -1 if there is none to align with.
    """
    mine, others = (graph.heads, graph.tails) if forward else (graph.tails, graph.heads)
    down = graph.tail_y - graph.head_y if forward else graph.head_y - graph.tail_y
    at = graph.tail_y if forward else graph.head_y
    order = np.lexsort((at, pos[others], mine))
    degree = np.bincount(mine, minlength=graph.size)
    has = np.flatnonzero(degree)
    first = (np.cumsum(degree) - degree)[has]
    low, high = first + (degree[has] - 1) // 2, first + degree[has] // 2
    medians = []
    for side in (low, high) if top else (high, low):
        edge = order[side]
        neighbour, distance = np.full(graph.size, -1), np.zeros(graph.size)
        neighbour[has], distance[has] = np.where(clash[edge], -1, others[edge]), down[edge]
        medians += [neighbour.tolist(), distance.tolist()]
    return medians


def _beams(
    layers: list[list[int]], pos: list[int], medians: list[list[Any]], forward: bool, top: bool
) -> tuple[np.ndarray, np.ndarray]:
    """Return the root of each node's beam, and the distance of the node's top below the root's."""
    root, offset = list(range(len(pos))), [0.0] * len(pos)
    upper, upper_y, lower, lower_y = medians
    if not top:
        pos = [-p for p in pos]  # from the bottom: nodes at higher positions come later
    for layer in layers:
        last = -len(root)
        for v in layer if top else reversed(layer):
            u, y = upper[v], upper_y[v]
            if u < 0 or pos[u] <= last:
                u, y = lower[v], lower_y[v]
                if u < 0 or pos[u] <= last:
                    continue
            root[v], offset[v], last = root[u], offset[u] + y, pos[u]
    return np.array(root, int), np.array(offset)


def _pushed(n: int, root: np.ndarray, above: np.ndarray, below: np.ndarray, apart: np.ndarray, top: bool) -> np.ndarray:
    """Return the places of beams: as far up (or down) as possible, then back towards their successors."""
    start, end = (root[above], root[below]) if top else (root[below], root[above])
    order = np.argsort(start, kind="stable")
    first = np.searchsorted(start[order], np.arange(n + 1)).tolist()
    to, far = end[order].tolist(), apart[order].tolist()
    waits = np.bincount(end, minlength=n).tolist()
    place = [0.0] * n
    sequence = [v for v in np.unique(root).tolist() if not waits[v]]
    for v in sequence:
        y = place[v]
        for k in range(first[v], first[v + 1]):
            w = to[k]
            if place[w] < y + far[k]:
                place[w] = y + far[k]
            waits[w] -= 1
            if not waits[w]:
                sequence.append(w)
    for v in reversed(sequence):
        a, b = first[v], first[v + 1]
        if a < b:
            room = min([place[to[k]] - far[k] for k in range(a, b)])
            if room > place[v]:
                place[v] = room
    pushed = np.array(place)
    return pushed if top else -pushed


def _balanced(four: np.ndarray, graph: Layered) -> np.ndarray:
    """Return the mean of the middle two of the four places, after aligning all with the lowest of them."""
    component = graph.component
    if not len(component):
        return four[0]
    by = np.argsort(component, kind="stable")
    cut = np.searchsorted(component[by], np.arange(component.max() + 1))
    low = np.minimum.reduceat(four[:, by], cut, axis=1)
    high = np.maximum.reduceat((four + graph.height)[:, by], cut, axis=1)
    flattest = np.argmin(high - low, axis=0)
    each = np.arange(len(cut))
    for number in range(4):
        shift = low[flattest, each] - low[number] if number % 2 == 0 else high[flattest, each] - high[number]
        four[number] += shift[component]
    four.sort(axis=0)
    middle = (four[1] + four[2]) / 2
    return middle - np.minimum.reduceat(middle[by], cut)[component]
