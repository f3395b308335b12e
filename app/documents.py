"""Files by their extension, for every command and the window."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from blocks import files
from blocks.document import Document


def open_document(path: str | Path) -> Document:
    """Read a document of any kind that Blockloom reads. Raises files.FileError."""
    suffix = Path(path).suffix.lower()
    if suffix != ".loom":
        raise files.FileError(f"{path}: Blockloom reads .loom documents, not {suffix or 'files without an extension'}")
    return files.load(path)


def feed_value(text: str) -> str | np.ndarray:
    """The value of --feed: a text, or for `@file.npy` the array in that file. Raises files.FileError."""
    if not text.startswith("@"):
        return text
    path = text[1:]
    try:
        array = np.load(path, allow_pickle=False)
    except OSError as error:
        raise files.FileError(f"{path}: cannot be read: {error.strerror or error}") from None
    except ValueError as error:
        raise files.FileError(f"{path}: not an .npy file of numbers or text: {error}") from None
    if not isinstance(array, np.ndarray):
        raise files.FileError(f"{path}: holds several arrays; feed one .npy file")
    if array.dtype.kind in "US":
        array = np.char.encode(array, "utf-8").astype(object) if array.dtype.kind == "U" else array.astype(object)
    return array
