"""Check which tensors of a step are finite, within the step.

Tensors of the graph are checked with one fetch, and tensors of functions in each call.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np
import tensorflow as tf
from tensorflow.core.framework.attr_value_pb2 import AttrValue
from tensorflow.core.framework.function_pb2 import FunctionDef
from tensorflow.core.framework.graph_pb2 import GraphDef
from tensorflow.core.framework.node_def_pb2 import NodeDef

from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.runtime.compile.graph_bodies import FunctionUse, GraphBody, TensorRef, body_of, function_uses
from blockloom.runtime.compile.taps import python_call, token_of

NAN, INFINITE = 1, 2  # bits: a tensor contains a NaN, an infinity
MOST = 256 << 20  # most bytes that are captured in calls of functions
_FLAT = "_lower_using_switch_merge"
_PREFIX, _CPU = "why", "/CPU:0"
FILL = 0.7853  # replacement for non-finite values: few ops compute a non-finite value from it
_CONCISE = 3  # elements of a summary: id, number of elements, counts of -inf, inf and NaN
_PLAIN = {tf.float16, tf.bfloat16, tf.float32, tf.float64}


class FunctionLink(NamedTuple):
    """A function that a node runs, on the path into nested functions."""

    node: str
    attr: str
    place: int


Chain = tuple[FunctionLink, ...]
Values = tuple[np.ndarray, ...]


class TooManyCalls(RuntimeError):
    """Raised if the calls of a function have more values than can be captured."""


def can_be(dtype: int) -> bool:
    """Return whether a tensor of this dtype can have non-finite values."""
    known = tf.as_dtype(dtype).base_dtype if dtype else tf.int32
    return bool(known.is_floating or known.is_complex)


class HealthNodes:
    """Nodes that are added to a body to check the tensors `refs`.

    Attributes:
        health: The tensor (n, 5) with the result.
    """

    def __init__(self, body: GraphBody, refs: Sequence[TensorRef], text: Callable[[TensorRef], str]):
        self.nodes: list[NodeDef] = []
        self.refs = refs
        self._inside = body.function is not None
        self._parts: list[list[int]] = []
        rows: list[str] = []
        for ref in refs:
            dtype = tf.as_dtype(body.dtype(ref)).base_dtype
            taken = [text(ref)]
            if dtype.is_complex:
                parts = {"T": _type(dtype), "Tout": _type(dtype.real_dtype)}
                real = self._add("Real", taken, "output", **parts)
                taken = [real, self._add("Imag", taken, "output", **parts)]
                dtype = dtype.real_dtype
            elif dtype not in _PLAIN:
                taken = [self._add("Cast", taken, "y", SrcT=_type(dtype), DstT=_type(tf.float32))]
                dtype = tf.float32
            self._parts.append(list(range(len(rows), len(rows) + len(taken))))
            for one in taken:
                number = AttrValue(i=_CONCISE)
                rows.append(
                    self._add(
                        "DebugNumericSummaryV2",
                        [one],
                        "output",
                        T=_type(dtype),
                        output_dtype=_type(tf.float32),
                        tensor_debug_mode=number,
                        tensor_id=AttrValue(i=0),
                    )
                )
        self.rows = rows
        self.health = self.packed(rows) if rows else ""

    def packed(self, rows: Sequence[str]) -> str:
        """Return the tensor that packs several of the `rows`."""
        return self._add("Pack", rows, "output", N=AttrValue(i=len(rows)), T=_type(tf.float32), axis=AttrValue(i=0))

    def contents(self, health: np.ndarray) -> np.ndarray:
        """Return the bits NAN and INFINITE of each of the `refs`, (n,) as uint8, from the value of `health`."""
        bits = ((health[:, 4] > 0) * NAN + (health[:, 2:4] > 0).any(1) * INFINITE).astype(np.uint8)
        return np.array([np.bitwise_or.reduce(bits[rows]) for rows in self._parts], np.uint8)

    def _add(self, op: str, inputs: Iterable[str], output: str, **attrs: AttrValue) -> str:
        node = NodeDef(name=f"{_PREFIX}/{len(self.nodes)}", op=op, input=list(inputs), device=_CPU)
        for name, value in attrs.items():
            node.attr[name].CopyFrom(value)
        self.nodes.append(node)
        return f"{node.name}:{output}:0" if self._inside else node.name


def _type(dtype: tf.DType) -> AttrValue:
    return AttrValue(type=dtype.as_datatype_enum)


class FunctionCallHealth:
    """The captured values of the calls of functions that the last node of a chain runs.

    Attributes:
        calls: By the numbers of the enclosing calls and by (attr, place), the calls in order.
        functions: The callbacks; TensorFlow finds them as long as they are referenced here.
    """

    def __init__(self, chain: Chain):
        self._counts = [-1] * len(chain)
        self._size = 0
        self.calls: dict[tuple[int, ...], dict[tuple[str, int], list[Values]]] = {}
        self.functions: list[Any] = []  # this reference keeps the functions alive for TensorFlow

    def token(self, hears: Callable[..., tuple[()]]) -> str:
        """Return the token by which an op calls a function."""
        self.functions.append(hears)
        return token_of(hears)

    def begins(self, depth: int) -> Callable[..., tuple[()]]:
        """Return a callback that counts the runs of the node of the link at `depth`."""

        def hears(*_: Any) -> tuple[()]:
            self._counts[depth] += 1
            self._counts[depth + 1 :] = [-1] * (len(self._counts) - depth - 1)
            return ()

        return hears

    def ends(self, one: FunctionUse, kept: Callable[[Values], Values]) -> Callable[..., tuple[()]]:
        """Return a callback that stores the values of a call of a function of the last link."""

        def hears(*values: np.ndarray) -> tuple[()]:
            if self._size > MOST:
                return ()
            outer = tuple(self._counts[1:])
            found = kept(values)
            self._size += sum(value.nbytes + 64 for value in found)
            self.calls.setdefault(outer, {}).setdefault((one.attr, one.place), []).append(found)
            return ()

        return hears

    @property
    def full(self) -> bool:
        """True if there were more calls than can be stored."""
        return self._size > MOST


def looked_into(
    graph: GraphDef, chain: Chain, refs: Sequence[TensorRef] | None = None
) -> tuple[GraphDef, FunctionCallHealth]:
    """Return a copy of a graph that captures the calls of the functions that the last node of a chain runs.

    Args:
        chain: The path to the node.
        refs: Tensors of the function of the last link whose values to capture; None to capture which tensors are
            non-finite, in the order of `kept_refs`.
    """
    copy = GraphDef()
    copy.CopyFrom(graph)
    for one in copy.library.function:
        for node in one.node_def:
            node.attr.pop(_FLAT, None)
    heard = FunctionCallHealth(chain)
    holder: FunctionDef | None = None
    for depth, link in enumerate(chain):
        nodes = copy.node if holder is None else holder.node_def
        node = next(one for one in nodes if one.name == link.node)
        if holder is not None:
            begin = python_call(f"{_PREFIX}/begin_{depth}", heard.token(heard.begins(depth)), [], [], device=_CPU)
            holder.node_def.append(begin)
            node.input.append(f"^{begin.name}")
        last = depth == len(chain) - 1
        made = None
        for one in function_uses(node):
            if last and (refs is None or one[:2] == link[1:]) or one[:2] == link[1:]:
                function = _copied(copy, one.function, f"{one.function}.{_PREFIX}.{depth}.{one.attr}.{one.place}")
                value = node.attr[one.attr]
                (value.list.func[one.place] if value.HasField("list") else value.func).name = function.signature.name
                if last:
                    _listen(function, heard, one, refs)
                elif one[:2] == link[1:]:
                    made = function
        holder = made
    return copy, heard


def kept_refs(body: GraphBody) -> list[TensorRef]:
    """Return the tensors of a function that are checked."""
    refs = [TensorRef("", number) for number in range(len(body.function.signature.input_arg))] if body.function else []
    refs += [
        TensorRef(name, number)
        for name in body.nodes
        if not loops(body, name)
        for number in range(len(body.outputs(name)))
    ]
    return [ref for ref in refs if can_be(body.dtype(ref))]


def loops(body: GraphBody, node: str) -> bool:
    """Return whether a node may be dead or run repeatedly within one call."""
    return bool(traits_of(body.nodes[node].op).flow)


def _listen(
    function: FunctionDef, heard: FunctionCallHealth, one: FunctionUse, refs: Sequence[TensorRef] | None
) -> None:
    """Add a node to a function that passes its values to a callback at the end of each call."""
    body = GraphBody(function.node_def, function)
    if refs is not None:
        taken = [body.text(ref) for ref in refs]
        dtypes = [body.dtype(ref) for ref in refs]
        token = heard.token(heard.ends(one, lambda values: tuple(np.array(value) for value in values)))
    else:
        added = HealthNodes(body, kept_refs(body), body.text)
        function.node_def.extend(added.nodes)
        taken, dtypes = ([added.health], [tf.float32.as_datatype_enum]) if added.rows else ([], [])
        token = heard.token(
            heard.ends(one, lambda values: (added.contents(values[0]) if values else np.empty(0, np.uint8),))
        )
    end = python_call(f"{_PREFIX}/end", token, taken, dtypes, device=_CPU)
    if not taken:
        end.input.extend(f"^{name}" for name in body.nodes)
    function.node_def.append(end)
    function.signature.control_output.append(end.name)
    function.control_ret[end.name] = end.name


def _copied(graph: GraphDef, name: str, new: str) -> FunctionDef:
    was = body_of(graph, name).function
    assert was is not None
    function = graph.library.function.add()
    function.CopyFrom(was)
    function.signature.name = new
    return function


def with_finite_values(graph: GraphDef, tensors: Iterable[tuple[str, TensorRef]]) -> GraphDef:
    """Return a copy of a graph in which a number replaces the non-finite elements of some tensors.

    Args:
        tensors: The function, "" for the graph, and the tensor in it.
    """
    copy = GraphDef()
    copy.CopyFrom(graph)
    for number, (function, ref) in enumerate(tensors):
        body = body_of(copy, function)
        dtype = tf.as_dtype(body.dtype(ref) or tf.variant).base_dtype
        if dtype not in _PLAIN:
            continue
        dtype = dtype.as_datatype_enum
        was, name = body.text(ref), f"{_PREFIX}/mended_{number}"
        fill = NodeDef(name=f"{name}/fill", op="Const")
        fill.attr["dtype"].type = dtype
        fill.attr["value"].tensor.CopyFrom(tf.make_tensor_proto(FILL, tf.as_dtype(dtype), shape=[]))
        inside = (lambda text, out: f"{text}:{out}:0") if function else (lambda text, _: text)
        finite = NodeDef(name=f"{name}/finite", op="IsFinite", input=[was])
        finite.attr["T"].type = dtype
        made = NodeDef(name=name, op="SelectV2", input=[inside(finite.name, "y"), was, inside(fill.name, "output")])
        made.attr["T"].type = dtype
        now = inside(name, "output")
        spelled = {was, was.removesuffix(":0")} if not function else {was}
        for node in body.nodes.values():
            writes = ref in body.handles(node.name)  # whether the node writes the variable
            for place, text in enumerate(node.input):
                if text in spelled and not writes:
                    node.input[place] = now
        if body.function is not None:
            for output, text in body.function.ret.items():
                if text == was:
                    body.function.ret[output] = now
        (body.function.node_def if body.function is not None else copy.node).extend([fill, finite, made])
    return copy
