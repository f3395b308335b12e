"""The reference of `import blockloom`, and of the file format, from docstrings.

They are read from the source: nothing is imported, in particular not TensorFlow.
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

_BUILDING = "blockloom.runtime.api.building"
_SECTIONS = {"Args:": "argument", "Raises:": "raises"}  # section of a docstring -> title of the first column


def calls() -> str:
    """Return the reference of all names in `blockloom.__all__`: functions first, then classes and exceptions."""
    package = sys.modules[__name__.partition(".")[0]]
    here = _tree(package.__name__)
    parts = []
    for node in here.body:
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
            parts += [f"## blockloom.{node.name}\n", f"```text\n{_signature(node)}\n```\n", _markdown(node)]
    for name, (module, there) in sorted(package._CLASSES.items()):
        kind = _class(module, there)
        parts += [f"## blockloom.{name}\n", _markdown(kind), _members(kind, module == _BUILDING)]
    return "\n".join(parts)


def _class(module: str, name: str) -> ast.ClassDef:
    """Return a class that a module defines or imports.

    Raises:
        KeyError: it has no such class.
    """
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


def _places(node: ast.FunctionDef) -> str:
    """Return the names of the parameters of a method, without `self`."""
    given = node.args
    names = [one.arg for one in given.args[1:]]
    names += [f"*{given.vararg.arg}"] if given.vararg else []
    names += [one.arg for one in given.kwonlyargs]
    return ", ".join([*names, *([f"**{given.kwarg.arg}"] if given.kwarg else [])])


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
    """Return a docstring as Markdown. Its sections and its columns become tables, indented code a code block."""
    parts, code = [], list[str]()
    for paragraph in (ast.get_docstring(node) or "").split("\n\n"):
        first, *lines = paragraph.splitlines() or [""]
        if first.startswith("    "):
            code.append(paragraph)
            continue
        if code:
            parts.append(_code(code))
        rows = _columns([first, *lines])
        if first in _SECTIONS:
            named = re.split(r"\n(?=\S)", textwrap.dedent("\n".join(lines)))
            entries = (re.split(r":\s+", entry, maxsplit=1) for entry in named)
            parts.append(table((_SECTIONS[first], "meaning"), ((f"`{name}`", words(text)) for name, text in entries)))
        elif rows:
            parts.append(table(("", "meaning"), ((f"`{name}`", words(text)) for name, text in rows)))
        else:
            parts.append(words(paragraph))
    return "\n\n".join([*parts, *([_code(code)] if code else [])]) + "\n"


def _code(paragraphs: list[str]) -> str:
    """Return indented paragraphs as a block of code, and empty the list."""
    text = textwrap.dedent("\n\n".join(paragraphs))
    paragraphs.clear()
    return f"```text\n{text}\n```"


def _columns(lines: list[str]) -> list[tuple[str, str]]:
    """Return the rows of lines in two columns, as the text left and the text right; [] for other lines."""
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


def _members(node: ast.ClassDef, whole: bool) -> str:
    """Return a table of the properties and methods of a class: the `whole` class, or those that its docstring names."""
    about, rows = ast.get_docstring(node) or "", []
    for one in node.body:
        if isinstance(one, ast.FunctionDef) and not one.name.startswith("_") and (text := ast.get_docstring(one)):
            marks = [ast.unparse(mark) for mark in one.decorator_list]
            given = "" if any("property" in mark for mark in marks) else f"({_places(one)})"
            if given and not whole and f"`{one.name}`" not in about or any("setter" in mark for mark in marks):
                continue
            rows.append((f"`{one.name}{given}`", words(text.partition("\n\n")[0])))
    return table(("attribute", "meaning"), rows)


def file_format() -> str:
    """Return the additions of each file format, from the docstring of the module that reads and writes it."""
    about = ast.get_docstring(_tree("blockloom.blocks.files.documents")) or ""
    _, _, *shown, last = about.split("\n\n")
    form = textwrap.dedent("\n\n".join(shown))
    return f"```text\n{form}\n```\n\n{words(last)}\n"
