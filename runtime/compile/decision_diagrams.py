"""Conditions on variables of two or more values each, as decision diagrams that are reduced and shared.

Equal conditions are one number, however they came about, so what cancels is gone: that a value is 0 or 1 is ALWAYS.
"Both" and "either" take about as many steps as the diagrams have nodes; what takes too many is UNKNOWN.
"""

from __future__ import annotations

from collections.abc import Callable

NEVER, ALWAYS, UNKNOWN = 0, 1, -1
_MOST_STEPS = 400  # of one operation, which calls itself as deeply


class _TooLarge(Exception):
    """A condition of too many parts."""


class DecisionDiagrams:
    """A table of conditions as multi-valued decision diagrams. A variable is a level >= 0; lower levels are asked
    first.
    """

    def __init__(self) -> None:
        self._nodes: list[tuple[int, tuple[int, ...]]] = []  # level, and the condition for each value there
        self._numbers: dict[tuple[int, tuple[int, ...]], int] = {}
        self._made: dict[tuple[int, int, int], int] = {}  # (what is strong, one, other) -> them joined
        self._steps = 0

    def node(self, condition: int) -> tuple[int, tuple[int, ...]]:
        """The level that a condition asks first, and the condition that is left for each of its values."""
        return self._nodes[condition - 2]

    def value(self, level: int, values: int, value: int) -> int:
        """The condition that a variable with so many values has this one."""
        return self._node(level, tuple(ALWAYS if n == value else NEVER for n in range(values)))

    def both(self, one: int, other: int) -> int:
        """The condition that both hold."""
        return self._bounded(lambda: self._joined(NEVER, one, other))

    def either(self, one: int, other: int) -> int:
        """The condition that at least one holds."""
        return self._bounded(lambda: self._joined(ALWAYS, one, other))

    def without(self, condition: int, gone: Callable[[int], bool]) -> int:
        """The condition that some values of the variables at levels `gone` make it hold (existential
        quantification).
        """
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
        """All conditions inside a condition, those that ask lower levels first, without NEVER and ALWAYS."""
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
        """`strong` is what is left where either of them is it: NEVER of "both", ALWAYS of "either"."""
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
