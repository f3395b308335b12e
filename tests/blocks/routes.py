"""Routing plans of wires, and measures of their routes: for tests of routes and their benchmark."""

from __future__ import annotations

import itertools
import subprocess

import numpy as np

from blockloom.blocks.layout.block_rows import Box
from blockloom.blocks.layout.refine import crossed as straight
from blockloom.blocks.routing import RoutingPlan, WireRoutes

NEAR = 8.0  # parallel segments of two nets are to be this far apart
_CHUNK = 4_000_000


def plan_of(page, boxes: dict[str, Box], places: dict[str, tuple[float, float]]) -> RoutingPlan:
    """Return the routing plan of a page with blocks at `places`; wires end at the left edges of their blocks."""
    number = {name: i for i, name in enumerate(page.blocks)}
    nets: dict[tuple[str, str], int] = {}
    rows = [
        (
            number[w.source],
            number[w.target],
            nets.setdefault((w.source, w.source_pin), len(nets)),
            *np.add(places[w.source], boxes[w.source].outlet(w.source_pin)),
            places[w.target][0],
            places[w.target][1] + boxes[w.target].inlet(w.target_pin)[1],
        )
        for w in page.wires()
    ]
    values = np.array(rows, float).reshape(-1, 7)
    source, target, net = values[:, :3].astype(int).T
    return RoutingPlan(
        np.array(
            [(*places[b], places[b][0] + boxes[b].width, places[b][1] + boxes[b].height) for b in page.blocks], float
        ).reshape(-1, 4),
        values[:, 3:5],
        values[:, 5:],
        source,
        target,
        net,
        np.zeros(len(rows), bool),
    )


def lines(ways: WireRoutes) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Return the segments of routes, without empty ones.

    Returns: their wires, `(n, 4)` x0 y0 x1 y1 from the lower to the higher end, and whether each is the first and the
    last of its wire.
    """
    count = np.diff(ways.first)
    wire = np.repeat(np.arange(len(count)), count)
    inner = wire[:-1] == wire[1:]
    a, b = ways.points[:-1][inner], ways.points[1:][inner]
    wire = wire[:-1][inner]
    real = (a != b).any(1)
    a, b, wire = a[real], b[real], wire[real]
    first, last = (
        (np.append(True, wire[1:] != wire[:-1]), np.append(wire[1:] != wire[:-1], True))
        if len(wire)
        else (np.zeros(0, bool), np.zeros(0, bool))
    )
    return wire, np.hstack((np.minimum(a, b), np.maximum(a, b))), first, last


def beneath(plan: RoutingPlan, ways: WireRoutes) -> np.ndarray:
    """Return the wires beneath a box of another block, or beneath their own blocks except to leave and enter them."""
    wire, at, first, last = lines(ways)
    found = np.zeros(len(plan.net), bool)
    boxes = plan.boxes
    sheet = sheets(boxes)
    step = max(1, _CHUNK // max(1, len(boxes)))
    for i in range(0, len(at), step):
        part, w = at[i : i + step, None], wire[i : i + step]
        over = (
            (part[..., 0] < boxes[:, 2] - 0.5)
            & (part[..., 2] > boxes[:, 0] + 0.5)
            & (part[..., 1] < boxes[:, 3] - 0.5)
            & (part[..., 3] > boxes[:, 1] + 0.5)
        )
        s, b = np.nonzero(over & ~sheet)
        own = first[i + s] & (plan.source[w[s]] == b) | last[i + s] & (plan.target[w[s]] == b)
        found[w[s[~own]]] = True
    return found


def sheets(boxes: np.ndarray) -> np.ndarray:
    """Return which boxes contain other boxes, so that wires to the inner ones must cross them."""
    found = np.zeros(len(boxes), bool)
    for i in np.flatnonzero((boxes[:, 2:] - boxes[:, :2] > 150).all(1)).tolist():
        b = boxes[i]
        found[i] = ((boxes[:, :2] >= b[:2]).all(1) & (boxes[:, 2:] <= b[2:]).all(1)).sum() > 1
    return found


def close_pairs(plan: RoutingPlan, ways: WireRoutes) -> list[tuple[int, int]]:
    """Pairs of wires of different nets with parallel segments nearer than NEAR where they overlap.

    Segments that end, or begin, at pins of one block are as near as the pins are.
    """
    wire, at, first, last = lines(ways)
    upright = (at[:, 0] == at[:, 2]) & (at[:, 1] < at[:, 3])
    found = set()
    for which, across in ((upright, 0), (~upright, 1)):
        ix = np.flatnonzero(which)
        ix = ix[np.argsort(at[ix, across], kind="stable")]
        place, low, high = at[ix, across], at[ix, 1 - across], at[ix, 3 - across]
        for k in itertools.count(1):
            near = np.flatnonzero(place[k:] - place[:-k] < NEAR - 0.01) if k < len(ix) else ()
            if not len(near):
                break
            i, j = near, near + k
            i, j = (
                v[(np.minimum(high[near], high[near + k]) - np.maximum(low[near], low[near + k])) > 0.5] for v in (i, j)
            )
            i, j = ix[i], ix[j]
            other = plan.net[wire[i]] != plan.net[wire[j]]
            pins = last[i] & last[j] & (plan.target[wire[i]] == plan.target[wire[j]]) | first[i] & first[j] & (
                plan.source[wire[i]] == plan.source[wire[j]]
            )
            found |= {
                (min(a, b), max(a, b)) for a, b in zip(wire[i[other & ~pins]].tolist(), wire[j[other & ~pins]].tolist())
            }
    return sorted(found)


def crossed(plan: RoutingPlan, ways: WireRoutes) -> int:
    """How many points there are where wires of different nets cross; wires of one net that run together are one."""
    wire, at, _, _ = lines(ways)
    upright = at[:, 0] == at[:, 2]
    net = plan.net[wire]
    v, h = (np.unique(np.column_stack((net[w], at[w])), axis=0) for w in (upright, ~upright))
    found = []
    step = max(1, _CHUNK // max(1, len(h)))
    for i in range(0, len(v), step):
        p = v[i : i + step, None]
        over = (
            (p[..., 1] > h[:, 1] + 0.1)
            & (p[..., 1] < h[:, 3] - 0.1)
            & (p[..., 2] < h[:, 2] - 0.1)
            & (p[..., 4] > h[:, 2] + 0.1)
            & (p[..., 0] != h[:, 0])
        )
        a, b = np.nonzero(over)
        found.append(np.column_stack((v[i + a, 0], h[b, 0], v[i + a, 1], h[b, 2])))
    return len(np.unique(np.concatenate(found), axis=0)) if found else 0


def bends(ways: WireRoutes) -> float:
    """Corners per wire."""
    count = np.diff(ways.first)
    return float(np.maximum(count - 2, 0).sum() / max(1, (count > 0).sum()))


def dot_crossed(page, boxes: dict[str, Box]) -> int:
    """Return the number of crossings in the drawing of Graphviz dot, from left to right with curves.

    Wires of the same output do not count.
    """
    text = ['digraph {rankdir=LR; nodesep=0.4; ranksep=1; node [shape=box, fixedsize=true, label=""];']
    text += [f'"{b}" [width={boxes[b].width / 72:.5f}, height={boxes[b].height / 72:.5f}];' for b in page.blocks]
    text += [f'"{w.source}" -> "{w.target}";' for w in page.wires()] + ["}"]
    out = subprocess.run(["dot", "-Tplain"], input="\n".join(text), capture_output=True, text=True, check=True).stdout
    pieces, source = [], []
    t = np.linspace(0, 1, 9)[:, None]
    for line in out.splitlines():
        if line.startswith("edge "):
            words = line.split()
            p = np.array(words[4 : 4 + 2 * int(words[3])], float).reshape(-1, 2) * 72
            for a, b, c, d in zip(p[:-1:3], p[1::3], p[2::3], p[3::3]):
                curve = (1 - t) ** 3 * a + 3 * t * (1 - t) ** 2 * b + 3 * t**2 * (1 - t) * c + t**3 * d
                pieces.append(np.hstack((curve[:-1], curve[1:])))
                source += [words[1]] * (len(curve) - 1)
    lines = np.concatenate(pieces)
    count = int(straight(lines).sum())
    for name in set(source):
        count -= int(straight(lines[[s == name for s in source]]).sum())
    return count // 2
