"""Control inputs that order nothing.

Freezing a graph of TensorFlow 2 leaves an Identity for each read of a variable, which is a Const by now, and a NoOp at
the end that waits for all of them. Who waits for what has no state and no effect, and needs nothing that has, waits for
nothing: such wires are part of the page, and hidden.
"""

from __future__ import annotations

from collections.abc import Iterable

from blockloom.blocks.catalogue.page_signature import ARG, RETVAL
from blockloom.blocks.from_graph.graph import Graph


def idle(graph: Graph, keys: Iterable[str]) -> set[str]:
    """The parts for which no other has to wait: without state, outside loops and branches, and with such parts alone
    before them. `keys` are all parts, each after those that it depends on.
    """
    idle_parts: set[str] = set()
    for key in keys:
        part = graph.parts[key]
        type_ = graph.catalogue.get(part.type)
        # What is in loops and branches has no value in some steps, or several: who waits for it depends on that.
        plain = part.type in (ARG, RETVAL) or type_ is not None and not type_.stateful and not type_.traits.flow
        if (
            plain
            and all(end is None or end.part in idle_parts for end in part.inputs)
            and all(name in idle_parts for name in part.after)
        ):
            idle_parts.add(key)
    return idle_parts
