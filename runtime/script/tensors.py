"""Write values of tensors and attrs as Python code.

The code of each value is compared with its proto. A value that TensorFlow would read differently is written as the
bytes of its proto.
"""

from __future__ import annotations

import builtins
import keyword
import re
import textwrap
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np
import tensorflow as tf
from tensorflow.core.framework.attr_value_pb2 import AttrValue
from tensorflow.core.framework.op_def_pb2 import OpDef
from tensorflow.core.framework.tensor_pb2 import TensorProto

from blockloom.runtime.compile.graph_compare import equal_tensors

MOST = 1000  # most elements of a value in the text of a script
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


# Python text: expressions in pieces, names, quoted texts and comments. An expression is a list of pieces. Inside
# brackets, a line may be broken between two pieces. Pieces are separated by a space, except after an opening bracket.
# Text from a document enters a script only through `quoted` and `comment`, which escape everything that could end the
# text or hide what follows.


WIDTH = 120
Pieces = list[str]
_LONGEST = 80  # most characters of a quoted piece
_OPENING, _CLOSING = "([{", ")]}"
_LITERAL = re.compile(r""""(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*\'""")
_LONGEST_NAME = 48
_AMBIGUOUS = ("l", "O", "I")


def call(function: str, *arguments: Pieces, **named: Pieces) -> Pieces:
    """Return a call as Python code. Named arguments must be identifiers."""
    items = [*arguments, *([f"{name}={value[0]}", *value[1:]] for name, value in named.items())]
    return bracketed(f"{function}(", items, ")")


def bracketed(start: str, items: Sequence[Pieces], end: str) -> Pieces:
    """Return items with commas between `start` and `end`."""
    if not items:
        return [start + end]
    pieces = [piece for item in items[:-1] for piece in (*item[:-1], f"{item[-1]},")]
    pieces += items[-1]
    return [start, *pieces[:-1], pieces[-1] + end]


def listed(items: Iterable[Pieces]) -> Pieces:
    """Return a list as Python code."""
    return bracketed("[", list(items), "]")


def lines(pieces: Pieces, indent: int = 0, within: bool = False) -> list[str]:
    """Return a statement as lines; continuation lines are indented further.

    `within` means that the statement is in brackets, so that it may be broken anywhere.
    """
    done, line, depth = [], " " * indent + pieces[0], within + _opened(pieces[0])
    for piece in pieces[1:]:
        space = "" if line[-1] in _OPENING else " "
        if depth and len(line) + len(space) + len(piece) > WIDTH:
            done.append(line)
            line = " " * (indent + 4) + piece
        else:
            line += space + piece
        depth += _opened(piece)
    return [*done, line]


def _opened(piece: str) -> int:
    """Return the number of brackets that a piece opens and does not close."""
    bare = _LITERAL.sub("", piece)
    return sum(map(bare.count, _OPENING)) - sum(map(bare.count, _CLOSING))


def assigned(name: str, value: Pieces) -> Pieces:
    """Return the assignment of a value to a name; the value alone if the name is ""."""
    return [f"{name} = {value[0]}", *value[1:]] if name else value


def quoted(text: str | bytes) -> Pieces:
    """Return a text as string literals; a long one as several, to be joined within brackets."""
    mark = "b" if isinstance(text, bytes) else ""
    signs = [_escaped(chr(c), True) for c in text] if isinstance(text, bytes) else [_escaped(c, False) for c in text]
    pieces, piece = [], ""
    for sign in signs:
        if len(piece) + len(sign) > _LONGEST:
            pieces.append(piece)
            piece = ""
        piece += sign
    return [f'{mark}"{part}"' for part in (*pieces, piece)]


def literal(text: str | bytes) -> str:
    """Return a text as one string literal of any length."""
    return (
        quoted(text)[0]
        if len(text) < _LONGEST // 10
        else "".join(one[2:-1] if isinstance(text, bytes) else one[1:-1] for one in quoted(text)).join(
            ('b"' if isinstance(text, bytes) else '"', '"')
        )
    )


def _escaped(sign: str, ascii_only: bool) -> str:
    """Return a character for a string literal, escaped if it is invisible or changes the writing direction."""
    if sign in '"\\':
        return f"\\{sign}"
    if sign == "\n":
        return "\\n"
    number = ord(sign)
    if " " <= sign <= "~" or not ascii_only and number > 127 and sign.isprintable():
        return sign
    return f"\\x{number:02x}" if number < 256 else f"\\u{number:04x}" if number < 65536 else f"\\U{number:08x}"


def comment(text: str, indent: int = 0) -> list[str]:
    """Return a text as comment lines, at least one for each of its lines."""
    texts = []
    for line in re.split(r"\r\n|[\r\n]", text.strip()):
        seen = (sign if sign.isprintable() else " " if sign.isspace() else _escaped(sign, False) for sign in line)
        texts += textwrap.wrap("".join(seen), WIDTH - indent - 2) or [""]
    return [f"{' ' * indent}# {line}".rstrip() for line in texts]


class PythonNames:
    """Unique names of Python variables and functions."""

    def __init__(self, taken: Iterable[str] = ()):
        self._taken = {*taken, *dir(builtins), *keyword.kwlist, *keyword.softkwlist, *_AMBIGUOUS}

    def new(self, text: str) -> str:
        """Return an unused name that resembles the text."""
        text = unicodedata.normalize("NFKC", text)  # the form to which Python normalises names
        name = "".join(sign if f"a{sign}".isidentifier() else "_" for sign in text).lstrip("_")[:_LONGEST_NAME]
        if not name or not name.isidentifier():
            name = f"n{name}"
        while name in self._taken:
            name += "_"
        self._taken.add(name)
        return name
