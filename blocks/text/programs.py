"""How the programs of this installation are started: whatever lies in the current folder is none of them."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def python(module: str, *words: str) -> list[str]:
    """The command line of one of our modules, to be run with `python_path()` as PYTHONPATH. `-P` keeps the current
    folder off the path, where a `tensorflow.py` might lie."""
    return [sys.executable, "-P", "-m", module, *words]


def python_path() -> str:
    """A PYTHONPATH with this installation first, and without entries that mean the current folder."""
    root, here = str(Path(str(sys.modules["blockloom"].__file__)).resolve().parent.parent), current_folder()
    more = [p for p in os.environ.get("PYTHONPATH", "").split(os.pathsep) if os.path.isabs(p) and p not in (here, root)]
    return os.pathsep.join([root, *more])


def current_folder() -> str:
    """The path of the current folder; "" where it was removed."""
    try:
        return os.getcwd()
    except OSError:
        return ""
