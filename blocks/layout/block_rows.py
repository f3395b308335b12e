"""Rows of a block as it is drawn: its pins, attrs and typed values; and an estimate of its size."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from typing import NamedTuple

from msgspec import Struct

from blockloom.blocks.catalogue.block_types import INTERNAL_ATTRS, Attr, BlockType, Pin
from blockloom.blocks.catalogue.parameters import SIGNATURE, is_instance
from blockloom.blocks.document.pages import LIST, REF, TENSOR, Block, split_index
from blockloom.blocks.values.dtypes import DTYPES

Point = tuple[float, float]
Rect = tuple[float, float, float, float]  # x, y, width, height


class Box(NamedTuple):
    """A block's size in canvas pixels; `ins` and `outs` map pins to (x, y) from its top left corner."""

    width: float
    height: float
    ins: Mapping[str, Point] = {}
    outs: Mapping[str, Point] = {}

    def inlet(self, pin: str) -> Point:
        """Return the end (x, y) of wires into a pin; the middle of the left edge for an unknown pin."""
        return self.ins.get(pin) or (0.0, self.height / 2)

    def outlet(self, pin: str) -> Point:
        """Return the start (x, y) of wires from a pin; the middle of the right edge for an unknown pin."""
        return self.outs.get(pin) or self.outs.get(split_index(pin)[0]) or (self.width, self.height / 2)


# Canvas pixels. On a grid of 20, wires between pins are straight.
HEAD, FIRST, PITCH = 40.0, 50.0, 20.0  # height of the head, centre of the first row of pins, distance between rows
LABEL, TITLE_X = 16.0, 39.0  # distance from the left edge to labels, and to id and type in the head
RESULT, SEVERAL = 24.0, 20.0  # height of a result row, if there is one result or several
# Width of a block: least, most; most of a typed value, an output's label.
LEAST, MOST, FIELD, OUTPUT = 130.0, 280.0, 110.0, 120.0
LEAST_HEIGHT, LEAST_BARE = 112.0, 70.0  # least height of a block with results, and without
BESIDE = 64.0  # most width that a typed value next to an output adds
FOOT = 8.0  # space under the last row of a block without results
WIRE, WIRES = 10.0, 9  # distance between wires into one list pin, for up to this many wires; more share the height
RESULTS = 4  # most result rows; further outputs are in the results window
SHORT = 18  # most characters of an attr's value that shares its row with others
_BOLD, _PLAIN = 8.2, 6.6  # approximate width of a character in a title, and elsewhere


class BlockRow(Struct, frozen=True):
    """A pin or attr at the left of a block. `role` is input, attr or unknown, `state` typed, missing, wired or ""."""

    name: str
    role: str
    pin: Pin | Attr | None
    text: str
    state: str


def can_type(pin: Pin | Attr | None) -> bool:
    """Return whether a value can be typed into a pin or attr: all attrs, and tensors of dtypes that have literals."""
    if isinstance(pin, Attr):
        return True
    if pin is None or pin.kind not in (TENSOR, LIST) or pin.dtype in DTYPES and DTYPES[pin.dtype].family == "opaque":
        return False
    # A list pin of a composite block for any outputs accepts no literals.
    return pin.kind == TENSOR or bool(pin.dtype or pin.type_attr or pin.type_list_attr)


class BlockRows(Struct, frozen=True):
    """Rows at the left of a block: one for each of `pins`, below them `lines` of short attrs."""

    pins: list[BlockRow]
    lines: list[list[BlockRow]]


def rows(
    type_: BlockType | None, typed: Mapping[str, str], wired: Collection[str], sliders: Collection[str] = ()
) -> BlockRows:
    """Return the rows at the left of a block: its inputs, and its typed or missing attrs.

    The inspector has the other attrs. Attrs with a long value or a slider have rows like those of inputs.
    """
    pins: list[BlockRow] = []
    attrs: list[BlockRow] = []
    if type_:
        for pin in type_.inputs:
            if pin.name in wired:
                pins.append(BlockRow(pin.name, "input", pin, "", "wired"))
            elif pin.name in typed:
                pins.append(BlockRow(pin.name, "input", pin, typed[pin.name], "typed"))
            elif can_type(pin) and (pin.default or not pin.optional):
                pins.append(BlockRow(pin.name, "input", pin, pin.default or (pin.dtype or "value"), "missing"))
            else:
                pins.append(BlockRow(pin.name, "input", pin, "", ""))
        inferred = type_.inferred
        for attr in type_.attrs:
            if attr.name in typed:
                attrs.append(BlockRow(attr.name, "attr", attr, typed[attr.name], "typed"))
            elif attr.required and attr.name not in inferred:
                attrs.append(BlockRow(attr.name, "attr", attr, attr.type, "missing"))
            elif is_instance(type_.name):  # the parameters of a page are the main values of its instances
                attrs.append(BlockRow(attr.name, "attr", attr, shown_default(attr), "missing"))
    have = {row.name for row in pins + attrs}
    for row in attrs:
        if not _is_short(row, sliders):
            pins.append(row)
    pins += [
        BlockRow(name, "unknown", None, typed.get(name, ""), "typed" if name in typed else "wired")
        for name in sorted({*wired, *typed} - INTERNAL_ATTRS.keys())
        if name and name not in have
    ]
    title = type_.title if type_ is not None else ""
    room = min(max(TITLE_X + _PLAIN * len(title), LEAST), MOST) - LABEL - 10
    return BlockRows(pins, _packed([row for row in attrs if _is_short(row, sliders)], int(room / _PLAIN)))


def _is_short(row: BlockRow, sliders: Collection[str]) -> bool:
    attr = row.pin
    return isinstance(attr, Attr) and attr.type != "tensor" and len(row.text) <= SHORT and row.name not in sliders


def _packed(attrs: list[BlockRow], letters: int) -> list[list[BlockRow]]:
    """Return attrs in lines of at most `letters` characters, so that lines are the same without a window."""
    lines: list[list[BlockRow]] = []
    left = 0
    for row in attrs:
        needs = len(row.name) + len(row.text) + 3
        if needs > left:
            lines.append([])
            left = letters
        lines[-1].append(row)
        left -= needs
    return lines


def tall(wires: int) -> float:
    """Return the height of the row of a list pin with a number of wires: whole rows, in canvas pixels."""
    return PITCH * max(1, -(-WIRE * min(wires, WIRES) // PITCH))


def heights(type_: BlockType | None, left: BlockRows, wires: Mapping[str, int]) -> list[float]:
    """Return the heights of the rows of pins; `wires` has the number of wires of each."""
    return [tall(wires.get(row.name, 0)) if isinstance(row.pin, Pin) and row.pin.list else PITCH for row in left.pins]


def strip(results: int) -> float:
    """Return the height of the result rows at the bottom of a block, in canvas pixels."""
    return RESULT if results == 1 else SEVERAL * results + 4 * (results > 0)


def first_line(type_: BlockType | None, pins: float, outputs: int) -> float:
    """Return the top of the lines of attrs, below rows of pins with the height `pins`, in canvas pixels.

    Lines of attrs are below the outputs too, except on blocks for inputs and outputs of a page.
    """
    close = type_ is not None and type_.name in SIGNATURE
    return HEAD + (pins if close else max(pins, PITCH * outputs))


def block_height(type_: BlockType | None, pins: float, outputs: int, lines: int, results: int) -> float:
    """Return the height of a block whose rows of pins have the height `pins`, in canvas pixels."""
    body = max(first_line(type_, pins, outputs) + PITCH * lines, HEAD + PITCH * outputs)
    least = LEAST_HEIGHT if type_ is None or type_.name not in SIGNATURE else 0.0
    return max(body + strip(results), least) if results else max(body + FOOT, LEAST_BARE)


def shown_default(attr: Attr) -> str:
    """Return the default of a parameter as typed text; "" for none."""
    if isinstance(attr.default, str):
        return attr.default
    return "" if attr.default is None else json.dumps(attr.default)


def valued(outputs: Collection[Pin]) -> list[Pin]:
    """Return the outputs that have a row for their value in a run."""
    return [pin for pin in outputs if pin.kind in (TENSOR, REF, LIST)][:RESULTS]


def estimated(block: Block, type_: BlockType | None, wires: Mapping[str, int] = {}) -> Box:
    """Return the box of a block without a window; `wires` has the number of wires of each pin.

    Height and pins are exact; the width is estimated from numbers of characters.
    """
    left, outputs = rows(type_, block.values, wires, block.sliders), type_.outputs if type_ is not None else ()
    title = type_.title if type_ is not None else block.type
    width = max(LEAST, TITLE_X + 10 + max(_BOLD * len(block.id), _PLAIN * len(title)))
    tops, y = list[float](), HEAD
    for i, (row, height) in enumerate(zip(left.pins, heights(type_, left, wires), strict=True)):
        other = min(OUTPUT, _PLAIN * len(outputs[i].name)) + 14 if i < len(outputs) else 0.0
        shown = row.state in ("typed", "missing")
        field = min(BESIDE if other else FIELD, max(30.0, _PLAIN * len(row.text) + 12)) + 6 if shown else 0.0
        width = max(width, LABEL + _PLAIN * len(row.name) + field + 12 + other)
        tops.append(y + height / 2)
        y += height
    for pin in outputs[len(left.pins) :]:
        width = max(width, LABEL + min(OUTPUT, _PLAIN * len(pin.name)) + 26)
    close = type_ is not None and type_.name in SIGNATURE
    for i, line in enumerate(left.lines):
        other = min(OUTPUT, _PLAIN * len(outputs[i].name)) + 14 if close and i < len(outputs) else 0.0
        width = max(width, LABEL + sum(6.0 * (len(row.name) + len(row.text)) + 18 for row in line) + other)
    ins = {row.name: (0.0, top) for row, top in zip(left.pins, tops, strict=True)}
    after = first_line(type_, y - HEAD, len(outputs))
    for i, line in enumerate(left.lines):
        ins |= {row.name: (0.0, after + PITCH * i + PITCH / 2) for row in line}
    width = min(MOST, -(-width // 10) * 10)
    return Box(
        width,
        block_height(type_, y - HEAD, len(outputs), len(left.lines), len(valued(outputs))),
        ins,
        {pin.name: (width, FIRST + PITCH * i) for i, pin in enumerate(outputs)},
    )
