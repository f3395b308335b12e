"""What lies beside a document: files of weights, in which arrays are found by their hashes, and other documents, which
name arrays that must not go.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from blockloom.blocks.io import bounded_io
from blockloom.blocks.io.journal_places import of_folder
from blockloom.blocks.io.stamps import Stamp
from blockloom.blocks.weights.weight_files import SUFFIX, StoredArray, hashes_in, open_weights, stamp
from blockloom.blocks.weights.weight_format import WeightsError

_DOCUMENT = ".loom"  # in the names of most documents, of copies (net.loom.bak, NET.LOOM~) and of journals
_BEGINS = re.compile(rb'(\xef\xbb\xbf)?\s*\{\s*"blockloom')  # by which others are known
_HEAD = 200  # bytes in which that is
_EVER = 1 << 63  # nanoseconds
_NONE = re.compile(rf"\.[0-9a-f]{{8}}\.tmp$|{re.escape(SUFFIX)}$")  # one that was about to be written is none yet
_FORMAT = re.compile(rb'"blockloom"\s*:\s*(\d+)')
_BY_ARRAY = 8  # the format of documents from which on they name each array by its hash
_HASHES = re.compile(rb"(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])")
_FILES = re.compile(rb'"(?:[^"\\]|\\.)*' + re.escape(SUFFIX).encode() + rb'"')


class WeightReferences(NamedTuple):
    """What documents name: hashes of arrays, names of files, and names of files that older formats mean as a whole.
    `unknown` is when the youngest unreadable document was written, in nanoseconds since 1970.
    """

    hashes: frozenset[str] = frozenset()
    mentioned: frozenset[str] = frozenset()
    whole: frozenset[str] = frozenset()
    unknown: int = 0


def find_array_by_hash(key: str, sha256: str, folder: Path, file: str) -> StoredArray | None:
    """The array of a hash, in the file of that name or another one in the folder; `key` is its key in the document, by
    which files of other programs have it. None where there is none.
    """
    found = _find(key, sha256, folder, file)
    # A save may have given a file that name meanwhile.
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
    for weights_file in rest:  # of other programs
        with contextlib.suppress(WeightsError):
            if weights_file.hash(key) == sha256:
                return weights_file.stored(key, sha256)
    return None


def files_in(folder: Path) -> list[Path]:
    """The files of weights in a folder, by name; none of one that cannot be read."""
    try:
        return sorted(Path(entry.path) for entry in os.scandir(folder) if entry.name.endswith(SUFFIX))
    except OSError:
        return []


def _links(folder: Path) -> set[Path]:
    """The folders of documents to which symlinks in a folder lead."""
    with contextlib.suppress(OSError):
        return {
            Path(os.path.realpath(entry.path)).parent
            for entry in os.scandir(folder)
            if _DOCUMENT in entry.name.lower() and entry.is_symlink()
        }
    return set()


def references_in_folder(folder: Path, but: Iterable[Path] = ()) -> WeightReferences:
    """What the documents in a folder and their journals name, except those in `but`."""
    try:
        entries: list[os.DirEntry[str] | Path] = [entry for entry in os.scandir(folder) if not _NONE.search(entry.name)]
    except OSError:
        return WeightReferences(unknown=_EVER)
    named = []
    for entry in entries + of_folder(folder):
        path = Path(entry)
        try:
            if path not in but and entry.is_file():
                named.append(_named_by(path, stamp(path)))
        except (OSError, WeightsError):  # a link in a circle, or to what may not be looked at
            with contextlib.suppress(OSError):  # it is gone
                named.append(WeightReferences(unknown=path.lstat().st_mtime_ns))
    none = frozenset[str]()
    return WeightReferences(
        none.union(*(names.hashes for names in named)),
        none.union(*(names.mentioned for names in named)),
        none.union(*(names.whole for names in named)),
        max((names.unknown for names in named), default=0),
    )


def can_delete(file: Path, others: WeightReferences, instead: tuple[Path, ...] = ()) -> bool:
    """Whether a weights file may be deleted: all that `others` name of it is also in another file beside it, or in one
    of `instead`. An unreadable document counts as naming everything older than itself.
    """
    if file.name in others.whole:
        return False
    try:
        if others.unknown and stamp(file).changed <= others.unknown:
            return False
        weights = open_weights(file, file.name)
        held = {weights.says(key) or weights.hash(key) for key in weights.entries} if others.hashes else set[str]()
    except WeightsError:
        # It holds nothing that can be had, as it is: it may be on its way there.
        return os.path.lexists(file) and file.name not in others.mentioned
    wanted = held & others.hashes
    for path in instead if wanted else ():
        wanted = wanted - hashes_in(path).keys()
    for path in files_in(file.parent) if wanted else ():
        if path != file and not path.is_symlink():  # which may lead to this file
            keys = hashes_in(path)
            wanted = {sha256 for sha256 in wanted if sha256 not in keys or not _holds(path, keys[sha256], sha256)}
    return not wanted


def _holds(path: Path, key: str, sha256: str) -> bool:
    with contextlib.suppress(WeightsError):
        return open_weights(path, path.name).hash(key) == sha256
    return False


@lru_cache(maxsize=65536)
def _named_by(path: Path, stamp: Stamp) -> WeightReferences:
    """What a file names, be it a document or not, as far as it is cheap to say: rather too much than too little."""
    called = _DOCUMENT in path.name.lower()
    try:
        with bounded_io.opened(path, "weights") as file:
            if not called and not _BEGINS.match(file.read(_HEAD)):
                return WeightReferences()
        data = bounded_io.read(path, "document")
    except OSError:
        return WeightReferences(unknown=max(stamp.changed, 1) if called else 0)
    hashes = frozenset(sha256.decode() for sha256 in _HASHES.findall(data))
    mentioned = set[str]()
    for text in _FILES.findall(data):
        with contextlib.suppress(ValueError):
            mentioned.add(json.loads(text))
    older = any(int(number) < _BY_ARRAY for number in _FORMAT.findall(data))
    return WeightReferences(hashes, frozenset(mentioned), frozenset(mentioned if older else ()))
