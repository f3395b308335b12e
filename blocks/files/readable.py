"""Documents as lines for people and for `git diff`: one for each value and wire, below its block.

Positions and appearance are a single line for each page, which differs if any of them does.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from typing import Any

from blockloom.blocks.document.pages import (
    BYPASS,
    CONTROL,
    MUTE,
    PAUSE_BEFORE,
    TENSOR,
    Block,
    Document,
    Frame,
    Note,
    Page,
    Wire,
)
from blockloom.blocks.infer.breakpoint_text import pauses
from blockloom.blocks.weights.weight_files import WeightsFile

_LONGEST = 300  # most characters of a value in its line
_MODES = {MUTE: "muted", BYPASS: "bypassed"}
_HASH = 12  # digits of a hash, enough to identify it


def document_lines(document: Document) -> Iterator[str]:
    """Yield the lines of a document, without line ends.

    Lines of blocks, frames and notes begin with an address; their values and wires are indented.
    """
    weights = document.weights
    if weights.sha256:
        yield f"weights: {weights.file} {weights.sha256[:_HASH]}"
    for key, sha256 in sorted(weights.arrays.items()):
        yield f"weights {key}: {sha256[:_HASH]}"
    for conflict in document.conflicts:
        sides = zip(("base", "ours", "theirs"), conflict.sides)
        said = ", ".join(f"{name} {_side(value)}" for name, value in sides if value is not None)
        yield f"conflict at {conflict.at or 'the document'}, {conflict.what}: {said}"
    for page in document.pages.values():
        yield from _page(page)


def weights_lines(file: WeightsFile) -> Iterator[str]:
    """Yield the lines of a file of weights: key, dtype, shape and the beginning of the array's hash."""
    for key, entry in sorted(file.entries.items()):
        dtype = entry.dtype or entry.file_dtype
        yield f"{key}: {dtype} {list(entry.shape)} {file.hashes.get(key, '')[:_HASH]}".rstrip()


def _page(page: Page) -> Iterator[str]:
    yield f"page {page.name}"
    if page.origin:
        yield f"    a copy of {page.origin.page} in {page.origin.file}, {page.origin.sha256[:_HASH]}"
    for frame in _sorted(page.frames):
        yield f"{page.name}/{frame.id}: frame {_line(frame.title)}"
        yield from _given(device=frame.device, frame=frame.frame)
    for block in _sorted(page.blocks):
        yield f"{page.name}/{block.id}: {block.type}"
        yield from _block(block, page)
    for note in _sorted(page.notes):
        yield f"{page.name}/{note.id}: note"
        yield from (f"    {line}".rstrip() for line in note.text.splitlines())
    yield f"layout of {page.name}: {_layout(page)}"


def _sorted(items: Any) -> list[Any]:
    return [items[name] for name in sorted(items)]


def _block(block: Block, page: Page) -> Iterator[str]:
    for pin, text in sorted(block.values.items()):
        yield f"    {pin} = {_line(text)}"
    into = page.into.get(block.id, {})
    for pin in sorted(into):
        for wire in into[pin]:
            yield f"    {_wire(wire)}"
    yield from _given(frame=block.frame)
    if block.mode:
        yield f"    {_MODES[block.mode]}"
    for place, pause in pauses(block.pause).items():
        when = f"before {place or 'it'}" if pause == PAUSE_BEFORE else f"where {_line(pause)}"
        yield f"    runs pause {when}" + (f", in {place} inside of it" if place and pause != PAUSE_BEFORE else "")
    for pin, slider in sorted(block.sliders.items()):
        step = f" in steps of {slider.step}" if slider.step else ""
        yield f"    slider of {pin}: {slider.least} to {slider.most}{step}"
    for pin, name in sorted(block.names.items()):
        yield f"    node of {pin}: {name}" if pin else f"    node: {name}"


def _wire(wire: Wire) -> str:
    if wire.kind == CONTROL:
        return f"after {wire.source}"
    kind = "" if wire.kind == TENSOR else f" ({wire.kind})"
    return f"{wire.target_pin} <- {wire.source}.{wire.source_pin}{kind}"


def _given(**texts: str) -> Iterator[str]:
    return (f"    {name}: {_line(text)}" for name, text in texts.items() if text)


def _line(text: str) -> str:
    """Return a text as one line; a long one is shortened, with a hash of the whole text."""
    if len(text) > _LONGEST:
        sha256 = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:_HASH]
        return f"{_line(text[:_LONGEST])} ... ({len(text):,} characters, {sha256})"
    return text if text.isprintable() else json.dumps(text, ensure_ascii=False)


def _side(value: Any) -> str:
    return _line(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False))


def _layout(page: Page) -> str:
    """Return a hash of the appearance of a page."""
    items: Iterable[Block | Frame | Note] = (*page.frames.values(), *page.blocks.values(), *page.notes.values())
    looks = [
        *sorted((item.id, *_rounded(item.x, item.y), *_look(item)) for item in items),
        *sorted((str(wire), wire.look) for wire in page.wires() if any(wire.look)),
        page.size,
        page.background,
        sorted(page.bookmarks.items()),
    ]
    return hashlib.sha256(repr(looks).encode("utf-8", "surrogatepass")).hexdigest()[:_HASH]


def _look(item: Block | Frame | Note) -> tuple[Any, ...]:
    match item:
        case Block():
            return (item.color,)
        case Frame():
            return *_rounded(item.width, item.height), item.collapsed
        case Note():
            box = _rounded(item.width, item.height)
            return *box, item.color, item.fill, float(item.font), item.bold, item.shape


def _rounded(*numbers: float) -> tuple[float, ...]:
    """Return numbers rounded as in a file."""
    return tuple(round(float(number), 2) for number in numbers)
