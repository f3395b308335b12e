"""Find the loss of a page: the output that it minimises, or else the first number that a session fetches."""

from __future__ import annotations

import math
from array import array
from bisect import bisect_right
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from blockloom.blocks.document.addresses import Address
from blockloom.runtime.compile.program import Program, Results, SessionProgram


class LossOutput(NamedTuple):
    """An output pin of a block."""

    block: Address  # an `Address.owner`
    pin: str

    @property
    def address(self) -> Address:
        """The address of the pin."""
        return self.block._replace(pin=self.pin)


def loss_of(program: Program) -> LossOutput | None:
    """Return the loss of a page; None if no output is a single number."""
    training = [own for own in program.sessions if own.within is None]
    losses = [(own, made.loss) for own in training for made in program.emitter.expansions.values() if made.loss]
    asked = [(own, name) for own in training for name in own.fetched if name in own.requested]
    some = [*losses, *asked]
    # Prefer outputs that are not reference variables, and among these such as are certainly single numbers.
    ways = [(sure, state) for state in (False, True) for sure in (True, False)]
    return next((found for way in ways for own, name in some if (found := _output(program, own, name, *way))), None)


def number(results: Results, output: LossOutput) -> float | None:
    """Return the value of an output as a number: NaN if it is not one, None without a single value."""
    value = results.get(output.block, {}).get(output.pin)
    if not isinstance(value, np.ndarray) or value.size != 1:
        return None
    try:
        return float(value.reshape(())[()])
    except (TypeError, ValueError, OverflowError):
        return math.nan


def _output(program: Program, own: SessionProgram, name: str, sure: bool, state: bool) -> LossOutput | None:
    """Return the output that shows a tensor, None unless the tensor is a single float.

    With `sure` False, the shape must be unknown instead; with `state`, the tensor must be a reference variable.
    """
    tensor = program.graph.get_tensor_by_name(name)
    if tensor.dtype._is_ref_dtype != state:
        return None
    count = tensor.shape.num_elements() if tensor.shape.rank is not None else None
    if not tensor.dtype.base_dtype.is_floating or count != (1 if sure else None):
        return None
    return next((LossOutput(at, pin) for at, pin, source in _shown(own) if source == name), None)


def _shown(own: SessionProgram) -> Iterator[tuple[Address, str, Any]]:
    return ((at, pin, source) for at, pins in own.sources.items() for pin, source in pins.items())


MOST = 1 << 17  # most recorded steps; a longer run keeps every second step, then every fourth, and so on


class LossSeries:
    """`steps` with their `values`, and the steps with non-finite values, `bad`, in order.

    A step may be in `bad` only.
    """

    def __init__(self) -> None:
        self.steps, self.values, self.bad = array("q"), array("d"), array("q")
        self._every = 1

    def add(self, step: int, value: float) -> None:
        """Add the loss of a step."""
        if not math.isfinite(value):
            self.mark(step)
        if step % self._every:
            return
        self.steps.append(step)
        self.values.append(value)
        if len(self.steps) > MOST:
            self._every *= 2
            keep = [n for n, one in enumerate(self.steps) if not one % self._every]
            self.steps = array("q", [self.steps[n] for n in keep])
            self.values = array("d", [self.values[n] for n in keep])

    def mark(self, step: int) -> None:
        """Record that a step showed a non-finite value."""
        if (not self.bad or self.bad[-1] < step) and len(self.bad) < MOST:
            self.bad.append(step)

    def truncate(self, step: int) -> None:
        """Discard all steps after `step`."""
        self.steps = self.steps[: bisect_right(self.steps, step)]
        self.values = self.values[: len(self.steps)]
        self.bad = self.bad[: bisect_right(self.bad, step)]
