"""Results on their way out of the worker: summaries for a canvas, whole tensors for a file, slices for a table."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

import numpy as np

from blockloom.blocks.document.addresses import Address
from blockloom.blocks.results.run_modes import output_of
from blockloom.blocks.values.dtypes import DTYPES, label_of, plain
from blockloom.runtime.compile.program import DescribedResult, Results
from blockloom.runtime.protocol import messages, records
from blockloom.runtime.protocol.records import Summaries, Summary
from blockloom.runtime.run.run_history import OpFailure


def summaries(results: Results) -> Summaries:
    """Return a summary of each tensor for the canvas: dtype, shape and a line of text; None for a dead tensor."""
    return {
        str(at): {
            pin: _sized(value) if output_of(pin) else _summary(value)
            for pin, value in sorted(pins.items(), key=lambda item: bool(output_of(item[0])))  # gradients come last
        }
        for at, pins in results.items()
    }


def _sized(value: Any) -> Summary | None:
    """Return the summary of a gradient, with its size."""
    if isinstance(value, list):
        return {"list": [_sized(one) for one in value]}
    summary = _summary(value)
    if summary is not None and isinstance(value, np.ndarray):
        flat = value.ravel().astype(np.float32 if value.dtype.itemsize < 4 else value.dtype, copy=False)
        largest = float(np.max(np.abs(flat), initial=0.0))  # its square may exceed the range of the dtype
        scaled = flat / largest if 0 < largest < float("inf") else flat[:0]
        summary["size"] = largest * float(np.sqrt(np.mean(np.square(scaled)))) if scaled.size else largest
    return summary


def failed_op(failed: OpFailure, page: str, arrays: list[np.ndarray] | None = None) -> records.FailedOpMessage:
    """Return the message for a failed op of a run of `page`; whole inputs are added to `arrays`."""

    def told(at: Address) -> str:
        return str(at._replace(page="" if at.page == page else at.page))

    one = _summary if arrays is None else partial(_whole, arrays=arrays)
    return records.FailedOpMessage(
        [told(at) for at in failed.calls],
        "" if failed.place is None else told(failed.place.owner),
        failed.op,
        failed.call,
        [(i.name, "" if i.source is None else told(i.source), one(i.value)) for i in failed.inputs],
        sorted(map(told, failed.unreached)),
        failed.differs,
    )


def _summary(value: Any) -> Summary | None:
    if isinstance(value, np.ndarray):
        return {"dtype": label_of(value), "shape": list(value.shape), "text": messages.array_text(value)}
    if isinstance(value, list):
        return {"list": [_summary(one) for one in value]}
    return value if value is None else _about(value)


def _about(value: DescribedResult) -> Summary:
    return {"dtype": value.dtype, "about": value.text} if value.dtype else {"about": value.text}


def whole(results: Results, arrays: list[np.ndarray]) -> Summaries:
    """Return `summaries` with the position of each tensor in `arrays` instead of its text; fill `arrays`."""
    return {str(at): {pin: _whole(value, arrays) for pin, value in pins.items()} for at, pins in results.items()}


def _whole(value: Any, arrays: list[np.ndarray]) -> Summary | None:
    if isinstance(value, np.ndarray):
        arrays.append(plain(value))
        return {"dtype": label_of(value), "shape": list(value.shape), "array": len(arrays) - 1}
    if isinstance(value, list):
        return {"list": [_whole(item, arrays) for item in value]}
    return value if value is None else _about(value)


_FLOATS = frozenset(dtype.label for dtype in DTYPES.values() if dtype.family in "fc")


class NonFiniteMarks:
    """The first shown step since which an output is non-finite, for each such output."""

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
