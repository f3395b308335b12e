"""Find the places in files from which an op read non-finite values, through datasets and ops that decode texts."""

from __future__ import annotations

import math
import os
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

import numpy as np
import tensorflow as tf

from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.datasets import nonfinite_numbers
from blockloom.blocks.datasets.nonfinite_numbers import NonFiniteNumber
from blockloom.blocks.io import bounded_io
from blockloom.blocks.text.phrases import phrase
from blockloom.blocks.walks import reached
from blockloom.runtime.compile.graph_bodies import TensorRef
from blockloom.runtime.replay.inspected_step import InspectedStep, bits

_ROWS = 1000  # most rows of a value that are compared
_RECORDS = 200_000  # most records of a file that are read


def find_read_places(inspected: InspectedStep, node: str, number: int) -> list[NonFiniteNumber]:
    """Return the places in files from which a non-finite output of a node may come.

    Args:
        inspected: The step, replayed.
        node: An op of the graph that decodes texts, or outputs elements of a dataset.
        number: The number of the output.
    """
    graph = inspected.program.graph
    outputs = graph.get_operation_by_name(node).outputs
    refs = [TensorRef(node, other.op.outputs.index(other)) for other in outputs if other.dtype.is_floating]
    values = dict(zip(refs, map(np.asarray, inspected.values((), refs))))
    bad = values.get(TensorRef(node, number))
    if bad is None or not bits(bad):
        return []
    found = list[NonFiniteNumber]()
    for op in _readers(graph.get_operation_by_name(node)):
        for path in _names(op):
            try:
                found += _records(op, path) if _is_binary(path) else nonfinite_numbers.in_file(path, bad.dtype)
            except (OSError, tf.errors.OpError):  # the file may have changed since the step
                continue
    return nonfinite_numbers.chosen(found, _rows(bad, list(values.values())))


def _rows(bad: np.ndarray, values: Sequence[np.ndarray]) -> Iterator[frozenset[float]]:
    """Yield the finite numbers of each row with a non-finite value, in all outputs of the op."""
    if not bad.ndim:
        yield frozenset(float(one) for value in values for one in np.ravel(value) if math.isfinite(one))
        return
    alike = [value for value in values if value.ndim and len(value) == len(bad)]
    for row in np.flatnonzero(~np.isfinite(bad.reshape(len(bad), -1)).all(1))[:_ROWS].tolist():
        yield frozenset(float(one) for value in alike for one in np.ravel(value[row]) if math.isfinite(one))


def _readers(op: tf.Operation) -> Iterator[tf.Operation]:
    """Yield the ops that read files for an op, also through the datasets of its iterators."""
    makers = dict[tf.Operation, list[tf.Operation]]()
    for maker in op.graph.get_operations():
        if pin := traits_of(maker.type).prepares:
            names = [arg.name for arg in maker.op_def.input_arg]
            if pin in names:
                makers.setdefault(maker.inputs[names.index(pin)].op, []).append(maker)
    above = reached([op], lambda one: [*(tensor.op for tensor in one.inputs), *makers.get(one, [])])
    yield from (one for one in above if "reads" in traits_of(one.type).outside)


def _names(op: tf.Operation) -> list[str]:
    """Return the names of the files that an op reads, if they are constants."""
    texts = map(os.fsdecode, _constant(op, traits_of(op.type).outside["reads"]))
    return [text for text in texts if os.path.isfile(text)]


def _constant(op: tf.Operation, pin: str) -> list[bytes]:
    """Return the texts of an input, [] if it is not a constant."""
    names = [arg.name for arg in op.op_def.input_arg]
    given = tf.get_static_value(op.inputs[names.index(pin)]) if pin in names else None
    return np.ravel(given).tolist() if given is not None else []


def _is_binary(path: str) -> bool:
    """Return True for a file of records, which begins with the length of the first, False for tables and arrays."""
    with bounded_io.open_bounded(path, "feed") as file:
        head = file.read(12)
    return b"\0" in head and not head.startswith(b"\x93NUMPY")


def _records(op: tf.Operation, path: str) -> Iterator[NonFiniteNumber]:
    """Yield the non-finite numbers in a file of tf.train.Example records."""
    options = next((tf.io.TFRecordOptions(text.decode()) for text in _constant(op, "compression_type")), None)
    for number, record in enumerate(islice(tf.compat.v1.io.tf_record_iterator(path, options), _RECORDS), 1):
        try:
            features: Any = tf.train.Example.FromString(record).features.feature
        except Exception:  # google.protobuf may raise any exception for other records
            return
        numbers = {name: list(feature.float_list.value) for name, feature in features.items()}
        finite = frozenset(one for values in numbers.values() for one in values if math.isfinite(one))
        for name, values in numbers.items():
            bad = [one for one in values if not math.isfinite(one)]
            if bad:
                said = phrase("record {0} of {1}, feature {2}: {3}", number, path, name, str(bad[0]))
                yield NonFiniteNumber(path, said, finite, number)
