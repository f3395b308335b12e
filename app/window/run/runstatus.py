"""The display of a run: its status, execution times of blocks, and gradients on wires."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from msgspec.structs import replace
from PySide6.QtCore import QObject, QTimer, Signal

from blockloom.app.canvas.page.marks import TIMES, BlockNumbers, time_text
from blockloom.app.canvas.scene.translation import tr, translated
from blockloom.app.canvas.widget import Canvas
from blockloom.app.window.document.tabs import PageTabs
from blockloom.app.window.document.workspace import PageName, Workspace
from blockloom.app.window.run.page_results import PageResults
from blockloom.app.window.run.worker_session import IDLE, OFF, OPENING, RUNNING, STOPPING, WorkerSession
from blockloom.app.window.user_settings import settings
from blockloom.blocks.catalogue.block_types import SESSIONS
from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.document.addresses import Address, parse, spelled
from blockloom.blocks.document.addresses import spelled as shown
from blockloom.blocks.editing.identities import FollowedValues
from blockloom.blocks.results.run_modes import epoch_progress, epochs_outcome, final_text
from blockloom.runtime.protocol.records import BlockTimesMessage as BlockTimes
from blockloom.runtime.protocol.records import WaitingBlock
from blockloom.runtime.protocol.replies import RunEndedReply

RUNS = 250  # milliseconds until a run is marked on its Session blocks


class RunStatus(QObject):
    """The status of the run: its page, progress, waiting blocks, and the outcome of the last run."""

    status_changed = Signal(str, str)  # a status bar message, and one of the window's colours or ""
    page = PageName()  # page that runs, or ran last
    worker_page = PageName()  # page whose tensors the worker has

    def __init__(self, workspace: Workspace, tabs: PageTabs, worker: WorkerSession):
        super().__init__(tabs)
        self.workspace, self._tabs, self._worker = workspace, tabs, worker
        self.outcome = ""  # text about the outcome of the last run
        self.bad = False  # whether the outcome is an error
        self._is_of_page = False  # whether the outcome is shown only while `page` is in front
        self.waiting: dict[str, str] = {}  # block on the running page -> reason why it waits
        self.past_step = 0  # shown past step, 0 for none
        self.last = 0  # latest step while a past one is shown
        self._silent = ""  # why the worker does not answer, "" if it does
        self._running = QTimer(self, singleShot=True, interval=RUNS, timeout=self._show_running)
        tabs.current_changed.connect(self.show)
        worker.state_changed.connect(lambda _: self.show())
        worker.far.connect(self.show)
        worker.waiting.connect(self.wait)
        worker.silent.connect(self._is_silent)

    def set(self, outcome: str = "", bad: bool = False, of_page: bool = False) -> None:
        """Set the outcome of a run, "" if one begins.

        Args:
            bad: Whether the outcome is an error.
            of_page: Whether the outcome is shown only while the page of the run is in front.
        """
        self.outcome, self.bad, self._is_of_page = outcome, bad, of_page

    def tell(self, outcome: str, bad: bool = False) -> None:
        """Set and show the outcome of a run."""
        self.set(outcome, bad)
        self.show()

    def wait(self, blocks: Sequence[WaitingBlock]) -> None:
        """Set and show the blocks that wait."""
        self.waiting = {entry["block"]: translated(entry["text"]) for entry in blocks}
        for canvas in self._tabs.canvases():
            self.show_on(canvas)
        self.show()

    def show_on(self, canvas: Canvas) -> None:
        """Mark the waiting blocks of a canvas."""
        found = ((canvas.open_page.block_at(parse(at, self.page)), text) for at, text in self.waiting.items())
        canvas.annotations.set_waiting({block: text for block, text in found if block})

    def _is_silent(self, why: str) -> None:
        if why and not self._silent:
            self.workspace.tell(why, "warning")
        self._silent = why
        self.show()

    def show(self) -> None:
        """Show the status in the status bar and on the Session blocks."""
        worker = self._worker
        hidden = self._is_of_page and self._tabs.top() != self.page
        outcome, severity = ("", "") if hidden else (self.outcome, "error" if self.bad else "")
        idle = self.tr("idle") if self.workspace.catalogue.version else self.tr("reading TensorFlow's ops…")
        compiling = self.tr("compiling {}…").format(self.page)
        compiling = compiling if worker.ready else self.tr("starting TensorFlow…")
        text = {
            OFF: outcome or self.tr("no worker"),
            IDLE: outcome or idle,
            OPENING: compiling,
            RUNNING: self._far(),
            STOPPING: self.tr("stopping…"),
        }[worker.state]
        if self.past_step and worker.state == IDLE and self.worker_page == self._tabs.top():
            text = self.tr("past step {0} of {1}").format(self.past_step, self.last)
            severity = "warning"
        if worker.state in (OPENING, RUNNING, STOPPING):
            severity = "warning" if self.waiting else "good"
        if self.waiting and worker.state == RUNNING:
            text = "; ".join(
                self.tr("{} waits: {}").format(spelled(at), what) for at, what in list(self.waiting.items())[:3]
            )
        if self._silent:
            text, severity = self._silent, "warning"
        self.status_changed.emit(text, severity)
        if worker.state not in (RUNNING, STOPPING):
            self._running.stop()
            self._show_running()
        elif not self._running.isActive():
            self._running.start()

    def _far(self) -> str:
        """Return the progress of the run as a text."""
        told = self._worker.progress
        if told is None or not told.epochs:
            return self.tr("running, step {}").format(self._worker.step)
        return translated(epoch_progress(self._worker.step, told.epoch, told.epochs, told.validates, told.seconds_left))

    def _show_running(self) -> None:
        """Mark the Session blocks of the page that runs."""
        runs = self._worker.state in (RUNNING, STOPPING) and self.page
        for canvas in self._tabs.canvases():
            canvas.annotations.set_running(
                [block.id for block in canvas.page.blocks.values() if block.type in SESSIONS]
                if runs and canvas.open_page.name == self.page
                else ()
            )


def outcome_text(reply: RunEndedReply, until: str, initialised: Sequence[str]) -> str:
    """Return the outcome of a run as a text.

    Args:
        reply: The end of the run.
        until: The condition of Run Until, "" for none.
        initialised: The variables to initialise, if that was the request.
    """
    step, how = reply.step, reply.outcome
    if until and how == "done":
        met = tr("done, step {0}: {1} is true") if reply.condition_met else tr("done, step {0}: {1} is false")
        return met.format(step, until)
    if initialised and how != "done":
        return tr("not initialised: {0}").format(listed(initialised))
    if initialised:
        one, many = tr("step {0}: {1} has its initial value"), tr("{1} initialised, at step {0}")
        return (one if len(initialised) == 1 else many).format(step, listed(initialised))
    if (reply.best_epoch or reply.stopped_early) and how in ("done", "stopped"):
        best, early, restored = reply.best_epoch, reply.stopped_early, reply.best_restored
        why = translated(epochs_outcome(reply.epochs, best, early, restored))
        return _with_metrics(reply, tr("step {0}: {1}").format(step, why))
    if reply.final_metrics and how == "done":
        return _with_metrics(reply, tr("done, step {}").format(step))
    if how == "end" or how == "done" and reply.epochs:
        data = listed([reply.exhausted_block] if reply.exhausted_block else [])
        return tr("step {0}: end of the data of {1}").format(step, data)
    if reply.validation_interrupted and how in ("error", "timeout"):
        return tr("the validation of epoch {0} failed or timed out").format(reply.epochs)
    if how == "error":
        return tr("step {}, failed").format(step + 1)
    return {
        "done": tr("done, step {}"),
        "stopped": tr("stopped after step {}"),
        "timeout": tr("timed out after step {}"),
    }.get(how, tr("step {}, failed")).format(step)


def _with_metrics(reply: RunEndedReply, text: str) -> str:
    return tr("{0}; {1}").format(text, translated(final_text(reply.final_metrics))) if reply.final_metrics else text


def with_final_metrics(reply: RunEndedReply) -> RunEndedReply:
    """Return the end of a run with its final metrics as the text of the Validation block's history."""
    pins = reply.shown.results.get(reply.validation, {})
    summary = pins.get("history")
    if not reply.final_metrics or summary is None:
        return reply
    history = {**summary, "text": translated(final_text(reply.final_metrics))}
    results = {**reply.shown.results, reply.validation: {**pins, "history": history}}
    return replace(reply, shown=replace(reply.shown, results=results))


def listed(blocks: Iterable[str]) -> str:
    """Return the names of blocks, given as texts of their addresses, as one text."""
    return ", ".join(map(spelled, blocks))


_SAID = 5  # number of the slowest blocks that are named


class BlockTimings(QObject):
    """Execution times of blocks. `on` is stored in the settings."""

    toggled = Signal(bool)

    def __init__(self, workspace: Workspace, tabs: PageTabs, pages: PageResults):
        super().__init__(tabs)
        self.workspace, self.tabs, self.pages = workspace, tabs, pages
        self.on = settings().value("times") in (True, "true")

    def toggle(self) -> None:
        """Show execution times from the next run on, or hide them."""
        self.on = not self.on
        settings().setValue("times", self.on)
        self.toggled.emit(self.on)
        if not self.on:
            self.clear()
        self.workspace.say(
            self.tr("The next run measures the time of each block") if self.on else self.tr("Runs are no longer timed")
        )

    def clear(self) -> None:
        """Forget all times."""
        for run in self.pages.runs.values():
            run.times = FollowedValues()
        self.show()

    def update(self, page: str, times: BlockTimes | None, ended: bool = False) -> None:
        """Show the times of a run; at its end, list the slowest blocks in a message."""
        if not times or not self.on:
            return
        blocks = times["blocks"]
        self.pages.run_of(page).times = FollowedValues({parse(text): took for text, took in blocks.items()})
        self.show()
        if ended and blocks:
            slowest = sorted(blocks, key=lambda b: (-blocks[b], b))[:_SAID]
            self.workspace.tell(
                self.tr("{0}: a step takes {1} (mean of {2}); slowest: {3}").format(
                    page,
                    time_text(times["step"]),
                    times["steps"],
                    ", ".join(f"{shown(b)} {time_text(blocks[b])}" for b in slowest),
                )
            )

    def on_canvas(self, canvas: Canvas) -> dict[str, float]:
        """Return the times of the blocks of a canvas; that of an instance is the sum of its blocks."""
        times: dict[str, float] = {}
        top = canvas.open_page.top
        for at, took in self.of_page(top).items():
            block = canvas.open_page.block_at(at._replace(page=at.page or top))
            if block:
                times[block] = times.get(block, 0.0) + took
        return times

    def of_page(self, page: str) -> Mapping[Address, float]:
        """Return the times of a page's blocks, in microseconds."""
        return self.pages.run_of(page).times

    def show(self) -> None:
        """Show the times on all canvases."""
        for canvas in self.tabs.canvases():
            self.show_on(canvas)

    def show_on(self, canvas: Canvas) -> None:
        """Show the times on a canvas."""
        canvas.annotations.set_numbers(
            BlockNumbers(TIMES, self.tr("Time in a step"), self.on_canvas(canvas), is_time=True)
        )


_STEPS = ("minimize", "compute", "differentiate")


class WireGradientsView(QObject):
    """Gradients of the loss on wires. `on` is stored in the settings."""

    toggled = Signal(bool)

    def __init__(self, workspace: Workspace, tabs: PageTabs):
        super().__init__(tabs)
        self.workspace, self.tabs = workspace, tabs
        self.on = settings().value("gradients") in (True, "true")

    def toggle(self) -> None:
        """Show gradients from the next run on, or hide them."""
        self.on = not self.on
        settings().setValue("gradients", self.on)
        self.toggled.emit(self.on)
        for canvas in self.tabs.canvases():
            self.show_on(canvas)
        self.workspace.say(
            self.tr("The next run shows the size of the gradient of the loss on each wire")
            if self.on
            else self.tr("Gradients are no longer shown on wires")
        )

    def requested(self) -> str | None:
        """Return the argument `gradients` of `OpenRequest`: the selected block if it computes gradients."""
        if not self.on:
            return None
        canvas = self.tabs.canvas()
        blocks = [canvas.page.blocks[name] for name in sorted(canvas.selection() & canvas.page.blocks.keys())]
        return next((block.id for block in blocks if traits_of(block.type).step in _STEPS), "")

    def show_on(self, canvas: Canvas) -> None:
        """Show or hide the colours of gradients on a canvas."""
        canvas.annotations.set_gradients(self.on)
