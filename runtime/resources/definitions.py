"""Definitions of functions of graphs, read without registering them in the process."""

from __future__ import annotations

from typing import Any

from tensorflow.core.framework.function_pb2 import FunctionDef
from tensorflow.python.eager import context


def definition_of(function: Any) -> FunctionDef:
    """Return the definition of a function of a graph.

    Reading it eagerly would register it in the process, where functions of two graphs with the same name collide.
    """
    with context.graph_mode():
        return function.cached_definition
