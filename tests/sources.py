"""The source of the project as syntax trees, each file read once in a process: several tests look through all of it."""

from __future__ import annotations

import ast
import functools
from pathlib import Path

from blockloom.blocks.text.gc_pause import gc_paused

ROOT = Path(__file__).resolve().parents[1]


def files(*folders: str, root: Path = ROOT) -> list[Path]:
    """The Python files in folders of a checkout, in their order."""
    return sorted(path for folder in folders for path in (root / folder).rglob("*.py"))


@functools.cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    """All nodes of a file, the module first."""
    with gc_paused():
        return tuple(ast.walk(ast.parse(path.read_text("utf-8"))))
