"""How far reading has come, and how it is ended."""

from __future__ import annotations

from collections.abc import Callable

# Is told what is done, and how much of that is done, 0.0 to 1.0. May raise Cancelled.
Tell = Callable[[str, float], None]


class Cancelled(Exception):
    """Nobody wants it any more."""


def nobody(what: str, done: float) -> None:
    """For who does not ask how far it is."""
