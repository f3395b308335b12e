"""A step in two halves: what it draws from outside is drawn, and later it is made with that.

Between the two, a replica computes what the step will give. So a run can pause before a step has written anything. The
second half is a copy of the step's nodes in the session itself, in which what was drawn is fed: a node that is fed
would run again where others wait for it. What makes variables, queues and the like is not copied.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import tensorflow as tf
from tensorflow.core.framework.node_def_pb2 import NodeDef
from tensorflow.python.framework import op_def_registry

from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.runtime.compile.program import SessionProgram
from blockloom.runtime.compile.sources import RECORDS, function_nodes, is_inner, node_role, role, takes_handles
from blockloom.runtime.compile.step_cancel import reached
from blockloom.runtime.compile.writes import makers, writes
from blockloom.runtime.replay.copied_graph import CopiedGraph, copied_graph, node_of
from blockloom.runtime.replay.replica import anything
from blockloom.runtime.run.drawn import Tape
from blockloom.runtime.run.session import OpenSession

_PREFIX = "made"


def in_the_way(graph: tf.Graph, own: SessionProgram) -> list[str]:
    """The nodes because of which a session's step cannot be made in two halves: what is drawn hangs on what the same
    step does, or cannot be kept."""
    if own.drawn.lost:
        return sorted(own.drawn.lost)
    ops = reached(graph, own.targets, own.feeds)
    draws = {op for op in own_sources(graph, own) if op in ops}
    found = {op for op in draws if traits_of(op.type).functions and _acts(op)}
    if not draws:
        return []
    found |= {op for op in reached(graph, [op.name for op in draws], own.feeds) - draws if _changes(op)}
    shared = {maker for op in draws for handle in writes(op) for maker in makers(handle)}
    for op in ops - draws:
        staging = traits_of(op.type).staging and any(traits_of(one.type).staging for one in draws)
        if staging or not shared.isdisjoint(maker for handle in writes(op) for maker in makers(handle)):
            found.add(op)
    return sorted(op.name for op in found)


def _sources(own: SessionProgram) -> list[str]:
    return list(dict.fromkeys(node_of(slot.tensor) for slot in own.drawn.slots))


def own_sources(graph: tf.Graph, own: SessionProgram) -> set[tf.Operation]:
    """The ops that draw, calls that do so inside among them."""
    return {graph.get_operation_by_name(own.drawn.calls.get(name, name)) for name in _sources(own)}


def _acts(call: tf.Operation) -> bool:
    """Whether the functions of a call do more than to draw."""
    return any(node_role(node) == "acts" or _writes(node) for _, node in function_nodes(call.graph, call.node_def))


def _writes(node: NodeDef) -> bool:
    """Whether a node of a function writes a variable."""
    traits, op = traits_of(node.op), op_def_registry.get(node.op)
    if op is None or traits.inert or traits.functional or RECORDS in node.attr or node_role(node) != "computes":
        return False
    return takes_handles(op)


def _changes(op: tf.Operation) -> bool:
    return not is_inner(op) and (role(op) in ("acts", "tells") or any(True for _ in writes(op)))


class TwoHalves:
    """The two halves of the steps of one open session, which adds to its graph what they need. They run in
    `Runner.draw` and `Runner.step`, and raise what TensorFlow raises."""

    def __init__(self, live: OpenSession):
        self.live, self.own = live, live.own
        self.graph: tf.Graph = live.session.graph
        self._copied: CopiedGraph = copied_graph(self.graph, self.own, made=True)
        outside = [tensor for name in self._copied.outside for tensor in self._op(name).outputs]
        for node in self._copied.definition.node:
            inputs = [name for name in node.input if name.lstrip("^") not in self._copied.outside or name[0] != "^"]
            del node.input[:]
            node.input.extend(inputs)
        used = {name if ":" in name else f"{name}:0" for node in self._copied.definition.node for name in node.input}
        with self.graph.as_default(), tf.control_dependencies(None):
            self._scope = self.graph.unique_name(f"{_PREFIX}/{self.own.id}".rstrip("/"), mark_as_used=False)
            tf.graph_util.import_graph_def(
                self._copied.definition,
                input_map={tensor.name: tensor for tensor in outside if tensor.name in used},
                name=self._scope,
            )
            sources = {self._op(name) for name in _sources(self.own)}
            waits = self._waits()
            self._ends_drawing = self._release(op for op in waits if op in sources)
            there = {node.name for node in self._copied.definition.node}
            self._ends_making = self._release(
                self._op(self._here(op.name)) for op in waits if op not in sources and op.name in there
            )
        self._calls: dict[tuple[str, ...], Callable[..., Sequence[Any]]] = {}

    def _waits(self) -> list[tf.Operation]:
        """What a step may wait for and be told to end then: what releases it waits for these, or the number does that
        it gives."""
        if self.own.cancel is None:
            return []
        release = self._op(self.own.cancel.targets[1])
        ops = [release, *(tensor.op for tensor in release.inputs)]
        return list(dict.fromkeys(one for op in ops for one in op.control_inputs))

    def of(self, live: OpenSession) -> TwoHalves:
        """This, for the session in the place of one that ended."""
        if self.live is not live:
            self.live, self._calls = live, {}
        return self

    def draws(self) -> Callable[..., Sequence[Any]]:
        """The first half, as a function of what is fed: see `OpenSession.draw`."""
        drawn = self.live.drawn
        if not drawn.keeps:
            return lambda *fed: []
        return self._called(drawn.fetched, [*drawn.keeps, *self._ends_drawing], tuple(self.own.feeds))

    def make(self, tape: Tape, given: Mapping[str, Any]) -> None:
        """The second half, with what was drawn, and as if the tensors `given` had these values."""
        feeds = {self._here(name): value for name, value in self.own.feeds.items()}
        for tensor, placeholder in self._copied.fed.items():
            feeds[self._here(placeholder)] = (
                tape[tensor] if tensor in tape else anything(self.graph.get_tensor_by_name(tensor))
            )
        targets = [self._here(name) for name in self.own.targets]
        if given:
            feeds |= {self._here(self._copied.fed.get(name, name)): value for name, value in given.items()}
            targets += self._effects()  # also what nothing but a tensor that is given led to
        feeds = {name: value for name, value in feeds.items() if self._has(name)}
        with self.live.stepping():
            self._called((), [*dict.fromkeys(targets), *self._ends_making], tuple(feeds))(*feeds.values())

    def _effects(self) -> list[str]:
        """The copied nodes that write or act."""
        fed = {node_of(tensor) for tensor in (*self._copied.fed, *self._copied.fed.values())}
        there = [self._op(node.name) for node in self._copied.definition.node if node.name not in fed]
        return [self._here(op.name) for op in there if _changes(op)]

    def _called(
        self, fetch: Sequence[str], targets: Sequence[str], feeds: tuple[str, ...]
    ) -> Callable[..., Sequence[Any]]:
        key = (*fetch, "", *targets, "", *feeds)
        if key not in self._calls:
            self._calls[key] = self.live.calls.function(fetch, targets, feeds)
        return self._calls[key]

    def _release(self, ops: Iterable[tf.Operation]) -> list[str]:
        """The nodes by which this part of a step can be told to end as a whole one can: see `step_cancel`."""
        found = sorted(ops, key=lambda op: op.name)
        if not found or self.own.cancel is None:
            return []
        queue = self._op(self.own.cancel.stop).inputs[0]
        with tf.control_dependencies(found):
            release = tf.raw_ops.QueueEnqueueV2(handle=queue, components=[tf.constant(0)], name="end_of_half")
        return [self.own.cancel.targets[0], release.name]

    def _op(self, name: str) -> tf.Operation:
        return self.graph.get_operation_by_name(name)

    def _here(self, name: str) -> str:
        """The name of the copy of a node or tensor."""
        return f"{self._scope}/{name}"

    def _has(self, tensor: str) -> bool:
        try:
            self.graph.get_tensor_by_name(tensor)
        except KeyError:
            return False
        return True
