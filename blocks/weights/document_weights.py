"""Weights: the large arrays of a document, which lie in safetensors files and not in its text.

A value `weights:KEY` means the array of that key. A document on disk names each of its arrays by the hash of that
array (`arrays`), and all of them lie in one file beside it, whose name it says too. What was imported or edited since
lies in the user's state folder (`added`: see `store`), so that undo, the crash journal, the clipboard and the
worker reach it.

What holds:

- Under a key lies the same array for as long as a document is open: one that is edited gets a key of its own.
- An array is what its hash says, wherever it lies: in the file that the document names, in another one beside it
  (that of a document that was copied or renamed, of a save that was cut short), or in the state folder. What lies there
  under its key and is another one is never taken for it.
- **A document on disk always finds what it names.** A save writes the new file under a name that nobody has, then the
  document, and only then gives the file its name and lets go what is old: at any moment in between each document finds
  its arrays. What another document beside it names never goes. See `saving`.
- Files are read, not mapped, and what was read is checked (see `StoredArray`): other programs may write to them.

Documents of formats before 8 name the whole file and its SHA-256; what lies there under a key is taken as it is.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Container, Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from blockloom.blocks.text.phrases import Phrase, join, phrase
from blockloom.blocks.weights import sidecars
from blockloom.blocks.weights.store import claims, find_in_state_folder, state_file, write_state_file
from blockloom.blocks.weights.weight_files import (
    SUFFIX,
    StoredArray,
    WeightsFile,
    file_hash,
    hash_of,
    open_weights,
    stamp,
)
from blockloom.blocks.weights.weight_format import WeightsError

__all__ = [
    "FILE",
    "KEY",
    "SUFFIX",
    "StateFolderArray",
    "Weights",
    "WeightsError",
    "key_of",
    "keys_in",
    "new_key",
    "rename_keys",
    "value_of",
    "write_state_file",
]

PREFIX = "weights:"
KEY = re.compile(r"""[^\s\[\]{}(),;"'\\\x00-\x1f\ud800-\udfff]{1,500}""")
FILE = re.compile(r"[^/\\:\x00-\x1f\ud800-\udfff]{1,200}\.safetensors")  # a plain name, of a file in the folder
_VALUE = re.compile(rf"\s*{PREFIX}({KEY.pattern})\s*")
_USED = re.compile(rf"{PREFIX}({KEY.pattern})")
_EDITED = re.compile(r"\.[0-9a-f]{8}")
_MANY = 5  # keys that a message names


class StateFolderArray(NamedTuple):
    """An array in the state folder: its file, named by SHA-256, and its key there."""

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


def rename_keys(text: str, names: Mapping[str, str]) -> str:
    """A value that names other keys."""
    return _USED.sub(lambda found: PREFIX + names.get(found[1], found[1]), text) if PREFIX in text else text


def format_keys(keys: Sequence[str]) -> Phrase:
    """Some keys, as text for people."""
    return join(", ", [*keys[:_MANY], *(["..."] if len(keys) > _MANY else [])])


class Weights:
    """The weights of a document. `arrays`: key -> hash of those beside the document, most likely in `file`; `added`:
    those in the state folder. Edits change `added` only; saving writes all to one file. In older formats `sha256` is
    that of the file ("": any), and all that the file holds belongs to the document.
    """

    def __init__(
        self,
        file: str = "",
        sha256: str = "",
        added: Mapping[str, StateFolderArray] | None = None,
        arrays: Mapping[str, str] | None = None,
    ):
        self.file, self.sha256 = file, sha256
        self.arrays, self.added = dict(arrays or {}), dict[str, StateFolderArray]()
        self.claimed = set[str]()  # in the state folder: of all that was added, for undo
        self.more = False  # than the document on disk names
        self.sources: tuple[tuple[str, str], ...] = ()  # folders and files in them where arrays may lie besides
        self.unread: Phrase | str = ""  # the reason why its file of a revision is not read
        self._open: list[WeightsFile] = []  # in which arrays were found
        self.add(added or {})

    def __bool__(self) -> bool:
        return bool(self.file or self.added or self.arrays)

    def copy(self) -> Weights:
        """A copy, which later changes leave as it is."""
        weights = Weights(self.file, self.sha256, self.added, self.arrays)
        weights.claimed, weights._open, weights.more = self.claimed, self._open, self.more
        weights.sources, weights.unread = self.sources, self.unread
        return weights

    def add(self, refs: Mapping[str, StateFolderArray]) -> None:
        """Add arrays of the state folder, which stay there while the document is open."""
        self.added.update(refs)
        self.claimed.update(ref.sha256 for ref in refs.values())
        if refs:
            claims.user(self)

    def become(self, kept: SavedWeights) -> None:
        """Take over the weights as they were saved; others stay known, for undo."""
        self.file, self.sha256, self.arrays = kept.file, kept.sha256, self.arrays | kept.arrays | kept.away
        self.more = bool(self.added) or self.arrays.keys() != kept.arrays.keys()
        self._open.clear()
        self.claimed |= kept.claimed
        claims.user(self)

    def signature(self, folder: str) -> tuple[object, ...]:
        """A value that is equal for weights with the same arrays under all keys, in the files as they are now."""
        file_state = None
        with contextlib.suppress(WeightsError):
            file_state = (folder, stamp(Path(folder, self.file), "")) if self.file else None
        return (file_state, *self.names())

    def names(self) -> tuple[object, ...]:
        """A value that is equal for weights with the same names of the same arrays."""
        return self.file, self.sha256, tuple(sorted(self.added.items())), tuple(sorted(self.arrays.items()))

    def look(self, folder: str) -> None:
        """Open the file beside the document, so that its arrays stay available if it is replaced."""
        with contextlib.suppress(WeightsError):
            if self.file:
                self._open.append(open_weights(Path(folder, self.file), self.file))

    def look_besides(self, other: Weights, folder: str) -> None:
        """Find arrays where the weights of another document, in its folder, have theirs as well."""
        places = [(folder, other.file)] if folder else []
        self.sources = tuple(dict.fromkeys((*self.sources, *places, *other.sources)))
        self._open += [file for file in other._open if file not in self._open]
        self.unread = self.unread or other.unread
        self.claimed = self.claimed | other.claimed
        claims.user(self)

    def take(self, other: Weights, keys: Iterable[str], folder: str) -> None:
        """Have arrays of another document, which lies in `folder`, in the state folder: there they are found by their
        hashes while this document is open. Missing ones are left out. Raises WeightsError.
        """
        self.claimed = self.claimed | {ref.sha256 for ref in other.refs(keys, folder).values()}
        claims.user(self)

    def hold(self, keys: Iterable[str], folder: str) -> None:
        """Copy those of these arrays to the state folder whose files were replaced and are only held open. Raises
        WeightsError.
        """
        gone = dict[str, StoredArray]()
        for key in keys:
            with contextlib.suppress(WeightsError):
                if not self._found(key, folder).file.on_disk():
                    gone[key] = self.sure(key, folder)
        if gone:
            sha256 = write_state_file(gone)
            self.add({key: StateFolderArray(sha256, key) for key in gone})

    def find(self, key: str, folder: str) -> tuple[StoredArray, str]:
        """The array of a key, unread, and its dtype (DT_FLOAT). `folder` is the document's. Dtypes that numpy lacks are
        those of `ml_dtypes`, or integers. Raises WeightsError, also when it is read.
        """
        stored = self._found(key, folder)
        stored.elsewhere = lambda: self.sure(key, folder)
        return stored, stored.entry.dtype

    def sure(self, key: str, folder: str) -> StoredArray:
        """As `find`, with its bytes read and checked; a false one is looked for elsewhere. Raises WeightsError."""
        while True:
            stored = self._found(key, folder)
            known = stored.lies()
            try:
                stored.verify()
                return stored
            except WeightsError:
                if known or not stored.lies():
                    raise

    def _found(self, key: str, folder: str) -> StoredArray:
        ref, sha256 = self.added.get(key), self.arrays.get(key, "")
        if ref is not None:
            try:
                stored = state_file(ref.sha256).stored(ref.key, sha256 or None)
                if not (sha256 and stored.lies()):
                    return stored
            except WeightsError:
                if not sha256:
                    raise
        elif not sha256:
            return self._as_it_is(key, folder)
        for file in self._open:
            there = key if key in file.entries and file.says(key) == sha256 else file.key_with(sha256)
            if there is not None and file.unchanged():
                return file.stored(there, sha256)
        beside = sidecars.find_array_by_hash(key, sha256, Path(folder), self.file)
        for there, file_name in self.sources if beside is None else ():
            beside = beside or sidecars.find_array_by_hash(key, sha256, Path(there), file_name)
        if beside is None and (place := find_in_state_folder(sha256)) is not None:
            self.claimed.add(place[0])
            claims.user(self)
            beside = state_file(place[0]).stored(place[1], sha256)
        if beside is not None:
            if beside.file not in self._open:
                self._open.append(beside.file)
            return beside
        if not self.file:
            raise WeightsError(phrase("the document has no weights {}", key))
        # Another one, whose dtype and shape are as good as any: it cannot be read as this one.
        return open_weights(Path(folder, self.file), self.file).stored(key, sha256)

    def _as_it_is(self, key: str, folder: str) -> StoredArray:
        """What is under a key in the file beside the document, which does not say what that is; or was put away of it,
        by an older version.
        """
        if not self.file:
            raise WeightsError(phrase("the document has no weights {}", key))
        path = self.whole(folder) if self.sha256 and self.sources else None
        try:
            return open_weights(path or Path(folder, self.file), self.file).stored(key, "")
        except WeightsError:
            if self.sha256:
                with contextlib.suppress(WeightsError):
                    return state_file(self.sha256).stored(key)
            raise

    def not_found(self, keys: Iterable[str], folder: str) -> list[str]:
        """Those of these keys whose arrays are nowhere to be found, without reading any."""
        gone = []
        for key in sorted(keys):
            with contextlib.suppress(WeightsError):
                if not self._found(key, folder).lies():
                    continue
            gone.append(key)
        return gone

    def has(self, key: str, folder: str) -> bool:
        """Whether the document has this key, be the array found or not."""
        if key in self.added or key in self.arrays:
            return True
        try:
            return bool(self.file) and key in open_weights(Path(folder, self.file), self.file).entries
        except WeightsError:
            return False

    def changed(self, key: str, folder: str) -> bool:
        """Whether the file has another array under a key, and the right one is nowhere. Each file is read once while it
        is unchanged.
        """
        if key in self.added or key not in self.arrays:
            return False
        try:
            self.sure(key, folder)
        except WeightsError:
            with contextlib.suppress(WeightsError):
                return key in open_weights(Path(folder, self.file), self.file).entries
        return False

    def unknown(self, folder: str) -> bool:
        """Whether the keys cannot be known: an older format whose file is missing."""
        try:
            if self.sha256:
                open_weights(Path(folder, self.file), self.file)
            return False
        except WeightsError:
            return True

    def file_changed(self, folder: str) -> bool:
        """Whether a document of an older format has another file than it was saved with. The file is read once while it
        is unchanged.
        """
        try:
            return bool(self.file and self.sha256) and file_hash(Path(folder, self.file), self.file) != self.sha256
        except WeightsError:
            return False

    def whole(self, folder: str) -> Path | None:
        """The file that a document of an older format was saved with: beside it, or where arrays may lie besides; None
        where it is neither. Each file is read once while it is unchanged.
        """
        for place in ((folder, self.file), *self.sources) if self.file and self.sha256 else ():
            with contextlib.suppress(WeightsError):
                if file_hash(path := Path(*place), self.file) == self.sha256:
                    return path
        return None

    def by_array(self, keys: Iterable[str], folder: str) -> dict[str, str]:
        """The arrays beside the document by their hashes: key -> hash; in older formats those of `keys`, where the file
        is there that it was saved with.
        """
        found = dict(self.arrays)
        if self.sha256 and self.whole(folder) is not None:
            for key in keys:
                if key not in found and key not in self.added:
                    with contextlib.suppress(WeightsError):
                        found[key] = self.hash(key, folder)
        return found

    def name_arrays(self, keys: Iterable[str], folder: str) -> bool:
        """Name each array of a document of an older format, so that it is found as long as the document is there;
        whether all of these keys are found.
        """
        if self.sha256 and self.whole(folder) is not None:
            self.arrays, self.sha256 = self.by_array(keys, folder), ""
        return not self.sha256 and not self.not_found(keys, folder)

    def hash(self, key: str, folder: str) -> str:
        """The hash of the array of a key. Raises WeightsError."""
        return self.arrays.get(key) or hash_of(self._found(key, folder))

    def refs(self, keys: Iterable[str], folder: str) -> dict[str, StateFolderArray]:
        """Where these arrays lie in the state folder, copied there if needed; missing ones are left out. Raises
        WeightsError.
        """
        refs, others = dict[str, StateFolderArray](), dict[str, StoredArray]()
        for key in keys:
            if key in self.added:
                refs[key] = self.added[key]
            elif self.has(key, folder):
                place = find_in_state_folder(self.arrays[key]) if key in self.arrays else None
                if place is not None:
                    refs[key] = StateFolderArray(*place)
                else:
                    others[key] = self._found(key, folder)
        if others:
            sha256 = write_state_file(others)
            refs |= {key: StateFolderArray(sha256, key) for key in others}
        self.claimed.update(ref.sha256 for ref in refs.values())
        if refs:
            claims.user(self)
        return refs


class SavedWeights(Weights):
    """The weights of a document as saved. `missing` are keys whose arrays were not found; `away` are hashes of arrays
    that it no longer names, which are in the state folder.
    """

    def __init__(self, arrays: Mapping[str, str] | None = None):
        super().__init__(arrays=arrays)
        self.missing: tuple[str, ...] = ()
        self.away = dict[str, str]()


# --- keys -------------------------------------------------------------------------------------------------------------


def new_key(name: str, array: np.ndarray | StoredArray, taken: Container[str]) -> str:
    """A key for an array: its name, or, where that is taken, one with the beginning of the array's hash."""
    wanted = re.sub(r"""[\s\[\]{}(),;"'\\\x00-\x1f\ud800-\udfff]""", "_", name)[:480] or "weights"
    return wanted if wanted not in taken else edited_key(wanted, array)


def edited_key(key: str, array: np.ndarray | StoredArray) -> str:
    """The key for an array that replaces that of `key`: with the beginning of its hash."""
    return f"{stem_of(key)}.{hash_of(array)[:8]}"


def stem_of(key: str) -> str:
    """The key of the array that was edited first to become that of a key."""
    return key[:-9] if _EDITED.fullmatch(key[-9:]) else key
