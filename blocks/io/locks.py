"""Locks on open files, which end with the process."""

from __future__ import annotations

import errno
import sys
import time
from typing import IO

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
