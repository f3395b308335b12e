"""A break inside a loop of 100,000 turns: the cost of turns that do not meet it, and how soon a run stops there."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

from tests.bench.loops import loop_of

if TYPE_CHECKING:
    from blockloom.blocks.catalogue.catalogue import Catalogue
    from blockloom.blocks.document.pages import Document

TURNS, LONG = 100_000, 2_000_000_000
US, DRAWS = 100, 100  # the most for a turn, and for one that draws a random number; us of all cores
STOPS = 5.0  # seconds
CONDITIONS = ("next/A > 1000", "max(abs(next/A)) > 1000", "next/A is not finite", "next/N == -1")
STOPPED = 5  # times


def bench_gates() -> bool:
    """Compare the processor time of steps with and without a break; time Stop in a worker."""
    from blockloom.runtime.worker.client import ensure_catalogue
    from blockloom.runtime.worker.worker import configure_tensorflow

    configure_tensorflow()
    types = ensure_catalogue()
    fine = _turns(types, loop_of(TURNS), CONDITIONS, US, "a turn")
    fine = _turns(types, loop_of(TURNS, draws=True), CONDITIONS[:1], DRAWS, "a turn that draws") and fine
    return _worker(types.with_pages(loop_of(TURNS))) and fine


def _turns(catalogue: Catalogue, document: Document, texts: Sequence[str], limit: float, what: str) -> bool:
    import tensorflow as tf

    from blockloom.blocks.results import breakpoints
    from blockloom.runtime.compile.compilation import CompileOptions
    from blockloom.runtime.compile.compiler import compile_page
    from blockloom.runtime.replay.paused_step import BreakpointController
    from blockloom.runtime.run.runner import Runner

    types, main, fine = catalogue.with_pages(document), document.pages["main"], True
    with tf.Graph().as_default():
        plain, runner = (
            Runner(compile_page(document, "main", types, CompileOptions(breaks_in=some))) for some in ((), ("next",))
        )
        pauses = BreakpointController(runner)

        def step(one: Runner) -> float:
            began = time.process_time()
            if one is not plain:
                pauses.prepare_step()
            one.step(True)
            assert one is plain or not pauses.check_step()
            return time.process_time() - began

        def least(one: Runner) -> float:
            step(one)
            return min(step(one) for _ in range(8))

        without = least(plain)
        for text in texts:
            pauses.breaks = [breakpoints.parse_breakpoint(text, main, types)]
            more = (least(runner) - without) / TURNS * 1e6
            fine = _told(f"{what} for which {text} is not met, more", more, limit, "us") and fine
        plain.close(), runner.close()
    return fine


def _worker(types: object) -> bool:
    from blockloom.blocks.results import breakpoints
    from blockloom.blocks.results.run_modes import RunMode
    from blockloom.runtime.protocol import requests
    from blockloom.runtime.worker.client import Worker

    worker = Worker(keep_state=False)
    worker.start()

    def opened(turns: int) -> object:
        from blockloom.blocks.files import documents

        document = loop_of(turns)
        text = documents.dumps(document)
        reply = worker.call(requests.OpenRequest(document=text, page="main", breakpoint_pages=["next"]))
        assert not reply.problems, reply.problems
        return document.pages["main"]

    def asked(page, text: str) -> tuple[str, float]:
        rows = [breakpoints.parse_breakpoint(text, page, types)]
        began = time.perf_counter()
        ended = worker.call(requests.RunRequest(mode=RunMode(1), breakpoints=rows))
        return ended.outcome, time.perf_counter() - began

    try:
        page = opened(TURNS)
        ended, took = asked(page, f"next/N == {TURNS}")
        assert ended == "paused"
        print(f"{f'to the pause because of turn {TURNS:,}':58} {took * 1e3:9.1f} ms")
        page, taken = opened(LONG), []
        for number in range(STOPPED):
            told = list[float]()

            def stop(after: float = 0.5 + number, told: list[float] = told) -> None:
                time.sleep(after)
                told.append(time.perf_counter())
                worker.call(requests.StopRequest())

            thread = threading.Thread(target=stop)
            thread.start()
            ended, _ = asked(page, "next/N == -1")
            taken.append(time.perf_counter() - told[0])
            thread.join()
            assert ended == "stopped", ended
        return _told("to Stop in a step that may pause, the longest", max(taken), STOPS, "s")
    finally:
        worker.close()


def _told(name: str, found: float, limit: float, unit: str) -> bool:
    fine = found <= limit
    print(f"{name:58} {found:9.2f} {unit:28} at most {limit:g} {unit}   {'ok' if fine else 'TOO SLOW'}", flush=True)
    return fine
