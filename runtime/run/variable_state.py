"""The values of variables, kept from one session for the next."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from blockloom.blocks.plan.plan_nodes import VariableKey
from blockloom.blocks.values.dtypes import DTYPES


class KeptVariable(NamedTuple):
    """The kept value of a variable, the key under which it is valid, and the origin of its initial value."""

    key: VariableKey
    value: np.ndarray
    origin: str = ""


State = dict[str, dict[str, KeptVariable]]  # session id -> block
# What is sought in a file of values: name -> dtype (DT_FLOAT), shape (None where not known), whether it may be missing.
Sought = Mapping[str, tuple[str, tuple[int | None, ...] | None, bool]]


def renamed(state: State, names: Mapping[str, str]) -> State:
    """The state of a page with other names for some of its blocks: what they were called -> their ids now."""
    return {
        names.get(session, session): {
            called(block, names): kept._replace(key=kept.key._replace(holder=called(kept.key.holder, names)))
            for block, kept in held.items()
        }
        for session, held in state.items()
    }


def called(block: str, names: Mapping[str, str]) -> str:
    """The id by which state is kept, such as `A/W` or `OPT.momentum:A/W`, where blocks of the page are renamed."""
    own, dot, slot = block.partition(".")
    pin, colon, of = slot.partition(":")
    return _called(own, names) + dot + pin + colon + _called(of, names)


def _called(block: str, names: Mapping[str, str]) -> str:
    top, slash, rest = block.partition("/")
    return names.get(top, top) + slash + rest


def size(key: VariableKey) -> int | None:
    """The bytes that the value of a variable takes, 8 for each string; None where its shape is unknown."""
    dims = [-1 if d is None else d for d in key.shape] if key.shape is not None else [-1]
    return None if min(dims, default=0) < 0 else math.prod(dims) * (DTYPES[key.dtype].bits or 64) // 8
