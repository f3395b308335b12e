"""Differences of the outputs of two models for the same feed: a row for each output, largest first."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np

from blockloom.blocks.text.phrases import Phrase, join, phrase
from blockloom.blocks.values.dtypes import dtype_text, label_of, plain

TOLERANCE = 1e-6  # tolerance of differences, relative to the largest former value
_CHUNK = 1_000_000  # elements that are subtracted at once
# Kinds of differences, in the order of lists. Equal outputs are VALUES without differing elements.
SHAPE, VALUES, GONE, NEW = KINDS = ("shape", "values", "gone", "new")


class OutputDifference(NamedTuple):
    """An output in two models, the original and the present one.

    `at` is its address as text, on the present page (on the original page, for GONE); `was` and `now` are dtype and
    shape, such as `DT_FLOAT[2,10]`, "" for no value. For VALUES, `largest` is the largest absolute difference of two
    elements, at the index `where`; `relative` is `largest` divided by the largest absolute value in `was`; `differing`
    of `of` elements are unequal (for strings, `largest` and `relative` are their share). `random`: its op generates new
    numbers in each run; `begins`: all inputs of its block are equal; `result`: it is an output of the page.
    """

    at: str
    kind: str
    was: str = ""
    now: str = ""
    largest: float = 0.0
    relative: float = 0.0
    where: tuple[int, ...] = ()
    differing: int = 0
    of: int = 0
    random: bool = False
    begins: bool = False
    result: bool = False

    def as_json(self) -> dict[str, Any]:
        """Return the difference as a JSON object for other programs; infinity and NaN as texts."""
        return self._asdict() | {
            key: value if math.isfinite(value) else str(value)
            for key, value in (("largest", self.largest), ("relative", self.relative))
        }

    def beyond(self, tolerance: float) -> bool:
        """Return whether the difference is more than rounding: another shape, or `relative` above `tolerance`."""
        return self.kind != VALUES or not self.relative <= tolerance

    @property
    def is_in_both(self) -> bool:
        """Return whether both models have the output."""
        return self.kind in (SHAPE, VALUES)

    @property
    def cells(self) -> tuple[str, str, str, str]:
        """The cells of its row in a list: relative and absolute difference, the place, and how many elements differ."""
        if self.kind != VALUES:
            return "", "", "", ""
        return (
            f"{self.relative:.3g}",
            f"{self.largest:.3g}",
            "".join(f"[{i}]" for i in self.where),
            f"{self.differing:,} / {self.of:,}",
        )

    @property
    def description(self) -> Phrase:
        """The difference in words: missing on one side, or its dtype and shape, and a possible explanation."""
        if self.kind == GONE:
            return phrase("only in the original model")
        if self.kind == NEW:
            return phrase("only in the present model")
        parts = (
            [phrase("was {}, is {}", self.was or phrase("without a value"), self.now or phrase("without a value"))]
            if self.kind == SHAPE
            else []
        )
        return join(", ", [*parts, *[phrase("begins here")] * self.begins, *[phrase("random numbers")] * self.random])


def largest_first(found: Iterable[OutputDifference]) -> list[OutputDifference]:
    """Return differences sorted: other shapes, then values by size, then outputs of one model only."""
    return sorted(found, key=lambda one: (KINDS.index(one.kind), -one.relative, one.random))


def describe(value: Any) -> str:
    """Return dtype and shape of a result, such as `DT_FLOAT[2,10]`; "" for anything but an array."""
    if not isinstance(value, np.ndarray):
        return ""
    return dtype_text(label_of(value)) + str(list(value.shape)).replace(" ", "")


def compare_arrays_at(at: str, was: Any, now: Any) -> OutputDifference:
    """Return the difference of the array `now` from the array `was`; None means no value."""
    before, after = describe(was), describe(now)
    if before != after or not before:
        return OutputDifference(at, SHAPE if before != after else VALUES, before, after)
    old, new = was.reshape(-1), now.reshape(-1)
    differing, largest, top, place = 0, 0.0, 0.0, 0
    for start in range(0, old.size, _CHUNK):
        a, b = old[start : start + _CHUNK], new[start : start + _CHUNK]
        if a.dtype == object:
            gap = (a != b).astype(np.float64)
        else:
            wide = np.complex128 if a.dtype.kind == "c" else np.float64
            a, b = plain(a).astype(wide), plain(b).astype(wide)
            with np.errstate(invalid="ignore", over="ignore"):
                gap = np.abs(b - a)
            gap[(a == b) | np.isnan(a) & np.isnan(b)] = 0.0
            gap[np.isnan(gap)] = np.inf  # one of the two is NaN
            top = max(top, float(np.abs(a[np.isfinite(a)]).max(initial=0.0)))
        differing += int(np.count_nonzero(gap))
        highest = int(gap.argmax())
        if gap[highest] > largest:
            largest, place = float(gap[highest]), start + highest
    if was.dtype == object:
        largest = relative = differing / max(old.size, 1)
    else:
        relative = largest / top if top else math.inf if largest else 0.0
    where = tuple(int(i) for i in np.unravel_index(place, was.shape)) if differing else ()
    return OutputDifference(at, VALUES, before, after, largest, relative, where, differing, old.size)
