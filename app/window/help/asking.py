"""The topic of F1: the dialog in front, the current problem, the selected block, or none of them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QApplication, QDialog, QWidget

from blockloom.app import qt
from blockloom.app.window.adding.palette import Palette
from blockloom.app.window.docks.problems import ProblemList
from blockloom.app.window.document.tabs import PageTabs
from blockloom.app.window.document.workspace import Workspace
from blockloom.app.window.results.summaries import WindowBefore
from blockloom.app.window.widgets.style import Theming

if TYPE_CHECKING:
    from blockloom.app.window.help.helpwindow import HelpWindow

_LISTENS = "listens_for_help"  # property of a window with the event filter for help


class Asking(QObject):
    """A part that opens the help, which is created at its first use, at the topic of F1."""

    def __init__(
        self,
        workspace: Workspace,
        tabs: PageTabs,
        theming: Theming,
        problems: ProblemList,
        palette: Palette,
        keys: Callable[[], list[QKeySequence]],
    ):
        """Create. `keys` are those that ask."""
        super().__init__(tabs)
        self._keys = keys
        self._workspace, self._tabs, self._theming = workspace, tabs, theming
        self._problems, self._palette = problems, palette
        self.window: HelpWindow | None = None
        qt.application().focusChanged.connect(self._listen)

    def open(self, page: str = "index", slug: str = "") -> None:
        """Show a page of the help, or its contents if none is named."""
        if self.window is None:
            from blockloom.app.window.help.helpwindow import HelpWindow

            self.window = HelpWindow(self._workspace, self._theming, self._tabs.window())
        self.window.open(page, slug)

    def ask(self) -> None:
        """Show the page about the current problem, the panel with the focus, or the selected block.

        The problem counts only if the list of problems has the focus.
        """
        focus = QApplication.focusWidget()
        problem = self._problems.current()
        block = self._tabs.page().blocks.get(min(self._tabs.canvas().selection(), default=""))
        if focus is self._problems and problem is not None:
            self._about("problem", problem.code)
        elif focus is not None and (about := self._about_panel(focus)) is not None:
            self._about(*about)
        elif focus is not None and self._palette.isAncestorOf(focus) and self._palette.described:
            self._about("type", self._palette.described)
        elif block is not None and self._tabs.isVisible():
            self._about("type", block.type)
        else:
            self.open()

    def _about_panel(self, focus: QWidget) -> tuple[str, str] | None:
        """Return the topic of the panel that has the focus; None if it has none."""
        panel: Any = focus
        while panel is not None and not hasattr(panel, "is_about"):
            panel = panel.parentWidget()
        return panel.is_about() if panel is not None else None

    def close(self) -> None:
        """Close the help with the main window."""
        if self.window is not None:
            self.window.close()
            self.window.deleteLater()
            self.window = None

    def _listen(self, _: QWidget | None, focus: QWidget | None) -> None:
        """Add the keys of the help to a dialog, or a window of results, when it first has the focus."""
        window = focus.window() if focus is not None else None
        if not isinstance(window, (QDialog, WindowBefore)) or window.property(_LISTENS) or not self._ours(window):
            return
        window.setProperty(_LISTENS, True)
        for keys in self._keys():
            QShortcut(keys, window).activated.connect(partial(self._about_window, window))

    def _ours(self, window: QWidget) -> bool:
        """Return whether a window was opened by the main window, directly or by another of its windows."""
        parent, main = window.parentWidget(), self._tabs.window()
        return parent is not None and (parent.window() is main or self._ours(parent.window()))

    def _about_window(self, window: QWidget) -> None:
        # Otherwise the help cannot be read while the window is open.
        if window.windowModality() != Qt.WindowModality.ApplicationModal:
            from blockloom.app.help import help_pages

            name = window.objectName()
            self.open(*(help_pages.about("dialog", name) or help_pages.about("command", name) or ("index",)))

    def _about(self, kind: str, name: str) -> None:
        from blockloom.app.help import help_pages

        found = help_pages.about(kind, name)
        if found is None and kind == "type" and name in self._workspace.catalogue:
            found = f"type:{name}", ""
        self.open(*(found or ("index",)))
