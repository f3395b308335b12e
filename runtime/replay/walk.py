"""The way back from a value that is not finite, along tensors that are not either, to where that began."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Literal, NamedTuple

import numpy as np
import tensorflow as tf
from tensorflow.core.framework.graph_pb2 import GraphDef

from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.document.addresses import Address
from blockloom.runtime.compile.deadness import Deadness, may_die
from blockloom.runtime.compile.program import Program, SessionProgram, Variable
from blockloom.runtime.replay.bodies import ARGUMENT, Body, Called, Ref, body_of, called
from blockloom.runtime.replay.copied_graph import CopiedGraph, copied_graph, unchecked
from blockloom.runtime.replay.health import (
    FILL,
    INFINITE,
    NAN,
    Added,
    Chain,
    Heard,
    Link,
    TooMuch,
    Values,
    can_be,
    kept_refs,
    looked_into,
    mended,
)
from blockloom.runtime.replay.replica import Replica
from blockloom.runtime.run.drawn import Tape
from blockloom.runtime.run.past import Values as State

_AT_ONCE = 256 << 20  # bytes of all tensors of a step that are fetched; of larger ones it is told what they are like
_UNKNOWN = 1 << 12  # bytes of a tensor whose shape nobody knows
_DEEPEST = 20  # functions in functions that are looked into
_LISTS_MOST = 100_000  # turns of loops that are gone through for one element of a list


class Call(NamedTuple):
    """A call of a function that a node runs, by its number, and how many it made."""

    node: str
    attr: str
    place: int
    number: int


Scope = tuple[Call, ...]  # () is the graph


class At(NamedTuple):
    """A tensor in a call."""

    scope: Scope
    ref: Ref


class Cause(NamedTuple):
    """Where a value that is not finite began: an op `made` it of finite ones, it was `given`, typed or drawn, a
    variable `held` it before the step, or it came out of a `loop` of dataflow, into which nothing like it went.
    `way` are the tensors from there to the value that was asked about."""

    kind: Literal["made", "given", "held", "loop"]
    at: At
    way: list[At]
    variable: Variable | None = None


class Step:
    """A step that is taken again to be looked at: `state` and `tape` say what it began with, and drew. Raises what
    TensorFlow raises."""

    def __init__(
        self, program: Program, own: SessionProgram, state: State, tape: Tape, copied: CopiedGraph | None = None
    ):
        self.program, self.own, self.state, self.tape = program, own, state, tape
        self.copied = copied or unchecked(copied_graph(program.graph, own))
        self.graph = body_of(self.copied.definition)
        self._bodies: dict[str, Body] = {}
        self._bits: dict[Ref, int] = {}  # of the graph
        self._values: dict[Ref, np.ndarray] = {}
        self._given: dict[str, np.ndarray] = {}  # in the place of tensors, in a session that is another step's
        self._heard: dict[Chain, Heard] = {}
        self._places: dict[Chain, dict[tuple[str, int], dict[Ref, int]]] = {}
        self.variables = {v.node: v for v in (*own.variables, *own.shared)}
        self._shared = {v.shared or v.node: v for v in self.variables.values()}
        self.replica: Replica | None = None

    def close(self) -> None:
        """End its session."""
        if self.replica is not None and not self._given:
            self.replica.close()

    def mended(self, tensors: Iterable[At]) -> Step:
        """The same step with a number in the place of all that is not finite in some tensors."""
        tensors = list(tensors)
        values = [self._values.get(at.ref) if not at.scope else None for at in tensors]
        if all(value is not None for value in values):
            same = Step(self.program, self.own, self.state, self.tape, self.copied)
            same.replica = self.replica
            same._given = {
                self.graph.text(at.ref): mended_value(value) for at, value in zip(tensors, values) if value is not None
            }
            return same
        definition = mended(self.copied.definition, [(self._function(at.scope), at.ref) for at in tensors])
        copied = replace(self.copied, definition=definition, same=False)
        return Step(self.program, self.own, self.state, self.tape, copied)

    def _function(self, scope: Scope) -> str:
        function = self.body(scope).function
        return function.signature.name if function is not None else ""

    # --- what is not finite ---------------------------------------------------------------------------------------

    def look(self, ends: Iterable[str], after: bool) -> list[str]:
        """Take the step for these nodes, and all before them; with `after` for all that it does to variables. Gives the
        nodes that it went through."""
        dies = any(may_die(node.op) for node in self.graph.nodes.values())
        if self.replica is None:
            graph = self.program.graph if self.copied.same and not dies else None
            self.replica = Replica(self.program, self.own, self.copied, graph)
        replica = self.replica
        gone = replica.unknown(self.tape)
        targets = replica.targets(self.tape) if after else []
        nodes = [name for name in self.graph.closure([*ends, *targets]) if name not in gone]
        refs = [
            Ref(name, number)
            for name in nodes
            for number, output in enumerate(self.graph.outputs(name))
            if can_be(output.dtype) and not traits_of(self.graph.nodes[name].op).variable
        ]
        fed = replica.fed(self.tape) | self._given
        known = {ref: fed[text] for ref in refs if (text := self.graph.text(ref)) in fed}
        refs = [ref for ref in refs if ref not in known]
        tensors = {ref: replica.graph.get_tensor_by_name(self.graph.text(ref)) for ref in refs}
        guarded = dict[Ref, tuple[tf.Tensor, tf.Tensor] | None]()
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
            added = Added(self.graph, sure, lambda ref: f"in_{ref.number}/{ref.node}")
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
            self._bits |= zip(sure, map(int, added.told(found[0])))
        for ref, value, index in zip(unsure, found[count::2], found[count + 1 :: 2]):
            self._bits[ref] = bits(value) if index == 0 else 0
        return nodes

    def heard(self, chain: Chain) -> Heard:
        """What the calls of the functions at the end of a chain told."""
        found = self._heard.get(chain)
        if found is None:
            definition, found = looked_into(self.copied.definition, chain)
            self._run_for(definition, chain)
            self._heard[chain] = found
            if found.full:
                raise TooMuch
        return found

    def values(self, scope: Scope, refs: list[Ref]) -> Values:
        """What tensors were, in the graph or in a call."""
        if not refs:
            return ()
        if not scope:
            assert self.replica is not None
            known = {ref: self._values[ref] for ref in refs if ref in self._values}
            others = [ref for ref in refs if ref not in known]
            if others:
                self.replica.load(self.state)
                names = [self.graph.text(ref) for ref in others]
                known |= zip(others, self.replica.run(names, [], self.replica.fed(self.tape) | self._given))
            return tuple(known[ref] for ref in refs)
        definition, heard = looked_into(self.copied.definition, _chain(scope), refs)
        self._run_for(definition, _chain(scope))
        return heard.calls[_outer(scope)][scope[-1].attr, scope[-1].place][scope[-1].number]

    def _run_for(self, definition: GraphDef, chain: Chain) -> None:
        """Take the step for a node that runs functions."""
        copied = replace(self.copied, definition=definition)
        replica = Replica(self.program, self.own, copied)
        try:
            replica.load(self.state)
            replica.run([], [chain[0].node], replica.fed(self.tape))
        finally:
            replica.close()

    def calls(self, scope: Scope, node: str) -> dict[tuple[str, int], int]:
        """How often a node ran each of its functions, by (attr, place)."""
        return {
            key: len(calls)
            for key, calls in self._of(scope, node).calls.get(tuple(c.number for c in scope), {}).items()
        }

    def _of(self, scope: Scope, node: str) -> Heard:
        return self.heard((*_chain(scope), Link(node, "", 0)))

    def bits(self, at: At) -> int:
        """What is in a tensor, NAN and INFINITE, 0 where nobody knows."""
        if not at.scope:
            if traits_of(self.graph.nodes[at.ref.node].op).variable == "reference":  # others write into it meanwhile
                variable = self.variable(at)
                return bits(self.state[variable.block]) if variable and variable.block in self.state else 0
            return self._bits.get(at.ref, 0)
        call = at.scope[-1]
        heard = self._of(at.scope[:-1], call.node)
        chain = _chain(at.scope)
        key = call.attr, call.place
        places = self._places.setdefault(chain, {})
        if key not in places:
            places[key] = {ref: number for number, ref in enumerate(kept_refs(self.body(at.scope)))}
        number = places[key].get(at.ref)
        calls = heard.calls.get(_outer(at.scope), {}).get(key, [])
        return int(calls[call.number][0][number]) if number is not None and call.number < len(calls) else 0

    # --- bodies ---------------------------------------------------------------------------------------------------

    def body(self, scope: Scope) -> Body:
        """The graph, or the function that is called."""
        body = self.graph
        for call in scope:
            one = next(o for o in called(body.nodes[call.node]) if o[:2] == (call.attr, call.place))
            if one.function not in self._bodies:
                self._bodies[one.function] = body_of(self.copied.definition, one.function)
            body = self._bodies[one.function]
        return body

    def functions(self, at: At) -> list[Called]:
        """The functions that the node of a tensor runs."""
        return [] if at.ref.node == ARGUMENT else called(self.body(at.scope).nodes[at.ref.node])

    def given(self, at: At) -> At:
        """Where an argument of a function came from: the turn before, or what the node took."""
        *outer, call = at.scope
        scope = tuple(outer)
        body = self.body(scope)
        kind = traits_of(body.nodes[call.node].op).functional
        number = at.ref.number
        if kind == "loop" and call.number > 0:
            scope = (*scope, call._replace(number=call.number - 1))
            return At(scope, self.body(scope).gives[number])
        return At(scope, body.takes(call.node)[number + (kind == "branch")])

    def returned(self, at: At) -> At:
        """Where an output of a node that runs functions came from: what the last call gave."""
        node = self.body(at.scope).nodes[at.ref.node]
        functions = called(node)
        calls = self.calls(at.scope, node.name)
        ran = functions[1:] if traits_of(node.op).functional == "loop" else functions
        for one in ran:
            count = calls.get(one[:2], 0)
            if count:
                scope = (*at.scope, Call(node.name, one.attr, one.place, count - 1))
                return At(scope, self.body(scope).gives[at.ref.number])
        takes = self.body(at.scope).takes(node.name)
        return At(at.scope, takes[at.ref.number])  # a loop without a turn

    def variable(self, at: At) -> Variable | None:
        """The variable whose handle or reference a tensor is."""
        while True:
            if at.ref.node == ARGUMENT:
                if not at.scope:
                    return None
                at = self.given(at)
                continue
            node = self.body(at.scope).nodes[at.ref.node]
            if traits_of(node.op).variable:
                return self._shared.get(node.attr["shared_name"].s.decode() or node.name) or self.variables.get(
                    node.name
                )
            takes = self.body(at.scope).takes(node.name)
            if not takes or called(node):
                return None
            at = At(at.scope, takes[0])

    def becomes(self, variable: Variable) -> bool:
        """Whether a variable holds what is not finite after the step, which was taken for what it does to them."""
        assert self.replica is not None
        value = self.replica.variables([variable.block]).get(variable.block)
        return value is not None and bits(value) != 0

    def holds(self, variable: Variable) -> bool:
        """Whether a variable held what is not finite before the step."""
        value = self.state.get(variable.block)
        return value is not None and bits(value) != 0


def mended_value(value: np.ndarray) -> np.ndarray:
    """An array with a number in the place of all that is not finite."""
    value = np.asarray(value)
    return np.where(np.isfinite(value), value, np.asarray(FILL, value.dtype))


def _bytes(tensor: tf.Tensor) -> int:
    count = tensor.shape.num_elements()
    return _UNKNOWN if count is None else count * tensor.dtype.size


def bits(value: np.ndarray) -> int:
    """What is in an array: NAN, INFINITE."""
    value = np.asarray(value)
    if value.dtype.kind not in "fcV" or value.dtype.kind == "V" and value.dtype.itemsize > 4:
        return 0
    if np.isfinite(value).all():
        return 0
    return NAN * bool(np.isnan(value).any()) + INFINITE * bool(np.isinf(value).any())


def _chain(scope: Scope) -> Chain:
    return tuple(Link(*call[:3]) for call in scope)


def _outer(scope: Scope) -> tuple[int, ...]:
    return tuple(call.number for call in scope[:-1])


def chains(step: Step, block: Address) -> list[tuple[Chain, list[str]]]:
    """The ways into functions that have nodes of a block of a function's page, and these nodes."""
    found, places = list[tuple[Chain, list[str]]](), step.program.places
    todo: list[tuple[Chain, Body]] = [((), step.graph)]
    while todo:
        chain, body = todo.pop()
        nodes = [name for name in body.nodes if chain and (at := places.get(name)) is not None and at.owner == block]
        if nodes:
            found.append((chain, nodes))
        for node in body.nodes.values() if len(chain) < _DEEPEST else ():
            for one in called(node):
                todo.append(((*chain, Link(node.name, *one[:2])), body_of(step.copied.definition, one.function)))
    return found


def last_call(step: Step, chain: Chain, node: str, pin: str) -> At | None:
    """The output of a node that is not finite, in the last call of a function in which it is so."""

    def scopes(scope: Scope, links: Chain) -> Iterator[Scope]:
        if not links:
            yield scope
            return
        count = step.calls(scope, links[0].node).get(links[0][1:], 0)
        for number in reversed(range(count)):
            yield from scopes((*scope, Call(*links[0], number)), links[1:])

    for scope in itertools.islice(scopes((), chain), _LISTS_MOST):
        for number, output in enumerate(step.body(scope).outputs(node)):
            at = At(scope, Ref(node, number))
            if pin in ("", output.name) and step.bits(at):
                return at
    return None


# --- the way back -----------------------------------------------------------------------------------------------------


def causes(step: Step, starts: Iterable[At], nodes: Iterable[str]) -> Iterator[Cause]:
    """Where values came from that are not finite: each once, the nearest first along each way. `nodes` are those that
    the step went through."""
    todo: list[tuple[At, At | None]] = [(start, None) for start in starts]
    came: dict[At, At | None] = {}
    writers: dict[str, list[str]] | None = None
    while todo:
        at, before = todo.pop()
        if at in came:
            continue
        came[at] = before
        found = _sources(step, at)
        if found is None:
            continue
        if isinstance(found, list):
            todo += [(source, at) for source in reversed(found)]
            continue
        kind, variable = found
        if kind == "read" and variable is not None:
            if step.holds(variable):
                yield Cause("held", at, _way(came, at), variable)
                continue
            writers = _writers(step, nodes) if writers is None else writers
            taken = [At((), ref) for name in writers.get(variable.block, ()) for ref in _bad(step, (), name)]
            todo += [(source, at) for source in reversed(taken)]
            if not taken:
                makers = writers.get(variable.block, ())
                end = At((), Ref(makers[0], 0)) if makers else at
                came.setdefault(end, at)
                yield Cause("made", end, _way(came, end), variable)
            continue
        yield _of_infinity(step, Cause(kind if kind != "read" else "made", at, _way(came, at)))


def written(step: Step, variable: Variable, nodes: Iterable[str]) -> Iterator[Cause]:
    """Where what a variable holds after a step came from, which it did not hold before."""
    makers = _writers(step, nodes).get(variable.block, [])
    for name in makers:
        taken = [At((), ref) for ref in _bad(step, (), name)]
        own = At((), Ref(name, 0))
        if taken:
            for cause in causes(step, taken, nodes):
                yield cause._replace(way=[*cause.way, own])
            continue
        body = step.graph
        held = [v for ref in body.handles(name) if (v := step.variable(At((), ref))) is not None and step.holds(v)]
        yield Cause("held" if held else "made", own, [own], held[0] if held else variable)


def _way(came: Mapping[At, At | None], at: At) -> list[At]:
    way = dict.fromkeys([at])
    following = came[at]
    while following is not None and following not in way:
        way[following] = None
        following = came[following]
    return list(way)


def _of_infinity(step: Step, cause: Cause) -> Cause:
    """An infinity that was typed in is meant: what is at fault for a NaN is the op that makes one of it."""
    if cause.kind != "given" or step.bits(cause.at) != INFINITE:
        return cause
    for number, at in enumerate(cause.way):
        if step.bits(at) & NAN and at.ref.node != ARGUMENT and not step.functions(at):
            return Cause("made", at, cause.way[number:])
    return cause


def _bad(step: Step, scope: Scope, node: str) -> list[Ref]:
    return [ref for ref in step.body(scope).takes(node) if step.bits(At(scope, ref))]


def _sources(step: Step, at: At) -> list[At] | tuple[Literal["made", "given", "read", "loop"], Variable | None] | None:
    """The tensors that a tensor came from, of those that are not finite; what it is if there are none."""
    scope, ref = at
    if ref.node == ARGUMENT:
        return [step.given(at)] if scope else ("given", None)
    body = step.body(scope)
    node = body.nodes[ref.node]
    traits = traits_of(node.op)
    if not scope and (f"{ref.node}:{ref.number}" in step.copied.fed or body.text(ref) in step.own.feeds):
        return "given", None
    opaque = not can_be(body.dtype(ref))
    if called(node):
        return [step.returned(at)]
    if not scope and traits.flow == "exit":
        entered = _entered(step, ref.node)
        return entered if entered else ("loop", None)
    if node.op == "TensorListPopBack" and not opaque:
        top = _top(step, At(scope, body.takes(ref.node)[0]))
        return [top] if top is not None else ("made", None)
    takes = body.takes(ref.node)
    found = [At(scope, one) for one in takes if step.bits(At(scope, one))]
    handles = [one for one in takes if body.dtype(one) == tf.variant.as_datatype_enum]
    if opaque:
        return found + [At(scope, one) for one in handles] or None
    if found:
        return found
    if handles:
        return [At(scope, one) for one in handles]
    held = body.handles(ref.node)
    if traits.variable or held:
        source = at if traits.variable else At(scope, held[0])
        variable = step.variable(source)
        if variable is not None:
            return "read", variable
    return ("made" if takes else "given"), None


def _top(step: Step, at: At) -> At | None:
    """The tensor on top of a list: what was appended, past what was taken off since."""
    over = 0
    for _ in range(_LISTS_MOST):
        if at.ref.node == ARGUMENT:
            at = step.given(at)
            continue
        body = step.body(at.scope)
        node = body.nodes[at.ref.node]
        takes = body.takes(node.name)
        if called(node):
            at = step.returned(at)
        elif node.op == "TensorListPushBack":
            if not over:
                return At(at.scope, takes[1]) if step.bits(At(at.scope, takes[1])) else None
            over, at = over - 1, At(at.scope, takes[0])
        elif node.op == "TensorListPopBack":
            over, at = over + 1, At(at.scope, takes[0])
        elif takes and traits_of(node.op).same_value:
            at = At(at.scope, takes[0])
        else:
            return None
    return None


def _entered(step: Step, node: str) -> list[At]:
    """What is not finite of all that enters a loop of dataflow."""
    body, todo, seen, found = step.graph, [node], set[str](), dict[At, None]()
    while todo:
        name = todo.pop()
        if name in seen:
            continue
        seen.add(name)
        if traits_of(body.nodes[name].op).flow == "enter":
            found.update((At((), ref), None) for ref in _bad(step, (), name))
        else:
            todo += body.before(name)
    return list(found)


def _writers(step: Step, nodes: Iterable[str]) -> dict[str, list[str]]:
    """The nodes that write each variable."""
    found: dict[str, list[str]] = {}
    body = step.graph
    for name in nodes:
        node = body.nodes[name]
        traits = traits_of(node.op)
        if traits.variable or traits.inert or traits.same_value or traits.of_value or called(node):
            continue
        held = body.handles(name)
        if len(body.takes(name)) < 2:
            continue
        for ref in held:
            if (variable := step.variable(At((), ref))) is not None:
                found.setdefault(variable.block, []).append(name)
    return found
