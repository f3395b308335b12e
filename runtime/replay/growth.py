"""Steady growth of values from step to step before they become non-finite, as in diverging training."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.runtime.compile.graph_bodies import TensorRef
from blockloom.runtime.compile.program import SessionProgram, Variable
from blockloom.runtime.replay.inspected_step import CallTensor, InspectedStep, bits
from blockloom.runtime.replay.isolated_graph import node_of
from blockloom.runtime.replay.step_replayer import StepReplayer

LOOKED_BACK = 20_000  # most steps to replay
_BYTES = 1 << 32  # most bytes of values to read
_LEAST = 10  # fewest steps of steady growth
_TOTAL = 1e3  # least growth over all of these steps
_NEAR = 0.05  # largest relative deviation of the logarithm of the factor from step to step
_RATES = ("alpha", "lr")  # pins of optimizers for a learning rate


class Grown(NamedTuple):
    """A value that grew by about the same factor in each step from `first` to `last`.

    Attributes:
        variable: The variable; None for the tensor of the query.
        factor: The factor from step to step.
        first: The first step.
        last: The last step.
    """

    variable: Variable | None
    factor: float
    first: int
    last: int


def replay_backwards(
    replayer: StepReplayer,
    own: SessionProgram,
    names: Sequence[str],
    blocks: Sequence[str],
    step: int,
    measured: Callable[[Sequence[Any]], Any],
) -> Iterator[tuple[int, list[Any]]]:
    """Replay the steps before a step, segment by segment backwards, as far as they are recorded.

    Args:
        names: The tensors to fetch.
        blocks: The variables to read after each step.
        step: The step before which to begin.
        measured: Maps these values, with None for a variable that is not initialised, to the values to return.

    Yields:
        The first step of a segment, and the measured values of its steps.
    """
    least = step - LOOKED_BACK
    while step > max(least, 1):
        segment = next((one for one in replayer.past.segments if one.snapshot.step < step - 1 <= one.last_step), None)
        if segment is None:
            return
        replicas, _ = replayer.replicas_before(segment.snapshot.step + 1)
        found = list[Any]()
        for inputs in segment.inputs_until(step - 1):
            for session, replica in replicas.items():
                tape = inputs[session].tape() if session in inputs else {}
                if session != own.id:
                    replica.advance(tape)
                    continue
                if any(node_of(name) in replica.unknown(tape) for name in names):
                    return
                got = list(replica.advance(tape, names))
                held = replica.variables(blocks) if blocks else {}
                found.append(measured([*got, *map(held.get, blocks)]))
        step = segment.snapshot.step + 1
        yield step, found


def find_growth(
    replayer: StepReplayer, inspected: InspectedStep, tensor: TensorRef | None, variables: Sequence[Variable], step: int
) -> Grown | None:
    """Return the steady growth of a tensor, or otherwise of a variable, before a step, if any."""
    own = inspected.own
    name = inspected.graph.text(tensor) if tensor is not None else ""
    names = [name, *([own.alive[name]] if name in own.alive else [])] if name and name not in own.feeds else []
    blocks = [variable.block for variable in variables]

    def sizes(values: Sequence[Any]) -> np.ndarray:
        alive = not any(values[1 : len(names)])
        found = [_size(values[0]) if alive else np.nan] if names else []
        return np.array([*found, *map(_size, values[len(names) :])])

    size = sum(np.asarray(inspected.state[block]).nbytes for block in blocks if block in inspected.state)
    most = min(LOOKED_BACK, _BYTES // (size or 1))
    asked: list[Variable | None] = [*([None] if names else []), *variables]
    growth = _Growth(len(asked))
    for _, found in replay_backwards(replayer, own, names, blocks, step, sizes):
        if not all(growth.add(one) for one in reversed(found)) or growth.count >= most:
            break
    for column in growth.steady():
        count = int(growth.counts[column])
        return Grown(asked[column], growth.factor(column), step - 1 - count, step - 1)
    return None


class _Growth:
    """The growth of values, whose sizes are added from the last step backwards."""

    def __init__(self, columns: int):
        self._logs = list[np.ndarray]()
        self._goes_on = np.ones(columns, bool)
        self._rate = np.zeros(columns)  # logarithm of the factor of each column
        self.counts = np.zeros(columns, np.int64)  # number of steps of steady growth of each column

    @property
    def count(self) -> int:
        """The number of sizes."""
        return len(self._logs)

    def add(self, sizes: np.ndarray) -> bool:
        """Add the sizes in the preceding step; return False once no value grows steadily from there on."""
        with np.errstate(divide="ignore"):
            self._logs.append(np.log(sizes))
        with np.errstate(invalid="ignore"):
            if self.count == _LEAST + 1:
                rates = -np.diff(self._logs, axis=0)
                self._rate = np.median(rates, axis=0)
                self._goes_on = (self._rate > 0) & self._near(rates).all(0)
                self.counts[self._goes_on] = _LEAST
            elif self.count > _LEAST + 1:
                self._goes_on &= self._near(self._logs[-2] - self._logs[-1])
                self.counts += self._goes_on
        return bool(self._goes_on.any())

    def _near(self, rates: np.ndarray) -> np.ndarray:
        return np.abs(rates - self._rate) <= _NEAR * self._rate

    def steady(self) -> list[int]:
        """Return the columns of the values that have grown steadily, and by much."""
        return np.flatnonzero(self._rate * self.counts >= np.log(_TOTAL)).tolist()

    def factor(self, column: int) -> float:
        """Return the factor of a column from step to step."""
        count = self.counts[column]
        logs = [row[column] for row in self._logs[: count + 1]]
        return float(np.exp(np.median(-np.diff(logs))))


def _size(value: Any) -> float:
    """Return the largest magnitude in an array of numbers; NaN if it has no numbers or non-finite ones."""
    array = np.asarray(value)
    if value is None or array.dtype.hasobject or not array.size or bits(array):
        return np.nan
    wide = np.complex128 if np.iscomplexobj(array) else np.float64
    return float(np.abs(array.astype(wide)).max())


def learning_rates(inspected: InspectedStep, nodes: Iterable[str], variables: Sequence[Variable]) -> list[float]:
    """Return the distinct learning rates with which optimizers among some nodes train variables in a step."""
    body, refs = inspected.graph, dict[TensorRef, None]()
    blocks = {variable.block for variable in variables}
    for name in nodes:
        traits = traits_of(body.nodes[name].op)
        held = [inspected.variable(CallTensor((), ref)) for ref in body.handles(name)] if traits.trains else []
        if any(variable is not None and variable.block in blocks for variable in held):
            pins = zip(body.pins(name), body.inputs_of(name))
            refs.update((ref, None) for pin, ref in pins if pin in _RATES and pin in traits.hyperparameters)
    values = inspected.values((), list(refs))
    return sorted({float(np.asarray(value).astype(np.float64)) for value in values if np.size(value) == 1})
