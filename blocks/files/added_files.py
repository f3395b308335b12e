"""Formats of files that an addition reads."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from blockloom.blocks.document.pages import Document


class AddedFile(NamedTuple):
    """A file format of an addition, with its name in file dialogs.

    `read` returns the document, and a line for each item that it changed, stored as a note, or omitted; it raises
    documents.FileError.
    """

    suffix: str
    name: str
    read: Callable[[Path], tuple[Document, list[str]]]
