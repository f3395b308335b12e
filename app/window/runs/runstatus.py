"""What is shown of a run while it is under way and when it has ended: a line in the status bar, and marks on blocks."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, QTimer, Signal

from blockloom.app.canvas.scene.translation import translated
from blockloom.app.canvas.widget import Canvas
from blockloom.app.window.document.tabs import PageTabs
from blockloom.app.window.document.workspace import Workspace
from blockloom.app.window.runs.worker_session import IDLE, OFF, OPENING, RUNNING, STOPPING, WorkerSession
from blockloom.blocks.catalogue.block_types import SESSIONS
from blockloom.blocks.document.addresses import parse, spelled
from blockloom.blocks.results import epochs
from blockloom.runtime.protocol.steps import WaitingBlock

RUNS = 250  # milliseconds from which on a run is shown on its sessions


class RunStatus(QObject):
    """Which page runs, how far it is, what its blocks wait for, and how its last run ended."""

    told = Signal(str, str)  # a line, and one of the window's colours or ""

    def __init__(self, workspace: Workspace, tabs: PageTabs, worker: WorkerSession):
        super().__init__(tabs)
        self._workspace, self._tabs, self._worker = workspace, tabs, worker
        self.page = ""  # the page that runs, or ran last, under the name that it has now
        self.held = ""  # the page whose tensors the worker has
        self.outcome = ""  # how the last run ended
        self.bad = False  # whether that is an error
        self.waiting: dict[str, str] = {}  # block -> what it waits for, on the page that runs
        self.looked = 0  # the step of before that is shown, 0: none
        self.last = 0  # the latest step then
        self._silent = ""  # why nothing is heard from the worker
        self._running = QTimer(self, singleShot=True, interval=RUNS, timeout=self._show_running)
        tabs.current_changed.connect(self.show)
        worker.state_changed.connect(lambda _: self.show())
        worker.far.connect(self.show)
        worker.waiting.connect(self.wait)
        worker.silent.connect(self._is_silent)

    def set(self, outcome: str = "", bad: bool = False) -> None:
        """Take over how a run ended; "": one begins."""
        self.outcome, self.bad = outcome, bad

    def tell(self, outcome: str, bad: bool = False) -> None:
        """Show how a run ended."""
        self.set(outcome, bad)
        self.show()

    def rename_page(self, old: str, new: str) -> None:
        """A page has another name."""
        self.page = new if self.page == old else self.page
        self.held = new if self.held == old else self.held

    def wait(self, blocks: Sequence[WaitingBlock]) -> None:
        """These blocks wait, and no others."""
        self.waiting = {entry["block"]: translated(entry["text"]) for entry in blocks}
        for canvas in self._tabs.canvases():
            self.show_on(canvas)
        self.show()

    def show_on(self, canvas: Canvas) -> None:
        """Mark the blocks of a canvas that wait."""
        found = ((canvas.open_page.seen(parse(at, self.page)), text) for at, text in self.waiting.items())
        canvas.annotations.set_waiting({block: text for block, text in found if block})

    def _is_silent(self, why: str) -> None:
        if why and not self._silent:
            self._workspace.tell(why, "warning")
        self._silent = why
        self.show()

    def show(self) -> None:
        """Show what the run does."""
        worker, severity = self._worker, "error" if self.bad else ""
        idle = self.tr("idle") if self._workspace.catalogue.version else self.tr("reading TensorFlow's ops ...")
        compiling = self.tr("compiling {} ...").format(self.page)
        compiling = compiling if worker.ready else self.tr("starting TensorFlow ...")
        text = {
            OFF: self.outcome or self.tr("no worker"),
            IDLE: self.outcome or idle,
            OPENING: compiling,
            RUNNING: self._far(),
            STOPPING: self.tr("stopping ..."),
        }[worker.state]
        if self.looked and worker.state == IDLE and self.held == self._tabs.top():
            text = self.tr("step {0} of {1}, looked back at").format(self.looked, self.last)
            severity = "warning"
        if worker.state in (OPENING, RUNNING, STOPPING):
            severity = "warning" if self.waiting else "good"
        if self.waiting and worker.state == RUNNING:
            text = "; ".join(
                self.tr("{} waits: {}").format(spelled(at), what) for at, what in list(self.waiting.items())[:3]
            )
        if self._silent:
            text, severity = self._silent, "warning"
        self.told.emit(text, severity)
        if worker.state not in (RUNNING, STOPPING):
            self._running.stop()
            self._show_running()
        elif not self._running.isActive():
            self._running.start()

    def _far(self) -> str:
        """How far the run has come."""
        told = self._worker.progress
        if told is None or not told.epochs:
            return self.tr("running, step {}").format(self._worker.step)
        return translated(epochs.far(self._worker.step, told.epoch, told.epochs, told.validates, told.left))

    def _show_running(self) -> None:
        """On the sessions of the page that runs."""
        runs = self._worker.state in (RUNNING, STOPPING) and self.page
        for canvas in self._tabs.canvases():
            canvas.annotations.set_running(
                [block.id for block in canvas.page.blocks.values() if block.type in SESSIONS]
                if runs and canvas.open_page.name == self.page
                else ()
            )
