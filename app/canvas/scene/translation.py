"""Texts in the user's language, for code that is no widget. Widgets have `self.tr`, by their class."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from blockloom.blocks.problems import Facts, Problem
from blockloom.blocks.text.phrases import Phrase


def tr(text: str) -> str:
    """The text in the language that is installed, or itself. `text` has to be a literal: lupdate finds it so."""
    return QCoreApplication.translate("", text)


def translated(text: object) -> str:
    """A phrase or exception of blocks/ or runtime/ in the installed language; texts of TensorFlow and the system
    unchanged.
    """
    text = str(text)
    if not isinstance(text, Phrase):
        return text
    plain = "".join(text)
    shown = (
        QCoreApplication.translate("", text.template, text.many, int(text.values[0]))
        if text.many
        else QCoreApplication.translate("", text.template)
    )
    values = [translated(v) if isinstance(v, Phrase) else v for v in text.values]
    if shown == text.template:
        if not any(isinstance(v, Phrase) for v in text.values):
            return plain
        shown = text.many if text.many and text.values[0] != 1 else shown
    try:
        return shown.format(*values) if values else shown
    except (ValueError, IndexError, KeyError, TypeError):  # a value that came through a pipe as text, say
        return plain


def documented(text: str) -> str:
    """The documentation of a block type, pin or attr: ours translated, TensorFlow's unchanged."""
    return translated(Phrase(text)) if text else ""


def in_language(problems: list[Problem]) -> list[Problem]:
    """Problems with their messages and remedies translated."""
    return [
        Problem(
            p.severity,
            p.code,
            p.address,
            Facts.from_mapping({"message": translated(p.message), "remedy": translated(p.remedy)}),
        ).with_calls(map(str, p.calls))
        for p in problems
    ]
