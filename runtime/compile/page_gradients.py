"""Gradients that pages compute, for IdentityN nodes that name such a page.

TensorFlow looks up the gradient of a node by the name in its attr `_gradient_op_type`, among those of the whole
process. So a page is registered there once, under a digest of its contents. A name from a document never refers to
another registered gradient of that name: it means one of TensorFlow's ops, or none.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any

import tensorflow as tf
from tensorflow.core.framework.graph_pb2 import GraphDef
from tensorflow.python.framework import op_def_registry

from blockloom.blocks.catalogue.block_types import BESIDE, GRADIENT, GRADIENT_OF, GRADIENT_TYPE
from blockloom.blocks.document.pages import CONTROL, Wire, split_index
from blockloom.blocks.text.phrases import phrase
from blockloom.runtime.compile.constant_folding import MARK, Folding, marking
from blockloom.runtime.compile.program import CompiledFunction
from blockloom.runtime.resources.op_effects import definition_of

_STORED, _NOT_STORED = "Gradient-", "NotStored-"
_registered: set[str] = set()
Attrs = dict[str, tuple[str, Any]]


def with_gradient(attrs: Attrs, functions: Mapping[str, CompiledFunction]) -> Attrs:
    """Return the attrs of a node with the name under which TensorFlow finds its gradient.

    Args:
        attrs: The node's attrs, in which pages are functions.
        functions: The functions by the names of their pages.

    Raises:
        ValueError: The page does not fit the inputs of the node.
    """
    page = attrs.get(GRADIENT, ("", ""))[1]
    if page in functions:
        name = _register(functions[page], attrs.get(GRADIENT_OF, ("", []))[1] or [], len(attrs["T"][1]))
    elif GRADIENT_TYPE in attrs:
        name = attrs[GRADIENT_TYPE][1].decode("utf-8", "replace")
        if op_def_registry.get(name) is None:
            name = _NOT_STORED + name.removeprefix(_NOT_STORED)
    else:
        return attrs
    return {**attrs, GRADIENT_TYPE: ("string", name.encode())}


def refuse_wires(attrs: Attrs, wires: Iterable[Wire]) -> None:
    """Raise ValueError if an output is wired whose input is only for the gradient."""
    count = len(attrs.get(GRADIENT_OF, ("", []))[1] or [])
    for wire in wires if GRADIENT in attrs and len(attrs["T"][1]) > count else ():
        index = split_index(wire.source_pin)[1]
        if wire.kind != CONTROL and (index is None or index >= count):
            raise ValueError(
                phrase(
                    "{} is wired to {}, and the input of it is only for the gradient: wire what it takes instead",
                    wire.source_pin,
                    wire.target,
                )
            )


def _register(function: CompiledFunction, of: Sequence[int], inputs: int) -> str:
    """Register the gradient that a function computes, and return its name."""
    if len(function.args) != inputs:
        raise ValueError(
            phrase(
                "the page of the gradient has {} Args, and the block {} inputs: it takes the gradient of each output, "
                "and of the inputs that have none their values",
                len(function.args),
                inputs,
            )
        )
    if len(of) > inputs or any(not -1 <= number < len(function.outputs) for number in of):
        raise ValueError(
            phrase(
                "_gradient_of is {}: it names a Retval of the page, from 0 to {}, or -1 for each of at most {} inputs",
                list(of),
                len(function.outputs) - 1,
                inputs,
            )
        )
    graph = _graph(function)
    digest = hashlib.sha256(repr((list(of), function.args, function.outputs, function.effects)).encode())
    for one in (graph, *map(definition_of, function.definitions.values())):
        digest.update(one.SerializeToString(deterministic=True))
    name = _STORED + digest.hexdigest()[:32]
    if name not in _registered:
        _registered.add(name)
        tf.RegisterGradient(name)(partial(_gradients, function, graph, tuple(of)))
    return name


def _graph(function: CompiledFunction) -> GraphDef:
    """Return the nodes of a function without its Args."""
    graph = GraphDef(node=function.nodes)
    graph.versions.producer = tf.version.GRAPH_DEF_VERSION
    args = {f"^{arg}" for arg in function.args}
    for node in graph.node:
        node.attr.pop(BESIDE, None)
        kept = [name for name in node.input if name not in args]
        if len(kept) != len(node.input):
            node.input[:] = kept
    types = definition_of(function.definitions[function.name]).signature.input_arg
    with tf.Graph().as_default() as scratch:
        for arg, type_ in zip(function.args, types):
            tf.compat.v1.placeholder(type_.type, name=arg)
        nodes = {node.name: node for node in graph.node}
        Folding(scratch).mark(nodes, {name: list(node.input) for name, node in nodes.items()})
    return graph


def _gradients(
    function: CompiledFunction, graph: GraphDef, of: tuple[int, ...], op: tf.Operation, *grads: Any
) -> list[tf.Tensor | None]:
    """Return the gradients of the inputs of a node; None for inputs that only the gradient takes."""
    count = len(of)
    given = [
        tf.zeros_like(output) if grad is None else tf.convert_to_tensor(grad)
        for grad, output in zip(grads[:count], op.outputs)
    ]
    found = _imported(function, graph, [*given, *op.inputs[count:]])
    return [*(None if number < 0 else found[number] for number in of), *[None] * len(grads[count:])]


def _imported(function: CompiledFunction, graph: GraphDef, given: Sequence[tf.Tensor]) -> list[tf.Tensor]:
    """Add the nodes of a function to the current graph, and return its outputs."""
    here = tf.compat.v1.get_default_graph()
    # The graph of a loop's gradient captures outer tensors for ops created in Python, not for imported ones.
    args = dict(zip(function.args, (one if one.graph is here else tf.identity(one) for one in given)))
    for name, definition in ({MARK: marking()} | function.definitions).items():
        if name != function.name and not here._is_function(name):
            here._add_function(definition)
    used = {name.partition(":")[0] for node in graph.node for name in node.input}
    found = tf.import_graph_def(
        graph,
        {f"{arg}:0": tensor for arg, tensor in args.items() if arg in used},
        [*function.outputs, *function.effects],
        name="custom_gradient",
    )
    outputs, effects = found[: len(function.outputs)], found[len(function.outputs) :]
    with tf.control_dependencies(effects):
        return [tf.identity(one) for one in outputs] if effects else outputs
