"""The cost of snapshots of state, their memory, and the time to show an earlier step."""

from __future__ import annotations

import os
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from blockloom.runtime.worker.process import worker_environment
from tests.bench.measure import ratio

_ROOT = Path(__file__).resolve().parents[2]
_MB = 1 << 20
_NONE = 1e-9  # share of the time that allows the first snapshot only
_BUDGET = 200 * _MB
SGD = """W loom.ResourceVariable; START Fill dims=[{0}] value=1.0f; READ ReadVariableOp dtype=DT_FLOAT; SQUARE Square;
    LOSS Mean reduction_indices=[0]; SGD loom.GradientDescentOptimizer learning_rate=0.1f; TRAIN loom.Minimize;
    RUN loom.Session"""
SGD_WIRES = (
    "START.output -> W.initvalues",
    "W.handle -> READ.resource",
    "READ.value -> SQUARE.x",
    "SQUARE.y -> LOSS.input",
    "LOSS.output -> TRAIN.loss",
    "SGD.optimizer -> TRAIN.optimizer",
    "TRAIN.operation -> RUN.run_outputs",
)


def bench_recording() -> bool:
    """Compare steps with a snapshot each to steps without: plain SGD of 100 MB and ResNet50.

    SGD of 100 MB is the worst case, at most 1.6; ResNet50 at most 1.4. The memory of 10,000 steps is at most 1.1 of
    the budget. An earlier step of 1,000 blocks is shown within 100 ms.
    """
    from tests.bench.__main__ import big_document
    from tests.bench.replay import resnet

    document, folder, feed = resnet()
    os.chdir(folder)
    costs = [
        _cost("100 MB of plain SGD: 5 steps, a moment for each / none", _program(_sgd(25 * _MB)), 1.6),
        _cost("ResNet50: 5 steps, a moment for each / none", _program(document, feed), 1.4),
    ]
    return all([*costs, _full(), _memory(), _shown(big_document(1000))])


def _sgd(count: int) -> Any:
    from blockloom.blocks.document.pages import Document
    from tests.pages import page

    document = Document()
    page(document, "main", SGD.format(count), *SGD_WIRES)
    return document


def _program(document: Any, feed: Any = None) -> Any:
    from blockloom.runtime.compile.compilation import CompileOptions
    from blockloom.runtime.compile.compiler import compile_page
    from blockloom.runtime.worker.client import ensure_catalogue

    page = next(iter(document.pages))
    program = compile_page(document, page, ensure_catalogue().with_pages(document), CompileOptions(feed=feed))
    assert program.ok, [str(problem) for problem in program.problems]
    return program


def _cost(name: str, program: Any, limit: float) -> bool:
    return ratio(name, _steps(program, 1.0), _steps(program, _NONE), limit)


def _steps(program: Any, share: float) -> Callable[[], None]:
    from blockloom.runtime.run.runner import Runner

    runner = Runner(program)
    runner.past.share = share

    def steps() -> None:
        for _ in range(5):
            runner.step(False)

    return steps


def _full() -> bool:
    """Compare 300 steps with a small snapshot each, with the budget used up, to steps before that."""
    from blockloom.runtime.run.runner import Runner

    full, free = (Runner(_program(_sgd(1000))) for _ in range(2))
    full.past.share = free.past.share = 1.0
    full.past.budget = 40 * _MB
    while full.past.size < full.past.budget * 0.85:
        full.step(False)

    def steps(runner: Any) -> None:
        for _ in range(300):
            runner.step(False)

    return ratio("300 steps where memory has ended / before", lambda: steps(full), lambda: steps(free), 1.5)


def _memory() -> bool:
    """Measure in separate processes, in which nothing was freed before, with the memory settings of workers."""
    return all([_grown("on", "1"), _grown("off", "0")])


def _grown(told: str, onednn: str) -> bool:
    out = subprocess.run(
        [sys.executable, "-c", "from tests.bench.recording import grown; print(grown())"],
        stdout=subprocess.PIPE,
        text=True,
        check=True,
        cwd=_ROOT,
        env=worker_environment() | {"TF_ENABLE_ONEDNN_OPTS": onednn},
    ).stdout
    more, most = float(out.split()[-1]), _BUDGET * 1.1
    ok = more <= most
    told = f"memory of 10,000 steps, oneDNN {told}: {more / _MB:.0f} MB, at most {most / _MB:.0f} MB"
    print(f"{told}   {'ok' if ok else 'TOO MUCH'}")
    return ok


def grown() -> float:
    """Return the bytes that 10,000 steps with a snapshot each keep, for a variable of 2 MB."""
    from blockloom.runtime.run.runner import Runner

    runner = Runner(_program(_sgd(_MB // 2)))
    runner.past.share, runner.past.budget = 1.0, 8 * _MB
    for _ in range(100):
        runner.step(False)
    base, runner.past.budget = _resident(), _BUDGET
    for _ in range(10_000):
        runner.step(False)
    return _resident() - base


def _resident() -> float:
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def _shown(document: Any) -> bool:
    from blockloom.runtime.replay.step_replayer import StepReplayer
    from blockloom.runtime.run.runner import Runner

    runner, chosen = Runner(_program(document)), random.Random(1)
    for _ in range(2000):
        runner.step(False)
    again, took = StepReplayer(runner.program, runner.past), list[float]()
    again.results(1)
    for _ in range(50):
        began = time.perf_counter()
        again.results(chosen.randint(1, 2000))
        took.append(time.perf_counter() - began)
    middle, worst = statistics.median(took), max(took)
    ok = worst <= 0.1
    told = f"a step of before of 1,000 blocks: {middle * 1e3:.1f} ms, worst of 50 {worst * 1e3:.1f} ms, at most 100 ms"
    print(f"{told}   {'ok' if ok else 'TOO SLOW'}")
    return ok
