"""Typed-in attrs and tensors as the inference has them: short texts, of which pages hold many alike, are read once."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from blockloom.blocks import values


class Value(NamedTuple):
    """A typed-in tensor. It is one of `count` elements where the pin is a list."""

    array: np.ndarray
    dtype: str


@lru_cache(maxsize=4096)
def _attr_cached(text: str, type_: str) -> Any:
    return values.attr(text, type_)


def read_attr(text: str, type_: str) -> Any:
    """As `values.attr`: a list is the caller's own. Raises ValueSyntaxError."""
    value = _attr_cached(text, type_)
    return list(value) if isinstance(value, list) else value


@lru_cache(maxsize=1024)
def _tensor_cached(text: str, dtype: str | None) -> Value:
    array, dtype = values.tensor(text, dtype)
    array.setflags(write=False)
    return Value(array, dtype)


def read_tensor(text: str, dtype: str | None) -> Value:
    """As `values.tensor`. Raises ValueSyntaxError."""
    # Long texts (whole arrays) would fill the cache; `values` keeps them.
    return _tensor_cached(text, dtype) if len(text) <= values.LONG else Value(*values.tensor(text, dtype))
