"""Waiting for what must come true, for as long as a busy machine may need: a test that passes waits no longer."""

import time
from collections.abc import Callable

PATIENCE = 60.0  # seconds


def until(condition: Callable[[], object], what: str = "it") -> None:
    """Wait until a condition holds; an assertion that names it fails where it never does."""
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, f"{what} never came true"
        time.sleep(0.01)
