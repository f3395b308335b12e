"""A kind in which a viewer shows a result: what it asks the worker for, and how it draws the answer."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QWidget

from blockloom.app.canvas.words import tr

if TYPE_CHECKING:
    from blockloom.app.window.results.viewer import Viewer

TABLE, LINES, STEPS, HEAT, IMAGE, HISTOGRAM, TEXT = "table", "lines", "steps", "heat", "image", "histogram", "text"
ACROSS = 1024               # rows and columns of a plotted slice, at most
POINTS = 4000               # of a line
MOST = 12                   # lines


class ViewerMode:
    """One kind. `widget` is made when it is first shown."""

    kind = ""
    monitor = ""            # what shows the same on the canvas
    least = 0               # the rank that a tensor needs for it
    plot = True             # whether it draws real numbers, and is made in the colours of the theme
    sliced = True           # whether it shows the slice that is picked, not the whole

    def __init__(self, viewer: Viewer):
        self.viewer = viewer
        self._widget: QWidget | None = None

    def fits(self, numbers: bool, shape: tuple[int, ...]) -> bool:
        """Whether a tensor can be shown so; `numbers`: it has real numbers."""
        return not self.plot or numbers and math.prod(shape) > 0 and len(shape) >= self.least

    @property
    def widget(self) -> Any:
        if self._widget is None:
            self._widget = self.make()
            for plot in getattr(self._widget, "plots", [self._widget]) if self.plot else ():
                plot.told = self.told
            self.viewer.stack.addWidget(self._widget)
        return self._widget

    def make(self) -> QWidget:
        raise NotImplementedError

    def pinned(self) -> tuple[str, dict[str, str], int]:
        """What shows the same on the canvas: a monitor, values for its attrs, and how many lines it has."""
        picker, values = self.viewer.picker, {}
        if self.sliced and len(self.viewer.shape) > 1:
            first = min(picker.rows, picker.columns)        # the axes before it stand at an index
            values["index"] = str([picker.index.get(axis, 0) for axis in range(first)])
        return self.monitor, values, 1

    def drop(self) -> None:
        """Another theme: the widget is made anew when it is next shown."""
        if self._widget is not None and self.plot:
            self.viewer.stack.removeWidget(self._widget)
            self._widget.deleteLater()
            self._widget = None

    def question(self) -> tuple[str, dict]:
        """What to ask the worker, and with which fields besides the output's."""
        rows, columns = self.viewer.picker.size
        return "slice", {"at": self.viewer.picker.at((0, rows, ACROSS), (0, columns, ACROSS))}

    def show(self, now: dict, before: dict | None) -> str:
        """Draw the answer, and that of the run before where it is compared with one; gives a note on it."""
        raise NotImplementedError

    def told(self, x: float, y: float) -> str:
        """What a plot shows at a point."""
        return ""

    def cells(self, reply: dict | None) -> np.ndarray | None:
        """The slice of an answer, rows first."""
        return self.viewer.turned(reply["arrays"][0]) if reply and reply.get("arrays") else None

    def picture(self) -> QPixmap:
        """What is shown, for the clipboard or a file."""
        return self.widget.grab()


def thinned(steps: list[int]) -> str:
    """A note on how many elements became one."""
    most = max(steps, default=1)
    return tr("every {}th element").format(most) if most > 1 else ""
