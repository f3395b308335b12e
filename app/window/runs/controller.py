"""Running pages: what the Run commands do, and what follows from what the worker says."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Sequence

from PySide6.QtCore import QObject, QTimer, Signal

from blockloom.app.canvas.scene.words import translated
from blockloom.app.window.dialogs.waiting import WaitCancelled, wait_for
from blockloom.app.window.document.tabs import PageTabs
from blockloom.app.window.document.workspace import Workspace
from blockloom.app.window.runs.autorun import AutoRun
from blockloom.app.window.runs.calls import CallsLooked
from blockloom.app.window.runs.failedstep import FailedSteps
from blockloom.app.window.runs.looked import LookedAt
from blockloom.app.window.runs.page_results import PageResults
from blockloom.app.window.runs.pausing import PausedRun
from blockloom.app.window.runs.pinnedoutputs import PinnedOutputs
from blockloom.app.window.runs.session import IDLE, OFF, OPENING, RUNNING, STOPPING, WorkerSession
from blockloom.app.window.runs.targets import Targets
from blockloom.app.window.runs.timing import Times
from blockloom.app.window.runs.wiregradients import WireGradients
from blockloom.blocks import operations
from blockloom.blocks.catalogue.block_types import SESSIONS
from blockloom.blocks.cluster import ClusterError
from blockloom.blocks.document.addresses import Address, parse, spelled
from blockloom.blocks.edits import Edit
from blockloom.blocks.files import documents
from blockloom.blocks.lower.muting import active
from blockloom.blocks.problems import ERROR, KEPT_VALUE, Problem
from blockloom.blocks.results import epochs
from blockloom.blocks.results.monitors import Watch, watches
from blockloom.blocks.results.run_modes import RunMode
from blockloom.runtime.protocol import requests
from blockloom.runtime.protocol.replies import Ended, HistoryOpened, Opened, Restored, Trained
from blockloom.runtime.protocol.requests import Target
from blockloom.runtime.protocol.steps import ShownStep, WaitingBlock

RUNS = 250  # milliseconds from which on a run is shown on its sessions
_LOGGED = 20  # problems of one run that are also in the messages


class RunController(QObject):
    """Runs the page in front, and tells how that goes. `pages` has what runs found on each page. `plotted` gives what
    viewers record of a page, `opened` the blocks with open results, and `typing` whether a value is being typed."""

    problems_wanted = Signal()  # they are to be seen
    state_told = Signal(str, str)  # what the run does, and one of the window's colours or ""

    def __init__(
        self,
        workspace: Workspace,
        tabs: PageTabs,
        worker: WorkerSession,
        targets: Targets,
        plotted: Callable[[str], list[Watch]],
        opened: Callable[[str], set[Address]],
        typing: Callable[[], bool],
    ):
        super().__init__(tabs)
        self.workspace, self.tabs, self.worker, self.targets = workspace, tabs, worker, targets
        self._plotted = plotted
        self.waiting: dict[str, str] = {}  # block -> what it waits for, on the page that runs
        self._outcome = ""  # how the last run ended, for the status bar
        self._bad = False  # whether that is an error
        self._refused = False  # whether it could not begin
        self._silent = ""  # why nothing is heard from the worker
        self._page = ""  # the page that runs, under the name that it has now
        self._held = ""  # the page whose tensors the worker has
        self._text: str | None = None  # the document's text since the last edit
        self._until = ""  # the condition of the run under way
        self._epochs = False  # whether that is one of epochs
        self.loss: Address | None = None  # the output that tells how the steps of the page go that was opened
        self.watches_loss = False
        self.looked_step = 0  # the step of before that is shown, 0: none
        self._older = ""  # why the results of the latest step are older, while another is looked at
        self._last = 0  # the latest step then
        self._initialised: list[str] = []  # the variables that get their initial values in place of a run
        self._back: int | None = None  # the step to which the page goes back in place of a run
        self._fails = False  # and where the next one failed there
        self.pages = PageResults(workspace, tabs)
        self._running = QTimer(self, singleShot=True, interval=RUNS, timeout=self._show_running)
        self.looked = LookedAt(workspace, tabs, worker, lambda: self._page, opened)
        self.times = Times(workspace, tabs)
        self.gradients = WireGradients(workspace, tabs)
        self.pinned = PinnedOutputs(workspace, tabs, worker, self.pages, lambda: self._held)
        self.calls = CallsLooked(
            workspace, tabs, worker, self.pages, lambda page, call: self.paused.to_call(page, call)
        )
        self.paused = PausedRun(workspace, tabs, worker, self.pages, self._goes_on, self._tell, self.calls.heard)
        self.auto = AutoRun(workspace, tabs, worker, self.pages.of_page, typing)
        self.auto.step_wanted.connect(lambda: self.run(1))
        self.failed = FailedSteps(
            tabs, worker, self.pages, self._show_failed, workspace.refuse, self.go_back, self.show_looked
        )
        tabs.looked.connect(self._show_within)
        tabs.current_changed.connect(self.show_state)
        workspace.replaced.connect(self._another_document)
        worker.state_changed.connect(lambda _: self.show_state())
        worker.opened.connect(self._opened)
        worker.progressed.connect(self._progressed)
        worker.far.connect(self.show_state)
        worker.waiting.connect(self._waits)
        worker.silent.connect(self._is_silent)
        worker.ended.connect(self._ended)
        worker.was_reset.connect(self._was_reset)
        worker.died.connect(self._died)
        worker.failed.connect(self._failed)

    # --- commands -------------------------------------------------------------------------------------------------

    def step(self) -> None:
        """Run one step; where a run is paused, look behind the next block of it."""
        if self.paused.at is not None:
            self.paused.move(1)
        else:
            self.run(1)

    def run_on(self) -> None:
        """Run until stopped; where a run is paused, as it was to run."""
        if self.paused.at is not None:
            self._goes_on(False)
        else:
            self.run(0)

    def _goes_on(self, tried: bool) -> None:
        if self.worker.state == IDLE:
            self.paused.go_on()
            self._outcome, self._bad = "", False
            self.worker.go_on(self.paused.rows(self._page), tried)

    def _tell(self, outcome: str) -> None:
        self._outcome, self._bad = outcome, False
        self.show_state()

    def run(self, steps: int) -> None:
        """Run the page in front so many steps, 0: until stopped."""
        self.start(RunMode(steps))

    def start(self, mode: RunMode) -> None:
        """Run the page in front, or the one that has it as the instance that is looked at."""
        if mode.text:
            self.pages.conditions[self.tabs.top()] = mode.text, mode.steps
        if mode.epochs > 1:
            self.pages.epochs[self.tabs.top()] = mode.epochs
        mode = mode._replace(timed=mode.timed or self.times.on)

        def begin(target: Target | None) -> bool:
            self._epochs = mode.epochs > 0
            breaks = self.paused.rows(self._page) if target is None else ()
            return self.worker.run(self._text or "", self._page, mode, target, breaks)

        self._start(begin, mode.text)

    def initialise(self, blocks: list[str]) -> None:
        """Give variables of the page in front the initial values that they have now, and leave all else as it is."""
        self._start(
            lambda target: self.worker.initialise(self._text or "", self._page, blocks, target), initialised=blocks
        )

    def restore(self, path: str, done: Callable[[Restored], None]) -> None:
        """Give the variables of the page in front the values in a file; `done` gets the worker's reply."""

        def restored(reply: Restored) -> None:
            if not reply.refused:
                self.pages.drop_kept(self._page)
                self._show_results(reply.shown)
            done(reply)

        self._start(lambda target: self.worker.restore(self._text or "", self._page, path, restored, target))

    def show_looked(self, shown: ShownStep, last: int) -> None:
        """Show a step of before in the place of the latest, number `last`; or that again."""
        page = self._held
        if page not in self.workspace.document.pages:
            return
        self.failed.leave()
        self.paused.look_away(shown.taken == "again")
        if shown.taken == "paused":
            self.looked_step = 0
            self.show_state()
            return
        if not self.looked_step:
            self._older = self.pages.older.get(page, "")
        self.looked_step, self._last = shown.step if shown.taken and shown.step < last else 0, last
        told = self._older
        if self.looked_step:
            told = self.tr("of step {0}, looked back at").format(shown.step)
        elif shown.taken:  # the last whole step before one that failed
            told = self.tr("of step {0}: step {1} did not come to its end").format(last, last + 1)
        self.pages.set_older(page, told)
        if shown.monitors is not None:
            self.pages.add_to_traces(page, shown.monitors)
        self.pages.arrived(page, {parse(at): pins for at, pins in shown.results.items()}, shown.step, True)
        self.show_state()

    def _show_failed(self, shown: ShownStep) -> None:
        """Show what a step came to that failed, in the place of what is shown."""
        self.leave_looked()
        self._show_results(shown)

    def leave_looked(self) -> None:
        """A run begins: what it gives is shown."""
        if self.looked_step:
            self.looked_step = 0
            self.pages.set_older(self._held, "")

    def keep_trained(self) -> None:
        """Let the variables of the page that was run begin with what they hold now."""
        page, document = self._page, self.workspace.document

        def kept(reply: Trained | None) -> None:
            if document is not self.workspace.document:
                return
            if reply is None or reply.refused:
                self.workspace.refuse(
                    reply.refused if reply else self.tr("No variable has a value: run the page first.")
                )
                return
            change = operations.keep_trained(
                document, self.workspace.catalogue, page, reply.sha256, self.worker.names.by_block(reply.values)
            )
            if change is not None and self.workspace.do(change.edit, translated(change.label)):
                self.workspace.say(self.tr("What the variables hold is what they begin with from now on."))
                if change.told:
                    self.workspace.tell(translated(change.told), seen=True)
            elif change is None:
                self.workspace.refuse(self.tr("The variables hold what they begin with."))

        self.worker.ask(requests.KeepTrained(), kept)

    def _start(self, begin: Callable[[Target | None], bool], until: str = "", initialised: Sequence[str] = ()) -> None:
        workspace = self.workspace
        workspace.typing_ends.emit()
        if self.worker.state not in (OFF, IDLE):
            workspace.refuse(self.tr("A run is under way: stop it first."))
            return
        self.auto.settle()
        self.paused.give_up()
        if not workspace.catalogue.version:
            self.worker.fetch_catalogue()
        if self.text() is None:
            return
        try:
            target = self.targets.request()
        except ClusterError as error:
            self._failed(self.tr("{}. Mend the cluster file or choose another target").format(translated(error)))
            return
        self._outcome, self._bad, self._refused, self._page = "", False, False, self.tabs.top()
        self._waits([])
        self.failed.clear()
        self.watch(self._page)
        self.pages.began(self._page)
        self.looked.begin()
        self.calls.begin(self._page)
        self.worker.breaks_in = self.paused.functions(self._page)
        self._until, self._epochs, self._initialised = until, False, list(initialised)
        self.worker.folder, self.worker.pinned = workspace.document.folder, self.pinned.of(self._page)
        self.worker.gradients = self.gradients.asked()
        if not begin(target):
            self.show_state()

    def text(self) -> str | None:
        """The document as text, for the worker; None where the user did not wait for it."""
        if self._text is None:
            document = self.workspace.document
            with contextlib.suppress(WaitCancelled):
                self._text = wait_for(
                    lambda: documents.dumps(document), self.tr("Preparing the run ..."), self.tabs.window()
                )
        return self._text

    def open_history(self, path: str) -> None:
        """Let the page in front be where the run of a history ended, with the steps that led there."""

        def opened(reply: HistoryOpened) -> None:
            if reply.refused:
                self._failed(translated(reply.refused))
                return
            if reply.edited:
                told = self.tr("{0} was edited since {1} was written: blocks show what it gives as it is now")
                self.workspace.tell(told.format(self._page, path), "warning", seen=True)
            self.go_back(reply.step, reply.half)

        self._start(lambda target: self.worker.open_history(self._text or "", self._page, path, opened, target))

    def go_back(self, step: int, fails: bool = False) -> None:
        """Let the page that was run be where it was after a step. `fails`: the next one failed in the run of a file."""
        if self.worker.state != IDLE:
            self.workspace.refuse(self.tr("A run is under way: stop it first."))
            return
        self.paused.give_up()
        self.failed.clear()
        self._outcome, self._bad, self._until, self._epochs, self._initialised = "", False, "", False, []
        self._back, self._fails = step, fails
        if not self.worker.go_back(step):
            self._back = None

    def stop(self) -> None:
        """Stop the run, or give up the step at which it is paused."""
        if self.paused.at is not None and self.worker.state == IDLE:
            self.paused.give_up()
        else:
            self.worker.stop()

    def reset(self) -> None:
        """Forget all state: variables start from their initial values at the next run."""
        self.worker.reset()

    @property
    def result_page(self) -> str:
        """The page whose tensors the worker holds; "" where there is none."""
        return self._held

    # --- the document changes -------------------------------------------------------------------------------------

    def _another_document(self) -> None:
        """A run of the old one ends."""
        self.paused.end()
        self.worker.new_document()
        self._text = None
        self._page = self._outcome = self._held = ""
        self.looked_step, self.loss = 0, None
        self._bad = False
        self.times.pages = {}
        self.pinned.another_document()
        self._waits([])
        self.failed.forget()
        self.pages.another_document()
        self.calls.forget()
        self.show_state()

    def follow(self, edit: Edit) -> None:
        """What is known of pages and blocks follows them."""
        self._text = None
        self.times.follow(edit)
        self.pinned.follow(edit)
        self.paused.follow(edit)
        self.auto.follow(edit)
        self.pages.follow(edit)
        for touched in edit.touched():
            if touched.renamed and self.loss is not None and touched.page == self._page:
                old, new = touched.renamed
                self.loss = self.loss.moved(new) if self.loss.top == old else self.loss
            if touched.renamed and touched.page == (self._held if self.worker.state in (OFF, IDLE) else self._page):
                self.worker.names.rename(*touched.renamed)
            if touched.page_was:
                self._page = touched.page if self._page == touched.page_was else self._page
                self._held = touched.page if self._held == touched.page_was else self._held
                self.failed.follow_page(touched.page_was, touched.page)
        if self.worker.state in (OPENING, RUNNING):
            self.watch(self._page)

    def watch(self, page: str) -> None:
        """What monitors and plots over steps show of the page that runs has changed."""
        pages = self.workspace.document.pages
        if page == self._page and page in pages:
            shown = watches(active(pages[page], self.workspace.catalogue))
            loss = [Watch(self.loss)] if self.watches_loss and self.loss is not None else []
            self.worker.watch(list(dict.fromkeys([*shown, *self._plotted(page), *loss])), self._held == page)

    def dress(self, canvas) -> None:
        """Give a new canvas what is known of its page."""
        self.looked.follow(canvas)
        self.pages.dress(canvas)
        self.calls.dress(canvas)
        self.pinned.show_on(canvas)
        self.gradients.show_on(canvas)
        self._show_within(canvas)

    def _show_within(self, canvas) -> None:
        self.times.show_on(canvas)
        self.failed.show_on(canvas)
        self._show_waiting(canvas)

    # --- what the worker says -------------------------------------------------------------------------------------

    def found(self, page: str, problems: list[Problem]) -> None:
        """What the checks found on a page as it is now. Where the last run was of that, it has said more than this."""
        if self._text is None or page != self._page:
            self.pages.checked(page, problems)
            if self._refused and page == self._page and not any(p.severity == ERROR for p in problems):
                self._outcome, self._bad, self._refused = "", False, False  # what was in its way is mended
                self.show_state()

    def _opened(self, reply: Opened) -> None:
        problems = list(reply.problems)
        self.pages.compiled(self._page, problems)
        errors = [p for p in problems if p.severity == ERROR]
        for problem in problems[:_LOGGED]:
            if problem.code == KEPT_VALUE and str(problem.address.told_on(self._page)) in self._initialised:
                continue  # that it has its initial value is what comes next
            self.workspace.tell(str(problem), problem.severity)
        if len(problems) > _LOGGED:
            self.workspace.tell(self.tr("... and {} more: see the problems").format(len(problems) - _LOGGED))
        if errors:
            what = self.tr("{} errors").format(len(errors)) if len(errors) > 1 else translated(errors[0].message)
            self._outcome, self._bad = self.tr("{} cannot run: {}").format(self._page, what), True
            self._refused = True
            self.problems_wanted.emit()
            return
        if problems:
            self.workspace.say(
                self.tr("1 warning: see the problems")
                if len(problems) == 1
                else self.tr("{} warnings: see the problems").format(len(problems))
            )
        self._held = ""
        self.loss = parse(reply.loss) if reply.loss else None
        self.watch(self._page)
        self.pages.opened(self._page, reply.reference, reply.blocks)
        lost = [b for b in reply.reset if not (self._epochs and b in reply.anew)]
        self._tell_state([b for b in reply.kept if b not in self._initialised], lost)

    def _tell_state(self, kept, lost) -> None:
        parts = [
            text.format(_shown(blocks))
            for text, blocks in ((self.tr("kept the state of {}"), kept), (self.tr("reset {}"), lost))
            if blocks
        ]
        if parts:
            text = self.tr("{}: {}").format(self._page, "; ".join(parts))
            self.workspace.tell(text, "warning" if lost else "")
            self.workspace.say(text)

    def _progressed(self, shown: ShownStep, ended: bool = False) -> None:
        self.times.heard(self._page, shown.times, ended)
        if shown.monitors is not None and self._page in self.workspace.document.pages:
            self.pages.add_to_traces(self._page, shown.monitors)
        self._show_results(shown)
        if shown.calls or ended:
            self.calls.heard(self._page, shown.calls)

    def _show_results(self, shown: ShownStep) -> None:
        if not (shown.results or shown.partly) or self._page not in self.workspace.document.pages:
            return
        self._held = self._page
        if not self._initialised:
            self.pages.set_older(self._page, "")
        results = {parse(at): pins for at, pins in shown.results.items()}
        self.pages.arrived(self._page, results, shown.step, shown.partly)
        self.show_state()

    def _waits(self, blocks: Sequence[WaitingBlock]) -> None:
        self.waiting = {entry["block"]: translated(entry["text"]) for entry in blocks}
        for canvas in self.tabs.canvases():
            self._show_waiting(canvas)
        self.show_state()

    def _show_waiting(self, canvas) -> None:
        found = ((canvas.open_page.seen(parse(at, self._page)), text) for at, text in self.waiting.items())
        canvas.annotations.set_waiting({block: text for block, text in found if block})

    def _is_silent(self, why: str) -> None:
        if why and not self._silent:
            self.workspace.tell(why, "warning")
        self._silent = why
        self.show_state()

    def _went_back(self, reply: Ended, to: int) -> None:
        """The page is where it was after a step, but for what cannot be put back."""
        done = reply.ended == "done"
        self._outcome = (self.tr("back to before step {0}") if done else self.tr("not back to before step {0}")).format(
            to + 1
        )
        self._bad = not done
        for problem in reply.problems:
            self.workspace.tell(str(problem), problem.severity)
        self._show_results(reply.shown)
        if done:
            self.pages.go_back(self._page, to)
            self.pages.set_older(self._page, "")
        if done and reply.stays:
            self.workspace.tell(
                self.tr("{0}: back to before step {1}. What cannot be undone stays as that step left it: {2}").format(
                    self._page, to + 1, _shown(reply.stays)
                ),
                "warning",
                seen=True,
            )
        self.show_state()

    def _ended(self, reply: Ended) -> None:
        how, step = reply.ended, reply.step
        back, self._back = self._back, None
        if back is not None and not (self._fails and reply.half):
            self._went_back(reply, back)
            return
        if back is not None:
            self.pages.go_back(self._page, back)
        self._outcome = {
            "done": self.tr("done, step {}"),
            "stopped": self.tr("stopped after step {}"),
            "timeout": self.tr("timed out after step {}"),
        }.get(how, self.tr("step {}, failed")).format(step + 1 if how == "error" else step)
        if reply.validates and how in ("error", "timeout"):
            self._outcome = self.tr("the validation of epoch {0} failed or timed out").format(reply.epochs)
        if how == "end" or how == "done" and reply.epochs:
            self._outcome = self.tr("step {0}: the data of {1} came to its end").format(
                step, _shown([reply.data] if reply.data else [])
            )
        if (reply.best or reply.early) and how in ("done", "stopped"):
            told = translated(epochs.ended(reply.epochs, reply.best, reply.early, reply.back))
            self._outcome = self.tr("step {0}: {1}").format(step, told)
        self._bad = how == "error"
        if self._initialised and how != "done":
            self._outcome = self.tr("not initialised: {0}").format(_shown(self._initialised))
        if self._initialised and how == "done":
            blocks = _shown(self._initialised)
            self._outcome = (
                self.tr("step {0}: {1} has its initial value")
                if len(self._initialised) == 1
                else self.tr("{1} initialised, at step {0}")
            ).format(step, blocks)
            self.pages.drop_kept(self._page, self._initialised)
        if self._until and how == "done":
            self._outcome = (
                self.tr("done, step {0}: {1} holds") if reply.met else self.tr("done, step {0}: {1} did not hold")
            ).format(step, self._until)
        if reply.problems:
            self.pages.run_met(self._page, list(reply.problems))
            self.problems_wanted.emit()
        for problem in reply.problems:
            self.workspace.tell(str(problem), problem.severity)
        self._waits([])
        self._progressed(reply.shown, True)
        self._tell_state((), reply.reset)
        if reply.paused is not None:
            self.paused.begin(self._page, reply.paused, reply.shown)
        else:
            self.paused.end()
        shown = reply.shown.step
        if reply.half:
            self._tell_half(step, reply.changed, shown)
        elif reply.changed:  # an initialisation did not come to its end
            self._outcome = self.tr("{0}; it may have changed {1}").format(self._outcome, _shown(reply.changed))
            self.workspace.tell(self.tr("{}: {}").format(self._page, self._outcome), "warning")
        elif shown < step and reply.paused is None:  # those since fetched nothing, and the last was not known to be one
            self.pages.set_older(self._page, self.tr("of step {0}").format(shown))
        self.failed.ended(self._page, reply)
        self.show_state()

    def _tell_half(self, step: int, changed: Sequence[str], shown: int) -> None:
        """A step did not come to its end: what it may have done, and of which step the results are that blocks show."""
        half, blocks = f"{self._page}:", _shown(changed)
        if changed:
            self._outcome = self.tr("{0}; it may have changed {1}").format(self._outcome, blocks)
            half = self.tr("{0}: step {1} did not come to its end and is not counted; it may have changed {2}.").format(
                self._page, step + 1, blocks
            )
        if shown or self.pages.results.get(self._page):
            why = (
                self.tr("of step {0}: step {1} did not come to its end").format(shown, step + 1)
                if shown
                else self.tr("of an earlier run: step {0} did not come to its end").format(step + 1)
            )  # its worker died
            half = self.tr("{0} The results that blocks show are {1}.").format(half, why)
            self.pages.set_older(self._page, why)
        if changed or self.pages.older.get(self._page):
            self.workspace.tell(half, "warning")

    def _was_reset(self) -> None:
        told = self.tr("The state of all sessions was reset.")
        self._outcome, self._bad = self.tr("reset: variables start anew at the next run"), False
        if self.worker.target is not None:
            self._outcome = self.tr("reset: the state on the cluster stays until a run of the chief initialises it")
            told = self.tr(
                "The sessions on {} were closed; state on the cluster stays until a run of the chief initialises it."
            ).format(self.worker.target["address"])
        self._held, self.looked_step = "", 0
        self.failed.forget()
        self.paused.end()
        self.pages.forget_state()
        self.calls.forget()
        self.workspace.tell(told)
        self.show_state()

    def _died(self, reason: str) -> None:
        reason = reason.removeprefix("the worker process ").removeprefix("was ").rstrip(".")
        self._outcome, self._bad = self.tr("the worker died: {}").format(reason) if reason else "", bool(reason)
        self._held = ""
        self._back = None
        self.failed.clear()
        self.looked_step = 0
        self._text = None  # of the page as it is, the run has said nothing
        self.paused.end()
        self._waits([])
        if reason:
            told = self.tr("The worker died: {}. The document is intact; Run starts a new worker.").format(reason)
            self.workspace.tell(told, "error")
        self.show_state()

    def _failed(self, text: str) -> None:
        self._outcome, self._bad = text, True
        self.workspace.tell(text, "error", seen=True)
        self.show_state()

    # --- showing --------------------------------------------------------------------------------------------------

    def show_state(self) -> None:
        """Show the state of the run in the window."""
        worker, severity = self.worker, "error" if self._bad else ""
        idle = self.tr("idle") if self.workspace.catalogue.version else self.tr("reading TensorFlow's ops ...")
        compiling = self.tr("compiling {} ...").format(self._page)
        compiling = compiling if worker.ready else self.tr("starting TensorFlow ...")
        text = {
            OFF: self._outcome or self.tr("no worker"),
            IDLE: self._outcome or idle,
            OPENING: compiling,
            RUNNING: self._far(),
            STOPPING: self.tr("stopping ..."),
        }[worker.state]
        if self.looked_step and worker.state == IDLE and self._held == self.tabs.top():
            text = self.tr("step {0} of {1}, looked back at").format(self.looked_step, self._last)
            severity = "warning"
        if worker.state in (OPENING, RUNNING, STOPPING):
            severity = "warning" if self.waiting else "good"
        if self.waiting and worker.state == RUNNING:
            text = "; ".join(
                self.tr("{} waits: {}").format(spelled(at), what) for at, what in list(self.waiting.items())[:3]
            )
        if self._silent:
            text, severity = self._silent, "warning"
        self.state_told.emit(text, severity)
        if worker.state not in (RUNNING, STOPPING):
            self._running.stop()
            self._show_running()
        elif not self._running.isActive():
            self._running.start()

    def _far(self) -> str:
        """How far the run has come."""
        told = self.worker.progress
        if told is None or not told.epochs:
            return self.tr("running, step {}").format(self.worker.step)
        return translated(epochs.far(self.worker.step, told.epoch, told.epochs, told.validates, told.left))

    def _show_running(self) -> None:
        """On the sessions of the page that runs."""
        runs = self.worker.state in (RUNNING, STOPPING) and self._page
        for canvas in self.tabs.canvases():
            canvas.annotations.set_running(
                [block.id for block in canvas.page.blocks.values() if block.type in SESSIONS]
                if runs and canvas.open_page.name == self._page
                else ()
            )


def _shown(blocks: Iterable[str]) -> str:
    """Blocks, told by texts of their addresses, for people."""
    return ", ".join(map(spelled, blocks))
