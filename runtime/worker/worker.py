"""Handle the requests of the parent in the worker process, with TensorFlow.

`runtime.worker.service` starts this. The main thread takes requests and watches the run, which has a thread. Live types
and slow requests for results have threads as well, so that none of them blocks the others.
"""

from __future__ import annotations

import contextlib
import gc
import os
import queue
import threading
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import tensorflow as tf

from blockloom.blocks.additions import load_parts
from blockloom.blocks.catalogue.catalogue import Catalogue, make_catalogue
from blockloom.blocks.document.addresses import Address
from blockloom.blocks.editing.identities import DocumentNames
from blockloom.blocks.files import documents
from blockloom.blocks.infer.inference import PageInference
from blockloom.blocks.results.run_modes import RunMode
from blockloom.blocks.text import programs
from blockloom.blocks.text.gc_pause import gc_paused
from blockloom.blocks.text.phrases import Phrase, phrase
from blockloom.runtime.compile import op_registry
from blockloom.runtime.compile.program import HOLDER, Program
from blockloom.runtime.compile.variables import Begun
from blockloom.runtime.protocol import events, requests
from blockloom.runtime.protocol.events import BuildProgressEvent, ReadyEvent
from blockloom.runtime.protocol.records import Record
from blockloom.runtime.protocol.replies import (
    CatalogueWrittenReply,
    CheckPageReply,
    DoneReply,
    FindingsReply,
    HistoryReply,
    OpenedReply,
    PinnedReply,
    StepTracedReply,
)
from blockloom.runtime.protocol.requests import Request
from blockloom.runtime.replay import history_file
from blockloom.runtime.replay.step_inspection import StepInspectionRequests, kept_past
from blockloom.runtime.run import variable_state
from blockloom.runtime.run.block_timer import BlockTimer
from blockloom.runtime.run.epoch_validation import check_data
from blockloom.runtime.run.page_opening import PageRequest, compiled, open_page, reopen, reply
from blockloom.runtime.run.pinned_values import PinnedValues
from blockloom.runtime.run.result_requests import ResultRequests
from blockloom.runtime.run.run_history import BUDGET, HistoryOrigin
from blockloom.runtime.run.run_thread import RunThread
from blockloom.runtime.run.runner import Runner
from blockloom.runtime.run.variable_state import State
from blockloom.runtime.run.watchdog import Watchdog
from blockloom.runtime.types.types_service import TypesService
from blockloom.runtime.worker import catalogue_cache
from blockloom.runtime.worker.channel import Channel
from blockloom.runtime.worker.file_requests import DocumentRequests, FileRequests
from blockloom.runtime.worker.state_requests import MonitorRequests, StateRequests

_TICK = 0.05  # seconds between two checks of a run
_COUNTED = 45  # most seconds for the costs of a page; the deadline of the request is later


class RequestHandler:
    """Handles requests until the parent closes the channel; exceptions of handlers are sent as answers.

    For `state` and `catalogue` see `runtime.worker.service`.
    """

    def __init__(self, channel: Channel, state: str | None, catalogue: str):
        self._channel = channel
        self.cache = Path(catalogue)
        self.catalogue: Catalogue | None = None
        self.runner: Runner | None = None
        self.signature: tuple[Any, ...] | None = None
        self.home = programs.current_folder()
        self.owner = 0  # number of the document whose sessions are open
        self.watchdog: Watchdog | None = None  # watches the current run
        self.state_file = Path(state) if state else None
        self._cancelled: set[int] = set()  # numbers of cancelled jobs
        self.pinned = PinnedValues(self.state_file)
        self.result_requests = ResultRequests(lambda: self.runner, channel.tell, self._cancelled)
        self.file_requests = FileRequests(self._catalogue, self._enter, self._tell, channel.tell)
        self.document_requests = DocumentRequests(self._catalogue, self._enter, channel.tell, self._cancelled)
        self.looking = StepInspectionRequests(self._runs)
        self.state_requests = StateRequests(self._runs, self.looking, self._origin, self._save)
        self.watching = MonitorRequests(self._run, self.result_requests.latest)
        self.types = TypesService(self._catalogue, channel.answer, channel.refuse, self._tell, self._begun)
        # Handlers of requests that are answered at once. `_answer` handles the others.
        self._handlers: dict[type[Request[Any]], Callable[[Any], Record]] = {
            requests.WriteCatalogueRequest: self._catalogue_written,
            requests.SetDocumentRequest: self._set_document,
            requests.StopRequest: self._stop,
            requests.CancelRequest: self._cancel,
            requests.OpenRequest: self._open,
            requests.CheckPageRequest: self._check,
            requests.CloseRequest: self._close,
            requests.ServeClusterTaskRequest: self._serve_cluster,
            requests.OpenFunctionRequest: self.file_requests.trace,
            requests.ExportRequest: self.file_requests.export,
            requests.WriteScriptRequest: self.file_requests.script,
            requests.ConfigSchemaRequest: lambda request: load_parts("configs")[0].schema(),
            requests.CheckConfigRequest: lambda request: FindingsReply(load_parts("configs")[0].check(request.text)),
            requests.PinOutputRequest: self._pin,
            requests.UnpinOutputRequest: self._unpin,
            requests.SetWatchesRequest: self.watching.watch,
            requests.SetVisibleResultsRequest: self.watching.look,
            requests.ChooseCallRequest: self.result_requests.choose_call,
            requests.GetCallSeriesRequest: self.result_requests.over_calls,
            requests.GetResultsRequest: self.result_requests.whole,
            requests.GetStepTraceRequest: self._trace_of_step,
            requests.GetHistoryRequest: self._past,
            requests.GetSliceRequest: self.result_requests.slice,
            requests.RollBackStepRequest: self.state_requests.give_up,
            requests.ResetRequest: self._reset,
            requests.RestoreVariablesRequest: self.state_requests.restore,
            requests.SaveVariablesRequest: self.state_requests.store,
            requests.GetTrainedValuesRequest: self.state_requests.keep_trained,
            requests.WriteHistoryRequest: self.state_requests.write_history,
            requests.OpenHistoryRequest: self.state_requests.open_history,
        }

    def serve(self) -> None:
        """Report that TensorFlow is imported, then handle requests until the channel closes."""
        self._channel.tell(ReadyEvent())
        while True:
            try:
                got = self._channel.requests.get(timeout=_TICK if self.watchdog else None)
            except queue.Empty:
                got = None
            if got is not None:
                self._answer(*got)
            if self.watchdog is not None and self.watchdog.look():
                self.watchdog = None

    def _answer(self, number: int, request: Request[Any]) -> None:
        """Answer a request, or see to it that somebody does: the watchdog of a run, the types service, a thread."""
        try:
            match request:
                case requests.RunRequest():
                    self._begin(number, request)
                case requests.InitialiseRequest():
                    self._initialise(number, request)
                case requests.GetTypesRequest() | requests.TryFixesRequest():
                    self.types.ask(number, request)
                case requests.GetStatisticsRequest():
                    self._aside(number, request, lambda: self.result_requests.statistics(request))
                case requests.FindNonFiniteRequest():
                    self._aside(number, request, lambda: self.result_requests.next_nonfinite(request))
                case requests.SaveResultRequest():
                    self._aside(number, request, lambda: self.result_requests.save(request))
                case requests.PreviewDatasetRequest():
                    if os.path.realpath(request.folder or self.home) != os.path.realpath(os.curdir):
                        self._refuse_during_run()  # entering another folder would break the file names of the run
                    self._enter(request.folder)
                    self._aside(number, request, lambda: self.document_requests.preview(request))
                case requests.GetCostsRequest():
                    self._aside(number, request, lambda: self.document_requests.costs(request))
                case requests.CompareModelsRequest():
                    self._refuse_during_run()
                    state = self._state_of(request.page) if request.use_trained_values else {}
                    self._aside(number, request, lambda: self.document_requests.compare(request, state))
                case requests.ShowPastStepRequest():
                    self._runs()
                    look = self.looking.show_later(request)
                    self._aside(number, request, lambda: self.watching.with_monitors(look()))
                case requests.RewindRequest():
                    self._go_back(number, request)
                case requests.WhatIfRequest():
                    self._runs()
                    self._aside(number, request, lambda: self.looking.what_if(request))
                case requests.FindNonFiniteOriginRequest():
                    runner = self._runs()
                    self._aside(
                        number, request, lambda: self.looking.find_origin(request, self._as_if(runner, request))
                    )
                case requests.ReadModelRequest():
                    self._aside(number, request, lambda: self.file_requests.read_model(request))
                case _:
                    self._channel.answer(number, self._handlers[type(request)](request))
        except Exception as error:
            self._refuse(number, error)

    def _aside(self, number: int, request: Request[Any], work: Callable[[], Record]) -> None:
        """Answer a request in a thread, and then forget whether its job was cancelled."""

        def answer() -> None:
            try:
                try:
                    reply = work()
                finally:
                    self._cancelled.discard(getattr(request, "job", 0))
                self._channel.answer(number, reply)
            except Exception as error:
                self._refuse(number, error)

        threading.Thread(target=answer, daemon=True).start()

    def _refuse(self, number: int, error: Exception) -> None:
        """Send an exception as the answer: a translatable phrase unchanged, other errors with their class name."""
        said = error.args[0] if error.args and isinstance(error.args[0], Phrase) else None
        self._channel.refuse(number, said or phrase("{}: {}", type(error).__name__, error))

    def write_catalogue(self) -> None:
        """Write the catalogue unless the file exists."""
        self._catalogue()

    def _catalogue(self) -> Catalogue:
        if self.catalogue is not None:
            return self.catalogue
        self.catalogue = catalogue_cache.cached_catalogue(self.cache)
        if self.catalogue is None:
            types = op_registry.read_types()
            with contextlib.suppress(OSError):  # writing is tried again next time
                catalogue_cache.write_cached_catalogue(types, tf.__version__, self.cache)
            self.catalogue = make_catalogue(types, PageInference, tf.__version__)
        gc.freeze()  # TensorFlow and the catalogue are permanent: a full collection takes 0.15 s to visit them
        return self.catalogue

    def _catalogue_written(self, request: requests.WriteCatalogueRequest) -> CatalogueWrittenReply:
        catalogue = self._catalogue()
        stored = catalogue_cache.cached_catalogue(self.cache) is not None
        return CatalogueWrittenReply(
            str(self.cache), catalogue.version, None if stored else list(catalogue.entries.values())
        )

    def _set_document(self, request: requests.SetDocumentRequest) -> DoneReply:
        self._own(request.owner)
        return DoneReply()

    def _own(self, owner: int) -> None:
        self._refuse_during_run()
        if owner != self.owner:
            if self.runner is not None:
                self.runner.close()
            self.owner, self.runner, self.signature = owner, None, None
            self.watching.forget()
            self.result_requests.forget()
            self.pinned.own(owner)
            self.looking.close()

    def _stop(self, request: requests.StopRequest) -> DoneReply:
        if self.watchdog is not None:
            self.watchdog.run.stop.set()
        return DoneReply()

    def _cancel(self, request: requests.CancelRequest) -> DoneReply:
        self._cancelled.add(request.job)
        return DoneReply()

    def _open(self, request: requests.OpenRequest) -> OpenedReply:
        self._own(request.owner)
        self._enter(request.folder)
        page, old = request.page, self.runner
        feed = {at._replace(page=at.page or page): value for at, value in request.feed.items()}
        opened = PageRequest(
            documents.loads(request.document, request.folder),
            page,
            [at._replace(page=at.page or page) for at in request.fetch],
            feed,
            request.target,
            frozenset(request.tapped_pages),
            frozenset(request.breakpoint_pages) - {page},
            request.watched,
            gradients=request.gradients,
            only_fetch=request.only_fetch,
        )
        signature = opened.signature(self._catalogue()), dict(request.pinned_values)
        fed, gone = self.pinned.of_page(page, request.pinned_values)
        opened = opened._replace(pinned=fed)
        arrays = any(isinstance(value, np.ndarray) for value in feed.values())
        if old is not None and old.program.ok and not arrays and signature == self.signature:
            old.past.budget = request.recording_budget or BUDGET
            return reply(reopen(old), bool(request.breakpoint_pages))
        if gone:
            return OpenedReply(gone)
        self.looking.leave()
        found = open_page(
            opened,
            old,
            self._catalogue(),
            lambda names: self._saved(page, names),
            self._tell if request.careful else None,
        )
        if found.ok or old is None:
            self.result_requests.run_begins()
            self.runner, self.signature = found.runner, signature
            found.runner.past.budget = request.recording_budget or BUDGET
        return reply(found, bool(request.breakpoint_pages))

    @gc_paused()
    def _check(self, request: requests.CheckPageRequest) -> CheckPageReply:
        self._refuse_during_run()
        self._enter(request.folder)
        page = PageRequest(documents.loads(request.document, request.folder), request.page, [], {}, None)
        program = compiled(page, self._catalogue(), self._tell if request.careful else None, sessions=False)
        return CheckPageReply(program.problems)

    def _as_if(self, runner: Runner, request: requests.FindNonFiniteOriginRequest) -> Program:
        """Return the running program; for a request with a document, compile that document instead."""
        if not request.document:
            return runner.program
        document = documents.loads(request.document, request.folder)
        fetch = (
            [] if request.output is None or request.output.page else [request.output._replace(page=runner.program.page)]
        )
        return compiled(PageRequest(document, runner.program.page, fetch, {}, None), self._catalogue(), None)

    def _pin(self, request: requests.PinOutputRequest) -> PinnedReply:
        return self.pinned.pin(self._runs(), request)

    def _unpin(self, request: requests.UnpinOutputRequest) -> DoneReply:
        self.pinned.drop(request.number)
        return DoneReply()

    def _enter(self, folder: str) -> None:
        """Change to the folder of the document, so that relative file names are found."""
        try:
            os.chdir(folder or self.home)
        except (OSError, ValueError):  # the folder is missing or invalid: leave that of the last document
            with contextlib.suppress(OSError):
                os.chdir(self.home)

    def _saved(self, page: str, names: DocumentNames) -> State:
        return variable_state.load(self.state_file, self.owner, page, names) if self.state_file else {}

    def _tell(self, at: Address) -> None:
        """Report which block TensorFlow gets next, so that the parent knows the block if the worker ends.

        Requests are `careful`, and report this, after a worker ended.
        """
        self._channel.tell(BuildProgressEvent(str(at)))

    def _close(self, request: requests.CloseRequest) -> DoneReply:
        if self.runner is not None:
            self.runner.close()
        return DoneReply()

    def _serve_cluster(self, request: requests.ServeClusterTaskRequest) -> DoneReply:
        self.server = tf.distribute.Server(
            tf.train.ClusterSpec(request.cluster), job_name=request.job, task_index=request.index
        )
        return DoneReply()

    def _reset(self, request: requests.ResetRequest) -> DoneReply:
        self._refuse_during_run()
        self.looking.leave()
        if self.runner is not None:
            self.runner.reset()
            self._save()
        return DoneReply()

    def _origin(self) -> HistoryOrigin:
        return HistoryOrigin(
            self._runs().program.page, history_file.signature(self.signature[0][0] if self.signature else "")
        )

    def _past(self, request: requests.GetHistoryRequest) -> HistoryReply:
        if self.runner is None:
            raise RuntimeError(phrase("no page that can run is open"))
        return kept_past(self.runner)

    def _trace_of_step(self, request: requests.GetStepTraceRequest) -> StepTracedReply:
        self._refuse_during_run()
        timer = self.runner.timer if self.runner is not None else None
        return StepTracedReply(timer.trace() if timer is not None else None)

    def _state_of(self, page: str) -> State:
        """Return the values of a page's variables; {} unless the page is open."""
        return self.runner.snapshot() if self.runner is not None and self.runner.program.page == page else {}

    def _begun(self, page: str) -> Begun:
        """Return what is known of the values of a page's variables; {} unless the page is open."""
        runner = self.runner
        return runner.variable_origins() if runner is not None and runner.program.page == page else {}

    def _save(self) -> None:
        """Write the saved values of variables, so that the next worker can resume."""
        if self.state_file is not None and self.runner is not None:
            runner = self.runner
            variable_state.save(self.state_file, self.owner, runner.program.page, runner.names, runner.state)

    def _begin(self, number: int, request: requests.RunRequest) -> None:
        """Start or continue a run. Runs on a target are not timed, since TensorFlow does not trace callables there."""
        runner, mode, pause, watching = self._runs(), request.mode, self.looking.pause, self.watching
        if request.continue_with and pause is None:
            raise RuntimeError(phrase("no run is paused"))
        if request.breakpoints and runner.remote is not None:
            raise RuntimeError(phrase("a run on a target cannot pause"))
        if pause is not None and request.continue_with:
            mode = (pause.rest or RunMode(0))._replace(watch=mode.watch, timed=mode.timed)
            pause.go_on(request.continue_with == "tried")
        else:
            self.looking.leave()
        goes_on = pause is not None and bool(request.continue_with)
        controller = self.looking.breakpoint_controller(request.breakpoints) if request.breakpoints or goes_on else None
        if controller is None:
            runner.hold_back(False)
        if mode.epochs:
            check_data(runner.program)
        self.looking.supersede()
        self.result_requests.run_begins()
        # Without viewers, only the last step is shown; if the run has no fixed length, any step may be the last.
        every = not mode.watch and (mode.until is not None or mode.epochs > 0)
        runner.time_blocks(BlockTimer(runner.program, every) if mode.timed and runner.remote is None else None)
        visible_blocks = None if request.visible_blocks is None else frozenset(request.visible_blocks)
        self._look_after(
            number,
            RunThread(
                runner,
                mode,
                request.timeout,
                self._show if mode.watch else None,
                self._wake,
                watching.recorder() if mode.watch else None,
                visible_blocks=watching.visible_blocks if mode.watch and watching.follows(mode) else visible_blocks,
                side_outputs=watching.side_outputs if mode.watch else frozenset(),
                pause_controller=controller,
                line=request.record_loss,
                ran=pause.ran if pause is not None and request.continue_with else None,
            ),
        )

    def _initialise(self, number: int, request: requests.InitialiseRequest) -> None:
        """Start the initialisation of variables as a run."""
        runner = self._runs()
        self.looking.leave()
        there = {
            runner.program.address_text(v.block): v.block
            for s in runner.program.sessions
            for v in s.variables
            if v.init and HOLDER.fullmatch(v.block)
        }
        for block in request.blocks:
            if block not in there:
                raise RuntimeError(phrase("{} is not a variable with an initial value in a session", block))
        self._instead(number, request, lambda: runner.initialise([there[block] for block in request.blocks]))

    def _go_back(self, number: int, request: requests.RewindRequest) -> None:
        """Start a rewind as a run."""
        runner = self._runs()
        if not runner.past.has(request.step):
            raise RuntimeError(phrase("the state before step {} is no longer recorded", request.step + 1))
        self._instead(number, request, lambda: self.looking.go_back(runner, request.step))

    def _instead(
        self,
        number: int,
        request: requests.InitialiseRequest | requests.RewindRequest,
        work: Callable[[], Sequence[str] | None],
    ) -> None:
        """Start a run that does `work` instead of steps."""
        run = RunThread(self._runs(), RunMode(0), request.timeout, None, self._wake, instead=work)
        self._look_after(number, run)

    def _look_after(self, number: int, run: RunThread) -> None:
        self.watchdog = Watchdog(
            run,
            partial(self._channel.answer, number),
            self._channel.tell,
            self._save if self.state_file is not None else None,
        )

    def _wake(self) -> None:
        """Send the main thread an empty request, so that it checks the run, which has ended."""
        self._channel.requests.put(None)

    def _show(self, run: RunThread) -> None:
        shown = run.shown_step()
        self._channel.tell(events.StepResultsEvent(run.runner.steps, shown))

    def _refuse_during_run(self) -> None:
        if self.watchdog is not None:
            raise RuntimeError(phrase("a run is in progress"))

    def _run(self) -> RunThread | None:
        """Return the current run, if any."""
        return self.watchdog.run if self.watchdog is not None else None

    def _runs(self) -> Runner:
        """Return the runner of the open page.

        Raises:
            RuntimeError: a run is in progress, or no page that can run is open.
        """
        self._refuse_during_run()
        if self.runner is None or not self.runner.program.ok:
            raise RuntimeError(phrase("no page that can run is open"))
        return self.runner


def configure_tensorflow() -> None:
    """Set global options of TensorFlow; call once per process, before compiling."""
    # Under control flow v2, `cond` fails on reference variables. Pages are v1 graphs anyway.
    tf.compat.v1.disable_control_flow_v2()
    tf.compat.v1.disable_eager_execution()
    tf.compat.v1.logging.set_verbosity("ERROR")  # hides TensorFlow's advice for authors of scripts
