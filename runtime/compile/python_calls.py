"""Nodes by which a graph calls functions of this process.

TensorFlow finds such a function only as long as there is another reference to it.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable
from typing import Any

from tensorflow.core.framework.node_def_pb2 import NodeDef
from tensorflow.python.ops import script_ops


def token_of(function: Callable[..., Any]) -> str:
    """Register a function, and return the token by which nodes call it; no page can guess the token."""
    token = f"blockloom_{secrets.token_hex(16)}"
    script_ops._py_funcs._funcs[token] = function
    return token


def python_call(
    name: str, token: str, inputs: Iterable[str], takes: Iterable[int], gives: Iterable[int] = (), device: str = ""
) -> NodeDef:
    """Return a node that calls the function of a token.

    Args:
        name: The name of the node.
        token: The token of the function.
        inputs: The inputs, control inputs last.
        takes: The dtypes of the inputs, as numbers.
        gives: The dtypes of the outputs, as numbers.
        device: The device.
    """
    node = NodeDef(name=name, op="PyFunc", input=list(inputs), device=device)
    node.attr["token"].s = token.encode()
    for attr, dtypes in (("Tin", takes), ("Tout", gives)):
        node.attr[attr].list.SetInParent()
        node.attr[attr].list.type.extend(dtypes)
    return node
