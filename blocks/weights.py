"""Weights: the large arrays of a document, which lie in safetensors files and not in its text.

A value `weights:KEY` means the array of that key. A document that was saved has all of its weights in one file beside
it. What was imported or edited since lies in files in the user's state folder, each named by the SHA-256 of its bytes,
so that undo, the crash journal, the clipboard and the worker reach it by that name.

Under a key lies the same array for as long as a document is open: one that is edited gets a key of its own (`new_key`).
Arrays are mapped, not read: their dtypes and shapes cost nothing, however large they are.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import shutil
import stat
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from blockloom.blocks.phrases import phrase, why
from blockloom.blocks.weights_files import (
    SUFFIX,
    WeightsError,
    digest,
    held_as,
    in_state_folder,
    keep,
    kept_as,
    link,
    opened,
    stamp,
    temporary_in,
    write,
)

__all__ = ["FILE", "KEY", "SUFFIX", "Ref", "Weights", "WeightsError", "keep", "key_of", "keys_in", "new_key", "renamed",
           "saved", "value_of"]

PREFIX = "weights:"
KEY = re.compile(r"""[^\s\[\]{}(),;"'\\\x00-\x1f\ud800-\udfff]{1,500}""")
FILE = re.compile(r"[^/\\:\x00-\x1f\ud800-\udfff]{1,200}\.safetensors")     # a plain name, of a file in the folder
_VALUE = re.compile(rf"\s*{PREFIX}({KEY.pattern})\s*")
_USED = re.compile(rf"{PREFIX}({KEY.pattern})")
_EDITED = re.compile(r"\.[0-9a-f]{8}")


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


def renamed(text: str, names: Mapping[str, str]) -> str:
    """A value that names other keys."""
    return _USED.sub(lambda found: PREFIX + names.get(found[1], found[1]), text) if PREFIX in text else text


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
            there = (folder, stamp(Path(folder, self.file), "")) if self.file else None
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
            kept_as(path, sha256)
            found |= {key: Ref(sha256, key) for key in others}
        return found


# --- keys -------------------------------------------------------------------------------------------------------------

def new_key(name: str, array: np.ndarray, taken: Any) -> str:
    """A key for an array of this name: the name itself where none of `taken` (a container) is that, else one that says
    what the array holds, and so is that of the same array always."""
    wanted = re.sub(r"""[\s\[\]{}(),;"'\\\x00-\x1f\ud800-\udfff]""", "_", name)[:480] or "weights"
    return wanted if wanted not in taken else edited_key(wanted, array)


def edited_key(key: str, array: np.ndarray) -> str:
    """The key for an array in the place of that of a key: it says what the array holds."""
    held, _, dtype = held_as(array)
    found = hashlib.sha256(f"{dtype}{array.shape}".encode())
    found.update(held.reshape(-1).view(np.uint8))
    stem = key[:-9] if _EDITED.fullmatch(key[-9:]) else key
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
    if weights.file:
        with contextlib.suppress(WeightsError):
            before = set(opened(there, weights.file).entries)
    if same and used <= before:
        # Where it has changed, as the user was told, saving takes it as it is.
        yield Weights(weights.file, digest(there, weights.file) if before else weights.sha256)
        return
    gone: dict[str, Ref] = {}
    with contextlib.suppress(WeightsError):     # only undo would want them
        gone = weights.refs(before - used - weights.added.keys(), folder)
    if not used:
        yield Weights(added=gone)
        return
    if path.exists() and not path.is_file():
        raise WeightsError(phrase("{}: cannot be saved: its weights need a file beside it", path))
    target = Path(os.path.realpath(_target(path, weights.file if same else there_before)))
    temporary, backup = temporary_in(path.parent), temporary_in(path.parent)
    try:
        sha256 = _written(weights, used, folder, temporary)
        if target.exists():
            shutil.copymode(target, temporary)
            link(target, backup)
        else:
            temporary.chmod(_new_file_mode(temporary))
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


def _new_file_mode(beside: Path) -> int:
    """The permissions of a new file, as that of the document has: the library gives its files to their owner alone."""
    path = temporary_in(beside.parent)
    try:
        with open(path, "xb") as file:
            return stat.S_IMODE(os.fstat(file.fileno()).st_mode)
    finally:
        path.unlink(missing_ok=True)


def _written(weights: Weights, used: set[str], folder: str, path: Path) -> str:
    """Write the file of these weights, and give its SHA-256. Where all are those of one file in the state folder, as
    after an import, that is it: as a link where that can be. Raises WeightsError, OSError."""
    refs = {weights.added.get(key) for key in used}
    kept = next(iter(refs))
    if kept is not None and refs == {Ref(kept.sha256, key) for key in used} and \
            opened(in_state_folder(kept.sha256)).entries.keys() == used:
        link(in_state_folder(kept.sha256), path)
        return kept.sha256
    return write({key: weights.find(key, folder)[0] for key in sorted(used)}, path)


def _own(path: Path, file: str) -> bool:
    """Whether a file of weights is called after a document."""
    return re.fullmatch(rf"{re.escape(path.stem)}(_\d+)?{re.escape(SUFFIX)}", file) is not None


def _target(path: Path, own: str | Callable[[], str]) -> Path:
    """The file for the weights of a document: the one that it has, where that is called after it and is no symlink to
    what is none of weights, else a new one."""
    if callable(own):
        try:
            own = own() if path.is_file() else ""
        except ValueError:      # it is no document
            own = ""
    # Windows replaces no file that is mapped.
    if _own(path, own) and os.name != "nt" and os.path.realpath(path.with_name(own)).endswith(SUFFIX):
        return path.with_name(own)
    names = (f"{path.stem}{f'_{number}' if number > 1 else ''}{SUFFIX}" for number in count(1))
    return next(file for name in names if not os.path.lexists(file := path.with_name(name)))
