"""Results that the window shows, requested from the worker under the names that it knows from compilation."""

from __future__ import annotations

import contextlib
from collections import deque
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from msgspec.structs import replace
from PySide6.QtCore import QObject, Qt, QTimer, Signal

from blockloom.blocks.document.addresses import Address, parse
from blockloom.blocks.editing.identities import NO_NAMES, DocumentNames
from blockloom.blocks.results.monitors import Watch
from blockloom.runtime.protocol import requests
from blockloom.runtime.protocol.records import FailedOpMessage, MonitorUpdate, ShownStep, WaitingBlock
from blockloom.runtime.protocol.replies import MonitorsReply, RunEndedReply

_T = TypeVar("_T")


class WorkerNames:
    """The worker's names. `now` returns the names of the document."""

    def __init__(self) -> None:
        self.now: Callable[[], DocumentNames] = lambda: NO_NAMES
        self._page, self._names, self._uid = "", NO_NAMES, ""

    def clear(self) -> None:
        """Forget the page."""
        self.compiled("", NO_NAMES)

    def compiled(self, page: str, names: DocumentNames) -> tuple[str, DocumentNames]:
        """Set the page and names that the worker compiles, and return the previous ones."""
        before = self._page, self._names
        self._page, self._names, self._uid = page, names, names.uid(page)
        return before

    def theirs(self, at: Address) -> Address | None:
        """Return the worker's address of a block of the page or of its functions, None if there is none."""
        now = self.now()
        page = now.page(self._uid)
        if self._names is now or not self._page:
            return at
        found = self._names.follow(at._replace(page="") if at.page == page else at, now, self._uid)
        return found and found._replace(page=self._page) if at.page == page else found

    def translate_end(self, run: RunEndedReply) -> RunEndedReply:
        """Return the end of a run with present names."""
        return replace(
            run,
            shown=self.translate_step(run.shown),
            changed=self.texts(run.changed),
            reset=self.texts(run.reset),
            not_rewound=self.texts(run.not_rewound),
            validation=next(iter(self.texts([run.validation])), "") if run.validation else "",
            problems=[p._replace(address=self._named(p.address)) for p in run.problems],
        )

    def translate_step(self, step: ShownStep) -> ShownStep:
        """Return the results of a step with present names."""
        times = step.times and {**step.times, "blocks": self.by_block(step.times["blocks"])}
        return replace(
            step,
            results=self.by_block(step.results),
            times=times,
            monitors=self.recorded(step.monitors),
            failed=self._failed(step.failed),
        )

    def _failed(self, op: FailedOpMessage | None) -> FailedOpMessage | None:
        def now(texts: Iterable[str]) -> list[str]:
            return [str(self._named(parse(text))) if text else "" for text in texts]

        return op and replace(
            op,
            calls=now(op.calls),
            block=now([op.block])[0],
            inputs=[(name, now([source])[0], value) for name, source, value in op.inputs],
            unreached=now(op.unreached),
        )

    def recorded(self, found: MonitorUpdate | None) -> MonitorUpdate | None:
        """Return the records of monitors with present names."""
        return found and replace(
            found,
            numbers=list(map(self._watch, found.numbers)),
            matrices=list(map(self._watch, found.matrices)),
            missing=[(self._watch(watch), why) for watch, why in found.missing],
        )

    def waiting(self, blocks: Sequence[WaitingBlock]) -> list[WaitingBlock]:
        """Return waiting blocks with present names."""
        return [{**row, "block": text} for row, text in zip(blocks, self.texts(row["block"] for row in blocks))]

    def texts(self, blocks: Iterable[str]) -> list[str]:
        """Return addresses as texts with present names."""
        return list(blocks) if self._same else [str(self._named(parse(text))) for text in blocks]

    def by_block(self, found: Mapping[str, _T]) -> Mapping[str, _T]:
        """Return a mapping from addresses with present names, without removed blocks."""
        if self._same:
            return found
        return {str(at): value for text, value in found.items() if (at := self.ours(parse(text))) is not None}

    @property
    def _same(self) -> bool:
        return self._names is self.now() or not self._page

    def ours(self, at: Address) -> Address | None:
        """Return the address in the document for an address of the worker, None if it was removed."""
        if self._same:
            return at
        if at.page != self._page:
            return self.now().follow(at, self._names, self._uid)
        found = self.now().follow(at._replace(page=""), self._names, self._uid)
        return found and found._replace(page=self.now().page(self._uid))

    def _named(self, at: Address) -> Address:
        """Return the present address of a block; of a removed block, its former address."""
        return self.ours(at) or at

    def _watch(self, watch: Watch) -> Watch:
        return watch._replace(address=self._named(watch.address))


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
