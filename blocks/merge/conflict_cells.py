"""Cells of conflicts: their possible sides, their present value, and the edits that set a side."""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct, structs

from blockloom.blocks.diff.renaming import block_at
from blockloom.blocks.document.addresses import Address, AddressError, address_of, parse
from blockloom.blocks.document.fields import CELLS as FIELD_CELLS
from blockloom.blocks.document.fields import Field
from blockloom.blocks.document.pages import (
    Block,
    Conflict,
    Document,
    Frame,
    Item,
    Note,
    Page,
    Placed,
    Slider,
    Wire,
    free_page_name,
    is_slider,
)
from blockloom.blocks.editing.edit_propagation import replaced
from blockloom.blocks.edits import (
    Edit,
    EditError,
    Enclose,
    Insert,
    Remove,
    RemovePage,
    RenamePage,
    Replace,
    SetField,
    SetSheet,
    SetSlider,
    SetValue,
    rename,
)
from blockloom.blocks.merge.cross_page_wires import route_wire, wire_source_text
from blockloom.blocks.merge.diff3 import append_additions
from blockloom.blocks.results.monitors import followers
from blockloom.blocks.text.phrases import phrase

OURS, THEIRS, BASE, BOTH = "ours", "theirs", "base", "both"


class ConflictPlace(Struct, frozen=True):
    """The existing place of a conflict; `item` is None for a page."""

    document: Document
    page: Page
    address: Address
    item: Item | None
    conflict: Conflict

    @property
    def name(self) -> str:
        """The id of the item, "" for a page."""
        return self.address.block

    @property
    def pin(self) -> str:
        """The pin, as wires name it."""
        return self.address.end

    @property
    def block(self) -> Block:
        """The item, if it is a block."""
        return self.page.blocks[self.name]


class ConflictCell(Struct, frozen=True):
    """A kind of cell for conflicts.

    Attributes:
        item_types: The types of items with such a cell; `NoneType` for pages.
        accepts: Returns whether the cell can have a side.
        read: Returns the present value of the cell.
        write: Returns the edits that set a side.
        sides: The sides to choose from, if they are accepted.
    """

    item_types: tuple[type, ...]
    accepts: Callable[[Any], bool]
    read: Callable[[ConflictPlace], Any]
    write: Callable[[ConflictPlace, Any], Sequence[Edit]]
    sides: tuple[str, ...] = (OURS, THEIRS, BASE)


def place_of(document: Document, conflict: Conflict) -> ConflictPlace | None:
    """Return the place of a conflict, None if it does not exist, or has no such cell."""
    address = address_of(conflict.at)
    page, cell = document.pages.get(address.page), CELLS.get(conflict.what)
    if page is None or address.path:
        return None
    name = address.block
    item = page.item(name)
    if item is None if name else cell is not None and type(None) not in cell.item_types:
        return None
    return (
        ConflictPlace(document, page, address, item, conflict)
        if cell is None or isinstance(item, cell.item_types)
        else None
    )


def _text(side: Any) -> bool:
    return isinstance(side, str)


def _value(side: Any) -> bool:
    return side is None or isinstance(side, str)


def _flag(side: Any) -> bool:
    return isinstance(side, bool)


def _number(side: Any) -> bool:
    return isinstance(side, int | float) and not isinstance(side, bool)


def _texts(side: Any) -> bool:
    return isinstance(side, tuple) and all(map(_text, side))


def _arrays(side: Any) -> bool:
    """Return whether a side has addresses of pins, each followed by its value."""
    pairs = isinstance(side, tuple) and len(side) % 2 == 0
    return pairs and all(map(_text, side[::2])) and all(map(_value, side[1::2]))


def _numbers(count: int) -> Callable[[Any], bool]:
    return lambda side: isinstance(side, tuple) and len(side) == count and all(map(_number, side))


def _range(side: Any) -> bool:
    return side is None or (_numbers(2)(side) or _numbers(3)(side)) and is_slider(*side)


def _sheet(side: Any) -> bool:
    return side is None or _numbers(2)(side)


def conflict_sources(side: Any) -> tuple[str, ...]:
    """Return the sources of the wires of a side of a conflict about a single pin or a list."""
    return side if isinstance(side, tuple) else () if side is None else (side,)


_ITEM, _PAGE = (Block, Frame, Note), (type(None),)


def _slider(slider: Slider | None) -> tuple[float, ...] | None:
    return None if slider is None else slider if slider.step else slider[:2]


def _set_slider(at: ConflictPlace, side: Any) -> list[Edit]:
    return [SetSlider(at.page.name, at.name, at.pin, None if side is None else Slider(*map(float, side)))]


def _set_name(at: ConflictPlace, name: str | None) -> list[Edit]:
    names = {pin: text for pin, text in at.block.names.items() if pin != at.pin}
    return [replaced(at.page, [at.block._replace(names=names if name is None else {**names, at.pin: name})])]


def _rename(at: ConflictPlace, name: str) -> list[Edit]:
    return [rename(at.page, at.name, at.page.free_id(name) if at.page.item(name) is not None else name)]


def _remove(at: ConflictPlace, removes: bool) -> list[Edit]:
    page, name = at.page, at.name
    if not removes:
        return []
    if isinstance(at.item, Block):
        return [Remove(page.name, (name, *sorted(followers(page, [name]) - {name})))]
    if not isinstance(at.item, Frame):
        return [Remove(page.name, notes=(name,))]
    homes: tuple[Mapping[str, Block | Frame], ...] = page.blocks, page.frames
    members = {i: at.item.frame for home in homes for i, one in home.items() if one.frame == name != i}
    return [Enclose(page.name, members), Remove(page.name, frames=(name,))]


def _field(field: Field) -> ConflictCell:
    """Return the cell of a field of blocks, frames or notes."""

    def write(at: ConflictPlace, side: Any) -> list[Edit]:
        if isinstance(at.item, Frame | Note):
            changed: dict[str, Any] = {field.name: side}
            return [Replace(at.page.name, at.item._replace(**changed))]
        return [SetField(at.page.name, field.name, {at.name: side})]

    kinds = tuple(kind for kind in _ITEM if field.name in kind._fields)
    return ConflictCell(kinds, field.kind.accepts, lambda at: getattr(at.item, field.name, ""), write)


def _set_box(at: ConflictPlace, side: Any) -> list[Edit]:
    changed: dict[str, Any] = dict(zip(("x", "y", "width", "height"), side))
    return [Replace(at.page.name, at.item._replace(**changed))] if isinstance(at.item, Frame | Note) else []


def _box(at: ConflictPlace) -> Any:
    return (at.item.x, at.item.y, at.item.width, at.item.height) if isinstance(at.item, Frame | Note) else ()


def _read_wires(at: ConflictPlace) -> Any:
    return tuple(map(wire_source_text, at.page.wires_into(at.name, at.pin)))


def wire_edits(at: ConflictPlace, wanted: Iterable[str]) -> list[Edit]:
    """Return the edits that give a pin these wires, in this order; present ones keep their styles.

    Raises:
        EditError: A wire is not possible (see `cross_page_wires`).
    """
    have = at.page.wires_into(at.name, at.pin)
    left: dict[str, list[Wire]] = {}
    for wire in reversed(have):
        left.setdefault(wire_source_text(wire), []).append(wire)
    wires, before, added = list[Wire](), list[Edit](), list[tuple[str, str]]()
    for begin in wanted:
        if left.get(begin):
            wires.append(left[begin].pop())
            continue
        found = route_wire(begin, at.document, at.page, at.name, at.pin, added)
        if found is None:
            raise EditError(phrase("a wire from {} to this pin is not possible", begin))
        wires.append(found.wire)
        before += found.edits
        added += found.added
    if wires == have:
        return []
    cut = tuple(Placed(wire, index) for index, wire in enumerate(have))
    laid = tuple(Placed(wire, index) for index, wire in enumerate(wires))
    return [*before, Remove(at.page.name, wires=cut), Insert(at.page.name, wires=laid)]


def combine_sides(now: Sequence[str], conflict: Conflict) -> list[str]:
    """Return the present sources of a list pin and the additions of theirs, each after its predecessor there."""
    return append_additions(
        now,
        conflict_sources(conflict.theirs),
        Counter(conflict_sources(conflict.base)) | Counter(conflict_sources(conflict.ours)),
    )


def break_cycle(at: ConflictPlace, items: Iterable[str]) -> list[Edit]:
    """Return the edits that remove parts of a cycle: wires "A.out -> B.x" of the page, or blocks that use a page."""
    wanted, edits = set(items), list[Edit]()
    placed = [
        Placed(wire, index)
        for pins in at.page.into.values()
        for wires in pins.values()
        for index, wire in enumerate(wires)
        if str(wire) in wanted
    ]
    if placed:
        edits.append(Remove(at.page.name, wires=tuple(placed)))
    wanted -= {str(wire) for wire, _ in placed}
    for address in blocks_of(at.document, wanted):
        edits.append(Remove(address.page, (address.block,)))
    return edits


def blocks_of(document: Document, items: Iterable[str]) -> list[Address]:
    """Return the existing blocks among addresses."""
    found = []
    for item in sorted(items):
        try:
            at = parse(item)
        except ValueError:
            continue
        if at.page in document.pages and at.block in document.pages[at.page].blocks and not at.path:
            found.append(at)
    return found


def _rename_page(at: ConflictPlace, name: str) -> list[Edit]:
    return [RenamePage(at.page.name, free_page_name(name, at.document.pages.keys() - {at.page.name}))]


def _pins(side: Any) -> Iterator[tuple[Address, str | None]]:
    """Yield the pins of a side of a conflict about the arrays of a network, and their values."""
    for text, value in zip(side[::2], side[1::2]) if isinstance(side, tuple) else ():
        with contextlib.suppress(AddressError):
            yield address_of(text), value


def _read_arrays(at: ConflictPlace) -> Any:
    found = list[str | None]()
    for pin, value in _pins(at.conflict.ours):
        block = block_at(at.document, pin.page, pin.block)
        found += str(pin), value if block is None else block.values.get(pin.end)
    return tuple(found)


def _set_arrays(at: ConflictPlace, side: Any) -> list[Edit]:
    return [
        SetValue(pin.page, pin.block, pin.end, value)
        for pin, value in _pins(side)
        if (block := block_at(at.document, pin.page, pin.block)) is not None and block.values.get(pin.end) != value
    ]


_VALUE = ConflictCell(
    (Block,),
    _value,
    lambda at: at.block.values.get(at.pin),
    lambda at, text: [SetValue(at.page.name, at.name, at.pin, text)],
)
CELLS: dict[str, ConflictCell] = {
    **{name: _field(field) for name, field in FIELD_CELLS.items() if not field.cell},
    "value": _VALUE,
    "weights": structs.replace(_VALUE, accepts=_text),
    "network": ConflictCell(_PAGE, _arrays, _read_arrays, _set_arrays),
    "slider": ConflictCell((Block,), _range, lambda at: _slider(at.block.sliders.get(at.pin)), _set_slider),
    "name": ConflictCell((Block,), _value, lambda at: at.block.names.get(at.pin), _set_name),
    "type": ConflictCell(
        (Block,),
        _text,
        lambda at: at.block.type,
        lambda at, type_: [replaced(at.page, [at.block._replace(type=type_)])],
    ),
    "frame": ConflictCell(
        (Block, Frame),
        lambda side: isinstance(side, str) and "/" not in side,  # "/" is in the name of a frame on another page
        lambda at: getattr(at.item, "frame", ""),
        lambda at, frame: [Enclose(at.page.name, {at.name: frame})],
    ),
    "box": ConflictCell((Frame, Note), _numbers(4), _box, _set_box),
    "id": ConflictCell(_ITEM, _text, lambda at: at.name, _rename),
    "wires": ConflictCell(
        (Block,),
        lambda side: _value(side) or _texts(side),
        _read_wires,
        lambda at, side: wire_edits(at, conflict_sources(side)),
        (OURS, THEIRS, BASE, BOTH),
    ),
    "removed": ConflictCell(_ITEM, _flag, lambda at: False, _remove, (OURS, THEIRS)),
    "page-removed": ConflictCell(
        _PAGE, _flag, lambda at: False, lambda at, gone: [RemovePage(at.page.name)] if gone else [], (OURS, THEIRS)
    ),
    "page-name": ConflictCell(_PAGE, _text, lambda at: at.page.name, _rename_page),
    "size": ConflictCell(
        _PAGE,
        _sheet,
        lambda at: at.page.size,
        lambda at, size: [SetSheet(at.page.name, size, at.page.background)],
    ),
    "background": ConflictCell(
        _PAGE,
        _text,
        lambda at: at.page.background,
        lambda at, color: [SetSheet(at.page.name, at.page.size, color)],
    ),
    # The merged page has the content of ours. A quick fix copies the page from its library again.
    "library": ConflictCell(
        _PAGE, lambda side: True, lambda at: tuple(at.page.origin or ()) or None, lambda at, side: [], (OURS,)
    ),
    "cycle": ConflictCell(
        (*_ITEM, *_PAGE), lambda side: side is None or _texts(side), lambda at: None, lambda at, side: []
    ),
}
