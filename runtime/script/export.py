"""A script as a file, and whether it builds the graph of its page."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import tensorflow as tf

from blockloom.blocks import weights_files
from blockloom.blocks.addresses import Address
from blockloom.blocks.catalogue import Catalogue
from blockloom.blocks.document import Document
from blockloom.runtime.folding import Folding, unmarked
from blockloom.runtime.graph_compare import Difference, differences
from blockloom.runtime.script.ops import NotWritten
from blockloom.runtime.script.writer import Script, graph_of, write


def export(document: Document, page: str, path: Path, catalogue: Catalogue, arrays: Path, name: str, folder: str = "",
           check: bool = False, tell: Callable[[Address], None] | None = None) -> dict[str, Any]:
    """Write a page as the script `path`, and into the file `arrays` what is too large for its text. The script will be
    called `name`, and `folder` is the way from there to what the page names its files from.

    Gives the `problems` of the page as rows; nothing is written where there is an error among them, or where `refused`
    says why not. With `check`, `differing` are the nodes of the graph that the script builds which are other than those
    of the page, as texts.
    """
    try:
        made = write(document, page, catalogue, name, folder, tell)
    except NotWritten as error:
        return {"problems": [], "refused": str(error)}
    told: dict[str, Any] = {"problems": [one.row() for one in made.problems]}
    if made.text:
        path.write_text(made.text, "utf-8")
        if made.arrays:
            weights_files.write(made.arrays, arrays)
        if check:
            told["differing"] = list(map(str, differing(made, str(arrays.with_name(name)))))
    return told


def differing(made: Script, path: str) -> list[Difference]:
    """Build the graph of a script, as if it lay at `path`, and compare it with that of the page. Nothing of the graph
    runs: what TensorFlow's shape inference would evaluate is kept from that, as for a page."""
    scope = {"__name__": "script", "__file__": path}
    exec(compile(made.text, path, "exec"), scope)
    graph = tf.Graph()
    Folding(graph)
    with graph.as_default():
        scope["build"]()
    return differences(unmarked(graph.as_graph_def()), graph_of(made.bare))
