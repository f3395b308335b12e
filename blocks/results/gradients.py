"""Gradients of wires (d LOSS) as results of the blocks at which the wires begin, and their sizes."""

from __future__ import annotations

PREFIX = "gradient:"  # prefix of the name of an output
SIZES = (0.0, 1e-6, 1e-4, 1e-2, 1.0)  # least root mean square of each level of the scale


def gradient_of(pin: str) -> str:
    """Return the name of the result that is d LOSS of an output."""
    return PREFIX + pin


def output_of(result: str) -> str:
    """Return the output whose d LOSS a result is; "" for other results."""
    return result[len(PREFIX) :] if result.startswith(PREFIX) else ""


def step(size: float) -> int:
    """Return the level, from 0, of a root mean square on the scale of SIZES; -1 if it is not finite."""
    return sum(size >= least for least in SIZES[1:]) if size < float("inf") else -1
