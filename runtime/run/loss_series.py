"""Record the loss of each step of a run, and the steps with non-finite values."""

from __future__ import annotations

import math
from array import array
from bisect import bisect_right

MOST = 1 << 17  # steps; a longer run keeps every second step, then every fourth, and so on


class LossSeries:
    """`steps` with their `values`, and the steps with non-finite values, `bad`, in order.

    A step may be in `bad` only.
    """

    def __init__(self) -> None:
        self.steps, self.values, self.bad = array("q"), array("d"), array("q")
        self._every = 1

    def add(self, step: int, value: float) -> None:
        """Add the loss of a step."""
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
        """Record that a step showed a non-finite value."""
        if (not self.bad or self.bad[-1] < step) and len(self.bad) < MOST:
            self.bad.append(step)

    def truncate(self, step: int) -> None:
        """Discard all steps after `step`."""
        self.steps = self.steps[: bisect_right(self.steps, step)]
        self.values = self.values[: len(self.steps)]
        self.bad = self.bad[: bisect_right(self.bad, step)]
