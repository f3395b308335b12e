"""How what two models compute of the same feed differs: a row for each output, largest first."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np

from blockloom.blocks.text.phrases import Phrase, join, phrase
from blockloom.blocks.values.dtypes import label_of, plain, shown

TOLERANCE = 1e-6    # of differences, relative to the largest value that there was
_CHUNK = 1_000_000  # elements that are subtracted in one go
# Kinds of differences in the order of a list; what is equal is VALUES with nothing in it.
SHAPE, VALUES, GONE, NEW = KINDS = ("shape", "values", "gone", "new")


class Difference(NamedTuple):
    """An output before and now. `at` is the text of its address on the page as it is now, or as it came where it is
    GONE. `was` and `now` are dtype and shape, such as `DT_FLOAT[2,10]`, "" for no value.

    Of VALUES, `largest` is the largest absolute difference of two elements, inf where only one of them is a number,
    found at the index `where`; `relative` is that by the largest absolute value that there was; and `differing` of `of`
    elements are not equal. Of texts both are the part of the elements that differ. `random` where it comes from an op
    that draws other numbers in each run, `begins` where everything that the block takes in is equal, `result` of what
    the page gives.
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

    @classmethod
    def read(cls, row: Any) -> Difference:
        """What a worker's message has of it."""
        made = cls(*row)
        return made._replace(where=tuple(made.where), largest=float(made.largest), relative=float(made.relative))

    def row(self) -> list[Any]:
        """For a message: JSON has no infinity."""
        return [str(value) if isinstance(value, float) else value for value in self]

    def as_json(self) -> dict[str, Any]:
        """For programs: numbers that JSON does not have as texts."""
        return self._asdict() | {key: value if math.isfinite(value) else str(value)
                                 for key, value in (("largest", self.largest), ("relative", self.relative))}

    def beyond(self, tolerance: float) -> bool:
        """Whether it is more than rounding."""
        return self.kind != VALUES or not self.relative <= tolerance

    @property
    def both(self) -> bool:
        """Whether both pages have it."""
        return self.kind in (SHAPE, VALUES)

    @property
    def cells(self) -> tuple[str, str, str, str]:
        """What a list shows: the relative difference, the absolute one, its place, and how many elements differ."""
        if self.kind != VALUES:
            return "", "", "", ""
        return (f"{self.relative:.3g}", f"{self.largest:.3g}", "".join(f"[{i}]" for i in self.where),
                f"{self.differing:,} / {self.of:,}")

    @property
    def said(self) -> Phrase:
        """What else there is to say of it."""
        if self.kind == GONE:
            return phrase("only in the model as it came")
        if self.kind == NEW:
            return phrase("only in the model as it is now")
        parts = [phrase("was {}, is {}", self.was or phrase("without a value"), self.now or phrase("without a value"))
                 ] if self.kind == SHAPE else []
        return join(", ", [*parts, *[phrase("begins here")] * self.begins, *[phrase("random numbers")] * self.random])


def largest_first(found: Iterable[Difference]) -> list[Difference]:
    """Other shapes, then values by how much they differ, then what is in one of the two only."""
    return sorted(found, key=lambda one: (KINDS.index(one.kind), -one.relative, one.random))


def describe(value: Any) -> str:
    """Dtype and shape of a result; "" for none."""
    if not isinstance(value, np.ndarray):
        return ""
    return shown(label_of(value)) + str(list(value.shape)).replace(" ", "")


def compared(at: str, was: Any, now: Any) -> Difference:
    """How much the array `now` differs from the array `was`; None is no value."""
    before, after = describe(was), describe(now)
    if before != after or not before:
        return Difference(at, SHAPE if before != after else VALUES, before, after)
    one, two = was.reshape(-1), now.reshape(-1)
    differing, largest, top, place = 0, 0.0, 0.0, 0
    for start in range(0, one.size, _CHUNK):
        a, b = one[start:start + _CHUNK], two[start:start + _CHUNK]
        if a.dtype == object:
            gap = (a != b).astype(np.float64)
        else:
            wide = np.complex128 if a.dtype.kind == "c" else np.float64
            a, b = plain(a).astype(wide), plain(b).astype(wide)
            with np.errstate(invalid="ignore", over="ignore"):
                gap = np.abs(b - a)
            gap[(a == b) | np.isnan(a) & np.isnan(b)] = 0.0
            gap[np.isnan(gap)] = np.inf     # one of them is no number
            top = max(top, float(np.abs(a[np.isfinite(a)]).max(initial=0.0)))
        differing += int(np.count_nonzero(gap))
        highest = int(gap.argmax())
        if gap[highest] > largest:
            largest, place = float(gap[highest]), start + highest
    if was.dtype == object:
        largest = relative = differing / max(one.size, 1)
    else:
        relative = largest / top if top else math.inf if largest else 0.0
    where = tuple(int(i) for i in np.unravel_index(place, was.shape)) if differing else ()
    return Difference(at, VALUES, before, after, largest, relative, where, differing, one.size)
