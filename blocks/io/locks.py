"""Locks on open files, which end with the process however it ends."""

from __future__ import annotations

import errno
import os
import time
from typing import BinaryIO

from blockloom.blocks.text.phrases import phrase


def lock(file: BinaryIO | int) -> bool | None:
    """Lock an open file as long as it is open. False where another process holds it, None where the file system has no
    locks."""
    try:
        if os.name == "nt":
            import msvcrt
            place = file.tell()
            file.seek(1 << 30)  # far behind the content, which others may read
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
            file.seek(place)
        else:
            import fcntl
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return False if os.name == "nt" else None
    return True


def wait_for_lock(file: BinaryIO | int, seconds: float) -> bool:
    """As `lock`, once whoever holds it ends; False where there are no locks. Raises TimeoutError, an OSError, where
    that takes longer."""
    until = time.monotonic() + seconds
    while (locked := lock(file)) is False:
        if time.monotonic() > until:
            raise TimeoutError(errno.ETIMEDOUT, phrase("another program is at work there"))
        time.sleep(0.01)
    return bool(locked)
