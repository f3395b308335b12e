"""The values of variables, kept from one session for the next."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import NamedTuple

import numpy as np

from blockloom.blocks.document.addresses import Address, inside, parse
from blockloom.blocks.editing.identities import DocumentNames
from blockloom.blocks.plan.plan_nodes import VariableKey
from blockloom.blocks.values.dtypes import DTYPES
from blockloom.runtime.compile.program import HOLDER


class KeptVariable(NamedTuple):
    """A saved value of a variable, the key under which it is valid, and the origin of its initial value."""

    key: VariableKey
    value: np.ndarray
    origin: str = ""


State = dict[str, dict[str, KeptVariable]]  # session id -> block
# Values to find in a file: name -> dtype (DT_FLOAT), shape (None if unknown), whether the value may be missing.
Sought = Mapping[str, tuple[str, tuple[int | None, ...] | None, bool]]


StateIdentity = tuple[str, str, str]


def identity_of(key: str, names: DocumentNames, page: str) -> StateIdentity:
    """Return the identity of a key of state, such as `A/W` or `OPT.momentum:A/W`.

    It consists of the identity of the block, the slot, and the identity of the variable of the slot. Parts that are not
    a block of the document belong to the slot.
    """
    owner = next(HOLDER.finditer(key))[0]
    slot, colon, of = key[len(owner) :].partition(":")
    texts = []
    for flat in (owner, of):
        at = inside("", flat) if flat else Address()
        known = names.identity(at, page)
        texts.append("" if known == at else str(known))
    return texts[0], ("" if texts[0] else owner) + slot + colon + ("" if texts[1] else of), texts[1]


def key_of(identity: StateIdentity, names: DocumentNames, page: str, was: DocumentNames | None = None) -> str | None:
    """Return the key that state with an identity has now; None if its block was removed.

    `was` as in `DocumentNames.find`.
    """
    owner, slot, of = identity
    flat = []
    for text in (owner, of):
        at = names.find(parse(text), page, was) if text else Address()
        if at is None:
            return None
        flat.append(f"/{at.page}/{at.flat}" if at.page else at.flat)
    return flat[0] + slot + flat[1]


def followed(state: State, find: Callable[[str], str | None]) -> State:
    """Return the state with the keys that `find` returns for sessions and blocks, without those it returns None for."""
    return {
        session: {
            block: kept._replace(key=kept.key._replace(holder=find(kept.key.holder) or kept.key.holder))
            for old, kept in held.items()
            if (block := find(old)) is not None
        }
        for was, held in state.items()
        if (session := find(was) if was else was) is not None
    }


def size(key: VariableKey) -> int | None:
    """Return the bytes of a variable's value, 8 for each string; None if its shape is unknown."""
    dims = [-1 if d is None else d for d in key.shape] if key.shape is not None else [-1]
    return None if min(dims, default=0) < 0 else math.prod(dims) * (DTYPES[key.dtype].bits or 64) // 8
