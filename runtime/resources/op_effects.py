"""Find the ops of a graph that have an effect, and the inputs through which they have it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import tensorflow as tf
from tensorflow.core.framework import types_pb2
from tensorflow.core.framework.function_pb2 import FunctionDef
from tensorflow.core.framework.op_def_pb2 import OpDef
from tensorflow.python.eager import context

from blockloom.blocks.catalogue.op_traits import has_effect, traits_of


def acts(op: tf.Operation) -> bool:
    """Return whether an op has an effect, see `op_traits.has_effect`.

    The creation of a handle is not an effect.
    """
    takes_handle = any(True for _ in handles(op))
    makes_handle = not takes_handle and any(map(is_handle, op.outputs))
    return not makes_handle and has_effect(op.type, op.op_def.is_stateful, takes_handle)


def acts_or_reads(op: OpDef) -> bool:
    """Return whether ops of this type have an effect or read mutable state, so that their order matters."""
    takes_handle = takes_handles(op)
    return takes_handle or has_effect(op.name, op.is_stateful, takes_handle)


def handles(op: tf.Operation) -> Iterator[tf.Tensor]:
    """Yield the inputs that an op takes as resource handles or references.

    References that it reads as values do not count.
    """
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


def takes_handles(op: OpDef) -> bool:
    """Return whether ops of this type take a resource handle or a reference."""
    return any(arg.is_ref or arg.type == types_pb2.DT_RESOURCE for arg in op.input_arg)


def is_handle(tensor: tf.Tensor) -> bool:
    """Return whether a tensor is a resource handle or a reference."""
    return tensor.dtype == tf.resource or tensor.dtype._is_ref_dtype


def writes(op: tf.Operation) -> Iterator[tf.Tensor]:
    """Return the inputs through which an op can change state."""
    return iter(()) if traits_of(op.type).inert else handles(op)


def makers(handle: tf.Tensor) -> Iterator[tf.Operation]:
    """Yield the ops that created the state behind a handle or reference, through ops that pass it on."""
    todo, seen = [handle], set()
    while todo:
        tensor = todo.pop()
        op = tensor.op
        loops = traits_of(op.type).functional == "loop"  # output i of a loop corresponds to its input i
        if (op, loops and tensor.value_index) in seen:
            continue
        seen.add((op, loops and tensor.value_index))
        passed = [tensor for tensor in op.inputs if is_handle(tensor)]
        traits = traits_of(op.type)
        one_of = traits.flow == "merge" or traits.inert or op.type == "RefSelect"
        todo += [op.inputs[tensor.value_index]] if loops else passed if one_of else passed[:1]
        if not passed:
            yield op


def definition_of(function: Any) -> FunctionDef:
    """Return the definition of a function of a graph.

    Reading it eagerly would register it in the process, where functions of two graphs with the same name collide.
    """
    with context.graph_mode():
        return function.cached_definition
