"""Weights in a merge.

Arrays are not merged, but chosen: each key gets one meaning in all three documents, so that a changed array is a
changed value, and two new ones in place of one are a conflict of values. The same rule applies to weight files, see
`blocks.weights.merge_files`.
"""

from __future__ import annotations

import contextlib
from typing import TypeVar

from blockloom.blocks.diff.changes import named_arrays
from blockloom.blocks.document.pages import Conflict, Document
from blockloom.blocks.document.weight_keys import with_keys
from blockloom.blocks.weights.document_weights import StateFolderArray, Weights, key_of
from blockloom.blocks.weights.merge_files import BASE, THEIRS, free_key
from blockloom.blocks.weights.weight_format import WeightsError

T = TypeVar("T", str, StateFolderArray)


def with_unique_keys(base: Document, ours: Document, theirs: Document) -> tuple[Document, Document, Document]:
    """Return the three documents, or copies of them in which each key has one array.

    An array that one side changed keeps its key, of two that both changed that of ours; others get `KEY.base` and
    `KEY.theirs`. Documents of older formats still name whole files, if one of these is not found.
    """
    sides = base, ours, theirs
    whole = any(side.weights.sha256 and side.weights.sidecar_file(side.folder) is None for side in sides)
    hashes = [_hashes(side) if not (whole and side.weights.sha256) else {} for side in sides]
    taken = set[str]().union(*hashes, *(document.keys() for document in sides if document.weights))
    names: list[dict[str, str]] = [{}, {}, {}]
    for key in sorted({key for side in hashes for key in side}):
        was, mine, other = (side.get(key, "") for side in hashes)
        old = ""
        if _differ(mine, other):
            old = was
            if _differ(was, mine) and _differ(was, other) or not was:
                names[2][key] = free_key(key, THEIRS, taken)
                taken.add(names[2][key])
        elif _differ(was, mine or other):
            old = was
        if old:
            name = free_key(key, BASE, taken)
            taken.add(name)
            for number, side in enumerate((was, mine, other)):
                if side == old:
                    names[number][key] = name
    files = {(document.weights.file, document.weights.sha256) for document in sides}
    if len(files) < 3 and not any(names):
        return sides
    base, ours, theirs = map(_named, sides, hashes, names)
    return base, ours, theirs


def set_weights(merged: Document, base: Document, ours: Document, theirs: Document) -> None:
    """Set the weights of a merged document, from the folders of the three documents or the state folder.

    Conflicts about weights are marked as such; if both sides have another file with unknown arrays, the document has a
    conflict.
    """
    sides = base.weights, ours.weights, theirs.weights
    was, mine, other = ((weights.file, weights.sha256) for weights in sides)
    keys = merged.keys()
    found = Weights(
        *(mine if mine != was else other),
        _of_all([weights.added for weights in sides], keys),
        _of_all([weights.arrays for weights in sides], keys),
    )
    if found.arrays and not found.file:  # the file may be missing because one side removed all weights
        found.file = ours.weights.file or theirs.weights.file or base.weights.file
    for document in (ours, theirs, base):
        found.share_sources_of(document.weights, document.folder)
    merged.weights = found
    if was not in (mine, other) and mine != other and (ours.weights.sha256 or theirs.weights.sha256):
        merged.conflicts += (Conflict("", "weights", *(weights.sha256[:8] for weights in sides)),)
    merged.conflicts = tuple(map(_told, merged.conflicts))


def keys_lost_by_git_merge(merged: Document, base: Document, ours: Document, theirs: Document) -> list[str]:
    """Return the keys of a merged document whose arrays git drops.

    If only one side has a new weight file, git uses that file, and the other side may need arrays that it lacks. A side
    has a new file if it has new arrays: one that merely needs fewer keeps its file.
    """
    was, mine, other = (document.weights.arrays for document in (base, ours, theirs))
    new = [side for side in (mine, other) if was != side and not (side and side.items() <= was.items())]
    if len(new) != 1:
        return []
    taken, arrays = {*new[0].values()}, merged.weights.arrays
    return sorted(key for key in merged.keys() & arrays.keys() if arrays[key] not in taken)


def _told(conflict: Conflict) -> Conflict:
    values = [key_of(side) if isinstance(side, str) else None for side in conflict.sides[1:]]
    return conflict._replace(what="weights") if conflict.what == "value" and all(values) else conflict


def _differ(one: str, other: str) -> bool:
    """Return whether two hashes are of different arrays; "" is unknown or missing."""
    return bool(one and other and one != other)


def _hashes(document: Document) -> dict[str, str]:
    """Return the known hashes of arrays of a document, by key."""
    weights, found = document.weights, named_arrays(document)
    for key in weights.added.keys() - found.keys():
        with contextlib.suppress(WeightsError):
            found[key] = weights.hash(key, document.folder)
    return found


def _named(document: Document, hashes: dict[str, str], names: dict[str, str]) -> Document:
    """Return a document with other keys, which names each array even if it is of an older format."""
    made, weights = with_keys(document, names) if names else document.copy(), document.weights.copy()
    if weights.sha256 and hashes:
        weights.arrays, weights.sha256 = hashes, ""
    weights.arrays = {names.get(key, key): sha256 for key, sha256 in weights.arrays.items()}
    weights.added = {names.get(key, key): ref for key, ref in weights.added.items()}
    made.weights = weights
    return made


def _of_all(sides: list[dict[str, T]], used: set[str]) -> dict[str, T]:
    """Return the used entries of three mappings, and the unused ones that one side added or both kept."""
    base, ours, theirs = sides
    found = dict[str, T]()
    for key in sorted({**base, **theirs, **ours}):
        was, mine, other = (side.get(key) for side in sides)
        one = other if mine in (None, was) and other is not None else mine
        if key in used or (mine is not None and other is not None if was is not None else True):
            found[key] = one or base[key]
    return found
