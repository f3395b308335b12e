"""What F1 is about: the dialog in front, the problem that is chosen, the block that is selected, or none of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QApplication, QDialog

from blockloom.app.command_table import commands, plain
from blockloom.app.window.adding.palette import Palette
from blockloom.app.window.docks.problems import ProblemList
from blockloom.app.window.document.tabs import PageTabs
from blockloom.app.window.document.workspace import Workspace
from blockloom.app.window.widgets.theming import Theming

if TYPE_CHECKING:
    from blockloom.app.window.help.helpwindow import HelpWindow

# The commands whose dialogs are not called as they are.
_OF_DIALOGS = {
    "ChooseOther": "compare_with",
    "DataDialog": "data_from",
    "FitDialog": "fit_model",
    "PauseWhen": "pause_when",
    "RunUntil": "run_until",
}


class Asking(QObject):
    """Opens the help, which is made when it is first wanted, at what somebody asks about."""

    def __init__(self, workspace: Workspace, tabs: PageTabs, theming: Theming, problems: ProblemList, palette: Palette):
        super().__init__(tabs)
        self._workspace, self._tabs, self._theming = workspace, tabs, theming
        self._problems, self._palette = problems, palette
        self.window: HelpWindow | None = None

    def open(self, page: str = "index", slug: str = "") -> None:
        """Show a page of the help; its contents where none is named."""
        if self.window is None:
            from blockloom.app.window.help.helpwindow import HelpWindow

            self.window = HelpWindow(self._workspace, self._theming, self._tabs.window())
        self.window.open(page, slug)

    def ask(self) -> None:
        """Show what is about the chosen problem, if the list of them has the focus, or about the selected block."""
        focus = QApplication.focusWidget()
        problem = self._problems.current()
        block = self._tabs.page().blocks.get(min(self._tabs.canvas().selection(), default=""))
        if focus is self._problems and problem is not None:
            self._about("problem", problem.code)
        elif focus is not None and self._palette.isAncestorOf(focus) and self._palette.described:
            self._about("type", self._palette.described)
        elif block is not None and self._tabs.isVisible():
            self._about("type", block.type)
        else:
            self.open()

    def listen(self, dialog: QDialog, of_command: list[QKeySequence]) -> None:
        """Let the keys of the command show what is about a dialog while it is open."""
        for keys in of_command:
            shortcut = QShortcut(keys, dialog)
            shortcut.activated.connect(lambda: self._about_dialog(dialog))

    def close(self) -> None:
        """The main window closes."""
        if self.window is not None:
            self.window.close()
            self.window.deleteLater()
            self.window = None

    def _about_dialog(self, dialog: QDialog) -> None:
        if dialog.windowModality() == Qt.WindowModality.ApplicationModal:
            return  # nothing else can be read while it is open
        from blockloom.app.help import pages

        name = type(dialog).__name__
        titled = (command.key for command in commands() if plain(command.text) == dialog.windowTitle())
        command = _OF_DIALOGS.get(name) or next(titled, "")
        self.open(*(pages.about("dialog", name) or pages.about("command", command) or ("index",)))

    def _about(self, kind: str, name: str) -> None:
        from blockloom.app.help import pages

        found = pages.about(kind, name)
        if found is None and kind == "type" and name in self._workspace.catalogue:
            found = f"type:{name}", ""
        self.open(*(found or ("index",)))
