"""Order within layers with few crossings: smoothing, exchanges of neighbours and sifting, several times."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from blockloom.blocks.layout.layers import Layered

_WORK = 32_000_000  # most cost of all starts together: about 0.15 s
_STARTS = 12
_VAIN = 6  # starts without improvement after which the search stops
_SMOOTH = 800  # most rounds of smoothing
_SIFTS = 10  # most rounds of sifting per start
_WIDEST = 250  # most nodes of a layer that are sifted: the cost grows with the square
_HELD = 2_000_000  # most pairs of wires that are cached between two siftings: 80 MB
_PAIRS = 20_000  # most pairs of wires per exchange of neighbours; neighbouring hubs are not exchanged


class Cell(NamedTuple):
    """The nodes of a component in a layer, and the numbers of the cells in which their neighbours are."""

    number: int
    nodes: np.ndarray
    neighbours: list[int]


class Orders:
    """Orders of the nodes within the layers of a graph, and methods that improve them."""

    def __init__(self, graph: Layered):
        self.graph = graph
        size = np.maximum(graph.height, 1.0) + 1
        # Height of a pin as a fraction of its node, so that wires of one node are ordered by its pins.
        self.tail_at, self.head_at = graph.tail_y / size[graph.tails], graph.head_y / size[graph.heads]
        # A cell is the nodes of a component in a layer. They are adjacent, at the same places in every order.
        self.cell = np.unique(
            graph.layer * (graph.component.max(initial=0) + 1) + graph.component, return_inverse=True
        )[1]
        self._into = self._table(graph.heads, graph.tails, self.tail_at)
        self._out = self._table(graph.tails, graph.heads, self.head_at)
        # Number of a cell -> cached pairs of wires, see `_excess`.
        self._pairs: dict[int, tuple[tuple[np.ndarray, ...], ...]] = {}
        self._room = _HELD
        self._wide = int(np.diff(graph.start).max(initial=0)) + 2

    def _table(self, mine: np.ndarray, others: np.ndarray, at: np.ndarray) -> tuple[np.ndarray, ...]:
        order = np.argsort(mine, kind="stable")
        degree = np.bincount(mine, minlength=self.graph.size)
        return np.concatenate(([0], np.cumsum(degree)[:-1])).astype(int), degree, others[order], at[order]

    def ranked(self, key: np.ndarray) -> np.ndarray:
        """Return positions (n,) within layers, sorted by component and then by key (n,)."""
        graph = self.graph
        order = np.lexsort((key, graph.component, graph.layer))
        pos = np.empty(graph.size, int)
        pos[order] = np.arange(graph.size)
        return pos - graph.start[graph.layer]

    def smoothed(self, key: np.ndarray, rounds: int) -> np.ndarray:
        """Return keys (n,) that bring neighbours in the graph close to each other.

        In each round nodes move towards the mean of their neighbours, and layers are spread out again. Unlike sweeps
        from layer to layer, this uses the whole graph.
        """
        graph, n = self.graph, self.graph.size
        tails, heads, cell = graph.tails, graph.heads, self.cell
        count = np.bincount(cell)
        degree = np.bincount(tails, minlength=n) + np.bincount(heads, minlength=n)
        pull = 0.7 / np.maximum(degree, 1)
        stay = np.where(degree > 0, 0.3, 1.0)
        y = key - key.mean()
        for _ in range(rounds):
            y = stay * y + pull * (np.bincount(tails, y[heads], n) + np.bincount(heads, y[tails], n))
            y -= (np.bincount(cell, y) / count)[cell]
            y /= (np.sqrt(np.bincount(cell, y * y) / count) + 1e-9)[cell]
        return y

    def crossings(self, pos: np.ndarray) -> np.ndarray:
        """Return the number of crossings of each component."""
        graph = self.graph
        tail = graph.layer[graph.tails] * float(self._wide) + pos[graph.tails] + self.tail_at
        head = graph.layer[graph.heads] * float(self._wide) + pos[graph.heads] + self.head_at
        order = np.lexsort((head, tail))
        values = np.unique(head, return_inverse=True)[1][order]
        return np.bincount(
            graph.component[graph.tails][order], inversions(values), minlength=int(graph.component.max(initial=0)) + 1
        )

    def switch(self, pos: np.ndarray, slots: list[np.ndarray]) -> int:
        """Exchange neighbours, in place, if that reduces crossings; return the number of exchanges."""
        graph, done = self.graph, 0
        at = np.empty(graph.size, int)
        at[graph.start[graph.layer] + pos] = np.arange(graph.size)
        for slot in slots:
            if not len(slot):
                continue
            u, v = at[slot], at[slot + 1]
            above, below = _wire_pairs(u, v, *self._into), _wire_pairs(u, v, *self._out)
            gain = _gain(len(u), pos, *above) + _gain(len(u), pos, *below)
            better = gain > 0
            u, v, slot = u[better], v[better], slot[better]
            at[slot], at[slot + 1] = v, u
            pos[u] += 1
            pos[v] -= 1
            done += len(u)
        return done

    def slots(self) -> list[np.ndarray]:
        """Return the left places of pairs of neighbours in four parts; within a part, exchanges are independent."""
        graph = self.graph
        here = np.arange(max(graph.size - 1, 0))
        cell = np.sort(self.cell)
        place = here - graph.start[graph.layer[:-1]]
        same = cell[:-1] == cell[1:]
        return [here[same & (graph.layer[:-1] % 2 == a) & (place % 2 == b)] for a in (0, 1) for b in (0, 1)]

    def sift(self, pos: np.ndarray, cells: list[Cell], settled: set[int]) -> int:
        """Move each node of each cell to the place with the fewest crossings, in place.

        Args:
            pos: positions of the nodes (n,), which change.
            cells: the cells in the order in which they are sifted.
            settled: numbers of cells that sifting again would not change, since no neighbour has moved. They are
                passed over, and the set is brought up to date.

        Returns:
            The number of crossings that were saved.
        """
        saved = 0
        for number, nodes, beside in cells:
            if number in settled:
                continue
            order = np.argsort(pos[nodes]).tolist()
            first = pos[nodes[order[0]]]
            excess = self._excess(number, nodes, pos).tolist()
            before = saved
            for _ in range(4):
                won = _sifted(order, excess)
                saved += won
                if not won:
                    settled.add(number)
                    break
            if saved > before:
                pos[nodes[order]] = first + np.arange(len(nodes))
                settled.difference_update(beside)
        return saved

    def cells(self) -> list[Cell]:
        """Return the cells that are worth sifting, by layers."""
        order = np.argsort(self.cell, kind="stable")
        parts = np.split(order, np.flatnonzero(np.diff(self.cell[order])) + 1) if len(order) else []
        layer, component = self.graph.layer, self.graph.component
        number_at = {(layer[part[0]], component[part[0]]): number for number, part in enumerate(parts)}

        def beside(part: np.ndarray) -> list[int]:
            here, own = layer[part[0]], component[part[0]]
            return [number_at[at] for at in ((here - 1, own), (here + 1, own)) if at in number_at]

        return [Cell(number, part, beside(part)) for number, part in enumerate(parts) if 1 < len(part) <= _WIDEST]

    def _excess(self, number: int, nodes: np.ndarray, pos: np.ndarray) -> np.ndarray:
        """Return [a, b] (k, k): the additional crossings with node a of a cell before b, instead of b before a."""
        k = len(nodes)
        pairs = self._pairs.get(number)
        if pairs is None:
            u, v = np.repeat(nodes, k), np.tile(nodes, k)
            pairs = _wire_pairs(u, v, *self._into), _wire_pairs(u, v, *self._out)
            self._room -= sum(len(of) for of, *_ in pairs)
            if self._room > 0:
                self._pairs[number] = pairs
        above, below = pairs
        return (_gain(k * k, pos, *above) + _gain(k * k, pos, *below)).reshape(k, k)


def _sifted(order: list[int], excess: list[list[float]]) -> int:
    """Move each node of a cell once to its best place, in place. Return how many crossings that saves."""
    saved = 0
    for node in tuple(order):
        row = excess[node]
        at = to = 0
        # Crossings with the node at a place, relative to those with the node in front of all others.
        cost = here = least = 0.0
        for place, other in enumerate(order):
            if other == node:
                at, here = place, cost
            cost -= row[other]
            if cost < least:
                to, least = place + 1, cost
        if least < here:
            saved += int(here - least)
            del order[at]
            order.insert(to - (to > at), node)
    return saved


def _wire_pairs(
    u: np.ndarray, v: np.ndarray, first: np.ndarray, degree: np.ndarray, others: np.ndarray, at: np.ndarray
) -> tuple[np.ndarray, ...]:
    """Return the pairs of a wire of u and a wire of v, its neighbour below.

    Returns:
        The number of the neighbours, then for each of the two wires the node at its other end and the place on that
        node.
    """
    wide = degree[v]
    pairs = degree[u] * wide
    pairs[pairs > _PAIRS] = 0
    of = np.repeat(np.arange(len(u)), pairs)
    k = np.arange(len(of)) - np.repeat(np.cumsum(pairs) - pairs, pairs)
    a, b = first[u][of] + k // wide[of], first[v][of] + k % wide[of]
    return of, others[a], at[a], others[b], at[b]


def _gain(
    count: int, pos: np.ndarray, of: np.ndarray, a: np.ndarray, at_a: np.ndarray, b: np.ndarray, at_b: np.ndarray
) -> np.ndarray:
    """Return the crossings saved by exchanging each of `count` neighbours (count,), from their pairs of wires."""
    return np.bincount(of, np.sign(pos[a] + at_a - pos[b] - at_b), count)


def inversions(values: np.ndarray) -> np.ndarray:
    """Return for each of some integers >= 0 (n,) the number of greater ones before it."""
    n = len(values)
    greater, index, values = np.zeros(n, int), np.arange(n), values.astype(int)
    for bit in range(int(values.max(initial=0)).bit_length() - 1, -1, -1):
        # `values` are grouped by the bits above this one. Within a group, they are in their original order.
        high = values >> bit
        ones = high & 1
        group = np.flatnonzero(np.concatenate(([True], (high[1:] >> 1) != (high[:-1] >> 1))))
        size = np.diff(np.append(group, n))
        before = np.cumsum(ones) - ones
        inside = before - np.repeat(before[group], size)  # number of ones before, within the group
        zeros = np.arange(n) - np.repeat(group, size) - inside
        greater[index[ones == 0]] += inside[ones == 0]
        zero_count = np.repeat(np.add.reduceat(1 - ones, group), size)
        to = np.repeat(group, size) + np.where(ones == 1, zero_count + inside, zeros)
        sorted_values, sorted_index = np.empty_like(values), np.empty_like(index)
        sorted_values[to], sorted_index[to] = values, index
        values, index = sorted_values, sorted_index
    return greater


def good_orders(
    graph: Layered, keys: list[np.ndarray], tick: Callable[[float], None], count: int = 1
) -> list[np.ndarray]:
    """Return positions (n,) with few crossings: the best first, then others, up to `count` in all.

    `keys` are additional orders to start from.
    """
    orders = Orders(graph)
    slots, cells = orders.slots(), orders.cells()
    visits = graph.size + len(graph.tails) + 1
    rounds = min(_SMOOTH, 50 + 2 * graph.size, _WORK // 2 // visits)
    # Estimated costs, in units of about 5 ns.
    pairs = sum(len(cell.nodes) ** 2 for cell in cells) * (visits * 2 // max(1, graph.size)) ** 2
    sifting = 12_000 * len(cells) + 1_600 * sum(len(cell.nodes) for cell in cells) + 2 * pairs + 1
    sifts = min(_SIFTS, _WORK // 2 // sifting)
    start = rounds * (visits + 1_500) + min(4, sifts) * sifting + 400 * visits + 600_000
    starts = max(2, min(_STARTS, _WORK // start))
    random = np.random.default_rng(1)
    orders_found, crossings, least, vain = [], [], np.inf, 0
    for number in range(starts):
        tick(number / starts)
        if number < len(keys):
            pos = orders.ranked(keys[number])
        else:
            pos = orders.ranked(orders.smoothed(random.random(graph.size), rounds))
        for _ in range(12):
            if not orders.switch(pos, slots):
                break
        settled: set[int] = set()
        for turn in range(sifts):
            tick((number + turn / sifts) / starts)
            if not orders.sift(pos, cells[::-1] if turn % 2 else cells, settled):
                break
        orders_found.append(pos)
        crossings.append(orders.crossings(pos))
        now = np.min(crossings, axis=0).sum()
        vain = vain + 1 if now >= least else 0
        least = now
        if not now or vain == _VAIN:
            break
    # Components do not share places, so the best order consists of the best order of each component.
    best = np.array(orders_found)[np.argmin(crossings, axis=0)[graph.component], np.arange(graph.size)]
    others = np.argsort(np.sum(crossings, axis=1), kind="stable")[: count - 1]
    return [best, *(orders_found[i] for i in others)]
