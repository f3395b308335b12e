"""The rows of a block as it is drawn: its pins, attrs and typed-in values; and about how large that makes it."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from typing import NamedTuple

from blockloom.blocks.catalogue.block_types import INTERNAL_ATTRS, Attr, BlockType, Pin
from blockloom.blocks.catalogue.signature import SIGNATURE, page_of_type
from blockloom.blocks.document.pages import LIST, REF, TENSOR, Block
from blockloom.blocks.layout.boxes import Box
from blockloom.blocks.values.dtypes import DTYPES

# Canvas pixels: centre of the first row of pins, distance of rows, from the left edge to labels, height of a result
# row, space under the last row, width of a block, most of a typed-in value, most of an output's label.
FIRST, PITCH, LABEL, RESULT, FOOT, LEAST, MOST, FIELD, OUTPUT = 52.0, 18.0, 17.0, 16.0, 9.0, 120.0, 280.0, 104.0, 120.0
RESULTS = 4  # result rows at most; further outputs are in the results window
_BOLD, _PLAIN = 7.6, 6.1  # about the width of a letter in a title and elsewhere


class Row(NamedTuple):
    """A row at the left of a block. `role` is scope, input, attr or unknown, `state` typed, missing, wired or ""."""

    name: str
    role: str
    pin: Pin | Attr | None
    text: str
    state: str


def can_type(pin: Pin | Attr | None) -> bool:
    """Whether a value can be typed into a pin or attr: all attrs, and tensors of dtypes that have literals."""
    if isinstance(pin, Attr):
        return True
    if pin is None or pin.kind not in (TENSOR, LIST) or pin.dtype in DTYPES and DTYPES[pin.dtype].family == "opaque":
        return False
    # A composite's list of any outputs has no spelling.
    return pin.kind == TENSOR or bool(pin.dtype or pin.type_attr or pin.type_list_attr)


def rows(type_: BlockType | None, typed: Mapping[str, str], wired: Collection[str]) -> list[Row]:
    """The rows at the left of a block: its inputs and its typed or missing attrs. Others are left to the inspector."""
    quiet = type_ is not None and type_.name in SIGNATURE
    left = [] if quiet else [Row("Scope", "scope", None, "", "")]
    if type_:
        for pin in type_.inputs:
            if pin.name in wired:
                left.append(Row(pin.name, "input", pin, "", "wired"))
            elif pin.name in typed:
                left.append(Row(pin.name, "input", pin, typed[pin.name], "typed"))
            elif can_type(pin) and (pin.default or not pin.optional):
                left.append(Row(pin.name, "input", pin, pin.default or (pin.dtype or "value"), "missing"))
            else:
                left.append(Row(pin.name, "input", pin, "", ""))
        inferred = type_.inferred
        for attr in type_.attrs:
            if attr.name in typed:
                left.append(Row(attr.name, "attr", attr, typed[attr.name], "typed"))
            elif attr.required and attr.name not in inferred:
                left.append(Row(attr.name, "attr", attr, attr.type, "missing"))
            elif page_of_type(type_.name):  # parameters of a page are what its instances are about
                left.append(Row(attr.name, "attr", attr, shown_default(attr), "missing"))
    have = {row.name for row in left if row.role != "scope"}
    return left + [
        Row(name, "unknown", None, typed.get(name, ""), "typed" if name in typed else "wired")
        for name in sorted({*wired, *typed} - INTERNAL_ATTRS.keys())
        if name and name not in have
    ]


def shown_default(attr: Attr) -> str:
    """The default of a parameter as it would be typed; "" for none."""
    if isinstance(attr.default, str):
        return attr.default
    return "" if attr.default is None else json.dumps(attr.default)


def valued(outputs: Collection[Pin]) -> list[Pin]:
    """The outputs that have a row for their value in a run."""
    return [pin for pin in outputs if pin.kind in (TENSOR, REF, LIST)][:RESULTS]


def estimated(block: Block, type_: BlockType | None, wired: Collection[str] = ()) -> Box:
    """The box of a block without a window: its height and pins are exact, its width is estimated from numbers of
    letters."""
    left, outputs = rows(type_, block.values, wired), type_.outputs if type_ is not None else ()
    width = max(LEAST, _BOLD * len(block.id) + 24, _PLAIN * len(type_.title if type_ is not None else block.type) + 24)
    for i in range(max(len(left), len(outputs))):
        label = left[i] if i < len(left) else None
        field = (
            min(FIELD, max(30.0, _PLAIN * len(label.text) + 9)) + 6
            if label is not None and label.state in ("typed", "missing")
            else 0.0
        )
        other = min(OUTPUT, _PLAIN * len(outputs[i].name)) + 14 if i < len(outputs) else 0.0
        width = max(width, LABEL + (_PLAIN * len(label.name) if label is not None else 0.0) + field + 12 + other)
    width = min(MOST, -(-width // 10) * 10)
    height = FIRST + PITCH * max(len(left), len(outputs)) - 4 + RESULT * len(valued(outputs)) + FOOT
    return Box(
        width,
        height,
        {row.name: (0.0, FIRST + PITCH * i) for i, row in enumerate(left) if row.role != "scope"},
        {pin.name: (width, FIRST + PITCH * i) for i, pin in enumerate(outputs)},
    )
