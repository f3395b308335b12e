"""Nodes of TensorFlow's protos as nodes of plans."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from tensorflow.core.framework.attr_value_pb2 import AttrValue
from tensorflow.core.framework.node_def_pb2 import NodeDef
from tensorflow.core.framework.op_def_pb2 import OpDef
from tensorflow.core.framework.tensor_pb2 import TensorProto
from tensorflow.core.framework.tensor_shape_pb2 import TensorShapeProto
from tensorflow.python.framework import dtypes, op_def_registry

from blockloom.blocks import walks
from blockloom.blocks.catalogue.block_types import INTERNAL_ATTRS
from blockloom.blocks.catalogue.entries import added_attrs
from blockloom.blocks.document.literal_cache import Value
from blockloom.blocks.files.documents import FileError
from blockloom.blocks.from_graph.model import NOWHERE, Shape
from blockloom.blocks.plan.plan_nodes import Node
from blockloom.blocks.text.phrases import phrase
from blockloom.blocks.values.dtypes import BY_NUMBER, name_of
from blockloom.runtime.model_files import bounds

LARGEST = 2**31  # most bytes of a tensor in a graph, the limit of TensorFlow's protos
_TEXT = 64  # bytes of a string in addition to its characters
# In a function for several dtypes, marks an attr whose value comes from the call.
OF_CALL = "placeholder"


@lru_cache(maxsize=4096)
def op_def(op: str) -> OpDef | None:
    """Return TensorFlow's definition of an op; None if there is none."""
    return op_def_registry.get(op)


@lru_cache(maxsize=4096)
def _attr_types(op: str) -> Mapping[str, str] | None:
    found = op_def(op)
    if found is None:
        return None
    added = {attr["name"]: attr["type"] for attr in added_attrs(op)}
    return {**{attr.name: attr.type for attr in found.attr}, **added, **INTERNAL_ATTRS}


def node_of(proto: NodeDef, inputs: Iterable[str], after: Iterable[str]) -> Node[str]:
    """Return a node with these inputs.

    Raises:
        FileError: An attr has a value that a graph cannot contain; the text names the node.
    """
    types, attrs = _attr_types(proto.op), {}
    for name, value in sorted(proto.attr.items()):
        given = value.WhichOneof("value")
        type_ = (
            OF_CALL
            if given == OF_CALL
            else types.get(name)
            if types is not None
            else None
            if name.startswith("_")
            else _type_of(value)
        )
        fits = given in (_FIELDS.get(type_ or "", "list"), None)
        if type_ and (fits or not name.startswith("_")):  # TensorFlow does not check attrs with this prefix
            try:
                if not fits:
                    raise ValueError(phrase("its type is {1}, not {0}", type_, given))
                attrs[name] = type_, _READ[type_](value)
            except (ValueError, OverflowError, LookupError) as error:
                raise FileError(
                    phrase("the attribute {} of the node {} cannot be read: {}", name, proto.name, str(error)[:200])
                ) from None
    return Node(proto.name, proto.op, NOWHERE, list(inputs), attrs, list(after), proto.device)


def split(inputs: Iterable[str]) -> tuple[list[str], list[str]]:
    """Return the inputs of a NodeDef as tensors, and as nodes to wait for."""
    tensors, after = [], []
    for name in inputs:
        if name.startswith("^"):
            after.append(name[1:])
        else:
            tensors.append(name[:-2] if name.endswith(":0") else name)
    return tensors, after


def nodes_of(protos: Iterable[NodeDef]) -> dict[str, Node[str]]:
    """Return the nodes of a graph by name.

    Raises:
        FileError: Two nodes have the same name.
    """
    nodes: dict[str, Node[str]] = {}
    for proto in protos:
        if proto.name in nodes or not proto.name:
            raise FileError(phrase("two nodes have the name {!r}", proto.name))
        nodes[proto.name] = node_of(proto, *split(proto.input))
    return nodes


def maker(tensor: str) -> str:
    """Return the node of a tensor's name."""
    return tensor.partition(":")[0]


def tensor_name(tensor: str) -> str:
    """Return a tensor's name as signatures have it, always with `:NUMBER`."""
    return tensor if ":" in tensor else f"{tensor}:0"


def plain(tensor: str) -> str:
    """Return a tensor's name as inputs of nodes have it, without `:0`."""
    return tensor.removesuffix(":0")


def few(names: Sequence[str], most: int = 5) -> str:
    """Return the first names of a list, and their number if there are more."""
    return ", ".join(names[:most]) + (f" ... ({len(names)})" if len(names) > most else "")


def shape_of(proto: TensorShapeProto) -> Shape:
    """Return the sizes of a shape, -1 if unknown; None for an unknown rank."""
    return None if proto.unknown_rank else [dim.size for dim in proto.dim]


def tensor_of(proto: TensorProto) -> Value:
    """Return the value of a TensorProto; a single value for all elements is stored once.

    Raises:
        ValueError: The proto is invalid.
        ModelTooLargeError: The value is too large.
    """
    shape = tuple(dim.size for dim in proto.tensor_shape.dim)
    if proto.tensor_shape.unknown_rank or any(size < 0 for size in shape) or proto.dtype not in BY_NUMBER:
        raise ValueError(phrase("a tensor without a known dtype and shape"))
    info, count = BY_NUMBER[proto.dtype], math.prod(shape)
    if info.family == "opaque":
        raise ValueError(phrase("a tensor of dtype {} has no value", info.name))
    if info.family == "s":
        items = np.empty(max(1, len(proto.string_val)), object)
        items[:] = list(proto.string_val) or [b""]
        bounds.take(sum(map(len, items)) + max(0, count - len(items)) * (_TEXT + len(items[-1])))
        return Value(_filled(items, shape, count, 8), info.name)
    numpy_type = np.dtype(dtypes.as_dtype(proto.dtype).as_numpy_dtype)
    bounds.take(count * max(numpy_type.itemsize, np.dtype(info.via).itemsize))
    if proto.tensor_content:
        if len(proto.tensor_content) != count * numpy_type.itemsize:
            raise ValueError(phrase("a tensor of shape {} with {} bytes", list(shape), len(proto.tensor_content)))
        return Value(as_held(np.frombuffer(proto.tensor_content, numpy_type).reshape(shape), info.via), info.name)
    return Value(as_held(_filled(_listed(proto, numpy_type), shape, count, numpy_type.itemsize), info.via), info.name)


def as_held(array: np.ndarray, via: str) -> np.ndarray:
    """Return an array of TensorFlow's dtype in the dtype in which `blocks.values.dtypes` stores such values."""
    if array.dtype == via:
        return array
    if array.size > 1 and not any(array.strides):
        return np.broadcast_to(as_held(array.ravel()[:1].reshape(()), via), array.shape)
    return array.astype(via)


def _listed(proto: TensorProto, numpy_type: np.dtype) -> np.ndarray:
    """Return the values that a proto lists one by one."""
    label = dtypes.as_dtype(proto.dtype).name
    if proto.half_val:
        width = np.dtype(f"u{numpy_type.itemsize}")
        return np.array(proto.half_val, np.uint32).astype(width).view(numpy_type)
    if proto.float8_val:
        return np.frombuffer(proto.float8_val, numpy_type)
    field = {
        "float32": "float_val",
        "float64": "double_val",
        "bool": "bool_val",
        "int64": "int64_val",
        "uint32": "uint32_val",
        "uint64": "uint64_val",
        "complex64": "scomplex_val",
        "complex128": "dcomplex_val",
    }.get(label, "int_val")
    numbers = list(getattr(proto, field))
    if label.startswith("complex"):
        return np.array(numbers or [0.0, 0.0]).view(np.complex128).astype(numpy_type)
    return np.array(numbers or [0]).astype(numpy_type)


def _filled(items: np.ndarray, shape: tuple[int, ...], count: int, size: int) -> np.ndarray:
    """Return items in a shape; the last item is the value of all that are missing."""
    if count * size > LARGEST:
        raise ValueError(phrase("a tensor of shape {} is larger than any that a graph can hold", list(shape)))
    if len(items) == 1 and count != 1:
        return np.broadcast_to(items.reshape(()), shape)
    if len(items) > count:
        raise ValueError(phrase("a tensor of shape {} with {} values", list(shape), len(items)))
    if len(items) < count:
        items = np.concatenate([items, np.broadcast_to(items[-1:], (count - len(items),))])
    return items.reshape(shape)


def _list(read: Callable[[Any], Any], field: str) -> Callable[[AttrValue], list[Any]]:
    return lambda value: [read(item) for item in getattr(value.list, field)]


def _same(item: Any) -> Any:
    return item


_READ: Mapping[str, Callable[[AttrValue], Any]] = {
    "type": lambda value: name_of(value.type),
    "int": lambda value: value.i,
    "bool": lambda value: value.b,
    "float": lambda value: value.f,
    "string": lambda value: value.s,
    "shape": lambda value: shape_of(value.shape),
    "tensor": lambda value: tensor_of(value.tensor),
    "func": lambda value: value.func.name,
    "list(type)": _list(name_of, "type"),
    "list(int)": _list(_same, "i"),
    "list(bool)": _list(_same, "b"),
    "list(float)": _list(_same, "f"),
    "list(string)": _list(_same, "s"),
    "list(shape)": _list(shape_of, "shape"),
    "list(tensor)": _list(tensor_of, "tensor"),
    "list(func)": _list(lambda item: item.name, "func"),
    OF_CALL: lambda value: value.placeholder,
}
_KINDS = {"s": "string", "i": "int", "f": "float", "b": "bool"}
# The field of AttrValue for each type that is not a list.
_FIELDS = {type_: field for field, type_ in _KINDS.items()} | {
    type_: type_ for type_ in ("type", "shape", "tensor", "func", OF_CALL)
}


def _type_of(value: AttrValue) -> str:
    """Return the type of an attr of an unknown op by its value."""
    kind = value.WhichOneof("value")
    if kind != "list":
        return _KINDS.get(kind, kind or "")
    field = next((field.name for field, _ in value.list.ListFields()), "i")
    return f"list({_KINDS.get(field, field)})"


def functions_in(node: Node[str]) -> Iterator[str]:
    """Yield the functions that a node's attrs name."""
    for type_, value in node.attrs.values():
        if type_ in ("func", "list(func)"):
            yield from filter(None, [value] if type_ == "func" else value)


def downstream(nodes: Mapping[str, Node[str]], starts: Iterable[str]) -> set[str]:
    """Return these nodes and all nodes that depend on any of them."""
    users: dict[str, list[str]] = {}
    for node in nodes.values():
        for source in (*map(maker, node.inputs), *node.control_inputs):
            users.setdefault(source, []).append(node.name)
    return {*walks.reached(starts, lambda name: users.get(name, ()))}


def reached(nodes: Mapping[str, Node[str]], wanted: Iterable[str], cut: Collection[str] = ()) -> dict[str, Node[str]]:
    """Return these nodes and all that they need, in the order of the graph, without following the tensors `cut`."""

    def sources(name: str) -> list[str]:
        node = nodes[name]
        before = [*(maker(tensor) for tensor in node.inputs if tensor not in cut), *node.control_inputs]
        return [source for source in before if source in nodes]

    above = walks.reached((name for name in wanted if name in nodes), sources)
    return {name: node for name, node in nodes.items() if name in above}
