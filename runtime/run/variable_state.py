"""The values of variables, kept from one session for the next."""

from __future__ import annotations

import contextlib
import math
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple, TypeVar

import numpy as np
import tensorflow as tf

from blockloom.blocks.document.addresses import Address, inside, parse
from blockloom.blocks.editing.identities import DocumentNames
from blockloom.blocks.plan.plan_nodes import VariableKey
from blockloom.blocks.values.dtypes import DTYPES, plain
from blockloom.blocks.walks import reached
from blockloom.runtime.compile.program import HOLDER, Variable
from blockloom.runtime.protocol import messages


class KeptVariable(NamedTuple):
    """A saved value of a variable, the key under which it is valid, and the origin of its initial value."""

    key: VariableKey
    value: np.ndarray
    origin: str = ""


State = dict[str, dict[str, KeptVariable]]  # session id -> block -> value
# Values to find in a file: name -> (dtype such as DT_FLOAT, shape or None if unknown, whether the value may be
# missing).
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
    """Return the current key of state with an identity; None if its block was removed.

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
    """Return the state under the keys that `find` returns for sessions and blocks; None removes an entry."""
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


_T = TypeVar("_T")
_PIECE = 32 << 20  # most bytes of values that are fed at once


def independent_variables(graph: tf.Graph, todo: list[Variable]) -> list[Variable]:
    """Return the variables whose initial values depend on none of the others; all variables if there is none."""
    nodes = {v.node for v in todo}
    return [v for v in todo if not nodes & _needed(graph, v.initial) - {v.node}] or todo


def _needed(graph: tf.Graph, tensor: str) -> set[str]:
    above = reached([graph.get_tensor_by_name(tensor).op], lambda op: [source.op for source in op.inputs])
    return {op.name for op in above}


def in_pieces(variables: list[Variable]) -> Iterator[list[Variable]]:
    """Yield the variables without weights, then those with weights in groups that need little extra memory."""
    yield [v for v in variables if v.fed_value is None]
    given = {v: v.fed_value.value.array.nbytes for v in variables if v.fed_value is not None}
    yield from pieces(given, given.__getitem__)


def pieces(items: Iterable[_T], size: Callable[[_T], int]) -> Iterator[list[_T]]:
    """Yield groups of items, each of a limited size in bytes; none is empty."""
    piece, sum_of = list[_T](), 0
    for one in items:
        piece.append(one)
        sum_of += size(one)
        if sum_of > _PIECE:
            yield piece
            piece, sum_of = [], 0
    if piece:
        yield piece


# The values of a page's variables in a file of the parent process, so that a restarted worker can resume.
#
# They are of one page of one document: `owner` is the number that the parent gave the document. The file has
# identities in place of names, since the document may be edited before the worker is restarted.


MOST_BYTES = 256 << 20  # most bytes of a variable: copying larger ones every few seconds would take too long


def save(path: Path, owner: int, page: str, names: DocumentNames, state: State) -> None:
    """Replace the file with the values of variables. Nothing is raised if it cannot be written."""
    arrays: list[np.ndarray] = []
    rows = []
    for session, held in state.items():
        for block, (key, value, origin) in held.items():
            if value.nbytes <= MOST_BYTES:
                keys = [identity_of(text, names, page) for text in (session, block, key.holder)]
                rows.append([keys, list(key[1:]), origin, len(arrays)])
                arrays.append(plain(value))
    with contextlib.suppress(OSError):
        temporary = path.with_suffix(".tmp")
        with open(temporary, "wb") as file:
            for part in messages.encode_message({"owner": owner, "page": names.uid(page), "rows": rows}, arrays):
                file.write(part)
        os.replace(temporary, path)


def load(path: Path, owner: int, page: str, names: DocumentNames) -> State:
    """Return the saved values of a document's page; {} if there are none."""
    try:
        with open(path, "rb") as file:
            got = messages.read_message(file)
    except (OSError, ValueError):
        return {}
    if got is None or (got[0]["owner"], got[0]["page"]) != (owner, names.uid(page)):
        return {}
    message, arrays = got
    state: State = {}
    for keys, (resource, dtype, shape), origin, number in message["rows"]:
        session, block, holder = (key_of(tuple(key), names, page) for key in keys)
        if session is None or block is None:
            continue
        value = arrays[number]
        if DTYPES[dtype].via not in (DTYPES[dtype].label, "object"):
            import tensorflow as tf

            value = value.astype(tf.as_dtype(DTYPES[dtype].number).as_numpy_dtype)
        state.setdefault(session, {})[block] = KeptVariable(
            VariableKey(holder or block, resource, dtype, None if shape is None else tuple(shape)), value, origin
        )
    return state
