"""Additions to a session: feed a placeholder, fetch the ends of the page, use a Feed."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import suppress

import numpy as np

from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.document.literal_cache import read_attr
from blockloom.blocks.document.own_types import FEED_BLOCK, SESSION
from blockloom.blocks.document.pages import FEED, LIST, OPERATION, REF, TENSOR, Block, Document, Page, Placed, Wire
from blockloom.blocks.edits import CompositeEdit, Edit, Insert, SetValue
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

    Its value is zeros to be replaced, an array, or the content of a file.
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

    text, then = zeros(dtype, sizes), AfterFix(name, "value")
    if text:
        yield QuickFix(phrase("Add a Feed for {}: {}", block.id, text), fed(text), follow_up=then)
    info = DTYPES.get(dtype or "")
    if not text and info is not None and math.prod(sizes) <= _MOST:
        with suppress(WeightsError):
            given, keys = add_weights(document, {f"{name}/value": np.zeros(sizes, info.via)})
            array = CompositeEdit((given, fed(value_of(keys[f"{name}/value"]))))
            yield QuickFix(phrase("Add a Feed for {}: an array {}", block.id, list(sizes)), array, follow_up=then)
    yield QuickFix(phrase("Add a Feed for {} from a file…", block.id), fed(""), follow_up=then._replace(file=True))


def random_default(document: Document, page: Page, arg: Block) -> Iterator[QuickFix]:
    """Random numbers, in a batch of one, as the default of an Arg; they become weights of the document."""
    try:
        dtype, shape = arg.values["dtype"], read_attr(arg.values.get("shape", "?"), "shape")
    except (KeyError, ValueSyntaxError):
        return
    info, dims = DTYPES.get(dtype), [1 if size == -1 else size for size in shape or ()]
    if info is not None and info.family in "fiub" and info.via == info.label and math.prod(dims) <= _MOST:
        values = random_values(arg.id, dtype, dims).astype(info.via)
        with suppress(WeightsError):
            given, keys = add_weights(document, {f"{arg.id}/default": values})
            yield QuickFix(
                phrase("Give {} random numbers: {}", arg.id, dims),
                CompositeEdit((given, SetValue(page.name, arg.id, "default", value_of(keys[f"{arg.id}/default"])))),
            )


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
