"""Walks through graphs of any kind: blocks and wires, nodes, TensorFlow's operations, pages, functions."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

N = TypeVar("N")


def reached(starts: Iterable[N], neighbours: Callable[[N], Iterable[N]]) -> dict[N, None]:
    """Return the nodes that can be reached from some nodes, these included, in the order in which they are found.

    Args:
        starts: the nodes to begin with.
        neighbours: gives the nodes to which a node leads, each of them any number of times.
    """
    found = dict.fromkeys(starts)
    todo = list(found)
    while todo:
        for node in neighbours(todo.pop()):
            if node not in found:
                found[node] = None
                todo.append(node)
    return found
