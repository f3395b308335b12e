"""Copies of examples: their notes in the user's language, and the files that they read."""

from __future__ import annotations

import contextlib
import os

from blockloom.app.canvas.scene.translation import translated
from blockloom.blocks.document.pages import Document
from blockloom.blocks.files import sidecar_files
from blockloom.blocks.files.examples import FOLDER
from blockloom.blocks.text.phrases import Phrase


def translate(document: Document) -> None:
    """Translate the notes of an example; those without a translation stay."""
    for page in document.pages.values():
        for name, note in page.notes.items():
            page.notes[name] = note._replace(text=translated(Phrase(note.text)))


def carry(document: Document, folder: str) -> None:
    """Copy the files that an example reads to the document's folder. Existing files stay; a failed copy is noticed in a
    run.
    """
    if document.folder == str(FOLDER) != folder:
        for name in sidecar_files.named(document):
            with contextlib.suppress(OSError), open(os.path.join(folder, name), "xb") as file:
                file.write((FOLDER / name).read_bytes())
    document.folder = folder
