"""Write pages to a file or folder with a worker: graphs, models, values of variables, Python scripts."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

from msgspec import Struct

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
from blockloom.runtime.worker.client import Worker, find_suspect, report_silence
from blockloom.runtime.worker.errors import WorkerDied

GRAPHS = (".pb", ".pbtxt")
NO_CHECKPOINT = phrase("--map-variables requires --checkpoint")
VALUES = (".ckpt", ".npz", ".safetensors")  # other names are folders of SavedModels


class ExportOptions(Struct, frozen=True):
    """Options of an export.

    Attributes:
        say: Gets the reason if TensorFlow's process does not respond.
        frozen: Whether the graph is that of the model with variables as constants.
        checkpoint: File with the values of variables; None for the initial values.
        map_variables: File with the names that variables have in the checkpoint.
        is_wanted: Returns False to write nothing in the end.
        check: Gets the nodes in which the graph of a script differs from the graph of the page.
        worker: The worker to use, which keeps running with its listener; None for a new one.
    """

    say: Callable[[str], None] | None = None
    frozen: bool = False
    checkpoint: str | Path | None = None
    map_variables: str | Path | None = None
    is_wanted: Callable[[], bool] = lambda: True
    check: Callable[[list[str]], None] | None = None
    worker: Worker | None = None


_DEFAULT = ExportOptions()


def export(document: Document, page: str | None, path: Path, options: ExportOptions = _DEFAULT) -> list[Problem]:
    """Write a page to a file or folder, whole or not at all.

    Files .pb and .pbtxt contain the graph of the page. Other paths contain a model: a SavedModel in an empty or new
    folder, or values of variables.

    Args:
        page: Name of the page; None for the main page, for models all signatures.
        path: The file or folder.

    Returns:
        The warnings of the page.

    Raises:
        FileError: The file cannot be written, or the options do not fit.
        BadPage: The page has errors.
        WorkerDied: The worker ended.
        WorkerError: The worker failed.
    """
    frozen, checkpoint, map_variables = options.frozen, options.checkpoint, options.map_variables
    if options.check:
        raise documents.FileError(phrase("{}: only scripts (.py) can be checked", path))
    is_graph = path.suffix.lower() in GRAPHS and not path.is_dir()
    if map_variables and not checkpoint:
        raise documents.FileError(NO_CHECKPOINT)
    if is_graph and not frozen and checkpoint:
        raise documents.FileError(phrase("a graph contains no values of variables: add --frozen"))
    if frozen and not is_graph:
        raise documents.FileError(phrase("{}: a frozen graph is a .pb or .pbtxt file", path))
    may_replace(document, path)
    is_folder = not is_graph and path.suffix.lower() not in VALUES or path.is_dir()
    pages = served(document, catalogue().with_pages(document)) if page is None and (frozen or not is_graph) else []
    page_names = pages or [choose_page(document, page).name]
    with replacing(path, is_folder, options.is_wanted) as temporary_path:
        return list(
            ask(
                ExportRequest(
                    documents.dumps(document),
                    page_names[0],
                    str(temporary_path),
                    page_names,
                    document.folder,
                    frozen,
                    os.path.abspath(checkpoint) if checkpoint else "",
                    os.path.abspath(map_variables) if map_variables else "",
                ),
                options,
            ).problems
        )


def ask(request: ExportRequest | WriteScriptRequest, options: ExportOptions) -> ExportReply:
    """Export a page with a worker.

    Raises:
        BadPage: the page has errors.
        WorkerDied: the worker ended.
        WorkerError: the worker failed.
    """
    try:
        with client.borrow_worker(options.worker, report_silence(options.say or (lambda text: None))) as running_worker:
            reply = running_worker.call(request)
    except WorkerDied as error:
        problem = find_suspect(str(error), request)
        if problem is None:
            raise
        raise BadPage(phrase("page {} cannot be compiled", request.page), [problem]) from None
    if reply.refusal:
        raise BadPage(reply.refusal)
    bad = next((p.page for p in reply.problems if p.severity == ERROR), None)
    if bad is not None:
        raise BadPage(phrase("page {} cannot be compiled", bad or request.page), reply.problems)
    return reply


_IMPORTED = sys.stdlib_module_names | {"numpy", "tensorflow"}


def export_script(document: Document, page: str | None, path: Path, options: ExportOptions = _DEFAULT) -> list[Problem]:
    """Write a page as a Python script, with large arrays in NAME.py.safetensors in the same folder.

    Arguments and errors are those of `export`.
    """
    if options.frozen or options.checkpoint or options.map_variables:
        raise documents.FileError(
            phrase("{}: a script initialises variables: leave out --frozen and --checkpoint", path)
        )
    if path.stem in _IMPORTED:
        raise documents.FileError(
            phrase("{}: a script of this name would hide the module {}: choose another name", path, path.stem)
        )
    resolved_path = path.resolve()
    folder_path = ""
    if document.folder:  # Windows has no relative path between two drives
        folder_path = Path(
            os.path.relpath(document.folder, resolved_path.parent)
            if os.path.splitdrive(resolved_path)[0] == os.path.splitdrive(os.path.abspath(document.folder))[0]
            else os.path.abspath(document.folder)
        ).as_posix()
    with (
        replacing(path, wanted=options.is_wanted) as script_path,
        replacing(
            resolved_path.with_name(f"{resolved_path.name}.safetensors"), wanted=options.is_wanted
        ) as arrays_path,
    ):
        reply = ask(
            WriteScriptRequest(
                documents.dumps(document),
                choose_page(document, page).name,
                str(script_path),
                str(arrays_path),
                resolved_path.name,
                folder_path,
                document.folder,
                options.check is not None,
            ),
            options,
        )
    if options.check is not None:
        options.check(list(reply.differing))
    return list(reply.problems)
