"""Steps of before: what the timeline under the page asks for, and going on from one of them."""

from __future__ import annotations

import time

from PySide6.QtCore import QObject, QTimer, Signal

from blockloom.app.canvas.scene.translation import translated
from blockloom.app.window.document.tabs import PageTabs
from blockloom.app.window.document.workspace import Workspace
from blockloom.app.window.runs.controller import RunController
from blockloom.app.window.runs.saved_runs import SavedRuns
from blockloom.app.window.runs.timeline import Timeline
from blockloom.app.window.runs.worker_session import IDLE, OFF, RUNNING, WorkerSession
from blockloom.app.window.user_settings import settings
from blockloom.app.window.widgets.style import Colours
from blockloom.runtime.protocol import requests
from blockloom.runtime.protocol.replies import HistoryReply, ShowPastStepReply

_TOLD_MS = 300  # between two looks at what a run under way keeps
_PATIENT = 0.15  # seconds: a step that takes longer to come is not waited for where another is wanted


class TimeTravel(QObject):
    """Shows the timeline of the page in front, and the steps that it asks for, one at a time. `on`: it is shown where
    there is something; that is remembered.
    """

    toggled = Signal(bool)

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
        self.timeline = Timeline(colours, self.go_on, self.toggle)
        self.page = ""  # of which it is
        self.kept: HistoryReply | None = None
        self._wanted = 0  # the step that is to be shown, 0: the latest
        self.asked = 0.0  # when one was asked for that has not come
        self._ticket = 0
        self._soon = QTimer(self, singleShot=True, interval=_TOLD_MS, timeout=self._ask)
        self.timeline.ticks.wanted.connect(self.look)
        worker.progressed.connect(lambda _: self._soon.isActive() or self._soon.start())
        worker.ended.connect(lambda _: self._ask())
        worker.opened.connect(lambda _: self.forget())
        worker.was_reset.connect(self.forget)
        worker.died.connect(lambda _: self.forget())
        worker.state_changed.connect(self._state)
        workspace.replaced.connect(self.forget)
        tabs.current_changed.connect(self._show)
        tabs.looked.connect(lambda _: self._show())
        runs.failed.came.connect(self._leave)
        runs.failed.left.connect(self._show_step)
        runs.paused.paused.connect(self._pause)
        runs.paused.back_wanted.connect(lambda: self.look(0))

    @property
    def at(self) -> int:
        """The step that is looked at, 0: the latest."""
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

    def forget(self) -> None:
        """There is nothing to go back to."""
        self._soon.stop()
        self.kept, self.page, self._wanted, self.asked = None, "", 0, 0.0
        self._ticket += 1
        self._show()

    # --- what is kept ---------------------------------------------------------------------------------------------

    def _ask(self) -> None:
        page = self.runs.result_page
        if not self.on or not page or self.worker.state not in (IDLE, RUNNING):
            return

        def told(reply: HistoryReply | None) -> None:
            if reply is not None and page == self.runs.result_page:
                self.page, self.kept = page, reply
                self._show()

        self.worker.ask(requests.GetHistoryRequest(), told)

    def _show(self) -> None:
        front = self.tabs.count() and self.tabs.top() == (self.runs.result_page or None)
        self.timeline.show_past(self.kept if self.on and front and self.page == self.runs.result_page else None)
        self._show_step()

    def _show_step(self) -> None:
        failed, paused, now = self.runs.failed, self.runs.paused, ""
        if failed.shows and failed.page == self.page:
            now = self.tr("Step {0}, failed").format(f"{failed.step:,}")
        ahead = paused.at is not None and paused.page == self.page
        if ahead and paused.at is not None:
            now = self.tr("Step {0}, paused").format(f"{paused.at.step:,}")
        self.timeline.ticks.show_ahead(ahead)
        self.timeline.show_step(self._wanted, now)

    def _pause(self) -> None:
        """A run pauses, or does so no more."""
        self.runs.leave_looked()
        self._leave()

    def _state(self, state: str) -> None:
        if state == RUNNING:  # the latest step is shown again, and what comes
            self.runs.leave_looked()
            self._leave()
        elif state == OFF:
            self.forget()

    def _leave(self) -> None:
        """No step of before is looked at any more."""
        self._ticket += 1
        self._wanted, self.asked = 0, 0.0
        self._show_step()

    # --- steps of before ------------------------------------------------------------------------------------------

    def step(self, by: int) -> None:
        """Look at a step so many further on, or back."""
        self.look(self.timeline.ticks.beside(by) if self.kept is not None else 0)

    def look(self, step: int) -> None:
        """Show a step of before in the place of the latest, 0: the latest again."""
        if self.kept is None or self.worker.state != IDLE:
            self.workspace.refuse(
                self.tr("A run is under way: stop it first.")
                if self.worker.state not in (IDLE, OFF)
                else self.tr("No step of before is kept: run the page first.")
            )
            return
        self._wanted = 0 if step >= self.timeline.ticks.last else step
        self._show_step()
        if not self.asked or time.monotonic() - self.asked > _PATIENT:
            self._send()

    def _send(self) -> None:
        step = self._wanted
        self._ticket += 1
        ticket, self.asked = self._ticket, time.monotonic()

        def shown(reply: ShowPastStepReply | None) -> None:
            if ticket != self._ticket:
                return
            self.asked = 0.0
            if reply is not None and not reply.refused and self.kept is not None:
                self.runs.show_looked(self.worker.names.shown(reply.shown), self.timeline.ticks.last)
            if self._wanted != step:
                self._send()
            elif reply is not None and reply.refused:
                self.workspace.refuse(translated(reply.refused))

        self.worker.ask(requests.ShowPastStepRequest(step=step), shown)

    def go_on(self) -> None:
        """Continue from the step that is looked at; the run until now is kept to compare with."""
        if not self._wanted or self.kept is None or self.worker.state != IDLE:
            self.workspace.refuse(self.tr("Look at a step of before first: drag in the timeline under the page."))
            return
        self.keeping.keep_as(self.page, self.tr("until step {0}").format(self.kept.step))
        self.runs.go_back(self._wanted)
