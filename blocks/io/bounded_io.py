"""Bounded reading of files and JSON: special files and excessive sizes are refused.

A pipe would block forever, /dev/zero would fill the memory, and opening some devices has effects.
"""

from __future__ import annotations

import contextlib
import errno
import json
import os
import re
import stat
from collections.abc import Callable, Iterator, Mapping
from io import BufferedReader
from pathlib import Path
from typing import Any

from blockloom.blocks.text.phrases import Json, Phrase, file_error_reason, phrase

MIB = 1 << 20
# Maximum number of bytes to read of a file of each kind, and the reason why no valid file is larger.
LIMITS = {
    "document": 512 * MIB,  # 1,700,000 blocks; reading takes ten times as much memory
    "library": 8 * MIB,  # read automatically to detect changes; the library of layers is a hundredth of this
    "journal": 2048 * MIB,  # a document as a JSON string, up to twice as long, and 32 MB of edits or more
    "feed": 8192 * MIB,  # an array is sent to the worker through a pipe, and copied several times
    "model": 2048 * MIB - 1,  # maximum size of a proto of TensorFlow
    "weights": 65536 * MIB,  # read one by one
    "ops": 16384 * MIB,  # a library of custom ops; TensorFlow loads it
    "history": 4096 * MIB,  # the recorded steps of a run, which were in memory
    "cluster": MIB,  # 20,000 tasks
    "cache": 64 * MIB,  # the block types of TensorFlow 2.21 take 4 MB, thumbnails less
    "settings": 16 * MIB,  # geometry, names, keys
    "runs": 20 * MIB,  # the saved runs of a document, within the limits of kept_runs
    "canvas": 2048 * MIB,  # the parts of a run that a canvas shows, for the process that draws it
}
_LARGE, _PIECE = 20_000, 25_000  # longer documents are parsed in pieces; characters of a piece
_ROWS = re.compile(r'"(?:blocks|wires)": \[\n')
_DIGITS = 400  # most digits of a whole number: more than any float has
_SORTS = (
    (stat.S_ISDIR, errno.EISDIR, phrase("is a directory")),
    (stat.S_ISFIFO, errno.EINVAL, phrase("it is a pipe, not a file")),
    (stat.S_ISSOCK, errno.EINVAL, phrase("it is a socket, not a file")),
    (lambda mode: not stat.S_ISREG(mode), errno.EINVAL, phrase("it is a device, not a file")),
)


class FileError(ValueError):
    """Raised for a file that cannot be read or written; `str()` of it is for the user."""


@contextlib.contextmanager
def open_bounded(path: str | Path, kind: str) -> Iterator[BufferedReader]:
    """Context manager that opens a regular file within one of the LIMITS for reading.

    Raises:
        OSError: The file is not such a file.
    """
    # Non-blocking, so that opening does not wait for the writer of a pipe. Regular files ignore this.
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0) | getattr(os, "O_NOCTTY", 0)
    try:
        _regular(os.stat(path))  # check before opening, because opening a tape rewinds it
        number = os.open(path, flags)
    except ValueError as error:  # the name is not valid for a file
        raise OSError(errno.EINVAL, str(error)) from None
    with os.fdopen(number, "rb") as file:
        state = os.fstat(number)
        _regular(state)
        if state.st_size > LIMITS[kind]:
            raise _large(kind)
        yield file


def read(path: str | Path, kind: str) -> bytes:
    """Return the bytes of a file within one of the LIMITS.

    Raises:
        OSError: The file cannot be read.
    """
    with open_bounded(path, kind) as file:
        # The file may grow meanwhile, or be in /proc, where sizes are 0. `read` allocates as many bytes as requested.
        parts, left, step = [], LIMITS[kind] + 1, max(os.fstat(file.fileno()).st_size + 1, MIB)
        while part := file.read(min(left, step)):
            parts.append(part)
            left -= len(part)
        data = b"".join(parts)
    if len(data) > LIMITS[kind]:
        raise _large(kind)
    return data


def trouble(path: str | Path, kind: str) -> Phrase | str:
    """Return why a file cannot be read, before another library reads it; "" if it can, or is missing."""
    try:
        with open_bounded(path, kind):
            return ""
    except FileNotFoundError:
        return ""
    except OSError as error:
        return phrase("{}: cannot be read: {}", path, file_error_reason(error))


def parsed(text: str | bytes, **hooks: Any) -> Any:
    """Return the data of a JSON text, as `json.loads` does.

    Raises:
        ValueError: The text is invalid; the message is for people.
    """
    if too_deep(text):
        raise ValueError(phrase("it is nested too deeply"))
    return json.loads(text, parse_int=_whole, **hooks)


def parsed_by_lines(
    text: str, rows: Mapping[str, Callable[[str], list[Any] | None]] | None = None, **hooks: Any
) -> Any:
    """Return the data of a document's text as `parsed` does; large documents are read in pieces of lines.

    Other threads can work between two pieces.

    Args:
        rows: Functions for "blocks" and "wires" that convert the lines of a piece, or return None. They avoid a million
            dicts, which take ten times as much memory and time.
        **hooks: Arguments for `json.loads`.
    """
    if len(text) < _LARGE:
        return parsed(text, **hooks)
    if "\r" in text:  # a search for both characters takes ten times as long
        text = text.replace("\r\n", "\n")  # JSON strings never contain these characters unescaped
    frame: list[str] = []  # pieces of the text, with a number instead of each long list
    lists: list[tuple[int, int]] = []  # start and end of each long list
    at = 0
    # Only outside the lists: searching inside takes a tenth of a second in a large document.
    while match := _ROWS.search(text, at):
        start, end = match.end(), text.find("\n ]", match.end())
        if end < 0:
            break
        frame += text[at:start], str(len(lists))
        lists.append((start, end))
        at = end
    try:
        whole = parsed("".join(frame) + text[at:], **hooks)
        holders = [(page, key) for page in whole["pages"] for key in ("blocks", "wires") if page.get(key)]
        if sorted(page[key] for page, key in holders) == [[number] for number in range(len(lists))]:
            for page, key in holders:
                start, end = lists[page[key][0]]
                page[key] = _rows(text, start, end, (rows or {}).get(key), hooks)
            return whole
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        pass
    return parsed(text, **hooks)  # the layout is another, or the text is invalid: the parser finds the error


def _rows(text: str, start: int, end: int, make: Callable[[str], list[Any] | None] | None, hooks: Json) -> list[Any]:
    """Return the items in lines of a text, or the results of `make` for them."""
    found: list[Any] = []
    while start < end:
        stop = text.find(",\n", start + _PIECE, end)
        stop = end if stop < 0 else stop
        piece = text[start:stop]
        found += (make and make(piece)) or parsed(f"[{piece}]", **hooks)
        start = stop + 2
    return found


def _whole(digits: str) -> int:
    if len(digits) > _DIGITS:
        raise ValueError(phrase("it contains a number of {} digits", len(digits)))
    return int(digits)


def _regular(found: os.stat_result) -> None:
    for is_one, number, text in _SORTS:
        if is_one(found.st_mode):
            raise OSError(number, text)


def _large(kind: str) -> OSError:
    return OSError(
        errno.EFBIG, phrase("it is larger than {} MiB, the most that is read of such a file", LIMITS[kind] // MIB)
    )


# Parsers recurse for each level, and Python versions differ in their limits: texts nested deeper than any valid file
# are rejected before parsing.


DEEPEST = 100  # most levels of brackets: a document has 10, a Keras model 4 for each nested model
_UNIFORM = bytes.maketrans(b"{}<>", b"[][]")
_NOT_JSON = bytes(set(range(256)) - set(b'"[]{}'))
_NOT_PROTO = bytes(set(range(256)) - set(b"[]{}<>"))
_TEXT = re.compile(rb'"[^"]*"?')
_OF_PROTO = re.compile(rb"""#[^\n]*|"(?:[^"\\\n]|\\.)*["\n]?|'(?:[^'\\\n]|\\.)*['\n]?""", re.S)


def too_deep(text: str | bytes | bytearray) -> bool:
    """Return whether a JSON text, valid or not, is nested too deeply."""
    data = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    if data.count(b"[") + data.count(b"{") <= DEEPEST:
        return False
    if b"\\" in data:  # first removes escapes, which could hide the end of a string
        data = data.replace(rb"\\", b"").replace(rb"\"", b"")
    return _deep(_TEXT.sub(b"", data.translate(_UNIFORM, _NOT_JSON).replace(b'""', b"")))


def too_deep_proto(data: bytes) -> bool:
    """Return whether a protobuf in text format, valid or not, is nested too deeply."""
    return _deep(_OF_PROTO.sub(b"", data).translate(_UNIFORM, _NOT_PROTO))


def _deep(brackets: bytes) -> bool:
    """Return whether brackets of one kind are nested too deeply: each round removes the innermost."""
    for _ in range(DEEPEST):
        left = brackets.replace(b"[]", b"")
        if left == brackets:  # no matching pair is left
            return len(left.lstrip(b"]")) > DEEPEST
        brackets = left
    return bool(brackets.strip(b"]"))
