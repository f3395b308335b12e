"""Fixing a problem from the list: one undo step, and the list says at once that it is gone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from app.canvas.words import translated
from blocks.edits import EditError
from blocks.problems import Problem

if TYPE_CHECKING:
    from app.window.mainwindow import MainWindow


class Mending(QObject):
    """Asks `blocks.fixes`, which is imported with the first problem."""

    def __init__(self, window: MainWindow):
        super().__init__(window)
        self.window = window
        window.problem_list.label_of = self.label
        window.problem_list.mend.connect(self.mend)

    def label(self, problem: Problem) -> str:
        """What the fix of a problem is called; "" where there is none."""
        mend = self._fix(problem)
        return translated(mend.label) if mend is not None else ""

    def mend(self, problem: Problem) -> None:
        """Fix a problem, or say that this needs a person."""
        mend = self._fix(problem)
        if mend is None:
            self.window.say(self.tr("There is no fix for this that Blockloom knows: {}").format(
                problem.remedy or problem.message))
            return
        try:
            self.window.history.do(mend.edit, translated(mend.label))
        except EditError as error:
            self.window.say(str(error))
            return
        left = [p for p in self.window.problem_list.rows.problems if p != problem]
        self.window.problem_list.rows.set_problems(left)
        self.window.goto(problem.page, problem.block)
        self.window.say(mend.label)

    def _fix(self, problem: Problem):
        from blocks.fixes import fix

        return fix(self.window.history.document, self.window.catalogue, problem)
