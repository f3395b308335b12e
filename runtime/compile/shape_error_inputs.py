"""Find the input of a node that an error about a wrong shape means, by trying each input alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import tensorflow as tf
from tensorflow.core.framework import graph_pb2, node_def_pb2
from tensorflow.python.framework import importer, op_def_registry

from blockloom.runtime.compile.protos import attr_value

Shape = Sequence[int | None] | None


def refused_inputs(node: node_def_pb2.NodeDef, shapes: Sequence[Shape]) -> set[int]:
    """Return the inputs, by number, whose shape alone is refused, without running anything.

    Args:
        node: The node.
        shapes: The shapes of all inputs, None for an unknown rank.
    """
    dtypes = list(_dtypes(node))
    if len(dtypes) != len(shapes):
        return set()
    return {
        number
        for number, shape in enumerate(shapes)
        if shape is not None and not _taken(node, dtypes, [shape if i == number else None for i in range(len(shapes))])
    }


def _dtypes(node: node_def_pb2.NodeDef) -> Iterator[tuple[int, bool]]:
    """Yield the dtype of each input, and whether it is a reference."""
    for arg in op_def_registry.get(node.op).input_arg:
        if arg.type_list_attr:
            yield from ((dtype, arg.is_ref) for dtype in node.attr[arg.type_list_attr].list.type)
        else:
            count = node.attr[arg.number_attr].i if arg.number_attr else 1
            yield from [(arg.type or node.attr[arg.type_attr].type, arg.is_ref)] * count


def _taken(node: node_def_pb2.NodeDef, dtypes: Sequence[tuple[int, bool]], shapes: Sequence[Shape]) -> bool:
    graph = graph_pb2.GraphDef(node=[node])
    graph.versions.producer = tf.version.GRAPH_DEF_VERSION
    alone = graph.node[0]
    del alone.input[:]
    for number, ((dtype, ref), shape) in enumerate(zip(dtypes, shapes, strict=True)):
        given = graph.node.add(name=f"{node.name}_{number}", op="VariableV2" if ref else "Placeholder")
        given.attr["dtype"].type = dtype
        given.attr["shape"].CopyFrom(
            attr_value("shape", None if shape is None else [-1 if size is None else size for size in shape])
        )
        alone.input.append(given.name)
    with tf.Graph().as_default():
        try:
            importer.import_graph_def(graph, name="")
        except Exception:  # whatever TensorFlow raises
            return False
    return True
