"""New blocks and notes, alone or wired: at the end of a wire, or between its ends."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from blockloom.blocks.catalogue.block_types import id_stem
from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.document.pages import (
    CONTROL,
    LIST,
    REF,
    TENSOR,
    Block,
    Note,
    Page,
    Placed,
    Wire,
    control,
)
from blockloom.blocks.edits import CompositeEdit, Edit, EditError, Insert, Move, Remove, SetValue
from blockloom.blocks.infer import compatible_types
from blockloom.blocks.infer.page_uses import refuse_cycle
from blockloom.blocks.infer.wire_rules import WireEnd, WireRules, target_of
from blockloom.blocks.layout.block_rows import Point
from blockloom.blocks.lower.structure import downstream, upstream
from blockloom.blocks.operations.change import PageChange
from blockloom.blocks.operations.measures import Measures
from blockloom.blocks.results.monitors import followers
from blockloom.blocks.text.phrases import phrase

ROOM = 40.0  # canvas pixels between blocks if a block is inserted into a wire
_NOWHERE = (float("inf"), float("inf"))
# Dtypes to try for an input that accepts several.
_TRIED = ("DT_FLOAT", "DT_DOUBLE", "DT_INT32", "DT_BOOL", "DT_STRING")


def add_block(page: Page, catalogue: Catalogue, type_name: str, at: Point, measures: Measures) -> PageChange:
    """Add a block of a type, its upper left corner at the free place nearest to `at`.

    Raises:
        EditError: The page of the type uses this page.
    """
    refuse_cycle(catalogue, page.name, (type_name,))
    type_ = catalogue.get(type_name)
    name = page.free_id(id_stem(type_.title if type_ else type_name))
    block = measures.block_at(Block(name, type_name), *at)
    return PageChange(Insert(page.name, (block,)), phrase("Add {0}", name), (name,))


def add_note(page: Page, at: Point, measures: Measures) -> PageChange:
    """Add an empty note at the free place nearest to `at`."""
    name = page.free_id("NOTE")
    new = Note(name, "")
    x, y = measures.free(*at, new.width, new.height)
    new = new._replace(x=x, y=y)
    return PageChange(Insert(page.name, notes=(new,)), phrase("Add {0}", name), (name,))


def move_to_free_places(edit: Edit, measures: Measures) -> Edit:
    """Return the edit with its new blocks at the nearest free places; replaced blocks keep their places."""
    if isinstance(edit, CompositeEdit):
        return CompositeEdit(tuple(move_to_free_places(part, measures) for part in edit.edits))
    if not isinstance(edit, Insert):
        return edit
    there = measures.page.blocks
    return edit._replace(blocks=tuple(b if b.id in there else measures.block_at(b, b.x, b.y) for b in edit.blocks))


def fitting_types(rules: WireRules, end: WireEnd | Wire) -> dict[str, str]:
    """Return the types that fit an end, with the pin of each, or fit into a wire, with "INPUT, OUTPUT"."""
    if isinstance(end, Wire):
        return {
            name: f"{into}, {out}"
            for name, (into, out) in compatible_types.between(rules.catalogue, *rules.wants(end)).items()
        }
    return compatible_types.fitting(rules.catalogue, rules.want(end))


def types_for_handle(rules: WireRules, end: WireEnd, fitting: Mapping[str, str]) -> set[str]:
    """Return the types in `fitting` whose pin is for the resource of the handle at the end."""
    want, entries = rules.want(end), rules.catalogue.entries
    return {name for name, pin in fitting.items() if compatible_types.right(entries[name], pin, want)}


def add_wired_block(rules: WireRules, type_name: str, at: Point, end: WireEnd, measures: Measures) -> PageChange:
    """Add a block of a type, wired to an end, with the wired pin at `at`.

    The block has no wire if no pin fits, or if the block at the end no longer exists.
    """
    page, catalogue = rules.page, rules.catalogue
    pin = (
        compatible_types.fitting_pin(catalogue.entries[type_name], rules.want(end))
        if end.block in page.blocks
        else None
    )
    if pin is None:
        return add_block(page, catalogue, type_name, at, measures)
    block, output = _new(rules, type_name), end.side == "output"
    box = measures.box(block, (pin,) if pin and output else ())
    x, y = box.inlet(pin) if output else box.outlet(pin)
    block = measures.block_at(block, _seen(rules, end, at[0] - x, box.width, measures), at[1] - y)
    wire = _wire_from(rules, end, block, pin) if output else _wire_to(rules, block, pin, end)
    placed = Placed(wire, len(page.wires_into(wire.target, wire.target_pin)))
    return PageChange(Insert(page.name, (block,), (placed,)), phrase("Add {0}", block.id), (block.id,))


def _seen(rules: WireRules, end: WireEnd, x: float, width: float, measures: Measures) -> float:
    """Return the left side of a new block wired to an end, so far from the end that the wire is visible."""
    left, _, wide, _ = measures.drawn_rect(end.block)
    if end.side == "output" and left < x < left + wide + ROOM:
        return left + wide + ROOM
    return left - width - ROOM if end.side == "input" and left - ROOM < x + width < left + wide else x


def _new(rules: WireRules, type_name: str, values: Mapping[str, str] | None = None) -> Block:
    refuse_cycle(rules.catalogue, rules.page.name, (type_name,))
    return Block(rules.page.free_id(id_stem(rules.catalogue[type_name].title)), type_name, values=values or {})


def _wire_from(rules: WireRules, end: WireEnd, block: Block, pin: str) -> Wire:
    """Return a wire from an existing end to a pin of a new block."""
    if end.kind == CONTROL:
        return control(end.block, block.id)
    sink, source = rules.catalogue[block.type].known_input(pin), rules.pin(end)
    name, kind = end.pin, end.kind
    if source is not None and source.list and not sink.list and sink.kind in (TENSOR, REF):
        name, kind = f"{end.pin}[{rules.elements(end)[1]}]", REF if source.ref else TENSOR
    elif source is not None:
        kind = source.kind
    return Wire(end.block, name, block.id, pin, kind)


def _wire_to(rules: WireRules, block: Block, pin: str, end: WireEnd) -> Wire:
    """Return a wire from a pin of a new block to an existing end."""
    if end.kind == CONTROL:
        return control(block.id, end.block)
    source = rules.catalogue[block.type].known_output(pin)
    if source.list and end.kind != LIST:
        return Wire(block.id, f"{pin}[0]", end.block, end.pin, REF if source.ref else TENSOR)
    return Wire(block.id, pin, end.block, end.pin, source.kind)


def fits_in_wire(rules: WireRules, type_name: str, wire: Wire) -> bool:
    """Return whether a block of a type can be inserted into a wire."""
    entry = rules.catalogue.entries.get(type_name)
    return entry is not None and compatible_types.pins_between(entry, *rules.wants(wire)) is not None


def insert_into_wire(
    rules: WireRules,
    type_name: str,
    wire: Wire,
    measures: Measures,
    at: Point | None = None,
    values: Mapping[str, str] | None = None,
) -> PageChange:
    """Insert a new block into a wire, its middle at `at` (None: the middle of the wire).

    Blocks downstream move to make room.

    Raises:
        EditError: The type does not fit.
    """
    pins = compatible_types.pins_between(rules.catalogue.entries[type_name], *rules.wants(wire))
    if pins is None:
        raise EditError(phrase("{0} does not fit into {1}", rules.catalogue[type_name].title, wire))
    block = _between(rules.page, _new(rules, type_name, values), wire, pins[0], measures, at)
    block, aside = _aside(rules.page, block, wire, measures)
    edit = CompositeEdit((Insert(rules.page.name, (block,)), *_splice(rules, wire, block, *pins), *aside))
    return PageChange(edit, phrase("Insert {0}", block.id), (block.id,))


def pins_in_wire(rules: WireRules, name: str, wire: Wire, detached: bool = False) -> tuple[str, str] | None:
    """Return the pins, (input, output), for inserting an unwired block into a wire, None if it does not fit.

    Args:
        detached: Ignore the present wires of the block: they will be removed.
    """
    page = rules.page
    block = page.blocks[name]
    if not detached and (name in page.into or name in page.out) or block.type not in rules.catalogue:
        return None
    return compatible_types.pins_between(rules.catalogue.entries[block.type], *rules.wants(wire))


def move_into_wire(
    rules: WireRules, name: str, wire: Wire, at: Point, measures: Measures, detached: bool = False
) -> PageChange | None:
    """Move a block to `at` and insert it into a wire (see `pins_in_wire`); None if it does not fit."""
    page, pins = rules.page, pins_in_wire(rules, name, wire, detached)
    if pins is None:
        return None
    block = page.blocks[name]
    moved, aside = _aside(page, block._replace(x=at[0], y=at[1]), wire, measures)
    edits: tuple[Edit, ...] = (Move(page.name, {name: (moved.x, moved.y)}), *_splice(rules, wire, block, *pins), *aside)
    if pins[0] in block.values:  # the wire replaces the typed value
        edits = (SetValue(page.name, name, pins[0], None), *edits)
    return PageChange(CompositeEdit(edits), phrase("Insert {0}", name))


def _between(page: Page, block: Block, wire: Wire, into: str, measures: Measures, at: Point | None) -> Block:
    """Return a new block with its middle at `at`, or at the middle of a wire.

    If the heights are similar, the block is placed so that the wire into its pin is straight.
    """
    box, ends = measures.box(block, (into,)), []
    for name, pin, begins in ((wire.source, wire.source_pin, True), (wire.target, wire.target_pin, False)):
        neighbour = page.blocks.get(name)
        if neighbour is not None:
            have = measures.box(neighbour)
            x, y = have.outlet(pin) if begins else have.inlet(pin)
            ends.append((neighbour.x + x, neighbour.y + y))
    (x0, y0), (x1, y1) = (ends[0], ends[-1]) if ends else ((0.0, 0.0), (0.0, 0.0))
    x, y = at or ((x0 + x1) / 2, (y0 + y1) / 2)
    y, straight = y - box.height / 2, y0 - box.inlet(into)[1]
    return block._replace(x=x - box.width / 2, y=straight if abs(straight - y) < box.height else y)


def _aside(page: Page, block: Block, wire: Wire, measures: Measures) -> tuple[Block, list[Edit]]:
    """Return a block inserted into a wire, right of the source, and the edits that make room for it.

    All blocks downstream move to the right, unless frames contain one of them. Other items are never covered.
    """
    block, moves = _room(page, block, wire, measures)
    size = measures.box(block)[:2]
    x, y = measures.free(block.x, block.y, *size, moves | {block.id: _NOWHERE})
    return measures.housed(block._replace(x=x, y=y)), [Move(page.name, moves)] if moves else []


def _room(page: Page, block: Block, wire: Wire, measures: Measures) -> tuple[Block, dict[str, Point]]:
    """Return the block, and the new places of other blocks; see `_aside`."""
    source, target = page.blocks.get(wire.source), page.blocks.get(wire.target)
    if source is None or target is None or source.x >= target.x or wire.target in upstream(page, [wire.source]):
        return block, {}
    x = measures.snapped(max(block.x, source.x + measures.box(source).width + ROOM))
    short = x + measures.box(block).width + ROOM - target.x
    names = {n for n in downstream(page, [wire.target]) if page.blocks[n].x >= target.x and n != block.id}
    names |= followers(page, names) - {block.id}
    if block.x >= target.x or short > 0 and any(page.blocks[n].frame for n in (*names, source.id)):
        return block, {}
    dx = measures.snapped(max(0.0, short) + measures.grid / 2)
    moves = {n: (page.blocks[n].x + dx, page.blocks[n].y) for n in names} if short > 0 else {}
    return block._replace(x=x), moves


def _splice(rules: WireRules, wire: Wire, block: Block, into: str, out: str) -> tuple[Edit, Edit]:
    """Return the edits that route a wire through a block by two of its pins; the target keeps its order."""
    placed, source = rules.page.placed(wire), rules.catalogue[block.type].known_output(out)
    first = Wire(wire.source, wire.source_pin, block.id, into, wire.kind)
    one = source.list and not rules.want(target_of(wire)).list
    second = Wire(
        block.id,
        f"{out}[0]" if one else out,
        wire.target,
        wire.target_pin,
        (REF if source.ref else TENSOR) if one else source.kind,
    )
    return (
        Remove(rules.page.name, wires=(placed,)),
        Insert(rules.page.name, wires=(Placed(first, 0), Placed(second, placed.index))),
    )


def conversion_changes(rules: WireRules, output: WireEnd, target: WireEnd, measures: Measures) -> list[PageChange]:
    """Return changes that wire two ends of different dtypes through a conversion."""
    page = rules.page
    if (
        output.block not in page.blocks
        or target.block not in page.blocks
        or output.block == target.block
        or CONTROL in (output.kind, target.kind)
    ):
        return []
    source, sink = rules.want(output), rules.want(target)
    handle = rules.inference.known.get(output.block)
    dtype = handle.attrs.get("dtype") if handle else None
    ways = compatible_types.conversions(source.dtype, sink.dtype, dtype if isinstance(dtype, str) else None)
    changes = _by(rules, ways, output, target, measures)
    if source.dtype and sink.dtype is None and sink.allowed and source.dtype not in sink.allowed:
        for dtype in (d for d in _TRIED if d in sink.allowed):
            changes += _by(rules, compatible_types.conversions(source.dtype, dtype)[:1], output, target, measures)
            if len(changes) >= 2:
                break
    return changes


def _by(
    rules: WireRules,
    ways: Iterable[compatible_types.InsertableBlock],
    output: WireEnd,
    target: WireEnd,
    measures: Measures,
) -> list[PageChange]:
    """Return changes that wire two ends through a block."""
    page, changes = rules.page, []
    for way in ways:
        if way.type not in rules.catalogue.entries:
            continue
        probe = Wire(output.block, output.pin, target.block, target.pin, output.kind)
        block = _between(page, _new(rules, way.type, dict(way.values)), probe, way.input_pin, measures, None)
        x, y = measures.free(block.x, block.y, *measures.box(block)[:2])
        block = measures.housed(block._replace(x=x, y=y))
        placed_wires, single = page.wires_into(target.block, target.pin), rules.single(target)
        gone = tuple(Placed(w, i) for i, w in reversed(list(enumerate(placed_wires)))) if single else ()
        insert = Insert(
            page.name,
            (block,),
            (
                Placed(_wire_from(rules, output, block, way.input_pin), 0),
                Placed(_wire_to(rules, block, way.output_pin, target), 0 if single else len(placed_wires)),
            ),
        )
        title, given = rules.catalogue[way.type].title, next(iter(way.values.values()), "")
        label = phrase("Insert {0}", title)
        changes.append(
            PageChange(
                CompositeEdit((Remove(page.name, wires=gone), insert)) if gone else insert,
                label + f" ({given})" if given else label,
            )
        )
    return changes
