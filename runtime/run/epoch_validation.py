"""Validate epochs of a run: history, early stopping, and the best variables; check that epochs end."""

from __future__ import annotations

import operator
from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

import numpy as np
import tensorflow as tf

from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.document.addresses import Address, inside
from blockloom.blocks.problems import Problem, make_problem
from blockloom.blocks.text.phrases import phrase
from blockloom.runtime.compile.program import Program, Results, ValidationPlan, reached
from blockloom.runtime.run.variable_state import KeptVariable


class EpochHistory:
    """Metrics of the epochs since the last reset: a row for each epoch, with the names in `columns`."""

    def __init__(self) -> None:
        self.columns: list[str] = []
        self.rows: list[list[float]] = []

    def add(self, numbers: Mapping[str, float]) -> None:
        """Add a row. If its metrics have other names than the last row, the history is cleared first."""
        if list(numbers) != self.columns:
            self.columns, self.rows = list(numbers), []
        self.rows.append(list(numbers.values()))

    def results(self, session: str) -> Results:
        """Return the results of the Validation block with this id."""
        if not self.rows:
            return {}
        names = np.array([name.encode() for name in self.columns], object)
        return {inside("", session): {"history": np.array(self.rows, np.float64), "columns": names}}


class EarlyStopping:
    """State of early stopping in a run of validated epochs.

    Attributes:
        plan: the options of the Validation block.
        epochs: the number of validated epochs.
        best: the number of the best epoch in this run, from 1; 0 for none.
        best_variables: the variables after the best epoch.
        kept_after: the step after which these were read.
        metrics: the metrics, epoch by epoch.
    """

    def __init__(self, plan: ValidationPlan, page: str):
        self.plan, self._page = plan, page
        self.epochs = self.best = 0
        self.best_variables: dict[str, KeptVariable] = {}
        self.kept_after = 0  # step after which `best_variables` were copied
        self.metrics: list[dict[str, float]] = []  # metrics of each epoch
        self._least: float | None = None  # the best value of the monitor
        self._trained: dict[str, float] = {}

    def trained(self, results: Results) -> None:
        """Record the metrics of the last training step of an epoch."""
        self._trained = self._numbers(results)

    def validated(self, results: Results, history: EpochHistory) -> bool:
        """Record the metrics of the last validation step; return whether the monitor is the best so far."""
        now = self._numbers(results)
        names = [name for name, *_ in self.plan.reported]
        both = (("training", self._trained), ("validation", now))
        row = {f"{name} {when}": found[name] for name in names for when, found in both if name in found}
        history.add(row)
        self.metrics.append(row)
        self.epochs += 1
        if self.plan.monitor is None:
            return False
        value = _number(results, *self.plan.monitor)
        better = operator.gt if self.plan.higher else operator.lt
        if value is None or not (better(value, self._least) if self._least is not None else value == value):
            return False
        self._least, self.best = value, self.epochs
        return True

    @property
    def enough(self) -> bool:
        """True if early stopping applies: no improvement for `patience` epochs."""
        return 0 < self.plan.patience <= self.epochs - self.best and self.plan.monitor is not None

    def final_metrics(self, is_restored: bool) -> list[tuple[str, float | None, float | None]]:
        """Return name, training and validation value of each metric.

        Args:
            is_restored: whether the variables of the best epoch are restored; the values are then of that epoch.
        """
        if not self.metrics:
            return []
        row = self.metrics[self.best - 1 if is_restored and self.best else -1]
        found = ((name, row.get(f"{name} training"), row.get(f"{name} validation")) for name, *_ in self.plan.reported)
        return [metric for metric in found if metric[1:] != (None, None)]

    def fault(self, results: Results) -> Problem | None:
        """Return the problem of a monitor that is not a real number."""
        if self.plan.monitor is None or _number(results, *self.plan.monitor) is not None:
            return None
        at, pin = self.plan.monitor
        value = results.get(at, {}).get(pin)
        shape = str(list(value.shape)) if isinstance(value, np.ndarray) else ""
        return make_problem("bad-monitor", Address(self._page, self.plan.session, "monitor"), shape=shape)

    def _numbers(self, results: Results) -> dict[str, float]:
        found = ((name, _number(results, at, pin)) for name, at, pin in self.plan.reported)
        return {name: number for name, number in found if number is not None}


class RunProgress(NamedTuple):
    """Progress of a run that continues in another run.

    Attributes:
        epochs: the number of finished epochs.
        steps: the number of steps in the current epoch.
        mean: mean seconds of an epoch.
        fit: the state of early stopping.
    """

    epochs: int = 0
    steps: int = 0
    mean: float = 0.0
    fit: EarlyStopping | None = None


def _number(results: Results, at: Address, pin: str) -> float | None:
    """Return a result that is a single real number; None for any other."""
    value: Any = results.get(at, {}).get(pin)
    return float(value) if isinstance(value, np.ndarray) and not value.ndim and value.dtype.kind in "fiub" else None


def check_data(program: Program) -> None:
    """Raise RuntimeError if epochs, or their validation, would never end."""

    def ends(ops: Collection[tf.Operation]) -> bool:
        iterates = any(traits_of(op.type).family == "iterator" for op in ops)
        return iterates or any(own.takes_queued(op) for own in program.sessions if own.runners for op in ops)

    if not ends(program.graph.get_operations()):
        raise RuntimeError(
            phrase("the page has no iterator or queue runner whose data ends an epoch: add one, or run steps instead")
        )
    for own in program.sessions:
        run = [*own.targets, *(name.rpartition(":")[0] for name in own.fetched)]
        if own.within is not None and not ends(reached(program.graph, run, own.feeds)):
            raise RuntimeError(
                phrase(
                    "the validation {} never ends, since its fetches read no data: fetch an output of an iterator",
                    own.id,
                )
            )
