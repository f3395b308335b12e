"""Write pages to a file: a graph, a model, or the values of variables, by the extension."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import tensorflow as tf

from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.document.addresses import Address
from blockloom.blocks.document.pages import Document
from blockloom.blocks.files.documents import FileError
from blockloom.blocks.problems import Problem
from blockloom.runtime.compile.compilation import CompileOptions
from blockloom.runtime.compile.compiler import compile_page
from blockloom.runtime.compile.constant_folding import unmarked
from blockloom.runtime.model_files import export_graph, value_files
from blockloom.runtime.model_files.export_graph import Exported
from blockloom.runtime.model_files.freezing import frozen as freeze
from blockloom.runtime.model_files.proving import prove_graph, prove_saved_model, prove_values
from blockloom.runtime.model_files.signature_graphs import shared_name, unscoped
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
    map_file: str = "",
    tell: Callable[[Address], None] | None = None,
) -> ExportReply:
    """Write pages to a file or folder.

    A .pb or .pbtxt file gets one page as a graph. A .npz, .safetensors or .ckpt file gets values of variables, .ckpt
    also the rows of mutable tables. Otherwise a SavedModel is written to a folder. The files are loaded for a check if
    that is cheap.

    Args:
        document: The document.
        pages: The names of the pages.
        path: The file or folder.
        catalogue: The catalogue of block types.
        frozen: Whether a graph has constants in place of variables.
        checkpoint: A file with values of variables, instead of initial values.
        map_file: A file with the names of variables in `checkpoint`.
        tell: As in `compile_page`.
    """
    try:
        kind = path.suffix.lower()
        if kind in GRAPHS and not frozen:
            return ExportReply(_graph(document, pages[0], path, catalogue, tell))
        variable_map = VariableMap(Path(map_file)) if map_file else None
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
