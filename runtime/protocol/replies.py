"""What a worker answers to each of `runtime.protocol.requests`. Blocks are told by the texts of their addresses."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, TypedDict

import numpy as np

from blockloom.blocks.problems import Problem
from blockloom.blocks.results.output_differences import OutputDifference
from blockloom.runtime.protocol.records import JsonValue, Record
from blockloom.runtime.protocol.steps import (
    Calls,
    FailedOpMessage,
    MonitorUpdate,
    PausedAt,
    ShownStep,
    StepTrace,
    Summaries,
    Summary,
    WaitingBlock,
)

if TYPE_CHECKING:
    from blockloom.blocks.datasets.nonfinite_numbers import NonFiniteNumber

Types = Mapping[str, Mapping[str, JsonValue]]  # block -> output pin -> [dtype, shape, because], or a list of such


class DoneReply(Record):
    """It is done."""


class CatalogueWrittenReply(Record):
    """Where the catalogue is cached, and of which TensorFlow it is; its `types` only where it could not be written."""

    path: str
    tensorflow: str
    types: Sequence[JsonValue] | None = None


class OpenedReply(Record):
    """A page was opened: nothing runs while `problems` hold an error. The blocks that `kept` their state, whose state
    was `reset`, that can show something (`blocks`), and that run by a CPU reference; the ids of its sessions. Of what
    was reset, the blocks that begin `anew` with each epoch. `loss`: the output that tells how its steps go.
    """

    problems: Sequence[Problem] = ()
    kept: Sequence[str] = ()
    reset: Sequence[str] = ()
    blocks: Sequence[str] = ()
    reference: Sequence[str] = ()
    sessions: Sequence[str] = ()
    anew: Sequence[str] = ()
    loss: str = ""


class PinnedReply(Record):
    """Whether a value is kept, "", or why it cannot be; which step it is of, and what it is: see messages.text."""

    refused: str = ""
    step: int = 0
    text: str = ""


class RunEndedReply(Record):
    """How a run ended: "done", "end" of the data, which lay in block `data`, "stopped", "paused", "timeout" or "error",
    after which step. `met`: since its condition holds. `half`: a step did not come to its end, which may have `changed`
    blocks, and what was `reset` with it. `stuck`: an op ignores all, so the process ends itself. `best`: the epoch of
    the run, from 1, that was found the best; `early`: the run ended since none after it was better; `back`: the
    variables have again what they held after it. `validates`: that of the last epoch did not come to its end. `stays`:
    the blocks that stay as they are where a page went back.
    """

    ended: str
    step: int
    problems: Sequence[Problem] = ()
    shown: ShownStep = ShownStep()
    stuck: bool = False
    met: bool = False
    epochs: int = 0
    data: str = ""
    waiting: Sequence[WaitingBlock] = ()
    reset: Sequence[str] = ()
    changed: Sequence[str] = ()
    half: bool = False
    best: int = 0
    early: bool = False
    back: bool = False
    validates: bool = False
    stays: Sequence[str] = ()
    paused: PausedAt | None = None


class MonitorsReply(Record):
    """What monitors show between runs, where there is something."""

    monitors: MonitorUpdate | None = None


class CallChosenReply(Record):
    """What a call of a function gave."""

    results: Summaries
    calls: Calls


class ShowPastStepReply(Record):
    """What is shown now: a step that was taken again; or why that was `refused`. `inexact`: why it may differ from what
    it was, "main/A and main/B: ...".
    """

    shown: ShownStep = ShownStep()
    inexact: Sequence[str] = ()
    refused: str = ""


class HistoryReply(Record):
    """What of the past of a page is kept. The page is at `step`; `spans` (n, 2) are the first and last of steps that
    can be taken again, `moments` the steps after which what variables held is kept, `points` (n, 2) steps with the loss
    that they gave, the output of that address; `bad` steps that showed something that was not finite.
    """

    step: int
    spans: np.ndarray
    moments: np.ndarray
    points: np.ndarray
    bad: np.ndarray
    loss: str = ""


class RollBackStepReply(Record):
    """A step at which a run paused was given up: what is shown now, and the blocks that are not as before."""

    shown: ShownStep = ShownStep()
    lost: Sequence[str] = ()


class RestoreVariablesReply(Record):
    """Which variables have values now, and which were missing in the file; or why it was `refused`."""

    restored: Sequence[str] = ()
    missing: Sequence[str] = ()
    shown: ShownStep = ShownStep()
    refused: str = ""


class SaveVariablesReply(Record):
    """The variables that were stored, by shared_name; or why it was `refused`."""

    stored: Sequence[str] = ()
    refused: str = ""


class HistoryOpenedReply(Record):
    """The history of a run was read, which came to that step; the page was `edited` since; or why it was `refused`.
    `half`: the next step failed there.
    """

    step: int = 0
    edited: bool = False
    refused: str = ""
    half: bool = False


class KeepTrainedReply(Record):
    """What variables hold as texts of values, and the hash of the file in the state folder that has the large ones; or
    why that is `refused`.
    """

    values: Mapping[str, str] = {}
    sha256: str = ""
    refused: str = ""


class StepTracedReply(Record):
    """The trace of a step, where one was timed."""

    trace: StepTrace | None = None


class SliceReply(Record):
    """A slice of a tensor of this dtype and shape; without a dtype where there is none, without an array where it has
    no such part. `steps`: for each axis of the slice, how many elements became one.
    """

    dtype: str = ""
    shape: Sequence[int] = ()
    steps: Sequence[int] = ()
    array: np.ndarray | None = None


class TensorStatisticsReply(Record):
    """Of a whole tensor; without a dtype where there is none. Where it has `numbers`: how many are NaN, infinite and
    zero, and how many are finite; of these, if any, min, max, mean, std, and `array`, the counts of equal bins between
    two `edges`.
    """

    dtype: str = ""
    shape: Sequence[int] = ()
    numbers: bool = False
    nan: int = 0
    inf: int = 0
    minus_inf: int = 0
    zeros: int = 0
    count: int = 0
    min: float = 0.0
    max: float = 0.0
    mean: float = 0.0
    std: float = 0.0
    edges: Sequence[float] = ()
    array: np.ndarray | None = None


class NonfiniteReply(Record):
    """The index of an element that is NaN or infinite; None where all are finite."""

    at: Sequence[int] | None


class SaveResultReply(Record):
    """Whether a file was written, and why not: "" where it was cancelled."""

    saved: bool
    why: str = ""


class PreviewReply(Record):
    """The first elements of a dataset, of each a list of tensors. Why there are no more: "data", "count", "size",
    "time", "failure" (its problems are those of the run), or "" where it was cancelled or the page has problems.
    """

    problems: Sequence[Problem] = ()
    elements: Sequence[Sequence[Summary | None]] = ()
    ended: str = ""
    arrays: Sequence[np.ndarray] = ()


class Checked(Record):
    """What is wrong with a page."""

    problems: Sequence[Problem]


class CompareModelsReply(Record):
    """How two pages differ: the outputs that do, how many are `equal`, dtype and shape of what was `fed` at random, and
    how many variables had values already. Or what is wrong, and on which `side`: "was" or "now".
    """

    problems: Sequence[Problem] = ()
    side: str = ""
    differences: Sequence[OutputDifference] = ()
    equal: int = 0
    fed: Mapping[str, str] = {}
    trained: int = 0


class PageCostsReply(Record):
    """What blocks of a page hold and compute, those inside of instances too: address, type, and the numbers of
    blocks.results.cost_tree.Costs, as far as they are known before a run. `batched`: some sizes are those of the
    requested batch. `problems` are the errors of blocks that are not counted.
    """

    rows: Sequence[tuple[str, str, int, int, int, int, int, int]] = ()
    batched: bool = False
    problems: Sequence[Problem] = ()


class ModelReadReply(Record):
    """The text of the document that a model is, what was changed or left out, and files that are missing; or why it is
    `refused`.
    """

    document: str = ""
    report: Sequence[str] = ()
    missing: Sequence[str] = ()
    refused: str = ""


class WholeResultsReply(Record):
    """All results, whole: tensors by their places in `arrays`. `results` are those of the last session where several
    show a block, and those of functions that are looked into, as lists over their calls; `steps` how many were made. Of
    what is shown in the place of the latest step: its results, its number, and the `failed_op`.
    """

    results: Summaries
    sessions: Mapping[str, Summaries]
    steps: int
    arrays: Sequence[np.ndarray] = ()
    failed_op: FailedOpMessage | None = None


class SchemaReply(Record):
    """Messages with their fields, and enums: see tpu.schema."""

    root: str
    messages: Mapping[str, JsonValue]
    enums: Mapping[str, Sequence[str]]


class FindingsReply(Record):
    """What is wrong with a config: severity, line, column, message and remedy."""

    findings: Sequence[tuple[str, int, int, str, str]]


class ExportReply(Record):
    """The problems of pages that were written, nothing of which is where there is an error; or why it is `refused`.
    `differing`: nodes of the graph of a script that are other than those of the page.
    """

    problems: Sequence[Problem] = ()
    refused: str = ""
    differing: Sequence[str] = ()


class InferredTypesReply(Record):
    """The `types` of a page, or those that `changed` since the answer that was held, empty for a block that has none
    any more; the number of this answer. `stale`: the document is to be sent whole. `superseded`: there is a newer
    question.
    """

    types: Types | None = None
    changed: Types | None = None
    problems: Sequence[Problem] = ()
    state: int = 0
    stale: bool = False
    superseded: bool = False


class TriedFixReply(Record):
    """What a fix leaves: the errors that are not there without it, whether its block is `sound`, and its types."""

    left: Sequence[Problem]
    sound: bool
    types: Mapping[str, JsonValue]


class TryFixesReply(Record):
    """What each fix makes of a problem; None where it does not fit, or time was up. The rest is as of
    InferredTypesReply.
    """

    tries: Sequence[TriedFixReply | None] = ()
    stale: bool = False
    superseded: bool = False


class NotFiniteValueReply(TypedDict):
    """What an op takes or gives: by its pin, "" for what a variable holds, and whether it is other than finite."""

    pin: str
    value: Summary
    bad: bool


class Growth(TypedDict):
    """The growth of a block's value by about the same factor in each step from `first` to `last`, and in a sentence."""

    block: str
    factor: float
    first: int
    last: int
    learning_rates: Sequence[float]
    said: str


class ReadFrom(TypedDict):
    """A NaN or infinity in a file: by line (or record) and column of a table, from 1, or by index of an array."""

    file: str
    line: int
    column: int
    index: Sequence[int]
    said: str


def read_from(places: Iterable[NonFiniteNumber]) -> list[ReadFrom]:
    """Return places in files as an answer has them."""
    return [ReadFrom(file=p.file, line=p.line, column=p.column, index=p.element, said=p.said) for p in places]


class NonFiniteOriginReply(Record):
    """The origin of a value that is not finite, and its step. `kind`: an op "made" it of finite numbers, it was
    "given", typed or drawn, a variable "held" it before that step, it began in a "loop" of dataflow; "": all is finite.
    `block` is an address with its page, `pin` where the value was typed, "" if it was not, `op` that of its node, which
    is part of the `gradient` of the block. `calls` are the blocks that run the functions around it, the outermost
    first, with the number of the call and how many there were. `elements` are the first of `count` that are not finite:
    where, what is there, and what the inputs have in that place, "" where they have none. What a variable held began
    between steps `first` and `last`: 0 are all that are not kept. `way` are the blocks from there to the value that was
    asked about, `others` those where it began besides. `said` is all that in a sentence, `when` the step and the call.
    `variable` is the block of which it was asked what it held after that step, "" for the output that was asked about,
    which is not finite `since` a step, or one from the first to the last of these, (0, n) where it may have been so
    before step n. `growth` has at most one entry: how the value asked about grew before that, or a variable that led to
    it. `read_from` are the first of `read_count` places in files from which the value is. Or why it is `refused`.
    """

    step: int = 0
    kind: str = ""
    block: str = ""
    op: str = ""
    gradient: bool = False
    calls: Sequence[tuple[str, int, int]] = ()
    inputs: Sequence[NotFiniteValueReply] = ()
    outputs: Sequence[NotFiniteValueReply] = ()
    elements: Sequence[tuple[Sequence[int], str, Sequence[str]]] = ()
    count: int = 0
    first: int = 0
    last: int = 0
    way: Sequence[str] = ()
    others: Sequence[str] = ()
    said: str = ""
    when: str = ""
    variable: str = ""
    since: tuple[int, int] = (0, 0)
    pin: str = ""
    growth: Sequence[Growth] = ()
    read_from: Sequence[ReadFrom] = ()
    read_count: int = 0
    refused: str = ""
