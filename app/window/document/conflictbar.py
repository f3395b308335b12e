"""What a merge left to be chosen, below the pages: how much it is, one after the other, with a button for each side."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QPushButton, QVBoxLayout

from blockloom.app import qt
from blockloom.app.canvas.scene.words import translated
from blockloom.app.plain import Label, as_is
from blockloom.app.window.commands import mnemonics
from blockloom.app.window.document.quickfixes import QuickFixes
from blockloom.app.window.document.tabs import PageTabs
from blockloom.app.window.widgets.flow import Flow
from blockloom.blocks.problems import Problem
from blockloom.blocks.text.phrases import plural

if TYPE_CHECKING:
    from blockloom.blocks.quickfixes import QuickFix

_WIDEST = 260  # pixels of a button


class ConflictBar(QFrame):
    """Is there while the document has conflicts. Next goes to one, and offers its sides; after a choice what became of
    it stays in view until Next is pressed again."""

    def __init__(self, tabs: PageTabs, quick_fixes: QuickFixes):
        super().__init__(objectName="conflicts", autoFillBackground=True, frameShape=QFrame.Shape.StyledPanel)
        self._tabs, self._fixes = tabs, quick_fixes
        self.problems: list[Problem] = []
        self.current: Problem | None = None
        self._at = 0  # where in the list the current one is, or was: the next one is there then
        self.text, self.about = Label(objectName="name"), Label(objectName="dim", wordWrap=True)
        self.previous = qt.button(
            self.tr("&Previous Conflict"), partial(self.go, -1), self.tr("Go to the conflict before")
        )
        self.next = qt.button(self.tr("&Next Conflict"), partial(self.go, 1), self.tr("Go to the next conflict"))
        self.sides: list[QPushButton] = []
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 5, 8, 5)
        column.setSpacing(4)
        self._row = Flow()
        for part in (self.text, self.previous, self.next):
            self._row.addWidget(part)
        column.addWidget(self.about)
        column.addLayout(self._row)
        self.setFocusProxy(self.next)
        mnemonics.keep_apart(self)
        self.hide()

    def set_problems(self, problems: list[Problem]) -> None:
        """These are the problems of the document; conflicts among them are what is left."""
        left = [problem for problem in problems if problem.code == "conflict"]
        if left == self.problems:
            return
        self.problems = left
        if self.current in left:
            self._at = left.index(self.current)
        else:
            self.current = None
        self._show()

    def edited(self) -> None:
        """The document changed: what can be chosen of it may be something else."""
        if self.current is not None:
            self._show()

    def go(self, by: int) -> None:
        """Go to the next conflict, or the one before; from the last to the first."""
        if self.problems:
            self._at = (self._at + (by if self.current is not None else min(by, 0))) % len(self.problems)
            self.current = self.problems[self._at]
            self._show()
            self._tabs.goto_problem(self.current)
            (self.sides[0] if self.sides else self.next).setFocus(Qt.FocusReason.OtherFocusReason)

    def _show(self) -> None:
        focus = any(side.hasFocus() for side in self.sides)
        for side in self.sides:
            self._row.removeWidget(side)
            side.deleteLater()
        number, one = len(self.problems), self.current
        self.text.setText(
            translated(plural("{} conflict is left to be chosen", "{} conflicts are left to be chosen", number))
        )
        self.sides = [self._side(one, fix) for fix in self._fixes.offered(one)] if one is not None else []
        self.about.setVisible(one is not None)
        self.about.setText(
            "" if one is None else f"{one.where}: {translated(one.message)}" if one.where else translated(one.message)
        )
        self.setAccessibleName(self.about.text() or self.text.text())
        self.setVisible(bool(number))
        if focus:
            (self.next if number else self._tabs.canvas()).setFocus(Qt.FocusReason.OtherFocusReason)

    def _side(self, problem: Problem, fix: QuickFix) -> QPushButton:
        text = translated(fix.label)
        shown = self.fontMetrics().elidedText(text, Qt.TextElideMode.ElideMiddle, _WIDEST)
        button = qt.button(shown.replace("&", "&&"), partial(self._fixes.do, problem, fix))
        button.setAccessibleName(text)
        button.setToolTip(as_is(text) if shown != text else "")
        self._row.addWidget(button)
        button.show()  # it takes the focus at once
        return button
