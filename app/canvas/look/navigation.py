"""Open a page at its first view, bring blocks into view, and store views under a digit."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from functools import partial

import numpy as np
from PySide6.QtCore import QPointF, QRect, QRectF, QSize

from blockloom.app.canvas.page.open_page import OpenPage, Selection
from blockloom.app.canvas.page.view import MIDDLE, View
from blockloom.app.canvas.scene.scene import Scene
from blockloom.app.canvas.scene.translation import tr
from blockloom.blocks.document.pages import Block, Bookmark, Frame
from blockloom.blocks.edits import SetBookmark

MARGIN = 12  # widget pixels between the edge and an item that is scrolled into view
LEAST, LARGE = 0.35, 0.5  # least scale at which a whole page opens, and the scale of larger pages
CORNER = 40.0  # widget pixels between the corner of the widget and the first block of a large page
LEAST_WIDTH = 200  # least width of the widget; below it, the window has not set its size yet


class Navigation:
    """Finds blocks in the widget, and brings them into view.

    `unfold` shows the frames around an item expanded, by an edit if necessary and allowed, and returns whether it did.
    """

    def __init__(
        self, open_page: OpenPage, scene: Scene, view: View, selection: Selection, unfold: Callable[[str, bool], bool]
    ):
        self._open_page, self._scene, self._view, self._selection = open_page, scene, view, selection
        self._unfold = unfold

    def place_of(self, name: str) -> QRect:
        """Return the rectangle of a block, frame or note, in widget coordinates."""
        scene, slot = self._scene, self._scene.slot.get(name)
        box = scene.box(slot) if slot is not None else scene.rect_of(scene.frames.get(name) or scene.notes[name])
        return self._view.rect_to_widget(box).toRect()

    def reveal(self, name: str, edits: bool = True) -> None:
        """Select an item and bring it to the middle of the view.

        Without `edits`, collapsed frames that have no room to be expanded stay collapsed. In this case, the frame
        around the item is brought to the middle, and nothing is selected.
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
        box = scene.visible_rect(scene.slot[item.id]) if isinstance(item, Block) else scene.rect_of(item)
        self._view.center_on(box.center())

    def select(self, name: str) -> None:
        """Select an item and bring it into view; into the middle of the view if its middle is not in view."""
        slot = self._scene.slot.get(name)
        hidden = name in self._scene.concealed if slot is None else self._scene.fold[slot]
        if hidden or not self._view.rect().contains(self.place_of(name).center()):
            self.reveal(name)
        else:
            self._selection.choose({name})
            self.show(name)

    def visit(self, block: str) -> None:
        """Select a block as `select` does, at 100 % if the page is seen from far away."""
        (self.reveal if self._view.scale < MIDDLE else self.select)(block)

    def fit_selection(self) -> None:
        """Show the selection as large as it fits, at most at 100 %; the whole page if nothing is selected."""
        box = self._extent(self._selection())
        self._view.fit(self._scene.extent() if box.isNull() else box)

    def show(self, *names: str) -> None:
        """Scroll as little as possible to show items, or their upper left corner if they are too large."""
        self.bring(self._extent(names))

    def seen_extents(self, *groups: Iterable[str]) -> list[QRectF]:
        """Return the rectangle of each group of items that is all in view."""
        boxes, area = [self._extent(names) for names in groups], self._view.area()
        return [box for box in boxes if not box.isNull() and area.contains(box)]

    def has_room_for(self, box: QRectF) -> bool:
        """Return whether a part of the page is not too large for the view."""
        size = (box.size() * self._view.scale).toSize() + QSize(2 * MARGIN, 2 * MARGIN)
        return size.boundedTo(self._view.size) == size

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
        """Return the rectangle that blocks, frames and notes cover together; null if there are none."""
        page, scene, names = self._open_page.page, self._scene, list(names)
        slots = [scene.slot[n] for n in names if n in scene.slot]
        box = scene.extent(np.array(slots, np.intp)) if slots else QRectF()
        for item in (page.frames.get(n) or page.notes.get(n) for n in names):
            if item is not None:
                box = box.united(scene.rect_of(item))
        return box


def _into(low: float, high: float, least: float, most: float) -> int:
    """Return the distance by which an interval must move to be inside another one.

    An interval that is too long is aligned at its begin, unless it covers the other one already.
    """
    if high - low > most - least:
        return 0 if low <= least and high >= most else math.ceil(least - low)
    return math.ceil(max(0.0, least - low)) - math.ceil(max(0.0, high - most))


class Bookmarks:
    """Sets the bookmarks of a page, and goes to them. `frame_at` returns the innermost frame at a point."""

    def __init__(self, open_page: OpenPage, view: View, frame_at: Callable[[QPointF], str]):
        self._open_page, self._view, self._frame_at = open_page, view, frame_at

    def set(self, number: int) -> None:
        """Store the view under a digit, with the name of the frame in its middle."""
        middle = self._view.to_canvas(self._view.middle())
        frame = self._open_page.page.frames.get(self._frame_at(middle))
        mark = Bookmark(
            round(middle.x(), 2),
            round(middle.y(), 2),
            round(self._view.scale, 4),
            frame.title if frame is not None else "",
        )
        if self._open_page.do(SetBookmark(self._open_page.name, number, mark), tr("Set bookmark {0}").format(number)):
            self._open_page.status_message.emit(tr("Bookmark {0} is set: press {0} to come back").format(number))

    def add(self) -> None:
        """Store the view under the first free digit."""
        number = next((n for n in range(1, 10) if n not in self._open_page.page.bookmarks), None)
        if number is None:
            self._open_page.status_message.emit(tr("This page has nine bookmarks: Ctrl+Shift+1 to 9 replaces one"))
        else:
            self.set(number)

    def go(self, number: int) -> None:
        """Show the view stored under a digit."""
        mark = self._open_page.page.bookmarks.get(number)
        if mark is None:
            self._open_page.status_message.emit(tr("Bookmark {0} is not set: Ctrl+Shift+{0} sets it").format(number))
            return
        self._view.zoom_to(mark.scale)
        self._view.center_on(QPointF(mark.x, mark.y))


class Opening:
    """Shows a page of a canvas as a whole, at its first block, or where it was left."""

    def __init__(self, open_page: OpenPage, scene: Scene, view: View, show_map: Callable[[bool], bool]):
        """Create. `show_map` shows or hides the map, and returns whether this changed anything."""
        self._open_page, self._scene, self._view, self._show_map = open_page, scene, view, show_map
        # Function that shows the page after a resize; None after an action of the user.
        self._again: Callable[[], None] | None = self.fit
        self._map_shown = False  # whether the map was shown because the page is large

    def end(self) -> None:
        """Keep the view from now on, since the user did something."""
        self._again = None

    def resized(self) -> bool:
        """Show the page again, since panels that open later leave less room. Return whether nothing was done on it."""
        if self._again is not None and self._view.size.width() > LEAST_WIDTH:
            self._again()
        return self._again is not None

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
        """Return the scale and the middle of the view; None if the view has not changed since the page opened."""
        middle = self._view.to_canvas(self._view.middle())
        return (self._view.scale, middle.x(), middle.y()) if self._again is None else None

    def _first_corner(self) -> QPointF:
        """Return the corner of the block without inputs, or of the collapsed frame around it, at the upper left."""
        scene, into = self._scene, self._open_page.page.into
        slots = np.flatnonzero(scene.alive[: scene.count]).tolist()
        sources = [slot for slot in slots if not any(into.get(scene.blocks[slot].id, {}).values())]
        corners = [scene.visible_rect(slot).topLeft() for slot in sources or slots]
        return min(corners, key=lambda corner: corner.x() + corner.y(), default=scene.extent().topLeft())
