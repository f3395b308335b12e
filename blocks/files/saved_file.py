"""A document as a file that it was read from or written to: what is known of that, to notice when another program
changes it, and to merge what it changed.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import NamedTuple

from blockloom.blocks.document.pages import Document
from blockloom.blocks.files import documents
from blockloom.blocks.io import bounded_io
from blockloom.blocks.io.stamps import Stamp, stamp
from blockloom.blocks.weights.document_weights import SavedWeights

_MOST = 64_000_000  # bytes of a file that are kept


class KnownFile(NamedTuple):
    """A file as it was read or written: its Stamp, the SHA-256 of its bytes ("": they could not be read), and the bytes
    themselves, b"" where they are too many to be kept.
    """

    stamp: Stamp | None = None
    digest: str = ""
    data: bytes = b""


class WrittenFile(NamedTuple):
    """A file as it was written, with the weights saved with it."""

    path: str
    known: KnownFile
    weights: SavedWeights


def known(data: bytes, at: Stamp | None) -> KnownFile:
    """What is known of a file with these bytes, which had this Stamp before they were read."""
    return KnownFile(at, hashlib.sha256(data).hexdigest(), data if len(data) <= _MOST else b"")


def look(path: str) -> KnownFile:
    """What is known of a file as it is now."""
    at = stamp(path)
    try:
        return known(bounded_io.read(path, "document"), at)
    except OSError:
        return KnownFile(at)


def write(document: Document, path: str, go_on: Callable[[], bool]) -> WrittenFile | None:
    """Write a document, for a thread. None where `go_on` gave False before the file was replaced. Raises FileError."""
    try:
        data, weights = documents.write(document, path, go_on)
    except documents.WriteCancelledError:
        return None
    return WrittenFile(path, known(data, stamp(path)), weights)
