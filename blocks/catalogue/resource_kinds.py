"""What the handle of an accumulator stands for: a sparse gradient cannot be applied to a dense accumulator. TensorFlow
sees that in a run only, and says it in other words.
"""

from __future__ import annotations

import re

from blockloom.blocks.values.handle_kinds import DENSE, RESOURCE, SPARSE

ACCUMULATORS = {DENSE: "", SPARSE: "Sparse", RESOURCE: "Resource"}  # what the names of their ops begin with


def counterpart(name: str, thing: str) -> str:
    """The block type that does the same with another kind of accumulator (`thing`): `AccumulatorNumAccumulated` ->
    `ResourceAccumulatorNumAccumulated`. A symbol gives a symbol. "" where there is none.
    """
    found = re.fullmatch(r"(\w+\.)?(Sparse|Resource)?((Conditional)?Accumulator\w*)", name)
    return f"{found[1] or ''}{ACCUMULATORS[thing]}{found[3]}" if found and thing in ACCUMULATORS else ""
