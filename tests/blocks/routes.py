"""Measures of the routes of wires."""

from __future__ import annotations

import itertools

import numpy as np

from blockloom.blocks.routing import RoutingPlan, WireRoutes

NEAR = 8.0  # parallel segments of two nets are to be this far apart
_CHUNK = 4_000_000


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
