"""Verify written files by loading them, if that is cheap, without running anything."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np
import tensorflow as tf
from google.protobuf import text_format
from tensorflow.core.framework.graph_pb2 import GraphDef
from tensorflow.core.protobuf import saved_model_pb2

from blockloom.blocks.text.phrases import phrase
from blockloom.blocks.values.dtypes import plain
from blockloom.runtime.compile.constant_folding import Folding
from blockloom.runtime.model_files.value_files import entries

CHEAP = 5_000  # most nodes of a graph that is loaded into TensorFlow
_LIGHT = 1 << 26  # most bytes of a graph that is loaded; larger ones are only parsed
_CHEAP_BYTES = 1 << 24  # most bytes of values to compare; above, only names, dtypes and shapes are compared


def load(graph_def: GraphDef) -> tf.Graph:
    """Import a graph as TensorFlow programs do, but without evaluating constants (see `constant_folding`).

    Raises:
        Exception: TensorFlow refuses the graph.
    """
    marked = GraphDef()
    marked.CopyFrom(graph_def)
    with tf.Graph().as_default() as graph:
        nodes = {node.name: node for node in marked.node}
        Folding(graph).mark(nodes, {name: list(node.input) for name, node in nodes.items()})
        tf.import_graph_def(marked, name="")
    return graph


def _is_cheap(graph_def: GraphDef) -> bool:
    return len(graph_def.node) <= CHEAP and graph_def.ByteSize() <= _LIGHT


def prove_graph(path: Path) -> None:
    """Load the GraphDef in a .pb or .pbtxt file to verify it.

    Raises:
        ValueError: The graph is invalid; the text is for the user.
    """
    try:
        data, graph_def = path.read_bytes(), GraphDef()
        if path.suffix.lower() == ".pbtxt":
            text_format.Parse(data, graph_def)
        else:
            graph_def.ParseFromString(data)
        if _is_cheap(graph_def):
            load(graph_def)
    except Exception as error:
        raise _unsound(error) from None


def prove_saved_model(folder: Path, values: Mapping[str, np.ndarray]) -> None:
    """Load a SavedModel and compare its variables with `values`.

    Raises:
        ValueError: The model is invalid or differs; the text is for the user.
    """
    try:
        (meta,) = saved_model_pb2.SavedModel.FromString((folder / "saved_model.pb").read_bytes()).meta_graphs
        for asset in meta.asset_file_def:
            (folder / "assets" / asset.filename).stat()
        if _is_cheap(meta.graph_def):
            graph = load(meta.graph_def)
            for signature in meta.signature_def.values():
                for info in (*signature.inputs.values(), *signature.outputs.values()):
                    if ":" not in info.name:  # the name of an operation, such as the one that TensorFlow runs first
                        continue
                    dtype = graph.get_tensor_by_name(info.name).dtype.base_dtype
                    if dtype.as_datatype_enum != info.dtype:
                        raise ValueError(phrase("{0} is {1} in it", info.name, dtype.name))
    except Exception as error:
        raise _unsound(error) from None
    if values:
        prove_values(folder / "variables" / "variables", values)


def prove_values(path: Path, values: Mapping[str, np.ndarray]) -> None:
    """Read a file of values and compare it with `values`.

    Raises:
        ValueError: The file is invalid or differs; the text is for the user.
    """
    try:
        names, described, read = entries(path)
        cheap = sum(value.nbytes for value in values.values()) <= _CHEAP_BYTES
        for name, value in values.items():
            value = plain(value) if path.suffix == ".npz" else value
            dtype, shape = described(names[name])
            if (dtype, tuple(shape)) != (_label(value), value.shape) or cheap and not _equal(read(names[name]), value):
                raise ValueError(phrase("{0} is {1} in it", name, f"{dtype}{list(shape)}"))
    except Exception as error:
        raise _unsound(error) from None


def _label(value: np.ndarray) -> str:
    return "string" if value.dtype.kind in "OSU" else tf.as_dtype(value.dtype).name


def _equal(one: np.ndarray, other: np.ndarray) -> bool:
    if other.dtype.kind in "OSU":
        return one.tolist() == other.tolist()
    return np.ascontiguousarray(one).tobytes() == np.ascontiguousarray(other).tobytes()


def _unsound(error: Exception) -> ValueError:
    return ValueError(phrase("nothing is written, since what would be could not be loaded: {}", error))
