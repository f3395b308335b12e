"""Text of a document in a `.loom` file: see `documents`."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any

from blockloom.blocks.document.fields import FIELDS
from blockloom.blocks.document.pages import CONTROL, PLAIN, Block, Bookmark, Conflict, Item, Page, Slider, Wire
from blockloom.blocks.text.phrases import Json
from blockloom.blocks.weights.document_weights import Weights


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _number(value: float) -> int | float:
    value = round(value, 2)
    return int(value) if value == int(value) else value


def weights_text(weights: Weights) -> str:
    """Return the part of a document's file that names its weights."""
    added: dict[str, dict[str, str]] = {}
    for key, ref in sorted(weights.added.items()):
        added.setdefault(ref.sha256, {})[key] = ref.key
    head = _given(file=weights.file, sha256=weights.sha256, added=dict(sorted(added.items())))
    if not weights.arrays:
        return _json(head)
    lines = ",\n".join(f"  {_json(key)}: {_json(sha256)}" for key, sha256 in sorted(weights.arrays.items()))
    return f'{_json(head)[:-1]}{", " if head else ""}"arrays": {{\n{lines}\n }}}}'


def conflicts_text(conflicts: Iterable[Conflict]) -> str:
    """Return the part of a document's file with its conflicts, one a line."""
    rows = ({name: side for name, side in one._asdict().items() if side is not None} for one in conflicts)
    return "[\n" + ",\n".join(f" {_json(row)}" for row in rows) + "\n]"


def page_text(page: Page, uids: Mapping[str, str] = MappingProxyType({})) -> str:
    """Return the part of a document's file that is a page.

    Args:
        uids: The uids to write, by id; that of the page under "".
    """

    def json_of(items: Mapping[str, Any]) -> list[Json]:
        return [item_json(items[name]) | _given(uid=uids.get(name)) for name in sorted(items)]

    order = sorted(page.into)
    wires = (w for target in order for pin in sorted(page.into[target]) for w in page.into[target][pin])
    lists = {
        "frames": json_of(page.frames),
        "blocks": json_of(page.blocks),
        "wires": [wire_json(w) for w in wires],
        "notes": json_of(page.notes),
    }
    parts = [
        f' "{key}": [\n' + ",\n".join(f"  {_json(item)}" for item in items) + "\n ]" if items else f' "{key}": []'
        for key, items in lists.items()
    ]
    if page.bookmarks:
        marks = (f"  {_json(_bookmark_json(n, page.bookmarks[n]))}" for n in sorted(page.bookmarks))
        parts.insert(0, ' "bookmarks": [\n' + ",\n".join(marks) + "\n ]")
    if page.origin:
        parts.insert(0, f' "library": {_json(page.origin._asdict())}')
    if page.background:
        parts.insert(0, f' "background": {_json(page.background)}')
    if page.size:
        parts.insert(0, f' "size": {_json([_number(n) for n in page.size])}')
    if "" in uids:
        parts.insert(0, f' "uid": {_json(uids[""])}')
    return f'{{"name": {_json(page.name)},\n' + ",\n".join(parts) + "}"


def item_json(item: Item) -> Json:
    """Return a block, frame or note as in the file."""
    data: Json = {"id": item.id}
    fields = FIELDS[type(item)]
    data |= {field.name: getattr(item, field.name) for field in fields if field.required}
    data["at"] = [_number(item.x), _number(item.y)]
    if not isinstance(item, Block):
        data["size"] = [_number(item.width), _number(item.height)]
    for field in fields:
        if not field.required and (value := getattr(item, field.name)):
            data[field.name] = _value(value)
    return data


def _value(value: Any) -> Any:
    if isinstance(value, float):
        return _number(value)
    if not isinstance(value, Mapping):
        return value
    return {
        pin: [int(n) if n == int(n) else n for n in (one if one.step else one[:2])] if isinstance(one, Slider) else one
        for pin, one in sorted(value.items())
    }


def wire_json(wire: Wire) -> Json:
    """Return a wire as in the file."""
    if wire.kind == CONTROL:
        data: Json = {"from": wire.source, "to": wire.target, "kind": CONTROL}
    else:
        data = {"from": f"{wire.source}.{wire.source_pin}", "to": f"{wire.target}.{wire.target_pin}", "kind": wire.kind}
    if wire.look != PLAIN:
        route = [[_number(x), _number(y)] for x, y in wire.look.route]
        data |= _given(color=wire.look.color, route=route, hidden=wire.look.hidden, dashed=wire.look.dashed)
    return data


def _given(**looks: Any) -> Json:
    return {key: value for key, value in looks.items() if value}


def _bookmark_json(number: int, mark: Bookmark) -> Json:
    data: Json = {"digit": number, "at": [_number(mark.x), _number(mark.y)], "scale": round(mark.scale, 4)}
    return data | _given(name=mark.name)
