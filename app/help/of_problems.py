"""The reference of problems, from the functions that write them: code, condition, message and remedy."""

from __future__ import annotations

import ast
import inspect
import re
from functools import cache
from types import ModuleType

from blockloom.app.help.generated_reference import words
from blockloom.blocks.problems.kinds import KINDS


def problems() -> str:
    """Every code with its cases, in the order of the letters."""
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
