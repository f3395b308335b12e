"""What a session does not do yet: feed a placeholder, fetch the ends of the page, take a Feed."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import suppress

from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.document.literal_cache import read_attr
from blockloom.blocks.document.own_types import FEED_BLOCK, SESSION
from blockloom.blocks.document.pages import FEED, LIST, OPERATION, REF, TENSOR, Block, Document, Page, Placed, Wire
from blockloom.blocks.edits import Insert, Many, SetValue
from blockloom.blocks.files.feeds import random_values
from blockloom.blocks.operations import add_weights
from blockloom.blocks.quickfixes.context import FEW, BlockContext, QuickFix, Types, zeros
from blockloom.blocks.text.phrases import phrase
from blockloom.blocks.values.dtypes import DTYPES
from blockloom.blocks.values.literals import ValueSyntaxError
from blockloom.blocks.weights.document_weights import WeightsError, value_of

_MOST = 4_000_000  # elements of an input that random numbers are made for


def feeds(context: BlockContext, types: Types) -> Iterator[QuickFix]:
    """A Feed block for a placeholder, wired to the page's sessions."""
    page, block = context.page, context.block
    sessions = [b for b in page.blocks.values() if b.type == SESSION]
    out = context.type.outputs[0] if context.type.outputs else None
    if not sessions or out is None:
        return
    known = types.get(block.id, {}).get(out.name)
    dims = known[1] if known and known[1] is not None else context.attrs.get("shape") or ()
    text = zeros(context.attrs.get("dtype"), tuple(None if size == -1 else size for size in dims))
    name = page.free_id("FEED")
    feed = Block(name, FEED_BLOCK, block.x, block.y + 140, {"value": text}, block.frame)
    wires = [Placed(Wire(block.id, out.name, name, "placeholder", TENSOR), 0)]
    wires += [Placed(Wire(name, "feed", s.id, "inputs", FEED), len(page.wires_into(s.id, "inputs"))) for s in sessions]
    if text:
        yield QuickFix(phrase("Insert a Feed of {} for {}", text, block.id), Insert(page.name, (feed,), tuple(wires)))


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
                Many((given, SetValue(page.name, arg.id, "default", value_of(keys[f"{arg.id}/default"])))),
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
