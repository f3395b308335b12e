"""Copies of examples: their notes in the user's language, and the files that they read."""

from __future__ import annotations

import contextlib
import os

from blockloom.app.canvas.scene.words import translated
from blockloom.blocks.document.pages import Document
from blockloom.blocks.files import sidecar_files
from blockloom.blocks.files.examples import FOLDER
from blockloom.blocks.text.phrases import Phrase


def translate(document: Document) -> None:
    """Put the notes of an example into the language that is installed; a note without a translation stays."""
    for page in document.pages.values():
        for name, note in page.notes.items():
            page.notes[name] = note._replace(text=translated(Phrase(note.text)))


def carry(document: Document, folder: str) -> None:
    """The document lies in this folder from now on: of an example, the files that it reads come along. A file that is
    there already stays, and one that cannot be written is missed when the page runs."""
    if document.folder == str(FOLDER) != folder:
        for name in sidecar_files.named(document):
            with contextlib.suppress(OSError), open(os.path.join(folder, name), "xb") as file:
                file.write((FOLDER / name).read_bytes())
    document.folder = folder
