"""Progress of reading a model."""

from __future__ import annotations

from collections.abc import Callable

# Gets the present activity and its progress, 0.0 to 1.0. May raise, which ends the reading.
Tell = Callable[[str, float], None]


def nobody(what: str, done: float) -> None:
    """Ignore the progress."""
