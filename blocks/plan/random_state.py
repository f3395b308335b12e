"""Random ops whose state is a variable: it is kept over edits, can be looked at, and goes back with a step.

TensorFlow's own keep it in their kernels, where nobody reaches it. These give the same numbers, to the bit: both are
Philox 4x32 with 10 rounds (Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", SC 2011), with `seed` for the
key and `seed2` for the upper half of the counter, which each step moves on by 256 for each number that it draws, as
`GuardedPhiloxRandom::ReserveRandomOutputs` of TensorFlow does.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from blockloom.blocks.document.literal_cache import Value
from blockloom.blocks.document.own_types import RESOURCE_VARIABLE
from blockloom.blocks.document.pages import Block
from blockloom.blocks.plan.nodes import Node, Variable
from blockloom.blocks.plan.outputs import Ref
from blockloom.blocks.plan.variables import variable
from blockloom.blocks.values.devices import on_host

_PHILOX = 1  # as `alg` of stateless ops


def with_state(
    node: Node[Ref],
    op: str,
    block: Block,
    typed: Mapping[str, tuple[Value, ...]],
    free: Callable[[str], str],
) -> tuple[list[Node[Ref]], Variable]:
    """The nodes in the place of that of a random op, of which `op` is the stateless one, and the variable that is their
    state, int64 of shape (3,): the counter, low and high, and the key. `typed` are the literals of the block. The state
    lies in the memory of the host whatever the device is: not all of these ops have kernels for others."""
    name, at, attrs = node.name, node.address, node.attrs
    device = on_host(node.device)

    def made(kind: str, stem: str, inputs: list[Ref], **attrs: tuple[str, Any]) -> Node[Ref]:
        return Node(free(f"{name}/{stem}"), kind, at, inputs, attrs, device=device)

    def const(stem: str, value: Any, dtype: str) -> Node[Ref]:
        array = np.array(value, {"DT_INT32": np.int32, "DT_INT64": np.int64, "DT_UINT64": np.uint64}[dtype])
        return made("Const", stem, [], dtype=("type", dtype), value=("tensor", Value(array, dtype)))

    seed, seed2 = (int(attrs[attr][1] or 0) if attr in attrs else 0 for attr in ("seed", "seed2"))
    if seed or seed2:
        begin = [const("state/begin", [0, seed2, seed], "DT_INT64")]
    else:
        size = const("state/size", [3], "DT_INT32")
        kinds = {"dtype": ("type", "DT_INT64"), "shape_dtype": ("type", "DT_INT32")}
        begin = [size, made("NonDeterministicInts", "state/begin", [size.name], **kinds)]
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
    state = planned.variable._replace(counts=True, key=planned.variable.key._replace(holder=f"{seed}, {seed2}"))
    if "shape" in typed:
        count = [const("state/count", int(np.prod(typed["shape"][0].array, dtype=np.uint64)), "DT_UINT64")]
    else:
        kind = attrs.get("T", ("type", "DT_INT32"))
        axis = const("state/axis", 0, "DT_INT32")
        sizes = made("Cast", "state/sizes", [node.inputs[0]], SrcT=kind, DstT=("type", "DT_INT64"))
        kinds = {"T": ("type", "DT_INT64"), "Tidx": ("type", "DT_INT32")}
        size = made("Prod", "state/size_of_all", [sizes.name, axis.name], **kinds)
        whole = {"SrcT": ("type", "DT_INT64"), "DstT": ("type", "DT_UINT64")}
        count = [axis, sizes, size, made("Cast", "state/count", [size.name], **whole)]
    alg = const("state/alg", _PHILOX, "DT_INT32")
    now = made("RngReadAndSkip", "state/now", [state.node, alg.name, count[-1].name])
    bits = made("Bitcast", "state/bits", [now.name], T=("type", "DT_INT64"), type=("type", "DT_UINT64"))
    sizes = const("state/parts", [2, 1], "DT_INT32")
    split_axis = const("state/split_axis", 0, "DT_INT32")
    parts = made(
        "SplitV",
        "state/split",
        [bits.name, sizes.name, split_axis.name],
        T=("type", "DT_UINT64"),
        Tlen=("type", "DT_INT32"),
        num_split=("int", 2),
    )
    drawn = Node(
        name,
        op,
        at,
        [node.inputs[0], f"{parts.name}:1", f"{parts.name}:0", alg.name, *node.inputs[1:]],
        {
            "dtype": attrs.get("dtype") or attrs.get("Tout") or ("type", "DT_FLOAT"),
            "Tshape": attrs.get("T", ("type", "DT_INT32")) if op != "StatelessRandomUniformIntV2" else attrs["T"],
        },
        node.after,
        node.device,
    )
    # Where nothing is drawn, since what arrives lies on a branch that is not taken, the state does not move.
    bounds = ("minval", "maxval") if len(node.inputs) > 1 else ()
    arrived = [
        made("Identity", f"state/{pin}", [ref], T=attrs["Tout"])
        for pin, ref in zip(bounds, node.inputs[1:])
        if pin not in typed
    ]
    now.after = [*node.after, *(one.name for one in arrived)]
    for one in planned.nodes:
        one.address = at
    return [drawn, *begin, *planned.nodes, *count, *arrived, alg, now, bits, sizes, split_axis, parts], state
