"""Mark non-finite results with the step since which they are non-finite."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from blockloom.blocks.document.addresses import Address
from blockloom.blocks.values.dtypes import DTYPES
from blockloom.runtime.compile.program import Results

_FLOATS = frozenset(dtype.label for dtype in DTYPES.values() if dtype.family in "fc")


class NonFiniteMarks:
    """The first of the shown steps since which an output is non-finite, for each such output."""

    def __init__(self) -> None:
        self._since: dict[tuple[Address, str, int], int] = {}

    def mark(self, told: Mapping[str, Mapping[str, Any]], results: Results, step: int) -> bool:
        """Add "not_finite", the first step with the non-finite value, to the summaries `told` of a step's results.

        Returns:
            Whether any result is non-finite.
        """
        found = False
        for at, pins in results.items():
            for pin, value in pins.items():
                summary = told[str(at)][pin]
                values, summaries = (value, summary["list"]) if isinstance(value, list) else ([value], [summary])
                for number, (array, facts) in enumerate(zip(values, summaries)):
                    if not isinstance(array, np.ndarray) or facts["dtype"] not in _FLOATS:
                        continue
                    if np.isfinite(array).all():
                        self._since.pop((at, pin, number), None)
                    else:
                        facts["not_finite"] = self._since.setdefault((at, pin, number), step)
                        found = True
        return found
