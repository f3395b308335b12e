"""Queues with a defined order: first in, first out, or by priority."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import tensorflow as tf

from blockloom.blocks.catalogue.op_traits import traits_of
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
