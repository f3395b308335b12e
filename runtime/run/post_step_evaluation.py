"""Evaluate outputs that no session needs after a step, from the results of the step.

A failure here does not fail the step; the block shows the error instead.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import tensorflow as tf

from blockloom.blocks.document.addresses import Address
from blockloom.blocks.text.phrases import phrase
from blockloom.blocks.values.dtypes import fetched_array
from blockloom.runtime.compile.error_problems import run_problem
from blockloom.runtime.compile.program import DescribedResult, Program, Results, SessionProgram
from blockloom.runtime.run.step_fetches import cached, names, tensor_array

FAILURES = (tf.errors.OpError, RuntimeError, ValueError)
_KEPT = 4  # most callables in the cache


class _Call(NamedTuple):
    run: Any
    inputs: dict[str, str]  # tensor of the step to feed -> the tensor under which it was fetched


class PostStepEvaluation:
    """Evaluates outputs that no step of a session needs.

    `make` returns a callable for names to fetch and names to feed.
    """

    def __init__(self, program: Program, own: SessionProgram, make: Callable[[Sequence[str], Sequence[str]], Any]):
        self.program, self.own, self._make = program, own, make
        self._calls: dict[tuple[str, ...], _Call] = {}  # in order of use

    def fetched(self, shown: Mapping[Address, dict[str, Any]]) -> list[str]:
        """Return the tensors of the step that these outputs depend on."""
        return list(dict.fromkeys(one for name in self._names(shown) for one in self._takes(name).values()))

    def results(self, shown: Mapping[Address, dict[str, Any]], found: Mapping[str, Any]) -> Results:
        """Return these outputs, evaluated from the fetched values of a step.

        If the evaluation fails, each output is evaluated alone, and those that fail have the error as their result.
        """
        try:
            return self._computed(shown, found)
        except FAILURES as error:
            if len(shown) == 1:
                return {at: dict.fromkeys(pins, self.error_result(error)) for at, pins in shown.items()}
        return {at: result for at in shown for result in self.results({at: shown[at]}, found).values()}

    def error_result(self, error: Exception) -> DescribedResult:
        """Return the result of a failed output: the block and the error of TensorFlow."""
        fault = run_problem(error, self.program)
        return DescribedResult(phrase("{}: {}", fault.place_text, fault.message) if fault.place_text else fault.message)

    def _computed(self, shown: Mapping[Address, dict[str, Any]], found: Mapping[str, Any]) -> Results:
        alive = [name for name in self._names(shown) if not self._dead(name, found)]
        graph, there = self.program.graph, [name for name in alive if name not in self.own.side_inputs]
        values = self.own.feeds | {name: tensor_array(graph, name, found[name]) for name in there}
        if asked := tuple(name for name in alive if name in self.own.side_inputs):
            call = self._call(asked)
            fed = (*self.own.feeds.values(), *(fetched_array(found[one]) for one in call.inputs.values()))
            given = zip(asked, call.run(*fed), strict=True)
            values |= {name: np.array(tensor_array(graph, name, value)) for name, value in given}

        def one(source: Any) -> Any:
            if isinstance(source, list):
                return [one(item) for item in source]
            return values.get(source) if isinstance(source, str) else source

        return {at: {pin: one(source) for pin, source in pins.items()} for at, pins in shown.items()}

    def _takes(self, name: str) -> dict[str, str]:
        """Return the tensors of the step that a tensor depends on, with the tensors to fetch for them."""
        return self.own.side_inputs.get(name, {name: name})

    def _names(self, shown: Mapping[Address, dict[str, Any]]) -> list[str]:
        """Return the tensors to evaluate for these outputs, each once."""
        return list(dict.fromkeys(one for one in names(shown) if one not in self.own.feeds))

    def _dead(self, name: str, found: Mapping[str, Any]) -> bool:
        """Return whether an input of a tensor is dead in this step."""
        alive = (self.own.alive.get(fetched) for fetched in self._takes(name).values())
        return any(found[one] != 0 for one in alive if one is not None)

    def _call(self, asked: tuple[str, ...]) -> _Call:
        def make() -> _Call:
            takes = {fed: fetched for name in asked for fed, fetched in self.own.side_inputs[name].items()}
            return _Call(self._make(asked, [*self.own.feeds, *takes]), takes)

        return cached(self._calls, asked, make, _KEPT)
