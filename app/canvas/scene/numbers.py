"""The number at the cursor of a line of text, one up or down by its last digit."""

from __future__ import annotations

import re

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit

_NUMBER = re.compile(r"(?<![\w.])-?(\d+(?:\.(\d*))?|\.(\d+))(?=$|[^\w.]|[eE][-+]?\d|[fFjJ]\b)")


def stepped(text: str, at: int, by: int) -> tuple[str, int, int] | None:
    """The text with the number at a position (or before it, else the first) changed by `by` units of its last digit,
    and the number's new span; None for no number.
    """
    from decimal import Decimal  # rarely needed

    matches = list(_NUMBER.finditer(text))
    if not matches:
        return None
    match = next(
        (m for m in matches if m.start() <= at <= m.end()),
        next((m for m in reversed(matches) if m.end() <= at), matches[0]),
    )
    decimals = len(match[2] or match[3] or "")
    new = f"{Decimal(match[0]) + by * Decimal(1).scaleb(-decimals):.{decimals}f}"
    if not new.strip("-0."):
        new = new.lstrip("-")  # no negative zero
    new += "." if match[0].endswith(".") else ""
    return text[: match.start()] + new + text[match.end() :], match.start(), match.start() + len(new)


def step(edit: QLineEdit, by: int) -> bool:
    """Step the number at the cursor of a field, as if it were typed. False where there is none."""
    found = stepped(edit.text(), edit.cursorPosition(), by)
    if found is None or edit.isReadOnly():
        return False
    text, start, end = found
    edit.selectAll()
    edit.insert(text)  # undone by Ctrl+Z, as typing is
    edit.setSelection(start, end - start)
    return True


def pressed(edit: QLineEdit, event: QKeyEvent) -> bool:
    """Step the number of a field by one for Up and Down, by ten with Shift. Whether the key did that."""
    sign = {Qt.Key.Key_Up: 1, Qt.Key.Key_Down: -1}.get(Qt.Key(event.key()), 0)
    extra = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
    shift = Qt.KeyboardModifier.ShiftModifier
    return bool(sign) and extra in (shift, Qt.KeyboardModifier(0)) and step(edit, sign * (10 if extra else 1))
