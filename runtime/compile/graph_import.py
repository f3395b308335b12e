"""Nodes into a graph, as TensorFlow's `import_graph_def` brings them, in a quarter of its time.

That function goes over every node in Python several times: for default attrs, which the import in C++ sets anyhow; for
colocation, the device and control flow contexts around it and attr scopes, of which our nodes have none. What is left
is the import and one object for each op.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from functools import lru_cache

import tensorflow as tf
from tensorflow.core.framework import graph_pb2, node_def_pb2
from tensorflow.python.client import pywrap_tf_session as c_api
from tensorflow.python.framework import c_api_util, importer, ops

# Unset, the graph gets legacy semantics.
_VERSIONS = graph_pb2.GraphDef(versions={"producer": tf.version.GRAPH_DEF_VERSION}).SerializeToString()


def import_nodes(graph: tf.Graph, nodes: Iterable[node_def_pb2.NodeDef], outside: Mapping[str, tf.Tensor]) -> None:
    """Add nodes to a graph, all or none. `outside` maps inputs to tensors that the graph has, and `^NODE` to a tensor
    of the op to wait for. Raises ValueError for a node that TensorFlow refuses.
    """
    nodes = list(nodes)
    options = c_api_util.ScopedTFImportGraphDefOptions()
    importer._PopulateTFImportGraphDefOptions(options.options, "", outside, None, True)
    with graph._mutation_lock():  # no session may run before there is an object for every op
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
    """Add a node as `import_nodes` does, keeping its name even where that is a scope (an import would make `F_1` of `F`
    where `F/x` exists).
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
    """A GraphDef of the nodes, as it is written: made as a message, it would hold a copy of each."""
    parts = [_VERSIONS]
    for node in nodes:
        data = node.SerializeToString()
        parts += _head(len(data)), data
    return b"".join(parts)


@lru_cache(maxsize=4096)
def _head(size: int) -> bytes:
    """What stands before so many bytes of a node: the number of the field, and the size in sevens of bits."""
    found = [graph_pb2.GraphDef.NODE_FIELD_NUMBER << 3 | 2]
    while size > 127:
        found.append(size & 127 | 128)
        size >>= 7
    return bytes((*found, size))


def _place(op: tf.Operation, device: str) -> None:
    """Put an op on its device, written as TensorFlow writes it."""
    op._set_device("")
    with op.graph.as_default(), tf.device(device):
        op.graph._apply_device_functions(op)


def groups(wave: Mapping[str, node_def_pb2.NodeDef], alike: Container[str] = ()) -> list[list[str]]:
    """The nodes in an order in which they can be imported group by group: the nodes of a loop together, and a node with
    nodes in its scope, such as its typed values, which would otherwise take its name. Nodes in `alike` keep their names
    anyway.
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
