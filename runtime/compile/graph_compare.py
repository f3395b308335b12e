"""Compare two graphs node by node, by name.

Each graph is a GraphDef, or its NodeDefs. Nodes are equal if op, inputs, control inputs, device and attrs are equal. An
omitted attr has its op's default. Tensors are compared bit by bit, and functions by their nodes, whatever the names of
the functions and their args.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np
import tensorflow as tf
from tensorflow.core.framework.attr_value_pb2 import AttrValue
from tensorflow.core.framework.function_pb2 import FunctionDef
from tensorflow.core.framework.graph_pb2 import GraphDef
from tensorflow.core.framework.node_def_pb2 import NodeDef
from tensorflow.core.framework.tensor_pb2 import TensorProto
from tensorflow.python.framework import op_def_registry

from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.runtime.compile.graph_bodies import reference_inputs

# Attrs that TensorFlow infers, and that do not change the graph.
FOUND_OUT = frozenset({"_output_shapes", "_has_manual_control_dependencies"})
_SHOWN = 60  # most characters of a value in a difference
_INTERNAL = (tf.errors.NotFoundError, TypeError, ValueError)


class NodeDifference(NamedTuple):
    """A difference of a node; `node` is "" for the graph as a whole, `FUNCTION: NODE` in a function."""

    node: str
    text: str

    def __str__(self) -> str:
        return f"{self.node}: {self.text}" if self.node else self.text


def differences(
    found: GraphDef | Iterable[NodeDef], wanted: GraphDef | Iterable[NodeDef], passed_over: Container[str] = FOUND_OUT
) -> list[NodeDifference]:
    """Return the differences of the graph `found` from `wanted`, without attrs in `passed_over`; [] if equal."""
    pair = (_Graph(found), _Graph(wanted))
    return list(_Comparison(*pair, passed_over).nodes(pair[0].nodes, pair[1].nodes))


class _Graph:
    def __init__(self, graph: GraphDef | Iterable[NodeDef]):
        nodes, functions = (graph.node, graph.library.function) if isinstance(graph, GraphDef) else (graph, ())
        self.nodes = {node.name: node for node in nodes}
        self.functions = {one.signature.name: one for one in functions}


class _Comparison:
    def __init__(self, found: _Graph, wanted: _Graph, passed_over: Container[str]):
        self.found, self.wanted, self.passed_over = found, wanted, passed_over
        self._told: dict[tuple[str, str], bool] = {}  # (name, wanted name) of functions -> whether they are equal

    def nodes(
        self,
        found: Mapping[str, NodeDef],
        wanted: Mapping[str, NodeDef],
        args: tuple[Mapping[str, str], Mapping[str, str]] = ({}, {}),
    ) -> Iterator[NodeDifference]:
        """Yield the differences of nodes by name; `args` maps names of inputs to their meanings."""
        for name in wanted.keys() - found.keys():
            yield NodeDifference(name, f"the node, a {wanted[name].op}, is missing")
        for name, node in found.items():
            if name not in wanted:
                yield NodeDifference(name, f"there should be no such node, a {node.op}")
            else:
                yield from self._node(node, wanted[name], args, (found, wanted))

    def _node(
        self,
        new: NodeDef,
        wanted: NodeDef,
        args: tuple[Mapping[str, str], Mapping[str, str]],
        nodes: tuple[Mapping[str, NodeDef], Mapping[str, NodeDef]],
    ) -> Iterator[NodeDifference]:
        name = new.name
        if new.op != wanted.op:
            yield NodeDifference(name, f"the op is {new.op}, not {wanted.op}")
            return
        (inputs, after), (wanted_inputs, wanted_after) = (
            _inputs(node, renamed) for node, renamed in zip((new, wanted), args)
        )
        if len(inputs) != len(wanted_inputs):
            yield NodeDifference(name, f"it has {len(inputs)} inputs, not {len(wanted_inputs)}")
        for number, (input_name, other) in enumerate(zip(inputs, wanted_inputs)):
            if input_name != other:
                yield NodeDifference(name, f"input {number} is {input_name}, not {other}")
        for text, names in (
            ("it should not wait for", after - wanted_after),
            ("it does not wait for", wanted_after - after),
        ):
            if names:
                yield NodeDifference(name, f"{text} {', '.join(sorted(names))}")
        if _device(new) != _device(wanted):
            yield NodeDifference(name, f"the device is {new.device!r}, not {wanted.device!r}")
        mine, theirs = _attrs(new, nodes[0]), _attrs(wanted, nodes[1])
        for attr in sorted({*mine, *theirs}):
            if attr in self.passed_over:
                continue
            if attr not in mine or attr not in theirs:
                yield NodeDifference(
                    name, f"attr {attr} " + ("is missing" if attr in theirs else "should not be there")
                )
            elif not self._equal(attr, mine[attr], theirs[attr]):
                yield NodeDifference(name, f"attr {attr} is {_text(mine[attr])}, not {_text(theirs[attr])}")
                yield from self._inside(mine[attr], theirs[attr])

    def _equal(self, attr: str, value: AttrValue, wanted: AttrValue) -> bool:
        kind = wanted.WhichOneof("value")
        if value.WhichOneof("value") != kind:
            return False
        if kind == "tensor":
            return equal_tensors(value.tensor, wanted.tensor)
        if kind == "func":
            return self._same(value.func, wanted.func)
        if kind == "list" and (value.list.func or wanted.list.func):
            mine, theirs = value.list.func, wanted.list.func
            return len(mine) == len(theirs) and all(map(self._same, mine, theirs))
        if attr == "_class":
            return sorted(value.list.s) == sorted(wanted.list.s)
        return value.SerializeToString(deterministic=True) == wanted.SerializeToString(deterministic=True)

    def _same(self, found: Any, wanted: Any) -> bool:
        key = found.name, wanted.name
        if key not in self._told:
            self._told[key] = True  # assume equality, in case the function is recursive
            self._told[key] = not any(self._function(*key))
        return self._told[key]

    def _inside(self, found: AttrValue, wanted: AttrValue) -> Iterator[NodeDifference]:
        """Yield the nodes in which functions differ."""
        for one, other in zip([found.func, *found.list.func], [wanted.func, *wanted.list.func]):
            if one.name and other.name and not self._same(one, other):
                for difference in self._function(one.name, other.name):
                    yield NodeDifference(f"{other.name}: {difference.node}".rstrip(": "), difference.text)

    def _function(self, name: str, wanted: str) -> Iterator[NodeDifference]:
        mine, theirs = self.found.functions.get(name), self.wanted.functions.get(wanted)
        if mine is None or theirs is None:
            if name != wanted or (mine is None) != (theirs is None):
                yield NodeDifference("", f"the function is {name}, not {wanted}")
            return
        for what in "input_arg", "output_arg":
            types, other = ([arg.type for arg in getattr(f.signature, what)] for f in (mine, theirs))
            if types != other:
                yield NodeDifference("", f"the {what}s have the types {_types(types)}, not {_types(other)}")
                return
        my_args, their_args = (
            {arg.name: f"arg {number}" for number, arg in enumerate(f.signature.input_arg)} for f in (mine, theirs)
        )
        for number, (mine_is, theirs_is) in enumerate(zip(_returns(mine, my_args), _returns(theirs, their_args))):
            if mine_is != theirs_is:
                yield NodeDifference("", f"output {number} is {mine_is}, not {theirs_is}")
        if {*mine.control_ret.values()} != {*theirs.control_ret.values()}:
            yield NodeDifference(
                "",
                f"what it does beside its outputs is {sorted(mine.control_ret.values())}, not "
                f"{sorted(theirs.control_ret.values())}",
            )
        my_nodes, their_nodes = ({node.name: node for node in f.node_def} for f in (mine, theirs))
        yield from self.nodes(my_nodes, their_nodes, (my_args, their_args))


def _types(numbers: Iterable[int]) -> str:
    return ", ".join(tf.as_dtype(number).name for number in numbers) or "none"


def _returns(function: FunctionDef, args: Mapping[str, str]) -> list[str]:
    return [_input(function.ret[arg.name], args) for arg in function.signature.output_arg]


def _inputs(node: NodeDef, args: Mapping[str, str]) -> tuple[list[str], set[str]]:
    return [_input(name, args) for name in node.input if name[0] != "^"], {
        args.get(name[1:], name[1:]) for name in node.input if name[0] == "^"
    }


def _input(name: str, args: Mapping[str, str]) -> str:
    name = name if name.count(":") == 2 else name.removesuffix(":0")  # NODE:output:0 is in a function
    return args.get(name, name)


def _device(node: NodeDef) -> str:
    if not node.device:
        return ""
    try:
        return tf.DeviceSpec.from_string(node.device).to_string()
    except ValueError:
        return node.device


def _attrs(node: NodeDef, nodes: Mapping[str, NodeDef]) -> dict[str, AttrValue]:
    """Return the attrs of a node with the defaults of its op.

    The shared_name of a reference variable defaults to the name of its node.
    """
    definition = op_def_registry.get(node.op)
    attrs = (
        {attr.name: attr.default_value for attr in definition.attr if attr.HasField("default_value")}
        if definition is not None
        else {}
    )
    attrs |= dict(node.attr)
    if traits_of(node.op).variable == "reference" and not attrs["shared_name"].s:
        attrs["shared_name"] = AttrValue(s=node.name.encode())
    if "_class" in attrs:  # TensorFlow colocates a node with the owners of its references, and transitively with theirs
        references = [*reference_inputs(node)]
        beside = {f"loc:@{name}".encode() for name in references}
        beside.update(entry for name in references if name in nodes for entry in nodes[name].attr["_class"].list.s)
        apart = [entry for entry in attrs["_class"].list.s if entry not in beside]
        attrs["_class"] = AttrValue(list=AttrValue.ListValue(s=apart))
        if not apart:
            del attrs["_class"]
    return attrs


def equal_tensors(one: TensorProto, other: TensorProto) -> bool:
    """Return whether two protos have tensors of the same dtype, shape and bits, however they are encoded."""
    if one.dtype != other.dtype:
        return False
    if one.SerializeToString(deterministic=True) == other.SerializeToString(deterministic=True):
        return True
    try:
        mine, theirs = tf.make_ndarray(one), tf.make_ndarray(other)
    except _INTERNAL:  # resources and variants have no numpy equivalent
        return False
    if mine.shape != theirs.shape:
        return False
    if mine.dtype == object:
        return mine.ravel().tolist() == theirs.ravel().tolist()
    return np.ascontiguousarray(mine).tobytes() == np.ascontiguousarray(theirs).tobytes()


def _text(value: AttrValue) -> str:
    kind = value.WhichOneof("value")
    if kind == "tensor":
        try:
            array = tf.make_ndarray(value.tensor)
            text = f"{array.dtype}{list(array.shape)} {array.ravel()[:8].tolist()}"
        except _INTERNAL:
            text = tf.as_dtype(value.tensor.dtype).name
    elif kind == "type":
        text = tf.as_dtype(value.type).name
    elif kind == "func":
        text = f"the function {value.func.name}"
    else:
        text = " ".join(str(value).split())
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."
