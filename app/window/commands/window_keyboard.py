"""The window without a mouse: its parts in turn, a line that shows which has the focus, and the page after dialogs."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QApplication, QDialog, QDockWidget, QFrame, QStackedWidget, QTabWidget, QWidget

from blockloom.app import qt
from blockloom.app.window.docks.docks import AREA, Docks
from blockloom.app.window.document.tabs import PageTabs

_LINE = 2  # pixels


class FocusLine(QFrame):
    """A line along the part of the window that has the focus. The parts are what `centre` shows, the docks, and
    `others`.
    """

    def __init__(self, centre: QStackedWidget, tabs: PageTabs, docks: Docks, others: list[QWidget]):
        super().__init__(centre, objectName="focusline")
        self.centre, self.tabs, self.docks, self.others = centre, tabs, docks, others
        self._part: QWidget | None = None
        self.field: QWidget | None = None  # from which a dialog is opened: it has the focus after it, not the page
        self._in_dialog = False  # a dialog had the focus last
        self._before: QWidget | None = None  # what had it before that
        self._after = qt.timer(self, self._leave_dialog)  # Qt is still closing it
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()
        qt.application().focusChanged.connect(self._moved)

    def parts(self) -> list[QWidget]:
        """The visible parts, clockwise from the page."""
        area = self.docks.window.dockWidgetArea
        docks = [d for d in self.docks.values() if d.isVisible() and not d.visibleRegion().isEmpty()]
        docks.sort(
            key=lambda d: (
                area(d) != AREA.RightDockWidgetArea,
                area(d) != AREA.BottomDockWidgetArea,
                d.isFloating(),
                d.y(),
            )
        )
        return [self._page(), *docks, *(w for w in self.others if w.isVisible())]

    def _page(self) -> QWidget:
        return self.centre.currentWidget() or self.centre

    def turn(self, by: int) -> None:
        """Move the focus by so many parts."""
        found, now = self.parts(), self._part_of(QApplication.focusWidget())
        place = found.index(now) if now in found else 0
        self._enter(found[(place + by) % len(found)])

    def to_page(self) -> None:
        """Move the focus to the page."""
        self._enter(self._page())

    def _leave_dialog(self) -> None:
        """Keys are for the page once a dialog is done with, or for what it showed."""
        if any(dialog.isVisible() for dialog in self.docks.window.findChildren(QDialog)):
            return
        self._in_dialog, field, self.field = False, self.field, None
        if field is None and self.docks.window.focusWidget() is self._before:
            self.to_page()

    def _part_of(self, widget: QWidget | None) -> QWidget | None:
        """The part that a widget belongs to; None outside of all."""
        return next((p for p in self.parts() if widget is not None and (p is widget or p.isAncestorOf(widget))), None)

    def _enter(self, part: QWidget) -> None:
        target: QWidget | None = self.tabs.canvas() if part is self.tabs else part
        if isinstance(part, QDockWidget) and part in self.docks.values():
            target = part.widget()
            target = target.currentWidget() if isinstance(target, QTabWidget) else target
        if target is not None:
            target.setFocus(Qt.FocusReason.TabFocusReason)

    def _moved(self, _old: QWidget | None, new: QWidget | None) -> None:
        window = new.window() if new is not None else None
        if new is None or window is not self.docks.window:
            if isinstance(window, QDialog) and not self._in_dialog:
                self._in_dialog, self._before = True, self.docks.window.focusWidget()
            return
        if self._in_dialog:
            self._after.start()
        part = self._part_of(new)
        if part is self._part:
            return
        if self._part is not None:
            self._part.removeEventFilter(self)
        shown = part in (self.tabs, *self.docks.values())
        self._part = part if shown else None
        self.setVisible(shown)
        if part is not None and shown:
            self.setParent(part)
            part.installEventFilter(self)
            self._place(part)
            self.show()
            self.raise_()

    def _place(self, part: QWidget) -> None:
        top = self.tabs.bar.height() - _LINE if part is self.tabs else 0
        self.setGeometry(0, top, part.width(), _LINE)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and self._part is not None and watched is self._part:
            self._place(self._part)
        return super().eventFilter(watched, event)
