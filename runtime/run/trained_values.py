"""Store trained values of variables as initial values: weights of their document."""

from __future__ import annotations

import numpy as np
import tensorflow as tf

from blockloom.blocks.document.literal_cache import Value
from blockloom.blocks.operations.array_files import array_text
from blockloom.blocks.plan.planned_variables import origin_of
from blockloom.blocks.text.phrases import phrase
from blockloom.blocks.weights import document_weights
from blockloom.blocks.weights.document_weights import WeightsError
from blockloom.runtime.compile.program import HOLDER
from blockloom.runtime.protocol.replies import TrainedValuesReply
from blockloom.runtime.run.runner import Runner


def keep(runner: Runner) -> TrainedValuesReply:
    """Write the values of variables that differ from their initial values to a file in the state folder.

    From then on these values count as the initial ones.
    """
    try:
        held = {v: array for v, array in runner.values_by_variable().items() if v.init and HOLDER.fullmatch(v.block)}
    except tf.errors.OpError as error:
        return TrainedValuesReply(refusal=error.message)
    if not held:
        return TrainedValuesReply(refusal=phrase("no variable with an initial value has a value: run the page first"))
    values, arrays, begun = {}, {}, []
    for variable, array in held.items():  # variables of blocks, without slots of optimizers
        given = variable.fed_value.value if variable.fed_value is not None else None
        if array.dtype == object or given is not None and _same(np.asarray(given.array), array):
            continue
        text = array_text(array) if given is None else None
        value = Value(array, variable.key[2])
        if text is None:
            name = given.key if given is not None else _holder(variable.block).strip("/")
            value = value._replace(key=document_weights.edited_key(name, array))
            text, arrays[value.key] = document_weights.value_of(value.key), array
        values[runner.program.address_text(variable.block)] = text
        begun.append((variable, origin_of(value)))
    try:
        sha256 = document_weights.write_state_file(arrays) if arrays else ""
    except WeightsError as error:
        return TrainedValuesReply(refusal=str(error))
    for variable, origin in begun:
        runner.begins_with(variable, origin)
    return TrainedValuesReply(values, sha256)


def _holder(block: str) -> str:
    match = HOLDER.match(block)
    return match[0] if match else block


def _same(one: np.ndarray, other: np.ndarray) -> bool:
    return one.shape == other.shape and np.array_equal(one, other, equal_nan=one.dtype.kind in "fc")
