"""Weights of documents: no loss of data on disk, their size there, and their cost.

BLOCKLOOM_COUNT is the number of sequences (default 500), BLOCKLOOM_SEED the seed (default random, printed).
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from blockloom.blocks.document.pages import Block, Document, new_document
from blockloom.blocks.edits import SetValue
from blockloom.blocks.files import documents
from blockloom.blocks.operations import add_weights
from blockloom.blocks.weights.document_weights import value_of

_LONGEST = 900.0  # seconds


def bench_weights() -> bool:
    """Run 500 random sequences of save, save as, copy, rename, undo and kill, which must lose nothing.

    See `tests.weight_sequences`. Also: ten saves of 10 MB leave no more than the document itself contains, and
    opening a document with 1 GB reads none of it.
    """
    count = int(os.environ.get("BLOCKLOOM_COUNT", 500))
    seed = int(os.environ.get("BLOCKLOOM_SEED", random.randrange(2**32)))
    begun = time.monotonic()
    done = subprocess.run(
        [sys.executable, "-m", "tests.weight_sequences", str(seed), str(count)],
        text=True,
        stdout=subprocess.PIPE,
        timeout=_LONGEST,
    )
    told = json.loads(done.stdout)
    print(
        f"{count} sequences, seed {seed}, {time.monotonic() - begun:.0f} s, {sum(told['steps'].values())} steps: "
        f"{len(told['lost'])} lost something"
    )
    for number, what in told["lost"][:10]:
        print(f"  {what:.300} (BLOCKLOOM_COUNT=1 BLOCKLOOM_SEED={number})")
    with tempfile.TemporaryDirectory() as folder:
        code = f"from tests.bench.weights import costs; costs({folder!r})"
        env = os.environ | {"XDG_STATE_HOME": f"{folder}/state"}
        costs_kept = subprocess.run([sys.executable, "-c", code], env=env, timeout=_LONGEST).returncode == 0
        left = sum(file.stat().st_size for file in Path(folder, "state").rglob("*.safetensors"))
    print(f"ten saves of 10 MB leave {left / 1e6:.1f} MB in the state folder (at most 0)")
    return not told["lost"] and costs_kept and not left


def costs(folder: str) -> None:
    """Measure opening, reading and saving, and ten saves, in a process with an empty state folder."""
    for size in (100, 1000):
        _cost(size, Path(folder, f"net{size}.loom"))
    document, path = new_document(), Path(folder, "ten.loom")
    for number in range(10):
        _give(document, "W", np.full(2_500_000, number, np.float32))
        _, kept = documents.write(document, path)
        document.weights.adopt_saved(kept)
        document.folder = folder


def _cost(size: int, path: Path) -> None:
    """Measure a document with ten arrays of `size` MB in total."""
    document = new_document()
    for number in range(10):
        _give(document, f"W{number}", np.full(size * 100_000 // 4, number, np.float32))
    times = {"save": _time(lambda: documents.save(document, path))}
    times["open"] = _time(lambda: documents.load(path))
    opened = documents.load(path)
    keys = sorted(opened.keys())
    times["all dtypes and shapes"] = _time(lambda: [opened.weights.find(key, opened.folder) for key in keys])
    plain = _time(lambda: path.with_suffix(".safetensors").read_bytes())
    times["read and check"] = _time(lambda: [opened.weights.find(key, opened.folder)[0].read() for key in keys])
    print(
        f"{size} MB: "
        + ", ".join(f"{what} {1000 * took:.1f} ms" for what, took in times.items())
        + f" (reading the file alone {1000 * plain:.1f} ms)"
    )
    assert times["open"] + times["all dtypes and shapes"] < 0.2 * plain + 0.02, "opening reads weights"


def _give(document: Document, name: str, array: np.ndarray) -> None:
    edit, keys = add_weights(document, {name: array})
    edit.apply(document)
    document.pages["main"].blocks.setdefault(name, Block(name, "loom.ResourceVariable"))
    SetValue("main", name, "initvalues", value_of(keys[name])).apply(document)


def _time(do: Callable[[], object]) -> float:
    begun = time.perf_counter()
    do()
    return time.perf_counter() - begun
