"""A page's GraphDef as a file, written by a worker."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from blockloom.blocks import files
from blockloom.blocks.document import Document
from blockloom.blocks.phrases import phrase
from blockloom.blocks.problems import ERROR, Problem
from blockloom.runtime import client
from blockloom.runtime.api import BadPage, choose_page
from blockloom.runtime.client import WorkerDied, silence_told
from blockloom.runtime.suspects import suspect


def export(document: Document, page: str | None, path: Path, say: Callable[[str], None] | None = None) -> list[Problem]:
    """Write the graph of a page (None: the only one) to a .pb or .pbtxt file, and give the page's warnings. `say` gets
    why nothing is heard from TensorFlow's process. Raises BadPage, WorkerDied and WorkerError."""
    chosen = choose_page(document, page)
    worker = client.Worker(silence_told(say) if say else None, keep_state=False)
    worker.start()
    asked = {"document": files.dumps(document), "folder": document.folder, "page": chosen.name,
             "path": str(path.absolute())}
    try:
        reply, _ = worker.call("export", **asked)
    except WorkerDied as error:
        problem = suspect(str(error), "export", **asked)
        if problem is None:
            raise
        raise BadPage(phrase("page {} cannot be compiled", chosen.name), [problem]) from None
    finally:
        worker.close()
    problems = [Problem.read(p) for p in reply["problems"]]
    if any(p.severity == ERROR for p in problems):
        raise BadPage(phrase("page {} cannot be compiled", chosen.name), problems)
    return problems
