"""Consequences of an edit on other pages.

If an Arg, Retval or Parameter is renamed or removed, the wires and values of all instances are updated, and expressions
of a Parameter. If a page is renamed, the types of its instances and the attrs that name it are updated. Conflicts (see
`conflict_propagation`) and breakpoints inside instances are updated, too.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Iterator, Mapping

from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.catalogue.page_signature import ARG, PARAMETER, PREFIX, RETVAL, SIGNATURE
from blockloom.blocks.catalogue.parameters import names_in
from blockloom.blocks.document.pages import Block, Document, Page, Placed, Wire
from blockloom.blocks.editing.conflict_propagation import propagate_to_conflicts
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
)
from blockloom.blocks.edits.content import touching
from blockloom.blocks.infer.breakpoint_text import called_inside, pausing_inside
from blockloom.blocks.infer.page_uses import Types, renamed
from blockloom.blocks.text.phrases import phrase

Names = dict[str, str | None]  # by the name before: the name, None where it is gone


def with_consequences(document: Document, edit: Edit, catalogue: Catalogue | None = None) -> Edit:
    """Return the edit with its consequences on other pages (names of pins, parameters, pages) and conflicts.

    The result is the edit itself if there are none.

    Args:
        document: The document before the edit.
        edit: The edit.
        catalogue: Its types. Without it, attrs that name pages are not updated.

    Raises:
        EditError: The edit does not fit, or an expression could no longer name its parameter.
    """
    pins: dict[str, Names] = {}
    pages: dict[str, str] = {}
    changed: dict[str, Names] = {}  # by page, what its blocks are called
    for touched in edit.touched():
        if touched.page_was and touched.page_was != touched.page:
            pages[touched.page_was] = touched.page
        page_before = document.pages.get(touched.page)
        if page_before is not None and (touched.removed or touched.renamed):
            blocks = page_before.blocks
            names = changed.setdefault(touched.page, {})
            names |= dict.fromkeys(touched.removed)
            names |= dict([touched.renamed] if touched.renamed else ())
            for block in filter(None, map(blocks.get, touched.removed)):
                if block.type in SIGNATURE:
                    pins.setdefault(touched.page, {})[block.id] = None
            if touched.renamed and (pin := blocks.get(touched.renamed[0])) is not None and pin.type in SIGNATURE:
                pins.setdefault(touched.page, {})[touched.renamed[0]] = touched.renamed[1]
    conflicts = propagate_to_conflicts(document, edit, pins)
    kept = (SetConflicts(conflicts),) if conflicts is not None else ()
    if not pins and not pages and not (changed and any(map(pausing_inside, document.pages.values()))):
        return CompositeEdit((edit, *kept)) if kept else edit
    after = document.copy()
    edit.apply(after)
    more = [
        consequence
        for page, names in pins.items()
        if page in after.pages
        for consequence in (*_expressions(after.pages[page], names), *_pins(after, page, names))
    ]
    for old, new in pages.items():
        if old not in after.pages and new in after.pages:
            more += _page(after, old, new, catalogue.with_pages(after) if catalogue is not None else {})
    more += _pauses(document, after, changed)
    return CompositeEdit((edit, *more, *kept)) if more or kept else edit


def _pauses(document: Document, after: Document, changed: Mapping[str, Names]) -> Iterator[Edit]:
    """Yield edits that rename blocks in the breakpoints of instances, and remove those of missing blocks."""

    def called(page: str, name: str) -> str:
        now = changed.get(page, {}).get(name, name)
        return now or (name if page in after.pages and name in after.pages[page].blocks else "")

    for page in after.pages.values():
        found = {block.id: called_inside(block, document, called) for block in pausing_inside(page)}
        if texts := {name: text for name, text in found.items() if text != page.blocks[name].pause}:
            yield SetField(page.name, "pause", texts)


def _expressions(page: Page, names: Names) -> Iterator[Edit]:
    """Yield edits that rename parameters in expressions."""
    parameters = {block.id for block in page.blocks.values() if block.type == PARAMETER}
    renamed_here = {old: new for old, new in names.items() if new in parameters and old not in parameters}
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
    """Return an expression with names replaced, all at once (old -> new); the rest stays as typed."""
    places = [
        (node.lineno, node.col_offset, node.id)
        for node in ast.walk(ast.parse(text[1:].strip(), mode="eval"))
        if isinstance(node, ast.Name) and node.id in names
    ]
    lines = [line.encode() for line in re.split(r"\r\n?|\n", text[1:].strip())]  # as Python counts them
    for line, column, old in sorted(places, reverse=True):
        have = lines[line - 1]
        lines[line - 1] = have[:column] + names[old].encode() + have[column + len(old.encode()) :]
    return "=" + b"\n".join(lines).decode()


def _pins(after: Document, name: str, names: Names) -> Iterator[Edit]:
    """Yield edits that rename and remove the pins and attrs of the instances of a page."""
    blocks = after.pages[name].blocks.values()
    inputs, outputs = ({b.id for b in blocks if b.type == type_} for type_ in (ARG, RETVAL))
    typed = inputs | {b.id for b in blocks if b.type == PARAMETER}

    def now(pin: str, present: set[str]) -> str | None:
        """Return the new name of a pin; None if it is removed."""
        if pin in present or pin not in names:
            return pin
        new = names[pin]
        return new if new in present else None

    for page in after.pages.values():
        instances_here = {block.id for block in page.blocks.values() if block.type == PREFIX + name}
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
            for pin in {*block.values, *block.sliders}:
                new = now(pin, typed)
                if new == pin:
                    continue
                if pin in block.values:
                    yield SetValue(page.name, block.id, pin, None)
                    if new is not None and new not in block.values:
                        yield SetValue(page.name, block.id, new, block.values[pin])
                if pin in block.sliders:
                    yield SetSlider(page.name, block.id, pin, None)
                    if new is not None and new not in block.sliders:
                        yield SetSlider(page.name, block.id, new, block.sliders[pin])


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


def _page(made: Document, old: str, new: str, catalogue: Types) -> Iterator[Edit]:
    """Yield edits that replace the former name of a page wherever it is used."""
    for page in made.pages.values():
        own = [block.id for block in page.blocks.values() if block.type == PREFIX + old]
        if own:
            yield retyped(page, dict.fromkeys(own, PREFIX + new))
        for block in page.blocks.values():
            now = renamed(block, {old: new}, catalogue) if block.values else block
            yield from (
                SetValue(page.name, block.id, attr, text)
                for attr, text in now.values.items()
                if text != block.values[attr]
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
