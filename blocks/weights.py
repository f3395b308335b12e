"""Weights: the large arrays of a document, which lie in safetensors files and not in its text.

A value `weights:KEY` means the array of that key. A document that was saved has all of its weights in one file beside
it. What was imported or edited since lies in files in the user's state folder, each named by the SHA-256 of its bytes,
so that undo, the crash journal, the clipboard and the worker reach it by that name.

Under a key lies the same array for as long as a document is open: one that is edited gets a key of its own (`new_key`).
Arrays are mapped, not read: their dtypes and shapes cost nothing, however large they are.

safetensors has no strings, which stay text. What it has no dtype for lies in a file as what it is held in (DT_QINT8 and
DT_INT4 as I8, DT_COMPLEX128 as F64 with a last dimension of 2 ...), and the file's metadata say what it is.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import re
import shutil
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from blockloom.blocks import reading
from blockloom.blocks.dtypes import DTYPES, label_of, labelled, shown
from blockloom.blocks.phrases import phrase, why

PREFIX = "weights:"
SUFFIX = ".safetensors"
KEY = re.compile(r"""[^\s\[\]{}(),;"'\\\x00-\x1f\ud800-\udfff]{1,500}""")
FILE = re.compile(r"[^/\\:\x00-\x1f\ud800-\udfff]{1,200}\.safetensors")     # a plain name, of a file in the folder
_VALUE = re.compile(rf"\s*{PREFIX}({KEY.pattern})\s*")
_USED = re.compile(rf"{PREFIX}({KEY.pattern})")
_EDITED = re.compile(r"\.[0-9a-f]{8}")
_KEPT_DAYS = 60     # that nobody has opened a file in the state folder
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


class Ref(NamedTuple):
    """Where an array lies: the SHA-256 of a file in the state folder, and its key there."""

    sha256: str
    key: str


def key_of(text: str) -> str | None:
    """KEY of the value `weights:KEY`; None for another value."""
    found = _VALUE.fullmatch(text) if PREFIX in text[:100] else None
    return found[1] if found else None


def value_of(key: str) -> str:
    """The value that means the array of a key."""
    return PREFIX + key


def keys_in(texts: Iterable[str]) -> set[str]:
    """The keys that values name, those in lists as well."""
    return {key for text in texts if PREFIX in text for key in _USED.findall(text)}


class Weights:
    """Which weights a document has: those of the `file` beside it, whose bytes have that SHA-256 ("": whatever they
    are), and `added`, those in the state folder by key. Edits change `added` alone, and saving makes one file of all.
    """

    def __init__(self, file: str = "", sha256: str = "", added: Mapping[str, Ref] | None = None):
        self.file, self.sha256, self.added = file, sha256, dict(added or {})

    def __bool__(self) -> bool:
        return bool(self.file or self.added)

    def copy(self) -> Weights:
        return Weights(self.file, self.sha256, self.added)

    def become(self, kept: Weights) -> None:
        """The document was saved, and has these weights. What else there is in the state folder stays known, for undo
        and since it is the same under its key."""
        self.file, self.sha256, self.added = kept.file, kept.sha256, kept.added | self.added

    def signature(self, folder: str) -> tuple:
        """Equal for weights that have the same arrays under all keys, as the files are now."""
        there = None
        with contextlib.suppress(WeightsError):
            there = (folder, _stamp(Path(folder, self.file), "")) if self.file else None
        return there, self.file, self.sha256, tuple(sorted(self.added.items()))

    def find(self, key: str, folder: str) -> tuple[np.ndarray, str]:
        """The array of a key, mapped, and its dtype (DT_FLOAT); `folder` is the document's. The array is not to be
        written to. What numpy has no dtype for is of those of `ml_dtypes` (bfloat16, 8-bit floats) or of the integers
        that hold it (quantised types, int4). Raises WeightsError."""
        ref = self.added.get(key)
        if ref is None and not self.file:
            raise WeightsError(phrase("the document has no weights {}", key))
        path = Path(folder, self.file) if ref is None else in_state_folder(ref.sha256)
        return opened(path, self.file if ref is None else "").array(key if ref is None else ref.key)

    def has(self, key: str, folder: str) -> bool:
        """Whether there is an array of this key."""
        try:
            return key in self.added or bool(self.file) and key in opened(Path(folder, self.file), self.file).entries
        except WeightsError:
            return False

    def changed(self, folder: str) -> bool:
        """Whether the file beside the document is there, and not the one that the document was saved with. Its bytes
        are read once for as long as the file stays as it is."""
        try:
            return bool(self.file and self.sha256) and digest(Path(folder, self.file), self.file) != self.sha256
        except WeightsError:
            return False

    def refs(self, keys: Iterable[str], folder: str) -> dict[str, Ref]:
        """Where these arrays lie in the state folder, of those that there are: what is in the file beside the document
        is there as well then, as a link or copy. Raises WeightsError."""
        found = {key: self.added[key] for key in keys if key in self.added}
        others = [key for key in keys if key not in found and self.has(key, folder)]
        if others:
            path = Path(folder, self.file)
            sha256 = digest(path, self.file)
            _linked(path, sha256)
            found |= {key: Ref(sha256, key) for key in others}
        return found


# --- files of weights -------------------------------------------------------------------------------------------------

class Entry(NamedTuple):
    """An array in a file: its dtype there and as TensorFlow has it, its shape, and where its bytes begin and end."""

    held: str
    dtype: str
    shape: tuple[int, ...]
    start: int
    end: int


class WeightsFile:
    """A sound safetensors file: `entries` by key. Its bytes are mapped when an array of it is asked for."""

    def __init__(self, path: Path, name: str):
        import safetensors  # rarely needed, and not at once

        try:
            with reading.opened(path, "weights") as file, safetensors.safe_open(path, framework="numpy") as checked:
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
        self._data: np.ndarray | None = None

    def array(self, key: str) -> tuple[np.ndarray, str]:
        """As `Weights.find`. Raises WeightsError where there is no such key."""
        entry = self.entries.get(key)
        if entry is None:
            raise WeightsError(phrase("there are no weights {} in {}", key, self.name))
        try:
            if self._data is None:
                self._data = np.memmap(self.path, np.uint8, "r")
            return _meant(self._data[entry.start:entry.end], entry), entry.dtype
        except (ValueError, OSError, KeyError) as error:
            raise WeightsError(phrase("the weights {} in {} are of no dtype that TensorFlow has: {}", key, self.name,
                                      entry.dtype or entry.held)) from error


class _Stamp(NamedTuple):
    """What tells a file from what it was, without reading it."""

    changed: int
    size: int
    inode: int


def _stamp(path: Path, name: str) -> _Stamp:
    try:
        found = os.stat(path)
    except (OSError, ValueError) as error:
        if not isinstance(error, FileNotFoundError):
            raise WeightsError(phrase("{}: cannot be read: {}", name or path, why(error))) from None
        raise WeightsError(phrase("{} is missing, which holds weights of the document", name or path)) from None
    return _Stamp(found.st_mtime_ns, found.st_size, found.st_ino)


def opened(path: Path, name: str = "") -> WeightsFile:
    """A file of weights as it is now, which errors call by that name. Raises WeightsError."""
    return _opened(path, name, _stamp(path, name))


@lru_cache(maxsize=64)
def _opened(path: Path, name: str, stamp: _Stamp) -> WeightsFile:
    return WeightsFile(path, name)


def digest(path: Path, name: str = "") -> str:
    """The SHA-256 of a file's bytes, which are read once for as long as it stays as it is. Raises WeightsError."""
    return _digest(path, name, _stamp(path, name))


@lru_cache(maxsize=64)
def _digest(path: Path, name: str, stamp: _Stamp) -> str:
    try:
        with reading.opened(path, "weights") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise WeightsError(phrase("{}: cannot be read: {}", name or path, why(error))) from None


def _dtypes(text: str) -> dict[str, str]:
    found = json.loads(text)
    return {key: dtype for key, dtype in found.items() if dtype in DTYPES} if isinstance(found, dict) else {}


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


def _held(array: np.ndarray) -> tuple[np.ndarray, str, str]:
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

    held = {key: _held(array) for key, array in arrays.items()}
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
    temporary = _temporary(state_folder())
    sha256 = write(arrays, temporary)
    _into_state(temporary, sha256)
    return sha256


def _linked(path: Path, sha256: str) -> None:
    """Have the bytes of a file in the state folder too: as a link where that can be."""
    if in_state_folder(sha256).exists():
        return
    temporary = _temporary(state_folder())
    try:
        _link(path, temporary)
        _into_state(temporary, sha256)
    except OSError as error:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise WeightsError(phrase("weights cannot be written: {}", why(error))) from None


def _temporary(folder: Path) -> Path:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise WeightsError(phrase("{}: cannot be made: {}", folder, why(error))) from None
    return folder / f".{os.urandom(8).hex()}.tmp"


def _into_state(temporary: Path, sha256: str) -> None:
    os.replace(temporary, in_state_folder(sha256))
    with contextlib.suppress(OSError):
        for file in state_folder().iterdir():
            if file.stat().st_mtime < time.time() - _KEPT_DAYS * 86400 and file.stat().st_nlink < 2:
                file.unlink()


# --- keys -------------------------------------------------------------------------------------------------------------

def new_key(name: str, array: np.ndarray, taken: Any) -> str:
    """A key for an array of this name: the name itself where none of `taken` (a container) is that, else one that says
    what the array holds, and so is that of the same array always."""
    wanted = re.sub(r"""[\s\[\]{}(),;"'\\\x00-\x1f\ud800-\udfff]""", "_", name)[:480] or "weights"
    if wanted not in taken:
        return wanted
    held, _, dtype = _held(array)
    found = hashlib.sha256(f"{dtype}{array.shape}".encode())
    found.update(held.reshape(-1).view(np.uint8))
    stem = wanted[:-9] if _EDITED.fullmatch(wanted[-9:]) else wanted
    return f"{stem}.{found.hexdigest()[:8]}"


# --- saving -----------------------------------------------------------------------------------------------------------

@contextlib.contextmanager
def saved(weights: Weights, used: Iterable[str], folder: str, path: Path,
          there_before: Callable[[], str] = str) -> Iterator[Weights]:
    """The weights of a document that lies in `folder`, as those of one that is saved as `path` meanwhile: all that are
    `used` and there lie in one file beside it, which is written only where they do not yet. Where the saving raises,
    what was there before is there again. `there_before` gives the name of the file of weights of the document that is
    at `path`: no other is replaced. Raises WeightsError.

    What the file before had under keys that are not in use any more stays in the state folder, for undo."""
    used = {key for key in used if weights.has(key, folder)}
    there = Path(folder, weights.file)
    same = bool(folder) and _own(path, weights.file) and there.parent.resolve() == path.parent.resolve()
    before: set[str] = set()
    if same:
        with contextlib.suppress(WeightsError):
            before = set(opened(there, weights.file).entries)
    if same and used <= before or not used:
        yield Weights(weights.file, weights.sha256 or digest(there, weights.file) if before else weights.sha256) \
            if same else Weights()
        return
    if path.exists() and not path.is_file():
        raise WeightsError(phrase("{}: cannot be saved: its weights need a file beside it", path))
    target = Path(os.path.realpath(_target(path, weights.file if same else there_before)))
    gone = weights.refs(before - used - weights.added.keys(), folder)
    temporary, backup = _temporary(path.parent), _temporary(path.parent)
    sha256 = write({key: weights.find(key, folder)[0] for key in sorted(used)}, temporary)
    try:
        if target.exists():
            shutil.copymode(target, temporary)
            _link(target, backup)
        os.replace(temporary, target)
        try:
            yield Weights(target.name, sha256, gone)
        except BaseException:
            if backup.exists():
                os.replace(backup, target)
            else:
                target.unlink()
            raise
    except OSError as error:
        raise WeightsError(phrase("{}: cannot be saved: {}", target, why(error))) from None
    finally:
        for file in (temporary, backup):
            with contextlib.suppress(OSError):
                file.unlink()


def _own(path: Path, file: str) -> bool:
    """Whether a file of weights is called after a document."""
    return re.fullmatch(rf"{re.escape(path.stem)}(_\d+)?{re.escape(SUFFIX)}", file) is not None


def _target(path: Path, own: str | Callable[[], str]) -> Path:
    """The file for the weights of a document: the one that it has, where that is called after it, else a new one."""
    if callable(own):
        try:
            own = own() if path.is_file() else ""
        except ValueError:      # it is no document
            own = ""
    if _own(path, own):
        return path.with_name(own)
    names = (f"{path.stem}{f'_{number}' if number > 1 else ''}{SUFFIX}" for number in count(1))
    return next(file for name in names if not os.path.lexists(file := path.with_name(name)))


def _link(path: Path, new: Path) -> None:
    """The file under another name, too: as a link where that can be. Raises OSError."""
    try:
        os.link(path, new)
    except OSError:
        shutil.copyfile(path, new)
