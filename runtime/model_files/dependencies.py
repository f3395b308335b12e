"""Dependencies between the nodes of a graph."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from blockloom.blocks import walks
from blockloom.blocks.plan.plan_nodes import Node
from blockloom.runtime.model_files.model_nodes import maker


def downstream(nodes: Mapping[str, Node[str]], starts: Iterable[str]) -> set[str]:
    """Return these nodes and all nodes that depend on any of them."""
    users: dict[str, list[str]] = {}
    for node in nodes.values():
        for source in (*map(maker, node.inputs), *node.control_inputs):
            users.setdefault(source, []).append(node.name)
    return {*walks.reached(starts, lambda name: users.get(name, ()))}


def reached(nodes: Mapping[str, Node[str]], wanted: Iterable[str], cut: Collection[str] = ()) -> dict[str, Node[str]]:
    """Return the nodes on which these depend, in the order of the graph, not followed through the tensors `cut`."""

    def sources(name: str) -> list[str]:
        node = nodes[name]
        before = [*(maker(tensor) for tensor in node.inputs if tensor not in cut), *node.control_inputs]
        return [source for source in before if source in nodes]

    above = walks.reached((name for name in wanted if name in nodes), sources)
    return {name: node for name, node in nodes.items() if name in above}
