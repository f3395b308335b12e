"""Which nodes of a graph need which."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from blockloom.blocks.plan.nodes import Node
from blockloom.runtime.model_files.nodes import maker


def downstream(nodes: Mapping[str, Node[str]], starts: Iterable[str]) -> set[str]:
    """The nodes that need any of these, with them."""
    users: dict[str, list[str]] = {}
    for node in nodes.values():
        for source in (*map(maker, node.inputs), *node.after):
            users.setdefault(source, []).append(node.name)
    below, todo = set(), list(starts)
    while todo:
        name = todo.pop()
        if name not in below:
            below.add(name)
            todo += users.get(name, ())
    return below


def reached(nodes: Mapping[str, Node[str]], wanted: Iterable[str], cut: Collection[str] = ()) -> dict[str, Node[str]]:
    """The nodes on which these depend, in the order of the graph, not followed through the tensors `cut`."""
    above, todo = set(), [name for name in wanted if name in nodes]
    while todo:
        name = todo.pop()
        if name in above:
            continue
        above.add(name)
        node = nodes[name]
        todo += [source for tensor in node.inputs if tensor not in cut and (source := maker(tensor)) in nodes]
        todo += [source for source in node.after if source in nodes]
    return {name: node for name, node in nodes.items() if name in above}
