"""Random breakpoints on random pages with queues, iterators, branches and writes.

External inputs, queue contents and written files must equal those of runs without breakpoints. Then breakpoints in
instances, loops, branches and calls: numpy computes where they pause. Then pages that write files: a step that is
rolled back writes none. BLOCKLOOM_SEED is the seed of the first page, BLOCKLOOM_COUNT the number of pages; three
times as many write files.
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
    from blockloom.runtime.compile.compiler import compile_page
    from blockloom.runtime.run.runner import Runner
    from blockloom.runtime.worker import catalogue_cache
    from blockloom.runtime.worker.worker import configure_tensorflow
    from tests.runtime import breaks_drawing, breaks_inside, breaks_outside
    from tests.runtime.breaks import page_state, random_page, straight, walk

    configure_tensorflow()
    catalogue = catalogue_cache.cached_catalogue()
    assert catalogue is not None, "run `blockloom ops` once"
    seed, count = int(os.environ.get("BLOCKLOOM_SEED", 1000)), int(os.environ.get("BLOCKLOOM_COUNT", 100))
    began, wrong, paused = time.time(), 0, 0
    for number in range(seed, seed + count):
        document = random_page(number)
        plain, broken = (Runner(compile_page(document, "main", catalogue.with_pages(document))) for _ in range(2))
        wanted = straight(plain, STEPS)
        found, pauses = walk(broken, document, catalogue, STEPS, number)
        paused += pauses
        if found != wanted or page_state(broken) != page_state(plain):
            wrong += 1
            print(f"page {number}: other results, or it holds something else")
        plain.close(), broken.close()
    took = time.time() - began
    print(f"{count} pages; {paused} pauses in {took:.0f} s; {wrong} wrong")
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
            found, pauses, rolled_back = breaks_outside.walk(number, catalogue, OF_FILES, Path(folder))
        acting, paused, back = acting + bool(found), paused + pauses, back + rolled_back
        for text in found[:1]:
            print(f"page {number} that writes files: {text}")
    took = time.time() - began
    print(f"{3 * count} pages that write files; {paused} pauses, {back} rolled back, in {took:.0f} s; {acting} wrong")
    return not (wrong or bad or drawing or acting)
