"""Hash of the computation upstream of a tensor, independent of the names of nodes."""

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
from blockloom.runtime.resources.op_effects import acts, definition_of, handles, is_handle, takes_handles

_NAMES = ("shared_name", "container")  # attrs with the name under which a resource is shared
_SEEDS = ("seed", "seed2")


class NotReproducibleError(Exception):
    """Raised when a computation may give another result the next time."""


def upstream_hash(
    tensors: Iterable[tf.Tensor],
    extra: tf.Operation | None = None,
    exact: bool = False,
    fed: Mapping[str, np.ndarray] | None = None,
    random_ops: list[tf.Operation] | None = None,
    resumable: tf.Operation | None = None,
) -> str:
    """Return a hash of the computation upstream of these tensors.

    Args:
        extra: an op whose attrs are part of the hash.
        exact: whether to refuse ops whose results may change.
        fed: tensors with the values that are fed to them.
        random_ops: list to which seeded random ops are appended instead of refusing them. Of random ops with a variable
            as state, the initial state is part of the hash.
        resumable: an op that finds its position again although its trait is `loses_place`.

    Raises:
        NotReproducibleError: With `exact`, an op upstream has a state or reads one.
    """
    seen: dict[tf.Operation, int] = {}
    fed, digest, functions = fed or {}, hashlib.sha256(), _Functions(exact)

    def reference(tensor: tf.Tensor) -> Any:
        """Return what represents a tensor: its fed value, or the numbers of its op and output."""
        value = fed.get(tensor.name)
        if value is not None:
            content = repr(value.tolist()).encode() if value.dtype.hasobject else value.tobytes()
            return str(value.dtype), value.shape, hashlib.sha256(content).hexdigest()
        return seen.setdefault(tensor.op, len(seen)), tensor.value_index

    digest.update(repr([reference(tensor) for tensor in tensors]).encode())
    if extra is not None:
        digest.update(functions.attrs(extra.node_def, extra.graph))
    done = 0
    while done < len(seen):
        for op in list(seen)[done:]:
            done += 1
            if exact:
                _check(op, random_ops, resumable)
            digest.update(repr((op.type, op.device, [reference(tensor) for tensor in op.inputs])).encode())
            digest.update(functions.attrs(op.node_def, op.graph))
            for initial in _initial_states(op):
                digest.update(initial.type.encode() + functions.attrs(initial.node_def, op.graph))
    return digest.hexdigest()


def _initial_states(op: tf.Operation) -> Iterator[tf.Operation]:
    """Return the ops whose values are assigned to the variable that is the state of a random op."""
    users = op.inputs[0].consumers() if traits_of(op.type).counts else ()
    return (user.inputs[1].op for user in users if traits_of(user.type).assigns == "set")


def _check(op: tf.Operation, random_ops: list[tf.Operation] | None, resumable: tf.Operation | None) -> None:
    if traits_of(op.type).loses_place and op is not resumable:
        value = tf.get_static_value(place_loss_input(op))
        if value is None or value:
            raise NotReproducibleError
    if traits_of(op.type).dataset or traits_of(op.type).only_tells or not (acts(op) or _reads_state(op)):
        return
    if traits_of(op.type).counts and random_ops is not None:
        return
    seeds = _seeds(op.node_def)
    if seeds is None or any(seeds) and random_ops is None:
        raise NotReproducibleError
    if any(seeds) and random_ops is not None:
        random_ops.append(op)


def _reads_state(op: tf.Operation) -> bool:
    """Return whether an op outputs a reference or reads the state behind a handle."""
    if any(map(is_handle, op.outputs)):
        return any(tensor.dtype._is_ref_dtype for tensor in op.outputs)
    return any(True for _ in handles(op))


def place_loss_input(op: tf.Operation) -> tf.Tensor:
    """Return the input that, if true, makes a restored iterator over a dataset lose its position."""
    return op.inputs[[arg.name for arg in op.op_def.input_arg].index(traits_of(op.type).loses_place)]


def _seeds(node: NodeDef) -> list[int] | None:
    """Return the seeds of a random node, None if the node is not random."""
    return [node.attr[name].i for name in _SEEDS if name in node.attr] if _SEEDS[0] in node.attr else None


class _Functions:
    """Hashes of attrs of nodes and of the functions that they name. Each function is read once."""

    def __init__(self, exact: bool):
        self.exact = exact
        self._known: dict[str, bytes] = {}

    def attrs(self, node: NodeDef, graph: tf.Graph) -> bytes:
        """Return a hash of the attrs of a node without the names of shared resources."""
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
        for function in called:
            parts.append(self._function(function.name, graph))
            parts += [self._attr(function.attr[name], graph) for name in sorted(function.attr)]
        return b"".join(parts)

    def _function(self, name: str, graph: tf.Graph) -> bytes:
        """Return a hash of a function and the functions that it uses, without its own name."""
        if name in self._known:
            return self._known[name]
        function = graph._get_function(name)
        if function is None:
            raise NotReproducibleError  # the op is unknown
        definition = definition_of(function)
        self._known[name] = name.encode()  # for now, in case the function is recursive
        digest = hashlib.sha256()
        for node in definition.node_def:
            if self.exact:
                _check_inside(node)
            known = op_def_registry.get(node.op) is not None
            op = node.op.encode() if known else self._function(node.op, graph)
            digest.update(repr((node.name, op, node.device, list(node.input))).encode())
            digest.update(self.attrs(node, graph))
        unnamed = FunctionDef()
        unnamed.CopyFrom(definition)
        unnamed.signature.name = ""
        unnamed.ClearField("node_def")
        unnamed.ClearField("attr")
        digest.update(unnamed.SerializeToString(deterministic=True))
        self._known[name] = digest.digest()
        return self._known[name]


def _check_inside(node: NodeDef) -> None:
    """Check that a node in a function has no state that persists from one call to the next.

    Random numbers without a seed differ in every run anyway.

    Raises:
        NotReproducibleError: The node is a seeded random op or a Python function, for example.
    """
    op, traits = op_def_registry.get(node.op), traits_of(node.op)
    if traits.loses_place:
        raise NotReproducibleError
    if op is None or takes_handles(op) or not has_effect(op.name, op.is_stateful, False):
        return
    seeds = _seeds(node)
    if not (traits.only_tells or traits.dataset or seeds is not None and not any(seeds)):
        raise NotReproducibleError
