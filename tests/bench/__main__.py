"""`python -m tests.bench [NAME ...]`: run benchmarks, a single one in this process, several in a process each.

Exit code 1: a limit is missed; 3: the only requested benchmark cannot run here.
"""

from __future__ import annotations

import itertools
import os
import random
import subprocess
import sys
import time
from pathlib import Path

from blockloom.runtime.protocol import requests
from blockloom.runtime.worker.process import worker_environment
from tests.bench.breaks import bench_breaks  # noqa: F401
from tests.bench.canvas import bench_canvas  # noqa: F401
from tests.bench.damaged import bench_damaged  # noqa: F401
from tests.bench.edited_types import bench_edited_types  # noqa: F401
from tests.bench.fluid import bench_fluid  # noqa: F401
from tests.bench.freezes import bench_freezes  # noqa: F401
from tests.bench.fuzz import bench_documents, bench_journals  # noqa: F401
from tests.bench.measure import NotRun, processor_seconds, ratio, timed_ratio
from tests.bench.merging import bench_merge  # noqa: F401
from tests.bench.models import bench_first_result, bench_models, bench_training  # noqa: F401
from tests.bench.published import bench_published  # noqa: F401
from tests.bench.replay import bench_replay  # noqa: F401
from tests.bench.scripts import bench_scripts  # noqa: F401
from tests.bench.signals import bench_signals  # noqa: F401
from tests.bench.steps import bench_steps  # noqa: F401
from tests.bench.wild import bench_wild  # noqa: F401

ROOT = Path(__file__).resolve().parent.parent.parent
EXAMPLES = ROOT / "assets" / "examples"
MISSED, NOT_RUN = 1, 3


def _quiet() -> None:
    os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")


def big_document(count: int = 10_000, seed: int = 1, columns: int = 100):
    """Return a page of `count` AddV2 and Mul blocks, each with two earlier inputs; a Session fetches the last."""
    from blockloom.blocks.document.pages import Block, Placed, Wire, new_document
    from blockloom.blocks.edits import Insert

    rng = random.Random(seed)
    names = [f"op_{i}" for i in range(count)]
    blocks = [Block("c", "Const", values={"value": "[1.0, 2.0]", "dtype": "DT_FLOAT"})]
    wires = []
    for i, name in enumerate(names):
        blocks.append(Block(name, rng.choice(("AddV2", "Mul")), i % columns * 200.0, i // columns * 120.0))
        for pin in "xy":
            back = rng.randint(1, 50)
            source = ("c", "output") if back > i else (names[i - back], "z")
            wires.append(Placed(Wire(*source, name, pin), 0))
    blocks.append(Block("S", "loom.Session"))
    wires.append(Placed(Wire(names[-1], "z", "S", "fetch_outputs"), 0))
    document = new_document()
    Insert("main", tuple(blocks), tuple(wires)).apply(document)
    return document


def bench_compile() -> bool:
    """From a 10,000-block document to the imported graph, checks and maps included."""
    _quiet()
    import tensorflow as tf

    from blockloom.runtime.compile.compiler import compile_page
    from blockloom.runtime.worker.client import ensure_catalogue

    tf.compat.v1.disable_control_flow_v2()
    tf.compat.v1.disable_eager_execution()
    document, catalogue = big_document(), ensure_catalogue()
    program = compile_page(document, "main", catalogue)
    assert program.ok, program.problems[:3]
    graph_def = program.graph.as_graph_def()

    def baseline() -> None:
        with tf.Graph().as_default():
            tf.import_graph_def(graph_def, name="")

    return timed_ratio(
        "document of 10,000 blocks -> graph / import_graph_def",
        lambda: processor_seconds(lambda: compile_page(document, "main", catalogue)),
        lambda: processor_seconds(baseline),
        1.1,
    )


def bench_run() -> bool:
    """`blockloom run` of the matrix product against importing TensorFlow."""

    def call(*command: str) -> None:
        subprocess.run(command, check=True, cwd=ROOT, capture_output=True)

    page = str(EXAMPLES / "matrix_product.loom")
    return ratio(
        "blockloom run matrix_product / python -c 'import tensorflow'",
        lambda: call(sys.executable, "-m", "blockloom", "run", page),
        lambda: call(sys.executable, "-c", "import tensorflow"),
        1.2,
    )


# A process that paints an empty main window, and says when it has.
_EMPTY = """
import sys, time, numpy
from PySide6.QtWidgets import QApplication, QMainWindow
class Empty(QMainWindow):
    def paintEvent(self, event):
        super().paintEvent(event)
        print("painted", time.time(), flush=True)
        self.close()
app = QApplication([])
window = Empty()
window.resize(1280, 800)
window.show()
app.exec()
"""


def bench_window() -> bool:
    """Compare the time to the painted window with that of an empty window; the catalogue is cached."""
    from blockloom.runtime.worker.client import ensure_catalogue

    ensure_catalogue()
    environment = os.environ | {"BLOCKLOOM_STARTUP_PROBE": "1"}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    if not (environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY")):
        environment["QT_QPA_PLATFORM"] = "offscreen"

    def painted(*words: str) -> float:
        start = time.time()
        done = subprocess.run(
            [sys.executable, *words], check=True, cwd=ROOT, capture_output=True, text=True, env=environment
        )
        word, when = done.stdout.split()[:2]
        assert word == "painted", done.stdout
        return float(when) - start

    page = str(EXAMPLES / "sparse_accumulator.loom")
    return timed_ratio(
        "process start -> painted window / an empty QMainWindow",
        lambda: painted("-m", "blockloom", "edit", page),
        lambda: painted("-c", _EMPTY),
        1.5,
    )


def bench_types() -> bool:
    """Measure live types after an edit on pages of 10,000 and 1,000 blocks.

    The time is from the edit's JSON to the parsed reply, for a caller that has the previous types.
    """
    from blockloom.blocks.edits import SetValue
    from blockloom.blocks.edits.edit_json import to_json
    from blockloom.blocks.files import documents
    from blockloom.runtime.worker.client import Worker

    held: dict[Worker, int] = {}

    def opened(count: int) -> Worker:
        worker = Worker(keep_state=False)
        worker.start()
        reply = worker.call(requests.GetTypesRequest(document=documents.dumps(big_document(count)), page="main"))
        held[worker] = reply.version
        return worker

    texts = itertools.cycle(("DT_FLOAT", None, None, "DT_FLOAT"))  # both workers get each in turn

    def edited(worker: Worker, count: int) -> float:
        value = to_json(SetValue("main", f"op_{count - 1}", "T", next(texts)))
        start = time.perf_counter()
        reply = worker.call(requests.GetTypesRequest(edits=[value], page="main", known_version=held[worker]))
        found = time.perf_counter() - start
        assert not reply.problems
        held[worker] = reply.version
        return found

    huge, large = opened(10_000), opened(1_000)
    try:
        return timed_ratio(
            "types after an edit of one block among 10,000 / 1,000",
            lambda: edited(huge, 10_000),
            lambda: edited(large, 1_000),
            1.5,
        )
    finally:
        huge.close()
        large.close()


def bench_layout() -> bool:
    """Automatic layout: 10,000 blocks in time, and as few crossings as people and Graphviz dot leave."""
    from tests.bench.layout import bench

    return bench()


os.environ["BLOCKLOOM_KEEP_MODELS"] = "0"  # a model that is opened is read


def main(names: list[str]) -> int:
    """Run the named benchmarks, all without names; the exit code."""
    os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "0")  # on both sides: some compare to the last digit
    if "GLIBC_TUNABLES" not in os.environ:  # as workers begin, and on both sides
        os.execve(sys.executable, [sys.executable, "-m", "tests.bench", *names], worker_environment())
    known = {name.removeprefix("bench_"): work for name, work in globals().items() if name.startswith("bench_")}
    unknown = [name for name in names if name not in known]
    if unknown:
        print(f"no benchmark {', '.join(unknown)}; there are: {', '.join(known)}", file=sys.stderr)
        return 2
    if len(names) == 1:
        try:
            return 0 if known[names[0]]() else MISSED
        except NotRun as error:
            print(f"{names[0]}: not run: {error}", flush=True)
            return NOT_RUN
    codes = {
        name: subprocess.run([sys.executable, "-m", "tests.bench", name], cwd=ROOT).returncode
        for name in names or known
    }
    for text, found in (
        ("not run", [name for name, code in codes.items() if code == NOT_RUN]),
        ("missed", [name for name, code in codes.items() if code not in (0, NOT_RUN)]),
    ):
        if found:
            print(f"{text}: {', '.join(found)}")
    return MISSED if set(codes.values()) - {0, NOT_RUN} else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
