"""Nodes by which a graph calls functions of this process. TensorFlow finds a function while somebody else holds it."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable
from typing import Any

from tensorflow.core.framework.node_def_pb2 import NodeDef
from tensorflow.python.ops import script_ops


def token_of(function: Callable[..., Any]) -> str:
    """Register a function, and return the token by which nodes call it: one that no page can guess."""
    token = f"blockloom_{secrets.token_hex(16)}"
    script_ops._py_funcs._funcs[token] = function
    return token


def python_call(
    name: str, token: str, inputs: Iterable[str], takes: Iterable[int], gives: Iterable[int] = (), device: str = ""
) -> NodeDef:
    """A node that calls the function of a token with these inputs, control inputs last. `takes` and `gives` are dtypes,
    as numbers.
    """
    node = NodeDef(name=name, op="PyFunc", input=list(inputs), device=device)
    node.attr["token"].s = token.encode()
    for attr, dtypes in (("Tin", takes), ("Tout", gives)):
        node.attr[attr].list.SetInParent()
        node.attr[attr].list.type.extend(dtypes)
    return node
