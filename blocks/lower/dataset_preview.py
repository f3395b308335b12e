"""The part of a page that a dataset preview runs: the inputs of the dataset, and an iterator behind it."""

from __future__ import annotations

from typing import NamedTuple

from blockloom.blocks.catalogue import dataset_types
from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.catalogue.page_signature import PARAMETER
from blockloom.blocks.document.own_types import FEED_BLOCK
from blockloom.blocks.document.pages import TENSOR, Block, Document, Page, Placed, Wire, new_document
from blockloom.blocks.edits import Insert
from blockloom.blocks.infer.inference import PageInference
from blockloom.blocks.lower.structure import prepared_pin, upstream

_DATASET = ("DT_VARIANT",)


class PreviewPage(NamedTuple):
    """A document that a preview of a dataset runs; its page has only the blocks that the dataset needs.

    `taker` is the block that outputs its elements; `added` maps the added blocks to the user's block that they stand
    for.
    """

    document: Document
    taker: str
    added: dict[str, str]


def dataset_at(inference: PageInference, block: str, pin: str = "") -> tuple[str, str] | None:
    """Return the (block, pin) of the dataset at a block, or None.

    That is its own output `pin`, or the first that is a dataset; for an iterator, and blocks that take elements from
    one, the dataset behind it.
    """
    page, seen = inference.page, set[str]()
    while block not in seen:
        seen.add(block)
        at = page.blocks.get(block)
        kind = inference.catalogue.get(at.type) if at is not None else None
        if kind is None:
            return None
        for output in kind.outputs:
            if (
                output.kind == TENSOR
                and pin in ("", output.name)
                and (inference.dtype(block, output.name) in _DATASET)
                and (
                    "Dataset" in (kind.op or "Dataset")
                    or dataset_types.element(inference, block, output.name) is not None
                )
            ):
                return block, output.name
        for wire in dataset_types.feeders(page, block):
            return wire.source, wire.source_pin
        first = kind.inputs[0].name if kind.inputs and kind.traits.family == "iterator" else ""
        wires = page.into.get(block, {}).get(first, ()) if first else ()
        block, pin = wires[0].source if wires else block, ""
    return None


def iterated_in(page: Page) -> str:
    """Return the block of a page that initialises an iterator with a dataset, the first by id; "" if none does."""
    makers = (
        block.id for block in page.blocks.values() if (traits := traits_of(block.type)).renews and traits.prepares
    )
    return min(makers, default="")


def part(document: Document, page: Page, block: str, pin: str) -> PreviewPage:
    """Return the part of a page that is needed to preview the elements of the dataset at an output of a block."""
    keep = upstream(page, [block])
    for name, source_block in page.blocks.items():  # initialisers of tables, and feeds
        into = page.into.get(name, {})
        sources = {wire.source for wires in into.values() for wire in wires}
        if (
            prepared_pin(page, name) == "table_handle"
            and sources & keep
            or source_block.type == FEED_BLOCK
            and {wire.source for wire in into.get("placeholder", ())} & keep
        ):
            keep |= upstream(page, [name])
    copy = new_document(page.name)
    copy.folder, copy.weights = document.folder, document.weights
    copy.pages.update((name, other) for name, other in document.pages.items() if name != page.name)
    iterator, maker, taker = page.free_ids(("ITERATOR", "MAKE", "ELEMENT"))
    frames = tuple(page.frames.values())
    blocks = [kept for name, kept in page.blocks.items() if name in keep or kept.type == PARAMETER]
    wires = [
        Placed(wire, number)
        for name in keep
        for wires in page.into.get(name, {}).values()
        for number, wire in enumerate(wires)
        if wire.source in keep
    ]
    blocks += [Block(iterator, "IteratorV2"), Block(maker, "MakeIterator"), Block(taker, "IteratorGetNext")]
    wires += [
        Placed(wire, 0)
        for wire in (
            Wire(block, pin, maker, "dataset", TENSOR),
            Wire(iterator, "handle", maker, "iterator", TENSOR),
            Wire(iterator, "handle", taker, "iterator", TENSOR),
        )
    ]
    Insert(page.name, tuple(blocks), tuple(wires), frames=frames).apply(copy)
    return PreviewPage(copy, taker, dict.fromkeys((iterator, maker, taker), block))
