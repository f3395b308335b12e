"""Bringing blocks into view."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable

import numpy as np
from PySide6.QtCore import QRect, QRectF

from blockloom.app.canvas.page.open_page import OpenPage
from blockloom.app.canvas.page.selection import Selection
from blockloom.app.canvas.page.view import MIDDLE, View
from blockloom.app.canvas.scene.scene import Scene
from blockloom.blocks.document.pages import Block, Frame

MARGIN = 12  # widget pixels between what is brought into view and the edge


class Navigation:
    """Finds blocks in the widget, and brings them into view. `unfold` shows the frames around an item expanded, if need
    be by an edit where it is told so: False where it was not.
    """

    def __init__(
        self, open_page: OpenPage, scene: Scene, view: View, selection: Selection, unfold: Callable[[str, bool], bool]
    ):
        self._open_page, self._scene, self._view, self._selection = open_page, scene, view, selection
        self._unfold = unfold

    def place_of(self, name: str) -> QRect:
        """The rectangle of a block, frame or note, in widget coordinates."""
        scene, slot = self._scene, self._scene.slot.get(name)
        box = scene.box(slot) if slot is not None else scene.rect_of(scene.frames.get(name) or scene.notes[name])
        return self._view.rect_to_widget(box).toRect()

    def reveal(self, name: str, edits: bool = True) -> None:
        """Select an item and bring it to the middle of the view. Without `edits`, one in collapsed frames that have no
        room to be expanded is not selected, and the frame around it is brought there.
        """
        scene, item = self._scene, self._open_page.page.item(name)
        if item is None:
            return
        shown = self._unfold(name, edits)
        self._selection.choose({name} if shown else ())
        if self._view.scale < MIDDLE:
            self._view.zoom_to(1.0)
        while isinstance(item, Frame) and item.id in scene.concealed:
            item = scene.frames[item.frame]
        box = scene.seen(scene.slot[item.id]) if isinstance(item, Block) else scene.rect_of(item)
        self._view.center_on(box.center())

    def select(self, name: str) -> None:
        """Select an item, and bring it to the middle of the view unless its middle is in view."""
        slot = self._scene.slot.get(name)
        hidden = name in self._scene.concealed if slot is None else self._scene.fold[slot]
        if hidden or not self._view.rect().contains(self.place_of(name).center()):
            self.reveal(name)
        else:
            self._selection.choose({name})

    def visit(self, block: str) -> None:
        """`select`, of a page that is seen from far away at 100 %."""
        (self.reveal if self._view.scale < MIDDLE else self.select)(block)

    def fit_selection(self) -> None:
        """Show the selection as large as it fits, at most at 100 %; the whole page where nothing is selected."""
        box = self._extent(self._selection())
        self._view.fit(self._scene.extent() if box.isNull() else box)

    def show(self, *names: str) -> None:
        """Bring items into view by the least move; of what is larger than the view, the upper left corner."""
        self.bring(self._extent(names))

    def bring(self, box: QRectF) -> None:
        """Bring a part of the page into view, as `show` does."""
        area = self._view.rect().adjusted(MARGIN, MARGIN, -MARGIN, -MARGIN)
        if not box.isNull() and area.isValid():
            box = self._view.rect_to_widget(box)
            self._view.scroll(
                _into(box.left(), box.right(), area.left(), area.right()),
                _into(box.top(), box.bottom(), area.top(), area.bottom()),
            )

    def _extent(self, names: Iterable[str]) -> QRectF:
        """What blocks, frames and notes cover together; null where there are none."""
        page, scene, names = self._open_page.page, self._scene, list(names)
        slots = [scene.slot[n] for n in names if n in scene.slot]
        box = scene.extent(np.array(slots, np.intp)) if slots else QRectF()
        for item in (page.frames.get(n) or page.notes.get(n) for n in names):
            if item is not None:
                box = box.united(scene.rect_of(item))
        return box


def _into(low: float, high: float, least: float, most: float) -> int:
    """By how much an interval has to move to lie in another. One that does not fit begins with it, unless it fills it
    already.
    """
    if high - low > most - least:
        return 0 if low <= least and high >= most else math.ceil(least - low)
    return math.ceil(max(0.0, least - low)) - math.ceil(max(0.0, high - most))
