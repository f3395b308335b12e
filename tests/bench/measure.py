"""Alternating timings of a work and its baseline, so that a drifting machine affects both."""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable

RUNS = 7


class NotRun(Exception):
    """A benchmark cannot run here; the message names what is missing."""


def seconds(work: Callable[[], object]) -> float:
    """Wall-clock seconds of one call, with garbage collected before it."""
    gc.collect()
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def processor_seconds(work: Callable[[], object]) -> float:
    """Return the processor time of one call, which other processes hardly change, with garbage collected before it."""
    gc.collect()
    start = time.process_time()
    work()
    return time.process_time() - start


def ratio(
    name: str, work: Callable[[], object], baseline: Callable[[], object], limit: float, runs: int = RUNS
) -> bool:
    """Print the median times and their ratio; True where it is within the limit. One round goes uncounted."""
    return timed_ratio(name, lambda: seconds(work), lambda: seconds(baseline), limit, runs)


def timed_ratio(
    name: str, work: Callable[[], float], baseline: Callable[[], float], limit: float, runs: int = RUNS
) -> bool:
    """Compare the medians of seconds that two functions measure themselves."""
    pairs = [(work(), baseline()) for _ in range(runs + 1)][1:]
    ours, theirs = (statistics.median(side) for side in zip(*pairs))
    ok = ours / theirs <= limit
    print(
        f"{name:58} {ours * 1e3:9.1f} ms {theirs * 1e3:9.1f} ms   ratio {ours / theirs:5.2f}   at most {limit:.3g}   "
        f"{'ok' if ok else 'TOO SLOW'}",
        flush=True,
    )
    return ok


def absolute(name: str, work: Callable[[], float], limit: float, runs: int = RUNS) -> bool:
    """Print the median of what `work` measures, in seconds."""
    found = statistics.median([work() for _ in range(runs + 1)][1:])
    ok = found <= limit
    print(
        f"{name:58} {found * 1e3:9.1f} ms {'':26}   at most {limit * 1e3:.0f} ms   {'ok' if ok else 'TOO SLOW'}",
        flush=True,
    )
    return ok
