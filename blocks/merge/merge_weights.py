"""Weights in a merge.

Arrays are not merged, but chosen: each key gets one meaning in all three documents, so that a changed array is a
changed value, and an array that both sides changed is a conflict of values. The same rule applies to weight files, see
`blocks.weights.merge_files`.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple, TypeVar

from blockloom.blocks.catalogue.parameters import page_of_type
from blockloom.blocks.diff.changes import Key, item_cells, named_arrays, with_cell
from blockloom.blocks.document.pages import Block, Conflict, Document
from blockloom.blocks.document.weight_keys import with_keys
from blockloom.blocks.infer.page_uses import Types, function_values
from blockloom.blocks.merge.merge_sides import MergeSide
from blockloom.blocks.merge.pending_conflicts import PendingConflict
from blockloom.blocks.weights.document_weights import StateFolderArray, Weights, key_of, keys_in
from blockloom.blocks.weights.merge_files import BASE, THEIRS, free_key
from blockloom.blocks.weights.weight_format import WeightsError

T = TypeVar("T", str, StateFolderArray)


def with_unique_keys(base: Document, ours: Document, theirs: Document) -> tuple[Document, Document, Document]:
    """Return the three documents, or copies of them in which each key has one array.

    An array that one side changed keeps its key. If both changed it, the array of ours does. Other arrays get
    `KEY.base` and `KEY.theirs`. Documents of older formats still name whole files, if one of these is not found.
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


# A network is a page with the pages that it uses, and those that name one of its arrays. A mix of arrays trained by
# each side would be a network that nobody trained.


class _Value(NamedTuple):
    """The value of a pin in base and on both sides, at least one of which names arrays."""

    key: Key
    base: Any
    ours: Any
    theirs: Any


def trained_twice(base: Document, ours: MergeSide, theirs: MergeSide, catalogue: Types) -> Iterator[PendingConflict]:
    """Yield a conflict for each network of which both sides changed arrays; the result has ours."""
    values = [*_changed(ours, theirs), *_added(ours, theirs)]
    if not _would_mix(values):
        return
    network = _networks([base, ours.aligned.document, theirs.aligned.document], catalogue)
    groups: dict[str, list[_Value]] = {}
    for value in values:
        groups.setdefault(network.get(value.key[0], value.key[0]), []).append(value)
    for group in groups.values():
        if len(group) > 1 and _would_mix(group):
            places = [(page, item, field.partition(":")[2]) for page, item, field in (value.key for value in group)]
            sides = [tuple(zip(places, side)) for side in zip(*(value[1:] for value in group))]
            yield PendingConflict(group[0].key[0], "", "", "network", *sides)
            for value in group:
                _take_ours(theirs, value)


def _would_mix(values: Iterable[_Value]) -> bool:
    """Return whether the result would equal neither ours nor theirs."""
    differing = [value for value in values if value.ours != value.theirs]
    return any(value.ours != value.base for value in differing) and any(
        value.theirs != value.base for value in differing
    )


def _changed(ours: MergeSide, theirs: MergeSide) -> Iterator[_Value]:
    for key in dict.fromkeys((*ours.changes, *theirs.changes)):
        changes = ours.changes.get(key), theirs.changes.get(key)
        change = changes[0] or changes[1]
        if change is not None and change.name == "value":
            value = _Value(key, change.old, *(change.old if one is None else one.new for one in changes))
            if keys_in(text for text in value[1:] if text is not None):
                yield value


def _added(ours: MergeSide, theirs: MergeSide) -> Iterator[_Value]:
    """Yield the values of blocks that both sides added."""
    for (page, item, field), mine in ours.changes.items():
        other = theirs.changes.get((page, item, ""))
        if field or other is None or not (isinstance(mine.new, Block) and isinstance(other.new, Block)):
            continue
        for cell in item_cells(page, item, mine.new, other.new):
            if cell.name == "value" and keys_in(text for text in (cell.old, cell.new) if text is not None):
                yield _Value(cell.key, None, cell.old, cell.new)


def _take_ours(theirs: MergeSide, value: _Value) -> None:
    page, item, field = value.key
    added = theirs.changes.get((page, item, ""))
    if added is not None and isinstance(added.new, Block):
        theirs.changes[added.key] = added._replace(new=with_cell(added.new, field, value.ours))
    theirs.changes.pop(value.key, None)


def _networks(documents: Iterable[Document], catalogue: Types) -> dict[str, str]:
    """Return a page of the network to which each page belongs: the same one for all pages of a network."""
    first: dict[str, str] = {}

    def root(name: str) -> str:
        while (above := first.setdefault(name, name)) != name:
            name = above
        return name

    for document in documents:
        for page in document.pages.values():
            for block in page.blocks.values():
                uses = [name for _, _, names in function_values(block, catalogue) for name in names]
                # Weights are treated like pages here.
                uses += [f"weights:{key}" for key in keys_in(block.values.values())]
                for name in (*uses, page_of_type(block.type)):
                    if name:
                        first[root(name)] = root(page.name)
    return {name: root(name) for name in first}
