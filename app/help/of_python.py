"""The reference of `import blockloom`, and of the file, from docstrings. They are read from the source: nothing is
imported for it, TensorFlow least of all.
"""

from __future__ import annotations

import ast
import importlib.util
import re
import sys
import textwrap
from functools import cache
from pathlib import Path

from blockloom.app.help.generated_reference import table, words


def calls() -> str:
    """What `import blockloom` offers: functions first, then classes and exceptions."""
    package = sys.modules[__name__.partition(".")[0]]
    classes = {name: module for module, names in package._CLASSES.items() for name in names}
    here = _tree(package.__name__)
    parts = []
    for node in here.body:
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
            parts += [f"## blockloom.{node.name}\n", f"```text\n{_signature(node)}\n```\n", _markdown(node)]
    for name in sorted(set(package.__all__) & set(classes)):
        kind = _class(classes[name], name)
        parts += [f"## blockloom.{name}\n", _markdown(kind), _members(kind)]
    return "\n".join(parts)


def _class(module: str, name: str) -> ast.ClassDef:
    """A class that a module defines, or has from another one. Raises KeyError."""
    for node in _tree(module).body:
        if isinstance(node, ast.ClassDef) and node.name == name:
            return node
        if isinstance(node, ast.ImportFrom) and node.module and name in {one.name for one in node.names}:
            return _class(node.module, name)
    raise KeyError(name)


@cache
def _tree(module: str) -> ast.Module:
    spec = importlib.util.find_spec(module)
    assert spec is not None and spec.origin is not None
    return ast.parse(Path(spec.origin).read_text("utf-8"))


def _signature(node: ast.FunctionDef) -> str:
    given = node.args
    places = [ast.unparse(one) for one in given.args]
    for at, default in enumerate(reversed(given.defaults), 1):
        places[-at] += f" = {ast.unparse(default)}"
    if given.vararg:
        places.append(f"*{ast.unparse(given.vararg)}")
    elif given.kwonlyargs:
        places.append("*")
    for one, value in zip(given.kwonlyargs, given.kw_defaults, strict=True):
        places.append(ast.unparse(one) + (f" = {ast.unparse(value)}" if value else ""))
    back = f" -> {ast.unparse(node.returns)}" if node.returns else ""
    whole = f"blockloom.{node.name}({', '.join(places)}){back}"
    return whole if len(whole) < 90 else f"blockloom.{node.name}(\n    " + ",\n    ".join(places) + f"\n){back}"


def _markdown(node: ast.FunctionDef | ast.ClassDef) -> str:
    """A docstring. What stands in two columns in it becomes a table."""
    parts = []
    for paragraph in (ast.get_docstring(node) or "").split("\n\n"):
        rows = _columns(paragraph.splitlines())
        parts.append(
            table(("", "what it is"), ((f"`{name}`", words(text)) for name, text in rows)) if rows else words(paragraph)
        )
    return "\n\n".join(parts) + "\n"


def _columns(lines: list[str]) -> list[tuple[str, str]]:
    """The rows of lines in two columns: what stands left, and the text right of it. None for other lines."""
    column = min((len(line) - len(line.lstrip()) for line in lines if line.startswith("    ")), default=0)
    rows: list[tuple[str, str]] = []
    for line in lines:
        if line.startswith(" "):
            if not rows:
                return []
            rows[-1] = rows[-1][0], f"{rows[-1][1]} {line.strip()}"
        elif found := re.match(r"(\S.*?) {2,}(\S.*)", line):
            rows.append((found[1], found[2]))
        elif column and line[column - 1 : column] == " " and " " not in line[:column].strip():
            rows.append((line[:column].strip(), line[column:]))
        elif ": " in line and rows:
            name, _, text = line.partition(": ")
            rows.append((name, text))
        else:
            return []
    return rows


def _members(node: ast.ClassDef) -> str:
    """The properties of a class, and those of its methods that its docstring names."""
    about, rows = ast.get_docstring(node) or "", []
    for one in node.body:
        if isinstance(one, ast.FunctionDef) and not one.name.startswith("_") and (text := ast.get_docstring(one)):
            by_name = any("property" in ast.unparse(mark) for mark in one.decorator_list)
            if by_name or f"`{one.name}`" in about:
                rows.append((f"`{one.name}{'' if by_name else '()'}`", words(text.partition("\n\n")[0])))
    return table(("attribute", "what it is"), rows)


def file_format() -> str:
    """What each format added, as the module that reads and writes it says."""
    about = ast.get_docstring(_tree("blockloom.blocks.files.documents")) or ""
    _, _, *shown, last = about.split("\n\n")
    form = textwrap.dedent("\n\n".join(shown))
    return f"```text\n{form}\n```\n\n{words(last)}\n"
