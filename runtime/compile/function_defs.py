"""Derive library functions with handles of variables as Args, and with iteration counters for loops.

TensorFlow does not differentiate a body with respect to a variable whose handle is an op inside the body. So the
handles become Args, after the function's Args.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import numpy as np
import tensorflow as tf
from tensorflow.core.framework.attr_value_pb2 import NameAttrList
from tensorflow.core.framework.function_pb2 import FunctionDef
from tensorflow.core.framework.node_def_pb2 import NodeDef
from tensorflow.python.framework import function

from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.document.literal_cache import Value
from blockloom.runtime.compile.protos import node_def

COUNTERS = ("loop_counter", "maximum_iterations")
Key = tuple[bytes, bytes]  # (container, shared_name) of a variable
Handles = Mapping[Key, NodeDef]  # variable -> the node that outputs its handle


def function_attrs(node: NodeDef) -> Iterator[NameAttrList]:
    """Yield the functions that a node names."""
    for attr in traits_of(node.op).functions:
        value = node.attr[attr]
        yield from value.list.func if value.HasField("list") else [value.func]


def handles(nodes: Iterable[NodeDef]) -> Handles:
    """Return the nodes that output handles of variables, by key."""
    return {key_of(node): node for node in nodes if traits_of(node.op).variable == "resource"}


def key_of(node: NodeDef) -> Key:
    """Return the container and shared_name of a VarHandleOp."""
    return node.attr["container"].s, node.attr["shared_name"].s


def with_added_args(plain: FunctionDef, variables: Handles, counts: bool = False, loops: bool = False) -> Any:
    """Return a function with added Args for the handles of variables.

    Args:
        plain: The function.
        variables: The handles of variables, by key.
        counts: Whether to add counters as the first Args.
        loops: Whether the function is the body of a loop: it also returns the added Args, with the counter incremented.
    """
    copy = FunctionDef()
    copy.CopyFrom(plain)
    signature, keys = copy.signature, list(variables)
    signature.name += (".counting" if counts else "") + (f".{zlib.crc32(repr(keys).encode()):x}" if keys else "")
    taken = {*(arg.name for arg in (*signature.input_arg, *signature.output_arg)), *(n.name for n in copy.node_def)}
    given = [_free(f"handle_{number}", taken) for number in range(len(keys))]
    _take_out(copy, dict(zip(keys, given)))
    counters = [_free(name, taken) for name in COUNTERS] if counts else []
    del signature.input_arg[:]
    for name in counters:
        signature.input_arg.add(name=name, type=tf.int32.as_datatype_enum)
    signature.input_arg.extend(plain.signature.input_arg)
    for name, node in zip(given, variables.values()):
        arg = signature.input_arg.add(name=name, type=tf.resource.as_datatype_enum)
        arg.handle_data.add(dtype=node.attr["dtype"].type, shape=node.attr["shape"].shape)
    for have, put in ((plain.arg_attr, copy.arg_attr), (plain.resource_arg_unique_id, copy.resource_arg_unique_id)):
        put.clear()
        for number, value in have.items():
            if isinstance(value, int):
                put[number + len(counters)] = value
            else:
                put[number + len(counters)].CopyFrom(value)
    if loops:
        del signature.output_arg[:]
        if counters:
            following = _free("next_loop_counter", taken)
            one_name = _free("one", taken)
            copy.node_def.extend(
                [
                    node_def(
                        one_name,
                        "Const",
                        (),
                        "",
                        {"dtype": ("type", "DT_INT32"), "value": ("tensor", Value(np.array(1, np.int32), "DT_INT32"))},
                    ),
                    node_def(
                        following, "AddV2", [counters[0], f"{one_name}:output:0"], "", {"T": ("type", "DT_INT32")}
                    ),
                ]
            )
            for name, value in zip(counters, (f"{following}:z:0", counters[1])):
                _give(copy, _free(f"{name}_out", taken), value, tf.int32)
        signature.output_arg.extend(plain.signature.output_arg)
        for name in given:
            _give(copy, _free(f"{name}_out", taken), name, tf.resource)
    return function._from_definition(copy)


def _give(made: FunctionDef, name: str, value: str, dtype: tf.DType) -> None:
    made.signature.output_arg.add(name=name, type=dtype.as_datatype_enum)
    made.ret[name] = value


def _take_out(function: FunctionDef, given: dict[Key, str]) -> None:
    """Replace the nodes that output handles by Args."""
    gone = {
        node.name: given[key]
        for node in function.node_def
        if traits_of(node.op).variable == "resource" and (key := key_of(node)) in given
    }
    if not gone:
        return
    kept = [node for node in function.node_def if node.name not in gone]
    for node in kept:
        node.input[:] = [
            gone.get(name.partition(":")[0], name) for name in node.input if name[0] != "^" or name[1:] not in gone
        ]
        if "_class" in node.attr:
            beside = node.attr["_class"].list.s
            beside[:] = [entry for entry in beside if entry.decode().removeprefix("loc:@") not in gone]
    for name, value in function.ret.items():
        function.ret[name] = gone.get(value.partition(":")[0], value)
    copies = [NodeDef.FromString(node.SerializeToString()) for node in kept]
    del function.node_def[:]
    function.node_def.extend(copies)


def _free(name: str, taken: set[str]) -> str:
    while name in taken:
        name += "_"
    taken.add(name)
    return name
