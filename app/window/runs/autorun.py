"""Run after Each Edit: a step of the page in front soon after it changed, for as long as that is wanted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

from blockloom.app.window.runs.session import IDLE, OFF
from blockloom.blocks.edits import Edit
from blockloom.blocks.problems import ERROR

if TYPE_CHECKING:
    from blockloom.app.window.mainwindow import MainWindow

_PAUSE = 400        # milliseconds after an edit: what is wrong with the page is known by then


class AutoRun(QObject):
    """`on` is not remembered: a window that starts, or opens a document, runs nothing by itself."""

    def __init__(self, window: MainWindow):
        super().__init__(window)
        self.window, self.on, self._mine = window, False, False
        self._timer = QTimer(self, singleShot=True, interval=_PAUSE)
        self._timer.timeout.connect(self._run)
        window.worker.state_changed.connect(self._on_state)

    def toggle(self) -> None:
        self.on = not self.on
        self.window.commands["auto_run"].setChecked(self.on)
        self.window.say(self.tr("A step runs after each edit that leaves the page without errors") if self.on else
                        self.tr("Edits no longer run a step"))
        if self.on:
            self._timer.start()

    def follow(self, edit: Edit) -> None:
        """The document changed by this edit."""
        if self.on and any(touched.graph for touched in edit.touched()):
            self._timer.start()

    def end(self) -> None:
        """Another document: nothing of it runs unasked."""
        self.on = False
        self.window.commands["auto_run"].setChecked(False)
        self._timer.stop()

    def settle(self) -> None:
        """What was edited is run already, or gone."""
        self._timer.stop()

    def _on_state(self, state: str) -> None:
        self._mine = self._mine and state not in (OFF, IDLE)

    def _run(self) -> None:
        window = self.window
        if not self.on:
            return
        canvas, idle = window.canvas(), window.worker.state in (OFF, IDLE)
        typing = canvas.editor is not None or any(f.edit.hasFocus() and f.edit.text() != f.text
                                                  for f in window.inspector.fields.values())
        if typing or canvas.gestures.current is not None or not idle and self._mine:
            self._timer.start()     # later: what is half done is left alone
        elif idle and canvas.page.blocks and not any(
                p.severity == ERROR and p.code != "failed" for p in window.runs.problems.get(canvas.page_name, ())):
            window.runs.run(1)
            self._mine = window.worker.state not in (OFF, IDLE)
