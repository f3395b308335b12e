"""The source of the project as syntax trees, each file read once in a process: several tests look through all of it."""

from __future__ import annotations

import ast
import collections
import functools
from pathlib import Path
from typing import Any, TypeVar

from blockloom.blocks.text.gc_pause import gc_paused

Node = TypeVar("Node", bound=ast.AST)
ROOT = Path(__file__).resolve().parents[1]


def files(*folders: str, root: Path = ROOT) -> list[Path]:
    """Return the Python files in folders of a checkout, sorted."""
    return sorted(path for folder in folders for path in (root / folder).rglob("*.py"))


def nodes(path: Path, *kinds: type[Node]) -> list[Node]:
    """Return the nodes of a file that are of some classes, class by class; all of them if no class is given."""
    by_kind = _nodes(path)
    return [node for kind in kinds or by_kind for node in by_kind.get(kind, ())]


@functools.cache
def _nodes(path: Path) -> dict[type[ast.AST], list[Any]]:
    """Return all nodes of a file by their class."""
    by_kind: dict[type[ast.AST], list[Any]] = collections.defaultdict(list)
    with gc_paused():
        todo: list[Any] = [ast.parse(path.read_text("utf-8"))]
        for node in todo:  # as ast.walk does it, but faster
            kind = type(node)
            by_kind[kind].append(node)
            for name in _fields(kind):
                value = getattr(node, name)
                if type(value) is list:
                    todo += [item for item in value if isinstance(item, ast.AST)]
                elif isinstance(value, ast.AST):
                    todo.append(value)
    return dict(by_kind)


@functools.cache
def _fields(kind: type[ast.AST]) -> tuple[str, ...]:
    """Return the fields of a class of nodes that may have nodes; contexts and operators are left out."""
    return tuple(
        name for name in kind._fields if name not in ("ctx", "op", "ops", "id", "attr", "name", "type_comment")
    )
