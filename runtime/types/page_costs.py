"""Count parameters, FLOPs and memory of each block of a page from its graph, without running the page.

TensorFlow infers the shapes of the graph, so nodes of composite blocks are counted: gradients, and updates of
optimizers. A call of a function counts the body with the shapes of the call, a branch its largest function, and a loop
one iteration.
"""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import cached_property
from typing import Any, NamedTuple

import tensorflow as tf
from tensorflow.core.framework.graph_pb2 import GraphDef
from tensorflow.core.framework.node_def_pb2 import NodeDef
from tensorflow.python.framework.function_def_to_graph import function_def_to_graph_def
from tensorflow.python.ops import handle_data_util

from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.checks.session_closure import needed
from blockloom.blocks.document.addresses import Address
from blockloom.blocks.document.pages import Document
from blockloom.blocks.lower.cost import operations
from blockloom.blocks.plan.plan_nodes import Variable
from blockloom.blocks.problems import ERROR
from blockloom.blocks.results.cost_tree import Costs
from blockloom.blocks.text.gc_pause import gc_paused
from blockloom.blocks.values.dtypes import BY_NUMBER
from blockloom.runtime.compile.constant_folding import MARK
from blockloom.runtime.compile.program import HOLDER
from blockloom.runtime.protocol.replies import PageCostsReply
from blockloom.runtime.types.inferred_types import PageTypes

_DEEPEST = 20  # most nested function calls
_READ = re.compile(r"(?:.*/)?(?:read|ReadVariableOp)(?:_\d+)?")  # names of nodes that read variables


@gc_paused()
def page_costs(
    document: Document, page: str, catalogue: Catalogue, batch: int = 1, tick: Callable[[], None] = lambda: None
) -> PageCostsReply:
    """Return the costs of the blocks that the sessions of a page need; of all blocks without a session.

    Args:
        page: name of the page.
        catalogue: block types.
        batch: the size that replaces an unknown first dimension.
        tick: is called now and then, and may raise.
    """
    found = PageTypes(document, page, catalogue.with_pages(document), tick)
    emitter, compilation = found.emitter, found.compilation
    definition = emitter.graph.as_graph_def()
    batched = _batched(definition, batch)
    graph = _imported(definition) if batched else None
    # No such graph if typed sizes fit only another batch size.
    batched, graph = graph is not None, graph or emitter.graph
    need = needed(compilation.source_page)
    variables = {one.node: one for one in emitter.variables.values()}

    def owner(at: Address) -> Address:
        return compilation.lowered.place(at).owner_on(page)

    costs: defaultdict[Address, Costs] = defaultdict(Costs)
    count = _Counter(definition, batch, tick)
    for number, op in enumerate(_of_steps(graph, emitter.variables.values())):
        if number % 1000 == 0:
            tick()
        at = owner(emitter.place(op.name))
        if need is None or at.page or at.top in need:
            costs[at] = costs[at].plus(count.costs_of(op)).plus(Costs(parameters=_frozen_parameters(op)))
    for one in variables.values():
        at = owner(Address(page, one.block))
        if HOLDER.fullmatch(one.block) and (need is None or at.page or at.top in need):
            shape = one.key.shape
            if shape is None or None in shape:
                shape = _shape(graph.get_tensor_by_name(one.read)) if one.read else None
            more = Costs(unknown_bytes=1) if shape is None else Costs(parameters=math.prod(size or 0 for size in shape))
            costs[at] = costs[at].plus(more)
    types = compilation.page.blocks
    return PageCostsReply(
        [(str(at), types[at.flat].type if at.flat in types else "", *one[:6]) for at, one in costs.items() if any(one)],
        batched,
        [p for p in dict.fromkeys([*found.problems(), *found.of_functions]) if p.severity == ERROR],
    )


def _frozen_parameters(op: tf.Operation) -> int:
    """Return the number of elements of a constant that was a variable before the graph was frozen; 0 for other ops.

    TensorFlow then replaces the op that reads the variable by an Identity with the same name.
    """
    if op.type != "Const" or not op.outputs[0].dtype.is_floating:
        return 0
    names = [user.name for user in op.outputs[0].consumers() if user.type == "Identity"]
    return op.outputs[0].shape.num_elements() if any(map(_READ.fullmatch, names)) else 0


def _batched(definition: GraphDef, batch: int) -> bool:
    """Replace unknown first dimensions of feeds and dataset elements by a batch size; return whether there were any."""
    found = False
    for node in definition.node:
        traits = traits_of(node.op)
        names = ("shape",) if traits.fed else ("output_shapes",) if traits.next_element else ()
        for name in names:
            value = node.attr[name]
            for shape in [value.shape] if name == "shape" else value.list.shape:
                if shape.dim and shape.dim[0].size < 0:
                    shape.dim[0].size, found = batch, True
    return found


def _imported(definition: GraphDef) -> tf.Graph | None:
    """Return the graph of a definition, with inferred shapes; None if its shapes do not fit each other."""
    for node in definition.node:
        node.attr.pop("_output_shapes", None)
    graph = tf.Graph()
    try:
        with graph.as_default():
            tf.import_graph_def(definition, name="")
    except (ValueError, tf.errors.OpError):
        return None
    return graph


def _of_steps(graph: tf.Graph, variables: Collection[Variable]) -> Iterator[tf.Operation]:
    """Return the ops that a step runs: all but the initialisers of variables and their inputs."""
    begin = {name for one in variables for name in (one.init, one.restore)}
    begin |= {one.is_initialized.partition(":")[0] for one in variables}
    todo = [op for op in graph.get_operations() if op.name in begin]
    gone = set(todo)
    while todo:
        op = todo.pop()
        for source in {*(tensor.op for tensor in op.inputs), *op.control_inputs} - gone:
            users = {user for tensor in source.outputs for user in tensor.consumers()} | set(source._control_outputs)
            if users <= gone:
                gone.add(source)
                todo.append(source)
    return (op for op in graph.get_operations() if op not in gone)


class _CallSignature(NamedTuple):
    """The argument of a call: its shape, and for the handle of a variable the number of its dtype and its shape."""

    shape: tuple[int, ...] | None
    variable: tuple[int, tuple[int, ...]] | None


def _taken(tensor: tf.Tensor) -> _CallSignature:
    known = handle_data_util.get_resource_handle_data(tensor) if tensor.dtype == tf.resource else None
    if known is None or len(known.shape_and_type) != 1:
        return _CallSignature(_shape(tensor), None)
    shape = tf.TensorShape(known.shape_and_type[0].shape)
    known_shape = tuple(shape.as_list()) if shape.is_fully_defined() else None
    return _CallSignature((), (known.shape_and_type[0].dtype, known_shape) if known_shape is not None else None)


class _Counter:
    """Counts the costs of ops, once for each function and shapes of its arguments.

    An unknown first dimension counts as `batch`, and the costs are marked as unknown.
    """

    def __init__(self, definition: GraphDef, batch: int, tick: Callable[[], None]):
        self._batch, self._tick = batch, tick
        self._functions = {one.signature.name: one for one in definition.library.function}
        self._library_def = GraphDef(library=definition.library)
        self._counted: dict[tuple[str, tuple[Any, ...]], Costs] = {}
        self._depth = 0

    @cached_property
    def _library(self) -> tf.Graph:
        """A graph that contains only the functions."""
        graph = tf.Graph()
        with graph.as_default():
            tf.import_graph_def(self._library_def, name="")
        return graph

    def costs_of(self, op: tf.Operation) -> Costs:
        """Return the costs of an op in a step."""
        traits = traits_of(op.type)
        if traits.functional:
            return self._calls(op)
        takes, gives, attrs = list(op.inputs), list(op.outputs), _attrs(op.node_def)
        # The reserve spaces of cuDNN's normalisations have no shape, and are empty without cuDNN.
        memory = [t for t in gives if not traits.normalises or t.shape.rank is not None] if _gives(op) else []
        flops = operations(op.type, list(map(_shape, takes)), list(map(_shape, gives)), attrs)
        sizes = [_bytes(tensor, _shape(tensor)) for tensor in memory]
        unknown = int(flops is None), int(None in sizes)
        if any(unknown):
            flops = operations(op.type, list(map(self._assumed, takes)), list(map(self._assumed, gives)), attrs)
            sizes = [_bytes(tensor, self._assumed(tensor)) for tensor in memory]
        return Costs(0, flops or 0, sum(size or 0 for size in sizes), *unknown)

    def _assumed(self, tensor: tf.Tensor) -> tuple[int, ...] | None:
        """Return the shape of a tensor, with the batch size in place of an unknown first dimension."""
        if not tensor.shape.rank or tensor.shape[0] is not None:
            return _shape(tensor)
        rest = tensor.shape[1:]
        return (self._batch, *rest.as_list()) if rest.is_fully_defined() else None

    def _calls(self, op: tf.Operation) -> Costs:
        kind = traits_of(op.type).functional
        names = [
            name
            for attr in map(op.node_def.attr.__getitem__, traits_of(op.type).functions)
            for name in ([attr.func.name] if attr.HasField("func") else [one.name for one in attr.list.func])
        ]
        takes = [_taken(tensor) for tensor in op.inputs]
        takes = takes[1:] if kind == "branch" else takes
        found = [self._function(name, takes) for name in names]
        if kind == "branch":
            return Costs(*map(max, zip(*found, strict=True))) if found else Costs()
        costs = Costs()
        for one in found:
            costs = costs.plus(one)
        return costs.plus(Costs(loops=1)) if kind == "loop" else costs

    def _function(self, name: str, takes: Sequence[_CallSignature]) -> Costs:
        key = name, tuple(takes)
        if key not in self._counted:
            self._counted[key] = Costs(unknown_flops=1, unknown_bytes=1)  # for now, in case the function is recursive
            if name in self._functions and self._depth < _DEEPEST:
                self._depth += 1
                try:
                    self._counted[key] = self._body(name, takes)
                except (ValueError, tf.errors.OpError):  # wrong shapes, which are reported as problems of the page
                    pass
                finally:
                    self._depth -= 1
        return self._counted[key]

    def _body(self, name: str, takes: Sequence[_CallSignature]) -> Costs:
        """Return the costs of a function's nodes, with shapes inferred for these arguments."""
        shapes = [tf.TensorShape(one.shape).as_proto() for one in takes]
        with self._library.as_default():
            definition, tensors = function_def_to_graph_def(self._functions[name], shapes, True)
        for node in definition.node:
            # Attrs with shapes saved with the model, and with nodes of other graphs.
            for attr in ("_output_shapes", "_class"):
                node.attr.pop(attr, None)
        if MARK in self._functions:
            definition.library.function.append(self._functions[MARK])
        self._tick()
        with tf.Graph().as_default() as graph:
            given = {
                tensors[arg.name]: tf.raw_ops.VarHandleOp(dtype=one.variable[0], shape=one.variable[1])
                for arg, one in zip(self._functions[name].signature.input_arg, takes, strict=True)
                if one.variable is not None
            }
            tf.import_graph_def(definition, given, name="body")
        costs = Costs()
        for op in graph.get_operations():
            if op.name.startswith("body/") and not traits_of(op.type).fed:
                costs = costs.plus(self.costs_of(op))
        return costs


def _gives(op: tf.Operation) -> bool:
    """Return whether the outputs of an op take memory in a step.

    Constants, values of variables, and outputs that share the memory of an input do not.
    """
    traits = traits_of(op.type)
    reads = traits_of(traits.of_value.get("op", "")).same_value
    return not (traits.same_memory or reads or traits.outer and not traits.fed)


def _shape(tensor: tf.Tensor) -> tuple[int, ...] | None:
    """Return the shape of a tensor; None unless it is fully known."""
    return tuple(tensor.shape.as_list()) if tensor.shape.is_fully_defined() else None


def _bytes(tensor: tf.Tensor, shape: tuple[int, ...] | None) -> int | None:
    """Return the bytes of a tensor of this shape; None if the shape or the element size is unknown.

    Handles and references count as 0.
    """
    if tensor.dtype._is_ref_dtype or tensor.dtype in (tf.resource, tf.variant):
        return 0
    bits = BY_NUMBER[tensor.dtype.as_datatype_enum].bits
    return -(-math.prod(shape) * bits // 8) if shape is not None and bits else None


def _attrs(node: NodeDef) -> dict[str, Any]:
    """Return the attrs that FLOP formulas use, with dtypes as DT_ names."""
    found: dict[str, Any] = {}
    for name, value in node.attr.items():
        match value.WhichOneof("value"):
            case "b":
                found[name] = value.b
            case "s":
                found[name] = value.s
            case "type":
                found[name] = BY_NUMBER[value.type].name if value.type in BY_NUMBER else ""
            case "list" if value.list.i:
                found[name] = list(value.list.i)
    return found
