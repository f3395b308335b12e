"""Runs of pages: the commands of the Run menu, and the handling of the worker's replies."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence

from msgspec import Struct
from msgspec.structs import replace
from PySide6.QtCore import QObject, Signal

from blockloom.app.canvas.scene.translation import translated
from blockloom.app.canvas.widget import Canvas
from blockloom.app.window.debug.failedstep import FailedSteps
from blockloom.app.window.debug.inspected_calls import InspectedCalls, VisibleResults
from blockloom.app.window.debug.paused_run import PausedRun
from blockloom.app.window.dialogs.waiting import WaitCancelled, wait_for
from blockloom.app.window.document.tabs import PageTabs
from blockloom.app.window.document.workspace import Workspace
from blockloom.app.window.run import runstatus
from blockloom.app.window.run.autorun import AutoRun
from blockloom.app.window.run.consent import Consent
from blockloom.app.window.run.page_results import PageResults
from blockloom.app.window.run.pinned_outputs import PinnedOutputs
from blockloom.app.window.run.runstatus import BlockTimings, RunStatus, WireGradientsView
from blockloom.app.window.run.targets import Targets
from blockloom.app.window.run.worker_session import IDLE, OFF, OPENING, RUNNING, WorkerSession
from blockloom.blocks.cluster import ClusterError
from blockloom.blocks.document.addresses import Address, parse
from blockloom.blocks.edits import Edit
from blockloom.blocks.files import documents
from blockloom.blocks.lower.muting import active
from blockloom.blocks.operations import read_fit_settings
from blockloom.blocks.problems import ERROR, KEPT_VALUE, Problem
from blockloom.blocks.results.monitors import Watch, watches
from blockloom.blocks.results.run_modes import RunMode
from blockloom.runtime.protocol.records import ShownStep
from blockloom.runtime.protocol.replies import OpenedReply, RunEndedReply
from blockloom.runtime.protocol.requests import TargetSpec

_LOGGED = 20  # most problems of a run that are also shown as messages


class Run(Struct, frozen=True):
    """State of the current run, or of the request in its place."""

    until: str = ""  # condition that ends the run
    epochs: bool = False  # whether the run has epochs
    initialised: Sequence[str] = ()  # variables to initialise, instead of a run
    rewind_to: int | None = None  # step to rewind to, instead of a run
    fails: bool = False  # whether the step after `rewind_to` failed in the run that a file contains
    refused: bool = False  # whether the run did not begin because the page has errors


NO_RUN = Run()


class RunController(QObject):
    """Runs the current page and shows its state; `pages` has the results of all pages.

    The constructor takes functions: `plotted` returns the outputs that viewers record of a page, `opened` the blocks
    that are open in viewers, and `typing` whether a value is being typed.
    """

    problems_wanted = Signal()  # emitted to show the list of problems

    def __init__(
        self,
        workspace: Workspace,
        tabs: PageTabs,
        worker: WorkerSession,
        targets: Targets,
        consent: Consent,
        plotted: Callable[[str], list[Watch]],
        opened: Callable[[str], set[Address]],
        typing: Callable[[], bool],
    ):
        super().__init__(tabs)
        self.workspace, self.tabs, self.worker, self.targets = workspace, tabs, worker, targets
        self.consent, self._plotted = consent, plotted
        worker.permits = consent.permits
        worker.names.now = lambda: workspace.history.names
        status = self.status = RunStatus(workspace, tabs, worker)
        self._run = NO_RUN
        self._text: str | None = None  # text of the document, None after an edit
        self._loss: Address | None = None  # address of the loss, with the worker's names
        self.watches_loss = False
        self._older = ""  # text about the age of the results while a past step is shown
        self.pages = PageResults(workspace, tabs)
        self.visible_results = VisibleResults(workspace, tabs, worker, lambda: status.page, opened)
        self.times = BlockTimings(workspace, tabs, self.pages)
        self.pages.times_changed.connect(self.times.show)
        self.gradients = WireGradientsView(workspace, tabs)
        self.pinned = PinnedOutputs(workspace, tabs, worker, self.pages, lambda: status.worker_page)
        self.calls = InspectedCalls(
            workspace, tabs, worker, self.pages, lambda page, call: self.paused.to_call(page, call)
        )
        self.paused = PausedRun(workspace, tabs, worker, self.pages, self._goes_on, status.tell, self.calls.show_calls)
        self.auto = AutoRun(workspace, tabs, worker, self.pages.of_page, typing)
        self.auto.step_wanted.connect(lambda: self.run(1))
        self.failed = FailedSteps(
            tabs, worker, self.pages, self._show_failed, workspace.refuse, self.go_back, self.show_looked
        )
        tabs.instance_changed.connect(self._show_within)
        workspace.replaced.connect(self._another_document)
        worker.opened.connect(self._opened)
        worker.progressed.connect(self._progressed)
        worker.ended.connect(self._ended)
        worker.was_reset.connect(self._was_reset)
        worker.died.connect(self._died)
        worker.failed.connect(self.fail)

    def step(self) -> None:
        """Run one step; while a run is paused, step over the next block."""
        if self.paused.paused_at is not None:
            self.paused.move(1)
        else:
            self.run(1)

    def run_on(self) -> None:
        """Run until stopped; while a run is paused, continue it."""
        if self.paused.paused_at is not None:
            self._goes_on(False)
        else:
            self.run(0)

    def _goes_on(self, tried: bool) -> None:
        if self.worker.state == IDLE:
            self.paused.go_on()
            self.status.set()
            self.worker.go_on(self.paused.rows(self.status.page), tried)

    def run(self, steps: int) -> None:
        """Run the current page for a number of steps, 0: until stopped."""
        self.start(RunMode(steps))

    def start(self, mode: RunMode) -> None:
        """Run the current page, or the page that contains its instance."""
        if mode.text:
            self.pages.run_of(self.tabs.top()).condition = mode.text, mode.steps
        if mode.epochs > 1:
            self.pages.run_of(self.tabs.top()).epochs = mode.epochs
        mode = mode._replace(timed=mode.timed or self.times.on)

        def run(text: str, page: str, target: TargetSpec | None) -> bool:
            return self.worker.run(text, page, mode, target, self.paused.rows(page) if target is None else ())

        self.begin(run, Run(mode.text, mode.epochs > 0))

    def initialise(self, blocks: list[str]) -> None:
        """Set variables of the current page to their present initial values, and keep all other state."""
        self.begin(
            lambda text, page, target: self.worker.initialise(text, page, blocks, target), Run(initialised=blocks)
        )

    def show_looked(self, shown: ShownStep, last: int) -> None:
        """Show a past step, or the latest step, number `last`, again."""
        page, status = self.status.worker_page, self.status
        if page not in self.workspace.document.pages:
            return
        self.failed.leave()
        self.paused.look_away(shown.kind == "again")
        if shown.kind == "paused":
            status.past_step = 0
            status.show()
            return
        if not status.past_step:
            self._older = self.pages.run_of(page).older
        status.past_step, status.last = shown.step if shown.kind and shown.step < last else 0, last
        older = self._older
        if status.past_step:
            older = self.tr("of the past step {0}").format(shown.step)
        elif shown.kind:  # the results are of the last complete step before a failed one
            older = self.tr("of step {0}: step {1} did not complete").format(last, last + 1)
        self.pages.set_older(page, older)
        if shown.monitors is not None:
            self.pages.add_to_traces(page, shown.monitors)
        self.pages.arrived(page, {parse(at): pins for at, pins in shown.results.items()}, shown.step, True)
        self.status.show()

    def _show_failed(self, shown: ShownStep) -> None:
        """Show the partial results of a failed step."""
        self.leave_looked()
        self.show_results(shown)

    def leave_looked(self) -> None:
        """End the display of a past step, so that the results of a run are shown."""
        if self.status.past_step:
            self.status.past_step = 0
            self.pages.set_older(self.status.worker_page, "")

    def _take(self, run: Run, outcome: str = "", bad: bool = False) -> None:
        """Set the state to the next run, or to the outcome of the last one."""
        self._run = run
        self.status.set(outcome, bad)
        self.status.wait([])
        self.failed.clear()

    def _end(self, outcome: str = "", bad: bool = False) -> None:
        """Set the state after the worker has closed the page."""
        self._take(NO_RUN, outcome, bad)
        self.status.worker_page, self.status.past_step = "", 0
        self.paused.end()

    def begin(self, ask: Callable[[str, str, TargetSpec | None], bool], run: Run = NO_RUN) -> None:
        """Prepare a run of the current page, or another request about it, and send it.

        Args:
            ask: Sends the request. It gets the document's text, the page and the target, and returns whether the
                request was sent.
            run: The state of the run.
        """
        workspace = self.workspace
        workspace.typing_ends.emit()
        if self.worker.state not in (OFF, IDLE):
            workspace.refuse(self.tr("A run is in progress: stop it first."))
            return
        if not self.consent.may_run(lambda: self.begin(ask, run)):
            return
        self.auto.settle()
        self.paused.give_up()
        if not workspace.catalogue.version:
            self.worker.fetch_catalogue()
        text = self.text()
        if text is None:
            return
        try:
            target = self.targets.request()
        except ClusterError as error:
            self.fail(self.tr("{}. Correct the cluster file or choose another target").format(translated(error)))
            return
        self.status.page = self.tabs.top()
        self._take(run)
        self.watch(self.status.page)
        self.pages.begin_run(self.status.page)
        self.visible_results.begin()
        self.calls.begin(self.status.page)
        self.worker.breakpoint_pages = self.paused.functions(self.status.page)
        self.worker.folder, self.worker.pinned = workspace.document.folder, self.pinned.of_page(self.status.page)
        self.worker.gradients = self.gradients.requested()
        if not ask(text, self.status.page, target):
            self.status.show()

    def text(self) -> str | None:
        """Return the document as text for the worker, None if the user cancelled."""
        if self._text is None:
            document = self.workspace.document
            with contextlib.suppress(WaitCancelled):
                self._text = wait_for(
                    lambda: documents.dumps(document), self.tr("Preparing the run…"), self.tabs.window()
                )
        return self._text

    def go_back(self, step: int, fails: bool = False) -> None:
        """Rewind the page that ran to a step.

        Args:
            fails: Whether the step after it failed in the run of a file.
        """
        if self.worker.state != IDLE:
            self.workspace.refuse(self.tr("A run is in progress: stop it first."))
            return
        self.paused.give_up()
        self._take(Run(rewind_to=step, fails=fails))
        if not self.worker.go_back(step):
            self._run = NO_RUN

    def stop(self) -> None:
        """Stop the run; while it is paused, roll back the step."""
        if self.paused.paused_at is not None and self.worker.state == IDLE:
            self.paused.give_up()
        else:
            self.worker.stop()

    def reset(self) -> None:
        """Reset the state of all sessions: the next run starts from the initial values of variables."""
        self.worker.reset()

    @property
    def loss(self) -> Address | None:
        """The loss of the page that runs, None if it has none."""
        return self._loss and self.worker.names.ours(self._loss)

    @property
    def result_page(self) -> str:
        """The page whose tensors the worker holds, "" for none."""
        return self.status.worker_page

    def _another_document(self) -> None:
        """End the run of the closed document, and forget its results."""
        self.failed.forget()
        self._end()
        self.worker.new_document()
        self._text = self._loss = None
        self.status.page = ""
        self.pinned.another_document()
        self.pages.another_document()
        self.calls.forget()
        self.status.show()

    def follow(self, edit: Edit) -> None:
        """Follow an edit: results and problems move with their pages and blocks."""
        self._text = None
        self.paused.follow(edit)
        self.auto.follow(edit)
        self.pages.follow(edit)
        self.pinned.follow(edit)
        if self.worker.state in (OPENING, RUNNING):
            self.watch(self.status.page)

    def watch(self, page: str) -> None:
        """Send the outputs that monitors and plots of the page show, if the page runs."""
        pages = self.workspace.document.pages
        if page == self.status.page and page in pages:
            shown = watches(active(pages[page], self.workspace.catalogue))
            loss = [Watch(self.loss)] if self.watches_loss and self.loss is not None else []
            self.worker.watch(
                list(dict.fromkeys([*shown, *self._plotted(page), *loss])), self.status.worker_page == page
            )

    def dress(self, canvas: Canvas) -> None:
        """Show the state of the page on a new canvas."""
        self.visible_results.follow(canvas)
        self.pages.dress(canvas)
        self.calls.dress(canvas)
        self.pinned.show_on(canvas)
        self.gradients.show_on(canvas)
        self._show_within(canvas)

    def _show_within(self, canvas: Canvas) -> None:
        self.times.show_on(canvas)
        self.failed.show_on(canvas)
        self.status.show_on(canvas)

    def show_checks(self, page: str, problems: list[Problem]) -> None:
        """Show the problems that the checks found on a page, unless the last run has reported its problems."""
        if self._text is None or page != self.status.page:
            self.pages.checked(page, problems)
            if self._run.refused and page == self.status.page and not any(p.severity == ERROR for p in problems):
                self._run = NO_RUN  # the errors that prevented the run have been fixed
                self.status.tell("")

    def _opened(self, reply: OpenedReply) -> None:
        problems = list(reply.problems)
        self.pages.compiled(self.status.page, problems)
        errors = [p for p in problems if p.severity == ERROR]
        for problem in problems[:_LOGGED]:
            if problem.code == KEPT_VALUE and str(problem.address.owner_on(self.status.page)) in self._run.initialised:
                continue  # the variable is about to be initialised, so its old value does not matter
            self.workspace.tell(str(problem), problem.severity)
        if len(problems) > _LOGGED:
            self.workspace.tell(self.tr("… and {} more: see the problems").format(len(problems) - _LOGGED))
        if errors:
            what = self.tr("{} errors").format(len(errors)) if len(errors) > 1 else translated(errors[0].message)
            self.status.set(self.tr("{} cannot run: {}").format(self.status.page, what), True)
            self._run = Run(refused=True)
            self.problems_wanted.emit()
            return
        if problems:
            self.workspace.say(
                self.tr("1 warning: see the problems")
                if len(problems) == 1
                else self.tr("{} warnings: see the problems").format(len(problems))
            )
        self.status.worker_page = ""
        self._loss = parse(reply.loss) if reply.loss else None
        self.watch(self.status.page)
        self.pages.set_opened(self.status.page, reply.reference, reply.blocks)
        lost = [b for b in reply.reset if not (self._run.epochs and b in reply.restarted)]
        self._tell_state([b for b in reply.retained if b not in self._run.initialised], lost)

    def _tell_state(self, kept: Sequence[str], lost: Sequence[str]) -> None:
        parts = [
            text.format(runstatus.listed(blocks))
            for text, blocks in ((self.tr("kept the state of {}"), kept), (self.tr("reset {}"), lost))
            if blocks
        ]
        if parts:
            text = self.tr("{}: {}").format(self.status.page, "; ".join(parts))
            self.workspace.tell(text, "warning" if lost else "")
            self.workspace.say(text)

    def _progressed(self, shown: ShownStep, ended: bool = False) -> None:
        self.times.update(self.status.page, shown.times, ended)
        if shown.monitors is not None and self.status.page in self.workspace.document.pages:
            self.pages.add_to_traces(self.status.page, shown.monitors)
        self.show_results(shown)
        if shown.calls or ended:
            self.calls.show_calls(self.status.page, shown.calls)

    def show_results(self, shown: ShownStep) -> None:
        """Show the results of a step of the page that runs."""
        if not (shown.results or shown.is_partial) or self.status.page not in self.workspace.document.pages:
            return
        self.status.worker_page = self.status.page
        if not self._run.initialised:
            self.pages.set_older(self.status.page, "")
        results = {parse(at): pins for at, pins in shown.results.items()}
        self.pages.arrived(self.status.page, results, shown.step, shown.is_partial)
        self.status.show()

    def _went_back(self, reply: RunEndedReply, to: int) -> None:
        """Show the page after it was rewound, and list state that cannot be restored."""
        done = reply.outcome == "done"
        outcome = self.tr("rolled back step {0}") if done else self.tr("step {0} was not rolled back")
        self.status.set(outcome.format(to + 1), not done, of_page=True)
        for problem in reply.problems:
            self.workspace.tell(str(problem), problem.severity)
        self.show_results(reply.shown)
        if done:
            self.pages.go_back(self.status.page, to)
            self.pages.set_older(self.status.page, "")
        if done and reply.not_rewound:
            self.workspace.tell(
                self.tr("{0}: rolled back step {1}. These blocks keep the state that the step left: {2}").format(
                    self.status.page, to + 1, runstatus.listed(reply.not_rewound)
                ),
                "warning",
                seen=True,
            )
        self.status.show()

    def _ended(self, reply: RunEndedReply) -> None:
        how, step = reply.outcome, reply.step
        run = self._run
        back, self._run = run.rewind_to, replace(run, rewind_to=None)
        if back is not None and not (run.fails and reply.partial_step):
            self._went_back(reply, back)
            return
        if back is not None:
            self.pages.go_back(self.status.page, back)
        if self.status.page in self.workspace.document.pages:
            self.status.worker_page = self.status.page  # even if no step was complete
        reply = runstatus.with_final_metrics(reply)
        outcome = runstatus.outcome_text(reply, run.until, run.initialised)
        page = self.workspace.document.pages.get(self.status.page)
        if how == "end" and not run.epochs and page is not None and read_fit_settings(page) is not None:
            outcome = self.tr("{0}; Run > Fit the Model… runs epochs with validation").format(outcome)
        self.status.set(outcome, how == "error", of_page=True)
        if reply.final_metrics:
            self.workspace.tell(self.tr("{0}: {1}").format(self.status.page, self.status.outcome))
        if run.initialised and how == "done":
            self.pages.drop_kept(self.status.page, run.initialised)
        if reply.problems:
            self.pages.run_met(self.status.page, list(reply.problems))
            self.problems_wanted.emit()
        for problem in reply.problems:
            self.workspace.tell(str(problem), problem.severity)
        self.status.wait([])
        self._progressed(reply.shown, True)
        self._tell_state((), reply.reset)
        if reply.paused is not None:
            self.paused.begin(self.status.page, reply.paused, reply.shown)
        else:
            self.paused.end()
        shown = reply.shown.step
        if reply.changed:
            outcome = self.tr("{0}; it may have changed {1}").format(
                self.status.outcome, runstatus.listed(reply.changed)
            )
            self.status.set(outcome, self.status.bad, of_page=True)
        if reply.partial_step:
            self._tell_half(step, reply.changed, shown)
        elif reply.changed:  # the initialisation did not complete
            self.workspace.tell(self.tr("{}: {}").format(self.status.page, self.status.outcome), "warning")
        elif shown < step and reply.paused is None:  # the run ended early, and its last step fetched nothing
            self.pages.set_older(self.status.page, self.tr("of step {0}").format(shown))
        self.failed.replay_failed(self.status.page, reply)
        self.status.show()

    def _tell_half(self, step: int, changed: Sequence[str], shown: int) -> None:
        """Report a step that did not complete: its side effects, and the step of the results that blocks show."""
        half = f"{self.status.page}:"
        if changed:
            half = self.tr("{0}: step {1} did not complete and is not counted; it may have changed {2}.").format(
                self.status.page, step + 1, runstatus.listed(changed)
            )
        if shown or self.pages.run_of(self.status.page).results:
            why = (
                self.tr("of step {0}: step {1} did not complete").format(shown, step + 1)
                if shown
                else self.tr("of an earlier run: step {0} did not complete").format(step + 1)
            )
            half = self.tr("{0} The results that blocks show are {1}.").format(half, why)
            self.pages.set_older(self.status.page, why)
        if changed or self.pages.run_of(self.status.page).older:
            self.workspace.tell(half, "warning")

    def _was_reset(self) -> None:
        told = self.tr("The state of all sessions was reset.")
        outcome = self.tr("reset: the next run initialises the variables")
        if self.worker.target is not None:
            outcome = self.tr("reset: the state on the cluster stays until a run of the chief initialises it")
            told = self.tr(
                "The sessions on {} were closed; state on the cluster stays until a run of the chief initialises it."
            ).format(self.worker.target["address"])
        self.failed.forget()
        self._end(outcome)
        self.pages.forget_state()
        self.calls.forget()
        self.workspace.tell(told)
        self.status.show()

    def _died(self, reason: str) -> None:
        reason = reason.removeprefix("the worker process ").removeprefix("was ").rstrip(".")
        self._end(self.tr("the worker died: {}").format(reason) if reason else "", bool(reason))
        self._text = None  # makes the next request check the page again
        if reason:
            told = self.tr("The worker died: {}. The document is intact; Run starts a new worker.").format(reason)
            self.workspace.tell(told, "error")
        self.status.show()

    def fail(self, text: str) -> None:
        """Show why a run failed or did not begin."""
        self.workspace.tell(text, "error", seen=True)
        self.status.tell(text, True)
