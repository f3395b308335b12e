"""What becomes of pages in a file or folder, written by a worker: graphs, models, values of variables."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from pathlib import Path

from blockloom.blocks import files
from blockloom.blocks.document import Document
from blockloom.blocks.page_blocks import with_pages
from blockloom.blocks.phrases import phrase, why
from blockloom.blocks.problems import ERROR, Problem
from blockloom.blocks.served import served
from blockloom.runtime import client
from blockloom.runtime.api import BadPage, catalogue, choose_page
from blockloom.runtime.client import WorkerDied, silence_told
from blockloom.runtime.suspects import suspect

GRAPHS = (".pb", ".pbtxt")
FILES = (*GRAPHS, ".ckpt", ".npz", ".safetensors")      # anything else is the folder of a SavedModel


def export(document: Document, page: str | None, path: Path, say: Callable[[str], None] | None = None,
           frozen: bool = False, checkpoint: str | Path | None = None) -> list[Problem]:
    """Write what becomes of a page to a file, and give the page's warnings.

    .pb and .pbtxt are the graph of the page (None: the main one), `frozen` that of a model whose variables are
    constants. All else is of the model that the page is, None of all signatures of the document: a SavedModel into a
    folder that is empty or not there yet, or values of variables. These are those of the `checkpoint` where one is
    given, else the initial ones. `say` gets why nothing is heard from TensorFlow's process. Nothing is left half
    written. Raises FileError, BadPage, WorkerDied and WorkerError.
    """
    folder = path.suffix.lower() not in FILES or path.is_dir()
    if path.suffix in GRAPHS and not folder and not frozen and checkpoint:
        raise files.FileError(phrase("a graph holds no values of variables: with --frozen it does"))
    if frozen and (folder or path.suffix not in GRAPHS):
        raise files.FileError(phrase("{}: only .pb and .pbtxt hold a frozen graph", path))
    pages = served(document, with_pages(catalogue(), document)) if page is None and (
        frozen or path.suffix not in GRAPHS) else []
    chosen = pages or [choose_page(document, page).name]
    try:
        if folder and path.exists() and (not path.is_dir() or any(path.iterdir())):
            raise files.FileError(phrase("{}: a SavedModel is written into a new or an empty folder only", path))
        target = path.resolve()
        with tempfile.TemporaryDirectory(prefix=f".{target.name[:40]}.", dir=target.parent) as beside:
            written = Path(beside, "model.savedmodel" if folder else target.name)
            problems = _ask(document, chosen, written, say, frozen, checkpoint)
            if folder:
                if target.exists():
                    target.rmdir()
                os.replace(written, target)
            elif written.exists():
                files.write_atomic(path, written.read_bytes())
            else:   # a checkpoint: its data before the index
                for one in sorted(Path(beside).iterdir()):
                    os.replace(one, target.with_name(one.name))
    except OSError as error:
        raise files.FileError(phrase("{}: cannot be saved: {}", path, why(error))) from None
    return problems


def _ask(document: Document, pages: list[str], path: Path, say: Callable[[str], None] | None, frozen: bool,
         checkpoint: str | Path | None) -> list[Problem]:
    worker = client.Worker(silence_told(say) if say else None, keep_state=False)
    worker.start()
    asked = {"document": files.dumps(document), "page": pages[0], "signatures": pages, "path": str(path),
             "folder": document.folder, "frozen": frozen,
             "checkpoint": os.path.abspath(checkpoint) if checkpoint else ""}
    refused = phrase("page {} cannot be compiled", pages[0])
    try:
        reply, _ = worker.call("export", **asked)
    except WorkerDied as error:
        problem = suspect(str(error), "export", **asked)
        if problem is None:
            raise
        raise BadPage(refused, [problem]) from None
    finally:
        worker.close()
    if "refused" in reply:
        raise BadPage(reply["refused"])
    problems = [Problem.read(p) for p in reply["problems"]]
    if any(p.severity == ERROR for p in problems):
        raise BadPage(refused, problems)
    return problems
