"""Rewind a page to the state after a step, from which the run continues."""

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
    """Rewind the variables, the step count and the resources of the sessions to the state after a step.

    Resources are restored if that is exact: from a snapshot, moved on by steps that are run again if these have no
    other effects. If an error occurs, the state is unchanged.

    Args:
        runner: The runner.
        again: The replayer.
        step: The number of the step.

    Returns:
        The blocks (addresses as text) that keep their present state.

    Raises:
        StepNotRecorded: The step is not recorded.
        OpError: TensorFlow failed.
    """
    results = again.results(step) if again.past.path_to(step) is not None else {}
    state = again.state(step)
    # The latest snapshot with the state after the step, as `RunHistory.way` finds it: the steps on the way follow it.
    segment = next(s for s in reversed(again.past.segments) if s.snapshot.step <= step <= s.last_step)
    lives = runner.training()
    now = {
        live.own.id: (live.read_variables(), resource_transfer.peek_resources(live.calls, live.changing.known))
        for live in lives
    }
    stays: list[str] = []
    try:
        for live in lives:
            # Variables that had no value then cannot be reset.
            stays += map(runner.program.address_text, set(now[live.own.id][0].blocks) - state[live.own.id].keys())
            stays += _put_back(runner, live, segment, step, state[live.own.id])
            live.set_variables(state[live.own.id])
    except BaseException:
        for live in lives:
            held, taken = now[live.own.id]
            live.set_variables(held.values())
            live.put_back(taken)
        raise
    finally:
        runner.current = None
    for live in lives:
        live.stale = live.stale and bool(stays)
    runner.continue_from(step, segment.snapshot.epochs, results)
    return sorted(set(stays))


def _put_back(
    runner: Runner, live: OpenSession, segment: RecordedSegment, step: int, state: Mapping[str, np.ndarray]
) -> list[str]:
    """Restore the resources of a session after a step, and return those that keep their present state."""
    changing, taken = live.changing, segment.snapshot.resources.get(live.own.id, {})
    whole = all(taken.keys() & set(r.blocks) for r in changing.resources)
    if not changing.resources or not whole or step > segment.snapshot.step and not changing.harmless:
        return changing.stay(runner.program, set())
    before = resource_transfer.peek_resources(live.calls, changing.known)
    live.put_back(taken)
    live.set_variables(segment.snapshot.values(live.own.id))
    runner.current = live
    exact = True
    for drew in segment.inputs_until(step):
        exact = exact and live.repeat_step(drew[live.own.id].tape() if live.own.id in drew else {})
    held = live.read_variables()
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
