"""Protos of graphs in files, binary or as text: GraphDef, MetaGraphDef or SavedModel, whatever the file's name."""

from __future__ import annotations

import codecs
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TypeAlias

import tensorflow as tf
from google.protobuf import text_format
from google.protobuf.message import DecodeError
from tensorflow.core.framework.graph_pb2 import GraphDef
from tensorflow.core.framework.node_def_pb2 import NodeDef
from tensorflow.core.framework.op_def_pb2 import OpList
from tensorflow.core.protobuf.meta_graph_pb2 import MetaGraphDef
from tensorflow.core.protobuf.saved_model_pb2 import SavedModel

from blockloom.blocks.files.documents import FileError
from blockloom.blocks.files.file_kinds import extension, kind_of
from blockloom.blocks.from_graph.model import Model
from blockloom.blocks.io import bounded_io
from blockloom.blocks.io.bounded_io import too_deep_proto
from blockloom.blocks.text.phrases import file_error_reason, phrase
from blockloom.runtime.model_files.bounds import Tell
from blockloom.runtime.model_files.graph_library import GraphLibrary
from blockloom.runtime.model_files.model_nodes import few, nodes_of, op_def

KINDS = (".pb", ".pbtxt", ".meta")
Proto: TypeAlias = GraphDef | MetaGraphDef | SavedModel
_FIRST = re.compile(rb"(?:\s|#[^\n]*\n)*(\w+)")  # the first field of a proto in text format


def message(path: Path, tell: Tell) -> Proto:
    """Return the proto in a file, of the kind that its content indicates, or otherwise its name.

    Raises:
        FileError: The file cannot be read or parsed.
    """
    tell(phrase("reading {}", path.name), 0.0)
    try:
        data = bounded_io.read(path, "model").removeprefix(codecs.BOM_UTF8)  # protos never begin with a byte order mark
    except OSError as error:
        raise FileError(phrase("{}: cannot be read: {}", path, file_error_reason(error))) from None
    meant = MetaGraphDef if extension(path) == ".meta" else SavedModel if path.stem == "saved_model" else GraphDef
    kinds = [meant, *(kind for kind in (GraphDef, MetaGraphDef, SavedModel) if kind is not meant)]
    text = kind_of(path) == ".pbtxt"
    if text:
        if too_deep_proto(data):
            raise FileError(phrase("{}: {}", path, phrase("it is nested too deeply")))
        first = _FIRST.match(data)
        kinds = [kind for kind in kinds if first and first[1].decode() in kind.DESCRIPTOR.fields_by_name] or kinds
    tried: list[Proto | FileError] = []
    for kind in kinds[:1] if text else kinds:
        try:
            proto = text_format.Parse(data, kind()) if text else kind.FromString(data)
            if _sound(proto):
                return proto
        except (DecodeError, text_format.ParseError, UnicodeDecodeError, RecursionError, ValueError) as error:
            proto = FileError(
                phrase(
                    "{} is not a complete {} of TensorFlow ({}). Copy or export it again.",
                    path,
                    kind.DESCRIPTOR.name,
                    str(error).splitlines()[0][:200],
                )
            )
        tried.append(proto)
    if isinstance(tried[0], FileError):
        raise tried[0]
    return tried[0]


def _sound(found: Proto) -> bool:
    """Return whether a proto makes sense: bytes of one kind may parse as another."""
    if isinstance(found, SavedModel):
        return any(map(_sound, found.meta_graphs))
    nodes = found.node if isinstance(found, GraphDef) else found.graph_def.node
    return bool(nodes) and all(node.op for node in nodes)


def read(graph: GraphDef, path: Path, tell: Tell) -> Model:
    """Return the model of a graph: all nodes, no signatures.

    Raises:
        FileError: The graph is empty or invalid.
    """
    if not graph.node:
        raise FileError(phrase("{} is empty, or is not a GraphDef", path))
    report = bring_up(graph)
    library = GraphLibrary(graph.library.function)
    tell(phrase("reading its nodes"), 0.0)
    flat = library.flat(nodes_of(graph.node), ())
    return Model(list(flat.nodes.values()), library.used_functions(flat.nodes.values()), report=report)


_SHAPES_MEANT = 24  # graphs of earlier versions store an unknown shape as a scalar


def bring_up(graph: GraphDef, written: OpList | None = None) -> list[str]:
    """Convert a graph to the installed version of TensorFlow.

    Args:
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
                "it needs graph version {2} or later, and the installed TensorFlow {0} has version {1}: "
                "its results may differ here",
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
