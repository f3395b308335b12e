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
from blockloom.runtime.model_files.proving import CHEAP
from blockloom.runtime.protocol.replies import ExportReply
from blockloom.runtime.script.script_ops import NotWritten
from blockloom.runtime.script.writer import ScriptSource, graph_of, write

_TOLD = 5  # differences that a refusal tells


def export(
    document: Document,
    page: str,
    path: Path,
    catalogue: Catalogue,
    arrays: Path,
    name: str,
    folder: str = "",
    check: bool = False,
    tell: Callable[[Address], None] | None = None,
) -> ExportReply:
    """Write a page as the script `path`, with large arrays in the file `arrays`. The script will be called `name`;
    `folder` is the path from it to where file names on the page count. Its graph is built and compared with the page's
    where that is cheap, or with `check`; where they differ, nothing is written.
    """
    try:
        script = write(document, page, catalogue, name, folder, tell)
        differences: list[str] = []
        if script.text:
            if script.arrays:
                weight_files.write(script.arrays, arrays)
            differences = _proved(script, str(arrays.with_name(name)), check)
            if differences and not check:
                raise NotWritten(
                    phrase(
                        "nothing is written, since the script would build another graph than that of the page: {}",
                        "\n".join(differences[:_TOLD]),
                    )
                )
            if not differences:
                path.write_text(script.text, "utf-8")
        return ExportReply(script.problems, differing=differences)
    except NotWritten as error:
        return ExportReply(refusal=str(error))


def _proved(made: ScriptSource, path: str, whole: bool) -> list[str]:
    """How the graph of a script differs from that of its page, where it is to be built: the `whole` of any size. Raises
    NotWritten for a script that is no Python, or that builds no graph.
    """
    try:
        compile(made.text, path, "exec")
        if whole or made.bare.graph.version <= CHEAP:
            return list(map(str, differing(made, path)))
        return []
    except Exception as error:
        raise NotWritten(phrase("nothing is written, since the script would not do: {}", error)) from None


def differing(made: ScriptSource, path: str) -> list[NodeDifference]:
    """Build the graph of a script as if it lay at `path`, and compare it with that of the page. Nothing of the graph
    runs.
    """
    scope: dict[str, Any] = {"__name__": "script", "__file__": path}
    exec(compile(made.text, path, "exec"), scope)
    graph = tf.Graph()
    Folding(graph)
    with graph.as_default():
        scope["build"]()
    return differences(unmarked(graph.as_graph_def()), graph_of(made.bare))
