"""Locks on open files, which end with the process, and stamps of files, which detect changes."""

from __future__ import annotations

import contextlib
import errno
import os
import sys
import time
from pathlib import Path
from typing import IO, NamedTuple

from blockloom.blocks.text.phrases import phrase


def lock(file: IO[bytes] | int) -> bool | None:
    """Lock an open file until it is closed.

    Returns:
        Whether it is locked: False if another process has locked it, None if the file system has no locks.
    """
    try:
        if sys.platform == "win32":
            import msvcrt

            place = file.tell()
            file.seek(1 << 30)  # lock a byte far after the content, which other processes can still read
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
            file.seek(place)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return False if sys.platform == "win32" else None
    return True


def wait_for_lock(file: IO[bytes] | int, seconds: float) -> bool:
    """Wait until a file can be locked, and lock it; return False if there are no locks.

    Raises:
        TimeoutError: Another process holds the lock for longer.
    """
    until = time.monotonic() + seconds
    while (locked := lock(file)) is False:
        if time.monotonic() > until:
            raise TimeoutError(errno.ETIMEDOUT, phrase("another program is at work there"))
        time.sleep(0.01)
    return bool(locked)


class Stamp(NamedTuple):
    """Time of change (ns), size (bytes) and inode of a file."""

    mtime: int
    size: int
    inode: int


def stamp_of(found: os.stat_result) -> Stamp:
    """Return the Stamp of a stat result."""
    return Stamp(found.st_mtime_ns, found.st_size, found.st_ino)


def stamp(path: str | Path) -> Stamp | None:
    """Return the Stamp of a file; None if it is unknown."""
    with contextlib.suppress(OSError, ValueError):
        return stamp_of(os.stat(path))
    return None
