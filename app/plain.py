"""Plain texts for widgets of Qt.

Qt shows a text that begins with something like a tag as HTML: a text from a model or a path could show pictures and
links, and hide the rest.
"""

from __future__ import annotations

from html import escape
from typing import Any

from PySide6.QtGui import Qt  # `Qt` of QtCore has no mightBeRichText
from PySide6.QtWidgets import QLabel


class Label(QLabel):
    """A label that shows its text as it is."""

    def __init__(self, *args: Any, **properties: Any):
        super().__init__(*args, **properties)
        self.setTextFormat(Qt.TextFormat.PlainText)


def as_is(text: str) -> str:
    """Return a text that a message box, a tooltip or a dialog shows literally."""
    return f"<qt>{escape(text).replace(chr(10), '<br>')}</qt>" if Qt.mightBeRichText(text) else text
