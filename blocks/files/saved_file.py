"""A document as a file that it was written to: what is known of that, to notice when another program changes it."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from typing import NamedTuple

from blockloom.blocks.document.pages import Document
from blockloom.blocks.files import documents
from blockloom.blocks.weights.document_weights import Saved


class Stamp(NamedTuple):
    """Time of change (ns) and size (bytes) of a file, which tell whether it has changed."""

    changed: int
    size: int


class Written(NamedTuple):
    """A file as it was written: `digest` is the SHA-256 of its bytes, `weights` are the weights saved with it."""

    path: str
    stamp: Stamp | None
    digest: str
    weights: Saved


def stamp(path: str) -> Stamp | None:
    """The Stamp of a file; None where the file system does not tell."""
    try:
        found = os.stat(path)
    except OSError:
        return None
    return Stamp(found.st_mtime_ns, found.st_size)


def write(document: Document, path: str, go_on: Callable[[], bool]) -> Written | None:
    """Write a document, for a thread. None where `go_on` gave False before the file was replaced. Raises FileError."""
    try:
        data, weights = documents.write(document, path, go_on)
    except documents.Unwanted:
        return None
    return Written(path, stamp(path), hashlib.sha256(data).hexdigest(), weights)
