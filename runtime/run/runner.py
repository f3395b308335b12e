"""Runs a compiled page step by step: its sessions, their state, and the results of the last step that was shown.

Two threads use a runner: one runs steps, the other asks what a step waits for, reads variables meanwhile and closes the
sessions to end the step.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Set
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
from blockloom.runtime.compile.step_effects import written
from blockloom.runtime.compile.taps import TappedCalls
from blockloom.runtime.protocol.steps import Summaries, WaitingBlock
from blockloom.runtime.resources.resource import CapturedResource
from blockloom.runtime.run.epoch_validation import EpochHistory
from blockloom.runtime.run.external_input_recorder import RecordedInputs
from blockloom.runtime.run.loss import LossOutput, loss_of, number
from blockloom.runtime.run.nonfinite_marks import NonFiniteMarks
from blockloom.runtime.run.open_session import OpenSession
from blockloom.runtime.run.result_summaries import summaries
from blockloom.runtime.run.run_history import DisplayedPastStep, RunHistory, StateSnapshot, StepFailure
from blockloom.runtime.run.session_calls import is_large
from blockloom.runtime.run.step_fetches import Wanted
from blockloom.runtime.run.variable_state import KeptVariable, Sought, State, size

if TYPE_CHECKING:
    from blockloom.runtime.run.block_timer import BlockTimer
    from blockloom.runtime.run.remote import RemoteTarget


_At = TypeVar("_At", bound=Hashable)
_T = TypeVar("_T")
_NOTHING: Mapping[str, Any] = MappingProxyType({})  # one for all steps that draw nothing
_NONE: frozenset[Any] = frozenset()


class EndOfDataError(Exception):
    """A step that found no more data; it is not counted. `place` is where it asked; `empty`: there was none since the
    data began. The next step begins the data anew.
    """

    def __init__(self, place: Address, empty: bool):
        super().__init__(str(place))
        self.place, self.empty = place, empty


class Standing(NamedTuple):
    """The attributes of a runner that a step changes."""

    steps: int
    shown: int
    results: dict[str, Results]
    partly: bool
    given: set[tuple[Address, str]]
    last: dict[str, Results]
    calls: list[TappedCalls]


class Runner:
    """A compiled page with its sessions, which open at the first step, and the results of the last shown step. `before`
    is the runner of the page before an edit: the count of steps continues. `carried` has the resources of its sessions,
    by session and block.
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
        self.results: dict[str, Results] = {}  # by session
        self.current: OpenSession | None = None
        self.carried = carried or {}
        # The step that was shown last, maybe before an edit: then there are no results of it here.
        self.shown: int = before.shown if before is not None else 0
        self.partly = False  # that step fetched only what was wanted of it
        self.half = False  # the latest step has begun and not come to its end
        self._live: list[OpenSession] = []
        self._training: list[OpenSession] = []  # those that make steps: a Validation makes none
        self._validating: list[OpenSession] = []  # the others
        self._drawing: list[OpenSession] = []  # of `_training`, those that draw something from outside
        self._ran: list[SessionProgram] = []  # what the step under way, or one that failed, has run or begun to run
        self._last: dict[str, Results] = {}  # what the last step gave, where it was not shown
        self._calls: list[TappedCalls] = []  # of its functions that are looked into
        self._given: set[tuple[Address, str]] = set()  # outputs of variables that got their values after that step
        self._fresh = True  # no step came to its end since the data began
        self._spared: tf.Operation | None = None  # where data ended: what hangs on it did not happen
        self._begun: Set[str] = _NONE  # what an initialisation under way, or one that failed, has begun
        self.timer: BlockTimer | None = None  # of the steps that are shown
        self.not_finite: NonFiniteMarks = before.not_finite if before is not None else NonFiniteMarks()
        # Of the epochs that were validated.
        self.history: EpochHistory = before.history if before is not None else EpochHistory()
        self.past = RunHistory()
        self.failure: StepFailure | None = None  # of the step that broke off, while it is the latest
        self.looked_back: DisplayedPastStep | None = None  # what is shown in the place of the latest step
        self.made: Mapping[str, Callable[[], Results]] = {}  # how sessions make a step with values that are tried

    @cached_property
    def asked(self) -> Wanted:
        """The outputs that the sessions fetch by their plans."""
        return self.numbers | frozenset(
            at._replace(pin=pin)
            for own in self.program.sessions
            for at, pins in own.shown.items()
            for pin, source in pins.items()
            if not own.asked.keys().isdisjoint(source if isinstance(source, list) else [source])
        )

    @property
    def numbers(self) -> Wanted:
        """The outputs of which the history of epochs tells."""
        validation = self.program.validation
        return frozenset(at._replace(pin=pin) for _, at, pin in validation.told) if validation else frozenset()

    @cached_property
    def loss(self) -> LossOutput | None:
        """The output that tells how the steps of the page go."""
        return loss_of(self.program)

    @property
    def started(self) -> bool:
        """Whether the sessions are open."""
        return bool(self._live)

    def step(
        self, show: bool, wanted: Wanted | None = None, validates: bool = False, besides: Wanted = frozenset()
    ) -> Results:
        """Run each session once, in the order of their ids; with `validates` that of the Validation alone, which counts
        as no step. Gives the `wanted` outputs (None: all), of the last session that has them. With `show` these become
        `results`; of a page that is not large, `show` fetches all. `besides` are outputs that no session needs (see
        `SessionProgram.beside`) and that are given as well. Raises what TensorFlow raises.
        """
        partly = show and wanted is not None and is_large(self.program)
        fetch = wanted if partly else None if show else wanted or _NONE
        seen: Results = {}
        fresh: dict[str, Results] = {}
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
            self.current = live
            self._ran.append(live.own)
            try:
                made = self.made.get(live.own.id) if self.made and not validates else None
                results = made() if made is not None else live.step(fetch, timer, besides)
            except (tf.errors.OpError, RuntimeError) as error:
                self._fails(live, error)
                raise
            fresh[live.own.id] = results
            if results:
                seen |= results
        self.current, self.half, self._ran, self._fresh = None, False, [], False
        if validates:
            self.past.changed()
            self._last = self.results | fresh
        else:
            self._last, self.made = fresh, _NOTHING
            self.steps += 1
            if self._drawing and any(live.drawn.too_much for live in self._drawing):
                self.past.changed()
            else:
                self.past.ended(self._drew() if self._drawing else _NOTHING)
            if seen and self.loss is not None and (loss := number(seen, self.loss)) is not None:
                self.past.line.add(self.steps, loss)
        if taps:
            self._calls = [tap.calls() for tap in taps]
        if show:
            self._show_step(partly)
        if timer is not None:
            timer.steps += 1
            timer.step = self.steps
        return seen

    def _fails(self, live: OpenSession, error: Exception) -> None:
        """A session failed in a step, or in part of it. Raises what is to be raised in the place of the error, if that
        is another one.
        """
        self.made = _NOTHING
        if isinstance(error, tf.errors.OutOfRangeError):
            spared, place = place_in(error, self.program)
            if "End of sequence" in error.message or live.ran_out(spared):
                raise self._ends(spared, place) from error
        self._broke(live, error)
        if live.failed is not None:
            self.close()
            raise live.failed from error

    def remember(self) -> None:
        """Record in `past` the variables before the next step. Raises what TensorFlow raises."""
        self._ran, self._begun, self.looked_back, self.failure = [], _NONE, None, None
        self._begin()
        self.past.latest = None
        self._remember()

    def hold_back(self, holds: bool) -> None:
        """Begin or end to hold back the acts of steps outside."""
        for live in self._training:
            live.hold_back(holds)

    def standing(self) -> Standing:
        """Return the state of this runner between two steps."""
        return Standing(self.steps, self.shown, self.results, self.partly, self._given, self._last, self._calls)

    def pause(self, before: Standing) -> Standing:
        """Pause the latest step: show and count as `before` it, while the sessions keep its state. Return the state of
        this runner after it.
        """
        after = self.standing()
        self._stand(before)
        moment = self.past.unmake()
        for live in self._training:
            live.before = moment.values(live.own.id)
        return after

    def keep_step(self, after: Standing) -> None:
        """Keep a step that was paused, with the state of this runner after it."""
        self._stand(after)
        self.past.remake()
        for live in self._training:
            live.before = None
        found = merged(by_id(self.results))
        if self.loss is not None and (loss := number(found, self.loss)) is not None:
            self.past.line.add(self.steps, loss)

    def _stand(self, there: Standing) -> None:
        self.steps, self.shown, self.results, self.partly = there.steps, there.shown, there.results, there.partly
        self._given, self._last, self._calls, self.looked_back = there.given, there.last, there.calls, None

    def rewind(self, step: int, results: dict[str, Results]) -> None:
        """Let variables hold what they held after that step, which showed these results and of which a moment is kept;
        steps after it never were.
        """
        moment = next(segment.moment for segment in reversed(self.past.segments) if segment.moment.step == step)
        for live in self._training:
            live.before = None
            live.set(moment.values(live.own.id))
        self.at(step, moment.epochs, results)

    def _remember(self) -> None:
        """Keep what the variables hold before a step, where a moment is due. Raises what TensorFlow raises."""
        if self.remote is not None:
            return
        try:
            for live in self._training:
                live.renew()
            self.past.moment(self._moment)
        except (tf.errors.OpError, RuntimeError) as error:
            for live in self._training:
                if live.failed is not None:  # in its thread, which closed the session
                    self._fails(live, error)
            raise

    def _moment(self) -> StateSnapshot:
        """What is held between two steps."""
        return StateSnapshot(
            self.steps,
            {live.own.id: live.moment() for live in self._training},
            {live.own.id: taken for live in self._training if (taken := live.look())} or _NOTHING,
            len(self.history.rows),
        )

    def _drew(self) -> Mapping[str, RecordedInputs]:
        """What the latest step of each session drew."""
        return {live.own.id: live.drawn.latest for live in self._drawing if live.drawn.latest.names} or _NOTHING

    def failed(self, drew: Mapping[str, RecordedInputs], failure: StepFailure) -> None:
        """The step that follows where it is, failed, as a file tells."""
        self.past.broke(drew)
        self.failure, self.half = failure, True

    def at(self, step: int, epochs: int, results: dict[str, Results]) -> None:
        """Variables were given back what they held after a step, which showed these results: go on from there."""
        self.steps = self.shown = step
        self.results, self.partly, self._given, self._last, self._calls = results, False, set(), {}, []
        self.half, self._ran, self._begun, self.looked_back, self.failure = False, [], _NONE, None, None
        self.not_finite, self._fresh, self._spared = NonFiniteMarks(), False, None
        self.history.rows = self.history.rows[:epochs]
        self.tell_history()
        for tap in self.program.taps:
            tap.seen = TappedCalls(0, {})
        self.past.back(step)

    def _broke(self, live: OpenSession, error: Exception) -> None:
        """The step under way failed in a session, or was stopped there."""
        ran = {own.id for own in self._ran} or {live.own.id}
        self.past.broke({name: drew for name, drew in self._drew().items() if name in ran})
        self.failure = StepFailure(live.own.id, error) if live.within is None else None

    def begin_validation(self) -> None:
        """Let the data of the Validation begin."""
        self._fresh = True
        for live in self._live:
            live.stale = live.stale or live.within is not None

    def of_session(self, name: str) -> Results:
        """The results of the last shown step of one session."""
        return self.results.get(name, {})

    def keep(self) -> dict[str, KeptVariable]:
        """What the variables hold that the Validation depends on, but for those that begin anew with each epoch."""
        for live in self._live:
            if live.within is not None:
                variables = [v for v in live.own.shared if not (v.each_epoch or v.counts)]
                held = live.within.held(variables)
                origins = live.within.origins
                return {v.block: KeptVariable(v.key, held[v.block], origins.get(v.block, "")) for v in variables}
        return {}

    def put_back(self, kept: Mapping[str, KeptVariable]) -> None:
        """Give variables the values that `keep` gave."""
        self.past.changed()
        for live in self._live:
            if live.within is not None:
                live.within.restore(kept)
                self._show(live.within, kept.keys())

    def _show_step(self, partly: bool) -> None:
        """Let the results be those of the last step: what is shown is of one step, and of one that came to its end."""
        self.results, self.shown, self.partly, self._given = self._last, self.steps, partly, set()
        self.tell_history()
        for tap, calls in zip(self.program.taps, self._calls):
            tap.seen = calls
        self._last, self._calls = {}, []

    def tell_history(self) -> None:
        """Let the results hold the history of epochs."""
        if self.program.validation is not None and self.history.rows:
            name = self.program.validation.session
            self.results = self.results | {name: self.of_session(name) | self.history.results(name)}

    def end_epoch(self) -> EndOfDataError:
        """End an epoch between two steps, before its data does: as if that had come to its end."""
        return self._ends(None, Address(self.program.page))

    def _ends(self, spared: tf.Operation | None, place: Address) -> EndOfDataError:
        """Data came to its end, asked for at `place`: that of all sessions begins anew with the next step."""
        for live in self._live:
            live.stale = True
        self.past.changed()  # what is of an epoch begins anew with the next step
        reads = any(live.own.reads for live in self._live if live.own.id in self._last)
        if any(self._last.values()) or reads or any(calls.kept for calls in self._calls):
            # Of the last step whatever was fetched, and the variables.
            self._show_step(partly=True)
            for live in self._live:
                self._show(live, {variable.block for variable in live.own.variables})
            self._given = set()  # nothing happened since that step
        self._spared = spared
        self.current, self.half = None, bool(self.changed())
        end, self._fresh = EndOfDataError(place, self._fresh), True
        return end

    def finish(self) -> None:
        """End a run: files that it wrote are complete."""
        for live in self._live:
            with contextlib.suppress(tf.errors.OpError, RuntimeError):  # it may have been ended
                live.finish()

    def read_files_again(self) -> None:
        """Have the next step read files that may be others by now."""
        for live in self._live:
            live.read_files_again()

    def training(self) -> list[OpenSession]:
        """The sessions that make steps, which are opened if need be."""
        self._begin()
        return self._training

    def _begin(self) -> None:
        """Open the sessions, unless that is done."""
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
            self._drawing = [live for live in self._training if live.drawn.keeps]
            for live in self._live if self.remote else ():
                self.current = live
                live.begin()

    def _reopen(self) -> None:
        """End the sessions. New ones continue with the values of variables and tables, and read the data again."""
        self.snapshot()
        self.carried = self.carry()
        self.close()

    def initialise(self, blocks: Collection[str]) -> None:
        """Give these variables their initial values in all sessions. Raises what TensorFlow raises."""
        begun: set[str] = set()
        self.half, self._ran, self._begun, self.looked_back, self.failure = False, [], begun, None, None
        self.past.changed()
        self._begin()
        for live in self._live:
            self.current = live
            try:
                live.initialise([v for v in live.own.variables if v.block in blocks and v.init], begun)
            except (tf.errors.OpError, RuntimeError):
                with contextlib.suppress(tf.errors.OpError, RuntimeError):  # it may have been ended
                    self._show(live, blocks)
                raise
            self._show(live, blocks)
        self.current, self._begun = None, _NONE

    def _show(self, live: OpenSession, blocks: Collection[str]) -> None:
        """Let the results hold what these variables hold now."""
        variables = [v for v in live.own.variables if v.block in blocks]
        held = live.held(variables)
        values = {v.read: held[v.block] for v in variables if v.block in held}
        before = self.results.get(live.own.id, {})
        now = {
            at: {pin: values[read] for pin, read in pins.items() if read in values}
            for at, pins in live.own.reads.items()
        }
        self.results[live.own.id] = before | {at: before.get(at, {}) | pins for at, pins in now.items() if pins}
        self._given |= {(at, pin) for at, pins in now.items() for pin in pins}

    def begun(self) -> dict[str, set[tuple[VariableKey, str]]]:
        """For each variable, the (key, origin) of the values that it holds or that are kept for it."""
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

    def changed(self) -> list[str]:
        """The blocks (addresses as text) whose state a step or initialisation that did not end may have changed; []
        after one that did.
        """
        return sorted(
            {*map(self.program.told, self._begun)}.union(
                *(written(self.program, own, self._spared) for own in self._ran)
            )
        )

    def latest(self) -> Results:
        """The results of the last shown step, by block, with those of the chosen calls of functions; or of what is
        looked at in its place.
        """
        back = self.looked_back
        calls = [tap.results() for tap in self.program.taps] if back is None or back.taken == "paused" else []
        return merged([*by_id(self.results if back is None else back.results), *calls])

    def told(self, results: Results) -> Summaries:
        """Summaries of some of the latest results, for the canvas, with marks for values that are not finite or were
        given after the step.
        """
        told = summaries(results)
        if self.looked_back is not None:
            NonFiniteMarks().mark(told, results, self.looked_back.step)
            return told
        if self.not_finite.mark(told, results, self.shown):
            self.past.line.mark(self.shown)
        for at, pin in self._given:
            if (summary := told.get(str(at), {}).get(pin)) is not None:
                summary["given"] = True
        return told

    def cancel(self) -> bool:
        """End the step under way and keep the sessions; False where that is impossible."""
        live = self.current
        try:
            if live is None:
                return True
            ended = live.cancel()
            self.past.latest = None  # its data begins anew with the next step
            return ended
        except (tf.errors.OpError, RuntimeError):
            return False

    def carry(self) -> dict[str, dict[str, CapturedResource]]:
        """What queues, tables, iterators and accumulators hold, session -> block, for the next runner; this one cannot
        be used afterwards.
        """
        return self.carried | {live.own.id: live.take_out(ends=True) for live in self._live}

    def waiting(self) -> list[WaitingBlock]:
        """What the step under way waits for, with addresses as text; [] where nothing blocks. May be called from
        another thread.
        """
        live, told = self.current, self.program.told
        rows = (
            self.remote.aside(lambda: self._waiting(live), [])
            if self.remote is not None and live is not None
            else self._waiting(live)
        )
        named: list[WaitingBlock] = [{**row, "block": told(row["block"])} for row in rows]
        for row in named:
            if "spills" in row:
                row["spills"] = told(row["spills"])
        return named

    def _waiting(self, live: OpenSession | None) -> list[WaitingBlock]:
        try:
            return live.waiting() if live is not None else []
        except (tf.errors.OpError, RuntimeError, ValueError):
            return []  # the step ended meanwhile

    def snapshot(self, most: int | None = None) -> State:
        """The values of all variables, also while a step is blocked, but not those on a target. Values above `most`
        bytes are not read anew.
        """
        for live in self._live if self.remote is None else ():
            large = {v.block for v in live.own.variables if most is not None and (size(v.key) or 0) > most}
            try:
                held = live.held([v for v in live.own.variables if v.block not in large])
            except (tf.errors.OpError, RuntimeError):
                continue  # keep what is known from before
            before = self.state.get(live.own.id, {})
            self.state[live.own.id] = {b: kept for b, kept in before.items() if b in large} | {
                v.block: KeptVariable(v.key, held[v.block], live.origins.get(v.block, ""))
                for v in live.own.variables
                if v.block in held
            }
        return self.state

    def values(self) -> dict[str, np.ndarray]:
        """The values of all variables that have one, by shared_name, of the last session that has it. Raises what
        TensorFlow raises.
        """
        names = {v: name for own in self.program.sessions for name, v in self._named(own)}
        return {names[v]: value for v, value in self.held().items()}

    def restore(self, given: Callable[[Sought], Mapping[str, np.ndarray]]) -> tuple[list[str], list[str]]:
        """Give variables the values that `given` returns by shared_name, now or when the sessions open. Gives the
        blocks (addresses as text) that got values, and those that did not. Raises what `given` raises.
        """
        named = {name: v for share in self.program.sessions for name, v in self._named(share)}
        self.past.changed()
        self.looked_back, self.failure = None, None
        values = given({name: (v.key[2], v.key[3], _is_slot(v)) for name, v in named.items()})
        live = {session.own.id: session for session in self._live}
        for share in self.program.sessions:
            kept = {v.block: KeptVariable(v.key, values[name]) for name, v in self._named(share) if name in values}
            self.state[share.id] = self.state.get(share.id, {}) | kept
            if share.id in live:
                live[share.id].restore(kept)
                self._show(live[share.id], kept.keys())
        return self.program.telling({v.block for name, v in named.items() if name in values}), self.program.telling(
            {v.block for name, v in named.items() if name not in values}
        )

    def held(self) -> dict[Variable, np.ndarray]:
        """The values of all variables that have one and are not of an epoch, of the last session that has it. Raises
        what TensorFlow raises.
        """
        live = {one.own.id: one for one in self._live}
        return {
            v: value
            for own in self.program.sessions
            for found in [
                live[own.id].held(own.variables)
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
        """The variables of a session with their shared_names, by which files know them, but for those of an epoch."""
        variables = [v for v in own.variables if not (v.each_epoch or v.counts)]
        nodes = [self.program.graph.get_operation_by_name(v.node) for v in variables]
        return [(node.get_attr("shared_name").decode() or node.name, v) for node, v in zip(nodes, variables)]

    def stateful(self) -> list[str]:
        """The blocks (addresses as text) whose state, such as queues and tables, ends with the sessions where nothing
        is handed over; without what is shared on a target, and without iterators whose data begins anew with the next
        step.
        """
        found = {
            self.program.told(block)
            for live in self._live
            for block in live.own.stateful - (live.own.iterators if self._fresh or live.stale else set())
            if live.within is None
        }
        return sorted(found if self.remote is None else found - self.remote.shared(self.program))

    def close(self) -> None:
        """End the sessions, which cancels a blocked step. Waits for ops that ignore cancellation."""
        live, self._live, self._training, self._validating, self._drawing = self._live, [], [], [], []
        if self.remote is not None:
            self.remote.close(live)
            return
        for one in live:
            one.close()

    def reset(self) -> None:
        """Forget all state: variables get their initial values at the next step."""
        self.close()
        self.state, self.carried, self.results, self.steps, self.shown = {}, {}, {}, 0, 0
        self.half, self._ran, self._begun, self.partly, self.not_finite = False, [], _NONE, False, NonFiniteMarks()
        self.history = EpochHistory()
        self.past.forget()
        self.looked_back, self.failure = None, None
        for tap in self.program.taps:
            tap.seen = TappedCalls(0, {})
        if self.remote is not None:
            self.remote.initialised.clear()


def _is_slot(variable: Variable) -> bool:
    """Whether it is what an optimizer keeps for a variable."""
    return "." in variable.block


def merged(results: Iterable[Mapping[_At, dict[str, _T]]]) -> dict[_At, dict[str, _T]]:
    """Several results, by block and pin, as one; later ones win."""
    merged_results: dict[_At, dict[str, _T]] = {}
    for shown in results:
        merged_results |= {at: merged_results.get(at, {}) | pins for at, pins in shown.items()}
    return merged_results


def by_id(sessions: Mapping[str, _T]) -> list[_T]:
    """The values of a mapping from session ids, in the order of the ids."""
    return [sessions[name] for name in sorted(sessions)]
