"""Ctrl+Shift+P: commands by name or synonym, with their keys, and pages of the help."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, partial
from typing import NamedTuple

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QTreeWidgetItem

from blockloom.app.canvas.scene.translation import in_english, translated
from blockloom.app.canvas.scene.translation import tr as _tr
from blockloom.app.command_table import commands, missing, plain
from blockloom.app.plain import as_is
from blockloom.app.window.adding import describe
from blockloom.app.window.commands.actions import CommandActions
from blockloom.app.window.docks.docks import Docks
from blockloom.app.window.document.documentfile import DocumentFile
from blockloom.app.window.document.tabs import PageTabs
from blockloom.app.window.document.workspace import Workspace
from blockloom.app.window.panels import docks
from blockloom.app.window.user_settings import count, counts, settings, texts
from blockloom.app.window.widgets.listbox import ListBox
from blockloom.blocks.catalogue import type_search
from blockloom.blocks.catalogue.search import SearchEntry, casefold_text, find, name_of, usage
from blockloom.blocks.files import examples

_RECENT = 5
EXAMPLE, TYPE, HELP = "example:", "type:", "help:"
# Examples, types and pages of the help come after commands that match about as well.
_HANDICAPS = {EXAMPLE: 1.05, TYPE: 1.1, HELP: 2.6}
_DATA = Qt.ItemDataRole.UserRole


class CommandRow(NamedTuple):
    """A row of the command box: menu and name, the action, its key in the table, its requirement, its origin.

    The key is `help:PAGE` for pages of the help and `type:NAME` for block types, which only a query finds, and
    `example:NAME` for examples. `command` is the name in the table, if the action's text can differ: `Undo` for
    `Undo Move`. `keywords` are those of a page of the help. `english` is the name in English, in each language.
    """

    menu: str
    name: str
    action: QAction
    key: str = ""
    when: str = ""
    origin: str = ""
    command: str = ""
    keywords: Mapping[str, int] = {}
    english: str = ""

    @property
    def title(self) -> str:
        """The command's name, behind that of its menu."""
        return f"{self.menu}: {self.name}" if self.menu else self.name


def ranked(rows: Sequence[CommandRow], query: str, use: Mapping[str, float]) -> list[CommandRow]:
    """Return the commands that fit a query, best first: by names, menus, synonyms and descriptions.

    `use` is the usage of each, by title; without a query it alone decides the order. Pages of the help fit in any case.
    """
    # Synonyms of types (for examples and types) and of commands.
    called = {**type_search.types(), **type_search.commands()}
    if not query.strip():
        rows = [row for row in rows if not row.key.startswith(TYPE)]
    short = float(len(query.strip()) < 3)  # two letters rather are initials of a command than the begin of a type
    pages = [place for place, row in enumerate(rows) if row.key.startswith(HELP)]  # the help put the best one first
    entries = [
        SearchEntry(
            place,
            tuple(
                map(name_of, dict.fromkeys(filter(None, (row.command or row.name, row.name, row.title, row.english))))
            ),
            row.keywords or called.get(row.key.removeprefix(TYPE), {}),
            casefold_text(row.action.toolTip()),
            order=(len(row.name),),
            handicap=next((short + by for kind, by in _HANDICAPS.items() if row.key.startswith(kind)), 0.0),
        )
        for place, row in enumerate(rows)
        if place not in pages[1:]
    ]
    used = {place: use[row.title] for place, row in enumerate(rows) if row.title in use}
    found = dict.fromkeys(find(entries, query, used))
    found.update(dict.fromkeys(pages))
    return [rows[place] for place in found]


class CommandBox(ListBox):
    """A list of commands that fit a query, over the page, and of pages of the help. `source` makes the rows."""

    def __init__(self, tabs: PageTabs, source: CommandRows | None = None):
        super().__init__(tabs.window(), self.tr("Commands"), self.asks(), self.tr("Commands found"))
        self.tabs, self._source = tabs, source
        self._rows: Sequence[CommandRow] = ()
        self.dismissed.connect(lambda: tabs.canvas().setFocus())

    def show_all(self) -> None:
        """Open the box with all commands."""
        if self._source is not None:
            self.open(self._source.rows())

    def asks(self) -> str:
        """Return the placeholder of the field."""
        return self.tr("Type the name of a command")

    def summary(self, count: int) -> str:
        """Return the text for the number of results."""
        return (
            self.tr("1 result")
            if count == 1
            else self.tr("{} results").format(count)
            if count
            else self.tr("No command, block, example or help page has these words.")
        )

    def recent(self) -> list[str]:
        """Return the names of the latest commands, newest first."""
        return texts("commands/recent")

    def remember(self, name: str) -> None:
        """Count a use of the command."""
        count("commands/uses", name)
        settings().setValue("commands/recent", [name, *(r for r in self.recent() if r != name)][:_RECENT])

    def open(self, rows: Sequence[CommandRow]) -> None:
        """Show the box with these commands."""
        self._rows = rows
        self.edit.clear()
        self.show_at(70, 28, middle=True)

    def fill(self, query: str) -> int:
        """List the commands that fit, and return their number."""
        recent = self.recent()
        # Without a query, the latest commands come first. With a query, their use counts as well.
        pages = self._source.pages(query) if self._source is not None else []
        rows = ranked([*self._rows, *pages], query, usage(counts("commands/uses") if query.strip() else {}, recent))
        for row in rows:
            action = row.action
            keys = ", ".join(k.toString(QKeySequence.SequenceFormat.NativeText) for k in action.shortcuts())
            why = "" if action.isEnabled() else missing(row.when)
            item = QTreeWidgetItem(self.list, [row.title, " · ".join(filter(None, (row.origin, why, keys)))])
            item.setTextAlignment(1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            item.setData(0, _DATA, row)
            item.setToolTip(0, action.toolTip())
            if not action.isEnabled():
                for column in (0, 1):
                    item.setForeground(column, self.palette().placeholderText())
            if action.isCheckable() and action.isChecked():
                item.setText(0, row.title + "  ✓")
        return len(rows)

    def take(self, item: QTreeWidgetItem) -> None:
        """Do the command of the row."""
        row: CommandRow = item.data(0, _DATA)
        if not row.action.isEnabled():
            why = missing(row.when)
            self.count.setText(
                self.tr("That cannot be done now: {}").format(why) if why else self.tr("That cannot be done now.")
            )
            return
        self.remember(row.title)
        self.close_box()
        # Later, when the part of the window that the command uses has the focus.
        QTimer.singleShot(0, row.action.trigger)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.FocusOut and self.isVisible():
            QTimer.singleShot(0, self._left_alone)
        return super().eventFilter(watched, event)

    def _left_alone(self) -> None:
        if self.isVisible() and not self.edit.hasFocus() and self.isActiveWindow():
            self.hide()


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
        """Return the rows of all commands; those of the help are in another list."""
        rows = [
            CommandRow(
                plain(c.menu[0]) if c.menu else "",
                plain(self._actions[c.key].text()),
                self._actions[c.key],
                c.key,
                c.when,
                command=plain(c.text),
                english=self._english[c.key],
            )
            for c in self._actions.table
            if c.key != "commands"
        ]
        rows += [
            CommandRow(plain(_tr("&View")), d.windowTitle(), d.toggleViewAction(), english=self._english.get(key, ""))
            for key, d in self._docks.items()
        ]
        return rows + self._examples + self._types()

    @cached_property
    def _english(self) -> dict[str, str]:
        """The English names of commands, and of docks without a command."""
        return {row.key: row.title for row in in_english(docks)} | {
            row.key: plain(row.text) for row in in_english(commands)
        }

    def pages(self, query: str) -> list[CommandRow]:
        """Return the pages of the help that fit, as commands that open them."""
        from blockloom.app.help import help_pages, help_search

        rows = []
        for hit in help_search.find(query, 5):
            action = QAction(self)
            action.triggered.connect(partial(self._help, hit.page, hit.slug))
            title = f"{hit.title} › {hit.heading}" if hit.slug else hit.title
            keywords = dict.fromkeys(casefold_text(help_pages.page(hit.page).keywords).split(", "), 0)
            rows.append(CommandRow(self.tr("Help"), title, action, HELP + hit.page, keywords=keywords))
        return rows

    def _types(self) -> list[CommandRow]:
        """Return commands that add blocks of the types that have synonyms, or are in a library."""
        catalogue = self._workspace.catalogue
        rows = []
        for name in sorted(dict.fromkeys((*catalogue.libraries, *type_search.types())), key=type_search.is_foreign):
            if name in catalogue:
                action = QAction(self)
                action.triggered.connect(lambda _=False, name=name: self._tabs.canvas().placing.block(name))
                title, origin = describe.title_of(catalogue, name), describe.origin(catalogue, name)
                rows.append(CommandRow(self.tr("Add"), title, action, TYPE + name, origin=origin))
        return rows

    @cached_property
    def _examples(self) -> list[CommandRow]:
        """Return commands that open copies of the examples."""
        rows = []
        for name in examples.names():
            action = QAction(self, toolTip=as_is(translated(examples.about(name))))
            action.triggered.connect(partial(self._file.open_path, str(examples.path_of(name)), True))
            title = examples.titled(name)
            row = CommandRow(self.tr("Example"), translated(title), action, EXAMPLE + name, english=str(title))
            rows.append(row)
        return rows
