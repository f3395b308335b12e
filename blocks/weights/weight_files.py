"""Weight files, which store arrays by key (see `weight_format`), read and written.

Files are never mapped: other programs may write to them, or truncate them, and the system ends a process that reads a
missing page of a mapping. An array is read as a whole when its numbers are needed, and checked against its hash (see
`StoredArray`). Its dtype and shape cost nothing.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import math
import os
import weakref
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from blockloom.blocks.io import bounded_io
from blockloom.blocks.io.locks import Stamp, stamp_of
from blockloom.blocks.text.phrases import Phrase, file_error_reason, phrase
from blockloom.blocks.values.dtypes import DTYPES, labelled
from blockloom.blocks.weights.weight_format import (
    ArrayEntry,
    ArrayToWrite,
    WeightsError,
    array_hash,
    check_holes,
    decode_array,
    encode_array,
    in_order,
    make_header,
    numpy_dtype,
    read_header,
)

SUFFIX = ".safetensors"
_PIECE = 4 << 20  # bytes to read at once


# (path, stamp, key) of arrays that differ from their stated hashes.
_BELIED = set[tuple[Path, Stamp, str]]()


@lru_cache(maxsize=256)
def _failures(path: Path, stamp: Stamp) -> list[Phrase | str]:
    """Return the list of reasons why a file is unsound, shared by all that open it; empty if it is sound."""
    return []


class WeightsFile:
    """An open safetensors file, which may be replaced meanwhile, but not written into.

    Attributes:
        entries: The arrays by key.
        hashes: The hashes that the file states.
        owner: The name of its document.
        merged: Whether a merge left more in it than the document needs.
    """

    def __init__(self, path: Path, name: str):
        self.path, self.name = path, name or path.name
        try:
            with bounded_io.open_bounded(path, "weights") as file:
                self._stamp = stamp_of(os.fstat(file.fileno()))
                failures = _failures(path, self._stamp)
                if failures:
                    raise ValueError(*failures)
                try:
                    self.entries, self.hashes, self.owner, self.merged = read_header(file, self._stamp.size)
                except ValueError as error:
                    failures.append(error.args[0])
                    raise
                # A duplicate number for positional reads. On Windows, which lacks these, an open file could not be
                # replaced.
                self._number = os.dup(file.fileno()) if hasattr(os, "preadv") else None
        except (OSError, ValueError) as error:
            raise self._unsound(file_error_reason(error) if isinstance(error, OSError) else str(error)) from None
        self._solid = False  # whether the file is known to have no holes, see `check_holes`
        self._read: dict[str, str] = {}  # key -> hash of an array that was read
        self._keys: dict[str, str] | None = None  # stated hash -> key
        if self._number is not None:
            weakref.finalize(self, os.close, self._number)

    def unchanged(self) -> bool:
        """Return whether the file was not written into since it was opened, by its times."""
        with contextlib.suppress(OSError):
            return stamp_of(os.stat(self.path) if self._number is None else os.fstat(self._number)) == self._stamp
        return False

    def on_disk(self) -> bool:
        """Return whether the path still has this file."""
        with contextlib.suppress(WeightsError):
            return stamp(self.path) == self._stamp
        return False

    def stored(self, key: str, sha256: str | None = None) -> StoredArray:
        """Return the array of a key.

        Args:
            sha256: Its hash; None for the stated one, "" for any.

        Raises:
            WeightsError: The key is missing, or TensorFlow lacks the dtype.
        """
        entry = self.entries.get(key)
        if entry is None:
            raise WeightsError(phrase("there are no weights {} in {}", key, self.name))
        try:
            return StoredArray(self, key, entry, self.hashes.get(key, "") if sha256 is None else sha256)
        except (ValueError, KeyError) as error:
            raise WeightsError(
                phrase(
                    "the weights {} in {} have a dtype that TensorFlow does not have: {}",
                    key,
                    self.name,
                    entry.dtype or entry.file_dtype,
                )
            ) from error

    def array(self, key: str) -> tuple[StoredArray, str]:
        """Return the array of a key and its dtype, as `Weights.find` does.

        Raises:
            WeightsError: There is no such key.
        """
        return self.stored(key), self.entries[key].dtype

    def stated_hash(self, key: str) -> str:
        """Return the hash of an array as the file states it, or as its bytes gave; "" if unknown."""
        return self.hashes.get(key) or self._read.get(key, "")

    def key_with(self, sha256: str) -> str | None:
        """Return the key of the array that has this hash, as the file states it; None if there is none."""
        if self._keys is None:
            self._keys = {stated: key for key, stated in self.hashes.items() if key in self.entries}
        return self._keys.get(sha256)

    def record_actual_hash(self, key: str, sha256: str) -> None:
        """Record the actual hash of an array whose file states another."""
        self.hashes[key], self._keys = sha256, None
        _BELIED.add((self.path, self._stamp, key))

    def head_hash(self) -> str:
        """Return the SHA-256 of the header, which states the keys, shapes and hashes of all arrays. Raises OSError."""
        with bounded_io.open_bounded(self.path, "weights") as file:
            head = file.read(8)
            return hashlib.sha256(head + file.read(int.from_bytes(head, "little"))).hexdigest()

    def hash(self, key: str) -> str:
        """Return the hash of an array by its bytes, which are read once while the file is unchanged.

        Raises:
            WeightsError: The array cannot be read.
        """
        if not self.verified_hash(key):
            entry = self.entries[key]
            hasher = array_hash(entry.dtype or entry.file_dtype, entry.shape)
            for piece in self.pieces(entry):
                hasher.update(piece)
            self._read[key] = hasher.hexdigest()
        return self._read[key]

    def verified_hash(self, key: str) -> str:
        """Return the hash of an array whose bytes were read from the unchanged file, else ""."""
        return self._read.get(key, "") if self.unchanged() else ""

    def pieces(self, entry: ArrayEntry) -> Iterator[memoryview]:
        """Yield the bytes of an array in pieces, each valid until the next.

        Raises:
            WeightsError: The array cannot be read.
        """
        buffer = memoryview(bytearray(min(_PIECE, entry.end - entry.start)))
        for at in range(entry.start, entry.end, _PIECE):
            piece = buffer[: min(_PIECE, entry.end - at)]
            self.fill(piece, at)
            yield piece

    def fill(self, view: memoryview, at: int) -> None:
        """Fill `view` with the bytes from `at` on.

        Raises:
            WeightsError: The bytes cannot be read.
        """
        if not self._solid and self._number is not None:
            try:
                check_holes(self._number, self._stamp.size)
            except ValueError as error:
                raise self._unsound(error.args[0]) from None
            self._solid = True
        try:
            if self._number is None:
                with open(self.path, "rb") as file:
                    file.seek(at)
                    read = file.readinto(view)
            else:
                read = 0
                while read < len(view):
                    count = os.preadv(self._number, [view[read:]], at + read)
                    if not count:
                        break
                    read += count
        except OSError as error:
            raise WeightsError(phrase("{}: cannot be read: {}", self.name, file_error_reason(error))) from None
        if read < len(view):
            raise self._unsound(phrase("it is cut off"))

    def _unsound(self, reason: Phrase | str) -> WeightsError:
        return WeightsError(phrase("{} is not a valid weight file: {}", self.name, reason))


class StoredArray(np.lib.mixins.NDArrayOperatorsMixin):
    """An array in a file, read-only.

    dtype, shape and size are known; everything else reads the whole array, and raises WeightsError if the file has lost
    it.
    """

    def __init__(self, file: WeightsFile, key: str, entry: ArrayEntry, sha256: str):
        self.file, self.key, self.entry, self.sha256 = file, key, entry, sha256
        kind = np.dtype(np.bool_) if entry.dtype == "DT_BOOL" else numpy_dtype(entry.dtype)
        self.dtype = labelled(np.empty(0, kind), DTYPES[entry.dtype].label).dtype
        self.shape, self.ndim, self.size = entry.shape, len(entry.shape), math.prod(entry.shape)
        self.nbytes = self.size * self.dtype.itemsize
        self._last: weakref.ref[np.ndarray] | None = None
        self.elsewhere: Callable[[], StoredArray] | None = (
            None  # function that searches other files if this one no longer has the array
        )

    def read(self) -> np.ndarray:
        """Return the array.

        Raises:
            WeightsError: The array cannot be read, or is another one.
        """
        numbers = self._last() if self._last is not None else None
        if numbers is None:
            try:
                numbers = self._numbers()
            except WeightsError:
                if self.elsewhere is None:
                    raise
                numbers = self.elsewhere().read()
            self._last = weakref.ref(numbers)
        return numbers

    def _numbers(self) -> np.ndarray:
        known = self.file.verified_hash(self.key) if self.sha256 else ""
        try:
            data = np.empty(self.entry.end - self.entry.start, np.uint8)
        except MemoryError:
            raise WeightsError(
                phrase(
                    "{}: cannot be read: {}",
                    self.file.name,
                    file_error_reason(OSError(errno.ENOMEM, os.strerror(errno.ENOMEM))),
                )
            ) from None
        view, told = data.data, array_hash(self.entry.dtype, self.shape)
        for at in range(0, len(view), _PIECE):
            self.file.fill(view[at : at + _PIECE], self.entry.start + at)
            if not known:
                told.update(view[at : at + _PIECE])
        self._check(known and self.file.verified_hash(self.key) or told.hexdigest())
        numbers = decode_array(data, self.entry)
        numbers.setflags(write=False)
        return numbers

    def pieces(self) -> Iterator[memoryview]:
        """Yield the bytes of the array in pieces.

        Raises:
            WeightsError: The bytes cannot be read, or, after the last piece, are of another array.
        """
        told = array_hash(self.entry.dtype, self.shape)
        for piece in self.file.pieces(self.entry):
            told.update(piece)
            yield piece
        self._check(told.hexdigest())

    def verify(self) -> str:
        """Return the hash of the array, checked by its bytes.

        Raises:
            WeightsError: The array cannot be read, or is another one.
        """
        self._check(found := self.file.hash(self.key))
        return found

    def is_known_mismatch(self) -> bool:
        """Return whether the file is known to have another array than the expected one."""
        return bool(self.sha256) and self.file.stated_hash(self.key) not in ("", self.sha256)

    def _check(self, found: str) -> None:
        if found != self.sha256 if self.sha256 else not self.file.unchanged():
            self.file.record_actual_hash(self.key, found)
            raise WeightsError(
                phrase("the weights {} in {} are not those that the document was saved with", self.key, self.file.name)
            )

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        found = self.read()
        if dtype is not None and found.dtype != dtype:
            return found.astype(dtype)
        return found.copy() if copy else found

    def __array_ufunc__(self, ufunc: np.ufunc, method: str, *inputs: Any, **options: Any) -> Any:
        return getattr(ufunc, method)(
            *(np.asarray(one) if isinstance(one, StoredArray) else one for one in inputs), **options
        )

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):  # numpy looks up names with _ before __array__
            raise AttributeError(name)
        return getattr(self.read(), name)

    def __getitem__(self, at: Any) -> Any:
        return self.read()[at]

    def __len__(self) -> int:
        return len(self.read())

    def __iter__(self) -> Iterator[Any]:
        return iter(self.read())


def stamp(path: Path, name: str = "") -> Stamp:
    """Return the Stamp of a file.

    Raises:
        WeightsError: The file is missing, or cannot be read.
    """
    try:
        return stamp_of(os.stat(path))
    except (OSError, ValueError) as error:
        if not isinstance(error, FileNotFoundError):
            raise WeightsError(phrase("{}: cannot be read: {}", name or path, file_error_reason(error))) from None
        raise WeightsError(phrase("{} is missing, which holds weights of the document", name or path)) from None


def open_weights(path: Path, name: str = "") -> WeightsFile:
    """Return a weight file in its present state; `name` is for errors.

    Raises:
        WeightsError: The file is missing or unsound.
    """
    return _opened(path, name, stamp(path, name))


@lru_cache(maxsize=64)  # a small cache, because a replaced file uses disk space while it is open
def _opened(path: Path, name: str, stamp: Stamp) -> WeightsFile:
    return WeightsFile(path, name)


def hashes_in(path: Path) -> Mapping[str, str]:
    """Return the keys of the arrays of a file by their stated hashes; {} for an unsound one."""
    with contextlib.suppress(WeightsError):
        found, now = _hashes_in(path, about := stamp(path)), [key for key in _BELIED if key[:2] == (path, about)]
        return {sha256: key for sha256, key in found.items() if (path, about, key) not in now} if now else found
    return {}


@lru_cache(maxsize=4096)
def _hashes_in(path: Path, stamp: Stamp) -> Mapping[str, str]:
    try:
        file = WeightsFile(path, "")
    except WeightsError:
        return {}
    return {sha256: key for key, sha256 in file.hashes.items() if key in file.entries}


def file_hash(path: Path, name: str = "") -> str:
    """Return the SHA-256 of a file, read once while it is unchanged.

    Raises:
        WeightsError: The file cannot be read.
    """
    return _digest(path, name, stamp(path, name))


@lru_cache(maxsize=64)
def _digest(path: Path, name: str, stamp: Stamp) -> str:
    try:
        with bounded_io.open_bounded(path, "weights") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise WeightsError(phrase("{}: cannot be read: {}", name or path, file_error_reason(error))) from None


def hash_of(array: np.ndarray | StoredArray) -> str:
    """Return the hash of an array.

    Raises:
        WeightsError: Weight files do not support the array.
    """
    if isinstance(array, StoredArray):
        return array.sha256 or array.verify()
    held, _, dtype = encode_array(array)
    found = array_hash(dtype, array.shape)
    found.update(held.reshape(-1).view(np.uint8).data)
    return found.hexdigest()


def _source(array: np.ndarray | StoredArray) -> ArrayToWrite:
    if isinstance(array, StoredArray):
        return ArrayToWrite(
            array.entry.file_dtype, array.entry.dtype, array.shape, array.entry.end - array.entry.start, array.pieces
        )
    held, name, dtype = encode_array(array)
    return ArrayToWrite(name, dtype, array.shape, held.nbytes, lambda: (held.reshape(-1).view(np.uint8).data,))


def write(
    arrays: Mapping[str, np.ndarray | StoredArray], path: Path, mode: int = 0o666, owner: str = "", merged: bool = False
) -> tuple[str, dict[str, str]]:
    """Write arrays to a new file and sync it.

    Returns:
        A SHA-256 of its content and keys, and the hash of each array.

    Raises:
        WeightsError: The file cannot be written.
    """
    sources = in_order({key: _source(array) for key, array in arrays.items()})
    hashes = dict.fromkeys(sources, "0" * 64)
    try:
        number = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY | getattr(os, "O_BINARY", 0), mode)
        try:
            with os.fdopen(number, "wb") as file:
                file.write(make_header(sources, hashes, owner, merged))
                for key, source in sources.items():
                    told = array_hash(source.dtype, source.shape)
                    for piece in source.pieces():
                        told.update(piece)
                        file.write(piece)
                    hashes[key] = told.hexdigest()
                head = make_header(sources, hashes, owner, merged)
                file.seek(0)
                file.write(head)
                file.flush()
                os.fsync(number)
        except BaseException:
            path.unlink(missing_ok=True)
            raise
    except OSError as error:
        raise WeightsError(
            phrase("weights cannot be written to {}: {}", path.parent, file_error_reason(error))
        ) from None
    return hashlib.sha256(head).hexdigest(), hashes


def sync_folder(folder: Path) -> None:
    """Sync a folder, so that renames in it survive a power cut, if the system can."""
    with contextlib.suppress(OSError):
        number = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)
