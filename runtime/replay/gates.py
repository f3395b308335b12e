"""Gates: where a step that is taken again stops inside a function.

A gate stands beside the tap of a function, in a copy of the graph. In each call TensorFlow itself counts, and asks
whether a break may be met; only where it may does the call come to Python, which looks again and ends the step there.
Nothing waits: what was before that call is the same whenever the step is taken again, and so is the next call.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple

import numpy as np
import tensorflow as tf
from tensorflow.core.framework.graph_pb2 import GraphDef
from tensorflow.core.framework.node_def_pb2 import NodeDef

from blockloom.blocks.results.breaks import Break
from blockloom.blocks.results.conditions import ConditionError
from blockloom.blocks.values.dtypes import fetched_array, name_of
from blockloom.runtime.compile.bodies import Body
from blockloom.runtime.compile.protos import attr_value
from blockloom.runtime.compile.python_calls import token_of
from blockloom.runtime.compile.taps import MARK, Tap
from blockloom.runtime.replay.copied_graph import CopiedGraph, node_of
from blockloom.runtime.replay.may_hold import may_hold
from blockloom.runtime.replay.replica import Replica
from blockloom.runtime.run.conditions import holds

_GIVEN = "given_"  # in the place of what a tap takes
_NEVER = -(1 << 61)


class Hit(NamedTuple):
    """A call, by its number in the step from 1, in which a step was ended: because of a break, or as it was asked for
    (None). It is a call of a `function`, or of one that stands in the place of its call (""), in which the tap is a
    node of this name.
    """

    number: int
    values: tuple[np.ndarray, ...]
    met: Break | None
    function: str
    node: str


class Gate:
    """The gate of a tap, for breaks in its page, in the order in which they are asked. `begin` it for each step."""

    def __init__(self, tap: Tap, breaks: Sequence[Break]):
        self.tap, self.breaks = tap, breaks
        self.name = f"gate_{tap.token}"
        self.hit: Hit | None = None
        self.error: ConditionError | None = None  # what no step can answer
        self.passed = 0  # how many calls there were, in the sessions that ran and before the hit
        self._after, self._at, self._first, self._ends = 0, 0, 0, True
        self._hearing: list[Any] = []  # TensorFlow finds them while they are held here
        self._definition: GraphDef | None = None

    def begin(self, after: int = 0, at: int = 0, off: bool = False, ends: bool = True) -> None:
        """A step begins, to end where a break is met after so many calls, in the call `at`, or nowhere; or only to be
        seen there where it does not `end`.
        """
        self.hit, self.error, self.passed = None, None, 0
        self._after, self._at, self._off, self._ends = after, at, off, ends

    def enters(self, replica: Replica) -> None:
        """A session begins its part of the step."""
        skipped = max((self._at - 1 if self._at else self._after) - self.passed, 0)
        self._first = _NEVER if self._off else -skipped
        if self._is_in(replica):
            feeds = {f"{self.name}/first:0": np.int64(self._first), f"{self.name}/asks:0": np.bool_(self._at > 0)}
            replica.run([], [f"{self.name}/set_count", f"{self.name}/set_any"], feeds)

    def leaves(self, replica: Replica) -> None:
        """It came to its end, or to that of the step."""
        if self._is_in(replica):
            self.passed += int(replica.run([f"{self.name}/count:0"])[0]) - self._first

    def _is_in(self, replica: Replica) -> bool:
        return has_node(replica.graph, f"{self.name}/set_count")

    def _hears(self, function: str, node: str, before: np.ndarray, *values: np.ndarray) -> np.bool_:
        """A call in which a break may be met."""
        if self.hit is None:
            try:
                met = next((one for one in self.breaks if self._holds(one, values)), None)
            except ConditionError as error:
                self.error = self.error or error
                raise
            if met is None and not self._at:
                return np.True_
            copies = tuple(fetched_array(value).copy() for value in values)
            self.hit = Hit(self.passed + int(before) - self._first + 1, copies, met, function, node)
        if self._ends:
            raise RuntimeError
        return np.True_

    def _holds(self, one: Break, values: tuple[np.ndarray, ...]) -> bool:
        if one.condition is None:
            return True
        given = self.tap.given(one.at, values)
        return holds(one.condition, {at._replace(page=""): pins for at, pins in given.items()})

    # --- the graph ------------------------------------------------------------------------------------------------

    def nodes(self, tap: NodeDef, function: str = "", arguments: Container[str] = ()) -> list[NodeDef]:
        """The nodes of the gate, the last its end, beside a tap in a function with these arguments, or in the graph
        (""): as they are written there.
        """
        if self._definition is None:
            self._definition = self._made()
        body, prefix, made = Body(self._definition.node), f"{tap.name}/gate", []
        takes = [name for name in tap.input if name[0] != "^"]
        hears = partial(self._hears, function, tap.name)
        self._hearing.append(hears)

        def text(name: str) -> str:
            if name[0] == "^" and not name[1:].startswith(_GIVEN):
                return f"^{prefix}/{name[1:]}"
            ref = body.ref(name.lstrip("^"))
            if ref.node.startswith(_GIVEN):
                given = takes[int(ref.node.removeprefix(_GIVEN))]
                return given if name[0] != "^" else f"^{node_of(given)}"
            if not function:
                return f"{prefix}/{name}"
            output = body.outputs(ref.node)[ref.number]
            return f"{prefix}/{ref.node}:{output.name}:{output.place}"

        for node in self._definition.node:
            if node.name.startswith(_GIVEN):
                continue
            one = NodeDef()
            one.CopyFrom(node)
            one.name = f"{prefix}/{node.name}"
            inputs = [*map(text, node.input)]
            waits = dict.fromkeys(name for name in inputs if name[0] == "^" and name[1:] not in arguments)
            one.input[:] = [*(name for name in inputs if name[0] != "^"), *waits]
            if not one.input and not function and takes:  # it may stand in a loop of the page
                one.input.append(f"^{node_of(takes[0])}")
            if node.op == "PyFunc":
                one.attr["token"].s = token_of(hears).encode()
            made.append(one)
        return made

    def sets(self) -> GraphDef:
        """The nodes by which it is begun, and read."""
        with tf.Graph().as_default() as graph, tf.device("/CPU:0"):
            first = tf.compat.v1.placeholder(tf.int64, [], f"{self.name}/first")
            asks = tf.compat.v1.placeholder(tf.bool, [], f"{self.name}/asks")
            count, asked = self._handle("count"), self._handle("any")
            tf.raw_ops.AssignVariableOp(resource=count, value=first, name=f"{self.name}/set_count")
            tf.raw_ops.AssignVariableOp(resource=asked, value=asks, name=f"{self.name}/set_any")
            tf.raw_ops.ReadVariableOp(resource=count, dtype=tf.int64, name=f"{self.name}/count")
            return graph.as_graph_def()

    def _handle(self, what: str) -> tf.Tensor:
        dtype = tf.int64 if what == "count" else tf.bool
        return tf.raw_ops.VarHandleOp(
            dtype=dtype, shape=[], shared_name=f"{self.name}/{what}", name=f"{self.name}/{what}_handle"
        )

    def _made(self) -> GraphDef:
        with tf.Graph().as_default() as graph, tf.device("/CPU:0"):
            takes = [
                tf.compat.v1.placeholder(one.dtype, one.shape, f"{_GIVEN}{number}")
                for number, one in enumerate(self.tap.specs)
            ]
            fires = self._fires(takes)
            with tf.control_dependencies([fires, *takes]):  # calls inside of this one come before it
                before = tf.raw_ops.ResourceCountUpTo(resource=self._handle("count"), limit=1 << 62, T=tf.int64)
            asked = tf.raw_ops.ReadVariableOp(resource=self._handle("any"), dtype=tf.bool)
            comes_here = tf.raw_ops.Select(condition=asked, x=tf.equal(before, 0), y=tf.logical_and(fires, before >= 0))
            passes, comes = tf.raw_ops.Switch(data=comes_here, pred=comes_here)
            with tf.control_dependencies([tf.identity(comes)]):
                types = [name_of(one.dtype.as_datatype_enum) for one in (before, *takes)]
                told = graph.create_op(
                    "PyFunc",
                    [before, *takes],
                    [tf.bool],
                    attrs={
                        "token": attr_value("string", ""),
                        "Tin": attr_value("list(type)", types),
                        "Tout": attr_value("list(type)", ["DT_BOOL"]),
                    },
                )
            tf.raw_ops.Merge(inputs=[passes, told.outputs[0]], name="end")
            return graph.as_graph_def()

    def _fires(self, takes: Sequence[tf.Tensor]) -> tf.Tensor:
        """Whether a break may be met."""
        fires = tf.constant(False)
        for one in self.breaks:
            may = self._may_hold(one, takes)
            if may is None:
                return tf.constant(True)
            fires = tf.logical_or(fires, may)
        return fires

    def _may_hold(self, one: Break, takes: Sequence[tf.Tensor]) -> tf.Tensor | None:
        """Whether a break may be met; None: always, also where only that tells why it cannot be answered."""
        condition = one.condition
        if condition is None:
            return None
        source: Any = self.tap.shown.get(one.at, {}).get(condition.pin)
        if isinstance(source, list):
            element, *rest = condition.index or (0,)
            source, condition = source[element] if element < len(source) else None, condition._replace(index=(*rest,))
        return may_hold(condition, takes[self.tap.places[source]]) if isinstance(source, str) else None


def has_node(graph: tf.Graph, name: str) -> bool:
    """Whether a graph has a node of this name."""
    try:
        graph.get_operation_by_name(name)
    except KeyError:
        return False
    return True


def call_of(tap: str, has: Callable[[str], bool]) -> str:
    """The node in whose place the function of a tap stands, of those that there are; "" for none."""
    scope = tap.rpartition("/")[0]
    while scope and not has(scope):
        scope = scope.rpartition("/")[0]
    return scope


def gated(copied: CopiedGraph, gates: Sequence[Gate]) -> CopiedGraph:
    """The graph with gates beside the taps in it."""
    by_token = {gate.tap.token.encode(): gate for gate in gates}
    used = set[str]()

    def put(nodes: Any, function: str = "", given: Container[str] = ()) -> Iterator[list[NodeDef]]:
        by_name = {node.name: node for node in nodes}
        for tap in [node for node in nodes if MARK in node.attr and node.attr[MARK].s in by_token]:
            gate = by_token[tap.attr[MARK].s]
            made = gate.nodes(tap, function, given)
            if any(node_of(name) in copied.gone for node in made for name in node.input) and not function:
                continue
            used.add(gate.name)
            nodes.extend(made)
            call = call_of(tap.name, by_name.__contains__)
            if call:  # what follows it waits, as for a call
                by_name[call].input.append(f"^{made[-1].name}")
            yield made

    for made in put(copied.definition.node):
        copied.besides.append(made[-1].name)
        for node in made:
            for name in node.input:
                copied.users.setdefault(node_of(name), []).append(node.name)
    for one in copied.definition.library.function:
        given = {arg.name for arg in one.signature.input_arg}
        for made in put(one.node_def, one.signature.name, given):
            one.signature.control_output.append(made[-1].name)
            one.control_ret[made[-1].name] = made[-1].name
    for gate in gates:
        if gate.name in used:
            copied.definition.node.extend(gate.sets().node)
    copied.same = copied.same and not used
    return copied
