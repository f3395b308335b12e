"""What the window shows of results, as the worker knows it, and what ops print."""

from __future__ import annotations

import contextlib
from collections import deque
from collections.abc import Callable, Collection, Sequence
from typing import Any

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from blockloom.app.window.run.worker_names import WorkerNames
from blockloom.blocks.document.addresses import Address
from blockloom.blocks.results.monitors import Watch
from blockloom.runtime.protocol import requests
from blockloom.runtime.protocol.replies import MonitorsReply
from blockloom.runtime.protocol.steps import ShownStep

# What a worker knows of what is looked at, as long as nobody told it.
_NOBODY: tuple[list[Address] | None, bool, list[Address] | None] = (None, False, [])


class WorkerInterests:
    """`watches` are what monitors show; for the others see requests.SetLooked. `send` sends a request, with what takes
    the reply; `shown` gets what monitors show now. `names` are those that the worker has.
    """

    def __init__(self, names: WorkerNames, send: Callable[..., None], shown: Callable[[ShownStep], Any]):
        self._names, self._send, self._shown = names, send, shown
        self.always = False
        self.forget()

    def forget(self) -> None:
        """Another document is in the window."""
        self.watches: Sequence[Watch] = ()
        self.looked: Collection[Address] | None = None
        self.opened: Collection[Address] = ()
        self.untold()

    def untold(self) -> None:
        """There is another worker, which knows nothing."""
        self._watches_now: Sequence[Watch] = ()
        self._looked_now = _NOBODY

    def tell_watches(self) -> None:
        """Tell what monitors show."""

        def watched(reply: MonitorsReply) -> None:
            if reply.monitors is not None:
                self._shown(ShownStep(monitors=self._names.recorded(reply.monitors)))

        watches = [watch._replace(at=at) for watch in self.watches if (at := self._names.theirs(watch.at))]
        if watches != list(self._watches_now):
            self._watches_now = watches
            self._send(requests.SetWatchesRequest(watches), watched)

    def tell_looked(self) -> None:
        """Tell which blocks can be looked at."""
        looked, opened = (
            None if some is None else sorted(filter(None, map(self._names.theirs, some)), key=str)
            for some in (self.looked, self.opened)
        )
        if (looked, self.always, opened) != self._looked_now:
            self._looked_now = looked, self.always, opened
            self._send(requests.SetVisibleResultsRequest(looked, self.always, opened or ()))


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
