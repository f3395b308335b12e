"""Capture the inputs of an op that fails, and find the places in files from which an op read non-finite values."""

from __future__ import annotations

import math
import os
from collections.abc import Iterator, Sequence
from itertools import chain, islice, repeat
from typing import Any, NamedTuple

import numpy as np
import tensorflow as tf
from tensorflow.core.framework.function_pb2 import FunctionDef
from tensorflow.core.framework.node_def_pb2 import NodeDef

from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.datasets import nonfinite_numbers
from blockloom.blocks.datasets.nonfinite_numbers import NonFiniteNumber
from blockloom.blocks.io import bounded_io
from blockloom.blocks.text.phrases import phrase
from blockloom.blocks.values.dtypes import BY_NUMBER, DType, fetched_array, labelled
from blockloom.blocks.walks import reached
from blockloom.runtime.compile.function_defs import function_attrs
from blockloom.runtime.compile.graph_bodies import REFERENCE, TensorRef, node_inputs
from blockloom.runtime.compile.program import SessionProgram
from blockloom.runtime.compile.taps import python_call, token_of
from blockloom.runtime.replay.inspected_step import InspectedStep, bits
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


_ROWS = 1000  # most rows of a value that are compared
_RECORDS = 200_000  # most records of a file that are read


def find_read_places(inspected: InspectedStep, node: str, number: int) -> list[NonFiniteNumber]:
    """Return the places in files from which a non-finite output of a node may come.

    Args:
        inspected: The step, replayed.
        node: An op of the graph that decodes texts, or outputs elements of a dataset.
        number: The number of the output.
    """
    graph = inspected.program.graph
    outputs = graph.get_operation_by_name(node).outputs
    refs = [TensorRef(node, other.op.outputs.index(other)) for other in outputs if other.dtype.is_floating]
    values = dict(zip(refs, map(np.asarray, inspected.values((), refs))))
    bad = values.get(TensorRef(node, number))
    if bad is None or not bits(bad):
        return []
    found = list[NonFiniteNumber]()
    for op in _readers(graph.get_operation_by_name(node)):
        for path in _names(op):
            try:
                found += _records(op, path) if _is_binary(path) else nonfinite_numbers.in_file(path, bad.dtype)
            except (OSError, tf.errors.OpError):  # the file may have changed since the step
                continue
    return nonfinite_numbers.chosen(found, _rows(bad, list(values.values())))


def _rows(bad: np.ndarray, values: Sequence[np.ndarray]) -> Iterator[frozenset[float]]:
    """Yield the finite numbers of each row with a non-finite value, in all outputs of the op."""
    if not bad.ndim:
        yield frozenset(float(one) for value in values for one in np.ravel(value) if math.isfinite(one))
        return
    alike = [value for value in values if value.ndim and len(value) == len(bad)]
    for row in np.flatnonzero(~np.isfinite(bad.reshape(len(bad), -1)).all(1))[:_ROWS].tolist():
        yield frozenset(float(one) for value in alike for one in np.ravel(value[row]) if math.isfinite(one))


def _readers(op: tf.Operation) -> Iterator[tf.Operation]:
    """Yield the ops that read files for an op, also through the datasets of its iterators."""
    makers = dict[tf.Operation, list[tf.Operation]]()
    for maker in op.graph.get_operations():
        if pin := traits_of(maker.type).prepares:
            names = [arg.name for arg in maker.op_def.input_arg]
            if pin in names:
                makers.setdefault(maker.inputs[names.index(pin)].op, []).append(maker)
    above = reached([op], lambda one: [*(tensor.op for tensor in one.inputs), *makers.get(one, [])])
    yield from (one for one in above if "reads" in traits_of(one.type).outside)


def _names(op: tf.Operation) -> list[str]:
    """Return the names of the files that an op reads, if they are constants."""
    texts = map(os.fsdecode, _constant(op, traits_of(op.type).outside["reads"]))
    return [text for text in texts if os.path.isfile(text)]


def _constant(op: tf.Operation, pin: str) -> list[bytes]:
    """Return the texts of an input, [] if it is not a constant."""
    names = [arg.name for arg in op.op_def.input_arg]
    given = tf.get_static_value(op.inputs[names.index(pin)]) if pin in names else None
    return np.ravel(given).tolist() if given is not None else []


def _is_binary(path: str) -> bool:
    """Return True for a file of records, which begins with the length of the first, False for tables and arrays."""
    with bounded_io.open_bounded(path, "feed") as file:
        head = file.read(12)
    return b"\0" in head and not head.startswith(b"\x93NUMPY")


def _records(op: tf.Operation, path: str) -> Iterator[NonFiniteNumber]:
    """Yield the non-finite numbers in a file of tf.train.Example records."""
    options = next((tf.io.TFRecordOptions(text.decode()) for text in _constant(op, "compression_type")), None)
    for number, record in enumerate(islice(tf.compat.v1.io.tf_record_iterator(path, options), _RECORDS), 1):
        try:
            features: Any = tf.train.Example.FromString(record).features.feature
        except Exception:  # google.protobuf may raise any exception for other records
            return
        numbers = {name: list(feature.float_list.value) for name, feature in features.items()}
        finite = frozenset(one for values in numbers.values() for one in values if math.isfinite(one))
        for name, values in numbers.items():
            bad = [one for one in values if not math.isfinite(one)]
            if bad:
                said = phrase("record {0} of {1}, feature {2}: {3}", number, path, name, str(bad[0]))
                yield NonFiniteNumber(path, said, finite, number)
