"""Views of a page that are kept under a digit."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPointF

from blockloom.app.canvas.page.open_page import OpenPage
from blockloom.app.canvas.page.view import View
from blockloom.app.canvas.scene.translation import tr
from blockloom.blocks.document.pages import Bookmark
from blockloom.blocks.edits import SetBookmark


class Bookmarks:
    """Sets the bookmarks of a page, and goes to them. `frame_at` gives the innermost frame at a canvas point."""

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
            self._open_page.said.emit(tr("Bookmark {0} is set: press {0} to come back").format(number))

    def add(self) -> None:
        """Store the view under the first free digit."""
        number = next((n for n in range(1, 10) if n not in self._open_page.page.bookmarks), None)
        if number is None:
            self._open_page.said.emit(tr("This page has its nine bookmarks: Ctrl+Shift+1 ... 9 sets one anew"))
        else:
            self.set(number)

    def go(self, number: int) -> None:
        """Show the view stored under a digit."""
        mark = self._open_page.page.bookmarks.get(number)
        if mark is None:
            self._open_page.said.emit(tr("There is no bookmark {0}: Ctrl+Shift+{0} sets it").format(number))
            return
        self._view.zoom_to(mark.scale)
        self._view.center_on(QPointF(mark.x, mark.y))
