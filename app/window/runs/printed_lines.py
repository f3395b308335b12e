"""What ops print, on its way from the worker's reader thread to the window."""

from __future__ import annotations

import contextlib
from collections import deque

from PySide6.QtCore import QObject, Qt, QTimer, Signal

_EVERY_MS = 100  # lines are told in batches
LINES = 10_000  # of them, the last are kept


class PrintedLines(QObject):
    """Takes lines in any thread, and tells them in its own, many at once."""

    told = Signal(str)  # what came since the last time, of much the last LINES lines
    _came = Signal()

    def __init__(self, parent: QObject | None = None):
        super().__init__(parent)
        self._lines: deque[str] = deque(maxlen=LINES)  # not told yet
        self._flushes = self._closed = False  # whether they soon will be; whether nobody listens any more
        self._flush = QTimer(self, singleShot=True, interval=_EVERY_MS)
        self._flush.timeout.connect(self._tell)
        self._came.connect(self._flush.start, Qt.ConnectionType.QueuedConnection)

    def take(self, text: str) -> None:
        """In a thread of the worker's: a million lines must not be a million events of the window."""
        self._lines.extend(text.split("\n"))
        if not self._flushes and not self._closed:
            self._flushes = True
            self._came.emit()

    def close(self) -> None:
        """Nothing is told any more."""
        self._closed = True
        self._flush.stop()

    def _tell(self) -> None:
        self._flushes = False
        lines: list[str] = []
        with contextlib.suppress(IndexError):  # more may come meanwhile
            while len(lines) < LINES:
                lines.append(self._lines.popleft())
        if lines:
            self.told.emit("\n".join(lines))
