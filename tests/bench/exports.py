"""Many generated pages as .pb, SavedModel and .py: each loads as the same graph, or is refused with a reason.

BLOCKLOOM_COUNT is the number of pages (default 2,000), BLOCKLOOM_SEED the first seed (default random, printed).
"""

from __future__ import annotations

import collections
import contextlib
import json
import os
import queue
import random
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path

_SILENT = 30.0  # seconds for one page
_LONGEST = 2400.0  # seconds for all
_MEMORY = 12 << 30  # bytes of address space for the process that exports: some pages are of wild values


def bench_exports() -> bool:
    """Export 2,000 generated pages.

    A page on which TensorFlow crashes or hangs is exported again through the program, which must refuse it.
    """
    from tests.exports import KINDS, SAME

    count = int(os.environ.get("BLOCKLOOM_COUNT", 2000))
    seed = int(os.environ.get("BLOCKLOOM_SEED", random.randrange(2**31)))
    found: dict[str, collections.Counter[str]] = {kind: collections.Counter() for kind in KINDS}
    others: dict[str, list[int]] = {}
    begun, done = time.monotonic(), 0
    for number, kind, how in _exported(seed, count):
        word = "other"
        if how.startswith(SAME):
            word = how
        elif how.startswith("refused: "):
            word = how.removeprefix("refused: ").partition(": ")[0]
        found[kind][word[:90]] += 1
        if word == "other" or "nothing is written" in how:
            others.setdefault(f"{kind}: {how[:300]}", []).append(number)
        done = number - seed + 1
        if time.monotonic() - begun > _LONGEST:
            break
    print(f"{done:,} generated pages from seed {seed} on, {time.monotonic() - begun:.0f} s")
    for kind, counted in found.items():
        same = sum(number for word, number in counted.items() if word.startswith(SAME))
        print(
            f"  {kind}: {same} the same graph, {counted.total() - same - counted['other']} refused, "
            f"{counted['other']} others"
        )
    reasons = sum(found.values(), collections.Counter())
    for word, number in reasons.most_common():
        if word not in (SAME, "other"):
            print(f"    {number} x {word}")
    for how, seeds in others.items():
        print(f"  {len(seeds)} x {how} (BLOCKLOOM_COUNT=1 BLOCKLOOM_SEED={seeds[0]})")
    return done == count and not any(counted["other"] for counted in found.values())


def _exported(seed: int, count: int) -> Iterator[tuple[int, str, str]]:
    """Yield seeds with kind and outcome. If the process ends or is silent, a worker exports the page."""
    from tests.exports import KINDS

    todo = collections.deque((at, kind) for at in range(seed, seed + count) for kind in KINDS)
    while todo:
        (at, kind), told = todo[0], queue.Queue[str]()
        with subprocess.Popen(
            [sys.executable, "-m", "tests.bench.exports", str(at), str(seed + count), kind],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        ) as process:
            threading.Thread(target=_read, args=(process, told), daemon=True).start()
            with contextlib.suppress(queue.Empty):
                while todo and (line := told.get(timeout=_SILENT)):
                    yield *todo.popleft(), json.loads(line)["how"]
            process.kill()
        if todo:
            yield *todo[0], _as_users_do(*todo.popleft())


def _read(process: subprocess.Popen[str], into: queue.Queue[str]) -> None:
    for line in process.stdout:
        if line.startswith("{"):
            into.put(line)
    into.put("")


def _as_users_do(seed: int, kind: str) -> str:
    """Return the outcome of a page in a worker that may end."""
    import blockloom
    from blockloom.runtime.protocol import requests
    from blockloom.runtime.protocol.deadlines import Deadline
    from blockloom.runtime.worker.client import ensure_catalogue
    from blockloom.runtime.worker.errors import WorkerDied, WorkerError
    from tests.exports import case

    # In place of ten minutes.
    requests.ExportRequest.deadline = requests.WriteScriptRequest.deadline = Deadline(_SILENT)
    document = case(seed, ensure_catalogue())
    with tempfile.TemporaryDirectory() as folder:
        try:
            blockloom.save(document, f"{folder}/{'model/' if kind == 'SavedModel' else f'page{kind}'}", "main")
        except (blockloom.BadPage, WorkerDied, WorkerError) as error:
            if not any(Path(folder).iterdir()):
                return f"refused: {type(error).__name__}: {error}"
    return "written, where another process ended"


def _child(first: int, end: int, kind: str) -> None:
    import resource

    from blockloom.runtime.worker.client import ensure_catalogue
    from blockloom.runtime.worker.worker import configure_tensorflow
    from tests.exports import KINDS, case, outcome

    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    configure_tensorflow()
    catalogue, skipped = ensure_catalogue(), KINDS.index(kind)
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for seed in range(first, end):
            document = case(seed, catalogue)
            for one in KINDS[skipped:]:
                print(json.dumps({"how": outcome(one, document, Path(folder), catalogue)}), flush=True)
            skipped = 0


if __name__ == "__main__":
    os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
    _child(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3])
