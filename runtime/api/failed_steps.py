"""The failed step of a run as Python values, and the conversion of worker results to Python values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from blockloom.blocks.values.dtypes import labelled
from blockloom.runtime.protocol import requests
from blockloom.runtime.protocol.replies import RunEndedReply
from blockloom.runtime.protocol.steps import Summary
from blockloom.runtime.worker.client import Worker


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
