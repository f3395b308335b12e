"""The docks around the pages, by key. Some are made when they are first shown."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from PySide6.QtCore import QByteArray, QEvent, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QEnterEvent, QResizeEvent
from PySide6.QtWidgets import QDockWidget, QMainWindow, QTabWidget, QToolButton, QWidget

from blockloom.app import qt
from blockloom.app.plain import Label
from blockloom.app.window.panels import DockRow
from blockloom.app.window.user_settings import settings
from blockloom.app.window.widgets.icons import icon
from blockloom.app.window.widgets.style import Colours

AREA = Qt.DockWidgetArea
SMALLEST = 640, 480  # pixels, of the window
NARROW, LOW = 1000, 640  # pixels, for texts of normal size: in a smaller window, all docks are tabs
TITLE = 28  # height of a dock's title in pixels
LEAST = 200  # pixels, for texts of normal size: least height of a dock below the page
NARROWED = 250  # width of the docks if all are tabs


class DockTitle(QWidget):
    """The title of a dock; its buttons are visible while it has the pointer, or one of them the focus."""

    def __init__(self, dock: QDockWidget):
        super().__init__(dock, objectName="docktitle")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.title = Label(dock.windowTitle())
        self.float_ = qt.with_name(QToolButton(objectName="quiet", autoRaise=True), self.tr("Float"), self.tr("Float"))
        self.close_ = qt.with_name(QToolButton(objectName="quiet", autoRaise=True), self.tr("Close"), self.tr("Close"))
        self.float_.clicked.connect(lambda: dock.setFloating(not dock.isFloating()))
        self.close_.clicked.connect(dock.close)
        dock.windowTitleChanged.connect(self.title.setText)
        qt.line((self.title, 1), self.float_, self.close_, of=self, margins=(10, 2, 4, 2), space=0)
        self.title.setMinimumHeight(TITLE - 4)
        self._show(False)

    def set_colours(self, colours: Colours) -> None:
        """Draw the buttons in the colours of a theme."""
        self.float_.setIcon(icon("float", colours))
        self.close_.setIcon(icon("cross", colours))

    def _show(self, on: bool) -> None:
        for button in (self.float_, self.close_):
            button.setVisible(on)

    def enterEvent(self, event: QEnterEvent) -> None:
        self._show(True)

    def leaveEvent(self, event: QEvent) -> None:
        self._show(False)


class _Dock(QDockWidget):
    resized = Signal()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.resized.emit()


class Docks(dict[str, QDockWidget]):
    """The docks of a window that exist."""

    def __init__(self, window: QMainWindow):
        super().__init__()
        self.window = window
        self._colours: Colours | None = None
        self._later: dict[str, Callable[[], None]] = {}
        self._come_back: list[str] = []  # keys of docks to show again after they were put away
        self._hidden: list[QDockWidget] = []  # docks that are hidden while only the page is shown
        self._away: list[QDockWidget] = []  # docks that are hidden while the start page is open
        self._roomy: QByteArray | None = None  # layout of the docks in a larger window, while they are tabs
        self._unplaced: list[DockRow] = []  # rows of docks that were made meanwhile
        self._least = QSize()  # size of the window below which that layout has no room
        self._widths: dict[
            str, int
        ] = {}  # of docks next to the page, as the user left them, not as the window cut them
        self._width = 0  # of the window, when these were last noted
        window.setMinimumSize(*SMALLEST)  # of any size, since docks without room become tabs
        window.setCorner(Qt.Corner.BottomLeftCorner, AREA.LeftDockWidgetArea)
        window.setCorner(Qt.Corner.BottomRightCorner, AREA.RightDockWidgetArea)

    def set_colours(self, colours: Colours) -> None:
        """Draw the titles in the colours of a theme."""
        self._colours = colours
        for bar in self.window.findChildren(DockTitle):
            bar.set_colours(colours)

    def add(self, key: str, title: str, widget: QWidget, area: AREA) -> QDockWidget:
        """Add a dock in an area, under a key."""
        dock = self[key] = _Dock(title, self.window, objectName=key)
        bar = DockTitle(dock)
        if self._colours is not None:
            bar.set_colours(self._colours)
        dock.setTitleBarWidget(bar)
        dock.setWidget(widget)
        self.window.addDockWidget(area, dock)
        dock.resized.connect(partial(self._note_width, key))
        return dock

    def add_later(self, row: DockRow, make: Callable[[], QWidget]) -> None:
        """Add a dock of the registry, for which `make` makes the widget when it is first shown."""

        def made() -> None:
            dock = self.add(row.key, row.title, make(), row.area)
            if self._roomy is None:
                self._place(row)
            else:
                self._unplaced.append(row)
                self.window.tabifyDockWidget(self["palette"], dock)

        self._later[row.key] = made
        if row.comes_back:
            self._come_back.append(row.key)

    def _place(self, row: DockRow) -> None:
        """Put a dock of the registry in its own place."""
        dock = self[row.key]
        self.window.addDockWidget(row.area, dock)
        if row.tab_of:
            self.window.tabifyDockWidget(self[row.tab_of], dock)
        if row.height:
            height = min(row.height, self.window.height() * 2 // 5)
            self.window.resizeDocks([dock], [height], Qt.Orientation.Vertical)

    def show(self, key: str) -> Any:
        """Show a dock in front, and set the focus to it. Returns its widget."""
        self.bring(key)
        widget = self[key].widget()
        widget.setFocus()
        return widget

    def bring(self, key: str) -> None:
        """Show a dock in front; the focus stays. One below the page has room for some rows."""
        if key not in self:
            self._later[key]()
        dock, least = self[key], round(LEAST * self.window.fontMetrics().height() / 16)
        dock.show()
        dock.raise_()
        if self.window.dockWidgetArea(dock) == AREA.BottomDockWidgetArea and dock.height() < least:
            self.window.resizeDocks([dock], [least], Qt.Orientation.Vertical)

    def surface(self, key: str, wanted: bool) -> None:
        """Show a dock if it is `wanted`, else hide it, without a change of the focus or of the tab in front.

        While docks are hidden together, this applies when they are shown again.
        """
        dock = self[key]
        for away in (self._away, self._hidden):
            if away:
                away[:] = [other for other in away if other is not dock] + [dock] * wanted
        if not self._away and not self._hidden:
            dock.setVisible(wanted)

    def _note_width(self, key: str) -> None:
        """Record the width of a dock, unless it changed because the window was resized."""
        if self._roomy is None and self.window.width() == self._width:
            self._widths[key] = self[key].width()

    def fit(self) -> None:
        """Put all docks as tabs at the left if they have no room in the window; else in their own places."""
        if self._away or self._hidden or "palette" not in self:
            return
        window, scale = self.window, self.window.fontMetrics().height() / 16
        focus = window.focusWidget()
        if self._roomy is None:
            self._least = window.minimumSizeHint().expandedTo(QSize(round(NARROW * scale), round(LOW * scale)))
        small = window.width() < self._least.width() or window.height() < self._least.height()
        if small and self._roomy is None:
            shown, front = self._shown_and_front()
            self._roomy = window.saveState()
            for dock in self.values():
                if dock is not self["palette"]:
                    window.tabifyDockWidget(self["palette"], dock)
            for dock in self.values():
                dock.setVisible(dock in shown)
            window.setTabPosition(AREA.LeftDockWidgetArea, QTabWidget.TabPosition.West)  # so that all titles fit
            window.resizeDocks([self["palette"]], [round(NARROWED * scale)], Qt.Orientation.Horizontal)
            front.raise_()
        elif not small and self._roomy is not None:
            shown, front = self._shown_and_front()
            roomy, self._roomy = self._roomy, None
            unplaced, self._unplaced = self._unplaced, []
            window.setTabPosition(AREA.LeftDockWidgetArea, QTabWidget.TabPosition.South)
            window.restoreState(roomy)
            for row in unplaced:
                self._place(row)
            for dock in self.values():
                dock.setVisible(dock in shown)
            front.raise_()
        if self._roomy is None:
            self._widen()
        self._width = window.width()
        if focus is not None and focus is not window.focusWidget() and focus.isVisible():
            focus.setFocus()  # which Qt moved on when the dock was hidden for a moment

    def _shown_and_front(self) -> tuple[list[QDockWidget], QDockWidget]:
        """Return the docks that are not hidden, and the one to keep in front: with the focus, or the tab in front."""
        shown = [dock for dock in self.values() if not dock.isHidden()]
        focus = self.window.focusWidget()
        if self._roomy is not None:
            fronts = [dock for dock in shown if not dock.visibleRegion().isEmpty()]
        else:
            fronts = [dock for dock in shown if focus is not None and dock.isAncestorOf(focus)]
        return shown, (fronts or [self["palette"]])[0]

    def _widen(self) -> None:
        """Restore the width that docks next to the page had before the window was narrower."""
        cut = [
            (self[key], width)
            for key, width in self._widths.items()
            if self[key].isVisible()
            and self[key].width() < width
            and self.window.dockWidgetArea(self[key]) in (AREA.LeftDockWidgetArea, AREA.RightDockWidgetArea)
        ]
        if cut and self.window.width() > self._width:
            docks, widths = zip(*cut, strict=True)
            self.window.resizeDocks(docks, widths, Qt.Orientation.Horizontal)

    def only_page(self, only: bool | None = None) -> bool:
        """Hide all docks, or show those that were hidden; None toggles. Return whether this call hid them."""
        only = not self._hidden if only is None else only
        if only and not self._hidden:
            self._hidden = [dock for dock in self.values() if dock.isVisible()]
            for dock in self._hidden:
                dock.hide()
            return True
        if not only:
            for dock in self._hidden:
                dock.show()
            self._hidden = []
            self.fit()
        return False

    def remember(self) -> None:
        """Store the places of window and docks."""
        self.only_page(False)
        store = settings()
        store.setValue("geometry", self.window.saveGeometry())
        store.setValue("docks", self._roomy or self.window.saveState())
        for key in self._come_back:
            store.setValue(key, key in self and self[key].isVisible())

    def restore(self) -> None:
        """Restore the places of the window and of docks that exist."""
        for key, restore in (("geometry", self.window.restoreGeometry), ("docks", self.window.restoreState)):
            value = settings().value(key)
            if value:
                restore(value)

    def restore_later(self) -> None:
        """Create and show the docks that were open, among those that are created when first shown."""
        for key in self._come_back:
            if settings().value(key) in (True, "true"):
                self.show(key)

    def put_away(self) -> None:
        """Hide the docks, which have nothing to show, until `bring_back`."""
        docks = [dock for dock in self.values() if not dock.isHidden()]
        # The front tab comes back last, and so stays in front.
        docks.sort(key=lambda dock: not dock.visibleRegion().isEmpty())
        for dock in docks:
            dock.hide()
        self._away = [*(dock for dock in self._away if dock not in docks), *docks]
        self._hide_tabs()
        QTimer.singleShot(0, self.window, self._hide_tabs)  # later, when Qt has laid out the remaining docks

    def _hide_tabs(self) -> None:
        """Hide the empty tab bars that Qt leaves while docks are put away."""
        for child in self.window.children() if self._away else ():
            if child.inherits("QTabBar"):  # not isinstance, because Python may have wrapped it as another class
                child.setProperty("visible", False)

    def bring_back(self) -> None:
        """Show the docks that `put_away` hid."""
        away, self._away = self._away, []
        for dock in away:
            dock.show()
            dock.raise_()
        self.fit()
