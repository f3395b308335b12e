"""File formats: the functions that read, save, export and draw.

Files are read by their contents, and written by their extension. Commands, the window's dialogs, drag and drop, shell
completion and `import blockloom` read this table. To add a format, write its module and a row here. Modules are
imported when one of their files is read or written: pictures need Qt, graphs a process of TensorFlow.
"""

from __future__ import annotations

import importlib
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from blockloom.blocks.additions import load_parts
from blockloom.blocks.document.pages import Document
from blockloom.blocks.files import documents, sidecar_files
from blockloom.blocks.files.file_kinds import FOLDER, AddedFile, extension, kind_of
from blockloom.blocks.io import bounded_io
from blockloom.blocks.problems import Problem
from blockloom.blocks.text.phrases import file_error_reason, join, phrase, plural
from blockloom.blocks.text.terminal import print_results

if TYPE_CHECKING:
    import argparse

    from blockloom.app.canvas.look.picture import Picture
    from blockloom.runtime.worker.client import Worker

Say = Callable[[str], None]
STANDARD = "-"  # a path that means standard input or output

_TFLITE = phrase(
    "a model of TensorFlow Lite has special ops for phones, which TensorFlow cannot run: open the model that it was "
    "converted from"
)


class Format(Struct, frozen=True):
    """Files with an extension, and the functions for them; None if a format does not support one.

    Attributes:
        read: returns a document, and a line for each part that was changed, kept as a note or left out. For models it
            takes the options of `runtime.api.models.open_model`.
        save: writes a document so that `read` returns an equal one.
        export: writes the graph of the page with this name (None: the only one), with `ExportOptions`, and returns its
            problems.
        draw: returns the bytes of a picture file, at a scale of 1.0 for 100 %.

    Raises:
        files.FileError: by all of the functions.
    """

    suffix: str
    name: str  # name of the format in file dialogs
    read: Callable[..., tuple[Document, list[str]]] | None = None
    save: Callable[[Document, Path], None] | None = None
    export: Callable[..., list[Problem]] | None = None
    draw: Callable[[Picture, float], bytes] | None = None
    foreign: bool = False  # whether another program writes the format, possibly on Windows


def _load(path: Path) -> tuple[Document, list[str]]:
    return documents.load(path), []


def _in(module: str, name: str) -> Callable[..., Any]:
    """Return a function that imports its module when it is called."""
    return lambda *args, **options: getattr(importlib.import_module(f"blockloom.{module}"), name)(*args, **options)


_export = _in("runtime.api.graphfile", "export")
_model = _in("runtime.api.models", "open_model")

ADDED: tuple[AddedFile, ...] = load_parts("files")
FORMATS = (
    Format(".loom", phrase("Blockloom documents"), read=_load, save=documents.save),
    *(Format(*added, foreign=True) for added in ADDED),
    Format(".pb", phrase("TensorFlow graphs"), read=_model, export=_export),
    Format(".pbtxt", phrase("TensorFlow graphs as text"), read=_model, export=_export),
    Format(FOLDER, phrase("TensorFlow SavedModels"), read=_model, export=_export),
    Format(".meta", phrase("TensorFlow graphs with a checkpoint"), read=_model),
    Format(".keras", phrase("Keras models"), read=_model),
    Format(".h5", phrase("Keras models of HDF5"), read=_model),
    Format(".hdf5", phrase("Keras models of HDF5"), read=_model),
    Format(".ckpt", phrase("TensorFlow checkpoints"), export=_export),
    Format(".safetensors", phrase("weights"), export=_export),
    Format(".npz", phrase("values of variables"), export=_export),
    Format(".py", phrase("Python scripts"), export=_in("runtime.api.graphfile", "export_script")),
    Format(".png", "PNG", draw=_in("app.diff_pictures", "png")),
    Format(".svg", "SVG", draw=_in("app.diff_pictures", "svg")),
    Format(".pdf", "PDF", draw=_in("app.diff_pictures", "pdf")),
)
OWN = FORMATS[0]  # format of documents, unless the user chooses another


def formats_that(*abilities: str) -> list[Format]:
    """Return the formats that have any of the abilities read, save, export, draw."""
    return [f for f in FORMATS if any(getattr(f, ability) for ability in abilities)]


def suffixes(*abilities: str) -> list[str]:
    """Return the extensions of the formats with these abilities."""
    return [f.suffix for f in formats_that(*abilities)]


def find(path: str | Path, *abilities: str) -> Format | None:
    """Return the format of a file that has one of the abilities.

    To `read`, the contents of the file decide, otherwise its name. A folder is a model, unless its name has an
    extension.
    """
    suffix = kind_of(path) if "read" in abilities else extension(path)
    if is_folder(path) and not any(f.suffix == suffix for f in FORMATS):
        suffix = FOLDER
    return next((f for f in formats_that(*abilities) if f.suffix == suffix), None)


def is_model(path: str | Path) -> bool:
    """Return whether a file is a model, which TensorFlow reads in a worker."""
    found = find(path, "read")
    return found is not None and found.read is _model


def is_own(path: str | Path) -> bool:
    """Return whether a file contains a document in the format of its name."""
    found = find(path, "save")
    return found is not None and found is find(path, "read")


def is_folder(path: str | Path) -> bool:
    """Return whether a path is a folder, existing or to be created."""
    return str(path).endswith(("/", os.sep)) or os.path.isdir(path)


def format_for(path: str | Path, *abilities: str) -> Format:
    """Return the format of a file, like `find`.

    Raises:
        documents.FileError: No format fits the file, or it cannot be read.
    """
    if "read" in abilities:
        try:
            os.stat(path)
        except (OSError, ValueError) as error:
            if isinstance(error, FileNotFoundError) and Path(path).parts[:1] == ("examples",):
                said = phrase("{}: there is no such file; blockloom new --examples writes the examples", path)
                raise documents.FileError(said) from None
            raise documents.FileError(phrase("{}: cannot be read: {}", path, file_error_reason(error))) from None
    known = find(path, *abilities)
    if known is not None:
        return known
    if "read" not in abilities:
        raise documents.FileError(phrase("{}: the extension must be one of {}", path, join(", ", suffixes(*abilities))))
    if kind_of(path) == ".tflite":
        raise documents.FileError(phrase("{}: {}", path, _TFLITE))
    from blockloom.blocks.datasets.data_scan import reader_of  # late, because only such files need it

    if reader_of(Path(path)) is not None:
        raise documents.FileError(
            phrase("{}: this is a file with data: in the window, File > Data from… makes a page that reads it", path)
        )
    raise documents.FileError(
        bounded_io.trouble(path, "weights")
        or phrase(
            "{}: the file contains neither a document nor a model of a known format: their extensions are {}",
            path,
            join(", ", suffixes("read")),
        )
    )


def runs_initial_values(path: str | Path, frozen: bool = False, checkpoint: str | Path | None = None) -> bool:
    """Return whether writing this file runs ops of the page: the initial values of its variables.

    For `frozen` and `checkpoint` see `runtime.api.graphfile.ExportOptions`.
    """
    found = find(path, "save", "export")
    graph = found is not None and found.suffix in (".pb", ".pbtxt")
    return found is not None and found.export is _export and not checkpoint and (frozen or not graph)


def add_document(parser: argparse.ArgumentParser, several: bool = False) -> None:
    """Add the argument FILE, a document to read; or `several` of them, as `files`."""
    about = f"a document: {', '.join(suffixes('read'))}; - is standard input"
    if several:
        parser.add_argument("files", metavar="FILE", nargs="+", help=about)
    else:
        parser.add_argument("file", metavar="FILE", help=about)


def add_map_argument(parser: argparse.ArgumentParser | argparse._ArgumentGroup) -> None:
    """Add `--map FROM=TO`, the `maps` of `open_document`."""
    parser.add_argument(
        "--map",
        action="append",
        default=[],
        metavar="FROM=TO",
        dest="maps",
        help="in paths on the page, replace the folder FROM by the local folder TO; may be repeated",
    )


def add_variable_map_argument(parser: argparse.ArgumentParser | argparse._ArgumentGroup) -> None:
    """Add `--map-variables FILE`, for commands with `--checkpoint`."""
    parser.add_argument(
        "--map-variables",
        metavar="FILE",
        help="a file with the names of variables that differ in the checkpoint: two columns, a variable of the graph "
        "and its name in the checkpoint, separated by a tab, spaces or a comma; # begins a comment",
    )


def open_document(path: str | Path, maps: Iterable[str] = (), **options: Any) -> Document:
    """Read a document of any format. Parts that an import left out are in its `troubles`, as warnings.

    Args:
        path: a file or folder.
        maps: FROM=TO folders: paths below FROM in typed values are changed.
        **options: those of `runtime.api.models.open_model`, for models.

    Raises:
        documents.FileError: the file cannot be read.
    """
    document, _ = open_with_report(path, maps, **options)
    return document


def open_with_report(path: str | Path, maps: Iterable[str] = (), **options: Any) -> tuple[Document, list[str]]:
    """Open a document as `open_document` does; return it with a line about each loss or change of an import."""
    if os.fspath(path) == STANDARD:
        return _standard_input(maps, options)
    format, maps = format_for(path, "read"), list(maps)
    if options.get("inference") and not is_model(path):
        raise documents.FileError(
            phrase(
                "{}: only models can be opened for inference: in a document, use Model > Remove Dropout and Training",
                path,
            )
        )
    if options.get("signatures") and not is_model(path):
        raise documents.FileError(phrase("{}: only models have signatures", path))
    if format.read is None:
        raise ValueError(path)
    document, report = format.read(Path(path), **options if format.read is _model else {})
    if not maps and not format.foreign:
        return document, report
    from blockloom.blocks.files import windows_paths

    try:
        mappings = [windows_paths.Mapping(text) for text in maps]
        # A typed path is relative to the current folder, not to the document.
        for mapping in mappings if document.folder else ():
            mapping.new = os.path.abspath(mapping.new).replace(os.sep, "/")
        changed = windows_paths.map_paths(document, mappings)
    except ValueError as error:
        raise documents.FileError(str(error)) from None
    if maps:
        report.append(plural("--map: {} value changed", "--map: {} values changed", changed))
    if format.foreign and os.name != "nt":
        for problem in windows_paths.problems(document, Path(path).absolute().parent):
            document.troubles.append(problem)
            report.append(str(problem))
    return document, report


def _standard_input(maps: Iterable[str], options: dict[str, Any]) -> tuple[Document, list[str]]:
    """Read standard input as a document in the current folder. Raises documents.FileError."""
    with tempfile.TemporaryDirectory(prefix="blockloom-") as folder:
        copy = Path(folder, "standard-input")
        with copy.open("wb") as file:
            shutil.copyfileobj(sys.stdin.buffer, file)
        try:
            document, report = open_with_report(copy, maps, **options)
        except documents.FileError as error:
            raise documents.FileError(str(error).replace(str(copy), "standard input")) from None
    document.folder = os.getcwd()
    document.weights.open_sidecar(document.folder)
    return document, report


def save_document(
    document: Document,
    path: str | Path,
    page: str | None = None,
    say: Say | None = None,
    worker: Worker | None = None,
    **options: Any,
) -> list[Problem]:
    """Write a document, or the graph of a page, by the extension of the file.

    For `say`, `worker` and the options see `runtime.api.graphfile.ExportOptions`.

    Returns:
        The problems of a page that was compiled.

    Raises:
        documents.FileError: the file cannot be written. Exporting a graph or model raises other errors as well.
    """
    if os.fspath(path) == STANDARD:
        print_results(documents.dumps(document).encode("utf-8"))
        return []
    format = format_for(path, "save", "export")
    if format.export is not None:
        from blockloom.runtime.api.graphfile import ExportOptions

        return format.export(document, page, Path(path), ExportOptions(say=say, worker=worker, **options))
    if format.save is None:
        raise ValueError(path)
    if any(options.values()):
        raise documents.FileError(
            phrase(
                "{}: a document does not contain a graph: {} apply only to an exported graph",
                path,
                ", ".join(f"--{name.replace('_', '-')}" for name, value in options.items() if value),
            )
        )
    change = sidecar_files.carried(document, Path(path))
    if change is not None:
        document = document.copy()  # the document of the caller must not change
        change.apply(document)
    format.save(document, Path(path))
    return []
