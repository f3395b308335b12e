"""The letters that Alt and a menu are driven by. Translations and entries that come and go make some of them clash."""

from __future__ import annotations

import re
from string import ascii_uppercase, digits

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QAbstractButton, QMainWindow, QMenu, QWidget


def letter(text: str) -> str:
    """The letter marked by &, in upper case; "" where none is."""
    marked = re.search(r"&([^&\s])", text.replace("&&", ""))
    return marked[1].upper() if marked else ""


def spread(texts: list[str], hints: list[str]) -> list[str]:
    """The texts, each with a mnemonic letter of its own as far as letters suffice; existing ones stay. `hints` are
    words whose letters serve texts without Latin letters.
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
            end = len(re.sub(r"\s*\.*$", "", bare))
            caseless = any(c.isalpha() and c.lower() == c.upper() for c in bare)  # Hangul, but no Latin with accents
            marked[i] = f"{bare[:end]}(&{key}){bare[end:]}" if key and caseless else bare
        marked[i] = marked[i].replace("\0", "&&")
    return marked


def tidy(menu: QMenu) -> None:
    """Give every entry of a menu its own mnemonic."""
    entries = [a for a in menu.actions() if a.text() and not a.isSeparator()]
    texts = [a.text() for a in entries]
    for action, old, new in zip(entries, texts, spread(texts, [a.objectName() for a in entries]), strict=True):
        if old != new:
            action.setText(new)


def keep_apart(part: QWidget) -> None:
    """Whenever a bar or panel of the window is shown, give its buttons letters that no menu has, and no other button in
    sight: a letter of two only moves the focus from one to the other.
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
