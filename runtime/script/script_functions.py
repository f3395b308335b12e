"""Functions of a graph as Python functions, which build what they do."""

from __future__ import annotations

from collections.abc import Iterable

import tensorflow as tf
from tensorflow.core.framework.function_pb2 import FunctionDef
from tensorflow.core.framework.graph_pb2 import GraphDef
from tensorflow.core.framework.node_def_pb2 import NodeDef

from blockloom.blocks.catalogue.block_types import GRADIENT, GRADIENT_OF, GRADIENT_TYPE
from blockloom.runtime.script import template, tensors
from blockloom.runtime.script.script_nodes import Context, NodeWriter, ScriptLine, ScriptVariable
from blockloom.runtime.script.script_ops import structure
from blockloom.runtime.script.tensors import Pieces, PythonNames, bracketed, call, listed, quoted


class PythonFunction:
    """A function as Python code: its `lines`, parameters, and the call that adds it to the graph."""

    def __init__(self, function: FunctionDef, variable: str):
        self.name, self.variable = function.signature.name, variable
        local_names = PythonNames(template.TAKEN)
        self.parameters = [local_names.new(arg.name) for arg in function.signature.input_arg]
        writer = self.writer = NodeWriter(local_names, taken=(arg.name for arg in function.signature.input_arg))
        for arg, parameter in zip(function.signature.input_arg, self.parameters):
            writer.made[arg.name] = ScriptVariable(parameter, "tensor", ((arg.name, None),))
        nodes = [_as_node(node, function) for node in function.node_def]
        results = [_flat(function.ret[arg.name], function) for arg in function.signature.output_arg]
        effects = [function.control_ret[name] for name in function.signature.control_output]
        writer.prepare(nodes, [name.partition(":")[0] for name in results] + effects)
        writer.write(node.name for node in nodes)
        self.outputs: Pieces = listed([writer.tensor(name)] for name in results)
        self.effects: Pieces = listed([writer.made[name].op] for name in effects)
        shapes = [_shape(function, number) for number in range(len(self.parameters))]
        self.args = args = listed(
            bracketed("(", [quoted(arg.name), tensors.dtype(tf.as_dtype(arg.type)), shape], ")")
            for arg, shape in zip(function.signature.input_arg, shapes)
        )
        self.adds = call(
            "add_function",
            quoted(self.name),
            [variable],
            args,
            listed(quoted(arg.name) for arg in function.signature.output_arg),
        )

    def differentiates(self, name: str, of: Iterable[int]) -> Pieces:
        """Return the call that has TensorFlow differentiate nodes of the type `name` by the function."""
        return call("custom_gradient", quoted(name), [self.variable], self.args, [repr(list(of))])

    @property
    def lines(self) -> list[ScriptLine]:
        """The statements of its body and its return."""
        returned = bracketed("return (", [self.outputs, self.effects], ")")
        return [*self.writer.lines, ScriptLine(returned, Context())]


def gradients(graph: GraphDef) -> dict[str, tuple[str, list[int]]]:
    """Return the gradient functions of a graph, by the `_gradient_op_type` of the nodes they differentiate.

    Each has the numbers of the inputs that its results are the gradients of.
    """
    return {
        node.attr[GRADIENT_TYPE].s.decode(): (node.attr[GRADIENT].func.name, list(node.attr[GRADIENT_OF].list.i))
        for nodes in (graph.node, *(function.node_def for function in graph.library.function))
        for node in nodes
        if GRADIENT in node.attr
    }


def used_functions(graph: GraphDef, nodes: Iterable[NodeDef]) -> list[FunctionDef]:
    """Return the functions that nodes use, directly or indirectly, each after those that it uses."""
    library = {function.signature.name: function for function in graph.library.function}
    functions: dict[str, FunctionDef] = {}

    def add(names: Iterable[str]) -> None:
        for name in names:
            if name in library and name not in functions:
                add(_named(library[name].node_def))
                functions[name] = library[name]

    add(_named(nodes))
    return list(functions.values())


def _named(nodes: Iterable[NodeDef]) -> Iterable[str]:
    for node in nodes:
        for value in node.attr.values():
            for one in (value.func, *value.list.func):
                if one.name:
                    yield one.name


def _shape(function: FunctionDef, number: int) -> Pieces:
    shapes = function.arg_attr[number].attr["_output_shapes"].list.shape if number in function.arg_attr else ()
    return tensors.shape(shapes[0]) if shapes else ["None"]


def _as_node(node: NodeDef, function: FunctionDef) -> NodeDef:
    """Return a node of a function as a node of a graph, with input tensors by number."""
    made = NodeDef()
    made.CopyFrom(node)
    made.input[:] = [name if name[0] == "^" else _flat(name, function) for name in node.input]
    return made


def _flat(name: str, function: FunctionDef) -> str:
    """Return NODE:1 of a graph for NODE:output:1 of a function."""
    node, _, rest = name.partition(":")
    if not rest:
        return name
    output, _, number = rest.partition(":")
    owner = next(inner for inner in function.node_def if inner.name == node)
    at = int(number or 0)
    for arg, count in _outputs(owner):
        if arg == output:
            return f"{node}:{at}"
        at += count
    return f"{node}:{at}"


def _outputs(node: NodeDef) -> Iterable[tuple[str, int]]:
    for name, count in structure(node):
        yield name, 1 if count is None else count
