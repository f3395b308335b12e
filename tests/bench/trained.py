"""Models that benchmarks train."""

from __future__ import annotations

from blockloom.blocks.document.fields import SESSION
from blockloom.blocks.document.pages import Block, Document, Placed, Wire
from blockloom.blocks.edits import Insert


def train(document: Document, reduction: str, rate: str, fetches: bool) -> str:
    """Add a loss, the `reduction` (Mean, Sum) of squared outputs, and a momentum optimizer to a model's page.

    A session fetches the loss if `fetches`, else nothing. Returns the id of the first Arg, "" for none.
    """
    page = next(iter(document.pages.values()))
    given, gives = (
        next((b.id for b in page.blocks.values() if b.type == kind), "") for kind in ("loom.Arg", "loom.Retval")
    )
    (last,) = page.wires_into(gives, "input")
    blocks = (
        Block("SQUARES", "Square"),
        Block("LOSS", reduction, values={"reduction_indices": "[0, 1]"}),
        Block("MOMENTUM", "loom.MomentumOptimizer", values={"learning_rate": rate, "momentum": "0.9f"}),
        Block("TRAIN", "loom.Minimize"),
        Block("RUN", SESSION),
    )
    wires = [
        Wire(last.source, last.source_pin, "SQUARES", "x"),
        Wire("SQUARES", "y", "LOSS", "input"),
        Wire("LOSS", "output", "TRAIN", "loss"),
        Wire("MOMENTUM", "optimizer", "TRAIN", "optimizer", "optimizer"),
        Wire("TRAIN", "operation", "RUN", "run_outputs", "operation"),
    ]
    if fetches:
        wires.append(Wire("LOSS", "output", "RUN", "fetch_outputs"))
    Insert(page.name, blocks, tuple(Placed(wire, 999) for wire in wires)).apply(document)
    return given
