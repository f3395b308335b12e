"""The step that failed or was stopped: its partial results, the last complete step, and rolling it back."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct
from PySide6.QtCore import QEvent, QObject, QSize, Signal
from PySide6.QtWidgets import QFrame, QToolButton

from blockloom.app import qt
from blockloom.app.canvas.page.marks import short
from blockloom.app.canvas.widget import Canvas
from blockloom.app.plain import Label
from blockloom.app.window.document.tabs import PageTabs
from blockloom.app.window.document.workspace import PageName
from blockloom.app.window.run.page_results import BlockResults, PageResults
from blockloom.app.window.run.worker_session import IDLE, WorkerSession
from blockloom.app.window.widgets.icons import icon
from blockloom.app.window.widgets.style import Colours
from blockloom.blocks.document.addresses import Address, parse, spelled
from blockloom.blocks.editing.identities import NO_NAMES, DocumentNames, FollowedValues
from blockloom.runtime.protocol import requests
from blockloom.runtime.protocol.records import FailedOpMessage, ShownStep, Summary
from blockloom.runtime.protocol.replies import HistoryReply, RunEndedReply, ShowPastStepReply

_LONGEST = 36  # most characters of an input in the bar
_MOST = 4  # most inputs in the bar


class _LastCompleteStep(Struct, frozen=True):
    """The results of the last complete step, which the blocks showed before."""

    step: int
    results: FollowedValues[Address, BlockResults]
    names: DocumentNames  # names under which the results are stored
    older: str


_NOTHING = _LastCompleteStep(0, FollowedValues(), NO_NAMES, "")


class FailedSteps(QObject):
    """Has the worker replay the step that failed, and shows its results.

    The constructor takes functions: `show` for the results of the failed step, `refuse` for messages, `back` to rewind
    to a step, and `show_whole` for the results of the last complete step.
    """

    came = Signal()  # emitted when the failed step is shown
    hidden = Signal()  # emitted when the failed step is no longer shown
    page = PageName()  # the page whose step failed, "" for none

    def __init__(
        self,
        tabs: PageTabs,
        worker: WorkerSession,
        pages: PageResults,
        show: Callable[[ShownStep], None],
        refuse: Callable[[str], None],
        back: Callable[[int], None],
        show_whole: Callable[[ShownStep, int], None],
    ):
        super().__init__(tabs)
        self.tabs, self.worker, self.pages, self.workspace = tabs, worker, pages, pages.workspace
        self._show, self._refuse, self._back, self._show_latest = show, refuse, back, show_whole
        self._ticket = 0  # number of the latest run: replies to earlier requests are ignored
        self.failed: ShownStep | None = None  # the failed step, once the worker has replayed it
        self._failed_names = NO_NAMES  # names of the blocks in `failed`
        self.whole = _NOTHING
        self.step = 0  # number of the failed step
        self.last = 0  # last complete step that can be shown, 0 if none
        self._was_stopped = False  # whether the step did not fail
        self.shows = False  # whether the failed step is shown, not the last complete one
        self.bar = FailedBar(tabs, self)
        tabs.currentChanged.connect(lambda _: self._tell())
        tabs.instance_changed.connect(lambda _: self.bar.place())
        self.workspace.edited.connect(lambda: self.failed is not None and self.bar.show_step())

    @property
    def has_failed_block(self) -> bool:
        """True if a block failed in the step; False if the step was stopped, also while a block waited."""
        return bool(self.failed_path()) and not self._was_stopped

    def failed_path(self) -> list[Address]:
        """Return the calls that lead to the block that failed, and it; [] if there is none or one is gone."""
        found, names = self.failed.failed if self.failed is not None else None, self.workspace.history.names
        if found is None or not found.block:
            return []
        path = [names.follow(parse(at), self._failed_names, names.uid(self.page)) for at in (*found.calls, found.block)]
        return [at for at in path if at is not None] if all(path) else []

    def replay_failed(self, page: str, ended: RunEndedReply) -> None:
        """Have the last step of a run replayed if it did not complete."""
        if not ended.partial_step or ended.validation_interrupted or ended.is_stuck or self.worker.target is not None:
            return
        self.page, self.step, self._was_stopped = page, ended.step + 1, ended.outcome == "stopped"
        self.whole = self._now()
        self.last, ticket = self.whole.step, self._ticket
        self._ask(self.step)

        def on_history(history: HistoryReply | None) -> None:
            if ticket == self._ticket and history is not None:
                before = self.step - 1  # the last complete step may be later than the last shown one
                firsts, lasts = history.replayable_spans.T
                if ((firsts <= before) & (before <= lasts)).any():
                    self.last = before
                self.bar.show_step()

        if self.last < self.step - 1:
            self.worker.ask(requests.GetHistoryRequest(), on_history)

    def clear(self) -> None:
        """Forget the failed step, and show the last complete step again."""
        self._ticket += 1
        if self.shows:
            self._show_whole()
        self.page, self.failed, self.whole = "", None, _NOTHING
        self._tell()

    def leave(self) -> None:
        """Show the last complete step, before another step is shown."""
        if self.shows:
            self._show_whole()
            self._tell()

    def forget(self) -> None:
        """Forget the failed step without showing the complete one, whose results are gone."""
        self.shows = False
        self.clear()

    def toggle(self) -> None:
        """Switch between the failed step and the last complete one."""
        if self._refused():
            return
        if self.shows:
            self.leave()
            ticket = self._ticket

            def told(reply: ShowPastStepReply | None) -> None:
                if reply is None or reply.refusal or not reply.shown.kind or ticket != self._ticket or self.shows:
                    return  # the worker takes slices from the shown step
                if self.worker.state == IDLE and not self._foreign():
                    self._show_latest(self.worker.names.translate_step(reply.shown), self.step - 1)
                    self.whole = self._now()

            self.worker.ask(requests.ShowPastStepRequest(0), told)
        else:
            self._ask(self.step)

    def go_back(self) -> None:
        """Roll back the step that failed."""
        if not self._refused():
            self._back(self.step - 1)

    def _refused(self) -> bool:
        if self.failed is None:
            self._refuse(self.tr("No step has failed in the last run."))
        return self.failed is None

    def _now(self) -> _LastCompleteStep:
        run = self.pages.run_of(self.page)
        return _LastCompleteStep(run.step, FollowedValues(run.results), self.workspace.history.names, run.older)

    def _ask(self, step: int) -> None:
        ticket = self._ticket

        def answered(reply: ShowPastStepReply | None) -> None:
            if reply is None or reply.refusal or reply.shown.failed is None:
                return
            if ticket == self._ticket and self.worker.state == IDLE and not self._foreign():
                self._show_failed(self.worker.names.translate_step(reply.shown))

        self.worker.ask(requests.ShowPastStepRequest(step), answered)

    def _foreign(self) -> bool:
        return self.page not in self.workspace.document.pages

    def _show_failed(self, shown: ShownStep) -> None:
        self.failed, self.shows, self._failed_names = shown, True, self.workspace.history.names
        self._show(shown)
        self._tell()
        self.came.emit()

    def _show_whole(self) -> None:
        self.shows = False
        if not self._foreign():
            names = self.workspace.history.names
            self.whole.results.follow(self.whole.names, names, names.uid(self.page))
            self.pages.run_of(self.page).step = self.whole.step
            self.pages.set_results(self.page, self.whole.results)
            self.pages.set_older(self.page, self.whole.older)
        self.hidden.emit()

    def _tell(self) -> None:
        for canvas in self.tabs.canvases():
            self.show_on(canvas)
        self.bar.show_step()

    def show_on(self, canvas: Canvas) -> None:
        """Mark on a canvas the blocks that the step did not reach, and the inputs of the block that failed."""
        op = self.failed.failed if self.failed is not None and self.shows else None
        if op is None or canvas.open_page.top != self.page:
            canvas.annotations.set_failed((), {})
            return
        seen = canvas.open_page.block_at
        late = {seen(parse(at, self.page)) for at in op.unreached} - {""}
        for at, pins in self.pages.run_of(self.page).results.items() if late else ():
            if any(map(_is_known, pins.values())):  # part of the instance was reached
                late.discard(seen(at._replace(page=at.page or self.page)))
        block = canvas.page.blocks.get(seen(parse(op.block, self.page))) if op.block else None
        took: dict[str, str] = {}
        for name, _, value in op.inputs if block is not None and block.type == op.op else ():
            stem = name.partition("[")[0]
            took[stem] = f"{took[stem]}, {short(value)}" if stem in took else short(value)
        canvas.annotations.set_failed(late, {block.id: took} if block is not None else {})


def _is_known(value: Summary | None) -> bool:
    """Return whether an output was computed: it has a value, or a dtype without one, such as a handle."""
    if value is not None and "list" in value:
        return any(map(_is_known, value["list"]))
    return value is not None and ("text" in value or bool(value.get("dtype")))


class FailedBar(QFrame):
    """The bar at the top of the pages with the block that failed, its inputs, and the commands for the step."""

    def __init__(self, over: PageTabs, steps: FailedSteps):
        super().__init__(over, objectName="failed", autoFillBackground=True, frameShape=QFrame.Shape.StyledPanel)
        self._over, self._steps = over, steps
        self._away, self._full = 0, ""  # step for which the user closed the bar; full text of the bar
        self.text = Label()
        self.other = qt.button("", steps.toggle)
        self.back = qt.button("", steps.go_back)
        self.close_ = qt.with_name(
            QToolButton(autoRaise=True, objectName="quiet"), self.tr("Dismiss"), self.tr("Dismiss")
        )
        self.close_.clicked.connect(self._dismissed)
        self._row = qt.line(self.text, qt.line(self.other, self.back, self.close_), of=self, margins=(12, 5, 5, 5))
        over.installEventFilter(self)
        self.hide()

    def set_colours(self, colours: Colours) -> None:
        """Draw the close button in the colours of a theme."""
        self.close_.setIcon(icon("cross", colours))

    def show_step(self) -> None:
        """Show the failed step, unless it is of another page or the bar was dismissed."""
        steps = self._steps
        if steps.failed is None:
            self._away = 0
        op = steps.failed.failed if steps.failed is not None else None
        seen = op is not None and self._away != steps.step and self._over.top() == steps.page
        if seen and op is not None:
            text = self._told(op, steps.step, steps.page)
            self.text.setText(text)
            self._full = text
            self.setAccessibleName(text)
            if not steps.shows:
                is_failed = steps.has_failed_block
                text = self.tr("Show Step {0}, Failed") if is_failed else self.tr("Show Step {0}, Incomplete")
                self.other.setText(text.format(steps.step))
            elif steps.last:
                self.other.setText(self.tr("Show Step {0}").format(steps.last))
            self.other.setVisible(not steps.shows or bool(steps.last))
            self.back.setText(self.tr("Roll Back Step {0}").format(steps.step))
        if not seen and self.isAncestorOf(self.window().focusWidget() or self._over):
            self._over.canvas().setFocus()  # otherwise Qt would move the focus to another field of the window
        self.setVisible(seen)
        self.place()

    def _told(self, op: FailedOpMessage, step: int, page: str) -> str:
        if not self._steps.has_failed_block:  # it was stopped, or the block was deleted
            return self.tr("Step {0} did not complete").format(step)
        way = " \N{RIGHTWARDS ARROW} ".join(spelled(str(at), page) for at in self._steps.failed_path())
        text = self.tr("Step {0}, failed: {1}").format(step, way)
        if op.call:
            text = self.tr("{0}, in call {1}").format(text, op.call)
        took = [f"{name} = {_cut(short(value))}" for name, _, value in op.inputs if value and "text" in value]
        more = ", \N{HORIZONTAL ELLIPSIS}" if len(took) > _MOST else ""
        text = f"{text}: {', '.join(took[:_MOST])}{more}" if took else text
        if op.differs:
            text = self.tr("{0}; these values are of a replay that did not fail in the same way").format(text)
        return text

    def _dismissed(self) -> None:
        self._away = self._steps.step
        self.show_step()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:
            self.place()
        return False

    def place(self) -> None:
        """Move the bar to the middle of the top of the pages."""
        layout = self.layout()
        for widget in (self.text, self.other, self.back, self.close_):
            widget.ensurePolished()
        if layout is not None:
            qt.fit_row(self._row, self.text, self._full, layout, self._over.width() - 6)
            self.resize((layout.sizeHint() + QSize(6, 0)).boundedTo(self._over.size()))
        self.move((self._over.width() - self.width()) // 2, qt.top_of_page(self._over) + 8)
        self.raise_()


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "\N{HORIZONTAL ELLIPSIS}"
