"""A run that pauses before a step is made: what the step will give is seen, and may be tried with other values, before
the step goes on or is given up.

A step whose sources hang on what it does itself, such as a dequeue after an enqueue, cannot be drawn apart: it is made,
and the run pauses after it.

Inside a function the run pauses in one call: what the step does before it is known then, and what comes after is not,
until the run goes to the next call, or on.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, TypeVar

import numpy as np
import tensorflow as tf
from tensorflow.core.framework.node_def_pb2 import NodeDef
from tensorflow.python.framework import op_def_registry

from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.document.addresses import Address
from blockloom.blocks.results.breaks import Break
from blockloom.blocks.results.conditions import ConditionError
from blockloom.blocks.results.run_modes import RunMode
from blockloom.blocks.text.phrases import phrase
from blockloom.blocks.values.dtypes import DTYPES, name_of
from blockloom.blocks.values.literals import tensor
from blockloom.runtime.compile.errors import said
from blockloom.runtime.compile.program import About, Results
from blockloom.runtime.compile.sources import function_nodes, node_role, role
from blockloom.runtime.compile.step_cancel import reached
from blockloom.runtime.compile.taps import Calls
from blockloom.runtime.compile.writes import makers, writes
from blockloom.runtime.protocol.steps import PausedAt
from blockloom.runtime.replay.again import Superseded
from blockloom.runtime.replay.inside import NOWHERE, At, Inside, Stop, is_tap
from blockloom.runtime.replay.replica import NOT_KNOWN, NOT_REACHED
from blockloom.runtime.replay.two_halves import TwoHalves, in_the_way, own_sources
from blockloom.runtime.resources import handing
from blockloom.runtime.resources.resource import Taken
from blockloom.runtime.run.conditions import holds
from blockloom.runtime.run.fetched import as_array
from blockloom.runtime.run.fitting import Ran
from blockloom.runtime.run.past import LookedBack
from blockloom.runtime.run.runner import Runner, by_id, merged
from blockloom.runtime.run.session import OpenSession

_T = TypeVar("_T")
Given = Mapping[Address, str | np.ndarray]  # values for outputs, in the place of what they were, as typed or arrays


class Pause:
    """A step at which a run pauses, because of `met`. `done`: it is made already. `left` is what was to be run, with
    this step, or after it where it is done; of epochs, `ran` are over. `given` are values that are tried."""

    def __init__(self, breaks: Breaks, step: int, met: Break, done: bool):
        self.breaks, self.step, self.met, self.done = breaks, step, met, done
        self.left: RunMode | None = RunMode()
        self.ran = Ran()
        self.given: dict[str, Any] = {}
        self.gives: dict[str, Results] = {}  # what the step gives, by session
        self.stop: Stop | None = None  # inside a function: the call in which it is looked at, up to which all is known
        self.fails = ""  # why the step cannot be looked at further on
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

    @property
    def call(self) -> tuple[int, int]:
        """Inside a function, the call in which it is looked at, from 1, and 0; behind the last call 0, and how many
        there were; else (0, 0)."""
        if self.stop is not None:
            return self.stop.number, 0
        return 0, self.breaks.inside.passed.get(self.over, 0)

    def look(self) -> Results:
        """Have shown what the step gives, with the values that are tried. Raises what TensorFlow raises."""
        with self._one:
            if not self.given and self._plain:
                self._show(self._plain, self._calls)
            else:
                self._take({}, self.stop.at if self.stop is not None else NOWHERE)
            return merged(by_id(self._shown()))

    def seek(self, after: Mapping[str, int], at: At | None = None) -> Break | None:
        """Look at the first call in which a break inside a function is met, after so many by the token of a tap, or at
        the call `at`; where there is none, at the whole step. Gives the break that is met there."""
        with self._one:
            stood = self.stop
            self.stop = self._take(after, at)
            self.over = stood.tap.token if stood is not None else ""
            if self.stop is not None:
                self.after = self.breaks.inside.all_but(self.stop.passed)
            return self.stop.met if self.stop is not None else None

    def _take(self, after: Mapping[str, int], at: At | None) -> Stop | None:
        inside = self.breaks.inside
        gives, calls, stop = inside.look(self.step, self.given, after, at)
        self._whole = stop is None
        if not self.given:
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
        """Try other values, and no others that were tried before. Raises ValueError where an output has no value that
        could be another, and what TensorFlow raises; then nothing is tried."""
        with self._one:
            try:
                tried = dict(self._tensor(at, value) for at, value in given.items())
                self.given, self._tries = self._upstream(tried) | tried if tried else {}, True
                return self.look()
            except BaseException:
                self.given = {}
                if self.breaks.again.ended:
                    self.breaks.again.close()
                self.look()
                raise
            finally:
                self._tries = False

    def _end_trial(self) -> None:
        """With other values a step may take for ever: who waits for it no more ends it."""
        if self._tries:
            self.breaks.again.end()

    def _upstream(self, tried: Iterable[str]) -> dict[str, Any]:
        """What the step gives by itself for what lies upstream of tensors: nothing would wait for it, so that it might
        read variables after they are written."""
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
            source = own.shown.get(at.told_on(program.page), {}).get(at.pin)
            if isinstance(source, list):
                source = source[at.element] if at.element is not None and at.element < len(source) else None
            if isinstance(source, str):
                given = program.graph.get_tensor_by_name(source)
                dtype = given.dtype.base_dtype
                if dtype.is_quantized or dtype in (tf.resource, tf.variant):
                    break
                array = tensor(value, name_of(dtype.as_datatype_enum))[0] if isinstance(value, str) else value
                if not given.shape.is_compatible_with(array.shape):
                    raise ValueError(phrase("{} has the shape {}", at.local, given.shape))
                return source, array if array.dtype == object else array.astype(dtype.as_numpy_dtype)
        raise ValueError(phrase("{} has no value that could be another", at.local))

    def go_on(self, with_given: bool) -> None:
        """Let the run go on, with the values that are tried or without: up to the next call in which a break is met,
        else the runner's next step is this one. One that is done already stays as it is."""
        self._end_trial()
        with self._one:
            if not with_given and self.given:
                self.given = {}
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
        one in which a break is met."""
        self._end_trial()
        with self._one:
            self.given, self.seeks = {}, call

    def give_up(self) -> list[str]:
        """Let everything be as before the step. Gives the blocks, addresses as text, of what cannot be as it was."""
        self._end_trial()
        with self._one:
            return self.breaks.undo(self)


class Breaks:
    """Lets a run pause, whose steps are taken again up to the breaks inside functions."""

    def __init__(self, runner: Runner):
        self.runner, self.inside = runner, Inside(runner.program, runner.past)
        self.again = self.inside.again
        self.breaks: Sequence[Break] = ()
        self.pause: Pause | None = None
        self._halves: dict[str, TwoHalves] = {}
        self._held: dict[str, Mapping[str, Taken]] = {}  # what resources held before the step, by session
        self._stale: set[str] = set()  # sessions whose data was to begin anew with it
        self._before = dict(runner.results)
        self._armed: Pause | None = None
        self._looked_at = Address()
        self._sought = False  # whether the run pauses where it did, in another call
        self.over = False  # whether nothing is left to be run after a pause
        self._ran: set[Address] | None = None
        self.apart = all(not in_the_way(runner.program.graph, own) for own in self.again.sessions())

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
        condition can never be answered, Superseded where it was told to end, and what TensorFlow raises."""
        self._sought, self.over = self.pause is not None and self.pause.seeks is not None, False
        if self.pause is not None and self.pause.seeks is not None:
            self._goes_to(self.pause, self.pause.seeks)
            return True
        if self.pause is not None and self._goes_on(self.pause):
            return True
        self.pause = None
        if self._armed is not None:
            self._looks(self._armed, self._armed.whole)
            return False
        if not self.breaks:
            return False
        self._keep()
        self._looked_at = next((one.at for one in self.breaks if self.inside.has(one)), Address())
        self.inside.ask(self.breaks)
        if not self.apart:
            self.runner.past.left = 0  # a moment is kept right before the step
            return False
        try:
            self.runner.draw(lambda live: self._half(live).draws())
        except BaseException:
            self._put_back()
            raise
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
        met = self._looks(pause, look) if inside else None
        if met is None:
            pause.make()
            self.over = pause.done and pause.left is None
        pause.met = met or pause.met
        return met is not None

    def _looks(self, pause: Pause, look: Callable[[], _T | None]) -> _T | None:
        """Look at the step of a pause, in a way that can be ended, with which the step is given up. Where TensorFlow
        fails, the step itself tells it."""
        self.runner.ends = self.again.end
        try:
            return look()
        except (tf.errors.OpError, RuntimeError) as error:
            if not self.again.ended:
                pause.fails = said(error) or NOT_KNOWN.text
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
        in a step."""
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
        """What is yet to be run where the run pauses, None: nothing; of epochs, `ran` are over."""
        if self.pause is not None and not self._sought:
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

    def arm(self, pause: Pause) -> None:
        """Let the next step of the runner be that of a pause."""
        way = self.runner.past.way(pause.step)
        assert way is not None
        self._armed = pause
        self.runner.made = {
            live.own.id: partial(self._make, live, way.tapes[-1].get(live.own.id, {}), pause)
            for live in self.runner.training()
        }

    def _make(self, live: OpenSession, tape: Mapping[str, Any], pause: Pause) -> Results:
        self._half(live).make(tape, pause.given)
        return pause.gives.get(live.own.id, {})

    def undo(self, pause: Pause) -> list[str]:
        """See `Pause.give_up`."""
        runner = self.runner
        runner.looked_back, runner.made, self.pause, self._armed = None, {}, None, None
        if pause.done:
            runner.rewind(pause.step - 1, self._before)
        self.inside.put_back()
        runner.past.changed()
        return self._put_back(pause.done)

    def _half(self, live: OpenSession) -> TwoHalves:
        if live.own.id not in self._halves:
            self._halves[live.own.id] = TwoHalves(live)
        return self._halves[live.own.id].of(live)

    def _keep(self) -> None:
        """Keep what resources hold before a step, as far as it may change and can be kept."""
        self._before = dict(self.runner.results)
        self.inside.keep()
        self._held, self._stale = {}, set()
        for live in self.runner.training():
            if live.stale:
                self._stale.add(live.own.id)
            if not live.own.threads:
                self._held[live.own.id] = handing.look(live.calls, self._changed(live))

    def _changed(self, live: OpenSession) -> list[Any]:
        """The resources that are changed before a run pauses."""
        if not live.changing.known or not self.apart:
            return list(live.changing.known)
        drawn = own_sources(self.runner.program.graph, live.own)
        types = {one.type for op in drawn for handle in writes(op) for one in makers(handle)}
        return [resource for resource in live.changing.known if resource.op.type in types]

    def _put_back(self, done: bool = False) -> list[str]:
        """Let resources hold what they held. Gives the blocks, addresses as text, of what cannot be as it was."""
        program, lost = self.runner.program, set[str]()
        for live in self.runner.training():
            held = self._held.get(live.own.id, {})
            with contextlib.suppress(tf.errors.OpError, RuntimeError):  # it may have been ended
                live.put_back(held)
            live.stale = live.stale or live.own.id in self._stale
            sure = {block for block, one in held.items() if one.key is not None or one.nothing}
            lost |= {name for name in self._touched(live, done) if name not in program.telling(sure)}
        return sorted(lost)

    def _touched(self, live: OpenSession, done: bool) -> set[str]:
        """The blocks, addresses as text, that were drawn from or, where the step is `done`, acted on; no variables."""
        graph, found = self.runner.program.graph, set[tf.Operation]()
        ops = [*own_sources(graph, live.own), *map(graph.get_operation_by_name, live.own.drawn.lost)]
        if done:
            ops += [op for op in reached(graph, live.own.targets, live.own.feeds) if role(op) in ("acts", "tells")]
        for op in ops:
            outside = {maker for handle in writes(op) for maker in makers(handle)}
            found |= {maker for maker in outside if not traits_of(maker.type).variable} or (set() if outside else {op})
            found |= {op} if any(_draws_alone(node) for _, node in function_nodes(graph, op.node_def)) else set()
        places = (self.runner.program.place(op.name) for op in found if not is_tap(self.runner.program, op))
        return {str(place.told_on(self.runner.program.page)) for place in places if place is not None}

    def _met(self, results: Results) -> Break | None:
        """The first break, of those that are not inside functions, that is met by what a step gave, as far as it was
        looked at."""
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


def _draws_alone(node: NodeDef) -> bool:
    """Whether a node of a function draws from what nobody can put back, such as random numbers."""
    op = op_def_registry.get(node.op) if node_role(node) == "draws" else None
    return op is not None and not any(arg.is_ref or arg.type == tf.resource.as_datatype_enum for arg in op.input_arg)
