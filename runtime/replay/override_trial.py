"""Replay a step with other values for some outputs, without side effects."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from blockloom.blocks.document.addresses import Address
from blockloom.blocks.text.phrases import phrase
from blockloom.runtime.compile.program import Program, Results, SessionProgram
from blockloom.runtime.compile.taps import Tap, TappedCalls
from blockloom.runtime.replay.isolated_graph import copied_graph
from blockloom.runtime.replay.replica import ReplaySession
from blockloom.runtime.replay.step_replayer import StepReplayer
from blockloom.runtime.replay.value_overrides import ValueOverrides, element_of, fitting
from blockloom.runtime.run.run_history import RunHistory


class OverrideTrial:
    """A replay of a step of a program with overrides; methods raise StepNotRecorded and the errors of TensorFlow.

    Args:
        program: The program.
        past: The recorded history.
        chosen: The tap and the number, from 0, of the call that is shown.
        calls: The calls of each function in the original step.
    """

    def __init__(
        self, program: Program, past: RunHistory, chosen: tuple[Tap, int] | None, calls: Sequence[TappedCalls]
    ):
        self._program, self._chosen, self._calls = program, chosen, calls
        self._tried: ValueOverrides | None = None
        self._again = StepReplayer(program, past, self._replica)

    def end(self) -> None:
        """Cancel the replay that another thread runs."""
        self._again.end()

    def results(
        self, step: int, given: Mapping[str, Any], inner: Mapping[Address, str | np.ndarray]
    ) -> tuple[dict[str, Results], list[TappedCalls]]:
        """Return the results of the step by session, and the calls of each function.

        Args:
            step: The number of the step.
            given: Values for tensors.
            inner: Values for outputs in the chosen call.

        Raises:
            ValueError: An output cannot be overridden.
        """
        taps = self._program.taps
        if inner:
            self._tried = self._in_call(inner)
        meets = [tap.meets for tap in taps]
        for tap in taps:
            tap.meets = None
            tap.begin()
        if self._chosen is not None:
            self._chosen[0].wanted_call = self._chosen[1]
        try:
            found = self._again.results(step, given or None)
            if self._tried is not None and not self._tried.is_right:
                raise ValueError(phrase("the call of {} in which it is computed is unknown", self._tried.tap.page))
            return found, [tap.calls() for tap in taps]
        finally:
            for tap, one in zip(taps, meets):
                tap.meets, tap.wanted_call = one, -1
            self._again.close()

    def _in_call(self, given: Mapping[Address, str | np.ndarray]) -> ValueOverrides:
        values = dict[int, np.ndarray]()
        for at, value in given.items():
            tap = self._chosen[0] if self._chosen is not None else None
            source = element_of(tap.sources.get(at.owner, {}).get(at.pin), at) if tap is not None else None
            if tap is None or tap.page != at.page or not isinstance(source, str):
                raise ValueError(phrase("{} has no value that can be overridden", at.local))
            place = tap.places[source]
            spec = tap.specs[place]
            values[place] = fitting(at, value, spec.dtype, spec.shape)
        assert self._chosen is not None
        tap, call = self._chosen
        recorded = self._calls[self._program.taps.index(tap)].values
        return ValueOverrides(tap, call + 1, values, {place: recorded[call][place] for place in values})

    def _replica(self, program: Program, own: SessionProgram) -> ReplaySession:
        tokens = {tap.token.encode() for tap in program.taps}
        if not tokens:
            return ReplaySession(program, own)
        copied = copied_graph(program.graph, own, hears=tokens)
        if self._tried is not None:
            copied = self._tried.apply(copied)
        return ReplaySession(program, own, copied, in_order=True)  # calls have the same numbers in each replay
