"""Random breaks on random pages with queues, iterators, branches and writes: what was drawn, put and written is what it
is without them. Then breaks inside instances, loops, branches and calls, which may draw themselves: numpy says where
they are met. BLOCKLOOM_SEED says which pages are first, BLOCKLOOM_COUNT how many there are.
"""

from __future__ import annotations

import os
import time

STEPS = 20


def bench_breaks() -> bool:
    """At each break the run goes on, gives the step up, or tries other values first."""
    os.environ["TF_ENABLE_ONEDNN_OPTS"] = "0"
    from blockloom.runtime.compile.compiler import compile_page
    from blockloom.runtime.run.runner import Runner
    from blockloom.runtime.worker import catalogue_cache
    from blockloom.runtime.worker.worker import prepare
    from tests.runtime import breaks_drawing, breaks_inside
    from tests.runtime.breaks import holds, random_page, straight, walk

    prepare()
    catalogue = catalogue_cache.cached_catalogue()
    assert catalogue is not None, "run `blockloom ops` once"
    seed, count = int(os.environ.get("BLOCKLOOM_SEED", 1000)), int(os.environ.get("BLOCKLOOM_COUNT", 100))
    began, wrong, paused, done = time.time(), 0, 0, 0
    for number in range(seed, seed + count):
        document = random_page(number)
        plain, broken = (Runner(compile_page(document, "main", catalogue.with_pages(document))) for _ in range(2))
        wanted = straight(plain, STEPS)
        found, pauses, apart = walk(broken, document, catalogue, STEPS, number)
        paused, done = paused + pauses, done + (not apart)
        if found != wanted or holds(broken) != holds(plain):
            wrong += 1
            print(f"page {number}: other results, or it holds something else")
        plain.close(), broken.close()
    took = time.time() - began
    print(f"{count} pages, {done} of them paused after steps; {paused} pauses in {took:.0f} s; {wrong} wrong")
    began, bad, paused = time.time(), 0, 0
    for number in range(seed, seed + count):
        found, pauses = breaks_inside.walk(number, catalogue, STEPS)
        bad, paused = bad + bool(found), paused + pauses
        for text in found[:1]:
            print(f"nested page {number}: {text}")
    print(f"{count} nested pages; {paused} pauses inside in {time.time() - began:.0f} s; {bad} wrong")
    began, drawing, paused, done = time.time(), 0, 0, 0
    for number in range(seed, seed + count):
        found, pauses, apart = breaks_drawing.walk(number, catalogue, STEPS)
        drawing, paused, done = drawing + bool(found), paused + pauses, done + (not apart)
        for text in found[:1]:
            print(f"page {number} that draws inside: {text}")
    took = time.time() - began
    print(
        f"{count} pages that draw inside, {done} of them paused after steps; {paused} in {took:.0f} s; {drawing} wrong"
    )
    return not wrong and not bad and not drawing
