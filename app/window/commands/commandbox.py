"""Ctrl+Shift+P: every command by name, or by what people call it, with its keys; then pages of the help."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QTreeWidgetItem, QWidget

from blockloom.app.command_table import missing
from blockloom.app.window.user_settings import count, counts, settings, texts
from blockloom.app.window.widgets.listbox import ListBox
from blockloom.blocks.catalogue import synonyms
from blockloom.blocks.catalogue.search import SearchEntry, find, folded, name_of, usage

_RECENT = 5
TYPE = "type:"
_DATA = Qt.ItemDataRole.UserRole


class CommandRow(NamedTuple):
    """A command to be found: menu and name, the action, its key in the table ("": none), and what it needs. Keys of
    others are `example:NAME`, and `type:NAME` of block types, which are found when something is typed.
    """

    menu: str
    name: str
    action: QAction
    key: str = ""
    when: str = ""

    @property
    def title(self) -> str:
        """The command's name, behind that of its menu."""
        return f"{self.menu}: {self.name}" if self.menu else self.name


def ranked(rows: Sequence[CommandRow], query: str, use: Mapping[str, float]) -> list[CommandRow]:
    """The commands that fit a query, best first: by names, menus, what people call them, and what they do. `use` is how
    much each is used, by title; it orders all without a query.
    """
    called = {**synonyms.types(), **synonyms.commands()}  # examples and types are called by the former
    if not query.strip():
        rows = [row for row in rows if not row.key.startswith(TYPE)]
    entries = [
        SearchEntry(
            place,
            (name_of(row.name), name_of(row.title)),
            called.get(row.key.removeprefix(TYPE), {}),
            folded(row.action.toolTip()),
            int(row.key.startswith("example:")) or 2 * row.key.startswith(TYPE),
            (len(row.name),),
        )
        for place, row in enumerate(rows)
    ]
    used = {place: use[row.title] for place, row in enumerate(rows) if row.title in use}
    return [rows[place] for place in find(entries, query, used)]


class CommandBox(ListBox):
    """Finds a command, over the page. `pages` gives what opens the pages of the help that fit a query, listed last."""

    def __init__(self, parent: QWidget, pages: Callable[[str], list[CommandRow]] = lambda query: []):
        super().__init__(parent, self.tr("Commands"), self.asks(), self.tr("Commands found"))
        self._rows: Sequence[CommandRow] = ()
        self._pages = pages

    def asks(self) -> str:
        """What the empty field asks for."""
        return self.tr("Type the name of a command")

    def told(self, count: int) -> str:
        """The text on how many were found."""
        return (
            self.tr("1 command")
            if count == 1
            else self.tr("{} commands").format(count)
            if count
            else self.tr("No command is named like that.")
        )

    def recent(self) -> list[str]:
        """The names of the commands done last, newest first."""
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
        """List the commands that fit; gives how many."""
        recent = self.recent()
        # Nothing typed: what was done last. Else how often counts as well.
        rows = ranked(self._rows, query, usage(counts("commands/uses") if query.strip() else {}, recent))
        rows += self._pages(query)
        for row in rows:
            action = row.action
            keys = ", ".join(k.toString(QKeySequence.SequenceFormat.NativeText) for k in action.shortcuts())
            why = "" if action.isEnabled() else missing(row.when)
            item = QTreeWidgetItem(self.list, [row.title, " · ".join(filter(None, (why, keys)))])
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
        QTimer.singleShot(0, row.action.trigger)  # once the focus is back where the command works

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.FocusOut and self.isVisible():
            QTimer.singleShot(0, self._left_alone)
        return super().eventFilter(watched, event)

    def _left_alone(self) -> None:
        if self.isVisible() and not self.edit.hasFocus() and self.isActiveWindow():
            self.hide()
