"""Locks on open files, which end with the process however it ends."""

from __future__ import annotations

import os
from typing import BinaryIO


def lock(file: BinaryIO) -> bool | None:
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
