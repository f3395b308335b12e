"""Paths of crash journals: in the folder of the document, or in the user's state folder.

In the state folder, their names are hashes of the document's folder and file name.
"""

from __future__ import annotations

import hashlib
import os
from pathlib import Path


def next_to(path: str | Path) -> Path:
    """Return the path of the journal next to a document."""
    path = Path(path)
    return path.with_name(f".{path.name}.journal")


def state_folder() -> Path:
    """Return the folder of journals that are not next to their document."""
    from platformdirs import user_state_dir  # importing it takes longer than importing this module

    return Path(user_state_dir("blockloom")) / "journals"


def new_in_state_folder(path: str | Path) -> Path:
    """Return a free path in the state folder for a document's journal; a random one if the path is ""."""
    name = f"{_folder_hash(path)}-{_name_hash(path)}-" if str(path) else ""
    return state_folder() / f"{name}{os.urandom(8).hex()}.journal"


def of_document(path: str | Path) -> list[Path]:
    """Return the path of the journal next to a document, and of its journals in the state folder."""
    return [next_to(path), *_found(f"{_folder_hash(path)}-{_name_hash(path)}-*.journal")]


def of_folder(folder: str | Path) -> list[Path]:
    """Return the journals in the state folder that are of documents in a folder."""
    return _found(f"{_folder_hash(Path(folder) / '_')}-*.journal")


def may_be_next_to(path: str | Path) -> bool:
    """Return True if `git add -A` leaves out a journal next to a document: git ignores it, or is not used."""
    journal = next_to(os.path.abspath(path))
    if not any(os.path.lexists(folder / ".git") for folder in Path(os.path.realpath(journal.parent), "_").parents):
        return True
    from blockloom.blocks.io.git import GitError, git  # late, because importing subprocess takes longer

    try:
        # check-ignore refuses literal pathspecs, and does not match patterns anyway.
        git("--no-literal-pathspecs", "check-ignore", "-q", "--", journal.name, folder=journal.parent)
    except GitError:  # the journal is not ignored, or git fails
        return False
    return True


def _found(pattern: str) -> list[Path]:
    try:
        return sorted(state_folder().glob(pattern))
    except OSError:
        return []


def _folder_hash(path: str | Path) -> str:
    return _hash(os.path.realpath(os.path.dirname(os.path.abspath(path))))


def _name_hash(path: str | Path) -> str:
    return _hash(os.path.basename(os.path.abspath(path)))


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogateescape")).hexdigest()[:16]
