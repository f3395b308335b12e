"""The middle of the window: the pages of the document, or the start page."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QApplication, QStackedWidget, QWidget

from blockloom.app.window.docks.docks import Docks
from blockloom.app.window.document.tabs import PageTabs

if TYPE_CHECKING:
    from blockloom.app.window.document.startpage import StartPage


class DoubleClickFilter(QObject):
    """Swallows the second click of a double click that opened a document from the start page."""

    def __init__(self, canvas: QWidget):
        super().__init__(canvas)
        canvas.installEventFilter(self)
        QTimer.singleShot(QApplication.doubleClickInterval(), self, self.deleteLater)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        return event.type() in (QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonDblClick)


class Centre(QStackedWidget):
    """Shows the pages, or the start page, during which the docks are hidden."""

    def __init__(self, tabs: PageTabs, docks: Docks, make: Callable[[], StartPage]):
        super().__init__()
        self.tabs, self._docks, self._make = tabs, docks, make
        self.addWidget(tabs)

    @property
    def start(self) -> StartPage | None:
        """The start page, while it is there."""
        page: Any = self.widget(1)
        return page

    def show_start(self) -> None:
        """Show the start page until something is opened or done."""
        self.leave_start()
        self._docks.put_away()
        start = self._make()
        self.addWidget(start)
        self.setCurrentWidget(start)
        start.fill()
        start.setFocus()
        if self.window().isVisible():
            start.draw()

    def leave_start(self) -> None:
        """Show the pages."""
        start = self.start
        if start is not None:
            start.leave()
            self.removeWidget(start)
            start.deleteLater()
            self._docks.bring_back()
            canvas = self.tabs.canvas()
            canvas.setFocus()
            DoubleClickFilter(canvas)
