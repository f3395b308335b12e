"""Gradients that a model stores as functions: those of tf.custom_gradient.

TensorFlow stores such a function apart from its captured values, which it names: tensors of other functions, and
objects of the model. Here the IdentityN that the function differentiates takes the values as further inputs. Calls,
loops and branches pass them to it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

import tensorflow as tf
from tensorflow.core.framework.attr_value_pb2 import AttrValue
from tensorflow.core.framework.function_pb2 import FunctionDef
from tensorflow.core.framework.node_def_pb2 import NodeDef
from tensorflow.core.protobuf.meta_graph_pb2 import MetaGraphDef
from tensorflow.python.framework import ops

from blockloom.blocks.catalogue.block_types import GRADIENT, GRADIENT_OF, GRADIENT_TYPE
from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.runtime.compile.graph_bodies import arg_counts
from blockloom.runtime.model_files import bounds
from blockloom.runtime.model_files.model_nodes import op_def

_GRAPH = ""  # the scope of nodes outside of all functions
# For ops with functions: the attrs with the functions, and the attr with the dtypes of their arguments.
_ATTRS = {
    "loop": (("cond", "body"), "T"),
    "branch": (("then_branch", "else_branch", "branches"), "Tin"),
    "call": (("f",), "Tin"),
}


class Captured(NamedTuple):
    """A captured value of a gradient: the tensor NAME:NUMBER of a function, or an object of the model, by its key."""

    function: str
    tensor: str
    thing: Any = None


class Gradient(NamedTuple):
    """A function that computes gradients.

    Attributes:
        function: The name of the function.
        result_numbers: For each input of the IdentityN, the number of the result that is its gradient, or -1.
        captured: The arguments after the gradients.
    """

    function: str
    result_numbers: list[int]
    captured: list[Captured]


def stored(meta: MetaGraphDef) -> dict[str, Gradient]:
    """Return the gradients that a SavedModel of TensorFlow 2 stores, by their names in nodes."""
    objects, concrete = meta.object_graph_def.nodes, meta.object_graph_def.concrete_functions
    found = {}
    for one in meta.graph_def.library.registered_gradients:
        if one.gradient_func not in concrete:
            continue
        about = concrete[one.gradient_func]
        kinds = [value.WhichOneof("kind") for value in about.output_signature.list_value.values]
        if not {*kinds} <= {"none_value", "tensor_spec_value"} or any(
            not 0 <= number < len(objects) for number in about.bound_inputs
        ):
            continue
        captured = []
        for number in about.bound_inputs:
            tensor = objects[number].captured_tensor
            captured.append(
                Captured(tensor.concrete_function, tensor.name) if tensor.name else Captured("", "", number)
            )
        of = numbered(kind == "none_value" for kind in kinds)
        found[one.registered_op_type] = Gradient(one.gradient_func, of, captured)
    return found


def of_function(concrete: Any) -> tuple[dict[str, Gradient], list[FunctionDef]]:
    """Return the gradients of custom nodes in a traced function and the functions that it uses.

    Gradients that TensorFlow cannot trace are skipped.

    Returns:
        The gradients by their names in nodes, and the functions that these gradients are.
    """
    graphs = {concrete.graph: concrete.function_def}
    todo = [concrete.graph]
    gradients: dict[str, Gradient] = {}
    definitions: list[FunctionDef] = []
    while todo:
        graph = todo.pop()
        for one in graph._functions.values():
            if getattr(one, "graph", None) is not None and one.graph not in graphs:
                graphs[one.graph] = one.cached_definition
                todo.append(one.graph)
        for op in graph.get_operations():
            name = _name(op.node_def)
            if not name or name in gradients:
                continue
            try:
                made = tf.function(ops.gradient_registry.lookup(name)).get_concrete_function(None, *op.inputs)
            except Exception:  # the gradient is code of the model, or unknown to TensorFlow
                continue
            results = made.structured_outputs
            captured = [_captured(tensor, graphs) for tensor in made.captured_inputs]
            if isinstance(results, list) and all(one is None or tf.is_tensor(one) for one in results):
                of = numbered(one is None for one in results)
                gradients[name] = Gradient(made.function_def.signature.name, of, captured)
                definitions += [made.function_def, *made.graph.as_graph_def().library.function]
                graphs[made.graph] = made.function_def
                todo.append(made.graph)
    return gradients, definitions


def _captured(tensor: Any, graphs: Mapping[Any, FunctionDef]) -> Captured:
    """Return a captured tensor of a traced gradient; the key of a tensor outside of all functions is its id()."""
    definition = graphs.get(tensor.graph) if tf.is_symbolic_tensor(tensor) else None
    if definition is None:
        return Captured("", "", id(tensor))
    places = [place for place, one in enumerate(tensor.graph.inputs) if one is tensor]
    name = f"{definition.signature.input_arg[places[0]].name}:0" if places else tensor.name
    return Captured(definition.signature.name, name)


def numbered(missing: Iterable[bool]) -> list[int]:
    """Return -1 for each missing item, and for each other its place among those that are not missing."""
    places, count = [], 0
    for one in missing:
        places.append(-1 if one else count)
        count += not one
    return places


class Wiring:
    """Wires the captured values of stored gradients to the nodes of a graph and of its functions.

    Args:
        nodes: The nodes of the graph.
        functions: The functions of the library.
        bound: The objects that functions take after their other arguments.
        outer: Returns the node of an object, "" for none.
    """

    def __init__(
        self,
        nodes: Iterable[NodeDef],
        functions: Mapping[str, FunctionDef],
        bound: dict[str, list[Any]],
        outer: Callable[[Any], str],
    ):
        self._functions, self._bound, self._outer = functions, bound, outer
        self._scopes: dict[str, Iterable[NodeDef]] = {_GRAPH: list(nodes)}
        self._scopes |= {name: function.node_def for name, function in functions.items()}
        self._by_name = {scope: {node.name: node for node in found} for scope, found in self._scopes.items()}
        self._callers: dict[str, list[tuple[str, NodeDef]]] = defaultdict(list)
        self._given: dict[tuple[Captured, str], str] = {}  # (value, function) -> the new argument of the function
        self._possible: dict[tuple[Captured, str], bool] = {}

    def wire(self, gradients: Mapping[str, Gradient]) -> None:
        """Make all nodes with one of these gradients name it, and take its captured values, if possible."""
        found: list[tuple[str, NodeDef, Gradient]] = []
        for scope, nodes in self._scopes.items():
            for node in nodes:
                gradient = gradients.get(_name(node))
                if gradient is not None and self._fits(node, gradient):
                    found.append((scope, node, gradient))
                    node.attr[GRADIENT].func.name = gradient.function
                    node.attr[GRADIENT_OF].list.i.extend(gradient.result_numbers)
        for scope, nodes in self._scopes.items():
            for node in nodes:
                for name in {*self._called(node)}:
                    self._callers[name].append((scope, node))
        order = self._depths({gradient.function for _, _, gradient in found})
        for scope, node, gradient in sorted(found, key=lambda one: order.get(one[0], 0)):
            if all(self._can(one, scope) for one in gradient.captured):
                args = self._functions[gradient.function].signature.input_arg[len(gradient.result_numbers) :]
                for captured, arg in zip(gradient.captured, args):
                    self._append(node, self._value(captured, scope, arg.type), arg.type)
                del node.attr[GRADIENT_TYPE]
            else:
                del node.attr[GRADIENT], node.attr[GRADIENT_OF]
                self._callers[gradient.function].remove((scope, node))
        for name in {gradient.function for _, _, gradient in found}:
            _forget_names(self._functions[name])

    def _fits(self, node: NodeDef, gradient: Gradient) -> bool:
        function = self._functions.get(gradient.function)
        return (
            function is not None
            and len(node.attr["T"].list.type) == len(gradient.result_numbers)
            and len(function.signature.input_arg) == len(gradient.result_numbers) + len(gradient.captured)
            and len(function.signature.output_arg) == sum(number >= 0 for number in gradient.result_numbers)
        )

    def _depths(self, gradients: set[str]) -> dict[str, int]:
        """Return the number of gradients around each function: an outer node must get its inputs before inner ones."""
        depths: dict[str, int] = {}
        for _ in range(len(gradients) + 1):
            before = dict(depths)
            for name in self._functions:
                around = [depths.get(scope, 0) for scope, _ in self._callers.get(name, ())]
                depths[name] = min(max(around, default=0) + (name in gradients), len(gradients))
            if depths == before:
                break
        return depths

    def _called(self, node: NodeDef) -> list[str]:
        """Return the functions whose arguments are inputs of a node."""
        if node.op in self._functions:
            return [node.op]
        if GRADIENT in node.attr:
            return [node.attr[GRADIENT].func.name]
        attrs, _ = _ATTRS.get(traits_of(node.op).functional, ((), ""))
        return [
            one.name
            for attr in attrs
            if attr in node.attr
            for one in [node.attr[attr].func, *node.attr[attr].list.func]
            if one.name in self._functions
        ]

    def _direct(self, captured: Captured, scope: str) -> str:
        """Return the name of a value in a scope, as inputs of nodes have it; "" if it is not available there."""
        if (captured, scope) in self._given:
            return self._given[captured, scope]
        if captured.tensor:
            return self._named(scope, captured.tensor) if scope == captured.function else ""
        if scope == _GRAPH:
            return self._outer(captured.thing)
        args, held = self._functions[scope].signature.input_arg, self._bound.get(scope, [])
        if captured.thing not in held or len(held) > len(args):
            return ""
        return args[len(args) - len(held) + held.index(captured.thing)].name

    def _named(self, scope: str, tensor: str) -> str:
        """Return a tensor NAME:NUMBER of a function as NAME:OUTPUT:NUMBER, and an argument by its name."""
        name, _, number = tensor.partition(":")
        function, node = self._functions.get(scope), self._by_name.get(scope, {}).get(name)
        if function is None or not number.isdecimal():
            return ""
        if any(arg.name == name for arg in function.signature.input_arg):
            return name
        if node is None:
            return ""
        called, at = self._functions.get(node.op), int(number)
        definition = op_def(node.op) if called is None else called.signature
        for arg, count in arg_counts(node, definition.output_arg if definition is not None else ()):
            if at < count:
                return f"{name}:{arg.name}:{at}"
            at -= count
        return ""

    def _family(self, function: str) -> tuple[list[str], list[tuple[str, NodeDef]]]:
        """Return the functions that share their arguments with a function, and the nodes that call them.

        For example, the condition of a loop shares its arguments with the body.
        """
        functions, callers = [function], list[tuple[str, NodeDef]]()
        for name in functions:
            for scope, node in self._callers.get(name, ()):
                if not any(node is other for _, other in callers):
                    callers.append((scope, node))
                    functions += [one for one in dict.fromkeys(self._called(node)) if one not in functions]
        return functions, callers

    def _can(self, captured: Captured, scope: str) -> bool:
        """Return whether a value is in a scope, or can be passed to it."""
        if self._direct(captured, scope):
            return True
        if (captured, scope) not in self._possible:
            self._possible[captured, scope] = False  # for now, in case the function is recursive
            callers = self._family(scope)[1] if scope != _GRAPH else []
            can = bool(callers) and all(self._can(captured, outer) for outer, _ in callers)
            self._possible[captured, scope] = can
        return self._possible[captured, scope]

    def _value(self, captured: Captured, scope: str, dtype: int) -> str:
        """Return the name of a value in a scope, and pass the value there first if necessary."""
        if found := self._direct(captured, scope):
            return found
        functions, callers = self._family(scope)
        for name in functions:
            self._given[captured, name] = self._take(name, captured, dtype)
        for outer, node in callers:
            self._append(node, self._value(captured, outer, dtype), dtype)
            if traits_of(node.op).functional == "loop" and node.op not in self._functions:
                self._return(node.attr["body"].func.name, captured, dtype)
        return self._given[captured, scope]

    def _take(self, name: str, captured: Captured, dtype: int) -> str:
        """Add an argument to a function."""
        bounds.take(bounds.NODE)
        function = self._functions[name]
        taken = {arg.name for arg in (*function.signature.input_arg, *function.signature.output_arg)}
        new = _free("captured", {*taken, *self._by_name[name]})
        function.signature.input_arg.add(name=new, type=dtype)
        if name in self._bound:
            self._bound[name].append(captured.thing)
        return new

    def _return(self, name: str, captured: Captured, dtype: int) -> None:
        """Make the body of a loop pass an argument on to the next iteration."""
        function, given = self._functions[name], self._given[captured, name]
        taken = {arg.name for arg in (*function.signature.input_arg, *function.signature.output_arg)}
        new = _free(f"{given}_out", taken)
        function.signature.output_arg.add(name=new, type=dtype)
        function.ret[new] = given

    def _append(self, node: NodeDef, value: str, dtype: int) -> None:
        """Add an input to a node, with its dtype in the attrs."""
        bounds.take(bounds.NODE)
        before = [name for name in node.input if name[0] != "^"]
        node.input[:] = [*before, value, *(name for name in node.input if name[0] == "^")]
        if node.op in self._functions:
            return
        _, types = _ATTRS.get(traits_of(node.op).functional, ((), "T"))
        node.attr[types].list.type.append(dtype)
        if traits_of(node.op).functional == "loop":
            shapes: AttrValue = node.attr["output_shapes"]
            if shapes.list.shape:
                shapes.list.shape.add(unknown_rank=True)
            if "_num_original_outputs" in node.attr:
                node.attr["_num_original_outputs"].i += 1


def _forget_names(function: FunctionDef) -> None:
    """Name the arguments of a gradient by their numbers, without shapes, so that similar layers share one page."""
    taken = {node.name for node in function.node_def}
    names = {}
    for number, arg in enumerate(function.signature.input_arg):
        names[arg.name] = arg.name = _free(f"given_{number}", taken)
        arg.ClearField("handle_data")
    function.arg_attr.clear()
    function.attr.pop("_input_shapes", None)
    for node in function.node_def:
        node.input[:] = [
            f"^{names.get(one[1:], one[1:])}" if one[0] == "^" else names.get(one, one) for one in node.input
        ]
    for result, tensor in list(function.ret.items()):
        function.ret[result] = names.get(tensor, tensor)


def _name(node: NodeDef) -> str:
    """Return the name of the gradient of an IdentityN, "" if it is not custom."""
    custom = node.op == "IdentityN" and GRADIENT_TYPE in node.attr
    return node.attr[GRADIENT_TYPE].s.decode("utf-8", "replace") if custom else ""


def _free(name: str, taken: set[str]) -> str:
    found, number = name, 1
    while found in taken:
        found, number = f"{name}_{number}", number + 1
    return found
