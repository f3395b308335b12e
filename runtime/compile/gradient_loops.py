"""Loops and branches in the layout that TensorFlow's gradients require.

The gradient of a While counts the iterations: the first of the loop's tensors is a counter, the second the maximum of
iterations, -1 for any number. Pages do not have these two: they are added to the While and to the functions that are
its `cond` and `body`, and removed from its outputs. The gradient appends inputs to a While, which must not have control
inputs for that: the counters wait instead. Loops and branches state the shapes of their outputs, since the gradients
build their functions again for these. Handles of variables become Args of the functions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np
import tensorflow as tf
from tensorflow.core.framework import function_pb2
from tensorflow.core.framework.node_def_pb2 import NodeDef
from tensorflow.python.framework import function, ops, tensor_util

from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.document.literal_cache import Value
from blockloom.blocks.text.phrases import phrase
from blockloom.runtime.compile.function_defs import COUNTERS, Handles, with_added_args
from blockloom.runtime.compile.program import CompiledFunction
from blockloom.runtime.compile.protos import node_def
from blockloom.runtime.resources.op_effects import definition_of


def add_shapes(node: NodeDef, functions: Sequence[CompiledFunction]) -> None:
    """Set the output shapes of a loop (`cond`, `body`) or branch from its functions, unless they are typed.

    Raises:
        ValueError: A body returns a shape that does not fit its Arg.
    """
    if node.attr["output_shapes"].list.shape:
        return
    if traits_of(node.op).functional == "loop":
        body = functions[1]
        for number, (taken, given) in enumerate(zip(body.input_shapes, body.output_shapes)):
            if not taken.is_compatible_with(given):
                raise ValueError(
                    phrase(
                        "tensor {} has the shape {} in the body, which gives {} for the next iteration: type a shape "
                        "for the Arg that fits both",
                        number,
                        taken,
                        given,
                    )
                )
        functions = [body, body._replace(output_shapes=body.input_shapes)]
    shapes = node.attr["output_shapes"].list
    for each in zip(*(part.output_shapes for part in functions)):
        common = each[0]
        for shape in each[1:]:
            common = common.most_specific_compatible_shape(shape)
        shapes.shape.add().CopyFrom(common.as_proto())


def branched(
    branch: NodeDef, functions: Sequence[CompiledFunction], given: Handles, add: Callable[[Any], None]
) -> list[NodeDef]:
    """Return the nodes that replace a branch whose functions take the handles of variables.

    An input that is wired twice gets an Identity, since gradients identify inputs by their tensors.

    Args:
        functions: The functions of the branch.
        given: The handles, by key.
        add: Adds the new functions to the library.
    """
    types, before, inputs = branch.attr["Tin"].list.type, list[NodeDef](), list[str]()
    for number, name in enumerate(branch.input):
        if name in inputs[1:]:
            again = NodeDef(name=f"{branch.name}/again_{number}", op="Identity", device=branch.device, input=[name])
            again.attr["T"].type = types[number - 1]
            before.append(again)
            name = again.name
        inputs.append(name)
    if given:
        end = 1 + len(types)
        inputs[end:end] = [node.name for node in given.values()]
        types.extend([tf.resource.as_datatype_enum] * len(given))
        names = [_added(function, given, add) for function in functions]
        if "branches" in branch.attr:
            for have, name in zip(branch.attr["branches"].list.func, names):
                have.name = name
        else:
            branch.attr["then_branch"].func.name, branch.attr["else_branch"].func.name = names
    branch.input[:] = inputs
    return [*before, branch]


def looped(
    loop: NodeDef, functions: Sequence[CompiledFunction], handles: Handles, counts: bool, add: Callable[[Any], None]
) -> list[NodeDef]:
    """Return the nodes that replace a While.

    The last node has the name and outputs of the While, the others are in its scope.

    Args:
        functions: The functions `cond` and `body` of the While.
        handles: The variables of the functions.
        counts: Whether the loop counts iterations, for a gradient.
        add: Adds the new functions to the library.
    """
    counts = counts and not _counting(functions[1])
    if not counts and not handles:
        return [loop]
    (cond, body), integer = functions, tf.int32.as_datatype_enum
    name, sources = (
        (f"{loop.name}/{loop.op}", [f"{loop.name}/{name_in}" for name_in in COUNTERS]) if counts else (loop.name, [])
    )
    after = [name_in for name_in in loop.input if name_in[0] == "^"]
    given = [name_in for name_in in loop.input if name_in[0] != "^"]
    before = [
        node_def(
            source,
            "Const",
            after,
            loop.device,
            {"dtype": ("type", "DT_INT32"), "value": ("tensor", Value(np.array(number, np.int32), "DT_INT32"))},
        )
        for source, number in zip(sources, (0, -1))
    ]
    inner = NodeDef(
        name=name,
        op=loop.op,
        device=loop.device,
        input=[*sources, *given, *(node.name for node in handles.values()), *([] if counts else after)],
    )
    for attr, value in loop.attr.items():
        inner.attr[attr].CopyFrom(value)
    inner.attr["T"].list.type[:] = [
        *[integer] * len(sources),
        *loop.attr["T"].list.type,
        *[tf.resource.as_datatype_enum] * len(handles),
    ]
    scalar, shapes = tf.TensorShape([]).as_proto(), inner.attr["output_shapes"].list
    known = list(shapes.shape)
    del shapes.shape[:]
    shapes.shape.extend([*[scalar] * len(sources), *known, *[scalar] * len(handles)])
    inner.attr["cond"].func.name = _added(cond, handles, add, counts=counts)
    inner.attr["body"].func.name = _added(body, handles, add, counts=counts, loops=True)
    if not counts:
        return [inner]
    end = NodeDef(
        name=loop.name,
        op="IdentityN" if given else "NoOp",
        device=loop.device,
        input=[f"{name}:{number + len(sources)}" for number in range(len(given))] or [f"^{name}"],
    )
    if given:
        end.attr["T"].CopyFrom(loop.attr["T"])
    return [*before, inner, end]


def _counting(body: CompiledFunction) -> bool:
    """Return whether a loop with this body counts iterations, as a loop from TensorFlow does."""
    nodes = {node.name: node for node in body.nodes}
    if len(body.outputs) < 2 or any(const.rank != 0 for const in body.input_shapes[:2]):
        return False

    def source(tensor: str) -> str:
        name = tensor.removesuffix(":0")
        while name in nodes and nodes[name].op == "Identity":
            name = nodes[name].input[0].removesuffix(":0")
        return name

    following = nodes.get(source(body.outputs[0]))
    if following is None or not traits_of(following.op).sum or source(body.outputs[1]) != body.args[1]:
        return False
    sources = {source(name) for name in following.input} - {body.args[0]}
    const = nodes.get(next(iter(sources), ""))
    return (
        len(sources) == 1
        and const is not None
        and const.op == "Const"
        and const.attr["dtype"].type == tf.int32.as_datatype_enum
        and tensor_util.MakeNdarray(const.attr["value"].tensor).tolist() == 1
    )


def _added(one: CompiledFunction, given: Handles, add: Callable[[Any], None], **how: bool) -> str:
    """Derive a function, add it to the library, and return its name."""
    made = with_added_args(definition_of(one.definitions[one.name]), given, **how)
    add(made)
    return made.name


@contextmanager
def with_own_functions(graph: tf.Graph) -> Iterator[None]:
    """Context manager in which the functions of each differentiated loop and branch are separate.

    Otherwise TensorFlow registers changed functions under derived names for the whole process.
    """

    def own_function(name: str) -> Any:
        have = type(graph)._get_function(graph, name)
        return _UniqueFunction(have) if isinstance(have, function._DefinedFunction) else have

    graph._get_function = own_function
    try:
        yield
    finally:
        del graph._get_function


class _UniqueFunction:
    """A function of the library under a unique name."""

    def __init__(self, have: function._DefinedFunction):
        self.cached_definition = function_pb2.FunctionDef()
        self.cached_definition.CopyFrom(definition_of(have))
        self.cached_definition.signature.name += f".{ops.uid()}"
