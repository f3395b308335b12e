"""What says that a page was removed, and brings it back: it stays until it is used or put away."""

from __future__ import annotations

from collections.abc import Callable, Collection

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QFrame, QTabWidget, QToolButton

from blockloom.app import qt
from blockloom.app.plain import Label
from blockloom.app.window.widgets.icons import icon
from blockloom.app.window.widgets.style import Colours
from blockloom.blocks.edits import Edit


class RemovedBar(QFrame):
    """Offers to bring a removed page back, over the top of the pages; of several the last removed first. `bring_back`
    emits its name and edit.
    """

    def __init__(self, parent: QTabWidget, bring_back: Callable[[str, Edit], object]):
        super().__init__(parent, objectName="removed", autoFillBackground=True, frameShape=QFrame.Shape.StyledPanel)
        self._over = parent
        self.gone: list[tuple[str, Edit, str]] = []
        self._bring_back = bring_back
        self.text = Label()
        self.undo = qt.button(self.tr("Undo"), self._undone)
        self.close_ = qt.named(
            QToolButton(autoRaise=True, objectName="quiet"), self.tr("Put this away"), self.tr("Put this away")
        )
        self.close_.clicked.connect(self._dismissed)
        qt.line(self.text, self.undo, self.close_, of=self, margins=(12, 5, 5, 5))
        self.hide()

    def set_colours(self, colours: Colours) -> None:
        """Draw the cross in the colours of a theme."""
        self.close_.setIcon(icon("cross", colours))

    def removed(self, page: str, back: Edit, users: str = "") -> None:
        """A page was removed: `back` brings it back, `users` says where it is still used."""
        self.gone.append((page, back, users))
        self._show()

    def pages_are(self, names: Collection[str]) -> None:
        """The document's pages now: those that exist are no longer offered."""
        self.gone = [row for row in self.gone if row[0] not in names]
        self._show()

    def clear(self) -> None:
        """Offer nothing: another document is open."""
        self.gone.clear()
        self._show()

    def _undone(self) -> None:
        self._bring_back(*self.gone[-1][:2])

    def _dismissed(self) -> None:
        self.gone.pop()
        self._show()

    def _show(self) -> None:
        if self.gone:
            name, _, users = self.gone[-1]
            text = self.tr("Page “{}” was deleted.").format(name)
            if users:
                text += " " + self.tr("It is used by {}.").format(users)
            self.text.setText(text)
            self.setAccessibleName(text)
        self.setVisible(bool(self.gone))
        self.place()

    def place(self) -> None:
        """Move to the middle of the top of the pages."""
        parent, layout = self._over, self.layout()
        for widget in (self.text, self.undo, self.close_):
            widget.ensurePolished()
        if layout is not None:
            layout.invalidate()
            self.resize((layout.sizeHint() + QSize(6, 0)).boundedTo(parent.size()))
        self.move((parent.width() - self.width()) // 2, parent.tabBar().geometry().bottom() + 10)
        self.raise_()
