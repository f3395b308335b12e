"""What runs and checks found on each page: results, problems, what monitors show. Kept by page and shown there."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from PySide6.QtCore import QObject, Signal

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
from blockloom.blocks.problems import KEPT_VALUE, UNFINISHED, Problem
from blockloom.runtime.protocol.steps import MonitorUpdate, Summary
from blockloom.runtime.run.monitor_traces import Traces

_MET = ("task-unreachable", "task-restarted", "no-task")  # by a run that was begun: no check of a page finds them
BlockResults = Mapping[str, Summary | None]  # what a block shows of its output pins


class PinnedValue(NamedTuple):
    """The number that the worker has for the value of a pinned output, the step that gave it, and what was edited
    since. `older`: the value was older than the page already.
    """

    number: int
    step: int
    since: StaleResults
    older: bool


@dataclass
class PageRun:
    """Results and problems of one page, and how it was run last."""

    results: FollowedValues[Address, BlockResults] = field(default_factory=FollowedValues)  # by the block on the page
    step: int = 0  # of the results
    older: str = ""  # why the results are not of the latest step
    since: StaleResults | None = None  # what is stale of the results
    begun: StaleResults | None = None  # the same of a run without results so far
    reference: list[str] = field(default_factory=list)  # blocks that run by the CPU reference
    traces: Traces = field(default_factory=Traces)  # of its monitors
    # By the uid of the page of a function: the call that is shown, counted from 0, and how many there were.
    calls: dict[str, tuple[int, int]] = field(default_factory=dict)
    times: FollowedValues[Address, float] = field(default_factory=FollowedValues)  # microseconds of its last timed run
    pins: FollowedValues[Address, PinnedValue] = field(default_factory=FollowedValues)  # outputs that are pinned
    condition: tuple[str, int] = "", 0  # until which it ran last, and its steps at most
    epochs: int = 10  # for which it was fitted last
    problems: list[Problem] = field(default_factory=list)
    failed: list[Problem] = field(default_factory=list)  # what its last run met besides


class PageResults(QObject):
    """Keeps them while the document is edited: they follow the uids of pages and blocks."""

    results_changed = Signal(object)  # the page that has other results; None: all are gone
    problems_changed = Signal(object)  # those of the document and of its pages
    kept_changed = Signal()  # which runs are kept and shown
    times_changed = Signal()

    def __init__(self, workspace: Workspace, tabs: PageTabs):
        super().__init__(tabs)
        self.workspace, self.tabs = workspace, tabs
        self.runs: dict[str, PageRun] = {}  # by the uid of the page; "" has the problems of the file
        self._names = workspace.history.names
        self.kept = KeptRuns()  # runs of the document
        self._new = FollowedValues[Address, None]()  # blocks that were just added and are not left yet: see _told
        self.conflicts: list[Problem] = []  # what a merge left to be chosen
        tabs.looked.connect(self._show_on)

    # --- the document changes -------------------------------------------------------------------------------------

    def another_document(self) -> None:
        """Its results are to come, its file's troubles are here."""
        self.kept, self._new, self._names = KeptRuns(), FollowedValues(), self.workspace.history.names
        self.runs = {"": PageRun(problems=list(self.workspace.document.troubles))}
        self.conflicts = self._left()
        self.show_problems()

    def of(self, page: str) -> PageRun:
        """Return the record of a page."""
        uid = self._names.uid(page)
        if uid not in self.runs:
            self.runs[uid] = PageRun()
            self.runs[uid].traces.kept = self.kept.shown(page)
        return self.runs[uid]

    def follow(self, edit: Edit) -> None:
        """Results and problems follow what they belong to."""
        pages, all_touched = self.workspace.document.pages, list(edit.touched())
        pages_added = {touched.page for touched in all_touched if touched.new}
        added = [Address(t.page, b.id) for t in all_touched if t.page not in pages_added for b in t.added]
        if added:
            self.leave_new()
        if self._names is not self.workspace.history.names:
            self._follow_names(all(touched.only_adds for touched in all_touched))
        if added:
            self._new = FollowedValues(dict.fromkeys(added))
        for touched in all_touched:
            page = touched.page
            run = self.of(page)
            for since in (run.since, run.begun):
                if since is not None and page in pages:
                    since.follow(touched, pages[page])
            self._follow_used(touched)
            if touched.muted and run.results:  # what is left out shows nothing
                gone = left_out(pages.get(page, Page("")), self.workspace.catalogue)
                run.results = FollowedValues({at: r for at, r in run.results.items() if at.top not in gone})
                self._show_results(page)
        if any(touched.tabs for touched in all_touched):  # the problems of a page go, and come back with it
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

    def _follow_names(self, only_adds: bool) -> None:
        """Pages or blocks have come or gone, or have other names."""
        was, now = self._names, self.workspace.history.names
        self._names, told = now, False
        self.kept.follow(self.workspace.document)
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
            before = run.problems, run.failed
            run.problems, run.failed = ([p for one in some if (p := one.followed(find))] for some in before)
            told |= before != (run.problems, run.failed)
        if told:
            self.show_problems()

    def _left(self) -> list[Problem]:
        if not self.workspace.document.conflicts:
            return []
        from blockloom.blocks.checks import conflicts  # most documents have none

        return conflicts(self.workspace.document)

    def _look_for_conflicts(self) -> None:
        """They may be others, or what they are about may have come or gone."""
        left = self._left()
        if left != self.conflicts:
            self.conflicts = left
            self.show_problems()

    def _follow_used(self, touched: Touched) -> None:
        """Mark results of blocks that use the changed page as stale."""
        pages = self.workspace.document.pages
        for uid, run in self.runs.items():
            page = self._names.page(uid)
            for since in (run.since, run.begun) if page in pages and not touched.on(page) else ():
                if since is not None:
                    since.follow_used(touched, pages[page], self.workspace.catalogue)

    # --- results --------------------------------------------------------------------------------------------------

    def arrived(self, page: str, results: dict[Address, BlockResults], step: int, alone: bool) -> None:
        """A run gave these of a step: what was there of the same one stays, unless they are `alone` what it fetched."""
        self._is_of_run(page, results)
        run = self.of(page)
        before = run.results if not alone and step == run.step else {}
        run.step = step
        self.set_results(page, {**before, **results})

    def set_results(self, page: str, results: dict[Address, BlockResults]) -> None:
        """Set the results of a page that its blocks show."""
        self.of(page).results = FollowedValues(results)
        self._show_results(page)
        self.results_changed.emit(page)

    def _show_results(self, page: str) -> None:
        for canvas in self._canvases(page):
            self._show_on(canvas)

    def _show_on(self, canvas) -> None:
        """On a canvas, those of the blocks that it shows, and which of them are of something earlier."""
        run, shown = self.of(canvas.open_page.top), (canvas.open_page.function, canvas.open_page.path)
        canvas.annotations.set_results(
            {at.block: pins for at, pins in run.results.items() if (at.page, at.path) == shown}, run.step
        )
        canvas.annotations.set_older(run.older)
        canvas.annotations.set_problems(self._told())
        self._stale_on(canvas)

    def _stale_on(self, canvas) -> None:
        trail, stale = canvas.open_page.trail, self.stale(canvas.open_page.top)
        canvas.annotations.set_stale(stale if not trail else canvas.page.blocks if trail[0].block in stale else ())

    def began(self, page: str) -> None:
        """A page is run as it is now."""
        document = self.workspace.document
        self.leave_new()
        within = reached(document, (page,), self.workspace.catalogue)[1:]
        run = self.of(page)
        run.begun = StaleResults(document.pages[page], [document.pages[name] for name in within])
        if run.failed:
            run.failed = []
            self.show_problems()

    def _is_of_run(self, page: str, blocks: Iterable[Address]) -> None:
        """These blocks have results of the latest run; what others show is of an earlier one."""
        run = self.of(page)
        if run.begun is not None:
            run.begun.keep(self.stale(page))
            run.since, run.begun = run.begun, None
        if run.since is not None:
            run.since.fetched({at.top for at in blocks})
            self._show_stale(page)

    def stale(self, page: str) -> set[str]:
        """The blocks of a page that were edited since it was run, and what depends on them."""
        since = self.of(page).since
        return since.names if since is not None else set()

    def _show_stale(self, page: str) -> None:
        for canvas in self._canvases(page):
            self._stale_on(canvas)

    def opened(self, page: str, reference: Sequence[str], blocks: Iterable[str]) -> None:
        """A page was opened for a run: these blocks run by the CPU reference, and only `blocks` show something."""
        run, shown = self.of(page), frozenset(map(parse, blocks))
        run.reference, held = list(reference), run.results
        if not held.keys() <= shown:  # what no session needs any more shows nothing
            self.set_results(page, {at: pins for at, pins in held.items() if at in shown})
        for canvas in self.tabs.canvases():
            canvas.annotations.set_reference(self.of(canvas.open_page.name).reference)

    def set_older(self, page: str, why: str) -> None:
        """The results of a page are not of the latest step; "" where they are."""
        if self.of(page).older != why:
            self.of(page).older = why
            self._show_results(page)

    def add_to_traces(self, page: str, recorded: MonitorUpdate) -> None:
        """Add the records of a run to the monitors of a page."""
        changed = self.of(page).traces.add(recorded)
        for canvas in self._canvases(page):
            canvas.monitors.traces_changed(changed)

    def go_back(self, page: str, step: int) -> None:
        """The steps of a page after this one never were."""
        self.of(page).traces.back(step)
        for canvas in self._canvases(page):
            canvas.monitors.traces_changed()

    def show_kept(self) -> None:
        """Other runs are kept, or they look different."""
        for uid, run in self.runs.items():
            run.traces.kept = self.kept.shown(self._names.page(uid))
        for canvas in self.tabs.canvases():
            canvas.monitors.traces_changed()
        self.kept_changed.emit()

    def forget_state(self) -> None:
        """The state of all sessions was reset: nothing of it is shown any more."""
        for uid, run in [*self.runs.items()]:
            run.results, run.older, run.since, run.step, run.failed = FollowedValues(), "", None, 0, []
            run.traces.clear()
            self.drop_kept(self._names.page(uid))
        self.show_problems()
        for canvas in self.tabs.canvases():
            canvas.annotations.set_results(None)
            canvas.annotations.set_older("")
            canvas.annotations.set_stale(())
            canvas.monitors.traces_changed()
        self.results_changed.emit(None)

    # --- problems -------------------------------------------------------------------------------------------------

    def of_page(self, page: str) -> list[Problem]:
        """Return the problems of a page and of its last run."""
        return [*self.of(page).problems, *self.of(page).failed]

    def _all(self) -> list[Problem]:
        runs = self.runs.values()
        found = [*(p for run in runs for p in run.problems), *(p for run in runs for p in run.failed)]
        return self.conflicts + [p for p in found if p.code != "conflict"]  # which a run says of its page, too

    def _told(self) -> list[Problem]:
        """What is shown: of blocks that were just added not that they are not filled in yet."""
        pages = {at.page for at in self._new}
        return [
            p
            for p in self._all()
            if not (p.code in UNFINISHED and p.page in pages and (not p.block or Address(p.page, p.block) in self._new))
        ]

    def leave_new(self) -> None:
        """Whoever added the last blocks has turned to something else: what they lack is said."""
        if self._new:
            hidden = len(self._all()) - len(self._told())
            self._new = FollowedValues()
            if hidden:
                self.show_problems()

    def _turned(self) -> None:
        """Where what was added is selected no more, or never was, it is left."""
        page, chosen = self.tabs.page_name(), self.tabs.canvas().selection()
        if any(at.page != page or at.block not in chosen for at in self._new):
            self.leave_new()

    def of_file(self, code: str, problems: list[Problem]) -> None:
        """Of the problems that the file had, those of a code are these now."""
        of_file = self.of("")
        of_file.problems = [p for p in of_file.problems if p.code != code] + problems
        self.show_problems()

    def checked(self, page: str, problems: list[Problem]) -> None:
        """The problems of a page as it is now; what failed in the last run stays."""
        self._turned()
        now = [p for p in problems if p not in self.of("").problems]
        if now != self.of(page).problems:
            self.of(page).problems = now
            self.show_problems()

    def compiled(self, page: str, problems: list[Problem]) -> None:
        """What compiling a page found: it has said all about it, and about the file."""
        self.of("").problems = []
        self.of(page).problems = [p for p in problems if p.code not in _MET]
        self.run_met(page, [p for p in problems if p.code in _MET])

    def run_met(self, page: str, problems: list[Problem]) -> None:
        """What a run met, besides what was known; it is gone when the next run begins."""
        self.of(page).failed += problems
        self.show_problems()

    def drop_kept(self, page: str, blocks: Collection[str] | None = None) -> None:
        """Variables, all or these, have been initialised, or are going to be."""
        run = self.of(page)
        before = run.problems
        run.problems = [
            p
            for p in before
            if p.code != KEPT_VALUE or blocks is not None and str(p.address.told_on(page)) not in blocks
        ]
        if len(run.problems) < len(before):
            self.show_problems()

    def show_problems(self) -> None:
        """On the canvases, and in the list that follows `problems_changed`."""
        pages = self.workspace.document.pages
        found = [p for p in self._told() if not p.page or p.page in pages]
        self.problems_changed.emit(found)
        for canvas in self.tabs.canvases():
            canvas.annotations.set_problems(found)

    # --- canvases -------------------------------------------------------------------------------------------------

    def dress(self, canvas) -> None:
        """Give a new canvas what is known of its page."""
        run = self.of(canvas.open_page.name)
        canvas.selection.changed.connect(self._turned)
        self._show_on(canvas)
        canvas.monitors.set_traces(run.traces)
        canvas.annotations.set_reference(run.reference)

    def _canvases(self, page: str) -> list:
        return [canvas for canvas in self.tabs.canvases() if canvas.open_page.top == page]
