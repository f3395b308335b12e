"""How long a worker may take to answer each kind of request. One that takes longer is ended: nothing else helps.

A clock runs while the worker is at work on a request: not while TensorFlow is imported, not while an earlier request of
the same lane is answered, not while the answer is on its way, and not while this process itself is stopped. It does run
while the worker is stopped by a signal.
"""

from __future__ import annotations

from typing import Any, NamedTuple

START = 120.0       # seconds for TensorFlow to be imported: 3 to 6 on a quiet machine
OPENING = 5.0       # at least for a page to be opened, also where the steps of its run have less
CHECKED = 60.0      # for TensorFlow to check a page
REACT = 3.0         # for a run to end that was told to end or whose time was up: its own watch needs 2.5 at most
STOPPED = 30.0      # that a `call` without a limit of its own waits for a worker that a signal has stopped (SIGSTOP)
SILENT = 3.0        # without a word until that is told: a worker says every second that it is there
BUSY = 4.0          # the same for one that is not stopped: an operation that holds Python's lock silences it, too
RUNS = frozenset({"run", "initialise"})    # what takes as long as the operations in it, and is answered when it is over
MAIN, LIVE, OWN = "main", "live", ""    # what is answered one after the other, and what in a thread of its own
NOW = "now"     # its clock runs from the asking on, whatever else there is to do: who asks is about to leave


class Deadline(NamedTuple):
    """`seconds` (None: as long as it takes) and `more` of them for each MB of the request."""

    seconds: float | None
    more: float = 0.0
    lane: str = MAIN


_CAREFUL = 20.0
_QUICK = Deadline(30)   # looks something up
_PAGE = Deadline(60, 60)    # compiles a page: 10,000 blocks are 1 MB of text and take 2 to 5 s

DEADLINES = {
    "catalogue": Deadline(120),             # the first time every op is read, and the file written
    "open": _PAGE,
    "export": Deadline(600, 60), "restore": Deadline(600), "store": Deadline(600),  # gigabytes perhaps
    "keep": Deadline(600),
    "types": Deadline(120, lane=LIVE),      # of at most 20,000 blocks; it is most often a few edits that are sent
    "try": Deadline(120, lane=LIVE),        # has a limit of 3 s for all tries but the first
    "run": Deadline(None),                  # `timeout` seconds and REACT; without one it may go on for days
    "initialise": Deadline(None),
    "reset": Deadline(120), "own": Deadline(120),     # end sessions, and save what variables hold
    "close": Deadline(120, lane=NOW),
    "results": Deadline(120),               # copies everything; what it takes to send does not count
    "about": Deadline(120, lane=OWN), "odd": Deadline(120, lane=OWN),   # read a tensor, whatever its size
    "save": Deadline(60, lane=OWN),         # anew with each message of how far it is
    "preview": Deadline(120, lane=OWN),     # `seconds` and the compilation
    "compare": Deadline(None, lane=OWN),    # says how far it is, and can be cancelled
    "read_model": Deadline(None, lane=OWN),     # says how far it is
    "serve": Deadline(120),                 # starts TensorFlow's server
    "config_schema": Deadline(60), "check_config": Deadline(60),
}


def deadline(do: str, size: int, fields: dict[str, Any]) -> tuple[float | None, str]:
    """The seconds for a request whose fields have `size` bytes of text, and its lane."""
    found = DEADLINES.get(do, _QUICK)
    if fields.get("careful"):   # has ended a worker before
        return _CAREFUL + found.more * size / 1e6, found.lane
    if do in RUNS and fields.get("timeout") is not None:
        return fields["timeout"] + REACT, found.lane
    return None if found.seconds is None else found.seconds + found.more * size / 1e6, found.lane
