"""Read the first elements of a dataset in a session apart from those of its page."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

import numpy as np
import tensorflow as tf

from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.document.addresses import Address, inside
from blockloom.blocks.document.pages import Document
from blockloom.blocks.infer.inference import PageInference
from blockloom.blocks.lower.dataset_preview import dataset_at, iterated_in, part
from blockloom.blocks.problems import ERROR, Problem, make_problem
from blockloom.runtime.compile.compiler import compile_page
from blockloom.runtime.compile.error_problems import run_problem
from blockloom.runtime.compile.program import Results, size_of
from blockloom.runtime.protocol import requests
from blockloom.runtime.protocol.replies import PreviewReply
from blockloom.runtime.run import result_summaries
from blockloom.runtime.run.runner import EndOfDataError, Runner

MOST = 64 << 20  # bytes of elements; one more may come
_LOOK_EVERY = 0.05  # seconds


def preview(
    asked: requests.PreviewDatasetRequest, document: Document, catalogue: Catalogue, cancelled: Callable[[], bool]
) -> PreviewReply:
    """Return at most `count` elements of the dataset at an address, within `seconds`."""
    at = asked.address
    pages = catalogue.with_pages(document)
    page = document.pages[pages.page_at(at.page, at.path)]  # for an instance its page, without the instance
    dataset = dataset_at(PageInference(page, pages), at.block, at.end)
    block = page.blocks.get(at.block)
    inner = pages.page_of(block.type) if block is not None else None
    if (
        dataset is None and inner is not None and (maker := iterated_in(inner))
    ):  # the page returns elements of an iterator in it
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
    runner, over, until = Runner(program), threading.Event(), time.monotonic() + asked.seconds

    def stopped() -> bool:
        return cancelled() or time.monotonic() >= until

    def watch() -> None:
        while not over.wait(_LOOK_EVERY):
            if stopped():
                runner.close()  # repeatedly: a session may have been opened since

    threading.Thread(target=watch, daemon=True).start()
    elements, problems, ended, size = Results(), [], "count", 0
    try:
        while len(elements) < asked.count:
            if stopped():
                raise RuntimeError
            runner.step(True)
            tensors = runner.latest().get(inside("", needed.taker), {}).get("components")
            if tensors is None:  # closed before it ran
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
    rows = result_summaries.whole(elements, arrays) if asked.whole_tensors else result_summaries.summaries(elements)
    taken = [summary["list"] for row in rows.values() if (summary := row["components"]) is not None]
    return PreviewReply(problems, taken, ended, arrays)
