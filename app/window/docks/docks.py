"""The docks around the pages, by key. Some are made when they are first shown."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QByteArray, Qt
from PySide6.QtWidgets import QDockWidget, QMainWindow, QTabBar, QTabWidget, QWidget

from blockloom.app.window.settings import settings

AREA = Qt.DockWidgetArea
NARROW, LOW = 1000, 640     # pixels, at texts of the usual size: in a window below either all docks are tabs
NARROWED = 250              # how wide they are then


class Docks(dict[str, QDockWidget]):
    """Those of a window that are there. `made` is called with each one that came after the window was put together."""

    def __init__(self, window: QMainWindow, made: Callable[[QDockWidget], object]):
        super().__init__()
        self.window, self._made = window, made
        self._later: dict[str, Callable[[], None]] = {}
        self._hidden: list[QDockWidget] = []    # while only the page is shown
        self._away: list[QDockWidget] = []      # while the start page is there
        self._roomy: QByteArray | None = None   # where they are in a larger window, while they are tabs
        window.setCorner(Qt.Corner.BottomLeftCorner, AREA.LeftDockWidgetArea)
        window.setCorner(Qt.Corner.BottomRightCorner, AREA.RightDockWidgetArea)

    def add(self, key: str, title: str, widget: QWidget, area: AREA) -> QDockWidget:
        dock = self[key] = QDockWidget(title, self.window, objectName=key)
        dock.setWidget(widget)
        self.window.addDockWidget(area, dock)
        return dock

    def add_later(self, key: str, title: str, make: Callable[[], QWidget], area: AREA,
                  place: Callable[[QDockWidget], object]) -> None:
        """Make a dock when it is first shown; `place` says where in its area it goes."""
        def made() -> None:
            dock = self.add(key, title, make(), area)
            place(dock)
            if self._roomy is not None:
                self.window.tabifyDockWidget(self["palette"], dock)
            self._made(dock)
        self._later[key] = made

    def show(self, key: str) -> None:
        """Bring a dock to the front and the focus to its content."""
        if key not in self:
            self._later[key]()
        self[key].show()
        self[key].raise_()
        self[key].widget().setFocus()

    def bring(self, key: str) -> None:
        """Show a dock, in front of those that share its place; the focus stays where it is."""
        self[key].show()
        self[key].raise_()

    def fit(self) -> None:
        """Make tabs of all docks, at the left, where the window is small; give them their places again where not."""
        if self._away or self._hidden or "palette" not in self:
            return
        window, scale = self.window, self.window.fontMetrics().height() / 16
        small = window.width() < NARROW * scale or window.height() < LOW * scale
        if small and self._roomy is None:
            self._roomy = window.saveState()
            shown = [dock for dock in self.values() if not dock.isHidden()]
            for dock in self.values():
                if dock is not self["palette"]:
                    window.tabifyDockWidget(self["palette"], dock)
            for dock in self.values():
                dock.setVisible(dock in shown)
            window.setTabPosition(AREA.LeftDockWidgetArea, QTabWidget.TabPosition.West)     # all titles have room
            window.resizeDocks([self["palette"]], [round(NARROWED * scale)], Qt.Orientation.Horizontal)
            self["palette"].raise_()
        elif not small and self._roomy is not None:
            roomy, self._roomy = self._roomy, None
            window.setTabPosition(AREA.LeftDockWidgetArea, QTabWidget.TabPosition.South)
            window.restoreState(roomy)

    def only_page(self, only: bool | None = None) -> bool:
        """Hide all docks, or bring back those that were there; None: the one or the other. Whether they went now."""
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
        """Remember where the window and its docks are, and which are there."""
        self.only_page(False)
        store = settings()
        store.setValue("geometry", self.window.saveGeometry())
        store.setValue("docks", self._roomy or self.window.saveState())
        for key in self._later:
            store.setValue(key, key in self and self[key].isVisible())

    def restore(self) -> None:
        """Put the window, and the docks that are made by now, where they were."""
        for key, restore in (("geometry", self.window.restoreGeometry), ("docks", self.window.restoreState)):
            value = settings().value(key)
            if value:
                restore(value)

    def restore_later(self) -> None:
        """Make and show those that were there, of the docks that are made when they are first shown."""
        for key in self._later:
            if settings().value(key) in (True, "true"):
                self.show(key)

    def put_away(self) -> None:
        """There is nothing for the docks to show, until `bring_back`."""
        docks = [dock for dock in self.values() if not dock.isHidden()]
        docks.sort(key=lambda dock: not dock.visibleRegion().isEmpty())     # of tabs, the one in front comes back last
        for dock in docks:
            dock.hide()
        for bar in self.window.findChildren(QTabBar, options=Qt.FindChildOption.FindDirectChildrenOnly):
            bar.hide()      # Qt leaves it, empty
        self._away = [*(dock for dock in self._away if dock not in docks), *docks]

    def bring_back(self) -> None:
        """Those that were put away."""
        away, self._away = self._away, []
        for dock in away:
            dock.show()
            dock.raise_()
        self.fit()
