"""Capture the inputs of an op that fails, in loops and functions in the call that fails."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, repeat
from typing import NamedTuple

import numpy as np
import tensorflow as tf
from tensorflow.core.framework.function_pb2 import FunctionDef
from tensorflow.core.framework.node_def_pb2 import NodeDef

from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.values.dtypes import BY_NUMBER, DType, fetched_array, labelled
from blockloom.runtime.compile.function_defs import function_attrs
from blockloom.runtime.compile.graph_bodies import REFERENCE, node_inputs
from blockloom.runtime.compile.program import SessionProgram
from blockloom.runtime.compile.taps import python_call, token_of
from blockloom.runtime.replay.isolated_graph import IN_PLACE, copied_graph
from blockloom.runtime.resources.op_effects import definition_of

_MOST = 200  # most functions that are copied


class NodeInput(NamedTuple):
    """An input of a node: its name, its dtype, and the source as the node names it."""

    name: str
    dtype: DType
    source: str


class CapturedInputs:
    """The inputs of an op in its latest call.

    Attributes:
        way: The nodes that lead to the op, the outermost first.
        turns: Whether one of these is a loop.
        arguments: The inputs that are captured.
        calls: The number of calls that began.
        done: The number of calls that ended.
        values: The captured values.
    """

    def __init__(self, way: tuple[str, ...], turns: bool, arguments: list[NodeInput]):
        self.way, self.turns, self.arguments = way, turns, arguments
        self.begin()
        self.functions = self._hear, self._is_over  # this reference keeps the functions alive for TensorFlow

    def begin(self) -> None:
        """Discard all calls."""
        self.calls = self.done = 0
        self.values: list[np.ndarray] = []

    def _hear(self, *values: np.ndarray) -> tuple[()]:
        self.calls += 1
        self.values = [
            labelled(array, one.dtype.label) if array.dtype != object else array
            for one, array in zip(self.arguments, (fetched_array(value).copy() for value in values))
        ]
        return ()

    def _is_over(self) -> tuple[()]:
        self.done += 1
        return ()


class TappedOp:
    """The graph of a session's steps, with nodes that capture the inputs of an op.

    Attributes:
        copied: The graph.
        heads: The captured inputs by the node of the graph that is the op, or calls a function with it; empty if the
            inputs cannot be captured.
        op: The node of the op; None if not found.
    """

    def __init__(self, graph: tf.Graph, own: SessionProgram, node: str, function: str):
        self.node, self.function = node, function
        op = _operation(graph, node) if not function else None
        self.copied = copied_graph(graph, own, [tensor.op.name for tensor in op.inputs] if op is not None else ())
        definition = self.copied.definition
        self._library = {one.signature.name: one for one in definition.library.function}
        self._has: dict[str, bool] = {}
        self._copies = 0
        self.op = op.node_def if op is not None else next(self._found(graph), None)
        self.heads: dict[str, list[CapturedInputs]] = {}
        for one in list(definition.node):
            if "parallel_iterations" in one.attr:
                one.attr["parallel_iterations"].i = 1  # loops run one iteration after another
            if one.name == node and op is not None:
                self._hears = self.heads[node] = []
                definition.node.extend(self._taps(one, op.node_def, (), False)[:1])
            elif op is None and one.name not in self.copied.unavailable:
                self._hears = []
                self._call(one, (one.name,), False)
                if self._hears:
                    self.heads[one.name] = self._hears
        # The op may be in a function; functions with random ops are not replayed.
        if op is None and not self.heads and self.op is not None:
            calls = (
                one
                for one in graph.get_operations()
                if any(self._contains(f.name) for f in function_attrs(one.node_def))
            )
            self.heads = {one.name: [] for one in calls if not traits_of(one.type).dataset}

    def _found(self, graph: tf.Graph) -> Iterator[NodeDef]:
        """Yield the nodes of this name in functions, as in the page's graph."""
        for name in [self.function] if self.function else list(self._library):
            function = graph._get_function(name)
            nodes = definition_of(function).node_def if function is not None else ()
            yield from (one for one in nodes if one.name == self.node)

    def _contains(self, function: str) -> bool:
        """Return whether the op is in a function, directly or indirectly."""
        if function not in self._has:
            self._has[function] = False
            nodes = self._library[function].node_def if function in self._library else ()
            self._has[function] = (
                self.function in ("", function) and any(one.name == self.node for one in nodes)
            ) or any(self._contains(function.name) for one in nodes for function in function_attrs(one))
        return self._has[function]

    def _call(self, call: NodeDef, way: tuple[str, ...], turns: bool) -> None:
        """Replace the functions of a node by copies in which the inputs of the op are captured."""
        traits = traits_of(call.op)
        for one in function_attrs(call) if not traits.dataset else ():
            if self._contains(one.name) and self._copies < _MOST:
                call.attr.pop(IN_PLACE, None)
                one.name = self._copy(one.name, way, turns or traits.functional == "loop")

    def _copy(self, name: str, way: tuple[str, ...], turns: bool) -> str:
        copy = FunctionDef()
        copy.CopyFrom(self._library[name])
        self._copies += 1
        copy.signature.name = f"{name}.taken_{self._copies}"
        for node in list(copy.node_def):
            if node.name == self.node and self.function in ("", name):
                if self.op is not None and node.op != self.op.op:
                    continue  # leave the op out, so that its calls cannot fail here
                for tap in self._taps(node, node, way, turns):
                    copy.node_def.append(tap)
                    copy.control_ret[tap.name] = tap.name
                    copy.signature.control_output.append(tap.name)
            else:
                self._call(node, (*way, node.name), turns)
        self.copied.definition.library.function.append(copy)
        return copy.signature.name

    def _taps(self, node: NodeDef, wired: NodeDef, way: tuple[str, ...], turns: bool) -> list[NodeDef]:
        """Return nodes that capture the inputs of a node, and that register the end of each call.

        Args:
            wired: The node with the original inputs.
            way: The nodes that lead to the node.
            turns: Whether one of these is a loop.
        """
        heard = CapturedInputs(
            way, turns, [one for one in arguments(wired) if one.dtype.via != "-" and one.dtype.label[0] != "q"]
        )
        self._hears.append(heard)
        hear, is_over = map(token_of, heard.functions)
        inputs = [*(one.source for one in heard.arguments), *(name for name in wired.input if name[0] == "^")]
        before = python_call(f"{node.name}/taken", hear, inputs, [one.dtype.number for one in heard.arguments])
        node.input.append(f"^{before.name}")
        return [before, python_call(f"{node.name}/over", is_over, [f"^{node.name}"], [])]


def arguments(node: NodeDef) -> list[NodeInput]:
    """Return the inputs of a node."""
    sources = (name for name in node.input if name[0] != "^")
    return [
        NodeInput(f"{one.name}[{one.place}]" if one.listed else one.name, BY_NUMBER[one.dtype % REFERENCE], source)
        for one, source in zip(node_inputs(node), chain(sources, repeat("")))
    ]


def _operation(graph: tf.Graph, node: str) -> tf.Operation | None:
    try:
        return graph.get_operation_by_name(node)
    except (KeyError, ValueError):
        return None
