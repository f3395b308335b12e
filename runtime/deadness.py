"""Which tensors may be dead, and how to fetch them all the same.

A Switch sends its input to one of its outputs; everything behind the other is dead in that step, and fetching a dead
tensor fails the whole run. So a tensor that may be dead is fetched through a Merge with a signal that is alive exactly
when it is dead.

When a tensor is alive is a condition in disjunctive form: a set of terms, each a set of (Switch, output) that must all
be taken. A Merge is alive when any of its inputs is; complementary terms cancel. The signal for "not alive" is built of
the same parts: "A and B" is a constant with control inputs A and B, "A or B" is their Merge.
"""

from __future__ import annotations

from collections.abc import Iterable

import tensorflow as tf
from tensorflow.python.ops import gen_control_flow_ops

from blockloom.blocks.structure import ENTERS, EXITS, LOOP_BACK

SWITCHES = frozenset({"Switch", "RefSwitch", "_SwitchN"})
_MERGES = frozenset({"Merge", "RefMerge"})
CONTROL_FLOW = SWITCHES | ENTERS

Term = frozenset[tuple[str, int]]  # (name of the Switch, number of its output)
Condition = frozenset[Term]        # alive when any term holds; {frozenset()} is always, the empty set is not known
ALWAYS: Condition = frozenset({frozenset()})
_MOST_TERMS = 64


class Deadness:
    """The conditions of the tensors upstream of some fetches."""

    def __init__(self, graph: tf.Graph):
        self.graph = graph
        self._alive: dict[str, Condition] = {}
        self._frames: dict[str, tuple[str, ...]] = {}
        self._signals: dict[object, tf.Tensor] = {}
        self._guarded: dict[str, tuple[tf.Tensor, tf.Tensor]] = {}
        self._analyse()

    def in_loop(self, tensor: tf.Tensor) -> bool:
        """Whether the tensor lies between Enter and Exit, where nothing can be fetched."""
        frame = self._frames.get(tensor.op.name, ())
        return bool(frame[:-1] if tensor.op.type in EXITS else frame)

    def may_die(self, tensor: tf.Tensor) -> bool:
        return self._condition(tensor) != ALWAYS

    def op_may_die(self, op: tf.Operation) -> bool:
        return self._alive.get(op.name, ALWAYS) != ALWAYS

    def op_in_loop(self, op: tf.Operation) -> bool:
        return bool(self._frames.get(op.name))

    def guarded(self, tensor: tf.Tensor) -> tuple[tf.Tensor, tf.Tensor] | None:
        """(a tensor that can always be fetched, one that is 0 where the first holds the value); None where the
        condition has too many parts to express."""
        if tensor.name in self._guarded:
            return self._guarded[tensor.name]
        condition = self._condition(tensor)
        if len(condition) > _MOST_TERMS:
            return None
        dead = self._all([self._any([self._other(*taken) for taken in sorted(term)]) for term in
                          sorted(condition, key=sorted)])
        with tf.control_dependencies([dead]):
            other = tf.zeros([], tensor.dtype.base_dtype)
        merged = gen_control_flow_ops.merge([tensor, other])
        self._guarded[tensor.name] = merged.output, merged.value_index
        return self._guarded[tensor.name]

    # --- analysis -------------------------------------------------------------------------------------------------

    def _condition(self, tensor: tf.Tensor) -> Condition:
        condition = self._alive.get(tensor.op.name, ALWAYS)
        if tensor.op.type in SWITCHES:
            condition = frozenset(term | {(tensor.op.name, tensor.value_index)} for term in condition)
        return condition

    def _analyse(self) -> None:
        operations = self.graph.get_operations()
        waits = {op.name: 0 for op in operations}
        users: dict[str, list[tf.Operation]] = {}
        for op in operations:
            for source in _sources(op):
                if source.type not in LOOP_BACK:
                    waits[op.name] += 1
                    users.setdefault(source.name, []).append(op)
        ready = [op for op in operations if not waits[op.name]]
        while ready:
            op = ready.pop()
            self._visit(op)
            for user in users.get(op.name, ()):
                waits[user.name] -= 1
                if not waits[user.name]:
                    ready.append(user)

    def _visit(self, op: tf.Operation) -> None:
        frame: tuple[str, ...] = ()
        for source in _sources(op):
            if source.type not in LOOP_BACK:
                have = self._frames.get(source.name, ())
                if source.type in EXITS:
                    have = have[:-1]
                frame = max(frame, have, key=len)
        if op.type in ENTERS:
            frame += (op.get_attr("frame_name").decode(),)
        if frame:
            self._frames[op.name] = frame
        conditions = [self._condition(t) for t in op.inputs if t.op.type not in LOOP_BACK]
        conditions += [self._alive.get(c.name, ALWAYS) for c in op.control_inputs]
        if op.type in _MERGES:
            condition = _simplify(frozenset().union(*conditions[:len(op.inputs)])) if conditions else ALWAYS
        else:
            condition = ALWAYS
            for other in conditions:
                if other != ALWAYS and other != condition:
                    condition = _simplify(frozenset(a | b for a in condition for b in other))
        if op.type in EXITS:  # a loop ends, whatever its own Switches did on the way
            inside = frame[-1:]
            condition = _simplify(frozenset(frozenset(t for t in term if self._frames.get(t[0], ())[-1:] != inside)
                                            for term in condition))
            self._frames[op.name] = frame
        if condition != ALWAYS:
            self._alive[op.name] = condition

    # --- signals --------------------------------------------------------------------------------------------------

    def _other(self, switch: str, taken: int) -> tf.Tensor:
        """Alive when another output of the Switch is taken."""
        outputs = self.graph.get_operation_by_name(switch).outputs
        return self._any([self._signal(("is", switch, number), [output]) for number, output in enumerate(outputs)
                          if number != taken])

    def _any(self, signals: list[tf.Tensor]) -> tf.Tensor:
        if len(signals) == 1:
            return signals[0]
        key = ("any", *(s.name for s in signals))
        if key not in self._signals:
            self._signals[key] = gen_control_flow_ops.merge(signals).output
        return self._signals[key]

    def _all(self, signals: list[tf.Tensor]) -> tf.Tensor:
        return signals[0] if len(signals) == 1 else self._signal(("all", *(s.name for s in signals)), signals)

    def _signal(self, key: object, after: Iterable[tf.Tensor]) -> tf.Tensor:
        # An Identity and not the tensor's op: a control edge from a Switch would be alive for either output.
        if key not in self._signals:
            with tf.control_dependencies([tf.identity(t) for t in after]):
                self._signals[key] = tf.constant(0)
        return self._signals[key]


def _sources(op: tf.Operation) -> list[tf.Operation]:
    return [t.op for t in op.inputs] + list(op.control_inputs)


def _simplify(condition: Condition) -> Condition:
    """Two terms that differ in which output of one Switch is taken are one without it; a term absorbs longer ones."""
    terms = set(condition)
    changed = True
    while changed and len(terms) <= 4 * _MOST_TERMS:
        changed = False
        for term in sorted(terms, key=len):
            for switch, taken in term:
                twin = (term - {(switch, taken)}) | {(switch, 1 - taken)}
                if twin in terms and taken in (0, 1):
                    terms -= {term, twin}
                    terms.add(term - {(switch, taken)})
                    changed = True
                    break
            if changed:
                break
    return frozenset(t for t in terms if not any(other < t for other in terms))


