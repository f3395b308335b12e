"""Which output tells how the steps of a page go: what it minimises, or else the first number that a session fetches."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from blockloom.blocks.document.addresses import Address
from blockloom.runtime.compile.program import Program, Results, SessionProgram


class LossOutput(NamedTuple):
    """An output pin of a block."""

    at: Address  # an Address.owner
    pin: str

    @property
    def address(self) -> Address:
        """As one address."""
        return self.at._replace(pin=self.pin)


def loss_of(program: Program) -> LossOutput | None:
    """The output of a page that tells how its steps go; None where it has none that is one number."""
    training = [own for own in program.sessions if own.within is None]
    losses = [(own, name) for own in training for name in program.emitter.losses]
    asked = [(own, name) for own in training for name in own.fetched if name in own.asked]
    some = [*losses, *asked]
    ways = [(sure, state) for state in (False, True) for sure in (True, False)]  # what a variable holds is no loss
    return next((found for way in ways for own, name in some if (found := _output(program, own, name, *way))), None)


def number(results: Results, output: LossOutput) -> float | None:
    """The number that a step gave for an output; None where that is none."""
    value = results.get(output.at, {}).get(output.pin)
    if not isinstance(value, np.ndarray) or value.size != 1:
        return None
    try:
        return float(value.reshape(())[()])
    except (TypeError, ValueError, OverflowError):
        return math.nan


def _output(program: Program, own: SessionProgram, name: str, sure: bool, state: bool) -> LossOutput | None:
    """Where a tensor is shown that is one number, or else that may be one; of a ref variable, or else no such."""
    tensor = program.graph.get_tensor_by_name(name)
    if tensor.dtype._is_ref_dtype != state:
        return None
    count = tensor.shape.num_elements() if tensor.shape.rank is not None else None
    if not tensor.dtype.base_dtype.is_floating or count != (1 if sure else None):
        return None
    return next((LossOutput(at, pin) for at, pin, source in _shown(own) if source == name), None)


def _shown(own: SessionProgram) -> Iterator[tuple[Address, str, Any]]:
    return ((at, pin, source) for at, pins in own.shown.items() for pin, source in pins.items())
