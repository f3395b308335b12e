"""Run after Each Edit: a step of the page in front soon after it changed, for as long as that is wanted."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal

from blockloom.app.window.document.tabs import PageTabs
from blockloom.app.window.document.workspace import Workspace
from blockloom.app.window.runs.worker_session import IDLE, OFF, WorkerSession
from blockloom.blocks.edits import Edit
from blockloom.blocks.problems import ERROR, Problem

_OFTEN = 40  # milliseconds between looks at a slider that is dragged
_PAUSE = 400  # milliseconds after an edit: what is wrong with the page is known by then


class AutoRun(QObject):
    """`on` is not remembered: a window that starts, or opens a document, runs nothing by itself.

    `problems` gives those of a page, `typing` whether a value is being typed; `step_wanted` tells that the page in
    front is to run.
    """

    toggled = Signal(bool)
    step_wanted = Signal()

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
        """Switch the step after each edit on or off."""
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
        """The document changed by this edit."""
        if self.on and any(touched.graph for touched in edit.touched()):
            self._wait()

    def _wait(self) -> None:
        """Look again later: soon where a slider is dragged, whose results are looked at as it goes."""
        gesture = self.tabs.canvas().gestures.current
        if gesture is None or not gesture.live:
            self.timer.start()
        elif not self._sliding.isActive():
            self._sliding.start()

    def _end(self) -> None:
        """Another document: nothing of it runs unasked."""
        self.on = False
        self.toggled.emit(False)
        self.timer.stop()
        self._sliding.stop()

    def settle(self) -> None:
        """What was edited is run already, or gone."""
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
            self._wait()  # later: what is half done is left alone
        elif (
            idle
            and canvas.page.blocks
            and not any(p.severity == ERROR and p.code != "failed" for p in self._problems(canvas.open_page.top))
        ):
            self.step_wanted.emit()
            self._mine = self.worker.state not in (OFF, IDLE)
