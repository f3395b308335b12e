"""Temporary folders that are removed when their process ends, even if it is killed.

Each folder contains a file that its process keeps locked. The next process that creates a folder removes those whose
file is no longer locked.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import shutil
import stat
import tempfile
import threading
from pathlib import Path
from typing import BinaryIO

from blockloom.blocks.io.locks import lock

_PREFIX, _LOCK = "blockloom-", "lock"
_held: dict[Path, BinaryIO] = {}
_tidied = False


def make_temporary_folder() -> Path:
    """Create a folder that is removed when this process ends.

    Raises:
        OSError: The system cannot create a folder.
    """
    global _tidied
    if not _tidied:
        _tidied = True
        threading.Thread(target=remove_abandoned_folders, daemon=True, name="tidy").start()
        atexit.register(lambda: list(map(remove_temporary_folder, list(_held))))
    folder = Path(tempfile.mkdtemp(prefix=_PREFIX))
    file = _held[folder] = open(folder / _LOCK, "wb")  # noqa: SIM115  open until the folder is removed
    lock(file)
    # Other processes do not remove a folder with an empty lock file: its owner may be about to lock it.
    file.write(b"locked")
    file.flush()
    return folder


def remove_temporary_folder(folder: Path) -> None:
    """Remove a folder of `make_temporary_folder` with its content."""
    file = _held.pop(folder, None)
    if file is not None:
        file.close()
    shutil.rmtree(folder, ignore_errors=True)


def remove_abandoned_folders() -> None:
    """Remove the folders of processes of this user that ended without removing them."""
    with contextlib.suppress(OSError):
        for folder in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*"):
            if folder not in _held and _abandoned(folder):
                shutil.rmtree(folder, ignore_errors=True)


def _abandoned(folder: Path) -> bool:
    try:
        status = folder.lstat()
        if not stat.S_ISDIR(status.st_mode) or hasattr(os, "getuid") and status.st_uid != os.getuid():
            return False
        with open(folder / _LOCK, "r+b") as file:
            return bool(file.read(1)) and lock(file) is True  # None means that the file system has no locks
    except OSError:
        return False
