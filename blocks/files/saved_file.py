"""State of a document's file at the last read or write, to detect and merge changes by other programs."""

from __future__ import annotations

import hashlib
from collections.abc import Callable

from msgspec import Struct

from blockloom.blocks.document.pages import Document
from blockloom.blocks.files import documents
from blockloom.blocks.io import bounded_io
from blockloom.blocks.io.stamps import Stamp, stamp
from blockloom.blocks.weights.document_weights import SavedWeights

_MOST = 64_000_000  # most bytes of a file that are kept in memory


class KnownFile(Struct, frozen=True):
    """A file as it was read or written.

    Attributes:
        stamp: Its Stamp.
        digest: The SHA-256 of its bytes; "" if they could not be read.
        data: Its bytes; b"" for a file that is too large.
    """

    stamp: Stamp | None = None
    digest: str = ""
    data: bytes = b""


class WrittenFile(Struct, frozen=True):
    """A file as it was written, with the weights saved with it."""

    path: str
    state: KnownFile
    weights: SavedWeights


def file_state(data: bytes, at: Stamp | None) -> KnownFile:
    """Return the state of a file with these bytes, and the Stamp that it had before they were read."""
    return KnownFile(at, hashlib.sha256(data).hexdigest(), data if len(data) <= _MOST else b"")


def look(path: str) -> KnownFile:
    """Return the current state of a file."""
    at = stamp(path)
    try:
        return file_state(bounded_io.read(path, "document"), at)
    except OSError:
        return KnownFile(at)


def write(document: Document, path: str, go_on: Callable[[], bool]) -> WrittenFile | None:
    """Write a document, for a thread, and return the state of the file.

    The result is None if `go_on` returned False before the file was replaced.

    Raises:
        FileError: The file cannot be written.
    """
    try:
        data, weights = documents.write(document, path, go_on)
    except documents.WriteCancelledError:
        return None
    return WrittenFile(path, file_state(data, stamp(path)), weights)
