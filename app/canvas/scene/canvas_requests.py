"""What a canvas asks of the window around it, and the user's settings of canvases."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction


class Requests(QObject):
    """Signals by which a canvas asks the window for something."""

    results_wanted = Signal(str, str)  # block, output pin or ""
    add_wanted = Signal(object, object)  # QPointF on the canvas; the wire's fixed End, a Wire to stand in, None
    viewer_wanted = Signal(str, str, str)  # block, output pin, the type of the monitor that shows it
    initialise_wanted = Signal(object)  # ids of variables
    pin_wanted = Signal(str, str)  # block, output pin or "": its value is to stand in for it, or no more
    pause_when_wanted = Signal(str, str)  # block, output pin or "": on a condition
    file_wanted = Signal(str, str, bool)  # block, pin: its value from a file, or into one (True)
    enter_wanted = Signal(str, str)  # block, the page that it leads to
    pointed = Signal(str)  # what a click does where the pointer is, "" where it is not on the page
    up_wanted = Signal()  # to where the way to this page came from
    data_wanted = Signal(str, object)  # a file to train on, QPointF on the canvas
    why_wanted = Signal(str, str)  # block, output pin that is not finite: where that began
    gone_clicked = Signal(str, str)  # item, field or "" (see `Hit`): what a compared page alone has
    fixes_wanted = Signal(str, str)  # block, pin or "": its problems and what mends them


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
