"""Functions of a model as pages: their names, and which functions share a page."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from blockloom.blocks.document.pages import free_page_name
from blockloom.blocks.from_graph.graph_signatures import equal
from blockloom.blocks.from_graph.model import Model, ModelFunction
from blockloom.blocks.plan.plan_nodes import Node
from blockloom.blocks.text.natural_order import natural

_FUNC = ("func", "list(func)")
_MADE = re.compile(r"^(_*inference_|_+)+|(_\d+)+$")  # what TensorFlow puts before and behind the names of functions
_NOT_IN_NAMES = re.compile(r"[/\\\x00-\x1f\ud800-\udfff]")


def page_name(text: str, kind: str) -> str:
    """Return a text as the name of a page; `kind` is put in front of a text that cannot begin a name."""
    found = _NOT_IN_NAMES.sub("_", text).strip()[:90]
    return found if found[:1].isalnum() else f"{kind} {found}".strip()


def functions_named_by(node: Node[str]) -> Iterator[str]:
    """Yield the functions that a node's attrs name."""
    for type_, value in node.attrs.values():
        if type_ in _FUNC:
            yield from [value] if type_ == "func" else value


def renamed(node: Node[str], names: Mapping[str, str]) -> Node[str]:
    """Return the node with other names for the functions in its attrs."""
    attrs = {
        name: (type_, names.get(value, value) if type_ == "func" else [names.get(text, text) for text in value])
        for name, (type_, value) in node.attrs.items()
        if type_ in _FUNC
    }
    return replace(node, attrs=node.attrs | attrs) if attrs else node


def in_use(model: Model) -> list[ModelFunction]:
    """Return the functions that the model's nodes name, directly or through others, each after those that it names.

    Recursive functions may come before those that they name.
    """
    used: dict[str, ModelFunction] = {}
    seen: set[str] = set()
    todo = [
        (name, False)
        for name in sorted(
            {name for node in model.nodes for name in functions_named_by(node)}, key=natural, reverse=True
        )
    ]
    while todo:
        name, done = todo.pop()
        function = model.functions.get(name)
        if function is None:
            continue
        if done:
            used[name] = function
        elif name not in seen:
            seen.add(name)
            todo.append((name, True))
            todo += [
                (other, False)
                for other in sorted(
                    {callee for node in function.nodes for callee in functions_named_by(node)},
                    key=natural,
                    reverse=True,
                )
                if other not in seen
            ]
    return list(used.values())


def pages_of(functions: Iterable[ModelFunction], taken: Iterable[str]) -> dict[str, str]:
    """Return the page name of each function.

    Functions with the same nodes, as TensorFlow writes them for each signature, share one. `taken` are names of other
    pages.
    """
    groups: dict[tuple[object, ...], list[ModelFunction]] = {}
    first: dict[str, str] = {}  # function -> the first that is the same
    for function in functions:
        key = len(function.nodes), tuple(function.args), tuple(function.returns.values())
        twin = next((earlier for earlier in groups.get(key, ()) if _same(earlier, function, first)), None)
        if twin is None:
            groups.setdefault(key, []).append(function)
        first[function.name] = function.name if twin is None else twin.name
    names: dict[str, str] = {}
    for name in sorted({*first.values()}, key=natural):
        names[name] = free_page_name(page_name(_MADE.sub("", name), "function"), {*taken, *names.values()})
    return {name: names[other] for name, other in first.items()}


def _same(first_function: ModelFunction, other: ModelFunction, first: Mapping[str, str]) -> bool:
    if first_function.args != other.args:
        return False
    for a, b in zip(first_function.nodes, other.nodes):
        a, b = renamed(a, first), renamed(b, first)
        if (a.name, a.op, a.inputs, a.control_inputs, a.device, a.attrs.keys()) != (
            b.name,
            b.op,
            b.inputs,
            b.control_inputs,
            b.device,
            b.attrs.keys(),
        ) or not all(equal(value, b.attrs[name][1]) for name, (_, value) in a.attrs.items()):
            return False
    return True
