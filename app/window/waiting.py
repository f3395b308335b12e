"""Work that may take longer than half a second: off the window's thread, with a dialog that can cancel it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TypeVar

from PySide6.QtCore import QEventLoop, QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QProgressDialog, QWidget

T = TypeVar("T")
_PATIENCE = 500     # milliseconds until the dialog appears
_AT_ONCE = 0.05     # seconds: what is done by then needs no event loop


class Cancelled(Exception):
    """The user does not want to wait."""


class _Done(QObject):
    done = Signal()


def wait_for(work: Callable[[], T], text: str, parent: QWidget) -> T:
    """Do work that needs no widgets in a thread and give what it gives, or raise what it raises. Raises Cancelled;
    what the work gives then is thrown away."""
    result: list[T] = []
    failed: list[BaseException] = []
    said = _Done()
    finished = threading.Event()

    def run() -> None:
        try:
            result.append(work())
        except BaseException as error:
            failed.append(error)
        finished.set()
        said.done.emit()
    threading.Thread(target=run, daemon=True).start()
    if not finished.wait(_AT_ONCE):
        loop = QEventLoop()
        said.done.connect(loop.quit, Qt.ConnectionType.QueuedConnection)
        QTimer.singleShot(_PATIENCE, loop.quit)
        if not finished.is_set():
            loop.exec(QEventLoop.ProcessEventsFlag.ExcludeUserInputEvents)  # nothing changes until the dialog is there
    if not finished.is_set():
        dialog = QProgressDialog(text, QProgressDialog.tr("Cancel"), 0, 0, parent)
        dialog.setWindowModality(Qt.WindowModality.ApplicationModal)
        dialog.canceled.connect(loop.quit)
        dialog.show()
        if not finished.is_set():
            loop.exec()
        dialog.canceled.disconnect()
        dialog.close()
        dialog.deleteLater()
    if not finished.is_set():
        raise Cancelled
    if failed:
        raise failed[0]
    return result[0]
