"""The order within layers, so that few wires cross: barycentre sweeps and switching of neighbours, from several starts.

`pos` is the position of each node in its layer. Nodes of a component stay together in every layer, and always in the
same places, so the best order is kept for each component on its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from blocks.layout.layers import Layered

_WORK = 1_500_000  # node visits that all starts may take together
_STARTS = 24
_SWEEPS = 12       # per start, at most
_APART = 1e6       # between the keys of two components: no layer holds more nodes
_PAIRS = 20_000    # wire pairs looked at for one switch of neighbours; hubs beside hubs are left alone


class Orders:
    """Orders of one layered graph."""

    def __init__(self, graph: Layered):
        self.graph = graph
        size = np.maximum(graph.height, 1.0) + 1
        # A pin's height as a fraction of its node, so that wires of one node count in the order of its pins.
        self.tail_at, self.head_at = graph.tail_y / size[graph.tails], graph.head_y / size[graph.heads]
        self.apart = graph.component * _APART if graph.component.any() else None
        self._down = self._sides(graph.heads, graph.tails, self.tail_at)
        self._up = self._sides(graph.tails, graph.heads, self.head_at)
        self._into = self._table(graph.heads, graph.tails, self.tail_at)
        self._out = self._table(graph.tails, graph.heads, self.head_at)
        self._wide = int(np.diff(graph.start).max(initial=0)) + 2

    def _sides(self, mine: np.ndarray, others: np.ndarray, at: np.ndarray) -> list[tuple]:
        """Per layer what a sweep needs: the other ends, which node of the layer each belongs to, and how many."""
        graph = self.graph
        order = np.argsort(mine, kind="stable")
        mine, others, at = mine[order], others[order], at[order]
        cut = np.searchsorted(mine, graph.start).tolist()
        start = graph.start.tolist()
        degree = np.bincount(mine, minlength=graph.size)
        made = []
        for k in range(len(start) - 1):
            part = slice(cut[k], cut[k + 1])
            d = degree[start[k]:start[k + 1]]
            made.append((others[part], mine[part] - start[k], at[part], np.maximum(d, 1), None if d.all() else d == 0))
        return made

    def _table(self, mine: np.ndarray, others: np.ndarray, at: np.ndarray) -> tuple:
        order = np.argsort(mine, kind="stable")
        degree = np.bincount(mine, minlength=self.graph.size)
        return np.concatenate(([0], np.cumsum(degree)[:-1])).astype(int), degree, others[order], at[order]

    def ranked(self, key: np.ndarray) -> np.ndarray:
        """Positions from keys: within each layer by component, then key."""
        graph = self.graph
        order = np.lexsort((key, graph.component, graph.layer))
        pos = np.empty(graph.size, int)
        pos[order] = np.arange(graph.size)
        return pos - graph.start[graph.layer]

    def sweep(self, pos: np.ndarray, down: bool, tie: float = 1e-7) -> None:
        """Order each layer, from the first or the last on, by the mean position of what its nodes hang on."""
        start = self.graph.start
        sides, layers = (self._down, range(1, len(start) - 1)) if down else (self._up, range(len(start) - 3, -1, -1))
        for k in layers:
            s, e = start[k], start[k + 1]
            others, local, at, degree, loose = sides[k]
            if e - s == 1:
                continue
            own = pos[s:e]
            key = np.bincount(local, pos[others] + at, e - s) / degree
            if loose is not None:  # nothing holds them: they stay where they are
                before = k - 1 if down else k + 1
                key[loose] = own[loose] * ((start[before + 1] - start[before]) / (e - s))
            key += own * tie
            if self.apart is not None:
                key += self.apart[s:e]
            own[np.argsort(key, kind="stable")] = np.arange(e - s)

    def crossings(self, pos: np.ndarray) -> np.ndarray:
        """How many pieces of wires cross, per component."""
        graph = self.graph
        tail = graph.layer[graph.tails] * float(self._wide) + pos[graph.tails] + self.tail_at
        head = graph.layer[graph.heads] * float(self._wide) + pos[graph.heads] + self.head_at
        order = np.lexsort((head, tail))
        values = np.unique(head, return_inverse=True)[1][order]
        return np.bincount(graph.component[graph.tails][order], inversions(values),
                           minlength=int(graph.component.max(initial=0)) + 1)

    def switch(self, pos: np.ndarray, slots: list[np.ndarray], level: bool) -> int:
        """Exchange neighbours wherever fewer wires cross then (with `level`: no more); gives how many were."""
        graph, done = self.graph, 0
        at = np.empty(graph.size, int)
        at[graph.start[graph.layer] + pos] = np.arange(graph.size)
        for slot in slots:
            if not len(slot):
                continue
            u, v = at[slot], at[slot + 1]
            gain = self._gain(u, v, pos, *self._into) + self._gain(u, v, pos, *self._out)
            better = gain >= 0 if level else gain > 0
            u, v, slot = u[better], v[better], slot[better]
            at[slot], at[slot + 1] = v, u
            pos[u] += 1
            pos[v] -= 1
            done += int((gain > 0).sum())
        return done

    def slots(self) -> list[np.ndarray]:
        """First places of neighbours, in four parts: within one, no exchange touches another."""
        graph = self.graph
        here = np.arange(max(graph.size - 1, 0))
        component = graph.component[np.lexsort((graph.component, graph.layer))]
        same = (graph.layer[:-1] == graph.layer[1:]) & (component[:-1] == component[1:])
        place = here - graph.start[graph.layer[:-1]]
        return [here[same & (graph.layer[:-1] % 2 == a) & (place % 2 == b)] for a in (0, 1) for b in (0, 1)]

    @staticmethod
    def _gain(u: np.ndarray, v: np.ndarray, pos: np.ndarray, first: np.ndarray, degree: np.ndarray,
              others: np.ndarray, at: np.ndarray) -> np.ndarray:
        """How many crossings of the wires of u with those of v, its neighbour below, an exchange saves."""
        wide = degree[v]
        pairs = degree[u] * wide
        pairs[pairs > _PAIRS] = 0
        of = np.repeat(np.arange(len(u)), pairs)
        k = np.arange(len(of)) - np.repeat(np.cumsum(pairs) - pairs, pairs)
        a, b = first[u][of] + k // wide[of], first[v][of] + k % wide[of]
        return np.bincount(of, np.sign(pos[others[a]] + at[a] - pos[others[b]] - at[b]), len(u))


def inversions(values: np.ndarray) -> np.ndarray:
    """For each of some whole numbers >= 0 how many greater ones stand before it."""
    n = len(values)
    found, index, values = np.zeros(n, int), np.arange(n), values.astype(int)
    for bit in range(int(values.max(initial=0)).bit_length() - 1, -1, -1):
        # `values` are grouped by the bits above this one and, within a group, stand in their first order.
        high = values >> bit
        ones = high & 1
        group = np.flatnonzero(np.concatenate(([True], (high[1:] >> 1) != (high[:-1] >> 1))))
        size = np.diff(np.append(group, n))
        before = np.cumsum(ones) - ones
        inside = before - np.repeat(before[group], size)          # ones before, in the group
        zeros = np.arange(n) - np.repeat(group, size) - inside
        found[index[ones == 0]] += inside[ones == 0]
        zero_count = np.repeat(np.add.reduceat(1 - ones, group), size)
        to = np.repeat(group, size) + np.where(ones == 1, zero_count + inside, zeros)
        sorted_values, sorted_index = np.empty_like(values), np.empty_like(index)
        sorted_values[to], sorted_index[to] = values, index
        values, index = sorted_values, sorted_index
    return found


def best_order(graph: Layered, keys: list[np.ndarray], tick: Callable[[float], None]) -> np.ndarray:
    """Positions with few crossings. `keys` are orders to start from, beside those made here."""
    orders = Orders(graph)
    best = np.zeros(graph.size, int)
    least = np.full(int(graph.component.max(initial=0)) + 1, np.inf)
    slots = orders.slots()
    visits = graph.size + len(graph.tails)
    starts = max(2, min(_STARTS, _WORK // max(1, visits * 2 * _SWEEPS)))
    sweeps = _SWEEPS if visits < 30_000 else 4
    for number, key in enumerate(_starts(graph, keys, starts)):
        pos = orders.ranked(key)
        stale = 0
        for turn in range(sweeps):
            tick((number + turn / sweeps) / starts)
            if turn or number >= len(keys):
                orders.sweep(pos, turn % 2 == number % 2, 1e-7 if turn % 4 < 2 else -1e-7)
            for k in range(8):
                if not orders.switch(pos, slots, level=k == 3 and turn % 3 == 1):
                    break
            count = orders.crossings(pos)
            better = count < least
            if better.any():
                chosen = better[graph.component]
                best[chosen], least[better] = pos[chosen], count[better]
                stale = 0
            elif (stale := stale + 1) == 4:
                break
        if not least.any():
            break
    return best


def _starts(graph: Layered, keys: list[np.ndarray], count: int) -> Iterator[np.ndarray]:
    random = np.random.default_rng(1)
    yield from keys[:count]
    if len(keys) < count:
        yield np.arange(graph.size, dtype=float)
    for _ in range(count - len(keys) - 1):
        yield random.random(graph.size)
