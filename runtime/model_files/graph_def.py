"""Protos of graphs in files, binary or as text: GraphDef, MetaGraphDef or SavedModel, whatever the file's name."""

from __future__ import annotations

import codecs
import re
from pathlib import Path
from typing import TypeAlias

from google.protobuf import text_format
from google.protobuf.message import DecodeError
from tensorflow.core.framework.graph_pb2 import GraphDef
from tensorflow.core.protobuf.meta_graph_pb2 import MetaGraphDef
from tensorflow.core.protobuf.saved_model_pb2 import SavedModel

from blockloom.blocks.files.documents import FileError
from blockloom.blocks.files.file_kinds import extension, kind_of
from blockloom.blocks.from_graph.model import Model
from blockloom.blocks.io import bounded_io
from blockloom.blocks.text.nesting import too_deep_proto
from blockloom.blocks.text.phrases import file_error_reason, phrase
from blockloom.runtime.model_files.graph_library import GraphLibrary
from blockloom.runtime.model_files.model_nodes import nodes_of
from blockloom.runtime.model_files.progress import Tell
from blockloom.runtime.model_files.versions import bring_up

KINDS = (".pb", ".pbtxt", ".meta")
Proto: TypeAlias = GraphDef | MetaGraphDef | SavedModel
_FIRST = re.compile(rb"(?:\s|#[^\n]*\n)*(\w+)")  # the first field of a text


def message(path: Path, tell: Tell) -> Proto:
    """Return the proto in a file, of the kind that its content, or else its name, indicates.

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
