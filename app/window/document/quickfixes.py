"""Quick fixes of problems, from the list and in a box at the block. Each fix is one undo entry."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QMenu

from blockloom.app import qt
from blockloom.app.canvas.page.marks import typed
from blockloom.app.canvas.scene.translation import tr, translated
from blockloom.app.window.dialogs.fixbox import FixBox, FixOffer, InitialiseFix
from blockloom.app.window.docks.problems import ProblemList
from blockloom.app.window.document.tabs import PageTabs
from blockloom.app.window.document.workspace import Workspace
from blockloom.app.window.run.controller import RunController
from blockloom.app.window.run.livetypes import LiveTypes
from blockloom.app.window.widgets.style import Theming
from blockloom.blocks import operations
from blockloom.blocks.problems import ERROR, KEPT_VALUE, Problem
from blockloom.blocks.text.phrases import phrase

if TYPE_CHECKING:
    from blockloom.app.canvas import Canvas
    from blockloom.blocks.quickfixes import AfterFix, QuickFix
    from blockloom.runtime.protocol.replies import TriedFixReply

_MOST = 5  # most offered fixes of a problem
_AGAIN, _SOON = 5, 200  # most repeated trials of fixes after an edit, and milliseconds before each


class QuickFixes(QObject):
    """Finds fixes for problems, has the worker try them, and offers them."""

    def __init__(
        self,
        workspace: Workspace,
        tabs: PageTabs,
        problem_list: ProblemList,
        live_types: LiveTypes,
        theming: Theming,
        runs: RunController,
    ):
        super().__init__(tabs)
        self.workspace, self.tabs, self.list = workspace, tabs, problem_list
        self.live_types, self.theming, self._runs = live_types, theming, runs
        self.box: FixBox | None = None
        self._rows: list[tuple[Problem, list[FixOffer]]] = []
        self.untried: list[int] = []

    def label(self, problem: Problem) -> str:
        """Return the name of a problem's fix, "" for none."""
        found = self._found(problem)
        if len(found) == 1 and found[0].sure:
            return translated(found[0].label)
        return "" if not found else self.tr("choose at the block…") if problem.block else self.tr("choose…")

    def fix(self, problem: Problem) -> None:
        """Fix a problem, or offer its fixes at its block if there are several or if they must be tried."""
        found = self._found(problem)
        if not found:
            self.workspace.refuse(
                self.tr("Blockloom has no fix for this: {}").format(translated(problem.remedy or problem.message))
            )
        elif len(found) == 1 and found[0].sure:
            self._do(problem, found[0])
            self.tabs.goto_problem(problem)
        elif not self._is_there(problem):
            self._choose_of_page(problem, found)
        else:
            self.tabs.goto_problem(problem)
            self.open(self.tabs.canvas(), problem.block, problem.pin)

    def _is_there(self, problem: Problem) -> bool:
        """Return whether the problem has a block, frame or note at which a box can open."""
        at = self._at_home(problem)
        page = self.workspace.document.pages.get(at.page)
        return page is not None and page.item(at.block) is not None

    def _choose_of_page(self, problem: Problem, found: Sequence[QuickFix | InitialiseFix]) -> None:
        """Offer the fixes of a problem without a block, in a menu at the pointer."""
        menu = QMenu(self.list)
        for fix in found:
            menu.addAction(translated(fix.label)).triggered.connect(partial(self._do, problem, fix))
        qt.popup(menu, QCursor.pos())

    def offered(self, problem: Problem) -> list[QuickFix]:
        """Return the fixes that need no trial."""
        return [fix for fix in self._found(problem) if not isinstance(fix, InitialiseFix) and fix.sure]

    def choices(self, problem: Problem) -> list[tuple[str, Callable[[], object]]]:
        """Return names and actions of the fixes if there are several and none needs a trial."""
        offered = self.offered(problem)
        if len(offered) < 2 or len(offered) < len(self._found(problem)):
            return []
        return [(translated(fix.label), partial(self.do, problem, fix)) for fix in offered]

    def do(self, problem: Problem, fix: QuickFix) -> None:
        """Apply a fix."""
        self._do(problem, fix)

    def _found(self, problem: Problem) -> list[QuickFix] | list[InitialiseFix]:
        if problem.code == KEPT_VALUE:
            return [
                InitialiseFix(phrase("Initialise {} now", problem.block), str(problem.address.owner_on(problem.page)))
            ]
        from blockloom.blocks.quickfixes import fixes

        workspace, problem = self.workspace, self._at_home(problem)
        page = problem.page
        known = workspace.inferences.inference_of(page).current() if page in workspace.document.pages else None
        return fixes(workspace.document, workspace.catalogue, problem, self.live_types.types.get(page, {}), known)

    def _at_home(self, problem: Problem) -> Problem:
        """Return the problem with the page of the block as its address, if the problem is inside an instance."""
        at = problem.address
        return problem.with_address(page=self.workspace.catalogue.page_at(at.page, at.path), path=())

    def _do(self, problem: Problem, fix: QuickFix | InitialiseFix) -> None:
        if isinstance(fix, InitialiseFix):
            self.tabs.goto_problem(problem)
            self._runs.initialise([fix.block])
        elif self._put(problem, fix):
            self.list.rows.set_problems([p for p in self.list.rows.problems if p != problem])
            self.workspace.say(translated(fix.label))
            if fix.follow_up is not None:
                QTimer.singleShot(0, self, partial(self._go_on, self._at_home(problem).page, fix.follow_up))

    def _go_on(self, page: str, then: AfterFix) -> None:
        """Open the value editor, or the file dialog, that completes a fix."""
        self.tabs.goto(page, then.block)
        canvas = self.tabs.canvas()
        if then.file:
            canvas.requests.file_wanted.emit(then.block, then.pin, False)
        else:
            canvas.inline.value(then.block, then.pin)

    def _put(self, problem: Problem, fix: QuickFix) -> bool:
        """Apply a fix. New blocks are placed in free space and shown."""
        canvas = self.tabs.canvas_of(self._at_home(problem).page) if problem.block else None
        there = set(canvas.page.blocks) if canvas is not None else set()
        edit = operations.move_to_free_places(fix.edit, canvas.editing.measures()) if canvas is not None else fix.edit
        done = self.workspace.do(edit, translated(fix.label))
        if done and canvas is not None:
            canvas.navigation.show(*canvas.page.blocks.keys() - there)
        return done

    def open_selected(self) -> None:
        """Offer fixes for the selected block, or else for the first block with a problem.

        A selected input without a value has one, even where no check reports it: a run of the page would fail.
        If the selected block has no problem but a non-finite output, its origin is searched instead; if no block has
        a problem, the same is done for the first non-finite output. Otherwise a problem of the page itself is fixed.
        """
        canvas, page = self.tabs.canvas(), self.tabs.page()
        chosen = canvas.selection()
        names = [
            n
            for n in (*page.blocks, *page.frames, *page.notes)
            if n in canvas.marks.problems or n in chosen and _problems(canvas, n)
        ]
        asked = [*(chosen - set(names)), *(() if names else page.blocks)]
        for block in filter(canvas.scene.slot.__contains__, asked):
            if pin := canvas.marks.not_finite(block):
                canvas.requests.why_wanted.emit(block, pin)
                return
        if not names:
            wholes = (p for p in self.list.rows.problems if p.page in ("", page.name) and not self._is_there(p))
            if whole := next(wholes, None):
                self.fix(whole)
            else:
                self.workspace.refuse(self.tr("No block of this page has a problem."))
            return
        names.sort(key=lambda b: (b not in chosen, canvas.marks.severity(b) != ERROR))
        self.open(canvas, names[0])

    def open(self, canvas: Canvas, block: str, pin: str = "") -> None:
        """Offer the fixes for a block, frame or note, or only for the pin if it has problems."""
        of_block = _problems(canvas, block)
        problems = [p for p in of_block if p.pin == pin and pin] or of_block
        if not problems or canvas.page.item(block) is None:
            self.workspace.refuse(self.tr("{} has no problem.").format(block))
            return
        self.close()
        canvas.navigation.select(block)
        self.box = FixBox(canvas, self.theming.colours, block)
        self.box.dismissed.connect(canvas.setFocus)
        self.box.chosen.connect(self._choose)
        self.box.closed.connect(self.close)
        canvas.view.zoomed.connect(self.box.close)  # the box can follow scrolling, but not zooming
        self._rows = [(p, [FixOffer(m) for m in self._found(p)]) for p in problems]
        # Rows with fixes that the worker has not tried yet.
        self.untried = [i for i, problem in enumerate(problems) if problem.code != KEPT_VALUE]
        self._show()
        self.box.open(canvas.navigation.place_of(block))
        self._show()  # again, now that the box has the focus
        self._try_next()

    def close(self) -> None:
        """Close the box."""
        if self.box is not None:
            box, self.box = self.box, None
            box.close()
            box.deleteLater()

    def _choose(self, fix: QuickFix | InitialiseFix) -> None:
        problem = next(p for p, offers in self._rows if any(o.fix is fix for o in offers))
        self.close()
        self.tabs.canvas().setFocus()
        self._do(problem, fix)

    def _show(self) -> None:
        rows = [
            (problem, [o for o in offers if o.fix.sure or i not in self.untried][:_MOST])
            for i, (problem, offers) in enumerate(self._rows)
        ]
        if not self.untried:
            rows.sort(key=lambda row: not row[1])
        if self.box is not None:
            self.box.show_rows(rows, bool(self.untried))

    def _try_next(self, again: int = _AGAIN) -> None:
        """Have the worker try the fixes of the next problem of the box, then those of the others."""
        box = self.box
        if box is None or not self.untried:
            return
        problem, offers = self._rows[self.untried[0]]

        def tried(results: Sequence[TriedFixReply | None]) -> None:
            if self.box is not box:
                return
            if not results and offers and again and self.live_types.worker.ready:
                # An edit interrupted the trial, so try again.
                QTimer.singleShot(_SOON, box, lambda: self._try_next(again - 1))
                return
            number = self.untried.pop(0)
            fixes = [o.fix for o in offers]
            self._rows[number] = problem, rank_fixes(fixes, results or [None] * len(fixes))
            self._show()
            self._try_next()

        if not offers:
            tried(())
        else:
            edits = [offer.fix.edit for offer in offers if not isinstance(offer.fix, InitialiseFix)]
            self.live_types.try_fixes(problem, edits, tried)


def _problems(canvas: Canvas, block: str) -> list[Problem]:
    """Return the problems of a block, or that it is an input without a value."""
    from blockloom.blocks.quickfixes import not_fed

    found = canvas.marks.problems.get(block, [])
    problem = not_fed(canvas.page, block) if not found and not canvas.open_page.trail else None
    return found if problem is None else [problem]


def rank_fixes(fixes: Sequence[QuickFix | InitialiseFix], results: Sequence[TriedFixReply | None]) -> list[FixOffer]:
    """Return the fixes to offer: all sure ones, and the tried ones that leave the fewest problems.

    Fixes that leave no problem come first. Each tried fix has a text with the first remaining problem, or with types.

    Args:
        fixes: The fixes of a problem.
        results: The result of trying each fix, as from `DocumentTypes.tries`, None if not tried.
    """
    good = [(m, r) for m, r in zip(fixes, results, strict=True) if m.sure or r is not None and r.is_valid]
    least = min((len(result.remaining_problems) for _, result in good if result is not None), default=0)
    good = [(m, r) for m, r in good if m.sure or r is not None and len(r.remaining_problems) == least]
    good.sort(key=lambda pair: pair[1] is not None and len(pair[1].remaining_problems) > least)
    return [
        # A trial cannot evaluate a fix that continues with a question to the user.
        FixOffer(fix)
        if result is None or not isinstance(fix, InitialiseFix) and fix.follow_up is not None
        else FixOffer(fix, _after(result), bool(result.remaining_problems))
        for fix, result in good
    ]


def _after(result: TriedFixReply) -> str:
    """Return the next problem after a fix, or the types of the block's outputs, as a text."""
    if result.remaining_problems:
        left = result.remaining_problems[0]
        return tr("then, at {0}: {1}").format(left.place_text.partition("/")[2] or left.page, translated(left.message))
    known = [(pin, about) for pin, about in result.types.items() if about and about[0] is not None]
    return ", ".join(f"{pin}: {typed(about)}" for pin, about in known[:2])
