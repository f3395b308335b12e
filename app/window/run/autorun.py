"""Runs that start by themselves, and outputs that are pinned for them."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from blockloom.app.canvas.scene.translation import translated
from blockloom.app.window.document.tabs import PageTabs
from blockloom.app.window.document.workspace import Workspace
from blockloom.app.window.run.page_results import PageResults, PinnedValue
from blockloom.app.window.run.worker_session import IDLE, OFF, WorkerSession
from blockloom.blocks.document.addresses import Address
from blockloom.blocks.editing.stale import StaleResults
from blockloom.blocks.edits import Edit
from blockloom.blocks.infer.page_uses import reached
from blockloom.blocks.problems import ERROR, Problem
from blockloom.blocks.results.gradients import output_of
from blockloom.runtime.protocol import requests
from blockloom.runtime.protocol.replies import PinnedReply

if TYPE_CHECKING:
    from blockloom.app.canvas import Canvas


_OFTEN = 40  # milliseconds between looks at a slider that is dragged
_PAUSE = 400  # milliseconds after an edit: what is wrong with the page is known by then


class AutoRun(QObject):
    """`on` is not remembered: a window that starts, or opens a document, runs nothing by itself.

    `problems` gives those of a page, `typing` whether a value is being typed; `step_wanted` tells that the page in
    front is to run.
    """

    toggled = Signal(bool)
    step_wanted = Signal()

    def __init__(
        self,
        workspace: Workspace,
        tabs: PageTabs,
        worker: WorkerSession,
        problems: Callable[[str], list[Problem]],
        typing: Callable[[], bool],
    ):
        super().__init__(tabs)
        self.workspace, self.tabs, self.worker, self._problems = workspace, tabs, worker, problems
        self._typing = typing
        self.on = self._mine = False
        self.timer = QTimer(self, singleShot=True, interval=_PAUSE)
        self._sliding = QTimer(self, singleShot=True, interval=_OFTEN)
        for timer in (self.timer, self._sliding):
            timer.timeout.connect(self._run)
        worker.state_changed.connect(self._on_state)
        workspace.replaced.connect(self._end)

    def toggle(self) -> None:
        """Switch the step after each edit on or off."""
        self.on = not self.on
        self.toggled.emit(self.on)
        self.workspace.say(
            self.tr("A step runs after each edit that leaves the page without errors")
            if self.on
            else self.tr("Edits no longer run a step")
        )
        if self.on:
            self.timer.start()

    def follow(self, edit: Edit) -> None:
        """The document changed by this edit."""
        if self.on and any(touched.graph for touched in edit.touched()):
            self._wait()

    def _wait(self) -> None:
        """Look again later: soon where a slider is dragged, whose results are looked at as it goes."""
        gesture = self.tabs.canvas().gestures.current
        if gesture is None or not gesture.live:
            self.timer.start()
        elif not self._sliding.isActive():
            self._sliding.start()

    def _end(self) -> None:
        """Another document: nothing of it runs unasked."""
        self.on = False
        self.toggled.emit(False)
        self.timer.stop()
        self._sliding.stop()

    def settle(self) -> None:
        """What was edited is run already, or gone."""
        self.timer.stop()
        self._sliding.stop()

    def _on_state(self, state: str) -> None:
        self._mine = self._mine and state not in (OFF, IDLE)

    def _run(self) -> None:
        if not self.on:
            return
        canvas, idle = self.tabs.canvas(), self.worker.state in (OFF, IDLE)
        typing = canvas.inline.editor is not None or self._typing()
        gesture = canvas.gestures.current
        if typing or gesture is not None and not gesture.live or not idle and self._mine:
            self._wait()  # later: what is half done is left alone
        elif (
            idle
            and canvas.page.blocks
            and not any(p.severity == ERROR and p.code != "failed" for p in self._problems(canvas.open_page.top))
        ):
            self.step_wanted.emit()
            self._mine = self.worker.state not in (OFF, IDLE)


_SETTLE_MS = 50  # after an edit, until what does not run is found anew


class PinnedOutputs(QObject):
    """Which outputs are pinned, by page. `held` gives the page whose results the worker has."""

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
        self._idle: dict[str, set[Address]] = {}  # page -> what does not run
        self._numbers = itertools.count(1)
        self._timer = QTimer(self, singleShot=True, interval=_SETTLE_MS, timeout=self._look_again)
        tabs.looked.connect(self.show_on)

    def of(self, page: str) -> dict[Address, int]:
        """What is pinned on a page, with the numbers that the worker has for it."""
        return {at: pin.number for at, pin in self.pages.of(page).pins.items()}

    def of_selected(self, canvas: Canvas) -> list[Address]:
        """Return the pinned outputs of the selected blocks. Blocks inside an instance or a function have none."""
        pins = {} if canvas.open_page.trail else self.pages.of(canvas.open_page.top).pins
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

    def toggle(self, canvas, block: str, pin: str) -> None:
        """Pin an output of a block on a canvas, "": the first that has a result; or unpin it."""
        page, at = canvas.open_page.top, canvas.open_page.address_of(block, pin)
        if canvas.open_page.trail:
            self.workspace.refuse(
                self.tr("What is inside an instance or a function is not pinned: pin what its block gives")
            )
            return
        there = [one for one in self.pages.of(page).pins if one.block == block and pin in ("", one.end)]
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
            self.workspace.refuse(self.tr("{0} has no result to be pinned: run the page first").format(block))
            return
        number, document = next(self._numbers), self.workspace.document
        pinned = self._pin(page, at, number)

        def done(reply: PinnedReply | None) -> None:
            if document is not self.workspace.document:
                return
            if reply is None or reply.refusal:
                why = translated(reply.refusal) if reply else self.tr("its result is gone: run the page first")
                self.workspace.refuse(self.tr("{0} cannot be pinned: {1}").format(f"{block}.{at.end}", why))
                return
            self.pages.of(page).pins[at] = pinned._replace(step=reply.step)
            self.workspace.say(
                self.tr("{0} is pinned: from the next run on, what is only upstream of it does not run").format(
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
            self.worker.ask(requests.UnpinOutputRequest(self.pages.of(page).pins.pop(at).number), lambda reply: None)
        self._look_again()

    # --- the document changes -------------------------------------------------------------------------------------

    def another_document(self) -> None:
        """The worker forgets what belonged to the one before by itself."""
        self._idle = {}

    def follow(self, edit: Edit) -> None:
        """What was pinned may be older than the page now, and other blocks may not run."""
        pages = self.workspace.document.pages
        pinned = {name: run.pins for name in pages if (run := self.pages.of(name)).pins}
        for touched in edit.touched() if pinned or self._idle else ():
            for name, pins in pinned.items():
                for pin in pins.values():
                    if touched.on(name):
                        pin.since.follow(touched, pages[name])
                    else:
                        pin.since.follow_used(touched, pages[name], self.workspace.catalogue)
            self._timer.start()

    # --- showing --------------------------------------------------------------------------------------------------

    def _look_again(self) -> None:
        """What does not run may be something else now."""
        from blockloom.blocks.lower.pinned import not_run  # with all that lowers pages: when something is pinned

        document, catalogue = self.workspace.document, self.workspace.catalogue
        self._idle = {
            name: not_run(page, catalogue, pins.keys())
            for name, page in document.pages.items()
            if (pins := self.pages.of(name).pins)
        }
        for canvas in self.tabs.canvases():
            self.show_on(canvas)

    def show_on(self, canvas) -> None:
        """Mark what is pinned on a canvas, and dim what does not run."""
        page, path = canvas.open_page.top, canvas.open_page.path
        pins = self.pages.of(page).pins if not canvas.open_page.trail else {}
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
                "Pinned at its value of step {0}, which is older than the page: this block or what is upstream of it "
                "was edited since. Unpin it, run, and pin it again."
            ).format(pin.step)
        return self.tr(
            "Pinned at its value of step {0}: what is only upstream of it does not run. The same command unpins it."
        ).format(pin.step)
