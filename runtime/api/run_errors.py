"""Errors of runs that end early, with the reason and the place."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from blockloom.blocks.document.addresses import spelled
from blockloom.blocks.problems import Problem
from blockloom.blocks.values.dtypes import labelled
from blockloom.runtime.api.page_names import BadPage, WithProblems
from blockloom.runtime.protocol import requests
from blockloom.runtime.protocol.records import Summary
from blockloom.runtime.protocol.replies import RunEndedReply
from blockloom.runtime.worker.client import Worker


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


@dataclass
class FailedStep:
    """A step that failed or was stopped, with values from a replay.

    Attributes:
        page: name of the page.
        step: number of the step.
        block: address of the block where the step failed; "" if unknown.
        calls: addresses of the calls that lead to the block, the outermost first.
        op: type of the op that failed.
        call: number of the call of the loop or function, from 1; 0 outside.
        inputs: the inputs of the op, by name.
        sources: the outputs that these inputs come from.
        results: the results of the step, as in `Result`.
        unreached: blocks that the step did not run.
        differs: whether the replay failed in another way.
    """

    page: str
    step: int
    block: str = ""
    calls: list[str] = field(default_factory=list)
    op: str = ""
    call: int = 0
    inputs: dict[str, Any] = field(default_factory=dict)
    sources: dict[str, str] = field(default_factory=dict)
    results: dict[str, dict[str, Any]] = field(default_factory=dict)
    unreached: list[str] = field(default_factory=list)
    differs: bool = False


def failed_step(worker: Worker, ended: RunEndedReply, page: str) -> FailedStep | None:
    """Return the failed step of a run; None if the run has none, or if the step cannot be replayed."""
    if not ended.partial_step or ended.validation_interrupted or ended.is_stuck:
        return None
    back = worker.call(requests.ShowPastStepRequest(ended.step + 1))
    if back.refusal or back.shown.failed is None:
        return None
    whole = worker.call(requests.GetResultsRequest())
    op, late = whole.failed_op or back.shown.failed, set(back.shown.failed.unreached)
    results = {block: pins for block, pins in whole.results.items() if block not in late}
    return FailedStep(
        page,
        ended.step + 1,
        op.block,
        list(op.calls),
        op.op,
        op.call,
        {name: value_of(value, whole.arrays) for name, _, value in op.inputs},
        {name: source for name, source, _ in op.inputs if source},
        unpacked(results, whole.arrays),
        sorted(late),
        op.differs,
    )


def unpacked(
    results: Mapping[str, Mapping[str, Summary | None]], arrays: Sequence[np.ndarray]
) -> dict[str, dict[str, Any]]:
    """Return the values of results by block and output."""
    return {block: {pin: value_of(value, arrays) for pin, value in pins.items()} for block, pins in results.items()}


def value_of(value: Summary | None, arrays: Sequence[np.ndarray]) -> Any:
    """Return the Python value of a result, as in `Result`."""
    if value is not None and "array" in value:
        return labelled(arrays[value["array"]], value["dtype"])
    if value is not None and "list" in value:
        return [value_of(one, arrays) for one in value["list"]]
    return value
