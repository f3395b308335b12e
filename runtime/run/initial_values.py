"""Order the initialisation of variables, and limit the size of values fed at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

import tensorflow as tf

from blockloom.blocks.walks import reached
from blockloom.runtime.compile.program import Variable

_T = TypeVar("_T")
_PIECE = 32 << 20  # bytes of values that are fed at once


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
