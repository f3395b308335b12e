"""The worker as the window sees it: requests go out, replies and events come back as Qt signals.

The worker calls back from its reader thread; queued signals bring everything to the window's thread, in order.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from blockloom.app.canvas.scene.words import translated
from blockloom.app.window.runs.printed_lines import PrintedLines
from blockloom.runtime.run.renames import Names

if TYPE_CHECKING:
    from blockloom.blocks.document.addresses import Address
from blockloom.blocks.results.run_modes import RunMode

OFF, IDLE, OPENING, RUNNING, STOPPING = "off", "idle", "opening", "running", "stopping"
_CLOSE = 1.0     # seconds for the sessions on a target to end when the window closes
_STOP_MS = 5000  # worker and client both end a run that ignores Stop sooner; this is for when neither can
_STOP_OPENING_MS = 2000  # a page that is being compiled cannot be told to stop: this long it may still come to its end


def _client_worker(**callbacks: Any) -> Any:
    from blockloom.runtime.worker.client import Worker  # when it is needed: after the first paint
    return Worker(**callbacks)


class WorkerSession(QObject):
    """One worker process, started again whenever it dies.

    `state` is OFF (no process), IDLE, OPENING (the page is being compiled), RUNNING or STOPPING (either). `page` is the
    page that was opened last.
    """

    state_changed = Signal(str)
    catalogue_written = Signal(object)  # {"path", "tensorflow"}
    opened = Signal(object)             # the reply to "open"
    progressed = Signal(object)         # {"step", "results"}
    waiting = Signal(object)            # list of {"block", "has", "needs", "text"}
    ended = Signal(object)              # the reply to "run"
    was_reset = Signal()
    died = Signal(str)                  # why
    failed = Signal(str)                # a request that the worker refused, for the user
    printed = Signal(str)               # what ops printed since the last time: see PrintedLines
    silent = Signal(str)                # why nothing is heard from the worker, each second; "": it is heard again
    saving = Signal(int, float)         # a job and how much of its file is written
    comparing = Signal(int, int, int)   # a job, how many outputs of it are compared, and of how many
    building = Signal(str)              # the address of what TensorFlow is given next, where a request is careful
    _arrived = Signal(object)
    _lost = Signal(str)

    def __init__(self, worker_factory: Callable[..., Any] | None = None, parent: QObject | None = None):
        super().__init__(parent)
        self._factory = worker_factory or _client_worker
        self._worker: Any = None
        self._replies: dict[int, tuple[Callable[[dict], None], Callable[[str], None] | None]] = {}
        self._watches: list = []                        # what monitors show, and what this worker knows of it
        self._watches_now: list = []
        self._looked: Collection[Address] | None = None     # see look, and what this worker knows of it
        self._always = False
        self._looked_now: tuple[list[str] | None, bool] = None, False
        self.tapped: tuple[str, ...] = ()               # pages that are looked into: see runtime.run.opening.Asked
        self.names = Names()                            # of blocks that were renamed since it compiled the page
        self._open_now: tuple | None = None             # text, page and target that the worker has compiled
        self._ticket = 0                                # of the latest run request: a stopped one must not start
        self._heard = False                             # whether this worker ever answered
        self._closed = False
        self._stuck = False                             # the worker is ended: it ignored that it was stopped
        self._compiles = False                          # of what was asked last: the page, and not yet the run of it
        self.state = OFF
        self.idle_death = ""                            # why the last worker died, "" where it had a run
        self.page = ""
        self.owner = 0                                  # the document, as a number that the worker is told
        self.folder = ""                                # where it lies
        self._owner: int | None = None                  # that whose sessions the worker has
        self.target: dict | None = None                 # where the page was opened last; None: on this machine
        self.step = 0
        self._arrived.connect(self._on_message, Qt.ConnectionType.QueuedConnection)
        self._lost.connect(self._on_death, Qt.ConnectionType.QueuedConnection)
        self._patience = QTimer(self, singleShot=True, interval=_STOP_MS)
        self._hurry = QTimer(self, singleShot=True, interval=_STOP_OPENING_MS)
        for timer in (self._patience, self._hurry):
            timer.timeout.connect(self._give_up)
        self._printed = PrintedLines(self)
        self._printed.told.connect(self.printed)

    # --- the process ----------------------------------------------------------------------------------------------

    @property
    def ready(self) -> bool:
        """Whether the worker has answered since it was started (TensorFlow is imported)."""
        return self._heard

    @property
    def pid(self) -> int | None:
        return self._worker.pid if self._worker is not None else None

    def start(self) -> bool:
        """Start the worker if there is none; False (and `failed`) where that is impossible."""
        if self._closed or self.state != OFF:
            return not self._closed
        try:
            if self._worker is None:
                self._worker = self._factory(on_message=lambda message, arrays: self._emit(
                                                 self._arrived, {**message, "arrays": arrays} if arrays else message),
                                             on_death=lambda reason: self._emit(self._lost, translated(reason)),
                                             on_output=self._printed.take)
            self._worker.start()
        except Exception as error:  # whatever keeps it from starting is the user's to know
            self.failed.emit(self.tr("The worker cannot be started: {}").format(translated(error.__cause__ or error)))
            return False
        self._heard = self._stuck = False
        self._open_now = None
        self._watches_now, self._looked_now = [], (None, False)
        self._owner = None
        self._set(IDLE)
        return True

    def _emit(self, signal: Any, *values: object) -> None:
        if not self._closed:
            signal.emit(*values)

    def close(self) -> None:
        """End the worker for good."""
        self._closed = True
        self._be_patient()
        self._printed.close()
        if self._worker is not None:
            if self.target is not None and self._worker.alive:  # there, its sessions would outlive it
                with contextlib.suppress(Exception):
                    self._worker.call("close", within=_CLOSE)
            self._worker.close()

    # --- requests -------------------------------------------------------------------------------------------------

    def new_document(self) -> None:
        """Another document is in the window: the sessions of the one before end, and none of what they say is heard."""
        self.stop()
        self.owner += 1
        self.step, self.page, self._open_now = 0, "", None
        self._watches, self._watches_now = [], []
        self._looked, self._looked_now = None, (None, False)
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

        def done(reply: dict) -> None:
            if ticket == self._ticket:
                self.target = None
        self._send("own", done, lambda why: None, owner=self.owner)

    def fetch_catalogue(self) -> None:
        """Have the catalogue written; `catalogue_written` tells where."""
        if self.start():
            self._send("catalogue", self.catalogue_written.emit)

    def run(self, text: str, page: str, mode: RunMode, target: dict | None = None) -> bool:
        """Open the document's page if the worker has another text, then run it.

        `target` is that of the worker's "open": there each run opens anew, since tasks may have come and gone. Of a
        timed run "times" tell how long each block takes.
        False where a run is under way or the worker cannot be started.
        """
        return self._open(text, page, target, lambda: self._do("run", timeout=None, **mode.fields()))

    def initialise(self, text: str, page: str, blocks: list[str], target: dict | None = None) -> bool:
        """Give variables of the page, as it is in this text, their initial values; `ended` tells when.
        False as of `run`."""
        return self._open(text, page, target, lambda: self._do("initialise", blocks=blocks))

    def restore(self, text: str, page: str, path: str, done: Callable[[dict], None],
                target: dict | None = None) -> bool:
        """Give the variables of the page, as it is in this text, the values in a file; `done` gets the reply of the
        worker's "restore". False as of `run`."""
        def then() -> None:
            self._compiles = False
            self._set(IDLE)
            self._send("restore", lambda reply: done(self.names.ours(reply)), self._refused, path=path)
        return self._open(text, page, target, then)

    def _open(self, text: str, page: str, target: dict | None, then: Callable[[], None]) -> bool:
        """Open a page unless it is open; where it has no errors, go on with `then`."""
        if self.state in (OPENING, RUNNING, STOPPING) or not self.start():
            return False
        self._ticket += 1
        ticket, self.page = self._ticket, page
        wanted, self.target = (self.owner, self.folder, text, page, target, self.tapped), target
        if self._open_now == wanted and target is None:
            then()
            return True
        self._compiles = True
        self._set(OPENING)

        def done(reply: dict) -> None:
            if not any(problem[0] == "error" for problem in reply.get("problems", ())):
                self._open_now = wanted
            if ticket != self._ticket or self.state != OPENING:
                self._stopped_opening()
                return
            self.opened.emit(reply)
            if self._open_now == wanted:
                then()
            else:
                self._set(IDLE)

        def refused(why: str) -> None:
            if ticket == self._ticket:
                self._refused(why)
            else:
                self._stopped_opening()
        self._open_now = None
        self.names.clear(page)
        where: dict[str, Any] = {} if target is None else {"target": target}
        if self.folder:
            where["folder"] = self.folder
        if self.tapped:
            where["tapped"] = list(self.tapped)
        self._owner = self.owner
        self._send("open", done, refused, document=text, page=page, owner=self.owner, **where)
        return True

    def _stopped_opening(self) -> None:
        self._be_patient()
        if self.state == STOPPING:
            self._set(IDLE)

    def _refused(self, why: str) -> None:
        self._patience.stop()
        if self.state != OFF:
            self._set(IDLE)
            self.failed.emit(why)

    def _do(self, do: str, **fields: Any) -> None:
        """A run, or what is answered as one."""
        owner = self.owner

        def done(reply: dict) -> None:
            self._patience.stop()
            self._stuck = bool(reply.get("stuck"))
            if owner == self.owner:
                self.step = reply.get("step", self.step)
            self._set(STOPPING if self._stuck else IDLE)  # a stuck one dies now
            if owner == self.owner:
                self.ended.emit(self.names.ours(reply))
        self._compiles = False
        self._set(RUNNING)
        self._send_watches()
        self._send_looked()
        self._send(do, done, self._refused, **fields)

    def watch(self, watches: list, held: bool = False) -> None:
        """What monitors show (see blocks.results.monitors.Watch): `progressed` brings it, of a run under way too, and
        between runs where the worker holds (`held`) what they show."""
        self._watches = watches
        if self.state == RUNNING or held and self.state == IDLE:
            self._send_watches()

    def _send_watches(self) -> None:
        watches = [watch._replace(at=at).row() for watch in self._watches if (at := self.names.theirs(watch.at))]
        if watches != self._watches_now:
            self._watches_now = watches
            self._send("watch", lambda reply: self.progressed.emit(self.names.ours(reply)) if "monitors" in reply
                       else None, watches=watches)

    @property
    def runs(self) -> bool:
        """Whether a run is under way."""
        return self.state == RUNNING

    def look(self, blocks: Collection[Address] | None, always: bool = False) -> None:
        """The blocks on the page whose results can be looked at; None: all. Runs of several steps fetch these alone of
        a large page, the one under way included; `always`: those of one step, too."""
        self._looked, self._always = blocks, always
        if self.state == RUNNING:
            self._send_looked()

    def _send_looked(self) -> None:
        blocks = None if self._looked is None else sorted(map(str, filter(None, map(self.names.theirs, self._looked))))
        if (blocks, self._always) != self._looked_now:
            self._looked_now = blocks, self._always
            self._send("look", blocks=blocks, always=self._always)

    def stop(self) -> None:
        """End the run, or its preparation; a worker that does not react is killed."""
        if self.state in (OPENING, RUNNING):
            (self._hurry if self.state == OPENING and self._heard else self._patience).start()
            self._ticket += self.state == OPENING
            self._set(STOPPING)
            self._send("stop")

    def reset(self) -> None:
        """Drop the state of all sessions; `was_reset` tells when."""
        def done(reply: dict) -> None:
            self.step = 0
            self.was_reset.emit()
        if self.state in (OFF, IDLE) and self.start():
            self._send("reset", done)

    def ask(self, do: str, done: Callable[[dict | None], None], output: Address | None = None, **fields: Any) -> None:
        """Ask about the last result of an output ("tensor", "slice", "about", "odd", "save"; "cancel"), about the page
        as it is edited ("types", "try") or about a config ("config_schema", "check_config"). `done` gets the reply,
        with the arrays that came along as "arrays", or None where the worker has no answer."""
        theirs = output and self.names.theirs(output)
        if theirs is not None:
            fields["output"] = str(theirs)
        if self.state == OFF or theirs != output and theirs is None:
            done(None)
        else:
            self._send(do, done, lambda why: done(None), **fields)

    def _send(self, do: str, done: Callable[[dict], None] = lambda reply: None,
              failed: Callable[[str], None] | None = None, **fields: Any) -> None:
        try:
            self._replies[self._worker.send(do, **fields)] = done, failed
        except Exception as error:  # a pipe that broke a moment ago: the news of the death is on its way
            if do not in ("open", "run", "initialise") and failed is not None:
                failed(translated(error))

    # --- what comes back ------------------------------------------------------------------------------------------

    def _set(self, state: str) -> None:
        self.state = state
        self._end_sessions()
        self.state_changed.emit(state)

    def _on_message(self, message: dict) -> None:
        if self._closed:
            return
        if message.get("event") == "silent":
            self.silent.emit(translated(message["text"]))
            return
        # An answer that refuses may come before TensorFlow is there: to what was stopped before it began.
        first = not self._heard and "failed" not in message
        self._heard = self._heard or first
        if first:
            self.state_changed.emit(self.state)
        if "reply" in message:
            done, failed = self._replies.pop(message["reply"], (None, None))
            if "failed" not in message:
                if done is not None:
                    done(message)
            elif failed is not None:
                failed(translated(message["failed"]))
            else:
                self.failed.emit(translated(message["failed"]))
        elif self._foreign() and message.get("event") in ("results", "waiting"):
            return
        elif message.get("event") == "results":
            self.step = message.get("step", self.step)
            self.progressed.emit(self.names.ours(message))
        elif message.get("event") == "building":
            self.building.emit(message["at"])
        elif message.get("event") == "saving":
            self.saving.emit(message["job"], message["done"])
        elif message.get("event") == "comparing":
            self.comparing.emit(message["job"], message["done"], message["of"])
        elif message.get("event") == "waiting":
            self.waiting.emit(self.names.ours(message).get("blocks", []))

    def _on_death(self, reason: str) -> None:
        if self._closed or self.state == OFF:
            return
        self._be_patient()
        self.idle_death = reason if self.state == IDLE else ""
        asked, self._replies = list(self._replies.values()), {}
        self._open_now, again = None, self._heard
        if self._stuck:
            reason = self.tr("the page was still being compiled, so its process was ended") if self._compiles else \
                self.tr("an operation did not react to Stop, so its process was ended")
        self.silent.emit("")
        self._set(OFF)
        for _, failed in asked:
            if failed is not None:
                failed(reason)
        self.died.emit(reason)
        if again:  # one that never answered would only die again: it is started when it is next needed
            self.start()

    def _be_patient(self) -> None:
        """It reacted."""
        self._patience.stop()
        self._hurry.stop()

    def _give_up(self) -> None:
        if self.state == STOPPING:
            self._stuck = True
            self._worker.kill()
