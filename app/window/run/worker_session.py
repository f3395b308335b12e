"""The worker as the window sees it: requests go out, replies and events come back as Qt signals.

The worker calls back from its reader thread; queued signals bring everything to the window's thread, in order.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from msgspec.structs import replace
from PySide6.QtCore import QObject, Qt, QTimer, Signal

from blockloom.app.canvas.scene.translation import translated
from blockloom.app.window.run.worker_interests import PrintedLines, WorkerInterests
from blockloom.app.window.run.worker_names import WorkerNames
from blockloom.app.window.user_settings import past_size
from blockloom.blocks.document.addresses import Address
from blockloom.blocks.problems import ERROR
from blockloom.blocks.results.breakpoints import Breakpoint
from blockloom.blocks.results.monitors import Watch
from blockloom.blocks.results.run_modes import RunMode
from blockloom.runtime.protocol import events, requests
from blockloom.runtime.protocol.events import Event
from blockloom.runtime.protocol.replies import (
    DoneReply,
    HistoryOpenedReply,
    OpenedReply,
    RestoreVariablesReply,
    RunEndedReply,
)
from blockloom.runtime.protocol.requests import Numbers, R, Request, TargetSpec
from blockloom.runtime.worker.errors import BadEnvironment, WorkerDied

if TYPE_CHECKING:
    from concurrent.futures import Future

    from blockloom.runtime.worker.client import Worker

OFF, IDLE, OPENING, RUNNING, STOPPING = "off", "idle", "opening", "running", "stopping"
_CLOSE = 1.0  # seconds for the sessions on a target to end when the window closes
_STOP_MS = 5000  # worker and client both end a run that ignores Stop sooner; this is for when neither can
_STOP_OPENING_MS = 2000  # a page that is being compiled cannot be told to stop: this long it may still come to its end


# Requests with a document whose ops run, now or by those that follow.
EXECUTING = (requests.OpenRequest, requests.PreviewDatasetRequest, requests.CompareModelsRequest)


class WorkerFactory(Protocol):
    """Makes a worker whose listeners are called from threads of its own."""

    def __call__(
        self, on_event: Callable[[Event], None], on_death: Callable[[str], None], on_output: Callable[[str], None]
    ) -> Worker: ...


def _client_worker(
    on_event: Callable[[Event], None], on_death: Callable[[str], None], on_output: Callable[[str], None]
) -> Worker:
    from blockloom.runtime.worker.client import Worker  # when it is needed: after the first paint

    return Worker(on_event, on_death, on_output)


class WorkerSession(QObject):
    """One worker process, started again whenever it dies.

    `state` is OFF (no process), IDLE, OPENING (the page is being compiled), RUNNING or STOPPING (either). `process` is
    the worker process, None before the first start. `page` is the page that was opened last.
    """

    state_changed = Signal(str)
    catalogue_written = Signal(object)  # CatalogueWritten
    opened = Signal(object)  # Opened
    progressed = Signal(object)  # ShownStep
    far = Signal()  # how far the run has come: `progress`
    waiting = Signal(object)  # WaitingBlocks
    ended = Signal(object)  # Ended
    was_reset = Signal()
    died = Signal(str)  # why; "": another one takes its place
    failed = Signal(str)  # a request that the worker refused, for the user
    printed = Signal(str)  # what ops printed since the last time: see PrintedLines
    silent = Signal(str)  # why nothing is heard from the worker, each second; "": it is heard again
    saving = Signal(int, float)  # a job and how much of its file is written
    comparing = Signal(int, int, int)  # a job, how many outputs of it are compared, and of how many
    building = Signal(str)  # the address of what TensorFlow is given next, where a request is careful
    _told = Signal(object)  # an Event
    _answered = Signal(object)  # a Future that is done
    _lost = Signal(str)

    def __init__(self, worker_factory: WorkerFactory | None = None, parent: QObject | None = None):
        super().__init__(parent)
        self._factory = worker_factory or _client_worker
        self.process: Worker | None = None
        self._pending: dict[Future[Any], tuple[Callable[[Any], None], Callable[[str], None] | None]] = {}
        self.permits: Callable[[str], bool] = lambda page: True  # whether a page may run
        self.pinned: Mapping[Address, int] = {}  # outputs whose value is fed: see requests.Open
        self.gradients: str | None = None  # likewise
        self.tapped: tuple[str, ...] = ()  # pages that are looked into: see requests.Open
        self.breaks_in: tuple[str, ...] = ()  # likewise
        self.names = WorkerNames()
        self._looks = WorkerInterests(self.names, self._send, self.progressed.emit)
        self._open_now: requests.OpenRequest | None = None  # what the worker has compiled
        self._ticket = 0  # of the latest run request: a stopped one must not start
        self._heard = False  # whether this worker ever answered
        self._closed = False
        self._stuck = False  # the worker is ended: it ignored that it was stopped
        self._replaced = False  # the worker is ended: another one takes its place
        self._compiles = False  # of what was asked last: the page, and not yet the run of it
        self.state = OFF
        self.idle_death = ""  # why the last worker died, "" where it had a run
        self.page = ""
        self.owner = 0  # the document, as a number that the worker is told
        self.folder = ""  # where it lies
        self._owner: int | None = None  # that whose sessions the worker has
        self.target: TargetSpec | None = None  # where the page was opened last; None: on this machine
        self.step = 0
        self.progress: events.ProgressEvent | None = None  # of the run under way
        self._told.connect(self._on_event, Qt.ConnectionType.QueuedConnection)
        self._answered.connect(self._on_answer, Qt.ConnectionType.QueuedConnection)
        self._lost.connect(self._on_death, Qt.ConnectionType.QueuedConnection)
        self._patience = QTimer(self, singleShot=True, timeout=self._give_up)
        self._printed = PrintedLines(self)
        self._printed.told.connect(self.printed)

    # --- the process ----------------------------------------------------------------------------------------------

    @property
    def ready(self) -> bool:
        """Whether the worker has answered since it was started (TensorFlow is imported)."""
        return self._heard

    @property
    def pid(self) -> int | None:
        """The process id of the worker; None where there is none."""
        return self.process.pid if self.process is not None else None

    def start(self) -> bool:
        """Start the worker if there is none; False (and `failed`) where that is impossible."""
        if self._closed or self.state != OFF:
            return not self._closed
        try:
            if self.process is None:
                self.process = self._factory(
                    on_event=lambda event: self._emit(self._told, event),
                    on_death=lambda reason: self._emit(self._lost, translated(reason)),
                    on_output=self._printed.take,
                )
            self.process.start()
        except Exception as error:  # whatever keeps it from starting is the user's to know
            self.failed.emit(self.tr("The worker cannot be started: {}").format(translated(error.__cause__ or error)))
            return False
        self._heard = self._stuck = False
        self._open_now = None
        self._looks.untold()
        self._owner = None
        self._set(IDLE)
        return True

    def restart(self) -> None:
        """Let a process of the TensorFlow that is chosen now take the place of this one. `died` tells with no reason
        that this one is gone, `catalogue_written` what the other has.
        """
        if self.state == OFF or self.process is None:
            self.fetch_catalogue()
        else:
            self._replaced = True
            self.process.kill()

    def _emit(self, signal: Any, *values: object) -> None:
        if not self._closed:
            signal.emit(*values)

    def close(self) -> None:
        """End the worker for good."""
        self._closed = True
        self._patience.stop()
        self._printed.close()
        if self.process is not None:
            if self.target is not None and self.process.alive:  # there, its sessions would outlive it
                with contextlib.suppress(Exception):
                    self.process.call(requests.CloseRequest(), _CLOSE)
            self.process.close()

    # --- requests -------------------------------------------------------------------------------------------------

    def new_document(self) -> None:
        """Another document is in the window: the sessions of the one before end, and none of what they say is heard."""
        self.stop()
        self.owner += 1
        self.step, self.page, self._open_now = 0, "", None
        self._looks.forget()
        self.names.clear()
        self._end_sessions()

    def _foreign(self) -> bool:
        """Whether the worker has sessions of a document that is gone."""
        return self._owner not in (None, self.owner)

    def _end_sessions(self) -> None:
        """End those of a document that is gone, once their run is over."""
        if self.state != IDLE or not self._foreign():
            return
        ticket, self._owner = self._ticket, None

        def done(reply: DoneReply) -> None:
            if ticket == self._ticket:
                self.target = None

        self._send(requests.SetDocumentRequest(self.owner), done, lambda why: None)

    def fetch_catalogue(self) -> None:
        """Have the catalogue written; `catalogue_written` tells where."""
        if self.start():
            self._send(requests.WriteCatalogueRequest(), self.catalogue_written.emit)

    def run(
        self, text: str, page: str, mode: RunMode, target: TargetSpec | None = None, breaks: Sequence[Breakpoint] = ()
    ) -> bool:
        """Open the document's page if the worker has another text, then run it; on a `target` each run opens anew,
        since tasks may have come and gone. It pauses at `breaks`: see requests.Run. False where a run is under way or
        the worker cannot be started.
        """
        return self._open(text, page, target, lambda: self._run(requests.RunRequest(mode=mode, breakpoints=breaks)))

    def go_on(self, breaks: Sequence[Breakpoint], tried: bool) -> None:
        """Let a run that is paused go on, with the values that are tried or without."""
        self._run(requests.RunRequest(breakpoints=breaks, continue_with="tried" if tried else "plain"))

    def initialise(self, text: str, page: str, blocks: list[str], target: TargetSpec | None = None) -> bool:
        """Give variables of the page, as it is in this text, their initial values; `ended` tells when.
        False as of `run`.
        """
        return self._open(text, page, target, lambda: self._run(requests.InitialiseRequest(blocks=blocks)))

    def go_back(self, step: int) -> bool:
        """Let the page that was opened last be where it was after a step; `ended` tells when. False where a run is
        under way, or there is no worker.
        """
        if self.state != IDLE:
            return False
        self._run(requests.RewindRequest(step=step))
        return True

    def open_history(
        self,
        text: str,
        page: str,
        path: str,
        done: Callable[[HistoryOpenedReply], None],
        target: TargetSpec | None = None,
    ) -> bool:
        """Let the past of the page, as it is in this text, be what a file has. False as of `run`."""
        return self._open(text, page, target, lambda: self._ask_of_page(requests.OpenHistoryRequest(path), done))

    def restore(
        self,
        text: str,
        page: str,
        path: str,
        done: Callable[[RestoreVariablesReply], None],
        target: TargetSpec | None = None,
    ) -> bool:
        """Give the variables of the page, as it is in this text, the values in a file. False as of `run`."""

        def restored(reply: RestoreVariablesReply) -> None:
            done(replace(reply, shown=self.names.shown(reply.shown)))

        return self._open(
            text, page, target, lambda: self._ask_of_page(requests.RestoreVariablesRequest(path), restored)
        )

    def _ask_of_page(self, request: Request[R], done: Callable[[R], None]) -> None:
        self._compiles = False
        self._set(IDLE)
        self._send(request, done, self._refused)

    def _open(self, text: str, page: str, target: TargetSpec | None, then: Callable[[], None]) -> bool:
        """Open a page unless it is open; where it has no errors, go on with `then`."""
        if self.state in (OPENING, RUNNING, STOPPING) or not self.start():
            return False
        self._ticket += 1
        ticket, self.page, self.target = self._ticket, page, target
        wanted = requests.OpenRequest(
            text,
            page,
            target=target,
            owner=self.owner,
            folder=self.folder,
            tapped_pages=self.tapped,
            breakpoint_pages=self.breaks_in,
            watched=True,
            pinned_values=Numbers(self.pinned),
            gradients=self.gradients,
            recording_budget=past_size() << 20,
        )
        if self._open_now == wanted and target is None:
            then()
            return True
        self._compiles = True
        self._set(OPENING)

        def done(reply: OpenedReply) -> None:
            if not any(problem.severity == ERROR for problem in reply.problems):
                self._open_now = wanted
            else:
                self.names.compiled(*before)  # the worker has the page that it had
            if ticket != self._ticket or self.state != OPENING:
                self._stopped_opening()
                return
            self.opened.emit(reply)
            if self._open_now == wanted:
                then()
            else:
                self._set(IDLE)

        def refused(why: str) -> None:
            self.names.compiled(*before)
            if ticket == self._ticket:
                self._refused(why)
            else:
                self._stopped_opening()

        self._open_now, before = None, self.names.compiled(page, self.names.now())
        self._owner = self.owner
        self._send(wanted, done, refused)
        return True

    def _stopped_opening(self) -> None:
        self._patience.stop()
        if self.state == STOPPING:
            self._set(IDLE)

    def _refused(self, why: str) -> None:
        self._patience.stop()
        if self.state != OFF:
            self._set(IDLE)
            self.failed.emit(why)

    def _run(self, request: Request[RunEndedReply]) -> None:
        """A run, or what is answered as one."""
        owner = self.owner

        def done(reply: RunEndedReply) -> None:
            self._patience.stop()
            self._stuck = reply.is_stuck
            if owner == self.owner:
                self.step = reply.step
            self._set(STOPPING if self._stuck else IDLE)  # a stuck one dies now
            if owner == self.owner:
                self.ended.emit(self.names.ended(reply))

        self._compiles, self.progress = False, None
        self._set(RUNNING)
        self._looks.tell_watches()
        self._looks.tell_looked()
        self._send(request, done, self._refused)

    def watch(self, watches: Sequence[Watch], held: bool = False) -> None:
        """What monitors show (see blocks.results.monitors.Watch): `progressed` brings it, of a run under way too, and
        between runs where the worker holds (`held`) what they show.
        """
        self._looks.watches = watches
        if self.state == RUNNING or held and self.state == IDLE:
            self._looks.tell_watches()

    @property
    def runs(self) -> bool:
        """Whether a run is under way."""
        return self.state == RUNNING

    def look(self, blocks: Collection[Address] | None, always: bool = False, opened: Collection[Address] = ()) -> None:
        """The blocks on the page whose results can be looked at; None: all. Runs of several steps fetch these alone of
        a large page, the one under way included; `always`: those of one step, too. `opened` are in a table or
        viewer.
        """
        self._looks.looked, self._looks.always, self._looks.opened = blocks, always, opened
        if self.state == RUNNING:
            self._looks.tell_looked()

    def stop(self) -> None:
        """End the run, or its preparation; a worker that does not react is killed."""
        if self.state in (OPENING, RUNNING):
            self._patience.start(_STOP_OPENING_MS if self.state == OPENING and self._heard else _STOP_MS)
            self._ticket += self.state == OPENING
            self._set(STOPPING)
            self._send(requests.StopRequest())

    def reset(self) -> None:
        """Drop the state of all sessions; `was_reset` tells when."""

        def done(reply: DoneReply) -> None:
            self.step = 0
            self.was_reset.emit()

        if self.state in (OFF, IDLE) and self.start():
            self._send(requests.ResetRequest(), done)

    def ask(self, request: Request[R], done: Callable[[R | None], None]) -> None:
        """Ask about the last result of an output, which has the address that it has now, about the page as it is
        edited, or about anything else. `done` gets None where the worker has no answer.
        """
        output: Address | None = getattr(request, "output", None)
        theirs = output and self.names.theirs(output)
        if self.state == OFF or output is not None and theirs is None:
            done(None)
        else:
            request = request if theirs == output else replace(request, output=theirs)
            self._send(request, done, lambda why: done(None))

    def _send(
        self,
        request: Request[R],
        done: Callable[[R], None] = lambda reply: None,
        failed: Callable[[str], None] | None = None,
    ) -> None:
        """Where the worker dies, `_on_death` says so to who waits."""
        if self.process is None or self._closed:
            return
        if isinstance(request, EXECUTING):
            page = request.address.page if isinstance(request, requests.PreviewDatasetRequest) else request.page
            if not self.permits(page):
                (failed or self.failed.emit)(self.tr("The document is not trusted to act outside."))
                return
        answer = self.process.send(request)
        self._pending[answer] = done, failed
        answer.add_done_callback(lambda answer: self._emit(self._answered, answer))

    # --- what comes back ------------------------------------------------------------------------------------------

    def _set(self, state: str) -> None:
        self.state = state
        self._end_sessions()
        self.state_changed.emit(state)

    def _hears(self) -> None:
        """TensorFlow is there."""
        if not self._heard:
            self._heard = True
            self.state_changed.emit(self.state)

    def _on_answer(self, answer: Future[Any]) -> None:
        why = answer.exception()
        if self._closed or answer not in self._pending or isinstance(why, WorkerDied | BadEnvironment):
            return
        done, failed = self._pending.pop(answer)
        if why is None:
            self._hears()
            done(answer.result())
        else:  # maybe before TensorFlow is there: of what was stopped before it began
            (failed or self.failed.emit)(translated(why))

    def _on_event(self, event: Event) -> None:
        if self._closed:
            return
        if isinstance(event, events.SilentEvent):
            self.silent.emit(translated(event.text))
            return
        self._hears()
        match event:
            case events.StepResultsEvent() if not self._foreign():
                self.step = event.step
                self.progressed.emit(self.names.shown(event.shown))
            case events.ProgressEvent() if not self._foreign():
                self.step, self.progress = event.step, event
                self.far.emit()
            case events.WaitingEvent() if not self._foreign():
                self.waiting.emit(self.names.waiting(event.blocks))
            case events.BuildProgressEvent():
                self.building.emit(event.block)
            case events.SaveProgressEvent():
                self.saving.emit(event.job, event.fraction)
            case events.CompareProgressEvent():
                self.comparing.emit(event.job, event.compared, event.total)

    def _on_death(self, reason: str) -> None:
        if self._closed or self.state == OFF:
            return
        self._patience.stop()
        replaced, self._replaced = self._replaced, False
        reason = "" if replaced else reason
        self.idle_death = reason if self.state == IDLE else ""
        asked, self._pending = list(self._pending.values()), {}
        self._open_now, again = None, self._heard
        if self._stuck:
            reason = (
                self.tr("the page was still being compiled, so its process was ended")
                if self._compiles
                else self.tr("an operation did not react to Stop, so its process was ended")
            )
        self.silent.emit("")
        self._set(OFF)
        for _, failed in asked:
            if failed is not None:
                failed(reason)
        self.died.emit(reason)
        if replaced:
            self.fetch_catalogue()
        elif again:  # one that never answered would only die again: it is started when it is next needed
            self.start()

    def _give_up(self) -> None:
        if self.state == STOPPING and self.process is not None:
            self._stuck = True
            self.process.kill()
