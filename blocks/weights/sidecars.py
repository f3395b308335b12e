"""Weight files and other documents in the folder of a document.

Arrays are found in weight files by their hashes; arrays that other documents name must not be deleted.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

from msgspec import Struct

from blockloom.blocks.io import bounded_io
from blockloom.blocks.io.journal_places import of_folder
from blockloom.blocks.io.locks import Stamp
from blockloom.blocks.weights.weight_files import SUFFIX, StoredArray, hashes_in, open_weights, stamp
from blockloom.blocks.weights.weight_format import WeightsError

_DOCUMENT = ".loom"  # part of the names of most documents, of their copies (net.loom.bak, NET.LOOM~) and of journals
_BEGINS = rb'(\xef\xbb\xbf)?\s*\{\s*"blockloom'  # content at the beginning of other documents
_HEAD = 200  # number of bytes to read at the beginning
_EVER = 1 << 63  # a time in nanoseconds that is later than any
_NONE = rf"\.[0-9a-f]{{8}}\.tmp$|{re.escape(SUFFIX)}$"  # names of unfinished files, which are not documents
_FORMAT = rb'"blockloom"\s*:\s*(\d+)'
_BY_ARRAY = 8  # first format of documents that identifies each array by its hash
_HASHES = rb"(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])"
_FILES = rb'"(?:[^"\\]|\\.)*' + re.escape(SUFFIX).encode() + rb'"'


class WeightReferences(Struct, frozen=True):
    """References of documents to weights.

    Attributes:
        hashes: Hashes of arrays.
        mentioned: Names of files.
        whole: Names of files that older formats use as a whole.
        unknown: Time of the youngest unreadable document, in nanoseconds since 1970.
    """

    hashes: frozenset[str] = frozenset()
    mentioned: frozenset[str] = frozenset()
    whole: frozenset[str] = frozenset()
    unknown: int = 0


def find_array_by_hash(key: str, sha256: str, folder: Path, file: str) -> StoredArray | None:
    """Return the array of a hash, in the file of that name or another one in the folder, None if missing.

    Args:
        key: Its key in the document, under which files of other programs have it.
    """
    found = _find(key, sha256, folder, file)
    # Search again: a save may have created a file with that name meanwhile.
    return _find(key, sha256, folder, file) if found is None else found


def _find(key: str, sha256: str, folder: Path, file: str) -> StoredArray | None:
    first, rest = folder / file if file else None, []
    others = [other for place in (folder, *_links(folder)) for other in files_in(place) if other != first]
    for path in ([first] if first else []) + others:
        if (key_there := hashes_in(path).get(sha256)) is not None:
            with contextlib.suppress(WeightsError):
                return open_weights(path, path.name).stored(key_there, sha256)
        with contextlib.suppress(WeightsError):
            weights_file = open_weights(path, path.name)
            if key in weights_file.entries and key not in weights_file.hashes:
                rest.append(weights_file)
    for weights_file in rest:  # other weight files, in case another program renamed the file
        with contextlib.suppress(WeightsError):
            if weights_file.hash(key) == sha256:
                return weights_file.stored(key, sha256)
    return None


def files_in(folder: Path) -> list[Path]:
    """Return the weight files in a folder, by name; [] if the folder cannot be read."""
    try:
        return sorted(Path(entry.path) for entry in os.scandir(folder) if entry.name.endswith(SUFFIX))
    except OSError:
        return []


def _links(folder: Path) -> set[Path]:
    """Return the folders of documents to which symlinks in a folder lead."""
    with contextlib.suppress(OSError):
        return {
            Path(os.path.realpath(entry.path)).parent
            for entry in os.scandir(folder)
            if _DOCUMENT in entry.name.lower() and entry.is_symlink()
        }
    return set()


def references_in_folder(folder: Path, but: Iterable[Path] = ()) -> WeightReferences:
    """Return the references of the documents in a folder and their journals, except those in `but`."""
    try:
        entries: list[os.DirEntry[str] | Path] = [
            entry for entry in os.scandir(folder) if not re.search(_NONE, entry.name)
        ]
    except OSError:
        return WeightReferences(unknown=_EVER)
    named = []
    for entry in entries + of_folder(folder):
        path = Path(entry)
        try:
            if path not in but and entry.is_file():
                named.append(_named_by(path, stamp(path)))
        except (OSError, WeightsError):  # for example, a cycle of links, or a link without permission
            with contextlib.suppress(OSError):  # the file no longer exists
                named.append(WeightReferences(unknown=path.lstat().st_mtime_ns))
    none = frozenset[str]()
    return WeightReferences(
        none.union(*(names.hashes for names in named)),
        none.union(*(names.mentioned for names in named)),
        none.union(*(names.whole for names in named)),
        max((names.unknown for names in named), default=0),
    )


def can_delete(file: Path, others: WeightReferences, instead: tuple[Path, ...] = ()) -> bool:
    """Return whether a weight file may be deleted.

    All references of `others` to it must be in another file in the folder, or in one of `instead`. An unreadable
    document counts as referring to everything older than itself.
    """
    if file.name in others.whole:
        return False
    try:
        if others.unknown and stamp(file).mtime <= others.unknown:
            return False
        weights = open_weights(file, file.name)
        held = (
            {weights.stated_hash(key) or weights.hash(key) for key in weights.entries} if others.hashes else set[str]()
        )
    except WeightsError:
        # The file has no readable array, but may still be written.
        return os.path.lexists(file) and file.name not in others.mentioned
    wanted = held & others.hashes
    for path in instead if wanted else ():
        wanted = wanted - hashes_in(path).keys()
    for path in files_in(file.parent) if wanted else ():
        if path != file and not path.is_symlink():  # skip links, which may lead to this file
            keys = hashes_in(path)
            wanted = {sha256 for sha256 in wanted if sha256 not in keys or not _holds(path, keys[sha256], sha256)}
    return not wanted


def _holds(path: Path, key: str, sha256: str) -> bool:
    with contextlib.suppress(WeightsError):
        return open_weights(path, path.name).hash(key) == sha256
    return False


@lru_cache(maxsize=65536)
def _named_by(path: Path, stamp: Stamp) -> WeightReferences:
    """Return the references of a file, whether it is a document or not, rather too many than too few."""
    called = _DOCUMENT in path.name.lower()
    try:
        with bounded_io.open_bounded(path, "weights") as file:
            if not called and not re.match(_BEGINS, file.read(_HEAD)):
                return WeightReferences()
        data = bounded_io.read(path, "document")
    except OSError:
        return WeightReferences(unknown=max(stamp.mtime, 1) if called else 0)
    hashes = frozenset(sha256.decode() for sha256 in re.findall(_HASHES, data))
    mentioned = set[str]()
    for text in re.findall(_FILES, data):
        with contextlib.suppress(ValueError):
            mentioned.add(json.loads(text))
    older = any(int(number) < _BY_ARRAY for number in re.findall(_FORMAT, data))
    return WeightReferences(hashes, frozenset(mentioned), frozenset(mentioned if older else ()))
