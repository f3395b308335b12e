"""Replay of a step that finds its non-finite tensors, also in calls of functions."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

import numpy as np
import tensorflow as tf
from tensorflow.core.framework.graph_pb2 import GraphDef

from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.runtime.compile.deadness import Deadness, may_die
from blockloom.runtime.compile.graph_bodies import ARGUMENT, FunctionUse, GraphBody, TensorRef, body_of, function_uses
from blockloom.runtime.compile.program import Program, SessionProgram, Variable
from blockloom.runtime.replay.dataflow_loops import DataflowLoops, LoopOrigin
from blockloom.runtime.replay.finite_checks import (
    FILL,
    INFINITE,
    NAN,
    Chain,
    FunctionCallHealth,
    FunctionLink,
    HealthNodes,
    TooManyCalls,
    Values,
    can_be,
    kept_refs,
    looked_into,
    with_finite_values,
)
from blockloom.runtime.replay.isolated_graph import IsolatedGraph, copied_graph, unchecked
from blockloom.runtime.replay.replica import ReplaySession
from blockloom.runtime.run.external_input_recorder import Tape
from blockloom.runtime.run.run_history import Values as State

_AT_ONCE = 256 << 20  # most bytes of tensors that are fetched; of more bytes, only summaries are fetched
_UNKNOWN = 1 << 12  # assumed bytes of a tensor with an unknown shape
DEEPEST = 20  # most nested functions to inspect


class FunctionCall(NamedTuple):
    """A call of a function that a node runs, with the number of the call."""

    node: str
    attr: str
    place: int
    number: int


Scope = tuple[FunctionCall, ...]  # () is the graph


class CallTensor(NamedTuple):
    """A tensor in a call."""

    scope: Scope
    ref: TensorRef


class InspectedStep:
    """A step that is replayed for inspection; methods raise the errors of TensorFlow.

    Args:
        state: The values of variables before the step.
        tape: The external inputs of the step.
        copied: The graph to run.
    """

    def __init__(
        self, program: Program, own: SessionProgram, state: State, tape: Tape, copied: IsolatedGraph | None = None
    ):
        self.program, self.own, self.state, self.tape = program, own, state, tape
        self.copied = copied or unchecked(copied_graph(program.graph, own))
        self.graph = body_of(self.copied.definition)
        self._bodies: dict[str, GraphBody] = {}
        self._bits: dict[TensorRef, int] = {}  # tensor of the graph -> its bits
        self._values: dict[TensorRef, np.ndarray] = {}
        self._given: dict[str, np.ndarray] = {}  # values that replace tensors, in a session shared with another step
        self._heard: dict[Chain, FunctionCallHealth] = {}
        self._places: dict[Chain, dict[tuple[str, int], dict[TensorRef, int]]] = {}
        self.variables = {v.node: v for v in (*own.variables, *own.shared)}
        self._shared = {v.shared or v.node: v for v in self.variables.values()}
        self.replica: ReplaySession | None = None
        self._loops: DataflowLoops | None = None
        self._began: dict[str, list[TensorRef] | LoopOrigin | None] = {}

    def close(self) -> None:
        """Close the session."""
        if self.replica is not None and not self._given:
            self.replica.close()

    def with_finite_values(self, tensors: Iterable[CallTensor]) -> InspectedStep:
        """Return the same step with a number in place of the non-finite elements of some tensors."""
        tensors = list(tensors)
        values = [self._values.get(tensor.ref) if not tensor.scope else None for tensor in tensors]
        if all(value is not None for value in values):
            same = InspectedStep(self.program, self.own, self.state, self.tape, self.copied)
            same.replica = self.replica
            same._given = {
                self.graph.text(tensor.ref): finite_value(value)
                for tensor, value in zip(tensors, values)
                if value is not None
            }
            return same
        definition = with_finite_values(
            self.copied.definition, [(self._function(tensor.scope), tensor.ref) for tensor in tensors]
        )
        copied = replace(self.copied, definition=definition, is_identical=False)
        return InspectedStep(self.program, self.own, self.state, self.tape, copied)

    def _function(self, scope: Scope) -> str:
        function = self.body(scope).function
        return function.signature.name if function is not None else ""

    def look(self, ends: Iterable[str], after: bool) -> list[str]:
        """Replay the step up to some nodes, and check all tensors on the way.

        Args:
            ends: The nodes.
            after: Whether to run the whole step, with its effects on variables.

        Returns:
            The nodes that ran.
        """
        dies = any(may_die(node.op) for node in self.graph.nodes.values())
        if self.replica is None:
            graph = self.program.graph if self.copied.is_identical and not dies else None
            self.replica = ReplaySession(self.program, self.own, self.copied, graph)
        replica = self.replica
        gone = replica.unknown(self.tape)
        targets = replica.targets(self.tape) if after else []
        nodes = [name for name in self.graph.closure([*ends, *targets]) if name not in gone]
        refs = [
            TensorRef(name, number)
            for name in nodes
            for number, output in enumerate(self.graph.outputs(name))
            if can_be(output.dtype) and not traits_of(self.graph.nodes[name].op).variable
        ]
        fed = replica.fed(self.tape) | self._given
        known = {ref: fed[text] for ref in refs if (text := self.graph.text(ref)) in fed}
        refs = [ref for ref in refs if ref not in known]
        tensors = {ref: replica.graph.get_tensor_by_name(self.graph.text(ref)) for ref in refs}
        guarded = dict[TensorRef, tuple[tf.Tensor, tf.Tensor] | None]()
        if dies:
            with replica.graph.as_default():
                deadness = Deadness(replica.graph)
                refs = [ref for ref in refs if not deadness.in_loop(tensors[ref])]
                guarded = {ref: deadness.guarded(tensors[ref]) for ref in refs if deadness.may_die(tensors[ref])}
        sure = [ref for ref in refs if ref not in guarded]
        unsure = {ref: pair for ref, pair in guarded.items() if pair is not None}
        fetch = [self.graph.text(ref) for ref in sure]
        added = None
        if sum(_bytes(tensors[ref]) for ref in sure) > _AT_ONCE:
            added = HealthNodes(self.graph, sure, lambda ref: f"in_{ref.number}/{ref.node}")
            given = {f"in_{ref.number}/{ref.node}:0": tensors[ref] for ref in sure}
            with replica.graph.as_default():
                tf.graph_util.import_graph_def(GraphDef(node=added.nodes), given, name="")
            fetch = [f"{added.health}:0"]
        count = len(fetch)
        fetch += [one.name for pair in unsure.values() for one in pair]
        replica.load(self.state)
        found = list(replica.run(fetch, targets, fed))
        self._values = known if added is not None else known | dict(zip(sure, found))
        self._bits = {ref: bits(value) for ref, value in self._values.items()}
        if added is not None:
            self._bits |= zip(sure, map(int, added.contents(found[0])))
        for ref, value, index in zip(unsure, found[count::2], found[count + 1 :: 2]):
            self._bits[ref] = bits(value) if index == 0 else 0
        return nodes

    def captured_calls(self, chain: Chain) -> FunctionCallHealth:
        """Return the captured calls of the functions at the end of a chain."""
        found = self._heard.get(chain)
        if found is None:
            definition, found = looked_into(self.copied.definition, chain)
            self._run_for(definition, [chain[0].node])
            self._heard[chain] = found
            if found.full:
                raise TooManyCalls
        return found

    def values(self, scope: Scope, refs: list[TensorRef]) -> Values:
        """Return the values of tensors in the graph or in a call."""
        if not refs:
            return ()
        if not scope:
            assert self.replica is not None
            fed = self.replica.fed(self.tape) | self._given
            known = {ref: fed[text] for ref in refs if (text := self.graph.text(ref)) in fed}
            known |= {ref: self._values[ref] for ref in refs if ref in self._values}
            others = [ref for ref in refs if ref not in known]
            if others:
                self.replica.load(self.state)
                known |= zip(others, self.replica.run([self.graph.text(ref) for ref in others], [], fed))
            return tuple(known[ref] for ref in refs)
        definition, heard = looked_into(self.copied.definition, chain_of(scope), refs)
        self._run_for(definition, [scope[0].node])
        return heard.calls[outer(scope)][scope[-1].attr, scope[-1].place][scope[-1].number]

    def loop_origin(self, end: str) -> list[TensorRef] | LoopOrigin | None:
        """Return the origin of the value of an Exit, see `DataflowLoops.origin_of`; None if unknown."""
        if end not in self._began:
            self._loops = self._loops or DataflowLoops(self.copied.definition, self._run_for)
            try:
                self._began[end] = self._loops.origin_of(end, lambda ref: self.bits(CallTensor((), ref)) != 0)
            except (tf.errors.OpError, RuntimeError, ValueError):  # the loop has an unusual structure
                self._began[end] = None
        return self._began[end]

    def _run_for(self, definition: GraphDef, nodes: list[str]) -> None:
        """Replay the step for some nodes of another graph."""
        copied = replace(self.copied, definition=definition)
        replica = ReplaySession(self.program, self.own, copied)
        try:
            replica.load(self.state)
            replica.run([], nodes, replica.fed(self.tape) | self._given)
        finally:
            replica.close()

    def calls(self, scope: Scope, node: str) -> dict[tuple[str, int], int]:
        """Return the number of calls of each function of a node, by (attr, place)."""
        return {
            key: len(calls)
            for key, calls in self._of(scope, node).calls.get(tuple(c.number for c in scope), {}).items()
        }

    def _of(self, scope: Scope, node: str) -> FunctionCallHealth:
        return self.captured_calls((*chain_of(scope), FunctionLink(node, "", 0)))

    def bits(self, tensor: CallTensor) -> int:
        """Return the bits NAN and INFINITE of a tensor; 0 if it is finite or unknown."""
        if not tensor.scope:
            if traits_of(self.graph.nodes[tensor.ref.node].op).variable == "reference":  # may have changed since
                variable = self.variable(tensor)
                return bits(self.state[variable.block]) if variable and variable.block in self.state else 0
            return self._bits.get(tensor.ref, 0)
        call = tensor.scope[-1]
        heard = self._of(tensor.scope[:-1], call.node)
        chain = chain_of(tensor.scope)
        key = call.attr, call.place
        places = self._places.setdefault(chain, {})
        if key not in places:
            places[key] = {ref: number for number, ref in enumerate(kept_refs(self.body(tensor.scope)))}
        number = places[key].get(tensor.ref)
        calls = heard.calls.get(outer(tensor.scope), {}).get(key, [])
        return int(calls[call.number][0][number]) if number is not None and call.number < len(calls) else 0

    def body(self, scope: Scope) -> GraphBody:
        """Return the graph, or the called function."""
        body = self.graph
        for call in scope:
            one = next(o for o in function_uses(body.nodes[call.node]) if o[:2] == (call.attr, call.place))
            if one.function not in self._bodies:
                self._bodies[one.function] = body_of(self.copied.definition, one.function)
            body = self._bodies[one.function]
        return body

    def functions(self, tensor: CallTensor) -> list[FunctionUse]:
        """Return the functions that the node of a tensor runs."""
        return [] if tensor.ref.node == ARGUMENT else function_uses(self.body(tensor.scope).nodes[tensor.ref.node])

    def argument_source(self, tensor: CallTensor) -> CallTensor:
        """Return the tensor passed as an argument: an output of the previous iteration, or an input of the node."""
        *outer, call = tensor.scope
        scope = tuple(outer)
        body = self.body(scope)
        kind = traits_of(body.nodes[call.node].op).functional
        number = tensor.ref.number
        if kind == "loop" and call.number > 0:
            scope = (*scope, call._replace(number=call.number - 1))
            return CallTensor(scope, self.body(scope).function_outputs[number])
        return CallTensor(scope, body.inputs_of(call.node)[number + (kind == "branch")])

    def result_source(self, tensor: CallTensor) -> CallTensor:
        """Return the tensor that a node with functions outputs: a result of its last call.

        For a loop without iterations, it is an input of the node.
        """
        node = self.body(tensor.scope).nodes[tensor.ref.node]
        functions = function_uses(node)
        calls = self.calls(tensor.scope, node.name)
        ran = functions[1:] if traits_of(node.op).functional == "loop" else functions
        for one in ran:
            count = calls.get(one[:2], 0)
            if count:
                scope = (*tensor.scope, FunctionCall(node.name, one.attr, one.place, count - 1))
                return CallTensor(scope, self.body(scope).function_outputs[tensor.ref.number])
        takes = self.body(tensor.scope).inputs_of(node.name)
        return CallTensor(tensor.scope, takes[tensor.ref.number])  # the loop had no iterations

    def variable(self, tensor: CallTensor) -> Variable | None:
        """Return the variable whose handle or reference a tensor is."""
        while True:
            if tensor.ref.node == ARGUMENT:
                if not tensor.scope:
                    return None
                tensor = self.argument_source(tensor)
                continue
            node = self.body(tensor.scope).nodes[tensor.ref.node]
            if traits_of(node.op).variable:
                return self._shared.get(node.attr["shared_name"].s.decode() or node.name) or self.variables.get(
                    node.name
                )
            takes = self.body(tensor.scope).inputs_of(node.name)
            if not takes or function_uses(node):
                return None
            tensor = CallTensor(tensor.scope, takes[0])

    def becomes_nonfinite(self, variable: Variable) -> bool:
        """Return whether a variable is non-finite after the step, which `look` ran as a whole."""
        assert self.replica is not None
        value = self.replica.variables([variable.block]).get(variable.block)
        return value is not None and bits(value) != 0

    def updated(self, variable: Variable, tensor: CallTensor) -> np.ndarray:
        """Return the value of a variable right after the op that outputs `tensor`, or the call around it, has run."""
        assert self.replica is not None
        self.replica.load(self.state)
        node = tensor.scope[0].node if tensor.scope else tensor.ref.node
        self.replica.run([], [node], self.replica.fed(self.tape) | self._given)
        return self.replica.variables([variable.block])[variable.block]

    def was_nonfinite(self, variable: Variable) -> bool:
        """Return whether a variable was non-finite before the step."""
        value = self.state.get(variable.block)
        return value is not None and bits(value) != 0


def finite_value(value: np.ndarray) -> np.ndarray:
    """Return an array with a number in place of non-finite elements."""
    value = np.asarray(value)
    return np.where(np.isfinite(value), value, np.asarray(FILL, value.dtype))


def _bytes(tensor: tf.Tensor) -> int:
    count = tensor.shape.num_elements()
    return _UNKNOWN if count is None else count * tensor.dtype.size


def bits(value: np.ndarray) -> int:
    """Return the bits NAN and INFINITE of an array; 0 if it is finite."""
    value = np.asarray(value)
    if value.dtype.kind not in "fcV" or value.dtype.kind == "V" and value.dtype.itemsize > 4:
        return 0
    if np.isfinite(value).all():
        return 0
    return NAN * bool(np.isnan(value).any()) + INFINITE * bool(np.isinf(value).any())


def chain_of(scope: Scope) -> Chain:
    """Return the functions of a scope, without the numbers of their calls."""
    return tuple(FunctionLink(*call[:3]) for call in scope)


def outer(scope: Scope) -> tuple[int, ...]:
    """Return the numbers of the calls around a scope."""
    return tuple(call.number for call in scope[:-1])
