"""What the steps of a run gave as its loss, and which showed something that was not finite: for who looks back."""

from __future__ import annotations

import math
from array import array
from bisect import bisect_right

MOST = 1 << 17  # steps; of a run with more, every second is left out, and so on


class LossSeries:
    """`steps` with their `values`, and the `bad` ones, in order. A step may be in `bad` alone."""

    def __init__(self) -> None:
        self.steps, self.values, self.bad = array("q"), array("d"), array("q")
        self._every = 1

    def add(self, step: int, value: float) -> None:
        """What a step gave."""
        if not math.isfinite(value):
            self.mark(step)
        if step % self._every:
            return
        self.steps.append(step)
        self.values.append(value)
        if len(self.steps) > MOST:
            self._every *= 2
            keep = [n for n, one in enumerate(self.steps) if not one % self._every]
            self.steps = array("q", [self.steps[n] for n in keep])
            self.values = array("d", [self.values[n] for n in keep])

    def mark(self, step: int) -> None:
        """A step showed something that was not finite."""
        if (not self.bad or self.bad[-1] < step) and len(self.bad) < MOST:
            self.bad.append(step)

    def back(self, step: int) -> None:
        """Steps after this one never were."""
        self.steps = self.steps[: bisect_right(self.steps, step)]
        self.values = self.values[: len(self.steps)]
        self.bad = self.bad[: bisect_right(self.bad, step)]
