"""Failed steps: the reported inputs of the failed op equal those in TensorFlow's dump of the step."""

from __future__ import annotations

import os
import tempfile
import time
from pathlib import Path

_PAGES = 300
_MOST_S = 20.0  # on a page of 10,000 blocks, from the failure to all that is shown of the step


def bench_failed() -> bool:
    """300 random failing pages, and a page of 10,000 blocks."""
    import tensorflow as tf

    from blockloom.blocks.document.pages import Block, Placed, Wire
    from blockloom.blocks.edits import Insert
    from blockloom.runtime.compile.compiler import compile_page
    from blockloom.runtime.replay.failed_step_replay import failed_step
    from blockloom.runtime.run.runner import Runner
    from blockloom.runtime.worker.client import ensure_catalogue
    from blockloom.runtime.worker.worker import configure_tensorflow
    from tests.bench.__main__ import big_document
    from tests.runtime.failing_pages import differences, dumped, failing_page, write_files

    configure_tensorflow()
    catalogue, wrong, home = ensure_catalogue(), list[str](), Path.cwd()

    def failed(document, steps):
        runner = Runner(compile_page(document, "main", catalogue.with_pages(document)))
        try:
            for _ in range(steps):
                runner.step(True)
        except tf.errors.OpError:
            began = time.perf_counter()
            found = failed_step(runner.program, runner.past, runner.failure, runner.steps + 1)
            return found, runner, time.perf_counter() - began
        raise AssertionError("no step failed")

    for seed in range(_PAGES):
        page = failing_page(seed)
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            try:
                write_files(Path(folder), page.limit)
                found, runner, _ = failed(page.document, page.step)
                wrong += [
                    f"{page.about}: {one}" for one in differences(found, dumped(runner.program, page.step, page.op))
                ]
                runner.close()
            finally:
                os.chdir(home)
    print(f"failed: inputs of the op that failed, of {_PAGES} pages: {len(wrong)} wrong")
    print(*wrong, sep="\n")

    large = big_document()
    blocks = (Block("AT", "GatherV2", values={"params": "[1.0, 2.0]", "indices": "9", "axis": "0"}), Block("N", "Neg"))
    wires = (("c", "output", "AT", "params"), ("AT", "output", "N", "x"), ("N", "y", "S", "fetch_outputs"))
    Insert("main", blocks, tuple(Placed(Wire(*wire), 9) for wire in wires)).apply(large)
    found, _, took = failed(large, 1)
    assert found.failed is not None
    reached = sum(len(pins) for pins in found.results["S"].values()) - len(found.failed.unreached)
    print(f"failed: 10,000 blocks: {took:.1f} s (at most {_MOST_S:g} s), {reached} outputs")
    return not wrong and took <= _MOST_S and reached > 7_000
