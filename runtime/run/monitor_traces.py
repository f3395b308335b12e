"""Collect the data of a page's monitors: bounded series of numbers over steps, and the latest matrices."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from blockloom.blocks.editing.identities import DocumentNames, FollowedValues
from blockloom.blocks.files.kept_runs import KeptRun
from blockloom.blocks.results.monitors import Watch
from blockloom.runtime.protocol.records import MonitorUpdate

KEPT = 1024  # newest points of a series, which are all kept; the older points are, the more are dropped


class MonitorSeries:
    """Points (step, seconds, value), thinned out with age.

    Of each four points the least and the greatest stay, so that peaks stay and a million points become about ten
    thousand.
    """

    def __init__(self) -> None:
        self._levels = [np.empty((0, 3))]  # points by thinning level, from the newest to the oldest
        self._points: np.ndarray | None = None
        self._first: np.ndarray | None = None

    @property
    def points(self) -> np.ndarray:
        """The points (n, 3): step, seconds of running, value."""
        if self._points is None:
            self._points = np.concatenate(self._levels[::-1])
            if self._first is not None and len(self._points) and self._points[0, 0] != self._first[0]:
                self._points = np.concatenate((self._first[None], self._points))
        return self._points

    def add(self, rows: np.ndarray) -> None:
        """Add points (n, 3)."""
        if self._first is None and len(rows):
            self._first = rows[0].copy()
        self._points, level = None, 0
        while len(rows):
            have = np.concatenate((self._levels[level], rows))
            old = (len(have) - KEPT) // 4 * 4 if len(have) > 2 * KEPT else 0
            self._levels[level], rows, level = have[old:], _thinned(have[:old]), level + 1
            if level == len(self._levels) and len(rows):
                self._levels.append(np.empty((0, 3)))

    def truncate(self, step: int) -> None:
        """Discard the points after a step."""
        self._levels = [level[level[:, 0] <= step] for level in self._levels]
        self._points = None
        if self._first is not None and self._first[0] > step:
            self._first = None


def _thinned(points: np.ndarray) -> np.ndarray:
    """Return the least and the greatest of every four points, in order."""
    groups = points.reshape(-1, 4, 3)
    values = groups[:, :, 2]
    known = np.isfinite(values)
    low, high = np.where(known, values, np.inf).argmin(1), np.where(known, values, -np.inf).argmax(1)
    high[high == low] ^= 1  # no extreme points: keep any other point
    keep = np.sort(np.stack((low, high), 1), 1)
    return np.take_along_axis(groups, keep[:, :, None], 1).reshape(-1, 3)


class Traces:
    """The data of all monitors of a page.

    Attributes:
        series: the numbers of each watch, by step.
        earlier: the series before the last reset.
        saved_runs: the saved runs of the page that charts show.
        texts: the values of watches as text, or the reason why there is none.
        matrices: the latest matrix of each watch.
        abouts: facts about each matrix, by its form.
    """

    def __init__(self) -> None:
        self.series = FollowedValues[Watch, MonitorSeries]()
        self.earlier = FollowedValues[Watch, MonitorSeries]()
        self.saved_runs: Sequence[KeptRun] = ()
        self.clear()

    def clear(self) -> None:
        """Start again after a reset; the series become `earlier`."""
        self.earlier = self.series or self.earlier
        self.series = FollowedValues()
        self.texts = FollowedValues[Watch, str]()
        self.matrices = FollowedValues[Watch, np.ndarray]()
        self.abouts = FollowedValues[Watch, Mapping[str, Any]]()  # watch -> facts about its matrix
        # Step and seconds of the last point; seconds of all earlier runs.
        self._step, self._seconds, self._before = 0.0, 0.0, 0.0

    def add(self, recorded: MonitorUpdate) -> set[Watch]:
        """Add recorded data of a run, see `runtime.run.monitor_recorder`; return the watches that changed."""
        rows, numbers = recorded.points, recorded.numbers
        if len(rows):
            if rows[0, 0] <= self._step:
                self.clear()  # steps are counted from 1 again
            if rows[0, 1] + self._before < self._seconds:
                self._before = self._seconds  # another run: its time continues that of the runs before
            for i, watch in enumerate(numbers):
                points = np.stack((rows[:, 0], rows[:, 1] + self._before, rows[:, 2 + i]), 1)
                self.series.setdefault(watch, MonitorSeries()).add(points)
            self._step, self._seconds = float(rows[-1, 0]), float(rows[-1, 1]) + self._before
        self.texts.update(zip(numbers, recorded.texts, strict=True))
        matrices = dict(zip(recorded.matrices, recorded.arrays, strict=True))
        self.matrices |= matrices
        self.abouts.update(zip(matrices, recorded.forms))
        missing = dict(recorded.missing)
        for watch in missing:
            self.matrices.pop(watch, None)
        self.texts |= missing
        return {*numbers, *matrices, *missing}

    def truncate(self, step: int) -> None:
        """Discard the data after a step, since the run continues from it."""
        for series in self.series.values():
            series.truncate(step)
        self._step = min(self._step, float(step))

    def follow(self, was: DocumentNames, now: DocumentNames, page: str, only_adds: bool) -> None:
        """Follow an edit, see `FollowedValues.follow`."""
        for have in (self.series, self.earlier, self.texts, self.matrices, self.abouts):
            have.follow(was, now, page, only_adds)
