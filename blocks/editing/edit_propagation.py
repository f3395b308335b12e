"""Consequences of an edit on other pages.

If an Arg, Retval or Parameter is renamed or removed, the wires and values of all instances are updated, and expressions
of a Parameter. If a page is renamed, the types of its instances and the attrs that name it are updated. Unresolved
conflicts and breakpoints inside instances are updated, too.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TypeVar

from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.catalogue.parameters import ARG, PARAMETER, PREFIX, RETVAL, SIGNATURE, names_in
from blockloom.blocks.document.addresses import Address, AddressError, address_of
from blockloom.blocks.document.pages import Block, Conflict, Document, Page, Placed, Wire
from blockloom.blocks.document.uids import uid_of
from blockloom.blocks.edits import (
    CompositeEdit,
    Edit,
    EditError,
    Insert,
    Remove,
    SetConflicts,
    SetField,
    SetSlider,
    SetValue,
    flatten_edits,
)
from blockloom.blocks.edits.content import touching
from blockloom.blocks.infer.breakpoint_text import called_inside, pausing_inside
from blockloom.blocks.infer.page_uses import Types, renamed
from blockloom.blocks.text.phrases import phrase

T = TypeVar("T")
Names = dict[str, str | None]  # id before an edit -> id after it, None for a removed item


def with_consequences(document: Document, edit: Edit, catalogue: Catalogue | None = None) -> Edit:
    """Return the edit with its consequences on other pages (names of pins, parameters, pages) and conflicts.

    The result is the edit itself if there are none.

    Args:
        document: The document before the edit.
        catalogue: The block types. If None, attrs that name pages are not updated.

    Raises:
        EditError: The edit does not fit, or an expression could no longer name its parameter.
    """
    pages = dict[str, str]()  # name of a renamed page at this point of the edit -> its name before the edit
    changed, pins = set[str](), set[str]()  # pages with renamed or removed items, and with renamed or removed pins
    for touched in edit.touched():
        if touched.page_was and touched.page_was != touched.page:
            pages[touched.page] = pages.pop(touched.page_was, touched.page_was)
        page = document.pages.get(pages.get(touched.page, touched.page))
        if page is not None and (touched.removed or touched.renamed):
            changed.add(page.name)
            blocks = map(page.blocks.get, (*touched.removed, *(touched.renamed or ())[:1]))
            if any(block is not None and block.type in SIGNATURE for block in blocks):
                pins.add(page.name)
    if not (pins or pages or changed and any(map(pausing_inside, document.pages.values()))):
        conflicts = propagate_to_conflicts(document, edit, {})
        return edit if conflicts is None else CompositeEdit((edit, SetConflicts(conflicts)))
    after = document.copy()
    edit.apply(after)
    new_pages = {old: new for new, old in pages.items() if new in after.pages and old != new}
    more: list[Edit] = []
    if new_pages:
        more += _page_names(after, new_pages, catalogue.with_pages(after) if catalogue is not None else {})
        CompositeEdit(tuple(more)).apply(after)
    now = {name: after.pages.get(new_pages.get(name, name)) for name in changed}
    names = {name: _names(document.pages[name], page) for name, page in now.items()}
    for name, page in now.items():
        if page is not None and name in pins:
            more += (*_expressions(page, names[name]), *_pins(after, page, names[name]))
    more += _pauses(document, after, names)
    conflicts = propagate_to_conflicts(document, edit, {name: names[name] for name in pins})
    more += () if conflicts is None else (SetConflicts(conflicts),)
    return CompositeEdit((edit, *more)) if more else edit


def _names(before: Page, after: Page | None) -> Names:
    """Return the items of a page that an edit renames, with their new ids, and None for those that it removes."""
    ids = {uid_of(after, item): name for name, item in after.items().items()} if after is not None else {}
    return {
        name: new
        for name, item in before.items().items()
        if (new := ids.get(uid_of(before, item))) != name and (new or after is None or after.item(name) is None)
    }


def _pauses(document: Document, after: Document, names: Mapping[str, Names]) -> Iterator[Edit]:
    """Yield edits that rename blocks in the breakpoints of instances, and remove those of missing blocks."""

    def called(page: str, name: str) -> str:
        return names.get(page, {}).get(name, name) or ""

    for page in after.pages.values():
        found = {block.id: called_inside(block, document, called) for block in pausing_inside(page)}
        if texts := {name: text for name, text in found.items() if text != page.blocks[name].pause}:
            yield SetField(page.name, "pause", texts)


def _expressions(page: Page, names: Names) -> Iterator[Edit]:
    """Yield edits that rename parameters in expressions."""
    parameters = {block.id for block in page.blocks.values() if block.type == PARAMETER}
    renamed_here = {old: new for old, new in names.items() if new in parameters}
    for block in page.blocks.values() if renamed_here else ():
        for pin, text in block.values.items():
            own = text[1:].strip() if text.startswith("=") else ""
            new_names = {name: new for name in names_in(text) if (new := renamed_here.get(name)) is not None}
            if (new := renamed_here.get(own)) is not None:
                yield SetValue(page.name, block.id, pin, f"={new}")
            elif new_names:
                for old, new in new_names.items():
                    if not new.isidentifier():
                        raise EditError(
                            phrase(
                                "{0} computes with {1}: its name can have letters, digits and _ only",
                                f"{block.id}.{pin}",
                                old,
                            )
                        )
                yield SetValue(page.name, block.id, pin, with_parameters(text, new_names))


def with_parameters(text: str, names: Mapping[str, str]) -> str:
    """Return an expression with names replaced at once (old -> new), and otherwise unchanged."""
    places = [
        (node.lineno, node.col_offset, node.id)
        for node in ast.walk(ast.parse(text[1:].strip(), mode="eval"))
        if isinstance(node, ast.Name) and node.id in names
    ]
    lines = [line.encode() for line in re.split(r"\r\n?|\n", text[1:].strip())]  # line breaks as in Python
    for line, column, old in sorted(places, reverse=True):
        have = lines[line - 1]
        lines[line - 1] = have[:column] + names[old].encode() + have[column + len(old.encode()) :]
    return "=" + b"\n".join(lines).decode()


def _pins(after: Document, of: Page, names: Names) -> Iterator[Edit]:
    """Yield edits that rename and remove the pins and attrs of the instances of a page."""
    inputs, outputs = ({b.id for b in of.blocks.values() if b.type == type_} for type_ in (ARG, RETVAL))
    typed = inputs | {b.id for b in of.blocks.values() if b.type == PARAMETER}

    def now(pin: str, present: set[str]) -> str | None:
        """Return the new name of a pin; None if it is removed."""
        new = names.get(pin, pin)
        return new if pin not in names or new in present else None

    for page in after.pages.values():
        instances_here = {block.id for block in page.blocks.values() if block.type == PREFIX + of.name}
        if not instances_here:
            continue

        def led(w: Wire, instances_here: set[str] = instances_here) -> Wire | None:
            return _led(
                w,
                now(w.source_pin, outputs) if w.source in instances_here and w.source_pin else w.source_pin,
                now(w.target_pin, inputs) if w.target in instances_here and w.target_pin else w.target_pin,
            )

        yield from _rewired(page, instances_here, led)
        for block in (page.blocks[block_id] for block_id in instances_here):
            pins = {pin: now(pin, typed) for pin in (*block.values, *block.sliders)}
            for pin, text in _at_new_pins(block.values, pins):
                yield SetValue(page.name, block.id, pin, text)
            for pin, slider in _at_new_pins(block.sliders, pins):
                yield SetSlider(page.name, block.id, pin, slider)


def _at_new_pins(have: Mapping[str, T], pins: Mapping[str, str | None]) -> Iterator[tuple[str, T | None]]:
    """Yield changed values or sliders of an instance by pin; `pins` leads from former names to new ones."""
    made = {pin: value for pin, value in have.items() if pins[pin] == pin}
    for pin, value in have.items():
        if (new := pins[pin]) is not None:
            made.setdefault(new, value)
    for pin in {**have, **made}:
        if made.get(pin) != have.get(pin):
            yield pin, made.get(pin)


def _led(wire: Wire, source: str | None, target: str | None) -> Wire | None:
    return None if source is None or target is None else wire._replace(source_pin=source, target_pin=target)


def _rewired(page: Page, blocks: set[str], led: Callable[[Wire], Wire | None]) -> Iterator[Edit]:
    """Yield edits that reconnect or remove the wires at blocks; each keeps its place in its pin."""
    gone: list[Placed] = []
    laid: list[Placed] = []
    for target in dict.fromkeys([*blocks, *(w.target for b in blocks for w in page.wires_from(b))]):
        for wires in page.into.get(target, {}).values():
            place = 0
            for index, wire in enumerate(wires):
                new = led(wire) if wire.source in blocks or wire.target in blocks else wire
                if new != wire:
                    gone.append(Placed(wire, index))
                    if new is not None:
                        laid.append(Placed(new, place))
                place += new is not None
    if gone:
        yield Remove(page.name, wires=tuple(gone))
    if laid:
        yield Insert(page.name, wires=tuple(laid))


def _page_names(after: Document, names: Mapping[str, str], catalogue: Types) -> Iterator[Edit]:
    """Yield edits that replace the former names of pages wherever they are used."""
    for page in after.pages.values():
        changed = {block.id: renamed(block, names, catalogue) for block in page.blocks.values()}
        types = {name: block.type for name, block in changed.items() if block.type != page.blocks[name].type}
        if types:
            yield retyped(page, types)
        for name, block in changed.items():
            was = page.blocks[name].values
            yield from (
                SetValue(page.name, name, attr, text) for attr, text in block.values.items() if text != was[attr]
            )


def retyped(page: Page, types: Mapping[str, str]) -> Edit:
    """Return the edit that changes types of blocks (id -> type) and keeps their wires."""
    return replaced(page, [page.blocks[name]._replace(type=type_) for name, type_ in types.items()])


def replaced(page: Page, blocks: Iterable[Block]) -> Edit:
    """Return the edit that replaces blocks by those with the same ids, with the same wires."""
    blocks = tuple(blocks)
    names = tuple(block.id for block in blocks)
    wires = touching(page, names)
    again = Insert(page.name, blocks, tuple(wires[key] for key in sorted(wires)))
    return CompositeEdit((Remove(page.name, names), again))


_ARROW = " -> "  # separates the ends in the text of a wire
_At = Callable[[Address], Address]
_Text = Callable[[str, str, str], str]  # function (field of a conflict, text of it, page) -> new text


def propagate_to_conflicts(
    document: Document, edit: Edit, pins: Mapping[str, Mapping[str, str | None]]
) -> tuple[Conflict, ...] | None:
    """Return the conflicts of a document after an edit; None if they need no update.

    Args:
        document: The document before the edit.
        pins: Renamed pins of instances by page: name before -> name; None if removed.
    """
    now = left = document.conflicts
    if not left:
        return None
    for page, names in pins.items():
        now = _with_pins(document, page, names, now)
    for leaf in flatten_edits(edit):
        if isinstance(leaf, SetConflicts):
            now = left = leaf.conflicts
        for touched in leaf.touched():
            if touched.renamed:
                now = _with_block(touched.page, *touched.renamed, now)
            if touched.page_was and touched.page_was != touched.page:
                now = _with_page(touched.page_was, touched.page, now)
    return None if now == left else now


def _with_block(page: str, old: str, new: str, conflicts: tuple[Conflict, ...]) -> tuple[Conflict, ...]:
    """Return the conflicts after a block, frame or note of a page is renamed."""

    def at(address: Address) -> Address:
        return address.with_top(new) if (address.page, address.top) == (page, old) else address

    def begin(text: str, where: str) -> str:
        at, kind, name, pin = _parts(text)
        return f"{at}{kind}{new}{pin}" if name == old and page in (at[:-1], "" if at else where) else text

    def told(what: str, text: str, where: str) -> str:
        if what == "wires":
            return begin(text, where)
        if where != page:
            return text
        if what == "cycle":
            return _ARROW.join(begin(end, page) for end in text.split(_ARROW))
        known = {"frame": {old: new}, "value": {f"@{old}": f"@{new}"}}.get(what, {})
        return known.get(text.strip(), text)

    return _changed(conflicts, at, told)


def _with_page(old: str, new: str, conflicts: tuple[Conflict, ...]) -> tuple[Conflict, ...]:
    """Return the conflicts after a page is renamed."""

    def at(address: Address) -> Address:
        return address._replace(page=new) if address.page == old else address

    def told(what: str, text: str, where: str) -> str:
        if what == "wires":
            there, kind, name, pin = _parts(text)
            return f"{new}/{kind}{name}{pin}" if there == f"{old}/" else text
        return PREFIX + new if (what, text) == ("type", PREFIX + old) else text

    return _changed(conflicts, at, told)


def _with_pins(
    document: Document, page: str, names: Mapping[str, str | None], conflicts: tuple[Conflict, ...]
) -> tuple[Conflict, ...]:
    """Return the conflicts after pins of the instances of a page are renamed."""
    instances = {
        (where.name, block.id)
        for where in document.pages.values()
        for block in where.blocks.values()
        if block.type == PREFIX + page
    }

    def at(address: Address) -> Address:
        new = names.get(address.pin)
        mine = not address.path and (address.page, address.block) in instances
        return address._replace(pin=new) if mine and new is not None else address

    def told(what: str, text: str, where: str) -> str:
        there, kind, name, pin = _parts(text)
        new = names.get(pin[1:])
        mine = what == "wires" and (there[:-1] or where, name) in instances
        return f"{there}{kind}{name}.{new}" if mine and new is not None else text

    return _changed(conflicts, at, told) if instances else conflicts


def _parts(begin: str) -> tuple[str, str, str, str]:
    """Split the source of a wire into page with its slash, kind with its space, block, and pin with its dot.

    Missing parts are "".
    """
    there, slash, local = begin.rpartition("/")
    head, dot, pin = local.partition(".")
    kind, space, block = head.rpartition(" ")
    return there + slash, kind + space, block, dot + pin


def _changed(conflicts: tuple[Conflict, ...], at: _At, told: _Text) -> tuple[Conflict, ...]:
    """Return the conflicts with addresses changed by `at`, and texts of sides by `told`."""

    def moved(text: str) -> str:
        try:
            before = address_of(text)
        except AddressError:  # the text of a side is not always an address
            return text
        after = at(before)
        return text if after == before else str(after)

    def side(conflict: Conflict, where: str, value: object) -> object:
        if isinstance(value, tuple) and conflict.what == "network":
            return tuple(moved(one) if n % 2 == 0 and isinstance(one, str) else one for n, one in enumerate(value))
        if isinstance(value, tuple):
            return tuple(side(conflict, where, one) for one in value)
        if not isinstance(value, str):
            return value
        return moved(value) if conflict.what == "cycle" and _ARROW not in value else told(conflict.what, value, where)

    def one(conflict: Conflict) -> Conflict:
        where = address_of(conflict.at).page
        found = Conflict(moved(conflict.at), conflict.what, *(side(conflict, where, one) for one in conflict.sides))
        return conflict if found == conflict else found

    return tuple(map(one, conflicts))
