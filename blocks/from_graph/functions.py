"""Functions of a model as pages: what these are called, and which functions are one page."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from blockloom.blocks.document.pages import free_page_name
from blockloom.blocks.from_graph.model import Function, Model
from blockloom.blocks.from_graph.order import natural
from blockloom.blocks.from_graph.signatures import equal
from blockloom.blocks.plan.nodes import Node

_FUNC = ("func", "list(func)")
_MADE = re.compile(r"^(_*inference_|_+)+|(_\d+)+$")     # what TensorFlow puts before and behind the names of functions
_NOT_IN_NAMES = re.compile(r"[/\\\x00-\x1f\ud800-\udfff]")


def page_name(text: str, kind: str) -> str:
    """A text as the name of a page; `kind` comes before what does not begin as one does."""
    found = _NOT_IN_NAMES.sub("_", text).strip()[:90]
    return found if found[:1].isalnum() else f"{kind} {found}".strip()


def named(node: Node[str]) -> Iterator[str]:
    """The functions that a node names."""
    for type_, value in node.attrs.values():
        if type_ in _FUNC:
            yield from [value] if type_ == "func" else value


def renamed(node: Node[str], names: Mapping[str, str]) -> Node[str]:
    """The node with these names for the functions that it names."""
    attrs = {name: (type_, names.get(value, value) if type_ == "func" else [names.get(one, one) for one in value])
             for name, (type_, value) in node.attrs.items() if type_ in _FUNC}
    return replace(node, attrs=node.attrs | attrs) if attrs else node


def in_use(model: Model) -> list[Function]:
    """The functions that nodes of the graph name, those that these name and so on: each behind those that it names,
    unless it is named by itself."""
    found: dict[str, Function] = {}
    seen: set[str] = set()
    todo = [(name, False) for name in sorted({name for node in model.nodes for name in named(node)}, key=natural,
                                             reverse=True)]
    while todo:
        name, done = todo.pop()
        function = model.functions.get(name)
        if function is None:
            continue
        if done:
            found[name] = function
        elif name not in seen:
            seen.add(name)
            todo.append((name, True))
            todo += [(other, False) for other in sorted({one for node in function.nodes for one in named(node)},
                                                        key=natural, reverse=True) if other not in seen]
    return list(found.values())


def pages_of(functions: Iterable[Function], taken: Iterable[str]) -> dict[str, str]:
    """The page of each function, by name: those that are the same node by node, as TensorFlow writes them for each
    signature, share one. `taken` are names of other pages."""
    groups: dict[tuple[object, ...], list[Function]] = {}
    first: dict[str, str] = {}      # function -> the first that is the same
    for function in functions:
        key = len(function.nodes), tuple(function.args), tuple(function.returns.values())
        found = next((one for one in groups.get(key, ()) if _same(one, function, first)), None)
        if found is None:
            groups.setdefault(key, []).append(function)
        first[function.name] = function.name if found is None else found.name
    names: dict[str, str] = {}
    for name in sorted({*first.values()}, key=natural):
        names[name] = free_page_name(page_name(_MADE.sub("", name), "function"), {*taken, *names.values()})
    return {name: names[other] for name, other in first.items()}


def _same(one: Function, other: Function, first: Mapping[str, str]) -> bool:
    if one.args != other.args:
        return False
    for a, b in zip(one.nodes, other.nodes):
        a, b = renamed(a, first), renamed(b, first)
        if (a.name, a.op, a.inputs, a.after, a.device, a.attrs.keys()) != (
                b.name, b.op, b.inputs, b.after, b.device, b.attrs.keys()) or not all(
                equal(value, b.attrs[name][1]) for name, (_, value) in a.attrs.items()):
            return False
    return True
