"""Automatic runs after edits."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal

from blockloom.app.window.document.tabs import PageTabs
from blockloom.app.window.document.workspace import Workspace
from blockloom.app.window.run.worker_session import IDLE, OFF, WorkerSession
from blockloom.blocks.edits import Edit
from blockloom.blocks.problems import ERROR, Problem

_OFTEN = 40  # least milliseconds between runs while a slider is dragged
_PAUSE = 400  # milliseconds after an edit until a step runs, enough for the checks of the page


class AutoRun(QObject):
    """Runs a step after each edit, while `on`.

    `on` is not stored in the settings, so that no document runs without a command. `problems` returns the problems of
    a page, and `typing` whether a value is being typed.
    """

    toggled = Signal(bool)
    step_wanted = Signal()  # emitted to run a step of the current page

    def __init__(
        self,
        workspace: Workspace,
        tabs: PageTabs,
        worker: WorkerSession,
        problems: Callable[[str], list[Problem]],
        typing: Callable[[], bool],
    ):
        super().__init__(tabs)
        self.workspace, self.tabs, self.worker, self._problems = workspace, tabs, worker, problems
        self._typing = typing
        self.on = self._mine = False
        self.timer = QTimer(self, singleShot=True, interval=_PAUSE)
        self._sliding = QTimer(self, singleShot=True, interval=_OFTEN)
        for timer in (self.timer, self._sliding):
            timer.timeout.connect(self._run)
        worker.state_changed.connect(self._on_state)
        workspace.replaced.connect(self._end)

    def toggle(self) -> None:
        """Switch automatic runs on or off."""
        self.on = not self.on
        self.toggled.emit(self.on)
        self.workspace.say(
            self.tr("A step runs after each edit that leaves the page without errors")
            if self.on
            else self.tr("Edits no longer run a step")
        )
        if self.on:
            self.timer.start()

    def follow(self, edit: Edit) -> None:
        """Follow an edit."""
        if self.on and any(touched.graph for touched in edit.touched()):
            self._wait()

    def _wait(self) -> None:
        """Schedule a run: soon while a slider is dragged, otherwise after a pause."""
        gesture = self.tabs.canvas().gestures.current
        if gesture is None or not gesture.live:
            self.timer.start()
        elif not self._sliding.isActive():
            self._sliding.start()

    def _end(self) -> None:
        """Switch automatic runs off, because another document is open."""
        self.on = False
        self.toggled.emit(False)
        self.timer.stop()
        self._sliding.stop()

    def settle(self) -> None:
        """Cancel the scheduled run."""
        self.timer.stop()
        self._sliding.stop()

    def _on_state(self, state: str) -> None:
        self._mine = self._mine and state not in (OFF, IDLE)

    def _run(self) -> None:
        if not self.on:
            return
        canvas, idle = self.tabs.canvas(), self.worker.state in (OFF, IDLE)
        typing = canvas.inline.editor is not None or self._typing()
        gesture = canvas.gestures.current
        if typing or gesture is not None and not gesture.live or not idle and self._mine:
            self._wait()  # the edit or the run is still in progress
        elif (
            idle
            and canvas.page.blocks
            and not any(p.severity == ERROR and p.code != "failed" for p in self._problems(canvas.open_page.top))
        ):
            self.step_wanted.emit()
            self._mine = self.worker.state not in (OFF, IDLE)
