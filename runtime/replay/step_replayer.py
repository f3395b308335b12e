"""Replay recorded steps from a snapshot and the recorded external inputs."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np

from blockloom.blocks.text.phrases import phrase
from blockloom.runtime.compile.program import Program, Results, SessionProgram
from blockloom.runtime.replay.replica import ReplaySession
from blockloom.runtime.run.external_input_recorder import Tape
from blockloom.runtime.run.run_history import RecordedSegment, ReplayPath, RunHistory, StateSnapshot, Tapes, Values

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
