"""Merge of two weight files into one, in which every array of both is found by its hash.

A key has the array of the side that changed it, that of ours if both did, as in the document, which git merges before
or after the weights. The others get `KEY.theirs` and `KEY.base`: the merged document names some of them, and a save
removes the unused ones.
"""

from __future__ import annotations

import contextlib
import os
from collections import defaultdict
from collections.abc import Container, Mapping
from itertools import count
from pathlib import Path

from blockloom.blocks.io import bounded_io
from blockloom.blocks.text.phrases import file_error_reason, phrase
from blockloom.blocks.weights.document_weights import stem_of
from blockloom.blocks.weights.weight_files import StoredArray, WeightsFile, write
from blockloom.blocks.weights.weight_format import WeightsError

BASE, THEIRS = ".base", ".theirs"


def is_weights(path: Path) -> bool:
    """Return whether a file begins like a weight file, regardless of its name."""
    with contextlib.suppress(OSError), bounded_io.open_bounded(path, "weights") as file:
        head = file.read(9)
        return head[5:] == b"\0\0\0{"  # a header is smaller than 100 MB, so its length has these zero bytes
    return False


def merge_files(base: Path, ours: Path, theirs: Path, out: Path) -> list[str]:
    """Merge weight files into `out`, which may be `ours`; an empty file has no arrays.

    Returns:
        The keys of which both sides have new arrays.

    Raises:
        WeightsError: A file cannot be read or written; `out` is unchanged.
    """
    files = [_read(path) for path in (base, ours, theirs)]
    hashes = [file.hashes if file is not None else {} for file in files]
    was, mine, other = hashes
    which, clashes = 2 if was == mine else 1, list[str]()
    alone = was == mine or other in (was, mine)
    if alone:
        union = {key: (which, key) for key in hashes[which]}
    else:
        clashes = conflicting_keys(was, mine, other)
        union = _union(hashes, clashes)
    arrays = dict[str, StoredArray]()
    for key, (number, there) in union.items():
        if (file := files[number]) is not None:
            arrays[key] = file.stored(there)
    told = next((file for file in (files[which], *files) if file is not None), None)
    temporary = out.with_name(f".{out.name[:40]}.{os.urandom(4).hex()}.tmp")
    owner, merged = (told.owner, told.merged) if told is not None else ("", False)
    write(arrays, temporary, owner=owner, merged=merged or not alone)
    try:
        os.replace(temporary, out)
    except OSError as error:
        temporary.unlink(missing_ok=True)
        raise WeightsError(phrase("{}: cannot be saved: {}", out, file_error_reason(error))) from None
    return clashes


def _read(path: Path) -> WeightsFile | None:
    """Return a file that states the hash of each array, None for an empty one.

    Raises:
        WeightsError: The file cannot be read, or states no hashes.
    """
    with contextlib.suppress(OSError):
        if not path.stat().st_size:
            return None
    file = WeightsFile(path, path.name)
    if file.hashes.keys() != file.entries.keys():
        raise WeightsError(
            phrase("{} was written by another program, or an older Blockloom: take one of the two files", path.name)
        )
    return file


def _union(hashes: list[dict[str, str]], clashes: list[str]) -> dict[str, tuple[int, str]]:
    """Return the arrays of ours and theirs by key: the number of the file that has each, and its key there.

    Arrays of the base are included if a conflict names them: those that clash, and those that one side replaced and the
    other removed.
    """
    base, ours, theirs = hashes
    union = {
        key: (2, key) if key not in ours or key in theirs and ours[key] == base.get(key) else (1, key)
        for key in sorted({*ours, *theirs})
    }
    held = {hashes[number][key] for number, key in union.values()}
    mine, other = _new(base, ours), _new(base, theirs)
    gone = (key for key in base if base[key] not in (ours.get(key), theirs.get(key)))
    replaced = (key for key in gone if mine[stem_of(key)] or other[stem_of(key)])
    stems = set(map(stem_of, (*clashes, *replaced)))
    for number, suffix, keys in (
        (1, BASE, ours),
        (2, THEIRS, theirs),
        (0, BASE, [key for key in base if stem_of(key) in stems]),
    ):
        for key in sorted(keys):
            if (sha256 := hashes[number][key]) not in held:
                held.add(sha256)
                union[free_key(key, BASE if sha256 == base.get(key) else suffix, union)] = number, key
    return union


def conflicting_keys(base: Mapping[str, str], ours: Mapping[str, str], theirs: Mapping[str, str]) -> list[str]:
    """Return the keys of which both sides have new, different arrays.

    Either under one key, or under new keys of both sides that replace one of the base. All mappings are key -> hash.
    """
    found = {key for key in ours.keys() & theirs.keys() if len({base.get(key), ours[key], theirs[key]}) == 3}
    mine, other = (_new(base, side) for side in (ours, theirs))
    for key, sha256 in base.items():
        new = mine[stem_of(key)], other[stem_of(key)]
        if sha256 not in (ours.get(key), theirs.get(key)) and all(new) and new[0] != new[1]:
            found.add(key)
    return sorted(found)


def _new(base: Mapping[str, str], side: Mapping[str, str]) -> defaultdict[str, set[str]]:
    """Return the hashes of the arrays that a side has and the base lacks, by the stem of their keys."""
    found = defaultdict[str, set[str]](set)
    for key, sha256 in side.items():
        if base.get(key) != sha256:
            found[stem_of(key)].add(sha256)
    return found


def free_key(key: str, suffix: str, taken: Container[str]) -> str:
    """Return this key, or, if it is taken, one with a suffix for the origin of its array."""
    names = (f"{key[:480]}{suffix}{number if number > 1 else ''}" for number in count(1))
    return key if key not in taken else next(name for name in names if name not in taken)
