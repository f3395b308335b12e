"""What tells whether a file has changed."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import NamedTuple


class Stamp(NamedTuple):
    """Time of change (ns), size (bytes) and inode of a file, which tell whether it has changed."""

    changed: int
    size: int
    inode: int


def stamp_of(found: os.stat_result) -> Stamp:
    """The Stamp of a file that was asked for."""
    return Stamp(found.st_mtime_ns, found.st_size, found.st_ino)


def stamp(path: str | Path) -> Stamp | None:
    """The Stamp of a file; None where the file system does not tell."""
    with contextlib.suppress(OSError, ValueError):
        return stamp_of(os.stat(path))
    return None
