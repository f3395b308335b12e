"""Replies of a worker to `runtime.protocol.requests`. Blocks are texts of their addresses."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, TypedDict

import numpy as np

from blockloom.blocks.problems import Problem
from blockloom.blocks.results.output_differences import OutputDifference
from blockloom.blocks.text.phrases import phrase
from blockloom.runtime.protocol.records import (
    Calls,
    FailedOpMessage,
    JsonValue,
    MonitorUpdate,
    PausedAt,
    Record,
    ShownStep,
    StepTrace,
    Summaries,
    Summary,
    WaitingBlock,
)

if TYPE_CHECKING:
    from blockloom.blocks.datasets.nonfinite_numbers import NonFiniteNumber

Types = Mapping[str, Mapping[str, JsonValue]]  # block -> output pin -> [dtype, shape, reason], or a list of these


class DoneReply(Record):
    """Confirmation without a value."""


class CatalogueWrittenReply(Record):
    """Path of the cached catalogue and its version of TensorFlow.

    `types` is set only if the file could not be written.
    """

    path: str
    tensorflow: str
    types: Sequence[JsonValue] | None = None


class OpenedReply(Record):
    """State of an opened page. Nothing runs while `problems` contain an error.

    Args:
        retained: blocks that keep their state.
        reset: blocks that lost their state.
        blocks: blocks that can show results.
        reference: blocks that a CPU reference implementation runs.
        sessions: ids of the sessions.
        restarted: blocks among `reset` that restart with each epoch anyway.
        loss: the output that measures the progress of training, "" if there is none.
    """

    problems: Sequence[Problem] = ()
    retained: Sequence[str] = ()
    reset: Sequence[str] = ()
    blocks: Sequence[str] = ()
    reference: Sequence[str] = ()
    sessions: Sequence[str] = ()
    restarted: Sequence[str] = ()
    loss: str = ""


class PinnedReply(Record):
    """Step and text (see `messages.array_text`) of a pinned value, or the reason for a refusal."""

    refusal: str = ""
    step: int = 0
    text: str = ""


class RunEndedReply(Record):
    """End of a run after a step.

    Args:
        outcome: "done", "end" (of the data), "stopped", "paused", "timeout" or "error".
        condition_met: whether the run ended because its condition is true.
        exhausted_block: the block whose data ended.
        partial_step: whether a step was interrupted; it may have `changed` blocks, and the state of `reset` is lost.
        is_stuck: whether an op ignores cancellation, so that the process terminates itself.
        best_epoch: the best epoch, counted from 1; 0 if none was measured.
        stopped_early: whether the run stopped because later epochs were no better.
        best_restored: whether variables have their values after the best epoch.
        validation_interrupted: whether the validation of the last epoch is incomplete.
        final_metrics: name, training and validation value of each metric, of the best epoch if it was restored,
            otherwise of the last one; without a validation, the loss of the last step.
        validation: the block that has them in its history, "" for none.
        not_rewound: blocks whose state a rewind did not restore.
    """

    outcome: str
    step: int
    problems: Sequence[Problem] = ()
    shown: ShownStep = ShownStep()
    is_stuck: bool = False
    condition_met: bool = False
    epochs: int = 0
    exhausted_block: str = ""
    waiting: Sequence[WaitingBlock] = ()
    reset: Sequence[str] = ()
    changed: Sequence[str] = ()
    partial_step: bool = False
    best_epoch: int = 0
    stopped_early: bool = False
    best_restored: bool = False
    validation_interrupted: bool = False
    not_rewound: Sequence[str] = ()
    paused: PausedAt | None = None
    final_metrics: Sequence[tuple[str, float | None, float | None]] = ()
    validation: str = ""


class MonitorsReply(Record):
    """Values of monitors between runs, None if there are none."""

    monitors: MonitorUpdate | None = None


class CallChosenReply(Record):
    """Results of the selected call of a function."""

    results: Summaries
    calls: Calls


class ShowPastStepReply(Record):
    """Results of a replayed step, or the reason for a refusal."""

    shown: ShownStep = ShownStep()
    refusal: str = ""


class HistoryReply(Record):
    """Summary of the recording of a page.

    Args:
        step: the current step of the page.
        replayable_spans: `(n, 2)`, first and last step of each range that can be replayed.
        snapshot_steps: steps with a snapshot of all variables.
        loss_points: `(n, 2)`, steps and their losses.
        nonfinite_steps: steps that showed a non-finite value.
        loss: address of the output that is the loss.
    """

    step: int
    replayable_spans: np.ndarray
    snapshot_steps: np.ndarray
    loss_points: np.ndarray
    nonfinite_steps: np.ndarray
    loss: str = ""


class RollBackStepReply(Record):
    """Results after a paused step was rolled back, and the blocks whose state could not be restored."""

    shown: ShownStep = ShownStep()
    not_restored: Sequence[str] = ()


class RestoreVariablesReply(Record):
    """Variables that got values, and those that the file lacks; or the reason for a refusal."""

    restored: Sequence[str] = ()
    missing: Sequence[str] = ()
    shown: ShownStep = ShownStep()
    refusal: str = ""


class SaveVariablesReply(Record):
    """Saved variables, by shared_name, or the reason for a refusal."""

    saved: Sequence[str] = ()
    refusal: str = ""


class HistoryOpenedReply(Record):
    """Last step of an opened recording, or the reason for a refusal.

    `page_edited` means that the page has changed since; `step_failed` that the next step failed there.
    """

    step: int = 0
    page_edited: bool = False
    refusal: str = ""
    step_failed: bool = False


class TrainedValuesReply(Record):
    """Values of variables as text, or the reason for a refusal.

    `sha256` is the hash of the file in the state folder that contains the large values.
    """

    values: Mapping[str, str] = {}
    sha256: str = ""
    refusal: str = ""


class StepTracedReply(Record):
    """Trace of the last timed step, None if no step was timed."""

    trace: StepTrace | None = None


class SliceReply(Record):
    """Slice of a tensor with this dtype and shape.

    `dtype` is "" if there is no tensor; `array` is None if the tensor has no such part. `steps` is the number of
    elements that were reduced to one, for each axis of the slice.
    """

    dtype: str = ""
    shape: Sequence[int] = ()
    steps: Sequence[int] = ()
    array: np.ndarray | None = None


class TensorStatisticsReply(Record):
    """Statistics of a whole tensor; `dtype` is "" if there is no tensor.

    Args:
        numbers: whether the tensor contains numbers; only then the other fields are set.
        count: number of finite elements; min, max, mean and std are theirs.
        edges: lower and upper limit of the histogram.
        array: counts of equally wide bins between the `edges`.
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
    """Index of a NaN or infinite element, None if all are finite."""

    index: Sequence[int] | None


class SaveResultReply(Record):
    """Outcome of writing a file. `error` is "" if the request was cancelled."""

    saved: bool
    error: str = ""


class PreviewReply(Record):
    """First elements of a dataset, each a list of tensors.

    `end_reason` states why there are no more: "data", "count", "size", "time", "failure" (then `problems` are those of
    the run), or "" if the request was cancelled or the page has problems.
    """

    problems: Sequence[Problem] = ()
    elements: Sequence[Sequence[Summary | None]] = ()
    end_reason: str = ""
    arrays: Sequence[np.ndarray] = ()


class CheckPageReply(Record):
    """Problems of a page."""

    problems: Sequence[Problem]


class CompareModelsReply(Record):
    """Differences between the outputs of two pages.

    Args:
        problems: problems that prevent the comparison, on one `side`: "was" or "now".
        equal: number of equal outputs.
        random_feeds: dtype and shape of placeholders that got random values.
        trained: number of variables that had trained values.
    """

    problems: Sequence[Problem] = ()
    side: str = ""
    differences: Sequence[OutputDifference] = ()
    equal: int = 0
    random_feeds: Mapping[str, str] = {}
    trained: int = 0


class PageCostsReply(Record):
    """Sizes and computations of blocks, including those in instances, that are known before a run.

    Args:
        rows: address, type, and the numbers of `blocks.results.cost_tree.Costs`.
        batched: whether some sizes depend on the requested batch.
        problems: errors of blocks that are not counted.
    """

    rows: Sequence[tuple[str, str, int, int, int, int, int, int]] = ()
    batched: bool = False
    problems: Sequence[Problem] = ()


class ModelReadReply(Record):
    """Document that represents a model, or the reason for a refusal.

    Args:
        report: notes about changes and omissions.
        missing: missing files.
    """

    document: str = ""
    report: Sequence[str] = ()
    missing: Sequence[str] = ()
    refusal: str = ""


class WholeResultsReply(Record):
    """All results completely; tensors are indices into `arrays`.

    Args:
        results: results of the last session for each block, and lists over the calls of inspected functions.
        steps: number of steps so far, or the displayed step.
        failed_op: the op that failed in the displayed step.
    """

    results: Summaries
    sessions: Mapping[str, Summaries]
    steps: int
    arrays: Sequence[np.ndarray] = ()
    failed_op: FailedOpMessage | None = None


class SchemaReply(Record):
    """Messages with their fields, and enums: see `tpu.schema`."""

    root: str
    messages: Mapping[str, JsonValue]
    enums: Mapping[str, Sequence[str]]


class FindingsReply(Record):
    """Problems of a config: severity, line, column, message and remedy of each."""

    findings: Sequence[tuple[str, int, int, str, str]]


class ExportReply(Record):
    """Problems of the written pages, or the reason for a refusal. Nothing is written if there is an error.

    `differing` are nodes of the graph of a script that differ from those of the page.
    """

    problems: Sequence[Problem] = ()
    refusal: str = ""
    differing: Sequence[str] = ()


class InferredTypesReply(Record):
    """Types of a page with their version number.

    Args:
        types: all types.
        changed: only the changes since the version of the caller; empty for a block without types.
        stale: whether the caller has to send the whole document.
        superseded: whether a newer request makes this one obsolete.
    """

    types: Types | None = None
    changed: Types | None = None
    problems: Sequence[Problem] = ()
    version: int = 0
    stale: bool = False
    superseded: bool = False


class TriedFixReply(Record):
    """Effect of a fix: the problems that arise or remain, and the types of its block."""

    remaining_problems: Sequence[Problem]
    is_valid: bool
    types: Mapping[str, JsonValue]


class TryFixesReply(Record):
    """Effect of each fix on a problem, None if the fix does not apply or time is up.

    See InferredTypesReply for the flags.
    """

    tries: Sequence[TriedFixReply | None] = ()
    stale: bool = False
    superseded: bool = False


class NonFiniteValueMessage(TypedDict):
    """Input or output of an op, by its pin ("" for the value of a variable)."""

    pin: str
    value: Summary
    is_nonfinite: bool


class GrowthMessage(TypedDict):
    """Growth of a block's value by about the same factor in each step from `first` to `last`.

    `sentence` states the same.
    """

    block: str
    factor: float
    first: int
    last: int
    learning_rates: Sequence[float]
    sentence: str


class FileNumberMessage(TypedDict):
    """NaN or infinity in a file, by line and column (from 1) of a table, or by index of an array."""

    file: str
    line: int
    column: int
    index: Sequence[int]
    sentence: str


def file_number_messages(places: Iterable[NonFiniteNumber]) -> list[FileNumberMessage]:
    """Return positions of non-finite numbers in files as messages."""
    return [
        FileNumberMessage(
            file=place.file, line=place.line, column=place.column, index=place.element, sentence=place.message
        )
        for place in places
    ]


class NonFiniteOriginReply(Record):
    """Origin of a non-finite value, or the reason for a refusal.

    Args:
        step: the step of the origin.
        kind: "made": an op computed it from finite inputs; "given": it was typed or random; "held": a variable
            contained it before this step; "loop": it arose in a dataflow loop; "": all values are finite.
        block: address of the block, with its page.
        pin: the pin with the typed value, "" if it was not typed.
        op: the op of the node.
        gradient: whether the node belongs to the gradient of the block.
        calls: blocks that call the functions around the block, the outermost first, each with the number of the call
            and the number of calls.
        elements: the first of `count` non-finite elements: index, value, and the values of the inputs there ("" for
            none).
        first: first step in which a "held" value may have arisen, 0 if unknown.
        last: last step in which it may have arisen, 0 if unknown.
        path: blocks from the origin to the value of the request.
        other_origins: further blocks in which non-finite values arose.
        sentence: the answer as a sentence.
        step_text: the step and the call as text.
        variable: the variable whose value after the step was traced, "" if the output of the request was.
        nonfinite_since: first and last step in which the output may have become non-finite; (0, n) if possibly before
            step n.
        growth: at most one entry: growth of the value of the request, or of a variable that led to it.
        file_numbers: the first of `file_number_count` positions in files that contain the value.
    """

    step: int = 0
    kind: str = ""
    block: str = ""
    op: str = ""
    gradient: bool = False
    calls: Sequence[tuple[str, int, int]] = ()
    inputs: Sequence[NonFiniteValueMessage] = ()
    outputs: Sequence[NonFiniteValueMessage] = ()
    elements: Sequence[tuple[Sequence[int], str, Sequence[str]]] = ()
    count: int = 0
    first: int = 0
    last: int = 0
    path: Sequence[str] = ()
    other_origins: Sequence[str] = ()
    sentence: str = ""
    step_text: str = ""
    variable: str = ""
    nonfinite_since: tuple[int, int] = (0, 0)
    pin: str = ""
    growth: Sequence[GrowthMessage] = ()
    file_numbers: Sequence[FileNumberMessage] = ()
    file_number_count: int = 0
    refusal: str = ""

    def pin_text(self, pin: str) -> str:
        """Return the text for a pin of the op: in a gradient, it is not a pin of the block."""
        return phrase("{} of {} in the gradient", pin, self.op) if self.gradient else pin
