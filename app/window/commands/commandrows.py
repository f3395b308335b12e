"""What the box of commands finds: commands of the table, docks, examples, types of blocks, and pages of the help."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, partial

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction

from blockloom.app.canvas.scene.translation import tr as _tr
from blockloom.app.canvas.scene.translation import translated
from blockloom.app.command_table import plain
from blockloom.app.plain import as_is
from blockloom.app.window.adding import describe
from blockloom.app.window.commands.actions import CommandActions
from blockloom.app.window.commands.commandbox import TYPE, CommandRow
from blockloom.app.window.docks.docks import Docks
from blockloom.app.window.document.documentfile import DocumentFile
from blockloom.app.window.document.tabs import PageTabs
from blockloom.app.window.document.workspace import Workspace
from blockloom.blocks.catalogue import synonyms
from blockloom.blocks.files import examples


class CommandRows(QObject):
    """Makes its rows. `show_help` opens a page of the help, at one of its headings."""

    def __init__(
        self,
        workspace: Workspace,
        tabs: PageTabs,
        file: DocumentFile,
        actions: CommandActions,
        docks: Docks,
        show_help: Callable[[str, str], object],
    ):
        super().__init__(tabs)
        self._workspace, self._tabs, self._file = workspace, tabs, file
        self._actions, self._docks, self._help = actions, docks, show_help

    def rows(self) -> list[CommandRow]:
        """All but the help's."""
        rows = [
            CommandRow(plain(c.menu), plain(self._actions[c.key].text()), self._actions[c.key], c.key, c.when)
            for c in self._actions.table
            if c.key != "commands"
        ]
        rows += [CommandRow(plain(_tr("&View")), d.windowTitle(), d.toggleViewAction()) for d in self._docks.values()]
        return rows + self._examples + self._types()

    def pages(self, query: str) -> list[CommandRow]:
        """The pages of the help that fit, as commands that open them."""
        from blockloom.app.help import help_search

        rows = []
        for hit in help_search.find(query, 5):
            action = QAction(self)
            action.triggered.connect(partial(self._help, hit.page, hit.slug))
            rows.append(CommandRow(self.tr("Help"), f"{hit.title} › {hit.heading}" if hit.slug else hit.title, action))
        return rows

    def _types(self) -> list[CommandRow]:
        """What adds blocks of the types that people have words for, as commands."""
        catalogue = self._workspace.catalogue
        rows = []
        for name in synonyms.types():
            if name in catalogue:
                action = QAction(self)
                action.triggered.connect(lambda _=False, name=name: self._tabs.canvas().placing.block(name))
                rows.append(CommandRow(self.tr("Add"), describe.distinct(catalogue, name), action, TYPE + name))
        return rows

    @cached_property
    def _examples(self) -> list[CommandRow]:
        """What opens copies of the examples, as commands."""
        rows = []
        for name in examples.names():
            action = QAction(self, toolTip=as_is(translated(examples.about(name))))
            action.triggered.connect(partial(self._file.open_path, str(examples.path_of(name)), True))
            rows.append(CommandRow(self.tr("Example"), translated(examples.titled(name)), action, f"example:{name}"))
        return rows
