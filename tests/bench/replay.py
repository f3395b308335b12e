"""Replay: whether replayed steps are equal to the bit, and the cost of recording."""

from __future__ import annotations

import gc
import os
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np

from blockloom.app.formats import open_document
from blockloom.blocks.document.addresses import Address
from blockloom.blocks.document.fields import SESSION
from blockloom.blocks.document.pages import Document
from blockloom.blocks.files import documents
from tests.bench.measure import timed_ratio
from tests.bench.trained import train

EXAMPLES = Path(__file__).parents[2] / "assets" / "examples"
_STEPS = 12
_TURNS = 300  # steps whose time is measured at once
_MOST = 1.02  # a light step, with what is kept of the past, to one with nothing
_MOST_EACH = 1.1  # the same with a moment for each


def bench_replay() -> bool:
    """Replay steps of all examples, ResNet50, an LSTM, and a page with queue, iterator and dropout.

    Replayed steps must be equal to the bit. Then measure a light step with recording, and with a snapshot each,
    against one without.
    """
    from tests.pages import page
    from tests.runtime.replay.test_replay import DRAWS, WIRES

    same = [
        _same(path.stem, documents.load(path), path.parent)
        for path in sorted(EXAMPLES.glob("*.loom"))
        if path.stem != "waves"
    ]
    drawn = Document()
    page(drawn, "main", DRAWS, *WIRES)
    same.append(_same("queue, iterator, dropout", drawn, EXAMPLES))
    same += [_same(name, *made()) for name, made in (("ResNet50", resnet), ("LSTM", _lstm))]
    return _costs() and all(same)


def _same(name: str, document: Document, folder: Path, feed: dict[Address, np.ndarray] | None = None) -> bool:
    from blockloom.runtime.compile.compilation import CompileOptions
    from blockloom.runtime.compile.compiler import compile_page
    from blockloom.runtime.compile.frontend import target_of
    from blockloom.runtime.replay.step_replayer import StepReplayer
    from blockloom.runtime.worker.client import ensure_catalogue
    from tests.runtime.replays import differences, run_steps

    os.chdir(folder)
    catalogue = ensure_catalogue().with_pages(document)
    page = next((p for p in document.pages.values() if any(b.type == SESSION for b in p.blocks.values())), None)
    page = page or next(iter(document.pages.values()))
    program = compile_page(document, page.name, catalogue, CompileOptions(feed=feed, target=target_of(page)))
    assert program.ok, [str(problem) for problem in program.problems]
    runner, seen = run_steps(program, 3 if feed else _STEPS)
    found = differences(StepReplayer(program, runner.past), seen)
    runner.close()
    print(f"{name}: {len(seen)} steps, {len(found)} values differ", flush=True)
    return bool(seen) and not found


def _trained(model: Any, *shape: int) -> tuple[Document, Path, dict[Address, np.ndarray]]:
    """Return a model of Keras with a loss that a momentum optimizer minimises."""
    path = Path(tempfile.mkdtemp(prefix="blockloom-replay-"), "model")
    model.export(path, verbose=False)
    document = open_document(path)
    given, page = train(document, "Sum", "0.01f", fetches=True), next(iter(document.pages))
    rows = np.random.default_rng(0).normal(size=shape).astype(np.float32)
    return document, path.parent, {Address(page, given): rows}


def resnet() -> tuple[Document, Path, dict[Address, np.ndarray]]:
    """Return a page that trains ResNet50 on two pictures of 96 x 96, its folder, and its feeds."""
    import keras

    return _trained(keras.applications.ResNet50(weights=None, input_shape=(96, 96, 3)), 2, 96, 96, 3)


def _lstm() -> tuple[Document, Path, dict[Address, np.ndarray]]:
    import keras

    layers = keras.layers
    return _trained(keras.Sequential([layers.Input((20, 8)), layers.LSTM(32), layers.Dense(4)]), 16, 20, 8)


def _costs() -> bool:
    """On a page of 1,000 blocks, and on one that trains."""
    from tests.bench.__main__ import big_document

    os.chdir(EXAMPLES)
    digits = documents.load(Path("digit_classifier.loom"))
    each = [_cost("1,000 blocks", big_document(1000)), _cost("digit_classifier", digits)]
    return all(each)


def _cost(name: str, document: Document) -> bool:
    """One runner takes turns: two of the same page differ by some percent, with nothing in either."""
    from blockloom.runtime.compile.compiler import compile_page
    from blockloom.runtime.run.run_history import RunHistory
    from blockloom.runtime.run.runner import Runner
    from blockloom.runtime.worker.client import ensure_catalogue

    program = compile_page(document, next(iter(document.pages)), ensure_catalogue().with_pages(document))
    assert not any(own.external_inputs.slots for own in program.sessions)  # or the graph of its steps were another one
    runner = Runner(program)
    plain, ok = _steps(runner, None), True
    for what, past, most in (
        ("what is kept of the past", RunHistory(), _MOST),
        ("a moment for each", RunHistory(share=1.0), _MOST_EACH),
    ):
        told = f"{name}: {_TURNS} light steps with {what} / with nothing"
        ok &= timed_ratio(told, _steps(runner, past), plain, most, 61)
    return ok


def _steps(runner: Any, past: Any) -> Callable[[], float]:
    """Return a function that runs steps with a recording, None for none, and returns their processor seconds."""
    past = past or SimpleNamespace(ended=lambda drew: None, latest=...)

    def steps() -> float:
        runner.past = past
        gc.collect()
        began = time.process_time()
        for _ in range(_TURNS):
            runner.step(False)
        return time.process_time() - began

    steps()
    return steps
