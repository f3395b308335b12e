"""What a worker can be asked: each with its fields, what it is answered, how long that may take, and what ends it.

`request.reply` is the class of the answer. In messages, and where one is told to people, a request is named as its
class, in small letters: `read_model`.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from types import MappingProxyType
from typing import Any, ClassVar, Generic, NotRequired, TypedDict, TypeVar

import numpy as np
from msgspec import structs

from blockloom.blocks.cluster import Cluster
from blockloom.blocks.document.addresses import Address
from blockloom.blocks.results.breakpoints import Breakpoint
from blockloom.blocks.results.monitors import Watch
from blockloom.blocks.results.run_modes import RunMode
from blockloom.runtime.protocol import replies
from blockloom.runtime.protocol.deadlines import (
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
)
from blockloom.runtime.protocol.records import JsonValue, Record

R = TypeVar("R", bound=Record)
REQUESTS: dict[str, type[Request[Any]]] = {}  # by the name that a message has
jobs = itertools.count(1)  # numbers of what can be cancelled: see Cancel
Feeds = MappingProxyType[Address, str | np.ndarray]  # what placeholders are fed: a typed value, or an array
Numbers = MappingProxyType[Address, int]


class Request(Record, Generic[R]):
    """What is asked. `deadline` is for its answer; `ended_by` the class of the request that ends it."""

    reply: ClassVar[type[Record]]
    wire_name: ClassVar[str] = ""
    deadline: ClassVar[Deadline] = QUICK
    ended_by: ClassVar[type[Request[Any]] | None] = None

    def __init_subclass__(cls, deadline: Deadline = QUICK, ended_by: type[Request[Any]] | None = None) -> None:
        super().__init_subclass__()
        cls.reply = cls.__orig_bases__[0].__args__[0]  # type: ignore[attr-defined]
        cls.wire_name = re.sub(r"\B([A-Z])", r"_\1", cls.__name__.removesuffix("Request")).lower()
        cls.deadline, cls.ended_by = deadline, ended_by
        if not cls.__name__.startswith("_"):
            REQUESTS[cls.wire_name] = cls

    def time_limit(self) -> float | None:
        """How long its answer may take; None: as long as it takes."""
        seconds, more, _ = self.deadline
        if getattr(self, "careful", False):  # has ended a worker before
            seconds = CAREFUL
        size = sum(len(value) for value in structs.astuple(self) if isinstance(value, str)) if more else 0
        return None if seconds is None else seconds + more * size / 1e6


class TargetSpec(TypedDict):
    """Where a page runs that does not run in the worker itself: `grpc://HOST:PORT`, whether variables are initialised
    there, and the cluster whose task that is, if it is known. Where a `container` is named, it keeps what is there.
    """

    address: str
    init: bool
    cluster: Cluster | None
    container: NotRequired[str]


# --- documents and pages ----------------------------------------------------------------------------------------------


class WriteCatalogueRequest(Request[replies.CatalogueWrittenReply], deadline=Deadline(120)):
    """Have the catalogue of TensorFlow's ops written: the first time every op is read."""


class SetDocumentRequest(Request[replies.DoneReply], deadline=SESSIONS):
    """Whatever is opened from now on is of this document, by its number: the sessions of another end, with all that
    they gave.
    """

    owner: int


class StopRequest(Request[replies.DoneReply]):
    """End the run under way, and withdraw what is ended by this and has not begun."""


class CancelRequest(Request[replies.DoneReply]):
    """End the request of this job, also one that is yet to begin."""

    job: int


class OpenRequest(Request[replies.OpenedReply], deadline=PAGE, ended_by=StopRequest):
    """Open a page. A page that is already open continues unless an edit changed what its run depends on.

    Args:
        fetch: outputs to fetch besides those of the page; all outputs of a block if no pin is named.
        alone: whether `fetch` replaces the fetches of sessions.
        target: None for this machine.
        owner: the number of the document, see SetDocumentRequest.
        careful: whether to report each block before TensorFlow gets it.
        folder: the folder of the document, "" for none. It becomes the current folder, so that files in it are found.
        tapped: pages whose calls the user inspects; the functions among them get taps.
        breaks_in: pages on which runs may pause.
        watched: whether steps can give what monitors and viewers show of blocks that no session needs (this machine).
        pinned: outputs that are replaced by a value, by the number of the value, see PinRequest.
        gradients: the address of the block whose gradients steps show on wires, "" for any block that computes
            gradients, None for no gradients.
        budget: the bytes that the recording may take, 0 for the default.
    """

    document: str
    page: str
    fetch: Sequence[Address] = ()
    feed: Feeds = Feeds({})
    target: TargetSpec | None = None
    owner: int = 0
    careful: bool = False
    folder: str = ""
    tapped: Sequence[str] = ()
    breaks_in: Sequence[str] = ()
    watched: bool = False
    pinned: Numbers = Numbers({})
    gradients: str | None = None
    budget: int = 0
    alone: bool = False


class Check(Request[replies.Checked], deadline=PAGE, ended_by=StopRequest):
    """Check a page without opening it: the page that is open stays open. `folder` and `careful` as in Open."""

    document: str
    page: str
    careful: bool = False
    folder: str = ""


class CloseRequest(Request[replies.DoneReply], deadline=Deadline(120, lane=NOW)):
    """End the sessions of the page: on a target they would outlive the worker."""


class ServeRequest(Request[replies.DoneReply], deadline=Deadline(120)):
    """Be a task of a cluster, until the process ends."""

    cluster: Cluster
    job: str
    index: int


class ReadModelRequest(Request[replies.ModelReadReply], deadline=Deadline(None, lane=OWN)):
    """The document that a model's file or folder is, with these signatures (none: all). Says how far it is by
    events.Reading; who wants it no more ends the process.
    """

    path: str
    signatures: Sequence[str] = ()


class OpenFunctionRequest(Request[replies.ModelReadReply]):
    """The document that a function of a Python file is. The file runs: only who was asked for that asks for it."""

    path: str
    function: str
    specs: Sequence[str] = ()


class ExportRequest(Request[replies.ExportReply], deadline=Deadline(600, 60)):
    """Write what becomes of a page, or of those that are the `signatures` of a model: see model_files.write."""

    document: str
    page: str
    path: str
    signatures: Sequence[str] = ()
    folder: str = ""
    frozen: bool = False
    checkpoint: str = ""
    variable_map: str = ""
    careful: bool = False


class ScriptRequest(Request[replies.ExportReply]):
    """Write a page as a Python script, and with `check` compare the graph that it builds: see script.export."""

    document: str
    page: str
    path: str
    beside: str
    name: str
    way: str = ""
    folder: str = ""
    check: bool = False
    careful: bool = False


class ConfigSchemaRequest(Request[replies.SchemaReply], deadline=Deadline(60)):
    """The fields and enums that a TPU's `config` may hold."""


class CheckConfigRequest(Request[replies.FindingsReply], deadline=Deadline(60)):
    """What is wrong with the text of such a config."""

    text: str


# --- types ------------------------------------------------------------------------------------------------------------


class _OfDocument(Request[R]):
    """What is asked of the document as its editor has it: whole (its text, and where it lies) or as it was when it was
    last sent, and then the edits since, as JSON. Blocks `without` which it is to be done are left out.
    """

    page: str
    document: str | None = None
    edits: Sequence[JsonValue] = ()
    folder: str = ""
    without: Sequence[str] = ()


class GetTypesRequest(_OfDocument[replies.InferredTypesReply], deadline=TYPES):
    """The types on a page, `held` the number of the answer that who asks has. `careful` is that of Open."""

    held: int = 0
    careful: bool = False


class TryFixesRequest(_OfDocument[replies.TryFixesReply], deadline=TYPES):
    """What each of these fixes, edits as JSON, would make of the problem of that code at a pin. There is a limit of 3 s
    for all but the first.
    """

    block: str = ""
    pin: str = ""
    code: str = ""
    fixes: Sequence[JsonValue] = ()


# --- runs -------------------------------------------------------------------------------------------------------------


class _Run(Request[replies.RunEndedReply]):
    """What takes as long as the operations in it, and is answered when it is over: `timeout` seconds at most, days
    where that is None.
    """

    timeout: float | None = None

    def time_limit(self) -> float | None:
        return None if self.timeout is None else self.timeout + REACT


class RunRequest(_Run, deadline=Deadline(None), ended_by=StopRequest):
    """Run the open page. `looked` are the blocks that are looked at where nobody watches; None: all. It pauses at
    `breaks`. Where it is paused, the step is rolled back, or with `go_on` kept, and the run goes on as it was to: with
    the values of the step ("plain"), or with the values that are "tried". `line`: the loss of each step is kept.
    """

    mode: RunMode = RunMode()
    looked: Sequence[Address] | None = None
    breaks: Sequence[Breakpoint] = ()
    go_on: str = ""
    line: bool = False


class InitialiseRequest(_Run, deadline=Deadline(None), ended_by=StopRequest):
    """Give these variables of the open page, by texts of their addresses, their initial values, between steps."""

    blocks: Sequence[str] = ()


class GoBackRequest(_Run, deadline=Deadline(None), ended_by=StopRequest):
    """Let the open page be where it was after a step, which is then the latest: variables have what they held, what
    else can be put back is, and its steps are counted from there.
    """

    step: int = 0


RUNS = RunRequest, InitialiseRequest, GoBackRequest


# --- what is shown of a run -------------------------------------------------------------------------------------------


class SetWatchesRequest(Request[replies.MonitorsReply]):
    """What monitors show from now on, the run under way included. Between runs it is answered what they show now."""

    watches: Sequence[Watch]


class SetVisibleResultsRequest(Request[replies.DoneReply]):
    """The blocks whose results can be looked at from now on, None: all. They are what runs of several steps show of a
    large page, the run under way included; a run of one step shows everything, unless they are `always` what is shown,
    as of a model, whose results together are large. Results of `opened` are in a table or viewer: they are had of
    blocks that no session needs, too.
    """

    blocks: Sequence[Address] | None
    always: bool = False
    opened: Sequence[Address] = ()


class ChooseCallRequest(Request[replies.CallChosenReply]):
    """Look at another call of a page that is a function, counted from 0, or back from the last: -1."""

    page: str
    call: int


class GetCallSeriesRequest(Request[replies.MonitorsReply]):
    """What monitors on a page show that is a function, or in it the instance to which `path` leads: numbers over the
    calls that are kept, counted from 1, and matrices of the one that is looked at. `watches` are as on that page by
    itself.
    """

    page: str
    path: Sequence[str]
    watches: Sequence[Watch]


class GetResultsRequest(Request[replies.WholeResultsReply], deadline=SESSIONS):
    """Everything, whole; what it takes to send does not count."""


class ShowPastStepRequest(Request[replies.ShowPastStepReply], deadline=TENSOR, ended_by=StopRequest):
    """Show a step of before in the place of the latest one, taken again; the number after the latest is that of a step
    that failed, 0: the latest itself, the last whole one before a step that failed. Slices, statistics and the like are
    of what is shown, until the next step.
    """

    step: int


class PinRequest(Request[replies.PinnedReply], deadline=TENSOR):
    """Keep what is shown of an output under a number, by which it can be fed in the place of the output (see Open),
    until it is unpinned or another document is opened.
    """

    output: Address
    number: int


class UnpinRequest(Request[replies.DoneReply]):
    """Keep that value no more."""

    number: int


class GetHistoryRequest(Request[replies.HistoryReply]):
    """What of the past of the open page is kept, also during a run."""


class WhatIfRequest(Request[replies.ShowPastStepReply], deadline=TENSOR, ended_by=StopRequest):
    """Show what the step at which the run is paused gives if outputs have other values, typed ones or arrays: these,
    and no others that were tried before.
    """

    given: Feeds = Feeds({})


class RollBackStepRequest(Request[replies.RollBackStepReply], deadline=SESSIONS):
    """Give up the step at which the run is paused: all is as before it, but for what cannot be."""


class GetStepTraceRequest(Request[replies.StepTracedReply], deadline=SESSIONS):
    """The last step that was timed: see RunMode."""


class GetSliceRequest(Request[replies.SliceReply]):
    """A part of the last result of an output, or of that of the run `before`. For each axis an index, or [start, stop,
    most]: that range, thinned out to at most so many elements.
    """

    output: Address
    at: Sequence[int | Sequence[int]]
    before: bool = False


class GetStatisticsRequest(Request[replies.TensorStatisticsReply], deadline=TENSOR):
    """Statistics of the last result of an output, or of that of the run `before`."""

    output: Address
    before: bool = False


class FindNonFiniteRequest(Request[replies.NonfiniteReply], deadline=TENSOR):
    """Where the next NaN or infinity of an output is, behind the flat position `after`."""

    output: Address
    after: int


class SaveResultRequest(Request[replies.SaveResultReply], deadline=Deadline(60, lane=OWN), ended_by=CancelRequest):
    """Write a result to a .npy or .csv file. Its clock begins anew with each events.Saving."""

    output: Address
    path: str
    job: int


class PreviewDatasetRequest(Request[replies.PreviewReply], deadline=TENSOR, ended_by=CancelRequest):
    """The first elements of the dataset at an address, within `seconds`; of their tensors summaries, or with `whole`
    places in the arrays of the reply.
    """

    document: str
    at: Address
    count: int = 10
    seconds: float = 10.0
    whole: bool = False
    job: int = 0
    folder: str = ""


class GetCostsRequest(Request[replies.PageCostsReply], deadline=PAGE._replace(lane=OWN)):
    """What a page holds and computes, by its blocks, without running it: for a batch of so many where the first size
    of what it takes is not known.
    """

    document: str
    page: str
    folder: str = ""
    batch: int = 1


class CompareModelsRequest(
    Request[replies.CompareModelsReply], deadline=Deadline(None, lane=OWN), ended_by=CancelRequest
):
    """What a page computes other than `was` does, the text, page and folder of another document; `trained`: with the
    values that its variables have in the open page. Says how far it is by events.Comparing.
    """

    was: tuple[str, str, str]
    document: str
    page: str
    folder: str
    feed: Feeds = Feeds({})
    trained: bool = False
    job: int = 0


# --- what variables hold ----------------------------------------------------------------------------------------------


class ResetRequest(Request[replies.DoneReply], deadline=SESSIONS):
    """End the sessions of the open page: variables begin anew."""


class RestoreVariablesRequest(Request[replies.RestoreVariablesReply], deadline=FILES):
    """Give the variables of the open page the values in a file. `variable_map` is a file for a VariableMap."""

    path: str
    variable_map: str = ""


class SaveVariablesRequest(Request[replies.SaveVariablesReply], deadline=FILES):
    """Write the values of the variables of the open page into a file, by its extension."""

    path: str


class WriteHistoryRequest(Request[replies.SaveVariablesReply], deadline=FILES):
    """Write what is kept of the past of the open page into a file."""

    path: str


class OpenHistoryRequest(Request[replies.HistoryOpenedReply], deadline=FILES):
    """Replace the recording of the open page with that of a file.

    GoBackRequest then restores the state at its end, and ends as the run did if a step failed there.
    """

    path: str


class KeepTrainedRequest(Request[replies.KeepTrainedReply], deadline=FILES):
    """What the variables of the open page hold, as weights that they begin with."""


class FindNonFiniteOriginRequest(
    Request[replies.NonFiniteOriginReply], deadline=Deadline(120, lane=OWN), ended_by=StopRequest
):
    """Where what is not finite began: of an output, or with None of the first that a session fetches and is so. `step`
    as in ShowPastStepRequest; 0 is the step that is shown. With the text of a `document` as if the page were as it is
    there.
    """

    output: Address | None = None
    step: int = 0
    document: str = ""
    folder: str = ""
