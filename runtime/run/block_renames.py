"""Blocks that were renamed since the worker compiled their page: it goes on calling them what they were called then."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

from msgspec.structs import replace

from blockloom.blocks.document.addresses import Address, parse
from blockloom.blocks.results.monitors import Watch
from blockloom.runtime.protocol.replies import RunEndedReply
from blockloom.runtime.protocol.steps import FailedOpMessage, MonitorUpdate, ShownStep, WaitingBlock

_T = TypeVar("_T")


class BlockRenames:
    """Translates between the block ids of the page now and those that the worker compiled."""

    def __init__(self) -> None:
        self._page = ""
        self._theirs: dict[str, str] = {}  # what a block is called now -> what the worker calls it, or ""
        self._now: dict[str, str] = {}  # the other way round

    def clear(self, page: str = "") -> None:
        """The worker compiled the page as it is: no names differ."""
        self._page, self._theirs, self._now = page, {}, {}

    def rename(self, old: str, new: str) -> None:
        """Take note that a block has another id."""
        theirs = self._block(old)
        self._theirs.pop(old, None)
        self._theirs[new] = theirs
        self._now = {theirs: block for block, theirs in self._theirs.items()}

    def renamed(self, page: str) -> dict[str, str]:
        """What the worker calls the blocks of a page that have other ids now -> those."""
        if page != self._page:
            return {}
        return {theirs: now for theirs, now in self._now.items() if theirs not in ("", now)}

    def adopt(self, other: BlockRenames) -> None:
        """Take over what another one knows."""
        self._page, self._theirs, self._now = other._page, other._theirs, other._now

    def theirs(self, at: Address) -> Address | None:
        """The worker's address for an address on the page, or on a function of it; None where the id means another
        block there.
        """
        if at.page not in ("", self._page):
            return at
        top = self._block(at.top)
        return at.moved(top) if top else None

    def _block(self, block: str) -> str:
        return self._theirs.get(block, "" if block in self._theirs.values() else block)

    # --- what the worker said of a run, by the names that blocks have now --------------------------------------------

    def ended(self, run: RunEndedReply) -> RunEndedReply:
        """The end of a run, with ids of the page now."""
        return replace(
            run,
            shown=self.shown(run.shown),
            changed=self.texts(run.changed),
            reset=self.texts(run.reset),
            not_rewound=self.texts(run.not_rewound),
            problems=[p._replace(address=self._ours(p.address)) for p in run.problems],
        )

    def shown(self, step: ShownStep) -> ShownStep:
        """The results of a step, with ids of the page now."""
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
            return [str(self._ours(parse(text))) if text else "" for text in texts]

        return op and replace(
            op,
            calls=now(op.calls),
            block=now([op.block])[0],
            inputs=[(name, now([source])[0], value) for name, source, value in op.inputs],
            unreached=now(op.unreached),
        )

    def recorded(self, found: MonitorUpdate | None) -> MonitorUpdate | None:
        """What monitors show, with ids of the page now."""
        return found and replace(
            found,
            numbers=list(map(self._watch, found.numbers)),
            matrices=list(map(self._watch, found.matrices)),
            missing=[(self._watch(watch), why) for watch, why in found.missing],
        )

    def waiting(self, blocks: Sequence[WaitingBlock]) -> list[WaitingBlock]:
        """What blocks wait for, with ids of the page now."""
        return [{**row, "block": text} for row, text in zip(blocks, self.texts(row["block"] for row in blocks))]

    def texts(self, blocks: Iterable[str]) -> list[str]:
        """Addresses as text, with ids of the page now."""
        return [str(self._ours(parse(text))) if self._now else text for text in blocks]

    def by_block(self, found: Mapping[str, _T]) -> Mapping[str, _T]:
        """A mapping from addresses as text, with ids of the page now; without those whose id now means another
        block.
        """
        if not self._now:
            return found
        return {
            str(self._ours(at)): value
            for text, value in found.items()
            if (at := parse(text)).page or at.top in self._now or at.top not in self._theirs
        }

    def _ours(self, at: Address) -> Address:
        return at.moved(self._now.get(at.top, at.top)) if at.page in ("", self._page) else at

    def _watch(self, watch: Watch) -> Watch:
        return watch.moved(self._now.get(watch.at.top, watch.at.top))
