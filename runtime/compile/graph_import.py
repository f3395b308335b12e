"""Import nodes into a graph in a quarter of the time of TensorFlow's `import_graph_def`.

`import_graph_def` loops over every node in Python several times: for default attrs, which the C++ import sets anyway,
and for colocation, device and control flow contexts and attr scopes, which our nodes do not have. Here only the import
and one object for each op remain.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from functools import lru_cache

import tensorflow as tf
from tensorflow.core.framework import graph_pb2, node_def_pb2
from tensorflow.python.client import pywrap_tf_session as c_api
from tensorflow.python.framework import c_api_util, importer, ops

# TensorFlow applies legacy semantics to a graph without versions.
_VERSIONS = graph_pb2.GraphDef(versions={"producer": tf.version.GRAPH_DEF_VERSION}).SerializeToString()


def import_nodes(graph: tf.Graph, nodes: Iterable[node_def_pb2.NodeDef], outside: Mapping[str, tf.Tensor]) -> None:
    """Add nodes to a graph, all or none.

    Args:
        outside: Maps inputs to tensors of the graph, and `^NODE` to a tensor of the op to wait for.

    Raises:
        ValueError: TensorFlow refuses a node.
    """
    nodes = list(nodes)
    options = c_api_util.ScopedTFImportGraphDefOptions()
    importer._PopulateTFImportGraphDefOptions(options.options, "", outside, None, True)
    with graph._mutation_lock():  # no session may run while ops lack their Python objects
        data = c_api.TF_NewBufferFromString(_graph_def(nodes))
        try:
            with graph._c_graph.get() as c_graph:
                c_api_util.ScopedTFImportGraphDefResults(
                    c_api.TF_GraphImportGraphDefWithResults(c_graph, data, options.options)
                )
        except tf.errors.InvalidArgumentError as error:
            raise ValueError(str(error)) from None
        finally:
            c_api.TF_DeleteBuffer(data)
        used = graph._names_in_use
        for c_op in graph.new_operations():
            used.setdefault(ops.Operation._from_c_op(c_op, graph).name.lower(), 1)
    for node in nodes:
        if node.device:
            _place(graph.get_operation_by_name(node.name), node.device)


def add_node(graph: tf.Graph, node: node_def_pb2.NodeDef, outside: Mapping[str, tf.Tensor]) -> None:
    """Add a node as `import_nodes` does, but keep its name even if the name is a scope.

    An import would rename `F` to `F_1` if `F/x` exists.
    """
    with graph._mutation_lock():
        op = ops.Operation.from_node_def(
            node,
            graph,
            [outside[name] for name in node.input if name[0] != "^"],
            control_inputs=[outside[name] for name in node.input if name[0] == "^"],
        )
        graph._names_in_use.setdefault(op.name.lower(), 1)
    if node.device:
        _place(op, node.device)


def _graph_def(nodes: Iterable[node_def_pb2.NodeDef]) -> bytes:
    """Return the nodes as a serialized GraphDef; a message would copy each node."""
    parts = [_VERSIONS]
    for node in nodes:
        data = node.SerializeToString()
        parts += _head(len(data)), data
    return b"".join(parts)


@lru_cache(maxsize=4096)
def _head(size: int) -> bytes:
    """Return the bytes before a node of this size: the field number, and the size as a varint."""
    found = [graph_pb2.GraphDef.NODE_FIELD_NUMBER << 3 | 2]
    while size > 127:
        found.append(size & 127 | 128)
        size >>= 7
    return bytes((*found, size))


def _place(op: tf.Operation, device: str) -> None:
    """Set the device of an op, in TensorFlow's notation."""
    op._set_device("")
    with op.graph.as_default(), tf.device(device):
        op.graph._apply_device_functions(op)


def groups(wave: Mapping[str, node_def_pb2.NodeDef], alike: Container[str] = ()) -> list[list[str]]:
    """Return the nodes as groups that can be imported one after the other.

    A group has the nodes of a loop, or a node with the nodes in its scope, such as its typed values, which would
    otherwise take its name. Nodes in `alike` keep their names anyway.
    """
    import networkx

    graph: networkx.DiGraph[str] = networkx.DiGraph()
    graph.add_nodes_from(wave)
    for name, node in wave.items():
        graph.add_edges_from((s, name) for i in node.input if (s := i.lstrip("^").partition(":")[0]) in wave)
    graph.add_edges_from(
        (owner, name)
        for name in wave
        for at, sign in enumerate(name)
        if sign == "/" and (owner := name[:at]) in wave and owner not in alike
    )
    condensed = networkx.condensation(graph)
    return [sorted(condensed.nodes[n]["members"]) for n in networkx.topological_sort(condensed)]
