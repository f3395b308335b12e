"""The window's side of the worker: requests as methods, replies and events as Qt signals.

The worker's client calls back from its reader thread; queued signals bring everything to the window's thread, in order.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from msgspec.structs import replace
from PySide6.QtCore import QObject, Qt, QTimer, Signal

from blockloom.app.canvas.scene.translation import translated
from blockloom.app.window.run.worker_names import PrintedLines, WorkerInterests, WorkerNames
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
_CLOSE = 1.0  # most seconds for closing sessions on a target when the window closes
_STOP_MS = 5000  # a last resort: the worker and the client end a run that ignores Stop earlier
_STOP_OPENING_MS = 2000  # milliseconds for the end of a compilation, which cannot be stopped


# Requests with a document whose ops run, either at once or after further requests.
EXECUTING = (requests.OpenRequest, requests.PreviewDatasetRequest, requests.CompareModelsRequest)


class WorkerFactory(Protocol):
    """A function that creates a worker, whose listeners are called from other threads."""

    def __call__(
        self, on_event: Callable[[Event], None], on_death: Callable[[str], None], on_output: Callable[[str], None]
    ) -> Worker: ...


def _client_worker(
    on_event: Callable[[Event], None], on_death: Callable[[str], None], on_output: Callable[[str], None]
) -> Worker:
    from blockloom.runtime.worker.client import Worker  # late, so that the window opens quickly

    return Worker(on_event, on_death, on_output)


class WorkerSession(QObject):
    """The worker process of a window, which is restarted when it dies.

    `state` is OFF (no process), IDLE, OPENING (compiling the page), RUNNING or STOPPING (either). `process` is the
    worker process, None before the first start. `page` is the page that was opened last.
    """

    state_changed = Signal(str)
    catalogue_written = Signal(object)  # a CatalogueWrittenReply
    opened = Signal(object)  # an OpenedReply
    progressed = Signal(object)  # a ShownStep
    far = Signal()  # `progress` has changed
    waiting = Signal(object)  # list of WaitingBlock
    ended = Signal(object)  # a RunEndedReply
    was_reset = Signal()
    died = Signal(str)  # reason, "" if another process takes its place
    failed = Signal(str)  # why the worker refused a request, for the user
    printed = Signal(str)  # output of print ops, see `PrintedLines`
    silent = Signal(str)  # why the worker does not answer, each second; "" when it answers again
    saving = Signal(int, float)  # job, share of its file that is written
    comparing = Signal(int, int, int)  # job, number of compared outputs, number of all outputs
    building = Signal(str)  # address of the block that TensorFlow builds next, for careful requests
    _told = Signal(object)  # an Event
    _answered = Signal(object)  # a Future that is done
    _lost = Signal(str)

    def __init__(self, worker_factory: WorkerFactory | None = None, parent: QObject | None = None):
        super().__init__(parent)
        self._factory = worker_factory or _client_worker
        self.process: Worker | None = None
        self._pending: dict[Future[Any], tuple[Callable[[Any], None], Callable[[str], None] | None]] = {}
        self.permits: Callable[[str], bool] = lambda page: True  # function that returns whether a page may run
        # Arguments of the next OpenRequest.
        self.pinned: Mapping[Address, int] = {}
        self.gradients: str | None = None
        self.tapped_pages: tuple[str, ...] = ()
        self.breakpoint_pages: tuple[str, ...] = ()
        self.names = WorkerNames()
        self._looks = WorkerInterests(self.names, self._send, self.progressed.emit)
        self._open_now: requests.OpenRequest | None = None  # request whose page the worker has compiled
        self._ticket = 0  # number of the latest run request: one that was stopped must not start
        self._heard = False  # whether this worker has answered
        self._closed = False
        self._stuck = False  # whether the worker is being killed because it ignored Stop
        self._replaced = False  # whether the worker is being killed and replaced by another one
        self._compiles = False  # whether the worker is compiling the page, and not running it yet
        self.state = OFF
        self.idle_death = ""  # why the last worker died, "" if during a run
        self.page = ""
        self.owner = 0  # number of the open document
        self.folder = ""  # the folder of the document
        self._owner: int | None = None  # number of the document whose sessions the worker has
        self.target: TargetSpec | None = None  # target on which the page was opened last; None for this machine
        self.step = 0
        self.progress: events.ProgressEvent | None = None  # progress of the current run
        self._told.connect(self._on_event, Qt.ConnectionType.QueuedConnection)
        self._answered.connect(self._on_answer, Qt.ConnectionType.QueuedConnection)
        self._lost.connect(self._on_death, Qt.ConnectionType.QueuedConnection)
        self._patience = QTimer(self, singleShot=True, timeout=self._give_up)
        self._printed = PrintedLines(self)
        self._printed.lines_printed.connect(self.printed)

    @property
    def ready(self) -> bool:
        """True once the worker has answered, and so has imported TensorFlow."""
        return self._heard

    @property
    def pid(self) -> int | None:
        """The process id of the worker, None if not running."""
        return self.process.pid if self.process is not None else None

    def start(self) -> bool:
        """Start the worker if it is not running. Return False, with `failed`, if that is impossible."""
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
        except Exception as error:  # catches everything, because the user can fix the environment
            self.failed.emit(self.tr("The worker cannot be started: {}").format(translated(error.__cause__ or error)))
            return False
        self._heard = self._stuck = False
        self._open_now = None
        self._looks.forget_sent()
        self._owner = None
        self._set(IDLE)
        return True

    def restart(self) -> None:
        """Replace the worker by a process of the selected TensorFlow environment.

        `died` is emitted without a reason, and `catalogue_written` when the new process has answered.
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
            if self.target is not None and self.process.alive:  # otherwise sessions on a target would remain open
                with contextlib.suppress(Exception):
                    self.process.call(requests.CloseRequest(), _CLOSE)
            self.process.close()

    def new_document(self) -> None:
        """End the sessions of the closed document, and ignore their replies."""
        self.stop()
        self.owner += 1
        self.step, self.page, self._open_now = 0, "", None
        self._looks.forget()
        self.names.clear()
        self._end_sessions()

    def _foreign(self) -> bool:
        """Return whether the worker has sessions of a closed document."""
        return self._owner not in (None, self.owner)

    def _end_sessions(self) -> None:
        """End the sessions of a closed document, after their run has ended."""
        if self.state != IDLE or not self._foreign():
            return
        ticket, self._owner = self._ticket, None

        def done(reply: DoneReply) -> None:
            if ticket == self._ticket:
                self.target = None

        self._send(requests.SetDocumentRequest(self.owner), done, lambda why: None)

    def fetch_catalogue(self) -> None:
        """Have the worker write the catalogue, and emit `catalogue_written`."""
        if self.start():
            self._send(requests.WriteCatalogueRequest(), self.catalogue_written.emit)

    def run(
        self,
        text: str,
        page: str,
        mode: RunMode,
        target: TargetSpec | None = None,
        breakpoints: Sequence[Breakpoint] = (),
    ) -> bool:
        """Open the page if the worker has another text, then run it.

        Args:
            text: The document.
            mode: The number of steps, or another end.
            target: Where the page runs. Each run on a target opens the page again, since tasks may have changed.
            breakpoints: The breakpoints.

        Returns:
            False if a run is active or the worker cannot be started.
        """
        return self._open(
            text, page, target, lambda: self._run(requests.RunRequest(mode=mode, breakpoints=breakpoints))
        )

    def go_on(self, breakpoints: Sequence[Breakpoint], tried: bool) -> None:
        """Continue a paused run, with the overrides if `tried`."""
        self._run(requests.RunRequest(breakpoints=breakpoints, continue_with="tried" if tried else "plain"))

    def initialise(self, text: str, page: str, blocks: list[str], target: TargetSpec | None = None) -> bool:
        """Open the page and initialise variables; `ended` follows. Return False as `run` does."""
        return self._open(text, page, target, lambda: self._run(requests.InitialiseRequest(blocks=blocks)))

    def go_back(self, step: int) -> bool:
        """Rewind the open page to a step; `ended` follows. Return False if the worker is not idle."""
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
        """Open the page with the recording in a file. Return False as `run` does."""
        return self._open(text, page, target, lambda: self._ask_of_page(requests.OpenHistoryRequest(path), done))

    def restore(
        self,
        text: str,
        page: str,
        path: str,
        done: Callable[[RestoreVariablesReply], None],
        target: TargetSpec | None = None,
    ) -> bool:
        """Open the page and restore its variables from a file. Return False as `run` does."""

        def restored(reply: RestoreVariablesReply) -> None:
            done(replace(reply, shown=self.names.translate_step(reply.shown)))

        return self._open(
            text, page, target, lambda: self._ask_of_page(requests.RestoreVariablesRequest(path), restored)
        )

    def _ask_of_page(self, request: Request[R], done: Callable[[R], None]) -> None:
        self._compiles = False
        self._set(IDLE)
        self._send(request, done, self._refused)

    def _open(self, text: str, page: str, target: TargetSpec | None, then: Callable[[], None]) -> bool:
        """Open a page unless it is open, and call `then` if it has no errors."""
        if self.state in (OPENING, RUNNING, STOPPING) or not self.start():
            return False
        self._ticket += 1
        ticket, self.page, self.target = self._ticket, page, target
        request = requests.OpenRequest(
            text,
            page,
            target=target,
            owner=self.owner,
            folder=self.folder,
            tapped_pages=self.tapped_pages,
            breakpoint_pages=self.breakpoint_pages,
            watched=True,
            pinned_values=Numbers(self.pinned),
            gradients=self.gradients,
            recording_budget=past_size() << 20,
        )
        if self._open_now == request and target is None:
            then()
            return True
        self._compiles = True
        self._set(OPENING)

        def done(reply: OpenedReply) -> None:
            if not any(problem.severity == ERROR for problem in reply.problems):
                self._open_now = request
            else:
                self.names.compiled(*before)  # the worker still has the previous page
            if ticket != self._ticket or self.state != OPENING:
                self._stopped_opening()
                return
            self.opened.emit(reply)
            if self._open_now == request:
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
        self._send(request, done, refused)
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
        """Send a request that is answered as a run."""
        owner = self.owner

        def done(reply: RunEndedReply) -> None:
            self._patience.stop()
            self._stuck = reply.is_stuck
            if owner == self.owner:
                self.step = reply.step
            self._set(STOPPING if self._stuck else IDLE)  # a worker that ignored Stop is being killed
            if owner == self.owner:
                self.ended.emit(self.names.translate_end(reply))

        self._compiles, self.progress = False, None
        self._set(RUNNING)
        self._looks.send_watches()
        self._looks.send_visible_blocks()
        self._send(request, done, self._refused)

    def watch(self, watches: Sequence[Watch], held: bool = False) -> None:
        """Set the outputs that monitors show; `progressed` brings their values.

        Args:
            watches: The outputs.
            held: Whether the worker has results of the page, so that values are there between runs too.
        """
        self._looks.watches = watches
        if self.state == RUNNING or held and self.state == IDLE:
            self._looks.send_watches()

    @property
    def runs(self) -> bool:
        """True during a run."""
        return self.state == RUNNING

    def set_visible_blocks(
        self, visible_blocks: Collection[Address] | None, always: bool = False, side_outputs: Collection[Address] = ()
    ) -> None:
        """Set the visible blocks: runs of several steps fetch only their results.

        Args:
            visible_blocks: The visible blocks; None is all.
            always: Whether runs of one step fetch only their results too.
            side_outputs: Blocks that are open in a table or viewer.
        """
        self._looks.visible_blocks, self._looks.always, self._looks.side_outputs = visible_blocks, always, side_outputs
        if self.state == RUNNING:
            self._looks.send_visible_blocks()

    def stop(self) -> None:
        """Stop the run or the compilation. A worker that does not react is killed."""
        if self.state in (OPENING, RUNNING):
            self._patience.start(_STOP_OPENING_MS if self.state == OPENING and self._heard else _STOP_MS)
            self._ticket += self.state == OPENING
            self._set(STOPPING)
            self._send(requests.StopRequest())

    def reset(self) -> None:
        """Reset the state of all sessions; `was_reset` follows."""

        def done(reply: DoneReply) -> None:
            self.step = 0
            self.was_reset.emit()

        if self.state in (OFF, IDLE) and self.start():
            self._send(requests.ResetRequest(), done)

    def ask(self, request: Request[R], done: Callable[[R | None], None]) -> None:
        """Send a request that is not a run.

        Args:
            request: The request. Its `output`, if any, has the present name.
            done: Gets the reply, None if there is none.
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
        """Send a request. If the worker dies before the reply, `_on_death` calls `failed`."""
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

    def _set(self, state: str) -> None:
        self.state = state
        self._end_sessions()
        self.state_changed.emit(state)

    def _hears(self) -> None:
        """Note that the worker has answered, and so has imported TensorFlow."""
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
        else:  # a cancelled request may end before TensorFlow is imported
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
                self.progressed.emit(self.names.translate_step(event.shown))
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
        elif again:  # a worker that never answered would die again: the next request starts it
            self.start()

    def _give_up(self) -> None:
        if self.state == STOPPING and self.process is not None:
            self._stuck = True
            self.process.kill()
