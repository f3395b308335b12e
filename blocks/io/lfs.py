"""Files of git LFS: git has a small pointer file, and the repository's folder the fetched file."""

from __future__ import annotations

import contextlib
import os
import re
from pathlib import Path

from blockloom.blocks.io import git
from blockloom.blocks.io.git import GitError

LARGEST = 1024  # most bytes of a pointer
_VERSION = b"version https://git-lfs.github.com/spec/"
_SIZE = re.compile(rb"^size (\d{1,18})$", re.MULTILINE)
_OBJECT = re.compile(rb"^oid sha256:([0-9a-f]{64})$", re.MULTILINE)


def is_pointer(data: bytes) -> bool:
    """Return whether a file that begins with these bytes is a pointer."""
    return data.startswith(_VERSION)


def size(pointer: Path) -> int:
    """Return the size of the file of a pointer, in bytes; 0 for another file.

    Raises:
        OSError: The pointer cannot be read.
    """
    with pointer.open("rb") as file:
        data = file.read(LARGEST)
    found = _SIZE.search(data) if is_pointer(data) else None
    return int(found[1]) if found is not None else 0


def fetched(pointer: Path, folder: str | Path) -> Path | None:
    """Return the file of a pointer in the repository of `folder`; None if it was not fetched.

    The result is also None for a file that is not a pointer. Only git is run.

    Raises:
        OSError: The pointer cannot be read.
    """
    with pointer.open("rb") as file:
        data = file.read(LARGEST)
    found = _OBJECT.search(data) if is_pointer(data) else None
    if found is None:
        return None
    name = found[1].decode()
    with contextlib.suppress(GitError):
        store = _store(folder) / "objects" / name[:2] / name[2:4] / name
        return store if store.is_file() else None
    return None


def _store(folder: str | Path) -> Path:
    common = Path(folder, os.fsdecode(git.git("rev-parse", "--git-common-dir", folder=folder)).removesuffix("\n"))
    with contextlib.suppress(GitError):  # raised if the user has not configured another folder
        return Path(common, os.fsdecode(git.git("config", "--get", "lfs.storage", folder=folder)).removesuffix("\n"))
    return common / "lfs"
