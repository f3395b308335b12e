"""What handles stand for: an op that takes from a queue fails on the handle of a table, and a sparse gradient cannot be
applied to a dense accumulator. TensorFlow sees that in a run only, and says it in other words."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from blockloom.blocks.catalogue.block_types import BlockType
from blockloom.blocks.values.handle_kinds import (
    ARRAY,
    BARRIER,
    DENSE,
    QUEUE,
    READER,
    RESOURCE,
    SPARSE,
    STACK,
    TABLE,
    VARIABLE,
)

ACCUMULATORS = {DENSE: "", SPARSE: "Sparse", RESOURCE: "Resource"}     # what the names of their ops begin with
_MAKERS = (
    (r"ConditionalAccumulator", DENSE), (r"SparseConditionalAccumulator", SPARSE),
    (r"ResourceConditionalAccumulator", RESOURCE),
    (r"(FIFO|PaddingFIFO|Priority|RandomShuffle)Queue(V2)?", QUEUE), (r"Barrier", BARRIER),
    (r"(WholeFile|TextLine|FixedLengthRecord|TFRecord|Identity|LMDB)Reader(V2)?", READER), (r"Stack(V2)?", STACK),
    (r"TensorArray(Grad|GradWithShape)?(V[23])?", ARRAY),
    (r"(Anonymous)?(Mutable)?(Hash|DenseHash)Table(OfTensors)?(V2)?", TABLE),
    (r"VarHandleOp|loom\.ResourceVariable", VARIABLE))
_TAKERS = (     # op and pin
    (r"Accumulator(Apply|Take)Gradient\.handle", (DENSE,)),
    (r"SparseAccumulator(Apply|Take)Gradient\.handle", (SPARSE,)),
    (r"Accumulator(NumAccumulated|SetGlobalStep)\.handle", (DENSE, SPARSE)),
    (r"ResourceAccumulator\w+\.handle", (RESOURCE,)),
    (r"Queue(Enqueue|Dequeue|EnqueueMany|DequeueMany|DequeueUpTo|Close|IsClosed|Size)(V2)?\.handle", (QUEUE,)),
    (r"Reader\w+\.queue_handle", (QUEUE,)), (r"Reader\w+\.reader_handle", (READER,)),
    (r"Barrier\w+\.handle", (BARRIER,)), (r"Stack(Push|Pop|Close)(V2)?\.handle", (STACK,)),
    (r"TensorArray\w+\.handle", (ARRAY,)), (r"(LookupTable|InitializeTable)\w+\.table_handle", (TABLE,)),
    (r"(ReadVariableOp|Assign(Add|Sub)?VariableOp|Resource(Gather|Scatter)\w*)\.resource", (VARIABLE,)),
    (r"Resource(Sparse)?Apply\w+\.var", (VARIABLE,)))


def op_of(block_type: BlockType | Mapping[str, Any]) -> str:
    """The op of a block type or of an entry of the catalogue; the name of a composite."""
    if isinstance(block_type, BlockType):
        return block_type.op or block_type.name
    return block_type["op"] or block_type["name"]


@lru_cache(4096)
def made(op: str) -> tuple[str, ...]:
    """What the handle that an op gives stands for; empty where it gives none, or passes on what it gets."""
    return next(((thing,) for pattern, thing in _MAKERS if re.fullmatch(pattern, op)), ())


@lru_cache(4096)
def taken(op: str, pin: str) -> tuple[str, ...]:
    """The things whose handles a pin of an op takes; empty where it takes none, or any."""
    return next((things for pattern, things in _TAKERS if re.fullmatch(pattern, f"{op}.{pin}")), ())


def counterpart(name: str, thing: str) -> str:
    """The type for this kind of accumulator in the place of one for another, enuSpace's in the place of enuSpace's; ""
    where there is none."""
    found = re.fullmatch(r"(enu\.)?(Sparse|Resource)?((Conditional)?Accumulator\w*)", name)
    return f"{found[1] or ''}{ACCUMULATORS[thing]}{found[3]}" if found and thing in ACCUMULATORS else ""
