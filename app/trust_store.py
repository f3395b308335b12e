"""Store of trust: the documents, by content or folder, that may act outside their folder.

The window and the command line keep it in one file of the user's state folder, a line of JSON for each content, by its
SHA-256, and for each folder.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.document.pages import Document
from blockloom.blocks.files import documents
from blockloom.blocks.io import bounded_io

if TYPE_CHECKING:
    from blockloom.blocks.lower.outside import Outside

_MOST = 1 << 20  # most bytes of the file; of a larger file, the older half is removed


def store() -> Path:
    """Return the path of the file."""
    from platformdirs import user_state_dir  # importing it takes longer than importing this module

    return Path(user_state_dir("blockloom")) / "trust.jsonl"


def acts_to_trust(document: Document, catalogue: Catalogue, page: str | None, folders: Iterable[str]) -> list[Outside]:
    """Return the side effects of a page, except on files in these folders.

    Args:
        catalogue: the block types.
        page: the page that is to run; None for all pages.
        folders: the folder of the document, and those that the user names.
    """
    from blockloom.blocks.lower.outside import outside  # late, because opening a window does not need it

    start, folders = document.folder or os.getcwd(), list(folders)
    return [
        one for one in outside(document, catalogue, page) if not any(one.is_within(folder, start) for folder in folders)
    ]


def content_of(document: Document) -> str:
    """Return the SHA-256 of a document as its file has it."""
    return hashlib.sha256(documents.dumps(document).encode()).hexdigest()


def is_trusted(content: str, folder: str) -> bool:
    """Return whether the user trusts a document, by its content or by its folder ("" for none)."""
    there = Path(os.path.realpath(folder)) if folder else None
    return any(
        text == content if kind == "content" else there is not None and there.is_relative_to(text)
        for kind, text in _lines()
    )


def trust_content(content: str) -> None:
    """Trust documents of this content from now on."""
    _add("content", content)


def trust_folder(folder: str) -> None:
    """Trust all documents in a folder and below from now on."""
    _add("folder", os.path.realpath(folder))


def _lines() -> Iterator[tuple[str, str]]:
    data = b""
    with contextlib.suppress(OSError):
        data = bounded_io.read(store(), "settings")
    for line in data.split(b"\n"):
        try:
            row = bounded_io.parsed(line)
        except (ValueError, RecursionError):  # the line was cut off, or another program wrote it
            continue
        if isinstance(row, dict):
            yield from ((kind, text) for kind in ("content", "folder") if isinstance(text := row.get(kind), str))


def _add(kind: str, text: str) -> None:
    """Append a line, in one write: other processes may do the same. A store that cannot be written asks again."""
    if (kind, text) in _lines():
        return
    path = store()
    with contextlib.suppress(OSError, documents.FileError):
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists() and path.stat().st_size > _MOST:
            documents.write_atomic(path, path.read_bytes()[_MOST // 2 :])
        number = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        with os.fdopen(number, "ab", buffering=0) as file:
            file.write(json.dumps({kind: text}).encode() + b"\n")
