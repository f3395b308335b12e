"""Results and problems of each page, from runs and checks, with the series of its monitors."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence

from msgspec import Struct, field
from PySide6.QtCore import QObject, Signal

from blockloom.app.canvas.widget import Canvas
from blockloom.app.window.document.tabs import PageTabs
from blockloom.app.window.document.workspace import Workspace
from blockloom.blocks.document.addresses import Address, parse
from blockloom.blocks.document.pages import Page
from blockloom.blocks.editing.identities import FollowedValues
from blockloom.blocks.editing.stale import StaleResults
from blockloom.blocks.edits import Edit
from blockloom.blocks.edits.base import Touched
from blockloom.blocks.files.kept_runs import KeptRuns
from blockloom.blocks.infer.page_uses import reached
from blockloom.blocks.lower.muting import left_out
from blockloom.blocks.lower.structure import downstream, upstream
from blockloom.blocks.problems import ERROR, KEPT_VALUE, UNFINISHED, Problem
from blockloom.runtime.protocol.records import MonitorUpdate, Summary
from blockloom.runtime.run.monitor_traces import Traces

_MET = ("task-unreachable", "task-restarted", "no-task")  # codes of problems that only runs find, not checks
BlockResults = Mapping[str, Summary | None]  # output pin -> summary


class PinnedValue(Struct, frozen=True):
    """The value of a pinned output: the worker's number for it, its step, and the stale blocks since.

    `older` is True if the value was out of date when it was pinned.
    """

    number: int
    step: int
    since: StaleResults
    older: bool


class PageRun(Struct):
    """Results and problems of one page, and the settings of its last run."""

    results: FollowedValues[Address, BlockResults] = field(default_factory=FollowedValues)  # block -> results
    step: int = 0  # step of the results
    older: str = ""  # why the results are older than the latest step
    since: StaleResults | None = None  # blocks whose results are out of date
    # Blocks that are out of date since the beginning of a run without results yet.
    since_begin: StaleResults | None = None
    reference: list[str] = []  # blocks that run by the CPU reference
    traces: Traces = field(default_factory=Traces)  # traces of the monitors of the page
    # Uid of a function's page -> (shown call, from 0; number of calls).
    calls: dict[str, tuple[int, int]] = {}
    # Block -> microseconds in the last timed run.
    times: FollowedValues[Address, float] = field(default_factory=FollowedValues)
    pins: FollowedValues[Address, PinnedValue] = field(default_factory=FollowedValues)  # block -> pinned value
    condition: tuple[str, int] = "", 0  # (condition of the last Run Until, most steps)
    epochs: int = 10  # epochs of the last Run Epochs
    problems: list[Problem] = []
    run_problems: list[Problem] = []  # problems that the last run found in addition


class PageResults(QObject):
    """Results and problems of all pages, which follow the uids of pages and blocks in edits."""

    results_changed = Signal(object)  # page with new results; None if all were removed
    problems_changed = Signal(object)  # all problems of the document and its pages
    kept_changed = Signal()  # emitted when the saved runs, or those that charts show, change
    times_changed = Signal()

    def __init__(self, workspace: Workspace, tabs: PageTabs):
        super().__init__(tabs)
        self.workspace, self.tabs = workspace, tabs
        self.runs: dict[str, PageRun] = {}  # uid of a page -> its run; "" for the problems of the file
        self._names = workspace.history.names
        self.saved_runs = KeptRuns()  # saved runs of the document
        self._new = FollowedValues[Address, None]()  # blocks that were just added, see `_told`
        self._unfinished = ""  # uid of a page that a lesson builds, "" for none
        self.conflicts: list[Problem] = []  # unresolved conflicts of a merge
        tabs.instance_changed.connect(self._show_on)

    def another_document(self) -> None:
        """Remove all results, and show the problems of the new document's file."""
        self.saved_runs, self._new, self._names = KeptRuns(), FollowedValues(), self.workspace.history.names
        self._unfinished = ""
        self.runs = {"": PageRun(problems=list(self.workspace.document.troubles))}
        self.conflicts = self._left()
        self.show_problems()

    def run_of(self, page: str) -> PageRun:
        """Return the record of a page."""
        uid = self._names.uid(page)
        if uid not in self.runs:
            self.runs[uid] = PageRun()
            self.runs[uid].traces.saved_runs = self.saved_runs.shown_runs(page)
        return self.runs[uid]

    def follow(self, edit: Edit) -> None:
        """Follow an edit: results and problems move with their pages and blocks."""
        pages, all_touched = self.workspace.document.pages, list(edit.touched())
        pages_added = {touched.page for touched in all_touched if touched.new}
        added = [Address(t.page, b.id) for t in all_touched if t.page not in pages_added for b in t.added]
        if added:
            self._set_unfinished(FollowedValues(), self._unfinished)
        if self._names is not self.workspace.history.names:
            self._follow_names(all(touched.only_adds for touched in all_touched))
        if added:
            self._new = FollowedValues(dict.fromkeys(added))
        for touched in all_touched:
            page = touched.page
            run = self.run_of(page)
            for since in (run.since, run.since_begin):
                if since is not None and page in pages:
                    since.follow(touched, pages[page])
            self._follow_used(touched)
            if touched.muted and run.results:  # muted blocks show no results
                gone = left_out(pages.get(page, Page("")), self.workspace.catalogue)
                run.results = FollowedValues({at: r for at, r in run.results.items() if at.top not in gone})
                self._show_results(page)
        self._drop_run_problems(all_touched)
        if any(touched.tabs for touched in all_touched):  # problems are shown only while their page exists
            self.show_problems()
        if any(touched.graph for touched in all_touched):
            for uid, run in self.runs.items():
                if run.since is not None:
                    self._show_stale(self._names.page(uid))
        if any(
            t.conflicts or self.conflicts and (t.added or t.removed or t.renamed or t.boxes or t.tabs)
            for t in all_touched
        ):
            self._look_for_conflicts()

    def _drop_run_problems(self, all_touched: Sequence[Touched]) -> None:
        """Remove the problems of runs that an edit may have fixed.

        These are problems at blocks downstream or upstream of an edited block: a placeholder is upstream of the block
        that feeds it.
        """
        edited = dict[str, set[str]]()  # page -> edited blocks
        for touched in all_touched:
            ends = (end for placed in touched.wires for end in (placed.wire.source, placed.wire.target))
            edited.setdefault(touched.page, set()).update(touched.valued, touched.muted, ends)
            for uid, run in self.runs.items() if touched.removed else ():
                since, used = run.since_begin or run.since, self._names.page(uid) != touched.page
                if since is not None:
                    edited[touched.page] |= since.neighbours(touched.removed, touched.page if used else "")
        is_changed = False
        for run in self.runs.values():
            remaining = [one for one in run.run_problems if not self._may_be_fixed(one.address, edited)]
            is_changed |= remaining != run.run_problems
            run.run_problems = remaining
        if is_changed:
            self.show_problems()

    def _may_be_fixed(self, at: Address, edited: Mapping[str, set[str]]) -> bool:
        """Return whether edited blocks, by page, are connected with a block, or with an instance around it."""
        names = *at.path, at.block
        for depth, name in enumerate(names):
            page = self.workspace.document.pages.get(self.workspace.catalogue.page_at(at.page, names[:depth]))
            blocks = edited.get(page.name) if page is not None else None
            if page is not None and blocks:
                connected = upstream(page, [name]) | downstream(page, [name])
                if not blocks.isdisjoint(connected):
                    return True
        return False

    def _follow_names(self, only_adds: bool) -> None:
        """Update all addresses after pages or blocks were added, removed or renamed."""
        was, now = self._names, self.workspace.history.names
        self._names, told = now, False
        self.saved_runs.follow(self.workspace.document)
        self._new.follow(was, now, "", only_adds)
        for uid, run in self.runs.items():

            def find(at: Address, uid: str = uid) -> Address | None:
                is_gone = now.page(was.uid(at.page)) not in self.workspace.document.pages
                return at if at.page and is_gone else now.follow(at, was, uid)

            run.traces.follow(was, now, uid, only_adds)
            run.pins.follow(was, now, uid, only_adds)
            if run.times.follow(was, now, uid, only_adds):
                self.times_changed.emit()
            if run.results.follow(was, now, uid, only_adds):
                self._show_results(now.page(uid))
            if only_adds:
                continue
            text, most = run.condition
            named = re.match(r"[\w-]*", text)
            if named is not None and (at := find(Address(block=named[0]))) is not None:
                run.condition = at.block + text[named.end() :], most
            before = run.problems, run.run_problems
            run.problems, run.run_problems = ([p for one in some if (p := one.followed(find))] for some in before)
            told |= before != (run.problems, run.run_problems)
        if told:
            self.show_problems()

    def _left(self) -> list[Problem]:
        if not self.workspace.document.conflicts:
            return []
        from blockloom.blocks.checks import conflicts  # late, because most documents have no conflicts

        return conflicts(self.workspace.document)

    def _look_for_conflicts(self) -> None:
        """Update the conflicts after an edit."""
        left = self._left()
        if left != self.conflicts:
            self.conflicts = left
            self.show_problems()

    def _follow_used(self, touched: Touched) -> None:
        """Mark results of blocks that use the changed page as stale."""
        pages = self.workspace.document.pages
        for uid, run in self.runs.items():
            page = self._names.page(uid)
            for since in (run.since, run.since_begin) if page in pages and not touched.on(page) else ():
                if since is not None:
                    since.follow_used(touched, pages[page], self.workspace.catalogue)

    def arrived(self, page: str, results: dict[Address, BlockResults], step: int, alone: bool) -> None:
        """Show results of a step.

        Args:
            results: The results by block.
            alone: Whether to remove earlier results of the same step.
        """
        self._is_of_run(page, results)
        run = self.run_of(page)
        before = run.results if not alone and step == run.step else {}
        run.step = step
        self.set_results(page, {**before, **results})

    def set_results(self, page: str, results: dict[Address, BlockResults]) -> None:
        """Set the results of a page that its blocks show."""
        self.run_of(page).results = FollowedValues(results)
        self._show_results(page)
        self.results_changed.emit(page)

    def _show_results(self, page: str) -> None:
        for canvas in self._canvases(page):
            self._show_on(canvas)

    def _show_on(self, canvas: Canvas) -> None:
        """Show results and problems on a canvas, and mark results of earlier steps or runs."""
        run, shown = self.run_of(canvas.open_page.top), (canvas.open_page.function, canvas.open_page.path)
        canvas.annotations.set_results(
            {at.block: pins for at, pins in run.results.items() if (at.page, at.path) == shown}, run.step
        )
        canvas.annotations.set_older(run.older)
        canvas.annotations.set_problems(self._told())
        self._stale_on(canvas)

    def _stale_on(self, canvas: Canvas) -> None:
        trail, stale = canvas.open_page.trail, self.stale(canvas.open_page.top)
        canvas.annotations.set_stale(stale if not trail else canvas.page.blocks if trail[0].block in stale else ())

    def begin_run(self, page: str) -> None:
        """Start to track stale blocks, before a run of the page."""
        document = self.workspace.document
        self.leave_unfinished()
        within = reached(document, (page,), self.workspace.catalogue)[1:]
        run = self.run_of(page)
        run.since_begin = StaleResults(document.pages[page], [document.pages[name] for name in within])
        if run.run_problems:
            run.run_problems = []
            self.show_problems()

    def _is_of_run(self, page: str, blocks: Iterable[Address]) -> None:
        """Mark the blocks that have results of the latest run; results of other blocks are of an earlier one."""
        run = self.run_of(page)
        if run.since_begin is not None:
            run.since_begin.keep(self.stale(page))
            run.since, run.since_begin = run.since_begin, None
        if run.since is not None:
            run.since.fetched({at.top for at in blocks})
            self._show_stale(page)

    def stale(self, page: str) -> set[str]:
        """Return the blocks of a page that were edited since its run, with their dependants."""
        since = self.run_of(page).since
        return since.names if since is not None else set()

    def _show_stale(self, page: str) -> None:
        for canvas in self._canvases(page):
            self._stale_on(canvas)

    def set_opened(self, page: str, reference: Sequence[str], blocks: Iterable[str]) -> None:
        """Update a page that was compiled for a run.

        Args:
            reference: The blocks that run by the CPU reference.
            blocks: The blocks that can have results; the results of others are removed.
        """
        run, shown = self.run_of(page), frozenset(map(parse, blocks))
        run.reference, held = list(reference), run.results
        if not held.keys() <= shown:  # sessions no longer use some blocks
            self.set_results(page, {at: pins for at, pins in held.items() if at in shown})
        for canvas in self.tabs.canvases():
            canvas.annotations.set_reference(self.run_of(canvas.open_page.name).reference)

    def set_older(self, page: str, why: str) -> None:
        """Set why the results of a page are not of the latest step, "" if they are."""
        if self.run_of(page).older != why:
            self.run_of(page).older = why
            self._show_results(page)

    def add_to_traces(self, page: str, recorded: MonitorUpdate) -> None:
        """Add the records of a run to the monitors of a page."""
        changed = self.run_of(page).traces.add(recorded)
        for canvas in self._canvases(page):
            canvas.monitors.traces_changed(changed)

    def go_back(self, page: str, step: int) -> None:
        """Remove the records after a step from the monitors of a page."""
        self.run_of(page).traces.truncate(step)
        for canvas in self._canvases(page):
            canvas.monitors.traces_changed()

    def show_kept(self) -> None:
        """Update the charts after saved runs were added, removed or changed."""
        for uid, run in self.runs.items():
            run.traces.saved_runs = self.saved_runs.shown_runs(self._names.page(uid))
        for canvas in self.tabs.canvases():
            canvas.monitors.traces_changed()
        self.kept_changed.emit()

    def forget_state(self) -> None:
        """Remove all results after the sessions were reset."""
        for uid, run in [*self.runs.items()]:
            run.results, run.older, run.since, run.step, run.run_problems = FollowedValues(), "", None, 0, []
            run.traces.clear()
            self.drop_kept(self._names.page(uid))
        self.show_problems()
        for canvas in self.tabs.canvases():
            canvas.annotations.set_results(None)
            canvas.annotations.set_older("")
            canvas.annotations.set_stale(())
            canvas.monitors.traces_changed()
        self.results_changed.emit(None)

    def of_page(self, page: str) -> list[Problem]:
        """Return the problems of a page and of its last run."""
        return [*self.run_of(page).problems, *self.run_of(page).run_problems]

    def _all(self) -> list[Problem]:
        runs = self.runs.values()
        found = [*(p for run in runs for p in run.problems), *(p for run in runs for p in run.run_problems)]
        # Runs report conflicts too, but these may be out of date.
        return self.conflicts + [p for p in found if p.code != "conflict"]

    def _told(self) -> list[Problem]:
        """Return the problems to show: without missing inputs and values of blocks that were just added.

        The same problems of a page that a lesson builds are not shown.
        """
        pages, built = {at.page for at in self._new}, self._names.page(self._unfinished) if self._unfinished else None

        def is_unfinished(p: Problem) -> bool:
            is_new = p.page in pages and (not p.block or Address(p.page, p.block) in self._new)
            return p.code in UNFINISHED and (is_new or p.page == built)

        return [p for p in self._all() if not is_unfinished(p)]

    def expect_unfinished(self, page: str) -> None:
        """Show no missing inputs and values of a page, "" for none, until the user asks for problems or runs a page."""
        self._set_unfinished(self._new, self._names.uid(page) if page else "")

    def leave_unfinished(self) -> None:
        """Show all missing inputs and values."""
        self._set_unfinished(FollowedValues(), "")

    def _set_unfinished(self, new: FollowedValues[Address, None], page: str) -> None:
        if (new, page) != (self._new, self._unfinished):
            before = len(self._told())
            self._new, self._unfinished = new, page
            if len(self._told()) != before:
                self.show_problems()

    def _turned(self) -> None:
        """End the special treatment of added blocks if they are not selected any more."""
        page, chosen = self.tabs.page_name(), self.tabs.canvas().selection()
        if any(at.page != page or at.block not in chosen for at in self._new):
            self._set_unfinished(FollowedValues(), self._unfinished)

    def of_file(self, code: str, problems: list[Problem]) -> None:
        """Replace the problems of the file with a code."""
        of_file = self.run_of("")
        of_file.problems = [p for p in of_file.problems if p.code != code] + problems
        self.show_problems()

    def checked(self, page: str, problems: list[Problem]) -> None:
        """Set the problems that the checks found on a page, and keep those of the last run."""
        self._turned()
        now = [p for p in problems if p not in self.run_of("").problems]
        if now != self.run_of(page).problems:
            self.run_of(page).problems = now
            self.show_problems()

    def compiled(self, page: str, problems: list[Problem]) -> None:
        """Set the problems that compiling a page found, which replace those of checks and of the file."""
        self.run_of("").problems = []
        self.run_of(page).problems = [p for p in problems if p.code not in _MET]
        self.run_met(page, [p for p in problems if p.code in _MET])

    def run_met(self, page: str, problems: list[Problem]) -> None:
        """Add problems of a run, which are removed when the next run begins."""
        self.run_of(page).run_problems += problems
        self.show_problems()

    def drop_kept(self, page: str, blocks: Collection[str] | None = None) -> None:
        """Remove problems about changed initial values, of given or all variables, which were initialised."""
        run = self.run_of(page)
        before = run.problems
        run.problems = [
            p
            for p in before
            if p.code != KEPT_VALUE or blocks is not None and str(p.address.owner_on(page)) not in blocks
        ]
        if len(run.problems) < len(before):
            self.show_problems()

    def show_problems(self) -> None:
        """Show all problems on the canvases, and emit `problems_changed`."""
        pages = self.workspace.document.pages
        found = [p for p in self._told() if not p.page or p.page in pages]
        self.problems_changed.emit(self._distinct(found))
        for canvas in self.tabs.canvases():
            canvas.annotations.set_problems(found)

    def _distinct(self, problems: list[Problem]) -> list[Problem]:
        """Return each problem once.

        The checks of a page by itself find its problems again that the checks of a page with instances or calls of it
        have found.
        """

        def at_home(p: Problem) -> tuple[str, Address]:
            return p.code, p.address._replace(page=self.workspace.catalogue.page_at(p.page, p.address.path), path=())

        used = {at_home(p) for p in problems if p.address.path or p.calls}
        found = dict[tuple[object, ...], Problem]()
        for p in sorted(problems, key=lambda p: p.severity != ERROR):
            if p.address.path or p.calls or at_home(p) not in used:
                found.setdefault((p.code, p.address, *p.calls, p.fact("place")), p)
        return list(found.values())

    def dress(self, canvas: Canvas) -> None:
        """Show the results and problems of the page on a new canvas."""
        run = self.run_of(canvas.open_page.name)
        canvas.selection.changed.connect(self._turned)
        self._show_on(canvas)
        canvas.monitors.set_traces(run.traces)
        canvas.annotations.set_reference(run.reference)

    def _canvases(self, page: str) -> list[Canvas]:
        return [canvas for canvas in self.tabs.canvases() if canvas.open_page.top == page]
