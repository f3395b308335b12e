"""Files of weights: arrays by key, as safetensors has them, mapped and not read.

safetensors has no strings, which stay text. What it has no dtype for lies in a file as what it is held in (DT_QINT8 and
DT_INT4 as I8, DT_COMPLEX128 as F64 with a last dimension of 2 ...), and the file's metadata say what it is.

A file lies beside a document (see `weights`), or in the user's state folder by the SHA-256 of its bytes.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import shutil
import time
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from blockloom.blocks import reading
from blockloom.blocks.dtypes import DTYPES, label_of, labelled, shown
from blockloom.blocks.phrases import phrase, why

SUFFIX = ".safetensors"
_KEPT_DAYS = 30     # that nobody has opened a file in the state folder
_DTYPES_KEY = "tensorflow"      # in the metadata of a file: a JSON object, key -> name of the dtype
# The dtypes of safetensors that are TensorFlow's, and what the library calls them.
_PLAIN = {"F64": "DT_DOUBLE", "F32": "DT_FLOAT", "F16": "DT_HALF", "BF16": "DT_BFLOAT16", "I64": "DT_INT64",
          "I32": "DT_INT32", "I16": "DT_INT16", "I8": "DT_INT8", "U64": "DT_UINT64", "U32": "DT_UINT32",
          "U16": "DT_UINT16", "U8": "DT_UINT8", "BOOL": "DT_BOOL", "C64": "DT_COMPLEX64",
          "F8_E4M3": "DT_FLOAT8_E4M3FN", "F8_E5M2": "DT_FLOAT8_E5M2", "F8_E4M3FNUZ": "DT_FLOAT8_E4M3FNUZ",
          "F8_E5M2FNUZ": "DT_FLOAT8_E5M2FNUZ"}
_BY_DTYPE = {dtype: name for name, dtype in _PLAIN.items()}


class WeightsError(ValueError):
    """Weights cannot be had or kept; the text is for the user."""


class Entry(NamedTuple):
    """An array in a file: its dtype there and as TensorFlow has it, its shape, and where its bytes begin and end."""

    held: str
    dtype: str
    shape: tuple[int, ...]
    start: int
    end: int


class WeightsFile:
    """A sound safetensors file, mapped: `entries` by key."""

    def __init__(self, path: Path, name: str):
        import safetensors  # rarely needed, and not at once

        try:
            with reading.opened(path, "weights") as file, safetensors.safe_open(path, framework="numpy") as checked:
                self._data = np.memmap(file, np.uint8, "r")     # whatever lies there later, this is what was checked
                file.seek(0)
                size = int.from_bytes(file.read(8), "little")
                header = json.loads(file.read(size))
                dtypes = _dtypes((checked.metadata() or {}).get(_DTYPES_KEY, "{}"))
        except (OSError, safetensors.SafetensorError, ValueError) as error:
            raise WeightsError(phrase("{} is no sound file of weights: {}", name or path,
                                      why(error) if isinstance(error, OSError) else str(error))) from None
        self.path, self.name = path, name or path.name
        self.entries = {key: Entry(row["dtype"], dtypes.get(key) or _PLAIN.get(row["dtype"], ""), tuple(row["shape"]),
                                   *(8 + size + at for at in row["data_offsets"]))
                        for key, row in header.items() if key != "__metadata__"}
        if max((entry.end for entry in self.entries.values()), default=0) > self._data.size:
            raise WeightsError(phrase("{} is no sound file of weights: {}", name or path, phrase("it is cut off")))

    def array(self, key: str) -> tuple[np.ndarray, str]:
        """As `Weights.find`. Raises WeightsError where there is no such key."""
        entry = self.entries.get(key)
        if entry is None:
            raise WeightsError(phrase("there are no weights {} in {}", key, self.name))
        try:
            return _meant(self._data[entry.start:entry.end], entry), entry.dtype
        except (ValueError, OSError, KeyError) as error:
            raise WeightsError(phrase("the weights {} in {} are of no dtype that TensorFlow has: {}", key, self.name,
                                      entry.dtype or entry.held)) from error


class Stamp(NamedTuple):
    """What tells a file from what it was, without reading it."""

    changed: int
    size: int
    inode: int


def stamp(path: Path, name: str) -> Stamp:
    try:
        found = os.stat(path)
    except (OSError, ValueError) as error:
        if not isinstance(error, FileNotFoundError):
            raise WeightsError(phrase("{}: cannot be read: {}", name or path, why(error))) from None
        raise WeightsError(phrase("{} is missing, which holds weights of the document", name or path)) from None
    return Stamp(found.st_mtime_ns, found.st_size, found.st_ino)


def opened(path: Path, name: str = "") -> WeightsFile:
    """A file of weights as it is now, which errors call by that name. Raises WeightsError."""
    return _opened(path, name, stamp(path, name))


@lru_cache(maxsize=16)     # a file that was replaced takes room on the disk for as long as it is mapped
def _opened(path: Path, name: str, stamp: Stamp) -> WeightsFile:
    return WeightsFile(path, name)


def digest(path: Path, name: str = "") -> str:
    """The SHA-256 of a file's bytes, which are read once for as long as it stays as it is. Raises WeightsError."""
    return _digest(path, name, stamp(path, name))


@lru_cache(maxsize=64)
def _digest(path: Path, name: str, stamp: Stamp) -> str:
    try:
        with reading.opened(path, "weights") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise WeightsError(phrase("{}: cannot be read: {}", name or path, why(error))) from None


def _dtypes(text: str) -> dict[str, str]:
    found = reading.parsed(text)
    return {key: dtype for key, dtype in found.items() if isinstance(dtype, str) and dtype in DTYPES} \
        if isinstance(found, dict) else {}


def _numpy(dtype: str) -> np.dtype:
    """What values of a dtype are here, little-endian as they are in a file."""
    info = DTYPES[dtype]
    if info.family in ("s", "opaque"):
        raise ValueError(dtype)
    if info.via != info.label and info.family == "f":
        import ml_dtypes  # TensorFlow's own

        return np.dtype(getattr(ml_dtypes, info.label))
    return np.dtype(info.via).newbyteorder("<")


def _meant(data: np.ndarray, entry: Entry) -> np.ndarray:
    """The array that the bytes of an entry are."""
    if entry.dtype == "DT_BOOL":
        return (data != 0).reshape(entry.shape)     # whatever else a byte may hold
    array = data.view(_numpy(entry.dtype)).reshape(entry.shape[:-1] if entry.dtype == "DT_COMPLEX128" else entry.shape)
    return labelled(array, DTYPES[entry.dtype].label)


def dtype_of(array: np.ndarray) -> str:
    """The name of the dtype of an array's values, bfloat16 and its like included. Raises WeightsError for one that
    weights cannot have, such as that of texts."""
    fields = array.dtype.names
    found = shown(fields[0] if fields and len(fields) == 1 else label_of(array))
    if found not in DTYPES or DTYPES[found].family in ("s", "opaque"):
        raise WeightsError(phrase("an array of {} cannot be kept as weights", label_of(array)))
    return found


def held_as(array: np.ndarray) -> tuple[np.ndarray, str, str]:
    """An array as it lies in a file, the library's name for its dtype there, and TensorFlow's name for what it is."""
    dtype = dtype_of(array)
    if array.dtype.names:   # TensorFlow's own dtypes of quantised values
        array = array[array.dtype.names[0]]
    array = np.asarray(array.astype(_numpy(dtype), copy=False), order="C")
    if dtype in _BY_DTYPE:
        return array, DTYPES[dtype].label, dtype
    if dtype == "DT_COMPLEX128":
        return array.reshape((*array.shape, 1)).view("<f8"), "float64", dtype
    if DTYPES[dtype].family == "f":
        array = array.view(np.uint8)
    return array, array.dtype.name, dtype


def write(arrays: Mapping[str, np.ndarray], path: Path) -> str:
    """Write arrays into a new file, to the disk itself, and give the SHA-256 of its bytes. Raises WeightsError."""
    import safetensors

    held = {key: held_as(array) for key, array in arrays.items()}
    dtypes = {key: dtype for key, (_, _, dtype) in held.items() if dtype not in _BY_DTYPE}
    specs = {key: safetensors.TensorSpec(dtype=name, shape=array.shape, data_ptr=array.ctypes.data,
                                         data_len=array.nbytes) for key, (array, name, _) in held.items()}
    try:
        safetensors.serialize_file(specs, path, {_DTYPES_KEY: json.dumps(dtypes, sort_keys=True)} if dtypes else None)
        _sync(path)
        return digest(path)
    except (OSError, safetensors.SafetensorError) as error:
        with contextlib.suppress(OSError):
            path.unlink()
        raise WeightsError(phrase("weights cannot be written: {}",
                                  why(error) if isinstance(error, OSError) else str(error))) from None


def _sync(path: Path) -> None:
    number = os.open(path, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)


# --- the state folder -------------------------------------------------------------------------------------------------

def state_folder() -> Path:
    """Where weights lie that are beside no document yet."""
    from platformdirs import user_state_dir  # takes longer to import than this module

    return Path(user_state_dir("blockloom")) / "weights"


@lru_cache(maxsize=4096)
def in_state_folder(sha256: str) -> Path:
    """The file of these bytes there."""
    return state_folder() / f"{sha256}{SUFFIX}"


def keep(arrays: Mapping[str, np.ndarray]) -> str:
    """Write arrays into a file in the state folder, and give its SHA-256. What was not opened for long goes from there.
    Raises WeightsError."""
    temporary = temporary_in(state_folder())
    sha256 = write(arrays, temporary)
    _into_state(temporary, sha256)
    return sha256


def kept_as(path: Path, sha256: str) -> None:
    """Have the bytes of a file in the state folder too: as a link where that can be."""
    if in_state_folder(sha256).exists():
        return
    temporary = temporary_in(state_folder())
    try:
        link(path, temporary)
        _into_state(temporary, sha256)
    except OSError as error:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise WeightsError(phrase("weights cannot be written: {}", why(error))) from None


def temporary_in(folder: Path) -> Path:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise WeightsError(phrase("{}: cannot be made: {}", folder, why(error))) from None
    return folder / f".{os.urandom(8).hex()}.tmp"


def _into_state(temporary: Path, sha256: str) -> None:
    os.replace(temporary, in_state_folder(sha256))
    with contextlib.suppress(OSError):
        for file in state_folder().iterdir():
            found = file.stat()
            # Of what was put there as a link only the last is new; not every disk keeps times of reading.
            if max(found.st_atime, found.st_mtime, found.st_ctime) < time.time() - _KEPT_DAYS * 86400:
                file.unlink()


def link(path: Path, new: Path) -> None:
    """The file under another name, too: as a link where that can be. Raises OSError."""
    try:
        os.link(os.path.realpath(path), new)    # of a symlink, the file
    except OSError:
        shutil.copyfile(path, new)
