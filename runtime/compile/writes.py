"""What a step that did not come to its end may have changed: the variables, queues, accumulators ... that it writes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import tensorflow as tf

from blockloom.blocks.catalogue.op_traits import has_effect, traits_of
from blockloom.runtime.compile.program import Program, SessionProgram


def written(program: Program, session: SessionProgram, failed: tf.Operation | None = None) -> set[str]:
    """The blocks (addresses as text) whose state a step of a session may change; without what depends on the op that
    `failed`.
    """
    spared = after(failed) if failed is not None else set()
    graph, blocks, seen = program.graph, set(), set()
    keep = set(program.telling((*(v.block for v in session.variables if not v.counts), *session.stateful)))
    todo = [graph.get_operation_by_name(name) for name in session.targets]
    todo += [graph.get_tensor_by_name(name).op for name in session.fetched]
    while todo:
        op = todo.pop()
        if op in seen:
            continue
        seen.add(op)
        todo += [*(tensor.op for tensor in op.inputs), *op.control_inputs]
        if op in spared:
            continue
        changed = [op] if traits_of(op.type).staging else [maker for handle in writes(op) for maker in makers(handle)]
        for maker in changed:
            place = program.place(maker.name)
            told = str(place.told_on(program.page)) if place is not None else ""
            if told and (told in keep or maker is op):
                blocks.add(told)
    return blocks


def after(op: tf.Operation) -> set[tf.Operation]:
    """An op and all ops that depend on it."""
    todo, found = [op], set()
    while todo:
        waited = todo.pop()
        if waited not in found:
            found.add(waited)
            todo += [*(user for tensor in waited.outputs for user in tensor.consumers()), *waited._control_outputs]
    return found


def writes(op: tf.Operation) -> Iterator[tf.Tensor]:
    """The inputs through which an op can change state: resources, and references."""
    if traits_of(op.type).inert:
        return
    at = 0
    for arg in op.op_def.input_arg if any(map(is_handle, op.inputs)) else ():
        count = (
            op.get_attr(arg.number_attr)
            if arg.number_attr
            else len(op.get_attr(arg.type_list_attr))
            if arg.type_list_attr
            else 1
        )
        for tensor in op.inputs[at : at + count]:
            if tensor.dtype == tf.resource or arg.is_ref:
                yield tensor
        at += count


def acts(op: tf.Operation) -> bool:
    """Return whether an op has an effect, see `op_traits.has_effect`. To make a handle is none."""
    takes_handle = any(map(is_handle, op.inputs))
    makes_handle = not takes_handle and any(map(is_handle, op.outputs))
    return not makes_handle and has_effect(op.type, op.op_def.is_stateful, takes_handle)


def changes(ops: Iterable[tf.Operation]) -> set[tf.Operation] | None:
    """The ops that made what these ops can change; None where one of them does something else."""
    found = set()
    for op in ops:
        traits = traits_of(op.type)
        handles = list(writes(op))
        found |= {maker for handle in handles for maker in makers(handle)}
        makes = bool(op.outputs) and any(map(is_handle, op.outputs))
        if op.op_def.is_stateful and not (handles or makes or traits.inert or traits.dataset or traits.only_tells):
            return None
    return found


def is_handle(tensor: tf.Tensor) -> bool:
    """Whether a tensor is a resource handle or a reference."""
    return tensor.dtype == tf.resource or tensor.dtype._is_ref_dtype


def makers(handle: tf.Tensor) -> Iterator[tf.Operation]:
    """The ops that made the state behind a handle or reference, through ops that pass it on."""
    todo, seen = [handle], set()
    while todo:
        tensor = todo.pop()
        op = tensor.op
        loops = traits_of(op.type).functional == "loop"  # which gives each handle back where it took it
        if (op, loops and tensor.value_index) in seen:
            continue
        seen.add((op, loops and tensor.value_index))
        passed = [tensor for tensor in op.inputs if is_handle(tensor)]
        traits = traits_of(op.type)
        one_of = traits.flow == "merge" or traits.inert or op.type == "RefSelect"
        todo += [op.inputs[tensor.value_index]] if loops else passed if one_of else passed[:1]
        if not passed:
            yield op
