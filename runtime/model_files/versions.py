"""Convert graphs of other versions of TensorFlow to the installed one, and report differences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import tensorflow as tf
from tensorflow.core.framework.graph_pb2 import GraphDef
from tensorflow.core.framework.node_def_pb2 import NodeDef
from tensorflow.core.framework.op_def_pb2 import OpList

from blockloom.blocks.text.phrases import phrase
from blockloom.runtime.model_files.model_nodes import few, op_def

_SHAPES_MEANT = 24  # earlier producers wrote an unknown shape as a scalar


def bring_up(graph: GraphDef, written: OpList | None = None) -> list[str]:
    """Convert a graph to the installed version of TensorFlow.

    Args:
        graph: The graph.
        written: The ops as the program that wrote the graph had them.

    Returns:
        Sentences about possible differences in behaviour.
    """
    if graph.versions.producer < _SHAPES_MEANT:
        for node in _nodes(graph):
            if node.op == "Placeholder" and not node.attr["shape"].shape.dim:
                node.attr["shape"].shape.unknown_rank = True
    versions, installed, report = graph.versions, tf.version.GRAPH_DEF_VERSION, list[str]()
    if versions.min_consumer > installed or installed in versions.bad_consumers:
        report.append(
            phrase(
                "it says that it needs another TensorFlow than the installed {}, whose graphs are of "
                "version {}: it was made for {} and later. What it computes here may be something else",
                tf.__version__,
                installed,
                versions.min_consumer,
            )
        )
    if left := _unknown(graph, OpList() if written is None else written):
        report.append(
            phrase(
                "the installed TensorFlow does not know these attributes of its ops, and they are left "
                "out: {}. What it computes here may be something else",
                few(left),
            )
        )
    return report


def _unknown(graph: GraphDef, written: OpList) -> list[str]:
    """Return the attrs that are unknown here, unless they have the original default values."""
    defaults = {
        (op.name, attr.name): attr.default_value
        for op in written.op
        for attr in op.attr
        if attr.HasField("default_value")
    }
    known: dict[str, set[str] | None] = {}
    counts: Counter[tuple[str, str]] = Counter()
    for node in _nodes(graph):
        if node.op not in known:
            op = op_def(node.op)
            known[node.op] = None if op is None else {attr.name for attr in op.attr}
        attrs = known[node.op]
        if attrs is None:
            continue
        for name in node.attr:
            if name not in attrs and name[:1] != "_" and node.attr[name] != defaults.get((node.op, name)):
                counts[node.op, name] += 1
    return [f"{op}.{attr}" + (f" ({count})" if count > 1 else "") for (op, attr), count in sorted(counts.items())]


def _nodes(graph: GraphDef) -> Iterator[NodeDef]:
    yield from graph.node
    for function in graph.library.function:
        yield from function.node_def
