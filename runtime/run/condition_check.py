"""Evaluate conditions on the results of a step."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from blockloom.blocks.results.conditions import COMPARED, FINITE, NOT_FINITE, Condition, ConditionError
from blockloom.blocks.text.phrases import phrase
from blockloom.runtime.compile.program import DescribedResult, Results

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
