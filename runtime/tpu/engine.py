"""The replacement of a TPU in TensorFlow ops: variables for tables and slots, a queue of batches, lookups and updates.

An activation row is the sum of weight * embedding over its lookups; combiners are in the weights already. The update of
a table sums the gradients of equal ids and then changes each of these rows once.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any, NamedTuple

import tensorflow as tf

from blockloom.blocks.plan.plan_nodes import VariableKey
from blockloom.runtime.compile.emitter import Emitter
from blockloom.runtime.compile.program import Probe, Variable
from blockloom.runtime.tpu.config import Embedding

CAPACITY = 32  # most batches that wait for their lookup


class Lookups(NamedTuple):
    """The lookups of one output: activation row, id and weight of each; int32, int32, float32."""

    rows: tf.Tensor
    ids: tf.Tensor
    weights: tf.Tensor


class DequeuedBatch(NamedTuple):
    """One dequeued batch: its lookups and its activations for each output."""

    lookups: list[Lookups]
    activations: list[tf.Tensor]


class Engine:
    """The embedding tables of a page while it is compiled, with variables that are created on first use."""

    def __init__(self, emitter: Emitter, tpu: Embedding):
        self.emitter, self.tpu = emitter, tpu
        self.variables: list[Variable] = []
        self.batches: dict[str, DequeuedBatch] = {}  # op whose variant output represents a batch -> the batch
        self._handles: dict[tuple[int, str], tf.Tensor] = {}
        self._loaded: dict[tuple[int, str], list[tuple[range, tf.Tensor]]] = {}
        self._queue: tf.Tensor | None = None
        self._unnamed: DequeuedBatch | None = None

    def handle(self, table: int, slot: str) -> tf.Tensor:
        """Return the handle of a table's `parameters`, or of one of its slots."""
        if (table, slot) not in self._handles:
            with _apart(f"tpu_embedding/{table}_{slot}"):
                self._handles[table, slot] = tf.raw_ops.VarHandleOp(
                    dtype=tf.float32,
                    shape=self._shape(table),
                    shared_name=f"tpu_embedding/{self.tpu.name(table)}/{slot}",
                )
        return self._handles[table, slot]

    def _shape(self, table: int) -> list[int]:
        return [self.tpu.tables[table].vocabulary_size, self.tpu.tables[table].dimension]

    def slots(self, table: int) -> tuple[str, ...]:
        """Return the names of a table's variables: `parameters` and the optimizer's slots."""
        return ("parameters", *self.tpu.rule(table).slots)

    def load(self, table: int, slot: str, rows: range, value: tf.Tensor) -> None:
        """Set the initial value of these rows."""
        self.handle(table, slot)
        self._loaded.setdefault((table, slot), []).append((rows, value))

    def read(self, table: int, slot: str, rows: range, name: str) -> tf.Tensor:
        """Return the values of these rows, as a tensor with a name."""
        value = tf.raw_ops.ReadVariableOp(resource=self.handle(table, slot), dtype=tf.float32)
        whole = len(rows) == self.tpu.tables[table].vocabulary_size
        return tf.identity(value if whole else value[rows.start : rows.stop : rows.step], name)

    def finish(self) -> list[int]:
        """Create the ops that initialise, restore and read variables; return tables without initial values."""
        for (table, slot), handle in self._handles.items():
            shape = self._shape(table)
            with _apart(f"tpu_embedding/{table}_{slot}"):
                initial = self._initial(table, slot, shape)
                init = tf.raw_ops.AssignVariableOp(resource=handle, value=initial, name="init")
                feed = tf.compat.v1.placeholder(tf.float32, shape, "restore_value")
                restore = tf.raw_ops.AssignVariableOp(resource=handle, value=feed, name="restore")
                read = tf.raw_ops.ReadVariableOp(resource=handle, dtype=tf.float32, name="read")
                is_there = tf.raw_ops.VarIsInitializedOp(resource=handle, name="is_initialized")
            name = f"{self.tpu.block}.{self.tpu.name(table)}/{slot}"
            self.variables.append(
                Variable(
                    name,
                    handle.op.name,
                    init.name,
                    initial.name,
                    read.name,
                    restore.name,
                    feed.name,
                    is_there.name,
                    VariableKey(name, True, "DT_FLOAT", tuple(shape)),
                )
            )
        return sorted({t for t, slot in self._handles if slot == "parameters" and (t, slot) not in self._loaded})

    def _initial(self, table: int, slot: str, shape: list[int]) -> tf.Tensor:
        value = tf.zeros(shape)
        for rows, part in self._loaded.get((table, slot), ()):
            if len(rows) == shape[0]:
                value = part
            else:
                value = tf.tensor_scatter_nd_update(value, tf.constant([[r] for r in rows], tf.int32), part)
        return tf.identity(value, "initial")

    @property
    def queue(self) -> tf.Tensor:
        """The queue of batches."""
        if self._queue is None:
            with _apart("tpu_embedding/batches"):
                self._queue = tf.raw_ops.FIFOQueueV2(
                    component_types=[tf.int32, tf.int32, tf.float32] * len(self.tpu.outputs),
                    capacity=CAPACITY,
                    shared_name="tpu_embedding/batches",
                )
        return self._queue

    def probe(self, block: str, room: bool = False) -> Probe:
        """Return the probe of a block that takes a batch, or, with `room`, of one that adds a batch."""
        with tf.control_dependencies(None):
            size = tf.raw_ops.QueueSizeV2(handle=self.queue)
        return Probe(block, size.name, 1, "batches", CAPACITY if room else None)

    def enqueue(self, lookups: list[Lookups]) -> tf.Operation:
        """Put the lookups of a batch into the queue."""
        return tf.raw_ops.QueueEnqueueV2(handle=self.queue, components=[t for one in lookups for t in one])

    def dequeue(self) -> DequeuedBatch:
        """Take the next batch and look it up in the tables."""
        parts = tf.raw_ops.QueueDequeueV2(
            handle=self.queue, component_types=[tf.int32, tf.int32, tf.float32] * len(self.tpu.outputs)
        )
        lookups = []
        for i in range(0, len(parts), 3):
            for part in parts[i : i + 3]:
                part.set_shape([None])
            lookups.append(Lookups(*parts[i : i + 3]))
        return DequeuedBatch(lookups, [self._activations(i, one) for i, one in enumerate(lookups)])

    @property
    def unnamed(self) -> DequeuedBatch:
        """The batch of a step for ops that are not wired by deduplication data."""
        if self._unnamed is None:
            self._unnamed = self.dequeue()
        return self._unnamed

    def _activations(self, number: int, lookups: Lookups) -> tf.Tensor:
        output = self.tpu.outputs[number]
        rows = self._gather(output.table, "parameters", lookups.ids)
        quantized = self.tpu.tables[output.table].optimization_parameters.simulated_quantization
        if quantized.enabled:
            low, high = quantized.clipping_limits.lower.value, quantized.clipping_limits.upper.value
            step = (high - low) / (quantized.num_buckets - 1)
            rows = tf.floor((tf.clip_by_value(rows, low, high) - low) / step + 0.5) * step + low
        summed = tf.math.unsorted_segment_sum(rows * lookups.weights[:, None], lookups.rows, output.rows)
        return tf.reshape(summed, output.shape)

    def _gather(self, table: int, slot: str, ids: tf.Tensor) -> tf.Tensor:
        return tf.raw_ops.ResourceGather(resource=self.handle(table, slot), indices=ids, dtype=tf.float32)

    def update(self, batch: DequeuedBatch, gradients: list[tf.Tensor], rates: list[tf.Tensor]) -> list[tf.Operation]:
        """Update all tables of a batch, after its lookups."""
        done = []
        with tf.control_dependencies(batch.activations):
            for table in sorted({o.table for o in self.tpu.outputs}):
                ids, summands = [], []
                for output, lookups, gradient in zip(self.tpu.outputs, batch.lookups, gradients):
                    if output.table == table:
                        rows = tf.gather(tf.reshape(gradient, [output.rows, output.shape[-1]]), lookups.rows)
                        ids.append(lookups.ids)
                        summands.append(rows * lookups.weights[:, None])
                done += self._update(table, tf.concat(ids, 0), tf.concat(summands, 0), rates)
        return done

    def _update(self, table: int, ids: tf.Tensor, gradients: tf.Tensor, rates: list[tf.Tensor]) -> list[tf.Operation]:
        parameters = self.tpu.tables[table].optimization_parameters
        rule, fields = self.tpu.rule(table), getattr(parameters, self.tpu.optimizer(table))
        rate = (
            rates[parameters.learning_rate.dynamic.tag]
            if parameters.learning_rate.HasField("dynamic")
            else tf.constant(parameters.learning_rate.constant)
        )
        size = self.tpu.tables[table].vocabulary_size
        if rule.whole(fields):
            rows, summed = tf.range(size), tf.math.unsorted_segment_sum(gradients, ids, size)
        else:
            rows, index = tf.unique(ids)
            summed = tf.math.unsorted_segment_sum(gradients, index, tf.size(rows))
        summed = _clip(summed, parameters.gradient_clipping_limits)
        weights, *slots = [self._gather(table, slot, rows) for slot in self.slots(table)]
        if parameters.weight_decay_factor:
            decay = parameters.weight_decay_factor
            weights = weights - weights * (
                decay * rate if parameters.multiply_weight_decay_factor_by_learning_rate else decay
            )
        new, *new_slots = rule.update(fields, rate, summed, weights, *slots)
        values = [_clip(new, parameters.clipping_limits), *new_slots]
        return [
            tf.raw_ops.ResourceScatterUpdate(resource=self.handle(table, slot), indices=rows, updates=value)
            for slot, value in zip(self.slots(table), values)
        ]


@contextlib.contextmanager
def _apart(scope: str) -> Iterator[None]:
    """Context manager for ops that belong to the page and not to the block that is being expanded."""
    with tf.control_dependencies(None), tf.device(None), tf.compat.v1.name_scope(f"{scope}/"):
        yield


def _clip(value: tf.Tensor, limits: Any) -> tf.Tensor:
    if limits.HasField("lower"):
        value = tf.maximum(value, limits.lower.value)
    if limits.HasField("upper"):
        value = tf.minimum(value, limits.upper.value)
    return value
