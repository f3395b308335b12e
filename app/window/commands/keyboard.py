"""The window without a mouse: its parts in turn, a line that shows which has the focus, and keys that nothing else
wanted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QApplication, QFrame, QWidget

from blockloom.app.canvas.keyboard_layouts import meant

if TYPE_CHECKING:
    from blockloom.app.window.mainwindow import MainWindow

_LINE = 2       # pixels


def pressed(window: MainWindow, event: QKeyEvent) -> bool:
    """Escape goes back to the page; on layouts of another script, or with digits under Shift, a command is found by
    where its key lies. Whether the key was taken."""
    if event.key() == Qt.Key.Key_Escape and not event.modifiers():
        _enter(window, window.centre.currentWidget())
        return True
    keys = meant(event)
    name = window.commands.owner(QKeySequence(keys)) if keys is not None else ""
    if not name:
        return False
    action, focus = window.commands[name], QApplication.focusWidget()
    everywhere = action.shortcutContext() == Qt.ShortcutContext.WindowShortcut
    if action.isEnabled() and (everywhere or isinstance(focus, QWidget) and window.tabs.isAncestorOf(focus)):
        action.trigger()
    return True


def parts(window: MainWindow) -> list[QWidget]:
    """The parts of the window that can be seen, clockwise from the page: it, docks, the field of steps, the status
    bar."""
    docks = [d for d in window.docks.values() if d.isVisible() and not d.visibleRegion().isEmpty()]
    docks.sort(key=lambda d: (window.dockWidgetArea(d).value != Qt.DockWidgetArea.RightDockWidgetArea.value,
                              window.dockWidgetArea(d).value != Qt.DockWidgetArea.BottomDockWidgetArea.value,
                              d.isFloating(), d.y()))
    return [window.centre.currentWidget(), *docks, window.commands.steps, window.target_button]


def turn(window: MainWindow, by: int) -> None:
    """Give the focus to the next part, or to the one before."""
    found, now = parts(window), part_of(window, QApplication.focusWidget())
    place = found.index(now) if now in found else 0
    _enter(window, found[(place + by) % len(found)])


def part_of(window: MainWindow, widget: QWidget | None) -> QWidget | None:
    """The part that a widget belongs to; None outside of all."""
    return next((p for p in parts(window) if widget is not None and (p is widget or p.isAncestorOf(widget))), None)


def _enter(window: MainWindow, part: QWidget) -> None:
    if part is window.tabs:
        target = window.canvas()
    elif part is window.centre.currentWidget():
        target = part.new      # the start page
    elif part is window.docks["lists"]:
        target = window.lists.currentWidget()
    else:
        target = part.widget() if part in window.docks.values() else part
    target.setFocus(Qt.FocusReason.TabFocusReason)


class FocusLine(QFrame):
    """A line at the upper edge of the part that has the focus."""

    def __init__(self, window: MainWindow):
        super().__init__(window, objectName="focusline")
        self.window_ = window
        self._part: QWidget | None = None
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()
        QApplication.instance().focusChanged.connect(self._moved)

    def _moved(self, _old: QWidget | None, new: QWidget | None) -> None:
        if new is None or not self.window_.isAncestorOf(new):
            return
        part = part_of(self.window_, new)
        if part is self._part:
            return
        if self._part is not None:
            self._part.removeEventFilter(self)
        shown = part in (self.window_.tabs, *self.window_.docks.values())
        self._part = part if shown else None
        self.setVisible(shown)
        if shown:
            self.setParent(part)
            part.installEventFilter(self)
            self._place()
            self.show()
            self.raise_()

    def _place(self) -> None:
        top = self.window_.tabs.bar.height() - _LINE if self._part is self.window_.tabs else 0
        self.setGeometry(0, top, self._part.width(), _LINE)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and watched is self._part:
            self._place()
        return super().eventFilter(watched, event)
