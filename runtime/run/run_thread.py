"""Run steps in a thread until their number is reached, a condition is true, or the run is stopped."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Sequence
from typing import Any, Protocol

import numpy as np
import tensorflow as tf

from blockloom.blocks.document.addresses import Address
from blockloom.blocks.problems import Problem, make_problem
from blockloom.blocks.results.conditions import COMPARED, FINITE, NOT_FINITE, Condition, ConditionError
from blockloom.blocks.results.run_modes import RunMode
from blockloom.blocks.text.phrases import phrase
from blockloom.runtime.compile.program import DescribedResult, Results
from blockloom.runtime.protocol.events import ProgressEvent
from blockloom.runtime.protocol.records import PausedAt, ShownStep
from blockloom.runtime.run.epoch_validation import EarlyStopping, RunProgress
from blockloom.runtime.run.monitor_recorder import MonitorRecorder
from blockloom.runtime.run.runner import EndOfDataError, Runner
from blockloom.runtime.run.step_fetches import Fetches

_SHOW_EVERY = 1 / 30


class Kept(Protocol):
    """The step at which a run is paused, and the rest of the run."""

    rest: RunMode | None
    until_met: bool


class PauseController(Protocol):
    """Pauses a run at breakpoints: see `runtime.replay.paused_step`."""

    @property
    def blocks(self) -> frozenset[Address]:
        """The blocks whose results are needed after every step."""

    @property
    def last_checked(self) -> Address:
        """Address for problems with the evaluation of breakpoints."""

    def go_on(self) -> Kept | None:
        """Keep the step at which the run is paused, if it is, and return it."""

    def prepare_step(self) -> None:
        """Prepare a step."""

    def check_step(self) -> bool:
        """Return whether the run pauses after the step."""

    def perform_effects(self) -> None:
        """Run the side effects that were held back, since the data ended in a step."""

    def end_failed_step(self, ended: bool) -> None:
        """Clean up an incomplete step, which failed or was `ended`."""

    def set_rest(self, mode: RunMode | None, ran: RunProgress, met: bool) -> None:
        """Store the rest of the run, None if it is over, and whether its end condition is `met`."""

    def paused_at(self) -> PausedAt | None:
        """Return where the run is paused."""


class RunThread:
    """A run in a thread.

    Args:
        runner: the runner of the page.
        mode: the end of the run.
        timeout: seconds that the run may take; None for no limit.
        show: is called after steps that are shown; None to show only the last.
        wake: is called at the end of the run.
        recorder: records the data of monitors; may be replaced during the run.
        instead: is called instead of running steps, so that it can be stopped like a step.
        visible_blocks: blocks whose results are shown, may change during the run; None for all.
        side_outputs: outputs to show that no session needs.
        pause_controller: pauses the run at breakpoints, which ends it.
        line: whether to fetch the loss with every step.
        ran: the progress of a run that this one continues.
    """

    def __init__(
        self,
        runner: Runner,
        mode: RunMode,
        timeout: float | None,
        show: Callable[[RunThread], None] | None,
        wake: Callable[[], None],
        recorder: MonitorRecorder | None = None,
        instead: Callable[[], Sequence[str] | None] | None = None,
        visible_blocks: Fetches | None = None,
        side_outputs: Fetches = frozenset(),
        pause_controller: PauseController | None = None,
        line: bool = False,
        ran: RunProgress | None = None,
    ):
        self.instead, self.pause_controller = instead, pause_controller
        self.runner, self.mode, self.show, self.wake = runner, mode, show, wake
        self.recorder = recorder  # records data of monitors; can be replaced during the run
        self.visible_blocks, self.side_outputs = visible_blocks, side_outputs
        loss = runner.loss if line else None
        self.loss_fetch: Fetches = frozenset(
            [loss.address] if loss is not None else ()
        )  # outputs that every step fetches
        self.not_rewound: Sequence[str] = ()  # variables that `instead` could not rewind
        self.condition_met = False  # whether the condition of the run mode ended the run
        self.deadline = None if timeout is None else time.monotonic() + timeout
        self.stop = threading.Event()
        self.ended = ""  # "done", "end" of the data, "stopped", "paused", "timeout", "error"
        validation = runner.program.validation if mode.epochs else None
        self.ran = ran = ran or RunProgress()
        self.fit = ran.fit or (EarlyStopping(validation, runner.program.page) if validation is not None else None)
        # Number of epochs that were reported before a pause.
        self.reported_epochs = len(self.fit.metrics) if self.fit is not None else 0
        self.validates = False  # whether a validation is running
        self.epochs = ran.epochs  # number of finished epochs
        self._epoch_began = time.monotonic()
        self._mean = ran.mean  # mean seconds of an epoch
        self.best_restored = False  # whether the best variables were restored
        self.exhausted: Address | None = None  # block whose data ended
        self.over = False
        self.error: Exception | None = None
        self.problem: Problem | None = None
        self.step_began = time.monotonic()
        self.closing: float | None = None  # time when the thread began to close its sessions
        self.cancelled: float | None = None  # time when the step was cancelled; its session stays open
        self.thread = threading.Thread(target=self._steps, daemon=True)
        self.thread.start()

    def shown_step(self) -> ShownStep:
        """Return the results of the last shown step, for the parent."""
        runner, found, back = self.runner, self.runner.latest(), self.runner.looked_back
        return ShownStep(
            runner.shown if back is None else back.step,
            runner.summarise(found),
            runner.partly and back is None,
            {tap.page: (tap.call, tap.shown_calls.count) for tap in runner.program.taps},
            runner.timer.mean_times() if runner.timer is not None else None,
            self.recorder.take(found) if self.recorder is not None else None,
            "" if back is None else back.kind,
        )

    def final_metrics(self) -> Sequence[tuple[str, float | None, float | None]]:
        """Return the metrics of epochs as `RunEndedReply`; without a validation, the loss of the last step."""
        if self.fit is not None:
            return self.fit.final_metrics(self.best_restored)
        loss, series = self.runner.loss, self.runner.past.loss
        if not self.mode.epochs or loss is None or not series.steps or series.steps[-1] != self.runner.steps:
            return ()
        return [(str(loss.address.owner_on(self.runner.program.page)), series.values[-1], None)]

    def progress(self) -> ProgressEvent:
        """Return the progress; the remaining time is estimated from the mean time of epochs."""
        if not self.mode.epochs:
            return ProgressEvent(self.runner.steps)
        ahead = self.mode.epochs - self.epochs + self.validates
        left = max(0.0, ahead * self._mean - (time.monotonic() - self._epoch_began)) if self._mean else None
        epoch = min(self.epochs + (not self.validates), self.mode.epochs)
        return ProgressEvent(self.runner.steps, epoch, self.mode.epochs, self.validates, left)

    def _steps(self) -> None:
        # `began` is the step at which the current epoch began. `done` counts steps from 0 after each pause, so `began`
        # is negative if the epoch began before the pause.
        shown, cost, done, began, shows_step = 0.0, 0.0, 0, -self.ran.steps, True
        steps, until, tested = self.mode.steps, self.mode.until, self.mode.blocks
        pause_controller = self.pause_controller
        tested |= pause_controller.blocks if pause_controller is not None else frozenset()
        try:
            if self.instead is not None:
                self.not_rewound = self.instead() or ()
                failure = self.runner.failure
                self.ended, self.error = ("done", None) if failure is None else ("error", failure.error)
                return
            if pause_controller is not None and self._goes_on(pause_controller):
                return
            while True:
                stopping = self.stop.is_set()
                if stopping and shows_step:
                    self.ended = self.ended or "stopped"
                    return
                self.step_began = time.monotonic()
                # Always show the last step, even after Stop: all shown results must be of one step.
                last = stopping or not self.mode.epochs and done + 1 == steps
                # Updating the display may take at most a tenth of the time of steps.
                show = self.show
                display = show is not None and self.step_began - shown >= max(_SHOW_EVERY, 10 * cost)
                # Whether a step is the last of an epoch is known only afterwards, so without viewers, each step fetches
                # `planned_fetches`.
                planned_fetches = (
                    self.runner.planned_fetches if self.mode.epochs and self.show is None and until is None else None
                )
                shows_step = last or display or until is not None or bool(self.mode.epochs) and planned_fetches is None
                shows_step = shows_step or pause_controller is not None
                recorder, visible_blocks = self.recorder, self.visible_blocks
                if visible_blocks is not None:
                    visible_blocks |= self.loss_fetch
                    visible_blocks |= tested | self.runner.numbers if self.fit is not None else tested
                try:
                    if self.mode.epochs and not self.validates and done - began == steps > 0:
                        raise self.runner.end_epoch()
                    if pause_controller is not None and not self.validates:
                        pause_controller.prepare_step()
                    if recorder is None or self.validates:
                        side_outputs = self.side_outputs | tested if shows_step else frozenset()
                        self.runner.step(
                            shows_step,
                            visible_blocks if shows_step else (planned_fetches or frozenset()) | self.loss_fetch,
                            self.validates,
                            side_outputs,
                        )
                    else:
                        recorder.step(self.runner, shows_step, visible_blocks, self.side_outputs | tested)
                except EndOfDataError as end:
                    if pause_controller is not None:
                        pause_controller.perform_effects()
                    began = done
                    if self._is_over(end):
                        return
                    continue
                done += not self.validates
                met = until is not None and not self.validates and is_true(until, self.runner.latest())
                if pause_controller is not None and not self.validates and pause_controller.check_step():
                    self._pauses(done, done - began, met)
                    return
                if met:
                    self.ended, self.condition_met = "done", True
                    return
                if last:
                    self.ended = self.ended or ("stopped" if stopping and done != steps else "done")
                    return
                if display and show is not None:
                    shown = time.monotonic()
                    show(self)
                    cost = time.monotonic() - shown
        except ConditionError as error:
            self.ended = "error"
            last_checked = Address() if self.pause_controller is None else self.pause_controller.last_checked
            at = until.address if until is not None else last_checked
            self.problem = make_problem("bad-condition", at, why=str(error))
        except Exception as error:
            if pause_controller is not None:
                with contextlib.suppress(tf.errors.OpError, RuntimeError):  # the session may be closed
                    pause_controller.end_failed_step(self.cancelled is not None)
            if not self.closing and self.cancelled is None:
                if self.runner.remote is not None:
                    self.problem = self.runner.remote.problem(error, self.runner.program.page)
                    self.runner.close()  # sessions on a target cannot be used after an error
                self.ended, self.error = "error", error
        finally:
            if self.instead is None:
                self._put_back()
                self.runner.finish()
            self.over = True
            self.wake()

    def _goes_on(self, pause_controller: PauseController) -> bool:
        """Keep the step at which the run is paused, if it is; return whether the run is over."""
        kept = pause_controller.go_on()
        if kept is not None and self.recorder is not None:
            self.recorder.record(self.runner.steps, 0, self.runner.latest())
        if kept is None or kept.rest is not None:
            return False
        self.ended, self.condition_met = "done", kept.until_met
        return True

    def _pauses(self, done: int, of_epoch: int, met: bool) -> None:
        """Pause after `done` steps, `of_epoch` of them in this epoch; `met` if the run is over with this step."""
        self.ended, left = "paused", self.mode
        if self.recorder is not None:
            self.recorder.forget(self.runner.steps + 1)
        if left.steps and not left.epochs:
            left = left._replace(steps=left.steps - done)
        assert self.pause_controller is not None
        ran = RunProgress(self.epochs, of_epoch, self._mean, self.fit)
        self.pause_controller.set_rest(left if not met and (left.steps or not self.mode.steps) else None, ran, met)

    def _is_over(self, end: EndOfDataError) -> bool:
        """Handle the end of data, of an epoch or of its validation; return whether the run is over."""
        if end.empty:
            self.ended, self.problem = "error", make_problem("no-data", end.place)
            return True
        if self.validates:
            return self._validated()
        self.epochs, self.exhausted = self.epochs + 1, end.place
        if self.fit is None or self.stop.is_set():
            return self._epoch_ends()
        validates = self.runner.program.sessions[-1]
        self.fit.trained(self.runner.of_session(validates.within or ""))
        self.runner.begin_validation()
        self.validates = True
        return False

    def _validated(self) -> bool:
        """Handle the end of a validation; return whether early stopping or the number of epochs ends the run."""
        assert self.fit is not None
        asked = self.fit.plan
        results = self.runner.of_session(asked.session)
        if fault := self.fit.fault(results):
            self.ended, self.problem = "error", fault
            return True
        self.validates = False
        if self.fit.validated(results, self.runner.history) and asked.keep_best:
            self.fit.best_variables, self.fit.kept_after = self.runner.keep(), self.runner.steps
        self.runner.show_history()
        if self.fit.enough:
            self.ended = "done"
            return True
        return self._epoch_ends()

    def _epoch_ends(self) -> bool:
        """Handle the end of an epoch; return whether the run is over."""
        now = time.monotonic()
        self._mean += (now - self._epoch_began - self._mean) / self.epochs
        self._epoch_began = now
        if self.epochs < self.mode.epochs and not self.stop.is_set():
            return False
        how = "done" if self.epochs == self.mode.epochs else "stopped" if self.mode.epochs else "end"
        self.ended = self.ended or how  # a timeout may have set it already
        return True

    def _put_back(self) -> None:
        """Restore the variables of the best epoch, however the run ended, if its sessions are open."""
        if self.fit is None or not self.fit.best_variables or self.closing is not None or self.ended == "paused":
            return
        if self.runner.half or self.runner.steps != self.fit.kept_after:
            with contextlib.suppress(tf.errors.OpError, RuntimeError):  # the session may be closed
                self.runner.put_back(self.fit.best_variables)
                self.best_restored = True


_OVER: dict[str, Callable[[np.ndarray], Any]] = {
    "abs": np.abs,
    "max": np.max,
    "mean": np.mean,
    "min": np.min,
    "norm": lambda part: np.linalg.norm(part.ravel()),
    "sum": np.sum,
}


def is_true(condition: Condition, results: Results) -> bool:
    """Return whether a condition is true for all its elements; False for a dead or empty tensor.

    Raises:
        ConditionError: no step of the run can answer the condition.
    """
    name = f"{condition.block}.{condition.pin}"
    pins = results.get(condition.owner, {})
    if condition.pin not in pins:
        raise ConditionError(phrase("{} is not part of this run: fetch it, or an output that depends on it", name))
    value, index = pins[condition.pin], condition.index
    if isinstance(value, list):
        element, index = (index[0], index[1:]) if index else (0, ())
        if element >= len(value):
            raise ConditionError(phrase("{} has {} elements: there is no {}", name, len(value), element))
        value = value[element]
    if value is None:
        return False
    if isinstance(value, DescribedResult) or value.dtype == object:
        raise ConditionError(phrase("{} has no numbers", name))
    try:
        part = value[index]
    except IndexError:
        raise ConditionError(
            phrase("{} has the shape {}: there is no element {}", name, list(value.shape), list(index))
        ) from None
    if part.size == 0:
        return False
    if condition.over and part.dtype.kind in "biu":
        part = part.astype(float)  # prevents overflow of sums
    for function in reversed(condition.over):
        part = np.asarray(_OVER[function](part))
    if condition.test in (FINITE, NOT_FINITE):
        finite = bool(np.isfinite(part.astype(complex) if part.dtype.kind == "c" else part.astype(float)).all())
        return finite == (condition.test == FINITE)
    if part.dtype.kind == "c" and condition.test not in ("==", "!="):
        raise ConditionError(phrase("{} is not a real number", name))
    return bool(np.all(COMPARED[condition.test](part, condition.value)))
