"""Weights in a merge. Arrays are not merged, but chosen: so each key is made to mean one array in all three documents,
and then an array that changed is a value that changed, and two new ones in the place of one are a conflict of values.

In files of weights the same rule holds, see `blocks.weights.merge_files`.
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
    """The three documents, or copies of them in which one key means one array. An array that one side changed keeps its
    key, of two that both changed that of ours; others get `KEY.base` and `KEY.theirs`. Documents of older formats name
    whole files still, where one of these is not to be found.
    """
    sides = base, ours, theirs
    whole = any(side.weights.sha256 and side.weights.whole(side.folder) is None for side in sides)
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
    """Give what became of three documents that were told apart the weights that it names, wherever they lie: beside
    one of them, or in the state folder. Conflicts about them are told as such; where both sides have another file of
    which the arrays are not known, that is one of the document.
    """
    sides = base.weights, ours.weights, theirs.weights
    was, mine, other = ((weights.file, weights.sha256) for weights in sides)
    keys = merged.keys()
    found = Weights(
        *(mine if mine != was else other),
        _of_all([weights.added for weights in sides], keys),
        _of_all([weights.arrays for weights in sides], keys),
    )
    if found.arrays and not found.file:  # one side has no weights any more
        found.file = ours.weights.file or theirs.weights.file or base.weights.file
    for document in (ours, theirs, base):
        found.look_besides(document.weights, document.folder)
    merged.weights = found
    if was not in (mine, other) and mine != other and (ours.weights.sha256 or theirs.weights.sha256):
        merged.conflicts += (Conflict("", "weights", *(weights.sha256[:8] for weights in sides)),)
    merged.conflicts = tuple(map(_told, merged.conflicts))


def keys_lost_by_git_merge(merged: Document, base: Document, ours: Document, theirs: Document) -> list[str]:
    """The keys that a merged document names, and whose arrays git leaves behind: where one side alone has a new file of
    weights, git takes that without asking, and the other may use what is no more in it. A side has one where it has new
    arrays, and none where it has none: one that merely needs less is saved with the file that was there.
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
    """Whether two hashes are of different arrays; "" is one that is not known, or not there."""
    return bool(one and other and one != other)


def _hashes(document: Document) -> dict[str, str]:
    """The arrays of a document, by key; without those of which nobody knows what they are."""
    weights, found = document.weights, named_arrays(document)
    for key in weights.added.keys() - found.keys():
        with contextlib.suppress(WeightsError):
            found[key] = weights.hash(key, document.folder)
    return found


def _named(document: Document, hashes: dict[str, str], names: dict[str, str]) -> Document:
    """A document with other keys, which names each of its arrays, also where it is of an older format."""
    made, weights = with_keys(document, names) if names else document.copy(), document.weights.copy()
    if weights.sha256 and hashes:
        weights.arrays, weights.sha256 = hashes, ""
    weights.arrays = {names.get(key, key): sha256 for key, sha256 in weights.arrays.items()}
    weights.added = {names.get(key, key): ref for key, ref in weights.added.items()}
    made.weights = weights
    return made


def _of_all(sides: list[dict[str, T]], used: set[str]) -> dict[str, T]:
    """What is used of three mappings, and what nobody uses, where one side has it anew or both have it still."""
    base, ours, theirs = sides
    found = dict[str, T]()
    for key in sorted({**base, **theirs, **ours}):
        was, mine, other = (side.get(key) for side in sides)
        one = other if mine in (None, was) and other is not None else mine
        if key in used or (mine is not None and other is not None if was is not None else True):
            found[key] = one or base[key]
    return found
