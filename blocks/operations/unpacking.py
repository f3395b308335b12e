"""Instances replaced by the blocks of their pages, and separate pages for instances."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

from blockloom.blocks.catalogue import parameters
from blockloom.blocks.catalogue.monitor_types import MONITORS
from blockloom.blocks.catalogue.parameters import ARG, PREFIX, RETVAL, page_of_type
from blockloom.blocks.document.pages import CONTROL, Block, Document, Page, Placed, Wire, control
from blockloom.blocks.document.uids import derived_uid, uid_of
from blockloom.blocks.editing.edit_propagation import retyped
from blockloom.blocks.edits import CompositeEdit, Edit, EditError, Insert, Remove, SetUids
from blockloom.blocks.infer.breakpoint_text import unpacked
from blockloom.blocks.infer.wire_rules import WireRules
from blockloom.blocks.operations.change import PageChange, count_label
from blockloom.blocks.operations.copies import duplicate_page, insert_items
from blockloom.blocks.operations.group_into_page import STAYS, replace_wires
from blockloom.blocks.operations.measures import Item, Measures
from blockloom.blocks.text.phrases import phrase

_NOWHERE = (float("inf"), float("inf"))


def unpack(document: Document, rules: WireRules, name: str, measures: Measures) -> PageChange:
    """Replace an instance by the blocks, frames and notes of its page, under free ids, without sessions and feeds.

    Expressions of parameters are computed; values of Args become Consts; wires follow.

    Raises:
        EditError: The block is not an instance, or a value cannot be computed.
    """
    page = rules.page
    instance = page.blocks.get(name)
    inner = document.pages.get(page_of_type(instance.type)) if instance is not None else None
    if instance is None or inner is None:
        raise EditError(phrase("Select an instance of a page"))
    if inner is page:
        raise EditError(phrase("the page {0} uses itself", page.name))
    unpacking = _Unpacking(document, rules, instance, inner)
    part = unpacking.part
    if not (part.blocks or part.frames or part.notes):
        raise EditError(phrase("The page {0} is empty", inner.name))
    items = part.items()
    room = Measures(part, rules.catalogue.with_pages(document))
    rects = [room.rect(name) for name in items]
    left, top = min(r[0] for r in rects), min(r[1] for r in rects)
    width, height = max(r[0] + r[2] for r in rects) - left, max(r[1] + r[3] for r in rects) - top
    x, y, wide, high = measures.rect(name)
    at = measures.free(x + (wide - width) / 2, y + (high - height) / 2, width, height, {name: _NOWHERE})
    uids = {name: uid_of(inner, inner.items()[name]) for name in items}
    # The blocks of the only instance keep their uids, and the page gets new ones. Otherwise the blocks are copies. New
    # uids are derived, so that two people who unpack one instance get the same.
    is_only = sum(block.type == instance.type for one in document.pages.values() for block in one.blocks.values()) == 1
    others = {name: derived_uid(uid_of(page, instance), uid) for name, uid in uids.items()}
    insert = insert_items(page, part, measures, at, exact=True, uids=uids if is_only else others)
    new = insert.ids
    names = dict(zip(items, new, strict=True))
    outermost = {names[item.id] for item in items.values() if getattr(item, "frame", "") not in part.frames}
    blocks = _naming(insert.blocks, names)
    insert = insert._replace(
        blocks=tuple(_homed(blocks, outermost, instance.frame)),
        frames=tuple(_homed(insert.frames, outermost, instance.frame)),
    )
    renewed = (SetUids(inner.name, others),) if is_only else ()
    edit = CompositeEdit(
        (*renewed, Remove(page.name, (name,)), insert, Insert(page.name, wires=tuple(unpacking.wires(names))))
    )
    return PageChange(edit, phrase("Unpack {0}", name), new)


def _homed(items: Iterable[Item], outermost: Collection[str], frame: str) -> Iterator[Item]:
    return (item._replace(frame=frame) if item.id in outermost else item for item in items)


def _naming(blocks: Iterable[Block], names: Mapping[str, str]) -> Iterator[Block]:
    """Yield blocks whose values that name a block (`@BLOCK`) have its new name."""
    for block in blocks:
        named = {
            pin: f"@{names[text.strip()[1:]]}"
            for pin, text in block.values.items()
            if text.lstrip().startswith("@") and text.strip()[1:] in names
        }
        yield block._replace(values={**block.values, **named}) if named else block


class _Unpacking:
    """An instance that is being unpacked; `part` is the content of its page that replaces it, with its wires."""

    def __init__(self, document: Document, rules: WireRules, instance: Block, inner: Page):
        self.page, self.instance, self.inner = rules.page, instance, inner
        self.wired: Mapping[str, tuple[Wire, ...]] = self.page.into.get(instance.id, {})
        given = self._given(rules)
        self.part = part = Page(inner.name)
        part.frames, part.notes = dict(inner.frames), dict(inner.notes)
        for block in inner.blocks.values():
            if block.type == ARG:
                text = instance.values.get(block.id, block.values.get("default"))
                if text is not None and block.id not in self.wired:
                    values = {"value": text} | {k: v for k, v in block.values.items() if k == "dtype"}
                    part.blocks[block.id] = _with_values(block._replace(type="Const", values=values, sliders={}), given)
            elif block.type not in STAYS:
                part.blocks[block.id] = _with_values(block._replace(pause=unpacked(instance, block)), given)
        part.put_all(
            new
            for name in part.blocks
            for wires in inner.into.get(name, {}).values()
            for wire in wires
            for new in self._inner(wire)
            if new.source in part.blocks
        )

    def _given(self, rules: WireRules) -> dict[str, str | None]:
        """Return the value of each parameter: as typed, else the dtype that follows from wires, else the default."""
        found: dict[str, str | None] = {}
        known = rules.inference.known.get(self.instance.id)
        for name, block in self.inner.blocks.items():
            found[name] = self.instance.values.get(name)
            if found[name] is None and block.values.get("type") == "type" and known is not None:
                found[name] = known.attrs.get(name)
        return parameters.parameter_values(self.inner, found)

    def _source(self, block: str, pin: str, kind: str, seen: frozenset[str] = frozenset()) -> Wire | None:
        """Return the source of an output on the inner page as a wire.

        It is a block of `part`, or, if the target is the instance, a block of the outer page.
        """
        giver = self.inner.blocks.get(block)
        if block in self.part.blocks:
            return Wire(block, "output" if giver is not None and giver.type == ARG else pin, "", "", kind)
        if giver is None or block in seen:
            return None
        if giver.type == RETVAL:
            wire = next(iter(self.inner.into.get(block, {}).get("input", ())), None)
            return wire and self._source(wire.source, wire.source_pin, wire.kind, seen | {block})
        wire = next(iter(self.wired.get(block, ())), None) if giver.type == ARG else None
        if wire is None:
            return None
        if wire.source == self.instance.id:
            return self._source(wire.source_pin, "output", wire.kind, seen | {block})
        return wire._replace(target=self.instance.id)

    def _led(self, wire: Wire) -> Wire | None:
        """Return a wire of the inner page with its new source."""
        if wire.kind == CONTROL:
            return wire if wire.source in self.part.blocks else None
        found = self._source(wire.source, wire.source_pin, wire.kind)
        return found and wire._replace(source=found.source, source_pin=found.source_pin, kind=found.kind)

    def _inner(self, wire: Wire) -> list[Wire]:
        """Return the wire if it is among the unpacked blocks; those from the outer page follow later."""
        found = self._led(wire)
        return [found] if found is not None and not self._outer(wire) else []

    def _outer(self, wire: Wire) -> bool:
        if wire.kind == CONTROL:
            return False
        found = self._source(wire.source, wire.source_pin, wire.kind)
        return found is not None and found.target == self.instance.id

    def wires(self, names: Mapping[str, str]) -> Iterator[Placed]:
        """Yield the wires between unpacked blocks, under these names, and blocks of the page."""
        page, part = self.page, self.part
        for target in part.blocks:
            for wires in self.inner.into.get(target, {}).values():
                led = [(new, self._outer(w)) for w in wires if (new := self._led(w)) is not None]
                yield from (
                    Placed(w._replace(target=names[target], look=w.look._replace(route=())), i)
                    for i, (w, outer) in enumerate(led)
                    if outer
                )
        inside = {n for n in part.blocks if part.blocks[n].type not in MONITORS and self.inner.blocks[n].type != ARG}
        first = [n for n in part.blocks if n in inside and not any(w.source in inside for w in part.wires_into(n))]
        last = [n for n in part.blocks if n in inside and not any(w.target in inside for w in part.wires_from(n))]
        for wire in self.wired.get("", ()):
            if wire.source != self.instance.id:
                yield from (Placed(control(wire.source, names[n]), 10**6) for n in first)

        def elsewhere(wire: Wire) -> Iterable[Wire]:
            if wire.source != self.instance.id:
                return (wire,)
            if wire.kind == CONTROL:
                return [control(names[n], wire.target) for n in last]
            start = self._source(wire.source_pin, "output", wire.kind)
            return (
                [
                    wire._replace(
                        source=start.source if start.target == self.instance.id else names[start.source],
                        source_pin=start.source_pin,
                        kind=start.kind,
                        look=wire.look._replace(route=()),
                    )
                ]
                if start is not None
                else []
            )

        yield from replace_wires(
            page, {w.target: None for w in page.wires_from(self.instance.id) if w.target != self.instance.id}, elsewhere
        )


def _with_values(block: Block, given: Mapping[str, str | None]) -> Block:
    try:
        found = parameters.substituted(block, given) if given else block
    except parameters.ParameterError as error:
        raise EditError(phrase("{0}: {1}", f"{block.id}.{error.args[1]}", error.args[0])) from None
    return found._replace(sliders={pin: s for pin, s in block.sliders.items() if pin in found.values})


def copy_page_for_instances(document: Document, page: Page, names: Iterable[str]) -> PageChange:
    """Copy the page of these instances for them only; of several pages one copy each.

    Raises:
        EditError: No block is an instance.
    """
    blocks = [
        page.blocks[n]
        for n in sorted(names)
        if n in page.blocks and page_of_type(page.blocks[n].type) in document.pages
    ]
    if not blocks:
        raise EditError(phrase("Select an instance of a page"))
    edits: list[Edit] = []
    types: dict[str, str] = {}
    for type_ in dict.fromkeys(block.type for block in blocks):
        change, copy = duplicate_page(document, page_of_type(type_))
        edits.append(change.edit)
        types[type_] = PREFIX + copy
    edits.append(retyped(page, {block.id: types[block.type] for block in blocks}))
    return PageChange(
        CompositeEdit(tuple(edits)),
        count_label([b.id for b in blocks], phrase("Copy the page of {0}"), phrase("Copy the pages of {0} blocks")),
        tuple(b.id for b in blocks),
    )
