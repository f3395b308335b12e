"""Loops and branches in the layout that TensorFlow's gradients want.

The gradient of a While counts the iterations: the first of the loop's tensors is a counter, the second the most
iterations that there may be, -1 for any number. No page knows of these two: they are added here, to the While as to
the functions that are its `cond` and `body`, and taken away from what it gives. The gradient puts further inputs behind
those of a While, which may have no control inputs for that: the counters wait in its place. Loops and branches say
which shapes they give, since the gradients build their functions anew for these.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np
import tensorflow as tf
from tensorflow.core.framework import function_pb2
from tensorflow.core.framework.node_def_pb2 import NodeDef
from tensorflow.python.framework import function, ops

from blockloom.blocks.phrases import phrase
from blockloom.blocks.typed_in import Value
from blockloom.runtime.program import Function
from blockloom.runtime.protos import node_def

LOOPS = frozenset({"While", "StatelessWhile"})
_BRANCHES = {"If": ("then_branch", "else_branch"), "Case": ("branches",)}
BRANCHES = _BRANCHES | {f"Stateless{op}": attrs for op, attrs in _BRANCHES.items()}
_COUNTERS = ("loop_counter", "maximum_iterations")


def add_shapes(node: NodeDef, functions: Sequence[Function]) -> None:
    """Say which shapes a branch or loop with these functions gives, where nobody typed that: of a loop, `cond` and
    `body`. Raises ValueError where the body of a loop gives a shape that its Arg cannot have."""
    if node.attr["output_shapes"].list.shape:
        return
    if node.op in LOOPS:
        body = functions[1]
        for number, (taken, given) in enumerate(zip(body.takes, body.gives)):
            if not taken.is_compatible_with(given):
                raise ValueError(phrase(
                    "tensor {} has the shape {} in the body, which gives {} for the next iteration: type a shape for "
                    "the Arg that fits both", number, taken, given))
        functions = [body, body._replace(gives=body.takes)]
    shapes = node.attr["output_shapes"].list
    for each in zip(*(one.gives for one in functions)):
        common = each[0]
        for shape in each[1:]:
            common = common.most_specific_compatible_shape(shape)
        shapes.shape.add().CopyFrom(common.as_proto())


def counted(loop: NodeDef, cond: Function, body: Function, add: Callable[[Any], None]) -> list[NodeDef]:
    """The nodes in the place of a While: the last one has its name and outputs, the others lie in its scope. `add` is
    given the functions that they need."""
    name, sources = f"{loop.name}/{loop.op}", [f"{loop.name}/{one}" for one in _COUNTERS]
    after = [one for one in loop.input if one[0] == "^"]
    given = [one for one in loop.input if one[0] != "^"]
    made = [node_def(source, "Const", after, loop.device, {
        "dtype": ("type", "DT_INT32"), "value": ("tensor", Value(np.array(number, np.int32), "DT_INT32"))})
        for source, number in zip(sources, (0, -1))]
    inner = NodeDef(name=name, op=loop.op, device=loop.device, input=[*sources, *given])
    for attr, value in loop.attr.items():
        inner.attr[attr].CopyFrom(value)
    inner.attr["T"].list.type[:] = [tf.int32.as_datatype_enum] * 2 + list(loop.attr["T"].list.type)
    shapes = inner.attr["output_shapes"].list
    known = list(shapes.shape)
    del shapes.shape[:]
    for shape in (*(tf.TensorShape([]).as_proto() for _ in sources), *known):
        shapes.shape.add().CopyFrom(shape)
    for attr, one, gives in (("cond", cond, False), ("body", body, True)):
        definition = _counting(one.definitions[one.name].definition, gives)
        add(definition)
        inner.attr[attr].func.name = definition.name
    count = len(given)
    end = NodeDef(name=loop.name, op="IdentityN" if count else "NoOp", device=loop.device,
                  input=[f"{name}:{number + 2}" for number in range(count)] or [f"^{name}"])
    if count:
        end.attr["T"].CopyFrom(loop.attr["T"])
    return [*made, inner, end]


def _counting(plain: function_pb2.FunctionDef, gives: bool) -> Any:
    """A function that takes the two counters before all else, and gives them likewise, one iteration further."""
    made = function_pb2.FunctionDef()
    made.CopyFrom(plain)
    signature = made.signature
    signature.name = f"{plain.signature.name}.counting"
    taken = {*(arg.name for arg in (*signature.input_arg, *signature.output_arg)), *(n.name for n in made.node_def)}
    names = [_free(name, taken) for name in _COUNTERS]
    del signature.input_arg[:]
    for name in names:
        signature.input_arg.add(name=name, type=tf.int32.as_datatype_enum)
    signature.input_arg.extend(plain.signature.input_arg)
    for have, put in ((plain.arg_attr, made.arg_attr), (plain.resource_arg_unique_id, made.resource_arg_unique_id)):
        put.clear()
        for number, value in have.items():
            if isinstance(value, int):
                put[number + 2] = value
            else:
                put[number + 2].CopyFrom(value)
    if gives:
        one, following = _free("one", taken), _free("next_loop_counter", taken)
        made.node_def.extend([
            node_def(one, "Const", (), "", {"dtype": ("type", "DT_INT32"), "value": (
                "tensor", Value(np.array(1, np.int32), "DT_INT32"))}),
            node_def(following, "AddV2", [names[0], f"{one}:output:0"], "", {"T": ("type", "DT_INT32")})])
        del signature.output_arg[:]
        for name, value in zip(_COUNTERS, (f"{following}:z:0", names[1])):
            output = signature.output_arg.add(name=_free(f"{name}_out", taken), type=tf.int32.as_datatype_enum)
            made.ret[output.name] = value
        signature.output_arg.extend(plain.signature.output_arg)
    return function._from_definition(made)


@contextmanager
def with_own_functions(graph: tf.Graph) -> Iterator[None]:
    """Each loop and branch that is differentiated meanwhile has functions of its own. TensorFlow changes these under
    names that it makes of theirs, in a table of the whole process, and takes no second one of a name."""
    def found(name: str) -> Any:
        have = type(graph)._get_function(graph, name)
        return _Own(have) if isinstance(have, function._DefinedFunction) else have

    graph._get_function = found
    try:
        yield
    finally:
        del graph._get_function


class _Own:
    """A function of the library under a name that there is only once."""

    def __init__(self, have: function._DefinedFunction):
        self.cached_definition = function_pb2.FunctionDef()
        self.cached_definition.CopyFrom(have.definition)
        self.cached_definition.signature.name += f".{ops.uid()}"


def _free(name: str, taken: set[str]) -> str:
    while name in taken:
        name += "_"
    taken.add(name)
    return name
