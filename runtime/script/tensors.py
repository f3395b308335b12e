"""Write values of tensors and attrs as Python code.

The code of each value is compared with its proto. A value that TensorFlow would read differently is written as the
bytes of its proto.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import tensorflow as tf
from tensorflow.core.framework.attr_value_pb2 import AttrValue
from tensorflow.core.framework.op_def_pb2 import OpDef
from tensorflow.core.framework.tensor_pb2 import TensorProto

from blockloom.runtime.compile.graph_compare import equal_tensors
from blockloom.runtime.script.code import Pieces, call, listed, quoted

MOST = 1000  # elements of a value in the text of a script
_NATURAL = {tf.float32, tf.int32, tf.bool, tf.string}  # dtypes that TensorFlow infers from Python values
_MOST_BYTES = 100_000


class Constant:
    """A tensor as Python code.

    Attributes:
        value: the code; None if only the bytes of the proto are exact, or if the array is `large`.
        shape: the shape if all elements have the value, else None.
        plain: whether neither dtype nor shape need to be written.
        large: an array with more elements than the limit.
    """

    def __init__(self, proto: TensorProto, most: int = MOST):
        self.proto, self.dtype = proto, tf.as_dtype(proto.dtype)
        self.value: Pieces | None = None
        self.shape: list[int] | None = None
        self.large: np.ndarray | None = None
        self.plain = False
        try:
            array = tf.make_ndarray(proto)
        except (TypeError, ValueError):
            return
        value, shape = array.tolist(), None
        if array.size > 4 and array.dtype != object and _is_filled(array):
            value, shape = array.ravel()[0].item(), list(array.shape)
        elif not array.size:
            value, shape = [], list(array.shape)
        elif array.size > most:
            self.large = array
            return
        if array.dtype.names or not self._is_same(value, shape):
            return
        self.value, self.shape = _pieces(value, array.dtype, _texts(array)), shape
        self.plain = shape is None or shape == [0]

    def _is_same(self, value: Any, shape: list[int] | None) -> bool:
        try:
            return equal_tensors(tf.make_tensor_proto(value, self.dtype, shape), self.proto)
        except (TypeError, ValueError):
            return False

    @property
    def natural(self) -> bool:
        """True if TensorFlow infers this dtype from the Python value."""
        return self.plain and self.dtype in _NATURAL and (self.shape is None or self.dtype == tf.float32)

    def creation(self, name: Pieces) -> Pieces:
        """Return the call that creates the tensor with a name; `constant` is a helper in `template.HELPERS`."""
        if self.value is None:
            return call("constant", quoted(self.proto.SerializeToString()), name=name)
        more = [] if self.natural else [dtype(self.dtype)]
        if self.shape is not None and not self.natural:
            more.append([str(self.shape)])
        return call("tf.constant", self.value, *more, name=name)


def _is_filled(array: np.ndarray) -> bool:
    """Return whether all elements are equal bit by bit."""
    rows = np.ascontiguousarray(array).reshape(-1).view(np.uint8).reshape(array.size, -1)
    return bool((rows == rows[0]).all())


def is_small(proto: TensorProto) -> bool:
    """Return whether a proto is small enough to be written as bytes."""
    return proto.ByteSize() <= _MOST_BYTES


def _texts(array: np.ndarray) -> Callable[[bytes], Pieces]:
    """Return the function that writes elements of a string array: all as bytes if one is not UTF-8.

    TensorFlow accepts no mix of bytes and text.
    """
    try:
        for one in array.ravel().tolist() if array.dtype == object else ():
            one.decode()
    except UnicodeDecodeError:
        return quoted
    return text


def _pieces(value: Any, kind: np.dtype, texts: Callable[[bytes], Pieces]) -> Pieces:
    if isinstance(value, list):
        return listed(_pieces(element, kind, texts) for element in value)
    if isinstance(value, bytes):
        return within(texts(value))
    if isinstance(value, complex):
        return [f"complex({number(value.real)}, {number(value.imag)})"]
    if kind.kind in "fV" and not isinstance(value, int):
        return [number(float(value), kind.type if kind.kind == "f" and kind.itemsize < 8 else None)]
    return [repr(value)]


def number(value: float, kind: Any = None) -> str:
    """Return a float as Python code, in the fewest digits that restore the same value in the numpy type `kind`."""
    if value != value:
        return "np.nan"
    if value in (np.inf, -np.inf):
        return "np.inf" if value > 0 else "-np.inf"
    short = float(str(kind(value))) if kind is not None else value
    return repr(short if kind is None or kind(short) == kind(value) else value)


def text(value: bytes) -> Pieces:
    """Return bytes as Python code, as text if they are UTF-8."""
    try:
        return within(quoted(value.decode()))
    except UnicodeDecodeError:
        return within(quoted(value))


def within(pieces: Pieces) -> Pieces:
    """Return string literals in brackets, if there are several."""
    return ["(", *pieces[:-1], f"{pieces[-1]})"] if len(pieces) > 1 else pieces


def dtype(of: tf.DType) -> Pieces:
    """Return a dtype by its name in TensorFlow."""
    name = of.base_dtype.name
    for place, where in ("tf", tf), ("tf.dtypes", tf.dtypes):
        if getattr(where, name, None) == of.base_dtype:
            return [f"{place}.{name}"]
    return call("tf.as_dtype", [str(of.base_dtype.as_datatype_enum)])


def shape(proto: Any) -> Pieces:
    """Return the shape of an attr as Python code."""
    if proto.unknown_rank:
        return ["None"]
    return ["[" + ", ".join("None" if dim.size < 0 else str(dim.size) for dim in proto.dim) + "]"]


def attr(value: AttrValue, kind: OpDef.AttrDef) -> Pieces:
    """Return the value of an attr as an argument of tf.raw_ops."""
    return _listed_attr(value, kind.type[5:-1]) if kind.type.startswith("list(") else _attr(value, kind.type)


def _attr(value: AttrValue, kind: str) -> Pieces:
    if kind == "type":
        return dtype(tf.as_dtype(value.type))
    if kind == "shape":
        return shape(value.shape)
    if kind == "string":
        return text(value.s)
    if kind == "func":
        return quoted(value.func.name)
    if kind == "tensor":
        constant = Constant(value.tensor)
        if constant.value is None:
            return call("tensor_proto", quoted(value.tensor.SerializeToString()))
        return call(
            "tf.make_tensor_proto",
            constant.value,
            dtype(constant.dtype),
            *([[str(constant.shape)]] if constant.shape is not None else []),
        )
    if kind == "float":
        return [number(value.f, np.float32)]
    return [repr(value.b if kind == "bool" else value.i)]


def _listed_attr(value: AttrValue, kind: str) -> Pieces:
    items = value.list
    if kind == "type":
        return listed(dtype(tf.as_dtype(item)) for item in items.type)
    if kind == "shape":
        return listed(map(shape, items.shape))
    if kind == "string":
        return listed(map(text, items.s))
    if kind == "func":
        return listed(quoted(item.name) for item in items.func)
    if kind == "float":
        return listed([number(item, np.float32)] for item in items.f)
    return listed([repr(item)] for item in (items.b if kind == "bool" else items.i))


def proto_code(value: AttrValue) -> Pieces:
    """Return an attr as a proto in bytes."""
    return call("AttrValue.FromString", quoted(value.SerializeToString()))


def spelled_array(array: np.ndarray) -> Pieces:
    """Return an array as lists of numbers or text; an empty one as np.zeros."""
    if not array.size and array.shape != (0,):
        return call("np.zeros", [str(list(array.shape))])
    return _pieces(array.tolist(), array.dtype, _texts(array))
