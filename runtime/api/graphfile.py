"""What becomes of pages in a file or folder, written by a worker: graphs, models, values of variables."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from blockloom.blocks.document.pages import Document
from blockloom.blocks.files import documents
from blockloom.blocks.files.atomic_replace import may_replace, replacing
from blockloom.blocks.lower.model_signatures import served
from blockloom.blocks.problems import ERROR, Problem
from blockloom.blocks.text.phrases import phrase
from blockloom.runtime.api.page_names import BadPage, catalogue, choose_page
from blockloom.runtime.protocol.replies import ExportReply
from blockloom.runtime.protocol.requests import ExportRequest, WriteScriptRequest
from blockloom.runtime.worker import client
from blockloom.runtime.worker.client import report_silence
from blockloom.runtime.worker.errors import WorkerDied
from blockloom.runtime.worker.suspects import find_suspect

GRAPHS = (".pb", ".pbtxt")
NO_CHECKPOINT = phrase("--map-variables gives names of variables in a checkpoint: give it with --checkpoint")
VALUES = (".ckpt", ".npz", ".safetensors")  # anything else is the folder of a SavedModel


def export(
    document: Document,
    page: str | None,
    path: Path,
    say: Callable[[str], None] | None = None,
    frozen: bool = False,
    checkpoint: str | Path | None = None,
    map_variables: str | Path | None = None,
    wanted: Callable[[], bool] = lambda: True,
    check: Callable[[list[str]], None] | None = None,
    worker: client.Worker | None = None,
) -> list[Problem]:
    """Write a page to a file; gives its warnings. .pb and .pbtxt hold the graph of the page (None: the main one), or
    with `frozen` that of a model with variables as constants. Other files hold the model of the page, None: of all
    signatures: a SavedModel in an empty or new folder, or values of variables, from `checkpoint` (by the names in the
    file `map_variables`) or else the initial ones. `say` gets why TensorFlow's process is silent. Files are written
    whole or, also where `wanted` gives False in the end, not at all. A `worker` that is passed in tells its own
    listener, and stays running. Raises FileError, BadPage, WorkerDied and WorkerError.
    """
    if check:
        raise documents.FileError(phrase("{}: only a script, .py, is checked", path))
    graph = path.suffix.lower() in GRAPHS and not path.is_dir()
    if map_variables and not checkpoint:
        raise documents.FileError(NO_CHECKPOINT)
    if graph and not frozen and checkpoint:
        raise documents.FileError(phrase("a graph holds no values of variables: with --frozen it does"))
    if frozen and not graph:
        raise documents.FileError(phrase("{}: only .pb and .pbtxt hold a frozen graph", path))
    may_replace(document, path)
    folder = not graph and path.suffix.lower() not in VALUES or path.is_dir()
    pages = served(document, catalogue().with_pages(document)) if page is None and (frozen or not graph) else []
    chosen = pages or [choose_page(document, page).name]
    with replacing(path, folder, wanted) as beside:
        return list(
            ask(
                ExportRequest(
                    documents.dumps(document),
                    chosen[0],
                    str(beside),
                    chosen,
                    document.folder,
                    frozen,
                    os.path.abspath(checkpoint) if checkpoint else "",
                    os.path.abspath(map_variables) if map_variables else "",
                ),
                say,
                worker,
            ).problems
        )


def ask(
    request: ExportRequest | WriteScriptRequest, say: Callable[[str], None] | None, worker: client.Worker | None = None
) -> ExportReply:
    """Have a worker, a new one without `worker`, export a page. Raises BadPage for one with errors, WorkerDied and
    WorkerError.
    """
    try:
        with client.borrow_worker(worker, report_silence(say or (lambda text: None))) as lent:
            written = lent.call(request)
    except WorkerDied as error:
        problem = find_suspect(str(error), request)
        if problem is None:
            raise
        raise BadPage(phrase("page {} cannot be compiled", request.page), [problem]) from None
    if written.refusal:
        raise BadPage(written.refusal)
    bad = next((p.page for p in written.problems if p.severity == ERROR), None)
    if bad is not None:
        raise BadPage(phrase("page {} cannot be compiled", bad or request.page), written.problems)
    return written
