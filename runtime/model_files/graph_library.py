"""Functions of a graph: inlined calls, and functions that remain, such as bodies of loops.

A call is PartitionedCall, StatefulPartitionedCall, or an op with the name of the function. TensorFlow inlines calls in
its optimizer, on graphs that have kernels; this module needs only the protos.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Collection, Container, Iterable, Mapping
from copy import copy
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from tensorflow.core.framework.function_pb2 import FunctionDef
from tensorflow.core.framework.node_def_pb2 import NodeDef

from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.files.documents import FileError
from blockloom.blocks.from_graph.model import NOWHERE, ModelFunction, Shape
from blockloom.blocks.plan.plan_nodes import Node
from blockloom.blocks.text.phrases import phrase
from blockloom.blocks.values.dtypes import name_of
from blockloom.runtime.compile.graph_bodies import arg_counts
from blockloom.runtime.model_files import bounds
from blockloom.runtime.model_files.model_nodes import (
    OF_CALL,
    downstream,
    functions_in,
    maker,
    node_of,
    op_def,
    plain,
    reached,
    shape_of,
    tensor_name,
)

# Most nodes that inlining adds, in all and per node of the functions: functions that call each other twice can exceed
# any memory.
_MOST, _EACH = 50_000, 200
_MOST_BODIES = 20_000  # most bodies of functions, one for each combination of attrs of calls
_PLAIN_IDENTITY = re.compile(r"(.*/)?Identity(_\d+)?")
_WRAPPER = re.compile(r"(.*/)?(Stateful)?PartitionedCall(_\d+)?")
# Names that TensorFlow generates for functions.
_GENERATED = re.compile(r"_*inference_(?:signature_wrapper_)?(.*?)_\d+|[^\w./-]")


@dataclass
class InlinableFunction:
    """A function whose calls are inlined.

    Attributes:
        args: The dtypes and shapes of the arguments, which nodes refer to by name.
        returns: The tensors of the results.
        ends: The nodes that control edges from a call wait for.
    """

    args: dict[str, tuple[str, Shape]]
    nodes: dict[str, Node[str]]
    returns: dict[str, str]
    ends: list[str]


class GraphLibrary:
    """The functions of a graph, each read on first use."""

    def __init__(self, functions: Iterable[FunctionDef]):
        self.definitions = {one.signature.name: one for one in functions}
        self._bodies: dict[tuple[str, str], InlinableFunction] = {}
        self._under_way: list[str] = []
        self._changes: dict[str, bool] = {}
        self._made_nodes, self._most = 0, _MOST + _EACH * sum(len(one.node_def) for one in self.definitions.values())

    def called_function(self, node: Node[str]) -> str:
        """Return the function that a node calls; "" if it calls none of the library."""
        if node.op in self.definitions:
            return node.op
        if traits_of(node.op).functional != "call":
            return ""
        name = next(functions_in(node), "")
        return name if name in self.definitions else ""

    def function(self, name: str) -> ModelFunction:
        """Return the function of this name, to be kept as a function.

        Raises:
            FileError: The function is invalid.
        """
        body = self._body(name, {})
        return ModelFunction(name, list(body.nodes.values()), body.args, body.returns)

    def used_functions(self, nodes: Iterable[Node[str]]) -> dict[str, ModelFunction]:
        """Return the functions that these nodes use, directly or indirectly, by name."""
        functions: dict[str, ModelFunction] = {}
        todo = [name for node in nodes for name in functions_in(node)]
        while todo:
            name = todo.pop()
            if name not in functions and name in self.definitions:
                functions[name] = self.function(name)
                todo += [one for node in functions[name].nodes for one in functions_in(node)]
        return functions

    def flat(
        self, nodes: Mapping[str, Node[str]], taken: Collection[str], scopes: Mapping[str, str] = MappingProxyType({})
    ) -> _Flat:
        """Return nodes with the calls among them inlined.

        Args:
            taken: Names that the new nodes must not have.
            scopes: Prefixes for the names of the new nodes, by call, if any are required.
        """
        return _Flat(self, nodes, taken, scopes)

    def _take_room(self, nodes: int) -> None:
        """Count nodes that replace a call.

        Raises:
            FileError: There are more than in any sensible model.
        """
        self._made_nodes += nodes
        if self._made_nodes > self._most:
            raise FileError(phrase("its inlined functions have more than {} nodes", self._most))

    def _body(self, name: str, attrs: Mapping[str, tuple[str, Any]]) -> InlinableFunction:
        definition = self.definitions[name]
        given = {key: attrs[key] for attr in definition.signature.attr if (key := attr.name) in attrs}
        key = name, repr(given) if given else ""
        body = self._bodies.get(key)
        if body is None:
            if len(self._bodies) > _MOST_BODIES:
                raise FileError(phrase("its functions are called with more than {} values of attributes", _MOST_BODIES))
            if name in self._under_way:
                raise FileError(phrase("the function {} calls itself, which pages cannot do", name))
            self._under_way.append(name)
            try:
                body = self._bodies[key] = self._made(definition, given)
            except RecursionError:
                raise FileError(phrase("the function {} calls others, which call others, too deeply", name)) from None
            finally:
                self._under_way.pop()
        return body

    def _made(self, definition: FunctionDef, given: Mapping[str, tuple[str, Any]]) -> InlinableFunction:
        signature, args = definition.signature, {}
        for number, arg in enumerate(signature.input_arg):
            dtype = given[arg.type_attr][1] if arg.type_attr in given else name_of(arg.type)
            args[arg.name] = dtype, arg_shape(definition, number)
        protos = {proto.name: proto for proto in definition.node_def}
        nodes = {}
        for name, proto in protos.items():
            inputs = [self._tensor(ref, protos, args) for ref in proto.input if ref[:1] != "^"]
            node = nodes[name] = node_of(proto, inputs, [ref[1:] for ref in proto.input if ref[:1] == "^"])
            for attr, (type_, value) in node.attrs.items():
                if type_ == OF_CALL and value in given:
                    node.attrs[attr] = given[value]
        flat = self.flat(nodes, args)
        returns = {
            arg.name: flat.tensor(self._tensor(definition.ret[arg.name], protos, args)) for arg in signature.output_arg
        }
        ends = self._settle(flat, [*definition.control_ret.values()])
        returns = _without_identities(flat.nodes, returns)
        nodes = reached(flat.nodes, [*map(maker, returns.values()), *ends])
        return InlinableFunction(
            args,
            nodes,
            {arg: ref if ref in args else tensor_name(ref) for arg, ref in returns.items()},
            ends or [name for name in dict.fromkeys(map(maker, returns.values())) if name not in args],
        )

    def _settle(self, flat: _Flat, ends: list[str]) -> list[str]:
        """Reduce the control inputs of a function's nodes to the necessary ones.

        In TensorFlow, each output of a function waits for all stateful nodes in it, through a NoOp; ops that only read
        need not wait for other reads.

        Returns:
            The nodes at the function's ends; without `ends`, all nodes with side effects.
        """
        nodes = flat.nodes
        loud = [name for name, node in nodes.items() if self.changes(node)]
        after_loud = downstream(nodes, loud) if loud else frozenset()

        def waited_for(after: list[str]) -> list[str]:
            kept: dict[str, None] = {}
            seen, todo = set(), after[::-1]
            while todo:
                name = todo.pop()
                if name not in seen and name in nodes:  # other names are args, which are available from the start
                    seen.add(name)
                    if nodes[name].op == "NoOp":
                        todo += nodes[name].control_inputs[::-1]
                    else:
                        kept[name] = None
            return list(kept)

        def needed(after: list[str]) -> list[str]:
            """Return those of the nodes that none of the others already waits for."""
            implied = (
                {other for name in after for other in (*map(maker, nodes[name].inputs), *nodes[name].control_inputs)}
                if len(after) > 1
                else ()
            )
            return [other for other in after if other not in implied]

        changing, waits = set(loud), [node for node in nodes.values() if node.control_inputs]
        for name, after in [(node.name, waited_for(node.control_inputs)) for node in waits]:
            nodes[name].control_inputs = (
                after if name in changing else [other for other in after if other in after_loud]
            )
        for node in waits:
            node.control_inputs = needed(node.control_inputs)
        return needed(waited_for(flat.waited_for(ends) if ends else loud))

    def _tensor(self, spelled: str, protos: Mapping[str, NodeDef], args: Container[str]) -> str:
        """Return `NODE:output:1` of a function with the number among all outputs of the node."""
        name, *rest = spelled.split(":")
        if len(rest) < 2 or name not in protos:
            return name if name in args else plain(spelled)
        output, number = rest
        return plain(f"{name}:{self._offset(protos[name], output) + int(number)}")

    def _offset(self, node: NodeDef, output: str) -> int:
        signature = self.definitions[node.op].signature if node.op in self.definitions else op_def(node.op)
        offset = 0
        for arg, count in arg_counts(node, signature.output_arg if signature is not None else ()):
            if arg.name == output:
                return offset
            offset += count
        if signature is not None:
            raise FileError(phrase("the node {} has no output {}", node.name, output))
        return 0  # an unknown op, which cannot run anyway

    def changes(self, node: Node[str]) -> bool:
        """Return whether a node may have side effects; a node of an unknown op may."""
        if not _stateful(node.op):
            return False
        return traits_of(node.op).functional not in ("loop", "branch") or any(
            map(self._function_changes, functions_in(node))
        )

    def _function_changes(self, name: str) -> bool:
        found = self._changes.get(name)
        if found is None:
            self._changes[name] = True  # for now, in case the function is recursive
            found = self._changes[name] = name not in self.definitions or any(
                map(self.changes, self._body(name, {}).nodes.values())
            )
        return found


def arg_shape(definition: FunctionDef, number: int) -> Shape:
    """Return the shape of a function's argument; None if unknown."""
    attrs = definition.arg_attr[number].attr if number in definition.arg_attr else {}
    shapes = attrs["_output_shapes"].list.shape if "_output_shapes" in attrs else ()
    if len(shapes) != 1:  # the attr has the shapes of all args
        shapes = (
            definition.attr["_input_shapes"].list.shape[number : number + 1]
            if "_input_shapes" in definition.attr
            else ()
        )
    return shape_of(shapes[0]) if shapes else None


@lru_cache(maxsize=4096)
def _stateful(op: str) -> bool:
    found = op_def(op)
    return found is None or found.is_stateful and not traits_of(op).inert


def _writes(op: str) -> bool:
    """Return whether an op changes a variable by its handle."""
    traits = traits_of(op)
    return traits.takes_variable and not traits.inert


class _Flat:
    """Nodes without calls; `tensor` and `waited_for` map the tensors and ends of the calls."""

    def __init__(
        self, library: GraphLibrary, nodes: Mapping[str, Node[str]], taken: Collection[str], scopes: Mapping[str, str]
    ):
        self._library = library
        self._given: dict[str, str] = {}  # tensors of calls -> their replacements
        self._ends: dict[str, list[str]] = {}  # call -> nodes that represent its end for control inputs
        calls = {name: function for name, node in nodes.items() if (function := library.called_function(node))}
        self.nodes = {name: node for name, node in nodes.items() if name not in calls}
        self._taken = {*self.nodes, *taken} - calls.keys() if calls else set()
        self._wraps = bool(scopes) or all(node.op == "Identity" or node.op == "NoOp" for node in self.nodes.values())
        first = [name for name in scopes if name in calls]  # the names of their nodes must not change
        for name in dict.fromkeys([*first, *calls]):
            self._inline(nodes[name], calls[name], scopes.get(name, ""))
        if calls:
            for node in self.nodes.values():
                node.inputs = list(map(self.tensor, node.inputs))
            for node in self.nodes.values():
                if node.control_inputs:
                    node.control_inputs = self.waited_for(node.control_inputs)

    def _inline(self, call: Node[str], function: str, scope: str) -> None:
        library = self._library
        body = library._body(function, call.attrs)
        if len(body.args) != len(call.inputs):
            raise FileError(
                phrase(
                    "the node {} passes {} inputs to a function with {} arguments",
                    call.name,
                    len(call.inputs),
                    len(body.args),
                )
            )
        library._take_room(len(body.nodes))
        prefix = self._prefix(call, function, body.nodes, scope)
        bounds.take((bounds.NODE + len(prefix)) * len(body.nodes))
        names = {name: prefix + name for name in body.nodes}
        given = dict(zip(body.args, call.inputs))
        self._taken.update(names.values())

        def inner(tensor: str) -> str:
            name, colon, number = tensor.partition(":")
            return names[name] + colon + number if name in names else given.get(name, tensor)

        for name, node in body.nodes.items():
            inner_node = copy(node)  # a shallow copy: the attrs are shared
            inner_node.name = names[name]
            inner_node.inputs = list(map(inner, node.inputs))
            inner_node.control_inputs = [names.get(other, other) for other in node.control_inputs]
            if call.control_inputs and _op_stateful(node.op):
                inner_node.control_inputs += call.control_inputs
            inner_node.device = node.device or call.device
            self.nodes[inner_node.name] = inner_node
        for number, tensor in enumerate(body.returns.values()):
            self._given[plain(f"{call.name}:{number}")] = plain(inner(tensor))
        self._ends[call.name] = [names[end] for end in body.ends] or call.control_inputs

    def _prefix(self, call: Node[str], function: str, names: Collection[str], scope: str) -> str:
        """Return the prefix for the names of a call's nodes.

        It is the scope of the call, and the name of the function if the caller has other nodes, or if names would
        collide.
        """
        wrapper = _WRAPPER.fullmatch(call.name)
        own = (wrapper[1] or "") if wrapper else f"{call.name}/"
        name = scope or own + (_GENERATED.sub(r"\1", function).strip("_") or "call")
        tried = itertools.chain(
            [own] if own or self._wraps else [], [f"{name}/"], (f"{name}_{number}/" for number in itertools.count(1))
        )
        return next(prefix for prefix in tried if not any(prefix + name in self._taken for name in names))

    def tensor(self, tensor: str) -> str:
        """Return the replacement of a tensor."""
        seen = 0
        while (found := self._given.get(tensor)) is not None:
            tensor, seen = found, seen + 1
            if seen > len(self._given):
                raise FileError(phrase("the call {} depends on its own output", maker(tensor)))
        return tensor

    def after_writing(self, tensor: str, name: str) -> str:
        """Return the replacement of a tensor after all variables that its call writes are written.

        Fetching any output of a call runs the whole call. If that needs a node, an Identity with the name `name` is
        added.
        """
        flat_tensor = self.tensor(tensor)
        writes = [end for end in self._ends.get(maker(tensor), ()) if end in self.nodes and _writes(self.nodes[end].op)]
        before = reached(self.nodes, [maker(flat_tensor)]) if writes else ()
        missing = [end for end in writes if end not in before]
        if not missing:
            return flat_tensor
        while name in self._taken:
            name += "_"
        self._taken.add(name)
        self.nodes[name] = Node(name, "Identity", NOWHERE, [flat_tensor], {}, missing)
        return name

    def waited_for(self, after: Iterable[str]) -> list[str]:
        """Return the nodes to wait for in place of calls."""
        ends: dict[str, None] = {}
        seen, todo = set(), list(after)[::-1]
        while todo:
            name = todo.pop()
            if name in seen:
                continue
            seen.add(name)
            if name in self._ends:
                todo += self._ends[name][::-1]
            else:
                ends[name] = None
        return list(ends)


def _op_stateful(op: str) -> bool:
    found = op_def(op)
    return found is None or found.is_stateful


def _without_identities(nodes: dict[str, Node[str]], returns: dict[str, str]) -> dict[str, str]:
    """Return the results of a function without the Identity that TensorFlow adds before each output."""
    used = {maker(tensor) for node in nodes.values() for tensor in (*node.inputs, *node.control_inputs)}

    def past(tensor: str) -> str:
        node = nodes.get(tensor)
        if (
            node is None
            or node.op != "Identity"
            or not node.inputs
            or tensor in used
            or not _PLAIN_IDENTITY.fullmatch(tensor)
            or node.control_inputs
            and not waited_for(node)
        ):
            return tensor
        return node.inputs[0]

    def waited_for(node: Node[str]) -> bool:
        """Return whether the input of a node already depends on all nodes that the node waits for."""
        return reached(nodes, [maker(node.inputs[0])]).keys() >= {*node.control_inputs}

    return {name: past(tensor) for name, tensor in returns.items()}
