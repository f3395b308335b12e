"""How the programs of this installation are started: whatever lies in the current folder is none of them."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def python(module: str, *words: str) -> list[str]:
    """The command line of one of our modules, to be run with `python_path()` as PYTHONPATH. `-P` keeps the current
    folder off the path, where a `tensorflow.py` might lie.
    """
    return [sys.executable, "-P", "-m", module, *words]


def root() -> str:
    """The folder that has the package `blockloom` of this installation: a checkout, or the folder of all packages."""
    return str(Path(str(sys.modules["blockloom"].__file__)).resolve().parent.parent)


def python_path() -> str:
    """A PYTHONPATH with this installation first, and without entries that mean the current folder."""
    return os.pathsep.join(filter(None, (root(), foreign_path())))


def foreign_path() -> str:
    """A PYTHONPATH without this installation, for an interpreter that has packages of its own."""
    without = current_folder(), root()
    entries = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    return os.pathsep.join(p for p in entries if os.path.isabs(p) and p not in without)


def current_folder() -> str:
    """The path of the current folder; "" where it was removed."""
    try:
        return os.getcwd()
    except OSError:
        return ""
