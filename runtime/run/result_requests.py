"""What the worker answers to requests about results: slices, statistics, where a NaN is, files."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Container

import numpy as np

from blockloom.blocks.document.addresses import Address
from blockloom.blocks.text.phrases import phrase, why
from blockloom.runtime.compile.program import Results
from blockloom.runtime.protocol import requests
from blockloom.runtime.protocol.events import Event, Saving
from blockloom.runtime.protocol.replies import Nonfinite, Saved, Sliced, TensorStatistics
from blockloom.runtime.run import slices

_KEPT = 1 << 30  # bytes of the run before that are kept for comparing, at most
_TOLD_EVERY = 0.2  # seconds


class ResultRequests:
    """Answers requests for results: of the last shown step (`latest()`), or of the run before, kept up to a size.
    `cancelled` are jobs whose answer nobody waits for."""

    def __init__(self, latest: Callable[[], Results], tell: Callable[[Event], None], cancelled: Container[int]):
        self._latest, self._tell, self._cancelled = latest, tell, cancelled
        self.before: Results = {}

    def run_begins(self) -> None:
        """Keep the present results as those of the run before."""
        latest = self._latest()
        if not latest:
            return  # the page was compiled anew since the last run: that one is kept already
        arrays = itertools.chain.from_iterable(
            value if isinstance(value, list) else [value] for pins in latest.values() for value in pins.values()
        )
        small = sum(a.nbytes for a in arrays if isinstance(a, np.ndarray)) <= _KEPT
        self.before = {at: dict(pins) for at, pins in latest.items()} if small else {}

    def forget(self) -> None:
        """Drop the results of the run before: another document is opened."""
        self.before = {}

    def slice(self, asked: requests.Slice) -> Sliced:
        """A slice of a result, as slices.cut gives it, of the same shape or of that of the run before. Raises
        IndexError outside the result."""
        value = self._find(asked.output, asked.before)
        if value is None:
            return Sliced()
        try:
            return slices.cut(value, asked.at)
        except IndexError:
            if not asked.before:
                raise
            return Sliced(str(value.dtype), value.shape)

    def statistics(self, asked: requests.Statistics) -> TensorStatistics:
        """Statistics of a tensor."""
        value = self._find(asked.output, asked.before)
        return TensorStatistics() if value is None else slices.statistics(value)

    def next_nonfinite(self, asked: requests.NextNonfinite) -> Nonfinite:
        """Where the next NaN or infinity is."""
        value = self._find(asked.output)
        return Nonfinite(None if value is None else slices.next_nonfinite(value, asked.after))

    def save(self, asked: requests.Save) -> Saved:
        """Write a result to a file, unless its job is cancelled meanwhile."""
        value = self._find(asked.output)
        if value is None:
            return Saved(False, phrase("there is no such result any more"))
        last = 0.0

        def told(done: float) -> None:
            nonlocal last
            if asked.job in self._cancelled:
                raise slices.SaveCancelled
            if time.monotonic() - last > _TOLD_EVERY:
                last = time.monotonic()
                self._tell(Saving(asked.job, done))

        try:
            slices.save(value, asked.path, told)
        except slices.SaveCancelled:
            return Saved(False)
        except (OSError, ValueError, MemoryError) as error:
            return Saved(False, why(error, as_is=True))
        return Saved(True)

    def _find(self, output: Address, before: bool = False) -> np.ndarray | None:
        return slices.find(self.before if before else self._latest(), output)
