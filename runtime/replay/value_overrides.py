"""Override values that a function computes in one of its calls, in a copy of the graph."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np
import tensorflow as tf
from tensorflow.core.framework.node_def_pb2 import NodeDef

from blockloom.blocks.document.addresses import Address
from blockloom.blocks.text.phrases import phrase
from blockloom.blocks.values.dtypes import fetched_array, name_of
from blockloom.blocks.values.literals import tensor
from blockloom.runtime.compile.program import Program, Results, SessionProgram
from blockloom.runtime.compile.taps import MARK, Tap, TappedCalls, python_call, token_of
from blockloom.runtime.replay.isolated_graph import IsolatedGraph, copied_graph
from blockloom.runtime.replay.replica import ReplaySession
from blockloom.runtime.replay.step_replayer import StepReplayer
from blockloom.runtime.run.run_history import RunHistory


class ValueOverrides:
    """Values for tensors in one call of a function; values that depend on them are computed in that call.

    Args:
        tap: The tap of the function.
        number: The number of the call in the step, from 1.
        values: The values, by the number of the tensor among the inputs of the tap's op.
        recorded: The original values, by the same numbers.
    """

    def __init__(self, tap: Tap, number: int, values: Mapping[int, np.ndarray], recorded: Mapping[int, np.ndarray]):
        self.tap, self.number, self.values, self._recorded = tap, number, values, recorded
        self._calls = dict.fromkeys(values, 0)
        self._right = set[int]()
        self._hearing: list[Any] = []  # this reference keeps the functions alive for TensorFlow

    @property
    def is_right(self) -> bool:
        """True if each override replaced the recorded value in that call."""
        return self._right == self.values.keys()

    def _gives(self, place: int, value: np.ndarray) -> np.ndarray:
        self._calls[place] += 1
        found = fetched_array(value)
        if self._calls[place] != self.number:
            return found
        recorded = self._recorded[place]
        same = found.tolist() == recorded.tolist() if found.dtype == object else found.tobytes() == recorded.tobytes()
        if same:
            self._right.add(place)
        return self.values[place]

    def apply(self, copied: IsolatedGraph) -> IsolatedGraph:
        """Return the graph in which the users of these tensors get the overrides."""
        token = self.tap.token.encode()
        for nodes, ret in [
            (copied.definition.node, {}),
            *((one.node_def, one.ret) for one in copied.definition.library.function),
        ]:
            for tap in [node for node in nodes if MARK in node.attr and node.attr[MARK].s == token]:
                self._put(nodes, ret, tap, "0" if nodes is copied.definition.node else "output:0", copied)
        copied.is_identical = False
        return copied

    def _put(self, nodes: Any, ret: Any, tap: NodeDef, output: str, copied: IsolatedGraph) -> None:
        sources = [name for name in tap.input if name[0] != "^"]
        given = {}
        for place in self.values:
            gives, dtype = partial(self._gives, place), self.tap.specs[place].dtype.as_datatype_enum
            self._hearing.append(gives)
            made = python_call(f"{tap.name}/tried_{place}", token_of(gives), [sources[place]], [dtype], [dtype])
            given[_plain(sources[place])] = made, f"{made.name}:{output}"
        for node in nodes:
            for number, name in enumerate(node.input):
                if name[0] != "^" and _plain(name) in given:
                    node.input[number] = given[_plain(name)][1]
                    copied.users.setdefault(given[_plain(name)][0].name, []).append(node.name)
        for name, source in [*ret.items()]:
            if _plain(source) in given:
                ret[name] = given[_plain(source)][1]
        for source, (made, _) in given.items():
            nodes.append(made)
            copied.users.setdefault(source.partition(":")[0], []).append(made.name)


def _plain(name: str) -> str:
    """Return the name of a tensor without an unneeded output number."""
    return name.removesuffix(":0") if name.count(":") == 1 else name


def element_of(source: Any, at: Address) -> Any:
    """Return the source of an address; for an element of a list output, the source of the element."""
    if isinstance(source, list):
        return source[at.element] if at.element is not None and at.element < len(source) else None
    return source


def fitting(at: Address, value: str | np.ndarray, dtype: tf.DType, shape: tf.TensorShape) -> np.ndarray:
    """Return a value for an output as an array, from a typed text or an array.

    Raises:
        ValueError: The output cannot be overridden, or its shape differs.
    """
    if dtype.is_quantized or dtype in (tf.resource, tf.variant):
        raise ValueError(phrase("{} has no value that can be overridden", at.local))
    array = tensor(value, name_of(dtype.as_datatype_enum))[0] if isinstance(value, str) else value
    if not shape.is_compatible_with(array.shape):
        raise ValueError(phrase("{} has the shape {}", at.local, shape))
    return array if array.dtype == object else array.astype(dtype.as_numpy_dtype)


class OverrideTrial:
    """A replay of a step of a program with overrides; methods raise StepNotRecorded and the errors of TensorFlow.

    Args:
        past: The recorded history.
        chosen: The tap and the number, from 0, of the call that is shown.
        calls: The calls of each function in the original step.
    """

    def __init__(
        self, program: Program, past: RunHistory, chosen: tuple[Tap, int] | None, calls: Sequence[TappedCalls]
    ):
        self._program, self._chosen, self._calls = program, chosen, calls
        self._tried: ValueOverrides | None = None
        self._replayer = StepReplayer(program, past, self._replica)

    def end(self) -> None:
        """Cancel the replay that another thread runs."""
        self._replayer.cancel()

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
        chosen, call = self._chosen or (None, -1)
        with contextlib.ExitStack() as stack:
            stack.callback(self._replayer.close)
            for tap in taps:
                stack.enter_context(tap.keeping_only(call if tap is chosen else -1))
            found = self._replayer.replay_results(step, given or None)
            if self._tried is not None and not self._tried.is_right:
                raise ValueError(phrase("the call of {} in which it is computed is unknown", self._tried.tap.page))
            return found, [tap.calls() for tap in taps]

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
        return ReplaySession(program, own, copied, in_order=True)  # in order: calls get the same numbers in each replay
