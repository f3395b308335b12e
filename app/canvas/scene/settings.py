"""How canvases behave by the user's habits, whatever the page."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtGui import QAction

DOTS = 20.0
GRIDS = (1, 5, 10, 20)  # canvas pixels that can be chosen; 1: as good as none


@dataclass
class CanvasSettings:
    """One object can be shared by many canvases: a change is heeded by all of them at once.

    `grid`: canvas pixels between two lines of the grid that blocks, frames, notes and bends stand on; where it is
    `grid_shown` it is drawn by dots, DOTS apart or further, but on sheets. `wheel_scrolls`: the wheel moves the page
    and zooms with Ctrl; else it zooms. `action_of` gives the action of a command of the window, for menus; None: the
    window does not have it.
    """

    grid: float = 5.0
    grid_shown: bool = True
    wheel_scrolls: bool = False
    action_of: Callable[[str], QAction | None] = lambda command: None

    def snapped(self, value: float) -> float:
        """The nearest line of the grid."""
        return round(value / self.grid) * self.grid
