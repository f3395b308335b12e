"""Line edits that report text composed by an input method, with numbers to step and lists of choices."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QStringListModel, Qt, Signal
from PySide6.QtGui import QInputMethodEvent, QKeyEvent
from PySide6.QtWidgets import QCompleter, QLineEdit

from blockloom.app import qt
from blockloom.blocks import operations

# Most characters of a value that is edited in its line; a longer one is shown cut, and edited in a dialog.
LONGEST = 10_000


def cut(text: str) -> str:
    """Return a value as one line can show it."""
    return text if len(text) <= LONGEST else f"{text[: LONGEST // 10]} …"


class LineEdit(QLineEdit):
    """A line edit; `typed` emits its text with what an input method is composing."""

    typed = Signal(str)

    def __init__(self, *args: Any, **properties: Any):
        self._composed = ""
        super().__init__(*args, **properties)
        self.textChanged.connect(lambda _: self.typed.emit(self.whole()))

    def whole(self) -> str:
        """Return the text with what an input method is composing."""
        text, at = self.text(), self.cursorPosition()
        return text[:at] + self._composed + text[at:]

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        before, self._composed = self._composed, event.preeditString()
        super().inputMethodEvent(event)
        if self._composed != before:
            self.typed.emit(self.whole())


class SearchField(LineEdit):
    """A search field with a placeholder that is also its accessible name.

    Its clear button is added with the first text, since Qt loads icon themes for it.
    """

    def __init__(self, asks: str):
        super().__init__(placeholderText=asks)
        self.setAccessibleName(asks)
        self.textChanged.connect(lambda _: self.setClearButtonEnabled(True), Qt.ConnectionType.SingleShotConnection)


_NUMBER = r"(?<![\w.])-?(\d+(?:\.(\d*))?|\.(\d+))(?=$|[^\w.]|[eE][-+]?\d|[fFjJ]\b)"


def stepped(text: str, at: int, by: int) -> tuple[str, int, int] | None:
    """Return a text with the number at or before a position, or otherwise the first one, increased.

    Args:
        text: a text with numbers.
        at: a position in the text.
        by: units of the number's last digit to add.

    Returns:
        The new text and the start and end of the number in it; None if there is no number.
    """
    from decimal import Decimal  # late, because it is rarely needed

    matches = list(re.finditer(_NUMBER, text))
    if not matches:
        return None
    match = next(
        (m for m in matches if m.start() <= at <= m.end()),
        next((m for m in reversed(matches) if m.end() <= at), matches[0]),
    )
    decimals = len(match[2] or match[3] or "")
    new = f"{Decimal(match[0]) + by * Decimal(1).scaleb(-decimals):.{decimals}f}"
    if not new.strip("-0."):
        new = new.lstrip("-")  # avoids negative zero
    new += "." if match[0].endswith(".") else ""
    return text[: match.start()] + new + text[match.end() :], match.start(), match.start() + len(new)


def step(edit: QLineEdit, by: int) -> bool:
    """Step the number at the cursor of a field, as if it were typed. Return False if there is none."""
    found = stepped(edit.text(), edit.cursorPosition(), by)
    if found is None or edit.isReadOnly():
        return False
    text, start, end = found
    edit.selectAll()
    edit.insert(text)  # Ctrl+Z undoes this like typing
    edit.setSelection(start, end - start)
    return True


def pressed(edit: QLineEdit, event: QKeyEvent) -> bool:
    """Step the number of a field by 1 for Up and Down, by 10 with Shift. Return whether the key did that."""
    sign = {Qt.Key.Key_Up: 1, Qt.Key.Key_Down: -1}.get(Qt.Key(event.key()), 0)
    extra = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
    shift = Qt.KeyboardModifier.ShiftModifier
    return bool(sign) and extra in (shift, Qt.KeyboardModifier(0)) and step(edit, sign * (10 if extra else 1))


ROWS = 12  # most visible rows of the list
ROOM = 34  # pixels next to the words, including a scroll bar


def choose(edit: QLineEdit, words: Sequence[str]) -> QCompleter:
    """Add a list of values to a text field, and return its completer.

    Typing narrows the list to matching values; dtypes match by any of their spellings.
    """
    model = QStringListModel(list(words), edit)
    completer = QCompleter(model, edit)
    completer.setCompletionMode(QCompleter.CompletionMode.UnfilteredPopupCompletion)
    completer.setMaxVisibleItems(ROWS)
    popup = qt.list_of(completer)
    popup.setFont(edit.font())
    popup.setMinimumWidth(max(map(edit.fontMetrics().horizontalAdvance, words)) + ROOM)  # wide enough for all words
    edit.setCompleter(completer)
    edit.textEdited.connect(lambda text: model.setStringList(operations.filter_choices(words, text)))
    return completer
