"""Watch a run from the main thread of the worker: Stop, timeouts, blocked blocks, snapshots.

A run that must end gets its step cancelled first. If that does not help, the variables are saved and the sessions
closed. If an op ignores even that, the run is answered and the process exits: the parent starts another one.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable

from blockloom.runtime.compile.error_problems import run_problem
from blockloom.runtime.protocol.events import EpochEvent, Event, WaitingEvent
from blockloom.runtime.protocol.records import ShownStep, WaitingBlock
from blockloom.runtime.protocol.replies import RunEndedReply
from blockloom.runtime.run import variable_state
from blockloom.runtime.run.run_thread import RunThread

_WAIT_SHOWN = 0.3  # seconds after which the blocked blocks of a step are read
_SLOW_STEP = 0.9  # seconds that an unblocked step may continue after Stop
_GRACE = 1.0  # seconds for Stop to take effect; a cancelled step may use half of them
_CLOSES = 2.5  # seconds for a closed session to end its step: optimizing the graph cannot be cancelled
_SNAPSHOT_EVERY = 5.0
_TOLD_EVERY = 0.5  # seconds between two progress events


class Watchdog:
    """Watches a run, reports its progress, and answers the request for it.

    `save` writes the variables to the parent's file.
    """

    def __init__(
        self,
        run: RunThread,
        answer: Callable[[RunEndedReply], None],
        tell: Callable[[Event], None],
        save: Callable[[], None] | None,
    ):
        self.run, self._answered, self._tell, self._save = run, answer, tell, save
        self._asked = 0.0  # time.monotonic() of the last read of blocked blocks
        self._saved = self._told = time.monotonic()
        self._waiting: list[WaitingBlock] = []  # blocked blocks of the current step
        self._epochs = run.reported_epochs  # number of epochs whose metrics were reported
        self._lost: list[str] = []  # blocks whose state ended with the run

    def look(self) -> bool:
        """Check the run, and do what is due; return True if the run is over and answered."""
        run, now = self.run, time.monotonic()
        over = run.over
        self._tell_epochs()
        if over:
            run.thread.join()
            self._answer()
            return True
        if run.closing is not None:
            if now - run.closing <= _CLOSES:
                return False
            self._answer(stuck=True)
            os._exit(0)  # an op ignores that its session is closed, so the process must exit
        took = now - run.step_began
        lost = run.runner.remote and run.runner.remote.lost(run.runner.program.page, took)
        if lost:
            run.ended, run.problem = "error", lost
            run.stop.set()
            self._close(now)
            return False
        overdue = run.deadline is not None and now >= run.deadline
        if took > _WAIT_SHOWN and now - self._asked > _WAIT_SHOWN or overdue:
            self._ask(now)
        patience = _WAIT_SHOWN if self._waiting else _SLOW_STEP
        if overdue or (run.stop.is_set() and took > patience):
            self._end("timeout" if overdue else "stopped", now)
        elif not run.mode.single and now - self._told > _TOLD_EVERY:
            self._told = now
            self._tell(run.progress())
        if self._save is not None and run.closing is None and now - self._saved > _SNAPSHOT_EVERY:
            self._snapshot(now)
        return False

    def _tell_epochs(self) -> None:
        told = self.run.fit.metrics[self._epochs :] if self.run.fit is not None else ()
        for row in told:
            self._epochs += 1
            self._tell(EpochEvent(self._epochs, self.run.mode.epochs, row))

    def _ask(self, now: float) -> None:
        waiting = self.run.runner.waiting()
        self._asked = now
        if waiting != self._waiting:
            self._waiting = waiting
            self._tell(WaitingEvent(waiting))

    def _end(self, how: str, now: float) -> None:
        """End the current step, and if it does not end in time, the sessions."""
        run = self.run
        run.ended = how
        run.stop.set()
        if run.cancelled is None:
            run.cancelled = now
            if not run.runner.cancel():
                run.cancelled = -_GRACE
            # A blocked op may have taken elements, which are lost.
            self._lost = sorted({row["spills"] for row in self._waiting if "spills" in row})
        if now - run.cancelled < _GRACE / 2:
            return
        run.runner.snapshot()
        if self._save is not None:
            self._save()
        self._lost = run.runner.stateful()
        self._close(time.monotonic())

    def _close(self, now: float) -> None:
        """Close the sessions in a thread, since that may take any time."""
        self.run.closing = now
        threading.Thread(target=self.run.runner.close, daemon=True).start()

    def _snapshot(self, now: float) -> None:
        """Save the variables; those too large to be written are not read, since the sessions keep them."""
        self._saved = now
        self.run.runner.snapshot(variable_state.MOST_BYTES)
        if self._save is not None:
            self._save()

    def _answer(self, stuck: bool = False) -> None:
        run, runner = self.run, self.run.runner
        closed = run.closing is not None or run.cancelled is not None
        lost = self._lost if closed else []
        problems = (
            [run.problem]
            if run.problem is not None
            else [run_problem(run.error, runner.program)]
            if run.error is not None
            else []
        )
        if not stuck and run.closing is None and runner.started:
            self._snapshot(time.monotonic())
        changed = [block for block in runner.changed_blocks() if block not in lost]
        self._answered(
            RunEndedReply(
                run.ended or "error",
                runner.steps,
                problems,
                ShownStep(runner.shown) if stuck else run.shown_step(),
                stuck,
                run.condition_met,
                run.epochs,
                str(run.exhausted.owner_on(runner.program.page)) if run.exhausted is not None else "",
                self._waiting if closed else [],
                lost,
                changed,
                runner.half,
                run.fit.best if run.fit is not None else 0,
                run.fit is not None and run.fit.enough,
                run.best_restored,
                run.validates,
                run.not_rewound,
                run.pause_controller.paused_at()
                if run.pause_controller is not None and run.ended == "paused"
                else None,
                run.final_metrics(),
                run.fit.plan.session if run.fit is not None else "",
            )
        )
