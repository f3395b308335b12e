"""Sources of wires in conflicts, and wires from blocks that the other side moved to another page.

"A.out" is an output of a block on the page, "ref V.ref" one of another kind than tensor, "A" the block of a control
wire, "PAGE/A.out" and "PAGE/ref V.ref" outputs of a block on another page. A wire between two pages leads through an
instance: if one page has exactly one instance of the other, the wire leaves the instance by a Retval, or enters it by
an Arg. If a third page has exactly one instance of each, the wire leaves one and enters the other. Missing Args and
Retvals are added.
"""

from __future__ import annotations

from collections.abc import Collection

from msgspec import Struct

from blockloom.blocks.catalogue.parameters import ARG, PREFIX, RETVAL
from blockloom.blocks.document.pages import ID, TENSOR, WIRE_KINDS, Block, Document, Page, Placed, Wire, control
from blockloom.blocks.edits import Edit, Insert

_BESIDE = 240  # pixels between a block and a pin added next to it


class RoutedWire(Struct, frozen=True):
    """A wire to a pin of the page, and the edits that create its source on other pages."""

    wire: Wire
    edits: tuple[Edit, ...] = ()
    added: tuple[tuple[str, str], ...] = ()  # (page, id) of each new Arg and Retval


def wire_source_text(wire: Wire) -> str:
    """Return the source of a wire, as conflicts write it."""
    if not wire.source_pin:
        return wire.source
    there, far, block = wire.source.rpartition("/")
    kind = "" if wire.kind == TENSOR else f"{wire.kind} "
    return f"{there}{far}{kind}{block}.{wire.source_pin}"


def route_wire(
    begin: str, document: Document | None, page: Page, block: str, pin: str, taken: Collection[tuple[str, str]] = ()
) -> RoutedWire | None:
    """Return the wire from a source to a pin of a block, None if it is not possible.

    Args:
        document: None if no other pages are known.
        taken: Ids that new pins must not have.
    """
    if not pin:
        return RoutedWire(control(begin, block)) if ID.fullmatch(begin) else None
    there, far, local = begin.rpartition("/")
    if far:
        source = document.pages.get(there) if document is not None else None
        return None if source is None or document is None else _far(document, source, local, page, (block, pin), taken)
    head, _, source_pin = begin.partition(".")
    kind, space, name = head.rpartition(" ")
    if not ID.fullmatch(name) or not source_pin or space and kind not in WIRE_KINDS:
        return None
    return RoutedWire(Wire(name, source_pin, block, pin, kind or TENSOR))


def _far(
    document: Document,
    there: Page,
    local: str,
    here: Page,
    end: tuple[str, str],
    taken: Collection[tuple[str, str]],
) -> RoutedWire | None:
    name, _, pin = local.partition(".")
    block = there.blocks.get(name)
    if block is None or not pin:
        return None
    inside, outside = _instances(here, there), _instances(there, here)
    if len(inside) == 1:
        return _out(there, block, pin, inside[0], end, taken)
    pages = document.pages.values()
    if sum(len(_instances(page, here)) for page in pages) != 1:
        return None
    if len(outside) == 1:
        return _into(there, (name, pin), outside[0], here, end, taken)
    for page in pages:
        begins, ends = _instances(page, there), _instances(page, here)
        if len(begins) == len(ends) == 1:
            out = _out(there, block, pin, begins[0], end, taken)
            into = _into(page, out.wire[:2], ends[0], here, end, taken)
            return RoutedWire(into.wire, out.edits + into.edits, out.added + into.added)
    return None


def _out(
    page: Page, block: Block, pin: str, instance: str, end: tuple[str, str], taken: Collection[tuple[str, str]]
) -> RoutedWire:
    """Return the wire by which an output of a block on a page leaves an instance of the page."""
    for one in page.blocks.values():
        if one.type == RETVAL and [w[:2] for w in page.wires_into(one.id, "input")] == [(block.id, pin)]:
            return RoutedWire(Wire(instance, one.id, *end))
    new = _free(page, pin, taken)
    retval = Block(new, RETVAL, block.x + _BESIDE, block.y, frame=block.frame)
    edit = Insert(page.name, (retval,), (Placed(Wire(block.id, pin, new, "input"), 0),))
    return RoutedWire(Wire(instance, new, *end), (edit,), ((page.name, new),))


def _into(
    page: Page,
    source: tuple[str, str],
    instance: str,
    here: Page,
    end: tuple[str, str],
    taken: Collection[tuple[str, str]],
) -> RoutedWire:
    """Return the wire by which a source on a page enters an instance there, and ends on its page, `here`."""
    for one in here.blocks.values():
        if one.type == ARG and [w[:2] for w in page.wires_into(instance, one.id)] == [source]:
            return RoutedWire(Wire(one.id, "output", *end))
    new, beside = _free(here, end[1], taken), here.blocks[end[0]]
    arg = Insert(here.name, (Block(new, ARG, beside.x - _BESIDE, beside.y, frame=beside.frame),))
    given = Insert(page.name, wires=(Placed(Wire(*source, instance, new), 0),))
    return RoutedWire(Wire(new, "output", *end), (arg, given), ((here.name, new),))


def _instances(page: Page, of: Page) -> list[str]:
    return [block.id for block in page.blocks.values() if block.type == PREFIX + of.name]


def _free(page: Page, wanted: str, taken: Collection[tuple[str, str]]) -> str:
    return page.free_id(wanted, {name for there, name in taken if there == page.name})
