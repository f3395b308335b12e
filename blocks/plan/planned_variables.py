"""Variables in a plan: their ops, their initial values, and the additional ops that read and restore them.

Every variable gets ops in addition to the page's own: one that tests whether it is initialised, and one that restores a
value, so that its value survives an edit or a restarted worker.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.cluster import on_host
from blockloom.blocks.document.addresses import Address
from blockloom.blocks.document.fields import RESOURCE_VARIABLE, STATIC_SHAPE
from blockloom.blocks.document.literal_cache import Value
from blockloom.blocks.document.pages import Block, Page
from blockloom.blocks.infer.inference import PageInference
from blockloom.blocks.plan.plan_nodes import FedInitialValue, Node, Ref, Variable, VariableKey
from blockloom.blocks.text.phrases import phrase

_MORE = ("debug_name", "string"), ("allowed_devices", "list(string)")  # attrs of handles that are rarely set

Shape = list[int] | None


class PlannedVariable(NamedTuple):
    """A variable as planned: its nodes, its record, and the tensors of its outputs.

    `outputs` is None if these are its node's outputs.
    """

    nodes: list[Node[Ref]]
    variable: Variable
    outputs: dict[str, list[Ref]] | None


def variable(
    at: Address,
    block: Block,
    node: str,
    attrs: dict[str, Any],
    initial: str,
    shape: Shape,
    device: str,
    bare: bool,
    origin: str,
    free: Callable[[str], str] = str,
    given: FedInitialValue | None = None,
) -> PlannedVariable:
    """Plan the variable at an address under the node name `node`.

    Args:
        at: the address.
        node: the node name.
        attrs: of the block.
        initial: the tensor of the initial value, "" if the page initialises the variable or the value is `given`.
        shape: None if unknown.
        device: of the nodes.
        bare: whether to leave out the ops that initialise and restore it.
        origin: digest of the initial value.
        free: turns a name into one that no node has.
        given: weights that are fed as the initial value.
    """
    init, feed, restore, is_initialized = map(
        free, (f"{node}/init", f"{node}/restore_value", f"{node}/restore", f"{node}/is_initialized")
    )
    value = block.names.get("value") or free(f"{node}/value")
    traits = traits_of(block.type)
    has_value, resource = traits.with_value, traits.variable == "resource"
    dtype = ("type", attrs["dtype"])
    op = "VarHandleOp" if resource else "Variable" if block.type == "Variable" else "VariableV2"
    # Always set shared_name: VarHandleOps with an empty shared_name share one variable. As the name is the block id,
    # pages on one cluster share the variables of blocks with equal ids. TensorFlow refuses names that begin with _:
    # prefix them with a point, which no id contains.
    shared = attrs.get("shared_name") or (f".{block.id}" if block.id.startswith("_") else block.id)
    nodes: list[Node[Ref]] = [
        Node(
            node,
            op,
            at,
            attrs={
                "dtype": dtype,
                "shape": ("shape", shape),
                "container": ("string", attrs.get("container") or ""),
                "shared_name": ("string", shared),
            }
            | {name: (type_, attrs[name]) for name, type_ in _MORE if attrs.get(name)},
        )
    ]
    assign = "AssignVariableOp" if resource else "Assign"
    assigned = {"dtype": dtype} if resource else {"T": dtype, "validate_shape": ("bool", shape is not None)}
    if has_value and given is None:
        nodes.append(Node(init, assign, at._replace(pin="initvalues"), [node, initial], assigned))
    if not bare:
        nodes += [
            Node(feed, "Placeholder", at, [], {"dtype": dtype, "shape": ("shape", shape)}),
            Node(restore, assign, at, [node, feed], assigned),
            Node(
                is_initialized,
                "VarIsInitializedOp" if resource else "IsVariableInitialized",
                at,
                [node],
                {} if resource else {"dtype": dtype},
            ),
        ]
    if resource:
        nodes.append(Node(value, "ReadVariableOp", at._replace(pin="value"), [node], {"dtype": dtype}))
    for planned in nodes:
        planned.device = device
    outputs: dict[str, list[Ref]] | None = None
    if has_value:
        outputs = {"handle": [node], "value": [value]} if resource else {"ref": [node]}
    if given is not None:
        init, initial = ("", "") if bare else (restore, feed)
    return PlannedVariable(
        nodes,
        Variable(
            block.id,
            node,
            init if has_value else "",
            initial if ":" in initial or not initial else f"{initial}:0",
            f"{value}:0" if resource else f"{node}:0",
            restore,
            f"{feed}:0",
            f"{is_initialized}:0",
            VariableKey(block.id, resource, attrs["dtype"], None if shape is None else tuple(shape)),
            origin,
            shared.decode() if isinstance(shared, bytes) else shared,
            attrs.get("trainable", True),
            given,
            bool(attrs.get("each_epoch")),
        ),
        outputs,
    )


def typed_value(block: Block, value: Value, shape: Shape) -> tuple[Value, Shape]:
    """Return the typed initial value and the variable's shape, adapted to each other.

    Raises:
        ValueError: if they do not agree.
    """
    array = value.array
    if "shape" not in block.values:
        shape = list(array.shape)
    elif shape is not None and list(array.shape) != shape:
        wanted = [array.size if d < 0 and array.ndim == 1 else d for d in shape]
        if array.ndim == 0 and -1 not in shape:
            array = np.broadcast_to(array, shape)  # a single number is stored once, and fills the whole array
        elif array.ndim == 1 and -1 not in wanted and int(np.prod(wanted)) == array.size:
            array = array.reshape(wanted)  # enuSpace stores arrays as flat lists
        elif len(shape) != array.ndim or any(d not in (-1, n) for d, n in zip(shape, array.shape)):
            raise ValueError(phrase("initvalues has the shape {}, but shape says {}", list(array.shape), shape))
    return value._replace(array=array), shape


def origin(page: Page, inference: PageInference, block: str) -> str:
    """Return a digest of a variable's initial value: of the typed value, or of all blocks wired to it.

    Ids of blocks do not matter.
    """
    digest, known = hashlib.blake2b(digest_size=16), inference.known
    numbers, todo = {block: 0}, [block]
    while todo:
        name = todo.pop()
        wired, known_here = page.into.get(name, {}), known.get(name)
        attrs, literals = (known_here.attrs, known_here.literals) if known_here is not None else ({}, {})
        if name == block:
            wired, attrs = {pin: wires for pin, wires in wired.items() if pin == "initvalues"}, {}
            literals = {pin: typed for pin, typed in literals.items() if pin == "initvalues" and not wired}
        _mix(digest, [page.blocks[name].type if name != block else "", sorted(attrs.items()), sorted(literals.items())])
        # The key contains the shape of a StaticShape.
        for pin in sorted(wired) if page.blocks[name].type != STATIC_SHAPE else ():
            for wire in wired[pin]:
                if wire.source in page.blocks and wire.source not in numbers:
                    numbers[wire.source] = len(numbers)
                    todo.append(wire.source)
                _mix(digest, [pin, numbers.get(wire.source), wire.source_pin])
    return digest.hexdigest()


def origin_of(value: Value) -> str:
    """Return the `origin` of a variable with this typed initial value."""
    digest = hashlib.blake2b(digest_size=16)
    _mix(digest, ["", [], [("initvalues", (value,))]])
    return digest.hexdigest()


def _mix(digest: Any, value: Any) -> None:
    """Update the digest with a value; weights by their key, other arrays by their content."""
    if isinstance(value, Value) and value.key:
        value = value.key, value.dtype, value.array.shape
    if isinstance(value, list | tuple):
        digest.update(b"[")
        for item in value:
            _mix(digest, item)
        digest.update(b"]")
    elif isinstance(value, np.ndarray):
        digest.update(f"{value.dtype}{value.shape}".encode())
        digest.update(repr(value.tolist()).encode() if value.dtype == object else value.tobytes())
    else:
        digest.update(f"{value!r},".encode())


_PHILOX = 1  # the value of `algorithm` for Philox
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
