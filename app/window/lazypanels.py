"""Docks, boxes and dialogs that are made when first asked for, so that the window opens quickly without them."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, QPointF
from PySide6.QtWidgets import QMenu, QWidget

from blockloom.app import qt
from blockloom.app.canvas.scene.settings import CanvasSettings
from blockloom.app.canvas.scene.translation import translated
from blockloom.app.window.commands.actions import CommandActions
from blockloom.app.window.docks.docks import Docks
from blockloom.app.window.document.documentfile import DocumentFile
from blockloom.app.window.document.tabs import PageTabs
from blockloom.app.window.document.workspace import Workspace
from blockloom.app.window.runs.controller import RunController
from blockloom.app.window.runs.livetypes import LiveTypes
from blockloom.app.window.widgets.theming import Theming
from blockloom.blocks.document.addresses import Address
from blockloom.blocks.find.page_search import PageSearch
from blockloom.blocks.text import programs

if TYPE_CHECKING:
    from blockloom.app.window.adding.snippets import Snippets
    from blockloom.app.window.commands.commandbox import CommandBox
    from blockloom.app.window.dialogs.findbox import FindBox
    from blockloom.app.window.dialogs.longvalues import LongValues
    from blockloom.app.window.dialogs.wirebox import WireBox
    from blockloom.app.window.document.exporting import Exporter
    from blockloom.app.window.document.startpage import StartPage
    from blockloom.app.window.runs.comparison_dock import ModelComparisonDock
    from blockloom.app.window.runs.costpanel import CostPanel
    from blockloom.app.window.runs.saved_runs import SavedRuns
    from blockloom.app.window.runs.statefiles import StateFiles
    from blockloom.app.window.runs.tensorflow_choice import TensorFlowChoice

SHOWN = 20  # steps of the undo history before and after the present


class LazyPanels(QObject):
    """Makes dialogs, boxes and docks when they are first wanted."""

    def __init__(
        self,
        workspace: Workspace,
        tabs: PageTabs,
        file: DocumentFile,
        runs: RunController,
        live_types: LiveTypes,
        theming: Theming,
    ):
        super().__init__(tabs)
        self.workspace, self.tabs, self.file, self.runs = workspace, tabs, file, runs
        self.live_types, self.theming = live_types, theming
        self.find_box: FindBox | None = None
        self.command_box: CommandBox | None = None
        self.wire_box: WireBox | None = None
        self._windows: list = []  # processes of windows that were opened from this one
        workspace.replaced.connect(lambda: self.find_box is None or self.find_box.hide())

    @cached_property
    def snippets(self) -> Snippets:
        """What keeps selections and inserts them."""
        from blockloom.app.window.adding.snippets import Snippets

        return Snippets(self.workspace, self.tabs)

    @cached_property
    def whose_tensorflow(self) -> TensorFlowChoice:
        """What tries another TensorFlow."""
        from blockloom.app.window.runs.tensorflow_choice import TensorFlowChoice

        return TensorFlowChoice(self.runs.worker)

    @cached_property
    def state_files(self) -> StateFiles:
        """What variables hold, in files."""
        from blockloom.app.window.runs.statefiles import StateFiles

        return StateFiles(self.workspace, self.tabs, self.file, self.runs)

    @cached_property
    def exporter(self) -> Exporter:
        """What makes pictures of pages, and prints them."""
        from blockloom.app.window.document.exporting import Exporter

        return Exporter(self.workspace, self.tabs, self.file, self.theming, self.runs.consent.given)

    @cached_property
    def long_values(self) -> LongValues:
        """What opens values of many lines."""
        from blockloom.app.window.dialogs.longvalues import LongValues

        return LongValues(self.workspace, self.runs.worker, self.theming, self.tabs.window())

    # --- parts of the window --------------------------------------------------------------------------------------

    def start_page(self) -> StartPage:
        """What is shown before there is a document."""
        from blockloom.app.window.document.startpage import StartPage

        start = StartPage(self.theming)
        start.new.clicked.connect(lambda: self.file.new())
        start.open.clicked.connect(lambda: self.file.open())
        start.file_wanted.connect(self.file.open_path)
        return start

    def outline(self) -> QWidget:
        """The dock of all pages and what is on them."""
        from blockloom.app.window.docks.outline import Outline

        return Outline(self.workspace, self.tabs)

    def target_panel(self) -> QWidget:
        """The dock of where pages run."""
        from blockloom.app.window.runs.targetpanel import TargetPanel

        panel = TargetPanel(self.runs.targets, self.theming.colours, lambda: os.path.dirname(self.file.path))
        self.theming.changed.connect(lambda: panel.set_colours(self.theming.colours))
        return panel

    def kept_panel(self, keeping: SavedRuns) -> QWidget:
        """The dock of the runs that are kept."""
        from blockloom.app.window.runs.keptpanel import KeptPanel

        return KeptPanel(keeping)

    def comparing(self) -> ModelComparisonDock:
        """The dock of what differs from the model as it came."""
        from blockloom.app.window.runs.comparison_dock import ModelComparisonDock

        return ModelComparisonDock(self.workspace, self.tabs, self.runs)

    def cost_panel(self) -> CostPanel:
        """The dock of what a page costs."""
        from blockloom.app.window.runs.costpanel import CostPanel

        return CostPanel(self.workspace, self.tabs, self.runs)

    # --- boxes ----------------------------------------------------------------------------------------------------

    def find(self, query: str = "") -> None:
        """The box that finds blocks, on every page."""
        tabs = self.tabs
        if self.find_box is None:
            from blockloom.app.window.dialogs.findbox import FindBox

            self.find_box = FindBox(tabs)
            self.find_box.goto.connect(self._goto_found)
            self.find_box.all_wanted.connect(lambda blocks: tabs.canvas().selection.choose(blocks))
            self.find_box.left.connect(lambda: tabs.canvas().setFocus())
            self.workspace.edited.connect(lambda _: self.find_box.forget())
        self.find_box.open(self.workspace.document, self.workspace.catalogue, tabs.page_name(), self.live_types.types)
        if query:
            self.find_box.edit.setText(query)

    def _goto_found(self, page: str, block: str) -> None:
        """Show a block, inside of the instances before it: `INSTANCE/BLOCK`."""
        *path, name = block.split("/")
        if path:
            self.tabs.goto_address(Address(page, name, path=tuple(path)))
        else:
            self.tabs.show_page(page)
            self.tabs.canvas().navigation.reveal(name)

    def find_next(self, by: int) -> None:
        """Go to the next block that fits what was searched for last, or the one before; from the last to the first."""
        workspace, query = self.workspace, self.find_box.edit.whole() if self.find_box is not None else ""
        if not query:
            self.find()
            return
        search = PageSearch(workspace.document, workspace.catalogue, self.live_types.types)
        blocks = [row[:2] for row in search.find(query, "")]
        if not blocks:
            workspace.say(self.tr("No block is named like that."))
        else:
            here = self.tabs.page_name(), min(self.tabs.canvas().selection(), default="")
            place = (blocks.index(here) + by) % len(blocks) if here in blocks else 0 if by > 0 else -1
            self.tabs.goto(*blocks[place])
            workspace.say(self.tr("{0} of {1}").format(blocks.index(blocks[place]) + 1, len(blocks)))

    def show_commands(self, actions: CommandActions, docks: Docks, help_: Callable[[str, str], object]) -> None:
        """The box that finds a command by its name, and pages of the help, which `help_` opens."""
        if self.command_box is None:
            from blockloom.app.window.commands.commandbox import CommandBox
            from blockloom.app.window.commands.commandrows import CommandRows

            self._rows = CommandRows(self.workspace, self.tabs, self.file, actions, docks, help_)
            self.command_box = CommandBox(self.tabs.window(), self._rows.pages)
            self.command_box.left.connect(lambda: self.tabs.canvas().setFocus())
        self.command_box.open(self._rows.rows())

    def show_wires(self) -> None:
        """The box that wires the selected blocks."""
        if self.wire_box is None:
            from blockloom.app.window.dialogs.wirebox import WireBox

            self.wire_box = WireBox(self.tabs.window())
            self.wire_box.left.connect(lambda: self.tabs.canvas().setFocus())
        self.wire_box.offer(self.tabs.canvas())

    def show_history(self) -> None:
        """A menu of what was done and undone; choosing one goes back, or on, to where it had just been done."""
        done, undone = self.workspace.history.labels()
        menu = QMenu(self.tabs.window())
        entries = [self.tr("As it was opened"), *done, *undone]
        first = max(0, len(done) - SHOWN)
        for place, label in enumerate(entries[first : len(done) + SHOWN], first):
            action = menu.addAction(label.replace("&", "&&"), partial(self.workspace.travel, place - len(done)))
            action.setCheckable(True)
            action.setChecked(place == len(done))
            if place == len(done):
                now = action
        qt.popup(menu, self.tabs.mapToGlobal(QPoint(24, 24)), now)

    # --- dialogs --------------------------------------------------------------------------------------------------

    def run_until(self) -> None:
        """Ask for the condition that ends a run."""
        from blockloom.app.window.runs.rununtil import RunUntil

        self.workspace.typing_ends.emit()
        page = self.workspace.document.pages[self.tabs.top()]
        found = self.runs.pages.of(page.name)
        dialog = RunUntil(
            page,
            self.workspace.catalogue,
            found.results,
            *found.condition,
            self.tabs.window(),
        )
        dialog.chosen.connect(self.runs.start)
        dialog.open()

    def pause_when(self, block: str = "", pin: str = "") -> None:
        """Ask for a condition on a block, or the selected one, where runs pause; on an output, where one is named."""
        from blockloom.app.window.runs.breakpoint_dialog import ConditionalBreakpointDialog
        from blockloom.blocks import operations

        self.workspace.typing_ends.emit()
        page, at, catalogue = self.tabs.page(), self.tabs.canvas().open_page.place, self.workspace.catalogue
        block = block or min(self.tabs.canvas().selection() & page.blocks.keys(), default="")
        if not block:
            self.workspace.refuse(self.tr("Select the blocks at which runs are to pause"))
            return
        dialog = ConditionalBreakpointDialog(page, catalogue, block, pin, at, self.tabs.window())

        def chosen(text: str, one: bool) -> None:
            change = operations.pause_when(catalogue, page, dialog.block, text, at, one)
            self.workspace.do(change.edit, translated(change.label))

        dialog.chosen.connect(chosen)
        dialog.open()

    def fit(self) -> None:
        """Ask for the epochs of a run, and when it ends earlier."""
        from blockloom.app.window.runs.fitdialog import FitDialog
        from blockloom.blocks import operations

        self.workspace.typing_ends.emit()
        page = self.workspace.document.pages[self.tabs.top()]

        def add() -> bool:
            self.tabs.canvas().placing.validate_epochs()
            return operations.fit_of(page) is not None

        def changed(patience: int, keep_best: bool) -> None:
            change = operations.set_fit(page, patience, keep_best)
            if change is not None:
                self.workspace.do(change.edit, translated(change.label))

        dialog = FitDialog(page, self.runs.pages.of(page.name).epochs, add, self.tabs.window())
        dialog.settings.connect(changed)
        dialog.chosen.connect(self.runs.start)
        dialog.open()

    def look_at_data(self) -> None:
        """The first elements of the dataset that the selected block gives or takes from."""
        from blockloom.app.window.results.datawindow import DataWindow
        from blockloom.runtime.protocol import requests

        workspace, canvas, worker = self.workspace, self.tabs.canvas(), self.runs.worker
        workspace.typing_ends.emit()
        if not self.runs.consent.given(self.look_at_data):
            return
        text, block = self.runs.text(), min(canvas.selection() & canvas.page.blocks.keys(), default="")
        if text is None or not block or not worker.start():
            return
        at = canvas.open_page.at(block)
        at, folder = at._replace(page=at.page or self.tabs.top()), workspace.document.folder
        DataWindow(
            at,
            lambda count, job, done: worker.ask(
                requests.PreviewDatasetRequest(self.runs.text() or text, at, count, job=job, folder=folder), done
            ),
            lambda job: worker.ask(requests.CancelRequest(job), lambda reply: None),
            self.tabs.window(),
        ).show()

    def data_from(self, path: str = "", at: QPointF | None = None) -> None:
        """Make a block of a file that gives batches of it, at `at` on the page in front; "" asks for the file."""
        from blockloom.app.window.data.datadialog import DataDialog
        from blockloom.app.window.data.making import Making
        from blockloom.blocks.datasets.dataset_blocks import trains

        self.workspace.typing_ends.emit()
        dialog = DataDialog(self.file.folder(), trains(self.tabs.canvas().page), self.tabs.window())
        dialog.made.connect(Making(self.workspace, self.tabs, at).make)
        dialog.open()
        if path:
            dialog.look(Path(path))

    def show_preferences(self, actions: CommandActions, canvases: CanvasSettings) -> None:
        """What can be chosen, in one place."""
        from blockloom.app.window.dialogs.preferences import Preferences

        dialog = Preferences(self.theming, self.tabs, canvases, self.whose_tensorflow)
        dialog.shortcuts_wanted.connect(lambda: self.show_shortcuts(actions))
        dialog.open()

    def show_shortcuts(self, actions: CommandActions) -> None:
        """The list of all keys, which can be changed there."""
        from blockloom.app.window.commands.shortcuts import Shortcuts

        Shortcuts(self.tabs.window(), actions).open()

    def show_mouse_help(self) -> None:
        """Show what the mouse does."""
        from blockloom.app.window.dialogs.mousehelp import mouse_help

        mouse_help(self.tabs.window())

    def show_legend(self) -> None:
        """Show the legend of wires and pins."""
        from blockloom.app.window.dialogs.legend import legend

        legend(self.tabs.window(), self.theming.canvas)

    def show_about(self) -> None:
        """Show the About dialog."""
        from blockloom.app.window.dialogs.about import about

        about(self.tabs.window(), self.tabs.window().windowIcon())

    def new_window(self) -> None:
        """Another window, in a process of its own."""
        import subprocess

        self._windows = [one for one in self._windows if one.poll() is None]
        try:
            self._windows.append(
                subprocess.Popen(
                    programs.python("blockloom", "edit"),
                    stdin=subprocess.DEVNULL,
                    start_new_session=True,
                    env=os.environ | {"PYTHONPATH": programs.python_path()},
                )
            )
        except OSError as error:
            self.workspace.say(self.tr("Another window cannot be started: {}").format(error.strerror or error))
