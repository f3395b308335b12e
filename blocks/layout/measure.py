"""Quality of a layout: the crossings of its wires, drawn straight from pin to pin."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from blockloom.blocks.document.pages import Page
from blockloom.blocks.layout.boxes import Box

_CHUNK = 2_000_000  # pairs looked at together
_TOGETHER = 32  # segments that are compared with those near any of them


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
