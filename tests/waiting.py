"""Waiting for conditions, as long as a busy machine may need: a passing test does not wait longer."""

import time
from collections.abc import Callable

PATIENCE = 60.0  # seconds


def until(condition: Callable[[], object], what: str = "it") -> None:
    """Wait until a condition is true; raise an AssertionError that names it if it never is."""
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, f"{what} never came true"
        time.sleep(0.01)
