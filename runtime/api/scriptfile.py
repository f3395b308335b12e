"""A page as a Python script that needs TensorFlow and nothing of this project, written by a worker."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

from blockloom.blocks.document.pages import Document
from blockloom.blocks.files import documents
from blockloom.blocks.files.atomic_replace import replacing
from blockloom.blocks.problems import Problem
from blockloom.blocks.text.phrases import phrase
from blockloom.runtime.api.graphfile import ask
from blockloom.runtime.api.page_names import choose_page
from blockloom.runtime.protocol.requests import WriteScriptRequest
from blockloom.runtime.worker.client import Worker

_IMPORTED = sys.stdlib_module_names | {"numpy", "tensorflow"}


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
    worker: Worker | None = None,
) -> list[Problem]:
    """Write a page as a Python script, with large arrays in NAME.py.safetensors in the same folder.

    Args:
        document: the document.
        page: name of the page; None for the main page.
        path: the script.
        say: gets the reason if TensorFlow's process does not respond.
        check: gets the nodes in which the graph of the script differs from that of the page.
        wanted: returns False to write nothing in the end.
        worker: as in `graphfile.export`.

    Returns:
        The warnings of the page.

    Raises:
        FileError: the file cannot be written.
        BadPage: the page has errors, or cannot be written as a script.
        WorkerDied: the worker ended.
        WorkerError: the worker failed.
    """
    if frozen or checkpoint or map_variables:
        raise documents.FileError(
            phrase("{}: a script initialises variables: leave out --frozen and --checkpoint", path)
        )
    if path.stem in _IMPORTED:
        raise documents.FileError(
            phrase("{}: a script of this name would hide the module {}: choose another name", path, path.stem)
        )
    dest = path.resolve()
    way = ""
    if document.folder:  # on Windows there is none from one drive to another
        way = Path(
            os.path.relpath(document.folder, dest.parent)
            if os.path.splitdrive(dest)[0] == os.path.splitdrive(os.path.abspath(document.folder))[0]
            else os.path.abspath(document.folder)
        ).as_posix()
    with (
        replacing(path, wanted=wanted) as written,
        replacing(dest.with_name(f"{dest.name}.safetensors"), wanted=wanted) as beside,
    ):
        answer = ask(
            WriteScriptRequest(
                documents.dumps(document),
                choose_page(document, page).name,
                str(written),
                str(beside),
                dest.name,
                way,
                document.folder,
                check is not None,
            ),
            say,
            worker,
        )
    if check is not None:
        check(list(answer.differing))
    return list(answer.problems)
