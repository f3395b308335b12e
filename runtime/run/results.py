"""Results on their way out of the worker: summaries for a canvas, whole tensors for a file, slices for a table."""

from __future__ import annotations

from typing import Any

import numpy as np

from blockloom.blocks.values.dtypes import label_of, plain
from blockloom.runtime.compile.program import About, Results
from blockloom.runtime.protocol import messages
from blockloom.runtime.protocol.steps import Summaries, Summary


def summaries(results: Results) -> Summaries:
    """What a canvas shows of each tensor, by address as text and pin: dtype, shape and a line of text; None for a dead
    one."""
    return {str(at): {pin: _summary(value) for pin, value in pins.items()} for at, pins in results.items()}


def _summary(value: Any) -> Summary | None:
    if isinstance(value, np.ndarray):
        return {"dtype": label_of(value), "shape": list(value.shape), "text": messages.text(value)}
    if isinstance(value, list):
        return {"list": [_summary(one) for one in value]}
    return value if value is None else _about(value)


def _about(value: About) -> Summary:
    return {"dtype": value.dtype, "about": value.text} if value.dtype else {"about": value.text}


def whole(results: Results, arrays: list[np.ndarray]) -> Summaries:
    """As `summaries`, but with the position of each tensor in `arrays`, which is filled, in the place of its text."""

    def one(value: Any) -> Summary | None:
        if isinstance(value, np.ndarray):
            arrays.append(plain(value))
            return {"dtype": label_of(value), "shape": list(value.shape), "array": len(arrays) - 1}
        if isinstance(value, list):
            return {"list": [one(item) for item in value]}
        return value if value is None else _about(value)

    return {str(at): {pin: one(value) for pin, value in pins.items()} for at, pins in results.items()}
