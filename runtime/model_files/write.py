"""Write pages to a file: a graph, a model, or the values of variables, by the extension."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import tensorflow as tf
from google.protobuf import text_format
from tensorflow.core.framework.graph_pb2 import GraphDef
from tensorflow.core.protobuf import saved_model_pb2

from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.document.addresses import Address
from blockloom.blocks.document.pages import Document
from blockloom.blocks.files.documents import FileError
from blockloom.blocks.problems import Problem
from blockloom.blocks.text.phrases import phrase
from blockloom.blocks.values.dtypes import plain
from blockloom.runtime.compile.compilation import CompileOptions
from blockloom.runtime.compile.compiler import compile_page
from blockloom.runtime.compile.constant_folding import Folding, unmarked
from blockloom.runtime.model_files import export_graph, value_files
from blockloom.runtime.model_files.export_graph import Exported
from blockloom.runtime.model_files.freezing import frozen as freeze
from blockloom.runtime.model_files.signature_graphs import shared_name, unscoped
from blockloom.runtime.model_files.value_files import entries
from blockloom.runtime.model_files.variable_map import VariableMap
from blockloom.runtime.model_files.write_saved_model import write_saved_model
from blockloom.runtime.protocol.replies import ExportReply
from blockloom.runtime.resources.tables import LookupTable

CHECKPOINT = ".ckpt"
GRAPHS, VALUES = (".pb", ".pbtxt"), (CHECKPOINT, ".npz", ".safetensors")


def export(
    document: Document,
    pages: list[str],
    path: Path,
    catalogue: Catalogue,
    frozen: bool = False,
    checkpoint: Path | None = None,
    map_variables: str = "",
    tell: Callable[[Address], None] | None = None,
) -> ExportReply:
    """Write pages to a file or folder.

    A .pb or .pbtxt file gets one page as a graph. A .npz, .safetensors or .ckpt file gets values of variables, .ckpt
    also the rows of mutable tables. Otherwise a SavedModel is written to a folder. The files are loaded for a check if
    that is cheap.

    Args:
        pages: The names of the pages.
        path: The file or folder.
        catalogue: The catalogue of block types.
        frozen: Whether a graph has constants in place of variables.
        checkpoint: A file with values of variables, instead of initial values.
        map_variables: A file with the names of variables in `checkpoint`.
        tell: As in `compile_page`.
    """
    try:
        kind = path.suffix.lower()
        if kind in GRAPHS and not frozen:
            return ExportReply(_graph(document, pages[0], path, catalogue, tell))
        variable_map = VariableMap(Path(map_variables)) if map_variables else None
        model = export_graph.export(
            document,
            pages,
            catalogue,
            (lambda wanted: value_files.restored(checkpoint, wanted, variable_map)) if checkpoint else None,
            tell,
        )
        if model.ok and variable_map is not None:
            variable_map.check_used(())
        if model.ok and kind in GRAPHS:
            _write(freeze(model), path)
        elif model.ok and kind in VALUES:
            held = model.values | (table_rows(model) if kind == CHECKPOINT else {})
            value_files.write(path, held)
            prove_values(path, held)
        elif model.ok:
            write_saved_model(model, path)
            prove_saved_model(path, model.values)
        return ExportReply(model.problems)
    except (FileError, ValueError, OSError, tf.errors.OpError) as error:
        return ExportReply(refusal=str(error))


def _graph(
    document: Document, page: str, path: Path, catalogue: Catalogue, tell: Callable[[Address], None] | None
) -> list[Problem]:
    program = compile_page(document, page, catalogue, CompileOptions(bare=True, tell=tell))
    if program.ok:
        _write(unscoped(unmarked(program.graph.as_graph_def())), path)
    return program.problems


def _write(graph: Any, path: Path) -> None:
    path.write_bytes(str(graph).encode() if path.suffix.lower() == ".pbtxt" else graph.SerializeToString())
    prove_graph(path)


_CHANGE = ("table", "dense")  # the trait `handed` of tables that a Saver saves


def table_rows(model: Exported) -> dict[str, np.ndarray]:
    """Return the keys and values of the tables of a model, by the names that a Saver uses.

    The names are TABLE-keys and TABLE-values.
    """
    tables = {node.name: shared_name(node) for node in model.graph.node if traits_of(node.op).handed in _CHANGE}
    if not tables:
        return {}
    nodes = {node.name: node for node in model.graph.node}
    fills = [name for name in model.fills if nodes[name].input[0].partition(":")[0] in tables]
    needed = tf.compat.v1.graph_util.extract_sub_graph(model.graph, [*tables, *fills])
    with tf.Graph().as_default() as graph, tf.compat.v1.Session(graph=graph) as session:
        tf.import_graph_def(needed, name="")
        for node in needed.node:
            if traits_of(node.op).variable == "resource":
                handle = graph.get_tensor_by_name(f"{node.name}:0")
                session.run(tf.raw_ops.AssignVariableOp(resource=handle, value=model.values[shared_name(node)]))
        for fill in fills:
            session.run(fill)
        found = dict[str, np.ndarray]()
        for name, saved in tables.items():
            rows = session.run(LookupTable((), graph.get_operation_by_name(name)).rows)
            found |= {f"{saved}-{part}": array for part, array in zip(("keys", "values"), rows)}
        return found


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
                        raise ValueError(phrase("in the file, {0} is {1}", info.name, dtype.name))
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
                raise ValueError(phrase("in the file, {0} is {1}", name, f"{dtype}{list(shape)}"))
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
