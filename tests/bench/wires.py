"""A training step with the gradients of LOSS for all wires, compared with one that only trains."""

from __future__ import annotations

import importlib.util
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from blockloom.blocks.document.addresses import Address
from blockloom.blocks.document.pages import Block, Document, Placed, Wire, new_document
from blockloom.blocks.edits import Insert
from blockloom.blocks.results.gradients import output_of
from tests.bench.measure import NotRun
from tests.bench.steps import _tensorflow
from tests.bench.trained import train

_TURNS = 20


def _page(count: int, seed: int = 1) -> Document:
    """Return a training page of `count` blocks of 128 x 128: products with matrices, sums and others."""
    rng = random.Random(seed)
    blocks = [Block("X", "Fill", values={"dims": "[128,128]", "value": "0.1f"})]
    wires, ends = [], [("X", "output")]
    for number in range(count):
        name, kind = f"B{number}", rng.choice(("MatMul", "Tanh", "AddV2", "Mul", "Sigmoid"))
        (a, b), pins = (ends[-1], rng.choice(ends[-4:])), ("x", "y")
        if kind == "MatMul":
            blocks.append(Block(f"W{number}", "loom.ResourceVariable", values={"initvalues": _small(rng)}))
            blocks.append(Block(f"F{number}", "BroadcastTo", values={"shape": "[128,128]"}))
            wires += [Wire(f"W{number}", "value", f"F{number}", "input"), Wire(*a, name, "a")]
            wires.append(Wire(f"F{number}", "output", name, "b"))
        else:
            wires += [Wire(*end, name, pin) for end, pin in zip((a, b), pins[: 1 + (kind in ("AddV2", "Mul"))])]
        blocks.append(Block(name, kind))
        ends.append((name, {"MatMul": "product", "Tanh": "y", "Sigmoid": "y"}.get(kind, "z")))
    blocks += [
        Block("LOSS", "Mean", values={"reduction_indices": "[0,1]"}),
        Block("SGD", "loom.GradientDescentOptimizer", values={"learning_rate": "1e-6"}),
        Block("TRAIN", "loom.Minimize"),
        Block("RUN", "loom.Session"),
    ]
    wires += [
        Wire(*ends[-1], "LOSS", "input"),
        Wire("LOSS", "output", "TRAIN", "loss"),
        Wire("SGD", "optimizer", "TRAIN", "optimizer", "optimizer"),
        Wire("TRAIN", "operation", "RUN", "run_outputs", "operation"),
    ]
    made = new_document()
    Insert("main", tuple(blocks), tuple(Placed(wire, 999) for wire in wires)).apply(made)
    return made


def _small(rng: random.Random) -> str:
    return "[" + ",".join(f"{rng.uniform(-0.02, 0.02):.4f}f" for _ in range(128)) + "]"


def _resnet() -> Document:
    """ResNet50 of 96 x 96 as Keras builds it, with a loss and an optimizer. Raises NotRun where there is no Keras."""
    from blockloom.app.formats import open_document
    from blockloom.runtime.worker.client import Worker

    if importlib.util.find_spec("keras") is None:
        raise NotRun("Keras is not installed")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "resnet.keras"
        built = f"keras.applications.ResNet50(weights=None, input_shape=(96, 96, 3), classes=10).save({str(path)!r})"
        subprocess.run([sys.executable, "-c", f"import keras; {built}"], check=True, capture_output=True)
        worker = Worker(keep_state=False)
        worker.start()
        document = open_document(path, worker=worker)
        worker.close()
    train(document, "Mean", "1e-6f", fetches=False)
    return document


def bench_wires() -> bool:
    """Compare a step of ResNet50 with gradients for all wires to one without that fetches nothing.

    Small blocks may cost more: without gradients their memory is reused within a step.
    """
    _tensorflow()
    ok = _measure("ResNet50, 96 x 96", _resnet(), 1.1)
    return _measure("1,000 blocks of 128 x 128", _page(1000), 1.5) and ok


def _measure(name: str, document: Document, limit: float) -> bool:
    import numpy as np

    from blockloom.runtime.compile.compilation import CompileOptions
    from blockloom.runtime.compile.compiler import compile_page
    from blockloom.runtime.run.runner import Runner
    from blockloom.runtime.worker.client import ensure_catalogue

    catalogue = ensure_catalogue().with_pages(document)
    (page,) = document.pages.values()
    rows = np.random.default_rng(1).standard_normal((2, 96, 96, 3)).astype(np.float32)
    feed = {Address(page.name, b.id, "output"): rows for b in page.blocks.values() if b.type == "loom.Arg"}
    plain, wires = (
        Runner(compile_page(document, page.name, catalogue, CompileOptions(feed=feed, gradients=how)))
        for how in (None, "")
    )
    assert plain.program.ok and wires.program.ok, plain.program.problems[:3]
    wanted = frozenset(
        at._replace(pin=pin)
        for at, pins in wires.program.sessions[0].sources.items()
        for pin, source in pins.items()
        if output_of(pin) and isinstance(source, str)
    )
    assert len(wanted) > 500

    best = [float("inf")] * 2
    for turn in range(_TURNS):  # on a busy machine, the minimum is the time of the step
        for number, (runner, fetch) in enumerate(((plain, frozenset[Address]()), (wires, wanted))):
            began = time.perf_counter()
            runner.step(False, fetch)
            best[number] = min(best[number], time.perf_counter() - began if turn else float("inf"))
    alone, ours = best
    ok = ours / alone <= limit
    told = f"{name}, {len(wanted)} gradients of wires / training alone"
    times = f"{ours * 1e3:9.1f} ms {alone * 1e3:9.1f} ms   ratio {ours / alone:5.2f}"
    print(f"{told:58} {times}   at most {limit:.1f}   {'ok' if ok else 'TOO SLOW'}", flush=True)
    return ok
