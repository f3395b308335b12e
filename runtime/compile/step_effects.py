"""Find the state that an incomplete step may have changed: variables, queues, accumulators and others."""

from __future__ import annotations

from collections.abc import Iterable

import tensorflow as tf

from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.walks import reached
from blockloom.runtime.compile.program import Program, SessionProgram
from blockloom.runtime.resources.op_effects import acts, makers, writes


def written_blocks(program: Program, session: SessionProgram, failed: tf.Operation | None = None) -> set[str]:
    """Return the blocks (addresses as text) whose state a step of a session may change.

    Ops that depend on the op that `failed` did not run, and are excluded.
    """
    spared = dependents(failed) if failed is not None else set()
    graph, blocks, seen = program.graph, set(), set()
    keep = set(program.address_texts((*(v.block for v in session.variables if not v.counts), *session.stateful)))
    todo = [graph.get_operation_by_name(name) for name in session.targets]
    todo += [graph.get_tensor_by_name(name).op for name in session.fetched]
    while todo:
        op = todo.pop()
        if op in seen:
            continue
        seen.add(op)
        todo += [*(tensor.op for tensor in op.inputs), *op.control_inputs]
        if op in spared:
            continue
        changed = [op] if traits_of(op.type).staging else [maker for handle in writes(op) for maker in makers(handle)]
        for maker in changed:
            place = program.place(maker.name)
            told = str(place.owner_on(program.page)) if place is not None else ""
            if told and (told in keep or maker is op):
                blocks.add(told)
    return blocks


def dependents(op: tf.Operation) -> set[tf.Operation]:
    """Return an op and all ops that depend on it."""

    def users(one: tf.Operation) -> list[tf.Operation]:
        return [*(user for tensor in one.outputs for user in tensor.consumers()), *one._control_outputs]

    return {*reached([op], users)}


def changes(ops: Iterable[tf.Operation]) -> set[tf.Operation] | None:
    """Return the ops whose resources these ops can change; None if one has another effect."""
    found = set()
    for op in ops:
        traits = traits_of(op.type)
        written_to = list(writes(op))
        found |= {maker for handle in written_to for maker in makers(handle)}
        if acts(op) and not (written_to or traits.inert or traits.dataset or traits.only_tells):
            return None
    return found
