"""Requests to a worker: fields, class of the reply, deadline, and the request that cancels them.

`Request.reply` is the class of the reply. In messages and texts, the name of a request is its class name without
"Request" in snake case: `read_model`.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from types import MappingProxyType
from typing import Any, ClassVar, Generic, NotRequired, TypedDict, TypeVar

import numpy as np
from msgspec import structs
from msgspec.structs import replace

from blockloom.blocks.cluster import Cluster
from blockloom.blocks.document.addresses import Address
from blockloom.blocks.results.breakpoints import Breakpoint
from blockloom.blocks.results.monitors import Watch
from blockloom.blocks.results.run_modes import RunMode
from blockloom.runtime.protocol import replies
from blockloom.runtime.protocol.records import (
    CAREFUL,
    FILES,
    NOW,
    OWN,
    PAGE,
    QUICK,
    REACT,
    SESSIONS,
    TENSOR,
    TYPES,
    Deadline,
    JsonValue,
    Record,
    snake_case,
)

R = TypeVar("R", bound=Record)
REQUESTS: dict[str, type[Request[Any]]] = {}  # `wire_name` -> class
job_numbers = itertools.count(1)  # numbers of requests that CancelRequest can cancel
Feeds = MappingProxyType[Address, str | np.ndarray]  # placeholder -> a typed value or an array
Numbers = MappingProxyType[Address, int]


class Request(Record, Generic[R]):
    """Request to a worker.

    `deadline` limits the time of its answer; `ended_by` is the class of the request that cancels it.
    """

    reply: ClassVar[type[Record]]
    wire_name: ClassVar[str] = ""
    deadline: ClassVar[Deadline] = QUICK
    ended_by: ClassVar[type[Request[Any]] | None] = None

    def __init_subclass__(cls, deadline: Deadline = QUICK, ended_by: type[Request[Any]] | None = None) -> None:
        super().__init_subclass__()
        cls.reply = cls.__orig_bases__[0].__args__[0]  # type: ignore[attr-defined]
        cls.wire_name = snake_case(cls.__name__.removesuffix("Request"))
        cls.deadline, cls.ended_by = deadline, ended_by
        if not cls.__name__.startswith("_"):
            REQUESTS[cls.wire_name] = cls

    def time_limit(self) -> float | None:
        """Return the seconds that the answer may take, None for no limit."""
        seconds, more = self.deadline.seconds, self.deadline.more
        if getattr(self, "careful", False):  # the request has killed a worker before
            seconds = CAREFUL
        size = sum(len(value) for value in structs.astuple(self) if isinstance(value, str)) if more else 0
        return None if seconds is None else seconds + more * size / 1e6


class TargetSpec(TypedDict):
    """Process that runs a page instead of the worker.

    Attributes:
        address: `grpc://HOST:PORT`.
        init: whether to initialise variables there.
        cluster: the cluster of this task, None if unknown.
        container: name of the resource container that retains the state of the page.
    """

    address: str
    init: bool
    cluster: Cluster | None
    container: NotRequired[str]


class WriteCatalogueRequest(Request[replies.CatalogueWrittenReply], deadline=Deadline(120)):
    """Write the catalogue of TensorFlow's ops to the cache. The first time, the worker reads every op."""


class SetDocumentRequest(Request[replies.DoneReply], deadline=SESSIONS):
    """Select the document, by its number, to which all pages opened from now on belong.

    The sessions of any other document end and their results are lost.
    """

    owner: int


class StopRequest(Request[replies.DoneReply]):
    """Stop the current run, and withdraw requests with `ended_by=StopRequest` that have not begun."""


class CancelRequest(Request[replies.DoneReply]):
    """Cancel the request with this job number, even if it has not begun."""

    job: int


class OpenRequest(Request[replies.OpenedReply], deadline=PAGE, ended_by=StopRequest):
    """Open a page. An open page continues unless an edit changed something its run depends on.

    Args:
        fetch: outputs to fetch in addition to those of the page; all outputs of a block if no pin is named.
        only_fetch: whether `fetch` replaces the fetches of sessions.
        target: None for this machine.
        owner: the number of the document, see SetDocumentRequest.
        careful: whether to report each block before TensorFlow gets it.
        folder: the folder of the document, "" for none. It becomes the current folder, so that files in it are found.
        tapped_pages: pages whose calls the user inspects; the functions among them get taps.
        breakpoint_pages: pages on which runs may pause.
        watched: whether steps can give what monitors and viewers show of blocks that no session needs (this machine).
        pinned_values: outputs that are replaced by a value, by the number of the value, see PinOutputRequest.
        gradients: the address of the block whose gradients steps show on wires, "" for any block that computes
            gradients, None for no gradients.
        recording_budget: the bytes that the recording may take, 0 for the default.
    """

    document: str
    page: str
    fetch: Sequence[Address] = ()
    feed: Feeds = Feeds({})
    target: TargetSpec | None = None
    owner: int = 0
    careful: bool = False
    folder: str = ""
    tapped_pages: Sequence[str] = ()
    breakpoint_pages: Sequence[str] = ()
    watched: bool = False
    pinned_values: Numbers = Numbers({})
    gradients: str | None = None
    recording_budget: int = 0
    only_fetch: bool = False


class CheckPageRequest(Request[replies.CheckPageReply], deadline=PAGE, ended_by=StopRequest):
    """Check a page without opening it; the open page stays open.

    See OpenRequest for `folder` and `careful`.
    """

    document: str
    page: str
    careful: bool = False
    folder: str = ""


class CloseRequest(Request[replies.DoneReply], deadline=Deadline(120, lane=NOW)):
    """Close the sessions of the page; those on a target would outlive the worker."""


class ServeClusterTaskRequest(Request[replies.DoneReply], deadline=Deadline(120)):
    """Serve as a task of a cluster until the process ends."""

    cluster: Cluster
    job: str
    index: int


class ReadModelRequest(Request[replies.ModelReadReply], deadline=Deadline(None, lane=OWN)):
    """Convert a model file or folder to a document with these signatures, () for all.

    The worker reports its progress as ReadProgressEvent. To cancel, kill the process.
    """

    path: str
    signatures: Sequence[str] = ()


class OpenFunctionRequest(Request[replies.ModelReadReply]):
    """Trace a function of a Python file and convert it to a document.

    The worker executes the file: ask the user first.
    """

    path: str
    function: str
    specs: Sequence[str] = ()


class ExportRequest(Request[replies.ExportReply], deadline=Deadline(600, 60)):
    """Write the graph of a page, or a model with pages as `signatures`: see `model_files.write`."""

    document: str
    page: str
    path: str
    signatures: Sequence[str] = ()
    folder: str = ""
    frozen: bool = False
    checkpoint: str = ""
    map_variables: str = ""
    careful: bool = False


class WriteScriptRequest(Request[replies.ExportReply]):
    """Write a page as a Python script: see `runtime.script.writer.export`.

    With `check`, compare the graph that the script builds.
    """

    document: str
    page: str
    path: str
    arrays_path: str
    name: str
    folder_path: str = ""
    folder: str = ""
    check: bool = False
    careful: bool = False


class ConfigSchemaRequest(Request[replies.SchemaReply], deadline=Deadline(60)):
    """Return the fields and enums that the `config` of a TPU may contain."""


class CheckConfigRequest(Request[replies.FindingsReply], deadline=Deadline(60)):
    """Check the text of a TPU config."""

    text: str


class _OfDocument(Request[R]):
    """Request about the document in the editor.

    Args:
        document: the text of the document; None for the document of the last request.
        edits: edits since then, as JSON.
        folder: the folder of the document.
        ignored_blocks: blocks to leave out.
    """

    page: str
    document: str | None = None
    edits: Sequence[JsonValue] = ()
    folder: str = ""
    ignored_blocks: Sequence[str] = ()


class GetTypesRequest(_OfDocument[replies.InferredTypesReply], deadline=TYPES):
    """Infer the types on a page.

    `known_version` is the version that the caller has. For `careful` see OpenRequest.
    """

    known_version: int = 0
    careful: bool = False


class TryFixesRequest(_OfDocument[replies.TryFixesReply], deadline=TYPES):
    """Try fixes (edits as JSON) for the problem with this code at a pin, and report the effect of each.

    After 3 s, only the first fix has been tried for certain.
    """

    block: str = ""
    pin: str = ""
    code: str = ""
    fixes: Sequence[JsonValue] = ()


class _Run(Request[replies.RunEndedReply]):
    """Request that takes as long as its ops, and is answered at its end.

    `timeout` is its limit in seconds; None allows days.
    """

    timeout: float | None = None

    def time_limit(self) -> float | None:
        return None if self.timeout is None else self.timeout + REACT


class RunRequest(_Run, deadline=Deadline(None), ended_by=StopRequest):
    """Run the open page.

    Args:
        visible_blocks: blocks whose results are shown if no window watches the run; None for all.
        breakpoints: where to pause.
        continue_with: how to continue a paused run: "" rolls the step back; "plain" keeps its values, "tried" the
            overrides.
        record_loss: whether to record the loss of each step.
    """

    mode: RunMode = RunMode()
    visible_blocks: Sequence[Address] | None = None
    breakpoints: Sequence[Breakpoint] = ()
    continue_with: str = ""
    record_loss: bool = False


class InitialiseRequest(_Run, deadline=Deadline(None), ended_by=StopRequest):
    """Assign their initial values to variables of the open page, between steps."""

    blocks: Sequence[str] = ()


class RewindRequest(_Run, deadline=Deadline(None), ended_by=StopRequest):
    """Rewind the open page to the state after a step, which becomes the latest step.

    Variables and all other state that can be restored are restored.
    """

    step: int = 0


RUNS = RunRequest, InitialiseRequest, RewindRequest


class SetWatchesRequest(Request[replies.MonitorsReply]):
    """Set the values that monitors show, also for the current run; between runs, return the values."""

    watches: Sequence[Watch]


class SetVisibleResultsRequest(Request[replies.DoneReply]):
    """Set the blocks whose results are visible from now on, None for all.

    Runs of several steps fetch only these on a large page, also the current run.

    Args:
        always: whether runs of one step, which otherwise fetch all results, fetch only these, too: the results of a
            model together are large.
        side_outputs: outputs in a table or viewer, which are also fetched from blocks that no session needs.
    """

    visible_blocks: Sequence[Address] | None
    always: bool = False
    side_outputs: Sequence[Address] = ()


class ChooseCallRequest(Request[replies.CallChosenReply]):
    """Show another call of a page that is a function, counted from 0, or from the last: -1."""

    page: str
    call: int


class GetCallSeriesRequest(Request[replies.MonitorsReply]):
    """Return the values of monitors over the recorded calls of a function, counted from 1.

    Matrices are those of the displayed call. `path` leads to an instance on the page; `watches` are those of the page
    itself.
    """

    page: str
    path: Sequence[str]
    watches: Sequence[Watch]


class GetResultsRequest(Request[replies.WholeResultsReply], deadline=SESSIONS):
    """Return all results completely. The time for their transfer does not count."""


class ShowPastStepRequest(Request[replies.ShowPastStepReply], deadline=TENSOR, ended_by=StopRequest):
    """Replay a past step and show it instead of the latest step.

    Slices, statistics and other values are those of the displayed step until the next step runs. The number after the
    latest step selects a failed step. 0 selects the latest step, which is the last complete one before a failed step.
    """

    step: int


class PinOutputRequest(Request[replies.PinnedReply], deadline=TENSOR):
    """Store the displayed value of an output under a number.

    The value can replace the output (see OpenRequest) until UnpinOutputRequest, or until another document is opened.
    """

    output: Address
    number: int


class UnpinOutputRequest(Request[replies.DoneReply]):
    """Delete the value with this number."""

    number: int


class GetHistoryRequest(Request[replies.HistoryReply]):
    """Return a summary of the recording of the open page, also during a run."""


class WhatIfRequest(Request[replies.ShowPastStepReply], deadline=TENSOR, ended_by=StopRequest):
    """Show the results of the paused step with other values of outputs.

    `overrides`, typed values or arrays, replace all earlier overrides.
    """

    overrides: Feeds = Feeds({})


class RollBackStepRequest(Request[replies.RollBackStepReply], deadline=SESSIONS):
    """Roll back the step at which the run is paused; all state that can be restored is restored."""


class GetStepTraceRequest(Request[replies.StepTracedReply], deadline=SESSIONS):
    """Return the trace of the last timed step: see RunMode."""


class GetSliceRequest(Request[replies.SliceReply]):
    """Return a part of the last result of an output, or of its result in the previous run.

    Args:
        index: for each axis an index, or [start, stop, count]: that range, reduced to at most `count` elements.
    """

    output: Address
    index: Sequence[int | Sequence[int]]
    previous_run: bool = False


class GetStatisticsRequest(Request[replies.TensorStatisticsReply], deadline=TENSOR):
    """Return statistics of the last result of an output, or of its result in the previous run."""

    output: Address
    previous_run: bool = False


class FindNonFiniteRequest(Request[replies.NonfiniteReply], deadline=TENSOR):
    """Find the next NaN or infinity of an output after the flat index `after_index`."""

    output: Address
    after_index: int


class SaveResultRequest(Request[replies.SaveResultReply], deadline=Deadline(60, lane=OWN), ended_by=CancelRequest):
    """Write a result to a .npy or .csv file. Each SaveProgressEvent restarts its clock."""

    output: Address
    path: str
    job: int


class PreviewDatasetRequest(Request[replies.PreviewReply], deadline=TENSOR, ended_by=CancelRequest):
    """Return the first elements of the dataset at an address, within `seconds`.

    With `whole_tensors`, elements contain indices into the arrays of the reply, otherwise summaries.
    """

    document: str
    address: Address
    count: int = 10
    seconds: float = 10.0
    whole_tensors: bool = False
    job: int = 0
    folder: str = ""


class GetCostsRequest(Request[replies.PageCostsReply], deadline=replace(PAGE, lane=OWN)):
    """Return the sizes and computations of the blocks of a page without running it.

    `batch` replaces an unknown first size of its inputs.
    """

    document: str
    page: str
    folder: str = ""
    batch: int = 1


class CompareModelsRequest(
    Request[replies.CompareModelsReply], deadline=Deadline(None, lane=OWN), ended_by=CancelRequest
):
    """Compare the outputs of a page with those of a page of another document.

    The worker reports its progress as CompareProgressEvent.

    Args:
        reference: text, page and folder of the other document.
        use_trained_values: whether variables have their values in the open page.
    """

    reference: tuple[str, str, str]
    document: str
    page: str
    folder: str
    feed: Feeds = Feeds({})
    use_trained_values: bool = False
    job: int = 0


class ResetRequest(Request[replies.DoneReply], deadline=SESSIONS):
    """Close the sessions of the open page, so that variables get their initial values."""


class RestoreVariablesRequest(Request[replies.RestoreVariablesReply], deadline=FILES):
    """Assign the values in a file to the variables of the open page.

    `map_variables` is a file for a VariableMap.
    """

    path: str
    map_variables: str = ""


class SaveVariablesRequest(Request[replies.SaveVariablesReply], deadline=FILES):
    """Write the values of the variables of the open page to a file. Its extension selects the format."""

    path: str


class WriteHistoryRequest(Request[replies.SaveVariablesReply], deadline=FILES):
    """Write the recording of the open page to a file."""

    path: str


class OpenHistoryRequest(Request[replies.HistoryOpenedReply], deadline=FILES):
    """Replace the recording of the open page with that of a file.

    RewindRequest then restores the state at its end, and ends as the run did if a step failed there.
    """

    path: str


class GetTrainedValuesRequest(Request[replies.TrainedValuesReply], deadline=FILES):
    """Return the values of the variables of the open page as initial values."""


class FindNonFiniteOriginRequest(
    Request[replies.NonFiniteOriginReply], deadline=Deadline(120, lane=OWN), ended_by=StopRequest
):
    """Find the origin of a non-finite value.

    Args:
        output: the output with the value; None for the first non-finite output that a session fetches.
        step: as for ShowPastStepRequest; 0 for the displayed step.
        document: text of a document whose version of the page replaces the open one.
    """

    output: Address | None = None
    step: int = 0
    document: str = ""
    folder: str = ""
