"""Extract the part of a page that determines the types of a block and of its downstream blocks.

Fixes are tried on this part instead of the whole page.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from typing import Any

from blockloom.blocks.document.pages import TENSOR, Block, Document, Page, Wire, split_index
from blockloom.blocks.lower.structure import upstream
from blockloom.blocks.values.dtypes import DTYPES
from blockloom.blocks.values.shapes import shape_text

WHOLE = 300  # blocks; a larger page is reduced to about this number
_NAMES = {about.label: name for name, about in DTYPES.items() if about.family != "opaque"}


def around(document: Document, page: str, block: str, types: Mapping[str, Mapping[str, Any]]) -> Document:
    """Return a document with the page, reduced to the surroundings of a block if the page is large.

    Downstream blocks and what they need are kept, the nearest first. Placeholders with the known `types` replace the
    other inputs.
    """
    whole, copy = document.pages[page], Document()
    copy.folder, copy.weights = document.folder, document.weights.copy()  # edits are tried on the original document
    copy.pages.update(document.pages)  # for instances of pages on the page
    part = copy.pages[page] = Page(page)
    part.frames = dict(whole.frames)
    names = set(whole.blocks)
    if len(names) > WHOLE:
        names = _nearest(whole, [block], WHOLE // 4, lambda name: [w.target for w in whole.out.get(name, ())])
        names = _nearest(whole, names, WHOLE, lambda name: [w.source for w in whole.wires_into(name)])
    border: dict[tuple[str, str], Block | None] = {}
    for wire in [wire for name in names for wire in whole.wires_into(name)]:
        if wire.source not in names and wire.source in whole.blocks:
            border[wire[:2]] = _stand_in(wire, types, len(border))
    names |= upstream(whole, [source for (source, _), new in border.items() if new is None])
    part.blocks = {name: block for name, block in whole.blocks.items() if name in names}
    part.blocks |= {new.id: new for (source, _), new in border.items() if new is not None and source not in names}
    part.put_wires([(_cut(wire, border, names, whole), None) for name in names for wire in whole.wires_into(name)])
    return copy


def _nearest(page: Page, start: Any, most: int, further: Any) -> set[str]:
    """Return the blocks to start with and their neighbours, level by level, until there are `most`."""
    found = set(start)
    todo = deque(found)
    while todo and len(found) < most:
        fresh = {name for name in further(todo.popleft()) if name in page.blocks} - found
        found |= fresh
        todo += fresh
    return found


def _stand_in(wire: Wire, types: Mapping[str, Mapping[str, Any]], number: int) -> Block | None:
    """Return a placeholder for an output; None for variables, handles, lists and unknown types."""
    stem, index = split_index(wire.source_pin)
    mine = types.get(wire.source, {})
    known = mine.get(wire.source_pin) or mine.get(stem)
    if known and isinstance(known[0], list | tuple):
        known = known[index] if index is not None and index < len(known) else None
    if wire.kind != TENSOR or not known or known[0] not in _NAMES:
        return None
    shape = "?" if known[1] is None else shape_text(known[1])
    return Block(f"border {number}", "Placeholder", values={"dtype": _NAMES[known[0]], "shape": shape})


def _cut(wire: Wire, border: Mapping[tuple[str, str], Block | None], names: set[str], whole: Page) -> Wire:
    made = border.get(wire[:2])
    if made is None or wire.source in names or wire.source not in whole.blocks:
        return wire
    return wire._replace(source=made.id, source_pin="output")
