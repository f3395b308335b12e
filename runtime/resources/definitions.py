"""Functions of graphs, read without giving them to the process."""

from __future__ import annotations

from typing import Any

from tensorflow.core.framework.function_pb2 import FunctionDef
from tensorflow.python.eager import context


def definition_of(found: Any) -> FunctionDef:
    """The definition of a function of a graph. TensorFlow gives what is read eagerly to the process as well, where
    functions of one name in two graphs meet.
    """
    with context.graph_mode():
        return found.cached_definition
