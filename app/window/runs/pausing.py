"""A run that is paused, as the window shows it: a cursor stands before a block, what lies ahead of it is dimmed, and
values of what lies behind it may be tried."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Collection, Mapping

from PySide6.QtCore import QObject, Signal

from blockloom.app.canvas.page.marks import described
from blockloom.app.canvas.scene.words import translated
from blockloom.app.window.document.tabs import PageTabs
from blockloom.app.window.document.workspace import Workspace
from blockloom.app.window.runs.page_results import BlockResults, PageResults
from blockloom.app.window.runs.pausedbar import PausedBar
from blockloom.app.window.runs.session import IDLE, WorkerSession
from blockloom.blocks import operations
from blockloom.blocks.catalogue.monitor_types import MONITORS
from blockloom.blocks.document.addresses import Address, parse, spelled
from blockloom.blocks.document.pages import Page
from blockloom.blocks.edits import Edit, EditError
from blockloom.blocks.lower.structure import session_plans
from blockloom.blocks.results import breadcrumbs, breaks
from blockloom.runtime.protocol import requests
from blockloom.runtime.protocol.replies import GivenUp, LookedBack
from blockloom.runtime.protocol.steps import Calls, PausedAt, ShownStep

_Found = dict[Address, BlockResults]


class PausedRun(QObject):
    """`runs_on` lets the run go on, with the values that are tried or without; `told` takes how the run stands, and
    `heard` the calls of functions of a page."""

    paused = Signal(bool)  # whether a run is paused
    back_wanted = Signal()  # it is to be shown again, and no step of before

    def __init__(
        self,
        workspace: Workspace,
        tabs: PageTabs,
        worker: WorkerSession,
        pages: PageResults,
        runs_on: Callable[[bool], object],
        told: Callable[[str], object],
        heard: Callable[[str, Calls], object],
    ):
        super().__init__(tabs)
        self.workspace, self.tabs, self.worker, self.pages = workspace, tabs, worker, pages
        self._runs_on, self._told, self._heard = runs_on, told, heard
        self.at: PausedAt | None = None
        self.page = ""
        self.order: list[str] = []  # the blocks that the step runs
        self.cursor = 0  # how many of them ran
        self.away = False  # a step of before is looked at
        self._plain: _Found = {}  # what the step gives by itself
        self._now: _Found = {}  # with the values that are tried
        self._given: dict[Address, str] = {}
        self._wanted = 0  # the call to be looked at
        self._met = Address()  # the block at which it paused, and how many ran then
        self._stood = 0
        does = {
            "go_on": lambda: self._runs_on(False),
            "go_on_tried": lambda: self._runs_on(True),
            "back": lambda: self.move(-1),
            "step": lambda: self.move(1),
            "here": self.to_selected,
            "give_up": self.give_up,
            "drop": self.drop,
        }
        self.bar = PausedBar(tabs, does, self.try_value)
        tabs.looked.connect(self._show_on)

    # --- breaks ---------------------------------------------------------------------------------------------------

    def rows(self, page: str) -> list:
        """The breaks of a page, for a run of it, at blocks that a step runs, also inside the functions that it was
        opened with."""
        return [one.row() for one in self._breaks(page) if one.at.page in (page, *self.worker.breaks_in)]

    def functions(self, page: str) -> tuple[str, ...]:
        """The pages of the functions inside of which a run of a page may pause."""
        return tuple(sorted({one.at.page for one in self._breaks(page)} - {page}))

    def _breaks(self, page: str) -> list[breaks.Break]:
        pages = self.workspace.document.pages
        if not any(block.pause for one in pages.values() for block in one.blocks.values()):
            return []
        return list(breaks.of_page(pages[page], self.workspace.catalogue, self._runs(page)))

    def toggle(self) -> None:
        """Let runs pause before the selected blocks, or no more."""
        canvas = self.tabs.canvas()
        try:
            change = operations.toggle_pause(canvas.page, canvas.selection())
        except EditError as error:
            self.workspace.refuse(str(error))
            return
        self.workspace.do(change.edit, translated(change.label))

    def remove_all(self) -> None:
        """Let runs pause nowhere."""
        try:
            change = operations.without_pauses(self.workspace.document)
        except EditError as error:
            self.workspace.refuse(translated(error))
            return
        self.workspace.do(change.edit, translated(change.label))

    # --- the run --------------------------------------------------------------------------------------------------

    def begin(self, page: str, at: PausedAt, shown: ShownStep) -> None:
        """A run is paused, and gives this."""
        made, met = self.workspace.document.pages[page], parse(at.block)
        self.page, self.at, self.away, self._met = page, at, False, met
        wanted, self._wanted = self._wanted, at.call[0]
        self.order = order(made, self._runs(page))
        self._plain = self._now = _found(shown)
        self._given = {}
        calls = [*map(parse, at.calls)]
        block = (calls[0] if calls else met).top
        if met.page and not calls:  # several lead there
            catalogue = self.workspace.catalogue
            leading = {met.page, *catalogue.reaching({met.page})}
            uses = (n for n in self.order if not leading.isdisjoint(breadcrumbs.within(catalogue, made.blocks[n])))
            block = next(uses, "")
        known = self.order.index(block) if block in self.order else 0
        self.cursor = self._stood = known + (at.condition and not met.page and block in self.order)
        self._show(True)
        self.paused.emit(True)
        if wanted and wanted != at.call[0] and at.call[0] and not at.fails:  # it was chosen meanwhile
            self.to_call(met.page, wanted)
        elif (met.path or calls) and not wanted:
            way = [one._replace(page=one.page or page) for one in (*calls, met)]
            self.tabs.goto_address(way[-1], way[:-1])

    def end(self) -> None:
        """It is paused no more."""
        if self.at is not None:
            self.at, self._wanted = None, 0
            self.bar.hide()
            for canvas in self.tabs.canvases():
                canvas.annotations.set_paused("", (), ())
            self.paused.emit(False)

    def to_call(self, page: str, call: int) -> bool:
        """Look at another call of a function inside of which the run is paused, from 1, 0: the next one in which a
        break is met. Whether it is paused inside of it."""
        if self.at is None or self.away or not self.at.call[0] or self._met.page != page:
            return False
        self._wanted = call
        if self.worker.state == IDLE:
            self.bar.setEnabled(False)
            self.worker.to_call(self.rows(self.page), call)
        return True

    def look_away(self, away: bool) -> None:
        """A step of before is shown in its place, or it is shown again."""
        if self.at is not None and away:
            self.away = True
            self.bar.hide()
            for canvas in self.tabs.canvases():
                self._show_on(canvas)
        elif self.away:
            self.away = False
            self._show(True)

    def move(self, by: int) -> None:
        """Look so many blocks further on, or back."""
        if self.away:
            self.back_wanted.emit()
            return
        self.cursor = min(max(self.cursor + by, 0), len(self.order))
        self._show()

    def to_selected(self) -> None:
        """Look before the selected block."""
        chosen = [name for name in self.order if name in self.tabs.canvas().selection()]
        if len(chosen) != 1 or self.tabs.canvas().open_page.top != self.page:
            self.workspace.refuse(self.tr("Select the block before which the run is to be looked at"))
            return
        self.cursor = self.order.index(chosen[0])
        self._show()

    def try_value(self, text: str) -> None:
        """Try another value for the output that the bar names."""
        output = self._output()
        if output is not None and text.strip():
            self._ask({**self._given, output: text})

    def drop(self) -> None:
        """Try nothing any more."""
        self._ask({})

    def _ask(self, given: dict[Address, str]) -> None:
        at = self.at

        def done(reply: LookedBack | None) -> None:
            if at is not self.at:
                return
            if reply is None or reply.refused:
                self.workspace.refuse(reply.refused if reply else self.tr("The worker has no answer"))
                return
            self._given, self._now = given, _found(reply.shown)
            if not given:
                self.bar.value.clear()
            self._show(True)
            self._heard(self.page, reply.shown.calls)

        self.worker.ask(requests.WhatIf(given), done)

    def give_up(self, why: str = "") -> None:
        """Let all be as before the step."""
        if self.at is None:
            return
        page, step = self.page, self.at.step
        self.end()

        def done(reply: GivenUp | None) -> None:
            if reply is None or page not in self.workspace.document.pages:
                return
            self.pages.set_results(page, {})
            self.pages.arrived(page, _found(reply.shown), reply.shown.step, False)
            self._heard(page, reply.shown.calls)
            text = why or self.tr("step {0} was given up: all is as before it").format(step)
            if reply.lost:
                text = self.tr("{0}; not as before: {1}").format(text, ", ".join(map(spelled, reply.lost)))
                self.workspace.tell(text, "warning")
            self._told(text)

        self.worker.ask(requests.GiveUp(), done)

    def follow(self, edit: Edit) -> None:
        """The document was edited: a step of the page as it was goes on no more."""
        if self.at is not None and any(touched.graph for touched in edit.touched()):
            self.give_up(self.tr("step {0} was given up, since the page was edited").format(self.at.step))

    # --- showing --------------------------------------------------------------------------------------------------

    @property
    def _stands(self) -> bool:
        """Whether it is looked at where it paused."""
        return self.cursor == self._stood

    def _runs(self, page: str) -> set[str]:
        plans = session_plans(self.workspace.document.pages[page], self.workspace.catalogue)
        return {name.partition("/")[0] for plan in plans if plan.within is None for name in plan.closure}

    def _output(self) -> Address | None:
        """The output of which another value may be tried: of the selected block, or of the one that ran last."""
        ran = self.order[: self.cursor]
        canvas = self.tabs.canvas()
        selected = canvas.selection() if not canvas.open_page.trail else ()
        chosen = [name for name in ran if name in selected] or ran
        for name in reversed(chosen):
            for pin, summary in self._now.get(Address(block=name), {}).items():
                if summary and "shape" in summary:
                    return Address(block=name, pin=pin)
        return None

    def _show(self, anew: bool = False) -> None:
        """Show what ran; of functions the call that is looked at, or `anew` that which the step gave."""
        at = self.at
        if at is None:
            return
        within = self._met.top if self._met.path and self._stands else ""
        ahead = set(self.order[self.cursor :])
        calls = self._now if anew else self.pages.results.get(self.page, {})
        found = {
            one: pins
            for one, pins in self._now.items()
            if not one.page and (one.top not in ahead or one.path and one.top == within)
        }
        self.pages.set_older(self.page, "")
        self.pages.arrived(self.page, {}, at.step, True)
        self.pages.set_results(self.page, found | {one: pins for one, pins in calls.items() if one.page})
        for canvas in self.tabs.canvases():
            self._show_on(canvas)
        self._show_bar()

    def _show_bar(self) -> None:
        at = self.at
        if at is None or self.away:
            return
        output = self._output()
        found = self._now.get(output.owner, {}).get(output.pin) if output is not None else None
        there = self.order[self.cursor] if self.cursor < len(self.order) else ""
        text = (
            self.tr("Step {0} is paused before {1}").format(at.step, there)
            if there
            else self.tr("Step {0} is paused at its end").format(at.step)
        )
        inside = " -> ".join(map(spelled, (*at.calls, at.block)))
        if at.condition:
            text = self.tr("{0}, because of {1}").format(text, f"{inside}: {at.text}")
        elif self._stands and inside != there:
            text = self.tr("{0}: {1}").format(text, inside)
        if at.call[0] and (at.condition or self._stands):
            text = self.tr("{0}, call {1}").format(text, f"{at.call[0]:,}")
        if at.fails:
            text = self.tr("{0}; what comes then fails: {1}").format(text, at.fails.partition("\n")[0])
        if at.done:
            text = self.tr("{0}; it is done already, since what it draws hangs on what it does").format(text)
        self._told(text)
        named = f"{output.block}.{output.pin}" if output is not None else ""
        self.bar.show_at(
            text, named, described(found) if found else "", bool(self._given), at.done, (self.cursor, len(self.order))
        )

    def selected(self) -> None:
        """Other blocks are selected."""
        if self.at is not None and self.worker.state == IDLE:
            self._show_bar()

    def _show_on(self, canvas) -> None:
        if self.at is None or self.away or canvas.open_page.top != self.page or canvas.open_page.trail:
            open_page, met = canvas.open_page, self._met
            here = (open_page.top, open_page.function, open_page.path) == (self.page, met.page, met.path)
            stands = here and self._stands and self.at is not None and not self.away
            canvas.annotations.set_paused(met.block if stands else "", (), ())
            return
        differ = {at.top for at in self._now if self._now[at] != self._plain.get(at)}
        differ |= {at.block for at in self._given}
        ahead = self.order[self.cursor :]
        canvas.annotations.set_paused(ahead[0] if ahead else "", ahead[1:], differ - set(ahead))


def _found(shown: ShownStep) -> _Found:
    return {parse(at): pins for at, pins in shown.results.items()}


def order(page: Page, runs: Collection[str]) -> list[str]:
    """The blocks among these in an order in which a step may run them, from left to right where there is a choice."""
    blocks: Mapping[str, object] = {
        name: None for name in runs if name in page.blocks and page.blocks[name].type not in MONITORS
    }
    into: dict[str, set[str]] = {name: set() for name in blocks}
    after: dict[str, list[str]] = {}
    for wire in page.wires():
        if wire.source in blocks and wire.target in blocks and wire.source not in into[wire.target]:
            into[wire.target].add(wire.source)
            after.setdefault(wire.source, []).append(wire.target)

    def key(name: str) -> tuple[float, float, str]:
        return page.blocks[name].x, page.blocks[name].y, name

    ready = [key(name) for name, sources in into.items() if not sources]
    heapq.heapify(ready)
    left, found = {name: len(sources) for name, sources in into.items()}, list[str]()
    waiting = sorted(map(key, blocks), reverse=True)
    done = set[str]()
    while len(found) < len(blocks):
        while not ready:  # all that is left lies in loops, or behind one
            first = waiting.pop()
            if first[2] not in done:
                ready.append(first)
        name = heapq.heappop(ready)[2]
        if name in done:
            continue
        done.add(name)
        found.append(name)
        for target in after.get(name, ()):
            left[target] -= 1
            if not left[target] and target not in done:
                heapq.heappush(ready, key(target))
    return found
