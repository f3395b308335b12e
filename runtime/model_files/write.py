"""What becomes of pages in a file: a graph, a model, or the values of variables, by the extension."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import tensorflow as tf

from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.document.addresses import Address
from blockloom.blocks.document.pages import Document
from blockloom.blocks.files.documents import FileError
from blockloom.blocks.problems import Problem
from blockloom.runtime.compile.compiler import compile_page
from blockloom.runtime.compile.constant_folding import unmarked
from blockloom.runtime.model_files import exported, values
from blockloom.runtime.model_files.freezing import frozen as freeze
from blockloom.runtime.model_files.proving import prove_graph, prove_saved_model, prove_values
from blockloom.runtime.model_files.unscoped import unscoped
from blockloom.runtime.model_files.write_saved_model import write_saved_model
from blockloom.runtime.protocol.replies import Written

GRAPHS, VALUES = (".pb", ".pbtxt"), (".ckpt", ".npz", ".safetensors")


def export(document: Document, pages: list[str], path: Path, catalogue: Catalogue, frozen: bool = False,
           checkpoint: Path | None = None, tell: Callable[[Address], None] | None = None) -> Written:
    """Write pages: the graph of one as .pb or .pbtxt, as it is or `frozen`; the values of the variables as .npz,
    .safetensors or a checkpoint, .ckpt; a SavedModel into a folder of any other name. Variables have the values of a
    `checkpoint` where one is given.

    What was written is loaded, where that is cheap. For `tell` see compile_page.
    """
    try:
        kind = path.suffix.lower()
        if kind in GRAPHS and not frozen:
            return Written(_graph(document, pages[0], path, catalogue, tell))
        made = exported.export(document, pages, catalogue,
                               (lambda wanted: values.restored(checkpoint, wanted)) if checkpoint else None, tell)
        if made.ok and kind in GRAPHS:
            _write(freeze(made), path)
        elif made.ok and kind in VALUES:
            values.write(path, made.values)
            prove_values(path, made.values)
        elif made.ok:
            write_saved_model(made, path)
            prove_saved_model(path, made.values)
        return Written(made.problems)
    except (FileError, ValueError, OSError, tf.errors.OpError) as error:
        return Written(refused=str(error))


def _graph(document: Document, page: str, path: Path, catalogue: Catalogue,
           tell: Callable[[Address], None] | None) -> list[Problem]:
    program = compile_page(document, page, catalogue, bare=True, tell=tell)
    if program.ok:
        _write(unscoped(unmarked(program.graph.as_graph_def())), path)
    return program.problems


def _write(graph: Any, path: Path) -> None:
    path.write_bytes(str(graph).encode() if path.suffix.lower() == ".pbtxt" else graph.SerializeToString())
    prove_graph(path)
