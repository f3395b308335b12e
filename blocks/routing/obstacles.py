"""Boxes that wires go around: find which segments run into a box, and how far they can go, many at once.

Boxes are cut into strips of `STRIP` pixels, sorted by the edge at which they begin, with the largest end so far next to
each entry: one binary search finds a hit. A strip that a box touches counts as full.
"""

from __future__ import annotations

import numpy as np

from blockloom.blocks.routing.wire_shapes import ranges

STRIP = 4.0
LARGE = 300.0  # canvas pixels: a box that is larger in both directions may be a background of blocks
MANY = 200  # if more boxes move, all strips are computed again
_FAR = 2.0**28  # outside all coordinates of a page, in both directions


class Obstacles:
    """Boxes (n, 4) x0 y0 x1 y1 that wires go around, kept up to date.

    Rows with NaN, and large notes under blocks, are left out. `rows` are strips for level segments, `columns` for
    upright ones.
    """

    def __init__(self, boxes: np.ndarray):
        self._strip(_solid(boxes))

    def _strip(self, boxes: np.ndarray) -> None:
        self.boxes, self.rows, self.columns = boxes, Strips(boxes, 1), Strips(boxes, 0)

    def update(self, boxes: np.ndarray) -> None:
        """Replace the boxes; their numbers stay the same."""
        was, now, which = moved_boxes(self.boxes, _solid(boxes))
        rows = np.concatenate((was[which], now[which]))
        if len(which) > MANY:
            self._strip(now)
        elif len(which):
            self.boxes = now
            for strips in (self.rows, self.columns):
                strips.update(now, which, rows[finite(rows)])


class Strips:
    """Boxes cut into strips for quick lookups; `across` is the axis (0 or 1) along which strips are counted."""

    def __init__(self, boxes: np.ndarray, across: int):
        self.across = across
        self.begin, self.end, self.box = self._entries(boxes, np.flatnonzero(finite(boxes)), -np.inf, np.inf)

    def _spans(self, boxes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return the first strip of each box, and the strip after its last."""
        low = np.floor(boxes[:, self.across] / STRIP)
        return low, np.maximum(np.ceil(boxes[:, self.across + 2] / STRIP), low + 1)

    def _entries(
        self, boxes: np.ndarray, which: np.ndarray, low: float, high: float
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Return the entries of the strips from `low` to before `high`: begin, largest end so far, and box number."""
        which = which[np.argsort(boxes[which, 1 - self.across], kind="stable")]
        first, last = (np.clip(strip, low, high).astype(np.int64) for strip in self._spans(boxes[which]))
        i, strip = ranges(first, last - first)
        by = np.argsort(strip, kind="stable")
        box, base = which[i[by]], strip[by] * (4 * _FAR)
        return base + boxes[box, 1 - self.across], np.maximum.accumulate(base + boxes[box, 3 - self.across]), box

    def update(self, boxes: np.ndarray, which: np.ndarray, rows: np.ndarray) -> None:
        """Replace the boxes, of which those numbered `which` changed.

        Only the strips that `rows`, the old and new positions, touch are cut again.
        """
        low, high = self._spans(rows)
        order = np.argsort(low)
        low, high = low[order], np.maximum.accumulate(high[order])
        apart = low[1:] > high[:-1]
        low, high = low[np.append(True, apart)], high[np.append(apart, True)]
        at = np.searchsorted(self.begin, (np.stack((low, high), 1).ravel() - 0.5) * (4 * _FAR))
        parts = [np.split(old, at) for old in (self.begin, self.end, self.box)]
        for i, span in enumerate(zip(low.tolist(), high.tolist())):
            near = np.unique(np.concatenate((which, parts[2][2 * i + 1])))
            for part, new in zip(parts, self._entries(boxes, near[finite(boxes[near])], *span)):
                part[2 * i + 1] = new
        self.begin, self.end, self.box = (
            _exchanged(old, at[0], at[-1], np.concatenate(part[1:-1]))
            for old, part in zip((self.begin, self.end, self.box), parts)
        )

    def hit(self, at: np.ndarray, low: np.ndarray, high: np.ndarray) -> np.ndarray:
        """Return whether segments at `at`, from `low` to `high`, run into a box; (k,) each."""
        if not len(self.box):
            return np.zeros(np.shape(at), bool)
        base = np.floor(at / STRIP) * (4 * _FAR)
        i = np.searchsorted(self.begin, base + high, "left") - 1
        return (i >= 0) & (self.end[i] > base + low)

    def ahead(self, at: np.ndarray, low: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return the begin of the next box from `low` onwards, and its number.

        Without such a box they are inf and -1; inside a box, the begin is `low` itself.
        """
        n = len(self.box)
        if not n:
            return np.full(np.shape(at), np.inf), np.full(np.shape(at), -1)
        base = np.floor(at / STRIP) * (4 * _FAR)
        i = np.searchsorted(self.begin, base + low, "left")
        inside = (i > 0) & (self.end[i - 1] > base + low)
        k = np.minimum(np.where(inside, i - 1, i), n - 1)
        begin = self.begin[k] - base
        boxed = inside | (i < n) & (begin < 2 * _FAR)
        return np.where(inside, low, np.where(boxed, begin, np.inf)), np.where(boxed, self.box[k], -1)

    def behind(self, at: np.ndarray, high: np.ndarray) -> np.ndarray:
        """Return the end of the last box before `high`; -inf if there is none."""
        if not len(self.box):
            return np.full(len(at), -np.inf)
        base = np.floor(at / STRIP) * (4 * _FAR)
        i = np.searchsorted(self.begin, base + high, "left") - 1
        end = self.end[i] - base
        return np.where((i >= 0) & (end > -2 * _FAR), np.minimum(end, high), -np.inf)

    def box_at(self, at: np.ndarray, place: np.ndarray) -> np.ndarray:
        """Return the number of the box at a point, `place` along the strip; -1 if there is none."""
        begin, box = self.ahead(at, place)
        return np.where(begin == place, box, -1)


def finite(rows: np.ndarray) -> np.ndarray:
    """Return which rows have finite numbers only."""
    return np.isfinite(sum(rows.T))


def differ(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Return which rows of two arrays differ."""
    differs = a != b
    return differs if differs.ndim == 1 else np.logical_or.reduce(tuple(differs.T))


def moved_boxes(was: np.ndarray, now: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return both sets of boxes (n, 4), padded with NaN to the same length, and the numbers of changed boxes."""
    n = max(len(was), len(now))
    was, now = (
        boxes if len(boxes) == n else np.vstack((boxes, np.full((n - len(boxes), 4), np.nan))) for boxes in (was, now)
    )
    return was, now, np.flatnonzero(differ(was, now) & (finite(was) | finite(now)))


def _solid(boxes: np.ndarray) -> np.ndarray:
    """Return the boxes, with NaN for large boxes that contain others."""
    found = boxes.copy()
    for i in np.flatnonzero((boxes[:, 2] - boxes[:, 0] > LARGE) & (boxes[:, 3] - boxes[:, 1] > LARGE)).tolist():
        inside = (boxes[:, :2] >= boxes[i, :2]).all(1) & (boxes[:, 2:] <= boxes[i, 2:]).all(1)
        if inside.sum() > 1:
            found[i] = np.nan
    return found


def _exchanged(old: np.ndarray, first: int, last: int, new: np.ndarray) -> np.ndarray:
    """Return an array with `new` in place of old[first:last]; changed in place if the length is the same."""
    if len(new) != last - first:
        return np.concatenate((old[:first], new, old[last:]))
    old[first:last] = new
    return old
