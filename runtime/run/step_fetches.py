"""Outputs that a step fetches, and the conversion of fetched values."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeVar

import numpy as np
import tensorflow as tf

from blockloom.blocks.document.addresses import Address
from blockloom.blocks.values.dtypes import fetched_array, labelled
from blockloom.runtime.compile.program import Variable

_T = TypeVar("_T")

# Wanted outputs of a page, as addresses without the page: of a block for all its outputs, or of a single output. None
# stands for all outputs, an empty set for none.
Wanted = frozenset[Address]


class StepFetches(NamedTuple):
    """A callable step with its fetched tensors and the outputs they are shown at.

    Attributes:
        run: the callable.
        fetched: the tensors whose values are used.
        input_positions: the positions of external inputs among the results.
        shown: the source of each output.
        post_step: outputs that are evaluated after the step.
        reads: outputs of variables, with the tensors that read them.
        variables: these variables.
        quantized: tensors that numpy gets as integers -> label of the dtype.
    """

    run: Any
    fetched: list[str]
    input_positions: list[int]
    shown: dict[Address, dict[str, Any]]
    post_step: dict[Address, dict[str, Any]]
    reads: dict[Address, dict[str, str]]
    variables: list[Variable]
    quantized: dict[str, str]  # tensor -> dtype


def wanted_outputs(outputs: Mapping[Address, dict[str, Any]], wanted: Wanted | None) -> dict[Address, dict[str, Any]]:
    """Return the outputs that are wanted."""
    found = {
        at: {pin: of for pin, of in pins.items() if wanted is None or at in wanted or at._replace(pin=pin) in wanted}
        for at, pins in outputs.items()
    }
    return {at: pins for at, pins in found.items() if pins}


def names(shown: Mapping[Address, dict[str, Any]]) -> list[str]:
    """Return the tensors that are fetched for these outputs."""
    sources = (source for pins in shown.values() for source in pins.values())
    return [n for source in sources for n in (source if isinstance(source, list) else [source]) if isinstance(n, str)]


def as_array(value: Any, label: str | None = None) -> np.ndarray:
    """Return a fetched value as an array, with the label of its dtype if numpy has another one."""
    array = fetched_array(value)
    return labelled(array, label) if label is not None and array.dtype != object else array


def tensor_array(graph: tf.Graph, tensor: str, value: Any) -> np.ndarray:
    """Return the fetched value of a tensor as an array."""
    dtype = graph.get_tensor_by_name(tensor).dtype.base_dtype
    return as_array(value, dtype.name if dtype.is_quantized else None)


def cached(calls: dict[Any, _T], key: Any, make: Callable[[], _T], most: int) -> _T:
    """Return the value of a key, made by `make` unless it is among the `most` last used ones."""
    found = calls.pop(key, None)
    calls[key] = found = make() if found is None else found
    if len(calls) > most:
        del calls[next(iter(calls))]
    return found
