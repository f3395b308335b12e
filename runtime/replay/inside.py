"""Breaks inside functions: a step that is taken again ends at the first call in which one is met."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, partial
from typing import Any, NamedTuple

import numpy as np
import tensorflow as tf
from tensorflow.core.framework.graph_pb2 import GraphDef

from blockloom.blocks.document.addresses import Address
from blockloom.blocks.results.breaks import Break
from blockloom.blocks.results.conditions import ConditionError
from blockloom.blocks.text.phrases import phrase
from blockloom.runtime.compile.bodies import called
from blockloom.runtime.compile.program import Program, Results, SessionProgram
from blockloom.runtime.compile.step_cancel import reached
from blockloom.runtime.compile.taps import MARK, Calls, Tap
from blockloom.runtime.replay.again import Again, Superseded
from blockloom.runtime.replay.copied_graph import copied_graph, node_of, roots
from blockloom.runtime.replay.failed import reached_results
from blockloom.runtime.replay.gates import Gate, Hit, call_of, gated, has_node
from blockloom.runtime.replay.replica import Replica
from blockloom.runtime.replay.tried import Tried
from blockloom.runtime.run.past import Past

At = tuple[str, int]  # a call of the function with a tap of this token, by its number from 1
NOWHERE: At = ("", 0)
_ANY = 1 << 60  # calls


class Stop(NamedTuple):
    """A call, by its number in a step from 1, of the function with a tap, in which the step is looked at: because of a
    break, or None. `calls` are the blocks that lead there, the outermost first; (): there are several ways. `passed`
    are how many calls there were until then, by the token of a tap.
    """

    tap: Tap
    number: int
    met: Break | None
    calls: Sequence[Address]
    passed: Mapping[str, int]

    @property
    def at(self) -> At:
        return self.tap.token, self.number


class Inside:
    """Takes the steps of a program again, up to the breaks in its functions."""

    def __init__(self, program: Program, past: Past):
        self.program, self.taps = program, [*program.taps]
        self.again = Again(program, past, self._replica)
        self._gates: list[Gate] = []
        self._tried: Tried | None = None
        self._before: list[tuple[Calls, int]] = []
        self._passed: dict[str, int] = {}

    def has(self, one: Break) -> bool:
        """Whether a break is inside of a function."""
        return bool(one.at.told_on(self.program.page).page)

    def ask(self, breaks: Sequence[Break]) -> None:
        """The breaks that are met from now on. Raises ConditionError where one can never be."""
        wanted = {tap.token: [one for one in breaks if one.at.page == tap.page] for tap in self.taps}
        for one in filter(self.has, breaks):
            taps = [tap for tap in self.taps if tap.page == one.at.page]
            if not taps:
                raise ConditionError(phrase("{} is not part of this run: fetch it, or what depends on it", one.text))
            if any(tap.flows for tap in taps):
                raise ConditionError(phrase("a dataset calls {}: a run does not pause inside", taps[0].page))
            if any(tap.token.encode() in self._drawn for tap in taps):
                raise ConditionError(
                    phrase("in {} nobody can tell which call draws what: a run does not pause inside", taps[0].page)
                )
        if {gate.tap.token: gate.breaks for gate in self._gates} != {t: own for t, own in wanted.items() if own}:
            self.again.close()
            self._gates = [Gate(tap, wanted[tap.token]) for tap in self.taps if wanted[tap.token]]

    def try_in(self, tap: Tap, number: int, values: Mapping[int, np.ndarray]) -> None:
        """Take steps again as if what the op of a tap takes at these places had these values in this call; {}: no
        more.
        """
        if values or self._tried is not None:
            self.again.close()
        self._tried = Tried(tap, number, values) if values else None

    @cached_property
    def _drawn(self) -> set[bytes]:
        """The tokens of taps in functions that are not taken again: of some that draw all is kept as a whole, and what
        hangs on what is not kept is not known.
        """
        graph = self.program.graph
        lost = {graph.get_operation_by_name(name) for own in self.again.sessions() for name in own.drawn.lost}
        todo = list(lost)
        while todo:
            op = todo.pop()
            after = {user for tensor in op.outputs for user in tensor.consumers()} | {*op._control_outputs}
            todo += after - lost
            lost |= after
        slots = [node_of(slot.tensor) for own in self.again.sessions() for slot in own.drawn.slots]
        found = {op.name for op in lost} | {*slots}
        definition = graph.as_graph_def()
        functions = {one.signature.name: one.node_def for one in definition.library.function}
        nodes = [node for node in definition.node if node.name in found]
        tokens, seen = set[bytes](), set[str]()
        while nodes:
            node = nodes.pop()
            tokens |= {node.attr[MARK].s} if MARK in node.attr else set()
            names = {one.function for one in called(node)} & functions.keys() - seen
            seen |= names
            nodes += [inner for name in names for inner in functions[name]]
        return tokens

    def look(
        self,
        step: int,
        given: Mapping[str, Any] | None,
        after: Mapping[str, int],
        at: At | None = None,
        ends: bool = True,
    ) -> tuple[dict[str, Results], list[Calls], Stop | None]:
        """Take a step again, with `given` as `Again.results`, up to where a break is met after so many calls, by the
        token of a tap; or to the call `at`; or to its end where neither is. Gives what it showed, by session, the calls
        of each tap, and where it ended. Where it does not `end` at that call, it comes to its end. Raises
        ConditionError, and what TensorFlow raises.
        """
        for tap in self.taps:
            tap.begin()
        if self._tried is not None:
            self._tried.begin()
        for gate in self._gates:
            here = at[1] if at is not None and at[0] == gate.tap.token else 0
            gate.begin(after.get(gate.tap.token, 0), here, at is not None and not here, ends)
        replicas, tapes = self.again.before(step)
        if self.again.ended:
            raise Superseded
        found: dict[str, Results] = {}
        for own in self.again.sessions():
            replica = replicas[own.id]
            self._enter(replica)
            try:
                found[own.id] = replica.results(tapes[own.id], given)
            except (tf.errors.OpError, RuntimeError):
                for error in filter(None, (gate.error for gate in self._gates)):
                    raise error from None
                hits = [(gate, gate.hit) for gate in self._gates if gate.hit is not None]
                if not hits:
                    raise
                (gate, hit), *_ = hits
                if not ends:
                    raise
                self._check(gate, hit)
                calls = self._heard(gate)
                self._leave(replica)
                stop = self._stop(gate, hit)
                for one in self._gates:
                    one.begin(off=True)
                if self._tried is not None:
                    self._tried.begin()
                heads = self._heads(hit, replica.copied.definition)
                results, _ = reached_results(self.again, own, step, heads, given, self._enter)
                return {**results, **found}, calls, stop
            self._leave(replica)
        for gate in self._gates:
            if gate.hit is not None:
                self._check(gate, gate.hit)
                return found, self._heard(gate), self._stop(gate, gate.hit)
        return found, self._heard(), None

    def _check(self, gate: Gate, hit: Hit) -> None:
        """Raise ValueError where what is tried is not so in the call of a hit."""
        if self._tried is not None and not self._tried.is_in(gate.tap, hit.values):
            raise ValueError(phrase("nobody can tell in which call of {} it is computed", gate.tap.page))

    def _enter(self, replica: Replica) -> None:
        for gate in self._gates:
            gate.enters(replica)

    def _leave(self, replica: Replica) -> None:
        for gate in self._gates:
            gate.leaves(replica)
            self._passed[gate.tap.token] = gate.passed

    def _heard(self, stopped: Gate | None = None) -> list[Calls]:
        """The calls that taps heard, with that in which the step was ended."""
        heard = [tap.calls() for tap in self.taps]
        if stopped is not None and stopped.hit is not None:
            at, (number, values) = self.taps.index(stopped.tap), stopped.hit[:2]
            heard[at] = Calls(number, {**heard[at].kept, number - 1: values})
        return heard

    def _stop(self, gate: Gate, hit: Hit) -> Stop:
        calls: Sequence[Address] = hit.met.calls if hit.met is not None else ()
        if hit.function in self.program.callers:
            of, by = self.program.callers[hit.function]
            calls = self.program.way(by, of)
        elif not hit.function:
            calls = self.program.way(self._call(hit.node))
        return Stop(gate.tap, hit.number, hit.met, calls, self.passed)

    def all_but(self, passed: Mapping[str, int]) -> dict[str, int]:
        """The same by the token of every tap: of those of which it is not known how many there were, all have been."""
        return {tap.token: passed.get(tap.token, _ANY) for tap in self.taps}

    @property
    def passed(self) -> dict[str, int]:
        """How many calls there were in the step that was looked at last, as far as it was, by the token of a tap."""
        return dict(self._passed)

    def _call(self, tap: str) -> str:
        """The node in whose place a function with a tap stands."""
        return call_of(tap, partial(has_node, self.program.graph))

    def _heads(self, hit: Hit, definition: GraphDef) -> set[str]:
        """The nodes of a graph that may run a call."""
        if not hit.function:
            return {self._call(hit.node)}
        holders = {one.signature.name: one.node_def for one in definition.library.function}
        functions, todo = {hit.function}, [hit.function]
        while todo:
            callee = todo.pop()
            for name, nodes in holders.items():
                if name not in functions and any(one.function == callee for node in nodes for one in called(node)):
                    functions.add(name)
                    todo.append(name)
        return {node.name for node in definition.node if any(one.function in functions for one in called(node))}

    # --- the graph ------------------------------------------------------------------------------------------------

    def _replica(self, program: Program, own: SessionProgram) -> Replica:
        tokens = {tap.token.encode() for tap in self.taps if not tap.silent}
        if not self.taps:
            return Replica(program, own)
        silent = list(self._silent(own))
        copied = gated(copied_graph(program.graph, own, silent, hears=tokens), self._gates)
        copied = self._tried.put(copied) if self._tried is not None else copied
        return Replica(program, own, copied, in_order=bool(self._gates))  # calls have the same numbers each time

    def _silent(self, own: SessionProgram) -> Iterator[str]:
        """The silent taps of functions that stand in the place of calls which a session runs."""
        graph = self.program.graph
        runs: set[tf.Operation] = set()
        for op in graph.get_operations():
            if MARK in op.node_def.attr and op.type != "PyFunc":
                runs = runs or reached(graph, map(node_of, roots(own)), own.feeds)
                if graph.get_operation_by_name(self._call(op.name)) in runs:
                    yield op.name

    # --- what is shown of calls -----------------------------------------------------------------------------------

    def keep(self) -> None:
        """Keep what is shown of calls, so that it can be shown again."""
        self._before = [(tap.seen, tap.chosen) for tap in self.taps]

    def put_back(self, calls: bool = True) -> None:
        """Show what was kept: the `calls`, and which of them."""
        for tap, (seen, chosen) in zip(self.taps, self._before):
            tap.seen, tap.chosen = seen if calls else tap.seen, chosen

    def show(self, heard: Sequence[Calls]) -> None:
        """Show these calls, of each function the last."""
        for tap, calls in zip(self.taps, heard):
            tap.seen, tap.chosen = calls, -1


def is_tap(program: Program, op: tf.Operation) -> bool:
    """Whether an op is a tap of a program."""
    return bool(program.taps) and MARK in op.node_def.attr
