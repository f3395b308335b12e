"""Edits between the steps of stateful examples: the recorded rows equal those of a run without edits.

BLOCKLOOM_SEED is the seed of the edits, BLOCKLOOM_COUNT the number of runs with random edits of each example, in
addition to runs with one edit between any two steps.
"""

from __future__ import annotations

import os
import random
import time


def bench_handover() -> bool:
    """Edit between any two steps, and at random: the rows are equal, and nothing is lost."""
    os.environ["TF_ENABLE_ONEDNN_OPTS"] = "0"
    from blockloom.blocks.files import documents
    from blockloom.runtime.worker import client
    from tests.handover import EXAMPLES, STATEFUL, rows

    seed, count = int(os.environ.get("BLOCKLOOM_SEED", 1)), int(os.environ.get("BLOCKLOOM_COUNT", 5))
    worker = client.Worker(keep_state=False)
    worker.start()
    wrong = 0
    for name, steps in STATEFUL.items():
        text, folder, rng, began = (
            (EXAMPLES / f"{name}.loom").read_text(),
            str(EXAMPLES),
            random.Random(seed),
            time.time(),
        )
        wanted = rows(worker, documents.loads(text), steps, (), folder=folder)
        tried = [(step,) for step in range(1, steps)]
        tried += [[step for step in range(1, steps) if rng.random() < 0.5] for _ in range(count)]
        for number, edits in enumerate(tried):
            try:
                found = rows(worker, documents.loads(text), steps, edits, seed + number, folder)
            except AssertionError as error:
                found = [{"failed": str(error)[:300]}]
            if found != wanted:
                wrong += 1
                at = next((n for n, (a, b) in enumerate(zip(found, wanted)) if a != b), 0)
                print(f"{name}: edits before steps {edits}: row {at} is {found[at]}, not {wanted[at]}")
        print(f"{name:24} {len(tried)} runs of {steps} steps   {time.time() - began:.1f} s")
    worker.close()
    print(f"{wrong} runs differ from those without edits")
    return not wrong
