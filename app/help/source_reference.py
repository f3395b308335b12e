"""The reference of problems, `import blockloom` and the file format, from docstrings and functions.

They are read from the source: nothing is imported for them, in particular not TensorFlow.
"""

from __future__ import annotations

import ast
import importlib.util
import inspect
import re
import sys
import textwrap
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from types import ModuleType

from blockloom.blocks.problems.kinds import KINDS

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


def problems() -> str:
    """Return the reference of all problems as Markdown: every code with its cases, in alphabetical order."""
    parts = []
    by_code: dict[str, list[str]] = {}
    for name in KINDS:
        by_code.setdefault(name.partition(":")[0], []).append(name)
    for code in sorted(by_code):
        parts.append(f"## {code}\n")
        for name in by_code[code]:
            kind = KINDS[name]
            message, remedy = _said(name)
            parts.append(f"{words(_sentence(kind.about))} ({kind.severity})\n")
            parts += [f"- {words(text)}" for text in message]
            parts += [f"- *To do:* {words(text)}" for text in remedy]
            parts.append("")
    return "\n".join(parts)


def _sentence(about: str) -> str:
    """Return the condition of a problem: the first sentence of its docstring, without "Report that"."""
    text = " ".join(about.split()).partition(". ")[0].removeprefix("Report that ").removeprefix("Report ")
    return text[:1].upper() + text[1:].rstrip(".") + "."


def _said(name: str) -> tuple[list[str], list[str]]:
    """Return the possible messages and remedies of a kind of problem, with … for parts that differ."""
    say = KINDS[name].say
    tree = _functions(inspect.getmodule(say))
    function = tree[say.__name__]
    message: list[str] = []
    remedy: list[str] = []
    for node in ast.walk(function):
        if isinstance(node, ast.Return) and isinstance(node.value, ast.Tuple) and len(node.value.elts) == 2:
            message += _texts(node.value.elts[0], function, tree)
            remedy += _texts(node.value.elts[1], function, tree)
    return list(dict.fromkeys(message)), list(dict.fromkeys(remedy))


@cache
def _functions(module: ModuleType | None) -> dict[str, ast.FunctionDef]:
    assert module is not None
    nodes = ast.parse(inspect.getsource(module)).body
    return {node.name: node for node in nodes if isinstance(node, ast.FunctionDef)}


def _texts(node: ast.AST, inside: ast.FunctionDef, tree: dict[str, ast.FunctionDef], deep: int = 0) -> list[str]:
    """Return the possible texts of an expression, with names assigned in `inside` and functions of `tree`."""
    if isinstance(node, ast.IfExp):
        return [*_texts(node.body, inside, tree, deep), *_texts(node.orelse, inside, tree, deep)]
    if isinstance(node, ast.Name) and deep < 3:
        values = [
            one.value
            for one in ast.walk(inside)
            if isinstance(one, ast.Assign)
            and any(isinstance(target, ast.Name) and target.id == node.id for target in one.targets)
        ]
        return [text for value in values for text in _texts(value, inside, tree, deep + 1)]
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
        return []
    if node.func.id in ("phrase", "plural"):
        texts = [one.value for one in node.args if isinstance(one, ast.Constant) and isinstance(one.value, str)]
        return [re.sub(r"\{[^}]*\}", "…", texts[-1 if node.func.id == "plural" else 0])] if texts else []
    if node.func.id in tree and deep < 3:
        called = tree[node.func.id]
        returned = (one.value for one in ast.walk(called) if isinstance(one, ast.Return) and one.value is not None)
        return [text for value in returned for text in _texts(value, called, tree, deep + 1)]
    return []


def table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """Return a table; "" if it has no rows."""
    lines = [_row(map(cell, row)) for row in rows]
    head = list(head)
    return "\n".join([_row(head), "|" + "---|" * len(head), *lines]) + "\n" if lines else ""


def _row(cells: Iterable[str]) -> str:
    return "| " + " | ".join(cells) + " |"


def cell(text: str) -> str:
    """Return Markdown as a cell of a table."""
    return " ".join(text.split()).replace("|", "\\|")


def words(text: str) -> str:
    """Return a text as Markdown: characters that would be marks are escaped outside of code."""
    parts = text.split("`")
    for at in range(0, len(parts), 2):  # parts between backquotes are code
        parts[at] = re.sub(r"[\\*<\[]|(?<!\w)_|_(?!\w)", r"\\\g<0>", parts[at])
    return "`".join(parts) if len(parts) % 2 else text.replace("`", "'")
