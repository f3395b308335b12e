"""Random ops whose state is a variable, which survives edits, can be inspected, and is rolled back with a step."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from blockloom.blocks.document.literal_cache import Value
from blockloom.blocks.document.own_types import RESOURCE_VARIABLE
from blockloom.blocks.document.pages import Block
from blockloom.blocks.plan.outputs import Ref
from blockloom.blocks.plan.plan_nodes import Node, Variable
from blockloom.blocks.plan.planned_variables import variable
from blockloom.blocks.values.devices import on_host

_PHILOX = 1  # as `algorithm` of the ops
_DTYPES = {"DT_INT32": np.int32, "DT_INT64": np.int64}


def with_state(node: Node[Ref], op: str, block: Block, free: Callable[[str], str]) -> tuple[list[Node[Ref]], Variable]:
    """Return the nodes that replace that of a random op, and the variable with its state.

    `op` is the op that takes the state: int64 of shape (3,), the counter, low and high, and the key. The nodes are on
    the host, whatever the device of the block: not all of them have kernels for other devices.
    """
    name, at, attrs = node.name, node.address, node.attrs
    device = on_host(node.device)

    def const(stem: str, value: Any, dtype: str) -> Node[Ref]:
        given = ("tensor", Value(np.array(value, _DTYPES[dtype]), dtype))
        return Node(free(f"{name}/{stem}"), "Const", at, [], {"dtype": ("type", dtype), "value": given}, device=device)

    seed, seed2 = (int(attrs[attr][1] or 0) if attr in attrs else 0 for attr in ("seed", "seed2"))
    if seed or seed2:
        begin = [const("state/begin", [0, seed2, seed], "DT_INT64")]
    else:
        size = const("state/size", [3], "DT_INT32")
        kinds = {"dtype": ("type", "DT_INT64"), "shape_dtype": ("type", "DT_INT32")}
        begin = [
            size,
            Node(free(f"{name}/state/begin"), "NonDeterministicInts", at, [size.name], kinds, device=device),
        ]
    planned = variable(
        at,
        Block(f"{block.id}.state", RESOURCE_VARIABLE),
        free(f"{name}/state"),
        {"dtype": "DT_INT64", "trainable": False},
        begin[-1].name,
        [3],
        device,
        False,
        "",
        free,
    )
    for one in planned.nodes:
        one.address = at
    state = planned.variable._replace(counts=True, key=planned.variable.key._replace(holder=f"{seed}, {seed2}"))
    algorithm = const("state/algorithm", _PHILOX, "DT_INT64")
    kinds = {"dtype": attrs.get("dtype") or attrs["Tout"], "shape_dtype": attrs["T"]}
    drawn = Node(name, op, at, [state.node, algorithm.name, *node.inputs], kinds, node.control_inputs, device)
    return [drawn, *begin, *planned.nodes, algorithm], state
