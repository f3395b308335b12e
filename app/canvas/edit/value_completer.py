"""A list below a line of text: all that may be typed there, and fewer with every letter."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QStringListModel
from PySide6.QtWidgets import QCompleter, QLineEdit

from blockloom.app import qt
from blockloom.blocks import operations

ROWS = 12  # of the list that are seen at once
ROOM = 34  # pixels beside the words, with a scroll bar


def choose(edit: QLineEdit, words: Sequence[str]) -> QCompleter:
    """Give a text field a list of values. Typing narrows it to those that match, dtypes by any of their spellings.
    Gives the completer.
    """
    model = QStringListModel(list(words), edit)
    completer = QCompleter(model, edit)
    completer.setCompletionMode(QCompleter.CompletionMode.UnfilteredPopupCompletion)
    completer.setMaxVisibleItems(ROWS)
    popup = qt.list_of(completer)
    popup.setFont(edit.font())
    popup.setMinimumWidth(max(map(edit.fontMetrics().horizontalAdvance, words)) + ROOM)  # none is cut
    edit.setCompleter(completer)
    edit.textEdited.connect(lambda text: model.setStringList(operations.narrowed(words, text)))
    return completer
