"""Files by their extension, for every command and the window."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

import numpy as np

from blocks import files
from blocks.document import Document
from blocks.phrases import join, phrase, plural, why

ENUSPACE = (".svg", ".enup")  # of its pages and projects


def open_document(path: str | Path, maps: Iterable[str] = ()) -> Document:
    """Read a document of any kind that Blockloom reads. What an import left out is in its `troubles`, as warnings.

    `maps` are FROM=TO folders: paths below FROM in typed-in values are changed. Raises files.FileError.
    """
    document, _ = open_with_report(path, maps)
    return document


def open_with_report(path: str | Path, maps: Iterable[str] = ()) -> tuple[Document, list[str]]:
    """`open_document` with a line for each thing that an import changed, kept as a note or left out."""
    suffix, report = Path(path).suffix.lower(), []
    if suffix == ".loom":
        document = files.load(path)
    elif suffix in ENUSPACE:
        from blocks.enuspace.reader import read

        found = read(path)
        document, report = found.document, [str(item) for item in found.report]
    else:
        raise files.FileError(phrase("{}: Blockloom reads .loom documents and enuSpace's {}, not {}", path,
                                     join(phrase(" and "), ENUSPACE), suffix or phrase("files without an extension")))
    maps = list(maps)
    if maps or suffix in ENUSPACE:
        from blocks.enuspace import paths

        try:
            changed = paths.map_paths(document, map(paths.Mapping, maps))
        except ValueError as error:
            raise files.FileError(str(error)) from None
        if maps:
            report.append(plural("--map: {} value changed", "--map: {} values changed", changed))
        if suffix in ENUSPACE and os.name != "nt":
            for problem in paths.problems(document, Path(path).absolute().parent):
                document.troubles.append(problem)
                report.append(str(problem))
    return document, report


def feed_value(text: str) -> str | np.ndarray:
    """The value of --feed: a text, or for `@file.npy` the array in that file. Raises files.FileError."""
    if not text.startswith("@"):
        return text
    path = text[1:]
    try:
        array = np.load(path, allow_pickle=False)
    except OSError as error:
        raise files.FileError(phrase("{}: cannot be read: {}", path, why(error, as_is=True))) from None
    except ValueError as error:
        raise files.FileError(phrase("{}: not an .npy file of numbers or text: {}", path, error)) from None
    if not isinstance(array, np.ndarray):
        raise files.FileError(phrase("{}: holds several arrays; feed one .npy file", path))
    if array.dtype.kind in "US":
        array = np.char.encode(array, "utf-8").astype(object) if array.dtype.kind == "U" else array.astype(object)
    return array
