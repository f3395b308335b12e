"""Pinned outputs: their values replace the computation of blocks that only they depend on."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import TYPE_CHECKING

from msgspec.structs import replace
from PySide6.QtCore import QObject, QTimer, Signal

from blockloom.app.canvas.scene.translation import translated
from blockloom.app.window.document.tabs import PageTabs
from blockloom.app.window.document.workspace import Workspace
from blockloom.app.window.run.page_results import PageResults, PinnedValue
from blockloom.app.window.run.worker_session import WorkerSession
from blockloom.blocks.document.addresses import Address
from blockloom.blocks.editing.stale import StaleResults
from blockloom.blocks.edits import Edit
from blockloom.blocks.infer.page_uses import reached
from blockloom.blocks.results.run_modes import output_of
from blockloom.runtime.protocol import requests
from blockloom.runtime.protocol.replies import PinnedReply

if TYPE_CHECKING:
    from blockloom.app.canvas import Canvas


_SETTLE_MS = 50  # milliseconds after an edit until the blocks that do not run are found again


class PinnedOutputs(QObject):
    """The pinned outputs of all pages. `held` returns the page whose results the worker has."""

    changed = Signal()  # emitted after pins or their marks change

    def __init__(
        self,
        workspace: Workspace,
        tabs: PageTabs,
        worker: WorkerSession,
        pages: PageResults,
        held: Callable[[], str],
    ):
        super().__init__(tabs)
        self.workspace, self.tabs, self.worker, self.pages, self._held = workspace, tabs, worker, pages, held
        self._idle: dict[str, set[Address]] = {}  # page -> blocks that do not run
        self._numbers = itertools.count(1)
        self._timer = QTimer(self, singleShot=True, interval=_SETTLE_MS, timeout=self._look_again)
        tabs.instance_changed.connect(self.show_on)

    def of_page(self, page: str) -> dict[Address, int]:
        """Return the pinned outputs of a page, with the worker's number of each value."""
        return {at: pin.number for at, pin in self.pages.run_of(page).pins.items()}

    def of_selected(self, canvas: Canvas) -> list[Address]:
        """Return the pinned outputs of the selected blocks. Blocks inside an instance or a function have none."""
        pins = {} if canvas.open_page.trail else self.pages.run_of(canvas.open_page.top).pins
        chosen = canvas.selection() if pins else frozenset()
        return [at for at in pins if at.block in chosen]

    def toggle_selected(self) -> None:
        """Unpin the outputs of the selected blocks, or pin the first result of each if none is pinned."""
        canvas = self.tabs.canvas()
        pinned = self.of_selected(canvas)
        if pinned:
            self._unpin(canvas.open_page.top, pinned)
            return
        for block in sorted(canvas.selection() & canvas.page.blocks.keys()):
            self.toggle(canvas, block, "")

    def toggle(self, canvas: Canvas, block: str, pin: str) -> None:
        """Pin or unpin an output of a block on a canvas, by default the first one with a result."""
        page, at = canvas.open_page.top, canvas.open_page.address_of(block, pin)
        if canvas.open_page.trail:
            self.workspace.refuse(
                self.tr("Outputs inside an instance or a function cannot be pinned: pin an output of its block")
            )
            return
        there = [one for one in self.pages.run_of(page).pins if one.block == block and pin in ("", one.end)]
        if there:
            self._unpin(page, there)
            return
        results = canvas.marks.results_of(block)
        shown = [
            name
            for name, summary in results.items()
            if summary and ("shape" in summary or "list" in summary) and not output_of(name)
        ]
        if not pin:
            at = canvas.open_page.address_of(block, next(iter(shown or results), ""))
        if page != self._held() or not at.end:
            self.workspace.refuse(self.tr("{0} has no result to pin: run the page first").format(block))
            return
        number, document = next(self._numbers), self.workspace.document
        pinned = self._pin(page, at, number)

        def done(reply: PinnedReply | None) -> None:
            if document is not self.workspace.document:
                return
            if reply is None or reply.refusal:
                why = translated(reply.refusal) if reply else self.tr("it has no result: run the page first")
                self.workspace.refuse(self.tr("{0} cannot be pinned: {1}").format(f"{block}.{at.end}", why))
                return
            self.pages.run_of(page).pins[at] = replace(pinned, step=reply.step)
            self.workspace.say(
                self.tr("{0} is pinned: from the next run on, blocks that only it depends on do not run").format(
                    f"{block}.{at.end}"
                )
            )
            self._look_again()

        self.worker.ask(requests.PinOutputRequest(at, number), done)

    def _pin(self, page: str, at: Address, number: int) -> PinnedValue:
        document = self.workspace.document
        within = reached(document, (page,), self.workspace.catalogue)[1:]
        since = StaleResults(document.pages[page], [document.pages[name] for name in within])
        return PinnedValue(number, 0, since, at.block in self.pages.stale(page))

    def _unpin(self, page: str, outputs: list[Address]) -> None:
        for at in outputs:
            number = self.pages.run_of(page).pins.pop(at).number
            self.worker.ask(requests.UnpinOutputRequest(number), lambda reply: None)
        self._look_again()

    def another_document(self) -> None:
        """Forget all pins; the worker drops its values of the closed document."""
        self._idle = {}

    def follow(self, edit: Edit) -> None:
        """Follow an edit, after which pinned values may be out of date and other blocks may not run."""
        pages = self.workspace.document.pages
        pinned = {name: run.pins for name in pages if (run := self.pages.run_of(name)).pins}
        for touched in edit.touched() if pinned or self._idle else ():
            for name, pins in pinned.items():
                for pin in pins.values():
                    if touched.on(name):
                        pin.since.follow(touched, pages[name])
                    else:
                        pin.since.follow_used(touched, pages[name], self.workspace.catalogue)
            self._timer.start()

    def _look_again(self) -> None:
        """Find the blocks that do not run because of pins, and update all canvases."""
        # Late, because this imports all of lowering, which only pins need.
        from blockloom.blocks.lower.lowering import not_run

        document, catalogue = self.workspace.document, self.workspace.catalogue
        self._idle = {
            name: not_run(page, catalogue, pins.keys())
            for name, page in document.pages.items()
            if (pins := self.pages.run_of(name).pins)
        }
        for canvas in self.tabs.canvases():
            self.show_on(canvas)

    def show_on(self, canvas: Canvas) -> None:
        """Mark pinned outputs on a canvas, and dim blocks that do not run."""
        page, path = canvas.open_page.top, canvas.open_page.path
        pins = self.pages.run_of(page).pins if not canvas.open_page.trail else {}
        shown = dict[str, dict[str, str]]()
        for at, pin in pins.items():
            shown.setdefault(at.block, {})[at.end] = self._told(at, pin)
        canvas.annotations.set_pinned(
            shown,
            {at.block for at, pin in pins.items() if self._is_stale(at, pin)},
            {at.block for at in self._idle.get(page, ()) if at.path == path and not canvas.open_page.function},
        )
        self.changed.emit()

    def _is_stale(self, at: Address, pin: PinnedValue) -> bool:
        return pin.older or at.block in pin.since.names

    def _told(self, at: Address, pin: PinnedValue) -> str:
        if self._is_stale(at, pin):
            return self.tr(
                "Pinned at its value of step {0}, which is out of date: this block or a block upstream of it was "
                "edited since. Unpin it, run, and pin it again."
            ).format(pin.step)
        return self.tr(
            "Pinned at its value of step {0}: blocks that only it depends on do not run. The same command unpins it."
        ).format(pin.step)
