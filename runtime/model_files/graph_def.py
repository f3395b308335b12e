"""GraphDefs: .pb and .pbtxt."""

from __future__ import annotations

from pathlib import Path
from typing import Any, TypeVar

from google.protobuf import text_format
from google.protobuf.message import DecodeError
from tensorflow.core.framework.graph_pb2 import GraphDef

from blockloom.blocks import reading
from blockloom.blocks.files import FileError
from blockloom.blocks.from_graph.model import Model
from blockloom.blocks.phrases import phrase, why
from blockloom.runtime.model_files.functions import Library
from blockloom.runtime.model_files.nodes import nodes_of
from blockloom.runtime.model_files.progress import Tell

Proto = TypeVar("Proto")


def message(path: Path, kind: type[Proto], tell: Tell) -> Proto:
    """A proto of a file: as text where its name ends in .pbtxt. Raises FileError."""
    tell(phrase("reading {}", path.name), 0.0)
    try:
        data = reading.read(path, "model")
    except OSError as error:
        raise FileError(phrase("{}: cannot be read: {}", path, why(error))) from None
    try:
        found: Any = kind()
        if path.suffix.lower() == ".pbtxt":
            text_format.Parse(data, found)
        else:
            found.ParseFromString(data)
    except (DecodeError, text_format.ParseError, UnicodeDecodeError, RecursionError, ValueError) as error:
        raise FileError(phrase("{}: it is no {} of TensorFlow, or not whole ({}): copy it again, or export it anew",
                               path, kind.DESCRIPTOR.name, str(error).splitlines()[0][:200])) from None
    return found


def read(path: Path, tell: Tell) -> Model:
    """A graph: all its nodes, without signatures. Raises FileError."""
    graph = message(path, GraphDef, tell)
    if not graph.node:
        raise FileError(phrase("{}: it holds no nodes: it is no GraphDef, or an empty one", path))
    library = Library(graph.library.function)
    tell(phrase("reading its nodes"), 0.0)
    flat = library.flat(nodes_of(graph.node), ())
    return Model(list(flat.nodes.values()), library.named(flat.nodes.values()))
