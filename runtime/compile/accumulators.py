"""What accumulators hold, taken out of one session and put into the next: gradients survive an edit.

TensorFlow only gives the average of what is there, and takes it out. So this is done once no step is under way, right
before the session ends. The number of gradients and the global step go along: `count` gradients whose sum is that of
the original ones, and whatever was too old stays too old.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import numpy as np
import tensorflow as tf

from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.catalogue.resource_kinds import ACCUMULATORS
from blockloom.blocks.document.addresses import address
from blockloom.blocks.problems import Problem, problem
from blockloom.blocks.values.handle_kinds import SPARSE
from blockloom.blocks.values.shapes import shown
from blockloom.runtime.compile.emitter import Emitter
from blockloom.runtime.compile.program import Accumulator

v1 = tf.compat.v1


class Held(NamedTuple):
    """The content of an accumulator: `gradient` is the sum of `count` gradients, [] for none."""

    key: tuple[Any, ...]
    step: int
    count: int  # type: ignore[assignment]   # tuples have a method of this name, which nobody calls
    gradient: list[np.ndarray]


def accumulators(graph: tf.Graph, made_by: Iterable[tuple[str, str]]) -> list[Accumulator]:
    """Add the ops that move content of accumulators to the graph, which is the default one; `made_by` are (block,
    node)."""
    shared: dict[tuple[str, bytes, bytes], list[tuple[str, tf.Operation]]] = {}
    for block, node in made_by:
        op = graph.get_operation_by_name(node)
        if traits_of(op.type).makes in ACCUMULATORS:
            name = op.get_attr("shared_name") or node.encode()
            shared.setdefault((op.type, op.get_attr("container"), name), []).append((block, op))
    return [_make(tuple(b for b, _ in group), group[0][1]) for group in shared.values()]


def misfits(emitter: Emitter, blocks: Iterable[str] | None = None) -> Iterator[Problem]:
    """Problems of gradients whose shape differs from their accumulator's, which TensorFlow finds only in a run.
    `blocks` are those to look at, None: all."""
    have = emitter.page.blocks
    for block in have.values() if blocks is None else map(have.__getitem__, blocks):
        traits = traits_of(block.type)
        if traits.gradients != "apply" or SPARSE in traits.takes["handle"] or block.id in emitter.left_out:
            continue
        try:
            op = emitter.graph.get_operation_by_name(emitter.name(block.id))
        except KeyError:
            continue  # it is not there yet
        maker, gradient = op.inputs[0].op, op.inputs[2].shape
        holds = tf.TensorShape(maker.get_attr("shape") if traits_of(maker.type).makes in ACCUMULATORS else None)
        if not holds.is_compatible_with(gradient):
            name = emitter.place(maker.name).block
            yield problem(
                "refused:accumulator-shape",
                address(emitter.page.name, block.id, "gradient"),
                gradient=shown(gradient.as_list()),
                maker=name,
                holds=shown(holds.as_list()),
            )


def _make(blocks: tuple[str, ...], op: tf.Operation) -> Accumulator:
    kind, dtype = ACCUMULATORS[traits_of(op.type).makes], op.get_attr("dtype")
    handle, raw = op.outputs[0], tf.raw_ops
    with v1.name_scope(f"{op.name}/kept/"), tf.control_dependencies(None), tf.device(op.device or None):
        step, need = v1.placeholder(tf.int64, [], "step"), v1.placeholder(tf.int32, [], "need")
        value = v1.placeholder(dtype, None, "value")
        prefix = "Resource" if kind == "Resource" else ""
        count = getattr(raw, f"{prefix}AccumulatorNumAccumulated")(handle=handle)
        set_step = getattr(raw, f"{prefix}AccumulatorSetGlobalStep")(handle=handle, new_global_step=step)
        took = getattr(raw, f"{kind}AccumulatorTakeGradient")(handle=handle, num_required=need, dtype=dtype)
        if kind == "Sparse":
            indices = v1.placeholder(tf.int64, [None], "indices")
            apply = raw.SparseAccumulatorApplyGradient(
                handle=handle,
                local_step=step,
                gradient_indices=indices,
                gradient_values=value,
                gradient_shape=np.zeros(0, np.int64),
                has_known_shape=False,
            )
            return Accumulator(
                blocks,
                _key(op),
                handle.name,
                count.name,
                need.name,
                [took.indices.name, took.values.name],
                set_step.name,
                step.name,
                apply.name,
                [indices.name, value.name],
            )
        apply = getattr(raw, f"{kind}AccumulatorApplyGradient")(handle=handle, local_step=step, gradient=value)
    return Accumulator(
        blocks,
        _key(op),
        handle.name,
        count.name,
        need.name,
        [took.name],
        set_step.name,
        step.name,
        apply.name,
        [value.name],
    )


def _key(op: tf.Operation) -> tuple[Any, ...]:
    shape = op.get_attr("shape")
    return (
        op.type,
        op.get_attr("dtype").name,
        None if shape.unknown_rank else tuple(d.size for d in shape.dim),
        op.get_attr("reduction_type"),
    )


def take_out(session: tf.compat.v1.Session, known: Accumulator) -> Held | None:
    """Take the content out of an accumulator, which cannot be used afterwards. None where it cannot be restored: means
    of several sparse gradients, sparse gradients without a shape."""
    kind, _, shape, reduction = known.key
    sparse, mean = traits_of(kind).makes == SPARSE, reduction == b"MEAN"
    count = int(session.run(known.count))
    if sparse and (shape is None or -1 in shape or (mean and count > 1)):
        return None
    gradient: list[np.ndarray] = []
    if count:
        gradient = session.run(known.take, {known.need: count})
        if mean and not sparse:
            gradient = [gradient[0] * np.asarray(count, gradient[0].dtype)]
    step = _find_step(session, known, gradient[-1].shape if gradient else tuple(max(d, 1) for d in shape or ()))
    return Held(known.key, step - bool(count), count, gradient)  # taking the gradients counted the step up


def _find_step(session: tf.compat.v1.Session, known: Accumulator, shape: tuple[int, ...]) -> int:
    """The accumulator's global step: the least local_step that it accepts. No op tells it."""
    sofar = 0

    def accepts(step: int) -> bool:
        nonlocal sofar
        session.run(known.apply, {known.step: step, **_nothing(session, known, shape)})
        before, sofar = sofar, int(session.run(known.count))
        return sofar > before

    if accepts(0):
        return 0
    old, new = 0, 1
    while not accepts(new):
        old, new = new, 2 * new
    while new - old > 1:
        middle = (old + new) // 2
        old, new = (old, middle) if accepts(middle) else (middle, new)
    return new


def _nothing(session: tf.compat.v1.Session, known: Accumulator, shape: tuple[int, ...]) -> dict[str, np.ndarray]:
    """A gradient that changes no sum."""
    value = known.gradient[-1]
    dtype = session.graph.get_tensor_by_name(value).dtype.as_numpy_dtype
    if len(known.gradient) == 1:
        return {value: np.zeros(shape, dtype)}
    return {known.gradient[0]: np.zeros(0, np.int64), value: np.zeros((0, *shape[1:]), dtype)}


def put_back(session: tf.compat.v1.Session, known: Accumulator, held: Held) -> None:
    """Fill an accumulator of a new session."""
    session.run(known.set_step, {known.step: held.step})
    if held.count:
        session.run(known.apply, {known.step: held.step, **dict(zip(known.gradient, held.gradient))})
    for _ in range(held.count - 1):
        session.run(known.apply, {known.step: held.step, **_nothing(session, known, held.gradient[-1].shape)})
