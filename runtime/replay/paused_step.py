"""Pause a run: a step is recorded and shown, and then kept or rolled back.

Before each step of a run that may pause, the state of the sessions is saved, and effects outside are held back. If a
breakpoint is met, the run pauses after the step and shows its results, and in functions the calls that meet a
breakpoint. With overrides, the step is replayed from the recording. Keeping the step performs its effects outside;
rolling it back restores the state before it.
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
from blockloom.runtime.compile.error_problems import user_text
from blockloom.runtime.compile.function_recordings import drew_more
from blockloom.runtime.compile.program import DescribedResult, Results, reached
from blockloom.runtime.compile.taps import Tap, TappedCalls
from blockloom.runtime.protocol.records import PausedAt
from blockloom.runtime.replay.replica import NOT_KNOWN
from blockloom.runtime.replay.step_replayer import ResourceCheckpoint, StepNotRecorded, StepReplayer
from blockloom.runtime.replay.value_overrides import OverrideTrial, element_of, fitting
from blockloom.runtime.run.epoch_validation import RunProgress
from blockloom.runtime.run.open_session import OpenSession
from blockloom.runtime.run.run_history import DisplayedPastStep
from blockloom.runtime.run.run_thread import is_true
from blockloom.runtime.run.runner import Runner, Standing, by_id, merged

Given = Mapping[Address, str | np.ndarray]  # output -> override value, typed or as an array


class PausedStep:
    """The step at which a run is paused.

    Args:
        controller: The controller of the run.
        breakpoint: The breakpoint that was met.
        after: The state after the step.
        lost: The blocks, addresses as text, that cannot be restored.

    Attributes:
        tap: The tap of the function with the breakpoint, if any.
        rest: The rest of the run; None for nothing.
        ran: The progress of the run.
        until_met: Whether the run ends with this step, since its condition is met.
        overrides: The current overrides.
    """

    def __init__(self, controller: BreakpointController, breakpoint: Breakpoint, after: Standing, lost: Sequence[str]):
        self.controller, self.breakpoint, self.lost, self._after = controller, breakpoint, lost, after
        self.step, self.results = after.steps, after.results
        self.tap = next((tap for tap in controller.runner.program.taps if tap.page == breakpoint.address.page), None)
        self.rest: RunMode | None = RunMode()
        self.ran = RunProgress()
        self.until_met = False  # whether the condition of the run is met after this step
        self.overrides: dict[str, Any] = {}
        self._gave: Mapping[str, Results] = {}  # the results with these overrides
        self._met = list(self.tap.breakpoint_calls) if self.tap is not None else []
        # Captured calls of functions without overrides.
        self._calls = [tap.calls() for tap in controller.runner.program.taps]
        self._one = threading.RLock()  # overrides may be tried in another thread than that of the run
        self._trial: OverrideTrial | None = None
        self._makes = False  # whether to run the step with the overrides

    def look(self) -> Results:
        """Show the original results of the step, and return them."""
        with self._one:
            self._show(self.results, self._calls)
            return merged(by_id(self.results))

    def _show(self, gives: Mapping[str, Results], calls: Sequence[TappedCalls]) -> None:
        runner = self.controller.runner
        for tap, one in zip(runner.program.taps, calls):
            tap.show_calls(one)
        runner.show_past_step(DisplayedPastStep(self.step, gives, "paused"))

    def what_if(self, given: Given) -> Results:
        """Show the results of the step with overrides, which replace all earlier overrides.

        Overrides inside a function apply only to the call that is shown. If an error is raised, there are no overrides
        afterwards.

        Raises:
            ValueError: An output cannot be overridden.
            StepNotRecorded: The step cannot be replayed.
            OpError: TensorFlow failed.
        """
        with self._one:
            self.overrides = {}
            try:
                if not given:
                    return self.look()
                page = self.controller.runner.program.page
                inner = {at: value for at, value in given.items() if at.page not in ("", page)}
                tried = dict(self._tensor(at, value) for at, value in given.items() if at not in inner)
                self.overrides = self._upstream(tried) | tried if tried else {}
                self._trial = OverrideTrial(
                    self.controller.runner.program, self.controller.runner.past, self._chosen(), self._calls
                )
                try:
                    gives, calls = self._trial.results(self.step, self.overrides, inner)
                finally:
                    self._trial = None
                self._gave = self._as_before(gives)
                self._show(self._gave, calls)
                return merged(by_id(self._gave))
            except BaseException:
                self.overrides = {}
                self.look()
                raise

    def _chosen(self) -> tuple[Tap, int] | None:
        """Return the tap of the function in which the run is paused, and the call that is shown, from 0."""
        return (self.tap, self.tap.call) if self.tap is not None else None

    def _as_before(self, gives: Mapping[str, Results]) -> dict[str, Results]:
        """Return results with the values of variables before the step."""
        return {
            own.id: found
            | {at: found.get(at, {}) | self.results.get(own.id, {}).get(at, {}) for at in own.reads if own.id in gives}
            for own in self.controller.runner.program.sessions
            if (found := gives.get(own.id, {})) or own.id in gives
        }

    @property
    def tries(self) -> bool:
        """True while another thread replays the step."""
        return self._trial is not None

    def _end_trial(self) -> None:
        """Cancel a running replay, which with overrides may never end."""
        trial = self._trial
        if trial is not None:
            trial.end()

    def _upstream(self, tried: Iterable[str]) -> dict[str, Any]:
        """Return the original values of everything upstream of tensors, to be fed as well.

        With overrides, nothing waits for these nodes, so they might read variables that the step has already written.
        """
        graph, found = self.controller.runner.program.graph, dict[str, Any]()
        heads = [graph.get_tensor_by_name(name).op for name in tried]
        for own in self.controller.runner.program.sessions:
            ops = reached(graph, [op.name for op in heads], own.feeds) - set(heads)
            for at, pins in own.sources.items():
                for pin, source in pins.items():
                    values = self.results.get(own.id, {}).get(at, {}).get(pin)
                    for name, value in zip(source, values or ()) if isinstance(source, list) else [(source, values)]:
                        if isinstance(name, str) and isinstance(value, np.ndarray) and name not in own.feeds:
                            one = graph.get_tensor_by_name(name)
                            if one.op in ops and not one.dtype._is_ref_dtype and not one.dtype.is_quantized:
                                found[name] = value
        return found

    def _tensor(self, at: Address, value: str | np.ndarray) -> tuple[str, np.ndarray]:
        program = self.controller.runner.program
        for own in program.sessions:
            source = element_of(own.sources.get(at.owner_on(program.page), {}).get(at.pin), at)
            if isinstance(source, str):
                given = program.graph.get_tensor_by_name(source)
                return source, fitting(at, value, given.dtype.base_dtype, given.shape)
        raise ValueError(phrase("{} has no value that can be overridden", at.local))

    def go_on(self, with_given: bool) -> None:
        """Prepare to continue the run: `keep` is called next, in the thread of the run.

        Raises:
            ValueError: The step cannot run with the overrides.
        """
        self._end_trial()
        with self._one:
            self._makes = with_given and bool(self.overrides)
            if self._makes and self.lost:
                raise ValueError(
                    phrase(
                        "the step cannot run with this value, since these blocks cannot be restored: {}",
                        ", ".join(self.lost),
                    )
                )

    def keep(self) -> None:
        """Keep the step and perform its effects outside; with overrides, run it again with these.

        Raises:
            OpError: TensorFlow failed.
        """
        with self._one:
            if self._makes:
                self.controller.make(self.step, self.overrides, self._gave)
            else:
                self.controller.keep(self._after, self._calls)

    def give_up(self) -> Sequence[str]:
        """Roll back the step, and return the blocks, addresses as text, that cannot be restored."""
        self._end_trial()
        with self._one:
            self.controller.roll_back(self.step)
            return self.lost

    def paused_at(self) -> PausedAt:
        """Return the place and the state of the pause."""
        met, page = self.breakpoint, self.controller.runner.program.page
        calls = tuple(str(one.owner_on(page)) for one in met.calls)
        return PausedAt(
            self.step,
            str(met.address.owner_on(page)),
            met.text,
            met.condition is not None,
            calls,
            self.tap.call + 1 if self.tap is not None else 0,
            tuple(call + 1 for call in self.tap.shown_calls.values) if self.tap is not None else (),
            tuple(call + 1 for call in self._met),
            tuple(self.lost),
        )


def why_not(error: Exception) -> str:
    """Return why a step could not be replayed with an override."""
    if drew_more(error):
        return phrase("with this value the step reads more external inputs than were recorded")
    return user_text(error) or NOT_KNOWN.text


class BreakpointController:
    """Pauses a run after steps that meet one of `breakpoints`."""

    def __init__(self, runner: Runner):
        self.runner = runner
        self.breakpoints: Sequence[Breakpoint] = ()
        self.pause: PausedStep | None = None
        self._held = ResourceCheckpoint(runner)
        self._before: Standing | None = None  # the state of the runner before the step that may pause
        self._seen: list[tuple[TappedCalls, int]] = []  # captured and chosen calls of each tap before that step
        self._looked_at = Address()
        self._errors: list[ConditionError] = []  # errors of conditions inside functions
        self._first: Breakpoint | None = None  # the first breakpoint inside functions that the current step meets
        self._ran: set[Address] | None = None

    @property
    def blocks(self) -> frozenset[Address]:
        """The blocks whose results are needed after every step."""
        return frozenset(
            one.address.owner_on(self.runner.program.page)
            for one in self.breakpoints
            if one.condition is not None and not self._is_inside(one)
        )

    @property
    def last_checked(self) -> Address:
        """The breakpoint that was checked last."""
        return self._looked_at

    def _is_inside(self, one: Breakpoint) -> bool:
        return bool(one.address.owner_on(self.runner.program.page).page)

    def prepare_step(self) -> None:
        """Prepare a step that may pause.

        Raises:
            ConditionError: A breakpoint can never be met.
            OpError: TensorFlow failed.
        """
        self._errors, self._before, self._first = [], None, None
        if not self.breakpoints:
            self._let_go()
            return
        self._check()
        for tap in self.runner.program.taps:
            own = [one for one in self.breakpoints if one.address.page == tap.page]
            tap.keep_where(partial(self._meets, tap, own) if own else None)
        self._seen = [(tap.shown_calls, tap.chosen) for tap in self.runner.program.taps]
        self.runner.remember()
        self._held.keep()
        self._before = self.runner.standing()
        self.runner.hold_back(True)

    def check_step(self) -> bool:
        """Return whether the run pauses after the step; if not, keep the step.

        Raises:
            ConditionError: A condition cannot be evaluated; the step is rolled back.
            OpError: TensorFlow failed.
        """
        if self._before is None:
            return False
        try:
            met = self._met()
        except ConditionError:
            self.roll_back(self.runner.steps)
            raise
        if met is None:
            self.perform_effects()
            return False
        lost = self._held.lost()
        partly = self.runner.partly
        after = self.runner.pause(self._before)
        if partly:
            self._complete(after)
        for live in self.runner.training():  # the results show the variables before the step
            after.results[live.own.id] = self._with_reads(live, after.results.get(live.own.id, {}))
        pause = PausedStep(self, met, after, lost)
        for tap in self.runner.program.taps:
            tap.choose_call(min(tap.breakpoint_calls, default=-1))
        pause.look()
        self.pause = pause
        return True

    def _complete(self, after: Standing) -> None:
        """Add the outputs that the step did not fetch, from a replay; none if the replay fails."""
        replayer = StepReplayer(self.runner.program, self.runner.past)
        with contextlib.suppress(StepNotRecorded, tf.errors.OpError, RuntimeError):
            for name, found in replayer.replay_results(after.steps).items():
                after.results[name] = merged([found, after.results.get(name, {})])
        replayer.close()

    @staticmethod
    def _with_reads(live: OpenSession, found: Results) -> Results:
        held = live.variable_values(live.own.variables)
        by_read = {v.read: held[v.block] for v in live.own.variables if v.block in held}
        none = DescribedResult(phrase("not initialised"))
        shown = {
            at: {pin: by_read.get(read, none) for pin, read in pins.items()} for at, pins in live.own.reads.items()
        }
        return found | {at: found.get(at, {}) | pins for at, pins in shown.items()}

    def perform_effects(self) -> None:
        """Perform the effects outside of a step that ended.

        Raises:
            OpError: TensorFlow failed.
        """
        self._before = None
        for live in self.runner.training() if self.runner.started else ():
            if live.held_back is not None:
                live.held_back.do()

    def end_failed_step(self, ended: bool) -> None:
        """Handle a failed step: roll it back if it was cancelled (`ended`), otherwise keep it.

        Raises:
            OpError: TensorFlow failed.
        """
        if ended and self._before is not None:
            self.roll_back(self.runner.steps + 1)
        else:
            self.perform_effects()

    def _let_go(self) -> None:
        for tap in self.runner.program.taps:
            tap.keep_where(None)
        self.runner.hold_back(False)

    def set_rest(self, mode: RunMode | None, ran: RunProgress, met: bool) -> None:
        """Set the rest of the run at a pause.

        Args:
            mode: The rest; None for nothing.
            ran: The progress of the run.
            met: Whether the condition that ends the run is met.
        """
        if self.pause is not None:
            self.pause.rest, self.pause.ran, self.pause.until_met = mode, ran, met

    def paused_at(self) -> PausedAt | None:
        """Return where the run pauses; None if it does not."""
        return self.pause.paused_at() if self.pause is not None else None

    def go_on(self) -> PausedStep | None:
        """Keep the step at which the run is paused, and return it; None if the run is not paused.

        Raises:
            OpError: TensorFlow failed.
        """
        pause = self.pause
        if pause is not None:
            pause.keep()
            self.pause = None
        return pause

    def keep(self, after: Standing, calls: Sequence[TappedCalls]) -> None:
        """Keep the step of a pause, see `PausedStep.keep`."""
        after.results.update(self._now(after))
        self.runner.keep_step(after)
        for tap, (_, chosen), made in zip(self.runner.program.taps, self._seen, calls):
            tap.show_calls(made if tap.follows else TappedCalls(0, {}), chosen)
        self.perform_effects()

    def _now(self, after: Standing) -> dict[str, Results]:
        """Return results with the values of variables after the step."""
        found = {}
        for live in self.runner.training():
            with live.after_step():
                found[live.own.id] = self._with_reads(live, after.results.get(live.own.id, {}))
        return found

    def make(self, step: int, given: Mapping[str, Any], gives: Mapping[str, Results]) -> None:
        """Run a step again with overrides for tensors; `gives` are the results, as a replay computed them."""
        way = self.runner.past.path_to(step)
        tapes = way.tapes[-1] if way is not None else {}
        self.roll_back(step)

        def make(live: OpenSession) -> Results:
            live.run_with_overrides(given, tapes.get(live.own.id, {}))
            return self._with_reads(live, gives.get(live.own.id, {}))

        self.runner.replace_next_step({live.own.id: partial(make, live) for live in self.runner.training()})
        self.runner.step(True)
        # The external inputs that were recorded do not determine the results.
        self.runner.past.truncate(self.runner.steps - 1)

    def roll_back(self, step: int) -> None:
        """Roll back a step, see `PausedStep.give_up`."""
        runner, before = self.runner, self._before
        for live in runner.training():
            if live.held_back is not None:
                live.held_back.forget()
        results = before.results if before is not None else {}
        self._before = self.pause = None
        runner.rewind(step - 1, dict(results))
        self._held.put_back()
        runner.past.invalidate()
        for tap, (seen, chosen) in zip(runner.program.taps, self._seen):
            tap.show_calls(seen, chosen)

    def _check(self) -> None:
        """Raise ConditionError if a breakpoint can never be met."""
        for one in self.breakpoints:
            self._looked_at = one.address
            taps = [tap for tap in self.runner.program.taps if tap.page == one.address.page]
            if any(tap.flows for tap in taps):
                raise ConditionError(phrase("a dataset calls {}: a run does not pause inside", taps[0].page))
            there = (
                bool(taps) if self._is_inside(one) else one.address.owner_on(self.runner.program.page) in self._runs()
            )
            if not there and (one.condition is None or self._is_inside(one)):
                raise ConditionError(
                    phrase("{} is not part of this run: fetch it, or an output that depends on it", one.text)
                )

    def _meets(self, tap: Tap, own: Sequence[Breakpoint], values: tuple[np.ndarray, ...]) -> bool:
        """Return whether a call of a function meets a breakpoint; TensorFlow calls this in its threads."""
        try:
            met = next((one for one in own if _holds_in(tap, one, values)), None)
        except ConditionError as error:
            self._errors.append(error)
            return False
        self._first = self._first or met
        return met is not None

    def _met(self) -> Breakpoint | None:
        """Return the breakpoint that the latest step meets first."""
        if self._errors:
            raise self._errors[0]
        results, inner, outer = self.runner.latest(), self._first, None
        for one in self.breakpoints:
            if not self._is_inside(one):
                self._looked_at = one.address
                if one.condition is None or is_true(one.condition, results):
                    outer = one
                    break
        return inner if inner is not None and (outer is None or self._is_after(outer, inner)) else outer

    def _is_after(self, outer: Breakpoint, inner: Breakpoint) -> bool:
        """Return whether a block depends on the call that meets a breakpoint."""
        program = self.runner.program
        nodes = [op.name for op in program.graph.get_operations() if program.places.get(op.name) == outer.address]
        callers = {at.at_pin("") for at in inner.calls[:1]}
        before = reached(program.graph, nodes, ()) if nodes and callers else ()
        return any(program.place(op.name) in callers for op in before)

    def _runs(self) -> set[Address]:
        """Return the blocks that a step runs, as `Address.owner`."""
        if self._ran is None:
            program = self.runner.program
            sessions = [own for own in program.sessions if own.within is None]
            ops = (op for own in sessions for op in reached(program.graph, own.targets, own.feeds))
            places = {program.place(op.name) for op in ops}
            self._ran = {place.owner_on(program.page) for place in places if place is not None}
            self._ran |= {at for own in sessions for at in (*own.sources, *own.reads)}
        return self._ran


def _holds_in(tap: Tap, one: Breakpoint, values: tuple[np.ndarray, ...]) -> bool:
    """Return whether a call of a function meets a breakpoint."""
    if one.condition is None:
        return True
    given = tap.block_results(one.address, values)
    return is_true(one.condition, {at._replace(page=""): pins for at, pins in given.items()})
