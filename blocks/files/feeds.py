"""Values of --feed: texts and arrays in .npy files; random values for other inputs."""

from __future__ import annotations

import math
import numbers
import os
import zlib
from collections.abc import Sequence
from typing import Any, BinaryIO

import numpy as np

from blockloom.blocks.files import documents
from blockloom.blocks.io import bounded_io
from blockloom.blocks.text.phrases import file_error_reason, phrase
from blockloom.blocks.values.dtypes import DTYPES, labelled

_FEEDS = "biufcSU"  # kinds of numpy dtypes that can be fed


def feed_value(text: str) -> str | np.ndarray:
    """Return the value of an option --feed: the text, or for `@file.npy` the array in that file.

    Raises:
        documents.FileError: The file cannot be read.
    """
    return array_in(text[1:]) if text.startswith("@") else text


def feed_array(value: Any) -> np.ndarray:
    """Return an array of numbers or of bytes objects from an array, a number, a text, or lists of them.

    Texts become UTF-8, as in TensorFlow.

    Raises:
        ValueError: There are other objects, lone surrogates, or rows of different lengths.
    """
    try:
        array = np.asarray(value)
    except UnicodeDecodeError:  # numpy tries to decode bytes next to texts as ASCII
        array = np.array(value, object)
    except ValueError:
        raise ValueError(phrase("its rows have different lengths")) from None
    if array.dtype.kind in "SUT":
        # numpy's dtypes for text drop zero bytes at the end, and convert numbers next to texts to texts.
        array = array.astype(object) if isinstance(value, np.ndarray) else np.array(value, object)
    if array.dtype.kind == "O":
        items = array.ravel().tolist()
        if not all(isinstance(item, str | bytes) for item in items):
            array = _numbers(items).reshape(array.shape)
        else:
            texts = np.empty(len(items), object)
            texts[:] = [item.encode() if isinstance(item, str) else bytes(item) for item in items]
            return texts.reshape(array.shape)
    if array.dtype.kind not in _FEEDS + "V" or array.dtype.names:
        raise ValueError(phrase("it contains {}; give numbers or texts", array.dtype))
    return array


def _numbers(items: list[Any]) -> np.ndarray:
    """Return the array of objects that are numbers.

    Raises:
        ValueError: There are other objects.
    """
    for item in items:
        if not isinstance(item, numbers.Number | np.bool_):
            raise ValueError(phrase("it contains {!r:.40}; give only numbers or only texts", item))
    return np.array(items)


def array_in(path: str) -> np.ndarray:
    """Return the array of numbers or texts in an .npy file.

    Raises:
        documents.FileError: The file cannot be read.
    """
    try:
        with bounded_io.open_bounded(path, "feed") as file:
            return _array(file)
    except OSError as error:
        raise documents.FileError(
            phrase("{}: cannot be read: {}", path, file_error_reason(error, as_is=True))
        ) from None
    except ValueError as error:
        raise documents.FileError(phrase("{}: not an .npy file of numbers or text: {}", path, error)) from None
    except MemoryError:
        raise documents.FileError(phrase("{}: there is not enough memory for it", path)) from None


def random_values(name: str, dtype: str, shape: Sequence[int]) -> np.ndarray:
    """Return random values for an input, as an array of this shape; they depend only on the name.

    Floats are normally distributed float64; integers are 0 and 1, since they may be indices.
    """
    rng = np.random.default_rng(zlib.crc32(name.encode()))
    info = DTYPES[dtype]
    if info.family == "s":
        return np.full(shape, b"text", object)
    if info.family in "iub":
        return labelled(rng.integers(0, 2, shape).astype(info.via), info.label)
    return rng.normal(size=shape)


def header(file: BinaryIO) -> tuple[tuple[int, ...], bool, np.dtype]:
    """Return shape, whether the order is Fortran's, and dtype of an .npy file.

    Afterwards, `file` is at its first element. Sizes are checked against the file's length. Source: the NPY format of
    numpy.

    Raises:
        OSError: The file cannot be read.
        ValueError: The header is invalid.
    """
    if file.read(6) != b"\x93NUMPY":
        file.seek(0)
        if file.read(4) == b"PK\x03\x04":
            raise ValueError(phrase("it contains several arrays; feed one .npy file"))
        raise ValueError(phrase("it does not begin as an .npy file does"))
    file.seek(0)
    try:
        version = np.lib.format.read_magic(file)
        read = {(1, 0): np.lib.format.read_array_header_1_0, (2, 0): np.lib.format.read_array_header_2_0}[version]
        shape, fortran, dtype = read(file)
        if any(type(size) is not int for size in shape):  # isinstance would accept True
            raise ValueError(shape)
        claimed = math.prod(shape) * dtype.itemsize
    except Exception:  # parsing Python literals may raise any exception, including RecursionError and MemoryError
        raise ValueError(phrase("its header is broken")) from None
    present = os.fstat(file.fileno()).st_size - file.tell()
    if dtype.kind not in _FEEDS or dtype.hasobject:
        raise ValueError(phrase("it contains {}", dtype))
    if any(not 0 <= size < 2**62 for size in shape) or claimed > present:
        raise ValueError(phrase("its header promises {} bytes, and {} follow", claimed, present))
    return shape, fortran, dtype


def _array(file: BinaryIO) -> np.ndarray:
    """Return the array of an .npy file.

    Raises:
        OSError, ValueError, MemoryError: The file cannot be read.
    """
    header(file)
    file.seek(0)
    return feed_array(np.lib.format.read_array(file, allow_pickle=False))
