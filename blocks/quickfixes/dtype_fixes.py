"""Fixes for a block that refuses its dtypes: other attributes, another type, or a conversion."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Sequence

import numpy as np
from msgspec.structs import replace

from blockloom.blocks.catalogue import kernels, resource_kinds
from blockloom.blocks.catalogue.block_types import Attr, BlockType, Pin
from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.document.literal_cache import read_tensor
from blockloom.blocks.document.pages import CONTROL, REF, Block, Page, Placed, Wire
from blockloom.blocks.edits import CompositeEdit, Edit, Insert, Remove, SetValue
from blockloom.blocks.infer import compatible_types
from blockloom.blocks.infer.inference import PageInference
from blockloom.blocks.infer.type_mismatches import widens
from blockloom.blocks.quickfixes.context import FEW, PREFERRED, BlockContext, FixInput, QuickFix, zeros
from blockloom.blocks.text.phrases import phrase
from blockloom.blocks.text.similar_names import similar_names
from blockloom.blocks.values import literals
from blockloom.blocks.values.dtypes import DTYPES, dtypes_like


def attrs(context: BlockContext, attr: Attr) -> Iterator[QuickFix]:
    """Yield values for an attr that is missing or wrong."""
    old = context.block.values.get(attr.name, "").strip("'\" ")
    choices = [str(a) for a in attr.allowed or () if a != "EXPLICIT"]
    if attr.type == "type":
        choices = [d for d in PREFERRED if d in choices or not attr.allowed][:FEW]
    elif attr.name in ("strides", "ksize") and attr.type == "list(int)":
        choices = ["[1, 1, 1, 1]", "[1, 2, 2, 1]"] if attr.name == "strides" else ["[1, 2, 2, 1]"]
    elif attr.type == "shape":
        choices = ["?"]
    elif attr.type == "tensor":
        dtype = context.attrs.get("dtype")
        choices = [zeros(dtype, ()) if dtype else "0.0f"]
    elif attr.type == "int" and not choices:
        choices = [str(max(1, attr.minimum or 1))]
    near = (
        []
        if not old
        else difflib.get_close_matches(old.upper(), choices, 1)
        if attr.type != "type"
        else [dtype for dtype in dtypes_like(old) if dtype in (attr.allowed or (dtype,))][:1]
    )
    for choice in dict.fromkeys((*near, *choices[:4])):
        yield QuickFix(
            phrase("Set {} of {} to {}", attr.name, context.block.id, choice), context.set(attr.name, choice)
        )


def dtypes(context: BlockContext, pin: Pin) -> Iterator[QuickFix]:
    """Yield fixes for an input with a wrong dtype: conversions to a right one, or the attr set to one."""
    name = pin.type_attr or pin.type_list_attr or ""
    attr = context.type.attr(name)
    if attr is None or not attr.allowed:
        return
    arriving = [i for i in context.inputs() if i.pin.type_attr == name]
    wired = [(i.wire, i.index) for i in arriving if i.wire is not None and i.dtype not in attr.allowed]
    wanted = [d for d in PREFERRED if d in attr.allowed]
    source = next((i.dtype for i in arriving if i.wire is not None), None)
    for dtype in wanted[:2]:
        if not wired and name not in context.block.values:
            yield QuickFix(phrase("Set {} of {} to {}", name, context.block.id, dtype), context.set(name, dtype), False)
            continue
        fix = _conversion(context, wired, source, dtype)
        if fix is not None:
            yield fix


def _conversion(
    context: BlockContext, wires: Sequence[tuple[Wire, int]], dtype: str | None, wanted: str | None
) -> QuickFix | None:
    """Return the fix that converts a dtype to another one in each of the wires, given with their indices."""
    step = next(iter(compatible_types.conversions(dtype, wanted)), None)
    edit = context.through(wires, [step]) if step is not None else None
    if step is None or edit is None:
        return None
    return QuickFix(
        phrase("Insert {} to {}", step.type, wanted)
        if len(wires) == 1
        else phrase("Insert {} to {} into {} wires", step.type, wanted, len(wires)),
        edit,
    )


def with_kernel(context: BlockContext) -> Iterator[QuickFix]:
    """Yield fixes that set a dtype with a kernel instead of one without."""
    misfit = kernels.misfit(context.type, context.attrs)
    if misfit is None:
        return
    context.type = replace(
        context.type,
        attrs=tuple(
            replace(a, allowed=tuple(misfit.accepted)) if a.name == misfit.attr else a for a in context.type.attrs
        ),
    )
    pin = next(
        (
            i.pin
            for i in context.inputs()
            if misfit.attr in (i.pin.type_attr, i.pin.type_list_attr) and i.wire is not None
        ),
        None,
    )
    attr = context.type.attr(misfit.attr)
    if attr is not None and (pin is None or misfit.attr in context.block.values):
        yield from attrs(context, attr)
    elif pin is not None:
        yield from dtypes(context, pin)


def of_maker(context: BlockContext, pin: Pin) -> Iterator[QuickFix]:
    """Yield fixes for different dtypes of an accumulator or variable and an operand.

    They convert the operand, or change the dtype of the accumulator or variable.
    """
    wire = next(iter(context.page.wires_into(context.block.id, pin.name)), None)
    maker = context.page.blocks.get(wire.source) if wire else None
    known = context.inference.known.get(wire.source) if wire else None
    theirs = known.attrs.get("dtype") if known else None
    attr = next((a.name for a in context.type.attrs if a.name in ("dtype", "T") and a.type == "type"), "")
    dtype = context.attrs.get(attr)
    if maker is None or not isinstance(theirs, str) or not isinstance(dtype, str):
        return
    wires = [(i.wire, i.index) for i in context.inputs() if i.pin.type_attr == attr and i.wire and i.dtype == dtype]
    step = next(iter(compatible_types.conversions(dtype, theirs)), None)
    edit = context.through(wires, [step]) if step is not None else None
    if step is not None and edit is not None:
        yield QuickFix(phrase("Insert {} to {}", step.type, theirs), edit, False)
    if attr in context.block.values:
        yield QuickFix(phrase("Set {} of {} to {}", attr, context.block.id, theirs), context.set(attr, theirs), False)
    yield QuickFix(
        phrase("Set {} of {} to {}", "dtype", maker.id, dtype),
        SetValue(context.page.name, maker.id, "dtype", dtype),
        False,
    )


def _retyped(context: BlockContext, inputs: Sequence[FixInput], dtype: str | None) -> QuickFix | None:
    """Return the fix that reads typed values, at the inputs or in constants wired to them, as another dtype.

    The result is None if a value is not typed, would change, or is also used elsewhere.
    """
    edits = []
    for given in inputs:
        if (
            given.typed is None
            or not _same(given.typed[2], given.dtype, dtype)
            or given.wire is not None
            and not all(wire.target == context.block.id for wire in context.page.out[given.wire.source])
        ):
            return None
        if given.wire is not None:
            edits.append(SetValue(context.page.name, given.typed[0], "dtype", dtype))
    if not edits:
        return None
    label = phrase("Set {} of {} to {}", "dtype", ", ".join(edit.block for edit in edits), dtype)
    return QuickFix(label, edits[0] if len(edits) == 1 else CompositeEdit(tuple(edits)))


def _same(text: str, dtype: str | None, wanted: str | None) -> bool:
    """Return whether a typed value means the same in another dtype, apart from rounding of fractions."""
    try:
        have, want = (read_tensor(text, one) for one in (dtype, wanted))
    except literals.ValueSyntaxError:
        return False
    fractions = all(DTYPES[one.dtype].family == "f" for one in (have, want))
    return have.array.shape == want.array.shape and (fractions or bool(np.all(have.array == want.array)))


def _widened(context: BlockContext, inputs: Sequence[FixInput], dtype: str) -> QuickFix | None:
    """Return a conversion before each of the inputs; None if a typed one would lose digits."""
    wires = [(one.wire, one.index) for one in inputs if one.wire is not None]
    dtypes = {one.dtype for one in inputs if one.wire is not None}
    if len(dtypes) != 1 or any(one.wire is None and not _same(one.text, one.dtype, dtype) for one in inputs):
        return None
    return _conversion(context, wires, dtypes.pop(), dtype)


def convert(
    page: Page, catalogue: Catalogue, block: Block, pin_name: str, inference: PageInference | None
) -> QuickFix | None:
    """Return a fix for a wire of a wrong dtype, or None.

    It converts the first such wire to the dtype of the pin, or all inputs that share the dtype to that of the wire, if
    this loses nothing. Typed values are retyped, others converted.
    """
    pin = catalogue[block.type].input(pin_name)
    context = BlockContext(page, catalogue, block, inference=inference)
    if pin is None or pin.kind == REF:
        return None
    wanted = pin.dtype or context.attrs.get(pin.type_attr or "")
    many = context.attrs.get(pin.type_list_attr) if pin.type_list_attr else None
    for index, wire in enumerate(page.wires_into(block.id, pin_name)):
        got = context.inference.wire_dtypes(wire)
        want = many[index] if isinstance(many, list) and index < len(many) else wanted
        if wire.kind == CONTROL or len(got) != 1 or (have := got[0]) is None or have == want:
            continue
        others = (
            [i for i in context.inputs() if i.pin.type_attr == pin.type_attr and i.dtype != have]
            if widens(context.inference, block, pin, have, want)
            else []
        )
        return (
            _retyped(context, others, have)
            or _retyped(context, [i for i in context.inputs() if i.wire is wire], want)
            or _widened(context, others, have)
            or _conversion(context, [(wire, index)], have, want)
        )
    return None


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


# Pin of an op for dense gradients -> pin with the same values of an op for sparse ones.
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
