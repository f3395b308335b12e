"""Outputs that a step fetches or evaluates after it, and the conversion of fetched values."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain
from typing import Any, NamedTuple, TypeVar

import numpy as np
import tensorflow as tf

from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.document.addresses import Address
from blockloom.blocks.text.phrases import phrase
from blockloom.blocks.values.dtypes import fetched_array, labelled
from blockloom.runtime.compile.error_problems import run_problem
from blockloom.runtime.compile.program import DescribedResult, Program, Results, SessionProgram, Variable
from blockloom.runtime.resources.op_effects import definition_of

_T = TypeVar("_T")

# Outputs of a page to fetch, as addresses without the page: of a block for all its outputs, or of a single output. None
# stands for all outputs, an empty set for none.
Fetches = frozenset[Address]


class StepFetches(NamedTuple):
    """A callable step with its fetched tensors and the outputs they are shown at.

    Attributes:
        run: the callable.
        fetched: the tensors whose values are used.
        input_positions: the positions of external inputs among the results.
        shown: the source of each output.
        post_step: outputs that are evaluated after the step.
        reads: outputs of variables, with the tensors that read them.
        variables: these variables.
        quantized: tensors that numpy gets as integers -> label of the dtype.
    """

    run: Any
    fetched: list[str]
    input_positions: list[int]
    shown: dict[Address, dict[str, Any]]
    post_step: dict[Address, dict[str, Any]]
    reads: dict[Address, dict[str, str]]
    variables: list[Variable]
    quantized: dict[str, str]  # tensor -> dtype


def select_outputs(outputs: Mapping[Address, dict[str, Any]], fetches: Fetches | None) -> dict[Address, dict[str, Any]]:
    """Return the outputs that are wanted."""
    found = {
        at: {pin: of for pin, of in pins.items() if fetches is None or at in fetches or at._replace(pin=pin) in fetches}
        for at, pins in outputs.items()
    }
    return {at: pins for at, pins in found.items() if pins}


def names(shown: Mapping[Address, dict[str, Any]]) -> list[str]:
    """Return the tensors that are fetched for these outputs."""
    sources = (source for pins in shown.values() for source in pins.values())
    return [n for source in sources for n in (source if isinstance(source, list) else [source]) if isinstance(n, str)]


def as_array(value: Any, label: str | None = None) -> np.ndarray:
    """Return a fetched value as an array, with the label of its dtype if numpy has another one."""
    array = fetched_array(value)
    return labelled(array, label) if label is not None and array.dtype != object else array


def tensor_array(graph: tf.Graph, tensor: str, value: Any) -> np.ndarray:
    """Return the fetched value of a tensor as an array."""
    dtype = graph.get_tensor_by_name(tensor).dtype.base_dtype
    return as_array(value, dtype.name if dtype.is_quantized else None)


def cached(calls: dict[Any, _T], key: Any, make: Callable[[], _T], most: int) -> _T:
    """Return the value of a key, made by `make` unless it is among the `most` last used ones."""
    found = calls.pop(key, None)
    calls[key] = found = make() if found is None else found
    if len(calls) > most:
        del calls[next(iter(calls))]
    return found


# A failure here does not fail the step; the block shows the error instead.


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


# A callable returns TensorFlow's own buffers. The buffer of a reference variable is overwritten by later steps, and
# any op that forwards its input (Identity, Reshape, a Cast to the same dtype, a queue, a function ...) may return the
# same buffer. Resource variables are copied on write, except by a few ops that write into any input.


_SMALL = 4096  # copying fewer bytes is faster than comparing addresses


def writes_anywhere(graph: tf.Graph) -> bool:
    """Return whether an op of a graph or its functions overwrites any input, even a constant or a resource variable."""
    names = chain(
        (op.type for op in graph.get_operations()),
        (node.op for function in graph._functions.values() for node in definition_of(function).node_def),
    )
    return any(traits_of(name).writes_anywhere for name in names)


class ReferenceBuffers:
    """The buffers of a session's reference variables; all buffers if an op `writes_anywhere`.

    `fetch` returns, for tensor names, a callable that returns their arrays without copies.
    """

    def __init__(
        self,
        variables: Iterable[Variable],
        anywhere: bool,
        fetch: Callable[[list[str]], Callable[[], Sequence[np.ndarray]]],
    ):
        self.anywhere = anywhere
        # Strings are always copied.
        self._unsure = [v for v in variables if not v.key[1] and v.key[2] != "DT_STRING"]
        self._sure: list[Variable] = []
        self._fetch = fetch
        self._has: Any = None  # callable that reads whether each of `_unsure` is initialised
        self._values: Any = None  # callable that reads `_sure`

    def apart(self, values: Sequence[Any]) -> list[Any]:
        """Return fetched values, with copies of arrays in these buffers and of small arrays.

        Call it between steps.
        """
        if self.anywhere:
            return [value.copy() if isinstance(value, np.ndarray) else value for value in values]
        if not self._unsure and not self._sure:
            return list(values)
        copies: list[Any] = []
        spans: list[tuple[int, int]] | None = None
        for value in values:
            if isinstance(value, np.ndarray):
                if spans is None and value.nbytes > _SMALL:
                    spans = self._spans()
                if value.nbytes <= _SMALL or _overlaps(value, spans or []):
                    value = value.copy()
            copies.append(value)
        return copies

    def _spans(self) -> list[tuple[int, int]]:
        """Return the address ranges of the initialised variables, which do not move."""
        if self._unsure:
            self._has = self._has or self._fetch([v.is_initialized for v in self._unsure])
            has = self._has()
            if any(has):
                self._sure += [v for v, yes in zip(self._unsure, has) if yes]
                self._unsure = [v for v, yes in zip(self._unsure, has) if not yes]
                self._has, self._values = None, self._fetch([v.read for v in self._sure])
        return sorted(_span(value) for value in self._values() if isinstance(value, np.ndarray)) if self._sure else []


def _span(array: np.ndarray) -> tuple[int, int]:
    """Return the address range of an array; arrays of TensorFlow are contiguous."""
    start = begins_at(array)
    return start, start + array.nbytes


def begins_at(array: np.ndarray) -> int:
    """Return the address of the first byte of an array."""
    return int(array.__array_interface__["data"][0])


def _overlaps(value: np.ndarray, spans: list[tuple[int, int]]) -> bool:
    """Return whether an array overlaps one of the ranges, which are in order and disjoint."""
    start, end = _span(value)
    at = bisect_right(spans, (start, end))
    return any(one < end and start < other for one, other in spans[max(at - 1, 0) : at + 1])
