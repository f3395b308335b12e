"""Copy results that are in buffers which TensorFlow overwrites.

A callable returns TensorFlow's own buffers. The buffer of a reference variable is overwritten by later steps, and any
op that forwards its input (Identity, Reshape, a Cast to the same dtype, a queue, a function ...) may return the same
buffer. Resource variables are copied on write, except by a few ops that write into any input.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from typing import Any

import numpy as np
import tensorflow as tf

from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.runtime.compile.program import Variable
from blockloom.runtime.resources.op_effects import definition_of

_SMALL = 4096  # copying fewer bytes is faster than comparing addresses


def writes_anywhere(graph: tf.Graph) -> bool:
    """Return whether an op of a graph or its functions overwrites any input, even a constant or a resource variable."""
    names = chain(
        (op.type for op in graph.get_operations()),
        (node.op for function in graph._functions.values() for node in definition_of(function).node_def),
    )
    return any(traits_of(name).writes_anywhere for name in names)


class ReferenceBuffers:
    """The buffers of a session's reference variables; all buffers if an op `writes_anywhere`.

    `fetch` returns, for tensor names, a callable that returns their arrays without copies.
    """

    def __init__(
        self,
        variables: Iterable[Variable],
        anywhere: bool,
        fetch: Callable[[list[str]], Callable[[], Sequence[np.ndarray]]],
    ):
        self.anywhere = anywhere
        # Strings are always copied.
        self._unsure = [v for v in variables if not v.key[1] and v.key[2] != "DT_STRING"]
        self._sure: list[Variable] = []
        self._fetch = fetch
        self._has: Any = None  # callable that reads whether each of `_unsure` is initialised
        self._values: Any = None  # callable that reads `_sure`

    def apart(self, values: Sequence[Any]) -> list[Any]:
        """Return fetched values, with copies of arrays in these buffers and of small arrays.

        Call it between steps.
        """
        if self.anywhere:
            return [value.copy() if isinstance(value, np.ndarray) else value for value in values]
        if not self._unsure and not self._sure:
            return list(values)
        copies: list[Any] = []
        spans: list[tuple[int, int]] | None = None
        for value in values:
            if isinstance(value, np.ndarray):
                if spans is None and value.nbytes > _SMALL:
                    spans = self._spans()
                if value.nbytes <= _SMALL or _overlaps(value, spans or []):
                    value = value.copy()
            copies.append(value)
        return copies

    def _spans(self) -> list[tuple[int, int]]:
        """Return the address ranges of the initialised variables, which do not move."""
        if self._unsure:
            self._has = self._has or self._fetch([v.is_initialized for v in self._unsure])
            has = self._has()
            if any(has):
                self._sure += [v for v, yes in zip(self._unsure, has) if yes]
                self._unsure = [v for v, yes in zip(self._unsure, has) if not yes]
                self._has, self._values = None, self._fetch([v.read for v in self._sure])
        return sorted(_span(value) for value in self._values() if isinstance(value, np.ndarray)) if self._sure else []


def _span(array: np.ndarray) -> tuple[int, int]:
    """Return the address range of an array; arrays of TensorFlow are contiguous."""
    start = begins_at(array)
    return start, start + array.nbytes


def begins_at(array: np.ndarray) -> int:
    """Return the address of the first byte of an array."""
    return int(array.__array_interface__["data"][0])


def _overlaps(value: np.ndarray, spans: list[tuple[int, int]]) -> bool:
    """Return whether an array overlaps one of the ranges, which are in order and disjoint."""
    start, end = _span(value)
    at = bisect_right(spans, (start, end))
    return any(one < end and start < other for one, other in spans[max(at - 1, 0) : at + 1])
