"""Format of arrays in a safetensors file: its header, dtypes, bytes and hashes.

safetensors has no strings, which stay text. Dtypes that it lacks are stored as others (DT_QINT8 and DT_INT4 as I8,
DT_COMPLEX128 as F64 with a last dimension of 2 ...), and the metadata of the file state the original dtype. They also
have the hash of each array, by which it is found in any file.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, BinaryIO

import numpy as np
from msgspec import Struct

from blockloom.blocks.io import bounded_io
from blockloom.blocks.text.phrases import Json, phrase
from blockloom.blocks.values.dtypes import DTYPES, dtype_text, label_of, labelled

HASH = re.compile("[0-9a-f]{64}")
_DTYPES_KEY = "tensorflow"  # key in the metadata of a file: a JSON object, key -> name of the dtype
_HASHES_KEY = "blockloom"  # likewise, key -> hash of the array
_OWNER_KEY = "document"  # key for the name of the document that the file belongs to
_MERGED_KEY = "merged"  # key that is present if a merge left more arrays than the document needs
_LARGEST = 1 << 63  # exclusive limit of a dimension
_LARGE, _SPARSE = 1 << 30, 100  # files with more bytes must have at least this share (1/100) on the disk
_HEADER = 100 << 20  # most bytes of a header, as in the library safetensors
# Dtypes of safetensors -> dtypes of TensorFlow; then the bits of each dtype.
_PLAIN = {
    "F64": "DT_DOUBLE",
    "F32": "DT_FLOAT",
    "F16": "DT_HALF",
    "BF16": "DT_BFLOAT16",
    "I64": "DT_INT64",
    "I32": "DT_INT32",
    "I16": "DT_INT16",
    "I8": "DT_INT8",
    "U64": "DT_UINT64",
    "U32": "DT_UINT32",
    "U16": "DT_UINT16",
    "U8": "DT_UINT8",
    "BOOL": "DT_BOOL",
    "C64": "DT_COMPLEX64",
    "F8_E4M3": "DT_FLOAT8_E4M3FN",
    "F8_E5M2": "DT_FLOAT8_E5M2",
    "F8_E4M3FNUZ": "DT_FLOAT8_E4M3FNUZ",
    "F8_E5M2FNUZ": "DT_FLOAT8_E5M2FNUZ",
}
_BITS = {name: DTYPES[dtype].bits for name, dtype in _PLAIN.items()} | {
    "F8_E8M0": 8,
    "F6_E2M3": 6,
    "F6_E3M2": 6,
    "F4": 4,
}
_BY_DTYPE = {dtype: name for name, dtype in _PLAIN.items()}


class WeightsError(ValueError):
    """Weights that cannot be read or written; `str()` of it is for the user."""


class ArrayEntry(Struct, frozen=True):
    """An array in a file: its dtype there and in TensorFlow, its shape in TensorFlow, and its range of bytes."""

    file_dtype: str
    dtype: str
    shape: tuple[int, ...]
    start: int
    end: int


def check_holes(number: int, size: int) -> None:
    """Check that a large open file is not almost empty on the disk: reading it would take minutes.

    Raises:
        ValueError: The file is almost empty.
    """
    if size < _LARGE or not hasattr(os, "SEEK_DATA"):
        return
    data = at = 0
    with contextlib.suppress(OSError):  # ENXIO: the rest of the file is a hole
        while data * _SPARSE < size and at < size:
            start = os.lseek(number, at, os.SEEK_DATA)
            at = os.lseek(number, start, os.SEEK_HOLE)
            data += at - start
    if data * _SPARSE < size:
        raise ValueError(
            phrase("it is {} MiB large, but has only {} KiB of data on the disk", size >> 20, (data + 1023) >> 10)
        )


def read_header(file: BinaryIO, size: int) -> tuple[dict[str, ArrayEntry], dict[str, str], str, bool]:
    """Return the arrays in a file of `size` bytes, the stated hashes, its document, and whether it was merged.

    Source: the safetensors format.

    Raises:
        OSError: The file cannot be read.
        ValueError: The file is unsound.
    """
    head = file.read(8)
    if head == b"version ":
        raise ValueError(phrase("it is a pointer of git LFS: `git lfs pull` brings what it leads to"))
    length = int.from_bytes(head, "little")
    if not 2 <= length <= min(_HEADER, size - 8):
        raise ValueError(phrase("it is cut off") if length <= _HEADER else phrase("it does not begin with a header"))
    header = bounded_io.parsed(file.read(length))
    if not isinstance(header, dict):
        raise ValueError(phrase("it does not begin with a header"))
    metadata = header.pop("__metadata__", {})
    if not (isinstance(metadata, dict) and all(isinstance(text, str) for text in metadata.values())):
        raise ValueError(phrase("what it says of {!r:.60} cannot be", "__metadata__"))
    dtypes = _told(metadata, _DTYPES_KEY, DTYPES.__contains__)
    return (
        _entries(header, dtypes, 8 + length, size),
        _told(metadata, _HASHES_KEY, HASH.fullmatch),
        metadata.get(_OWNER_KEY, ""),
        _MERGED_KEY in metadata,
    )


def _entries(header: Json, dtypes: Mapping[str, str], begin: int, size: int) -> dict[str, ArrayEntry]:
    """Return the arrays of a file, which must be contiguous and complete.

    Raises:
        ValueError: The header is unsound.
    """
    entries = {}
    for key, row in header.items():
        match row:
            case {"dtype": str(held), "shape": [*shape], "data_offsets": [int(start), int(end)]} if (
                held in _BITS and 0 <= start <= end < _LARGEST and _fits(shape, _BITS[held], (end - start) * 8)
            ):
                dtype = dtypes.get(key) or _PLAIN.get(held, "")
                wide = dtype == "DT_COMPLEX128"
                if (held, shape[-1:]) != ("F64", [2]) if wide else key in dtypes and not _holds(held, dtype):
                    raise ValueError(phrase("what it says of {!r:.60} cannot be", key))
                entries[key] = ArrayEntry(held, dtype, tuple(shape[:-1] if wide else shape), begin + start, begin + end)
            case _:
                raise ValueError(phrase("what it says of {!r:.60} cannot be", key))
    at = begin
    for entry in sorted(entries.values(), key=lambda entry: (entry.start, entry.end)):
        if entry.start != at:
            raise ValueError(phrase("its arrays do not lie one behind the other"))
        at = entry.end
    if at != size:
        raise ValueError(phrase("it is cut off") if at > size else phrase("its arrays do not lie one behind the other"))
    return entries


def _fits(shape: list[Any], bits: int, room: int) -> bool:
    """Return whether an array of a shape, with this many bits per element, has `room` bits.

    The check never computes numbers above `room`, whatever the file states.
    """
    if not all(type(n) is int and 0 <= n < _LARGEST for n in shape):
        return False
    if 0 in shape:
        return not room
    count = bits
    for n in shape:
        count *= n
        if count > room:
            return False
    return count == room


def _holds(held: str, dtype: str) -> bool:
    """Return whether an array stored as one dtype may be of another."""
    with contextlib.suppress(ValueError):
        return numpy_dtype(dtype).itemsize * 8 == _BITS[held]
    return False


def _told(metadata: Mapping[str, str], which: str, sound: Callable[[str], object]) -> dict[str, str]:
    """Return the valid entries of metadata by key: other programs may use the same name."""
    try:
        found = bounded_io.parsed(metadata.get(which, "{}"))
    except ValueError:
        return {}
    return (
        {key: value for key, value in found.items() if isinstance(value, str) and sound(value)}
        if isinstance(found, dict)
        else {}
    )


def array_hash(dtype: str, shape: Iterable[int]) -> hashlib._Hash:
    """Return the SHA-256 of dtype and shape, to be updated with an array's bytes."""
    return hashlib.sha256(f"{dtype}{tuple(shape)}".encode())


def numpy_dtype(dtype: str) -> np.dtype[Any]:
    """Return the little-endian numpy dtype for values of a dtype.

    Raises:
        ValueError: It is a dtype of strings or handles.
    """
    info = DTYPES[dtype]
    if info.family in ("s", "opaque"):
        raise ValueError(dtype)
    if info.via != info.label and info.family == "f":
        import ml_dtypes  # the package of TensorFlow's own dtypes

        return np.dtype(getattr(ml_dtypes, info.label))
    return np.dtype(info.via).newbyteorder("<")


def decode_array(data: np.ndarray, entry: ArrayEntry) -> np.ndarray:
    """Return the array for the bytes of an entry."""
    try:
        if entry.dtype == "DT_BOOL":
            return (data != 0).reshape(entry.shape)  # any byte other than 0 is true
        return labelled(data.view(numpy_dtype(entry.dtype)).reshape(entry.shape), DTYPES[entry.dtype].label)
    except ValueError:  # the array has no elements, and a dimension that numpy cannot represent
        raise WeightsError(phrase("an array of the shape {} cannot be had", list(entry.shape))) from None


def dtype_of(array: np.ndarray) -> str:
    """Return the dtype of an array, such as DT_BFLOAT16.

    Raises:
        WeightsError: Weight files do not support the dtype, such as strings.
    """
    fields = array.dtype.names
    found = dtype_text(fields[0] if fields and len(fields) == 1 else label_of(array))
    if found not in DTYPES or DTYPES[found].family in ("s", "opaque"):
        raise WeightsError(phrase("an array of {} cannot be kept as weights", label_of(array)))
    return found


def encode_array(array: np.ndarray) -> tuple[np.ndarray, str, str]:
    """Return an array as stored in a file, its dtype there, and its dtype in TensorFlow."""
    dtype = dtype_of(array)
    if array.dtype.names:  # TensorFlow's dtypes of quantised values have fields
        array = array[array.dtype.names[0]]
    array = np.asarray(array.astype(numpy_dtype(dtype), copy=False), order="C")
    if dtype in _BY_DTYPE:
        return array, _BY_DTYPE[dtype], dtype
    if dtype == "DT_COMPLEX128":
        return array.reshape((*array.shape, 1)).view("<f8"), "F64", dtype
    if DTYPES[dtype].family == "f":
        array = array.view(np.uint8)
    return array, f"{array.dtype.kind.upper()}{array.dtype.itemsize * 8}", dtype


class ArrayToWrite(Struct, frozen=True):
    """An array to write: dtypes, shape, size in bytes, and its bytes in pieces."""

    file_dtype: str
    dtype: str
    shape: tuple[int, ...]
    size: int
    pieces: Callable[[], Iterable[memoryview]]


def in_order(sources: Mapping[str, ArrayToWrite]) -> dict[str, ArrayToWrite]:
    """Return sources in the order of a file: large elements first, which aligns all."""
    return dict(sorted(sources.items(), key=lambda item: (-_BITS[item[1].file_dtype], item[0])))


def make_header(sources: Mapping[str, ArrayToWrite], hashes: Mapping[str, str], owner: str, merged: bool) -> bytes:
    """Return the header of a file with these arrays, in this order. All hashes have the same length."""
    dtypes = {key: source.dtype for key, source in sources.items() if source.dtype not in _BY_DTYPE}
    metadata = {_HASHES_KEY: json.dumps(hashes, sort_keys=True)}
    if owner:
        metadata[_OWNER_KEY] = owner
    if merged:
        metadata[_MERGED_KEY] = "true"
    if dtypes:
        metadata[_DTYPES_KEY] = json.dumps(dtypes, sort_keys=True)
    header, at = dict[str, Any](__metadata__=metadata), 0
    for key, source in sources.items():
        shape = [*source.shape, 2] if source.dtype == "DT_COMPLEX128" else list(source.shape)
        header[key] = {"dtype": source.file_dtype, "shape": shape, "data_offsets": [at, at := at + source.size]}
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    return len(text).to_bytes(8, "little") + text
