"""Translation between current names of the document and the worker's names, which date from compilation."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeVar

from msgspec.structs import replace

from blockloom.blocks.document.addresses import Address, parse
from blockloom.blocks.editing.identities import NO_NAMES, DocumentNames
from blockloom.blocks.results.monitors import Watch
from blockloom.runtime.protocol.replies import RunEndedReply
from blockloom.runtime.protocol.steps import FailedOpMessage, MonitorUpdate, ShownStep, WaitingBlock

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
