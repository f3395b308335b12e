"""Pages in a few words, for tests that run them: see `page` for the words."""

from __future__ import annotations

import re

from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.document.pages import (
    CONTROL,
    TENSOR,
    WIRE_KINDS,
    Block,
    Document,
    Frame,
    Page,
    Wire,
    new_document,
)
from blockloom.blocks.edits import Insert

# A while loop of blocks around a counter: ENTER, LESS.y and what the body does with it are the test's.
WHILE = """
    MERGE Merge inputs=<ENTER.output,NEXT.output; COND LoopCond input=<LESS.z
    SWITCH Switch data=<MERGE.output pred=<COND.output; ADD AddV2 y=1 x=<SWITCH.output_true
    EXIT Exit data=<SWITCH.output_false
    """


def document(
    catalogue: Catalogue,
    blocks: dict[str, tuple[str, dict[str, str]] | str] | str,
    wires: str = "",
    name: str = "main",
    frames: tuple[Frame, ...] = (),
    framed: dict[str, str] | None = None,
) -> Document:
    """Return a document with a page of blocks in a row.

    Args:
        blocks: a text as in `page`, or ids with a type or (type, values).
        wires: more lines with wires.
        framed: the frames of blocks, if `blocks` does not have them.
    """
    made = new_document(name)
    inputs: list[str] = []
    if isinstance(blocks, str):
        blocks, inputs = _read(blocks)
    rows = []
    for number, (block, about) in enumerate(blocks.items()):
        kind, values = about if isinstance(about, tuple) else (about, {})
        frame = values.pop("@frame", "") or (framed or {}).get(block, "")
        rows.append(Block(block, kind, number * 200.0, 0.0, values, frame))
    Insert(name, tuple(rows), frames=frames).apply(made)
    _put_wires(made.pages[name], [*inputs, *filter(None, map(str.strip, wires.splitlines()))], catalogue)
    return made


def page(document: Document, name: str, blocks: str, *wires: str, catalogue: Catalogue | None = None) -> Page:
    """Add a page: blocks as `ID TYPE pin=value pin=<A.pin,B.pin`, wires as `A.pin -> B.pin`.

    Each has its own line, or `;` after it. A value ends where the next `pin=` begins. `@frame=F` puts the block
    into a frame. `A -> B` is a control wire. `A.pin -> B.pin ref` states the kind of a wire.
    """
    made = document.pages[name] = Page(name)
    found, inputs = _read(blocks)
    for block, (type_, values) in found.items():
        made.blocks[block] = Block(block, type_, frame=values.pop("@frame", ""), values=values)
    _put_wires(made, [*inputs, *wires], catalogue)
    return made


def _read(text: str) -> tuple[dict[str, tuple[str, dict[str, str]]], list[str]]:
    """Return the blocks and wires of a text as in `page`."""
    blocks: dict[str, tuple[str, dict[str, str]]] = {}
    wires = []
    for statement in filter(None, map(str.strip, re.split("[;\n]", text))):
        if " -> " in statement:
            wires.append(statement)
            continue
        head, *pins = re.split(r"\s+(?=[\w@][\w.:]*=)", statement)
        block, _, type_ = head.partition(" ")
        values: dict[str, str] = {}
        for pin, value in (one.split("=", 1) for one in pins):
            if value.startswith("<"):
                wires += [f"{source} -> {block}.{pin}" for source in value[1:].split(",")]
            else:
                values[pin] = value
        blocks[block] = type_.strip(), values
    return blocks, wires


def _put_wires(page: Page, wires: list[str], catalogue: Catalogue | None) -> None:
    """Add wires; without a catalogue, those of optimizers, operations and references state their kind by their pin."""
    for text in wires:
        source, target, *kinds = re.split(" -> | ", text)
        (a, _, a_pin), (b, _, b_pin) = source.partition("."), target.partition(".")
        type_ = catalogue.get(page.blocks[a].type) if catalogue and a in page.blocks else None
        output = type_.output(a_pin) if type_ and a_pin else None
        ending = a_pin.rpartition("_")[2] if a_pin else CONTROL
        kind = output.kind if output else ending if ending in WIRE_KINDS else TENSOR
        page.put_wire(Wire(a, a_pin, b, b_pin, *(kinds or [kind])))
