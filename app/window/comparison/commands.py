"""The commands and docks of comparisons, of which the rest is imported when one is first asked for."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDockWidget

from blockloom.app import qt
from blockloom.app.canvas.scene.translation import tr
from blockloom.app.window.docks.docks import AREA, Docks
from blockloom.app.window.document.documentfile import DocumentFile
from blockloom.app.window.document.tabs import PageTabs
from blockloom.app.window.document.workspace import Workspace
from blockloom.app.window.runs.saved_runs import SavedRuns
from blockloom.app.window.widgets.theming import Theming

if TYPE_CHECKING:
    from blockloom.app.window.comparison.comparisons import Comparisons

_HIGH = 300  # pixels of the list at first, and at most two fifths of the window


def add(
    workspace: Workspace, tabs: PageTabs, file: DocumentFile, keeping: SavedRuns, theming: Theming, docks: Docks
) -> tuple[Callable[[], Comparisons], dict[str, Callable[[], object]]]:
    """Add the docks; gives what makes the comparisons of a window, and what their commands do."""

    @cache
    def made() -> Comparisons:
        from blockloom.app.window.comparison.comparisons import Comparisons

        return Comparisons(workspace, tabs, file, keeping, theming, docks)

    def below(dock: QDockWidget) -> None:
        docks.window.tabifyDockWidget(docks["lists"], dock)
        docks.window.resizeDocks([dock], [min(_HIGH, docks.window.height() * 2 // 5)], Qt.Orientation.Vertical)

    docks.add_later(
        "comparison", tr("Comparison"), lambda: made().panel(), AREA.BottomDockWidgetArea, below, comes_back=False
    )
    docks.add_later(
        "file_history",
        tr("History of the file"),
        lambda: made().history(),
        AREA.RightDockWidgetArea,
        docks.beside("inspector"),
    )
    left = qt.timer(tabs, lambda: docks.bring("comparison"))  # later: a document that is opened is shown first
    had = False

    def follow(before: bool) -> None:
        """Once a merge left something to be chosen, the list of it is there."""
        nonlocal had
        had = bool(workspace.document.conflicts)
        if had and not before:
            left.start()

    workspace.edited.connect(lambda: follow(had))
    workspace.replaced.connect(lambda: follow(False))
    return made, {
        "compare_with": lambda: made().ask(),
        "merge_with": lambda: made().ask_merge(),
        "file_history": lambda: docks.show("file_history"),
        "to_changes": lambda: docks.show("comparison"),
        "next_change": lambda: made().step(1),
        "previous_change": lambda: made().step(-1),
    }
