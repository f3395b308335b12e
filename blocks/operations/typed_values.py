"""Values of pins and attrs, and conversions between these and Const blocks."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from blockloom.blocks.catalogue.block_types import Attr, BlockType, Pin
from blockloom.blocks.document.literal_cache import check_tensor
from blockloom.blocks.document.pages import (
    CONTROL,
    FEED,
    GRADIENTS,
    OPERATION,
    OPTIMIZER,
    TENSOR,
    Block,
    Page,
    Placed,
    Wire,
)
from blockloom.blocks.edits import CompositeEdit, Edit, EditError, Insert, Remove, SetValue
from blockloom.blocks.infer.wire_rules import WireRules, target_of
from blockloom.blocks.operations.change import PageChange, count_label
from blockloom.blocks.operations.measures import Measures
from blockloom.blocks.text.phrases import phrase
from blockloom.blocks.values import literals
from blockloom.blocks.values.dtypes import DTYPES, dtype_name, dtype_names

CONST = "Const"
_WIRES_ONLY = (OPERATION, FEED, OPTIMIZER, GRADIENTS, CONTROL)
_WORD = r"[^\s\[\]{}(),;]+"
# The most frequent dtypes come first, dtypes without literals last.
_FIRST = ("DT_FLOAT", "DT_DOUBLE", "DT_INT32", "DT_INT64", "DT_BOOL", "DT_STRING")
_DTYPES = sorted(
    DTYPES, key=lambda name: (_FIRST.index(name) if name in _FIRST else len(_FIRST), DTYPES[name].family == "opaque")
)
_GAP = 60.0  # canvas pixels between a block and the Const of its value


def set_value(page: Page, block: str, pin: str, text: str | None) -> PageChange | None:
    """Set the value of a pin or attr, None to clear it; None if nothing changes, or the block no longer exists."""
    placed_block = page.blocks.get(block)
    if placed_block is None or placed_block.values.get(pin) == text:
        return None
    return PageChange(SetValue(page.name, block, pin, text), phrase("Set {0}", f"{block}.{pin}"))


def clear_value(page: Page, block: str, pin: str) -> PageChange:
    """Clear the value of a pin or attr."""
    return PageChange(SetValue(page.name, block, pin, None), phrase("Clear {0}", f"{block}.{pin}"))


def normalize_value(pin: Pin | Attr | None, text: str) -> str:
    """Return a typed value as the document stores it: dtypes by name (DT_FLOAT), other texts unchanged."""
    if isinstance(pin, Attr) and pin.type in ("type", "list(type)"):
        return re.sub(_WORD, lambda word: dtype_name(word[0]) or word[0], text)
    return text


def _tensor_input(page: Page, catalogue: Mapping[str, BlockType], block: str, pin: str) -> bool:
    placed_block = page.blocks.get(block)
    block_type = placed_block and catalogue.get(placed_block.type)
    input_pin = block_type and block_type.input(pin)
    return isinstance(input_pin, Pin) and input_pin.kind == TENSOR and not input_pin.list


def can_extract(page: Page, catalogue: Mapping[str, BlockType], block: str, pin: str) -> bool:
    """Return whether the value of a pin can become a Const block."""
    return (
        _tensor_input(page, catalogue, block, pin)
        and pin in page.blocks[block].values
        and CONST in catalogue
        and not page.wires_into(block, pin)
    )


def extract_consts(rules: WireRules, pins: Sequence[tuple[str, str]], measures: Measures) -> PageChange:
    """Turn the values of pins (block, pin) into Const blocks wired to them; see `can_extract`.

    Raises:
        EditError: No pin is given.
    """
    page, rows = rules.page, Counter[str]()
    parts: list[Edit] = []
    if not pins:
        raise EditError(phrase("Select blocks with values typed into their inputs"))
    names = page.free_ids(pin.upper() for _, pin in pins)
    for (block, pin), name in zip(pins, names, strict=True):
        have = page.blocks[block]
        known = rules.inference.known.get(block)
        sink = rules.catalogue[have.type].known_input(pin)
        dtype = sink.dtype or (known.attrs.get(sink.type_attr) if known and sink.type_attr else None)
        typed = {"value": have.values[pin]} | ({"dtype": dtype} if isinstance(dtype, str) else {})
        new = Block(name, CONST, values=typed)
        box = measures.box(new)
        below = rows[block] * (box.height + 20)
        rows[block] += 1
        _, y = measures.box(have).inlet(pin)
        new = measures.block_at(new, have.x - box.width - _GAP, have.y + y - box.outlet("output")[1] + below)
        wire = Placed(Wire(new.id, "output", block, pin), 0)
        parts += [SetValue(page.name, block, pin, None), Insert(page.name, (new,), (wire,))]
    return PageChange(
        CompositeEdit(tuple(parts)),
        count_label([f"{b}.{p}" for b, p in pins], phrase("Make a block of {0}"), phrase("Make {0} blocks of values")),
    )


def can_inline_const(page: Page, catalogue: Mapping[str, BlockType], wire: Wire) -> bool:
    """Return whether the source of a wire is a Const block whose value can be typed at the target pin."""
    source = page.blocks.get(wire.source)
    return (
        source is not None
        and source.type == CONST
        and "value" in source.values
        and wire.kind == TENSOR
        and _tensor_input(page, catalogue, wire.target, wire.target_pin)
    )


def inlinable_wires(page: Page, catalogue: Mapping[str, BlockType], names: Collection[str]) -> list[Wire]:
    """Return the wires into these blocks that `inline_consts` can replace."""
    return [
        w for n in sorted(names) if n in page.blocks for w in page.wires_into(n) if can_inline_const(page, catalogue, w)
    ]


def inline_consts(rules: WireRules, wires: Sequence[Wire]) -> PageChange:
    """Type the values of Const blocks at the targets of their wires (see `can_inline_const`).

    Const blocks without other users are removed.

    Raises:
        EditError: No wire is given.
    """
    page = rules.page
    parts: list[Edit] = []
    if not wires:
        raise EditError(phrase("Select blocks that Const blocks feed"))
    these = set(wires)
    gone = {w.source for w in wires if these.issuperset(page.wires_from(w.source)) and not page.wires_into(w.source)}
    for wire in wires:
        source, target = page.blocks[wire.source], page.blocks[wire.target]
        sink = rules.catalogue[target.type].known_input(wire.target_pin)
        parts += [
            Remove(page.name, wires=(page.placed(wire),)),
            SetValue(page.name, wire.target, wire.target_pin, source.values["value"]),
        ]
        attr, dtype = sink.type_attr if sink.dtype is None else "", source.values.get("dtype")
        if attr and dtype and rules.shared(target_of(wire), sink) is None:
            parts.append(SetValue(page.name, wire.target, attr, dtype))  # the text alone may imply another dtype
    parts.append(Remove(page.name, tuple(sorted(gone))))
    return PageChange(
        CompositeEdit(tuple(parts)),
        count_label([f"{w.target}.{w.target_pin}" for w in wires], phrase("Type in {0}"), phrase("Type in {0} values")),
    )


def required_dtype(rules: WireRules, block: str, pin: str) -> str | None:
    """Return the dtype that a value of a pin must have, if it is known before the value."""
    have, known = rules.page.blocks[block], rules.inference.known.get(block)
    type_ = rules.catalogue.get(have.type)
    return _wanted(rules.page, have, type_, known.attrs if known else {}, pin) if type_ is not None else None


def _wanted(page: Page, block: Block, type_: BlockType, attrs: Mapping[str, Any], pin: str) -> str | None:
    sink = type_.input(pin)
    if sink is None or sink.dtype or not sink.type_attr:
        return sink.dtype if sink is not None else None
    typed = sink.type_attr in block.values
    others = any(p.type_attr == sink.type_attr and page.wires_into(block.id, p.name) for p in type_.inputs)
    dtype = attrs.get(sink.type_attr) if typed or others else None
    return dtype if isinstance(dtype, str) else None


def value_error(
    page: Page, block: Block, type_: BlockType | None, attrs: Mapping[str, Any], pin: str, text: str
) -> tuple[str, int]:
    """Return the reason why a text is not a value for a pin or attr, and the character, from 0, of the error.

    ("", 0) if it is valid. A dtype that only the value determines may change.

    Args:
        attrs: The block's known attrs.
    """
    kind = (type_.input(pin) or type_.attr(pin)) if type_ is not None else None
    if type_ is None or kind is None:
        return "", 0
    typed = dtype_name(block.values.get("dtype", "")) if isinstance(kind, Attr) else None
    return _trouble(kind, text, typed or _wanted(page, block, type_, attrs, pin))


def check_value(pin: Pin | Attr | None, text: str, dtype: str | None) -> str:
    """Return the reason why a text is not a value for a pin or attr, "" if it is one.

    Args:
        dtype: The required dtype of a tensor, if known.
    """
    return _trouble(pin, text, dtype)[0]


def _trouble(pin: Pin | Attr | None, text: str, dtype: str | None) -> tuple[str, int]:
    try:
        if isinstance(pin, Attr):
            if pin.type in ("tensor", "list(tensor)"):
                check_tensor(text, dtype)
                return "", 0
            value = literals.attr(text, pin.type)
            plain = [
                v.decode("utf-8", "replace") if isinstance(v, bytes) else v
                for v in (value if isinstance(value, list) and pin.type != "shape" else [value])
            ]
            allowed = pin.allowed or plain
            wrong = [v for v in plain if v not in allowed]
            if wrong:
                return phrase("{0} is not allowed; choose from {1}", wrong[0], ", ".join(map(str, allowed[:10]))), 0
            if pin.minimum is not None and pin.type == "int" and value < pin.minimum:
                return phrase("the minimum is {0}", pin.minimum), 0
            if pin.minimum is not None and pin.type.startswith("list(") and len(value) < pin.minimum:
                return phrase("at least {} elements are required", pin.minimum), 0
        elif pin is not None and pin.kind in _WIRES_ONLY:
            return phrase("this pin takes wires only"), 0
        elif pin is not None and pin.list:
            literals.tensors(text, dtype, check_tensor)
        else:
            check_tensor(text, dtype)
    except literals.ValueSyntaxError as error:
        return str(error), error.position
    return "", 0


def value_choices(pin: Pin | Attr | None, pages: Sequence[str] = (), likely: object = None) -> list[str]:
    """Return the possible values if they are few, with the `likely` one (an inferred dtype) first, else [].

    Args:
        pages: The names for a func attr.
    """
    if parse_bool(pin, "") is not None:
        return [*_TRUTHS]
    if not isinstance(pin, Attr):
        return []
    words = (
        [str(value) for value in pin.allowed]
        if pin.allowed
        else {"type": _DTYPES, "list(type)": _DTYPES, "func": list(pages)}.get(pin.type, [])
    )
    return sorted(words, key=lambda name: (name != likely, _DTYPES.index(name) if name in _DTYPES else 0))


def filter_choices(words: Sequence[str], text: str) -> list[str]:
    """Return the choices that match a typed text: they contain it, or it is another name of the dtype."""
    text = text.strip().lower()
    return [word for word in words if text in word.lower() or text and word in dtype_names(text)]


_TRUTHS = {"true": True, "false": False}


def parse_bool(pin: Pin | Attr | None, text: str | None) -> bool | None:
    """Return the bool in a text of a bool pin or attr, without a text the default; None for others."""
    if pin is None or not (
        pin.type == "bool" if isinstance(pin, Attr) else pin.dtype == "DT_BOOL" and pin.kind == TENSOR and not pin.list
    ):
        return None
    return _TRUTHS.get(text.strip().lower()) if text else str(pin.default).lower() == "true"


def toggle_bool(page: Page, catalogue: Mapping[str, BlockType], block: str, pin: str) -> PageChange | None:
    """Toggle a bool; None for other values."""
    have = page.blocks.get(block)
    type_ = have and catalogue.get(have.type)
    kind = (type_.input(pin) or type_.attr(pin)) if type_ is not None else None
    now = parse_bool(kind, have and have.values.get(pin))
    return None if now is None else set_value(page, block, pin, "false" if now else "true")
