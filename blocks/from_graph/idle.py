"""Control inputs that order nothing.

Freezing a graph of TensorFlow 2 leaves an Identity for each read of a variable, which is a Const by now, and a NoOp at
the end that waits for all of them. A node that waits for one without state and effect, all of whose inputs are the
same, waits for nothing: such wires are part of the page, and hidden.
"""

from __future__ import annotations

from collections.abc import Iterable

from blockloom.blocks.catalogue.page_signature import ARG, RETVAL
from blockloom.blocks.from_graph.graph import Graph


def idle(graph: Graph, keys: Iterable[str]) -> set[str]:
    """Return the parts for which no other part has to wait.

    These are without state, outside loops and branches, and depend on such parts only.

    Args:
        graph: the graph.
        keys: of all parts, each after those that it depends on.
    """
    idle_parts: set[str] = set()
    for key in keys:
        part = graph.parts[key]
        type_ = graph.catalogue.get(part.type)
        # Parts in loops and branches have no value in some steps, or several: the order of others depends on that.
        plain = part.type in (ARG, RETVAL) or type_ is not None and not type_.stateful and not type_.traits.flow
        if (
            plain
            and all(end is None or end.part in idle_parts for end in part.inputs)
            and all(name in idle_parts for name in part.control_inputs)
        ):
            idle_parts.add(key)
    return idle_parts
