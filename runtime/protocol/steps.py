"""What a step gave, as the parent of a worker gets it: no tensors, but what is shown of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypedDict

import numpy as np

from blockloom.blocks.results.monitors import Watch
from blockloom.runtime.protocol.records import JsonValue, Record


# One tensor: `dtype` and `shape` with one line of `text`, or what is said `about` one that is not fetched; of a list
# output, the `list` of its elements. None: no value. `not_finite`: the step since which a NaN or an infinity is in it.
# `size`: of the gradient of a wire, the root mean square.
# `given`: a variable got it after the step that is shown. `array`: its place among the arrays that come along.
class Summary(TypedDict, total=False):
    dtype: str
    shape: list[int]
    text: str
    about: str
    list: list[Summary | None]
    array: int
    not_finite: int
    given: bool
    size: float


Summaries = dict[str, dict[str, Summary | None]]  # by the text of a block's address and output pin
Calls = Mapping[str, tuple[int, int]]  # of a function that is looked into: which is shown, how many


class BlockTimesMessage(TypedDict):
    """How long each block takes in a step, by the text of its address, and the step, both in microseconds; means of
    so many `steps` that were timed.
    """

    blocks: dict[str, float]
    step: float
    steps: int


class StepTrace(Record):
    """A step that was timed, as TensorFlow traced it. `events` (n, 5), int64, by their begin: a node, a device, when
    its kernel began (ns since the step did), how long it took (ns), the bytes that it allocated. `nodes` are a name,
    an op, and the text of its block's address, "" for what TensorFlow adds itself. `memory` (n, 3), int64: a device, ns
    since the step began, and the bytes that the step had allocated then. `left_out` is how many of the shortest events
    are missing, where there are too many; they took so many ns.
    """

    events: np.ndarray
    memory: np.ndarray
    step: int = 0
    devices: Sequence[str] = ()
    nodes: Sequence[tuple[str, str, str]] = ()
    left_out: int = 0
    left_out_ns: int = 0


class WaitingBlock(TypedDict, total=False):
    """A blocked block, by the text of its address: how many it `has` of what it `needs`, and that as a text. `spills`
    is the block whose elements are lost with the step, where there is one.
    """

    block: str
    has: int
    needs: int
    text: str
    spills: str


class MonitorUpdate(Record):
    """What monitors show. `points` (n, 2 + numbers) are step, seconds and values, with a text for each number that says
    what it is now, or why there is none: its value is NaN then. For each matrix an array: floats of two dimensions, or
    what its form is (see runtime.run.monitor_data), with that about it. `missing` says why a matrix is not there.
    """

    points: np.ndarray
    numbers: Sequence[Watch] = ()
    texts: Sequence[str] = ()
    matrices: Sequence[Watch] = ()
    arrays: Sequence[np.ndarray] = ()
    abouts: Sequence[Mapping[str, JsonValue]] = ()
    missing: Sequence[tuple[Watch, str]] = ()


class FailedOpMessage(Record):
    """The op in which a step failed, by texts of addresses: the `calls` that lead to its block, the outermost first,
    and that block, "" where nothing says which it was. `inputs` are what it took, each with the output that gave it, ""
    for one of no block; in the `call` of its loop or function, from 1; 0: it lies in none. `unreached` are blocks that
    the step did not come to. `differs`: the values are of a replay of the step, which did not fail in the same way.
    """

    calls: Sequence[str] = ()
    block: str = ""
    op: str = ""
    call: int = 0
    inputs: Sequence[tuple[str, str, Summary | None]] = ()
    unreached: Sequence[str] = ()
    differs: bool = False


class PausedAt(Record):
    """Where a run pauses: at which step, because of a block, by the text of its address, before which it was to pause
    where `text` is no condition. Inside a function, `calls` are the blocks that lead there, the outermost first, ()
    where there are several ways, and `call` is the number of its call, from 1; `recorded` are the numbers of those that
    can be looked at, and `met` of those that meet a break. `lost` are blocks that cannot be as they were before the
    step.
    """

    step: int = 0
    block: str = ""
    text: str = ""
    condition: bool = False
    calls: Sequence[str] = ()
    call: int = 0
    recorded: Sequence[int] = ()
    met: Sequence[int] = ()
    lost: Sequence[str] = ()


class ShownStep(Record):
    """What the last shown step gave, which is that of this number. `partly`: other blocks were not fetched. `taken`:
    what it is instead, "" for none: one of before that was taken "again", one at which a run is "paused", or the one
    that "failed", or was stopped, with the op.
    """

    step: int = 0
    results: Mapping[str, Mapping[str, Summary | None]] = {}
    partly: bool = False
    calls: Calls = {}
    times: BlockTimesMessage | None = None
    monitors: MonitorUpdate | None = None
    taken: str = ""
    failed: FailedOpMessage | None = None
