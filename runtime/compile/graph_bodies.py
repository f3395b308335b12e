"""Graphs and functions with one interface: nodes, and their inputs as (node, output number)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import islice
from typing import NamedTuple

from tensorflow.core.framework.function_pb2 import FunctionDef
from tensorflow.core.framework.graph_pb2 import GraphDef
from tensorflow.core.framework.node_def_pb2 import NodeDef
from tensorflow.core.framework.op_def_pb2 import OpDef
from tensorflow.core.framework.types_pb2 import DT_RESOURCE
from tensorflow.python.framework import op_def_registry

from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.walks import reached

REFERENCE = 100  # TensorFlow adds this to the number of a dtype for references
ARGUMENT = ""  # name that stands for the arguments of a function, which have no node


class TensorRef(NamedTuple):
    """An output of a node by its number, or an argument of the function if the node is ARGUMENT."""

    node: str
    number: int


class NodeTensor(NamedTuple):
    """An input or output of a node: its name and place in a list as its OpDef has them, and its dtype as a number.

    The place of a single tensor is 0, and it is not `listed`. The number of a reference is `REFERENCE` more.
    """

    name: str
    place: int
    dtype: int
    listed: bool


class GraphBody:
    """The nodes of a graph or a function."""

    def __init__(self, nodes: Iterable[NodeDef], function: FunctionDef | None = None):
        self.nodes = {node.name: node for node in nodes}
        self.function = function
        self._outputs: dict[str, list[NodeTensor]] = {}
        self._arguments = (
            {arg.name: number for number, arg in enumerate(function.signature.input_arg)} if function else {}
        )

    @cached_property
    def function_outputs(self) -> list[TensorRef]:
        """The outputs of the function."""
        assert self.function is not None
        return [self.ref(self.function.ret[arg.name]) for arg in self.function.signature.output_arg]

    def outputs(self, node: str) -> list[NodeTensor]:
        """Return the outputs of a node."""
        found = self._outputs.get(node)
        if found is None:
            found = self._outputs[node] = list(_outputs(self.nodes[node]))
        return found

    def dtype(self, ref: TensorRef) -> int:
        """Return the dtype of a tensor, as a number; 0 if unknown."""
        if ref.node == ARGUMENT:
            assert self.function is not None
            return int(self.function.signature.input_arg[ref.number].type)
        outputs = self.outputs(ref.node)
        return outputs[ref.number].dtype if ref.number < len(outputs) else 0

    def inputs_of(self, node: str) -> list[TensorRef]:
        """Return the inputs of a node, without control inputs."""
        return [self.ref(name) for name in self.nodes[node].input if name[0] != "^"]

    def handles(self, node: str) -> list[TensorRef]:
        """Return the inputs of a node that it can write: handles of resources, and references."""
        definition, takes = op_def_registry.get(self.nodes[node].op), self.inputs_of(node)
        found, at = list[TensorRef](), 0
        for arg in definition.input_arg if definition is not None else ():
            count = _count(self.nodes[node], arg)
            own = takes[at : at + (1 if count is None else count)]
            found += [ref for ref in own if arg.is_ref or self.dtype(ref) == DT_RESOURCE]
            at += len(own)
        return found

    def predecessors(self, node: str) -> Iterator[str]:
        """Yield the nodes from which a node has inputs or control inputs."""
        for name in self.nodes[node].input:
            stem = name.lstrip("^").partition(":")[0]
            if stem in self.nodes:
                yield stem

    def closure(self, ends: Iterable[str]) -> dict[str, None]:
        """Return these nodes and all nodes that they depend on."""
        return reached(ends, self.predecessors)

    def ref(self, text: str) -> TensorRef:
        """Return the tensor that an input of a node names."""
        stem, _, rest = text.partition(":")
        if self.function is None:
            return TensorRef(stem, int(rest or 0))
        if stem in self._arguments:
            return TensorRef(ARGUMENT, self._arguments[stem])
        name, _, place = rest.partition(":")
        for number, output in enumerate(self.outputs(stem)):
            if output.name == name and output.place == int(place or 0):
                return TensorRef(stem, number)
        raise KeyError(text)

    def text(self, ref: TensorRef) -> str:
        """Return the name of a tensor as an input of a node; the inverse of `ref`."""
        if self.function is None:
            return f"{ref.node}:{ref.number}"
        if ref.node == ARGUMENT:
            return self.function.signature.input_arg[ref.number].name
        output = self.outputs(ref.node)[ref.number]
        return f"{ref.node}:{output.name}:{output.place}"

    def pins(self, node: str) -> list[str]:
        """Return the names of the inputs of a node as pins of blocks: `values[1]` in a list."""
        definition = op_def_registry.get(self.nodes[node].op)
        names: list[str] = []
        for arg in definition.input_arg if definition is not None else ():
            count = _count(self.nodes[node], arg)
            names += [arg.name] if count is None else [f"{arg.name}[{place}]" for place in range(count)]
        return names


class FunctionUse(NamedTuple):
    """A function that a node runs: the attr that names it, its place in a list there, its name."""

    attr: str
    place: int
    function: str


def function_uses(node: NodeDef) -> list[FunctionUse]:
    """Return the functions that a loop, a branch or a call runs."""
    if not traits_of(node.op).functional:
        return []
    found = []
    for attr in traits_of(node.op).functions:
        value = node.attr[attr]
        names = value.list.func if value.HasField("list") else [value.func]
        found += [FunctionUse(attr, place, one.name) for place, one in enumerate(names)]
    return found


def _count(node: NodeDef, arg: OpDef.ArgDef) -> int | None:
    """Return the number of tensors in a list argument; None for a single tensor."""
    if arg.number_attr:
        return int(node.attr[arg.number_attr].i)
    return len(node.attr[arg.type_list_attr].list.type) if arg.type_list_attr else None


def arg_counts(node: NodeDef, args: Iterable[OpDef.ArgDef]) -> Iterator[tuple[OpDef.ArgDef, int]]:
    """Yield each argument of a node's op or function with the number of its tensors."""
    for arg in args:
        count = _count(node, arg)
        yield arg, 1 if count is None else count


def reference_inputs(node: NodeDef) -> Iterator[str]:
    """Yield the nodes whose references a node takes."""
    definition, names = op_def_registry.get(node.op), iter(node.input)
    for arg, count in arg_counts(node, definition.input_arg if definition is not None else ()):
        for name in islice(names, max(count, 0)):  # a damaged node may have any count
            if arg.is_ref:
                yield name.partition(":")[0]


def node_inputs(node: NodeDef) -> Iterator[NodeTensor]:
    """Yield the inputs of a node without its control inputs; none of an unknown op."""
    definition = op_def_registry.get(node.op)
    return _tensors(node, definition.input_arg if definition is not None else ())


def _outputs(node: NodeDef) -> Iterator[NodeTensor]:
    definition = op_def_registry.get(node.op)
    return _tensors(node, definition.output_arg if definition is not None else ())


def _tensors(node: NodeDef, args: Iterable[OpDef.ArgDef]) -> Iterator[NodeTensor]:
    for arg in args:
        count = _count(node, arg)
        dtypes = node.attr[arg.type_list_attr].list.type if arg.type_list_attr else None
        for place in range(1 if count is None else count):
            dtype = (
                dtypes[place] if dtypes is not None else node.attr[arg.type_attr].type if arg.type_attr else arg.type
            )
            yield NodeTensor(arg.name, place, int(dtype) + REFERENCE * arg.is_ref, count is not None)


def body_of(graph: GraphDef, function: str = "") -> GraphBody:
    """Return the graph itself, or one of its functions.

    Raises:
        KeyError: The graph has no function of this name.
    """
    if not function:
        return GraphBody(graph.node)
    for one in graph.library.function:
        if one.signature.name == function:
            return GraphBody(one.node_def, one)
    raise KeyError(function)
