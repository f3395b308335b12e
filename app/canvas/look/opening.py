"""The first view of a page: until the user does something, it adapts to the size of the widget."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np
from PySide6.QtCore import QPointF

from blockloom.app.canvas.page.open_page import OpenPage
from blockloom.app.canvas.page.view import View
from blockloom.app.canvas.scene.scene import Scene

LEAST, LARGE = 0.35, 0.5  # the least scale at which a page opens as a whole, and the scale of larger pages
CORNER = 40.0  # widget pixels from the corner of the widget to that of the first block of a large page
LEAST_WIDTH = 200  # of the widget: before, it has no size of its window yet


class Opening:
    """Shows a page of a canvas as a whole, at its first block, or where it was left."""

    def __init__(self, open_page: OpenPage, scene: Scene, view: View, show_map: Callable[[bool], bool]):
        """Create. `show_map` shows or hides the map, and returns whether this changed anything."""
        self._open_page, self._scene, self._view, self._show_map = open_page, scene, view, show_map
        self._again: Callable[[], None] | None = self.fit  # shows the page after a resize; None after an action
        self._map_shown = False  # whether the map is shown because the page is large

    def end(self) -> None:
        """Keep the view from now on, since the user did something."""
        self._again = None

    def resized(self) -> None:
        """Show the page again, since panels that open later leave less room."""
        if self._again is not None and self._view.size.width() > LEAST_WIDTH:
            self._again()

    def fit(self) -> None:
        """Show everything, at most at 100 %."""
        self._view.fit(self._scene.extent())
        self._again = self.fit

    def first(self) -> None:
        """Show everything, from 35 to 100 %; a larger page at 50 % with its first block and the map."""
        self._view.fit(self._scene.extent())
        large = self._view.scale < LEAST
        if large:
            self._view.place(LARGE, self._first_corner(), QPointF(CORNER, CORNER))
        if large != self._map_shown and self._show_map(large):
            self._map_shown = large
        self._again = self.first

    def go_to(self, scale: float, x: float, y: float) -> None:
        """Show a canvas point in the middle at a scale."""
        self._view.place(scale, QPointF(x, y), self._view.middle())
        self._again = partial(self.go_to, scale, x, y)

    def place(self) -> tuple[float, float, float] | None:
        """Return the scale and the middle of the view; None while the page is shown as it opened."""
        middle = self._view.to_canvas(self._view.middle())
        return (self._view.scale, middle.x(), middle.y()) if self._again is None else None

    def _first_corner(self) -> QPointF:
        """Return the corner of the block without inputs, or of the collapsed frame around it, at the upper left."""
        scene, into = self._scene, self._open_page.page.into
        slots = np.flatnonzero(scene.alive[: scene.count]).tolist()
        sources = [slot for slot in slots if not any(into.get(scene.blocks[slot].id, {}).values())]
        corners = [scene.visible_rect(slot).topLeft() for slot in sources or slots]
        return min(corners, key=lambda corner: corner.x() + corner.y(), default=scene.extent().topLeft())
