"""Breaks inside functions: while a step is taken again, taps hear each call of the functions, and test it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import tensorflow as tf

from blockloom.blocks.results.breaks import Break
from blockloom.blocks.results.conditions import ConditionError
from blockloom.blocks.text.phrases import phrase
from blockloom.runtime.compile.program import Program, Results, SessionProgram
from blockloom.runtime.compile.taps import Calls, Test
from blockloom.runtime.replay.again import Again
from blockloom.runtime.replay.copied_graph import copied_graph
from blockloom.runtime.replay.replica import Replica
from blockloom.runtime.run.conditions import holds
from blockloom.runtime.run.past import Past

MOST_CALLS = 10_000  # of a function with breaks in it, in one step


def hearing(program: Program, past: Past) -> Again:
    """What takes steps again in such a way that the taps of the program hear them."""
    tokens = _tokens(program)

    def replica(program: Program, own: SessionProgram) -> Replica:
        return Replica(program, own, copied_graph(program.graph, own, hears=tokens) if tokens else None)

    return Again(program, past, replica)


def is_tap(program: Program, op: tf.Operation) -> bool:
    """Whether an op is a tap of a program."""
    return bool(program.taps) and "token" in op.node_def.attr and op.node_def.attr["token"].s in _tokens(program)


def _tokens(program: Program) -> set[bytes]:
    return {tap.token.encode() for tap in program.taps}


class Inside:
    """The functions of a program, of which the breaks are asked in each call."""

    def __init__(self, program: Program):
        self.program, self.taps = program, [*program.taps]
        self._asked: Sequence[Break] = ()
        self._error: ConditionError | None = None
        self._before: list[tuple[Calls, int]] = []

    def has(self, one: Break) -> bool:
        """Whether a break is inside of a function."""
        return bool(one.at.told_on(self.program.page).page)

    def ask(self, breaks: Sequence[Break], most: int = 0) -> None:
        """Have each call asked whether a break is met, from now on; a step with more than `most` calls fails."""
        self._asked, self._error = [one for one in breaks if self.has(one)], None
        for tap in self.taps:
            tests = [Test(one.at, partial(self._holds, one)) for one in self._asked if one.at.page == tap.page]
            tap.ask(tests, most if tests else 0)

    def _holds(self, one: Break, results: Results) -> bool:
        if one.condition is None:
            return True
        try:
            return holds(one.condition, {at._replace(page=""): pins for at, pins in results.items()})
        except ConditionError as error:
            self._error = self._error or error
            return False

    def begin(self) -> None:
        """A step is taken again: forget the calls of the one before."""
        for tap in self.taps:
            tap.begin()

    def keep(self) -> None:
        """Keep what is shown of calls, so that it can be shown again."""
        self._before = [(tap.seen, tap.chosen) for tap in self.taps]

    def put_back(self, calls: bool = True) -> None:
        """Show what was kept: the `calls`, and which of them."""
        for tap, (seen, chosen) in zip(self.taps, self._before):
            tap.seen, tap.chosen = seen if calls else tap.seen, chosen
        self.ask(())

    def heard(self) -> list[Calls]:
        """The calls of a step that was taken again, which are shown by `show`."""
        return [tap.calls() for tap in self.taps]

    def show(self, heard: Sequence[Calls]) -> None:
        """Show these calls."""
        for tap, calls in zip(self.taps, heard):
            tap.seen = calls

    def check(self) -> None:
        """Raises ConditionError where what is asked cannot be answered."""
        if self._error is not None:
            raise self._error
        for tap in self.taps:
            if tap.too_often:
                text = phrase(
                    "{} is called more than {} times in a step: too often to pause inside", tap.page, MOST_CALLS
                )
                raise ConditionError(text)

    def met(self, one: Break) -> tuple[int, int] | None:
        """The first call in which a break is met, from 1, and how many there are; None where there is none. Raises
        ConditionError where no step can answer."""
        self.check()
        taps = [tap for tap in self.taps if tap.page == one.at.page]
        if not taps:
            raise ConditionError(phrase("{} is not part of this run: fetch it, or what depends on it", one.text))
        number = [other for other in self._asked if other.at.page == one.at.page].index(one)
        for tap in taps:
            if tap.flows:
                raise ConditionError(phrase("a dataset calls {}: a run does not pause inside", tap.page))
            if number in tap.met:
                return tap.met[number] + 1, tap.calls().count
        return None

    def look(self, one: Break) -> tuple[int, int] | None:
        """Show the call in which a break is met. Gives what `met` gave."""
        found = self.met(one) if self.has(one) else None
        if found is not None:
            for tap in self.taps:
                if tap.page == one.at.page:
                    tap.chosen = found[0] - 1
        return found
