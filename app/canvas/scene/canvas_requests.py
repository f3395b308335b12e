"""Requests of a canvas to the window around it, and the user's settings of canvases."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct
from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction


class Requests(QObject):
    """Signals by which a canvas asks the window for something."""

    results_wanted = Signal(str, str)  # block, output pin or "": show its results
    # QPointF on the canvas; the fixed end of a new wire, a Wire to insert a block into, or None.
    add_wanted = Signal(object, object)
    viewer_wanted = Signal(str, str, str)  # block, output pin, the monitor that shows it
    initialise_wanted = Signal(object)  # ids of variables: initialise them
    pin_wanted = Signal(str, str)  # block, output pin or "": pin or unpin its value
    pause_when_wanted = Signal(str, str)  # block, output pin or "": edit its conditional breakpoint
    file_wanted = Signal(str, str, bool)  # block, pin, whether to write: read its value from a file, or write it to one
    enter_wanted = Signal(str, str)  # block, page that opens for it
    pointed = Signal(str)  # effect of a click at the pointer, "" if it is not on the page
    up_wanted = Signal()  # go to the page from which this page was opened
    data_wanted = Signal(str, object)  # file with data for training, QPointF on the canvas
    why_wanted = Signal(str, str)  # block, non-finite output pin: search for the origin of the value
    # Item, field or "" (see `CanvasHit`): a part that only one of two compared pages has was clicked.
    gone_clicked = Signal(str, str)
    fixes_wanted = Signal(str, str)  # block, pin or "": show its problems and fixes


DOTS = 20.0
GRIDS = (1, 5, 10, 20)  # grid sizes that the user can choose, in canvas pixels; 1 is almost no grid


class CanvasSettings(Struct):
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
