"""Limit TensorFlow's evaluation of constants in graph construction to cheap arithmetic on shapes.

If the shape of an op depends on the value of an input, TensorFlow's shape inference runs all the stateless ops behind
that input as soon as the node is imported. These include ops that read and write files, connect to addresses, allocate
gigabytes or kill the process, and an opened, checked, drawn or exported page may come from anyone. TensorFlow does not
evaluate a node that has a function as the value of an attr; its shape inference and its execution in a session are
unchanged. So every node gets such an attr, except the ops in `RULES` with values known to be small: these use only
their inputs, and the shapes of ordinary graphs depend on them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np
import tensorflow as tf
from tensorflow.core.framework import attr_value_pb2, function_pb2, graph_pb2, node_def_pb2
from tensorflow.python.framework import function, tensor_util

from blockloom.blocks.catalogue.op_traits import traits_of

MARK = "_not_folded"
_KEPT_OUT = attr_value_pb2.AttrValue(func=attr_value_pb2.NameAttrList(name=MARK))
_MARKED = node_def_pb2.NodeDef(attr={MARK: _KEPT_OUT}).SerializeToString()
_MOST = 1024  # most elements of a value that TensorFlow may evaluate
_MOST_DIMS = 254  # most dimensions that TensorFlow allows
_MOST_DEPTH = 100  # longest chain of evaluated nodes: TensorFlow evaluates it again for each node, by recursion
_NUMBERS = {
    tf.dtypes.as_dtype(name).as_datatype_enum
    for name in (
        "bool",
        "int8",
        "int16",
        "int32",
        "int64",
        "uint8",
        "uint16",
        "uint32",
        "uint64",
        "bfloat16",
        "half",
        "float32",
        "float64",
    )
}


class Bound(NamedTuple):
    """Limits of the outputs of a node.

    Attributes:
        size: The most elements.
        rank: The number of dimensions: exactly this one if `exact`, else at most.
        depth: The number of nodes in a row that are evaluated for the outputs.
        exact: Whether `rank` is exact.
    """

    size: int
    rank: int
    depth: int = 0
    exact: bool = True


class Folding:
    """Decides which nodes TensorFlow must not evaluate while a graph is built."""

    def __init__(self, graph: tf.Graph):
        self._graph = graph
        self._bounds: dict[str, Bound] = {}  # node that may be evaluated -> bound of its value
        self._here: Mapping[str, node_def_pb2.NodeDef] = {}
        self._values: dict[tuple[str, bool], np.ndarray | None] = {}  # values of tensors that were evaluated in Python
        # Also mark the ops that Python functions create: gradients, optimizers.
        graph._attr_scope_map[MARK] = self.attr
        graph._folding = self
        # Replace TensorFlow's function only when the first such graph is created: modules that merely import this one,
        # such as scripts, use TensorFlow unchanged.
        tensor_util.constant_value = _small_constant_value

    def attr(self, node: node_def_pb2.NodeDef) -> attr_value_pb2.AttrValue | None:
        """Return the attr `MARK` for a node whose sources are known; None for a node that may be evaluated."""
        return _KEPT_OUT if self._is_kept_out(node.name, node.op, node, node.input) else None

    def _is_kept_out(self, name: str, op: str, node: node_def_pb2.NodeDef, inputs: Iterable[str]) -> bool:
        rule = RULES.get(op)
        if rule is not None:
            bounds = [self._bounds.get(name_in.partition(":")[0]) for name_in in inputs if name_in[0] != "^"]
            sources = [bound for bound in bounds if bound is not None]
            of_shape = traits_of(op).known_from_shape
            limit = rule(self, node, sources) if of_shape or len(sources) == len(bounds) else None
            if limit is not None and not of_shape:
                limit = limit._replace(
                    depth=1 + max((source.depth for source in sources), default=0),
                    exact=limit.exact and all(source.exact for source in sources),
                )
            if limit is not None and limit.size <= _MOST and limit.rank <= _MOST_DIMS and limit.depth <= _MOST_DEPTH:
                self._bounds[name] = limit
                return False
        return op != "Const"  # TensorFlow ignores the mark of a Const

    def mark(
        self,
        nodes: dict[str, node_def_pb2.NodeDef],
        inputs: Mapping[str, Sequence[str]],
        bounds: Mapping[str, Bound] = MappingProxyType({}),
    ) -> None:
        """Mark the nodes of an import that must not be evaluated.

        Args:
            nodes: The nodes, by name.
            inputs: The inputs of the nodes, by name (faster than reading the protos).
            bounds: The known bounds.

        Raises:
            InvalidArgumentError: TensorFlow would end the process while it adds a node.
        """
        self._here = nodes
        self._bounds.update(bounds)
        todo, waited = [name for name in reversed(nodes) if name not in bounds], set(bounds)
        while todo:
            name = todo.pop()
            node = nodes[name]
            op = node.op
            if op in RULES and name not in waited:
                waited.add(name)
                late = [
                    source
                    for name_in in inputs[name]
                    if (source := name_in.partition(":")[0]) in nodes and source not in waited
                ]
                if late:
                    todo += [name, *late]
                    continue
            if self._is_kept_out(name, op, node, inputs[name]):
                node.MergeFromString(_MARKED)
            if op == "SplitV":
                self._require_vector(node, inputs[name][1])
        self._here = {}

    def _require_vector(self, node: node_def_pb2.NodeDef, sizes: str) -> None:
        """Refuse a SplitV whose `size_splits` would be evaluated and have a rank other than 1.

        TensorFlow ends the process for these. If the rank is unknown, the node of `size_splits` is marked instead.

        Raises:
            InvalidArgumentError: The rank is not 1.
        """
        name = sizes.partition(":")[0]
        source, bound = self._here.get(name), self._bounds.get(name)
        if source is not None and source.op == "Const":
            rank = len(source.attr["value"].tensor.tensor_shape.dim)
        elif bound is None:
            if source is not None or self._graph.get_operation_by_name(name).type != "Const":
                return  # a marked node is never evaluated
            rank = self._graph.get_tensor_by_name(f"{name}:0").shape.rank  # a large Const from an earlier import
        elif bound.exact:
            rank = bound.rank
        else:
            del self._bounds[name]
            if source is not None:
                source.MergeFromString(_MARKED)
                return
            rank = self._graph.get_tensor_by_name(sizes if ":" in sizes else f"{sizes}:0").shape.rank
        if rank not in (1, None):
            raise tf.errors.InvalidArgumentError(
                None,
                None,
                f"Shape must be rank 1 but is rank {rank} for '{{{{node {node.name}}}}} = SplitV[]()' "
                f"with input shapes: ?, [{','.join('?' * rank)}], ?.",
            )

    def value(self, tensor: tf.Tensor, partial: bool) -> np.ndarray | None:
        """Return the constant value of a tensor, as `constant_value`, but evaluate each allowed node only once."""
        if tensor.op.type == "Const" or traits_of(tensor.op.type).known_from_shape:  # no evaluation needed
            return _constant_value(tensor, partial)
        if tensor.op.name not in self._bounds:
            return None
        key = tensor.name, partial
        if key not in self._values:
            self._values[key] = _constant_value(tensor, partial)
        value = self._values[key]
        return None if value is None else value.copy()

    def bound(self, node: str) -> Bound | None:
        """Return the bound of a node that may be evaluated; None for others, and for a large Const."""
        return self._bounds.get(node)

    def source(self, name: str) -> node_def_pb2.NodeDef:
        """Return the node of an input."""
        stem = name.partition(":")[0]
        return self._here[stem] if stem in self._here else self._graph.get_operation_by_name(stem).node_def


def unmarked(graph_def: graph_pb2.GraphDef) -> graph_pb2.GraphDef:
    """Remove the marks from a graph for use elsewhere, and return it."""
    library = graph_def.library.function
    for nodes in (graph_def.node, *(item.node_def for item in library), *(item.arg_attr.values() for item in library)):
        for node in nodes:
            node.attr.pop(MARK, None)
    if any(item.signature.name == MARK for item in library):
        kept = [item for item in library if item.signature.name != MARK]
        del library[:]
        library.extend(kept)
    return graph_def


@lru_cache(maxsize=1)
def marking() -> Any:
    """Return the empty function to which marks refer.

    It is never called, but datasets require named functions in the library.
    """
    return function._from_definition(function_pb2.FunctionDef(signature={"name": MARK}))


# A rule returns the bound of a node from the bounds of its sources; None for no bound.

Rule = Callable[[Folding, node_def_pb2.NodeDef, list[Bound]], Bound | None]
RULES: dict[str, Rule] = {}


def _rule(*ops: str) -> Callable[[Rule], Rule]:
    """Return a decorator that registers the rule of these ops."""

    def register(rule: Rule) -> Rule:
        RULES.update(dict.fromkeys(ops, rule))
        return rule

    return register


@_rule("Shape")
def _shape(own: Folding, node: node_def_pb2.NodeDef, sources: list[Bound]) -> Bound:
    return Bound(_MOST_DIMS, 1)


@_rule("Rank", "Size")
def _scalar(own: Folding, node: node_def_pb2.NodeDef, sources: list[Bound]) -> Bound:
    return Bound(1, 0)


@_rule("Const")
def _const(own: Folding, node: node_def_pb2.NodeDef, sources: list[Bound]) -> Bound | None:
    value = node.attr["value"].tensor
    dims = [dim.size for dim in value.tensor_shape.dim]
    return Bound(math.prod(dims), len(dims)) if value.dtype in _NUMBERS else None


@_rule("Range")
def _range(known: Folding, node: node_def_pb2.NodeDef, sources: list[Bound]) -> Bound | None:
    """Return the bound for a range of constants, or up to a rank, such as the axes of a reduction."""
    start, limit, delta = nodes = [known.source(name) for name in node.input[:3]]
    if any(s.size != 1 for s in sources) or any(n.op != "Const" for n in nodes if n.op != "Rank" or n != limit):
        return None
    first, step = _number(start), _number(delta) or math.nan
    ends = (0, _MOST_DIMS) if limit.op == "Rank" else (_number(limit),)
    if max(map(abs, (first, *ends))) + abs(step) >= 2**31:  # numpy and TensorFlow overflow in different ways
        return None
    sizes = [(end - first) / step for end in ends]
    return Bound(max(0, *map(math.ceil, sizes)), 1) if all(map(math.isfinite, sizes)) else None


def _number(const: node_def_pb2.NodeDef) -> float:
    return float(tensor_util.MakeNdarray(const.attr["value"].tensor).item())


@_rule("StridedSlice")
def _strided_slice(own: Folding, node: node_def_pb2.NodeDef, sources: list[Bound]) -> Bound:
    new, dots, shrunk = (
        node.attr[f"{name}_mask"].i if f"{name}_mask" in node.attr else 0
        for name in ("new_axis", "ellipsis", "shrink_axis")
    )
    if new or dots:
        return Bound(sources[0].size, sources[0].rank + (new & 0xFFFFFFFF).bit_count(), exact=False)
    return (Bound(1, 0) if shrunk and sources[0].rank == 1 else sources[0])._replace(exact=not shrunk)


@_rule("Add", "AddV2", "Sub", "Mul", "Div", "RealDiv", "FloorDiv", "FloorMod", "Minimum", "Maximum")
def _elementwise(own: Folding, node: node_def_pb2.NodeDef, sources: list[Bound]) -> Bound:
    """Return the bound after broadcasting: [n, 1] and [1, m] make [n, m].

    Of two vectors of different sizes, one has one element.
    """
    rank, sizes = max(s.rank for s in sources), [s.size for s in sources]
    return Bound(max(sizes) if rank < 2 else math.prod(sizes), rank)


@_rule("Prod", "Sum", "Max", "Min")
def _reduction(own: Folding, node: node_def_pb2.NodeDef, sources: list[Bound]) -> Bound | None:
    """Return the bound for vectors only: reducing [0, n], which has no elements, results in n elements."""
    return Bound(max(1, sources[0].size), sources[0].rank, exact=False) if sources[0].rank < 2 else None


@_rule("Gather", "GatherV2")
def _gather(own: Folding, node: node_def_pb2.NodeDef, sources: list[Bound]) -> Bound | None:
    return sources[1]._replace(exact=False) if sources[0].rank < 2 else None


@_rule("Slice", "SplitV", "Cast", "Identity", "Neg")
def _like_first(own: Folding, node: node_def_pb2.NodeDef, sources: list[Bound]) -> Bound:
    return sources[0]


@_rule("Unpack", "Squeeze")
def _with_fewer_dimensions(own: Folding, node: node_def_pb2.NodeDef, sources: list[Bound]) -> Bound:
    return sources[0]._replace(exact=False)


@_rule("Pack")
def _packed(own: Folding, node: node_def_pb2.NodeDef, sources: list[Bound]) -> Bound:
    return Bound(sum(s.size for s in sources), max(s.rank for s in sources) + 1)


@_rule("ConcatV2")
def _joined(own: Folding, node: node_def_pb2.NodeDef, sources: list[Bound]) -> Bound:
    return Bound(sum(s.size for s in sources), max(s.rank for s in sources))


@_rule("Reshape")
def _reshaped(own: Folding, node: node_def_pb2.NodeDef, sources: list[Bound]) -> Bound:
    return Bound(sources[0].size, min(sources[1].size, _MOST_DIMS), exact=False)  # Reshape refuses more dimensions


@_rule("ExpandDims")
def _expanded(own: Folding, node: node_def_pb2.NodeDef, sources: list[Bound]) -> Bound:
    return Bound(sources[0].size, sources[0].rank + 1)


_constant_value = tensor_util.constant_value


def _small_constant_value(tensor: tf.Tensor, partial: bool = False) -> np.ndarray | None:
    """Replace TensorFlow's `constant_value`, which gradients and others use to know values of tensors.

    In graphs with a `Folding` no small node, such as Fill, becomes a large array, and each node is evaluated at most
    once.
    """
    folding = getattr(tensor.graph, "_folding", None) if tf.is_symbolic_tensor(tensor) else None
    return _constant_value(tensor, partial) if folding is None else folding.value(tensor, partial)
