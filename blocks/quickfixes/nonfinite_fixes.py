"""Fixes for a block that computes non-finite values from finite ones."""

from __future__ import annotations

from collections.abc import Iterator

from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.document.pages import Block, Page, Placed, Wire
from blockloom.blocks.edits import CompositeEdit, Insert, Remove
from blockloom.blocks.infer.compatible_types import InsertableBlock
from blockloom.blocks.quickfixes.context import BlockContext, QuickFix, Types
from blockloom.blocks.text.phrases import phrase

_LEAST, _MOST = "1e-7", "80.0"  # bounds such that float32 can represent exp(80) and the reciprocal of 1e-7


def mends(page: Page, catalogue: Catalogue, block: str, types: Types) -> Iterator[QuickFix]:
    """Yield edits that may keep a block from producing non-finite values; each has to be tried."""
    if block not in page.blocks or page.blocks[block].type not in catalogue:
        return
    context = BlockContext(page, catalogue, page.blocks[block], types)
    pin, needs = (*traits_of(context.block.type).finite_for, "", "")[:2]
    wires = list(enumerate(page.wires_into(block, pin))) if pin else []
    if not wires:
        return
    at = [(wire, number) for number, wire in wires]

    def between(label: str, type_: str, value: str) -> Iterator[QuickFix]:
        edit = context.through(at, [InsertableBlock(type_, "x", "z", {"y": value})])
        if edit is not None:
            yield QuickFix(label, edit, sure=False)

    if needs == "above 0":
        yield from between(phrase("Let {} be {} at least", pin, _LEAST), "Maximum", _LEAST)
    if needs == "small":
        yield from between(phrase("Let {} be {} at most", pin, _MOST), "Minimum", _MOST)
        return
    yield from between(phrase("Add {} to {}", _LEAST, pin), "AddV2", _LEAST)
    yield from _elsewhere(page, catalogue, context.block, at[0], "Greater" if needs == "above 0" else "NotEqual")


def _elsewhere(
    page: Page, catalogue: Catalogue, block: Block, at: tuple[Wire, int], compares: str
) -> Iterator[QuickFix]:
    """Yield the fix that replaces invalid inputs by 1 and their outputs by 0.

    A mask behind the block alone would leave its gradient non-finite.
    """
    wire, index = at
    outputs = page.wires_from(block.id)
    if not {compares, "SelectV2"} <= catalogue.keys() or not outputs:
        return
    taken = set[str]()
    truth, before, after = (_free(page, name, taken) for name in ("VALID", "BEFORE", "AFTER"))
    x, y, frame = block.x, block.y, block.frame
    made = (
        Block(truth, compares, x - 320, y + 110, {"y": "0.0"}, frame),
        Block(before, "SelectV2", x - 160, y, {"e": "1.0"}, frame),
        Block(after, "SelectV2", x + 180, y, {"e": "0.0"}, frame),
    )
    placed = [
        Placed(wire._replace(target=truth, target_pin="x"), 0),
        Placed(wire._replace(target=before, target_pin="t"), 0),
        Placed(Wire(truth, "z", before, "condition", wire.kind), 0),
        Placed(Wire(before, "output", block.id, wire.target_pin, wire.kind), index),
        Placed(Wire(truth, "z", after, "condition", wire.kind), 0),
        Placed(outputs[0]._replace(target=after, target_pin="t"), 0),
    ]
    gone = [Placed(wire, index)]
    for out in outputs:
        place = page.placed(out).index
        gone.append(Placed(out, place))
        placed.append(Placed(Wire(after, "output", out.target, out.target_pin, out.kind), place))
    edit = CompositeEdit((Remove(page.name, wires=tuple(gone)), Insert(page.name, made, tuple(placed))))
    yield QuickFix(phrase("Take 0 where {} has no value of {}", block.id, wire.target_pin), edit, sure=False)


def _free(page: Page, name: str, taken: set[str]) -> str:
    found = page.free_id(name, taken)
    taken.add(found)
    return found
