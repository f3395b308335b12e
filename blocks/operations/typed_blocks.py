"""Blocks typed in one line: `Const 3.0`, `W = Variable [[1, 2], [3, 4]]`, `Assign ref=W value=SUM.z`, `Add(A, B)`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from blockloom.blocks.catalogue.block_types import Attr, BlockType, Pin
from blockloom.blocks.catalogue.parameters import is_instance
from blockloom.blocks.document.fields import FEED_BLOCK
from blockloom.blocks.document.pages import LIST, REF, TENSOR, Block, Placed, Wire, split_index
from blockloom.blocks.edits import CompositeEdit, Edit, EditError, Insert
from blockloom.blocks.infer import compatible_types
from blockloom.blocks.infer.wire_rules import WireEnd, WireRules
from blockloom.blocks.operations.change import PageChange
from blockloom.blocks.operations.typed_values import CONST, check_value, normalize_value
from blockloom.blocks.text.phrases import Phrase, phrase
from blockloom.blocks.values.dtypes import dtype_name

_ID = re.compile(r"\s*(\w[\w-]*)\s*=(?!=)")  # the id in front of the words for the type
_PYTHON = re.compile(r"(?:tf|np|keras|layers)\.(?:\w+\.)*|reduce_(?=\w)")  # prefixes of names in Python programs
_OPERATOR = re.compile(r"[-+*/%@^<>=!&|]{1,2}")
_CALL = re.compile(r"([\w.:>#]+)\((.*)\)", re.S)
_GIVEN = re.compile(r"([A-Za-z_]\w*)=")
_VALUE = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?[fj]?|[\[({\"'].*|true|false|DT_\w+", re.S)
_NAME = re.compile(r"[^\W\d][\w/-]*(?:\.\w+(?:\[\d+\])?)?")  # name of a block or output
# Common name of a pin -> names in TensorFlow.
_CALLED = {"axis": ("reduction_indices", "dimension"), "lr": ("learning_rate",)}
_TEXTS = ("string", "list(string)")  # types of attrs with texts
_OPEN, _CLOSE, _QUOTES = "[({", "])}", "\"'"


class TypedLine(NamedTuple):
    """A typed line: the words for the type, the block's id or "", and the values, each with its pin or ""."""

    words: str
    id: str = ""
    typed: tuple[tuple[str, str], ...] = ()


def parse_line(line: str, blocks: Collection[str] = (), named: bool = False) -> TypedLine:
    """Parse a typed line `[ID =] WORDS VALUES`, `[ID =] TYPE(VALUES)` or `[ID =] A + B`.

    The first word belongs to the type; values begin with the first number, bracket, quote, true, false, dtype (DT_...),
    `pin=`, or name of one of `blocks`. A value alone, `A = 3.0`, is that of a Const, a block alone, `B = A`, the input
    of an Identity.

    Args:
        named: The first word is the name of a type, and only values follow; names of blocks match in any case.
    """
    begins = _ID.match(line)
    parts = _joined(_parts(line[begins.end() :] if begins else line))
    parts[:1] = [_PYTHON.sub("", part) or part for part in parts[:1]]
    if begins and parts and _VALUE.fullmatch(parts[0]):
        parts, named = [CONST, *parts], True
    elif len(parts) == 1 and begins and _block_in(parts[0], blocks):
        parts, named = ["Identity", *parts], True
    elif len(parts) == 1 and parts[0][0] == "-" and _block_in(parts[0][1:], blocks):
        parts, named = ["Neg", parts[0][1:]], True
    call = _CALL.fullmatch(parts[0]) if len(parts) == 1 else None
    if call:
        parts, named = _joined([call[1], *_parts(call[2], ",")]), True
    elif len(parts) == 3 and _OPERATOR.fullmatch(parts[1]):
        ids = {block.casefold(): block for block in blocks}
        return TypedLine(parts[1], begins[1] if begins else "", tuple(("", _cased(part, ids)) for part in parts[::2]))
    values = (i for i, part in enumerate(parts) if i and (named or _is_value(part, blocks)))
    first = next(values, len(parts))
    given = []
    for part in parts[first:]:
        name = _GIVEN.match(part)
        pieces = [part[name.end() :]] if name else list(_parts(part, ","))
        if not name and not any(_block_in(piece, blocks) for piece in pieces):
            pieces = [part]
        given += [(name[1] if name else "", piece.rstrip(",")) for piece in pieces if piece.strip(",")]
    if named and any(
        not _block_in(name, blocks) and _NAME.fullmatch(name) for _, text in given for name in _names(text)
    ):
        ids = {block.casefold(): block for block in blocks}
        given = [(pin, _cased(text, ids)) for pin, text in given]
    return TypedLine(" ".join(parts[:first]), begins[1] if begins else "", tuple(given))


def _is_value(part: str, blocks: Container[str]) -> bool:
    """Return whether a word is not part of the name of a type."""
    return bool(_GIVEN.match(part) or _VALUE.fullmatch(part) or _block_in(part, blocks))


def _block_in(text: str, blocks: Container[str]) -> str:
    """Return the block that a text names, by itself or with an output (`SUM.z`); "" for none."""
    name = text.partition(".")[0]
    return text if text in blocks else name if name in blocks else ""


def _cased(text: str, ids: Mapping[str, str]) -> str:
    """Return a text with the names of blocks spelled as on the page.

    Args:
        ids: Lower-case name -> name.
    """
    names = _names(text)
    blocks = [_block_in(name.casefold(), ids) for name in names]
    cased = [ids[block] + name[len(block) :] if block else name for name, block in zip(names, blocks)]
    return text if cased == names else f"[{', '.join(cased)}]" if names != [text] else cased[0]


def _parts(line: str, apart: str = "") -> Iterator[str]:
    """Yield the words of a line; text in brackets or quotes is one word.

    Args:
        apart: A separator in addition to spaces.
    """
    part, depth, quote, escaped = "", 0, "", False
    for char in line:
        if quote:
            quote, escaped = ("" if char == quote and not escaped else quote), char == "\\" and not escaped
        elif char in _QUOTES:
            quote = char
        depth += (char in _OPEN) - (char in _CLOSE) if not quote else 0
        if (char.isspace() or char == apart) and depth <= 0 and not quote:
            if part:
                yield part
            part = ""
        else:
            part += char
    if part:
        yield part


def _joined(parts: Iterable[str]) -> list[str]:
    """Return the words with `pin = value` joined."""
    joined: list[str] = []
    for part in parts:
        open_end = joined and _GIVEN.fullmatch(joined[-1])
        if len(joined) > 1 and (open_end or part[0] == "=" and _GIVEN.fullmatch(joined[-1] + "=")):
            joined[-1] += part
        else:
            joined.append(part)
    return joined


def complete_from_line(rules: WireRules, change: PageChange, line: TypedLine) -> PageChange:
    """Complete a change that adds one block with the typed line: its id, values, and wires from named blocks.

    A value without a pin goes to the first free pin that accepts it. The wire that comes with the block yields: it
    moves to another pin that it fits, or is removed.

    Raises:
        EditError: A value does not fit.
    """
    (old,) = change.selection or ()
    if line.id and line.id != old and line.id in rules.page.ids():
        raise EditError(phrase("There is a block {0} already", line.id))
    inserts = list(_inserts(change.edit))
    block = next(b for part in inserts for b in part.blocks if b.id == old)
    implied = [p.wire for part in inserts for p in part.wires if p.wire.target == old]
    texts = {name for _, text in line.typed for name in _names(text)}
    taken = any(not texts.isdisjoint((wire.source, f"{wire.source}.{wire.source_pin}")) for wire in implied)
    try:
        values, wires = _filled(rules, block, [] if taken else implied, line.typed)
    except EditError:
        if not implied or taken:
            raise
        values, wires = _filled(rules, block, [], line.typed)
    name, block = line.id or old, block._replace(values=values)
    edit = _completed(change.edit, block, name, implied, wires)
    return PageChange(edit, phrase("Add {0}", name) if line.id else change.label, (name,))


def inputs_of_change(change: PageChange) -> dict[str, str]:
    """Return the inputs of the one block that a change adds: pin -> the value, or the wired outputs."""
    (name,) = change.selection or ()
    given, sources = dict[str, str](), dict[str, list[str]]()
    for part in _inserts(change.edit):
        for wire in (placed.wire for placed in part.wires):
            if wire.target == name and wire.target_pin:
                sources.setdefault(wire.target_pin, []).append(f"{wire.source}.{wire.source_pin}")
        given |= next((block.values for block in part.blocks if block.id == name), {})
    return {pin: names[0] if len(names) == 1 else f"[{', '.join(names)}]" for pin, names in sources.items()} | given


def _filled(
    rules: WireRules, block: Block, implied: Sequence[Wire], given: Sequence[tuple[str, str]]
) -> tuple[dict[str, str], list[Wire]]:
    """Return the values of a new block, and the wires into it, including those that it comes with."""
    type_ = rules.catalogue[block.type]
    values, wires, into = dict(block.values), list[Wire](), Counter[str]()

    def add(new: Iterable[Wire]) -> None:
        for wire in new:
            if into[wire.target_pin] and not type_.known_input(wire.target_pin).list:
                raise EditError(phrase("{0} has a wire already", wire.target_pin))
            wires.append(wire)
            into[wire.target_pin] += 1

    given = [(_pin(type_, pin), text) for pin, text in _named(type_, given)]
    for pin, text in given:  # values with names of pins come first
        new = _wires(rules, block, type_.input(pin), text) if pin else None
        if new:
            add(new)
        elif pin:
            name, text = _value(rules, block, pin, text, into.keys() | values.keys())
            values[name] = text
    for wire in implied:
        if wire.target_pin in values or into[wire.target_pin] and not type_.known_input(wire.target_pin).list:
            add(_elsewhere(rules, block, wire, into.keys() | values.keys()))
        else:
            wires.insert(0, wire)
            into[wire.target_pin] += 1
    for pin, text in given:
        if not pin:
            taken = into.keys() | values.keys()
            new = _free_wires(rules, block, text, taken)
            add(new)
            if not new:
                name, text = _value(rules, block, "", text, taken)
                values[name] = text
    return values, wires


def _named(type_: BlockType, given: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return the values, with `pin value` as `pin=value`."""
    names = {*(pin.name for pin in type_.inputs), *(attr.name for attr in type_.attrs)}
    found: list[tuple[str, str]] = []
    for pin, text in given:
        if found and not pin and found[-1][0] == "" and found[-1][1] in names:
            found[-1] = found[-1][1], text
        else:
            found.append((pin, text))
    return found


def _pin(type_: BlockType, name: str) -> str:
    """Return the pin or attr for a typed name.

    It is the name itself, or the only one with this beginning, in any case and without underscores, or one with this
    name elsewhere.
    """
    names = [*(pin.name for pin in type_.inputs), *(attr.name for attr in type_.attrs)]
    plain = _plain(name)
    like = [one for one in names if _plain(one).startswith(plain)]
    same = [one for one in like if _plain(one) == plain] or [one for one in _CALLED.get(plain, ()) if one in names]
    return name if not name or name in names else (same or like)[0] if len(same or like) == 1 else name


def _plain(name: str) -> str:
    return name.replace("_", "").casefold()


def _wires(rules: WireRules, block: Block, sink: Pin | None, text: str) -> list[Wire]:
    """Return the wires from the outputs in a text, `SUM.z` or for a list pin `[A, B]`, to a pin of a new block.

    Empty if the text names no block.
    """
    if sink is None:
        return []
    blocks = rules.page.blocks
    names = _names(text) if sink.list else [text.strip()]
    if not any(_block_in(name, blocks) for name in names):
        return []
    wires = [_wire(rules, block, sink, name) for name in names]
    for name, wire in zip(names, wires):
        if wire is None:
            raise EditError(
                phrase("{0} does not fit {1}", name, sink.name)
                if _block_in(name, blocks)
                else _unknown(name, sink.name)
            )
    return [wire for wire in wires if wire is not None]


def _names(text: str) -> list[str]:
    """Return the parts of a text `[A, B]`, or any other text as one part."""
    text = text.strip()
    bracketed = len(text) > 1 and text[0] in _OPEN and text[-1] in _CLOSE
    return list(_parts(text[1:-1], ",")) if bracketed else [text]


def _wire(rules: WireRules, block: Block, sink: Pin, text: str) -> Wire | None:
    """Return the wire from an output in a text (`SUM.z`, or `SUM` if one output fits) to a pin, None if none fits."""
    name = _block_in(text, rules.page.blocks)
    giver = rules.catalogue.get(rules.page.blocks[name].type) if name else None
    if giver is None:
        return None
    output = text[len(name) + 1 :]
    for element in [output] if output else [pin.name for pin in giver.outputs]:
        source = giver.output(split_index(element)[0])
        end = WireEnd(name, split_index(element)[0], "output", source.kind) if source is not None else None
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
    return None


def _by_meaning(rules: WireRules, block: Block, text: str, taken: Container[str]) -> Iterator[tuple[bool, Wire]]:
    """Yield the wires from an output in a text to free pins of a new block, in the order of the pins.

    With each wire comes whether the pin is meant for something else. Hyperparameters are left out.
    """
    entry, type_ = rules.catalogue.entries[block.type], rules.catalogue[block.type]
    for sink in type_.inputs:
        if sink.name in type_.traits.hyperparameters:
            continue
        wire = _wire(rules, block, sink, text) if sink.list or sink.name not in taken else None
        if wire is not None:
            end = WireEnd(wire.source, split_index(wire.source_pin)[0], "output", wire.kind)
            yield compatible_types.unlikely(entry, sink.name, rules.want(end)), wire


def _free_wires(rules: WireRules, block: Block, text: str, taken: Container[str]) -> list[Wire]:
    """Return the wire from an output in a text to the best free pin of a new block, those of `[A, B]` to a list pin.

    Empty if the text names no block.
    """
    type_ = rules.catalogue[block.type]
    if not _block_in(text, rules.page.blocks):
        return _wires(rules, block, next((pin for pin in type_.inputs if pin.list), None), text)
    fitting = list(_by_meaning(rules, block, text, taken))
    if not fitting:
        named = [pin for pin in type_.traits.hyperparameters if pin not in taken]
        if any(_wire(rules, block, type_.known_input(pin), text) for pin in named):
            raise EditError(phrase("Name the input for {1}: {0}={1}", named[0], text))
        raise EditError(phrase("No free input of {0} takes {1}", type_.title, text))
    return [min(fitting, key=lambda row: row[0])[1]]


def _elsewhere(rules: WireRules, block: Block, wire: Wire, taken: Container[str]) -> list[Wire]:
    """Return the wire that a block comes with, moved to another required pin, or []."""
    type_ = rules.catalogue[block.type]
    fitting = _by_meaning(rules, block, f"{wire.source}.{wire.source_pin}", taken)
    return [new for odd, new in fitting if not odd and not type_.known_input(new.target_pin).optional][:1]


def _unknown(text: str, where: str) -> Phrase:
    return phrase("{0} is not a block of this page, and not a value for {1}", text, where)


def _value(rules: WireRules, block: Block, pin: str, text: str, taken: Container[str]) -> tuple[str, str]:
    """Return the pin or attr for a text, and the value in its notation."""
    type_ = rules.catalogue[block.type]
    attrs = sorted(type_.attrs, key=lambda attr: (attr.name in type_.inferred, not attr.required))
    inputs = [one for one in type_.inputs if pin or (type_.name, one.name) != (FEED_BLOCK, "placeholder")]
    kinds: list[Pin | Attr] = [*attrs, *inputs] if is_instance(block.type) else [*inputs, *attrs]
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
            return kind.name, normalize_value(kind, text)
    if _NAME.fullmatch(text) and not (pin and isinstance(kinds[0], Attr)):
        raise EditError(_unknown(text, pin or type_.title))
    raise EditError(reason if len(kinds) == 1 else phrase("{0} takes no {1}", type_.title, text))


def _takes(kind: Pin | Attr, text: str) -> bool:
    """Return whether a value without a stated pin may be for this one.

    A dtype is for attrs of dtypes, a bare word for attrs with few values, a text in quotes for texts, and other values
    for none of those.
    """
    if kind.dtype == "DT_STRING" if isinstance(kind, Pin) else kind.type in _TEXTS and not kind.allowed:
        return any(quote in text for quote in _QUOTES) and _VALUE.fullmatch(text) is not None
    if isinstance(kind, Pin):
        return kind.kind in (TENSOR, REF, LIST) and _VALUE.fullmatch(text) is not None and dtype_name(text) is None
    if kind.type in ("type", "list(type)"):
        # A text of up to three letters may be the name of a block.
        return len(text) > 3 and dtype_name(text) is not None
    return kind.type not in ("func", "list(func)") and (
        _VALUE.fullmatch(text) is not None or text in (kind.allowed or ())
    )


def _inserts(edit: Edit) -> Iterator[Insert]:
    if isinstance(edit, Insert):
        yield edit
    for part in edit.edits if isinstance(edit, CompositeEdit) else ():
        yield from _inserts(part)


def _completed(edit: Edit, block: Block, name: str, implied: Sequence[Wire], wires: Sequence[Wire]) -> Edit:
    """Return an edit with a new block as typed, under this name, with wires that replace the implied ones."""
    if isinstance(edit, CompositeEdit):
        return CompositeEdit(tuple(_completed(part, block, name, implied, wires) for part in edit.edits))
    if not isinstance(edit, Insert):
        return edit
    adds = any(b.id == block.id for b in edit.blocks)
    placed = [p for p in edit.wires if p.wire not in implied]
    if adds:
        into = Counter[str]()
        for wire in wires:
            placed.append(Placed(wire, into[wire.target_pin]))
            into[wire.target_pin] += 1
    return edit._replace(
        blocks=tuple(block._replace(id=name) if b.id == block.id else b for b in edit.blocks),
        wires=tuple(
            p._replace(
                wire=p.wire._replace(
                    source=name if p.wire.source == block.id else p.wire.source,
                    target=name if p.wire.target == block.id else p.wire.target,
                )
            )
            for p in placed
        ),
    )
