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
    Note,
    Page,
    Placed,
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
    **pages: str,
) -> Document:
    """Return a document with a page of blocks in a row, and more pages.

    Args:
        blocks: a text as in `page`, or ids with a type or (type, values).
        wires: more lines with wires.
        framed: the frames of blocks, if `blocks` does not have them.
        pages: the texts of other pages.
    """
    made = new_document(name)
    inputs: list[str] = []
    if isinstance(blocks, str):
        blocks, inputs = _read(blocks)
    rows = []
    for number, (block, about) in enumerate(blocks.items()):
        kind, values = about if isinstance(about, tuple) else (about, {})
        made_of = _block(block, kind, values)
        rows.append(made_of._replace(x=number * 200.0, frame=made_of.frame or (framed or {}).get(block, "")))
    Insert(name, tuple(rows), frames=frames).apply(made)
    _put_wires(made.pages[name], [*inputs, *filter(None, map(str.strip, wires.splitlines()))], catalogue)
    for other, text in pages.items():
        page(made, other, text)
    return made


def pages(**texts: str) -> Document:
    """Return a document with pages, each written as in `page`."""
    made = Document()
    for name, text in texts.items():
        page(made, name, text)
    return made


def page(document: Document, name: str, blocks: str, *wires: str, catalogue: Catalogue | None = None) -> Page:
    """Add a page: blocks as `ID TYPE pin=value pin=<A.pin,B.pin`, wires as `A.pin -> B.pin`.

    Each has its own line, or `;` after it. A value ends where the next `pin=` begins. `@frame=F` puts the block
    into a frame, and `@at=X,Y` at a place. `A -> B` is a control wire. `A.pin -> B.pin ref` states the kind of a wire.
    """
    made = document.pages[name] = Page(name)
    found, inputs = _read(blocks)
    made.blocks.update({block: _block(block, *about) for block, about in found.items()})
    _put_wires(made, [*inputs, *wires], catalogue)
    return made


def insert(blocks: str, page: str = "main", frames: tuple[Frame, ...] = (), notes: tuple[Note, ...] = ()) -> Insert:
    """Return an edit that adds blocks with their wires, as in `page`, at the beginning of their pins."""
    found, inputs = _read(blocks)
    made = Page(page)
    _put_wires(made, inputs, None)
    wires = [Placed(w, i) for pins in made.into.values() for put in pins.values() for i, w in enumerate(put)]
    return Insert(page, tuple(_block(block, *about) for block, about in found.items()), tuple(wires), frames, notes)


def _block(block: str, type_: str, values: dict[str, str]) -> Block:
    """Return a block whose place and frame may be among its values."""
    x, y = map(float, values.pop("@at", "0,0").split(","))
    return Block(block, type_, x, y, values, values.pop("@frame", ""))


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
