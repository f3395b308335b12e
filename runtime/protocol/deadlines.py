"""Time limits for the answers of a worker. A worker that exceeds a limit is killed.

A clock runs while the worker processes a request. It does not run while TensorFlow is imported, while an earlier
request of the same lane is processed, while the answer is transferred, or while this process itself is stopped. It runs
while a signal has stopped the worker.
"""

from __future__ import annotations

from typing import NamedTuple

START = 120.0  # seconds for the import of TensorFlow: 3 to 6 on an idle machine
OPENING = 5.0  # minimum for opening a page, also if the steps of its run have less
CHECKED = 60.0  # for TensorFlow to check a page
CAREFUL = 20.0  # for a request that killed a worker before
REACT = 3.0  # for a run to end after Stop or its time limit: the watchdog needs 2.5 at most
STOPPED = 30.0  # that a `call` without `within` waits for a worker that a signal has stopped (SIGSTOP)
SILENT = 3.0  # without a heartbeat until the parent reports a stopped worker: a heartbeat comes every second
BUSY = 4.0  # the same for a running worker: an op that keeps Python's lock also prevents heartbeats
MAIN, LIVE, OWN = "main", "live", ""  # lanes: one request after the other, or (OWN) each request in its own thread
NOW = "now"  # lane whose clock starts with the request, whatever the worker does: the caller is about to leave


class Deadline(NamedTuple):
    """Time limit in `seconds`, None for no limit, plus `more` seconds for each MB of the request."""

    seconds: float | None
    more: float = 0.0
    lane: str = MAIN


QUICK = Deadline(30)  # look-ups
SESSIONS = Deadline(120)  # closes sessions and saves the values of variables, or copies all results
PAGE = Deadline(60, 60)  # compiles a page: 10,000 blocks are 1 MB of text and take 2 to 5 s
FILES = Deadline(600)  # may read or write gigabytes
TYPES = Deadline(120, lane=LIVE)  # types of at most 20,000 blocks; most requests send only a few edits
TENSOR = Deadline(120, lane=OWN)  # reads one tensor of any size
