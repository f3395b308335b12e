"""Past steps: showing them, and continuing from one of them."""

from __future__ import annotations

import time

from PySide6.QtCore import QObject, QTimer, Signal

from blockloom.app.canvas.scene.translation import translated
from blockloom.app.window.debug.timeline import Timeline
from blockloom.app.window.document.tabs import PageTabs
from blockloom.app.window.document.workspace import Workspace
from blockloom.app.window.run.controller import RunController
from blockloom.app.window.run.saved_runs import SavedRuns
from blockloom.app.window.run.worker_session import IDLE, OFF, RUNNING, WorkerSession
from blockloom.app.window.user_settings import settings
from blockloom.app.window.widgets.style import Colours
from blockloom.runtime.protocol import requests
from blockloom.runtime.protocol.replies import HistoryReply, ShowPastStepReply

_TOLD_MS = 300  # milliseconds between two requests for the history of a run in progress
_SMALL = 700  # in a window that is lower than this (in pixels), an empty timeline is hidden
_PATIENT = 0.15  # seconds to wait for a requested step before another one is requested


class TimeTravel(QObject):
    """Shows the timeline of the current page, and the steps that are selected in it, one at a time.

    `on` shows or hides the timeline, and is stored in the settings.
    """

    toggled = Signal(bool)
    past_shown = Signal(bool)  # whether a past step is shown now

    def __init__(
        self,
        workspace: Workspace,
        tabs: PageTabs,
        worker: WorkerSession,
        runs: RunController,
        keeping: SavedRuns,
        colours: Colours,
    ):
        super().__init__(tabs)
        self.workspace, self.tabs, self.worker, self.runs, self.keeping = workspace, tabs, worker, runs, keeping
        self.on = settings().value("timeline", True) in (True, "true")
        runs.watches_loss = self.on
        self._is_covered = False
        self.timeline = Timeline(colours, self.go_on, self.toggle)
        self.page = ""  # page that the timeline is about
        self.history: HistoryReply | None = None
        self._wanted = 0  # step to show, 0 for the latest
        self.requested_at = 0.0  # time of the request for a step that is not answered yet
        self._ticket = 0
        self._soon = QTimer(self, singleShot=True, interval=_TOLD_MS, timeout=self._ask)
        self.timeline.axis.step_wanted.connect(self.look)
        worker.progressed.connect(lambda _: self._soon.isActive() or self._soon.start())
        worker.ended.connect(lambda _: self._ask())
        worker.opened.connect(lambda _: self.forget())
        worker.was_reset.connect(self.forget)
        worker.died.connect(lambda _: self.forget())
        worker.state_changed.connect(self._state)
        workspace.replaced.connect(self.forget)
        tabs.current_changed.connect(self._show)
        tabs.instance_changed.connect(lambda _: self._show())
        runs.failed.came.connect(self._leave)
        runs.failed.hidden.connect(self._show_step)
        runs.paused.paused.connect(self._pause)
        runs.paused.back_wanted.connect(lambda: self.look(0))

    @property
    def shown_step(self) -> int:
        """The step that is shown, 0: the latest."""
        return self._wanted

    def toggle(self) -> None:
        """Show the timeline, or hide it."""
        self.on = self.runs.watches_loss = not self.on
        settings().setValue("timeline", self.on)
        self.toggled.emit(self.on)
        if not self.on and self._wanted:
            self.look(0)
        self._show()
        self._ask()

    def set_covered(self, is_covered: bool) -> None:
        """Hide the timeline while the start page covers the pages."""
        self._is_covered = is_covered
        self._show()

    def fit(self) -> None:
        """Hide an empty timeline in a small window."""
        if self.history is None:
            self._show()

    def forget(self) -> None:
        """Forget all steps."""
        self._soon.stop()
        self.history, self.page, self._wanted, self.requested_at = None, "", 0, 0.0
        self._ticket += 1
        self._show()

    def _worker_page(self) -> str:
        """Return the page whose steps the worker records, also before the first step of a run; "" for none."""
        return self.runs.result_page or (self.worker.page if self.worker.state == RUNNING else "")

    def _ask(self) -> None:
        page = self._worker_page()
        if not self.on or not page or self.worker.state not in (IDLE, RUNNING):
            return

        def told(reply: HistoryReply | None) -> None:
            if reply is not None and page == self._worker_page():
                self.page, self.history = page, reply
                self._show()

        self.worker.ask(requests.GetHistoryRequest(), told)

    def _show(self) -> None:
        page = self._worker_page()
        front = self.tabs.count() and self.tabs.top() == (page or None)
        history = self.history if self.on and front and self.page == page else None
        has_room = history is not None or self.tabs.window().height() >= _SMALL
        self.timeline.setVisible(self.on and not self._is_covered and has_room)
        self.timeline.show_history(history)
        self._show_step()

    def _show_step(self) -> None:
        failed, paused, now = self.runs.failed, self.runs.paused, ""
        if failed.shows and failed.page == self.page:
            now = self.tr("Step {0}, failed") if failed.has_failed_block else self.tr("Step {0}, incomplete")
            now = now.format(f"{failed.step:,}")
        ahead = paused.paused_at is not None and paused.page == self.page
        if ahead and paused.paused_at is not None:
            now = self.tr("Step {0}, paused").format(f"{paused.paused_at.step:,}")
        self.timeline.axis.show_paused(ahead)
        self.timeline.show_step(self._wanted, now)
        self.past_shown.emit(bool(self._wanted))

    def _pause(self) -> None:
        """Show the latest step when a run pauses or continues."""
        self.runs.leave_looked()
        self._leave()

    def _state(self, state: str) -> None:
        if state == RUNNING:  # during a run, the latest step is shown
            self.runs.leave_looked()
            self._leave()
            if self.history is None:
                self._ask()
        elif state == OFF:
            self.forget()

    def _leave(self) -> None:
        """Mark the latest step as the one that is shown."""
        self._ticket += 1
        self._wanted, self.requested_at = 0, 0.0
        self._show_step()

    def step(self, by: int) -> None:
        """Show the step that is `by` steps after or before the shown one."""
        self.look(self.timeline.axis.step_after(by) if self.history is not None else 0)

    def look(self, step: int) -> None:
        """Show a past step, 0: the latest."""
        if self.history is None or self.worker.state != IDLE:
            self.workspace.refuse(
                self.tr("A run is in progress: stop it first.")
                if self.worker.state not in (IDLE, OFF)
                else self.tr("No past step is recorded: run the page first.")
            )
            return
        self._wanted = 0 if step >= self.timeline.axis.last else step
        self._show_step()
        if not self.requested_at or time.monotonic() - self.requested_at > _PATIENT:
            self._send()

    def _send(self) -> None:
        step = self._wanted
        self._ticket += 1
        ticket, self.requested_at = self._ticket, time.monotonic()

        def shown(reply: ShowPastStepReply | None) -> None:
            if ticket != self._ticket:
                return
            self.requested_at = 0.0
            if reply is not None and not reply.refusal and self.history is not None:
                self.runs.show_looked(self.worker.names.translate_step(reply.shown), self.timeline.axis.last)
            if self._wanted != step:
                self._send()
            elif reply is not None and reply.refusal:
                self.workspace.refuse(translated(reply.refusal))

        self.worker.ask(requests.ShowPastStepRequest(step=step), shown)

    def go_on(self) -> None:
        """Continue from the step that is shown. The run until now is saved for comparison."""
        if not self._wanted or self.history is None or self.worker.state != IDLE:
            self.workspace.refuse(self.tr("Select a past step first: drag in the timeline below the page."))
            return
        self.keeping.keep_as(self.page, self.tr("until step {0}").format(self.history.step))
        self.runs.go_back(self._wanted)
