"""The list of all commands with their keys, which the user can change; the settings store the changes."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QKeySequenceEdit,
    QLineEdit,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from blockloom.app import qt
from blockloom.app.canvas.scene.lineedit import SearchField
from blockloom.app.canvas.scene.translation import tr
from blockloom.app.command_table import plain
from blockloom.app.plain import Label
from blockloom.app.window.commands.actions import CommandActions
from blockloom.app.window.widgets.style import roomy
from blockloom.blocks.catalogue.search import casefold_text

_KEY = Qt.ItemDataRole.UserRole
_NATIVE = QKeySequence.SequenceFormat.NativeText


class Shortcuts(QDialog):
    """A dialog that changes keys: choose a command, press its new keys, apply them.

    Keys that another command has move to this one, and a message names the other.
    """

    def __init__(self, parent: QWidget, actions: CommandActions):
        super().__init__(parent, windowTitle=tr("Keyboard shortcuts"), objectName="shortcuts")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.commands = actions
        self.search = SearchField(tr("Find a command or keys"))
        self.tree = qt.with_name(QTreeWidget(columnCount=2, uniformRowHeights=True), tr("Keyboard shortcuts"))
        self.tree.setHeaderLabels([tr("Command"), tr("Keys")])
        self.items: dict[str, QTreeWidgetItem] = {}
        menus: dict[str, QTreeWidgetItem] = {}
        for command in actions.table:
            title = plain(command.menu[0]) if command.menu else tr("Command box")
            menu = menus.get(title)
            if menu is None:
                menu = menus[title] = QTreeWidgetItem(self.tree, [title, ""])
                menu.setExpanded(True)
                menu.setFlags(menu.flags() & ~Qt.ItemFlag.ItemIsSelectable)
            item = self.items[command.key] = QTreeWidgetItem(menu, [plain(command.text), ""])
            item.setData(0, _KEY, command.key)
        qt.stretch(self.tree.header(), 0)
        self.keys = qt.with_name(QKeySequenceEdit(maximumSequenceLength=1), tr("New keys"))
        for edit in self.keys.findChildren(QLineEdit):
            edit.setAccessibleName(tr("New keys"))
        self.take = qt.button(tr("&Set"), lambda: self._set([self.keys.keySequence()]))
        self.none = qt.button(tr("&None"), lambda: self._set([]), tr("The command has no keys"))
        self.default = qt.button(tr("&Default"), lambda: self._set(None))
        self.note = Label(wordWrap=True)
        buttons = qt.buttons(self)
        every = buttons.addButton(tr("&All Defaults"), QDialogButtonBox.ButtonRole.ResetRole)
        for button in buttons.findChildren(QPushButton):  # Enter selects a command, and then records its keys
            button.setAutoDefault(False)
        label = Label(tr("New &keys:"))
        label.setBuddy(self.keys)
        qt.column(
            self.search,
            self.tree,
            qt.line(label, self.keys, self.take, self.none, self.default),
            self.note,
            buttons,
            of=self,
        )
        self.search.typed.connect(self._filter)
        self.tree.currentItemChanged.connect(lambda *_: self._chosen())
        self.tree.itemActivated.connect(lambda *_: self.keys.setFocus())
        self.keys.keySequenceChanged.connect(lambda _: self._conflict())
        every.clicked.connect(self._all_defaults)
        self._show()
        self.tree.setCurrentItem(self.items[actions.table[0].key])
        self.keys.setMinimumWidth(roomy(self, 16, 1).width())
        self.resize(roomy(self, 72, 42))

    def choose(self, key: str) -> None:
        """Go to a command."""
        self.tree.setCurrentItem(self.items[key])

    def _current(self) -> str:
        item = self.tree.currentItem()
        return item.data(0, _KEY) or "" if item is not None else ""

    def _show(self) -> None:
        for key, item in self.items.items():
            item.setText(1, ", ".join(k.toString(_NATIVE) for k in self.commands[key].shortcuts()))
            font = item.font(1)
            font.setBold(self.commands.has_own_keys(key))
            item.setFont(1, font)

    def _chosen(self) -> None:
        key = self._current()
        for widget in (self.keys, self.take, self.none, self.default):
            widget.setEnabled(bool(key))
        self.keys.clear()
        self.note.setText("")

    def _conflict(self) -> None:
        keys = self.keys.keySequence()
        other = self.commands.owner(keys) if not keys.isEmpty() else ""
        self.note.setText(
            tr("{} belongs to {}: Set reassigns it.").format(keys.toString(_NATIVE), plain(self.commands[other].text()))
            if other not in ("", self._current())
            else ""
        )

    def _set(self, keys: list[QKeySequence] | None) -> None:
        key = self._current()
        if not key or keys is not None and any(k.isEmpty() for k in keys):
            return
        lost = self.commands.set_keys(key, keys)
        self._show()
        self.keys.clear()
        self.note.setText(
            tr("{} has no keys anymore.").format(", ".join(plain(self.commands[o].text()) for o in lost))
            if lost
            else ""
        )

    def _all_defaults(self) -> None:
        self.commands.default_keys()
        self._show()
        self.note.setText(tr("All commands have their default keys again."))

    def _filter(self, text: str) -> None:
        words = casefold_text(text).split()
        for item in self.items.values():
            menu = item.parent()
            said = casefold_text(f"{menu.text(0) if menu is not None else ''} {item.text(0)} {item.text(1)}")
            item.setHidden(not all(w in said for w in words))


def show(window: QWidget, actions: CommandActions) -> None:
    """Open the list of all keys."""
    Shortcuts(window, actions).open()
