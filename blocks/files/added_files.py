"""Formats of files that an addition reads."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from blockloom.blocks.document.pages import Document


class AddedFile(NamedTuple):
    """A file format of an addition, called `name` in file dialogs. `read` gives the document, and a line for each thing
    that it changed, kept as a note, or left out; it raises documents.FileError.
    """

    suffix: str
    name: str
    read: Callable[[Path], tuple[Document, list[str]]]
