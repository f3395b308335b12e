"""Texts in the user's language, for code that is no widget. Widgets have `self.tr`, by their class."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication


def tr(text: str) -> str:
    """The text in the language that is installed, or itself. `text` has to be a literal: lupdate finds it so."""
    return QCoreApplication.translate("", text)
