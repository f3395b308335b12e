"""Keys by their place on the keyboard, for layouts that have no Latin letter there, or digits under Shift only.

Greek and Cyrillic layouts, and Korean ones without an input method, give letters of their own; French ones give & on
the key of 1. What is a letter or a digit for us is then taken from where the key lies.
"""

from __future__ import annotations

import unicodedata

from PySide6.QtCore import QKeyCombination, Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent

# The scan code of the first key of a row, as Windows and the kernel of Linux number them, and what lies there in
# the US.
_ROWS = ((2, "1234567890"), (16, "QWERTYUIOP"), (30, "ASDFGHJKL"), (44, "ZXCVBNM"))
_SHIFT = {"xcb": 8, "wayland": 8, "windows": 0}  # what the platform adds to scan codes; others do not tell them


def at_place(event: QKeyEvent) -> str:
    """The letter or digit that a US keyboard has at the place of the pressed key; "" where there is none, or the
    platform does not tell.
    """
    shift = _SHIFT.get(QGuiApplication.platformName())
    if shift is not None:
        for first, row in _ROWS:
            place = event.nativeScanCode() - shift - first
            if 0 <= place < len(row):
                return row[place]
    return ""


def digit(event: QKeyEvent) -> int | None:
    """The digit of the pressed key, in the upper row or on the number pad, whatever layout and Shift make of it; None
    for other keys.
    """
    place = at_place(event)
    if place.isdecimal():
        return int(place)
    number = event.key() - Qt.Key.Key_0
    return number if 0 <= number <= 9 else None


def letter(event: QKeyEvent) -> int:
    """The key of the Latin letter at the place of a key with a letter of another script; other keys unchanged."""
    key = event.key()
    if 0x7F < key < Qt.Key.Key_Escape and not unicodedata.name(chr(key), "LATIN").startswith("LATIN"):
        place = at_place(event)
        if place.isalpha():
            return ord(place)
    return key


def meant(event: QKeyEvent) -> QKeyCombination | None:
    """The keys that a US keyboard would give, where the layout's own belong to no command; else None."""
    key, number = letter(event), digit(event)
    if number is not None and not event.modifiers() & Qt.KeyboardModifier.KeypadModifier:
        key = Qt.Key.Key_0 + number
    return QKeyCombination(event.modifiers(), Qt.Key(key)) if key != event.key() else None
