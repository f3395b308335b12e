"""Texts in the user's language, for code outside widgets. Widgets have `self.tr`, by their class."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from PySide6.QtCore import QCoreApplication

from blockloom.blocks.problems import Facts, Problem
from blockloom.blocks.text.phrases import Phrase

T = TypeVar("T")
_in_english = False  # whether `tr` returns its texts as they are


def tr(text: str) -> str:
    """Return the text in the installed language, or itself. `text` must be a literal, for lupdate."""
    return text if _in_english else QCoreApplication.translate("", text)


def in_english(make: Callable[[], T]) -> T:
    """Return what a function makes with the English texts of `tr`, by which commands are found in each language."""
    global _in_english
    _in_english = True
    try:
        return make()
    finally:
        _in_english = False


def translated(text: object) -> str:
    """Translate a phrase or exception of blocks/ or runtime/.

    Texts of TensorFlow and of the system are returned unchanged.
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
    except (ValueError, IndexError, KeyError, TypeError):  # for example, if a value was sent through a pipe as text
        return plain


def documented(text: str) -> str:
    """Return the documentation of a block type, pin or attr: ours translated, TensorFlow's unchanged."""
    return translated(Phrase(text)) if text else ""


def in_language(problems: list[Problem]) -> list[Problem]:
    """Return problems with translated messages and remedies."""
    return [
        Problem(
            p.severity,
            p.code,
            p.address,
            Facts.from_mapping({"message": translated(p.message), "remedy": translated(p.remedy)}),
        ).with_calls(map(str, p.calls))
        for p in problems
    ]
