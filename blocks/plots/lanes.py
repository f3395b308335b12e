"""Intervals in lanes: what lies at the same time lies one below the other."""

from __future__ import annotations

import heapq

import numpy as np


def lanes(begins: np.ndarray, ends: np.ndarray) -> np.ndarray:
    """The lane, from 0, of each interval (n,): the first in which nothing lies then. As few as there can be."""
    found = np.zeros(len(begins), np.int64)
    free: list[int] = []  # lanes
    busy: list[tuple[float, int]] = []  # until when, and which lane
    used = 0
    for at in np.lexsort((ends, begins)).tolist():
        while busy and busy[0][0] <= begins[at]:
            heapq.heappush(free, heapq.heappop(busy)[1])
        if not free:
            heapq.heappush(free, used)
            used += 1
        found[at] = lane = heapq.heappop(free)
        heapq.heappush(busy, (ends[at], lane))
    return found
