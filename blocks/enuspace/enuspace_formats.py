"""The files of enuSpace: pages and projects."""

from __future__ import annotations

from pathlib import Path

from blockloom.blocks.document.pages import Document
from blockloom.blocks.files.file_kinds import AddedFile
from blockloom.blocks.text.phrases import phrase


def _read(path: Path) -> tuple[Document, list[str]]:
    from blockloom.blocks.enuspace.reader import read  # late, because it is rarely needed

    found = read(path)
    return found.document, [str(item) for item in found.report]


PAGES = AddedFile(".svg", phrase("enuSpace pages"), _read)
PROJECTS = AddedFile(".enup", phrase("enuSpace projects"), _read)
