"""`python -m tests.bench why`: culprits that are planted in random pages, and how long an answer takes."""

from __future__ import annotations

import random
import time

PAGES = 300
LIMITS = {1_000: 0.5, 10_000: 5.0}  # blocks -> seconds


def bench_why() -> bool:
    """Ask for the origin on 300 random pages with a culprit, and on 300 whose NaNs are all masked.

    All culprits must be named, and no masked NaN blamed. Then measure the seconds to the answer on large pages.
    """
    from tests.bench.__main__ import _quiet

    _quiet()
    from blockloom.runtime.worker.client import Worker
    from tests.runtime.planted import answered, planted

    worker = Worker(keep_state=False)
    worker.start()
    try:
        rows = [(seed, bad, answered(worker, planted(seed, bad))) for seed in range(PAGES) for bad in (True, False)]
    finally:
        worker.close()
    wrong = [(seed, bad, want, got) for seed, bad, (want, got) in rows if want != got]
    for seed, bad, want, got in wrong:
        print(f"  page {seed}{'' if bad else ' without a culprit'}: {got} in the place of {want}")
    print(f"why: {2 * PAGES - len(wrong)} of {2 * PAGES} pages are answered right")
    return not any([wrong, *[not _in_time(count, limit) for count, limit in LIMITS.items()]])


def _in_time(count: int, limit: float) -> bool:
    import tensorflow as tf

    tf.compat.v1.disable_eager_execution()
    from blockloom.runtime.compile.compiler import compile_page
    from blockloom.runtime.replay.nonfinite_origin import find_origin
    from blockloom.runtime.replay.step_replayer import StepReplayer
    from blockloom.runtime.run.runner import Runner
    from blockloom.runtime.worker.client import ensure_catalogue

    program = compile_page(long_way(count), "main", ensure_catalogue())
    assert program.ok, program.problems[:3]
    runner = Runner(program)
    runner.step(True)
    began = time.perf_counter()
    found = find_origin(StepReplayer(program, runner.past), 1)
    took = time.perf_counter() - began
    runner.close()
    assert found.block == f"main/o{count // 2}", found
    print(f"why: {count:,} blocks: {took:.2f} s to the answer (at most {limit:g})")
    return took <= limit


def long_way(count: int):
    """Return a page of `count` blocks, the middle one of which makes the first NaN.

    Each block takes the outputs of the one before and of one further back.
    """
    from blockloom.blocks.document.pages import Document
    from tests.pages import page

    rng, outputs = random.Random(1), ["C.output"]
    blocks, wires = ["C Const value=[0.5f,-1.0f]"], []
    for number in range(count):
        kind = "Log" if number == count // 2 else "AddV2" if number % 3 else "Tanh"
        blocks.append(f"o{number} {kind}")
        wires.append(f"{outputs[-1]} -> o{number}.x")
        if kind == "AddV2":
            wires.append(f"{outputs[-rng.randint(1, min(50, len(outputs)))]} -> o{number}.y")
        outputs.append(f"o{number}.{'z' if kind == 'AddV2' else 'y'}")
    document = Document()
    page(document, "main", ";".join([*blocks, "RUN loom.Session"]), *wires, f"{outputs[-1]} -> RUN.fetch_outputs")
    return document
