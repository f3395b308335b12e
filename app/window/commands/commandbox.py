"""Ctrl+Shift+P: every command by name, with its keys. Enter does it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QTreeWidgetItem, QWidget

from blockloom.app.canvas.lineedit import folded
from blockloom.app.window.settings import settings, texts
from blockloom.app.window.widgets.listbox import ListBox

_RECENT = 5
_DATA = Qt.ItemDataRole.UserRole
Entry = tuple[str, QAction]     # its name, with that of its menu


def ranked(entries: list[Entry], query: str, recent: list[str]) -> list[Entry]:
    """The commands whose name holds every word (a word may also be the first letters of words: `sp` finds Step Page).

    Those done last come first, then those where a word of the name begins with the query.
    """
    words = folded(query).split()
    found = []
    for place, (name, action) in enumerate(entries):
        text = folded(name)
        parts = text.replace(":", " ").split()
        initials = "".join(p[0] for p in parts)
        if all(word in text or word in initials for word in words):
            first = parts[1:] if ":" in text else parts
            good = bool(words) and any(p.startswith(words[0]) for p in first)
            seen = recent.index(name) if name in recent else _RECENT
            found.append((not good, not all(w in text for w in words), seen, place, (name, action)))
    return [row[-1] for row in sorted(found, key=lambda row: row[:-1])]


class CommandBox(ListBox):
    """The commands that fit, over the page."""

    def __init__(self, parent: QWidget):
        super().__init__(parent, self.tr("Commands"), self.asks(), self.tr("Commands found"))
        self._entries: list[Entry] = []

    def asks(self) -> str:
        return self.tr("Type the name of a command")

    def told(self, count: int) -> str:
        """How many were found."""
        return (self.tr("1 command") if count == 1 else self.tr("{} commands").format(count) if count else
                self.tr("No command is named like that."))

    def recent(self) -> list[str]:
        """The names of what was done last, newest first."""
        return texts("commands/recent")

    def remember(self, name: str) -> None:
        settings().setValue("commands/recent", [name, *(r for r in self.recent() if r != name)][:_RECENT])

    def open(self, entries: list[Entry]) -> None:
        """Offer these."""
        self._entries = entries
        self.edit.clear()
        self.show_at(70, 28, middle=True)

    def fill(self, query: str) -> int:
        found = ranked(self._entries, query, self.recent())
        for name, action in found:
            keys = ", ".join(k.toString(QKeySequence.SequenceFormat.NativeText) for k in action.shortcuts())
            item = QTreeWidgetItem(self.list, [name, keys])
            item.setTextAlignment(1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            item.setData(0, _DATA, action)
            item.setToolTip(0, action.toolTip())
            if not action.isEnabled():
                for column in (0, 1):
                    item.setForeground(column, self.palette().placeholderText())
            if action.isCheckable() and action.isChecked():
                item.setText(0, name + "  ✓")
        return len(found)

    def take(self, item: QTreeWidgetItem) -> None:
        action = item.data(0, _DATA)
        if not action.isEnabled():
            self.count.setText(self.tr("That cannot be done now."))
            return
        self.remember(next(n for n, a in self._entries if a is action))
        self.close_box()
        QTimer.singleShot(0, action.trigger)    # once the focus is back where the command works

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.FocusOut and self.isVisible():
            QTimer.singleShot(0, self._left_alone)
        return super().eventFilter(watched, event)

    def _left_alone(self) -> None:
        if self.isVisible() and not self.edit.hasFocus() and self.isActiveWindow():
            self.hide()
