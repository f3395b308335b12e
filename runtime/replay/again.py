"""Steps taken again: from a moment, by what they drew."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from blockloom.blocks.text.phrases import phrase
from blockloom.runtime.compile.program import Program, Results, SessionProgram
from blockloom.runtime.replay.replica import Replica
from blockloom.runtime.run.drawn import Tape
from blockloom.runtime.run.past import Past


class NotKept(LookupError):
    """The past of a step is not kept, so that it cannot be taken again."""


class Again:
    """Takes steps of a program again, of which `past` has what was kept. Nothing that the program's own sessions hold
    changes, and no effect is had a second time. `replica` makes what takes the steps of a session again. Methods raise
    NotKept, and what TensorFlow raises."""

    def __init__(self, program: Program, past: Past, replica: Callable[[Program, SessionProgram], Replica] = Replica):
        self.program, self.past, self._replica = program, past, replica
        self._replicas: dict[str, Replica] = {}

    def sessions(self) -> list[SessionProgram]:
        """Those that make steps: a Validation makes none."""
        return [own for own in self.program.sessions if own.within is None]

    def close(self) -> None:
        """End the sessions; they begin anew where they are needed."""
        for replica in self._replicas.values():
            replica.close()
        self._replicas = {}

    def before(self, step: int) -> tuple[dict[str, Replica], dict[str, Tape]]:
        """Replicas by session, whose variables hold what they held before a step, and what each drew in it. The number
        after the last one is that of a step that failed."""
        found = self.past.way(step)
        if found is None:
            raise NotKept(phrase("what step {} began with is no longer kept", step))
        replicas, last = {}, found.tapes[-1]
        for own in self.sessions():
            replica = replicas[own.id] = self._replicas.get(own.id) or self._replica(self.program, own)
            self._replicas[own.id] = replica
            replica.load(found.moment.values(own.id))
            for tapes in found.tapes[:-1]:
                replica.advance(tapes.get(own.id, {}))
        return replicas, {own.id: last.get(own.id, {}) for own in self.sessions()}

    def state(self, step: int) -> dict[str, dict[str, np.ndarray]]:
        """What the variables of each session held after a step, by `Variable.block`."""
        for segment in self.past.segments:
            if segment.moment.step == step:
                return {own.id: dict(segment.moment.values(own.id)) for own in self.sessions()}
        replicas, tapes = self.before(step)
        for name, replica in replicas.items():
            replica.advance(tapes[name])
        return {name: replica.variables() for name, replica in replicas.items()}

    def results(self, step: int, given: Mapping[str, Any] | None = None) -> dict[str, Results]:
        """What a step showed, by session, also of blocks of which nothing was fetched then; with `given`, as if these
        tensors had had other values."""
        replicas, tapes = self.before(step)
        return {name: replica.results(tapes[name], given) for name, replica in replicas.items()}
