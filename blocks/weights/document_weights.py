"""Weights: the large arrays of a document, which are in safetensors files and not in its text.

A value `weights:KEY` means the array of that key. A document on disk names each of its arrays by the hash of that array
(`arrays`), and names the file in its folder that contains all of them. Arrays that were imported or edited since are in
the user's state folder (`added`: see `store`), so that undo, the crash journal, the clipboard and the worker can read
them.

Invariants:

- A key means the same array for as long as a document is open: an edited array gets a new key.
- An array is identified by its hash, wherever it is: in the file that the document names, in another one in the same
  folder (that of a document that was copied or renamed, or of an interrupted save), or in the state folder. An array
  with its key but another hash is never used in its place.
- **A document on disk always finds what it names.** A save writes the new file under an unused name, then the document,
  and only then renames the file and deletes old ones: at any moment in between each document finds its arrays. Arrays
  that another document in the folder names are never deleted. See `saving`.
- Files are read, not mapped, and checked after reading (see `StoredArray`): other programs may write to them.

Documents of formats before 8 name the whole file and its SHA-256; its array under a key is used without a check.
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
KEY = r"""[^\s\[\]{}(),;"'\\\x00-\x1f\ud800-\udfff]{1,500}"""
FILE = r"[^/\\:\x00-\x1f\ud800-\udfff]{1,200}\.safetensors"  # name of a file in the folder of the document
_VALUE = rf"\s*{PREFIX}({KEY})\s*"
_USED = rf"{PREFIX}({KEY})"
_EDITED = r"\.[0-9a-f]{8}"
_MANY = 5  # most keys that a message lists


class StateFolderArray(NamedTuple):
    """An array in the state folder: its file, named by SHA-256, and its key there."""

    sha256: str
    key: str


def key_of(text: str) -> str | None:
    """Return the KEY of a value `weights:KEY`, None for another value."""
    found = re.fullmatch(_VALUE, text) if PREFIX in text[:100] else None
    return found[1] if found else None


def value_of(key: str) -> str:
    """Return the value for the array of a key."""
    return PREFIX + key


def keys_in(texts: Iterable[str]) -> set[str]:
    """Return the keys in values, including those in lists."""
    return {key for text in texts if PREFIX in text for key in re.findall(_USED, text)}


def rename_keys(text: str, names: Mapping[str, str]) -> str:
    """Return a value with other keys."""
    return re.sub(_USED, lambda found: PREFIX + names.get(found[1], found[1]), text) if PREFIX in text else text


def format_keys(keys: Sequence[str]) -> Phrase:
    """Return some keys as text for people."""
    return join(", ", [*keys[:_MANY], *(["..."] if len(keys) > _MANY else [])])


class Weights:
    """The weights of a document.

    Edits change `added` only; saving writes all arrays to one file.

    Attributes:
        arrays: Key -> hash of the arrays in the folder of the document, most likely in `file`.
        added: Arrays in the state folder.
        sha256: In older formats that of the file ("": any), all of whose arrays belong to the document.
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
        self.claimed = set[str]()  # keys of all arrays that were added to the state folder, for undo
        self.more = False  # whether there are more arrays than in the saved document
        self.sources: tuple[tuple[str, str], ...] = ()  # further (folder, file) that may have arrays
        self.unread: Phrase | str = ""  # why the weight file of a revision is not read
        self._open: list[WeightsFile] = []  # open files in which arrays were found
        self.add(added or {})

    def __bool__(self) -> bool:
        return bool(self.file or self.added or self.arrays)

    def copy(self) -> Weights:
        """Return a copy, independent of later changes."""
        weights = Weights(self.file, self.sha256, self.added, self.arrays)
        weights.claimed, weights._open, weights.more = self.claimed, self._open, self.more
        weights.sources, weights.unread = self.sources, self.unread
        return weights

    def add(self, refs: Mapping[str, StateFolderArray]) -> None:
        """Add arrays of the state folder, which keeps them while the document is open."""
        self.added.update(refs)
        self.claimed.update(ref.sha256 for ref in refs.values())
        if refs:
            claims.user(self)

    def adopt_saved(self, kept: SavedWeights) -> None:
        """Adopt the weights as saved; others stay known, for undo."""
        self.file, self.sha256, self.arrays = kept.file, kept.sha256, self.arrays | kept.arrays | kept.away
        self.more = bool(self.added) or self.arrays.keys() != kept.arrays.keys()
        self._open.clear()
        self.claimed |= kept.claimed
        claims.user(self)

    def signature(self, folder: str) -> tuple[object, ...]:
        """Return a value that is equal for weights with the same arrays under all keys, in the present files."""
        file_state = None
        with contextlib.suppress(WeightsError):
            file_state = (folder, stamp(Path(folder, self.file), "")) if self.file else None
        return (file_state, *self.names())

    def names(self) -> tuple[object, ...]:
        """Return a value that is equal for weights with the same names of the same arrays."""
        return self.file, self.sha256, tuple(sorted(self.added.items())), tuple(sorted(self.arrays.items()))

    def open_sidecar(self, folder: str) -> None:
        """Open the weight file, so that its arrays stay available if it is replaced."""
        with contextlib.suppress(WeightsError):
            if self.file:
                self._open.append(open_weights(Path(folder, self.file), self.file))

    def share_sources_of(self, other: Weights, folder: str) -> None:
        """Find arrays also in the sources of the weights of another document, in its folder."""
        places = [(folder, other.file)] if folder else []
        self.sources = tuple(dict.fromkeys((*self.sources, *places, *other.sources)))
        self._open += [file for file in other._open if file not in self._open]
        self.unread = self.unread or other.unread
        self.claimed = self.claimed | other.claimed
        claims.user(self)

    def take(self, other: Weights, keys: Iterable[str], folder: str) -> None:
        """Copy arrays of another document, in `folder`, to the state folder, where their hashes find them.

        Missing ones are left out.

        Raises:
            WeightsError: The arrays cannot be read or copied.
        """
        self.claimed = self.claimed | {ref.sha256 for ref in other.refs(keys, folder).values()}
        claims.user(self)

    def copy_to_state_folder(self, keys: Iterable[str], folder: str) -> None:
        """Copy arrays whose files were replaced, and are only open, to the state folder.

        Raises:
            WeightsError: The arrays cannot be read or copied.
        """
        gone = dict[str, StoredArray]()
        for key in keys:
            with contextlib.suppress(WeightsError):
                if not self._found(key, folder).file.on_disk():
                    gone[key] = self.find_verified(key, folder)
        if gone:
            sha256 = write_state_file(gone)
            self.add({key: StateFolderArray(sha256, key) for key in gone})

    def find(self, key: str, folder: str) -> tuple[StoredArray, str]:
        """Return the array of a key, unread, and its dtype (DT_FLOAT).

        Dtypes that numpy lacks are those of `ml_dtypes`, or integers.

        Args:
            folder: The folder of the document.

        Raises:
            WeightsError: The array is not found; reading it later may raise it too.
        """
        stored = self._found(key, folder)
        stored.elsewhere = lambda: self.find_verified(key, folder)
        return stored, stored.entry.dtype

    def find_verified(self, key: str, folder: str) -> StoredArray:
        """Return the array of a key with its bytes verified; a wrong one is searched elsewhere.

        Raises:
            WeightsError: The array is not found.
        """
        while True:
            stored = self._found(key, folder)
            known = stored.is_known_mismatch()
            try:
                stored.verify()
                return stored
            except WeightsError:
                if known or not stored.is_known_mismatch():
                    raise

    def _found(self, key: str, folder: str) -> StoredArray:
        ref, sha256 = self.added.get(key), self.arrays.get(key, "")
        if ref is not None:
            try:
                stored = state_file(ref.sha256).stored(ref.key, sha256 or None)
                if not (sha256 and stored.is_known_mismatch()):
                    return stored
            except WeightsError:
                if not sha256:
                    raise
        elif not sha256:
            return self._as_it_is(key, folder)
        for file in self._open:
            there = key if key in file.entries and file.stated_hash(key) == sha256 else file.key_with(sha256)
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
        # For a wrong array, dtype and shape are available, but reading it fails.
        return open_weights(Path(folder, self.file), self.file).stored(key, sha256)

    def _as_it_is(self, key: str, folder: str) -> StoredArray:
        """Return the array under a key in a weight file without hashes, or from an older version's backup of it."""
        if not self.file:
            raise WeightsError(phrase("the document has no weights {}", key))
        path = self.sidecar_file(folder) if self.sha256 and self.sources else None
        try:
            return open_weights(path or Path(folder, self.file), self.file).stored(key, "")
        except WeightsError:
            if self.sha256:
                with contextlib.suppress(WeightsError):
                    return state_file(self.sha256).stored(key)
            raise

    def not_found(self, keys: Iterable[str], folder: str) -> list[str]:
        """Return the keys whose arrays are not found anywhere, without reading any."""
        gone = []
        for key in sorted(keys):
            with contextlib.suppress(WeightsError):
                if not self._found(key, folder).is_known_mismatch():
                    continue
            gone.append(key)
        return gone

    def has(self, key: str, folder: str) -> bool:
        """Return whether the document has this key, even if the array is missing."""
        if key in self.added or key in self.arrays:
            return True
        try:
            return bool(self.file) and key in open_weights(Path(folder, self.file), self.file).entries
        except WeightsError:
            return False

    def changed(self, key: str, folder: str) -> bool:
        """Return whether the file has another array under a key, and the right one is nowhere.

        Each file is read once while it is unchanged.
        """
        if key in self.added or key not in self.arrays:
            return False
        try:
            self.find_verified(key, folder)
        except WeightsError:
            with contextlib.suppress(WeightsError):
                return key in open_weights(Path(folder, self.file), self.file).entries
        return False

    def has_unknown_keys(self, folder: str) -> bool:
        """Return whether the keys are unknown: an older format whose file is missing."""
        try:
            if self.sha256:
                open_weights(Path(folder, self.file), self.file)
            return False
        except WeightsError:
            return True

    def file_changed(self, folder: str) -> bool:
        """Return whether a document of an older format has another file than when it was saved.

        The file is read once while it is unchanged.
        """
        try:
            return bool(self.file and self.sha256) and file_hash(Path(folder, self.file), self.file) != self.sha256
        except WeightsError:
            return False

    def sidecar_file(self, folder: str) -> Path | None:
        """Return the file with which a document of an older format was saved, None if it is not found.

        Each file is read once while it is unchanged.
        """
        for place in ((folder, self.file), *self.sources) if self.file and self.sha256 else ():
            with contextlib.suppress(WeightsError):
                if file_hash(path := Path(*place), self.file) == self.sha256:
                    return path
        return None

    def by_array(self, keys: Iterable[str], folder: str) -> dict[str, str]:
        """Return the hashes of the arrays in the folder of the document, by key.

        In older formats those of `keys`, if the file is the saved one.
        """
        found = dict(self.arrays)
        if self.sha256 and self.sidecar_file(folder) is not None:
            for key in keys:
                if key not in found and key not in self.added:
                    with contextlib.suppress(WeightsError):
                        found[key] = self.hash(key, folder)
        return found

    def name_arrays(self, keys: Iterable[str], folder: str) -> bool:
        """Name each array of a document of an older format by its hash.

        Returns:
            Whether all of these keys are found.
        """
        if self.sha256 and self.sidecar_file(folder) is not None:
            self.arrays, self.sha256 = self.by_array(keys, folder), ""
        return not self.sha256 and not self.not_found(keys, folder)

    def hash(self, key: str, folder: str) -> str:
        """Return the hash of the array of a key.

        Raises:
            WeightsError: The array is not found.
        """
        return self.arrays.get(key) or hash_of(self._found(key, folder))

    def refs(self, keys: Iterable[str], folder: str) -> dict[str, StateFolderArray]:
        """Return the places of these arrays in the state folder, to which they are copied if needed.

        Missing ones are left out.

        Raises:
            WeightsError: An array cannot be copied.
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
    """The weights of a document as saved.

    Attributes:
        missing: The keys whose arrays were not found.
        away: The hashes of arrays that the document no longer names, which are in the state folder.
    """

    def __init__(self, arrays: Mapping[str, str] | None = None):
        super().__init__(arrays=arrays)
        self.missing: tuple[str, ...] = ()
        self.away = dict[str, str]()


def new_key(name: str, array: np.ndarray | StoredArray, taken: Container[str]) -> str:
    """Return a key for an array: its name, or, if that is taken, one with the beginning of the array's hash."""
    wanted = re.sub(r"""[\s\[\]{}(),;"'\\\x00-\x1f\ud800-\udfff]""", "_", name)[:480] or "weights"
    return wanted if wanted not in taken else edited_key(wanted, array)


def edited_key(key: str, array: np.ndarray | StoredArray) -> str:
    """Return the key for an array that replaces that of `key`: with the beginning of its hash."""
    return f"{stem_of(key)}.{hash_of(array)[:8]}"


def stem_of(key: str) -> str:
    """Return the key of the original array for the key of an edited array; any other key unchanged."""
    return key[:-9] if re.fullmatch(_EDITED, key[-9:]) else key
