"""What a worker answers to who looks at steps of before, and goes back to them."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence

import numpy as np
import tensorflow as tf

from blockloom.blocks.plots.axes import thinned
from blockloom.blocks.problems import ERROR
from blockloom.blocks.results.breakpoints import Breakpoint
from blockloom.blocks.text.phrases import Phrase, phrase, phrase_of_error
from blockloom.runtime.compile.error_problems import said
from blockloom.runtime.compile.program import Program
from blockloom.runtime.protocol import requests
from blockloom.runtime.protocol.replies import HistoryReply, NonFiniteOriginReply, RollBackStepReply, ShowPastStepReply
from blockloom.runtime.protocol.steps import ShownStep
from blockloom.runtime.replay.exactness import inexact
from blockloom.runtime.replay.failed_step_replay import failed_step
from blockloom.runtime.replay.finite_checks import TooManyCalls
from blockloom.runtime.replay.nonfinite_origin import why
from blockloom.runtime.replay.paused_step import BreakpointController, PausedStep, why_not
from blockloom.runtime.replay.replica import NOT_KNOWN
from blockloom.runtime.replay.rewind import go_back
from blockloom.runtime.replay.step_replayer import ReplaySuperseded, StepNotRecorded, StepReplayer
from blockloom.runtime.run import run_history
from blockloom.runtime.run.result_summaries import failed_op
from blockloom.runtime.run.run_history import RunHistory
from blockloom.runtime.run.runner import Runner

_MOST = 4096  # moments that are told, and points of the line


class StepInspectionRequests:
    """Looks at steps of the runner that a page has now, which `runner` gives; it may be another one each time. Steps
    are taken again in threads, one after the other: of several that wait, the last alone.
    """

    def __init__(self, runner: Callable[[], Runner]):
        self._runner = runner
        self._again: StepReplayer | None = None
        self._inexact: list[Phrase] = []  # of its steps
        self._failed: tuple[run_history.StepFailure, run_history.DisplayedPastStep] | None = None
        self._one = threading.Lock()  # of who takes steps again
        self._asking = threading.Lock()
        self._asked = 0  # how often somebody asked for something to be shown
        self._breaks: BreakpointController | None = None

    @property
    def pause(self) -> PausedStep | None:
        """Where the run of the page is paused."""
        return self._breaks.pause if self._breaks is not None else None

    def breaks(self, breaks: Sequence[Breakpoint]) -> BreakpointController:
        """What lets a run of the page pause."""
        runner = self._runner()
        if self._breaks is None or self._breaks.runner is not runner:
            self._breaks = BreakpointController(runner)
        self._breaks.breaks = breaks
        return self._breaks

    def again(self, runner: Runner | None = None) -> StepReplayer:
        """What takes the steps of the page again."""
        runner = runner or self._runner()
        if self._again is None or self._again.program is not runner.program or self._again.past is not runner.past:
            self._forget()
            self._again, self._inexact = StepReplayer(runner.program, runner.past), inexact(runner.program)
        return self._again

    def close(self) -> None:
        """Free what it holds."""
        self._forget()
        self._breaks = None

    def _forget(self) -> None:
        if self._again is not None:
            self._again.close()
        self._again = self._failed = None

    def supersede(self) -> int:
        """Whatever was asked for before is not to be shown any more."""
        with self._asking:
            self._asked += 1
            return self._asked

    def later(self, asked: requests.ShowPastStepRequest) -> Callable[[], ShowPastStepReply]:
        """What shows another step, or the latest again, when it is called in a thread."""
        runner, mine = self._runner(), self.supersede()

        def shows(back: run_history.DisplayedPastStep | None) -> ShowPastStepReply:
            with self._asking:
                if mine != self._asked:
                    raise ReplaySuperseded
                runner.looked_back = back
            return ShowPastStepReply(shown(runner), self._inexact if back is not None else ())

        def look() -> ShowPastStepReply:
            try:
                if not asked.step and self.pause is not None:
                    self.pause.look()
                    return ShowPastStepReply(shown(runner))
                if not asked.step and (runner.failure is None or runner.shown == runner.steps):
                    return shows(None)
                with self._one:
                    again = self.again(runner)
                    again.wanted = lambda: mine == self._asked
                    found = self._at(runner, again, asked.step or runner.steps)
                return shows(found)
            except ReplaySuperseded:
                return ShowPastStepReply(refusal=phrase("another step was asked for since"))
            except StepNotRecorded as error:
                return ShowPastStepReply(refusal=error.args[0]) if asked.step else shows(None)
            except (tf.errors.OpError, RuntimeError) as error:
                return ShowPastStepReply(refusal=_told(error))

        return look

    def go_back(self, runner: Runner, step: int) -> list[str]:
        """Let the page be where it was after a step: see `going.go_back`."""
        self.supersede()
        self.leave()
        with self._one:
            again = self.again(runner)
            again.wanted = lambda: True
            kept, drew, failure = runner.past, runner.past.failed, runner.past.failure
            kept.failure, ends = None, step == kept.segments[-1].last
            stays = go_back(runner, again, step)
            if ends and drew is not None and failure is not None:
                runner.failed(drew, failure)
            return stays

    def _at(self, runner: Runner, again: StepReplayer, step: int) -> run_history.DisplayedPastStep:
        """A step, taken again. Raises StepNotRecorded, and what TensorFlow raises."""
        failure = runner.failure
        if failure is None or step != runner.steps + 1:
            return run_history.DisplayedPastStep(step, again.results(step), "again")
        if self._failed is None or self._failed[0] is not failure:
            self._failed = None
            self._failed = failure, failed_step(runner.program, runner.past, failure, step)
        if runner.failure is not failure:
            raise StepNotRecorded(phrase("a run is in progress"))
        return self._failed[1]

    def what_if(self, asked: requests.WhatIfRequest) -> ShowPastStepReply:
        """Try other values at a pause."""
        if self.pause is None:
            return ShowPastStepReply(refusal=phrase("no run is paused"))
        try:
            self.pause.what_if(asked.overrides)
        except (ValueError, StepNotRecorded) as error:
            return ShowPastStepReply(refusal=phrase_of_error(error) or NOT_KNOWN.text)
        except (tf.errors.OpError, RuntimeError) as error:
            return ShowPastStepReply(refusal=Phrase(why_not(error)))
        return ShowPastStepReply(shown(self._runner()))

    def give_up(self) -> RollBackStepReply:
        """Give up the step at which the run is paused, if it is."""
        lost = self.pause.give_up() if self.pause is not None else ()
        return RollBackStepReply(shown(self._runner()), lost)

    def leave(self) -> None:
        """Leave the pause, if there is one: its step is given up."""
        if self.pause is not None:
            self.pause.give_up()

    def why(self, asked: requests.FindNonFiniteOriginRequest, program: Program) -> NonFiniteOriginReply:
        """Where what is not finite began, if the page that runs were this program."""
        runner = self._runner()
        back = runner.looked_back.step if runner.looked_back is not None else runner.shown
        if not program.ok:
            return NonFiniteOriginReply(
                refusal=next(problem.message for problem in program.problems if problem.severity == ERROR)
            )
        again = StepReplayer(program, runner.past)
        try:
            return why(again, asked.step or back, asked.output)
        except StepNotRecorded as error:
            return NonFiniteOriginReply(refusal=error.args[0])
        except TooManyCalls:
            return NonFiniteOriginReply(
                refusal=phrase("its functions are called too often for all of their calls to be kept")
            )
        except (tf.errors.OpError, RuntimeError) as error:
            return NonFiniteOriginReply(refusal=_told(error))
        finally:
            again.close()


def _told(error: Exception) -> Phrase:
    """Why a step could not be taken again."""
    return Phrase(said(error) or NOT_KNOWN.text)


def kept_past(runner: Runner) -> HistoryReply:
    """What of the past of a runner is kept, and how its steps went."""
    kept: RunHistory = runner.past
    line, moments = kept.line, np.array([segment.moment.step for segment in [*kept.segments]], np.int64)
    # Copied first: an array that numpy reads cannot grow, and a step may end meanwhile.
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


def shown(runner: Runner) -> ShownStep:
    """What is shown of a runner between runs: the latest step, or what is looked at in its place."""
    found, back = runner.latest(), runner.looked_back
    step, taken = (runner.shown, "") if back is None else (back.step, back.taken)
    failed = back and back.failed and failed_op(back.failed, runner.program.page)
    calls = {tap.page: (tap.call, tap.seen.count) for tap in runner.program.taps} if taken in ("", "paused") else {}
    return ShownStep(step, runner.told(found), runner.partly and back is None, calls, kind=taken, failed=failed)
