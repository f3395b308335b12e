"""Binary messages between a worker and its parent: JSON and arrays over pipes, without pickle.

A message consists of 16 bytes (a magic number of four bytes, the length of the header, the number of bytes after the
header), a JSON header, and the bytes of the arrays. An operation may have written into the pipe: the reader validates
everything, and allocates memory only for bytes that have arrived.
"""

from __future__ import annotations

import itertools
import json
import math
import struct
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple, Protocol

import numpy as np

from blockloom.blocks.io.bounded_io import too_deep
from blockloom.blocks.text.phrases import PACKED, phrase, unpacked
from blockloom.runtime.protocol import records
from blockloom.runtime.protocol.events import EVENTS, Event
from blockloom.runtime.protocol.records import Arrays, JsonValue, Record, to_json
from blockloom.runtime.protocol.requests import REQUESTS, Request

_HEAD = struct.Struct("<4sIQ")
_BEGIN = b"BLM\x01"
_MAX_HEADER = 1 << 30  # most bytes of a header, enough for a document of several million blocks
_LARGEST, _DIMENSIONS = 1 << 63, 64  # numbers are below this limit; most dimensions in numpy
_PIECE = 1 << 20  # bytes to read at once
_WHOLE = 24  # arrays with at most this many elements are shown completely
_EDGE = 3  # shown elements at each end of a row of a larger array


class MalformedMessageError(ValueError):
    """Raised when bytes are not a valid message."""


def encode_message(message: dict[str, Any] | Record, arrays: Iterable[np.ndarray] = ()) -> list[bytes]:
    """Return the parts of a message, to be written one after the other.

    Args:
        message: JSON data and records; phrases stay phrases.
        arrays: numbers, bools or bytes objects. Arrays of records in `message` follow them.

    Raises:
        ValueError: The header is too long.
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
    if len(header) > _MAX_HEADER:
        raise ValueError(phrase("a message of {} bytes is too long: the limit is {}", len(header), _MAX_HEADER))
    return [_HEAD.pack(_BEGIN, len(header), sum(map(len, parts))), header, *parts]


class Readable(Protocol):
    """Stream whose `read` returns the available bytes, at most `count`, and no bytes at its end."""

    def read(self, count: int, /) -> bytes: ...


def read_message(stream: Readable) -> tuple[dict[str, Any], list[np.ndarray]] | None:
    """Read the next message of a stream; return None at its end, even if it ends within a message.

    Raises:
        MalformedMessageError: The stream does not contain a valid message.
    """
    head = _read_exactly(stream, _HEAD.size)
    if head is None:
        return None
    begin, length, data_length = _HEAD.unpack(head)
    if begin != _BEGIN or length > _MAX_HEADER:
        raise MalformedMessageError(phrase("the bytes {!r} are not the beginning of a message", bytes(head[:12])))
    header = _read_exactly(stream, length)
    if header is None:
        return None
    try:
        if too_deep(header):
            raise MalformedMessageError(phrase("a message is nested too deeply"))
        message, about = json.loads(header, object_hook=unpacked if PACKED in header else None)
        if not isinstance(message, dict) or sum(_size(*row) for row in about) != data_length:
            raise MalformedMessageError(phrase("the content of a message does not match its header"))
    except (ValueError, TypeError, RecursionError, OverflowError, MemoryError) as error:
        raise error if isinstance(error, MalformedMessageError) else MalformedMessageError(str(error)) from None
    data = _read_exactly(stream, data_length)
    if data is None:
        return None
    arrays, offset = [], 0
    try:
        for dtype, shape, size, lengths in about:
            arrays.append(_array(data, offset, dtype, shape, size, lengths))
            offset += size
    except (ValueError, TypeError, OverflowError) as error:  # the shape is invalid
        raise MalformedMessageError(str(error)) from None
    return message, arrays


def _size(dtype: str, shape: list[int], size: int, lengths: list[int] | None) -> int:
    """Return the number of bytes of an array after checking that its description is consistent."""
    numbers = (*shape, size, *(lengths or ()))
    if any(type(n) is not int or not 0 <= n < _LARGEST for n in numbers) or len(shape) > _DIMENSIONS:
        raise MalformedMessageError(phrase("{} is not the shape of an array", shape))
    count = math.prod(shape)
    if lengths is None:
        plain = np.dtype(dtype)
        fits = not plain.hasobject and plain.itemsize > 0 and plain.subdtype is None and size == count * plain.itemsize
    else:
        fits = len(lengths) == count and size == sum(lengths)
    if not fits:
        raise MalformedMessageError(phrase("{} bytes do not fit an array of {} {}", size, dtype, shape))
    return size


def _array(
    data: bytearray, offset: int, dtype: str, shape: list[int], size: int, lengths: list[int] | None
) -> np.ndarray:
    if lengths is None:
        return np.frombuffer(data, dtype, size // np.dtype(dtype).itemsize, offset).reshape(shape)
    ends = list(itertools.accumulate(lengths, initial=offset))
    array = np.empty(len(lengths), object)
    array[:] = [bytes(data[a:b]) for a, b in itertools.pairwise(ends)]
    return array.reshape(shape)


def _read_exactly(stream: Readable, count: int) -> bytearray | None:
    data = bytearray()
    while len(data) < count:
        part = stream.read(min(count - len(data), _PIECE))
        if not part:
            return None
        data += part
    return data


def array_text(array: np.ndarray, limit: int = 96) -> str:
    """Return an array as one short line, `[[1.4 2.4] [3.4 4.4]]`. Only the elements that it shows are read."""
    if array.ndim == 0:
        return _elide(element_text(array[()]), limit)
    if array.size == 0:
        return "[]" if array.ndim == 1 else f"[] {array.shape}"  # the syntax that typed values have
    text, length = [], 0
    for part in _parts(array, array.size <= _WHOLE):
        text.append(part)
        length += len(part)
        if length > limit:  # numpy's array2string reads all edges of an array: 1,300 elements of four dimensions
            break
    return _elide("".join(text), limit)


def _parts(array: np.ndarray, whole: bool) -> Iterator[str]:
    """Yield the parts of the text of an array, without the middle of long rows unless it is shown completely."""
    cut = not whole and len(array) > 2 * _EDGE
    ends = (array[:_EDGE], array[-_EDGE:]) if cut else (array,)
    yield "["
    for number, rows in enumerate(ends):
        if number:
            yield " ... "
        if array.ndim == 1:
            yield " ".join(map(element_text, rows.tolist() if rows.dtype.kind in "fiubc" else rows))
            continue
        for place, row in enumerate(rows):
            if place:
                yield " "
            yield from _parts(row, whole)
    yield "]"


def _elide(shown: str, limit: int) -> str:
    return shown if len(shown) <= limit else shown[: limit - 1] + "…"


def element_text(value: Any) -> str:
    """Return one element as text: numbers with up to 6 significant digits, strings in quotes."""
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
    """Return the beginning of `value` as text, None if it is not printable UTF-8."""
    try:
        text = value[:200].decode("utf-8")
    except UnicodeDecodeError as error:
        # The error is elsewhere than at the cut, which may split a character.
        if len(value) <= 200 or error.start < 197:
            return None
        text = value[: error.start].decode("utf-8")
    return text if all(c.isprintable() or c in "\n\r\t" for c in text) else None


class WorkerAnswer(NamedTuple):
    """Answer of a worker to the request with this number, or the `error` that prevented it."""

    number: int
    fields: JsonValue
    arrays: Arrays
    error: str

    def read(self, reply: type[Record]) -> Any:
        """Return the answer as a record of the class `reply`.

        Raises:
            MalformedMessageError: The fields do not fit the class.
        """
        try:
            return records.from_json(reply, self.fields, self.arrays)
        except ValueError as error:
            raise _garbage() from error


def encode_request(number: int, request: Request[Any]) -> list[bytes]:
    """Return the parts of a message, to be written one after the other."""
    return encode_message({"id": number, "do": request.wire_name, "fields": request})


def encode_reply(number: int, answer: Record) -> list[bytes]:
    """Return the parts of a message with the reply to a request."""
    return encode_message({"reply": number, "fields": answer})


def encode_failure(number: int, error: str) -> list[bytes]:
    """Return the parts of a message that a request failed."""
    return encode_message({"reply": number, "failed": error})


def encode_event(event: Event) -> list[bytes]:
    """Return the parts of a message with an event."""
    return encode_message({"event": event.name, "fields": event})


def parse_request(message: dict[str, JsonValue], arrays: Arrays) -> tuple[int, Request[Any] | str]:
    """Return the number of a request and the request, or the reason why its fields are not valid.

    Raises:
        MalformedMessageError: The message is not a request.
    """
    number, name = message.get("id"), message.get("do")
    if type(number) is not int or not isinstance(name, str):
        raise _garbage()
    try:
        return number, records.from_json(REQUESTS[name], message.get("fields"), arrays)
    except (KeyError, ValueError) as error:
        return number, phrase("{}: {}", type(error).__name__, error)


def _garbage() -> MalformedMessageError:
    return MalformedMessageError(phrase("the content of a message does not match its header"))


def parse_worker_message(message: dict[str, JsonValue], arrays: Arrays) -> Event | WorkerAnswer:
    """Return the event or the answer in a message of a worker.

    Raises:
        MalformedMessageError: The message is neither.
    """
    name, number = message.get("event"), message.get("reply")
    if isinstance(name, str) and name in EVENTS:
        try:
            return records.from_json(EVENTS[name], message.get("fields"), arrays)
        except ValueError as error:
            raise _garbage() from error
    if type(number) is not int:
        raise _garbage()
    failure = message.get("failed", "")
    return WorkerAnswer(number, message.get("fields"), arrays, failure if isinstance(failure, str) else "?")
