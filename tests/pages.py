"""Pages in a few words, for tests that run them: see `page` for the words."""

from __future__ import annotations

from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.document.pages import (
    TENSOR,
    WIRE_KINDS,
    Block,
    Document,
    Frame,
    Page,
    Placed,
    Wire,
    control,
    new_document,
)
from blockloom.blocks.edits import Insert

# The wires of a while loop of blocks with these ids; tests add its inputs, constants and outputs.
WHILE_WIRES = """ENTER.output -> MERGE.inputs
                 NEXT.output -> MERGE.inputs
                 MERGE.output -> LESS.x
                 LESS.z -> COND.input
                 MERGE.output -> SWITCH.data
                 COND.output -> SWITCH.pred
                 SWITCH.output_true -> ADD.x
                 ADD.z -> NEXT.data
                 SWITCH.output_false -> EXIT.data"""


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
        blocks: ids with a type or (type, values), or a text as in `page`.
        wires: a line each, `A.pin -> B.pin`, or `A -> B` for a control wire.
    """
    made = new_document(name)
    inputs: list[str] = []
    if isinstance(blocks, str):
        blocks, inputs = _read(blocks)
    rows = []
    for number, (block, about) in enumerate(blocks.items()):
        kind, values = about if isinstance(about, tuple) else (about, {})
        rows.append(Block(block, kind, number * 200.0, 0.0, values, (framed or {}).get(block, "")))
    Insert(name, tuple(rows), frames=frames).apply(made)
    for line in [*inputs, *filter(None, map(str.strip, wires.splitlines()))]:
        source, target = line.split(" -> ")
        if "." not in source:
            wire = control(source, target)
        else:
            (a, _, a_pin), (b, _, b_pin) = source.partition("."), target.partition(".")
            pin = catalogue[made.pages[name].blocks[a].type].output(a_pin)
            wire = Wire(a, a_pin, b, b_pin, pin.kind)
        Insert(name, wires=(Placed(wire, 999),)).apply(made)
    return made


def page(document: Document, name: str, blocks: str, *wires: str) -> Page:
    """Add a page: blocks as `ID TYPE pin=value pin=<A.pin,B.pin`, wires as `A.pin -> B.pin`, `;` between them.

    Values have no spaces. A type may have `~` for a space.
    """
    made = document.pages[name] = Page(name)
    found, inputs = _read(blocks)
    made.blocks.update({block: Block(block, type_, values=values) for block, (type_, values) in found.items()})
    for text in [*inputs, *wires]:
        source, target = text.split(" -> ")
        made.put_wire(control(source, target) if "." not in text else _wire(*source.split("."), *target.split(".")))
    return made


def _read(text: str) -> tuple[dict[str, tuple[str, dict[str, str]] | str], list[str]]:
    """Return the blocks and wires of a text as in `page`."""
    blocks: dict[str, tuple[str, dict[str, str]] | str] = {}
    wires = []
    for statement in filter(None, map(str.strip, text.split(";"))):
        if " -> " in statement:
            wires.append(statement)
            continue
        block, type_, *pins = statement.split()
        values: dict[str, str] = {}
        for pin, value in (one.split("=", 1) for one in pins):
            if value.startswith("<"):
                wires += [f"{source} -> {block}.{pin}" for source in value[1:].split(",")]
            else:
                values[pin] = value
        blocks[block] = type_.replace("~", " "), values
    return blocks, wires


def _wire(source: str, pin: str, target: str, target_pin: str) -> Wire:
    """Return a wire, whose kind is in the name of the outputs of optimizers, operations and references."""
    kind = pin.rpartition("_")[2]
    return Wire(source, pin, target, target_pin, kind if kind in WIRE_KINDS else TENSOR)
