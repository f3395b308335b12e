"""Parts of the window that are made when they are first asked for, so that it opens quickly without them."""

from __future__ import annotations

import os
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, Qt
from PySide6.QtWidgets import QDockWidget, QMenu, QTabBar

from blockloom.blocks import programs
from blockloom.blocks.document import new_document

if TYPE_CHECKING:
    from blockloom.app.window.adding.snippets import Snippets
    from blockloom.app.window.commands.commandbox import CommandBox
    from blockloom.app.window.dialogs.findbox import FindBox
    from blockloom.app.window.dialogs.longvalues import LongValues
    from blockloom.app.window.dialogs.wirebox import WireBox
    from blockloom.app.window.document.exporting import Exporter
    from blockloom.app.window.mainwindow import MainWindow


SHOWN = 20      # steps of the undo history before and after the present


class LazyPanels(QObject):
    """The boxes are None until then."""

    def __init__(self, window: MainWindow):
        super().__init__(window)
        self.window = window
        self.find_box: FindBox | None = None
        self.commands: CommandBox | None = None
        self.wires: WireBox | None = None
        self._away: list[QDockWidget] = []      # hidden while the start page is there
        self._exporter: Exporter | None = None
        self._texts: LongValues | None = None
        self._snippets: Snippets | None = None
        self._hidden: list[QDockWidget] = []    # while only the page is shown
        self._windows: list = []                # processes of windows that were opened from this one

    def find(self) -> None:
        """The box that finds blocks, on every page."""
        window = self.window
        if self.find_box is None:
            from blockloom.app.window.dialogs.findbox import FindBox
            self.find_box = FindBox(window.tabs)
            self.find_box.goto.connect(lambda page, block: (window.tabs.show_page(page),
                                                            window.canvas().navigation.reveal(block)))
            self.find_box.left.connect(lambda: window.canvas().setFocus())
        self.find_box.open(window.history.document, window.catalogue, window.tabs.page_name())

    def find_next(self, by: int) -> None:
        """Go to the next block that fits what was searched for last, or the one before; from the last to the first."""
        from blockloom.app.window.dialogs.findbox import matches
        window = self.window
        query = self.find_box.edit.whole() if self.find_box is not None else ""
        found = [row[:2] for row in matches(window.history.document, window.catalogue, query, "")] if query else []
        if not query:
            self.find()
        elif not found:
            window.say(self.tr("No block is named like that."))
        else:
            here = window.tabs.page_name(), min(window.canvas().selection(), default="")
            place = (found.index(here) + by) % len(found) if here in found else 0 if by > 0 else -1
            window.goto(*found[place])
            window.say(self.tr("{0} of {1}").format(found.index(found[place]) + 1, len(found)))

    def show_commands(self) -> None:
        """The box that finds a command by its name."""
        from blockloom.app.command_table import plain
        from blockloom.app.window.commands.commandbox import CommandBox
        window, actions = self.window, self.window.commands
        if self.commands is None:
            self.commands = CommandBox(window)
            self.commands.left.connect(lambda: window.canvas().setFocus())
        entries = [(f"{plain(c.menu)}: {plain(actions[c.key].text())}", actions[c.key])
                   for c in actions.table if c.key != "commands"]
        entries += [(self.tr("View: {}").format(d.windowTitle()), d.toggleViewAction()) for d in window.docks.values()]
        self.commands.open(entries)

    def show_wires(self) -> None:
        """The box that wires the selected blocks."""
        from blockloom.app.window.dialogs.wirebox import WireBox
        if self.wires is None:
            self.wires = WireBox(self.window)
            self.wires.left.connect(lambda: self.window.canvas().setFocus())
        self.wires.offer(self.window.canvas())

    def show_history(self) -> None:
        """A menu of what was done and undone; choosing one goes back, or on, to where it had just been done."""
        window = self.window
        done, undone = window.history.labels()
        menu = QMenu(window)
        entries = [self.tr("As it was opened"), *done, *undone]
        first = max(0, len(done) - SHOWN)
        for place, label in enumerate(entries[first:len(done) + SHOWN], first):
            action = menu.addAction(label.replace("&", "&&"), partial(window.travel, place - len(done)))
            action.setCheckable(True)
            action.setChecked(place == len(done))
            if place == len(done):
                now = action
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.setActiveAction(now)
        menu.popup(window.centre.mapToGlobal(QPoint(24, 24)))

    def run_until(self) -> None:
        """Ask for the condition that ends a run."""
        from blockloom.app.window.runs.rununtil import RunUntil
        self.window.commit_fields()
        RunUntil(self.window).open()

    def show_preferences(self) -> None:
        """What can be chosen, in one place."""
        from blockloom.app.window.dialogs.preferences import Preferences
        Preferences(self.window).open()

    @property
    def snippets(self) -> Snippets:
        """What keeps selections and inserts them."""
        if self._snippets is None:
            from blockloom.app.window.adding.snippets import Snippets
            self._snippets = Snippets(self.window)
        return self._snippets

    def show_shortcuts(self) -> None:
        """The list of all keys, which can be changed there."""
        from blockloom.app.window.commands.shortcuts import Shortcuts
        Shortcuts(self.window, self.window.commands).open()

    @property
    def exporter(self) -> Exporter:
        """What makes pictures of pages, and prints them."""
        if self._exporter is None:
            from blockloom.app.window.document.exporting import Exporter
            self._exporter = Exporter(self.window)
        return self._exporter

    @property
    def texts(self) -> LongValues:
        """What opens values of many lines."""
        if self._texts is None:
            from blockloom.app.window.dialogs.longvalues import LongValues
            self._texts = LongValues(self.window)
        return self._texts

    def show_outline(self) -> None:
        """The document as a tree, in a dock."""
        window = self.window
        if "outline" not in window.docks:
            from blockloom.app.window.docks.outline import Outline
            dock = window.docks["outline"] = QDockWidget(self.tr("Outline"), window, objectName="outline")
            dock.setWidget(Outline(window))
            window.addDockWidget(Qt.DockWidgetArea.LeftDockWidgetArea, dock)
            window.tabifyDockWidget(window.docks["palette"], dock)
            window.commands.menu_of("fit").addAction(dock.toggleViewAction())
        window.show_dock("outline")

    def show_target(self) -> None:
        """Where pages run, in a dock."""
        window = self.window
        if "target" not in window.docks:
            from blockloom.app.window.runs.targetpanel import TargetPanel
            dock = window.docks["target"] = QDockWidget(self.tr("Target"), window, objectName="target")
            dock.setWidget(TargetPanel(window.targets, window.colours))
            window.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, dock)
            window.resizeDocks([dock], [260], Qt.Orientation.Vertical)
            window.commands.menu_of("fit").addAction(dock.toggleViewAction())
        window.show_dock("target")

    def only_page(self, only: bool | None = None) -> None:
        """Hide all panels for the page, or bring back those that were there; None: the one or the other."""
        window = self.window
        only = not self._hidden if only is None else only
        if only and not self._hidden:
            self._hidden = [dock for dock in window.docks.values() if dock.isVisible()]
            for dock in self._hidden:
                dock.hide()
            window.canvas().setFocus()
        elif not only:
            for dock in self._hidden:
                dock.show()
            self._hidden = []

    def new_window(self) -> None:
        """Another window, in a process of its own."""
        import subprocess
        self._windows = [one for one in self._windows if one.poll() is None]
        try:
            self._windows.append(subprocess.Popen(
                programs.python("blockloom", "edit"), stdin=subprocess.DEVNULL, start_new_session=True,
                env=os.environ | {"PYTHONPATH": programs.python_path()}))
        except OSError as error:
            self.window.say(self.tr("Another window cannot be started: {}").format(error.strerror or error))

    def full_screen(self) -> None:
        """The window as large as the screen, or as it was."""
        window = self.window
        window.setWindowState(window.windowState() ^ Qt.WindowState.WindowFullScreen)

    # --- the start page -------------------------------------------------------------------------------------------

    def show_start(self) -> None:
        """The start page instead of the empty document, until something is opened or done."""
        from blockloom.app.window.document.startpage import StartPage
        self.leave_start()
        self.put_away()
        window, start = self.window, StartPage(self.window)
        window.centre.addWidget(start)
        window.centre.setCurrentWidget(start)
        start.fill()
        start.new.setFocus()
        if window.isVisible():
            start.draw()

    def put_away(self) -> None:
        """The start page has nothing for the docks to show; they come back when it goes."""
        docks = [dock for dock in self.window.docks.values() if not dock.isHidden()]
        docks.sort(key=lambda dock: not dock.visibleRegion().isEmpty())     # of tabs, the one in front comes back last
        for dock in docks:
            dock.hide()
        for bar in self.window.findChildren(QTabBar, options=Qt.FindChildOption.FindDirectChildrenOnly):
            bar.hide()      # Qt leaves it, empty
        self._away = [*(dock for dock in self._away if dock not in docks), *docks]

    def start_again(self) -> None:
        """The document goes, the start page comes."""
        self.window.file.take(new_document(), "")
        self.show_start()

    def leave_start(self) -> None:
        """The page again."""
        start = self.window.centre.widget(1)
        if start is not None:
            self.window.centre.removeWidget(start)
            start.deleteLater()
            away, self._away = self._away, []
            for dock in away:
                dock.show()
                dock.raise_()
            self.window.canvas().setFocus()
