"""The messages between a worker and its parent: JSON with arrays beside it, over pipes. No pickle on either side.

A message is 16 bytes (four that every message begins with, the length of the header, the number of bytes behind it), a
JSON header, and the arrays' bytes. What is read is believed only as far as it was checked, and no memory is taken for
what has not arrived: an operation may have written into the pipe.
"""

from __future__ import annotations

import itertools
import json
import math
import struct
from collections.abc import Iterable
from typing import Any, Protocol

import numpy as np

from blockloom.blocks.text.nesting import too_deep
from blockloom.blocks.text.phrases import PACKED, phrase, unpacked
from blockloom.runtime.protocol.records import Record, to_json

_HEAD = struct.Struct("<4sIQ")
_BEGIN = b"BLM\x01"
_HEADER_MOST = 1 << 30  # bytes of a header: a document of several million blocks
_LARGEST, _DIMENSIONS = 1 << 63, 64  # numbers are less; as many as numpy has
_PIECE = 1 << 20  # bytes that are asked for at a time
_WHOLE = 24  # elements of an array whose text shows all of them


class Garbage(ValueError):
    """What was read is no message."""


def encode(message: dict[str, Any] | Record, arrays: Iterable[np.ndarray] = ()) -> list[bytes]:
    """Return the parts of a message, to be written one after the other. Arrays hold numbers, bools or bytes objects;
    those of records in the message follow the others. Phrases stay phrases.
    """
    arrays = list(arrays)
    fields = to_json(message, arrays)
    about, parts = [], []
    for array in arrays:
        if array.dtype == object:
            items = [bytes(item) for item in array.ravel()]
            data = b"".join(items)
            about.append(["bytes", list(array.shape), len(data), [len(item) for item in items]])
        else:
            data = np.ascontiguousarray(array).tobytes()
            about.append([array.dtype.str, list(array.shape), len(data), None])
        parts.append(data)
    header = json.dumps([fields, about], separators=(",", ":")).encode()
    if len(header) > _HEADER_MOST:
        raise ValueError(phrase("a message of {} bytes is too long: the most is {}", len(header), _HEADER_MOST))
    return [_HEAD.pack(_BEGIN, len(header), sum(map(len, parts))), header, *parts]


class Readable(Protocol):
    """What gives as many bytes as there are, at most `count`; none at its end."""

    def read(self, count: int, /) -> bytes: ...


def read(stream: Readable) -> tuple[dict[str, Any], list[np.ndarray]] | None:
    """The next message of a stream; None at its end, also where it ends inside a message. Raises Garbage."""
    head = _exactly(stream, _HEAD.size)
    if head is None:
        return None
    begin, length, behind = _HEAD.unpack(head)
    if begin != _BEGIN or length > _HEADER_MOST:
        raise Garbage(phrase("a message does not begin with {!r}", bytes(head[:12])))
    header = _exactly(stream, length)
    if header is None:
        return None
    try:
        if too_deep(header):
            raise Garbage(phrase("it is nested too deeply"))
        message, about = json.loads(header, object_hook=unpacked if PACKED in header else None)
        if not isinstance(message, dict) or sum(_size(*one) for one in about) != behind:
            raise Garbage(phrase("a message holds other things than it says"))
    except (ValueError, TypeError, RecursionError, OverflowError, MemoryError) as error:
        raise error if isinstance(error, Garbage) else Garbage(str(error)) from None
    data = _exactly(stream, behind)
    if data is None:
        return None
    arrays, at = [], 0
    try:
        for dtype, shape, size, lengths in about:
            arrays.append(_array(data, at, dtype, shape, size, lengths))
            at += size
    except (ValueError, TypeError, OverflowError) as error:  # a shape that no array can have
        raise Garbage(str(error)) from None
    return message, arrays


def _size(dtype: str, shape: list[int], size: int, lengths: list[int] | None) -> int:
    """The bytes of an array, where what is said of it fits together. Raises ValueError or TypeError."""
    numbers = (*shape, size, *(lengths or ()))
    if any(type(n) is not int or not 0 <= n < _LARGEST for n in numbers) or len(shape) > _DIMENSIONS:
        raise Garbage(phrase("an array cannot have the shape {}", shape))
    count = math.prod(shape)
    if lengths is None:
        plain = np.dtype(dtype)
        fits = not plain.hasobject and plain.itemsize > 0 and plain.subdtype is None and size == count * plain.itemsize
    else:
        fits = len(lengths) == count and size == sum(lengths)
    if not fits:
        raise Garbage(phrase("an array of {} {} cannot have {} bytes", dtype, shape, size))
    return size


def _array(data: bytearray, at: int, dtype: str, shape: list[int], size: int, lengths: list[int] | None) -> np.ndarray:
    if lengths is None:
        return np.frombuffer(data, dtype, size // np.dtype(dtype).itemsize, at).reshape(shape)
    ends = list(itertools.accumulate(lengths, initial=at))
    array = np.empty(len(lengths), object)
    array[:] = [bytes(data[a:b]) for a, b in itertools.pairwise(ends)]
    return array.reshape(shape)


def _exactly(stream: Readable, count: int) -> bytearray | None:
    found = bytearray()
    while len(found) < count:
        part = stream.read(min(count - len(found), _PIECE))
        if not part:
            return None
        found += part
    return found


def text(array: np.ndarray, limit: int = 96) -> str:
    """An array in one short line: `[[1.4 2.4] [3.4 4.4]]`. Only what is shown is looked at."""
    if array.ndim == 0:
        return _elide(element(array[()]), limit)
    if array.size == 0:
        return "[]" if array.ndim == 1 else f"[] {array.shape}"  # as it can be typed in
    if array.size <= _WHOLE and array.dtype.kind in "fiubc":
        return _elide(_nested(array.tolist()), limit)  # most results: numpy takes ten times as long for these
    shown = np.array2string(
        array, max_line_width=10**9, threshold=_WHOLE, edgeitems=3, separator=" ", formatter={"all": element}
    ).replace("\n", "")
    return _elide(" ".join(shown.split()), limit)


def _nested(items: Any) -> str:
    return f"[{' '.join(map(_nested, items))}]" if isinstance(items, list) else element(items)


def _elide(shown: str, limit: int) -> str:
    return shown if len(shown) <= limit else shown[: limit - 1] + "…"


def element(value: Any) -> str:
    """One element as text: numbers as short as they are exact to 6 digits, strings in quotes."""
    if isinstance(value, bytes):
        text = _readable(value)
        return repr(value[:60]) if text is None else json.dumps(text, ensure_ascii=False)
    if isinstance(value, (bool, np.bool_)):
        return "true" if value else "false"
    if isinstance(value, (complex, np.complexfloating)):
        return f"{value.real:.6g}{value.imag:+.6g}j"
    if isinstance(value, (float, np.floating)):
        return f"{value:.6g}"
    return str(value)


def _readable(value: bytes) -> str | None:
    """The beginning of a text, None of what is none."""
    try:
        text = value[:200].decode("utf-8")
    except UnicodeDecodeError as error:
        if len(value) <= 200 or error.start < 197:  # else the cut went through a character
            return None
        text = value[: error.start].decode("utf-8")
    return text if all(c.isprintable() or c in "\n\r\t" for c in text) else None
