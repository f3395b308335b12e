"""Safe replacement of files and folders that another process writes, by a temporary file."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from blockloom.blocks.document.pages import Document
from blockloom.blocks.files import documents
from blockloom.blocks.text.phrases import file_error_reason, phrase
from blockloom.blocks.weights.sidecars import can_delete, references_in_folder
from blockloom.blocks.weights.weight_files import SUFFIX


def may_replace(document: Document, path: str | Path) -> None:
    """Check that a file at `path` would not overwrite weights of this document, or of another.

    Raises:
        FileError: The file has such weights.
    """
    path = Path(os.path.abspath(path))
    own = document.weights.file and Path(document.folder, document.weights.file)
    with contextlib.suppress(OSError):  # raised if one of the files does not exist
        if own and os.path.samefile(own, path):
            raise documents.FileError(
                phrase("{}: the weights of the document are in this file: choose another name", path)
            )
    if path.suffix == SUFFIX and path.is_file() and not can_delete(path, references_in_folder(path.parent)):
        raise documents.FileError(phrase("{}: weights of a document are in this file: choose another name", path))


@contextlib.contextmanager
def replacing(path: str | Path, folder: bool = False, wanted: Callable[[], bool] = lambda: True) -> Iterator[Path]:
    """Context manager that provides a temporary path, whose content replaces `path` at the end.

    For a checkpoint, all files that begin with its name are moved.

    Args:
        path: The file or folder to replace.
        folder: Whether it is a folder, which replaces only a missing or empty one.
        wanted: Called before the replacement; if False, nothing is replaced.

    Raises:
        FileError: The path cannot be written.
    """
    path = Path(path)
    try:
        if folder and path.exists() and (not path.is_dir() or any(path.iterdir())):
            raise documents.FileError(phrase("{}: a model is written into a new or an empty folder only", path))
        target = path.resolve()
        with tempfile.TemporaryDirectory(prefix=f".{target.name[:40]}.", dir=target.parent) as beside:
            written = Path(beside, "folder" if folder else target.name)
            yield written
            if not wanted():
                return
            if folder:
                if target.exists():
                    target.rmdir()
                os.replace(written, target)
            elif written.exists():
                documents.write_atomic(path, written.read_bytes())
            else:  # a checkpoint: replace its data before its index
                for file in sorted(Path(beside).iterdir()):
                    os.replace(file, target.with_name(file.name))
    except OSError as error:
        if isinstance(error, TimeoutError) and error.errno is None:
            raise  # the writing process timed out, which is not an error of the file
        raise documents.FileError(phrase("{}: cannot be saved: {}", path, file_error_reason(error))) from None
