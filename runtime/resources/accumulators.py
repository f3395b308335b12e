"""Accumulators of gradients.

TensorFlow can only remove the gradients and return their average. So the number of gradients and the global step are
captured, too: the restored `count` gradients have the same sum, and gradients that were too old stay too old.

Division by a power of two is exact. To capture a mean, gradients of -0.0, which change no sum, fill the count up to a
power of two. The number of sparse gradients per row is unknown, so means of several sparse gradients are not
restorable.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import tensorflow as tf

from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.catalogue.resource_kinds import ACCUMULATORS
from blockloom.runtime.resources.resource import (
    CapturedResource,
    Resource,
    SessionRunner,
    UnrestorableError,
    attrs_of,
    v1,
)

_NEVER_OLD = 2**63 - 1  # a local step that an accumulator always accepts
Arrays = list[np.ndarray]


class Gradients(NamedTuple):
    """Content of an accumulator.

    Attributes:
        step: the smallest local_step that the accumulator accepts.
        count: number of gradients.
        gradient: sum of the gradients: [] for none, [value] or [indices, values].
    """

    step: int
    count: int  # type: ignore[assignment]   # hides the method of tuples
    gradient: Arrays


class Accumulator(Resource):
    """Dense or sparse accumulator.

    `global_step` is the smallest local step that the accumulator of the open session accepts, None if unknown. The
    session counts it, because no op returns it.
    """

    emptied = True
    global_step: int | None = 0

    def __init__(self, blocks: tuple[str, ...], op: tf.Operation):
        super().__init__(blocks, op)
        kind, dtype = ACCUMULATORS[traits_of(op.type).makes], op.get_attr("dtype")
        handle, raw = op.outputs[0], tf.raw_ops
        self.sparse, self.dtype = kind == "Sparse", tf.as_dtype(dtype).as_numpy_dtype
        self.mean = op.get_attr("reduction_type") == b"MEAN"
        shape = op.get_attr("shape")
        self.shape = None if shape.unknown_rank else tuple(d.size for d in shape.dim)
        with self.adding():
            step, need = v1.placeholder(tf.int64, [], "step"), v1.placeholder(tf.int32, [], "need")
            value = v1.placeholder(dtype, None, "value")
            prefix = "Resource" if kind == "Resource" else ""
            self.count = getattr(raw, f"{prefix}AccumulatorNumAccumulated")(handle=handle).name
            set_step = getattr(raw, f"{prefix}AccumulatorSetGlobalStep")(handle=handle, new_global_step=step)
            took = getattr(raw, f"{kind}AccumulatorTakeGradient")(handle=handle, num_required=need, dtype=dtype)
            if self.sparse:
                indices = v1.placeholder(tf.int64, [None], "indices")
                apply = raw.SparseAccumulatorApplyGradient(
                    handle=handle,
                    local_step=step,
                    gradient_indices=indices,
                    gradient_values=value,
                    gradient_shape=np.zeros(0, np.int64),
                    has_known_shape=False,
                )
                self.took, self.fed = [took.indices.name, took.values.name], [indices.name, value.name]
            else:
                apply = getattr(raw, f"{kind}AccumulatorApplyGradient")(handle=handle, local_step=step, gradient=value)
                self.took, self.fed = [took.name], [value.name]
        self.step, self.need, self.set_step, self.apply = step.name, need.name, set_step.name, apply.name

    @property
    def key(self) -> Any:
        return attrs_of(self.op, "dtype", "shape", "reduction_type")

    def capture(self, calls: SessionRunner, ends: bool) -> CapturedResource:
        count = int(calls.fetch(self.count)[0])
        unknown = self.shape is None or -1 in self.shape
        if self.mean and (self.sparse and count > 1 or unknown and count & (count - 1)):
            raise UnrestorableError
        gradient = self._remove_sum(calls, count) if count else []
        step = self._find_step(calls, gradient[-1].shape if gradient else tuple(max(d, 1) for d in self.shape or ()))
        step -= bool(count)  # taking the gradients has incremented the step
        content = Gradients(step, count, gradient)
        if not ends:
            self._empty(calls)
        return CapturedResource(self.key, content, not count and not step)

    def _remove_sum(self, calls: SessionRunner, count: int) -> Arrays:
        """Remove the gradients and return their sum."""
        if self.sparse or not self.mean:
            return self._take(calls, count)
        divisor = 1 << (count - 1).bit_length()
        for _ in range(divisor - count):
            self._apply(calls, _NEVER_OLD, self._neutral_gradient(self.shape or ()))
        (mean,) = self._take(calls, divisor)
        return [mean * np.asarray(divisor, mean.dtype)]

    def _take(self, calls: SessionRunner, count: int) -> Arrays:
        return list(calls.function(self.took, (), (self.need,))(np.array(count, np.int32)))

    def _empty(self, calls: SessionRunner) -> None:
        count = int(calls.fetch(self.count)[0])
        if count:
            self._take(calls, count)

    def _apply(self, calls: SessionRunner, step: int, gradient: Arrays) -> None:
        calls.run(self.apply, {self.step: np.array(step, np.int64), **dict(zip(self.fed, gradient))})

    def _find_step(self, calls: SessionRunner, shape: tuple[int, ...]) -> int:
        """Return the accumulator's global step: the smallest local_step that it accepts. No op returns it."""
        accepted = 0

        def accepts(step: int) -> bool:
            nonlocal accepted
            self._apply(calls, step, self._neutral_gradient(shape))
            before, accepted = accepted, int(calls.fetch(self.count)[0])
            return accepted > before

        if accepts(0):
            return 0
        old, new = 0, 1
        while not accepts(new):
            old, new = new, 2 * new
        while new - old > 1:
            middle = (old + new) // 2
            old, new = (old, middle) if accepts(middle) else (middle, new)
        return new

    def _neutral_gradient(self, shape: tuple[int, ...]) -> Arrays:
        """Return a gradient that does not change the sum."""
        if not self.sparse:
            return [-np.zeros(shape, self.dtype)]
        return [np.zeros(0, np.int64), np.zeros((0, *shape[1:]), self.dtype)]

    def restore(self, calls: SessionRunner, content: Gradients) -> None:
        self._empty(calls)
        calls.run(self.set_step, {self.step: np.array(content.step, np.int64)})
        self.global_step = content.step
        if content.count:
            self._apply(calls, content.step, content.gradient)
        for _ in range(content.count - 1):
            self._apply(calls, content.step, self._neutral_gradient(content.gradient[-1].shape))
