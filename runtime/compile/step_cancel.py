"""Cancel one step while the session keeps its state (accumulators, queues, variables).

TensorFlow can only close a whole session, or fail a step. So every step of a session with ops that may block also waits
for a separate queue, which the step itself fills once none of these ops blocks any more. To cancel the step, another
thread puts a 1 there: an Assert fails, TensorFlow cancels the blocked ops, and the session continues.
"""

from __future__ import annotations

from collections.abc import Container, Iterable

import tensorflow as tf

from blockloom.blocks import walks
from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.runtime.compile.deadness import Deadness
from blockloom.runtime.compile.program import StepCancel

v1 = tf.compat.v1


def make_step_cancel(
    graph: tf.Graph, targets: Iterable[str], fed: Container[str], deadness: Deadness | None
) -> StepCancel | None:
    """Add ops to the default graph that cancel a step with the nodes `targets` and the tensors `fed`.

    Returns:
        None if no op blocks, or none can be cancelled.
    """
    ops = [op for op in reached(graph, targets, fed) if traits_of(op.type).waits_on_handle]
    if deadness is not None:  # an op that may be dead could prevent the end of the step
        ops = [op for op in ops if not deadness.op_may_die(op) and not deadness.op_in_loop(op)]
    if not ops:
        return None
    with v1.name_scope("end_of_step"):
        queue = v1.FIFOQueue(-1, [tf.int32], [[]])
        asked = queue.dequeue()
        check = v1.debugging.Assert(tf.equal(asked, 0), ["the step was ended"])
        with tf.control_dependencies(sorted(ops, key=lambda op: op.name)):
            release = queue.enqueue(0)
        return StepCancel([check.name, release.name], queue.enqueue(1).name, queue.size().name, asked.name)


def reached(graph: tf.Graph, targets: Iterable[str], fed: Container[str]) -> set[tf.Operation]:
    """Return the ops that run for `targets`, with the tensors `fed`."""

    def sources(op: tf.Operation) -> list[tf.Operation]:
        return [*(t.op for t in op.inputs if t.name not in fed), *op.control_inputs]

    return {*walks.reached(map(graph.get_operation_by_name, targets), sources)}
