"""Command lines and paths of the programs of this installation, regardless of the current folder."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def python(module: str, *words: str) -> list[str]:
    """Return the command line of one of our modules, to run with `python_path()` as PYTHONPATH.

    `-P` keeps the current folder, which may contain a `tensorflow.py`, off the path.
    """
    return [sys.executable, "-P", "-m", module, *words]


def root() -> str:
    """Return the folder of the package `blockloom` of this installation: a checkout, or the folder of all packages."""
    return str(Path(str(sys.modules["blockloom"].__file__)).resolve().parent.parent)


def python_path() -> str:
    """Return a PYTHONPATH with this installation first, and without entries that mean the current folder."""
    return os.pathsep.join(filter(None, (root(), foreign_path())))


def foreign_path() -> str:
    """Return a PYTHONPATH without this installation, for an interpreter with its own packages."""
    without = current_folder(), root()
    entries = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    return os.pathsep.join(p for p in entries if os.path.isabs(p) and p not in without)


def current_folder() -> str:
    """Return the path of the current folder; "" if it was removed."""
    try:
        return os.getcwd()
    except OSError:
        return ""
