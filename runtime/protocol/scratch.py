"""Temporary folders that are removed when their process ends, also when it is killed.

A folder holds a file that is locked as long as its process lives. The next process that makes a folder removes those
whose file is not locked any more.
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


def make() -> Path:
    """A new folder, which goes with the process, or by `remove`. Raises OSError."""
    global _tidied
    if not _tidied:
        _tidied = True
        threading.Thread(target=tidy, daemon=True, name="tidy").start()
        atexit.register(lambda: list(map(remove, list(_held))))
    folder = Path(tempfile.mkdtemp(prefix=_PREFIX))
    file = _held[folder] = open(folder / _LOCK, "wb")  # noqa: SIM115  as long as the folder is there
    lock(file)
    file.write(b"locked")  # an empty one may still be about to be locked: nobody touches it
    file.flush()
    return folder


def remove(folder: Path) -> None:
    """Remove a folder that was made here, with what is in it."""
    file = _held.pop(folder, None)
    if file is not None:
        file.close()
    shutil.rmtree(folder, ignore_errors=True)


def tidy() -> None:
    """Remove the folders of this user's processes that ended without doing so."""
    with contextlib.suppress(OSError):
        for folder in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*"):
            if folder not in _held and _abandoned(folder):
                shutil.rmtree(folder, ignore_errors=True)


def _abandoned(folder: Path) -> bool:
    try:
        found = folder.lstat()
        if not stat.S_ISDIR(found.st_mode) or hasattr(os, "getuid") and found.st_uid != os.getuid():
            return False
        with open(folder / _LOCK, "r+b") as file:
            return bool(file.read(1)) and lock(file) is True  # and not "there are no locks here"
    except OSError:
        return False
