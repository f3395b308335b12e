"""Patterns of queries: parts of texts, wildcards and regular expressions."""

from __future__ import annotations

import re
from collections.abc import Callable
from fnmatch import translate

from blockloom.blocks.catalogue.search import casefold_text
from blockloom.blocks.text.phrases import phrase

_EXPRESSION = re.compile(r"/(.+)/", re.DOTALL)
# A repeated group that contains a repetition or alternatives, as in (a+)+: Python can take hours for such expressions.
_SLOW = re.compile(r"\((?:\\.|[^()\\])*[*+{|](?:\\.|[^()\\])*\)[*+{]|\)\)[*+{]")
_LONGEST = 100, 1000  # characters of an expression, and of a text that it searches


class PatternError(ValueError):
    """Raised for an invalid regular expression; `str()` of it is for the user."""


def is_expression(pattern: str) -> bool:
    """Return whether a pattern is a regular expression: text between slashes."""
    return _EXPRESSION.fullmatch(pattern) is not None


def matcher(pattern: str, whole: bool = False) -> Callable[[str], bool]:
    """Return a function that tests whether a text matches a pattern, regardless of case.

    Args:
        pattern: A regular expression between slashes, which is searched; a text with the wildcards `*` and `?`, which
            matches a whole text; or any other text, which is searched.
        whole: Whether a text without wildcards must match a whole text, too.

    Raises:
        PatternError: The regular expression is invalid, too long, or of a kind that can take very long.
    """
    if found := _EXPRESSION.fullmatch(pattern):
        if len(found[1]) > _LONGEST[0] or _SLOW.search(found[1]):
            raise PatternError(phrase("The regular expression {} is too complex", pattern))
        try:
            search = re.compile(found[1], re.IGNORECASE).search
        except (re.error, OverflowError, RecursionError) as error:
            raise PatternError(phrase("{} is not a regular expression: {}", pattern, error)) from None
        return lambda text: search(text[: _LONGEST[1]]) is not None
    plain = casefold_text(pattern)
    if "*" in pattern or "?" in pattern:
        match = re.compile(translate(plain.replace("[", "[[]"))).match
        return lambda text: match(casefold_text(text)) is not None
    return (lambda text: casefold_text(text) == plain) if whole else (lambda text: plain in casefold_text(text))
