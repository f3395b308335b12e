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
from blockloom.blocks.values.dtypes import fetched_array
from blockloom.runtime.resources.resource import (
    CapturedResource,
    Resource,
    SessionRunner,
    UnrestorableError,
    attrs_of,
    raw,
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


_OPAQUE = (tf.resource, tf.variant)


class Elements(NamedTuple):
    """Elements of a queue, the first in front.

    Attributes:
        count: number of elements.
        stacked: the components of all elements, each as one array; [] if they cannot be stacked.
        single: otherwise the components of each element.
        is_closed: whether the queue accepts no more elements.
    """

    count: int  # type: ignore[assignment]   # hides the method of tuples
    stacked: list[np.ndarray]
    single: list[list[np.ndarray]]
    is_closed: bool


class Queue(Resource):
    """FIFO or priority queue."""

    emptied = True

    def __init__(self, blocks: tuple[str, ...], op: tf.Operation):
        super().__init__(blocks, op)
        handle = op.outputs[0]
        dtypes = [tf.as_dtype(d) for d in op.get_attr("component_types")]
        shapes = [tf.TensorShape(s) for s in op.get_attr("shapes")]
        self.by_priority = traits_of(op.type).handed == "priority"
        if self.by_priority:
            dtypes, shapes = [tf.int64, *dtypes], [tf.TensorShape([]), *shapes]
        self.dtypes, self.capacity = dtypes, op.get_attr("capacity")
        # TensorFlow would pad elements whose shapes are not fully known, and cannot stack all dtypes.
        known = len(shapes) == len(dtypes) and all(shape.is_fully_defined() for shape in shapes)
        self.stacks = known and all(np.dtype(dtype.as_numpy_dtype).kind in "biufcO" for dtype in dtypes)
        with self.adding():
            self.size = raw("QueueSize", op)(handle=handle).name
            self.is_closed = raw("QueueIsClosed", op)(handle=handle).name
            self.close = raw("QueueClose", op)(handle=handle).name
            self.fed = [v1.placeholder(dtype, None, "fed") for dtype in dtypes]
            self.enqueue = raw("QueueEnqueue", op)(handle=handle, components=self.fed).name
            self.dequeue = [t.name for t in raw("QueueDequeue", op)(handle=handle, component_types=dtypes)]
            if self.stacks:
                self.many = v1.placeholder(tf.int32, [], "many").name
                self.enqueue_many = raw("QueueEnqueueMany", op)(handle=handle, components=self.fed).name
                many = self.op.graph.get_tensor_by_name(self.many)
                taken = raw("QueueDequeueMany", op)(handle=handle, n=many, component_types=dtypes)
                self.dequeue_many = [t.name for t in taken]
        self.names = [t.name for t in self.fed]

    @property
    def key(self) -> Any:
        return None if set(self.dtypes) & set(_OPAQUE) else attrs_of(self.op, "component_types", "shapes")

    def accepts(self, held: CapturedResource) -> bool:
        return super().accepts(held) and (self.capacity < 0 or held.content.count <= self.capacity)

    def capture(self, calls: SessionRunner, ends: bool) -> CapturedResource:
        count, closed = (int(n) for n in calls.fetch(self.size, self.is_closed))
        if count and (self.key is None or closed and not ends):
            raise UnrestorableError
        content = self._elements(calls, count)._replace(is_closed=bool(closed))
        if self.by_priority and not _has_distinct_priorities(content):
            if not ends:
                self._fill(calls, content)
            raise UnrestorableError  # the order of equal priorities depends on all earlier elements
        return CapturedResource(self.key, content, not count and not closed)

    def _elements(self, calls: SessionRunner, count: int) -> Elements:
        if not count:
            return Elements(0, [], [], False)
        if self.stacks:
            components = calls.function(self.dequeue_many, (), (self.many,))(np.array(count, np.int32))
            return Elements(count, list(map(fetched_array, components)), [], False)
        dequeue = calls.function(self.dequeue, (), ())
        return Elements(count, [], [list(map(fetched_array, dequeue())) for _ in range(count)], False)

    def restore(self, calls: SessionRunner, content: Elements) -> None:
        count, closed = (int(n) for n in calls.fetch(self.size, self.is_closed))
        if closed and not (content.is_closed and content.count == count == 0):
            raise UnrestorableError
        self._elements(calls, count)
        self._fill(calls, content)
        if content.is_closed and not closed:
            calls.run(self.close)

    def _fill(self, calls: SessionRunner, content: Elements) -> None:
        if content.stacked:
            calls.run(self.enqueue_many, dict(zip(self.names, content.stacked)))
        enqueue = calls.function((), (self.enqueue,), self.names)
        for element in content.single:
            enqueue(*element)


def _has_distinct_priorities(content: Elements) -> bool:
    """Return whether no two elements have the same priority."""
    first = content.stacked[0] if content.stacked else [element[0][()] for element in content.single]
    return len(set(np.asarray(first).tolist())) == content.count
