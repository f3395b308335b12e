"""Run a compiled page step by step: its sessions, their state, and the results of the last shown step.

Two threads use a runner: one runs steps; the other reads what a step waits for, reads variables, and closes the
sessions to end the step.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Set
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import numpy as np
import tensorflow as tf

from blockloom.blocks.document.addresses import Address
from blockloom.blocks.editing.identities import NO_NAMES, DocumentNames
from blockloom.blocks.plan.plan_nodes import VariableKey
from blockloom.runtime.compile.error_problems import place_in
from blockloom.runtime.compile.program import Program, Results, SessionProgram, Variable
from blockloom.runtime.compile.step_effects import written_blocks
from blockloom.runtime.compile.taps import TappedCalls
from blockloom.runtime.protocol.records import Summaries, WaitingBlock
from blockloom.runtime.resources.resource import CapturedResource
from blockloom.runtime.run.epoch_validation import EpochHistory
from blockloom.runtime.run.external_input_recorder import RecordedInputs
from blockloom.runtime.run.open_session import OpenSession
from blockloom.runtime.run.result_summaries import NonFiniteMarks, summaries
from blockloom.runtime.run.run_history import (
    DisplayedPastStep,
    LossOutput,
    RunHistory,
    StateSnapshot,
    StepFailure,
    loss_of,
    number,
)
from blockloom.runtime.run.session_calls import is_large
from blockloom.runtime.run.step_fetches import Fetches
from blockloom.runtime.run.variable_state import KeptVariable, Sought, State, size

if TYPE_CHECKING:
    from blockloom.runtime.run.block_timer import BlockTimer
    from blockloom.runtime.run.remote import RemoteTarget


_At = TypeVar("_At", bound=Hashable)
_T = TypeVar("_T")
_NOTHING: Mapping[str, Any] = MappingProxyType({})  # shared by all steps without external inputs
_NONE: frozenset[Any] = frozenset()


class EndOfDataError(Exception):
    """Raised by a step that found no more data; it is not counted, and the next step restarts the data.

    Attributes:
        place: the block whose data ended.
        empty: whether no step has finished since the data began.
    """

    def __init__(self, place: Address, empty: bool):
        super().__init__(str(place))
        self.place, self.empty = place, empty


class Standing(NamedTuple):
    """State of a runner between two steps."""

    steps: int
    shown: int
    results: dict[str, Results]
    partly: bool
    set_later: set[tuple[Address, str]]
    last_results: dict[str, Results]
    calls: list[TappedCalls]


class Runner:
    """A compiled page with its sessions, which open at the first step, and the results of the shown step.

    Args:
        program: the compiled page.
        state: values of variables to restore.
        remote: the target, if any.
        names: the names of blocks by uid.
        before: the runner before an edit, whose count of steps continues.
        carried: contents of resources, by session and block.
    """

    def __init__(
        self,
        program: Program,
        state: State | None = None,
        remote: RemoteTarget | None = None,
        names: DocumentNames = NO_NAMES,
        before: Runner | None = None,
        carried: dict[str, dict[str, CapturedResource]] | None = None,
    ):
        self.program, self.remote, self.names = program, remote, names
        self.state: State = state or {}
        self.steps: int = before.steps if before is not None else 0
        self.results: dict[str, Results] = {}  # session -> results of the shown step
        self._current: OpenSession | None = None
        self.carried = carried or {}
        # Number of the last shown step; its results are gone if the page was edited since.
        self.shown: int = before.shown if before is not None else 0
        self.partly = False  # whether the shown step fetched only the wanted outputs
        self.half = False  # whether the latest step did not complete
        self._live: list[OpenSession] = []
        self._training: list[OpenSession] = []  # sessions that run steps, not a Validation
        self._validating: list[OpenSession] = []  # sessions of Validation blocks
        self._drawing: list[OpenSession] = []  # those of `_training` that have external inputs
        self._ran: list[SessionProgram] = []  # sessions that the current or failed step has started
        self._last: dict[str, Results] = {}  # results of the last step, if it was not shown
        self._calls: list[TappedCalls] = []  # captured values of functions in the last step
        self._given: set[tuple[Address, str]] = set()  # outputs of variables that were set after the last step
        self._fresh = True  # whether no step has finished since the data began
        self._spared: tf.Operation | None = None  # op at which the data ended; ops that depend on it did not run
        self._begun: Set[str] = _NONE  # blocks that the current or failed initialisation has started
        self.timer: BlockTimer | None = None  # measures the shown steps
        self.not_finite: NonFiniteMarks = before.not_finite if before is not None else NonFiniteMarks()
        # Metrics of the validated epochs.
        self.history: EpochHistory = before.history if before is not None else EpochHistory()
        self.past = RunHistory()
        self.failure: StepFailure | None = None  # why the latest step failed
        self.looked_back: DisplayedPastStep | None = None  # past step that is shown instead of the latest one
        # Session -> function that runs the next step with overrides.
        self._replaced: Mapping[str, Callable[[], Results]] = {}

    @cached_property
    def planned_fetches(self) -> Fetches:
        """Outputs that the sessions fetch by their plans."""
        return self.numbers | frozenset(
            at._replace(pin=pin)
            for own in self.program.sessions
            for at, pins in own.sources.items()
            for pin, source in pins.items()
            if not own.requested.keys().isdisjoint(source if isinstance(source, list) else [source])
        )

    @property
    def numbers(self) -> Fetches:
        """Outputs whose values are in the history of epochs."""
        validation = self.program.validation
        return frozenset(at._replace(pin=pin) for _, at, pin in validation.reported) if validation else frozenset()

    @cached_property
    def loss(self) -> LossOutput | None:
        """The loss of the page, if any."""
        return loss_of(self.program)

    @property
    def started(self) -> bool:
        """True if the sessions are open."""
        return bool(self._live)

    def step(
        self, show: bool, fetches: Fetches | None = None, validates: bool = False, side_outputs: Fetches = frozenset()
    ) -> Results:
        """Run each session once, in the order of their ids; with `validates` only the Validation.

        A Validation does not count as a step.

        Args:
            show: whether the results become `results`; fetches all outputs of a page that is not large.
            fetches: the outputs to return, from the last session that has them; None for all.
            validates: whether to run the Validation.
            side_outputs: outputs to return that no session needs.

        Raises:
            EndOfDataError: the data ended.
            tf.errors.OpError: the step failed.
        """
        partly = show and fetches is not None and is_large(self.program)
        session_fetches = fetches if partly else None if show else fetches or _NONE
        shown_results: Results = {}
        results_by_session: dict[str, Results] = {}
        timer = self.timer
        if timer is not None and not (show or timer.every):
            timer = None
        self.half, self._ran, self._begun, self.looked_back, self.failure = True, [], _NONE, None, None
        taps = self.program.taps
        for tap in taps:
            if self._fresh or not tap.flows:
                tap.begin()
        if any(live.spent for live in self._training):
            self._reopen()
        if self._spared is not None or len(self._live) < len(self.program.sessions):
            self._begin()
        if self.past.latest is None and not validates:
            self._remember()
        for live in self._validating if validates else self._training:
            self._current = live
            self._ran.append(live.own)
            try:
                replaced_step = self._replaced.get(live.own.id) if self._replaced and not validates else None
                results = (
                    replaced_step() if replaced_step is not None else live.step(session_fetches, timer, side_outputs)
                )
            except (tf.errors.OpError, RuntimeError) as error:
                self._fails(live, error)
                raise
            results_by_session[live.own.id] = results
            if results:
                shown_results |= results
        self._current, self.half, self._ran, self._fresh = None, False, [], False
        if validates:
            self.past.invalidate()
            self._last = self.results | results_by_session
        else:
            self._last, self._replaced = results_by_session, _NOTHING
            self.steps += 1
            if self._drawing and any(live.input_recorder.too_much for live in self._drawing):
                self.past.invalidate()
            else:
                self.past.add_step(self._drew() if self._drawing else _NOTHING)
            if shown_results and self.loss is not None and (loss := number(shown_results, self.loss)) is not None:
                self.past.loss.add(self.steps, loss)
        if taps:
            self._calls = [tap.calls() for tap in taps]
        if show:
            self._show_step(partly)
        if timer is not None:
            timer.steps += 1
            timer.step = self.steps
        return shown_results

    def _fails(self, live: OpenSession, error: Exception) -> None:
        """Handle the failure of a session in a step; raise the error that replaces the given one, if any."""
        self._replaced = _NOTHING
        if isinstance(error, tf.errors.OutOfRangeError):
            spared, place = place_in(error, self.program)
            if "End of sequence" in error.message or live.ran_out(spared):
                raise self._ends(spared, place) from error
        self._broke(live, error)
        if live.failed is not None:
            self.close()
            raise live.failed from error

    def remember(self) -> None:
        """Record in `past` the variables before the next step.

        Raises:
            tf.errors.OpError: the sessions do not open, or the variables cannot be read.
        """
        self._ran, self._begun, self.looked_back, self.failure = [], _NONE, None, None
        self._begin()
        self.past.latest = None
        self._remember()

    def hold_back(self, holds: bool) -> None:
        """Start or stop holding back side effects of steps."""
        for live in self._training:
            live.hold_back(holds)

    def time_blocks(self, timer: BlockTimer | None) -> None:
        """Time the blocks of the following steps; None: do not."""
        self.timer = timer

    def replace_history(self, history: RunHistory) -> None:
        """Replace the recorded steps; the bounds of memory and time stay, unless the new steps need more memory."""
        history.budget, history.share = max(self.past.budget, history.size), self.past.share
        self.past = history

    def show_past_step(self, step: DisplayedPastStep | None) -> None:
        """Show a past or paused step in place of the latest one, or the latest again."""
        self.looked_back = step

    def replace_next_step(self, made: Mapping[str, Callable[[], Results]]) -> None:
        """Run these functions, by session, in place of the next step."""
        self._replaced = made

    def standing(self) -> Standing:
        """Return the state of this runner between two steps."""
        return Standing(self.steps, self.shown, self.results, self.partly, self._given, self._last, self._calls)

    def pause(self, before: Standing) -> Standing:
        """Pause the latest step: restore the state `before` it, while the sessions keep theirs.

        Returns:
            The state of this runner after the step.
        """
        after = self.standing()
        self._stand(before)
        moment = self.past.withdraw_step()
        for live in self._training:
            live.pause(moment.values(live.own.id))
        return after

    def keep_step(self, after: Standing) -> None:
        """Keep a step that was paused, with the state of this runner after it."""
        self._stand(after)
        self.past.restore_step()
        for live in self._training:
            live.end_pause()
        found = merged(by_id(self.results))
        if self.loss is not None and (loss := number(found, self.loss)) is not None:
            self.past.loss.add(self.steps, loss)

    def _stand(self, there: Standing) -> None:
        self.steps, self.shown, self.results, self.partly = there.steps, there.shown, there.results, there.partly
        self._given, self._last, self._calls, self.looked_back = there.set_later, there.last_results, there.calls, None

    def rewind(self, step: int, results: dict[str, Results]) -> None:
        """Restore the variables of a step with a snapshot and these results; discard all later steps."""
        moment = next(segment.snapshot for segment in reversed(self.past.segments) if segment.snapshot.step == step)
        for live in self._training:
            live.end_pause()
            live.set_variables(moment.values(live.own.id))
        self.continue_from(step, moment.epochs, results)

    def _remember(self) -> None:
        """Take a snapshot before a step, if one is due.

        Raises:
            tf.errors.OpError: the variables cannot be read.
        """
        if self.remote is not None:
            return
        try:
            for live in self._training:
                live.renew()
            self.past.add_snapshot(self._moment)
        except (tf.errors.OpError, RuntimeError) as error:
            for live in self._training:
                if live.failed is not None:  # a queue runner failed, and has closed the session
                    self._fails(live, error)
            raise

    def _moment(self) -> StateSnapshot:
        """Return a snapshot of the state between two steps."""
        return StateSnapshot(
            self.steps,
            {live.own.id: live.read_variables() for live in self._training},
            {live.own.id: taken for live in self._training if (taken := live.read_resources())} or _NOTHING,
            len(self.history.rows),
        )

    def _drew(self) -> Mapping[str, RecordedInputs]:
        """Return the external inputs of the latest step of each session."""
        return {
            live.own.id: live.input_recorder.latest for live in self._drawing if live.input_recorder.latest.names
        } or _NOTHING

    def add_failure(self, drew: Mapping[str, RecordedInputs], failure: StepFailure) -> None:
        """Record a failed step after the last one, read from a file."""
        self.past.add_incomplete_step(drew)
        self.failure, self.half = failure, True

    def continue_from(self, step: int, epochs: int, results: dict[str, Results]) -> None:
        """Continue from a step, whose results are given, after the variables were restored."""
        self.steps = self.shown = step
        self.results, self.partly, self._given, self._last, self._calls = results, False, set(), {}, []
        self.half, self._ran, self._begun, self.looked_back, self.failure = False, [], _NONE, None, None
        self.not_finite, self._fresh, self._spared = NonFiniteMarks(), False, None
        self.history.rows = self.history.rows[:epochs]
        self.show_history()
        for tap in self.program.taps:
            tap.show_calls(TappedCalls(0, {}))
        self.past.truncate(step)

    def _broke(self, live: OpenSession, error: Exception) -> None:
        """Record the failure of the current step in a session."""
        ran = {own.id for own in self._ran} or {live.own.id}
        self.past.add_incomplete_step({name: drew for name, drew in self._drew().items() if name in ran})
        self.failure = StepFailure(live.own.id, error) if live.within is None else None

    def begin_validation(self) -> None:
        """Restart the data of the Validation."""
        self._fresh = True
        for live in self._live:
            if live.within is not None:
                live.expire_data()

    def of_session(self, name: str) -> Results:
        """Return the results of the last shown step of one session."""
        return self.results.get(name, {})

    def keep(self) -> dict[str, KeptVariable]:
        """Return the variables that the Validation depends on, except those that restart with each epoch."""
        for live in self._live:
            if live.within is not None:
                variables = [v for v in live.own.shared if not (v.each_epoch or v.counts)]
                held = live.within.variable_values(variables)
                origins = live.within.origins
                return {v.block: KeptVariable(v.key, held[v.block], origins.get(v.block, "")) for v in variables}
        return {}

    def put_back(self, kept: Mapping[str, KeptVariable]) -> None:
        """Restore variables that `keep` returned."""
        self.past.invalidate()
        for live in self._live:
            if live.within is not None:
                live.within.restore(kept)
                self._show(live.within, kept.keys())

    def _show_step(self, partly: bool) -> None:
        """Show the results of the last finished step, so that all shown results are of one step."""
        self.results, self.shown, self.partly, self._given = self._last, self.steps, partly, set()
        self.show_history()
        for tap, calls in zip(self.program.taps, self._calls):
            tap.show_calls(calls)
        self._last, self._calls = {}, []

    def show_history(self) -> None:
        """Add the history of epochs to the results."""
        if self.program.validation is not None and self.history.rows:
            name = self.program.validation.session
            self.results = self.results | {name: self.of_session(name) | self.history.results(name)}

    def end_epoch(self) -> EndOfDataError:
        """End an epoch between two steps, before its data ends."""
        return self._ends(None, Address(self.program.page))

    def _ends(self, spared: tf.Operation | None, place: Address) -> EndOfDataError:
        """Handle the end of data at `place`: the data of all sessions restarts with the next step."""
        for live in self._live:
            live.expire_data()
        self.past.invalidate()  # variables that are reset in each epoch change with the next step
        reads = any(live.own.reads for live in self._live if live.own.id in self._last)
        if any(self._last.values()) or reads or any(calls.values for calls in self._calls):
            # Show the fetched outputs of the last step, and the variables.
            self._show_step(partly=True)
            for live in self._live:
                self._show(live, {variable.block for variable in live.own.variables})
            self._given = set()  # variables have not changed since that step
        self._spared = spared
        self._current, self.half = None, bool(self.changed_blocks())
        end, self._fresh = EndOfDataError(place, self._fresh), True
        return end

    def finish(self) -> None:
        """Complete files that the run wrote."""
        for live in self._live:
            with contextlib.suppress(tf.errors.OpError, RuntimeError):  # the session may be closed
                live.finish()

    def read_files_again(self) -> None:
        """Let the next step read files again that may have changed."""
        for live in self._live:
            live.read_files_again()

    def training(self) -> list[OpenSession]:
        """Return the sessions that run steps, opened if necessary."""
        self._begin()
        return self._training

    def _begin(self) -> None:
        """Open the sessions unless they are open."""
        self._spared = None
        if len(self._live) < len(self.program.sessions):
            for session in self.program.sessions[len(self._live) :]:
                self._live.append(
                    OpenSession(
                        self.program,
                        session,
                        self.state.get(session.id, {}),
                        self.remote,
                        self.carried.get(session.id),
                        next((live for live in self._live if live.own.id == session.within), None),
                    )
                )
                self.carried.pop(session.id, None)
            self._fresh = not any(live.goes_on for live in self._live)
            self._training = [live for live in self._live if live.within is None]
            self._validating = [live for live in self._live if live.within is not None]
            self._drawing = [live for live in self._training if live.input_recorder.keeps]
            for live in self._live if self.remote else ():
                self._current = live
                live.begin()

    def _reopen(self) -> None:
        """Replace the sessions: the data restarts, variables and tables keep their values."""
        self.snapshot()
        self.carried = self.carry()
        self.close()

    def initialise(self, blocks: Collection[str]) -> None:
        """Initialise these variables in all sessions.

        Raises:
            tf.errors.OpError: the initialisation failed.
        """
        begun: set[str] = set()
        self.half, self._ran, self._begun, self.looked_back, self.failure = False, [], begun, None, None
        self.past.invalidate()
        self._begin()
        for live in self._live:
            self._current = live
            try:
                live.initialise([v for v in live.own.variables if v.block in blocks and v.init], begun)
            except (tf.errors.OpError, RuntimeError):
                with contextlib.suppress(tf.errors.OpError, RuntimeError):  # the session may be closed
                    self._show(live, blocks)
                raise
            self._show(live, blocks)
        self._current, self._begun = None, _NONE

    def _show(self, live: OpenSession, blocks: Collection[str]) -> None:
        """Update the results of these variables."""
        variables = [v for v in live.own.variables if v.block in blocks]
        held = live.variable_values(variables)
        values = {v.read: held[v.block] for v in variables if v.block in held}
        before = self.results.get(live.own.id, {})
        now = {
            at: {pin: values[read] for pin, read in pins.items() if read in values}
            for at, pins in live.own.reads.items()
        }
        self.results[live.own.id] = before | {at: before.get(at, {}) | pins for at, pins in now.items() if pins}
        self._given |= {(at, pin) for at, pins in now.items() for pin in pins}

    def variable_origins(self) -> dict[str, set[tuple[VariableKey, str]]]:
        """Return for each variable the (key, origin) of its current or saved values."""
        pairs: dict[str, set[tuple[VariableKey, str]]] = {}
        live = {one.own.id: one for one in self._live}
        for own in self.program.sessions if self.remote is None else ():
            rows = (
                [(v.block, v.key, live[own.id].origins.get(v.block, "")) for v in own.variables]
                if own.id in live
                else [(b, kept.key, kept.origin) for b, kept in self.state.get(own.id, {}).items()]
            )
            for block, key, origin in rows:
                pairs.setdefault(block, set()).add((key, origin))
        return pairs

    def changed_blocks(self) -> list[str]:
        """Return the blocks (addresses as text) whose state an incomplete step or initialisation may have changed."""
        return sorted(
            {*map(self.program.address_text, self._begun)}.union(
                *(written_blocks(self.program, own, self._spared) for own in self._ran)
            )
        )

    def latest(self) -> Results:
        """Return the results of the last shown step, or of the past step shown instead, by block.

        The results include the chosen calls of functions.
        """
        back = self.looked_back
        calls = [tap.results() for tap in self.program.taps] if back is None or back.kind == "paused" else []
        return merged([*by_id(self.results if back is None else back.results), *calls])

    def summarise(self, results: Results) -> Summaries:
        """Return summaries of results for the canvas, marked if non-finite or set after the step."""
        told = summaries(results)
        if self.looked_back is not None:
            NonFiniteMarks().mark(told, results, self.looked_back.step)
            return told
        if self.not_finite.mark(told, results, self.shown):
            self.past.loss.mark(self.shown)
        for at, pin in self._given:
            if (summary := told.get(str(at), {}).get(pin)) is not None:
                summary["set_later"] = True
        return told

    @contextlib.contextmanager
    def repeating(self, live: OpenSession) -> Iterator[None]:
        """Context manager in which `cancel` ends a repeated step of a session."""
        self._current = live
        try:
            yield
        finally:
            self._current = None

    def cancel(self) -> bool:
        """Cancel the current step and keep the sessions; return False if that is impossible."""
        live = self._current
        try:
            if live is None:
                return True
            ended = live.cancel()
            self.past.latest = None  # the next step restarts the data, so it needs a snapshot first
            return ended
        except (tf.errors.OpError, RuntimeError):
            return False

    def carry(self) -> dict[str, dict[str, CapturedResource]]:
        """Detach the contents of all resources, by session and block, for the next runner.

        The runner is unusable afterwards.
        """
        return self.carried | {live.own.id: live.take_out(ends=True) for live in self._live}

    def waiting(self) -> list[WaitingBlock]:
        """Return what the current step waits for; may be called from another thread."""
        live = self._current
        return (
            self.remote.aside(lambda: self._waiting(live), [])
            if self.remote is not None and live is not None
            else self._waiting(live)
        )

    def _waiting(self, live: OpenSession | None) -> list[WaitingBlock]:
        try:
            return live.waiting() if live is not None else []
        except (tf.errors.OpError, RuntimeError, ValueError):
            return []  # the step has just ended

    def snapshot(self, most: int | None = None) -> State:
        """Return the values of all variables, also while a step is blocked, but not those on a target.

        Values above `most` bytes are not read again.
        """
        for live in self._live if self.remote is None else ():
            large = {v.block for v in live.own.variables if most is not None and (size(v.key) or 0) > most}
            try:
                held = live.variable_values([v for v in live.own.variables if v.block not in large])
            except (tf.errors.OpError, RuntimeError):
                continue  # the last known values stay
            before = self.state.get(live.own.id, {})
            self.state[live.own.id] = {b: kept for b, kept in before.items() if b in large} | {
                v.block: KeptVariable(v.key, held[v.block], live.origins.get(v.block, ""))
                for v in live.own.variables
                if v.block in held
            }
        return self.state

    def values(self) -> dict[str, np.ndarray]:
        """Return the values of all variables that have one, by shared_name, from the last session that has it.

        Raises:
            tf.errors.OpError: the variables cannot be read.
        """
        names = {v: name for own in self.program.sessions for name, v in self._named(own)}
        return {names[v]: value for v, value in self.values_by_variable().items()}

    def restore(self, given: Callable[[Sought], Mapping[str, np.ndarray]]) -> tuple[list[str], list[str]]:
        """Set variables to the values that `given` returns by shared_name, now or when the sessions open.

        Returns:
            The blocks (addresses as text) of variables with new values, and of the others.
        """
        named = {name: v for share in self.program.sessions for name, v in self._named(share)}
        self.past.invalidate()
        self.looked_back, self.failure = None, None
        values = given({name: (v.key[2], v.key[3], _is_slot(v)) for name, v in named.items()})
        live = {session.own.id: session for session in self._live}
        for share in self.program.sessions:
            kept = {v.block: KeptVariable(v.key, values[name]) for name, v in self._named(share) if name in values}
            self.state[share.id] = self.state.get(share.id, {}) | kept
            if share.id in live:
                live[share.id].restore(kept)
                self._show(live[share.id], kept.keys())
        return self.program.address_texts(
            {v.block for name, v in named.items() if name in values}
        ), self.program.address_texts({v.block for name, v in named.items() if name not in values})

    def values_by_variable(self) -> dict[Variable, np.ndarray]:
        """Return the values of all variables that have one, from the last session that has it.

        Variables that restart with each epoch are left out.

        Raises:
            tf.errors.OpError: the variables cannot be read.
        """
        live = {one.own.id: one for one in self._live}
        return {
            v: value
            for own in self.program.sessions
            for found in [
                live[own.id].variable_values(own.variables)
                if own.id in live
                else {block: kept.value for block, kept in self.state.get(own.id, {}).items()}
            ]
            for v in own.variables
            if not (v.each_epoch or v.counts) and (value := found.get(v.block)) is not None
        }

    def begins_with(self, variable: Variable, origin: str) -> None:
        """Set the origin of the value that a variable holds."""
        for kept in self.state.values():
            if variable.block in kept:
                kept[variable.block] = kept[variable.block]._replace(origin=origin)
        for live in self._live:
            if variable.block in live.origins:
                live.origins[variable.block] = origin

    def _named(self, own: SessionProgram) -> list[tuple[str, Variable]]:
        """Return the variables of a session with their shared_names, the names in files, except those of an epoch."""
        variables = [v for v in own.variables if not (v.each_epoch or v.counts)]
        nodes = [self.program.graph.get_operation_by_name(v.node) for v in variables]
        return [(node.get_attr("shared_name").decode() or node.name, v) for node, v in zip(nodes, variables)]

    def stateful(self) -> list[str]:
        """Return the blocks (addresses as text) whose state ends with the sessions, such as queues and tables.

        State shared on a target, and iterators whose data restarts with the next step, are left out.
        """
        found = {
            self.program.address_text(block)
            for live in self._live
            for block in live.own.stateful - (live.own.iterators if self._fresh or live.is_stale else set())
            if live.within is None
        }
        return sorted(found if self.remote is None else found - self.remote.shared(self.program))

    def close(self) -> None:
        """Close the sessions, which cancels a blocked step; wait for ops that ignore cancellation."""
        live, self._live, self._training, self._validating, self._drawing = self._live, [], [], [], []
        if self.remote is not None:
            self.remote.close(live)
            return
        for one in live:
            one.close()

    def reset(self) -> None:
        """Clear all state: variables are initialised at the next step."""
        self.close()
        self.state, self.carried, self.results, self.steps, self.shown = {}, {}, {}, 0, 0
        self.half, self._ran, self._begun, self.partly, self.not_finite = False, [], _NONE, False, NonFiniteMarks()
        self.history = EpochHistory()
        self.past.clear()
        self.looked_back, self.failure = None, None
        for tap in self.program.taps:
            tap.show_calls(TappedCalls(0, {}))
        if self.remote is not None:
            self.remote.initialised.clear()


def _is_slot(variable: Variable) -> bool:
    """Return whether a variable is a slot of an optimizer."""
    return "." in variable.block


def merged(results: Iterable[Mapping[_At, dict[str, _T]]]) -> dict[_At, dict[str, _T]]:
    """Merge results by block and pin; later ones win."""
    merged_results: dict[_At, dict[str, _T]] = {}
    for shown in results:
        merged_results |= {at: merged_results.get(at, {}) | pins for at, pins in shown.items()}
    return merged_results


def by_id(sessions: Mapping[str, _T]) -> list[_T]:
    """Return the values of a mapping from session ids, in the order of the ids."""
    return [sessions[name] for name in sorted(sessions)]
