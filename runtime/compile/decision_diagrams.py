"""Conditions on variables of two or more values, as reduced and shared decision diagrams.

Equal conditions are the same number, however they were built, so that terms cancel: "the value is 0 or 1" is ALWAYS. A
conjunction or disjunction takes about as many steps as the diagrams have nodes; a result that takes too many is
UNKNOWN.
"""

from __future__ import annotations

from collections.abc import Callable

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
