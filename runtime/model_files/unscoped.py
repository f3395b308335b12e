"""Rename the nodes of functions for use in other programs.

Here the nodes of a function are in a scope with the name of the function, so that errors identify them; in other
programs the names are local to the function.
"""

from __future__ import annotations

import re

from tensorflow.core.framework.function_pb2 import FunctionDef
from tensorflow.core.framework.graph_pb2 import GraphDef


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
