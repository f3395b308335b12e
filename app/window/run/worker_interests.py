"""The results that the window shows, sent to the worker if they change; and the output of print ops."""

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

# The state of a new worker: all blocks are visible, runs of one step fetch all results, and no block is open.
_NOBODY: tuple[list[Address] | None, bool, list[Address] | None] = (None, False, [])


class WorkerInterests:
    """The outputs that the window shows: `watches` of monitors, `visible_blocks`, and `side_outputs` in viewers.

    Args:
        names: The worker's names.
        send: Sends a request, with a function for the reply.
        shown: Gets the values of monitors between steps.
    """

    def __init__(self, names: WorkerNames, send: Callable[..., None], shown: Callable[[ShownStep], Any]):
        self._names, self._send, self._shown = names, send, shown
        self.always = False
        self.forget()

    def forget(self) -> None:
        """Forget everything, because another document is open."""
        self.watches: Sequence[Watch] = ()
        self.visible_blocks: Collection[Address] | None = None
        self.side_outputs: Collection[Address] = ()
        self.forget_sent()

    def forget_sent(self) -> None:
        """Forget the sent requests, because there is a new worker."""
        self._sent_watches: Sequence[Watch] = ()
        self._sent_visible = _NOBODY

    def send_watches(self) -> None:
        """Send the outputs that monitors show, if they changed."""

        def watched(reply: MonitorsReply) -> None:
            if reply.monitors is not None:
                self._shown(ShownStep(monitors=self._names.recorded(reply.monitors)))

        watches = [watch._replace(address=at) for watch in self.watches if (at := self._names.theirs(watch.address))]
        if watches != list(self._sent_watches):
            self._sent_watches = watches
            self._send(requests.SetWatchesRequest(watches), watched)

    def send_visible_blocks(self) -> None:
        """Send the visible blocks, if they changed."""
        visible_blocks, side_outputs = (
            None if some is None else sorted(filter(None, map(self._names.theirs, some)), key=str)
            for some in (self.visible_blocks, self.side_outputs)
        )
        if (visible_blocks, self.always, side_outputs) != self._sent_visible:
            self._sent_visible = visible_blocks, self.always, side_outputs
            self._send(requests.SetVisibleResultsRequest(visible_blocks, self.always, side_outputs or ()))


_EVERY_MS = 100  # milliseconds between two batches of lines
LINES = 10_000  # most lines of a batch; earlier ones are dropped


class PrintedLines(QObject):
    """Collects printed lines from any thread, and emits them in batches in the window's thread."""

    lines_printed = Signal(str)  # new lines, at most the last LINES
    _came = Signal()

    def __init__(self, parent: QObject | None = None):
        super().__init__(parent)
        self._lines: deque[str] = deque(maxlen=LINES)  # lines that are not emitted yet
        self._flushes = self._closed = False  # whether a batch is scheduled, and whether `close` was called
        self._flush = QTimer(self, singleShot=True, interval=_EVERY_MS)
        self._flush.timeout.connect(self._tell)
        self._came.connect(self._flush.start, Qt.ConnectionType.QueuedConnection)

    def take(self, text: str) -> None:
        """Add printed text, from any thread. A million lines must not become a million events of the window."""
        self._lines.extend(text.split("\n"))
        if not self._flushes and not self._closed:
            self._flushes = True
            self._came.emit()

    def close(self) -> None:
        """Stop emitting lines."""
        self._closed = True
        self._flush.stop()

    def _tell(self) -> None:
        self._flushes = False
        lines: list[str] = []
        with contextlib.suppress(IndexError):  # the queue is empty; other threads may add lines meanwhile
            while len(lines) < LINES:
                lines.append(self._lines.popleft())
        if lines:
            self.lines_printed.emit("\n".join(lines))
