"""Models of TensorFlow and Keras as pages: cost of opening them, their results, and their exports."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any, NamedTuple

from tests.models import KERAS, built

_ROOT = Path(__file__).resolve().parents[2]
_LOOK_EVERY = 0.05  # seconds
_ROUNDING = 1e-6  # of the largest value
_TRAINED = 1e-5  # likewise
# What is opened, and the model that it is.
FILES = {
    **{file: name for name in KERAS if name != "stateful" for file in (name, f"{name}.keras")},
    "mobilenetv2.h5": "mobilenetv2",
    "resnet50.h5": "resnet50",
    "frozen.pb": "frozen",
    "frozen.pbtxt": "frozen",
    "metagraph.meta": "metagraph",
    "table": "table",
}


class Ran(NamedTuple):
    """Output of a process, its time, and its peak memory with its children, in MB."""

    reply: dict[str, Any]
    seconds: float
    peak: float


def process(*words: object, state: Path) -> Ran:
    """Run one of tests.bench.model_processes. Raises RuntimeError."""
    env = os.environ | {"TF_CPP_MIN_LOG_LEVEL": "3", "CUDA_VISIBLE_DEVICES": "-1", "XDG_STATE_HOME": str(state)}
    begin = time.perf_counter()
    popen = subprocess.Popen(
        [sys.executable, "-m", "tests.bench.model_processes", *map(str, words)],
        cwd=_ROOT,
        env=env,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    peak, over = [0.0], threading.Event()

    def look() -> None:
        while not over.wait(_LOOK_EVERY):
            peak[0] = max(peak[0], _memory(popen.pid))

    watch = threading.Thread(target=look)
    watch.start()
    out, errors = popen.communicate()
    seconds = time.perf_counter() - begin
    over.set()
    watch.join()
    if popen.returncode:
        raise RuntimeError(errors.strip()[-1500:])
    return Ran(json.loads(out.splitlines()[-1]), seconds, peak[0])


def _memory(pid: int) -> float:
    """Return the MB of a process and its children, shared memory counted once."""
    todo, total = [pid], 0.0
    while todo:
        one = todo.pop()
        try:
            for task in Path(f"/proc/{one}/task").iterdir():
                todo += map(int, (task / "children").read_text().split())
            lines = Path(f"/proc/{one}/smaps_rollup").read_text().splitlines()
            total += next(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / 1024
        except (OSError, StopIteration):  # it has ended
            continue
    return total


def folder_of_models(names: set[str]) -> Path:
    """Return the folder with these models: that of BLOCKLOOM_MODELS, which keeps them, or a new one."""
    folder = os.environ.get("BLOCKLOOM_MODELS") or tempfile.mkdtemp(prefix="blockloom-models-")
    return built(Path(folder), sorted(names))


def bench_models() -> bool:
    """Print nodes, blocks, seconds to open, memory, and largest difference to TensorFlow for each model.

    TensorFlow runs with its graph optimizer off, as for pages, and with its defaults. BLOCKLOOM_MODEL_FILES selects
    models.
    """
    wanted = os.environ.get("BLOCKLOOM_MODEL_FILES", "").split() or list(FILES)
    folder, ok = folder_of_models({FILES[file] for file in wanted}), True
    print("| model | nodes | blocks | seconds to open | first run | MB | differs | optimized |\n|" + "---|" * 8)
    with tempfile.TemporaryDirectory() as state:
        for file in wanted:
            try:
                ran = process("opened", folder / file, folder, FILES[file], state=Path(state))
                nodes = process("sizes", folder / file, state=Path(state)).reply["nodes"]
            except RuntimeError as error:
                print(f"| {file} | {error} |", flush=True)
                ok = False
                continue
            said = ran.reply
            optimized, plain = said["differs"]
            right = plain == 0 and optimized <= _ROUNDING
            ok &= right
            print(
                f"| {file} | {nodes:,} | {said['blocks']:,} | {said['open']:.2f} | {said['run']:.2f} "
                f"| {ran.peak:,.0f} | {plain:.2g} | {optimized:.2g} |{'' if right else ' WRONG'}",
                flush=True,
            )
    return ok


def bench_first_result(runs: int = 3) -> bool:
    """Compare the way from a SavedModel to its first result with tf.saved_model.load and a call.

    Each is a process with its children; the limits are 2.0 for time and memory.
    """
    ok = True
    folder = folder_of_models({"mobilenetv2", "resnet50"})
    with tempfile.TemporaryDirectory() as state:
        for name in ("mobilenetv2", "resnet50"):
            pairs = [
                [process(what, folder / name, folder, name, state=Path(state)) for what in ("opened", "loaded")]
                for _ in range(runs)
            ]
            for title, unit, value in ("time", "s", lambda ran: ran.seconds), ("memory", "MB", lambda ran: ran.peak):
                ours, theirs = (statistics.median(map(value, side)) for side in zip(*pairs))
                right = ours <= 2.0 * theirs
                ok &= right
                print(
                    f"{name + ', first result: ' + title:40} {ours:8.1f} {unit} {theirs:8.1f} {unit}   "
                    f"ratio {ours / theirs:5.2f}   at most 2.0   {'ok' if right else 'TOO MUCH'}",
                    flush=True,
                )
            print(
                "   ",
                {key: round(value, 2) for key, value in pairs[-1][0].reply.items() if key != "differs"},
                {key: round(value, 2) for key, value in pairs[-1][1].reply.items() if key != "differs"},
            )
    return ok


def bench_training() -> bool:
    """Compare a step of Adam on the page of a model with Keras's: loss, gradients, and all variables."""
    names, ok = ("lstm", "transformer", "mobilenetv2"), True
    folder = folder_of_models({f"train_{name}" for name in names})
    with tempfile.TemporaryDirectory() as state:
        for name in names:
            said = process("trained", folder, f"train_{name}", state=Path(state)).reply
            right = max(said[key] for key in ("loss", "grad", "after")) <= _TRAINED
            ok &= right
            print(
                f"{name + ', a step of training':40} {said['tensors']:4} tensors: loss {said['loss']:.2g}, gradients "
                f"{said['grad']:.2g}, variables {said['after']:.2g}   at most {_TRAINED:g}   "
                f"{'ok' if right else 'WRONG'}",
                flush=True,
            )
    return ok
