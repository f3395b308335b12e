"""A run that pauses before a step is made: what the step will give is seen, and may be tried with other values, before
the step goes on or is given up.

A step whose sources hang on what it does itself, such as a dequeue after an enqueue, cannot be drawn apart: it is made,
and the run pauses after it.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np
import tensorflow as tf

from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.document.addresses import Address
from blockloom.blocks.results.breaks import Break
from blockloom.blocks.results.conditions import ConditionError
from blockloom.blocks.results.run_modes import RunMode
from blockloom.blocks.text.phrases import phrase
from blockloom.blocks.values.dtypes import DTYPES, name_of
from blockloom.blocks.values.literals import tensor
from blockloom.runtime.compile.program import About, Results
from blockloom.runtime.compile.sources import role
from blockloom.runtime.compile.step_cancel import reached
from blockloom.runtime.compile.taps import Calls
from blockloom.runtime.compile.writes import makers, writes
from blockloom.runtime.protocol.steps import PausedAt
from blockloom.runtime.replay.again import Again
from blockloom.runtime.replay.inside import MOST_CALLS, Inside, is_tap
from blockloom.runtime.replay.two_halves import TwoHalves, in_the_way
from blockloom.runtime.resources import handing
from blockloom.runtime.resources.resource import Taken
from blockloom.runtime.run.conditions import holds
from blockloom.runtime.run.fetched import as_array
from blockloom.runtime.run.past import LookedBack
from blockloom.runtime.run.runner import Runner, by_id, merged
from blockloom.runtime.run.session import OpenSession

Given = Mapping[Address, str | np.ndarray]  # values for outputs, in the place of what they were, as typed or arrays


class Pause:
    """A step at which a run pauses, because of `met`. `done`: it is made already. `left` is what was to be run, with
    this step, or after it where it is done. `given` are values that are tried."""

    def __init__(self, breaks: Breaks, step: int, met: Break, done: bool):
        self.breaks, self.step, self.met, self.done = breaks, step, met, done
        self.left: RunMode | None = RunMode()
        self.given: dict[str, Any] = {}
        self.gives: dict[str, Results] = {}  # what the step gives, by session
        self._one = threading.RLock()  # who tries values may be another thread than who goes on
        self._plain: dict[str, Results] = {}  # without values that are tried
        self._calls: list[Calls] = []  # of functions, likewise
        self.call = (0, 0)  # inside a function: the call in which it is met, from 1, and how many there are

    def look(self) -> Results:
        """Have shown what the step gives, with the values that are tried. Raises what TensorFlow raises."""
        with self._one:
            inside = self.breaks.inside
            if self.given or not self._plain:
                inside.begin()
                self.gives = self.breaks.again.results(self.step, self.given)
                self._plain, heard = self._plain or self.gives, inside.heard()
                self._calls = self._calls or heard
            else:
                self.gives, heard = self._plain, self._calls
            inside.show(heard)
            shown = self.gives if self.done else {name: self._held(name, found) for name, found in self.gives.items()}
            self.breaks.runner.looked_back = LookedBack(self.step, shown, "paused")
            return merged(by_id(shown))

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
                self.given = self._upstream(tried) | tried if tried else {}
                return self.look()
            except BaseException:
                self.given = {}
                self.look()
                raise

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
        """Let the runner's next step be this one, with the values that are tried or without. One that is done already
        stays as it is."""
        with self._one:
            if not with_given:
                self.given = {}
                self.look()
            if not self.done:
                self.breaks.arm(self)
            self.breaks.inside.put_back(calls=not self.done)
            self.breaks.pause, self.breaks.runner.looked_back = None, None

    def give_up(self) -> list[str]:
        """Let everything be as before the step. Gives the blocks, addresses as text, of what cannot be as it was."""
        with self._one:
            return self.breaks.undo(self)


class Breaks:
    """Lets a run pause. `again` takes its steps again."""

    def __init__(self, runner: Runner, again: Again):
        self.runner, self.again = runner, again
        self.breaks: Sequence[Break] = ()
        self.pause: Pause | None = None
        self._halves: dict[str, TwoHalves] = {}
        self._held: dict[str, Mapping[str, Taken]] = {}  # what resources held before the step, by session
        self._stale: set[str] = set()  # sessions whose data was to begin anew with it
        self._before = dict(runner.results)
        self._armed: Pause | None = None
        self._looked_at = Address()
        self._ran: set[Address] | None = None
        self.inside = Inside(runner.program)
        self.apart = all(not in_the_way(runner.program.graph, own) for own in again.sessions())

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
        condition can never be answered, and what TensorFlow raises."""
        self.pause = None
        if self._armed is not None or not self.breaks:
            return False
        self._keep()
        self.inside.ask(self.breaks, MOST_CALLS if self.apart else 0)
        if not self.apart:
            self.runner.past.left = 0  # a moment is kept right before the step
            return False
        try:
            self.runner.draw(lambda live: self._half(live).draws())
        except BaseException:
            self._put_back()
            raise
        pause = Pause(self, self.runner.steps + 1, Break(Address()), False)
        met = None
        try:
            try:
                met = self._met(pause.look())
            except (tf.errors.OpError, RuntimeError):
                self.inside.check()  # else the step itself tells it
        except ConditionError:
            pause.give_up()
            raise
        if met is None:
            pause.go_on(True)
            return False
        self.pause, pause.met = pause, met
        pause.call = self.inside.look(met) or pause.call
        return True

    def leaves(self, mode: RunMode | None) -> None:
        """What is yet to be run where the run pauses; None: nothing."""
        if self.pause is not None:
            self.pause.left = mode

    def told(self) -> PausedAt | None:
        """Where the run pauses."""
        pause = self.pause
        if pause is None:
            return None
        met = pause.met
        at = met.at.told_on(self.runner.program.page)
        calls = tuple(str(one.told_on(self.runner.program.page)) for one in met.calls)
        return PausedAt(pause.step, str(at), met.text, met.condition is not None, pause.done, calls, pause.call)

    def after(self, over: bool) -> bool:
        """Whether the run pauses after a step that was made; where the run is over, it does not."""
        armed, self._armed = self._armed, None
        if armed is not None:
            if armed.given:  # what was drawn does not tell what was computed
                self.runner.past.back(self.runner.steps - 1)
            return False
        met = self._met(self.runner.latest()) if self.breaks and not self.apart and not over else None
        if met is not None:
            self.pause = Pause(self, self.runner.steps, met, True)
            self.pause.call = self.inside.look(met) or self.pause.call
        else:
            self.inside.ask(())
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
        graph = self.runner.program.graph
        drawn = {slot.tensor.partition(":")[0] for slot in live.own.drawn.slots}
        types = {one.type for name in drawn for h in writes(graph.get_operation_by_name(name)) for one in makers(h)}
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
        drawn = {slot.tensor.partition(":")[0] for slot in live.own.drawn.slots} | live.own.drawn.lost.keys()
        ops = [graph.get_operation_by_name(name) for name in drawn]
        if done:
            ops += [op for op in reached(graph, live.own.targets, live.own.feeds) if role(op) in ("acts", "tells")]
        for op in ops:
            outside = {maker for handle in writes(op) for maker in makers(handle)}
            found |= {maker for maker in outside if not traits_of(maker.type).variable} or (set() if outside else {op})
        places = (self.runner.program.place(op.name) for op in found if not is_tap(self.runner.program, op))
        return {str(place.told_on(self.runner.program.page)) for place in places if place is not None}

    def _met(self, results: Results) -> Break | None:
        """The first break that is met by what a step gives."""
        for one in self.breaks:
            self._looked_at = one.at
            if self.inside.has(one):
                if self.inside.met(one) is not None:
                    return one
            elif one.condition is None:
                if one.at.told_on(self.runner.program.page) not in self._runs():
                    raise ConditionError(
                        phrase("{} is not part of this run: fetch it, or what depends on it", one.text)
                    )
                return one
            elif holds(one.condition, results):
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
