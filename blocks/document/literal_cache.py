"""Cache of typed attrs and tensors: pages have many equal short texts, each of which is parsed once."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from typing import Any, NamedTuple

import numpy as np

from blockloom.blocks.text.phrases import phrase
from blockloom.blocks.values import literals
from blockloom.blocks.values.grammar import common_dtype
from blockloom.blocks.weights.document_weights import key_of
from blockloom.blocks.weights.weight_files import StoredArray

# Function that returns the weights of a key, see `Catalogue.weight`.
Find = Callable[[str], tuple[np.ndarray | StoredArray, str]]


class Value(NamedTuple):
    """A typed tensor: its array and dtype, and the key of its weights, "" if the text has the numbers."""

    array: np.ndarray | StoredArray
    dtype: str
    key: str = ""


@lru_cache(maxsize=4096)
def _attr_cached(text: str, type_: str) -> Any:
    return literals.attr(text, type_)


def read_attr(text: str, type_: str) -> Any:
    """Return `literals.attr` from a cache; a list is a copy that the caller can change.

    Raises:
        ValueSyntaxError: The text is not a value of this type.
    """
    value = _attr_cached(text, type_)
    return list(value) if isinstance(value, list) else value


@lru_cache(maxsize=1024)
def _tensor_cached(text: str, dtype: str | None) -> Value:
    array, dtype = literals.tensor(text, dtype)
    array.setflags(write=False)
    return Value(array, dtype)


def read_tensor(text: str, dtype: str | None, find: Find | None = None) -> Value:
    """Return `literals.tensor` from a cache.

    Args:
        text: The value as typed.
        dtype: The dtype of the pin; None if the text decides.
        find: Returns the array and dtype of `weights:KEY`. Without it, such a text is not a value.

    Raises:
        ValueSyntaxError: The text is not a tensor of this dtype.
        WeightsError: The weights cannot be read.
    """
    if find is not None and dtype != "DT_STRING" and (key := key_of(text)) is not None:
        weights, found = find(key)
        if dtype not in (None, found):
            raise literals.ValueSyntaxError(phrase("the weights {} are {}, not {}", key, found, dtype))
        return Value(weights, found, key)
    # Long texts (whole arrays) would fill this cache; `literals` caches them.
    return _tensor_cached(text, dtype) if len(text) <= literals.LONG else Value(*literals.tensor(text, dtype))


def check_tensor(text: str, dtype: str | None) -> None:
    """Check that a text is a tensor of this dtype; a text that names weights always passes.

    Raises:
        ValueSyntaxError: The text is not a tensor of this dtype.
    """
    if dtype == "DT_STRING" or key_of(text) is None:
        literals.tensor(text, dtype)


def read_tensors(text: str, dtypes: list[str | None] | str | None, find: Find | None = None) -> tuple[Value, ...]:
    """Return `literals.tensors` as a Value for each element of a list pin, from a cache.

    Raises:
        ValueSyntaxError, WeightsError: As `read_tensor`.
    """
    return tuple(literals.tensors(text, dtypes, partial(read_tensor, find=find)))


def read_same_dtype(text: str, dtype: str | None, find: Find | None = None) -> tuple[Value, ...]:
    """Read the elements of a list pin whose elements all have one dtype.

    Args:
        text: the list as it is typed.
        dtype: their dtype. If None, it is the dtype of weights among the elements, else the one that the spelling of
            all elements together implies, as within one tensor. An empty element fits any dtype.
        find: as in `read_tensor`.

    Raises:
        ValueSyntaxError, WeightsError: as `read_tensor` does.
    """
    values = read_tensors(text, dtype, find)
    if dtype is None and len({value.dtype for value in values}) > 1:
        stated = {value.dtype for value in values if value.key}
        values = read_tensors(text, common_dtype(stated or {v.dtype for v in values if v.array.size}), find)
    return values
