"""What the editor can do about a problem by itself: an edit, and what it is called."""

from __future__ import annotations

from typing import NamedTuple

from blocks import offers
from blocks.catalogue import Catalogue, id_stem
from blocks.document import CONTROL, REF, TENSOR, Block, Document, Page, Placed, Wire
from blocks.edits import Edit, Insert, Many, Remove, SetValue
from blocks.infer import Inference
from blocks.phrases import phrase
from blocks.problems import Problem

_WIRE_FAULTS = frozenset({"missing-block", "missing-pin", "wrong-kind", "bad-index"})
_VALUE_FAULTS = frozenset({"unknown-pin", "not-typeable"})


class Mend(NamedTuple):
    """`label` names the edit in menus and for undo."""

    label: str
    edit: Edit


def fix(document: Document, catalogue: Catalogue, problem: Problem) -> Mend | None:
    """The edit that mends a problem; None where only a person can tell, or the page has changed since."""
    page = document.pages.get(problem.page)
    if page is None:
        return None
    block = page.blocks.get(problem.block)
    if block is not None and problem.code in _VALUE_FAULTS and problem.pin in block.values:
        return Mend(phrase("Clear {}.{}", block.id, problem.pin), SetValue(page.name, block.id, problem.pin, None))
    if problem.code in _WIRE_FAULTS:
        return _remove(page, [w for w in _touching(page, problem) if problem.code == "missing-pin"
                              or str(w) in problem.message or _bad(page, w)])
    if block is None or block.type not in catalogue:
        return None
    if problem.code == "too-many-wires":
        return _remove(page, page.wires_into(block.id, problem.pin)[:-1])
    if problem.code == "dtype-clash":
        return _convert(page, catalogue, block, problem.pin)
    attr = catalogue[block.type].attr(problem.pin)
    if problem.code in ("not-allowed", "bad-value") and attr is not None and not attr.required \
            and attr.name in block.values:
        return Mend(phrase("Clear {}.{}", block.id, attr.name), SetValue(page.name, block.id, attr.name, None))
    return None


def _touching(page: Page, problem: Problem) -> list[Wire]:
    """The wires at the pin that a problem names; where the block is not there, those that end at nothing."""
    into = page.wires_into(problem.block, problem.pin) if problem.block else []
    out = [w for w in page.wires_from(problem.block) if w.source_pin == problem.pin] if problem.block else []
    loose = [w for w in page.wires() if w.source not in page.blocks and w.target not in page.blocks]
    return into + out + ([] if problem.block else loose)


def _bad(page: Page, wire: Wire) -> bool:
    return wire.source not in page.blocks or wire.target not in page.blocks


def _remove(page: Page, wires: list[Wire]) -> Mend | None:
    if not wires:
        return None
    gone: list[Placed] = []
    for wire in wires:  # equal wires are told apart by their places
        there = page.into[wire.target][wire.target_pin]
        taken = {p.index for p in gone if p.wire == wire}
        gone.append(Placed(wire, next(i for i, w in enumerate(there) if w == wire and i not in taken)))
    label = phrase("Remove the wire {}", wires[0]) if len(wires) == 1 else phrase("Remove {} wires", len(wires))
    return Mend(label, Remove(page.name, wires=tuple(gone)))


def _convert(page: Page, catalogue: Catalogue, block: Block, pin_name: str) -> Mend | None:
    """Put a conversion into the first wire that brings another dtype than the pin has."""
    pin = catalogue[block.type].input(pin_name)
    found = Inference(page, catalogue)
    known = found.known.get(block.id)
    if pin is None or known is None:
        return None
    wanted = pin.dtype or known.attrs.get(pin.type_attr)
    many = known.attrs.get(pin.type_list_attr) if pin.type_list_attr else None
    for index, wire in enumerate(page.wires_into(block.id, pin_name)):
        got = found.wire_dtypes(wire)
        want = many[index] if isinstance(many, list) and index < len(many) else wanted
        if wire.kind == CONTROL or len(got) != 1 or got[0] in (None, want):
            continue
        chosen = next(iter(offers.conversions(got[0], want)), None)
        source = page.blocks.get(wire.source)
        if chosen is None or source is None or pin.kind == REF:
            return None
        name = page.free_id(id_stem(catalogue[chosen.type].title))
        made = Block(name, chosen.type, (source.x + block.x) / 2, (source.y + block.y) / 2, dict(chosen.values),
                     block.frame)
        edit = Many((Remove(page.name, wires=(Placed(wire, index),)), Insert(page.name, (made,), (
            Placed(wire._replace(target=name, target_pin=chosen.into), 0),
            Placed(Wire(name, chosen.out, block.id, pin_name, TENSOR), index)))))
        return Mend(phrase("Insert {} to {}", chosen.type, want), edit)
    return None
