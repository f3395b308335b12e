"""Layers of a graph: break cycles, rank blocks, and split long wires into edges between neighbouring layers."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

# With more dummies, the wires of a pin share theirs; if these are still too many, the longest wires get none.
_MOST_DUMMIES = 30_000
_PASSES = 12  # passes of tightening


def adjacency(n: int, ends: np.ndarray, others: np.ndarray) -> list[list[int]]:
    """Return for each of n nodes the `others` (m,) of the edges whose `ends` (m,) is the node."""
    order = np.argsort(ends, kind="stable")
    split = np.searchsorted(ends[order], np.arange(1, n))
    return [part.tolist() for part in np.split(others[order], split)] if n else []


def components(n: int, tails: np.ndarray, heads: np.ndarray) -> np.ndarray:
    """Return the number (n,) of each node's connected component, in the order of their first nodes.

    Edges go from `tails` to `heads`, (m,) each.
    """
    label = np.arange(n)
    while True:  # each label becomes the least label of its neighbours, and of their labels
        least = label.copy()
        np.minimum.at(least, tails, label[heads])
        np.minimum.at(least, heads, label[tails])
        np.minimum.at(least, label, least)
        least = least[least]
        if np.array_equal(least, label):
            return np.unique(label, return_inverse=True)[1]
        label = least


def back_edges(n: int, tails: np.ndarray, heads: np.ndarray, loop: np.ndarray) -> np.ndarray:
    """Return which edges (m,) to reverse to remove all cycles.

    These are the edges marked as `loop`, and the back edges of a depth-first walk.
    """
    turned = loop.copy()
    start, end = np.where(loop, heads, tails), np.where(loop, tails, heads)
    order = np.argsort(start, kind="stable")
    first = np.searchsorted(start[order], np.arange(n + 1)).tolist()
    edge, to = order.tolist(), end[order].tolist()
    state = [0] * n  # 1 on the current path, 2 done
    roots = np.argsort(np.bincount(end, minlength=n) > 0, kind="stable").tolist()
    for root in roots:
        if state[root]:
            continue
        state[root] = 1
        path = [root]
        at = [first[root]]
        while path:
            node, k = path[-1], at[-1]
            if k == first[node + 1]:
                state[node] = 2
                path.pop()
                at.pop()
                continue
            at[-1] += 1
            other = to[k]
            if not state[other]:
                state[other] = 1
                path.append(other)
                at.append(first[other])
            elif state[other] == 1:
                turned[edge[k]] = not turned[edge[k]]
    return turned


def rank(n: int, tails: np.ndarray, heads: np.ndarray) -> np.ndarray:
    """Return the layer (n,) of each node of an acyclic graph: by longest path, then shifted to make edges short."""
    before, after = adjacency(n, heads, tails), adjacency(n, tails, heads)
    waits = [len(b) for b in before]
    layer = [0] * n
    order = [v for v in range(n) if not waits[v]]
    for v in order:
        below = layer[v] + 1
        for w in after[v]:
            if layer[w] < below:
                layer[w] = below
            waits[w] -= 1
            if not waits[w]:
                order.append(w)
    for number in range(_PASSES):
        moved = False
        for v in order if number % 2 else reversed(order):
            b, a = before[v], after[v]
            if len(a) > len(b):
                best = min([layer[w] for w in a]) - 1
            elif len(a) < len(b):
                best = max([layer[w] for w in b]) + 1
            else:
                continue
            if best != layer[v]:
                layer[v] = best
                moved = True
        if not moved:
            break
    return np.array(layer, int)


@dataclass
class Layered:
    """A graph in which every edge goes from one layer to the next.

    Nodes are sorted by layer: `start[k]:start[k + 1]` are those of layer k. `node` is the number of a node in the
    original graph, -1 for dummies. `tail_y`, `head_y` are heights of pins from the node's top. A dummy is on an edge
    from `origin` to `goal` (original numbers), at `share` of its length.
    """

    node: np.ndarray
    layer: np.ndarray
    component: np.ndarray
    height: np.ndarray
    start: np.ndarray
    tails: np.ndarray
    heads: np.ndarray
    tail_y: np.ndarray
    head_y: np.ndarray
    origin: np.ndarray
    goal: np.ndarray
    share: np.ndarray

    @property
    def size(self) -> int:
        """How many nodes there are, dummies included."""
        return len(self.node)


def layered(
    layer: np.ndarray,
    component: np.ndarray,
    height: np.ndarray,
    tails: np.ndarray,
    heads: np.ndarray,
    tail_y: np.ndarray,
    head_y: np.ndarray,
) -> Layered:
    """Split the edges of a ranked graph into edges from layer to layer, with dummies between them."""
    n, span = len(layer), layer[heads] - layer[tails]
    group = np.arange(len(tails))  # edges of one group share their dummies
    if np.maximum(span - 1, 0).sum() > _MOST_DUMMIES:
        group = np.unique(np.stack((tails, tail_y), 1), axis=0, return_inverse=True)[1].ravel()
    reach = np.zeros(int(group.max(initial=-1)) + 1, int)  # number of layers that the longest edge of a group spans
    while True:
        reach[:] = 0
        np.maximum.at(reach, group, span)
        if np.maximum(reach - 1, 0).sum() <= _MOST_DUMMIES:
            break
        keep = span <= max(1, span.max() * 3 // 4)
        tails, heads, tail_y, head_y, group, span = (a[keep] for a in (tails, heads, tail_y, head_y, group, span))
    count = np.maximum(reach - 1, 0)
    base = n + np.concatenate(([0], np.cumsum(count)[:-1])) if len(count) else count
    of = np.zeros(len(reach), int)
    longest = np.argsort(span, kind="stable")
    of[group[longest]] = longest  # number of the longest edge of each group
    origin, pin = (tails[of], tail_y[of]) if len(of) else (of, of)
    owner = np.repeat(np.arange(len(count)), count)
    step = np.arange(len(owner)) - (np.repeat(base, count) - n)
    dummy = n + np.arange(len(owner))
    # The pieces of a chain: from the origin, or from the dummy before; then from the last dummy to the heads, or
    # directly.
    chain_tail = np.where(step == 0, origin[owner], dummy - 1)
    chain_y = np.where(step == 0, pin[owner], 0.0)
    direct = span == 1
    last = np.where(direct, tails, base[group] + span - 2) if len(group) else tails
    new_layer = np.concatenate((layer, layer[origin[owner]] + 1 + step))
    order = np.argsort(new_layer, kind="stable")
    place = np.empty_like(order)
    place[order] = np.arange(len(order))
    sorted_layer = new_layer[order]
    return Layered(
        node=np.concatenate((np.arange(n), np.full(len(owner), -1)))[order],
        layer=sorted_layer,
        component=np.concatenate((component, component[origin[owner]]))[order],
        height=np.concatenate((height, np.zeros(len(owner))))[order],
        start=np.searchsorted(sorted_layer, np.arange(sorted_layer[-1] + 2 if len(order) else 1)),
        tails=place[np.concatenate((chain_tail, last))],
        heads=place[np.concatenate((dummy, heads))],
        tail_y=np.concatenate((chain_y, np.where(direct, tail_y, 0.0))),
        head_y=np.concatenate((np.zeros(len(owner)), head_y)),
        origin=np.concatenate((np.arange(n), origin[owner]))[order],
        goal=np.concatenate((np.arange(n), heads[of][owner] if len(of) else owner))[order],
        share=np.concatenate((np.zeros(n), (step + 1) / (reach[owner] if len(of) else 1)))[order],
    )
