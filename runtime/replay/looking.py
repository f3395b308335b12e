"""What a worker answers to who looks at steps of before."""

from __future__ import annotations

from collections.abc import Callable

import tensorflow as tf

from blockloom.blocks.text.phrases import Phrase, phrase
from blockloom.runtime.compile.errors import said
from blockloom.runtime.protocol import requests
from blockloom.runtime.protocol.replies import LookedBack
from blockloom.runtime.protocol.steps import ShownStep
from blockloom.runtime.replay.again import Again, NotKept
from blockloom.runtime.replay.failed import failed_step
from blockloom.runtime.run import past
from blockloom.runtime.run.results import failed_op
from blockloom.runtime.run.runner import Runner


class Looking:
    """Looks at steps of the runner that a page has now, which `runner` gives; it may be another one each time."""

    def __init__(self, runner: Callable[[], Runner]):
        self._runner = runner
        self._again: Again | None = None
        self._failed: tuple[past.Failure, past.LookedBack] | None = None

    def again(self) -> Again:
        """What takes the steps of the page again."""
        runner = self._runner()
        if self._again is None or self._again.program is not runner.program or self._again.past is not runner.past:
            self.close()
            self._again = Again(runner.program, runner.past)
        return self._again

    def close(self) -> None:
        """Free what it holds."""
        if self._again is not None:
            self._again.close()
        self._again = self._failed = None

    def look_back(self, asked: requests.LookBack) -> LookedBack:
        """Show another step, or the latest again."""
        runner = self._runner()
        if not asked.step:
            runner.looked_back = None
        else:
            try:
                found = self._at(runner, asked.step)
            except NotKept as error:
                return LookedBack(refused=error.args[0])
            except (tf.errors.OpError, RuntimeError) as error:
                return LookedBack(refused=Phrase(said(error) or phrase("cannot be computed again")))
            runner.looked_back = found
        return LookedBack(shown(runner))

    def _at(self, runner: Runner, step: int) -> past.LookedBack:
        """A step, taken again. Raises NotKept, and what TensorFlow raises."""
        failure = runner.failure
        if failure is None or step != runner.steps + 1:
            return past.LookedBack(step, self.again().results(step), "again")
        if self._failed is None or self._failed[0] is not failure:
            self._failed = None
            self._failed = failure, failed_step(runner.program, runner.past, failure, step)
        if runner.failure is not failure:
            raise NotKept(phrase("a run is under way"))
        return self._failed[1]


def shown(runner: Runner) -> ShownStep:
    """What is shown of a runner between runs: the latest step, or what is looked at in its place."""
    found, back = runner.latest(), runner.looked_back
    step, taken = (runner.shown, "") if back is None else (back.step, back.taken)
    failed = back and back.failed and failed_op(back.failed, runner.program.page)
    return ShownStep(step, runner.told(found), runner.partly and back is None, taken=taken, failed=failed)
