"""A line of text that counts what an input method is still composing: a Korean syllable is the field's only once the
next one begins, but a search must find it before.
"""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QInputMethodEvent
from PySide6.QtWidgets import QLineEdit

LONGEST = 10_000  # characters that a line takes: a longer value is shown cut, and edited in a dialog


def cut(text: str) -> str:
    """A value as one line can show it."""
    return text if len(text) <= LONGEST else f"{text[: LONGEST // 10]} …"


class LineEdit(QLineEdit):
    """A line edit; `typed` emits its text with what an input method is composing."""

    typed = Signal(str)

    def __init__(self, *args, **properties):
        self._composed = ""
        super().__init__(*args, **properties)
        self.textChanged.connect(lambda _: self.typed.emit(self.whole()))

    def whole(self) -> str:
        """The text with what an input method is composing."""
        text, at = self.text(), self.cursorPosition()
        return text[:at] + self._composed + text[at:]

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        before, self._composed = self._composed, event.preeditString()
        super().inputMethodEvent(event)
        if self._composed != before:
            self.typed.emit(self.whole())


class SearchField(LineEdit):
    """A search field, named by what it searches. Its clear button comes with the first text, since Qt loads icon themes
    for it.
    """

    def __init__(self, asks: str):
        super().__init__(placeholderText=asks)
        self.setAccessibleName(asks)
        self.textChanged.connect(lambda _: self.setClearButtonEnabled(True), Qt.ConnectionType.SingleShotConnection)
