"""The values of a page's variables in a file of the parent's, so that a restarted worker can resume.

They are of one page of one document: `owner` is the number that the parent gave the document. The file has identities
in place of names, since the document may be edited before the worker is restarted.
"""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

import numpy as np

from blockloom.blocks.editing.identities import DocumentNames
from blockloom.blocks.plan.plan_nodes import VariableKey
from blockloom.blocks.values.dtypes import DTYPES, plain
from blockloom.runtime.protocol import messages
from blockloom.runtime.run.variable_state import KeptVariable, State, identity_of, key_of

MOST_BYTES = 256 << 20  # of a variable: a larger one is not worth a copy every few seconds


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
