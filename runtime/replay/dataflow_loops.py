"""Find where a non-finite value began in a loop of dataflow, between Enter and Exit.

Nothing in a loop can be fetched. In a copy of the graph, each tensor is captured with the iteration numbers of its
loops, which a counter in every loop provides.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np
import tensorflow as tf
from tensorflow.core.framework.attr_value_pb2 import AttrValue
from tensorflow.core.framework.graph_pb2 import GraphDef
from tensorflow.core.framework.node_def_pb2 import NodeDef

from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.runtime.compile.graph_bodies import GraphBody, TensorRef, body_of
from blockloom.runtime.compile.taps import python_call, token_of
from blockloom.runtime.replay.finite_checks import can_be

_MOST = 1_000_000  # most tensors that are captured in iterations
_OPAQUE = {tf.resource.as_datatype_enum, tf.variant.as_datatype_enum}
_INT32 = AttrValue(type=tf.int32.as_datatype_enum)
_PREFIX = "why_turns"

Frame = tuple[str, ...]  # the names of the loops around a node, the outermost first
Turns = tuple[int, ...]  # number of the iteration of each of these loops, from 0


class LoopTensor(NamedTuple):
    """A tensor in an iteration of each loop around it; without loops, a tensor of the graph."""

    ref: TensorRef
    turns: Turns


class LoopOrigin(NamedTuple):
    """An op in a loop that computed a non-finite value from finite values.

    Attributes:
        ref: The output of the op.
        loops: The loops around it as (Exit, iteration from 1, number of iterations).
        inputs: The inputs as (pin, value).
        value: The value of the output.
        path: The tensors from the output to the Exit.
    """

    ref: TensorRef
    loops: list[tuple[str, int, int]]
    inputs: list[tuple[str, np.ndarray]]
    value: np.ndarray
    path: list[TensorRef]


class DataflowLoops:
    """The dataflow loops of a graph.

    Args:
        run: Replays the step for some nodes in a changed copy of the graph.
    """

    def __init__(self, definition: GraphDef, run: Callable[[GraphDef, list[str]], None]):
        self._definition, self._run = definition, run
        self._body = body_of(definition)
        self._frames = frames(self._body)
        self._bad = set[LoopTensor]()
        self._last: dict[tuple[str, Turns], int] = {}  # (node, iterations of the outer loops) -> last iteration
        self._exits: dict[Frame, str] = {}

    def origin_of(self, end: str, bad: Callable[[TensorRef], bool]) -> list[TensorRef] | LoopOrigin | None:
        """Return the origin of the non-finite value of an Exit.

        Args:
            end: The Exit.
            bad: Returns whether a tensor of the graph is non-finite.

        Returns:
            The bad tensors of the graph that entered the loop, or the op in the loop that made the value; None if
            unknown.
        """
        inner = self._frames[end]
        refs = [ref for ref in self._floats() if self._frames[ref.node][: len(inner)] == inner]
        if len(inner) != 1 or not self._hear(end, refs, self._heard):
            return None
        first = self._leaves(LoopTensor(TensorRef(end, 0), ()))
        if first is None:
            return None
        entered, made, came = (
            dict[TensorRef, None](),
            list[LoopTensor](),
            dict[LoopTensor, LoopTensor | None]({first: None}),
        )
        todo = [first]
        while todo:
            at = todo.pop()
            if not at.turns:
                entered[at.ref] = None
                continue
            takes = list(self._takes(at))
            found = [one for one in takes if (one in self._bad if one.turns else bad(one.ref))]
            if not found and not self._told(at):
                return None
            new = [one for one in found if one not in came]
            came |= dict.fromkeys(new, at)
            todo += new
            made += [] if found else [at]
        if entered or not made:
            return list(entered) or None
        begins, way = min(made, key=lambda at: at.turns), list[TensorRef]()
        step: LoopTensor | None = begins
        while step is not None:
            way.append(step.ref)
            step = came[step]
        return self._values(end, begins, list(dict.fromkeys(way)))

    def _told(self, at: LoopTensor) -> bool:
        """Return whether the outputs of an op depend only on its input tensors."""
        node = self._body.nodes[at.ref.node]
        takes = self._body.inputs_of(node.name)
        opaque = any(self._body.dtype(ref) in _OPAQUE for ref in takes) or self._body.handles(node.name)
        return bool(takes) and not (opaque or traits_of(node.op).flow or traits_of(node.op).functions)

    def _takes(self, at: LoopTensor) -> Iterator[LoopTensor]:
        """Yield the inputs of a tensor in an iteration, each as a captured tensor or a tensor of the graph."""
        node = self._body.nodes[at.ref.node]
        takes = self._body.inputs_of(node.name)
        for ref in takes[:1] if traits_of(node.op).flow == "switch" else takes:
            source = self._body.nodes[ref.node]
            flow = traits_of(source.op).flow
            if traits_of(node.op).flow == "merge":
                if flow == "next_iteration":
                    if at.turns[-1]:
                        yield from self._resolved(
                            self._body.inputs_of(source.name)[0], (*at.turns[:-1], at.turns[-1] - 1)
                        )
                    continue
                if flow == "enter" and at.turns[-1]:
                    continue
            yield from self._resolved(ref, at.turns)

    def _resolved(self, ref: TensorRef, turns: Turns) -> Iterator[LoopTensor]:
        """Yield the tensor behind a tensor in an iteration: Enters and Exits are skipped."""
        source = self._body.nodes[ref.node]
        flow = traits_of(source.op).flow
        if flow == "enter":
            yield from self._resolved(self._body.inputs_of(source.name)[0], turns[:-1])
        elif flow == "exit":
            left = self._leaves(LoopTensor(ref, turns))
            if left is not None:
                yield left
        elif len(self._frames[ref.node]) <= len(turns):
            yield LoopTensor(ref, turns[: len(self._frames[ref.node])])

    def _leaves(self, at: LoopTensor) -> LoopTensor | None:
        """Return the tensor that an Exit passes on, in the last iteration of its loop."""
        inner = self._body.inputs_of(at.ref.node)[0]
        self._exits[self._frames[at.ref.node]] = at.ref.node
        last = self._last.get((inner.node, at.turns))
        if last is None:
            return None
        return LoopTensor(inner, (*at.turns, last))

    def _heard(self, ref: TensorRef, value: np.ndarray, turns: Turns) -> None:
        self._last[ref.node, turns[:-1]] = max(turns[-1], self._last.get((ref.node, turns[:-1]), 0))
        if not np.isfinite(value).all():
            self._bad.add(LoopTensor(ref, turns))

    def _values(self, end: str, at: LoopTensor, way: list[TensorRef]) -> LoopOrigin | None:
        """Return the origin at a tensor, with the values of the op's inputs and output in that iteration."""
        body, values = self._body, dict[LoopTensor, np.ndarray]()
        names, takes = body.pins(at.ref.node), list(self._takes(at))
        if len(takes) != len(names):
            takes, names = [], []
        inside = [one for one in (*takes, at) if one.turns]

        def heard(ref: TensorRef, value: np.ndarray, turns: Turns) -> None:
            if LoopTensor(ref, turns) in inside:
                values[LoopTensor(ref, turns)] = np.array(value)

        if not self._hear(end, [one.ref for one in inside], heard) or at not in values:
            return None
        frame = self._frames[at.ref.node]
        loops = []
        for depth in range(1, len(frame) + 1):
            turns, exit_ = at.turns[:depth], self._exits[frame[:depth]]
            lasts = [
                n for (node, of), n in self._last.items() if (self._frames[node], of) == (frame[:depth], turns[:-1])
            ]
            loops.append((exit_, turns[-1] + 1, max(*lasts, turns[-1] + 1)))
        taken = [(name, values[one]) for name, one in zip(names, takes) if one in values]
        return LoopOrigin(at.ref, loops, taken, values[at], way)

    def _floats(self) -> Iterator[TensorRef]:
        for name, frame in self._frames.items():
            if frame and traits_of(self._body.nodes[name].op).flow not in ("enter", "next_iteration", "exit"):
                for number, output in enumerate(self._body.outputs(name)):
                    if can_be(output.dtype):
                        yield TensorRef(name, number)

    def _hear(self, end: str, refs: list[TensorRef], hears: Callable[[TensorRef, np.ndarray, Turns], None]) -> bool:
        """Replay the step, capture tensors in each iteration, and return whether that succeeded."""
        copy, left, held, lock = GraphDef(), [_MOST], list[Any](), threading.Lock()
        copy.CopyFrom(self._definition)
        counters = _IterationCounters(copy, self._frames)

        def heard(ref: TensorRef) -> Callable[..., tuple[()]]:
            def hears_one(value: np.ndarray, *turns: np.ndarray) -> tuple[()]:
                with lock:  # several iterations may run at the same time
                    left[0] -= 1
                    if left[0] >= 0:
                        hears(ref, value, tuple(map(int, turns)))
                return ()

            return hears_one

        passed: dict[str, str] = {}
        for number, ref in enumerate(dict.fromkeys(refs)):
            numbers = counters.tensors_of(self._frames[ref.node])
            if numbers is None:
                return False
            held.append(heard(ref))
            dtype, text = self._body.dtype(ref), self._body.text(ref)
            takes = [dtype, *[tf.int32.as_datatype_enum] * len(numbers)]
            hear = python_call(f"{_PREFIX}/hear_{number}", token_of(held[-1]), [text, *numbers], takes, device="/CPU:0")
            again = NodeDef(name=f"{_PREFIX}/heard_{number}", op="Identity", input=[text, f"^{hear.name}"])
            again.attr["T"].type = dtype
            counters.nodes += [hear, again]
            passed[text] = passed[text.removesuffix(":0")] = again.name
        for node in copy.node:
            for place, text in enumerate(node.input):
                if text in passed:
                    node.input[place] = passed[text]
        copy.node.extend(counters.nodes)
        self._run(copy, [end])
        return left[0] >= 0


class _IterationCounters:
    """Counters of iterations that are added to the loops of a graph."""

    def __init__(self, graph: GraphDef, around: dict[str, Frame]):
        enters = [node for node in graph.node if traits_of(node.op).flow == "enter"]
        self._enters = {node.attr["frame_name"].s.decode(): node for node in enters}
        self._conditions: dict[Frame, list[str]] = {}
        for node in graph.node:
            if traits_of(node.op).flow == "loop_cond":
                self._conditions.setdefault(around[node.name], []).append(node.name)
        self._made: dict[Frame, list[str] | None] = {(): []}
        self.nodes: list[NodeDef] = []

    def tensors_of(self, frame: Frame) -> list[str] | None:
        """Return tensors with the iteration numbers of the loops of a frame, the outermost first.

        Nodes of the innermost loop can use them.

        Returns:
            None if the loop has an unusual structure.
        """
        if frame not in self._made:
            self._made[frame] = self._add(frame)
        return self._made[frame]

    def _add(self, frame: Frame) -> list[str] | None:
        outer, conditions = self.tensors_of(frame[:-1]), self._conditions.get(frame, [])
        if outer is None or len(conditions) != 1:
            return None
        stem = f"{_PREFIX}/{len(self._made)}"
        if outer:
            zero = self._node(f"{stem}/zero", "Sub", [outer[-1], outer[-1]])
        else:
            begin = AttrValue(tensor=tf.make_tensor_proto(0))
            zero = self._node(f"{stem}/zero", "Const", [], dtype=_INT32, value=begin)
            del self.nodes[-1].attr["T"]
        enters = [self._enter(f"{stem}/outer_{n}", one, frame, True) for n, one in enumerate(outer)]
        begin = self._enter(f"{stem}/begin", zero, frame, False)
        merge = self._node(f"{stem}/number", "Merge", [begin, f"{stem}/next"], N=AttrValue(i=2))
        switch = self._node(f"{stem}/goes_on", "Switch", [merge, conditions[0]])
        one = self._node(f"{stem}/one", "OnesLike", [f"{switch}:1"])
        more = self._node(f"{stem}/more", "AddV2", [f"{switch}:1", one])
        self._node(f"{stem}/next", "NextIteration", [more])
        return [*enters, merge]

    def _enter(self, name: str, source: str, frame: Frame, constant: bool) -> str:
        like = self._enters[frame[-1]].attr
        attrs = {"frame_name": like["frame_name"], "parallel_iterations": like["parallel_iterations"]}
        return self._node(name, "Enter", [source], is_constant=AttrValue(b=constant), **attrs)

    def _node(self, name: str, op: str, inputs: list[str], **attrs: AttrValue) -> str:
        node = NodeDef(name=name, op=op, input=inputs, device="/CPU:0")
        for key, value in ({"T": _INT32} | attrs).items():
            node.attr[key].CopyFrom(value)
        self.nodes.append(node)
        return name


def frames(body: GraphBody) -> dict[str, Frame]:
    """Return the loops around each node, including the loop that an Enter begins or an Exit ends."""
    found: dict[str, Frame] = {}

    def outputs(name: str) -> Frame:
        return found[name][:-1] if traits_of(body.nodes[name].op).flow == "exit" else found[name]

    for name in _in_order(body):
        node = body.nodes[name]
        before = [outputs(one) for one in body.predecessors(name) if one in found]
        frame = max(before, key=len, default=())
        if traits_of(node.op).flow == "enter":
            frame = (*frame, node.attr["frame_name"].s.decode())
        found[name] = frame
    return found


def _in_order(body: GraphBody) -> list[str]:
    """Return the nodes in topological order, ignoring the inputs from previous iterations."""
    waits, users = dict[str, int](), dict[str, list[str]]()
    for name in body.nodes:
        sources = [one for one in body.predecessors(name) if traits_of(body.nodes[one].op).flow != "next_iteration"]
        waits[name] = len(sources)
        for one in sources:
            users.setdefault(one, []).append(name)
    order = [name for name, count in waits.items() if not count]
    for name in order:
        for user in users.get(name, ()):
            waits[user] -= 1
            if not waits[user]:
                order.append(user)
    return order
