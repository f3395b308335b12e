"""Update of unresolved conflicts when blocks, pins or pages are renamed."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from blockloom.blocks.catalogue.page_signature import PREFIX
from blockloom.blocks.document.addresses import Address, AddressError, address_of
from blockloom.blocks.document.pages import Conflict, Document
from blockloom.blocks.edits import Edit, SetConflicts, flatten_edits

_ARROW = " -> "  # as wires are written
_At = Callable[[Address], Address]
_Text = Callable[[str, str, str], str]  # from what a conflict is about, a text of it, and its page


def propagate_to_conflicts(
    document: Document, edit: Edit, pins: Mapping[str, Mapping[str, str | None]]
) -> tuple[Conflict, ...] | None:
    """Return the conflicts of a document after an edit; None if the edit itself leaves them correct.

    Args:
        document: The document before the edit.
        edit: The edit.
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
        except AddressError:  # a side may be anything
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
