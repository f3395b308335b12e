"""A run under way: steps in a thread of their own, until enough were made, a condition holds, or it is stopped."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from blockloom.blocks.conditions import Condition, ConditionError
from blockloom.blocks.problems import Problem, problem
from blockloom.runtime import results
from blockloom.runtime.conditions import holds
from blockloom.runtime.recorder import Recorder
from blockloom.runtime.runner import Runner

_SHOW_EVERY = 1 / 30


class Run:
    """A run under way: it begins at once, in a thread of its own. `wake` is called when it is over, `show` after steps
    that the parent is shown; None: it is shown none but the last.

    It ends after so many `steps` (0: none), or once `until` holds. Every step is shown where there is a condition:
    which is the last is known only when it is done. With `instead`, that is done and no step: whatever takes time in
    the sessions can be stopped as a step can.

    `looked` are the blocks whose results can be looked at, and may be replaced under way: of a large page, a step that
    is shown fetches these, what monitors show and what the condition is about. None: all.
    """

    def __init__(self, runner: Runner, steps: int, timeout: float | None,
                 show: Callable[[Run], None] | None, wake: Callable[[], None], recorder: Recorder | None = None,
                 until: Condition | None = None, instead: Callable[[], None] | None = None,
                 looked: frozenset[str] | None = None):
        self.instead = instead
        self.runner, self.steps, self.show, self.wake = runner, steps, show, wake
        self.recorder = recorder    # of what monitors show; may be replaced under way
        self.looked = looked
        self.until, self.met = until, False
        self.deadline = None if timeout is None else time.monotonic() + timeout
        self.stop = threading.Event()
        self.ended = ""          # why: "done", "stopped", "timeout", "error"
        self.over = False
        self.error: Exception | None = None
        self.problem: Problem | None = None
        self.step_began = time.monotonic()
        self.closing: float | None = None       # when its sessions were told to close
        self.cancelled: float | None = None     # when the step was told to end, without its session
        self.thread = threading.Thread(target=self._steps, daemon=True)
        self.thread.start()

    def told(self) -> tuple[dict[str, Any], list[np.ndarray]]:
        """What the last shown step gave, for the parent: {"results"}, "partly" where other blocks were not fetched,
        "times" of a timed run, and, with their arrays, "monitors" where there are some."""
        found, timer, recorder = self.runner.latest(), self.runner.timer, self.recorder
        message: dict[str, Any] = {"results": results.summaries(found)}
        arrays: list[np.ndarray] = []
        if self.runner.partly:
            message["partly"] = True
        if timer is not None:
            message["times"] = timer.told()
        if recorder is not None:
            message["monitors"], arrays = recorder.take(found)
        return message, arrays

    def _steps(self) -> None:
        shown, cost, done, seen = 0.0, 0.0, 0, True
        try:
            if self.instead is not None:
                self.instead()
                self.ended = "done"
                return
            while True:
                stopping = self.stop.is_set()
                if stopping and seen:
                    self.ended = self.ended or "stopped"
                    return
                self.step_began = time.monotonic()
                # The last step is shown, also where Stop makes it the last: what is shown is of one step.
                last = done + 1 == self.steps or stopping
                # Displays never hold the loop back: they get a tenth of the time at most.
                display = self.show is not None and self.step_began - shown >= max(_SHOW_EVERY, 10 * cost)
                seen = last or display or self.until is not None
                recorder, looked = self.recorder, self.looked
                if looked is not None and self.until is not None:
                    looked |= {self.until.block}
                if recorder is None:
                    self.runner.step(seen, looked if seen else None)
                else:
                    recorder.step(self.runner, seen, looked)
                done += 1
                if self.until is not None and holds(self.until, self.runner.latest()):
                    self.ended, self.met = "done", True
                    return
                if last:
                    self.ended = self.ended or ("stopped" if stopping and done != self.steps else "done")
                    return
                if display:
                    shown = time.monotonic()
                    self.show(self)
                    cost = time.monotonic() - shown
        except ConditionError as error:
            self.ended = "error"
            self.problem = problem("bad-condition", self.until.address, why=str(error))
        except Exception as error:
            if not self.closing and self.cancelled is None:
                if self.runner.remote is not None:
                    self.problem = self.runner.remote.problem(error, self.runner.program.page)
                    self.runner.close()  # sessions that met an error on a target are of no more use
                self.ended, self.error = "error", error
        finally:
            self.over = True
            self.wake()
