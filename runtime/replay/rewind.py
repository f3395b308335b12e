"""Going back: a page is again where it was after a step, and goes on from there."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from blockloom.runtime.replay.step_replayer import StepReplayer
from blockloom.runtime.resources import resource_transfer
from blockloom.runtime.resources.iterators import Iterator
from blockloom.runtime.run.open_session import OpenSession
from blockloom.runtime.run.run_history import RecordedSegment
from blockloom.runtime.run.runner import Runner


def go_back(runner: Runner, again: StepReplayer, step: int) -> list[str]:
    """Give variables what they held after a step, count steps from there, and put back what else the sessions held,
    where that is exact: what a moment holds, moved on by steps that are taken once more where they do nothing else.
    Gives the blocks (addresses as text) that stay as they are. Where it fails or is stopped, all is as before. Raises
    NotKept, and what TensorFlow raises.
    """
    results = again.results(step) if again.past.way(step) is not None else {}
    state = again.state(step)
    # The latest that holds what was held after the step, as `Past.way` finds it: the steps on the way are its own.
    segment = next(s for s in reversed(again.past.segments) if s.moment.step <= step <= s.last)
    lives = runner.training()
    now = {
        live.own.id: (live.moment(), resource_transfer.peek_resources(live.calls, live.changing.known))
        for live in lives
    }
    stays: list[str] = []
    try:
        for live in lives:
            # What held nothing then cannot be emptied.
            stays += map(runner.program.told, set(now[live.own.id][0].blocks) - state[live.own.id].keys())
            stays += _put_back(runner, live, segment, step, state[live.own.id])
            live.set(state[live.own.id])
    except BaseException:
        for live in lives:
            held, taken = now[live.own.id]
            live.set(held.values())
            live.put_back(taken)
        raise
    finally:
        runner.current = None
    for live in lives:
        live.stale = live.stale and bool(stays)
    runner.at(step, segment.moment.epochs, results)
    return sorted(set(stays))


def _put_back(
    runner: Runner, live: OpenSession, segment: RecordedSegment, step: int, state: Mapping[str, np.ndarray]
) -> list[str]:
    """Put back what a session held after a step besides variables. Gives what stays as it is."""
    changing, taken = live.changing, segment.moment.taken.get(live.own.id, {})
    whole = all(taken.keys() & set(r.blocks) for r in changing.resources)
    if not changing.resources or not whole or step > segment.moment.step and not changing.harmless:
        return changing.stay(runner.program, set())
    before = resource_transfer.peek_resources(live.calls, changing.known)
    live.put_back(taken)
    live.set(segment.moment.values(live.own.id))
    runner.current = live
    exact = True
    for drew in segment.drew(step):
        exact = exact and live.again(drew[live.own.id].tape() if live.own.id in drew else {})
    held = live.moment()
    if exact and _is_equal(held.values(), state):
        data = [r for r in changing.known if isinstance(r, Iterator)]
        others = {b for r in data for b in r.blocks if not r.goes_back(live.calls, taken[b].content)}
        return changing.stay(runner.program, taken.keys() - others)
    live.put_back(before)
    return changing.stay(runner.program, set())


def _is_equal(one: Mapping[str, np.ndarray], other: Mapping[str, np.ndarray]) -> bool:
    return one.keys() == other.keys() and all(
        value.tolist() == other[block].tolist() if value.dtype == object else value.tobytes() == other[block].tobytes()
        for block, value in one.items()
    )
