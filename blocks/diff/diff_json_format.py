"""Differences of two documents as JSON for other programs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from blockloom.blocks.diff.array_differences import ArrayPair, array_places
from blockloom.blocks.diff.changes import ADDED, CHANGED, MOVED, REMOVED, CellChange
from blockloom.blocks.diff.differences import Diff
from blockloom.blocks.document.addresses import address
from blockloom.blocks.document.pages import Block, Bookmark, Conflict, Frame, Note, Origin, Wire
from blockloom.blocks.files.file_writer import item_json, wire_json
from blockloom.blocks.results.output_differences import OutputDifference
from blockloom.blocks.text.phrases import Json

_KINDS = {ADDED: "added", REMOVED: "removed", CHANGED: "changed", MOVED: "layout"}


def diff_json(diff: Diff, arrays: Mapping[ArrayPair, OutputDifference]) -> Json:
    """Return every change, and the differences of arrays as far as they are known."""
    return {
        "changes": [_change(diff, change) for change in diff.changes],
        "arrays": [
            {
                "was": pair.old,
                "now": pair.new,
                "blocks": [str(address(*place)) for place in places if place[0]],
                "difference": arrays[pair].as_json() if pair in arrays else None,
            }
            for pair, places in array_places(diff).items()
        ],
    }


def _change(diff: Diff, change: CellChange) -> Json:
    there = diff.in_b(change.page, change.item) if change.page else None
    return {
        "kind": _KINDS[change.kind],
        "page": change.page,
        "item": change.item,
        "field": change.field,
        "layout": change.layout,
        "was": _value(change.old),
        "now": _value(change.new),
        "in_b": None if there is None else {"page": there[0], "item": there[1]},
    }


def _value(value: Any) -> Any:
    if isinstance(value, Block | Frame | Note):
        return item_json(value)
    if isinstance(value, Wire):
        return wire_json(value)
    if isinstance(value, Conflict | Origin | Bookmark):
        return value._asdict()
    if isinstance(value, dict):  # source of a wire -> appearance
        return [
            {"from": f"{source}.{pin}" if pin else source, "kind": kind, "number": number, **look._asdict()}
            for (source, pin, kind, number), look in value.items()
        ]
    if isinstance(value, list | tuple):
        return [_value(one) for one in value]
    return value
