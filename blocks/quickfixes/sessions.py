"""What a session does not do yet: feed a placeholder, fetch the ends of the page, take a Feed."""

from __future__ import annotations

from collections.abc import Iterator

from blockloom.blocks.catalogue import Catalogue
from blockloom.blocks.document import FEED, LIST, OPERATION, REF, TENSOR, Block, Page, Placed, Wire
from blockloom.blocks.edits import Insert
from blockloom.blocks.phrases import phrase
from blockloom.blocks.quickfixes.context import FEW, BlockContext, QuickFix, Types, zeros
from blockloom.blocks.structure import FEED_BLOCK, SESSION


def feeds(context: BlockContext, types: Types) -> Iterator[QuickFix]:
    """A Feed for a placeholder, wired to the page's sessions."""
    page, block = context.page, context.block
    sessions = [b for b in page.blocks.values() if b.type == SESSION]
    out = context.type.outputs[0] if context.type.outputs else None
    if not sessions or out is None:
        return
    found = types.get(block.id, {}).get(out.name)
    dims = found[1] if found and found[1] is not None else context.attrs.get("shape") or ()
    text = zeros(context.attrs.get("dtype"), tuple(None if size == -1 else size for size in dims))
    name = page.free_id("FEED")
    made = Block(name, FEED_BLOCK, block.x, block.y + 140, {"value": text}, block.frame)
    wires = [Placed(Wire(block.id, out.name, name, "placeholder", TENSOR), 0)]
    wires += [Placed(Wire(name, "feed", s.id, "inputs", FEED), len(page.wires_into(s.id, "inputs")))
              for s in sessions]
    if text:
        yield QuickFix(phrase("Insert a Feed of {} for {}", text, block.id), Insert(page.name, (made,), tuple(wires)))


def fetches(page: Page, catalogue: Catalogue, session: Block) -> Iterator[QuickFix]:
    """The ends of the page, to be fetched or run by a session."""
    ends = [b for b in page.blocks.values() if b.id not in page.out and b.type not in (SESSION, FEED_BLOCK)]
    for block in ends[:FEW]:
        kind = catalogue.get(block.type)
        out = next((p for p in kind.outputs if p.kind in (TENSOR, REF, LIST, OPERATION)), None) if kind else None
        if out is not None:
            pin = "run_outputs" if out.kind == OPERATION else "fetch_outputs"
            wire = Wire(block.id, out.name, session.id, pin, out.kind)
            yield QuickFix(phrase("Wire {} to {}", f"{block.id}.{out.name}", f"{session.id}.{pin}"),
                           Insert(page.name, wires=(Placed(wire, len(page.wires_into(session.id, pin))),)))


def sessions(page: Page, feed: Block) -> Iterator[QuickFix]:
    """The sessions that a Feed could feed."""
    for session in [b.id for b in page.blocks.values() if b.type == SESSION][:FEW]:
        wire = Wire(feed.id, "feed", session, "inputs", FEED)
        yield QuickFix(phrase("Wire {} to {}", f"{feed.id}.feed", f"{session}.inputs"),
                       Insert(page.name, wires=(Placed(wire, len(page.wires_into(session, "inputs"))),)))
