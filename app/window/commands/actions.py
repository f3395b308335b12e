"""The commands of the table as actions, with their menus, mnemonics and the tool bar."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from operator import attrgetter
from string import ascii_uppercase, digits

from PySide6.QtCore import QEvent, QKeyCombination, QObject, QSize, Qt
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractButton, QApplication, QMainWindow, QMenu, QToolBar, QWidget

from blockloom.app.canvas.keys.keyboard import us_keys
from blockloom.app.canvas.scene.translation import tr as _tr
from blockloom.app.command_table import Command, commands, missing, plain
from blockloom.app.plain import as_is
from blockloom.app.window.user_settings import settings, texts
from blockloom.app.window.widgets.flow_layout import NumberBox
from blockloom.app.window.widgets.icons import icon
from blockloom.app.window.widgets.style import Colours


def letter(text: str) -> str:
    """Return the mnemonic letter, marked by &, in upper case; "" if there is none."""
    marked = re.search(r"&([^&\s])", text.replace("&&", ""))
    return marked[1].upper() if marked else ""


def spread(texts: list[str], hints: list[str]) -> list[str]:
    """Return the texts with mnemonics, which are different if there are enough letters; existing ones stay.

    Args:
        texts: the texts of a menu.
        hints: words whose letters serve texts without Latin letters.
    """
    taken: set[str] = set()
    unsure = []
    for i, text in enumerate(texts):
        key = letter(text)
        if key and key not in taken:
            taken.add(key)
        else:
            unsure.append(i)
    marked = list(texts)
    for i in unsure:
        bare = re.sub(r"\(&\w\)|&(?!&)", "", texts[i].replace("&&", "\0"))
        starts = [m.start() for m in re.finditer(r"(?<![^\W_])[^\W_]", bare)]
        places = [*starts, *(p for p in range(len(bare)) if p not in starts)]
        free = (p for p in places if bare[p].isascii() and bare[p].isalnum() and bare[p].upper() not in taken)
        place = next(free, -1)
        if place >= 0 and not re.search(r"\(&\w\)", texts[i]):
            taken.add(bare[place].upper())
            marked[i] = bare[:place] + "&" + bare[place:]
        else:
            key = next((c for c in hints[i].upper() + ascii_uppercase + digits if c.isalnum() and c not in taken), "")
            taken.add(key)
            end = len(re.sub(r"\s*[.…]*$", "", bare))
            # True for Hangul, but not for Latin letters with accents.
            caseless = any(c.isalpha() and c.lower() == c.upper() for c in bare)
            marked[i] = f"{bare[:end]}(&{key}){bare[end:]}" if key and caseless else bare
        marked[i] = marked[i].replace("\0", "&&")
    return marked


def tidy(menu: QMenu) -> None:
    """Assign a different mnemonic to each entry of a menu."""
    entries = [a for a in menu.actions() if a.text() and not a.isSeparator()]
    texts = [a.text() for a in entries]
    for action, old, new in zip(entries, texts, spread(texts, [a.objectName() for a in entries]), strict=True):
        if old != new:
            action.setText(new)


def keep_apart(part: QWidget) -> None:
    """Assign mnemonics to the buttons of a bar or panel whenever it is shown.

    They differ from those of the menus and of other visible buttons: a mnemonic of two only moves the focus.
    """
    part.installEventFilter(_Apart(part))


class _Apart(QObject):
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Show and isinstance(watched, QWidget):
            window = watched.window()
            taken = [action.text() for action in window.menuBar().actions()] if isinstance(window, QMainWindow) else []
            own = [button for button in watched.findChildren(QAbstractButton) if letter(button.text())]
            others = (one for one in window.findChildren(QAbstractButton) if one.isVisible() and one not in own)
            taken += [button.text() for button in others if letter(button.text())]
            texts = [*taken, *(button.text() for button in own)]
            for button, text in zip(own, spread(texts, [""] * len(texts))[len(taken) :], strict=True):
                button.setText(text)
        return False


HEIGHT, ICON = 40, 20  # height of the tool bar, and size of its icons, in pixels
_BAR = (
    "new",
    "open",
    "save",
    "|",
    "undo",
    "redo",
    "|",
    "fit",
    "zoom_out",
    "zoom_in",
    "|",
    "run_n",
    "steps",
    "step",
    "run",
    "stop",
    "reset",
)


class CommandActions:
    """The actions of commands by key, in menus and tool bar.

    Args:
        does: the functions of commands that the window runs.
        canvas: returns the canvas in front, which runs the other commands.
        pages: the widget in which keys of the canvas work.
        refuse: shows the reason why a disabled command does nothing.
    """

    def __init__(
        self,
        window: QMainWindow,
        pages: QWidget,
        canvas: Callable[[], QWidget],
        does: dict[str, Callable[[], object]],
        refuse: Callable[[str], object],
    ):
        self.table, self._pages, self._refuse = commands(), pages, refuse
        self.menus: dict[tuple[str, ...], QMenu] = {}
        self.by_key: dict[str, QAction] = {}
        self._store = settings()
        self._own = set(texts("keys/changed"))  # commands whose keys the user has changed
        for command in self.table:
            action = QAction(command.text, window, objectName=command.key, checkable=command.toggles)
            self._give(action, command, self._stored(command.key, command.keys))
            if command.canvas:
                action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
                pages.addAction(action)
            if command.on:
                action.triggered.connect(lambda _=False, on=command.on: attrgetter(on[0])(canvas())(*on[1:]))
            else:
                action.triggered.connect(lambda _=False, do=does[command.key]: do())
            if command.menu:
                menu = self._menu(window, command.menu)
                if command.line:
                    menu.addSeparator()
                menu.addAction(action)
            self.by_key[command.key] = action
        self.steps = NumberBox(minimum=1, maximum=1_000_000_000, value=10, accelerated=True)
        self.steps.setSuffix(_tr(" steps"))
        self.steps.setMaximumWidth(self.steps.fontMetrics().horizontalAdvance("0000000000 steps"))
        self.steps.setAccessibleName(_tr("Number of steps"))
        self.steps.setToolTip(_tr("How many steps Run N Steps runs"))
        self.bar = QToolBar(_tr("Tools"), window, objectName="tools", movable=False)
        self.bar.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonIconOnly)
        self.bar.setIconSize(QSize(ICON, ICON))
        for key in _BAR:
            if key == "|":
                self.bar.addSeparator()
            elif key == "steps":
                self.bar.addWidget(self.steps)
            else:
                self.bar.addAction(self.by_key[key])
        window.addToolBar(self.bar)
        self.bar.setFixedHeight(max(HEIGHT, self.steps.sizeHint().height() + 10))  # higher for large texts

    def _menu(self, window: QMainWindow, titles: tuple[str, ...]) -> QMenu:
        """Return the menu with these titles. The first command in a menu makes it."""
        if titles not in self.menus:
            parent = self._menu(window, titles[:-1]) if titles[1:] else window.menuBar()
            menu = self.menus[titles] = parent.addMenu(titles[-1])
            menu.setToolTipsVisible(True)
            menu.aboutToShow.connect(lambda: tidy(menu))
        return self.menus[titles]

    def check(self, states: dict[str, bool]) -> None:
        """Check or uncheck commands that toggle something of the selection."""
        for key, state in states.items():
            self.by_key[key].setChecked(state)

    def enable(self, when: str, there: bool) -> None:
        """Enable or disable the commands that need something, as `when` names it."""
        for command in self.table:
            if command.when == when:
                self.by_key[command.key].setEnabled(there)

    def press(self, event: QKeyEvent) -> bool:
        """Handle a key that nothing else took, also by its position on layouts of other scripts.

        Returns:
            Whether the key belongs to a command.
        """
        other, focus = us_keys(event), QApplication.focusWidget()
        on_page = isinstance(focus, QWidget) and self._pages.isAncestorOf(focus)
        name = self.owner(QKeySequence(other)) if other is not None else ""
        if not name and on_page:
            name = self._page_owner(other or event.keyCombination())
        if not name:  # Qt handles the keys of enabled actions
            name = self.owner(QKeySequence(event.keyCombination()))
            if not name or self.by_key[name].isEnabled():
                return False
        if on_page or self.by_key[name].shortcutContext() == Qt.ShortcutContext.WindowShortcut:
            self.do(name)
        return True

    def do(self, key: str) -> None:
        """Run a command, or show the reason why it is disabled."""
        if self.by_key[key].isEnabled():
            self.by_key[key].trigger()
        else:
            command = next(c for c in self.table if c.key == key)
            self._refuse(f"{plain(command.text)}: {missing(command.when)}")

    def descriptions(self, keys: Iterable[str]) -> dict[str, tuple[str, str]]:
        """Return the names and descriptions of commands."""
        rows = {command.key: command for command in self.table}
        return {key: (plain(self.by_key[key].text()), rows[key].tip or plain(rows[key].text)) for key in keys}

    def _page_owner(self, keys: QKeyCombination) -> str:
        """Return the command that has these keys as its `page_keys`; "" if there is none."""
        there = QKeySequence(
            QKeyCombination(keys.keyboardModifiers() & ~Qt.KeyboardModifier.KeypadModifier, keys.key())
        )
        return next(
            (c.key for c in self.table if c.key not in self._own and there in map(QKeySequence, c.page_keys)), ""
        )

    def _stored(self, key: str, default: tuple[str, ...]) -> list[QKeySequence]:
        return [QKeySequence(k) for k in (texts(f"keys/{key}") if key in self._own else default)]

    @staticmethod
    def _give(action: QAction, command: Command, keys: list[QKeySequence]) -> None:
        action.setShortcuts(keys)
        shown = f" ({keys[0].toString(QKeySequence.SequenceFormat.NativeText)})" if keys else ""
        action.setToolTip(as_is((command.tip or plain(command.text)) + shown))

    def has_own_keys(self, key: str) -> bool:
        """Return whether the user chose other keys for a command."""
        return key in self._own

    def owner(self, keys: QKeySequence) -> str:
        """Return the command that has these keys; "" if there is none."""
        return next((c.key for c in self.table if keys in self.by_key[c.key].shortcuts()), "")

    def set_keys(self, key: str, keys: list[QKeySequence] | None) -> list[str]:
        """Set the keys of a command, None for its default. Returns the commands that lost these keys."""
        command = next(c for c in self.table if c.key == key)
        wanted = [QKeySequence(k) for k in command.keys] if keys is None else keys
        lost = [c for c in self.table if c.key != key and any(k in wanted for k in self.by_key[c.key].shortcuts())]
        for other in lost:
            left = [k for k in self.by_key[other.key].shortcuts() if k not in wanted]
            self._keep(other, left)
        self._keep(command, wanted)
        return [c.key for c in lost]

    def default_keys(self) -> None:
        """Set the keys of all commands to their defaults."""
        for command in self.table:
            self._keep(command, [QKeySequence(k) for k in command.keys])

    def _keep(self, command: Command, keys: list[QKeySequence]) -> None:
        portable = [k.toString(QKeySequence.SequenceFormat.PortableText) for k in keys]
        if keys == [QKeySequence(k) for k in command.keys]:
            self._own.discard(command.key)
            self._store.remove(f"keys/{command.key}")
        else:
            self._own.add(command.key)
            self._store.setValue(f"keys/{command.key}", portable)
        self._store.setValue("keys/changed", sorted(self._own))
        self._give(self.by_key[command.key], command, keys)

    def __getitem__(self, key: str) -> QAction:
        return self.by_key[key]

    def menu_of(self, key: str) -> QMenu:
        """Return the menu that contains a command."""
        return self.menus[next(c.menu for c in self.table if c.key == key)]

    def set_colours(self, colours: Colours) -> None:
        """Draw the icons in the colours of a theme."""
        for command in self.table:
            if command.icon:
                self.by_key[command.key].setIcon(icon(command.icon, colours))
