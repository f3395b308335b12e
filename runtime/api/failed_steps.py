"""What a step came to that failed, as scripts get it; and values as they come from a worker."""

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
    """What a step came to that failed, or was stopped. `block` is where it failed, `calls` are those that lead there
    (addresses as text), "" and [] where nothing says so. `inputs` are what the op `op` took there, by the names of its
    inputs, and `sources` the outputs that gave it; in a loop or function in its call number `call`, from 1. `results`
    are as in Result, of what the step came to; the blocks `unreached` are what it did not. Values are of a replay. It
    `differs` if it did not fail in the same way.
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
    """What the step came to with which a run ended; None where that is not known."""
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
    return {block: {pin: value_of(value, arrays) for pin, value in pins.items()} for block, pins in results.items()}


def value_of(value: Summary | None, arrays: Sequence[np.ndarray]) -> Any:
    """What a result is in a Result."""
    if value is not None and "array" in value:
        return labelled(arrays[value["array"]], value["dtype"])
    if value is not None and "list" in value:
        return [value_of(one, arrays) for one in value["list"]]
    return value
