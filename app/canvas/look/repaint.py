"""Which parts of a canvas are to be painted again."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from PySide6.QtCore import QRect, QRectF
from PySide6.QtGui import QRegion
from PySide6.QtWidgets import QWidget

from blockloom.app.canvas.page.view import NEAR, View
from blockloom.app.canvas.paint.name_painter import WIDEST
from blockloom.app.canvas.scene.scene import Scene

MANY = 50  # blocks from which on all is painted rather than each
PIECES = 4  # up to which they are painted one after the other
AROUND = 200  # the same for blocks with their wires


def parts(region: QRegion) -> list[QRect]:
    """The rectangles of a region to paint one by one if they are far smaller than its bounding box, as when a page
    scrolls diagonally; else the box.
    """
    box, pieces = region.boundingRect(), list(region)  # type: ignore[call-overload]   # it can be iterated over
    least = sum(piece.width() * piece.height() for piece in pieces)
    return pieces if len(pieces) <= PIECES and 4 * least < box.width() * box.height() else [box]


class Repaint:
    """Schedules repaints of the widget."""

    def __init__(self, widget: QWidget, scene: Scene, view: View):
        self._widget, self._scene, self._view = widget, scene, view

    def all(self) -> None:
        """Repaint everything."""
        self._widget.update()

    def area(self, area: QRectF) -> None:
        """Repaint an area of the page, in canvas coordinates."""
        # More above: ids stand there, which far out depend on what is beside their blocks.
        beside, below = (3, 3) if self._view.scale >= NEAR else (int(WIDEST) + 3, 18)
        self._widget.update(self._view.rect_to_widget(area).toAlignedRect().adjusted(-beside, -18, beside, below))

    def around(self, slots: np.ndarray) -> None:
        """Repaint blocks and their wires."""
        if len(slots) > AROUND:
            self._widget.update()
        elif len(slots):
            x0, y0, x1, y1 = self._scene.bounds(slots).tolist()
            self.area(QRectF(x0, y0, x1 - x0, y1 - y0))

    def blocks(self, names: Iterable[str]) -> None:
        """Repaint blocks whose pictures are out of date, and frames and notes; ids of none are skipped."""
        names, scene = list(names), self._scene
        self.slots([s for s in map(scene.slot.get, names) if s is not None])
        if any(name in scene.notes or name in scene.frames for name in names):
            self.all()

    def slots(self, slots: list[int]) -> None:
        """As `blocks`, by slot."""
        self._scene.changed.update(slots)
        if len(slots) > MANY:
            self._widget.update()
        else:
            for slot in slots:
                self.area(self._scene.seen(slot).adjusted(-16, -16, 16, 16))
