"""Replay recorded steps from a snapshot and the recorded external inputs, or rewind a page to a step."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np
import tensorflow as tf
from tensorflow.core.framework.node_def_pb2 import NodeDef
from tensorflow.python.framework import op_def_registry

from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.text.phrases import phrase
from blockloom.runtime.compile.external_inputs import function_nodes, node_role, role
from blockloom.runtime.compile.program import Program, Results, SessionProgram, reached
from blockloom.runtime.compile.taps import MARK
from blockloom.runtime.replay.replica import ReplaySession
from blockloom.runtime.resources import iterators, resource_transfer
from blockloom.runtime.resources.op_effects import handles, makers, takes_handles, writes
from blockloom.runtime.resources.resource import CapturedResource
from blockloom.runtime.run.external_input_recorder import Tape
from blockloom.runtime.run.open_session import OpenSession
from blockloom.runtime.run.run_history import RecordedSegment, ReplayPath, RunHistory, StateSnapshot, Tapes, Values
from blockloom.runtime.run.runner import Runner

_NEAR = 0.03  # a state whose replay takes more seconds is cached
_SHARE = 0.05  # share of the memory of the history for these states


class StepNotRecorded(LookupError):
    """Raised if a step cannot be replayed, since its recording is missing or discarded."""


class ReplaySuperseded(Exception):
    """Raised when a newer request makes this replay obsolete."""


class StepReplayer:
    """Replays steps of a program, without changes to the program's sessions and without side effects.

    States are cached on long replays, so that nearby steps are fast. Methods raise StepNotRecorded and the errors of
    TensorFlow.

    Attributes:
        past: The recorded history.
        is_wanted: Called between steps; if it returns False, ReplaySuperseded is raised.
        cancelled: Whether `cancel` was called since the last `close`.
    """

    def __init__(
        self,
        program: Program,
        past: RunHistory,
        replica: Callable[[Program, SessionProgram], ReplaySession] = ReplaySession,
    ):
        self.program, self.past, self._replica = program, past, replica
        self.is_wanted: Callable[[], bool] = lambda: True
        self.cancelled = False  # whether `cancel` was called since the last `close`
        self._replicas: dict[str, ReplaySession] = {}
        self._current_state: tuple[StateSnapshot, int] | None = (
            None  # the step whose state the variables have: a snapshot, and the steps after it
        )
        self._cached_states: dict[tuple[int, int], _CachedState] = {}  # in order of use, the latest last

    def sessions(self) -> list[SessionProgram]:
        """Return the sessions that run steps, which a Validation does not."""
        return [own for own in self.program.sessions if own.within is None]

    def close(self) -> None:
        """Close the sessions; they are created again on demand."""
        for replica in self._replicas.values():
            replica.close()
        self._replicas, self._current_state, self._cached_states, self.cancelled = {}, None, {}, False

    def cancel(self) -> None:
        """Cancel the replay in another thread, which raises an error of TensorFlow, and should then call `close`."""
        self.cancelled = True
        for replica in list(self._replicas.values()):
            replica.end()

    def replicas_before(self, step: int) -> tuple[dict[str, ReplaySession], dict[str, Tape]]:
        """Return the sessions in the state before a step, and the external inputs of each in the step.

        The number after the last step means the step that failed.
        """
        return self._replay_until(self._path_to(step))

    def variables_after(self, step: int) -> dict[str, dict[str, np.ndarray]]:
        """Return the values of all variables after a step, by session and `Variable.block`."""
        for segment in reversed(self.past.segments):
            if segment.snapshot.step == step:
                return {own.id: dict(segment.snapshot.values(own.id)) for own in self.sessions()}
        path = self._path_to(step)
        if self._current_state != (path.snapshot, len(path.tapes)):
            self._advance(*self._replay_until(path))
            self._current_state = path.snapshot, len(path.tapes)
        return {name: replica.variables() for name, replica in self._replicas.items()}

    def replay_segment(self, segment: RecordedSegment) -> Iterator[tuple[int, dict[str, ReplaySession]]]:
        """Replay the steps of a segment, and yield the number of each and the sessions in the state after it."""
        if segment.last_step > segment.snapshot.step:
            replicas, _ = self.replicas_before(segment.snapshot.step + 1)
            for number, inputs in enumerate(segment.inputs_until(segment.last_step), segment.snapshot.step + 1):
                for name, replica in replicas.items():
                    replica.advance(inputs[name].tape() if name in inputs else {})
                yield number, replicas

    def replay_results(self, step: int, given: Mapping[str, Any] | None = None) -> dict[str, Results]:
        """Return the results of a step by session, including outputs that were not fetched originally.

        Args:
            step: The number of the step.
            given: Other values for tensors.
        """
        path = self._path_to(step)
        replicas, tapes = self._replay_until(path)
        results = {name: replica.results(tapes[name], given) for name, replica in replicas.items()}
        if not given:
            self._current_state = path.snapshot, len(path.tapes)
        return results

    def _path_to(self, step: int) -> ReplayPath:
        path = self.past.path_to(step)
        if path is None:
            raise StepNotRecorded(phrase("the state before step {} is no longer recorded", step))
        return path

    def _replay_until(self, path: ReplayPath) -> tuple[dict[str, ReplaySession], dict[str, Tape]]:
        count, done = len(path.tapes) - 1, self._load_nearest(path)
        self._current_state = None  # the caller may change the state of the variables
        began = time.perf_counter()
        for tapes in path.tapes[done:count]:
            if not self.is_wanted():
                raise ReplaySuperseded
            self._advance(self._replicas, self._tapes_of_sessions(tapes))
            done += 1
            if time.perf_counter() - began > _NEAR:
                self._cache_state(path.snapshot, done)
                began = time.perf_counter()
        return self._replicas, self._tapes_of_sessions(path.tapes[-1])

    def _tapes_of_sessions(self, tapes: Tapes) -> dict[str, Tape]:
        return {own.id: tapes.get(own.id, {}) for own in self.sessions()}

    @staticmethod
    def _advance(replicas: Mapping[str, ReplaySession], tapes: Mapping[str, Tape]) -> None:
        for name, replica in replicas.items():
            replica.advance(tapes[name])

    def _load_nearest(self, path: ReplayPath) -> int:
        """Load the nearest known state on the path to a step, and return its number of steps after the snapshot."""
        snapshot, count = path.snapshot, len(path.tapes) - 1
        if not self._replicas:
            self._replicas = {own.id: self._replica(self.program, own) for own in self.sessions()}
        here = self._current_state[1] if self._current_state is not None and self._current_state[0] is snapshot else -1
        steps = [
            n for (of, n), known in self._cached_states.items() if of == id(snapshot) and known.snapshot is snapshot
        ]
        known = max((n for n in steps if n <= count), default=0)
        if known <= here <= count:
            return here
        state = self._cached_states.get((id(snapshot), known))
        for own in self.sessions():
            self._replicas[own.id].load(state.values[own.id] if state is not None else snapshot.values(own.id))
        return known

    def _cache_state(self, snapshot: StateSnapshot, done: int) -> None:
        values = {name: replica.variables() for name, replica in self._replicas.items()}
        size = sum(array.nbytes for held in values.values() for array in held.values())
        self._cached_states[id(snapshot), done] = _CachedState(snapshot, values, size)
        while sum(one.size for one in self._cached_states.values()) > self.past.budget * _SHARE:
            del self._cached_states[next(iter(self._cached_states))]


class _CachedState(NamedTuple):
    snapshot: StateSnapshot
    values: Mapping[str, Values]
    size: int


def go_back(runner: Runner, replayer: StepReplayer, step: int) -> list[str]:
    """Rewind the variables, the step count and the resources of the sessions to the state after a step.

    Resources are restored from a snapshot, after which steps run again, if that is exact and the steps have no other
    effects. If an error occurs, the state is unchanged.

    Args:
        step: The number of the step.

    Returns:
        The blocks (addresses as text) that keep their present state.

    Raises:
        StepNotRecorded: The step is not recorded.
        OpError: TensorFlow failed.
    """
    results = replayer.replay_results(step) if replayer.past.path_to(step) is not None else {}
    state = replayer.variables_after(step)
    # The latest snapshot whose segment contains the step: the steps after it must be replayed.
    segment = next(s for s in reversed(replayer.past.segments) if s.snapshot.step <= step <= s.last_step)
    lives = runner.training()
    now = {
        live.own.id: (live.read_variables(), resource_transfer.peek_resources(live.calls, live.changing.known))
        for live in lives
    }
    stays: list[str] = []
    try:
        for live in lives:
            # Variables that were not initialised at that step cannot be reset.
            stays += map(runner.program.address_text, set(now[live.own.id][0].blocks) - state[live.own.id].keys())
            stays += _put_back(runner, live, segment, step, state[live.own.id])
            live.set_variables(state[live.own.id])
    except BaseException:
        for live in lives:
            held, taken = now[live.own.id]
            live.set_variables(held.values())
            live.put_back(taken)
        raise
    for live in lives:
        if not stays:
            live.resume_data()
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
    exact = True
    with runner.repeating(live):
        for drew in segment.inputs_until(step):
            exact = exact and live.repeat_step(drew[live.own.id].tape() if live.own.id in drew else {})
    held = live.read_variables()
    if exact and _is_equal(held.values(), state):
        data = [r for r in changing.known if isinstance(r, iterators.Iterator)]
        others = {b for r in data for b in r.blocks if not r.goes_back(live.calls, taken[b].content)}
        return changing.stay(runner.program, taken.keys() - others)
    live.put_back(before)
    return changing.stay(runner.program, set())


def _is_equal(one: Mapping[str, np.ndarray], other: Mapping[str, np.ndarray]) -> bool:
    return one.keys() == other.keys() and all(
        value.tolist() == other[block].tolist() if value.dtype == object else value.tobytes() == other[block].tobytes()
        for block, value in one.items()
    )


class ResourceCheckpoint:
    """The saved resources of the sessions of a runner, and the blocks that cannot be restored."""

    def __init__(self, runner: Runner):
        self.runner = runner
        self._held: dict[str, Mapping[str, CapturedResource]] = {}  # session -> contents of its resources

    def keep(self) -> None:
        """Save the present contents, as far as possible."""
        lives = [live for live in self.runner.training() if not live.own.runners]
        self._held = {live.own.id: resource_transfer.peek_resources(live.calls, live.changing.known) for live in lives}

    def lost(self) -> list[str]:
        """Return the blocks, addresses as text, that a step changed since then and that cannot be restored."""
        program, found = self.runner.program, set[str]()
        for live in self.runner.training():
            sure = set(program.address_texts(self._sure(live)))
            found |= {name for name in self._touched(live) if name not in sure}
        return sorted(found)

    def put_back(self) -> None:
        """Restore the contents."""
        for live in self.runner.training():
            with contextlib.suppress(tf.errors.OpError, RuntimeError):  # the session may be closed
                live.put_back(self._held.get(live.own.id, {}))

    def _sure(self, live: OpenSession) -> Iterator[str]:
        """Yield the blocks that can be restored."""
        held = self._held.get(live.own.id, {})
        for resource in live.changing.known if held else ():
            one = held[resource.blocks[0]]
            goes_back = not isinstance(resource, iterators.Iterator) or resource.goes_back(live.calls, one.content)
            if one.key is not None and goes_back:
                yield from resource.blocks

    def _touched(self, live: OpenSession) -> set[str]:
        """Return the blocks, addresses as text, that a step reads external inputs from or acts on.

        Variables and effects that are held back are excluded.
        """
        graph, found = self.runner.program.graph, set[tf.Operation]()
        waits = set(live.held_back.ops) if live.held_back is not None else set()
        names = {slot.tensor.partition(":")[0] for slot in live.own.external_inputs.slots}
        ops = [graph.get_operation_by_name(live.own.external_inputs.calls.get(name, name)) for name in names]
        ops += map(graph.get_operation_by_name, live.own.external_inputs.lost)
        ops += [op for op in reached(graph, live.own.targets, live.own.feeds) if role(op) in ("acts", "tells")]
        for op in ops:
            if op in waits or traits_of(op.type).asserts or traits_of(op.type).same_value:
                continue
            changed = {maker for handle in writes(op) for maker in makers(handle)}
            found |= {maker for maker in changed if not traits_of(maker.type).variable}
            found |= set() if list(handles(op)) else {op}  # an op without a handle draws independently of the step
            found |= {op} if any(_draws_alone(node) for _, node in function_nodes(graph, op.node_def)) else set()
        places = (self.runner.program.place(op.name) for op in found if MARK not in op.node_def.attr)
        return {str(place.owner_on(self.runner.program.page)) for place in places if place is not None}


def _draws_alone(node: NodeDef) -> bool:
    """Return whether a node of a function draws from a source that cannot be restored, such as random numbers."""
    op = op_def_registry.get(node.op) if node_role(node) == "draws" else None
    return op is not None and not takes_handles(op)
