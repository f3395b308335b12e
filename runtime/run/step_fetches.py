"""What a step is to give, and what its callable gives."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeVar

import numpy as np
import tensorflow as tf

from blockloom.blocks.document.addresses import Address
from blockloom.blocks.values.dtypes import fetched_array, labelled
from blockloom.runtime.compile.program import Variable

_T = TypeVar("_T")

# What of a page a step is to give: addresses, their page left out, of blocks with all their outputs, and of outputs.
# None is all, the empty set nothing.
Wanted = frozenset[Address]


class StepFetches(NamedTuple):
    """A callable step with the tensors that it fetches, and the block and pin that each is shown at. What is shown
    `beside` is computed from what it fetched. `drawn` are the places, in what it gives, of what a Recorder fetches.
    """

    run: Any
    fetched: list[str]
    drawn: list[int]
    shown: dict[Address, dict[str, Any]]
    beside: dict[Address, dict[str, Any]]
    reads: dict[Address, dict[str, str]]
    variables: list[Variable]
    quantized: dict[str, str]  # what numpy gets as integers -> the label of its dtype


def those(outputs: Mapping[Address, dict[str, Any]], wanted: Wanted | None) -> dict[Address, dict[str, Any]]:
    """Those of these outputs that are wanted."""
    found = {
        at: {pin: of for pin, of in pins.items() if wanted is None or at in wanted or at._replace(pin=pin) in wanted}
        for at, pins in outputs.items()
    }
    return {at: pins for at, pins in found.items() if pins}


def names(shown: Mapping[Address, dict[str, Any]]) -> list[str]:
    """The tensors that are fetched for these outputs."""
    sources = (source for pins in shown.values() for source in pins.values())
    return [n for source in sources for n in (source if isinstance(source, list) else [source]) if isinstance(n, str)]


def as_array(value: Any, label: str | None = None) -> np.ndarray:
    """What a callable gave, as an array; with the label of its dtype where numpy has another in its place."""
    array = fetched_array(value)
    return labelled(array, label) if label is not None and array.dtype != object else array


def tensor_array(graph: tf.Graph, tensor: str, value: Any) -> np.ndarray:
    """What a callable gave for a tensor, as an array."""
    dtype = graph.get_tensor_by_name(tensor).dtype.base_dtype
    return as_array(value, dtype.name if dtype.is_quantized else None)


def kept(calls: dict[Any, _T], key: Any, make: Callable[[], _T], most: int) -> _T:
    """What `make` makes for a key, made once as long as it is among the `most` that were asked for last."""
    found = calls.pop(key, None)
    calls[key] = found = make() if found is None else found
    if len(calls) > most:
        del calls[next(iter(calls))]
    return found
