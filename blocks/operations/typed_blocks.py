"""A block typed in one line: `Const 3.0`, `W = Variable [[1, 2], [3, 4]]`, `Assign ref=W value=SUM.z`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from blockloom.blocks.catalogue.block_types import Attr, BlockType, Pin
from blockloom.blocks.document.pages import LIST, REF, TENSOR, Block, Placed, Wire, split_index
from blockloom.blocks.edits import Edit, EditError, Insert, Many
from blockloom.blocks.infer import compatible_types
from blockloom.blocks.infer.wire_rules import End, WireRules
from blockloom.blocks.operations.change import Change
from blockloom.blocks.operations.typed_values import check_value, spelled
from blockloom.blocks.text.phrases import phrase
from blockloom.blocks.values.dtypes import DTYPES

_NAMED = re.compile(r"\s*(\w[\w-]*)\s*=\s*(?=[^\W\d])")  # before the words that say the type
_GIVEN = re.compile(r"([A-Za-z_]\w*)=")
_VALUE = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?[fj]?|[\[({\"'].*|true|false|DT_\w+", re.S)
_OPEN, _CLOSE, _QUOTES = "[({", "])}", "\"'"


class Line(NamedTuple):
    """A typed line: the words for the type, the block's id or "", and the values, each with its pin or ""."""

    words: str
    id: str = ""
    given: tuple[tuple[str, str], ...] = ()


def read_line(line: str) -> Line:
    """Parse a typed line `[ID =] WORDS VALUES`. The first word belongs to the type; values begin with the first number,
    bracket, quote, true, false, dtype (DT_...) or `pin=`."""
    named = _NAMED.match(line)
    line = line[named.end() :] if named else line
    parts = list(_parts(line))
    values = [i for i, part in enumerate(parts) if i and (_GIVEN.match(part) or _VALUE.fullmatch(part))]
    first = values[0] if values else len(parts)
    given = []
    for part in parts[first:]:
        name = _GIVEN.match(part)
        given.append((name[1], part[name.end() :]) if name else ("", part))
    return Line(" ".join(parts[:first]), named[1] if named else "", tuple(given))


def _parts(line: str) -> Iterator[str]:
    """The words of a line; what is in brackets or quotes is one."""
    part, depth, quote, escaped = "", 0, "", False
    for char in line:
        if quote:
            quote, escaped = ("" if char == quote and not escaped else quote), char == "\\" and not escaped
        elif char in _QUOTES:
            quote = char
        depth += (char in _OPEN) - (char in _CLOSE) if not quote else 0
        if char.isspace() and depth <= 0 and not quote:
            if part:
                yield part
            part = ""
        else:
            part += char
    if part:
        yield part


def as_typed(rules: WireRules, change: Change, line: Line) -> Change:
    """A change that adds one block, completed with the typed line: its id, values, and wires from blocks that values
    name. A value without a pin goes to the first free one that takes it. Raises EditError where something does not
    fit."""
    (old,) = change.selection or ()
    if line.id and line.id != old and line.id in rules.page.ids():
        raise EditError(phrase("There is a block {0} already", line.id))
    insert = next(part for part in _inserts(change.edit) if any(b.id == old for b in part.blocks))
    block = next(b for b in insert.blocks if b.id == old)
    type_ = rules.catalogue[block.type]
    into = Counter(p.wire.target_pin for part in _inserts(change.edit) for p in part.wires if p.wire.target == old)
    values, placed = dict(block.values), []
    for pin, text in sorted(line.given, key=lambda given: not given[0]):  # what has its pin takes it first
        wire = _wire(rules, block, type_.input(pin), text) if pin else None
        if wire is None:
            name, text = _value(type_, pin, text, into.keys() | values.keys())
            values[name] = text
        elif into[pin] and not type_.known_input(pin).list:
            raise EditError(phrase("{0} has a wire already", pin))
        else:
            placed.append(Placed(wire, into[pin]))
            into[pin] += 1
    new = insert._replace(
        blocks=tuple(b._replace(values=values) if b is block else b for b in insert.blocks),
        wires=(*insert.wires, *placed),
    )
    name = line.id or old
    return Change(
        _with(change.edit, insert, new, old, name), phrase("Add {0}", name) if line.id else change.label, (name,)
    )


def _wire(rules: WireRules, block: Block, sink: Pin | None, text: str) -> Wire | None:
    """The wire from an output that a text names (`SUM.z`, or `SUM` where one output fits) to a pin of a new block; None
    where the text names none."""
    text = text.strip()
    name, _, output = (text, "", "") if text in rules.page.blocks else text.partition(".")
    giver = rules.catalogue.get(rules.page.blocks[name].type) if name in rules.page.blocks else None
    if sink is None or giver is None:
        return None
    for element in [output] if output else [pin.name for pin in giver.outputs]:
        source = giver.output(split_index(element)[0])
        end = End(name, split_index(element)[0], "output", source.kind) if source is not None else None
        if end is None or sink.name not in compatible_types.fitting_pins(
            rules.catalogue.entries[block.type], rules.want(end)
        ):
            continue
        if source.list and not sink.list and sink.kind in (TENSOR, REF) and element == end.pin:
            element = f"{element}[{rules.elements(end)[1]}]"
        return Wire(
            name,
            element,
            block.id,
            sink.name,
            (REF if source.ref else TENSOR) if source.list and element != end.pin else source.kind,
        )
    raise EditError(phrase("{0} does not fit {1}", text, sink.name))


def _value(type_: BlockType, pin: str, text: str, taken: set[str]) -> tuple[str, str]:
    """The pin or attr that a text is a value for, and the value as it is spelled."""
    kinds: list[Pin | Attr] = [*type_.inputs, *sorted(type_.attrs, key=lambda attr: not attr.required)]
    if pin:
        kinds = [kind for kind in kinds if kind.name == pin]
        if not kinds:
            pins = [p.name for p in type_.inputs] + [attr.name for attr in type_.attrs]
            raise EditError(phrase("{0} has no pin {1}; there are {2}", type_.title, pin, ", ".join(pins[:8])))
        if pin in taken:
            raise EditError(phrase("{0} has a wire or a value already", pin))
    else:
        kinds = [kind for kind in kinds if kind.name not in taken and _takes(kind, text)]
    reason: str = phrase("{0} takes no {1}", type_.title, text)
    for kind in kinds:
        reason = check_value(kind, text, kind.dtype if isinstance(kind, Pin) else None)
        if not reason:
            return kind.name, spelled(kind, text)
    raise EditError(reason if pin else phrase("{0} takes no {1}", type_.title, text))


def _takes(kind: Pin | Attr, text: str) -> bool:
    """Whether a value whose pin is not said may be meant for this one: a dtype for attrs of dtypes, other values for
    none of those."""
    if isinstance(kind, Pin):
        return kind.kind in (TENSOR, REF, LIST) and text not in DTYPES
    return (text in DTYPES) == (kind.type in ("type", "list(type)")) and kind.type not in ("func", "list(func)")


def _inserts(edit: Edit) -> Iterator[Insert]:
    if isinstance(edit, Insert):
        yield edit
    for part in edit.edits if isinstance(edit, Many) else ():
        yield from _inserts(part)


def _with(edit: Edit, old: Insert, new: Insert, was: str, name: str) -> Edit:
    """An edit with one part in the place of another, which adds a block under another id."""
    if isinstance(edit, Many):
        return Many(tuple(_with(part, old, new, was, name) for part in edit.edits))
    if not isinstance(edit, Insert):
        return edit
    edit = new if edit is old else edit
    return edit._replace(
        blocks=tuple(b._replace(id=name) if b.id == was else b for b in edit.blocks),
        wires=tuple(
            p._replace(
                wire=p.wire._replace(
                    source=name if p.wire.source == was else p.wire.source,
                    target=name if p.wire.target == was else p.wire.target,
                )
            )
            for p in edit.wires
        ),
    )
