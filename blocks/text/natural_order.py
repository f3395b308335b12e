"""The order of names in which numbers are compared by value."""

from __future__ import annotations

import re

_NUMBER = re.compile(r"(\d{1,18})")


def natural(name: str) -> tuple[list[tuple[int, int, str]], str]:
    """Return a sort key that compares numbers in names by value: `conv2` before `conv10`."""
    return [
        (0, int(part), "") if part.isdigit() and part.isascii() else (1, 0, part)
        for part in _NUMBER.split(name[:1000])
        if part
    ], name
