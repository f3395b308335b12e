"""How canvases behave by the user's habits, whatever the page."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

DOTS = 20.0
GRIDS = (1, 5, 10, 20)  # canvas pixels that can be chosen; 1: as good as none


@dataclass
class CanvasSettings:
    """One object can be shared by many canvases: a change is heeded by all of them at once.

    `grid`: canvas pixels between two lines of the grid that blocks, frames, notes and bends stand on; where it is
    `grid_shown` it is drawn by dots, DOTS apart or further, but on sheets. `wheel_scrolls`: the wheel moves the page
    and zooms with Ctrl; else it zooms. `key_of` gives the keys that a command has now, as Qt writes them, or "": menus
    show them.
    """

    grid: float = 5.0
    grid_shown: bool = True
    wheel_scrolls: bool = False
    key_of: Callable[[str], str] = lambda command: ""

    def snapped(self, value: float) -> float:
        """The nearest line of the grid."""
        return round(value / self.grid) * self.grid
