"""The grid that blocks, frames, notes and bends stand on: one for all windows, a habit and no part of a page."""

from __future__ import annotations

STEPS = (1, 5, 10, 20)      # canvas pixels that can be chosen; 1: as good as none
_step = [5.0]


def step() -> float:
    """Canvas pixels between two lines of the grid."""
    return _step[0]


def set_step(pixels: float) -> None:
    _step[0] = pixels


def snapped(value: float) -> float:
    """The nearest line of the grid."""
    return round(value / step()) * step()
