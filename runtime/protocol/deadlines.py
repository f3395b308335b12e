"""Time limits for the answers of a worker. A worker that exceeds a limit is killed.

A clock runs while the worker processes a request. It does not run while TensorFlow is imported, while an earlier
request of the same lane is processed, while the answer is transferred, or while this process itself is stopped. It runs
while a signal has stopped the worker.
"""

from __future__ import annotations

from msgspec import Struct

START = 120.0  # seconds for the import of TensorFlow: 3 to 6 on an idle machine
OPENING = 5.0  # least seconds for opening a page, even if its run has a shorter limit
CHECKED = 60.0  # seconds for TensorFlow to check a page
CAREFUL = 20.0  # seconds for a request that killed a worker before
REACT = 3.0  # seconds for a run to end after Stop or its time limit: the watchdog needs 2.5 at most
STOPPED = 30.0  # seconds that a `call` without `within` waits for a worker that is stopped (SIGSTOP)
SILENT = 3.0  # seconds without a heartbeat until a worker is reported as stopped: heartbeats come every second
BUSY = 4.0  # the same during a run: an op that holds the GIL also prevents heartbeats
MAIN, LIVE, OWN = "main", "live", ""  # lanes: requests run one after another, or (OWN) each in its own thread
NOW = "now"  # lane whose clock starts with the request, even if the worker is busy: the caller is closing


class Deadline(Struct, frozen=True):
    """Time limit in `seconds`, None for no limit, plus `more` seconds for each MB of the request."""

    seconds: float | None
    more: float = 0.0
    lane: str = MAIN


QUICK = Deadline(30)  # for look-ups
SESSIONS = Deadline(120)  # closes sessions and saves the values of variables, or copies all results
PAGE = Deadline(60, 60)  # compiles a page: 10,000 blocks are 1 MB of text and take 2 to 5 s
FILES = Deadline(600)  # may read or write gigabytes
TYPES = Deadline(120, lane=LIVE)  # types of at most 20,000 blocks; most requests contain only a few edits
TENSOR = Deadline(120, lane=OWN)  # reads one tensor of any size
