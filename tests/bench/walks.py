"""Going back: random walks through the steps of all examples, what moments cost, and how fast a step is shown."""

from __future__ import annotations

import contextlib
import time
from pathlib import Path

EXAMPLES = Path(__file__).resolve().parents[2] / "assets" / "examples"
SEEDS = 3


def bench_walks() -> bool:
    """Check that walks of 50 moves (forward, back, looks, edits) on all examples equal a straight run."""
    from blockloom.blocks.files import documents
    from blockloom.runtime.worker.client import ensure_catalogue
    from blockloom.runtime.worker.worker import configure_tensorflow
    from tests.runtime.walks import walk

    configure_tensorflow()
    catalogue, ok = ensure_catalogue(), True
    for file in sorted(EXAMPLES.glob("*.loom")):
        with contextlib.chdir(EXAMPLES):
            document = documents.load(file)
            for name in document.pages:
                began, found = time.perf_counter(), list[str]()
                try:
                    for seed in range(SEEDS):
                        found += walk(catalogue, document, name, 50, seed)
                except AssertionError as error:
                    print(f"{file.stem}/{name}: {error}")
                    continue
                ok = ok and not found
                print(f"{file.stem}/{name:20} {time.perf_counter() - began:6.1f} s  {found[:3] or 'equal'}", flush=True)
    return ok
