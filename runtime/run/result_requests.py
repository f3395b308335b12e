"""What the worker answers to requests about results: slices, statistics, where a NaN is, files."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable

import numpy as np

from blockloom.blocks.document.addresses import parse
from blockloom.blocks.text.phrases import phrase, why
from blockloom.runtime.compile.program import Results
from blockloom.runtime.run import slices

SLOW = frozenset({"about", "odd", "save"})     # answered in threads of their own
_KEPT = 1 << 30         # bytes of the run before that are kept for comparing, at most
_TOLD_EVERY = 0.2       # seconds

Answer = tuple[dict, list[np.ndarray]]


class ResultRequests:
    """Answers from what `latest()` gives, the results of the last shown step, or from `before`: those of the run
    before, which are kept where they are not too large. `output` is always the text of an address; AddressError is
    raised for what is none."""

    def __init__(self, latest: Callable[[], Results], send: Callable[[dict], None]):
        self._latest, self._send = latest, send
        self.before: Results = {}
        self._cancelled: set[int] = set()

    def run_begins(self) -> None:
        """A run begins: the results that there are now become those of the run before."""
        latest = self._latest()
        if not latest:
            return  # the page was compiled anew since the last run: that one is kept already
        arrays = itertools.chain.from_iterable(
            value if isinstance(value, list) else [value] for pins in latest.values() for value in pins.values())
        small = sum(a.nbytes for a in arrays if isinstance(a, np.ndarray)) <= _KEPT
        self.before = {at: dict(pins) for at, pins in latest.items()} if small else {}

    def forget(self) -> None:
        """Another document is opened: the results of the run before are dropped."""
        self.before = {}

    def slice(self, output: str, at: list, before: bool = False) -> Answer:
        """A part of the last result, or of that of the run before (`before`); see slices.cut. Where there is none, the
        dtype is "". A result of the run before may have another shape: without such a part, it comes without an array.
        Raises IndexError for a part that the last result does not have."""
        value = slices.find(self.before if before else self._latest(), parse(output))
        if value is None:
            return {"dtype": "", "shape": [], "steps": []}, []
        try:
            return slices.cut(value, at)
        except IndexError:
            if not before:
                raise
            return {"dtype": str(value.dtype), "shape": list(value.shape), "steps": []}, []

    def about(self, output: str, before: bool = False) -> Answer:
        """Statistics of a tensor; see slices.about. Where there is none, the dtype is ""."""
        value = slices.find(self.before if before else self._latest(), parse(output))
        return ({"dtype": "", "shape": []}, []) if value is None else slices.about(value)

    def odd(self, output: str, after: int) -> Answer:
        """Where the next NaN or infinity is, as `at`; see slices.odd."""
        value = slices.find(self._latest(), parse(output))
        return {"at": None if value is None else slices.odd(value, after)}, []

    def save(self, output: str, path: str, job: int) -> Answer:
        """Write a result to a .npy or .csv file. `job` names it in {"event": "saving", "job", "done": 0.0 to 1.0}
        messages and for `cancel`."""
        value = slices.find(self._latest(), parse(output))
        if value is None:
            return {"saved": False, "why": phrase("there is no such result any more")}, []
        last = 0.0

        def told(done: float) -> None:
            nonlocal last
            if job in self._cancelled:
                raise slices.SaveCancelled
            if time.monotonic() - last > _TOLD_EVERY:
                last = time.monotonic()
                self._send({"event": "saving", "job": job, "done": done})
        try:
            slices.save(value, path, told)
        except slices.SaveCancelled:
            return {"saved": False, "why": ""}, []
        except (OSError, ValueError, MemoryError) as error:
            return {"saved": False, "why": why(error, as_is=True)}, []
        finally:
            self._cancelled.discard(job)    # the number may name another save
        return {"saved": True, "why": ""}, []

    def cancel(self, job: int) -> Answer:
        """Stop a save."""
        self._cancelled.add(job)
        return {}, []
