"""Which results are not finite, and since which step: said of them, as no error."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from blockloom.blocks.document.addresses import Address
from blockloom.blocks.values.dtypes import DTYPES
from blockloom.runtime.compile.program import Results

_FLOATS = frozenset(dtype.label for dtype in DTYPES.values() if dtype.family in "fc")


class NotFinite:
    """The step since which each output was not finite in the results that were told, without one in between where it
    was. Steps of which nothing is told are not looked at: they are as fast as they were."""

    def __init__(self) -> None:
        self._since: dict[tuple[Address, str, int], int] = {}

    def mark(self, told: Mapping[str, Mapping[str, Any]], results: Results, step: int) -> None:
        """Add to each of the summaries `told` of these results, of a step, whose value has a NaN or an infinity:
        "not_finite", since which step."""
        for at, pins in results.items():
            for pin, value in pins.items():
                summary = told[str(at)][pin]
                values, summaries = (value, summary["list"]) if isinstance(value, list) else ([value], [summary])
                for number, (one, about) in enumerate(zip(values, summaries)):
                    if not isinstance(one, np.ndarray) or about["dtype"] not in _FLOATS:
                        continue
                    if np.isfinite(one).all():
                        self._since.pop((at, pin, number), None)
                    else:
                        about["not_finite"] = self._since.setdefault((at, pin, number), step)
