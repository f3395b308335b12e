"""What runs and checks found on each page: results, problems, what monitors show. Kept by page and shown there."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from PySide6.QtCore import QObject, Signal

from blockloom.app.window.document.tabs import PageTabs
from blockloom.app.window.document.workspace import Workspace
from blockloom.blocks.document.addresses import Address, parse
from blockloom.blocks.document.pages import Page
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


@dataclass
class PageRun:
    """Results and problems of one page, and how it was run last."""

    results: dict[Address, BlockResults] = field(default_factory=dict)  # by the block on the page
    step: int = 0  # of the results
    older: str = ""  # why the results are not of the latest step
    since: StaleResults | None = None  # what is stale of the results
    begun: StaleResults | None = None  # the same of a run without results so far
    reference: list[str] = field(default_factory=list)  # blocks that run by the CPU reference
    traces: Traces = field(default_factory=Traces)  # of its monitors
    # By the page of a function: the call that is shown, counted from 0, and how many there were.
    calls: dict[str, tuple[int, int]] = field(default_factory=dict)
    condition: tuple[str, int] = "", 0  # until which it ran last, and its steps at most
    epochs: int = 10  # for which it was fitted last
    problems: list[Problem] = field(default_factory=list)
    failed: list[Problem] = field(default_factory=list)  # what its last run met besides


class PageResults(QObject):
    """Keeps them while the document is edited: under the names that pages and blocks have now."""

    results_changed = Signal(object)  # the page that has other results; None: all are gone
    problems_changed = Signal(object)  # those of the document and of its pages
    kept_changed = Signal()  # which runs are kept and shown

    def __init__(self, workspace: Workspace, tabs: PageTabs):
        super().__init__(tabs)
        self.workspace, self.tabs = workspace, tabs
        self.runs: dict[str, PageRun] = {}  # by page; "" has the problems of the file
        self.kept = KeptRuns()  # runs of the document
        self._new: dict[str, set[str]] = {}  # page -> blocks that were just added and are not left yet: see _told
        self.conflicts: list[Problem] = []  # what a merge left to be chosen
        tabs.looked.connect(self._show_on)

    # --- the document changes -------------------------------------------------------------------------------------

    def another_document(self) -> None:
        """Its results are to come, its file's troubles are here."""
        self.kept, self._new = KeptRuns(), {}
        self.runs = {"": PageRun(problems=list(self.workspace.document.troubles))}
        self.conflicts = self._left()
        self.show_problems()

    def of(self, page: str) -> PageRun:
        """Return the record of a page."""
        if page not in self.runs:
            self.runs[page] = PageRun()
            self.runs[page].traces.kept = self.kept.shown(page)
        return self.runs[page]

    def follow(self, edit: Edit) -> None:
        """Results and problems follow what they belong to."""
        pages = self.workspace.document.pages
        pages_added = {touched.page for touched in edit.touched() if touched.new}
        added = {t.page: {b.id for b in t.added} for t in edit.touched() if t.added and t.page not in pages_added}
        if added:
            self.leave_new()
            self._new = added
        for touched in edit.touched():
            page = touched.page
            if touched.renamed:
                self._rename(page, *touched.renamed)
            if touched.page_was:
                self._rename_page(touched.page_was, page)
            run = self.of(page)
            for since in (run.since, run.begun):
                if since is not None and page in pages:
                    since.follow(touched, pages[page])
            self._follow_used(touched)
            if touched.tabs:  # the problems of a page go, and come back with it
                self.show_problems()
            if touched.muted and run.results:  # what is left out shows nothing
                gone = left_out(pages.get(page, Page("")), self.workspace.catalogue)
                run.results = {at: r for at, r in run.results.items() if at.top not in gone}
                self._show_results(page)
            if touched.removed:
                gone = set(touched.removed)
                if any(p.page == page and p.block in gone for p in self._all()):
                    self._drop(page, gone)
                    self.show_problems()
        if any(touched.graph for touched in edit.touched()):
            for page, run in self.runs.items():
                if run.since is not None:
                    self._show_stale(page)
        if any(
            t.conflicts or self.conflicts and (t.added or t.removed or t.renamed or t.boxes or t.tabs)
            for t in edit.touched()
        ):
            self._look_for_conflicts()

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
        """What uses the page that was changed may give something else."""
        pages = self.workspace.document.pages
        for page, run in self.runs.items():
            for since in (run.since, run.begun) if page in pages and not touched.on(page) else ():
                if since is not None:
                    since.follow_used(touched, pages[page], self.workspace.catalogue)

    def _rename(self, page: str, old: str, new: str) -> None:
        """A block has another id."""
        self._new = {name: {new if block == old else block for block in some} for name, some in self._new.items()}
        run = self.of(page)
        run.traces.rename(old, new)
        self.kept.follow(self.workspace.document)
        if run.results:
            run.results = {at.moved(new) if at.top == old else at: r for at, r in run.results.items()}
            self._show_results(page)
        text, most = run.condition
        if (named := re.match(r"[\w-]*", text)) is not None and named[0] == old:
            run.condition = new + text[len(old) :], most
        self._change(lambda p: p.with_block_renamed(page, old, new))
        self.show_problems()

    def _drop(self, page: str, gone: set[str]) -> None:
        self._change(lambda p: None if p.page == page and p.block in gone else p)

    def _rename_page(self, old: str, new: str) -> None:
        if old in self.runs:
            self.runs[new] = self.runs.pop(old)
        for run in self.runs.values():
            run.calls = {new if page == old else page: call for page, call in run.calls.items()}
        self.kept.follow(self.workspace.document)
        self._change(lambda p: p.with_address(page=new) if p.page == old else p)

    # --- results --------------------------------------------------------------------------------------------------

    def arrived(self, page: str, results: dict[Address, BlockResults], step: int, alone: bool) -> None:
        """A run gave these of a step: what was there of the same one stays, unless they are `alone` what it fetched."""
        self._is_of_run(page, results)
        run = self.of(page)
        before = run.results if not alone and step == run.step else {}
        run.step = step
        self.set_results(page, {**before, **results})

    def set_results(self, page: str, results: dict[Address, BlockResults]) -> None:
        """What the blocks of a page show of its last run."""
        self.of(page).results = results
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
        """What the recorder of a run sent for the monitors of a page."""
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
        for page, run in self.runs.items():
            run.traces.kept = self.kept.shown(page)
        for canvas in self.tabs.canvases():
            canvas.monitors.traces_changed()
        self.kept_changed.emit()

    def forget_state(self) -> None:
        """The state of all sessions was reset: nothing of it is shown any more."""
        for page, run in [*self.runs.items()]:
            run.results, run.older, run.since, run.step, run.failed = {}, "", None, 0, []
            run.traces.clear()
            self.drop_kept(page)
        self.show_problems()
        for canvas in self.tabs.canvases():
            canvas.annotations.set_results(None)
            canvas.annotations.set_older("")
            canvas.annotations.set_stale(())
            canvas.monitors.traces_changed()
        self.results_changed.emit(None)

    # --- problems -------------------------------------------------------------------------------------------------

    def of_page(self, page: str) -> list[Problem]:
        """What is wrong with a page, or was in its last run."""
        return [*self.of(page).problems, *self.of(page).failed]

    def _all(self) -> list[Problem]:
        runs = self.runs.values()
        found = [*(p for run in runs for p in run.problems), *(p for run in runs for p in run.failed)]
        return self.conflicts + [p for p in found if p.code != "conflict"]  # which a run says of its page, too

    def _told(self) -> list[Problem]:
        """What is shown: of blocks that were just added not that they are not filled in yet."""
        return [
            p
            for p in self._all()
            if not (p.code in UNFINISHED and p.page in self._new and (not p.block or p.block in self._new[p.page]))
        ]

    def leave_new(self) -> None:
        """Whoever added the last blocks has turned to something else: what they lack is said."""
        if self._new:
            hidden = len(self._all()) - len(self._told())
            self._new = {}
            if hidden:
                self.show_problems()

    def _turned(self) -> None:
        """Where what was added is selected no more, or never was, it is left."""
        page, chosen = self.tabs.page_name(), self.tabs.canvas().selection()
        if any(name != page or not new <= chosen for name, new in self._new.items()):
            self.leave_new()

    def _change(self, change: Callable[[Problem], Problem | None]) -> None:
        """Each problem is what `change` makes of it, None: there is none any more."""
        for run in self.runs.values():
            run.problems, run.failed = (
                [p for p in map(change, found) if p is not None] for found in (run.problems, run.failed)
            )

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
