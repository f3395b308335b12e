"""Attr values and tensors as TensorFlow's protos."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
from tensorflow.core.framework import attr_value_pb2, node_def_pb2, tensor_pb2
from tensorflow.python.framework import dtypes, tensor_util

from blockloom.blocks.document.literal_cache import Value
from blockloom.blocks.text.phrases import phrase
from blockloom.blocks.values.dtypes import DTYPES

AttrValue = attr_value_pb2.AttrValue
# Dtypes for which the bytes of numpy and of the proto are equal.
_RAW = {n for n, d in DTYPES.items() if d.via == d.label or n.startswith(("DT_QINT", "DT_QUINT"))}


def array_of(value: Value) -> np.ndarray:
    """Return a typed tensor as an array to feed."""
    return value.array.astype(dtypes.as_dtype(DTYPES[value.dtype].number).as_numpy_dtype, copy=False)


def tensor_proto(value: Value) -> tensor_pb2.TensorProto:
    """Return the proto of a typed tensor."""
    array, dtype = value.array, value.dtype
    info = DTYPES[dtype]
    if array.size > 1 and not any(array.strides):  # all elements are equal: TensorFlow repeats one value
        proto = tensor_proto(Value(array[(slice(1),) * array.ndim].copy(), dtype))
        if proto.tensor_content:  # the proto contains all elements, or has none
            proto = tensor_util.make_tensor_proto(tensor_util.MakeNdarray(proto).ravel(), dtype=proto.dtype)
        del proto.tensor_shape.dim[:]
    elif dtype in _RAW:
        proto = tensor_pb2.TensorProto(dtype=info.number, tensor_content=np.ascontiguousarray(array).tobytes())
    elif info.family == "s":
        proto = tensor_pb2.TensorProto(dtype=info.number, string_val=array.ravel().tolist())
    else:  # bfloat16 and the 8- and 4-bit types are dtypes that TensorFlow registers with numpy
        cast = array.astype(dtypes.as_dtype(info.number).as_numpy_dtype)
        return tensor_util.make_tensor_proto(cast, dtype=dtypes.as_dtype(info.number), shape=array.shape)
    dims = proto.tensor_shape.dim
    for size in array.shape:
        dims.add().size = size
    return proto


def attr_value(type_: str, value: Any) -> attr_value_pb2.AttrValue:
    """Return the proto of an attr of a type such as `shape` or `list(int)`; `value` as inference returns it."""
    proto = AttrValue()
    if type_.startswith("list("):
        proto.list.SetInParent()
        for item in value:
            _put_item(proto.list, type_[5:-1], item)
    elif type_ == "type":
        proto.type = DTYPES[value].number
    elif type_ == "int":
        proto.i = value
    elif type_ == "bool":
        proto.b = value
    elif type_ == "float":
        proto.f = value
    elif type_ == "string":
        proto.s = value if isinstance(value, bytes) else value.encode("utf-8", "surrogateescape")
    elif type_ == "shape":
        _put_shape(proto.shape, value)
    elif type_ == "tensor":
        proto.tensor.CopyFrom(tensor_proto(value))
    elif type_ == "func":
        proto.func.name = value
    else:
        raise ValueError(phrase("an attr of type {} cannot be typed in", type_))
    return proto


def _put_item(items: Any, type_: str, value: Any) -> None:
    if type_ == "type":
        items.type.append(DTYPES[value].number)
    elif type_ == "shape":
        _put_shape(items.shape.add(), value)
    elif type_ == "func":
        items.func.add().name = value
    else:
        field = {"int": items.i, "float": items.f, "bool": items.b, "string": items.s}[type_]
        field.append(value.encode() if isinstance(value, str) else value)


def _put_shape(proto: Any, dims: list[int] | None) -> None:
    if dims is None:
        proto.unknown_rank = True
        return
    proto.SetInParent()
    for size in dims:
        proto.dim.add().size = size


def node_def(
    name: str, op: str, inputs: Iterable[str], device: str, attrs: Mapping[str, tuple[str, Any]]
) -> node_def_pb2.NodeDef:
    """Return a NodeDef with attrs given as (type, value).

    Raises:
        ValueError: A proto cannot contain the value.
    """
    node = node_def_pb2.NodeDef(name=name, op=op, input=inputs)
    if device:
        node.device = device
    for attr, (type_, value) in attrs.items():
        if type_ == "type":
            node.attr[attr].type = DTYPES[value].number
        elif type_ == "tensor":
            node.attr[attr].tensor.CopyFrom(tensor_proto(value))
        else:
            node.attr[attr].CopyFrom(attr_value(type_, value))
    return node
