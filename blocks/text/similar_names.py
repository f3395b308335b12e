"""Names that are similar to a misspelt one, and the order of names in which numbers are compared by value."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Sequence

_SIMILAR = 0.6  # least similarity, as a ratio of difflib


def similar_names(word: str, names: Iterable[str], most: int = 1) -> list[str]:
    """Return the names that are most like a word, the best first, at most `most`."""
    return difflib.get_close_matches(word, list(names), most, _SIMILAR)


def did_you_mean(word: str, names: Iterable[str], most: int = 1, otherwise: Sequence[str] = ()) -> str:
    """Return "; did you mean NAME?" for the end of an error message; "" if there is no name to propose.

    Args:
        otherwise: names to propose if none of `names` is similar.
    """
    near = similar_names(word, names, most) or otherwise
    return f"; did you mean {', '.join(near)}?" if near else ""


_NUMBER = re.compile(r"(\d{1,18})")


def natural(name: str) -> tuple[list[tuple[int, int, str]], str]:
    """Return a sort key that compares numbers in names by value: `conv2` before `conv10`."""
    return [
        (0, int(part), "") if part.isdigit() and part.isascii() else (1, 0, part)
        for part in _NUMBER.split(name[:1000])
        if part
    ], name
