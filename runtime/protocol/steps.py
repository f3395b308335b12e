"""Results of a step as the parent of a worker gets them: summaries of tensors, not the tensors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypedDict

import numpy as np

from blockloom.blocks.results.monitors import Watch
from blockloom.runtime.protocol.records import JsonValue, Record


class Summary(TypedDict, total=False):
    """A tensor as the window shows it."""

    dtype: str
    shape: list[int]
    text: str  # the value in one line
    about: str  # a note instead of the value of a tensor that is not fetched
    list: list[Summary | None]  # elements of a list output; None for an element without a value
    array: int  # index into the arrays of the message
    not_finite: int  # the step since which the tensor contains NaN or infinity
    set_later: bool  # a variable got this value after the displayed step
    size: float  # root mean square of the gradient of a wire


Summaries = dict[str, dict[str, Summary | None]]  # by the text of a block's address, then by output pin
Calls = Mapping[str, tuple[int, int]]  # of each inspected function: the displayed call and the number of calls


class BlockTimesMessage(TypedDict):
    """Execution times of blocks, by the text of their addresses, and of the whole step, in microseconds.

    All are means of `steps` timed steps.
    """

    blocks: dict[str, float]
    step: float
    steps: int


class StepTrace(Record):
    """Trace that TensorFlow recorded of a timed step.

    Args:
        events: int64 `(n, 5)` sorted by begin: index of a node, index of a device, begin of the kernel (ns since the
            step began), duration (ns), allocated bytes.
        memory: int64 `(n, 3)`: index of a device, ns since the step began, bytes that the step had allocated then.
        nodes: name, op and text of the block's address, "" for nodes that TensorFlow itself adds.
        omitted_count: number of the shortest events that are missing because there were too many.
        omitted_ns: total duration of the missing events.
    """

    events: np.ndarray
    memory: np.ndarray
    step: int = 0
    devices: Sequence[str] = ()
    nodes: Sequence[tuple[str, str, str]] = ()
    omitted_count: int = 0
    omitted_ns: int = 0


class WaitingBlock(TypedDict, total=False):
    """Blocked block, by the text of its address, with fewer `available` elements than `required` ones.

    `spills` is the block that loses its elements with the step, if there is one.
    """

    block: str
    available: int
    required: int
    text: str
    spills: str


class MonitorUpdate(Record):
    """Values that monitors show.

    Args:
        points: `(n, 2 + numbers)`: step, seconds and one value for each number, NaN if there is none.
        texts: for each number its current value as text, or the reason why there is none.
        arrays: for each matrix a two-dimensional float array, or another form, see `runtime.run.monitor_recorder`.
        forms: for each matrix a description of its form.
        missing: matrices without a value, each with the reason.
    """

    points: np.ndarray
    numbers: Sequence[Watch] = ()
    texts: Sequence[str] = ()
    matrices: Sequence[Watch] = ()
    arrays: Sequence[np.ndarray] = ()
    forms: Sequence[Mapping[str, JsonValue]] = ()
    missing: Sequence[tuple[Watch, str]] = ()


class FailedOpMessage(Record):
    """Op in which a step failed. Blocks are texts of addresses.

    Args:
        calls: blocks that call the functions around the op, the outermost first.
        block: the block of the op, "" if unknown.
        call: the iteration or call of its loop or function, counted from 1; 0 if it is in none.
        inputs: for each input its pin, the output that produced it ("" if not of a block) and its value.
        unreached: blocks that the step did not reach.
        differs: whether the values are of a replay of the step that did not fail in the same way.
    """

    calls: Sequence[str] = ()
    block: str = ""
    op: str = ""
    call: int = 0
    inputs: Sequence[tuple[str, str, Summary | None]] = ()
    unreached: Sequence[str] = ()
    differs: bool = False


class PausedAt(Record):
    """Position at which a run is paused.

    Args:
        step: the step under way.
        block: the block at which the run is paused, as text of its address.
        text: text of the condition that is true, or of the value; "" if the run pauses before the block.
        calls: blocks that call the functions around the block, the outermost first; () if there are several paths.
        call: the call of the function, counted from 1.
        recorded_calls: numbers of the calls that can be inspected.
        matching_calls: numbers of the calls that reach a breakpoint.
        not_restorable: blocks whose state cannot be restored to that before the step.
    """

    step: int = 0
    block: str = ""
    text: str = ""
    condition: bool = False
    calls: Sequence[str] = ()
    call: int = 0
    recorded_calls: Sequence[int] = ()
    matching_calls: Sequence[int] = ()
    not_restorable: Sequence[str] = ()


class ShownStep(Record):
    """Results of the displayed step.

    Args:
        is_partial: whether other blocks were not fetched.
        kind: "again" for a replayed step, "paused" for the step of a paused run, "failed" for a step that failed or was
            stopped; "" for the latest complete step.
        failed: the op of a "failed" step.
    """

    step: int = 0
    results: Mapping[str, Mapping[str, Summary | None]] = {}
    is_partial: bool = False
    calls: Calls = {}
    times: BlockTimesMessage | None = None
    monitors: MonitorUpdate | None = None
    kind: str = ""
    failed: FailedOpMessage | None = None
