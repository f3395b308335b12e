"""The end of the window: what it remembers, and ending it without a question."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QApplication

from blockloom.app.window.settings import settings

if TYPE_CHECKING:
    from blockloom.app.window.mainwindow import MainWindow


def leave(window: MainWindow) -> None:
    """Remember how the window looks, and end what is under way."""
    window.panels.leave_start()
    window.panels.only_page(False)
    store = settings()
    store.setValue("geometry", window.saveGeometry())
    store.setValue("docks", window.saveState())
    for key in ("outline", "target"):
        store.setValue(key, key in window.docks and window.docks[key].isVisible())
    window.arranging.cancel()
    window.views.close_all()
    window.worker.close()


def end(window: MainWindow) -> None:
    """End the window at once, whatever dialog is open. What is not saved stays in its journal, which is offered at the
    next start; only where that cannot be written is the question asked."""
    window.commit_fields()
    window.file.saving.settle()
    if window.autosave.keep():
        leave(window)
        QApplication.exit()     # the loops of dialogs, too
    else:
        window.close()
