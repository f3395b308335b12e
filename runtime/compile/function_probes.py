"""Probes of the ops in functions that can block: in bodies of loops, in branches and in calls.

TensorFlow cannot run an op of a function while a step runs. But the queue or accumulator of the op is outside: its
handle is an Arg of the function, and another thread can run ops on the handle.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import tensorflow as tf
from tensorflow.core.framework.function_pb2 import FunctionDef
from tensorflow.core.framework.node_def_pb2 import NodeDef
from tensorflow.python.framework import tensor_util

from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.runtime.compile.deadness import Deadness
from blockloom.runtime.compile.function_defs import function_attrs
from blockloom.runtime.compile.probes import BlockingOp, has_number, number_of, probe_of
from blockloom.runtime.compile.program import Probe
from blockloom.runtime.resources.op_effects import definition_of

Tensors = Sequence[tf.Tensor | None]  # of the graph; None for a tensor of a function
_MOST_CALLS = 100  # most calls that are followed: two calls of the next function in each of 10 are 1,024 calls


class _Call(NamedTuple):
    """A call of a function: the nodes that lead to it, the outermost first, and the tensors of its Args."""

    way: tuple[str, ...]
    function: FunctionDef
    nodes: dict[str, NodeDef]  # of the function, by name
    args: Tensors

    def origin(self, name: str) -> str:
        """Return the Arg or node whose value an input of a node has."""
        name = name.partition(":")[0]
        while name in self.nodes and traits_of(self.nodes[name].op).same_value:
            name = self.nodes[name].input[0].partition(":")[0]
        return name

    def tensor(self, name: str) -> tf.Tensor | None:
        """Return the tensor of the graph that an input of a node has, None if the function computes it."""
        origin = self.origin(name)
        args = zip(self.function.signature.input_arg, self.args, strict=False)
        return next((tensor for arg, tensor in args if arg.name == origin), None)

    def number(self, name: str, deadness: Deadness | None) -> str | int | None:
        """Return the number at an input of a node, as `Probe.required`."""
        origin = self.origin(name)
        node = self.nodes.get(origin)
        if node is not None and node.op == "Const":
            return int(tensor_util.MakeNdarray(node.attr["value"].tensor))
        tensor = self.tensor(name)
        return number_of(tensor, deadness) if tensor is not None else None


def function_probes(graph: tf.Graph, ops: Iterable[tf.Operation], deadness: Deadness | None) -> Iterator[Probe]:
    """Yield the probes of the blocking ops in the functions that some ops call, with ops added to the current graph."""
    waiting = dict[str, bool]()
    callers = [op for op in ops if _may_wait(graph, op.node_def, waiting)]
    todo = [call for op in callers for call in _calls(graph, (op.name,), op.node_def, op.inputs)]
    for _ in range(_MOST_CALLS):
        if not todo:
            break
        call = todo.pop()
        for node in call.nodes.values():
            way = *call.way, node.name
            if _may_wait(graph, node, waiting):
                todo += _calls(graph, way, node, [call.tensor(name) for name in _data_inputs(node)])
            if traits_of(node.op).waits_on_handle:
                probe = _probe(call, node, deadness)
                if probe is not None:
                    yield probe._replace(nodes=way)


def _data_inputs(node: NodeDef) -> list[str]:
    return [name for name in node.input if not name.startswith("^")]


def _probe(call: _Call, node: NodeDef, deadness: Deadness | None) -> Probe | None:
    """Return the probe of a blocking op in a function; None as for `make_probe`, or if its handle is no Arg."""
    inputs = _data_inputs(node)
    handle = call.tensor(inputs[traits_of(node.op).shared_by == "queue_handle"])
    if handle is None:
        return None
    try:
        number = call.number(inputs[1], deadness) if has_number(node.op) else None
        return probe_of("", BlockingOp(node.op, handle, number), deadness)
    except (TypeError, ValueError):
        return None


def _may_wait(graph: tf.Graph, node: NodeDef, known: dict[str, bool]) -> bool:
    """Return whether a function that a node calls has an op that can block; calls of others are not followed.

    Args:
        known: The answers for functions by name, to be completed.
    """
    for name in [one.name for one in function_attrs(node)] if traits_of(node.op).functional else ():
        if name not in known:
            known[name] = False
            function = graph._get_function(name)
            inside = definition_of(function).node_def if function is not None else ()
            known[name] = any(traits_of(one.op).waits_on_handle or _may_wait(graph, one, known) for one in inside)
        if known[name]:
            return True
    return False


def _calls(graph: tf.Graph, way: tuple[str, ...], node: NodeDef, inputs: Tensors) -> Iterator[_Call]:
    """Yield the calls of functions by a node."""
    functional = traits_of(node.op).functional
    args = inputs[1:] if functional == "branch" else inputs
    called = [graph._get_function(one.name) for one in (function_attrs(node) if functional else ())]
    functions = [definition_of(one) for one in called if one is not None]
    calls = [_Call(way, one, {inner.name: inner for inner in one.node_def}, args) for one in functions]
    if functional == "loop" and calls:
        body = calls[-1]  # after the condition
        outputs = (body.origin(body.function.ret[output.name]) for output in body.function.signature.output_arg)
        same = [arg.name == output for arg, output in zip(body.function.signature.input_arg, outputs, strict=False)]
        args = [tensor if is_same else None for tensor, is_same in zip(inputs, same, strict=False)]
    yield from (call._replace(args=args) for call in calls)
