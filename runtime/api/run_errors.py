"""Errors of runs that end early, with the reason and the place."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from blockloom.blocks.document.addresses import spelled
from blockloom.blocks.problems import Problem
from blockloom.runtime.api.failed_steps import FailedStep
from blockloom.runtime.api.page_names import BadPage, WithProblems
from blockloom.runtime.protocol.replies import RunEndedReply


class RunFailed(WithProblems, RuntimeError):
    """A failed run.

    Attributes:
        problems: the reasons, with addresses.
        changed: addresses of blocks (variables, queues ...) that the failed step, which is not counted, may have
            changed.
        failed: the failed step; None if unknown, or not requested.
    """

    def __init__(
        self,
        message: str,
        problems: Iterable[Problem] = (),
        changed: Iterable[str] = (),
        failed: FailedStep | None = None,
    ):
        super().__init__(message, problems)
        self.changed, self.failed = list(changed), failed


class TimedOut(RuntimeError):
    """A run that took longer than its timeout.

    Attributes:
        waiting: for the address of each blocked block what it has and needs.
        changed: as in `RunFailed`.
        failed: as in `RunFailed`.
    """

    def __init__(
        self,
        message: str,
        waiting: Mapping[str, str],
        changed: Iterable[str] = (),
        failed: FailedStep | None = None,
    ):
        super().__init__(message)
        self.waiting, self.changed, self.failed = dict(waiting), list(changed), failed


def check_ended(
    ended: RunEndedReply,
    page: str,
    until: bool,
    timeout: float | None,
    condition: str,
    failed: Callable[[], FailedStep | None],
) -> None:
    """Raise an error if a run of a page ended early.

    Args:
        ended: the end of the run.
        page: name of the page.
        until: whether the run had a condition to end it.
        timeout: seconds that the run was allowed to take.
        condition: name of the option with the condition.
        failed: returns the failed step.

    Raises:
        TimedOut: the run took too long.
        RunFailed: a step failed, or the condition did not become true.
        BadPage: the condition cannot be evaluated.
    """
    if ended.outcome == "timeout":
        waiting = {row["block"]: row["text"] for row in ended.waiting}
        what = "; ".join(f"{spelled(at, page)} waits: {text}" for at, text in waiting.items())
        idle = (
            "no block is known to wait, and the condition did not become true"
            if until
            else "no block is known to wait, the step is still computing"
        )
        raise TimedOut(
            f"timed out after {timeout:g} s in {_place(ended)}: {what or idle}{_half(ended, page)}",
            waiting,
            ended.changed,
            failed(),
        )
    if any(p.kind == "bad-condition" for p in ended.problems):
        raise BadPage(f"{condition}: {ended.problems[0].message}")
    if ended.outcome == "end" and (not until or not ended.condition_met):
        raise RunFailed(
            f"page {page} ran {ran(ended)}, then the data of "
            f"{spelled(ended.exhausted_block, page)} ended"
            f"{_half(ended, page)}; to stop at the end of data, run epochs instead"
        )
    if ended.outcome not in ("done", "paused"):
        raise RunFailed(
            f"page {page} failed in {_place(ended)}{_half(ended, page)}",
            ended.problems,
            ended.changed,
            failed(),
        )
    if until and not ended.condition_met and ended.paused is None:
        raise RunFailed(f"page {page} ran {ran(ended)}, and the condition did not become true")


def ran(ended: RunEndedReply) -> str:
    """Return the number of steps of a run, with the unit."""
    return "1 step" if ended.step == 1 else f"{ended.step} steps"


def _place(ended: RunEndedReply) -> str:
    """Return where a run stopped."""
    return f"the validation of epoch {ended.epochs}" if ended.validation_interrupted else f"step {ended.step + 1}"


def _half(ended: RunEndedReply, page: str) -> str:
    """Return which blocks an incomplete step may have changed, as the end of a sentence; "" if none."""
    changed = ", ".join(spelled(at, page) for at in ended.changed)
    return f"; it is not counted, and may have changed {changed}" if changed else ""
