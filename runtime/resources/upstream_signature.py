"""Whether what is computed upstream of a tensor is the same in two graphs, whatever the nodes are called."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import numpy as np
import tensorflow as tf
from tensorflow.core.framework.attr_value_pb2 import AttrValue
from tensorflow.core.framework.function_pb2 import FunctionDef
from tensorflow.core.framework.node_def_pb2 import NodeDef
from tensorflow.python.framework import op_def_registry

from blockloom.blocks.catalogue.op_traits import has_effect, traits_of
from blockloom.runtime.resources.definitions import definition_of
from blockloom.runtime.resources.op_effects import acts, handles, is_handle, takes_handles

_NAMES = ("shared_name", "container")  # attrs that say under which name a thing is shared
_SEEDS = ("seed", "seed2")


class NotReproducibleError(Exception):
    """What is computed may be another thing when it is computed again."""


def signature(
    tensors: Iterable[tf.Tensor],
    more: tf.Operation | None = None,
    exact: bool = False,
    fed: Mapping[str, np.ndarray] | None = None,
    drawn: list[tf.Operation] | None = None,
    found_again: tf.Operation | None = None,
) -> str:
    """A hash of all that is upstream of these tensors, and of the attrs of an op `more`. Raises Changing, if it is to
    be `exact`, where an op upstream has a state of its own or reads one; seeded random numbers are added to `drawn`
    instead, if it is given, and of those whose state is a variable it counts how that begins. `fed` are tensors with
    the values that they are fed. `found_again` is an op whose place is found again though it loses it.
    """
    seen: dict[tf.Operation, int] = {}
    fed, digest, functions = fed or {}, hashlib.sha256(), _Functions(exact)

    def reference(tensor: tf.Tensor) -> Any:
        """What stands for a tensor: its value where it is fed, else the number of its op and of the output."""
        value = fed.get(tensor.name)
        if value is not None:
            content = repr(value.tolist()).encode() if value.dtype.hasobject else value.tobytes()
            return str(value.dtype), value.shape, hashlib.sha256(content).hexdigest()
        return seen.setdefault(tensor.op, len(seen)), tensor.value_index

    digest.update(repr([reference(tensor) for tensor in tensors]).encode())
    if more is not None:
        digest.update(functions.attrs(more.node_def, more.graph))
    done = 0
    while done < len(seen):
        for op in list(seen)[done:]:
            done += 1
            if exact:
                _check(op, drawn, found_again)
            digest.update(repr((op.type, op.device, [reference(tensor) for tensor in op.inputs])).encode())
            digest.update(functions.attrs(op.node_def, op.graph))
            for begin in _begins(op):
                digest.update(begin.type.encode() + functions.attrs(begin.node_def, op.graph))
    return digest.hexdigest()


def _begins(op: tf.Operation) -> Iterator[tf.Operation]:
    """What the variable is given that is the state of these random numbers."""
    users = op.inputs[0].consumers() if traits_of(op.type).counts else ()
    return (user.inputs[1].op for user in users if traits_of(user.type).assigns == "set")


def _check(op: tf.Operation, drawn: list[tf.Operation] | None, found_again: tf.Operation | None) -> None:
    if traits_of(op.type).loses_place and op is not found_again:
        value = tf.get_static_value(loses_place(op))
        if value is None or value:
            raise NotReproducibleError
    if traits_of(op.type).dataset or traits_of(op.type).only_tells or not (acts(op) or _reads_state(op)):
        return
    if traits_of(op.type).counts and drawn is not None:
        return
    seeds = _seeds(op.node_def)
    if seeds is None or any(seeds) and drawn is None:
        raise NotReproducibleError
    if any(seeds) and drawn is not None:
        drawn.append(op)


def _reads_state(op: tf.Operation) -> bool:
    """Return whether an op gives a reference, or reads what is behind a handle."""
    if any(map(is_handle, op.outputs)):
        return any(tensor.dtype._is_ref_dtype for tensor in op.outputs)
    return any(True for _ in handles(op))


def loses_place(op: tf.Operation) -> tf.Tensor:
    """The input with which, if it is true, an iterator over a dataset is not where it was when it is restored."""
    return op.inputs[[arg.name for arg in op.op_def.input_arg].index(traits_of(op.type).loses_place)]


def _seeds(node: NodeDef) -> list[int] | None:
    """The seeds of random numbers that a node draws; None where it draws none."""
    return [node.attr[name].i for name in _SEEDS if name in node.attr] if _SEEDS[0] in node.attr else None


class _Functions:
    """Hashes of the attrs of nodes with the functions that they name, each of which is read once."""

    def __init__(self, exact: bool):
        self.exact = exact
        self._known: dict[str, bytes] = {}

    def attrs(self, node: NodeDef, graph: tf.Graph) -> bytes:
        """A hash of the attrs of a node, but for names under which it is shared."""
        digest = hashlib.sha256()
        for name in sorted(node.attr):
            if name not in _NAMES and name[0] != "_":
                digest.update(name.encode())
                digest.update(self._attr(node.attr[name], graph))
        return digest.digest()

    def _attr(self, value: AttrValue, graph: tf.Graph) -> bytes:
        called = [value.func] if value.HasField("func") else value.list.func
        if not called:
            return value.SerializeToString(deterministic=True)
        parts = []
        for one in called:
            parts.append(self._function(one.name, graph))
            parts += [self._attr(one.attr[name], graph) for name in sorted(one.attr)]
        return b"".join(parts)

    def _function(self, name: str, graph: tf.Graph) -> bytes:
        """A hash of a function and of those that it uses, but for its name."""
        if name in self._known:
            return self._known[name]
        found = graph._get_function(name)
        if found is None:
            raise NotReproducibleError  # nobody knows what it does
        plain = definition_of(found)
        self._known[name] = name.encode()  # within itself
        digest = hashlib.sha256()
        for node in plain.node_def:
            if self.exact:
                _check_inside(node)
            known = op_def_registry.get(node.op) is not None
            op = node.op.encode() if known else self._function(node.op, graph)
            digest.update(repr((node.name, op, node.device, list(node.input))).encode())
            digest.update(self.attrs(node, graph))
        own = FunctionDef()
        own.CopyFrom(plain)
        own.signature.name = ""
        own.ClearField("node_def")
        own.ClearField("attr")
        digest.update(own.SerializeToString(deterministic=True))
        self._known[name] = digest.digest()
        return self._known[name]


def _check_inside(node: NodeDef) -> None:
    """Raise Changing for what has a state in a function that goes on from one call to the next: random numbers with a
    seed, Python. Numbers without a seed are others in each run anyway.
    """
    op, traits = op_def_registry.get(node.op), traits_of(node.op)
    if traits.loses_place:
        raise NotReproducibleError
    if op is None or takes_handles(op) or not has_effect(op.name, op.is_stateful, False):
        return
    seeds = _seeds(node)
    if not (traits.only_tells or traits.dataset or seeds is not None and not any(seeds)):
        raise NotReproducibleError
