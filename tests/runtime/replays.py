"""Replayed steps, compared to the bit with the original results."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np

from blockloom.runtime.compile.program import DescribedResult, Program, Results
from blockloom.runtime.replay.step_replayer import StepReplayer
from blockloom.runtime.run.runner import EndOfDataError, Runner

LONGEST = 5.0  # seconds of a step that may wait


def run_steps(program: Program, count: int, share: float = 1.0) -> tuple[Runner, dict[int, dict[str, Results]]]:
    """Return a runner after up to `count` steps, and the results of each; a step may wait forever."""
    import tensorflow as tf

    runner, seen = Runner(program), dict[int, dict[str, Results]]()
    runner.past.share = share
    while runner.steps < count:
        timer = threading.Timer(LONGEST, runner.cancel)
        timer.start()
        try:
            runner.step(True)
        except EndOfDataError:
            continue
        except tf.errors.OpError:
            break
        finally:
            timer.cancel()
        seen[runner.steps] = dict(runner.results)
    return runner, seen


def differences(replayer: StepReplayer, seen: dict[int, dict[str, Results]]) -> list[tuple[int, str, str]]:
    """Return the differences of replayed steps: step, block, pin, without values reported as unknown."""
    found = []
    for step, results in seen.items():
        got = replayer.replay_results(step)
        found += [
            (step, str(at), pin)
            for own in replayer.sessions()
            for at, pins in results[own.id].items()
            for pin, value in pins.items()
            if not is_equal(value, now := got[own.id].get(at, {}).get(pin)) and not _is_gone(now)
        ]
    return found


def _is_gone(value: Any) -> bool:
    return isinstance(value, DescribedResult) and value.text == "cannot be replayed"


def is_equal(one: Any, other: Any) -> bool:
    """Return whether two results are equal to the bit."""
    if isinstance(one, list):
        return isinstance(other, list) and len(one) == len(other) and all(map(is_equal, one, other))
    if isinstance(one, np.ndarray) and isinstance(other, np.ndarray):
        same = one.dtype == other.dtype and one.shape == other.shape
        return same and (one.tolist() == other.tolist() if one.dtype == object else one.tobytes() == other.tobytes())
    if isinstance(one, DescribedResult) and isinstance(other, DescribedResult):
        return one.dtype == other.dtype
    return one is None and other is None
