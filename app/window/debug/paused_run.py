"""A paused run in the window: a cursor before a block, dimmed blocks after it, and overrides of values."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec.structs import replace
from PySide6.QtCore import QObject, Signal

from blockloom.app.canvas.page.marks import described
from blockloom.app.canvas.scene.translation import translated
from blockloom.app.canvas.widget import Canvas
from blockloom.app.window.debug.debug_toolbar import DebugToolbar, OverrideBox, StepCursor, order
from blockloom.app.window.document.tabs import PageTabs
from blockloom.app.window.document.workspace import PageName, Workspace
from blockloom.app.window.run.page_results import BlockResults, PageResults
from blockloom.app.window.run.worker_session import IDLE, WorkerSession
from blockloom.blocks import operations
from blockloom.blocks.document.addresses import Address, parse, spelled
from blockloom.blocks.edits import Edit, EditError
from blockloom.blocks.infer.breakpoint_text import alone
from blockloom.blocks.lower.structure import session_plans
from blockloom.blocks.results import breakpoints
from blockloom.runtime.protocol import requests
from blockloom.runtime.protocol.records import Calls, PausedAt, ShownStep
from blockloom.runtime.protocol.replies import CallChosenReply, RollBackStepReply, ShowPastStepReply

_Found = dict[Address, BlockResults]


class PausedRun(QObject):
    """Shows a paused run, and the commands for it.

    The constructor takes functions: `runs_on(with_overrides)` continues the run, `told` shows the state of the run in
    the status bar, and `heard` shows the calls of functions of a page.
    """

    paused = Signal(bool)  # True if a run is paused, False if it continues or ends
    back_wanted = Signal()  # emitted to show the paused step instead of a past step
    page = PageName()

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
        self.paused_at: PausedAt | None = None
        self.outer = StepCursor([], "", False)  # cursor on the page that runs
        self.inner: StepCursor | None = None  # cursor on the page of the function in which the run is paused
        self.away = False  # whether a past step is shown
        self._plain: _Found = {}  # results of the step as recorded
        self._now: _Found = {}  # results of the step with overrides
        self._given: dict[Address, str] = {}  # output -> override
        self._met = Address()  # address of the block with the breakpoint
        does = {
            "go_on": lambda: self._runs_on(False),
            "go_on_tried": lambda: self._runs_on(True),
            "back": lambda: self.move(-1),
            "step": lambda: self.move(1),
            "next": self.to_next,
            "give_up": self.give_up,
            "drop": self.drop,
        }
        self.bar = DebugToolbar(tabs, does)
        self.override = OverrideBox(tabs, does, self.try_value)
        tabs.instance_changed.connect(self._mark)
        tabs.instance_changed.connect(self._show_on)
        for front in (tabs.instance_changed, tabs.currentChanged):
            front.connect(lambda _: self.selected())

    def rows(self, page: str) -> list[breakpoints.Breakpoint]:
        """Return the breakpoints for a run of a page, including those in functions that the worker has opened."""
        return [one for one in self._breaks(page) if one.address.page in (page, *self.worker.breakpoint_pages)]

    def functions(self, page: str) -> tuple[str, ...]:
        """Return the pages with breakpoints that a run of a page can hit."""
        return tuple(sorted({one.address.page for one in self._breaks(page)}))

    def _breaks(self, page: str) -> list[breakpoints.Breakpoint]:
        pages = self.workspace.document.pages
        if not any(block.pause for one in pages.values() for block in one.blocks.values()):
            return []
        return list(breakpoints.of_page(pages[page], self.workspace.catalogue, self._runs(page)))

    def toggle(self, one: bool = False) -> None:
        """Toggle breakpoints at the selected blocks; with `one`, only in the instance that is shown."""
        canvas = self.tabs.canvas()
        try:
            change = operations.toggle_breakpoint(
                self.workspace.catalogue, canvas.page, canvas.selection(), canvas.open_page.place, one
            )
        except EditError as error:
            self.workspace.refuse(translated(error))
            return
        self.workspace.do(change.edit, translated(change.label))

    def remove_all(self) -> None:
        """Remove all breakpoints of the document."""
        try:
            change = operations.remove_all_breakpoints(self.workspace.document)
        except EditError as error:
            self.workspace.refuse(translated(error))
            return
        self.workspace.do(change.edit, translated(change.label))

    def begin(self, page: str, at: PausedAt, shown: ShownStep) -> None:
        """Show a paused run."""
        made, met, catalogue = self.workspace.document.pages[page], parse(at.block), self.workspace.catalogue
        self.page, self.paused_at, self.away, self._met = page, at, False, met
        self._plain = self._now = _found(shown)
        self._given = {}
        calls, runs = [*map(parse, at.calls)], self._runs(page)
        block = (calls[0] if calls else met).top
        if met.page and not calls:  # the call is not known: several blocks call the function
            leading = {met.page, *catalogue.reaching({met.page})}
            uses = (
                n for n in order(made, runs) if not leading.isdisjoint(breakpoints.within(catalogue, made.blocks[n]))
            )
            block = next(uses, "")
        self.outer = StepCursor(order(made, runs), block, at.condition and not met.page)
        self.inner = self._at_break() if at.call else None
        self._show(True)
        self.paused.emit(True)
        if met.path or calls:
            way = [one._replace(page=one.page or page) for one in (*calls, met)]
            self.tabs.goto_address(way[-1], way[:-1])

    def _at_break(self) -> StepCursor:
        """Return a cursor at the breakpoint in the shown call."""
        met, at = self._met, self.paused_at
        ran = {met.top, *(one.top for one in self._now if one.page == met.page)}
        behind = at is not None and at.condition
        return StepCursor(order(self.workspace.document.pages[met.page], ran), met.top, behind)

    def to_call(self, page: str, call: int) -> bool:
        """Show another call, from 1, of the function in which the run is paused, or the last recorded one before it.

        Returns:
            False if the run is not paused in this function.
        """
        at = self.paused_at
        if at is None or self.away or not at.call or self._met.page != page:
            return False
        self._to_recorded(max((one for one in at.recorded_calls if one <= call), default=at.call), "end")
        return True

    def to_next(self) -> None:
        """Show the next call that hits the breakpoint."""
        at = self.paused_at
        if at is None or not at.call:
            self.workspace.refuse(self.tr("The run is not paused in a function"))
            return
        following = min((call for call in at.matching_calls if call > at.call), default=0)
        if following:
            self._to_recorded(following, "break")
        else:
            self.workspace.refuse(self.tr("No later call of {0} hits the breakpoint").format(self._met.page))

    def _to_recorded(self, call: int, where: str) -> None:
        """Show a recorded call, with the cursor at its "begin", its "end", or at the "break"point."""
        at = self.paused_at

        def chosen(reply: CallChosenReply | None) -> None:
            if at is None or at is not self.paused_at or reply is None:
                return
            self.paused_at = replace(at, call=call)
            found = {parse(one): pins for one, pins in reply.results.items()}
            self._now = {one: pins for one, pins in self._now.items() if one.page != self._met.page} | found
            self._plain = self._now
            self.inner = self._at_break()
            if where != "break":
                self.inner.position = self.inner.stood = 0 if where == "begin" else len(self.inner.order)
            self._show(True)
            self._heard(self.page, reply.calls)

        def choose() -> None:
            self.worker.ask(requests.ChooseCallRequest(self._met.page, call - 1), chosen)

        if self._given:  # clear overrides first, because they apply to a single call
            self._ask({}, choose)
        else:
            choose()

    def _beside(self, by: int) -> int:
        """Return the recorded call before (`by` < 0) or after the shown one, 0 for none."""
        at = self.paused_at
        if at is None:
            return 0
        others = [call for call in at.recorded_calls if (call - at.call) * by > 0]
        return (min(others) if by > 0 else max(others)) if others else 0

    def end(self) -> None:
        """Remove all marks of the paused run."""
        if self.paused_at is not None:
            self.paused_at = None
            self._hide()
            self.override.value.clear()  # the value was for this step
            for canvas in self.tabs.canvases():
                canvas.annotations.set_paused("", (), ())
            self.paused.emit(False)

    def go_on(self) -> None:
        """Remove the results of function calls, before the run continues."""
        found = self.pages.run_of(self.page).results
        self.pages.set_results(self.page, {at: pins for at, pins in found.items() if not at.page})
        self.end()

    def look_away(self, away: bool) -> None:
        """Hide the paused step while a past step is shown (`away`), or show it again."""
        if self.paused_at is not None and away:
            self.away = True
            self._hide()
            for canvas in self.tabs.canvases():
                self._show_on(canvas)
        elif self.away:
            self.away = False
            self._show(True)

    def move(self, by: int) -> None:
        """Move the cursor by a number of blocks, on the current page.

        In a function, the cursor moves on to the next or previous recorded call.
        """
        cursor, at = self._cursor, self.paused_at
        if self.away:
            self.back_wanted.emit()
        elif cursor.move(by) or at is None or cursor is not self.inner:
            self._show()
            if (canvas := self.tabs.canvas()).page.name == (self._met.page if cursor is self.inner else self.page):
                canvas.navigation.show(cursor.next)
        elif call := self._beside(by):
            self._to_recorded(call, "begin" if by > 0 else "end")

    def to_selected(self) -> None:
        """Move the cursor before the selected block."""
        cursor, canvas = self._cursor, self.tabs.canvas()
        chosen = [name for name in cursor.order if name in canvas.selection()]
        if len(chosen) != 1 or canvas.open_page.top != self.page:
            self.workspace.refuse(self.tr("Select the block to run to"))
            return
        cursor.position = cursor.order.index(chosen[0])
        self._show()

    def try_value(self, text: str) -> None:
        """Override the output that is named in the bar with a typed value."""
        output = self._output()
        if output is not None and text.strip():
            self._ask({**self._given, output: text})

    def drop(self) -> None:
        """Clear all overrides."""
        self._ask({})

    def _ask(self, given: dict[Address, str], then: Callable[[], object] = lambda: None) -> None:
        at = self.paused_at

        def done(reply: ShowPastStepReply | None) -> None:
            if at is not self.paused_at:
                return
            if reply is None or reply.refusal:
                self.workspace.refuse(reply.refusal if reply else self.tr("The worker does not answer"))
                return
            self._given, self._now = given, _found(reply.shown)
            if not given:
                self.override.value.clear()
            self._show(True)
            self._heard(self.page, reply.shown.calls)
            then()

        self.worker.ask(requests.WhatIfRequest(requests.Feeds(given)), done)

    def give_up(self, why: str = "") -> None:
        """Roll back the step. `why` is the message, by default that the step was rolled back."""
        if self.paused_at is None:
            return
        page, step = self.page, self.paused_at.step
        self.end()

        def done(reply: RollBackStepReply | None) -> None:
            if reply is None or page not in self.workspace.document.pages:
                return
            self.pages.set_results(page, {})
            self.pages.arrived(page, _found(reply.shown), reply.shown.step, False)
            self._heard(page, reply.shown.calls)
            text = why or self.tr("step {0} was rolled back").format(step)
            if reply.not_restored:
                text = self.tr("{0}; not restored: {1}").format(text, ", ".join(map(spelled, reply.not_restored)))
                self.workspace.tell(text, "warning")
            self._told(text)

        self.worker.ask(requests.RollBackStepRequest(), done)

    def _mark(self, canvas: Canvas) -> None:
        """Mark the breakpoints on a canvas that are only for its instance."""
        canvas.annotations.set_pauses(alone(self.workspace.catalogue, canvas.open_page.place))

    def follow(self, edit: Edit) -> None:
        """Follow an edit. The step is rolled back if the graph changed, because it cannot continue."""
        for canvas in self.tabs.canvases():
            self._mark(canvas)
        if self.paused_at is not None and any(touched.graph for touched in edit.touched()):
            self.give_up(self.tr("step {0} was rolled back because the page was edited").format(self.paused_at.step))

    @property
    def _cursor(self) -> StepCursor:
        """The cursor of the current page: that of the function in which the run is paused, or of the page that runs."""
        return self.inner if self.inner is not None and self._is_inner(self.tabs.canvas()) else self.outer

    def _is_inner(self, canvas: Canvas) -> bool:
        open_page = canvas.open_page
        return self.inner is not None and (open_page.top, open_page.function) == (self.page, self._met.page)

    @property
    def _stands(self) -> bool:
        """True while the cursors are at the breakpoint."""
        return self.outer.is_at_breakpoint and (self.inner is None or self.inner.is_at_breakpoint)

    @property
    def _ahead(self) -> Sequence[str]:
        """The blocks after the cursor, whose results are hidden.

        None are hidden while a value in a call is overridden, because the results after that call are of interest.
        """
        return () if any(one.page for one in self._given) else self.outer.ahead

    def _runs(self, page: str) -> set[str]:
        plans = session_plans(self.workspace.document.pages[page], self.workspace.catalogue)
        return {name.partition("/")[0] for plan in plans if plan.within is None for name in plan.closure}

    def _output(self) -> Address | None:
        """Return the output that can be overridden: of the selected block, or of the block before the cursor."""
        cursor, canvas = self._cursor, self.tabs.canvas()
        inner, ran = cursor is self.inner, cursor.order[: cursor.position]
        selected = canvas.selection() if inner or not canvas.open_page.trail else ()
        chosen = [name for name in ran if name in selected] or ran
        for name in reversed(chosen):
            at = Address(self._met.page if inner else "", name)
            for pin, summary in self._now.get(at, {}).items():
                if summary and "shape" in summary:
                    return at._replace(pin=pin)
        return None

    def _show(self, from_step: bool = False) -> None:
        """Show the results before the cursor. With `from_step`, functions show the call of the step."""
        at = self.paused_at
        if at is None:
            return
        within = self._met.top if self._met.path and self._stands else ""
        ahead, later = set(self._ahead), set(self.inner.ahead if self.inner is not None else ())
        calls = self._now if from_step or self.inner is not None else self.pages.run_of(self.page).results
        found = {
            one: pins
            for one, pins in self._now.items()
            if not one.page and (one.top not in ahead or one.path and one.top == within)
        }
        found |= {
            one: pins
            for one, pins in calls.items()
            if one.page and (one.page != self._met.page or one.top not in later or one.path and one.top == within)
        }
        self.pages.set_older(self.page, "")
        self.pages.arrived(self.page, {}, at.step, True)
        self.pages.set_results(self.page, found)
        for canvas in self.tabs.canvases():
            self._show_on(canvas)
        self._show_bar()

    def _show_bar(self) -> None:
        at, inner = self.paused_at, self.inner
        if at is None or self.away:
            return
        output = self._output()
        found = self._now.get(output.owner, {}).get(output.pin) if output is not None else None
        cursor, call = self._cursor, f"{at.call:,}"
        there, inside = cursor.next, " -> ".join(map(spelled, (*at.calls, at.block)))
        way = " -> ".join((*map(spelled, at.calls), self._met.page))
        because = spelled(str(self._met._replace(page=""))) if inner is not None else inside
        if cursor is inner:
            text = (
                self.tr("Step {0}, paused in call {1} of {2}, before {3}").format(at.step, call, way, there)
                if there
                else self.tr("Step {0}, paused at the end of call {1} of {2}").format(at.step, call, way)
            )
        elif inner is not None and cursor.is_at_breakpoint:
            text = self.tr("Step {0}, paused in call {1} of {2}").format(at.step, call, way)
        else:
            text = (
                self.tr("Step {0}, paused before {1}").format(at.step, there)
                if there
                else self.tr("Step {0}, paused at its end").format(at.step)
            )
        if at.condition and (inner is None or at.call in at.matching_calls):
            text = self.tr("{0}, because of {1}").format(text, f"{because}: {at.text}")
        elif at.text and cursor is self.outer and self._stands and inside != there:
            text = self.tr("{0}: {1}").format(text, inside)
        if at.not_restorable:
            lost = ", ".join(map(spelled, at.not_restorable))
            text = self.tr("{0}; Roll Back Step does not restore {1}").format(text, lost)
        self._told(text)
        named = f"{output.block}.{output.pin}" if output is not None else ""
        back = cursor.position > 0 or cursor is inner and self._beside(-1) > 0
        step = bool(cursor.ahead) or cursor is inner and self._beside(1) > 0
        # The run cannot continue with overrides inside a call.
        goes = not at.not_restorable and not any(one.page for one in self._given)
        self.bar.show_at(text, back, step, at.call > 0)
        in_function = output is not None and bool(output.page)
        self.override.show_output(named, described(found) if found else "", bool(self._given), goes, in_function)

    def _hide(self) -> None:
        self.bar.hide()
        self.override.hide()

    def selected(self) -> None:
        """Update the bar after another block was selected or another page was shown."""
        if self.paused_at is not None and self.worker.state == IDLE:
            self._show_bar()

    def _show_on(self, canvas: Canvas) -> None:
        """Mark the cursor on a canvas."""
        open_page, met, inner = canvas.open_page, self._met, self.inner
        if self.paused_at is None or self.away or open_page.top != self.page:
            canvas.annotations.set_paused("", (), ())
        elif not open_page.trail:
            ahead = self._ahead
            canvas.annotations.set_paused(self.outer.next, ahead[1:], self._differ("") - set(ahead))
        elif inner is not None and self._is_inner(canvas) and not open_page.path:
            differ = self._differ(met.page) - set(inner.ahead)
            canvas.annotations.set_paused(inner.next, inner.ahead[1:], differ)
        else:
            here = (open_page.function, open_page.path) == (met.page, met.path)
            canvas.annotations.set_paused(met.block if here and self._stands else "", (), ())

    def _differ(self, page: str) -> set[str]:
        """Return the blocks of the page that runs ("") or of a function whose results the overrides change."""
        differ = {at.top for at in self._now if at.page == page and self._now[at] != self._plain.get(at)}
        return differ | {at.block for at in self._given if at.page == page}


def _found(shown: ShownStep) -> _Found:
    return {parse(at): pins for at, pins in shown.results.items()}
