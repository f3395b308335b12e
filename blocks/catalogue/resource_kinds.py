"""Kinds of accumulators: a sparse gradient cannot be applied to a dense accumulator.

TensorFlow reports this only in a run, in other words.
"""

from __future__ import annotations

import re

from blockloom.blocks.values.dtypes import DENSE, RESOURCE, SPARSE

# Kind of accumulator -> prefix of the names of its ops.
ACCUMULATORS = {DENSE: "", SPARSE: "Sparse", RESOURCE: "Resource"}


def counterpart(name: str, thing: str) -> str:
    """Return the block type with the same function for another kind of accumulator; "" if there is none.

    For example `AccumulatorNumAccumulated` -> `ResourceAccumulatorNumAccumulated`. The counterpart of a symbol is a
    symbol.

    Args:
        name: The block type.
        thing: The kind of accumulator: DENSE, SPARSE or RESOURCE.
    """
    found = re.fullmatch(r"(\w+\.)?(Sparse|Resource)?((Conditional)?Accumulator\w*)", name)
    return f"{found[1] or ''}{ACCUMULATORS[thing]}{found[3]}" if found and thing in ACCUMULATORS else ""
