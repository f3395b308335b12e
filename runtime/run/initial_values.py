"""In which order variables get their initial values, and how many at once."""

from __future__ import annotations

from collections.abc import Iterator

import tensorflow as tf

from blockloom.runtime.compile.program import Variable

PIECE = 32 << 20  # bytes of values that are fed at once


def first(graph: tf.Graph, todo: list[Variable]) -> list[Variable]:
    """The variables whose initial values depend on none of the others; all of them where there is none."""
    nodes = {v.node for v in todo}
    return [v for v in todo if not nodes & _needed(graph, v.initial) - {v.node}] or todo


def _needed(graph: tf.Graph, tensor: str) -> set[str]:
    todo = [graph.get_tensor_by_name(tensor).op]
    seen = {todo[0].name}
    while todo:
        for source in todo.pop().inputs:
            if source.op.name not in seen:
                seen.add(source.op.name)
                todo.append(source.op)
    return seen


def in_pieces(variables: list[Variable]) -> Iterator[list[Variable]]:
    """Those without weights, then the others, as many at once as do not take much memory a second time."""
    yield [v for v in variables if v.given is None]
    piece, size = [], 0
    for variable in variables:
        if variable.given is not None:
            piece.append(variable)
            size += variable.given.value.array.nbytes
            if size > PIECE:
                yield piece
                piece, size = [], 0
    yield piece
