"""The batches of the EnqueueTPUEmbedding ops, as lookups for each output.

Activation rows of a table without feature_descriptor are numbered sample * num_features + feature, the features of a
table in the order of the block's pins; a sequence feature takes one row for each position of its length.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import tensorflow as tf

from blockloom.blocks.document.pages import Block
from blockloom.runtime.compile.emitter import Emitter
from blockloom.runtime.tpu.checks import attrs_of, embedding_of
from blockloom.runtime.tpu.config import Embedding
from blockloom.runtime.tpu.engine import Lookups


class Fed(NamedTuple):
    """An enqueued feature: its output, and the row, id and weight (n,) of each lookup."""

    output: int
    rows: tf.Tensor
    ids: tf.Tensor
    weights: tf.Tensor


Pins = dict[str, list[tf.Tensor]]


def lookups(emitter: Emitter, block: Block, pins: Pins) -> list[Lookups] | None:
    """Return the lookups of each output, with combiners applied to the weights.

    Returns:
        None, with problems added, if the block does not fit the config.
    """
    tpu, attrs = embedding_of(emitter.compilation), attrs_of(emitter.compilation, block.id)
    type_ = emitter.catalogue[block.type]
    read = (
        _described if type_.input("sample_indices_or_row_splits") else _features if type_.attr("table_ids") else _tables
    )
    fed = read(emitter, block, pins, tpu, attrs)
    if fed is None:
        return None
    combiners = attrs.get("combiners") or [b"sum"] * len(tpu.tables)
    parts: list[list[Lookups]] = [[] for _ in tpu.outputs]
    for number, item in enumerate(fed):
        output = tpu.outputs[item.output]
        with tf.control_dependencies(_checked(tpu, number, item)):
            rows, ids = tf.identity(item.rows), tf.identity(item.ids)
        weights = _weighted(combiners[output.table], rows, item.weights, output.rows)
        parts[item.output].append(Lookups(rows, ids, weights))
    nothing = Lookups(tf.zeros([0], tf.int32), tf.zeros([0], tf.int32), tf.zeros([0]))
    return [Lookups(*(tf.concat(tensors, 0) for tensors in zip(*(part or [nothing])))) for part in parts]


def _checked(tpu: Embedding, number: int, fed: Fed) -> list[tf.Operation]:
    """Return asserts that ids and samples are in range, which run when the batch is enqueued."""
    output = tpu.outputs[fed.output]
    size = tpu.tables[output.table].vocabulary_size
    bad_id = tf.logical_or(fed.ids < 0, tf.cast(fed.ids, tf.int64) >= size)
    bad_row = tf.logical_or(fed.rows < 0, fed.rows >= output.rows)
    return [
        _assert(tf.logical_not(tf.reduce_any(bad)), text, *_masked(bad, wrong))
        for bad, wrong, text in (
            (
                bad_id,
                fed.ids,
                f"embedding_indices[{number}] contains ids that table {tpu.name(output.table)} with its {size} "
                "rows does not have:",
            ),
            (bad_row, fed.rows, f"feature {number} contains samples outside its batch of {output.rows} rows, rows:"),
        )
    ]


def _assert(condition: tf.Tensor, *data: Any) -> tf.Operation:
    # Use the op itself: tf.debugging.Assert would wrap it in a cond, whose branches cost more than they save.
    return tf.raw_ops.Assert(condition=condition, data=[tf.convert_to_tensor(d) for d in data], summarize=8)


def _weighted(combiner: bytes, rows: tf.Tensor, weights: tf.Tensor, count: int) -> tf.Tensor:
    if combiner == b"sum":
        return weights
    power = weights if combiner == b"mean" else weights * weights
    total = tf.gather(tf.math.unsorted_segment_sum(power, rows, count), rows)
    return tf.math.divide_no_nan(weights, total if combiner == b"mean" else tf.sqrt(total))


def _filled(given: tf.Tensor, ids: tf.Tensor, default: tf.Tensor) -> tf.Tensor:
    """Return one value for each id: the given ones, or the default if there are none."""
    size = tf.size(given)
    with tf.control_dependencies(
        [
            _assert(
                tf.logical_or(tf.equal(size, 0), tf.equal(size, tf.size(ids))),
                "the number of samples and weights must be the number of ids, or 0. There are",
                size,
                "for",
                tf.size(ids),
            )
        ]
    ):
        return tf.concat([given, tf.slice(default, [size], [-1])], 0)


def _weights(given: tf.Tensor, ids: tf.Tensor) -> tf.Tensor:
    return _filled(tf.reshape(tf.cast(given, tf.float32), [-1]), ids, tf.ones([tf.size(ids)]))


def _flat(tensor: tf.Tensor) -> tf.Tensor:
    return tf.reshape(tf.cast(tensor, tf.int32), [-1])


def _positions(samples: tf.Tensor, count: int) -> tf.Tensor:
    """Return the position of each lookup in its sample; the lookups of a sample are adjacent."""
    order = tf.range(tf.size(samples))
    return order - tf.gather(tf.math.unsorted_segment_min(order, samples, count), samples)


def _sequence(
    samples: tf.Tensor, ids: tf.Tensor, weights: tf.Tensor, length: int, batch: int, stride: int, first: int
) -> tuple[tf.Tensor, ...]:
    """Return rows, ids and weights of a sequence feature, one row for each position up to its length."""
    at = _positions(samples, batch)
    kept = at < length
    rows = samples * stride + first + at
    return _masked(kept, rows, ids, weights)


def _masked(mask: tf.Tensor, *vectors: tf.Tensor) -> tuple[tf.Tensor, ...]:
    """Return the elements of vectors where a mask is true; tf.boolean_mask makes three times as many nodes."""
    places = tf.reshape(tf.where(mask), [-1])
    return tuple(tf.gather(vector, places) for vector in vectors)


def _of_splits(splits: tf.Tensor, ids: tf.Tensor) -> tf.Tensor:
    """Return the sample of each id."""
    return tf.searchsorted(splits, tf.range(tf.size(ids)), side="right") - 1


def _features(emitter: Emitter, block: Block, pins: Pins, tpu: Embedding, attrs: dict[str, Any]) -> list[Fed] | None:
    """Return the features of sparse or ragged tensors, one for each feature."""
    if any(n != 1 for n in attrs.get("num_features") or ()):
        emitter.compilation.say("tpu-embedding:num-features", block.id, "num_features")
        return None
    ragged = "sample_splits" in pins
    lengths = attrs.get("max_sequence_lengths") or [0] * len(attrs["table_ids"])
    taken = [0] * len(tpu.outputs)
    described = tpu.config.feature_descriptor
    wanted = [f.table_id for f in described]
    if described and wanted != attrs["table_ids"]:
        emitter.compilation.say("tpu-embedding:tables-of-features", block.id, "table_ids", tables=wanted)
        return None
    fed = []
    for i, (where, ids, weights) in enumerate(
        zip(
            pins["sample_splits" if ragged else "sample_indices"],
            pins["embedding_indices"],
            pins["aggregation_weights"],
        )
    ):
        number = i if described else attrs["table_ids"][i]
        length, first = lengths[i], taken[number]
        stride = max(length, 1) if described else tpu.tables[number].num_features
        taken[number] += max(length, 1)
        ids = _flat(ids)
        samples = _of_splits(_flat(where), ids) if ragged else _filled(_flat(where), ids, tf.range(tf.size(ids)))
        weights = _weights(weights, ids)
        if length:
            fed.append(
                Fed(
                    number, *_sequence(samples, ids, weights, length, tpu.outputs[number].rows // stride, stride, first)
                )
            )
        else:
            fed.append(Fed(number, samples * stride + first, ids, weights))
    if not described:
        for number, count in enumerate(taken):
            if count != tpu.tables[number].num_features:
                emitter.compilation.say(
                    "wrong-count:of-table",
                    block.id,
                    "table_ids",
                    table=tpu.name(number),
                    wanted=tpu.tables[number].num_features,
                    count=count,
                )
                return None
    return fed


def _tables(emitter: Emitter, block: Block, pins: Pins, tpu: Embedding, attrs: dict[str, Any]) -> list[Fed] | None:
    """Return the features of one tensor for each output.

    The samples are the rows of the activations, by default 0, 1, 2 and so on.
    """
    batch = pins.get("batch") or pins["embedding_indices"]
    pin = "batch" if "batch" in pins else "embedding_indices"
    if len(batch) != len(tpu.outputs):
        emitter.compilation.say(
            "wrong-count:tensors",
            block.id,
            pin,
            count=len(batch),
            wanted=len(tpu.outputs),
            features=bool(tpu.config.feature_descriptor),
        )
        return None
    fed = []
    for i, ids in enumerate(map(_flat, batch)):
        where = _flat(pins["sample_indices"][i]) if "sample_indices" in pins else tf.zeros([0], tf.int32)
        weights = pins["aggregation_weights"][i] if "aggregation_weights" in pins else tf.zeros([0])
        fed.append(Fed(i, _filled(where, ids, tf.range(tf.size(ids))), ids, _weights(weights, ids)))
    return fed


def _described(emitter: Emitter, block: Block, pins: Pins, tpu: Embedding, attrs: dict[str, Any]) -> list[Fed] | None:
    """Return the features of dense, sparse or ragged tensors of any rank, one for each feature in the config."""
    given = pins["embedding_indices"]
    if not tpu.config.feature_descriptor:
        emitter.compilation.say("tpu-embedding:no-features", block.id, config=tpu.block)
        return None
    if len(given) != len(tpu.outputs):
        emitter.compilation.say(
            "wrong-count:tensors",
            block.id,
            "embedding_indices",
            count=len(given),
            wanted=len(tpu.outputs),
            features=True,
        )
        return None
    fed = []
    for i, (where, ids, weights) in enumerate(
        zip(pins["sample_indices_or_row_splits"], given, pins["aggregation_weights"])
    ):
        shape = tpu.outputs[i].shape[:-1]
        if where.shape.rank is None or where.shape[0] is None:
            emitter.compilation.say("tpu-embedding:shape-unknown", block.id, f"sample_indices_or_row_splits[{i}]")
            return None
        ids = _flat(ids)
        weights = _weights(weights, ids)
        if where.shape[0] == 0:  # a dense input
            rows = tf.range(tf.size(ids))
        elif where.shape.rank == 1:  # a ragged input
            rows = _of_splits(_flat(where), ids)
            if len(shape) > 1 and where.shape[0] == math.prod(shape[:-1]) + 1:
                fed.append(Fed(i, *_sequence(rows, ids, weights, shape[-1], math.prod(shape[:-1]), shape[-1], 0)))
                continue
        else:  # a sparse input, whose last column numbers the combined elements
            if where.shape[1] != len(shape) + 1:
                emitter.compilation.say(
                    "wrong-shape:columns",
                    block.id,
                    f"sample_indices_or_row_splits[{i}]",
                    columns=where.shape[1],
                    shape=shape,
                )
                return None
            strides = [math.prod(shape[k + 1 :]) for k in range(len(shape))]
            rows = tf.reduce_sum(tf.cast(where, tf.int32)[:, :-1] * strides, 1)
        fed.append(Fed(i, rows, ids, weights))
    return fed
