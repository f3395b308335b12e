"""Hold back files, prints and messages of steps: they are recorded, and run later or never.

A Python call replaces each op with a side effect, and records the inputs of the op. Downstream ops are copied to follow
the call; all other nodes, and all state, are those of the session.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
import tensorflow as tf
from tensorflow.core.framework.node_def_pb2 import NodeDef
from tensorflow.python.framework import op_def_registry

from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.document.addresses import Address
from blockloom.blocks.values.dtypes import fetched_array
from blockloom.runtime.compile.deadness import Deadness, may_die
from blockloom.runtime.compile.external_inputs import counts, function_nodes, role
from blockloom.runtime.compile.program import Program, SessionProgram, reached
from blockloom.runtime.compile.protos import add_node
from blockloom.runtime.compile.taps import MARK, python_call, token_of
from blockloom.runtime.resources.op_effects import handles, is_handle, makers
from blockloom.runtime.resources.resource import SessionRunner

_ACTS = {"writes", "streams", "sends"}


def acts_outside(node: NodeDef) -> bool:
    """Return whether a node writes a file, prints, sends, or runs Python code of the page."""
    traits = traits_of(node.op)
    if MARK in node.attr:  # a tap
        return False
    if traits.in_python:
        return True
    op = op_def_registry.get(node.op)
    writer = op is not None and any(arg.name == "writer" for arg in op.input_arg) and not traits.prepares
    return bool(_ACTS & traits.outside.keys()) or traits.only_tells and not traits.asserts or writer


class _Plan(NamedTuple):
    """The ops that can be held back in the steps of a session, and those that cannot."""

    deferrable: list[tf.Operation]
    immediate: list[tf.Operation]


def _plan(graph: tf.Graph, own: SessionProgram) -> _Plan:
    acting = sorted(_acting(graph, own), key=lambda op: op.name)
    if not acting:
        return _Plan([], [])
    deadness = Deadness(graph) if any(may_die(op.type) for op in graph.get_operations()) else None
    held = [op for op in acting if _can_wait(op, deadness)]
    return _Plan(held, [op for op in acting if op not in held])


def _acting(graph: tf.Graph, own: SessionProgram) -> list[tf.Operation]:
    types = {name for name in {op.type for op in graph.get_operations()} if acts_outside(NodeDef(op=name))}
    steps = reached(graph, own.targets, own.feeds) if types else ()
    return [op for op in steps if op.type in types and acts_outside(op.node_def)]


def not_held(program: Program) -> list[Address]:
    """Return the blocks whose side effects also happen while a run may pause.

    They are in functions, or a step needs their outputs.
    """
    found = set[Address]()
    for own in program.sessions:
        if own.within is not None:
            continue
        found |= {place for op in _plan(program.graph, own).immediate if (place := program.place(op.name)) is not None}
        for op in reached(program.graph, own.targets, own.feeds):
            if traits_of(op.type).functions:
                nodes = (node for _, node in function_nodes(program.graph, op.node_def) if acts_outside(node))
                found |= {place for node in nodes if (place := program.place(node.name)) is not None}
    return sorted((at.owner_on(program.page) for at in found), key=str)


def _can_wait(op: tf.Operation, deadness: Deadness | None) -> bool:
    """Return whether a step works without a side effect, and all ops downstream can be copied."""
    if op.outputs and not _passes(op):
        return False
    if any(one.dtype.base_dtype == tf.variant or one.dtype.base_dtype.is_quantized for one in op.inputs):
        return False
    return all(
        (deadness is None or not deadness.op_in_loop(one)) and not (one is not op and _has_hidden_state(one))
        for one in _following([op])
    )


def _passes(op: tf.Operation) -> bool:
    """Return whether the only output of an op is its first input."""
    takes, gives = op.op_def.input_arg, op.op_def.output_arg
    traits = traits_of(op.type)
    tells = traits.only_tells or "streams" in traits.outside
    return tells and len(op.outputs) == 1 and bool(gives[0].type_attr) and takes[0].type_attr == gives[0].type_attr


def _has_hidden_state(op: tf.Operation) -> bool:
    """Return whether an op generates random numbers from a state that a copy would not share."""
    return role(op) == "draws" and not counts(op) and not any(map(is_handle, op.inputs)) and "seed" in op.node_def.attr


def _following(begin: Iterable[tf.Operation]) -> list[tf.Operation]:
    """Return ops and all ops downstream, in topological order."""
    after, todo = dict.fromkeys(begin), list(begin)
    while todo:
        for user in _users(todo.pop()):
            if user not in after:
                after[user] = None
                todo.append(user)
    waits = {op: {one for one in _before(op) if one in after} for op in after}
    order = [op for op, sources in waits.items() if not sources]
    placed = set(order)
    for op in order:
        for user in _users(op):
            waits[user].discard(op)
            if not waits[user] and user not in placed:
                placed.add(user)
                order.append(user)
    return order


def _users(op: tf.Operation) -> set[tf.Operation]:
    return {*(one for tensor in op.outputs for one in tensor.consumers()), *op._control_outputs}


def _before(op: tf.Operation) -> Iterator[tf.Operation]:
    yield from (tensor.op for tensor in op.inputs)
    yield from op.control_inputs


class HeldBack:
    """Holds back the side effects of a session's steps, with nodes added to the graph.

    `do` runs the recorded ops, `forget` drops them.
    """

    def __init__(self, program: Program, own: SessionProgram, calls: SessionRunner):
        self._calls, self._lock = calls, threading.Lock()
        self._recorded: list[tuple[int, Sequence[np.ndarray]]] = []
        self.ops = _plan(program.graph, own).deferrable
        self._copies: dict[tf.Operation, tf.Operation] = {}
        self._passed: dict[str, tf.Tensor] = {}  # output of an op that outputs its input -> replacement
        self._acts: list[tuple[str, list[str]]] = []  # for each op: the node that runs later, and its placeholders
        self._hearing: list[Any] = []  # keeps the functions alive: TensorFlow has only weak references
        self._names: dict[str, str] = {}
        if self.ops:
            with program.graph.as_default():
                self._add(program)

    def replacement(self, name: str) -> str:
        """Return the name of the node or tensor that replaces a node or tensor in the steps."""
        node, sign, number = name.partition(":")
        return self._names.get(name) or f"{self._names.get(node, node)}{sign}{number}"

    def forget(self) -> None:
        """Drop the recorded ops."""
        with self._lock:
            self._recorded = []

    def do(self) -> None:
        """Run the recorded ops in their order.

        Raises:
            tf.errors.OpError: an op failed.
        """
        with self._lock:
            recorded, self._recorded = self._recorded, []
        for number, values in recorded:
            node, feeds = self._acts[number]
            self._calls.run(node, dict(zip(feeds, values)))

    def _hears(self, number: int) -> Any:
        def hears(*values: Any) -> tuple[()]:
            copies = [fetched_array(value).copy() for value in values]
            with self._lock:
                self._recorded.append((number, copies))
            return ()

        self._hearing.append(hears)
        return hears

    def _add(self, program: Program) -> None:
        graph = program.graph
        scope = graph.unique_name("held_back", mark_as_used=True)
        for op in _following(self.ops):
            inputs = list(map(self._copy, op.inputs))
            controls = [self._copies.get(one, one) for one in op.control_inputs]
            name = f"{scope}/{op.name}"
            made = (
                self._record(graph, name, op, inputs, controls)
                if op in self.ops
                else _added(graph, name, op.node_def, inputs, controls)
            )
            self._copies[op] = made
            place = program.places.get(op.name)
            if place is not None:
                program.places[name] = place
        self._names |= {op.name: made.name for op, made in self._copies.items()}
        self._names |= {name: passed.name for name, passed in self._passed.items()}

    def _copy(self, tensor: tf.Tensor) -> tf.Tensor:
        if tensor.name in self._passed:
            return self._passed[tensor.name]
        made = self._copies.get(tensor.op)
        return tensor if made is None else made.outputs[tensor.value_index]

    def _record(
        self, graph: tf.Graph, name: str, op: tf.Operation, inputs: list[tf.Tensor], controls: list[tf.Operation]
    ) -> tf.Operation:
        """Add the call that records the inputs of an op, and the node that runs later."""
        taken = {tensor.name for tensor in handles(op)}
        values = [one for one, given in zip(inputs, op.inputs) if given.name not in taken]
        number, dtypes = len(self._acts), [one.dtype.base_dtype.as_datatype_enum for one in values]
        call = python_call(name, token_of(self._hears(number)), (), dtypes, device="/CPU:0")
        made = _added(graph, name, call, values, controls)
        with tf.control_dependencies([made]):
            self._passed |= {one.name: tf.identity(inputs[0], f"{name}/passed") for one in op.outputs}
        with tf.control_dependencies(None):
            fed = [tf.compat.v1.placeholder(one.dtype.base_dtype, one.shape, f"{name}/fed") for one in values]
        given = iter(fed)
        acts = [next(makers(one)).outputs[0] if one.name in taken else next(given) for one in op.inputs]
        self._acts.append((_added(graph, f"{name}/later", op.node_def, acts).name, [one.name for one in fed]))
        return made


def _added(
    graph: tf.Graph, name: str, node: NodeDef, inputs: Sequence[tf.Tensor], controls: Iterable[tf.Operation] = ()
) -> tf.Operation:
    """Add a copy of a node with another name and other inputs, on the same resource."""
    made = NodeDef()
    made.CopyFrom(node)
    made.attr.pop("_class", None)
    op = op_def_registry.get(node.op)
    if op is not None and any(attr.name == "shared_name" for attr in op.attr) and not node.attr["shared_name"].s:
        made.attr["shared_name"].s = node.name.encode()
    given = {f"^{one.name}": one for one in controls}
    made.name = name
    made.input[:] = [*(one.name for one in inputs), *given]
    add_node(graph, made, {one.name: one for one in inputs} | given)
    return graph.get_operation_by_name(name)
