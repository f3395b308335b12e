"""Kinds of files, recognised by their content, and the formats that additions read."""

from __future__ import annotations

import codecs
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from blockloom.blocks.document.pages import Document
from blockloom.blocks.io import bounded_io

FOLDER = ".savedmodel"  # the kind of a folder
_HEAD = 4096  # bytes at the beginning that identify the kind of a file
_LENGTH = rb"[\x80-\xff]{0,4}[\x00-\x7f]"  # length of a field of a proto
_PATTERNS = (
    (".loom", rb"\s*\{\s*\""),
    (".h5", rb"(.{512}|.{1024}|.{2048})?\x89HDF\r\n\x1a\n"),
    (".keras", rb"PK\x03\x04.{26}(metadata\.json|config\.json|model\.weights\.h5)"),
    (".tflite", rb".{4}TFL\d"),
    # GraphDef: a node with a name and an op. SavedModel: its version. MetaGraphDef: its ops. Each field has its length
    # in front.
    (".pb", rb"\n" + _LENGTH + rb"\n" + _LENGTH + rb"[\w.][\w.\\/>-]*\x12" + _LENGTH + rb"[A-Z_]\w*"),
    (".pb", rb"\x08\x01\x12" + _LENGTH + rb"\n"),
    (
        ".pb",
        rb"\n"
        + _LENGTH
        + rb"(\n"
        + _LENGTH
        + rb"[^\n]*)?\x12"
        + _LENGTH
        + rb"\n"
        + _LENGTH
        + rb"\n"
        + _LENGTH
        + rb"[A-Z_]\w*",
    ),
    (".enup", rb"\s*<[^\0]*\spg-classname\s*=\s*[\"']project[\"']"),
    (".svg", rb"\s*<(\?xml|!--|svg)[^\0]*<svg\b|\s*<svg\b"),
    (
        ".pbtxt",
        rb"(\s|#[^\n]*\n)*(node|library|versions?|meta_graphs|saved_model_schema_version|"
        rb"meta_info_def|graph_def|saver_def|collection_def|signature_def|asset_file_def|"
        rb"object_graph_def)\s*(:|\{|<)",
    ),
)


def kind_of(path: str | Path) -> str:
    """Return the extension that matches a file's content, or FOLDER for a folder.

    If the content is not recognised, or there is no such file, this is its own extension in lower case.
    """
    by_name = extension(path)
    if os.path.isdir(path):
        return FOLDER
    try:
        with bounded_io.open_bounded(path, "weights") as file:
            head = file.read(_HEAD)
    except OSError:
        return by_name
    if head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE, b"<\0", b"\0<")):
        head = head.removeprefix(codecs.BOM_UTF16_LE).removeprefix(codecs.BOM_UTF16_BE).replace(b"\0", b"")
    head = head.removeprefix(codecs.BOM_UTF8)
    return next((kind for kind, pattern in _PATTERNS if re.match(pattern, head, re.S)), by_name)


def extension(path: str | Path) -> str:
    """Return the extension of a file name, in lower case; for a name such as `.meta`, the name itself."""
    return os.path.splitext(f"_{os.path.basename(path)}")[1].lower()


class AddedFile(NamedTuple):
    """A file format of an addition, with its name in file dialogs.

    `read` returns the document, and a line for each item that it changed, stored as a note, or omitted; it raises
    documents.FileError.
    """

    suffix: str
    name: str
    read: Callable[[Path], tuple[Document, list[str]]]
