"""Read the first elements of a dataset in a session apart from those of its page."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import tensorflow as tf

from blockloom.blocks.catalogue import dataset_types
from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.catalogue.parameters import PARAMETER
from blockloom.blocks.document.addresses import Address, inside
from blockloom.blocks.document.fields import FEED_BLOCK
from blockloom.blocks.document.pages import TENSOR, Block, Document, Page, Placed, Wire, new_document
from blockloom.blocks.edits import Insert
from blockloom.blocks.infer.inference import PageInference
from blockloom.blocks.lower.structure import prepared_pin, upstream
from blockloom.blocks.problems import ERROR, Problem, make_problem
from blockloom.runtime.compile.compiler import compile_page
from blockloom.runtime.compile.error_problems import run_problem
from blockloom.runtime.compile.program import Results, size_of
from blockloom.runtime.protocol import requests
from blockloom.runtime.protocol.replies import PreviewReply
from blockloom.runtime.run import result_summaries
from blockloom.runtime.run.runner import EndOfDataError, Runner

MOST = 64 << 20  # bytes of elements after which the preview ends
_LOOK_EVERY = 0.05  # seconds between two checks


def preview(
    request: requests.PreviewDatasetRequest, document: Document, catalogue: Catalogue, cancelled: Callable[[], bool]
) -> PreviewReply:
    """Return at most `count` elements of the dataset at an address, within `seconds`."""
    at = request.address
    pages = catalogue.with_pages(document)
    page = document.pages[pages.page_at(at.page, at.path)]  # the page of the instance at the end of the path
    dataset = dataset_at(PageInference(page, pages), at.block, at.end)
    block = page.blocks.get(at.block)
    inner = pages.page_of(block.type) if block is not None else None
    if (
        dataset is None and inner is not None and (maker := iterated_in(inner))
    ):  # the page of the instance iterates over a dataset
        page, at = inner, at._replace(path=(*at.path, at.block), block=maker, pin="")
        dataset = dataset_at(PageInference(page, pages), maker)
    if dataset is None:
        return PreviewReply([make_problem("no-dataset", at)])
    needed = part(document, page, *dataset)

    def told(fault: Problem) -> Problem:
        block = needed.added.get(fault.block)
        return fault if block is None else fault._replace(address=fault.address._replace(block=block, pin=""))

    program = compile_page(needed.document, page.name, catalogue)
    if not program.ok:
        return PreviewReply(list(dict.fromkeys(told(fault) for fault in program.problems if fault.severity == ERROR)))
    runner, over, until = Runner(program), threading.Event(), time.monotonic() + request.seconds

    def stopped() -> bool:
        return cancelled() or time.monotonic() >= until

    def watch() -> None:
        while not over.wait(_LOOK_EVERY):
            if stopped():
                runner.close()  # repeated, because a session may have been opened since

    threading.Thread(target=watch, daemon=True).start()
    elements, problems, ended, size = Results(), [], "count", 0
    try:
        while len(elements) < request.count:
            if stopped():
                raise RuntimeError
            runner.step(True)
            tensors = runner.latest().get(inside("", needed.taker), {}).get("components")
            if tensors is None:  # the runner was closed before the step
                raise RuntimeError
            elements[Address("", str(len(elements)))] = {"components": tensors}
            size += size_of(tensors)
            if size > MOST:
                ended = "size"
                break
    except EndOfDataError:
        ended = "data"
    except (tf.errors.OpError, RuntimeError) as error:
        ended = "failure" if not stopped() else "" if cancelled() else "time"
        problems = [] if stopped() else [told(run_problem(error, program))]
    finally:
        over.set()
        runner.close()
    arrays: list[np.ndarray] = []
    rows = result_summaries.whole(elements, arrays) if request.whole_tensors else result_summaries.summaries(elements)
    taken = [summary["list"] for row in rows.values() if (summary := row["components"]) is not None]
    return PreviewReply(problems, taken, ended, arrays)


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

    It is the output `pin` of the block, or without `pin` its first dataset. For an iterator, and a block that takes
    elements from an iterator, it is the dataset that the iterator reads.
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
    for name, source_block in page.blocks.items():  # also keep initialisers of tables, and feeds
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
