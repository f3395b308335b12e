"""Arrays of one network as one decision: if both sides trained it, their changes become one conflict.

A network is a page with the pages that it uses, and those that name one of its arrays. A mix of arrays trained by each
side would be a network that nobody trained.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from blockloom.blocks.catalogue.page_signature import page_of_type
from blockloom.blocks.diff.changes import Key, item_cells, with_cell
from blockloom.blocks.document.pages import Block, Document
from blockloom.blocks.infer.page_uses import Types, function_values
from blockloom.blocks.merge.merge_sides import MergeSide
from blockloom.blocks.merge.pending_conflicts import PendingConflict
from blockloom.blocks.weights.document_weights import keys_in


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
