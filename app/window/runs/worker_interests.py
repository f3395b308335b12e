"""What the window shows of results, as the worker knows it: told where it is other than what that worker was told."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any

from blockloom.blocks.document.addresses import Address
from blockloom.blocks.results.monitors import Watch
from blockloom.runtime.protocol import requests
from blockloom.runtime.protocol.replies import MonitorsReply
from blockloom.runtime.protocol.steps import ShownStep
from blockloom.runtime.run.block_renames import BlockRenames

# What a worker knows of what is looked at, as long as nobody told it.
_NOBODY: tuple[list[Address] | None, bool, list[Address] | None] = (None, False, [])


class WorkerInterests:
    """`watches` are what monitors show; for the others see requests.SetLooked. `send` sends a request, with what takes
    the reply; `shown` gets what monitors show now. `names` are those of blocks that the worker calls otherwise.
    """

    def __init__(self, names: BlockRenames, send: Callable[..., None], shown: Callable[[ShownStep], Any]):
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
