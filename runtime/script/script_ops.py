"""Definitions of ops, with their inputs, outputs, attrs and calls in tf.raw_ops."""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Mapping
from functools import lru_cache

import tensorflow as tf
from tensorflow.core.framework.attr_value_pb2 import AttrValue
from tensorflow.core.framework.node_def_pb2 import NodeDef
from tensorflow.core.framework.op_def_pb2 import OpDef
from tensorflow.python.framework import op_def_registry

from blockloom.blocks.text.phrases import phrase


class NotWritten(ValueError):
    """Raised for a page that a script cannot express; the message is for users."""


def stem(name: str) -> str:
    """Return the node of an input's name."""
    return name.lstrip("^").partition(":")[0]


def definition(op: str) -> OpDef:
    """Return the definition of an op.

    Raises:
        NotWritten: TensorFlow has no such op.
    """
    op_def = op_def_registry.get(op)
    if op_def is None:
        raise NotWritten(phrase("TensorFlow has no op {}", op))
    return op_def


def _count(arg: OpDef.ArgDef, node: NodeDef) -> int | None:
    """Return the number of tensors of an input or output; None if it is not a list."""
    if arg.number_attr:
        return attr_value(node, arg.number_attr).i
    return len(attr_value(node, arg.type_list_attr).list.type) if arg.type_list_attr else None


def attr_value(node: NodeDef, attr: str) -> AttrValue:
    """Return an attr of a node, else the op's default."""
    return (
        node.attr[attr]
        if attr in node.attr
        else next(a.default_value for a in definition(node.op).attr if a.name == attr)
    )


def counts(args: Iterable[OpDef.ArgDef], node: NodeDef) -> list[tuple[OpDef.ArgDef, int | None]]:
    """Return inputs or outputs with their numbers of tensors, None for those that are not lists."""
    return [(arg, _count(arg, node)) for arg in args]


def spread(args: Iterable[OpDef.ArgDef], node: NodeDef) -> list[OpDef.ArgDef]:
    """Return the input that each input tensor of a node belongs to, in order."""
    return [arg for arg, count in counts(args, node) for _ in range(1 if count is None else count)]


def argument_names(name: str, count: int | None) -> list[str]:
    """Return the names that TensorFlow gives to the Consts of values passed for an input."""
    return [name] if count is None else [f"{name}_{number}" for number in range(count)]


def arguments(node: NodeDef) -> list[str]:
    """Return `argument_names` of all inputs of a node."""
    return [
        argument
        for arg, count in counts(definition(node.op).input_arg, node)
        for argument in argument_names(arg.name, count)
    ]


def structure(node: NodeDef) -> tuple[tuple[str, int | None], ...]:
    """Return the outputs of a node with their numbers of tensors, None for those that are not lists."""
    return tuple((arg.name, count) for arg, count in counts(definition(node.op).output_arg, node))


def unusual(node: NodeDef) -> set[str]:
    """Return the attrs of a variable's node that differ from the defaults."""
    usual = {
        attr.name
        for attr in definition(node.op).attr
        if attr.name in ("dtype", "shape", "shared_name", "debug_name", "T")
        or attr.name in node.attr
        and is_default(attr, node.attr[attr.name])
    }
    return node.attr.keys() - usual


def is_default(attr: OpDef.AttrDef, value: AttrValue) -> bool:
    """Return whether an attr has the op's default."""
    return attr.HasField("default_value") and value.SerializeToString(
        deterministic=True
    ) == attr.default_value.SerializeToString(deterministic=True)


def is_other(attr: OpDef.AttrDef, parameter: inspect.Parameter | None) -> bool:
    """Return whether Python's default of an attr differs from the op's, as for `adaptative` of SdcaOptimizer."""
    return (
        attr.type == "bool"
        and parameter is not None
        and parameter.default not in (attr.default_value.b, inspect.Parameter.empty)
    )


@lru_cache(maxsize=4096)
def raw_parameters(op: str) -> Mapping[str, inspect.Parameter] | None:
    """Return the parameters of an op in tf.raw_ops; None if the op is not there."""
    function = getattr(tf.raw_ops, op, None)
    return None if function is None else inspect.signature(function).parameters


def other_names(op: OpDef, parameters: Mapping[str, inspect.Parameter]) -> dict[str, str]:
    """Return inputs and attrs with other names in tf.raw_ops: op's name -> parameter, matched by order."""
    known = [part.name for part in (*op.input_arg, *op.attr)]
    return dict(
        zip(
            (name for name in known if name not in parameters and name not in _inferred(op)),
            (name for name in parameters if name not in known and name != "name"),
        )
    )


def _inferred(op: OpDef) -> set[str]:
    return {name for arg in op.input_arg for name in (arg.type_attr, arg.number_attr, arg.type_list_attr)}
