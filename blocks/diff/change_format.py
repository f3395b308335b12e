"""Names and values of changes as text on a line: in the text of a diff, and translated in the window."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from blockloom.blocks.diff.array_differences import ArrayPair, array_places
from blockloom.blocks.diff.changes import ADDED, CHANGED, MOVED, REMOVED, CellChange
from blockloom.blocks.diff.differences import Diff
from blockloom.blocks.document.addresses import address
from blockloom.blocks.document.fields import CELLS
from blockloom.blocks.document.pages import Block, Bookmark, Conflict, Frame, Note, Origin, Wire
from blockloom.blocks.files.file_writer import item_json, wire_json
from blockloom.blocks.results.output_differences import OutputDifference
from blockloom.blocks.text.phrases import Json, Phrase, phrase

NAMES = 12  # most names that are listed
_WIDE = 60  # most characters of a value
# Names of fields in changes and conflicts. Other fields are shown by their keys.
FIELDS: Mapping[str, Phrase] = {
    **{name: field.word for name, field in CELLS.items() if not field.cell},
    "id": phrase("name"),
    "page-name": phrase("name"),
    "page": phrase("page"),
    "at": phrase("moved"),
    "box": phrase("moved"),
    "look": phrase("look of wires"),
    "library": phrase("library"),
    "order": phrase("order of pages"),
    "size": phrase("size"),
    "background": phrase("background"),
    "slider": phrase("slider"),
    "bookmark": phrase("bookmark"),
    "removed": phrase("removed"),
    "page-removed": phrase("removed"),
    "cycle": phrase("a cycle of wires"),
    "weights": phrase("weights"),
    **dict.fromkeys(("array", "network"), phrase("weights")),
}
_BEFORE = 20  # shown characters before the first difference


def percent(part: float) -> str:
    """Return a share as text, in percent."""
    return f"{100 * part:.2g} %"


def format_counts(*counts: tuple[int, str]) -> str:
    """Return counts that are not 0 with their nouns: "2 blocks, 1 wire"."""
    return ", ".join(f"{count:,} {what}{'' if count == 1 else 's'}" for count, what in counts if count)


def listed(names: list[str]) -> str:
    """Return the first names, and the number of the others."""
    more = f" and {len(names) - NAMES:,} more" if len(names) > NAMES else ""
    return ", ".join(names[:NAMES]) + more


def shorten(text: str, wide: int = _WIDE) -> str:
    """Return the beginning of a text, in one line: values may be megabytes."""
    line = " ".join(text[: 4 * wide].split())
    return line if len(line) <= wide and len(text) <= 4 * wide else f"{line[: wide - 3]}..."


def format_before_after(was: Any, now: Any) -> tuple[str, str]:
    """Return two different values as text; for long texts, the part around the first difference."""
    if isinstance(was, str) and isinstance(now, str):
        was, now = (" ".join(side.split()) for side in (was, now))
        same = next((n for n, (a, b) in enumerate(zip(was, now)) if a != b), min(len(was), len(now)))
        begin = same - _BEFORE
        if begin > 0 and max(len(was), len(now)) > _WIDE:
            was, now = (f"...{side[begin:]}" for side in (was, now))
    return format_value(was), format_value(now)


def format_value(value: Any, wide: int = _WIDE) -> str:
    """Return a value of a change as text; "unset" for none."""
    if value is None:
        return phrase("unset")
    if isinstance(value, str):
        return shorten(value, wide) or '""'
    if isinstance(value, bool):
        return phrase("yes") if value else phrase("no")
    if isinstance(value, float):
        return f"{value:g}"
    if isinstance(value, Origin):
        return f"{value.file}:{value.page} {value.sha256[:8]}"
    if isinstance(value, Bookmark):
        return value.name or format_value(value[:3])
    if isinstance(value, tuple):
        return f"({', '.join(map(format_value, value))})"
    if isinstance(value, dict):  # source of a wire -> appearance
        return ", ".join(".".join(filter(None, map(str, key[:2]))) for key in value)
    return shorten(str(value), wide)


_KINDS = {ADDED: "added", REMOVED: "removed", CHANGED: "changed", MOVED: "layout"}


def diff_json(diff: Diff, arrays: Mapping[ArrayPair, OutputDifference]) -> Json:
    """Return every change, and the known differences of arrays."""
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
