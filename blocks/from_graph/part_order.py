"""Order of the parts of a graph, by its content alone: independent of the order of its nodes."""

from __future__ import annotations

from collections.abc import Iterable

from blockloom.blocks.from_graph.graph import Graph
from blockloom.blocks.text.natural_order import natural


def ordered(graph: Graph, roots: Iterable[str]) -> list[str]:
    """Return the keys of parts, each after those that it depends on, apart from loops.

    The parts that the roots need come first, then the rest by name.
    """
    parts = graph.parts
    order: dict[str, None] = {}
    seen: set[str] = set()
    begin = list(roots)
    while True:
        todo: list[tuple[str, bool]] = [(key, False) for key in reversed(begin)]
        while todo:
            key, done = todo.pop()
            if done:
                order[key] = None
            elif key not in seen:
                seen.add(key)
                part = parts[key]
                todo.append((key, True))
                before = [end.part for end in part.inputs if end is not None] + sorted(part.control_inputs, key=natural)
                todo += [(name, False) for name in reversed(before) if name not in seen]
        left = [key for key in parts if key not in seen]
        if not left:
            return list(order)
        ends = [key for key in left if key not in graph.users and key not in graph.waiters]
        begin = sorted(ends or left, key=natural)  # without ends, circles that lead nowhere
