"""Fixes for inputs without a wire and a value, for wires that do not fit, and for placeholders that need a feed."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from itertools import chain, islice
from typing import NamedTuple

import numpy as np

from blockloom.blocks.catalogue.block_types import Pin
from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.catalogue.parameters import ARG
from blockloom.blocks.catalogue.resource_kinds import ACCUMULATORS
from blockloom.blocks.document.addresses import Address
from blockloom.blocks.document.fields import FEED_BLOCK, GRADIENT_DESCENT, RESOURCE_VARIABLE, SESSION, VARIABLE
from blockloom.blocks.document.literal_cache import read_attr
from blockloom.blocks.document.pages import (
    FEED,
    GRADIENTS,
    LIST,
    OPERATION,
    OPTIMIZER,
    REF,
    TENSOR,
    WIRE_KINDS,
    Block,
    Document,
    Page,
    Placed,
    Wire,
    control,
)
from blockloom.blocks.edits import AddWeights, CompositeEdit, Edit, Insert, Remove, SetValue
from blockloom.blocks.files.feeds import random_values
from blockloom.blocks.lower.structure import Structure, session_plans
from blockloom.blocks.operations import add_weights
from blockloom.blocks.problems import Problem, make_problem
from blockloom.blocks.quickfixes.context import FEW, PREFERRED, AfterFix, BlockContext, QuickFix, Types, zeros
from blockloom.blocks.text.phrases import phrase
from blockloom.blocks.values.dtypes import DTYPES
from blockloom.blocks.values.dtypes import VARIABLE as VARIABLE_HANDLE
from blockloom.blocks.values.literals import ValueSyntaxError
from blockloom.blocks.weights.document_weights import WeightsError, value_of

# Pin that accepts one number -> its usual value.
_USUAL = {
    **dict.fromkeys(("axis", "dim", "concat_dim", "split_dim", "dimension", "reduction_indices"), "0"),
    "local_step": "0",
    **dict.fromkeys(("num_required", "num_elements", "depth", "k", "n"), "1"),
    **dict.fromkeys(("alpha", "lr", "learning_rate"), "0.01"),
    **dict.fromkeys(("momentum", "beta1", "beta1_power", "decay"), "0.9"),
    "rho": "0.95",
    **dict.fromkeys(("beta2", "beta2_power"), "0.999"),
    "epsilon": "1e-7",
}
_SHARED = frozenset({"var", "ref", "resource", "handle", "input"})


def inputs(context: BlockContext, pin: Pin) -> Iterator[QuickFix]:
    """Yield fixes for an input without wire and value: outputs that fit, a value, a new block."""
    if pin.kind in (REF, OPTIMIZER, GRADIENTS) or pin.dtype == "DT_RESOURCE":
        # For a slot, which needs its own variable, propose a new block first.
        ways = [islice(_there(context, pin), FEW), _source(context, pin)]
        yield from chain(*(ways if pin.kind == OPTIMIZER or pin.name in _SHARED else ways[::-1]))
    elif pin.kind == TENSOR and pin.dtype != "DT_VARIANT":
        yield from _values(context, pin)


def usual(context: BlockContext, pin: Pin) -> Iterator[QuickFix]:
    """Yield the usual value of a pin, in place of a value that cannot be read."""
    if pin.name in _USUAL:
        yield from islice(_values(context, pin), 1)


def _there(context: BlockContext, pin: Pin) -> Iterator[QuickFix]:
    """Yield wires from blocks of the page with suitable outputs."""
    page, catalogue, block_here = context.page, context.catalogue, context.block
    family, wanted = context.type.traits.family, context.type.traits.handle_inputs.get(pin.name, ())
    for block in page.blocks.values():
        kind = catalogue.get(block.type)
        if block.id == block_here.id or kind is None:
            continue
        for out in kind.outputs:
            ref = out.kind == REF or out.dtype == "DT_RESOURCE"
            if (
                out.kind in WIRE_KINDS[pin.kind].accepts
                and (pin.dtype in (None, out.dtype) or out.kind == REF)
                and (
                    out.kind in (OPTIMIZER, GRADIENTS)
                    or ref
                    and (
                        kind.traits.makes in wanted
                        if wanted
                        else kind.traits.family == family and not kind.inputs
                        if family
                        else kind.traits.variable or kind.traits.in_place
                    )
                )
            ):
                wire = Wire(block.id, out.name, block_here.id, pin.name, out.kind)
                yield QuickFix(
                    phrase("Wire {} to {}", f"{block.id}.{out.name}", f"{block_here.id}.{pin.name}"),
                    Insert(page.name, wires=(Placed(wire, 0),)),
                )
                break


def _source(context: BlockContext, pin: Pin) -> Iterator[QuickFix]:
    """Yield a new block that outputs a reference, a handle or an optimizer."""
    attrs, wanted = context.attrs, context.type.traits.handle_inputs.get(pin.name, ())
    dtype = attrs.get(pin.type_attr or "") or attrs.get("dtype") or _dtype_of_others(context) or "DT_FLOAT"
    if pin.kind == OPTIMIZER:
        kind, out, typed = GRADIENT_DESCENT, "optimizer", {"learning_rate": "0.1"}
    elif not ACCUMULATORS.keys().isdisjoint(wanted):
        kind = context.block.type.partition("Accumulator")[0] + "ConditionalAccumulator"  # "Sparse", "Resource" or ""
        out, typed = "handle", {"dtype": dtype, "shape": "?"}
    elif pin.kind == GRADIENTS or context.type.traits.family or wanted and VARIABLE_HANDLE not in wanted:
        return
    else:
        kind, out = (VARIABLE, "ref") if pin.kind == REF else (RESOURCE_VARIABLE, "handle")
        dims = next((i.dims for i in context.inputs() if i.dims and i.pin.name in ("delta", "grad", "value")), ())
        typed = {"initvalues": zeros(dtype, dims) or zeros(dtype, ()), "dtype": dtype}
    if kind in context.catalogue:
        yield QuickFix(
            phrase("Insert a {} for {}", context.catalogue[kind].title, pin.name),
            context.feed(pin.name, kind, out, typed),
        )


def _dtype_of_others(context: BlockContext) -> str | None:
    return next((i.dtype for i in context.inputs() if i.dtype and i.dtype != "DT_RESOURCE"), None)


def _values(context: BlockContext, pin: Pin) -> Iterator[QuickFix]:
    """Yield a number, or zeros in the shape of the other inputs; typed, or in a new block."""
    dtype = pin.dtype or context.attrs.get(pin.type_attr or "")
    attr = context.type.attr(pin.type_attr) if pin.type_attr else None
    free = dtype is None
    if dtype is None:
        dtype = (attr.default if attr else None) or "DT_FLOAT"
        if attr and attr.allowed and dtype not in attr.allowed:
            dtype = next((d for d in PREFERRED if d in attr.allowed), None)
    if dtype is None:
        return
    sure = pin.name in _USUAL
    if sure:
        whole = DTYPES[dtype].family not in "fc"
        texts = [_USUAL[pin.name] if not whole or _USUAL[pin.name].isdecimal() else "1"]
    elif pin.name == "shape":
        texts = ["[-1]"]
    else:
        dims = [i.dims for i in context.inputs() if i.dims]
        shapes = [(), *(shape for d in dims for shape in (d, d[-1:], (*d[-1:], 1)))]
        texts = [zeros(dtype, shape) for shape in shapes if None not in shape]
    if free and dtype == "DT_FLOAT":
        # Without the suffix, the number would be a double.
        texts = [re.sub(r"(?<=\d)(?=[,\]]|$)", "f", text) for text in texts]
    for text in dict.fromkeys(filter(None, texts)):
        yield QuickFix(
            phrase("Type {} into {}.{}", text, context.block.id, pin.name), context.set(pin.name, text), sure
        )
    for text in dict.fromkeys(filter(None, texts)):
        yield QuickFix(
            phrase("Insert a Const for {}: {}", pin.name, text),
            context.feed(pin.name, "Const", "output", {"value": text, "dtype": dtype}),
            sure,
        )
    if any(b.type == SESSION for b in context.page.blocks.values()):
        yield QuickFix(
            phrase("Insert a Placeholder for {}, to be fed", pin.name),
            context.feed(pin.name, "Placeholder", "output", {"dtype": dtype}),
            False,
        )


def cycle(page: Page, block: str) -> Iterator[QuickFix]:
    """Yield the removal of each wire of the cycle that a block is in."""
    ring = next((r for r in Structure(page).cycles if block in r), [])
    for first, second in zip(ring, [*ring[1:], ring[0]] if ring else (), strict=True):
        wires = [w for w in page.out.get(first, ()) if w.target == second]
        if len(wires) == 1:
            there = page.into[second][wires[0].target_pin]
            yield QuickFix(
                phrase("Remove the wire {}", wires[0]),
                Remove(page.name, wires=(Placed(wires[0], there.index(wires[0])),)),
            )


def wait(page: Page, one: str, other: str) -> Iterator[QuickFix]:
    """Yield a control wire between two blocks that may run in any order, either way."""
    for first, then in ((one, other), (other, one)):
        if first in page.blocks and then in page.blocks:
            yield QuickFix(
                phrase("Make {} wait for {}", then, first),
                Insert(page.name, wires=(Placed(control(first, then), len(page.wires_into(then, ""))),)),
            )


def touching(page: Page, problem: Problem) -> list[Wire]:
    """Return the wires at the pin of a problem.

    If the problem names no block, these are the wires between missing blocks.
    """
    into = page.wires_into(problem.block, problem.pin) if problem.block else []
    out = [w for w in page.wires_from(problem.block) if w.source_pin == problem.pin] if problem.block else []
    loose = [w for w in page.wires() if w.source not in page.blocks and w.target not in page.blocks]
    return into + out + ([] if problem.block else loose)


def nowhere(page: Page, wire: Wire) -> bool:
    """Return whether a wire begins or ends at a block that the page does not have."""
    return wire.source not in page.blocks or wire.target not in page.blocks


def remove(page: Page, wires: list[Wire]) -> QuickFix | None:
    """Return the removal of wires, equal ones distinguished by their indices; None for no wires."""
    if not wires:
        return None
    gone: list[Placed] = []
    for wire in wires:  # equal wires differ only in their indices
        pin_wires = page.into[wire.target][wire.target_pin]
        taken = {p.index for p in gone if p.wire == wire}
        gone.append(Placed(wire, next(i for i, w in enumerate(pin_wires) if w == wire and i not in taken)))
    label = phrase("Remove the wire {}", wires[0]) if len(wires) == 1 else phrase("Remove {} wires", len(wires))
    return QuickFix(label, Remove(page.name, wires=tuple(gone)))


_MOST = 4_000_000  # most elements of an input that random numbers are generated for


def not_fed(page: Page, block: str) -> Problem | None:
    """Return the problem of a placeholder or Arg that has no value if the page runs alone, None if it has one.

    The checks report it only for placeholders that a session needs.
    """
    at, address = page.blocks.get(block), Address(page.name, block)
    if at is not None and at.type == ARG and "default" not in at.values:
        return make_problem("not-fed:arg", address)
    is_fed = any(wire.target_pin == "placeholder" for wire in page.out.get(block, ()))
    if at is not None and traits_of(at.type).fed == "must" and not is_fed:
        return make_problem("not-fed", address, session="")
    return None


def feeds(document: Document, context: BlockContext, types: Types) -> Iterator[QuickFix]:
    """Yield a Feed block for a placeholder, wired to the sessions that need it.

    Its value is zeros to be replaced, the content of a file, or random numbers.
    """
    page, block = context.page, context.block
    out = context.type.outputs[0] if context.type.outputs else None
    if out is None:
        return
    plans = [plan for plan in session_plans(page, context.catalogue) if plan.id and block.id in plan.closure]
    known, dtype = types.get(block.id, {}).get(out.name), context.attrs.get("dtype")
    dims = known[1] if known and known[1] is not None else context.attrs.get("shape") or ()
    sizes = tuple(1 if size in (-1, None) else size for size in dims)
    name = page.free_id("FEED")
    wires = [Placed(Wire(block.id, out.name, name, "placeholder", TENSOR), 0)]
    wires += [Placed(Wire(name, "feed", p.id, "inputs", FEED), len(page.wires_into(p.id, "inputs"))) for p in plans]

    def fed(value: str) -> Edit:
        feed = Block(name, FEED_BLOCK, block.x, block.y + 140, {"value": value} if value else {}, block.frame)
        return Insert(page.name, (feed,), tuple(wires))

    then, text = AfterFix(name, "value"), zeros(dtype, sizes)
    arrays = _arrays(document, block.id, dtype, sizes)
    if text:
        yield QuickFix(phrase("Add a Feed for {}: {}", block.id, text), fed(text), follow_up=then)
    elif array := arrays.get("zeros"):
        edit = CompositeEdit((array.edit, fed(array.value)))
        yield QuickFix(phrase("Add a Feed for {}: an array {}", block.id, list(sizes)), edit, follow_up=then)
    yield QuickFix(phrase("Add a Feed for {} from a file…", block.id), fed(""), follow_up=then._replace(file=True))
    if array := arrays.get("random"):
        edit = CompositeEdit((array.edit, fed(array.value)))
        yield QuickFix(phrase("Add a Feed for {}: random numbers {}", block.id, list(sizes)), edit)


def defaults(document: Document, page: Page, arg: Block) -> Iterator[QuickFix]:
    """Yield defaults of an Arg with batch size 1: random numbers, a placeholder value, the content of a file."""
    try:
        dtype, shape = arg.values["dtype"], read_attr(arg.values.get("shape", "?"), "shape")
    except (KeyError, ValueSyntaxError):
        return
    dims, then = tuple(1 if size == -1 else size for size in shape or ()), AfterFix(arg.id, "default")

    def set_to(value: str | None) -> Edit:
        return SetValue(page.name, arg.id, "default", value)

    arrays, text = _arrays(document, arg.id, dtype, dims), zeros(dtype, dims)
    if array := arrays.get("random"):
        edit = CompositeEdit((array.edit, set_to(array.value)))
        yield QuickFix(phrase("Give {} random numbers: {}", arg.id, list(dims)), edit)
    if text:
        yield QuickFix(phrase("Give {} the value {}", arg.id, text), set_to(text), follow_up=then)
    elif array := arrays.get("zeros"):
        edit = CompositeEdit((array.edit, set_to(array.value)))
        yield QuickFix(phrase("Give {} an array: {}", arg.id, list(dims)), edit, follow_up=then)
    yield QuickFix(phrase("Give {} the content of a file…", arg.id), set_to(None), follow_up=then._replace(file=True))


class _AddedValue(NamedTuple):
    """A value that becomes weights of the document, with the edit that adds them."""

    edit: Edit
    value: str


def _arrays(document: Document, name: str, dtype: str | None, sizes: Sequence[int]) -> dict[str, _AddedValue]:
    """Return `zeros` and `random` numbers for an input as weights of the document, without those that no array can be.

    Both are in one file, since a second file that is written replaces one that no document names yet.

    Args:
        name: The input, which determines the random numbers.
        sizes: The shape.
    """
    info = DTYPES.get(dtype or "")
    if info is None or math.prod(sizes) > _MOST:
        return {}
    arrays = {"zeros": np.zeros(sizes, info.via)}
    if info.family in "fiub" and info.via == info.label:
        arrays["random"] = random_values(name, str(dtype), sizes).astype(info.via)
    try:
        edit, keys = add_weights(document, {f"{name}/{way}": array for way, array in arrays.items()})
    except WeightsError:
        return {}
    assert isinstance(edit, AddWeights)
    found = {way: keys[f"{name}/{way}"] for way in arrays}
    return {
        way: _AddedValue(AddWeights(edit.sha256, {k: k for k in (key,) if k in edit.keys}), value_of(key))
        for way, key in found.items()
    }


def fetches(page: Page, catalogue: Catalogue, session: Block) -> Iterator[QuickFix]:
    """Yield wires from unused outputs of the page to a session, which then fetches or runs them."""
    ends = [b for b in page.blocks.values() if b.id not in page.out and b.type not in (SESSION, FEED_BLOCK)]
    for block in ends[:FEW]:
        kind = catalogue.get(block.type)
        out = next((p for p in kind.outputs if p.kind in (TENSOR, REF, LIST, OPERATION)), None) if kind else None
        if out is not None:
            pin = "run_outputs" if out.kind == OPERATION else "fetch_outputs"
            wire = Wire(block.id, out.name, session.id, pin, out.kind)
            yield QuickFix(
                phrase("Wire {} to {}", f"{block.id}.{out.name}", f"{session.id}.{pin}"),
                Insert(page.name, wires=(Placed(wire, len(page.wires_into(session.id, pin))),)),
            )


def sessions(page: Page, feed: Block) -> Iterator[QuickFix]:
    """Yield wires from a Feed block to the page's sessions."""
    for session in [b.id for b in page.blocks.values() if b.type == SESSION][:FEW]:
        wire = Wire(feed.id, "feed", session, "inputs", FEED)
        yield QuickFix(
            phrase("Wire {} to {}", f"{feed.id}.feed", f"{session}.inputs"),
            Insert(page.name, wires=(Placed(wire, len(page.wires_into(session, "inputs"))),)),
        )
