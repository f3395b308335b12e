"""A run that pauses before a step is made: what the step will give is seen, and may be tried with other values, before
the step goes on or is given up.

A step whose sources hang on what it does itself, such as a dequeue after an enqueue, cannot be drawn apart: it is made,
and the run pauses after it.

Inside a function the run pauses in one call: what the step does before it is known then, and what comes after is not,
until the run goes to the next call, or on. With other values in that call, what comes after is what is asked for: the
step is computed to its end.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, TypeVar

import numpy as np
import tensorflow as tf

from blockloom.blocks.document.addresses import Address
from blockloom.blocks.results.breaks import Break
from blockloom.blocks.results.conditions import ConditionError
from blockloom.blocks.results.run_modes import RunMode
from blockloom.blocks.text.phrases import phrase
from blockloom.blocks.values.dtypes import DTYPES
from blockloom.runtime.compile.errors import said
from blockloom.runtime.compile.inner_draws import MOST, drew_more
from blockloom.runtime.compile.program import About, Results
from blockloom.runtime.compile.step_cancel import reached
from blockloom.runtime.compile.taps import Calls
from blockloom.runtime.protocol.steps import PausedAt
from blockloom.runtime.replay.again import Superseded
from blockloom.runtime.replay.held_before import HeldBefore
from blockloom.runtime.replay.inside import NOWHERE, At, Inside, Stop
from blockloom.runtime.replay.replica import NOT_KNOWN, NOT_REACHED
from blockloom.runtime.replay.tried import element_of, fitting
from blockloom.runtime.replay.two_halves import TwoHalves, in_the_way
from blockloom.runtime.run.conditions import holds
from blockloom.runtime.run.fetched import as_array
from blockloom.runtime.run.fitting import Ran
from blockloom.runtime.run.past import LookedBack, Way
from blockloom.runtime.run.runner import Runner, by_id, merged
from blockloom.runtime.run.session import OpenSession

_T = TypeVar("_T")
Given = Mapping[Address, str | np.ndarray]  # values for outputs, in the place of what they were, as typed or arrays


class Pause:
    """A step at which a run pauses, because of `met`. `done`: it is made already. `left` is what was to be run, with
    this step, or after it where it is done; of epochs, `ran` are over. `given` are values that are tried.
    """

    def __init__(self, breaks: Breaks, step: int, met: Break, done: bool):
        self.breaks, self.step, self.met, self.done = breaks, step, met, done
        self.left: RunMode | None = RunMode()
        self.ran = Ran()
        self.given: dict[str, Any] = {}
        self.gives: dict[str, Results] = {}  # what the step gives, by session
        self.stop: Stop | None = None  # inside a function: the call in which it is looked at, up to which all is known
        self.fails = ""  # why the step cannot be looked at further on
        self.beyond = ""  # why it is not known what follows the call in which values are tried
        self.seeks: int | None = None  # the call to be looked at, 0 for the next one in which a break is met
        self.goes = False  # whether it goes on, up to the next break that is met in the step
        self.after: Mapping[str, int] = {}  # how many calls there were where it was looked at last, by token
        self.outside = False  # whether it paused at a break that is not inside a function
        self.over = ""  # the token of the tap in whose calls it was looked at
        self._one = threading.RLock()  # who tries values may be another thread than who goes on
        self._plain: dict[str, Results] = {}  # without values that are tried
        self._calls: list[Calls] = []  # of functions, likewise
        self._tries = False  # whether another thread looks at it with other values
        self._whole = False  # whether `gives` is all that the step gives
        self._inner: Mapping[int, np.ndarray] = {}  # what is tried in the call in which it is looked at

    @property
    def call(self) -> tuple[int, int]:
        """Inside a function, the call in which it is looked at, from 1, and 0; behind the last call 0, and how many
        there were; else (0, 0).
        """
        if self.stop is not None:
            return self.stop.number, 0
        return 0, self.breaks.inside.passed.get(self.over, 0)

    def look(self) -> Results:
        """Have shown what the step gives, with the values that are tried. Raises what TensorFlow raises."""
        with self._one:
            self.beyond = ""
            if not self.given and not self._inner and self._plain:
                self._show(self._plain, self._calls)
            else:
                self._look()
            return merged(by_id(self._shown()))

    def _look(self) -> None:
        """Have it looked at with the values that are tried. What follows a call in which one is tried may fail."""
        at = self.stop.at if self.stop is not None else NOWHERE
        try:
            self._take({}, at, not self._inner)
        except (tf.errors.OpError, RuntimeError) as error:
            if not self._inner or self.breaks.again.ended:
                raise
            self._take({}, at)
            self.beyond = _why(error)

    def seek(self, after: Mapping[str, int], at: At | None = None) -> Break | None:
        """Look at the first call in which a break inside a function is met, after so many by the token of a tap, or at
        the call `at`; where there is none, at the whole step. Gives the break that is met there.
        """
        with self._one:
            stood = self.stop
            self.stop = self._take(after, at)
            self.over = stood.tap.token if stood is not None else ""
            if self.stop is not None:
                self.after = self.breaks.inside.all_but(self.stop.passed)
            return self.stop.met if self.stop is not None else None

    def _take(self, after: Mapping[str, int], at: At | None, ends: bool = True) -> Stop | None:
        inside = self.breaks.inside
        gives, calls, stop = inside.look(self.step, self.given, after, at, ends)
        self._whole = stop is None or not ends
        if not self.given and not self._inner:
            self._plain, self._calls = gives, calls
        self._show(gives, calls)
        return stop

    def _show(self, gives: dict[str, Results], calls: Sequence[Calls]) -> None:
        self.gives = gives
        self.breaks.inside.show(calls)
        self.breaks.runner.looked_back = LookedBack(self.step, self._shown(), "paused")

    def _shown(self) -> dict[str, Results]:
        return self.gives if self.done else {name: self._held(name, found) for name, found in self.gives.items()}

    def whole(self) -> None:
        """Have known all that the step gives, also after the call in which it is looked at."""
        with self._one:
            if not self._whole:
                self.gives, _, _ = self.breaks.inside.look(self.step, self.given, {}, NOWHERE)
                self._whole = True

    def _held(self, session: str, found: Results) -> Results:
        """Results of a session in which variables have what they hold: the step has written nothing yet."""
        way = self.breaks.runner.past.way(self.step)
        own = next(one for one in self.breaks.again.sessions() if one.id == session)
        assert way is not None
        values = way.moment.values(session)  # of right before the step
        held = {
            v.read: as_array(values[v.block], DTYPES[v.key.dtype].label) for v in own.variables if v.block in values
        }
        shown = dict(found)
        for at, pins in own.reads.items():
            now = {pin: held.get(read, About(phrase("not initialised"))) for pin, read in pins.items()}
            shown[at] = shown.get(at, {}) | now
        return shown

    def what_if(self, given: Given) -> Results:
        """Try other values, and no others that were tried before; of what a function computes, in the call alone in
        which it is looked at: what follows is computed from that, to the end of the step. Raises ValueError where an
        output has no value that could be another, and what TensorFlow raises; then nothing is tried.
        """
        with self._one:
            try:
                inner = {
                    at: value for at, value in given.items() if at.page and at.page != self.breaks.runner.program.page
                }
                tried = dict(self._tensor(at, value) for at, value in given.items() if at not in inner)
                values = dict(self._place(at, value) for at, value in inner.items())
                self._try_in(values)
                self.given, self._tries = self._upstream(tried) | tried if tried else {}, True
                return self.look()
            except BaseException:
                self.given = {}
                self._try_in({})
                if self.breaks.again.ended:
                    self.breaks.again.close()
                self.look()
                raise
            finally:
                self._tries = False

    def _try_in(self, values: Mapping[int, np.ndarray]) -> None:
        if values or self._inner:
            assert self.stop is not None
            self.breaks.inside.try_in(self.stop.tap, self.stop.number, values)
        self._inner = dict(values)

    def _place(self, at: Address, value: str | np.ndarray) -> tuple[int, np.ndarray]:
        """The place of an output among what the tap takes of the function in whose call it is looked at."""
        tap = self.stop.tap if self.stop is not None else None
        if tap is not None and tap.page == at.page:
            source = element_of(tap.shown.get(at.owner, {}).get(at.pin), at)
            if isinstance(source, str):
                place = tap.places[source]
                spec = tap.specs[place]
                return place, fitting(at, value, spec.dtype, spec.shape)
        raise ValueError(phrase("{} has no value that could be another", at.local))

    def _end_trial(self) -> None:
        """With other values a step may take for ever: who waits for it no more ends it."""
        if self._tries:
            self.breaks.again.end()

    def _upstream(self, tried: Iterable[str]) -> dict[str, Any]:
        """What the step gives by itself for what lies upstream of tensors: nothing would wait for it, so that it might
        read variables after they are written.
        """
        graph, found = self.breaks.runner.program.graph, dict[str, Any]()
        heads = [graph.get_tensor_by_name(name).op for name in tried]
        for own in self.breaks.again.sessions():
            ops = reached(graph, [op.name for op in heads], own.feeds) - set(heads)
            for at, pins in own.shown.items():
                for pin, source in pins.items():
                    values = self._plain.get(own.id, {}).get(at, {}).get(pin)
                    for name, value in zip(source, values or ()) if isinstance(source, list) else [(source, values)]:
                        if isinstance(name, str) and isinstance(value, np.ndarray) and name not in own.feeds:
                            one = graph.get_tensor_by_name(name)
                            if one.op in ops and not one.dtype._is_ref_dtype and not one.dtype.is_quantized:
                                found[name] = value
        return found

    def _tensor(self, at: Address, value: str | np.ndarray) -> tuple[str, np.ndarray]:
        program = self.breaks.runner.program
        for own in program.sessions:
            source = element_of(own.shown.get(at.told_on(program.page), {}).get(at.pin), at)
            if isinstance(source, str):
                given = program.graph.get_tensor_by_name(source)
                return source, fitting(at, value, given.dtype.base_dtype, given.shape)
        raise ValueError(phrase("{} has no value that could be another", at.local))

    def go_on(self, with_given: bool) -> None:
        """Let the run go on, with the values that are tried or without: up to the next call in which a break is met,
        else the runner's next step is this one. One that is done already stays as it is.
        """
        self._end_trial()
        with self._one:
            if self._inner or not with_given and self.given:
                self._try_in({})
                self.given = {} if not with_given else self.given
                self.look()
            self.goes = True

    def make(self) -> None:
        """Let the runner's next step be this one; one that is done already stays as it is."""
        with self._one:
            if not self.done:
                self.breaks.arm(self)
            self.breaks.inside.put_back(calls=not self.done)
            self.breaks.pause, self.breaks.runner.looked_back = None, None

    def seek_on(self, call: int = 0) -> None:
        """Let the runner's next step be this one again, to be looked at in a call of the same function, 0: in the next
        one in which a break is met.
        """
        self._end_trial()
        with self._one:
            self._try_in({})
            self.given, self.seeks = {}, call

    def give_up(self) -> list[str]:
        """Let everything be as before the step. Gives the blocks, addresses as text, of what cannot be as it was."""
        self._end_trial()
        with self._one:
            self._try_in({})
            return self.breaks.undo(self)


def _why(error: Exception) -> str:
    if drew_more(error):
        return phrase("with this value more is drawn than the step drew")
    return said(error) or NOT_KNOWN.text


class Breaks:
    """Lets a run pause, whose steps are taken again up to the breaks inside functions."""

    def __init__(self, runner: Runner):
        self.runner, self.inside = runner, Inside(runner.program, runner.past)
        self.again = self.inside.again
        self.breaks: Sequence[Break] = ()
        self.pause: Pause | None = None
        self._halves: dict[str, TwoHalves] = {}
        self._before = dict(runner.results)
        self._armed: Pause | None = None
        self._looked_at = Address()
        self._same_step = False  # whether the run pauses again in the step where it paused before
        self.over = False  # whether nothing is left to be run after a pause
        self._ran: set[Address] | None = None
        self.apart = all(not in_the_way(runner.program.graph, own) for own in self.again.sessions())
        self._held = HeldBefore(runner, self.apart)

    @property
    def blocks(self) -> frozenset[Address]:
        """The blocks whose results are needed after every step."""
        return frozenset(
            one.at.told_on(self.runner.program.page)
            for one in self.breaks
            if one.condition is not None and not self.inside.has(one)
        )

    @property
    def at(self) -> Address:
        """The break that was looked at last."""
        return self._looked_at

    def before(self) -> bool:
        """Whether the run pauses at the step that is next, of which nothing is made then. Raises ConditionError where a
        condition can never be answered, Superseded where it was told to end, and what TensorFlow raises.
        """
        self._same_step, self.over = True, False
        if self.pause is not None and self.pause.seeks is not None:
            self._goes_to(self.pause, self.pause.seeks)
            return True
        if self.pause is not None and self._goes_on(self.pause):
            return True
        self._same_step = False
        self.pause = None
        if self._armed is not None:
            self._looks(self._armed, self._armed.whole)
            return False
        if not self.breaks:
            return False
        self._before = dict(self.runner.results)
        self.inside.keep()
        self._held.keep()
        self._looked_at = next((one.at for one in self.breaks if self.inside.has(one)), Address())
        self.inside.ask(self.breaks)
        if not self.apart:
            self.runner.past.latest = None  # a moment is kept right before the step
            return False
        try:
            self.runner.draw(lambda live: self._half(live).draws())
        except BaseException:
            self._put_back(False)
            raise
        if error := self._too_much():
            lost = self._put_back(False)
            raise ConditionError("; ".join([error, *(phrase("what was drawn from {} is gone", one) for one in lost)]))
        pause = Pause(self, self.runner.steps + 1, Break(Address()), False)
        met = self._looks(pause, lambda: self._next(pause))
        if met is None:
            pause.make()
            return False
        self.pause, pause.met = pause, met
        return True

    def _goes_on(self, pause: Pause) -> bool:
        """Whether a run that goes on pauses in the same step again."""
        if not pause.goes:
            return False
        pause.goes, pause.fails = False, ""

        def look() -> Break | None:
            self.inside.ask(self.breaks)
            return self._next(pause)

        inside = any(map(self.inside.has, self.breaks)) and (pause.stop is not None or not pause.over)
        met = self._looks(pause, look) if inside and not pause.given else None  # what is tried was for this step
        if met is None:
            pause.make()
            self.over = pause.done and pause.left is None
        pause.met = met or pause.met
        return met is not None

    def _looks(self, pause: Pause, look: Callable[[], _T | None]) -> _T | None:
        """Look at the step of a pause, in a way that can be ended, with which the step is given up. Where TensorFlow
        fails, the step itself tells it.
        """
        self.runner.ends = self.again.end
        try:
            return look()
        except (tf.errors.OpError, RuntimeError) as error:
            if not self.again.ended:
                pause.fails = _why(error)
                return None
            self._leave(pause)
            raise Superseded from error
        except BaseException:
            self._leave(pause)
            raise
        finally:
            self.runner.ends = None
            if self.again.ended:
                self.again.close()

    def _leave(self, pause: Pause) -> None:
        """Give up a step that is looked at, or leave it where it is made."""
        if not pause.done:
            pause.give_up()
        self.inside.put_back(calls=not pause.done)
        self.pause, self.runner.looked_back = None, None

    def _goes_to(self, pause: Pause, call: int) -> None:
        """Look at another call of the function in which the run pauses."""
        stop, pause.seeks, pause.fails = pause.stop, None, ""
        after, token = (stop.passed, stop.tap.token) if stop is not None else ({}, pause.over)
        at = (token, call) if call and token else None
        pause.met = self._looks(pause, lambda: pause.seek(after, at)) or pause.met

    def _next(self, pause: Pause) -> Break | None:
        """The break that a step comes to next; it is looked at there. Of those that are not inside functions it is one
        in a step.
        """
        after = pause.after
        inside = pause.seek(after)
        met = self._met(merged(by_id(pause.gives))) if not pause.outside else None
        pause.outside = pause.outside or met is not None
        if met is not None:
            pause.stop, pause.over, pause.after = None, "", after
        if met is not None and inside is not None:
            pause.seek({}, NOWHERE)
        return met or inside

    def leaves(self, mode: RunMode | None, ran: Ran) -> None:
        """Keep what is yet to be run where the run pauses, None: nothing; of epochs, `ran` are over. Where the run
        pauses again in the same step, no step was made since, and what the first pause kept stays.
        """
        if self.pause is not None and not self._same_step:
            self.pause.left, self.pause.ran = mode, ran

    def told(self) -> PausedAt | None:
        """Where the run pauses."""
        pause = self.pause
        if pause is None:
            return None
        met, page = pause.met, self.runner.program.page
        at, found = met.at.told_on(page), (pause.stop.calls if pause.stop is not None else ()) or met.calls
        calls = tuple(str(one.told_on(page)) for one in found)
        here = pause.stop is None or pause.stop.met is not None
        condition = met.condition is not None and here
        text = met.text if here else ""
        return PausedAt(pause.step, str(at), text, condition, pause.done, calls, pause.call, pause.fails)

    def after(self, over: bool) -> bool:
        """Whether the run pauses after a step that was made; where the run is over, it does not."""
        armed, self._armed = self._armed, None
        if armed is not None:
            if armed.given:  # what was drawn does not tell what was computed
                self.runner.past.back(self.runner.steps - 1)
            return False
        if not self.breaks or self.apart or over:
            return False
        if any(map(self.inside.has, self.breaks)) and (error := self._too_much()):
            raise ConditionError(error)
        pause = Pause(self, self.runner.steps, Break(Address()), True)
        met = None
        if any(map(self.inside.has, self.breaks)):
            self.inside.keep()
            met = self._looks(pause, lambda: self._next(pause))
            if met is None:
                self.inside.put_back()
                self.runner.looked_back = None
        else:
            met, pause.outside = self._met(self.runner.latest()), True
        if met is not None:
            self.pause, pause.met = pause, met
        return met is not None

    def _too_much(self) -> str:
        """Why nobody can look inside of what the step under way drew, or the latest; "" where one can."""
        program = self.runner.program
        calls = [call for live in self.runner.training() for call in live.drawn.too_much]
        if not calls:
            return ""
        place, size = program.place(calls[0]), f"{MOST >> 20} MB"
        return phrase(
            "{} draws more than {} in one step: a run does not pause inside, take the breaks there away",
            place.told_on(program.page) if place is not None else calls[0],
            size,
        )

    def arm(self, pause: Pause) -> None:
        """Let the next step of the runner be that of a pause."""
        way = self.runner.past.way(pause.step)
        assert way is not None
        self._armed = pause
        self.runner.made = {live.own.id: partial(self._make, live, way, pause) for live in self.runner.training()}

    def _make(self, live: OpenSession, way: Way, pause: Pause) -> Results:
        name = live.own.id
        self._half(live).make(way.tapes[-1].get(name, {}), pause.given, way.moment.values(name))
        return pause.gives.get(live.own.id, {})

    def undo(self, pause: Pause) -> list[str]:
        """See `Pause.give_up`."""
        runner = self.runner
        runner.looked_back, runner.made, self.pause, self._armed = None, {}, None, None
        if pause.done:
            runner.rewind(pause.step - 1, self._before)
        self.inside.put_back()
        return self._put_back(pause.done)

    def _put_back(self, done: bool) -> list[str]:
        """Let all be as before a step of which what it draws is drawn, or which is `done`, as far as it can be: see
        `HeldBefore.put_back`.
        """
        past = self.runner.past
        for live in self.runner.training() if past.segments and not done else ():
            with contextlib.suppress(tf.errors.OpError, RuntimeError):  # it may have been ended
                self._half(live).back(past.segments[-1].moment.values(live.own.id))
        past.changed()
        return self._held.put_back(done)

    def _half(self, live: OpenSession) -> TwoHalves:
        if live.own.id not in self._halves:
            self._halves[live.own.id] = TwoHalves(live)
        return self._halves[live.own.id].of(live)

    def _met(self, results: Results) -> Break | None:
        """The first break, of those that are not inside functions, that is met by what a step gave, as far as it was
        looked at.
        """
        for one in self.breaks:
            if self.inside.has(one):
                continue
            self._looked_at, at = one.at, one.at.told_on(self.runner.program.page)
            pins = results.get(at, {})
            if one.condition is None:
                if at not in self._runs():
                    raise ConditionError(
                        phrase("{} is not part of this run: fetch it, or what depends on it", one.text)
                    )
                if not pins or any(value is not NOT_REACHED for value in pins.values()):
                    return one
            elif pins.get(one.condition.pin) is not NOT_REACHED and holds(one.condition, results):
                return one
        return None

    def _runs(self) -> set[Address]:
        """The blocks that a step runs, as `Address.owner`."""
        if self._ran is None:
            program = self.runner.program
            ops: Iterable[tf.Operation] = (
                op for own in self.again.sessions() for op in reached(program.graph, own.targets, own.feeds)
            )
            places = {program.place(op.name) for op in ops}
            self._ran = {place.told_on(program.page) for place in places if place is not None}
            self._ran |= {at for own in self.again.sessions() for at in (*own.shown, *own.reads)}
        return self._ran
