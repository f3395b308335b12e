"""A block made one of another type, with the wires that the type has pins for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from blockloom.blocks.catalogue import resource_kinds
from blockloom.blocks.catalogue.block_types import BlockType, Pin
from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.document.pages import CONTROL, Block, Page, Placed
from blockloom.blocks.edits import CompositeEdit, Edit, Insert, Remove
from blockloom.blocks.quickfixes.context import FEW, BlockContext, QuickFix
from blockloom.blocks.text.phrases import phrase
from blockloom.blocks.text.similar_names import similar_names


def of_kind(context: BlockContext, pin: Pin) -> Iterator[QuickFix]:
    """Yield other types for the blocks at a wire whose handle is of another kind than the pin takes.

    The type of the handle's block changes first, if all its users need that.
    """
    page, catalogue = context.page, context.catalogue
    wire = next(iter(page.wires_into(context.block.id, pin.name)), None)
    maker = page.blocks.get(wire.source) if wire else None
    if maker is None or maker.type not in catalogue:
        return
    have = catalogue[maker.type].traits.things
    want = context.type.traits.handle_inputs.get(pin.name, ())
    users = [
        catalogue[page.blocks[w.target].type].traits.handle_inputs.get(w.target_pin, ())
        for w in page.out.get(maker.id, ())
        if w.target in page.blocks and page.blocks[w.target].type in catalogue
    ]
    ways = [(maker, resource_kinds.counterpart(maker.type, thing)) for thing in want] + [
        (context.block, resource_kinds.counterpart(context.block.type, thing)) for thing in have
    ]
    if not all(set(want) & set(user) for user in users if user):
        ways.reverse()
    for block, name in ways:
        if name in catalogue and name != block.type:
            yield QuickFix(
                phrase("Make {} a {}", block.id, catalogue[name].title), _made(page, block, catalogue[name]), False
            )


# The pins of ops for dense gradients, and those for sparse ones that hold the same.
_ALIKE = {"gradient": "gradient_values", "average": "values"}


def _made(page: Page, block: Block, new: BlockType) -> Edit:
    """Return the edit that changes the type of a block, with the wires for which the type has pins."""
    alike = _ALIKE | {other: name for name, other in _ALIKE.items()}

    def pin_of(pins: tuple[Pin, ...], name: str) -> Pin | None:
        return next((p for wanted in (name, alike.get(name)) for p in pins if p.name == wanted), None)

    values, wires = {}, []
    for name, text in block.values.items():
        pin = new.attr(name) or pin_of(new.inputs, name)
        if pin is not None:
            values[pin.name] = text
    if new.attr("has_known_shape"):
        values.setdefault("has_known_shape", "false")
    for name, wires_into in page.into.get(block.id, {}).items():
        pin = pin_of(new.inputs, name)
        wires += [
            Placed(w._replace(target_pin=pin.name if pin else ""), i)
            for i, w in enumerate(wires_into)
            if pin or w.kind == CONTROL
        ]
    for target, name in dict.fromkeys((w.target, w.target_pin) for w in page.out.get(block.id, ())):
        for i, w in enumerate(page.into[target][name]):
            out = pin_of(new.outputs, w.source_pin)
            if w.source == block.id != target:
                if w.kind == CONTROL:
                    wires.append(Placed(w, i))
                elif out is not None:
                    wires.append(Placed(w._replace(source_pin=out.name, kind=out.kind), i))
    return CompositeEdit(
        (
            Remove(page.name, (block.id,)),
            Insert(page.name, (block._replace(type=new.name, values=values),), tuple(wires)),
        )
    )


def types_like(page: Page, catalogue: Catalogue, block: Block, instead: Sequence[str] = ()) -> Iterator[QuickFix]:
    """Yield the block with another type: one of `instead`, or else types of similar names."""
    near = [name for name in instead if name in catalogue] or similar_names(block.type, catalogue, FEW)
    back = [Placed(w, i) for ws in page.into.get(block.id, {}).values() for i, w in enumerate(ws)]
    for target, pin in dict.fromkeys((w.target, w.target_pin) for w in page.out.get(block.id, ())):
        if target != block.id:
            back += [Placed(w, i) for i, w in enumerate(page.into[target][pin]) if w.source == block.id]
    for name in near:
        yield QuickFix(
            phrase("Make {} a {}", block.id, name),
            CompositeEdit(
                (Remove(page.name, (block.id,)), Insert(page.name, (block._replace(type=name),), tuple(back)))
            ),
        )
