"""What the window does with keys that nothing else wanted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QApplication, QWidget

from app.canvas.keys import meant

if TYPE_CHECKING:
    from app.window.mainwindow import MainWindow


def pressed(window: MainWindow, event: QKeyEvent) -> bool:
    """Escape goes back to the page; on layouts of another script, or with digits under Shift, a command is found by
    where its key lies. Whether the key was taken."""
    if event.key() == Qt.Key.Key_Escape and not event.modifiers():
        (window.canvas() if window.centre.currentWidget() is window.tabs else window.centre.currentWidget()).setFocus()
        return True
    keys = meant(event)
    name = window.actions_.owner(QKeySequence(keys)) if keys is not None else ""
    if not name:
        return False
    action, focus = window.actions_[name], QApplication.focusWidget()
    everywhere = action.shortcutContext() == Qt.ShortcutContext.WindowShortcut
    if action.isEnabled() and (everywhere or isinstance(focus, QWidget) and window.tabs.isAncestorOf(focus)):
        action.trigger()
    return True
