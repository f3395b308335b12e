"""The examples that come with Blockloom: their titles, and their notes in the user's language."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

from blockloom.app.canvas.words import translated
from blockloom.blocks import beside
from blockloom.blocks.catalogue import ASSETS
from blockloom.blocks.document import Document
from blockloom.blocks.phrases import Phrase

_UPPER = ("csv", "npy", "tpu", "xor")


def example_files() -> list[Path]:
    """The documents that come with Blockloom."""
    return sorted((ASSETS / "examples").glob("*.loom"))


def carry(document: Document, folder: str) -> None:
    """The document lies in this folder from now on: of an example, the files that it reads come along. A file that is
    there already stays, and one that cannot be written is missed when the page runs."""
    home = str(ASSETS / "examples")
    if document.folder == home != folder:
        for name in beside.named(document):
            with contextlib.suppress(OSError), open(os.path.join(folder, name), "xb") as file:
                file.write((ASSETS / "examples" / name).read_bytes())
    document.folder = folder


def titled(path: Path) -> Phrase:
    """What an example is called: after its file, and as its words are written."""
    words = [word.upper() if word in _UPPER else word for word in path.stem.split("_")]
    return Phrase(" ".join([words[0][0].upper() + words[0][1:], *words[1:]]))


def translate(document: Document) -> None:
    """Put the notes of an example into the language that is installed; a note without a translation stays."""
    for page in document.pages.values():
        for name, note in page.notes.items():
            page.notes[name] = note._replace(text=translated(Phrase(note.text)))
