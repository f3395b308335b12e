"""What a worker can be asked: each with its fields, what it is answered, how long that may take, and what ends it.

`request.reply` is the class of the answer. In messages, and where one is told to people, a request is named as its
class, in small letters: `read_model`.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, ClassVar, Generic, NotRequired, TypedDict, TypeVar

import numpy as np
from msgspec import structs

from blockloom.blocks.cluster import Cluster
from blockloom.blocks.document.addresses import Address
from blockloom.blocks.results.breaks import Break
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
        cls.wire_name = re.sub(r"\B([A-Z])", r"_\1", cls.__name__).lower()
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


class Target(TypedDict):
    """Where a page runs that does not run in the worker itself: `grpc://HOST:PORT`, whether variables are initialised
    there, and the cluster whose task that is, if it is known. Where a `container` is named, it keeps what is there.
    """

    address: str
    init: bool
    cluster: Cluster | None
    container: NotRequired[str]


# --- documents and pages ----------------------------------------------------------------------------------------------


class Catalogue(Request[replies.CatalogueWritten], deadline=Deadline(120)):
    """Have the catalogue of TensorFlow's ops written: the first time every op is read."""


class SetDocument(Request[replies.Done], deadline=SESSIONS):
    """Whatever is opened from now on is of this document, by its number: the sessions of another end, with all that
    they gave.
    """

    owner: int


class Stop(Request[replies.Done]):
    """End the run under way, and withdraw what is ended by this and has not begun."""


class Cancel(Request[replies.Done]):
    """End the request of this job, also one that is yet to begin."""

    job: int


class Open(Request[replies.Opened], deadline=PAGE, ended_by=Stop):
    """Open a page; one that is open already goes on where nothing of it has changed that matters to a run.

    `owner` is the number of the document, see SetDocument. `fetch` is besides what the page fetches, with all outputs
    where no pin is named. `target` None is this machine. `folder` is where the document lies, "": nowhere; it becomes
    the current one, so that files beside a document are found from anywhere. `tapped` are pages that are looked into:
    those among them that are functions of the page get taps; on pages `breaks_in` runs may pause. `careful`: tell
    of each block before TensorFlow has it. `watched`: steps can give what monitors and viewers show of blocks that no
    session needs, on this machine. `renamed` are blocks of the page that were called otherwise when it was opened
    before, what they were called -> their ids now: their state goes with them. `pinned` are outputs in whose place a
    value is fed, by the number that it was given: see Pin. `gradients`: steps show d LOSS of all wires, of the block at
    this address that computes gradients, "": whichever does; None: they do not. `budget` are the bytes that its past
    may take, 0: the usual. `alone`: `fetch` replaces the fetches of sessions.
    """

    document: str
    page: str
    fetch: Sequence[Address] = ()
    feed: Feeds = Feeds({})
    target: Target | None = None
    owner: int = 0
    careful: bool = False
    folder: str = ""
    tapped: Sequence[str] = ()
    breaks_in: Sequence[str] = ()
    watched: bool = False
    renamed: Mapping[str, str] = {}
    pinned: Numbers = Numbers({})
    gradients: str | None = None
    budget: int = 0
    alone: bool = False


class Check(Request[replies.Checked], deadline=PAGE, ended_by=Stop):
    """Check a page without opening it: the page that is open stays open. `folder` and `careful` as in Open."""

    document: str
    page: str
    careful: bool = False
    folder: str = ""


class Close(Request[replies.Done], deadline=Deadline(120, lane=NOW)):
    """End the sessions of the page: on a target they would outlive the worker."""


class Serve(Request[replies.Done], deadline=Deadline(120)):
    """Be a task of a cluster, until the process ends."""

    cluster: Cluster
    job: str
    index: int


class ReadModel(Request[replies.ModelRead], deadline=Deadline(None, lane=OWN)):
    """The document that a model's file or folder is, with these signatures (none: all). Says how far it is by
    events.Reading; who wants it no more ends the process.
    """

    path: str
    signatures: Sequence[str] = ()


class Trace(Request[replies.ModelRead]):
    """The document that a function of a Python file is. The file runs: only who was asked for that asks for it."""

    path: str
    function: str
    specs: Sequence[str] = ()


class Export(Request[replies.Written], deadline=Deadline(600, 60)):
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


class Script(Request[replies.Written]):
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


class ConfigSchema(Request[replies.Schema], deadline=Deadline(60)):
    """The fields and enums that a TPU's `config` may hold."""


class CheckConfig(Request[replies.Findings], deadline=Deadline(60)):
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


class Types(_OfDocument[replies.InferredTypes], deadline=TYPES):
    """The types on a page, `held` the number of the answer that who asks has. `careful` is that of Open."""

    held: int = 0
    careful: bool = False


class Try(_OfDocument[replies.Tried], deadline=TYPES):
    """What each of these fixes, edits as JSON, would make of the problem of that code at a pin. There is a limit of 3 s
    for all but the first.
    """

    block: str = ""
    pin: str = ""
    code: str = ""
    fixes: Sequence[JsonValue] = ()


# --- runs -------------------------------------------------------------------------------------------------------------


class _Run(Request[replies.Ended]):
    """What takes as long as the operations in it, and is answered when it is over: `timeout` seconds at most, days
    where that is None.
    """

    timeout: float | None = None

    def time_limit(self) -> float | None:
        return None if self.timeout is None else self.timeout + REACT


class Run(_Run, deadline=Deadline(None), ended_by=Stop):
    """Run the open page. `looked` are the blocks that are looked at where nobody watches; None: all. It pauses at
    `breaks`. Where it is paused, the step is rolled back, or with `go_on` kept, and the run goes on as it was to: with
    the values of the step ("plain"), or with the values that are "tried". `line`: the loss of each step is kept.
    """

    mode: RunMode = RunMode()
    looked: Sequence[Address] | None = None
    breaks: Sequence[Break] = ()
    go_on: str = ""
    line: bool = False


class Initialise(_Run, deadline=Deadline(None), ended_by=Stop):
    """Give these variables of the open page, by texts of their addresses, their initial values, between steps."""

    blocks: Sequence[str] = ()


class GoBack(_Run, deadline=Deadline(None), ended_by=Stop):
    """Let the open page be where it was after a step, which is then the latest: variables have what they held, what
    else can be put back is, and its steps are counted from there.
    """

    step: int = 0


RUNS = Run, Initialise, GoBack


# --- what is shown of a run -------------------------------------------------------------------------------------------


class SetWatches(Request[replies.Watched]):
    """What monitors show from now on, the run under way included. Between runs it is answered what they show now."""

    watches: Sequence[Watch]


class SetLooked(Request[replies.Done]):
    """The blocks whose results can be looked at from now on, None: all. They are what runs of several steps show of a
    large page, the run under way included; a run of one step shows everything, unless they are `always` what is shown,
    as of a model, whose results together are large. Results of `opened` are in a table or viewer: they are had of
    blocks that no session needs, too.
    """

    blocks: Sequence[Address] | None
    always: bool = False
    opened: Sequence[Address] = ()


class ChooseCall(Request[replies.CallChosen]):
    """Look at another call of a page that is a function, counted from 0, or back from the last: -1."""

    page: str
    call: int


class OverCalls(Request[replies.Watched]):
    """What monitors on a page show that is a function, or in it the instance to which `path` leads: numbers over the
    calls that are kept, counted from 1, and matrices of the one that is looked at. `watches` are as on that page by
    itself.
    """

    page: str
    path: Sequence[str]
    watches: Sequence[Watch]


class Results(Request[replies.WholeResults], deadline=SESSIONS):
    """Everything, whole; what it takes to send does not count."""


class LookBack(Request[replies.LookedBack], deadline=TENSOR, ended_by=Stop):
    """Show a step of before in the place of the latest one, taken again; the number after the latest is that of a step
    that failed, 0: the latest itself, the last whole one before a step that failed. Slices, statistics and the like are
    of what is shown, until the next step.
    """

    step: int


class Pin(Request[replies.Pinned], deadline=TENSOR):
    """Keep what is shown of an output under a number, by which it can be fed in the place of the output (see Open),
    until it is unpinned or another document is opened.
    """

    output: Address
    number: int


class Unpin(Request[replies.Done]):
    """Keep that value no more."""

    number: int


class Past(Request[replies.KeptPast]):
    """What of the past of the open page is kept, also during a run."""


class WhatIf(Request[replies.LookedBack], deadline=TENSOR, ended_by=Stop):
    """Show what the step at which the run is paused gives if outputs have other values, typed ones or arrays: these,
    and no others that were tried before.
    """

    given: Feeds = Feeds({})


class GiveUp(Request[replies.GivenUp], deadline=SESSIONS):
    """Give up the step at which the run is paused: all is as before it, but for what cannot be."""


class TraceOfStep(Request[replies.StepTraced], deadline=SESSIONS):
    """The last step that was timed: see RunMode."""


class Slice(Request[replies.Sliced]):
    """A part of the last result of an output, or of that of the run `before`. For each axis an index, or [start, stop,
    most]: that range, thinned out to at most so many elements.
    """

    output: Address
    at: Sequence[int | Sequence[int]]
    before: bool = False


class Statistics(Request[replies.TensorStatistics], deadline=TENSOR):
    """Statistics of the last result of an output, or of that of the run `before`."""

    output: Address
    before: bool = False


class NextNonfinite(Request[replies.Nonfinite], deadline=TENSOR):
    """Where the next NaN or infinity of an output is, behind the flat position `after`."""

    output: Address
    after: int


class Save(Request[replies.Saved], deadline=Deadline(60, lane=OWN), ended_by=Cancel):
    """Write a result to a .npy or .csv file. Its clock begins anew with each events.Saving."""

    output: Address
    path: str
    job: int


class Preview(Request[replies.Previewed], deadline=TENSOR, ended_by=Cancel):
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


class CostsOfPage(Request[replies.PageCosts], deadline=PAGE._replace(lane=OWN)):
    """What a page holds and computes, by its blocks, without running it: for a batch of so many where the first size
    of what it takes is not known.
    """

    document: str
    page: str
    folder: str = ""
    batch: int = 1


class Compare(Request[replies.Compared], deadline=Deadline(None, lane=OWN), ended_by=Cancel):
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


class Reset(Request[replies.Done], deadline=SESSIONS):
    """End the sessions of the open page: variables begin anew."""


class Restore(Request[replies.Restored], deadline=FILES):
    """Give the variables of the open page the values in a file. `variable_map` is a file for a VariableMap."""

    path: str
    variable_map: str = ""


class Store(Request[replies.Stored], deadline=FILES):
    """Write the values of the variables of the open page into a file, by its extension."""

    path: str


class WriteHistory(Request[replies.Stored], deadline=FILES):
    """Write what is kept of the past of the open page into a file."""

    path: str


class OpenHistory(Request[replies.HistoryOpened], deadline=FILES):
    """Let the past of the open page be what a file has; GoBack lets it be where that ended, and ends as that did where
    a step failed there.
    """

    path: str


class KeepTrained(Request[replies.Trained], deadline=FILES):
    """What the variables of the open page hold, as weights that they begin with."""


class WhyNotFinite(Request[replies.Why], deadline=Deadline(120, lane=OWN), ended_by=Stop):
    """Where what is not finite began: of an output, or with None of the first that a session fetches and is so. `step`
    as in LookBack; 0 is the step that is shown. With the text of a `document` as if the page were as it is there.
    """

    output: Address | None = None
    step: int = 0
    document: str = ""
    folder: str = ""
