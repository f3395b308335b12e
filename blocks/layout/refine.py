"""Final reduction of crossings: compare orders and exchange neighbours, by crossings of straight wires.

This is limited to small graphs; for larger ones, the crossings between layers, counted before, are close enough.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from blockloom.blocks.document.pages import Page
from blockloom.blocks.layout.block_rows import Box
from blockloom.blocks.layout.layer_order import Orders
from blockloom.blocks.layout.layers import Layered

SMALL = 1_200  # pages with at most this many wires are refined
_WORK = 15_000_000  # most pairs of wires that are compared while neighbours are exchanged
_ROUNDS = 3


class Wires(NamedTuple):
    """Wires between boxes: (m,) numbers of the boxes at both ends, and (m, 2) places of pins in them."""

    tails: np.ndarray
    heads: np.ndarray
    tail_at: np.ndarray
    head_at: np.ndarray
    loop: np.ndarray  # whether the wire leads back to the start of a loop


class PlacedBoxes(NamedTuple):
    """Boxes with known x (n,) and size (n, 2), and their wires; wires of different components do not cross."""

    x: np.ndarray
    size: np.ndarray
    wires: Wires
    component: np.ndarray

    def lines(self, y: np.ndarray, which: np.ndarray | slice = slice(None)) -> np.ndarray:
        """Return the wires as segments (m, 4) x1 y1 x2 y2, with boxes at heights `y` (n,)."""
        tails, heads, tail_at, head_at, _ = (a[which] for a in self.wires)
        return np.stack(
            (
                self.x[tails] + tail_at[:, 0],
                y[tails] + tail_at[:, 1],
                self.x[heads] + head_at[:, 0],
                y[heads] + head_at[:, 1],
            ),
            1,
        )

    def crossings(self, y: np.ndarray) -> np.ndarray:
        """Return twice the number of crossing wires in each component, with boxes at heights `y` (n,)."""
        count = int(self.component.max(initial=0)) + 1
        return np.bincount(self.component[self.wires.tails], crossed(self.lines(y)), count)


def fewest(
    graph: Layered, positions: list[np.ndarray], drawn: PlacedBoxes, tick: Callable[[float], None]
) -> np.ndarray:
    """Return the heights (n,) of boxes with the fewest crossings, chosen separately for each component.

    Tries the positions within layers, and exchanges from them.
    """
    orders = Orders(graph)
    real = graph.node >= 0
    best = np.empty(len(drawn.x))
    least = np.full(int(drawn.component.max(initial=0)) + 1, np.inf)

    def settled(pos: np.ndarray) -> np.ndarray:
        y = np.empty(len(drawn.x))
        y[graph.node[real]] = heights(graph, pos, lambda done: tick(0.2))[real]
        return y

    def keep(y: np.ndarray) -> bool:
        crossings = drawn.crossings(y)
        better = crossings < least
        best[better[drawn.component]] = y[better[drawn.component]]
        least[better] = crossings[better]
        return bool(better.any())

    for pos in positions:
        keep(settled(pos))
    for turn in range(_ROUNDS):
        if not least.any():
            break
        done = 0.4 + 0.6 * turn / _ROUNDS
        tick(done)
        y = swap_neighbours(graph, drawn, best.copy(), partial(tick, done))
        middle = y + drawn.size[:, 1] / 2
        key = middle[graph.origin] * (1 - graph.share) + middle[graph.goal] * graph.share
        # With equal crossings, this order has straighter wires, so it is tried first.
        straight = keep(settled(orders.ranked(key)))
        if not keep(y) and not straight:
            break
    return best


def swap_neighbours(graph: Layered, drawn: PlacedBoxes, y: np.ndarray, tick: Callable[[], None]) -> np.ndarray:
    """Return heights (n,) after exchanging neighbours in columns while that reduces crossings, within a work limit."""
    tails, heads, tail_at, head_at, _ = drawn.wires
    tall, lines = drawn.size[:, 1], drawn.lines(y)  # the exchanges below update the lines
    left, right = np.minimum(lines[:, 0], lines[:, 2]), np.maximum(lines[:, 0], lines[:, 2])
    at: list[list[int]] = [[] for _ in y]
    for wire, (a, b) in enumerate(zip(tails.tolist(), heads.tolist())):
        at[a].append(wire)
        at[b].append(wire)
    real = graph.node >= 0
    columns: dict[tuple[int, int], list[int]] = {}
    for node, layer, component in zip(
        graph.node[real].tolist(), graph.layer[real].tolist(), graph.component[real].tolist()
    ):
        columns.setdefault((component, layer), []).append(node)
    crossings, work = np.zeros(len(lines), int), _WORK
    for turn in range(8):
        better = False
        for column in list(columns.values())[:: -1 if turn % 2 else 1]:
            tick()
            column.sort(key=lambda node: y[node])
            mine = np.unique([wire for node in column for wire in at[node]]).astype(int)
            if not len(mine):
                continue
            others = np.flatnonzero((right >= left[mine].min()) & (left <= right[mine].max()))
            crossings[mine] = crossed(lines[mine], lines[others])
            work -= len(mine) * len(others)
            for k in range(len(column) - 1):
                u, v = column[k : k + 2]
                touched = np.array([*{*at[u], *at[v]}], int)
                before = crossings[touched].sum()  # crossings between two touched wires count twice
                if not before:
                    continue
                work -= len(touched) * len(others)
                if work < 0:
                    return y
                old, old_lines = (y[u], y[v]), lines[touched]
                y[v], y[u] = y[u], y[v] + tall[v] - tall[u]
                lines[touched, 1] = y[tails[touched]] + tail_at[touched, 1]
                lines[touched, 3] = y[heads[touched]] + head_at[touched, 1]
                if cross(lines[touched, None], lines[None, others]).sum() < before:
                    column[k], column[k + 1] = v, u
                    crossings[mine] = crossed(lines[mine], lines[others])
                    better = True
                else:
                    y[u], y[v] = old
                    lines[touched] = old_lines
        if not better:
            break
    return y


_CHUNK = 2_000_000  # pairs that are compared at once
_TOGETHER = 32  # segments that are compared with all segments near any of them


def crossings(page: Page, places: Mapping[str, tuple[float, float]], boxes: Mapping[str, Box]) -> int:
    """Return the number of pairs of wires that cross, drawn straight between their pins, with blocks at `places`.

    Wires that meet at a pin do not cross there; wires to blocks without a place do not count.
    """
    ends = [
        (
            *_at(places[w.source], boxes[w.source].outlet(w.source_pin)),
            *_at(places[w.target], boxes[w.target].inlet(w.target_pin)),
        )
        for w in page.wires()
        if w.source in places and w.target in places and not w.unseen
    ]
    return int(crossed(np.array(ends, float).reshape(-1, 4)).sum()) // 2


def crossed(lines: np.ndarray, others: np.ndarray | None = None) -> np.ndarray:
    """Return for each segment of (n, 4) x1 y1 x2 y2 how many of `others` (m, 4) cross it.

    Without `others`, the segments are compared with each other.
    """
    others = lines if others is None else others
    counts = np.zeros(len(lines), int)
    step = max(1, min(_TOGETHER, _CHUNK // max(1, len(others))))
    from_left = np.argsort(lines[:, ::2].min(1))
    for some in np.split(from_left, range(step, len(lines), step)):
        if len(some):
            counts[some] = cross(lines[some, None], others[None, near(lines[some], others)]).sum(1)
    return counts


def near(lines: np.ndarray, others: np.ndarray) -> np.ndarray:
    """Return the numbers of the segments in `others` (m, 4) that some of `lines` (n, 4) may cross, by their x."""
    left, right = lines[:, ::2].min(), lines[:, ::2].max()
    return np.flatnonzero((others[:, ::2].max(1) >= left) & (others[:, ::2].min(1) <= right))


def cross(p: np.ndarray, q: np.ndarray) -> np.ndarray:
    """Return whether segments cross at an inner point; the last axis is x1 y1 x2 y2, other axes broadcast."""
    return _apart(_side(p, q[..., 0], q[..., 1]), _side(p, q[..., 2], q[..., 3])) & _apart(
        _side(q, p[..., 0], p[..., 1]), _side(q, p[..., 2], p[..., 3])
    )


def _side(p: np.ndarray, x: np.ndarray, y: np.ndarray) -> np.ndarray:
    return (p[..., 2] - p[..., 0]) * (y - p[..., 1]) - (p[..., 3] - p[..., 1]) * (x - p[..., 0])


def _apart(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Return whether two points are on different sides of a line, and not on the line."""
    return (np.minimum(a, b) <= -1e-6) & (np.maximum(a, b) >= 1e-6)


def _at(place: tuple[float, float], pin: tuple[float, float]) -> tuple[float, float]:
    return place[0] + pin[0], place[1] + pin[1]


# Four times, from each side and each end, nodes are aligned with the median of their neighbours, so that the wire
# between their pins is level; aligned nodes form a beam, and beams are pushed together. The result is the mean of the
# middle two of the four.


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
