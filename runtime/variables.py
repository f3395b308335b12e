"""Variables as blocks: their ops, their initial values, and the side ops that read and restore them.

Every variable gets ops beside the page's own: one that tells whether it is initialised and one that restores a value,
so that its value survives an edit or a restarted worker. An initial value that is edited later changes nothing by
itself, which is said of it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from blockloom.blocks.document import Block
from blockloom.blocks.dtypes import name_of
from blockloom.blocks.infer import Value
from blockloom.blocks.phrases import phrase
from blockloom.blocks.problems import KEPT_VALUE, WARNING, Problem
from blockloom.runtime.program import Place, Variable

if TYPE_CHECKING:
    from blockloom.runtime.build import Build

Begun = Mapping[str, set[tuple[tuple, str]]]    # block -> (key, origin) of the values that it has

RESOURCE_OPS = {"loom.ResourceVariable", "VarHandleOp"}
# The blocks that are variables; the loom ones come with an initial value.
VARIABLE_OPS = RESOURCE_OPS | {"loom.Variable", "VariableV2", "Variable"}


def write_variable(build: Build, block: Block) -> None:
    """Add a variable's nodes to the wave. Raises ValueError where its shape and initial value do not agree."""
    own = block.type.startswith("loom.")
    resource = block.type in RESOURCE_OPS
    node, place, device = build.name(block.id), Place(block.id), build.device(block)
    attrs = dict(build.inference.known[block.id].attrs)
    dtype, shape = attrs["dtype"], attrs.get("shape")
    initial = ""
    if own:
        initial, shape = _initial(build, block, dtype, shape)
    op = "VarHandleOp" if resource else "Variable" if block.type == "Variable" else "VariableV2"
    # VarHandleOps without a shared_name would all be one variable: TensorFlow takes the empty name for theirs. And a
    # variable on a cluster is the same for every page that has a block of this id, whatever frame it lies in.
    shared = attrs.get("shared_name") or block.id
    build.add_node(node, op, place=place, device=device, dtype=("type", dtype), shape=("shape", shape),
                   container=("string", attrs.get("container") or ""), shared_name=("string", shared))
    assign = "AssignVariableOp" if resource else "Assign"
    kind = {"dtype" if resource else "T": ("type", dtype)}
    loose = {"validate_shape": ("bool", shape is not None)} if not resource else {}
    if own:
        build.add_node(f"{node}/init", assign, [node, initial], Place(block.id, "initvalues"), device, **kind, **loose)
    if not build.bare:
        build.add_node(f"{node}/restore_value", "Placeholder", (), place, device, dtype=("type", dtype),
                       shape=("shape", shape))
        build.add_node(f"{node}/restore", assign, [node, f"{node}/restore_value"], place, device, **kind, **loose)
        build.add_node(f"{node}/is_initialized", "VarIsInitializedOp" if resource else "IsVariableInitialized", [node],
                       place, device, **({} if resource else {"dtype": ("type", dtype)}))
    read = f"{node}:0"
    if resource:
        build.add_node(f"{node}/value", "ReadVariableOp", [node], Place(block.id, "value"), device,
                       dtype=("type", dtype))
        read = f"{node}/value:0"
    if own:
        build.outputs[block.id] = {"handle": [node], "value": [f"{node}/value"]} if resource else {"ref": [node]}
        build.ends[block.id] = [node]
    name = initial if ":" in initial or not initial else f"{initial}:0"
    build.variables[block.id] = Variable(
        block.id, node, f"{node}/init" if own else "", name, read, f"{node}/restore", f"{node}/restore_value:0",
        f"{node}/is_initialized:0", (block.id, resource, dtype, None if shape is None else tuple(shape)),
        origin(build, block.id) if own and not build.bare else "")


def _initial(build: Build, block: Block, dtype: str, shape: list[int] | None) -> tuple[str, list[int] | None]:
    """The name of the initial value's tensor, and the variable's shape."""
    wired = build.tensors(block.id, "initvalues")
    given = "shape" in block.values
    if wired:
        tensor = wired[0]
        if not given:
            shape = tensor.shape.as_list() if tensor.shape.is_fully_defined() else None
        elif tensor.shape.rank == 0 and shape and -1 not in shape:
            node = build.add_node(f"{build.name(block.id)}/initvalues", "Fill", [
                build.add_const(block, "shape", Value(np.array(shape, np.int32), "DT_INT32")), tensor.name],
                Place(block.id, "initvalues"), T=("type", name_of(tensor.dtype.base_dtype.as_datatype_enum)),
                index_type=("type", "DT_INT32"))
            return f"{node.name}:0", shape
        return tensor.name, shape
    (value,) = build.inference.known[block.id].literals["initvalues"]
    array = value.array
    if not given:
        shape = list(array.shape)
    elif shape is not None and list(array.shape) != shape:
        wanted = [array.size if d < 0 and array.ndim == 1 else d for d in shape]
        if array.ndim == 0 and -1 not in shape:
            array = np.broadcast_to(array, shape)   # one number fills the whole, and is held once
        elif array.ndim == 1 and -1 not in wanted and int(np.prod(wanted)) == array.size:
            array = array.reshape(wanted)  # a flat list, as enuSpace stores arrays
        elif len(shape) != array.ndim or any(d not in (-1, n) for d, n in zip(shape, array.shape)):
            raise ValueError(phrase("initvalues has the shape {}, but shape says {}", list(array.shape), shape))
    return build.add_const(block, "initvalues", Value(array, dtype)), shape


def origin(build: Build, block: str) -> str:
    """What a variable's initial value is made of, as a digest: the value that is typed in, or all that is wired to it,
    under whatever ids."""
    digest, known = hashlib.blake2b(digest_size=16), build.inference.known
    numbers, todo = {block: 0}, [block]
    while todo:
        name = todo.pop()
        wired, found = build.page.into.get(name, {}), known.get(name)
        attrs, literals = (found.attrs, found.literals) if found is not None else ({}, {})
        if name == block:
            wired, attrs = {pin: wires for pin, wires in wired.items() if pin == "initvalues"}, {}
            literals = {pin: typed for pin, typed in literals.items() if pin == "initvalues" and not wired}
        _mix(digest, [build.page.blocks[name].type if name != block else "", sorted(attrs.items()),
                      sorted(literals.items())])
        for pin in sorted(wired):
            for wire in wired[pin]:
                if wire.source in build.page.blocks and wire.source not in numbers:
                    numbers[wire.source] = len(numbers)
                    todo.append(wire.source)
                _mix(digest, [pin, numbers.get(wire.source), wire.source_pin])
    return digest.hexdigest()


def _mix(digest: Any, value: Any) -> None:
    """Take a value into the digest; of an array all of it."""
    if isinstance(value, list | tuple):
        digest.update(b"[")
        for one in value:
            _mix(digest, one)
        digest.update(b"]")
    elif isinstance(value, np.ndarray):
        digest.update(f"{value.dtype}{value.shape}".encode())
        digest.update(repr(value.tolist()).encode() if value.dtype == object else value.tobytes())
    else:
        digest.update(f"{value!r},".encode())


def kept_values(page: str, variables: Iterable[Variable], begun: Begun) -> Iterator[Problem]:
    """The variables that keep a value whose initial value was another one than theirs is now."""
    for variable in dict.fromkeys(variables):
        if variable.origin and any(key == variable.key and origin not in ("", variable.origin)
                                   for key, origin in begun.get(variable.block, ())):
            yield Problem(WARNING, KEPT_VALUE, page, variable.block, "initvalues",
                          phrase("{} keeps the value that it has: its new initial value counts from the next "
                                 "initialisation", variable.block),
                          phrase("Initialise it now, or reset the sessions"))
