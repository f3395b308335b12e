"""Find the tensors that may be dead, and make them fetchable.

A Switch sends its input to one of its outputs. All ops behind the other output are dead in that step, and fetching a
dead tensor fails the whole run. So a tensor that may be dead is fetched through a Merge with a signal that is alive
exactly when the tensor is dead.

A tensor is alive under a condition on the predicates of Switches. `tf.cond` and gradients have many Switches with one
predicate: "in training" decides hundreds of them. A Merge is alive if any of its inputs is, every other op if all of
its inputs and control inputs are.
"""

from __future__ import annotations

from collections.abc import Callable

import tensorflow as tf
from tensorflow.python.framework import op_def_library
from tensorflow.python.ops import gen_control_flow_ops

from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.values.dtypes import name_of
from blockloom.runtime.compile.protos import add_node, node_def


def may_die(op: str) -> bool:
    """Return whether outputs behind this op may have no value in a step, or several."""
    return traits_of(op).flow in ("switch", "enter")


class Deadness:
    """The conditions under which tensors of a graph have a value."""

    def __init__(self, graph: tf.Graph):
        self.graph = graph
        self._conditions = DecisionDiagrams()
        self._alive: dict[str, int] = {}  # op -> the condition under which it is alive, unless that is ALWAYS
        self._frames: dict[str, tuple[str, ...]] = {}
        self._values: dict[str, tuple[str, bool]] = {}  # tensor -> the tensor with the same value, and whether negated
        self._levels: dict[tuple[str, int], int] = {}  # (predicate of Switches, number of outputs) -> variable
        self._asked: list[tuple[str, int]] = []  # (predicate, number of outputs) of each variable
        self._others: dict[tuple[int, tf.DType], tf.Tensor] = {}
        self._guarded: dict[str, tuple[tf.Tensor, tf.Tensor]] = {}
        self._analyse()

    def in_loop(self, tensor: tf.Tensor) -> bool:
        """Return whether a tensor is between Enter and Exit, and so cannot be fetched."""
        return bool(self._frame(tensor.op))

    def may_die(self, tensor: tf.Tensor) -> bool:
        """Return whether a tensor may have no value in a step."""
        return self._condition(tensor) != ALWAYS

    def op_may_die(self, op: tf.Operation) -> bool:
        """Return whether an op may not run in a step."""
        return self._alive.get(op.name, ALWAYS) != ALWAYS

    def op_in_loop(self, op: tf.Operation) -> bool:
        """Return whether an op is between Enter and Exit."""
        return bool(self._frames.get(op.name))

    def guarded(self, tensor: tf.Tensor) -> tuple[tf.Tensor, tf.Tensor] | None:
        """Return a tensor that can always be fetched in place of a tensor that may be dead.

        Returns:
            The tensor to fetch, and a tensor that is 0 if the first has the value; None if the condition is too large.
        """
        if tensor.name in self._guarded:
            return self._guarded[tensor.name]
        condition = self._condition(tensor)
        if condition == UNKNOWN:
            return None
        dtype = tensor.dtype.base_dtype
        either = {one.name: one for one in (tensor, self._other(condition, dtype))}
        name = self.graph.unique_name("Merge")  # there may be hundreds of Merges, and tf.raw_ops takes twice the time
        attrs = {"T": ("type", name_of(dtype.as_datatype_enum)), "N": ("int", 2)}
        add_node(self.graph, node_def(name, "Merge", either, "", attrs), either)
        value, index = self.graph.get_operation_by_name(name).outputs
        self._guarded[tensor.name] = value, index
        return self._guarded[tensor.name]

    def _condition(self, tensor: tf.Tensor) -> int:
        op = tensor.op
        condition = self._alive.get(op.name, ALWAYS)
        if traits_of(op.type).flow != "switch":
            return condition
        asked, negated = self._value(op.inputs[1])
        number = 1 - tensor.value_index if negated else tensor.value_index
        variable = asked, len(op.outputs)
        if variable not in self._levels:
            self._levels[variable] = len(self._asked)
            self._asked.append(variable)
        taken = self._conditions.value(self._levels[variable], len(op.outputs), number)
        return self._conditions.conjunction(condition, taken)

    def _value(self, tensor: tf.Tensor) -> tuple[str, bool]:
        return self._values.get(tensor.name, (tensor.name, False))

    def _frame(self, op: tf.Operation) -> tuple[str, ...]:
        """Return the frames of the loops that contain the outputs of an op."""
        frame = self._frames.get(op.name, ())
        return frame[:-1] if traits_of(op.type).flow == "exit" else frame

    def _analyse(self) -> None:
        operations = self.graph.get_operations()
        waits = {op.name: 0 for op in operations}
        users: dict[str, list[tf.Operation]] = {}
        for op in operations:
            for source in _sources(op):
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
        frame = max(map(self._frame, _sources(op)), key=len, default=())
        traits = traits_of(op.type)
        if traits.flow == "enter":
            frame += (op.get_attr("frame_name").decode(),)
        if frame:
            self._frames[op.name] = frame
        inputs = list(op.inputs)
        # The outputs equal the first input if they are alive. The value of a reference may change meanwhile.
        if (traits.same_value or traits.flow == "switch") and not inputs[0].dtype._is_ref_dtype:
            self._values.update((output.name, self._value(inputs[0])) for output in op.outputs)
        elif op.type == "LogicalNot":
            name, negated = self._value(inputs[0])
            self._values[op.outputs[0].name] = name, not negated
        before = [self._condition(t) for t in inputs if traits_of(t.op.type).flow != "next_iteration"]
        if traits.flow == "merge":
            condition = NEVER if before else ALWAYS
            for other in before:
                condition = self._conditions.disjunction(condition, other)
        else:
            condition = ALWAYS
            for other in before + [self._alive.get(source.name, ALWAYS) for source in op.control_inputs]:
                condition = self._conditions.conjunction(condition, other)
        if traits.flow == "exit":  # an Exit is alive if its loop is, whatever its Switches decide
            inside = frame[-1:]
            condition = self._conditions.without(condition, lambda level: self._frame_asked(level)[-1:] == inside)
        if condition != ALWAYS:
            self._alive[op.name] = condition

    def _frame_asked(self, level: int) -> tuple[str, ...]:
        return self._frame(self.graph.get_tensor_by_name(self._asked[level][0]).op)

    def _other(self, condition: int, dtype: tf.DType) -> tf.Tensor:
        """Return a value that is alive if the condition is false."""
        if (condition, dtype) not in self._others:
            # Depend on an Identity, not on the tensor's op: a control edge from a Switch would be alive for either
            # output.
            with tf.control_dependencies([tf.identity(self._dead(condition))]):
                self._others[condition, dtype] = tf.zeros([], dtype)
        return self._others[condition, dtype]

    def _dead(self, condition: int) -> tf.Tensor:
        """Return a token that is alive if the condition is false: Switches send it through the diagram, to NEVER.

        A predicate is read only if it is alive: conditions on it are false otherwise.
        """
        tokens: dict[int, list[tf.Tensor]] = {condition: [tf.constant(0)]}
        for at in self._conditions.below(condition) if condition != NEVER else ():
            level, then = self._conditions.node(at)
            asked, values = self._asked[level]
            token, value = _any(tokens[at]), self.graph.get_tensor_by_name(asked)
            if values == 2 and value.dtype == tf.bool:
                sent = gen_control_flow_ops.switch(token, value)
            else:
                # The name of an op begins with no underscore.
                sent = op_def_library.apply_op(
                    "_SwitchN", data=token, output_index=value, num_outs=values, name="SwitchN"
                )
            for next_at, output in zip(then, sent, strict=True):
                tokens.setdefault(next_at, []).append(output)
        return _any(tokens[NEVER])


def _any(signals: list[tf.Tensor]) -> tf.Tensor:
    return signals[0] if len(signals) == 1 else gen_control_flow_ops.merge(signals).output


def _sources(op: tf.Operation) -> list[tf.Operation]:
    """Return the ops that an op waits for before it runs the first time."""
    sources = [tensor.op for tensor in op.inputs] + op.control_inputs
    return [source for source in sources if traits_of(source.type).flow != "next_iteration"]


# Conditions on variables of two or more values, as reduced and shared decision diagrams.
#
# Equal conditions are the same number, however they were built, so that terms cancel: "the value is 0 or 1" is
# ALWAYS. A conjunction or disjunction takes about as many steps as the diagrams have nodes; a result that takes too
# many is UNKNOWN.


NEVER, ALWAYS, UNKNOWN = 0, 1, -1
_MOST_STEPS = 400  # most steps of one operation, which is also its recursion depth


class _TooLarge(Exception):
    """Raised if an operation on conditions takes too many steps."""


class DecisionDiagrams:
    """A table of conditions as multi-valued decision diagrams.

    A variable is a level >= 0; diagrams test lower levels first.
    """

    def __init__(self) -> None:
        self._nodes: list[tuple[int, tuple[int, ...]]] = []  # level, and the condition for each value
        self._numbers: dict[tuple[int, tuple[int, ...]], int] = {}
        self._made: dict[tuple[int, int, int], int] = {}  # (absorbing condition, one, other) -> their combination
        self._steps = 0

    def node(self, condition: int) -> tuple[int, tuple[int, ...]]:
        """Return the first level that a condition tests, and the remaining condition for each of its values."""
        return self._nodes[condition - 2]

    def value(self, level: int, values: int, value: int) -> int:
        """Return the condition that a variable, with `values` possible values, has the value `value`."""
        return self._node(level, tuple(ALWAYS if n == value else NEVER for n in range(values)))

    def conjunction(self, one: int, other: int) -> int:
        """Return the conjunction of two conditions."""
        return self._bounded(lambda: self._joined(NEVER, one, other))

    def disjunction(self, one: int, other: int) -> int:
        """Return the disjunction of two conditions."""
        return self._bounded(lambda: self._joined(ALWAYS, one, other))

    def without(self, condition: int, gone: Callable[[int], bool]) -> int:
        """Return a condition with the variables at levels `gone` existentially quantified."""
        done: dict[int, int] = {}

        def rest(at: int) -> int:
            if at < 2:
                return at
            if at not in done:
                self._step()
                level, then = self.node(at)
                left = tuple(map(rest, then))
                if gone(level):
                    rest_of = NEVER
                    for part in left:
                        rest_of = self._joined(ALWAYS, rest_of, part)
                else:
                    rest_of = self._node(level, left)
                done[at] = rest_of
            return done[at]

        return self._bounded(lambda: rest(condition))

    def below(self, condition: int) -> list[int]:
        """Return all conditions inside a condition, lower levels first, without NEVER and ALWAYS."""
        below, todo = {condition}, [condition]
        while todo:
            new = {then for then in self.node(todo.pop())[1] if then > ALWAYS} - below
            below |= new
            todo += new
        return sorted(below, key=lambda at: self.node(at)[0])

    def _bounded(self, operation: Callable[[], int]) -> int:
        self._steps = 0
        try:
            return operation()
        except _TooLarge:
            return UNKNOWN

    def _step(self) -> None:
        self._steps += 1
        if self._steps > _MOST_STEPS:
            raise _TooLarge

    def _node(self, level: int, then: tuple[int, ...]) -> int:
        if UNKNOWN in then:
            return UNKNOWN
        if len(set(then)) == 1:
            return then[0]
        if (level, then) not in self._numbers:
            self._nodes.append((level, then))
            self._numbers[level, then] = len(self._nodes) + 1
        return self._numbers[level, then]

    def _joined(self, strong: int, first: int, other: int) -> int:
        """Combine two conditions; `strong` absorbs any other: NEVER in a conjunction, ALWAYS in a disjunction."""
        if strong in (first, other):
            return strong
        if first == other or other == 1 - strong:
            return first
        if first == 1 - strong:
            return other
        if UNKNOWN in (first, other):
            return UNKNOWN
        key = strong, min(first, other), max(first, other)
        if key not in self._made:
            self._step()
            (at, firsts), (under, others) = self.node(first), self.node(other)
            level = min(at, under)
            if at != level:
                firsts = (first,) * len(others)
            if under != level:
                others = (other,) * len(firsts)
            self._made[key] = self._node(
                level, tuple(self._joined(strong, a, b) for a, b in zip(firsts, others, strict=True))
            )
        return self._made[key]
