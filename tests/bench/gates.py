"""A break inside a loop of 100,000 turns: what it costs in turns that do not meet it, and how soon a run pauses and
stops there."""

from __future__ import annotations

import threading
import time

from tests.bench.loops import loop_of

TURNS, LONG = 100_000, 2_000_000_000
US, PAUSES, STOPS = 10, 0.1, 1.0  # the most for a turn, in microseconds of all cores; seconds
CONDITIONS = ("next/A > 1000", "max(abs(next/A)) > 1000", "next/A is not finite", "next/N == -1")
STOPPED = 5  # times


def bench_gates() -> bool:
    """What a step with a break takes more than one without, by the clock of the processor; and a worker, asked."""
    import tensorflow as tf

    from blockloom.blocks.results import breaks
    from blockloom.runtime.compile.compiler import compile_page
    from blockloom.runtime.replay.pausing import Breaks
    from blockloom.runtime.run.runner import Runner
    from blockloom.runtime.worker.client import ensure_catalogue
    from blockloom.runtime.worker.worker import prepare

    prepare()
    document = loop_of(TURNS)
    types, main = ensure_catalogue().with_pages(document), document.pages["main"]
    fine = True
    with tf.Graph().as_default():
        runner = Runner(compile_page(document, "main", types, breaks_in=["next"]))
        pauses = Breaks(runner)

        def step() -> float:
            began = time.process_time()
            assert not pauses.before()
            runner.step(True)
            pauses.after(False)
            return time.process_time() - began

        def least() -> float:
            step()
            return min(step() for _ in range(8))

        plain = least()
        for text in CONDITIONS:
            pauses.breaks = [breaks.typed(text, main, types)]
            more = (least() - plain) / TURNS * 1e6
            fine = _told(f"a turn for which {text} is not met, more", more, US, "us") and fine
        pauses.again.close(), runner.close()
    return _worker(types) and fine


def _worker(types: object) -> bool:
    from blockloom.blocks.results import breaks
    from blockloom.blocks.results.run_modes import RunMode
    from blockloom.runtime.protocol import requests
    from blockloom.runtime.worker.client import Worker

    worker = Worker(keep_state=False)
    worker.start()

    def opened(turns: int) -> object:
        from blockloom.blocks.files import documents

        document = loop_of(turns)
        text = documents.dumps(document)
        reply = worker.call(requests.Open(document=text, page="main", breaks_in=["next"]))
        assert not reply.problems, reply.problems
        return document.pages["main"]

    def asked(page, text: str) -> tuple[str, float]:
        rows = [breaks.typed(text, page, types).row()]
        began = time.perf_counter()
        ended = worker.call(requests.Run(mode=RunMode(1), breaks=rows))
        return ended.ended, time.perf_counter() - began

    try:
        page, taken = opened(TURNS), []
        for _ in range(4):  # the first makes the copy of the graph
            ended, took = asked(page, "next/N == 1")
            assert ended == "paused"
            taken.append(took * 1e3)
        fine = _told("to the pause in the first turn", min(taken[1:]), PAUSES * 1e3, "ms")
        ended, took = asked(page, f"next/N == {TURNS}")
        assert ended == "paused"
        print(f"{f'to the pause in turn {TURNS:,}':58} {took * 1e3:9.1f} ms")
        page, taken = opened(LONG), []
        for number in range(STOPPED):
            told = list[float]()

            def stop(after: float = 0.5 + number, told: list[float] = told) -> None:
                time.sleep(after)
                told.append(time.perf_counter())
                worker.call(requests.Stop())

            thread = threading.Thread(target=stop)
            thread.start()
            ended, _ = asked(page, "next/N == -1")
            taken.append(time.perf_counter() - told[0])
            thread.join()
            assert ended == "stopped", ended
        return _told("to Stop while a step is looked at, the longest", max(taken), STOPS, "s") and fine
    finally:
        worker.close()


def _told(name: str, found: float, limit: float, unit: str) -> bool:
    fine = found <= limit
    print(f"{name:58} {found:9.2f} {unit:28} at most {limit:g} {unit}   {'ok' if fine else 'TOO SLOW'}", flush=True)
    return fine
