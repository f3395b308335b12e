"""The letters that Alt and a menu are driven by. Translations and entries that come and go make some of them clash."""

from __future__ import annotations

import re
from string import ascii_uppercase, digits

from PySide6.QtWidgets import QMenu


def letter(text: str) -> str:
    """The letter marked by &, in upper case; "" where none is."""
    marked = re.search(r"&([^&\s])", text.replace("&&", ""))
    return marked[1].upper() if marked else ""


def spread(texts: list[str], hints: list[str]) -> list[str]:
    """The texts, each with a mnemonic letter of its own as far as letters suffice; existing ones stay. `hints` are
    words whose letters serve texts without Latin letters."""
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
            marked[i] = f"{bare[:end]}(&{key}){bare[end:]}" if key and not bare.isascii() else bare
        marked[i] = marked[i].replace("\0", "&&")
    return marked


def tidy(menu: QMenu) -> None:
    """Give every entry of a menu its own mnemonic."""
    entries = [a for a in menu.actions() if a.text() and not a.isSeparator()]
    texts = [a.text() for a in entries]
    for action, old, new in zip(entries, texts, spread(texts, [a.objectName() for a in entries]), strict=True):
        if old != new:
            action.setText(new)
