"""A worker that is killed or stopped by a signal, whatever it does: how long whoever waits for it waits."""

from __future__ import annotations

import contextlib
import math
import os
import random
import signal
import sys
import threading
import time
from collections.abc import Callable

from blockloom.blocks.document.addresses import parse
from blockloom.blocks.results.run_modes import RunMode
from blockloom.runtime.protocol import requests
from tests.bench.measure import NotRun

STOPS, KILLS = 20, 50
WITHIN = 5.0  # seconds that each request has
_NOTICED = 3.0  # more, until a worker that was stopped is noticed, killed and gone
STATES = ("starting", "opening", "running", "answering")


def bench_signals(seed: int = 9) -> bool:
    """Send 50 SIGKILLs and 20 SIGSTOPs to a worker that starts, opens, runs or sends results.

    The signals come at random times; no caller may wait longer than the deadline, which is STOPPED for a run without
    one. A turn is repeated if the answer arrives before the signal.
    """
    from blockloom.blocks.document.pages import Block, new_document
    from blockloom.blocks.edits import Insert
    from blockloom.blocks.files import documents
    from blockloom.runtime.protocol.records import REACT, STOPPED
    from blockloom.runtime.worker.client import Worker
    from tests.bench.__main__ import big_document

    if sys.platform != "linux":
        raise NotRun("it is for Linux only")
    chance = random.Random(seed)
    large = new_document()
    Insert("main", (Block("F", "Fill", values={"dims": "[40000000]", "value": "1.0f"}),), ()).apply(large)
    pages = {
        "opening": documents.dumps(big_document(2000)),
        "running": documents.dumps(big_document(10)),
        "answering": documents.dumps(large),
    }
    found: dict[tuple[str, str], list[float]] = {}
    hung, late, again, turn = 0, 0, 0, 0
    while turn < STOPS + KILLS:
        number = signal.SIGSTOP if turn < STOPS else signal.SIGKILL
        state = STATES[turn % len(STATES)]
        worker = Worker(keep_state=False)
        worker.start()
        unlimited = number == signal.SIGSTOP and state == "running" and turn < 4
        limit = (STOPPED if unlimited else WITHIN) + _NOTICED
        if state != "starting":
            worker.call(requests.OpenRequest(document=pages[state], page="main", fetch=[]))
        if state == "answering":
            worker.call(requests.RunRequest(mode=RunMode(1, watch=False)))

        def ask(worker=worker, state=state, unlimited=unlimited) -> object:
            if state == "starting":
                return worker.call(requests.WriteCatalogueRequest(), WITHIN)
            if state == "opening":
                return worker.call(requests.OpenRequest(pages["opening"], "main", [parse("op_7")]), WITHIN)
            if state == "running":
                return worker.call(requests.RunRequest(None if unlimited else WITHIN - REACT, RunMode(0, watch=False)))
            return worker.call(requests.GetResultsRequest(), WITHIN)

        waited = _wait(worker, ask, state, number, chance, limit)
        worker.close()
        assert not _alive(worker.pid), "the process is still there"
        if waited is None:
            again += 1
            assert again <= STOPS + KILLS, "every request is answered before its signal"
            continue
        turn += 1
        hung += waited == math.inf
        late += limit < waited < math.inf
        found.setdefault((number.name, state), []).append(waited)
    for (name, state), times in sorted(found.items()):
        print(
            f"{name:8} {state:10} {len(times):3} times: answered after {max(times):5.2f} s at most, "
            f"{sorted(times)[len(times) // 2]:5.2f} s in the middle"
        )
    print(f"answered before the signal, and taken again: {again}")
    print(f"hung: {hung}, later than the deadline ({WITHIN:g} s; {STOPPED:g} s without one) and {_NOTICED:g} s: {late}")
    return not hung and not late


def _wait(
    worker, ask: Callable[[], object], state: str, number: int, chance: random.Random, limit: float
) -> float | None:
    """Seconds from the signal to the answer, without end where there is none; None: it was there before the signal."""
    from blockloom.runtime.worker.errors import WorkerDied

    answered = threading.Event()
    before = worker._process._bytes

    def work() -> None:
        with contextlib.suppress(WorkerDied):
            ask()
        answered.set()

    threading.Thread(target=work, daemon=True).start()
    if state == "answering":
        while worker._process._bytes - before < 1 << 20 and not answered.is_set():
            time.sleep(0.001)
    else:
        time.sleep(chance.uniform(0, 2.0 if state == "starting" else 0.4))
    if answered.is_set():
        return None
    os.kill(worker.pid, number)
    begin = time.monotonic()
    return time.monotonic() - begin if answered.wait(2 * limit) else math.inf


def _alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True
