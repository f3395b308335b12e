"""The way of one wire by search: least of length and bends, over the lines that pass boxes near to it."""

from __future__ import annotations

import numpy as np

from blockloom.blocks.routing.obstacles import Strips
from blockloom.blocks.routing.wire_shapes import GAP

_MARGIN, _DROP = 12.0, 16.0
BEND = 60.0  # pixels that a bend counts as much as
_MOST = 150  # boxes looked at
_APART = 1e8  # between runs, so that the least of one is not taken into the next
_NEVER = 3e7
_ROUNDS = 12


def search(boxes: np.ndarray, start: np.ndarray, end: np.ndarray, down: bool) -> np.ndarray | None:
    """Return the coordinates of the cheapest route around boxes (n, 4) (see `find`), or None."""
    for room in (300.0, 1500.0, 10_000.0):
        low, high = np.minimum(start, end) - room, np.maximum(start, end) + room
        left, top, right, bottom = boxes.T
        near = boxes[(left < high[0]) & (right > low[0]) & (top < high[1]) & (bottom > low[1])]
        if len(near) > _MOST:
            middle, away = (start + end) / 2, (near[:, :2] + near[:, 2:]) / 2
            near = near[np.sort(np.argsort(np.abs(away - middle).sum(1), kind="stable")[:_MOST])]
        grid = _Grid(near, start, end, down)
        way = grid.way()
        if way is not None or grid.closed or len(near) == len(boxes):  # a pin that is covered stays so
            return way
    return None


class _Grid:
    """All lines that pass a box or an end, and how far each of their crossings is from the start."""

    def __init__(self, boxes: np.ndarray, start: np.ndarray, end: np.ndarray, down: bool):
        self.start, self.end, self.down = start, end, down
        out = np.add(start, (0.0, _DROP) if down else (GAP, 0.0))
        into = end - (GAP, 0.0)
        self.xs = np.unique(np.concatenate((boxes[:, 0] - _MARGIN, boxes[:, 2] + _MARGIN, (out[0], into[0]))))
        self.ys = np.unique(np.concatenate((boxes[:, 1] - _MARGIN, boxes[:, 3] + _MARGIN, (out[1], into[1]))))
        rows, columns = Strips(boxes, 1), Strips(boxes, 0)
        nx, ny = len(self.xs), len(self.ys)
        level = rows.hit(np.repeat(self.ys, nx - 1), np.tile(self.xs[:-1], ny), np.tile(self.xs[1:], ny))
        upright = columns.hit(np.repeat(self.xs, ny - 1), np.tile(self.ys[:-1], nx), np.tile(self.ys[1:], nx))
        self.level, self.upright = _runs(level.reshape(ny, nx - 1)), _runs(upright.reshape(nx, ny - 1))
        self.out = int(np.searchsorted(self.ys, out[1])), int(np.searchsorted(self.xs, out[0]))
        self.into = int(np.searchsorted(self.ys, into[1])), int(np.searchsorted(self.xs, into[0]))
        lead = columns.hit(start[:1], start[1:] + 0.5, out[1:]) if down else rows.hit(start[1:], start[:1], out[:1])
        last = rows.hit(end[1:], into[:1], end[:1])
        self.closed = bool(lead[0] or last[0])

    def way(self) -> np.ndarray | None:
        """Return the coordinates of the cheapest route."""
        if self.closed:
            return None
        ny, nx = len(self.ys), len(self.xs)
        level, upright = np.full((ny, nx), _NEVER), np.full((nx, ny), _NEVER)
        (row, column), (to, last) = self.out, self.into
        if self.down:
            ahead = (self.upright[column] == self.upright[column, row]) & (np.arange(ny) >= row)
            upright[column, ahead] = self.ys[ahead] - self.ys[row]
            level = np.minimum(level, _spread(upright.T + BEND, self.xs, self.level))
        else:
            ahead = (self.level[row] == self.level[row, column]) & (np.arange(nx) >= column)
            level[row, ahead] = self.xs[ahead] - self.xs[column]
        before = np.inf
        for _ in range(_ROUNDS):
            upright = np.minimum(upright, _spread(level.T + BEND, self.ys, self.upright))
            level = np.minimum(level, _spread(upright.T + BEND, self.xs, self.level))
            now = level.sum() + upright.sum()
            if now == before:
                break
            before = now
        # The last segment goes to the right.
        fits = (self.level[to] == self.level[to, last]) & (np.arange(nx) <= last)
        costs = np.where(fits, upright[:, to] + self.xs[last] - self.xs, np.inf)
        k = int(np.argmin(costs))
        if not costs[k] < _NEVER:
            return None
        return self._back(level, upright, to, k)

    def _back(self, level: np.ndarray, upright: np.ndarray, row: int, column: int) -> np.ndarray:
        """From the upright segment at `column` that ends on `row`, back to the start."""
        way = [self.end[0], self.end[1]]
        while True:
            way.append(self.xs[column])
            at = upright[column, row]
            if self.down and (
                column == self.out[1]
                and row >= self.out[0]
                and abs(at - (self.ys[row] - self.ys[self.out[0]])) < 0.01
                and self.upright[column, row] == self.upright[self.out[::-1]]
            ):
                way += [self.start[1], self.start[0]]
                return np.array(way[::-1])
            same = self.upright[column] == self.upright[column, row]
            costs = np.where(same, level[:, column] + np.abs(self.ys - self.ys[row]), np.inf)
            row = int(np.argmin(costs))
            at = level[row, column]
            way.append(self.ys[row])
            if not self.down and (
                row == self.out[0]
                and column >= self.out[1]
                and abs(at - (self.xs[column] - self.xs[self.out[1]])) < 0.01
                and self.level[row, column] == self.level[self.out]
            ):
                way[-1] = self.start[1]
                return np.array([*way, self.start[0]][::-1])
            same = self.level[row] == self.level[row, column]
            costs = np.where(same, upright[:, row] + np.abs(self.xs - self.xs[column]), np.inf)
            column = int(np.argmin(costs))


def _runs(blocked: np.ndarray) -> np.ndarray:
    """Return the number of the free run of each crossing, from the blocked edges between neighbours of each line."""
    return np.pad(np.cumsum(blocked, 1), ((0, 0), (1, 0)))


def _spread(cost: np.ndarray, at: np.ndarray, run: np.ndarray) -> np.ndarray:
    """Return the least cost at each crossing of arriving along its line from any crossing of the same free run."""
    forth = np.minimum.accumulate(cost - at - run * _APART, 1) + at + run * _APART
    back = np.minimum.accumulate((cost + at + run * _APART)[:, ::-1], 1)[:, ::-1] - at - run * _APART
    return np.minimum(forth, back)
