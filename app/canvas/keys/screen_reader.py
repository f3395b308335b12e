"""What screen readers are told of a canvas."""

from __future__ import annotations

from heapq import nsmallest

from PySide6.QtWidgets import QWidget

from blockloom.app import qt
from blockloom.app.canvas.page.marks import Marks
from blockloom.app.canvas.page.open_page import OpenPage
from blockloom.app.canvas.page.selection import Selection
from blockloom.app.canvas.scene.translation import tr

NAMED = 12  # selected blocks that are named, besides their number; wires of one
LATER = 50  # milliseconds until a new selection is told


class ScreenReader:
    """Describes the page and what is selected on it; of a single block its wires and problems, too."""

    def __init__(self, widget: QWidget, open_page: OpenPage, selection: Selection, marks: Marks):
        self._widget, self._open_page, self._selection, self._marks = widget, open_page, selection, marks
        self._timer = qt.timer(widget, self.tell, LATER)

    def later(self) -> None:
        """Describe a change, after a moment."""
        self._timer.start()

    def tell(self) -> None:
        """Describe the page now."""
        page, names, widget = self._open_page.page, self._selection(), self._widget
        named = [f"{n} ({self._title(n)})" if n in page.blocks else n for n in nsmallest(NAMED, names)]
        text = (
            tr("{0} selected: {1}").format(len(names), ", ".join(named))
            if names
            else tr("{0} blocks, nothing selected").format(len(page.blocks))
        )
        if len(names) == 1 and names <= page.blocks.keys():
            block = min(names)
            wires = [w for ws in page.into.get(block, {}).values() for w in ws] + list(page.out.get(block, ()))
            text = ". ".join(
                [
                    named[0],
                    ", ".join(str(w).replace("->", "→") for w in wires[:NAMED]) or tr("without wires"),
                    *self._marks.messages(block),
                ]
            )
        widget.setAccessibleName(tr("Page {0}").format(self._open_page.name))
        if text != widget.accessibleDescription():
            widget.setAccessibleDescription(text)
            if widget.hasFocus():
                self.announce(text)

    def announce(self, text: str) -> None:
        """Have a text read out now."""
        # Python classes of 190 enum members, which a window is painted without.
        from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent

        if QAccessible.isActive():
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self._widget, text))

    def _title(self, block: str) -> str:
        name = self._open_page.page.blocks[block].type
        type_ = self._open_page.catalogue.get(name)
        return type_.title if type_ is not None else name
