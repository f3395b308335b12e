"""Attr values, tensors and nodes as TensorFlow's protos, and the import of nodes into a graph."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from functools import lru_cache
from typing import Any

import numpy as np
import tensorflow as tf
from tensorflow.core.framework import attr_value_pb2, graph_pb2, node_def_pb2, tensor_pb2
from tensorflow.core.framework.node_def_pb2 import NodeDef
from tensorflow.python.client import pywrap_tf_session as c_api
from tensorflow.python.framework import c_api_util, dtypes, importer, op_def_registry, ops, tensor_util

from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.document.literal_cache import Value
from blockloom.blocks.text.phrases import phrase
from blockloom.blocks.values.dtypes import DTYPES

AttrValue = attr_value_pb2.AttrValue
# Dtypes for which the bytes of numpy and of the proto are equal.
_RAW = {n for n, d in DTYPES.items() if d.via == d.label or n.startswith(("DT_QINT", "DT_QUINT"))}


def array_of(value: Value) -> np.ndarray:
    """Return a typed tensor as an array to feed."""
    return value.array.astype(dtypes.as_dtype(DTYPES[value.dtype].number).as_numpy_dtype, copy=False)


def tensor_proto(value: Value) -> tensor_pb2.TensorProto:
    """Return the proto of a typed tensor."""
    array, dtype = value.array, value.dtype
    info = DTYPES[dtype]
    if array.size > 1 and not any(array.strides):  # all elements are equal: TensorFlow repeats one value
        proto = tensor_proto(Value(array[(slice(1),) * array.ndim].copy(), dtype))
        if proto.tensor_content:  # the proto contains all elements, or has none
            proto = tensor_util.make_tensor_proto(tensor_util.MakeNdarray(proto).ravel(), dtype=proto.dtype)
        del proto.tensor_shape.dim[:]
    elif dtype in _RAW:
        proto = tensor_pb2.TensorProto(dtype=info.number, tensor_content=np.ascontiguousarray(array).tobytes())
    elif info.family == "s":
        proto = tensor_pb2.TensorProto(dtype=info.number, string_val=array.ravel().tolist())
    else:  # bfloat16 and the 8- and 4-bit types are dtypes that TensorFlow registers with numpy
        cast = array.astype(dtypes.as_dtype(info.number).as_numpy_dtype)
        return tensor_util.make_tensor_proto(cast, dtype=dtypes.as_dtype(info.number), shape=array.shape)
    dims = proto.tensor_shape.dim
    for size in array.shape:
        dims.add().size = size
    return proto


def attr_value(type_: str, value: Any) -> attr_value_pb2.AttrValue:
    """Return the proto of an attr of a type such as `shape` or `list(int)`; `value` as inference returns it."""
    proto = AttrValue()
    if type_.startswith("list("):
        proto.list.SetInParent()
        for item in value:
            _put_item(proto.list, type_[5:-1], item)
    elif type_ == "type":
        proto.type = DTYPES[value].number
    elif type_ == "int":
        proto.i = value
    elif type_ == "bool":
        proto.b = value
    elif type_ == "float":
        proto.f = value
    elif type_ == "string":
        proto.s = value if isinstance(value, bytes) else value.encode("utf-8", "surrogateescape")
    elif type_ == "shape":
        _put_shape(proto.shape, value)
    elif type_ == "tensor":
        proto.tensor.CopyFrom(tensor_proto(value))
    elif type_ == "func":
        proto.func.name = value
    else:
        raise ValueError(phrase("an attr of type {} cannot be typed in", type_))
    return proto


def _put_item(items: Any, type_: str, value: Any) -> None:
    if type_ == "type":
        items.type.append(DTYPES[value].number)
    elif type_ == "shape":
        _put_shape(items.shape.add(), value)
    elif type_ == "func":
        items.func.add().name = value
    else:
        field = {"int": items.i, "float": items.f, "bool": items.b, "string": items.s}[type_]
        field.append(value.encode() if isinstance(value, str) else value)


def _put_shape(proto: Any, dims: list[int] | None) -> None:
    if dims is None:
        proto.unknown_rank = True
        return
    proto.SetInParent()
    for size in dims:
        proto.dim.add().size = size


def node_def(
    name: str, op: str, inputs: Iterable[str], device: str, attrs: Mapping[str, tuple[str, Any]]
) -> node_def_pb2.NodeDef:
    """Return a NodeDef with attrs given as (type, value).

    Raises:
        ValueError: A proto cannot contain the value.
    """
    node = node_def_pb2.NodeDef(name=name, op=op, input=inputs)
    if device:
        node.device = device
    for attr, (type_, value) in attrs.items():
        if type_ == "type":
            node.attr[attr].type = DTYPES[value].number
        elif type_ == "tensor":
            node.attr[attr].tensor.CopyFrom(tensor_proto(value))
        else:
            node.attr[attr].CopyFrom(attr_value(type_, value))
    return node


# A file name without a folder is relative to the document. So the file names that an op takes, however they are
# computed, are first prefixed with the folder of the document, unless they begin with / or name a file system.


# Names of op inputs that are file names in every op. (`pattern` is one only in the ops with the trait `read_once`.)
_NAMES = frozenset(
    {
        "filename",
        "filenames",
        "patterns",
        "file_pattern",
        "path",
        "prefix",
        "logdir",
        "directory",
        "ckpt_path",
        "checkpoint_prefixes",
        "destination_prefix",
        "new_vocab_file",
        "old_vocab_file",
    }
)


def led_to(folder: str, node: NodeDef) -> list[NodeDef]:
    """Return nodes that prefix the file names of a node with an absolute folder, and connect the node to them."""
    op, new = op_def_registry.get(node.op), list[NodeDef]()
    traits = traits_of(node.op)
    read = traits.outside.get("reads") if traits.read_once else None
    for number, arg in enumerate(op.input_arg if op is not None else ()):
        if arg.number_attr or arg.type_list_attr or number >= len(node.input):
            break  # a list has an unknown length: later inputs cannot be matched with args
        if arg.name in _NAMES or arg.name == read:
            into = f"{folder.rstrip('/')}/".replace("\\", "\\\\") + "\\1"
            new.append(
                node_def(
                    f"{node.name}/{arg.name}_led",
                    "StaticRegexReplace",
                    [node.input[number]],
                    node.device,
                    {"pattern": ("string", "^([^/:][^:]*)$"), "rewrite": ("string", into)},
                )
            )
            node.input[number] = new[-1].name
    return new


# `import_graph_def` loops over every node in Python several times: for default attrs, which the C++ import sets
# anyway, and for colocation, device and control flow contexts and attr scopes, which our nodes do not have. Here only
# the import and one object for each op remain.


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
