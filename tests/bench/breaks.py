"""Random breakpoints in instances, loops, branches and calls of random pages: numpy computes where they pause.

Then pages with queues, iterators, random numbers, branches, loops and files: external inputs, queue contents and
written files must equal those of runs without breakpoints, and a step that is rolled back writes none.
BLOCKLOOM_SEED is the seed of the first page, BLOCKLOOM_COUNT the number of pages; three times as many write files.
"""

from __future__ import annotations

import os
import tempfile
import time
from pathlib import Path

STEPS = 20
OF_FILES = 8  # steps of pages that write files


def bench_breaks() -> bool:
    """At each break the step is kept or rolled back, and other values may be tried first."""
    os.environ["TF_ENABLE_ONEDNN_OPTS"] = "0"
    from blockloom.runtime.worker import catalogue_cache
    from blockloom.runtime.worker.worker import configure_tensorflow
    from tests.runtime import breaks, breaks_drawing, breaks_inside

    configure_tensorflow()
    catalogue = catalogue_cache.cached_catalogue()
    assert catalogue is not None, "run `blockloom ops` once"
    seed, count = int(os.environ.get("BLOCKLOOM_SEED", 1000)), int(os.environ.get("BLOCKLOOM_COUNT", 100))
    began, bad, paused = time.time(), 0, 0
    for number in range(seed, seed + count):
        found, pauses = breaks_inside.walk(number, catalogue, STEPS)
        bad, paused = bad + bool(found), paused + pauses
        for text in found[:1]:
            print(f"nested page {number}: {text}")
    print(f"{count} nested pages; {paused} pauses inside in {time.time() - began:.0f} s; {bad} wrong")
    began, drawing, paused = time.time(), 0, 0
    for number in range(seed, seed + count):
        found, pauses = breaks_drawing.walk(number, catalogue, STEPS)
        drawing, paused = drawing + bool(found), paused + pauses
        for text in found[:1]:
            print(f"page {number} that draws inside: {text}")
    took = time.time() - began
    print(f"{count} pages that draw inside; {paused} pauses in {took:.0f} s; {drawing} wrong")
    began, acting, paused, back = time.time(), 0, 0, 0
    for number in range(seed, seed + 3 * count):
        with tempfile.TemporaryDirectory() as folder:
            found, pauses, rolled_back = breaks.walk(number, catalogue, OF_FILES, Path(folder))
        acting, paused, back = acting + bool(found), paused + pauses, back + rolled_back
        for text in found[:1]:
            print(f"page {number} that writes files: {text}")
    took = time.time() - began
    print(f"{3 * count} pages that write files; {paused} pauses, {back} rolled back, in {took:.0f} s; {acting} wrong")
    return not (bad or drawing or acting)
