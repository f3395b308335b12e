"""Additions to a session: feed a placeholder, fetch the ends of the page, use a Feed."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.document.literal_cache import read_attr
from blockloom.blocks.document.own_types import FEED_BLOCK, SESSION
from blockloom.blocks.document.pages import FEED, LIST, OPERATION, REF, TENSOR, Block, Document, Page, Placed, Wire
from blockloom.blocks.edits import AddWeights, CompositeEdit, Edit, Insert, SetValue
from blockloom.blocks.files.feeds import random_values
from blockloom.blocks.lower.structure import session_plans
from blockloom.blocks.operations import add_weights
from blockloom.blocks.quickfixes.context import FEW, AfterFix, BlockContext, QuickFix, Types, zeros
from blockloom.blocks.text.phrases import phrase
from blockloom.blocks.values.dtypes import DTYPES
from blockloom.blocks.values.literals import ValueSyntaxError
from blockloom.blocks.weights.document_weights import WeightsError, value_of

_MOST = 4_000_000  # elements of an input that random numbers are made for


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
    """Yield defaults of an Arg, in a batch of one: random numbers, a value to be replaced, the content of a file."""
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
        document: The document.
        name: The input, which determines the random numbers.
        dtype: The dtype.
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
    """Wires from unused outputs of the page to a session, which then fetches or runs them."""
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
    """Wires from a Feed block to the page's sessions."""
    for session in [b.id for b in page.blocks.values() if b.type == SESSION][:FEW]:
        wire = Wire(feed.id, "feed", session, "inputs", FEED)
        yield QuickFix(
            phrase("Wire {} to {}", f"{feed.id}.feed", f"{session}.inputs"),
            Insert(page.name, wires=(Placed(wire, len(page.wires_into(session, "inputs"))),)),
        )
