"""The values of a page's variables in a file of the parent's, so that a restarted worker can resume.

They are of one page of one document: `owner` is the number that the parent gave the document.
"""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

import numpy as np

from blockloom.blocks.plan.plan_nodes import VariableKey
from blockloom.blocks.values.dtypes import DTYPES, plain
from blockloom.runtime.protocol import messages
from blockloom.runtime.run.variable_state import KeptVariable, State

MOST_BYTES = 256 << 20  # of a variable: a larger one is not worth a copy every few seconds


def save(path: Path, owner: int, page: str, state: State) -> None:
    """Replace the file with the values of variables. Nothing is raised if it cannot be written."""
    arrays: list[np.ndarray] = []
    rows = []
    for session, held in state.items():
        for block, (key, value, origin) in held.items():
            if value.nbytes <= MOST_BYTES:
                rows.append([session, block, list(key), origin, len(arrays)])
                arrays.append(plain(value))
    with contextlib.suppress(OSError):
        temporary = path.with_suffix(".tmp")
        with open(temporary, "wb") as file:
            for part in messages.encode({"owner": owner, "page": page, "rows": rows}, arrays):
                file.write(part)
        os.replace(temporary, path)


def load(path: Path, owner: int, page: str) -> State:
    """The values that were saved for a page of a document; {} where there are none."""
    try:
        with open(path, "rb") as file:
            got = messages.read(file)
    except (OSError, ValueError):
        return {}
    if got is None or (got[0]["owner"], got[0]["page"]) != (owner, page):
        return {}
    message, arrays = got
    state: State = {}
    for session, block, (name, resource, dtype, shape), origin, number in message["rows"]:
        value = arrays[number]
        if DTYPES[dtype].via not in (DTYPES[dtype].label, "object"):
            import tensorflow as tf

            value = value.astype(tf.as_dtype(DTYPES[dtype].number).as_numpy_dtype)
        state.setdefault(session, {})[block] = KeptVariable(
            VariableKey(name, resource, dtype, None if shape is None else tuple(shape)), value, origin
        )
    return state
