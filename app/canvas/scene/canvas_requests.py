"""Requests of a canvas to the window around it, and the user's settings of canvases."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction


class Requests(QObject):
    """Signals by which a canvas asks the window for something."""

    results_wanted = Signal(str, str)  # block, output pin or ""
    add_wanted = Signal(object, object)  # QPointF on the canvas; the wire's fixed End, a Wire to stand in, None
    viewer_wanted = Signal(str, str, str)  # block, output pin, the monitor that shows it
    initialise_wanted = Signal(object)  # ids of variables
    pin_wanted = Signal(str, str)  # block, output pin or "": its value is to be pinned, or unpinned
    pause_when_wanted = Signal(str, str)  # block, output pin or "": a conditional breakpoint
    file_wanted = Signal(str, str, bool)  # block, pin: its value from a file, or into one (True)
    enter_wanted = Signal(str, str)  # block, the page to open for it
    pointed = Signal(str)  # the result of a click at the pointer, "" if it is not on the page
    up_wanted = Signal()  # to the page from which this page was opened
    data_wanted = Signal(str, object)  # a file to train on, QPointF on the canvas
    why_wanted = Signal(str, str)  # block, non-finite output pin: search for the origin
    gone_clicked = Signal(str, str)  # item, field or "" (see `Hit`): a part that only one of two compared pages has
    fixes_wanted = Signal(str, str)  # block, pin or "": its problems and fixes


DOTS = 20.0
GRIDS = (1, 5, 10, 20)  # canvas pixels the user can choose; 1: almost no grid


@dataclass
class CanvasSettings:
    """Settings of canvases. A change applies to all canvases that share the object.

    Attributes:
        grid: canvas pixels between two lines of the grid to which blocks, frames, notes and bends snap.
        grid_shown: dots show the grid, at least DOTS apart, except on sheets.
        wheel_scrolls: the wheel scrolls the page, and zooms with Ctrl; otherwise it zooms.
        action_of: returns the action of a command of the window, for menus; None if the window does not have it.
    """

    grid: float = 5.0
    grid_shown: bool = True
    wheel_scrolls: bool = False
    action_of: Callable[[str], QAction | None] = lambda command: None

    def snapped(self, value: float) -> float:
        """Return the nearest line of the grid."""
        return round(value / self.grid) * self.grid
