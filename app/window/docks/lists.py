"""The lists at the foot of the window: problems, messages, and what operations print."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication, QTabWidget, QWidget

from blockloom.app import qt
from blockloom.app.window.docks.problems import Choices, Messages, ProblemList
from blockloom.app.window.widgets.icons import icon
from blockloom.app.window.widgets.style import Colours
from blockloom.blocks.problems import ERROR, Problem

if TYPE_CHECKING:
    from blockloom.app.window.docks.printed import PrintedList

STAYS = 1500  # milliseconds that the list of problems stays once there are none


class Lists(QTabWidget):
    """The tabs of problems and messages; that of printed lines comes with the first one."""

    wanted = Signal()  # one of them is to be seen
    news = Signal()  # one of them has something to show, which is no reason to take what is in front away
    emptied = Signal()  # there are no problems any more, and nobody reads them

    def __init__(
        self, colours: Colours, label_of: Callable[[Problem], str], choices_of: Choices, parent: QWidget | None = None
    ):
        """For `label_of` and `choices_of` see ProblemList."""
        super().__init__(parent, documentMode=True)
        self.colours = colours
        for part in (self, self.tabBar()):
            part.setAccessibleName(self.tr("Problems and messages"))
        self.problems, self.messages = ProblemList(colours, label_of, choices_of), Messages(colours)
        self.output: PrintedList | None = None
        self.stays = qt.timer(self, self._emptied, STAYS)  # since an edit may mend a problem and make another
        self.addTab(self.problems, self.tr("Problems"))
        self.addTab(self.messages, self.tr("Messages"))

    def set_problems(self, problems: list[Problem]) -> None:
        """Show these problems."""
        had = bool(self.problems.rows.problems)
        self.problems.rows.set_problems(problems)
        if problems and not had:
            self.stays.stop()
            self.setCurrentWidget(self.problems)
            self.news.emit()
        elif had and not problems:
            self.stays.start()
        errors = sum(p.severity == ERROR for p in problems)
        self.setTabText(0, self.tr("Problems ({})").format(len(problems)) if problems else self.tr("Problems"))
        self.setTabIcon(0, icon("error" if errors else "warning", self.colours) if problems else QIcon())

    def _emptied(self) -> None:
        focus = QApplication.focusWidget()
        if self.currentWidget() is self.problems and not (focus and self.isAncestorOf(focus)):
            self.emptied.emit()

    def show_problems(self, focus: bool = True) -> None:
        """Bring the problems to the front, with the focus if wanted."""
        self._show(self.problems, focus)

    def show_messages(self, focus: bool = True) -> None:
        """Bring the messages to the front, with the focus if wanted."""
        self._show(self.messages, focus)

    def add_message(self, text: str, severity: str = "", details: str = "") -> None:
        """Add a message. Errors and warnings are seen."""
        self.messages.add(text, severity, details)
        if severity:
            self._tell(self.messages)

    def _tell(self, widget: QWidget) -> None:
        if not self.problems.rows.problems:
            self.setCurrentWidget(widget)
        self.news.emit()

    def show_printed(self, text: str) -> None:
        """Add text that ops printed."""
        if self.output is None:
            from blockloom.app.window.docks.printed import PrintedList

            self.output = PrintedList(self)
            self.addTab(self.output, self.tr("Output"))
            self.messages.add(self.tr("What operations print is in the list Output."))
            self._tell(self.output)
        self.output.add(text)

    def set_colours(self, colours: Colours) -> None:
        """Take over the colours of a theme."""
        self.colours = colours
        self.problems.rows.set_colours(colours)
        self.messages.set_colours(colours)
        self.set_problems(self.problems.rows.problems)

    def _show(self, widget: QWidget, focus: bool) -> None:
        self.wanted.emit()
        self.setCurrentWidget(widget)
        if focus:
            widget.setFocus()
