"""A look at the first elements of a dataset, beside the sessions of its page: it reads what the dataset reads."""

from __future__ import annotations

import threading
import time
from typing import Any

import numpy as np
import tensorflow as tf

from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.document.addresses import Address, inside
from blockloom.blocks.document.pages import Document
from blockloom.blocks.infer.inference import Inference
from blockloom.blocks.lower.dataset_preview import dataset_at, part
from blockloom.blocks.problems import ERROR, Problem, problem
from blockloom.runtime.compile.compiler import compile_page
from blockloom.runtime.compile.errors import run_problem
from blockloom.runtime.compile.program import Results, size_of
from blockloom.runtime.run import results
from blockloom.runtime.run.runner import EndOfData, Runner

MOST = 64 << 20     # bytes of elements; one more may come
_LOOK_EVERY = 0.05  # seconds


class Previews:
    """The looks under way in a worker, by the numbers of those who asked."""

    def __init__(self) -> None:
        self._cancelled: set[int] = set()

    def cancel(self, job: int) -> None:
        """End a look, also one that is yet to begin."""
        self._cancelled.add(job)

    def take(self, document: Document, at: Address, catalogue: Catalogue, count: int, seconds: float, whole: bool,
             job: int) -> tuple[dict[str, Any], list[np.ndarray]]:
        """Up to `count` elements of the dataset at an address, of which all takes `seconds` at most.

        Gives {"problems", "elements", "ended"}: of each element a list of tensors, as summaries or (`whole`) as places
        in the arrays; and why there are no more: "data", "count", "size", "time", or "" where it was cancelled or
        failed.
        """
        pages = catalogue.with_pages(document)
        page = document.pages[pages.page_at(at.page, at.path)]      # of an instance its page by itself
        found = dataset_at(Inference(page, pages), at.block, at.end)
        if found is None:
            return {"problems": [problem("no-dataset", at).row()], "elements": [], "ended": ""}, []
        needed = part(document, page, *found)

        def told(one: Problem) -> Problem:
            block = needed.made.get(one.block)
            return one if block is None else one._replace(address=one.address._replace(block=block, pin=""))
        program = compile_page(needed.document, page.name, catalogue)
        if not program.ok:
            problems = dict.fromkeys(told(one) for one in program.problems if one.severity == ERROR)
            return {"problems": [one.row() for one in problems], "elements": [], "ended": ""}, []
        runner, over, until = Runner(program), threading.Event(), time.monotonic() + seconds

        def stopped() -> bool:
            return job in self._cancelled or time.monotonic() >= until

        def watch() -> None:
            while not over.wait(_LOOK_EVERY):
                if stopped():
                    runner.close()      # again and again: its session may have been opened since
        threading.Thread(target=watch, daemon=True).start()
        elements, problems, ended, size = Results(), [], "count", 0
        try:
            while len(elements) < count:
                if stopped():
                    raise RuntimeError
                runner.step(True)
                tensors = runner.latest().get(inside("", needed.taker), {}).get("components")
                if tensors is None:     # closed before it ran
                    raise RuntimeError
                elements[Address("", str(len(elements)))] = {"components": tensors}
                size += size_of(tensors)
                if size > MOST:
                    ended = "size"
                    break
        except EndOfData:
            ended = "data"
        except (tf.errors.OpError, RuntimeError) as error:
            ended = "time" if stopped() and job not in self._cancelled else ""
            problems = [] if stopped() else [told(run_problem(error, program))]
        finally:
            over.set()
            self._cancelled.discard(job)
            runner.close()
        arrays: list[np.ndarray] = []
        rows = results.whole(elements, arrays) if whole else results.summaries(elements)
        return {"problems": [one.row() for one in problems], "ended": ended,
                "elements": [row["components"]["list"] for row in rows.values()]}, arrays
