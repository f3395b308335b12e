"""What d LOSS of a wire is called among the results of the block where it begins, and how large it is."""

from __future__ import annotations

PREFIX = "gradient:"  # before the name of an output
SIZES = (0.0, 1e-6, 1e-4, 1e-2, 1.0)  # of root mean squares: where each step of the scale begins


def gradient_of(pin: str) -> str:
    """The result that is d LOSS of an output."""
    return PREFIX + pin


def output_of(result: str) -> str:
    """The output of which a result is d LOSS; "" for any other."""
    return result[len(PREFIX) :] if result.startswith(PREFIX) else ""


def step(size: float) -> int:
    """The number, from 0, of the step of the scale for a root mean square; -1 of what is not finite."""
    return sum(size >= least for least in SIZES[1:]) if size < float("inf") else -1
