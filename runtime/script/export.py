"""A script as a file, once it is Python and builds the graph of its page."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import tensorflow as tf

from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.document.addresses import Address
from blockloom.blocks.document.pages import Document
from blockloom.blocks.text.phrases import phrase
from blockloom.blocks.weights import weight_files
from blockloom.runtime.compile.constant_folding import Folding, unmarked
from blockloom.runtime.compile.graph_compare import NodeDifference, differences
from blockloom.runtime.model_files.write import CHEAP
from blockloom.runtime.protocol.replies import ExportReply
from blockloom.runtime.script.script_ops import NotWritten
from blockloom.runtime.script.writer import ScriptSource, graph_of, write

_TOLD = 5  # most differences that an error lists


def export(
    document: Document,
    page: str,
    path: Path,
    catalogue: Catalogue,
    arrays_path: Path,
    name: str,
    folder_path: str = "",
    check: bool = False,
    tell: Callable[[Address], None] | None = None,
) -> ExportReply:
    """Write a page as the script `path`, with large arrays in the file `arrays_path`.

    The graph of the script is built and compared with the graph of the page if that is cheap, or with `check`; nothing
    is written if the graphs differ.

    Args:
        page: name of the page.
        path: the script to write.
        catalogue: block types.
        arrays_path: the file for large arrays.
        name: the final name of the script.
        folder_path: path from the script to the folder of relative file names on the page.
        check: whether to compare graphs of any size, and return the differences.
        tell: as in `compile_page`.
    """
    try:
        script = write(document, page, catalogue, name, folder_path, tell)
        differences: list[str] = []
        if script.text:
            if script.arrays:
                weight_files.write(script.arrays, arrays_path)
            differences = _check_script(script, str(arrays_path.with_name(name)), check)
            if differences and not check:
                raise NotWritten(
                    phrase(
                        "the script was not written, since its graph differs from that of the page: {}",
                        "\n".join(differences[:_TOLD]),
                    )
                )
            if not differences:
                path.write_text(script.text, "utf-8")
        return ExportReply(script.problems, differing=differences)
    except NotWritten as error:
        return ExportReply(refusal=str(error))


def _check_script(script: ScriptSource, path: str, check: bool) -> list[str]:
    """Return the differences between the graphs of a script and of its page; [] for a large graph unless `check`.

    Raises:
        NotWritten: the script is not valid Python, or does not build a graph.
    """
    try:
        compile(script.text, path, "exec")
        if check or script.bare.graph.version <= CHEAP:
            return list(map(str, find_differing_nodes(script, path)))
        return []
    except Exception as error:
        raise NotWritten(phrase("the script was not written, since it does not run: {}", error)) from None


def find_differing_nodes(script: ScriptSource, path: str) -> list[NodeDifference]:
    """Build the graph of a script as if the script had this path, and compare it with the graph of the page.

    Nothing of the graph runs.
    """
    scope: dict[str, Any] = {"__name__": "script", "__file__": path}
    exec(compile(script.text, path, "exec"), scope)
    graph = tf.Graph()
    Folding(graph)
    with graph.as_default():
        scope["build"]()
    return differences(unmarked(graph.as_graph_def()), graph_of(script.bare))
