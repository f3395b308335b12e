"""Comparison of two models, and the time until a merge starts."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.bench.measure import RUNS, absolute, seconds
from tests.models import built

_ROOT = Path(__file__).resolve().parents[2]
_EXAMPLE = _ROOT / "assets" / "examples" / "xor_network.loom"
_START, _NUMBERS = 0.6, 5.0  # seconds at most


def bench_diffs() -> bool:
    """Measure a merge of three small documents as a process, and the comparison of two ResNet50.

    The second has another head and other weights; the comparison is written as text and as a page with pictures.
    `BLOCKLOOM_MODELS` names a folder that keeps the models.
    """
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder, "out.loom")
        words = [sys.executable, "-P", "-m", "blockloom", "merge", *[str(_EXAMPLE)] * 3, "-o", str(out)]
        begun = absolute("a merge, from the start of the process", lambda: seconds(lambda: _run(words)), _START)
        models = built(Path(os.environ.get("BLOCKLOOM_MODELS") or folder), ["resnet50", "retrained"])
        return _differ(models, folder) and begun


def _run(words: list[str]) -> None:
    subprocess.run(words, cwd=_ROOT, check=True)


def _differ(models: Path, folder: str) -> bool:
    from blockloom.app.commands.diff import lines
    from blockloom.app.commands.render import application
    from blockloom.app.sides import Sides
    from blockloom.blocks.diff.array_differences import array_changes, compare_arrays
    from blockloom.blocks.diff.differences import diff_documents
    from blockloom.runtime.worker.client import ensure_catalogue

    os.environ["XDG_STATE_HOME"] = folder
    catalogue = ensure_catalogue()
    begin = time.perf_counter()
    with Sides() as sides:
        a, b = (sides.read(str(models / f"{name}.keras")) for name in ("resnet50", "retrained"))
    print(f"reading ResNet50 and what became of it: {time.perf_counter() - begin:.1f} s")
    app = application()
    from blockloom.app.diff_page import diff_page

    text, page, said = list[float](), list[float](), ""
    for _ in range(RUNS):
        begin = time.perf_counter()
        found = diff_documents(a, b, catalogue)
        arrays = compare_arrays(found, array_changes(found))
        said = "\n".join(lines(found, False, False, arrays))
        text.append(time.perf_counter() - begin)
        size = len(diff_page(found, arrays, ("resnet50", "retrained"), catalogue))
        page.append(time.perf_counter() - begin)
    del app
    named = all(
        name in said for name in ("+ hidden", "weights of predictions", "conv5_block3_3_conv", "conv2_block1_1_bn")
    )
    took, all_of_it = statistics.median(text), statistics.median(page)
    ok = named and all_of_it <= _NUMBERS
    print(said[:1500])
    print(f"{len(found.changes):,} changes, {len(arrays)} arrays compared: {took:.2f} s, ", end="")
    print(f"with a page of {size / 1e6:.1f} MB {all_of_it:.2f} s, at most {_NUMBERS:.0f}: {'ok' if ok else 'MISSED'}")
    return ok
