"""Find the blocks that can block, with ops that report why they do.

TensorFlow never names a blocked op. But another thread can run ops in the same session meanwhile: sizes of queues and
stages, counts of accumulated gradients.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

import tensorflow as tf
from tensorflow.core.framework.function_pb2 import FunctionDef
from tensorflow.core.framework.node_def_pb2 import NodeDef
from tensorflow.python.framework import tensor_util

from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.catalogue.resource_kinds import ACCUMULATORS
from blockloom.blocks.lower.supplies import explain_lack
from blockloom.blocks.text.phrases import phrase
from blockloom.blocks.values.dtypes import BARRIER, QUEUE
from blockloom.runtime.compile.deadness import Deadness
from blockloom.runtime.compile.function_defs import function_attrs
from blockloom.runtime.compile.program import Probe
from blockloom.runtime.resources.op_effects import acts, definition_of


def make_probe(block: str, op: tf.Operation, deadness: Deadness | None) -> Probe | None:
    """Return the probe of a blocking op, with ops added to the current graph.

    Args:
        block: The block of the op.
        deadness: The analysis of dead tensors, if any.

    Returns:
        None if the op's handle has the wrong kind, or comes from ops that may block or change state.
    """
    try:
        return _probe(block, op, deadness)
    except (TypeError, ValueError):
        return None


class BlockingOp(NamedTuple):
    """An op that can block: its type, the handle of its resource, and its `number` (`Probe.required`), if any.

    `rows` is the number of elements that it adds, None if unknown.
    """

    type: str
    handle: tf.Tensor
    number: str | int | None
    rows: int | None = None


def _probe(block: str, op: tf.Operation, deadness: Deadness | None) -> Probe | None:
    traits = traits_of(op.type)
    if traits.waits == "stage":
        return _stage(block, op)
    handle = op.inputs[traits.shared_by == "queue_handle"]
    number, rows = None, None
    if traits.waits == "room":
        rows = op.inputs[1].shape[0] if traits.many and op.inputs[1].shape.rank else 1
    elif has_number(op.type):
        number = number_of(op.inputs[1], deadness)
    return probe_of(block, BlockingOp(op.type, handle, number, rows), deadness)


def has_number(op: str) -> bool:
    """Return whether the second input of a type of op is the number of elements that it waits for."""
    traits = traits_of(op)
    return traits.waits != "room" and (traits.many or traits.waits in ("gradients", "barrier"))


def probe_of(block: str, op: BlockingOp, deadness: Deadness | None) -> Probe | None:
    """Return the probe of a blocking op, adding ops to the current graph; None as for `make_probe`.

    Its `spills` is a node, not a block.
    """
    traits, handle = traits_of(op.type), op.handle
    if not _is_handle(handle):
        return None
    handle = _maker(handle).outputs[0]  # use the handle outside all loops, since nothing inside a loop can be fetched
    spills = handle.op.name if traits.many else ""
    if traits.waits in ("gradients", "barrier"):
        accumulator, takes, local_steps = "", 1, tuple[int, ...]()
        if traits.waits == "gradients":
            accumulator, takes, local_steps = _gradients(_maker(handle), deadness)
        has = getattr(tf.raw_ops, traits.counted_by)(handle=handle)
        return Probe(
            block,
            has.name,
            op.number,
            phrase("gradients") if traits.waits == "gradients" else phrase("complete elements"),
            accumulator=accumulator,
            take_count=takes,
            local_steps=local_steps,
            spills=spills,
        )
    size = (tf.raw_ops.QueueSize if handle.dtype.base_dtype == tf.string else tf.raw_ops.QueueSizeV2)(handle=handle)
    if traits.waits == "room":
        capacity = _maker(handle).get_attr("capacity")
        full = Probe(block, size.name, op.rows or 1, phrase("elements"), capacity, spills)
        return full if capacity > 0 else None
    unit = phrase("file names") if traits.shared_by == "queue_handle" else phrase("elements")
    return Probe(block, size.name, op.number if traits.many else 1, unit, spills=spills)


def _stage(block: str, op: tf.Operation) -> Probe | None:
    traits = traits_of(op.type)
    function = getattr(tf.raw_ops, traits.counted_by)
    capacity = op.get_attr("capacity")
    # Without a shared_name, a staging area is named after its op. It has no handle that states its device.
    with tf.device(op.device or None):
        size = function(
            dtypes=op.get_attr("dtypes"),
            capacity=capacity,
            memory_limit=op.get_attr("memory_limit"),
            container=op.get_attr("container"),
            shared_name=op.get_attr("shared_name") or op.name,
        )
    if traits.supplies:
        return Probe(block, size.name, 1, phrase("staged elements"), capacity) if capacity > 0 else None
    needs: str | int = 1
    if traits.waits_for_index:
        index = tensor_util.constant_value(op.inputs[0])
        needs = 1 if index is None else int(index) + 1
    return Probe(block, size.name, needs, phrase("staged elements"))


def _gradients(maker: tf.Operation, deadness: Deadness | None) -> tuple[str, int, tuple[int, ...]]:
    """Return the node of an accumulator, the number of takes in a step, and the constant local steps of its gradients.

    The node is "" unless exactly these takes, each once in a step, change the global step.
    """
    by_effect: dict[str, list[tf.Operation]] = {}
    for op in maker.outputs[0].consumers():
        by_effect.setdefault(traits_of(op.type).gradients, []).append(op)
    takes = by_effect.get("take", [])
    if (
        "set_step" in by_effect
        or deadness is not None
        and any(deadness.op_may_die(op) or deadness.op_in_loop(op) for op in takes)
    ):
        return "", 1, ()
    values = (tensor_util.constant_value(op.inputs[1]) for op in by_effect.get("apply", ()))
    return maker.name, len(takes), tuple(sorted({int(value) for value in values if value is not None}))


def _maker(handle: tf.Tensor) -> tf.Operation:
    op = handle.op
    while (traits := traits_of(op.type)).same_value or traits.flow == "enter":
        op = op.inputs[0].op
    return op


def _is_handle(handle: tf.Tensor) -> bool:
    """Return whether the op behind a handle only looks up the resource."""
    op = _maker(handle)
    return not op.inputs and not op.control_inputs and traits_of(op.type).makes in (QUEUE, BARRIER, *ACCUMULATORS)


def number_of(tensor: tf.Tensor, deadness: Deadness | None) -> str | int | None:
    """Return a required number, or the name of its tensor.

    Returns:
        None if the tensor is in a loop, or reading it would run an op that has an effect.
    """
    value = tensor_util.constant_value(tensor)
    if value is not None:
        return int(value)
    if deadness is not None and deadness.in_loop(tensor):
        return None
    todo, seen = [tensor.op], {tensor.op.name}
    while todo:
        op = todo.pop()
        if op.control_inputs or acts(op):
            return None
        for source in op.inputs:
            if source.op.name not in seen:
                seen.add(source.op.name)
                todo.append(source.op)
    return tensor.name


def waiting_text(has: int, needs: int | None, probe: Probe) -> str | None:
    """Return the text for a blocked block, such as `1 of 2 gradients`; None if the block has enough.

    Args:
        has: The number of elements.
        needs: The required number, None if unknown.
        probe: The probe of the block.
    """
    if needs is None:
        return phrase(
            "{} {} so far; the required number is unknown, since it cannot be read while the step runs", has, probe.unit
        )
    if probe.room is not None:
        return phrase("full: {} of {} {}", has, probe.room, probe.unit) if has + needs > probe.room else None
    return phrase("{} of {} {}", has, needs, probe.unit) if has < needs else None


def with_reason(
    text: str, probe: Probe, global_step: int | None, blocked: Collection[str], named: Callable[[str], str]
) -> str:
    """Return the text of a blocked block, with the reason for the lack if it is known.

    Args:
        text: The text of `waiting_text`.
        probe: The probe of the block.
        global_step: The global step of the block's accumulator at the beginning of the step, None if unknown.
        blocked: All blocks that are blocked.
        named: Returns the name of a block for people.
    """
    if probe.room is not None:
        return text
    old = [step for step in probe.local_steps if global_step is not None and step < global_step]
    if old:
        if probe.take_count > 1:  # some of these ops may already have taken gradients and increased the step
            return phrase(
                "{}. The local_step {} is older than the accumulator's step, which is at least {}, so the gradient "
                "was dropped",
                text,
                max(old),
                global_step,
            )
        return phrase(
            "{}. The local_step {} is older than the accumulator's step {}, so the gradient was dropped",
            text,
            max(old),
            global_step,
        )
    if probe.supply is None:
        return text
    return explain_lack(text, probe.unit, probe.block, probe.supply, blocked, named)


# TensorFlow cannot run an op of a function while a step runs. But the queue or accumulator of the op is outside: its
# handle is an Arg of the function, and another thread can run ops on the handle.


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
                probe = _function_probe(call, node, deadness)
                if probe is not None:
                    yield probe._replace(nodes=way)


def _data_inputs(node: NodeDef) -> list[str]:
    return [name for name in node.input if not name.startswith("^")]


def _function_probe(call: _Call, node: NodeDef, deadness: Deadness | None) -> Probe | None:
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
