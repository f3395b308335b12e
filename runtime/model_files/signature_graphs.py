"""Merge graphs of several pages.

Nodes with the same name and content become one node; variables with the same shared_name become one variable. Other
nodes with an existing name are renamed, in the scope of their page.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping

from tensorflow.core.framework.function_pb2 import FunctionDef
from tensorflow.core.framework.graph_pb2 import GraphDef
from tensorflow.core.framework.node_def_pb2 import NodeDef

from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.plan.node_names import ascii_name
from blockloom.blocks.text.phrases import phrase


class MergedGraph:
    """The merged graph of several pages; `nodes` and `functions` by name."""

    def __init__(self) -> None:
        self.nodes: dict[str, NodeDef] = {}
        self.functions: dict[str, FunctionDef] = {}
        self._variables: dict[tuple[str, str], str] = {}
        self._first: dict[str, str] = {}  # TensorFlow confuses two names that differ only in case

    def add(self, page: str, nodes: dict[str, NodeDef], functions: Mapping[str, FunctionDef]) -> dict[str, str]:
        """Add the graph of a page, and return the new names of its nodes.

        Raises:
            ValueError: Variables share a shared_name but not dtype and shape.
        """
        called = self._add_functions(functions)
        names = {name: name for name in nodes}
        gone = {name for name, node in nodes.items() if traits_of(node.op).variable and self._unite(node, names)}
        users = defaultdict[str, list[str]](list)
        for name, node in nodes.items():
            for source in sources(node):
                users[source].append(name)
        scope, moved = ascii_name(page), dict[str, NodeDef]()
        todo = [name for name in reversed(nodes) if name not in gone]
        while todo:
            name = todo.pop()
            moved[name] = _moved(nodes[name], names, called)
            first = self._first.setdefault(name.lower(), name)
            if names[name] == name and (first != name or name in self.nodes and self.nodes[name] != moved[name]):
                names[name] = free(f"{scope}/{name}", (*self._first, *names.values()))
                self._first[names[name].lower()] = names[name]
                todo += [name, *(user for user in users[name] if user not in gone)]
        self.nodes.update((names[name], node) for name, node in moved.items())
        return names

    def _unite(self, node: NodeDef, names: dict[str, str]) -> bool:
        """Return whether a variable exists already, and let that node replace it."""
        key = node.attr["container"].s.decode(), shared_name(node)
        first = self._variables.setdefault(key, node.name)
        have = self.nodes.get(first)
        if have is None or have is node:
            return False
        if (have.op, have.attr["dtype"], have.attr["shape"]) != (node.op, node.attr["dtype"], node.attr["shape"]):
            raise ValueError(
                phrase(
                    "the variables {} and {} have the same shared_name, {}, but differ in op, dtype or "
                    "shape: rename one of them",
                    first,
                    node.name,
                    key[1],
                )
            )
        names[node.name] = first
        return True

    def _add_functions(self, functions: Mapping[str, FunctionDef]) -> dict[str, str]:
        """Add functions, and return new names for those whose name another function has."""
        called: dict[str, str] = {}
        todo = list(functions)
        while todo:  # a function that calls a renamed function differs, so it is renamed too
            name = todo.pop()
            have = self.functions.get(name)
            if name not in called and have is not None and have != _renamed(functions[name], name, called):
                called[name] = free(name, (*self.functions, *functions, *called.values()))
                todo = [other for other in functions if other not in called]
        for name, function in functions.items():
            self.functions[called.get(name, name)] = _renamed(function, called.get(name, name), called)
        return called


def shared_name(node: NodeDef) -> str:
    """Return the shared_name of a variable's node, else its name."""
    return node.attr["shared_name"].s.decode() or node.name


def sources(node: NodeDef) -> Iterator[str]:
    """Return the nodes at the inputs of a node, including control inputs."""
    return (name.lstrip("^").partition(":")[0] for name in node.input)


def free(name: str, taken: Iterable[str]) -> str:
    """Return `name`, or the name with the first number that makes it free, ignoring case."""
    taken, number, unused = {other.lower() for other in taken}, 0, name
    while unused.lower() in taken:
        number += 1
        unused = f"{name}_{number}"
    return unused


def functions_of(node: NodeDef, into: Callable[[str], str] | None = None) -> list[str]:
    """Return the functions that a node names, including its op; `into` renames them in the node."""
    functions = []
    if into is not None and into(node.op) != node.op:
        node.op = into(node.op)
    for value in node.attr.values():
        for func in [value.func] if value.HasField("func") else value.list.func:
            functions.append(func.name)
            if into is not None:
                func.name = into(func.name)
    return [node.op, *functions]


def _renamed(function: FunctionDef, name: str, called: Mapping[str, str]) -> FunctionDef:
    made = FunctionDef()
    made.CopyFrom(function)
    made.signature.name = name
    for node in made.node_def if called else ():
        functions_of(node, lambda one: called.get(one, one))
    return made


def _moved(node: NodeDef, names: Mapping[str, str], called: Mapping[str, str]) -> NodeDef:
    """Return a copy of a node with new names of the node and its inputs."""
    copy = NodeDef()
    copy.CopyFrom(node)
    copy.name = names[node.name]
    inputs = [_input(name, names) for name in node.input]
    if inputs != list(node.input):
        copy.input[:] = inputs
    if "_class" in copy.attr:
        beside = [part.decode() for part in copy.attr["_class"].list.s]
        copy.attr["_class"].list.s[:] = [
            (f"loc:@{names.get(part[5:], part[5:])}" if part.startswith("loc:@") else part).encode() for part in beside
        ]
    if called:
        functions_of(copy, lambda part: called.get(part, part))
    return copy


def _input(name: str, names: Mapping[str, str]) -> str:
    stem, colon, number = name.lstrip("^").partition(":")
    return ("^" if name[0] == "^" else "") + names.get(stem, stem) + colon + number


# Rename the nodes of functions for use in other programs.
#
# Here the nodes of a function are in a scope with the name of the function, so that errors identify them; in other
# programs the names are local to the function.


def unscoped(graph: GraphDef) -> GraphDef:
    """Return the graph with nodes in functions named as their blocks, without the functions' scopes."""
    for function in graph.library.function:
        name = function.signature.name
        scope = next((node.name.partition("/")[0] for node in function.node_def), "")
        if (
            scope
            and (name == scope or name.startswith(f"{scope}."))
            and all(node.name.startswith(f"{scope}/") for node in function.node_def if node.name != "one")
        ):
            _take_out(function, f"{scope}/")
    return graph


def _take_out(function: FunctionDef, scope: str) -> None:
    nodes = {node.name.removeprefix(scope) for node in function.node_def}
    before = re.sub(r"[^a-z0-9]", "_", scope.lower())
    args = {arg.name: arg.name.removeprefix(before) for arg in function.signature.input_arg}
    short_names = set(args.values())
    if len(short_names) < len(args) or short_names & nodes or not all(entry[:1].isalpha() for entry in short_names):
        args = {}

    def moved(name: str) -> str:
        sign, stem = ("^", name[1:]) if name[0] == "^" else ("", name)
        return sign + (stem[len(scope) :] if stem.startswith(scope) else args.get(stem, stem))

    for arg in function.signature.input_arg:
        arg.name = args.get(arg.name, arg.name)
    for node in function.node_def:
        node.name = node.name.removeprefix(scope)
        node.input[:] = [moved(name) for name in node.input]
        if "_class" in node.attr:
            beside = node.attr["_class"].list.s
            beside[:] = [entry.replace(f"loc:@{scope}".encode(), b"loc:@", 1) for entry in beside]
    for ends in (function.ret, function.control_ret):
        for key, name in list(ends.items()):
            ends[key] = moved(name)
