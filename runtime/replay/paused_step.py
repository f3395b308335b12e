"""A run that pauses: a step is recorded and looked at, and then kept or rolled back.

Before each step of a run that may pause, what the sessions hold is kept, and what the step does outside is held back.
Where a break is met, the run pauses after the step: what it gave is shown, in functions the calls in which a break is
met. With other values it is taken again from the recording. To keep the step is to do what it did outside; to roll it
back is to put back what was held before it.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np
import tensorflow as tf

from blockloom.blocks.document.addresses import Address
from blockloom.blocks.results.breakpoints import Breakpoint
from blockloom.blocks.results.conditions import ConditionError
from blockloom.blocks.results.run_modes import RunMode
from blockloom.blocks.text.phrases import phrase
from blockloom.runtime.compile.error_problems import said
from blockloom.runtime.compile.function_recordings import drew_more
from blockloom.runtime.compile.program import DescribedResult, Results
from blockloom.runtime.compile.step_cancel import reached
from blockloom.runtime.compile.taps import Tap, TappedCalls
from blockloom.runtime.protocol.steps import PausedAt
from blockloom.runtime.replay.override_trial import OverrideTrial
from blockloom.runtime.replay.replica import NOT_KNOWN
from blockloom.runtime.replay.resource_checkpoint import ResourceCheckpoint
from blockloom.runtime.replay.step_replayer import StepNotRecorded, StepReplayer
from blockloom.runtime.replay.value_overrides import element_of, fitting
from blockloom.runtime.run.condition_check import holds
from blockloom.runtime.run.epoch_validation import RunProgress
from blockloom.runtime.run.open_session import OpenSession
from blockloom.runtime.run.run_history import DisplayedPastStep
from blockloom.runtime.run.runner import Runner, Standing, by_id, merged

Given = Mapping[Address, str | np.ndarray]  # values for outputs, in the place of what they were, as typed or arrays


class PausedStep:
    """A step at which a run is paused, because of `met`, inside a function in a call that `tap` has recorded. `left` is
    what is to be run after it, None: nothing; of epochs, `ran` are over. `lost` are the blocks, addresses as text, that
    cannot be as before. `given` are values that are tried.
    """

    def __init__(self, breaks: BreakpointController, met: Breakpoint, after: Standing, lost: Sequence[str]):
        self.breaks, self.met, self.lost, self._after = breaks, met, lost, after
        self.step, self.gives = after.steps, after.results
        self.tap = next((tap for tap in breaks.runner.program.taps if tap.page == met.at.page), None)
        self.left: RunMode | None = RunMode()
        self.ran = RunProgress()
        self.until_met = False  # whether it was the last step of the run, since its end had come
        self.given: dict[str, Any] = {}
        self._gave: Mapping[str, Results] = {}  # the step, with these values
        self._met = list(self.tap.met) if self.tap is not None else []
        # Of functions, without values that are tried.
        self._calls = [tap.calls() for tap in breaks.runner.program.taps]
        self._one = threading.RLock()  # who tries values may be another thread than who goes on
        self._trial: OverrideTrial | None = None
        self._makes = False  # whether the step is to be made with the values that are tried

    def look(self) -> Results:
        """Have shown what the step gave by itself."""
        with self._one:
            self._show(self.gives, self._calls)
            return merged(by_id(self.gives))

    def _show(self, gives: Mapping[str, Results], calls: Sequence[TappedCalls]) -> None:
        runner = self.breaks.runner
        for tap, one in zip(runner.program.taps, calls):
            tap.seen = one
        runner.looked_back = DisplayedPastStep(self.step, gives, "paused")

    def what_if(self, given: Given) -> Results:
        """Show what the step gives with these values, and no others that were tried before; of what a function
        computes, in the call alone in which it is looked at. Raises ValueError where an output has no value that could
        be another, StepNotRecorded, and what TensorFlow raises; then nothing is tried.
        """
        with self._one:
            self.given = {}
            try:
                if not given:
                    return self.look()
                page = self.breaks.runner.program.page
                inner = {at: value for at, value in given.items() if at.page not in ("", page)}
                tried = dict(self._tensor(at, value) for at, value in given.items() if at not in inner)
                self.given = self._upstream(tried) | tried if tried else {}
                self._trial = OverrideTrial(
                    self.breaks.runner.program, self.breaks.runner.past, self._chosen(), self._calls
                )
                try:
                    gives, calls = self._trial.results(self.step, self.given, inner)
                finally:
                    self._trial = None
                self._gave = self._as_before(gives)
                self._show(self._gave, calls)
                return merged(by_id(self._gave))
            except BaseException:
                self.given = {}
                self.look()
                raise

    def _chosen(self) -> tuple[Tap, int] | None:
        """The call that is looked at, from 0, of the function in which the run is paused."""
        return (self.tap, self.tap.call) if self.tap is not None else None

    def _as_before(self, gives: Mapping[str, Results]) -> dict[str, Results]:
        """Results in which variables have what they held before the step."""
        return {
            own.id: found
            | {at: found.get(at, {}) | self.gives.get(own.id, {}).get(at, {}) for at in own.reads if own.id in gives}
            for own in self.breaks.runner.program.sessions
            if (found := gives.get(own.id, {})) or own.id in gives
        }

    @property
    def tries(self) -> bool:
        """Whether another thread takes the step again."""
        return self._trial is not None

    def _end_trial(self) -> None:
        """With other values a step may take for ever: who waits for it no more ends it."""
        trial = self._trial
        if trial is not None:
            trial.end()

    def _upstream(self, tried: Iterable[str]) -> dict[str, Any]:
        """What the step gave for what lies upstream of tensors: nothing would wait for it, so that it might read
        variables after they are written.
        """
        graph, found = self.breaks.runner.program.graph, dict[str, Any]()
        heads = [graph.get_tensor_by_name(name).op for name in tried]
        for own in self.breaks.runner.program.sessions:
            ops = reached(graph, [op.name for op in heads], own.feeds) - set(heads)
            for at, pins in own.shown.items():
                for pin, source in pins.items():
                    values = self.gives.get(own.id, {}).get(at, {}).get(pin)
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
        """Let the run go on: `keep` is called next, in its thread. Raises ValueError where the step cannot be made
        with the values that are tried.
        """
        self._end_trial()
        with self._one:
            self._makes = with_given and bool(self.given)
            if self._makes and self.lost:
                raise ValueError(
                    phrase("the step cannot be made with this value: not as before it: {}", ", ".join(self.lost))
                )

    def keep(self) -> None:
        """Keep the step: do what it did outside. With values that are tried, it is made with these in its place. Raises
        what TensorFlow raises.
        """
        with self._one:
            if self._makes:
                self.breaks.make(self.step, self.given, self._gave)
            else:
                self.breaks.keep(self._after, self._calls)

    def give_up(self) -> Sequence[str]:
        """Let everything be as before the step. Gives the blocks, addresses as text, of what cannot be as it was."""
        self._end_trial()
        with self._one:
            self.breaks.roll_back(self.step)
            return self.lost

    def told(self) -> PausedAt:
        """Where it pauses."""
        met, page = self.met, self.breaks.runner.program.page
        calls = tuple(str(one.told_on(page)) for one in met.calls)
        return PausedAt(
            self.step,
            str(met.at.told_on(page)),
            met.text,
            met.condition is not None,
            calls,
            self.tap.call + 1 if self.tap is not None else 0,
            tuple(call + 1 for call in self.tap.seen.kept) if self.tap is not None else (),
            tuple(call + 1 for call in self._met),
            tuple(self.lost),
        )


def why_not(error: Exception) -> str:
    """Why a step could not be taken again with a value that is tried."""
    if drew_more(error):
        return phrase("with this value more is drawn than the step drew")
    return said(error) or NOT_KNOWN.text


class BreakpointController:
    """Lets a run pause after steps that meet `breaks`."""

    def __init__(self, runner: Runner):
        self.runner = runner
        self.breaks: Sequence[Breakpoint] = ()
        self.pause: PausedStep | None = None
        self._held = ResourceCheckpoint(runner)
        self._before: Standing | None = None  # where the runner stood before the step that may pause
        self._seen: list[tuple[TappedCalls, int]] = []  # what was shown of calls then
        self._looked_at = Address()
        self._errors: list[ConditionError] = []  # of conditions inside of functions
        self._first: Breakpoint | None = None  # of those there that the step under way meets
        self._ran: set[Address] | None = None

    @property
    def blocks(self) -> frozenset[Address]:
        """The blocks whose results are needed after every step."""
        return frozenset(
            one.at.told_on(self.runner.program.page)
            for one in self.breaks
            if one.condition is not None and not self._is_inside(one)
        )

    @property
    def at(self) -> Address:
        """The break that was looked at last."""
        return self._looked_at

    def _is_inside(self, one: Breakpoint) -> bool:
        return bool(one.at.told_on(self.runner.program.page).page)

    # --- the steps of a run ---------------------------------------------------------------------------------------

    def before(self) -> None:
        """Make ready for a step that may pause. Raises ConditionError where a break can never be met, and what
        TensorFlow raises.
        """
        self._errors, self._before, self._first = [], None, None
        if not self.breaks:
            self._let_go()
            return
        self._check()
        for tap in self.runner.program.taps:
            own = [one for one in self.breaks if one.at.page == tap.page]
            tap.meets = partial(self._meets, tap, own) if own else None
        self._seen = [(tap.seen, tap.chosen) for tap in self.runner.program.taps]
        self.runner.remember()
        self._held.keep()
        self._before = self.runner.standing()
        self.runner.hold_back(True)

    def after(self) -> bool:
        """Whether the run pauses after the step that was made; if it does not, the step is kept. Raises ConditionError,
        with the step rolled back, and what TensorFlow raises.
        """
        if self._before is None:
            return False
        try:
            met = self._met()
        except ConditionError:
            self.roll_back(self.runner.steps)
            raise
        if met is None:
            self.done()
            return False
        lost = self._held.lost()
        partly = self.runner.partly
        after = self.runner.pause(self._before)
        if partly:
            self._complete(after)
        for live in self.runner.training():  # what the results show of variables is of before it
            after.results[live.own.id] = self._with_reads(live, after.results.get(live.own.id, {}))
        pause = PausedStep(self, met, after, lost)
        for tap in self.runner.program.taps:
            tap.chosen = min(tap.met, default=-1)
        pause.look()
        self.pause = pause
        return True

    def _complete(self, after: Standing) -> None:
        """Add the outputs that the step did not fetch, from a replay; there are none if that fails."""
        again = StepReplayer(self.runner.program, self.runner.past)
        with contextlib.suppress(StepNotRecorded, tf.errors.OpError, RuntimeError):
            for name, found in again.results(after.steps).items():
                after.results[name] = merged([found, after.results.get(name, {})])
        again.close()

    @staticmethod
    def _with_reads(live: OpenSession, found: Results) -> Results:
        held = live.held(live.own.variables)
        by_read = {v.read: held[v.block] for v in live.own.variables if v.block in held}
        none = DescribedResult(phrase("not initialised"))
        shown = {
            at: {pin: by_read.get(read, none) for pin, read in pins.items()} for at, pins in live.own.reads.items()
        }
        return found | {at: found.get(at, {}) | pins for at, pins in shown.items()}

    def done(self) -> None:
        """The step is over: do what it did outside. Raises what TensorFlow raises."""
        self._before = None
        for live in self.runner.training() if self.runner.started else ():
            if live.held_back is not None:
                live.held_back.do()

    def broke(self, ended: bool) -> None:
        """A step broke off. If it was told to end, all is as before it; else what it came to is as in any run. Raises
        what TensorFlow raises.
        """
        if ended and self._before is not None:
            self.roll_back(self.runner.steps + 1)
        else:
            self.done()

    def _let_go(self) -> None:
        for tap in self.runner.program.taps:
            tap.meets = None
        self.runner.hold_back(False)

    def leaves(self, mode: RunMode | None, ran: RunProgress, met: bool) -> None:
        """What is yet to be run where the run pauses, None: nothing, with `met` since its end had come; of epochs,
        `ran` are over.
        """
        if self.pause is not None:
            self.pause.left, self.pause.ran, self.pause.until_met = mode, ran, met

    def told(self) -> PausedAt | None:
        """Where the run pauses."""
        return self.pause.told() if self.pause is not None else None

    # --- what becomes of a step that is paused --------------------------------------------------------------------

    def go_on(self) -> PausedStep | None:
        """Keep the step at which the run is paused, and give it; None where it is not. Raises what TensorFlow
        raises.
        """
        pause = self.pause
        if pause is not None:
            pause.keep()
            self.pause = None
        return pause

    def keep(self, after: Standing, calls: Sequence[TappedCalls]) -> None:
        """See `Pause.keep`."""
        after.results.update(self._now(after))
        self.runner.keep_step(after)
        for tap, (_, chosen), made in zip(self.runner.program.taps, self._seen, calls):
            tap.seen, tap.chosen = made if tap.follows else TappedCalls(0, {}), chosen
        self.done()

    def _now(self, after: Standing) -> dict[str, Results]:
        """Results with what variables hold after the step."""
        found = {}
        for live in self.runner.training():
            before, live.before = live.before, None
            found[live.own.id] = self._with_reads(live, after.results.get(live.own.id, {}))
            live.before = before
        return found

    def make(self, step: int, given: Mapping[str, Any], gives: Mapping[str, Results]) -> None:
        """Make a step anew, with these values for tensors, after which it gives that."""
        way = self.runner.past.way(step)
        tapes = way.tapes[-1] if way is not None else {}
        self.roll_back(step)

        def make(live: OpenSession) -> Results:
            live.make(given, tapes.get(live.own.id, {}))
            return self._with_reads(live, gives.get(live.own.id, {}))

        self.runner.made = {live.own.id: partial(make, live) for live in self.runner.training()}
        self.runner.step(True)
        self.runner.past.back(self.runner.steps - 1)  # what was drawn does not tell what was computed

    def roll_back(self, step: int) -> None:
        """See `Pause.give_up`."""
        runner, before = self.runner, self._before
        for live in runner.training():
            if live.held_back is not None:
                live.held_back.forget()
        results = before.results if before is not None else {}
        self._before = self.pause = None
        runner.rewind(step - 1, dict(results))
        self._held.put_back()
        runner.past.changed()
        for tap, (seen, chosen) in zip(runner.program.taps, self._seen):
            tap.seen, tap.chosen = seen, chosen

    # --- breaks ---------------------------------------------------------------------------------------------------

    def _check(self) -> None:
        """Raise ConditionError where a break can never be met."""
        for one in self.breaks:
            self._looked_at = one.at
            taps = [tap for tap in self.runner.program.taps if tap.page == one.at.page]
            if any(tap.flows for tap in taps):
                raise ConditionError(phrase("a dataset calls {}: a run does not pause inside", taps[0].page))
            there = bool(taps) if self._is_inside(one) else one.at.told_on(self.runner.program.page) in self._runs()
            if not there and (one.condition is None or self._is_inside(one)):
                raise ConditionError(
                    phrase("{} is not part of this run: fetch it, or an output that depends on it", one.text)
                )

    def _meets(self, tap: Tap, own: Sequence[Breakpoint], values: tuple[np.ndarray, ...]) -> bool:
        """Whether a call of a function meets a break, which TensorFlow asks in threads of its own."""
        try:
            met = next((one for one in own if _holds_in(tap, one, values)), None)
        except ConditionError as error:
            self._errors.append(error)
            return False
        self._first = self._first or met
        return met is not None

    def _met(self) -> Breakpoint | None:
        """The break that the latest step meets: of those that it meets, the one that it comes to first."""
        if self._errors:
            raise self._errors[0]
        results, inner, outer = self.runner.latest(), self._first, None
        for one in self.breaks:
            if not self._is_inside(one):
                self._looked_at = one.at
                if one.condition is None or holds(one.condition, results):
                    outer = one
                    break
        return inner if inner is not None and (outer is None or self._is_after(outer, inner)) else outer

    def _is_after(self, outer: Breakpoint, inner: Breakpoint) -> bool:
        """Whether a block hangs on the call in which a break is met."""
        program = self.runner.program
        nodes = [op.name for op in program.graph.get_operations() if program.places.get(op.name) == outer.at]
        callers = {at.at_pin("") for at in inner.calls[:1]}
        before = reached(program.graph, nodes, ()) if nodes and callers else ()
        return any(program.place(op.name) in callers for op in before)

    def _runs(self) -> set[Address]:
        """The blocks that a step runs, as `Address.owner`."""
        if self._ran is None:
            program = self.runner.program
            sessions = [own for own in program.sessions if own.within is None]
            ops = (op for own in sessions for op in reached(program.graph, own.targets, own.feeds))
            places = {program.place(op.name) for op in ops}
            self._ran = {place.told_on(program.page) for place in places if place is not None}
            self._ran |= {at for own in sessions for at in (*own.shown, *own.reads)}
        return self._ran


def _holds_in(tap: Tap, one: Breakpoint, values: tuple[np.ndarray, ...]) -> bool:
    """Whether a break is met in a call of a function."""
    if one.condition is None:
        return True
    given = tap.given(one.at, values)
    return holds(one.condition, {at._replace(page=""): pins for at, pins in given.items()})
