"""Stamps of files, to detect changes."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import NamedTuple


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
