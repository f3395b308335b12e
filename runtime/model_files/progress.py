"""How far reading has come."""

from __future__ import annotations

from collections.abc import Callable

# Is told what is done, and how much of that is done, 0.0 to 1.0. May raise, which ends the reading.
Tell = Callable[[str, float], None]


def nobody(what: str, done: float) -> None:
    """A listener for progress that ignores it."""
