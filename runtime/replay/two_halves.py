"""A step in two halves: what it draws from outside is drawn, and later it is made with that.

Between the two, a replica computes what the step will give. So a run can pause before a step has written anything. The
second half is a copy of the step's nodes in the session itself, in which what was drawn is fed: a node that is fed
would run again where others wait for it. What makes variables, queues and the like is not copied.

Calls that draw inside, and random numbers on which it hangs what is drawn, are computed in the first half already: what
they gave is kept in the session for the second. Only with other values than those they are computed again, from what
they drew and from the state that the random numbers had.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

import tensorflow as tf
from tensorflow.core.framework.node_def_pb2 import NodeDef
from tensorflow.python.framework import op_def_registry

from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.runtime.compile.deadness import Deadness, may_die
from blockloom.runtime.compile.program import SessionProgram
from blockloom.runtime.compile.sources import (
    INNER_MARK,
    counts,
    function_nodes,
    is_inner,
    node_role,
    role,
)
from blockloom.runtime.compile.step_cancel import reached
from blockloom.runtime.replay.copied_graph import CopiedGraph, copied_graph, node_of
from blockloom.runtime.replay.replica import anything
from blockloom.runtime.resources.effects import makers, takes_handles, writes
from blockloom.runtime.run.drawn import Tape
from blockloom.runtime.run.past import Values
from blockloom.runtime.run.session import OpenSession

_PREFIX = "made"


def in_the_way(graph: tf.Graph, own: SessionProgram) -> list[str]:
    """The nodes because of which a session's step cannot be made in two halves: what is drawn hangs on what the same
    step does, or cannot be kept.
    """
    if own.drawn.lost:
        return sorted(own.drawn.lost)
    ops = reached(graph, own.targets, own.feeds)
    draws = {op for op in own_sources(graph, own) if op in ops}
    found = {op for op in draws if traits_of(op.type).functions and _acts(op)}
    if not draws:
        return []
    kept = set(_kept(graph, own))
    found |= {op for op in reached(graph, [op.name for op in draws], own.feeds) - draws - kept if _changes(op)}
    shared = {maker for op in draws for handle in writes(op) for maker in makers(handle)}
    for op in ops - draws:
        staging = traits_of(op.type).staging and any(traits_of(one.type).staging for one in draws)
        if staging or not shared.isdisjoint(maker for handle in writes(op) for maker in makers(handle)):
            found.add(op)
    return sorted(op.name for op in found)


def _sources(own: SessionProgram) -> list[str]:
    sizes = set(own.drawn.sizes.values())
    return list(dict.fromkeys(node_of(slot.tensor) for slot in own.drawn.slots if slot.tensor not in sizes))


def own_sources(graph: tf.Graph, own: SessionProgram) -> set[tf.Operation]:
    """The ops that draw, calls that do so inside among them."""
    return {graph.get_operation_by_name(own.drawn.calls.get(name, name)) for name in _sources(own)}


def _kept(graph: tf.Graph, own: SessionProgram) -> list[tf.Operation]:
    """What the first half computes that is not to be computed again, of what can be kept."""
    draws = [op.name for op in own_sources(graph, own)]
    calls = {*own.drawn.calls.values()}
    found = [op for op in reached(graph, draws, own.feeds) if op.name in calls or counts(op) and not _acts(op)]
    deadness = Deadness(graph) if found and any(may_die(op.type) for op in graph.get_operations()) else None
    return sorted((op for op in found if _can_be_kept(op, deadness)), key=lambda op: op.name)


def _can_be_kept(op: tf.Operation, deadness: Deadness | None) -> bool:
    if deadness is not None and (deadness.op_in_loop(op) or deadness.op_may_die(op)):
        return False
    return all(
        not tensor.dtype._is_ref_dtype and (tensor.dtype != tf.resource or not tensor.consumers())
        for tensor in op.outputs
    )


def _acts(call: tf.Operation) -> bool:
    """Whether the functions of a call do more than to draw."""
    inner = function_nodes(call.graph, call.node_def)
    return any(node_role(node) == "acts" or _writes(node) for _, node in inner)


def _writes(node: NodeDef) -> bool:
    """Whether a node of a function writes a variable, but for the state of random numbers."""
    traits, op = traits_of(node.op), op_def_registry.get(node.op)
    if op is None or traits.inert or traits.counts or traits.functional or INNER_MARK in node.attr:
        return False
    return node_role(node) == "computes" and takes_handles(op)


def _changes(op: tf.Operation) -> bool:
    return not is_inner(op) and (role(op) in ("acts", "tells") or any(True for _ in writes(op)))


class _Second(NamedTuple):
    """The second half: what is copied, in which scope of the graph, and what runs besides so that it can be ended."""

    copied: CopiedGraph
    scope: str
    ends: list[str]


class TwoHalves:
    """The two halves of the steps of one open session, which adds to its graph what they need. They run in
    `Runner.draw` and `Runner.step`, and raise what TensorFlow raises.
    """

    def __init__(self, live: OpenSession):
        self.live, self.own = live, live.own
        self.graph: tf.Graph = live.session.graph
        self._keeps = list[str]()
        self._kept = dict[str, list[str]]()  # what the first half computes -> the tensors that give it again
        with self.graph.as_default(), tf.control_dependencies(None), tf.device("/CPU:0"):
            for op in _kept(self.graph, self.own):
                self._kept[op.name] = [self._keep(tensor) for tensor in op.outputs]
            sources = {self._op(name) for name in _sources(self.own)}
            self._ends_drawing = self._release(op for op in self._waits() if op in sources)
        self._seconds: dict[bool, _Second] = {}
        self._calls: dict[tuple[str, ...], Callable[..., Sequence[Any]]] = {}

    def _keep(self, tensor: tf.Tensor) -> str:
        """Have the first half keep a tensor; gives that which is it in the second."""
        handle = tf.raw_ops.VarHandleOp(
            dtype=tensor.dtype, shape=None, shared_name=f"kept/{tensor.op.name}_{tensor.value_index}", name="kept"
        )
        if tensor.dtype == tf.resource:
            return str(handle.name)  # nobody takes it
        self._keeps.append(tf.raw_ops.AssignVariableOp(resource=handle, value=tensor, name="keep").name)
        return str(tf.raw_ops.ReadVariableOp(resource=handle, dtype=tensor.dtype, name="kept").name)

    def _second(self, again: bool) -> _Second:
        """The second half; `again`: in which all is computed again that the first one computed."""
        if again not in self._seconds:
            self._seconds[again] = self._made({} if again else self._kept)
        return self._seconds[again]

    def _made(self, kept: Mapping[str, list[str]]) -> _Second:
        copied = copied_graph(self.graph, self.own, made=True, given=kept)
        outside = [tensor for name in copied.outside for tensor in self._op(name).outputs]
        for node in copied.definition.node:
            inputs = [name for name in node.input if name.lstrip("^") not in copied.outside or name[0] != "^"]
            del node.input[:]
            node.input.extend(inputs)
        used = {name if ":" in name else f"{name}:0" for node in copied.definition.node for name in node.input}
        with self.graph.as_default(), tf.control_dependencies(None):
            scope = self.graph.unique_name(f"{_PREFIX}/{self.own.id}".rstrip("/"), mark_as_used=False)
            tf.graph_util.import_graph_def(
                copied.definition,
                input_map={tensor.name: tensor for tensor in outside if tensor.name in used},
                name=scope,
            )
            there = {node.name for node in copied.definition.node}
            sources = {self._op(name) for name in _sources(self.own)}
            ends = self._release(
                self._op(f"{scope}/{op.name}") for op in self._waits() if op not in sources and op.name in there
            )
        return _Second(copied, scope, ends)

    def _waits(self) -> list[tf.Operation]:
        """What a step may wait for and be told to end then: what releases it waits for these, or the number does that
        it gives.
        """
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
        targets = [*drawn.keeps, *self._keeps, *self._ends_drawing]
        return self._called(drawn.fetched, targets, tuple(self.own.feeds))

    def make(self, tape: Tape, given: Mapping[str, Any], before: Values) -> None:
        """The second half, with what was drawn, and as if the tensors `given` had these values. `before` are those that
        variables held before the step.
        """
        second = self._second(bool(given))
        copied, scope = second.copied, f"{second.scope}/"
        feeds = {scope + name: value for name, value in self.own.feeds.items()}
        for tensor, placeholder in copied.fed.items():
            feeds[scope + placeholder] = (
                tape[tensor] if tensor in tape else anything(self.graph.get_tensor_by_name(tensor))
            )
        targets = [scope + name for name in self.own.targets]
        if given:
            feeds |= {scope + copied.fed.get(name, name): value for name, value in given.items()}
            targets += self._effects(second)  # also what nothing but a tensor that is given led to
        feeds = {name: value for name, value in feeds.items() if self._has(name)}
        with self.live.stepping():
            self.back(before, {} if given else self._kept)
            self._called((), [*dict.fromkeys(targets), *second.ends], tuple(feeds))(*feeds.values())

    def back(self, before: Values, but: Container[str] = ()) -> None:
        """Let the random numbers that the first half drew be those that are next, with what their states held before;
        `but` for those of some nodes.
        """
        blocks = {block for name, some in self._states.items() if name not in but for block in some}
        self.live.set({block: before[block] for block in blocks & before.keys()})

    @cached_property
    def _states(self) -> dict[str, set[str]]:
        """The nodes that draw random numbers in the first half, and their states, as `Variable.block`."""
        blocks = {variable.node: variable.block for variable in self.own.variables}
        draws = [op.name for op in own_sources(self.graph, self.own)]
        moved = [op for op in reached(self.graph, draws, self.own.feeds) if counts(op)]
        made = {op.name: {one.name for handle in writes(op) for one in makers(handle)} for op in moved}
        return {name: {blocks[one] for one in some & blocks.keys()} for name, some in made.items()}

    def _effects(self, second: _Second) -> list[str]:
        """The copied nodes that write or act."""
        copied = second.copied
        fed = {node_of(tensor) for tensor in (*copied.fed, *copied.fed.values())}
        ours = {node.name for node in copied.definition.node} - fed  # what gives back what was drawn is in no graph
        there = [op for op in self.graph.get_operations() if op.name in ours]
        return [f"{second.scope}/{op.name}" for op in there if _changes(op)]

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

    def _has(self, tensor: str) -> bool:
        try:
            self.graph.get_tensor_by_name(tensor)
        except KeyError:
            return False
        return True
