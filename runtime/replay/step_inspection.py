"""Answer requests to inspect past steps, and to rewind to them."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence

import numpy as np
import tensorflow as tf

from blockloom.blocks.plots.axes import thinned
from blockloom.blocks.problems import ERROR
from blockloom.blocks.results.breakpoints import Breakpoint
from blockloom.blocks.text.phrases import Phrase, phrase, phrase_of_error
from blockloom.runtime.compile.error_problems import user_text
from blockloom.runtime.compile.program import Program
from blockloom.runtime.protocol import requests
from blockloom.runtime.protocol.records import ShownStep
from blockloom.runtime.protocol.replies import HistoryReply, NonFiniteOriginReply, RollBackStepReply, ShowPastStepReply
from blockloom.runtime.replay.failed_step_replay import failed_step
from blockloom.runtime.replay.finite_checks import TooManyCalls
from blockloom.runtime.replay.nonfinite_origin import find_origin
from blockloom.runtime.replay.paused_step import BreakpointController, PausedStep, why_not
from blockloom.runtime.replay.replica import NOT_KNOWN
from blockloom.runtime.replay.step_replayer import ReplaySuperseded, StepNotRecorded, StepReplayer, go_back
from blockloom.runtime.run import run_history
from blockloom.runtime.run.result_summaries import failed_op
from blockloom.runtime.run.run_history import RunHistory
from blockloom.runtime.run.runner import Runner

_MOST = 4096  # most snapshots to report, and points of the line


class StepInspectionRequests:
    """Requests to inspect steps of a page's current runner.

    Steps are replayed in threads, one after the other: of several waiting requests, only the last is answered.

    Args:
        runner: Returns the current runner of the page.
    """

    def __init__(self, runner: Callable[[], Runner]):
        self._runner = runner
        self._replayer: StepReplayer | None = None
        self._failed: tuple[run_history.StepFailure, run_history.DisplayedPastStep] | None = None
        self._one = threading.Lock()  # only one thread replays at a time
        self._asking = threading.Lock()
        self._asked = 0  # number of requests to show a step so far
        self._controller: BreakpointController | None = None

    @property
    def pause(self) -> PausedStep | None:
        """The pause of the page's run, if any."""
        return self._controller.pause if self._controller is not None else None

    def breakpoint_controller(self, breakpoints: Sequence[Breakpoint]) -> BreakpointController:
        """Return the controller for pauses of a run of the page."""
        runner = self._runner()
        if self._controller is None or self._controller.runner is not runner:
            self._controller = BreakpointController(runner)
        self._controller.breakpoints = breakpoints
        return self._controller

    def replayer(self, runner: Runner | None = None) -> StepReplayer:
        """Return the replayer of the page's steps."""
        runner = runner or self._runner()
        if (
            self._replayer is None
            or self._replayer.program is not runner.program
            or self._replayer.past is not runner.past
        ):
            self._forget()
            self._replayer = StepReplayer(runner.program, runner.past)
        return self._replayer

    def close(self) -> None:
        """Release all resources."""
        self._forget()
        self._controller = None

    def _forget(self) -> None:
        if self._replayer is not None:
            self._replayer.close()
        self._replayer = self._failed = None

    def supersede(self) -> int:
        """Make all earlier requests obsolete, and return the number of the request."""
        with self._asking:
            self._asked += 1
            return self._asked

    def show_later(self, request: requests.ShowPastStepRequest) -> Callable[[], ShowPastStepReply]:
        """Return a function that shows another step, or the latest again, to be called in a thread."""
        runner, mine = self._runner(), self.supersede()

        def shows(back: run_history.DisplayedPastStep | None) -> ShowPastStepReply:
            with self._asking:
                if mine != self._asked:
                    raise ReplaySuperseded
                runner.show_past_step(back)
            return ShowPastStepReply(shown_step(runner))

        def look() -> ShowPastStepReply:
            try:
                if not request.step and self.pause is not None:
                    self.pause.look()
                    return ShowPastStepReply(shown_step(runner))
                if not request.step and (runner.failure is None or runner.shown == runner.steps):
                    return shows(None)
                with self._one:
                    replayer = self.replayer(runner)
                    replayer.is_wanted = lambda: mine == self._asked
                    found = self._at(runner, replayer, request.step or runner.steps)
                return shows(found)
            except ReplaySuperseded:
                return ShowPastStepReply(refusal=phrase("another step was requested since"))
            except StepNotRecorded as error:
                return ShowPastStepReply(refusal=error.args[0]) if request.step else shows(None)
            except (tf.errors.OpError, RuntimeError) as error:
                return ShowPastStepReply(refusal=_told(error))

        return look

    def go_back(self, runner: Runner, step: int) -> list[str]:
        """Rewind the page to the state after a step: see `rewind.go_back`."""
        self.supersede()
        self.leave()
        with self._one:
            replayer = self.replayer(runner)
            replayer.is_wanted = lambda: True
            kept, drew, failure = runner.past, runner.past.failed, runner.past.failure
            kept.failure, ends = None, step == kept.segments[-1].last_step
            stays = go_back(runner, replayer, step)
            if ends and drew is not None and failure is not None:
                runner.add_failure(drew, failure)
            return stays

    def _at(self, runner: Runner, replayer: StepReplayer, step: int) -> run_history.DisplayedPastStep:
        """Return a replayed step.

        Raises:
            StepNotRecorded: The step cannot be replayed.
            OpError: TensorFlow failed.
        """
        failure = runner.failure
        if failure is None or step != runner.steps + 1:
            return run_history.DisplayedPastStep(step, replayer.replay_results(step), "again")
        if self._failed is None or self._failed[0] is not failure:
            self._failed = None
            self._failed = failure, failed_step(runner.program, runner.past, failure, step)
        if runner.failure is not failure:
            raise StepNotRecorded(phrase("a run is in progress"))
        return self._failed[1]

    def what_if(self, request: requests.WhatIfRequest) -> ShowPastStepReply:
        """Try overrides at a pause."""
        if self.pause is None:
            return ShowPastStepReply(refusal=phrase("no run is paused"))
        try:
            self.pause.what_if(request.overrides)
        except (ValueError, StepNotRecorded) as error:
            return ShowPastStepReply(refusal=phrase_of_error(error) or NOT_KNOWN.text)
        except (tf.errors.OpError, RuntimeError) as error:
            return ShowPastStepReply(refusal=Phrase(why_not(error)))
        return ShowPastStepReply(shown_step(self._runner()))

    def give_up(self) -> RollBackStepReply:
        """Roll back the step at which the run is paused, if it is."""
        lost = self.pause.give_up() if self.pause is not None else ()
        return RollBackStepReply(shown_step(self._runner()), lost)

    def leave(self) -> None:
        """Roll back the step of the pause, if there is one."""
        if self.pause is not None:
            self.pause.give_up()

    def find_origin(self, request: requests.FindNonFiniteOriginRequest, program: Program) -> NonFiniteOriginReply:
        """Return the origin of a non-finite value, as if `program` were the page's program."""
        runner = self._runner()
        back = runner.looked_back.step if runner.looked_back is not None else runner.shown
        if not program.ok:
            return NonFiniteOriginReply(
                refusal=next(problem.message for problem in program.problems if problem.severity == ERROR)
            )
        replayer = StepReplayer(program, runner.past)
        try:
            return find_origin(replayer, request.step or back, request.output)
        except StepNotRecorded as error:
            return NonFiniteOriginReply(refusal=error.args[0])
        except TooManyCalls:
            return NonFiniteOriginReply(refusal=phrase("its functions are called too often to record all calls"))
        except (tf.errors.OpError, RuntimeError) as error:
            return NonFiniteOriginReply(refusal=_told(error))
        finally:
            replayer.close()


def _told(error: Exception) -> Phrase:
    """Return why a step could not be replayed."""
    return Phrase(user_text(error) or NOT_KNOWN.text)


def kept_past(runner: Runner) -> HistoryReply:
    """Return the recorded history of a runner, and its losses."""
    kept: RunHistory = runner.past
    line, moments = kept.loss, np.array([segment.snapshot.step for segment in [*kept.segments]], np.int64)
    # Copy first: an array cannot grow while numpy reads it, and a step may end meanwhile.
    steps, values = np.array(line.steps[:], np.float64), np.array(line.values[:], np.float64)
    count = min(len(steps), len(values))
    points = np.stack((steps[:count], values[:count]), 1)
    return HistoryReply(
        runner.steps,
        np.array(kept.steps(), np.int64).reshape(-1, 2),
        moments[:: 1 + len(moments) // _MOST],
        thinned(points, _MOST // 4),
        np.array(line.bad[:], np.int64),
        str(runner.loss.address) if runner.loss is not None else "",
    )


def shown_step(runner: Runner) -> ShownStep:
    """Return the step that is shown between runs: the latest, or a past one."""
    found, back = runner.latest(), runner.looked_back
    step, taken = (runner.shown, "") if back is None else (back.step, back.kind)
    failed = back and back.failed_op and failed_op(back.failed_op, runner.program.page)
    calls = (
        {tap.page: (tap.call, tap.shown_calls.count) for tap in runner.program.taps} if taken in ("", "paused") else {}
    )
    return ShownStep(step, runner.summarise(found), runner.partly and back is None, calls, kind=taken, failed=failed)
