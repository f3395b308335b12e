"""How long a worker may take to answer. One that takes longer is ended: nothing else helps.

A clock runs while the worker is at work on a request: not while TensorFlow is imported, not while an earlier request of
the same lane is answered, not while the answer is on its way, and not while this process itself is stopped. It does run
while the worker is stopped by a signal.
"""

from __future__ import annotations

from typing import NamedTuple

START = 120.0  # seconds for TensorFlow to be imported: 3 to 6 on a quiet machine
OPENING = 5.0  # at least for a page to be opened, also where the steps of its run have less
CHECKED = 60.0  # for TensorFlow to check a page
CAREFUL = 20.0  # for what has ended a worker before
REACT = 3.0  # for a run to end that was told to end or whose time was up: its own watch needs 2.5 at most
STOPPED = 30.0  # that a `call` without a limit of its own waits for a worker that a signal has stopped (SIGSTOP)
SILENT = 3.0  # without a word until that is told: a worker says every second that it is there
BUSY = 4.0  # the same for one that is not stopped: an operation that holds Python's lock silences it, too
MAIN, LIVE, OWN = "main", "live", ""  # what is answered one after the other, and what in a thread of its own
NOW = "now"  # its clock runs from the asking on, whatever else there is to do: who asks is about to leave


class Deadline(NamedTuple):
    """`seconds` (None: as long as it takes) and `more` of them for each MB of the request."""

    seconds: float | None
    more: float = 0.0
    lane: str = MAIN


QUICK = Deadline(30)  # looks something up
SESSIONS = Deadline(120)  # ends sessions and saves what variables hold, or copies all results
PAGE = Deadline(60, 60)  # compiles a page: 10,000 blocks are 1 MB of text and take 2 to 5 s
FILES = Deadline(600)  # gigabytes perhaps
TYPES = Deadline(120, lane=LIVE)  # of at most 20,000 blocks; it is most often a few edits that are sent
TENSOR = Deadline(120, lane=OWN)  # reads one, whatever its size
