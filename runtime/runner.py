"""Runs a compiled page: one TensorFlow session for each of its sessions, their state, and their steps.

A runner is used by two threads: one runs steps, the other asks what a step waits for, reads variables meanwhile and
closes the sessions to end it.
"""

from __future__ import annotations

import contextlib
import os
import threading
from collections.abc import Collection
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import tensorflow as tf
from tensorflow.core.protobuf import config_pb2

from blockloom.blocks.dtypes import DTYPES, labelled
from blockloom.blocks.phrases import phrase
from blockloom.runtime.accumulators import Held, put_back, take_out
from blockloom.runtime.probes import HOLDS_THREAD, waiting_text
from blockloom.runtime.program import About, Program, SessionProgram, Variable
from blockloom.runtime.writes import written

if TYPE_CHECKING:
    from blockloom.runtime.remote import Remote
    from blockloom.runtime.timing import Timer

_LOOK_EVERY = 0.1  # seconds, while others initialise
_ASIDE = tf.compat.v1.RunOptions(timeout_in_ms=1000, inter_op_thread_pool=-1)  # in the thread of the caller


class Kept(NamedTuple):
    """The value of a variable, what must be unchanged for it to be kept, and what its initial value was made of."""

    key: tuple
    value: np.ndarray
    origin: str = ""


State = dict[str, dict[str, Kept]]  # session id -> block


class Look(NamedTuple):
    """How to see the results of a step, or some of them: the step, what it fetches, and where that belongs."""

    run: Any
    fetched: list[str]
    shown: dict[str, dict[str, Any]]
    reads: dict[str, dict[str, str]]
    variables: list[Variable]
    quantized: dict[str, str]   # what numpy gets as integers -> the label of its dtype


class Live:
    """A session under way."""

    def __init__(self, program: Program, own: SessionProgram, kept: dict[str, Kept],
                 remote: Remote | None = None, carried: dict[str, Held] | None = None):
        self.own, self.remote = own, remote
        holding = sum(op.type in HOLDS_THREAD for op in program.graph.get_operations()) if own.probes else 0
        config = tf.compat.v1.ConfigProto(inter_op_parallelism_threads=(os.cpu_count() or 1) + 2 + holding)
        config.graph_options.rewrite_options.disable_meta_optimizer = len(program.places) < 200
        self.session = tf.compat.v1.Session(graph=program.graph, config=config) if remote is None else \
            remote.session(program.graph, config)
        self._values = list(own.feeds.values())
        self._light: Any = None
        self._looks: dict[tuple[frozenset | None, bool], Look] = {}
        self._unset: list[Variable] = []
        self.origins: dict[str, str] = {}     # of the variables that were initialised or restored
        self._closed = threading.Event()
        self.failed: Exception | None = None  # in a thread of the session's own
        self._ended = False                   # the last step did not come to its end
        self._stopped = False                 # it was told to end, perhaps when it was over
        self._threads: list[threading.Thread] = []
        if remote is None:
            self._initialise(kept)
            for one in own.accumulators:
                held = (carried or {}).get(one.blocks[0])
                if held is not None and held.key == one.key:
                    put_back(self.session, one, held)
            self._start()

    def begin(self) -> None:
        """On a target: initialise, or wait until a run that was told to has initialised."""
        assert self.remote is not None
        if self.remote.init:
            self._initialise({})
            self._start()
            return
        self._unset = [v for v in self.own.variables if v.init]
        while self._unset:
            has = self.session.run([v.is_initialized for v in self._unset])
            self._unset = [v for v, yes in zip(self._unset, has) if not yes]
            if self._unset and self._closed.wait(_LOOK_EVERY):
                raise tf.errors.CancelledError(None, None, "the run was ended")
        self._start()

    def _start(self) -> None:
        """What follows the initialisation, such as that of SyncReplicasOptimizer's hook."""
        for name in self.own.starts:
            self.session.run(self.session.graph.get_operation_by_name(name), dict(self.own.feeds))
        self._threads = [threading.Thread(target=self._repeat, args=(name,), daemon=True) for name in self.own.threads]
        for thread in self._threads:
            thread.start()

    def _repeat(self, name: str) -> None:
        """Run an op over and over until the session ends."""
        options = config_pb2.CallableOptions(feed=list(self.own.feeds), target=[name])
        try:
            run = self.session._make_callable_from_options(options)
            while not self._closed.is_set():
                run(*self._values)
        except Exception as error:  # the next step tells, or the one that waits for this thread
            if not self._closed.is_set():
                self.failed = error
                self.session.close()

    def _initialise(self, kept: dict[str, Kept]) -> None:
        restored = [v for v in self.own.variables if v.block in kept and kept[v.block].key == v.key]
        if restored:
            self.session.run([v.restore for v in restored], {v.feed: kept[v.block].value for v in restored})
            self.origins.update((v.block, kept[v.block].origin) for v in restored)
        # Sessions of a page share what is on a target: the second must not initialise it once more.
        done = {v.node for v in restored} | (self.remote.initialised if self.remote else set())
        self.initialise([v for v in self.own.variables if v.init and v.node not in done])

    def initialise(self, todo: list[Variable], begun: set[str] | None = None) -> None:
        """Give variables their initial values. The blocks of those that may have changed are added to `begun`."""
        while todo:  # an initial value may be computed from other variables
            nodes = {v.node for v in todo}
            ready = [v for v in todo if not nodes & self._needs(v) - {v.node}] or todo
            if begun is not None:
                begun.update(v.block for v in ready)
            self.session.run([v.init for v in ready], dict(self.own.feeds))
            self.origins.update((v.block, v.origin) for v in ready)
            todo = [v for v in todo if v not in ready]
            if self.remote:
                self.remote.initialised |= {v.node for v in ready}

    def _needs(self, variable: Variable) -> set[str]:
        todo = [self.session.graph.get_tensor_by_name(variable.initial).op]
        seen = {todo[0].name}
        while todo:
            for source in todo.pop().inputs:
                if source.op.name not in seen:
                    seen.add(source.op.name)
                    todo.append(source.op)
        return seen

    def step(self, show: bool, watched: frozenset[tuple[str, str]] = frozenset(),
             timer: Timer | None = None) -> dict[str, dict[str, Any]]:
        """One run of the session, timed where it is shown and there is a timer. With `show`, gives block -> pin ->
        array, list, None (dead) or About; else only what of it is `watched`: (block, pin)."""
        if (self._ended or self._stopped) and self.own.cancel is not None and self.remote is None:
            self._stopped = False
            for _ in range(self.session.run(self.own.cancel.left)):
                self.session.run(self.own.cancel.take)
        self._ended = True
        results = self._step(show, watched, timer if show else None)
        self._ended = False
        return results

    def cancel(self) -> bool:
        """End the step under way and leave the session as it is; False where that cannot be. From another thread."""
        if self.own.cancel is None or self.remote is not None:
            return False
        self.session.run(self.session.graph.get_operation_by_name(self.own.cancel.stop), options=_ASIDE)
        self._stopped = True
        return True

    def carry(self) -> dict[str, Held]:
        """What the accumulators hold, by block. The session is of no use afterwards."""
        carried = {}
        for one in self.own.accumulators if self.remote is None else ():
            with contextlib.suppress(tf.errors.OpError, RuntimeError):  # a session that was ended holds nothing
                held = take_out(self.session, one)
                carried.update(dict.fromkeys(one.blocks, held) if held is not None else {})
        return carried

    def _step(self, show: bool, watched: frozenset[tuple[str, str]], timer: Timer | None) -> dict[str, dict[str, Any]]:
        look = self._look(None if show else watched, timer is not None) if show or watched else None
        if not show and (look is None or not (look.shown or look.reads)):
            if self._light is None:
                self._light = self._callable([])
            self._light(*self._values)
            return {}
        metadata = config_pb2.RunMetadata() if timer is not None else None
        found = self.own.feeds | dict(zip(look.fetched, look.run(*self._values, run_metadata=metadata)))
        if metadata is not None:
            timer.add(metadata)
        results = {block: {pin: self._value(source, found, look.quantized) for pin, source in pins.items()}
                   for block, pins in look.shown.items()}
        values = self.held(look.variables)
        held = {v.read: values[v.block] for v in look.variables if v.block in values}
        for block, pins in look.reads.items():
            order = results.setdefault(block, {})
            order |= {pin: held.get(source, About(phrase("not initialised"))) for pin, source in pins.items()}
        return results

    def _look(self, watched: frozenset[tuple[str, str]] | None, timed: bool) -> Look:
        """How to see some outputs, or (None) all."""
        look = self._looks.get((watched, timed))
        if look is None:
            own = self.own
            shown, reads = ({block: {pin: source for pin, source in pins.items()
                                     if watched is None or (block, pin) in watched} for block, pins in all_.items()}
                            for all_ in (own.shown, own.reads))
            shown, reads = ({block: pins for block, pins in some.items() if pins} for some in (shown, reads))
            names = [n for pins in shown.values() for source in pins.values()
                     for n in (source if isinstance(source, list) else [source]) if isinstance(n, str)]
            names = own.fetched if watched is None else [n for n in names if n not in own.feeds]
            fetched = list(dict.fromkeys([*names, *(own.alive[n] for n in names if n in own.alive)]))
            read = {source for pins in reads.values() for source in pins.values()}
            tensors = map(self.session.graph.get_tensor_by_name, fetched)
            look = self._looks[watched, timed] = Look(
                self._callable(fetched, timed), fetched, shown, reads, [v for v in own.variables if v.read in read],
                {t.name: t.dtype.base_dtype.name for t in tensors if t.dtype.base_dtype.is_quantized})
        return look

    def _callable(self, fetches: list[str], timed: bool = False) -> Any:
        if not fetches and not self.own.targets:
            return lambda *values, **_: []  # everything lies inside a loop that nothing leaves
        # Session.make_callable takes the slow way as soon as there is anything to feed.
        cancel = self.own.cancel.targets if self.own.cancel is not None and self.remote is None else []
        options = config_pb2.CallableOptions(feed=list(self.own.feeds), fetch=fetches,
                                             target=[*self.own.targets, *cancel])
        if timed:
            options.run_options.trace_level = config_pb2.RunOptions.FULL_TRACE
        return self.session._make_callable_from_options(options)

    def _value(self, source: Any, found: dict[str, Any], quantized: dict[str, str]) -> Any:
        if isinstance(source, list):
            return [self._value(one, found, quantized) for one in source]
        if isinstance(source, About):
            return source
        alive = self.own.alive.get(source)
        if alive is not None and found[alive] != 0:
            return None
        return _array(found[source], quantized.get(source))

    def held(self, variables: list[Variable]) -> dict[str, np.ndarray]:
        """The values of those variables that have one."""
        options = _ASIDE if self.remote is None else None
        unsure = [v for v in variables if not v.init]
        if unsure:
            has = self.session.run([v.is_initialized for v in unsure], options=options)
            missing = {v.block for v, yes in zip(unsure, has) if not yes}
            variables = [v for v in variables if v.block not in missing]
        if not variables:
            return {}
        return {v.block: _array(value, DTYPES[v.key[2]].label) for v, value in
                zip(variables, self.session.run([v.read for v in variables], options=options))}

    def waiting(self) -> list[dict]:
        """What each blocked block has and needs."""
        if self._unset:
            return [{"block": v.block, "has": 0, "needs": 1,
                     "text": phrase("not initialised yet: a run with --init does that")} for v in self._unset]
        probes = self.own.probes
        if not probes:
            return []
        wanted = [n for p in probes for n in (p.has, p.needs) if isinstance(n, str)]
        found = dict(zip(wanted, self.session.run(wanted, dict(self.own.feeds), options=_ASIDE)))
        rows = []
        for probe in probes:
            has, needs = int(found[probe.has]), int(found.get(probe.needs, probe.needs))
            said = waiting_text(has, needs, probe)
            if said:
                rows.append({"block": probe.block, "has": has, "needs": needs, "text": said})
                if probe.spills:
                    rows[-1]["spills"] = probe.spills
        return rows

    def close(self) -> None:
        """End the session, which cancels a blocked step. Does not return while an op ignores that."""
        self._closed.set()
        self.session.close()
        for thread in self._threads:
            thread.join(1)


def _array(value: Any, label: str | None = None) -> np.ndarray:
    array = np.asarray(value)
    if array.dtype.kind in "SU":
        return array.astype(object)
    return labelled(array, label) if label is not None else array


class Runner:
    """A compiled page with its sessions, created at the first step, and what the last shown step gave."""

    def __init__(self, program: Program, state: State | None = None, remote: Remote | None = None):
        self.program, self.remote = program, remote
        self.state: State = state or {}
        self.steps = 0
        self.results: dict[str, dict[str, dict[str, Any]]] = {}
        self.current: Live | None = None
        self.carried: dict[str, dict[str, Held]] = {}  # session -> block -> what its accumulator held before an edit
        self.shown = 0      # the step that was shown last, maybe before an edit: then there are no results of it here
        self.half = False   # the latest step has begun and not come to its end
        self._live: list[Live] = []
        self._ran: list[SessionProgram] = []    # what the step under way, or one that failed, has run or begun to run
        self._begun: set[str] = set()           # what an initialisation under way, or one that failed, has begun
        self.timer: Timer | None = None     # of the steps that are shown

    @property
    def started(self) -> bool:
        return bool(self._live)

    def step(self, show: bool, watched: frozenset[tuple[str, str]] = frozenset()) -> dict[str, dict[str, Any]]:
        """Every session of the page once, in the order of their ids. Raises what TensorFlow raises.

        With `show`, `results` hold all there is to see; else the step gives what is `watched`: (block, pin).
        """
        seen: dict[str, dict[str, Any]] = {}
        fresh: dict[str, dict[str, dict[str, Any]]] = {}
        self.half, self._ran, self._begun = True, [], set()
        self._begin()
        for live in self._live:
            self.current = live
            self._ran.append(live.own)
            try:
                found = live.step(show, watched, self.timer)
            except (tf.errors.OpError, RuntimeError) as error:
                if live.failed is None:
                    raise
                self.close()
                raise live.failed from error
            fresh[live.own.id] = found
            seen |= found
        self.current, self.half, self._ran = None, False, []
        self.steps += 1
        if show:    # what is shown is of one step, and of one that came to its end
            self.results, self.shown = fresh, self.steps
        if show and self.timer is not None:
            self.timer.steps += 1
        return seen

    def _begin(self) -> None:
        """Open the sessions, unless that is done."""
        if len(self._live) < len(self.program.sessions):
            for own in self.program.sessions[len(self._live):]:
                self._live.append(Live(self.program, own, self.state.get(own.id, {}), self.remote,
                                       self.carried.pop(own.id, None)))
            for live in self._live if self.remote else ():
                self.current = live
                live.begin()

    def initialise(self, blocks: Collection[str]) -> None:
        """Give these variables their initial values, in every session, whatever they hold; others stay as they are.
        Raises what TensorFlow raises."""
        self.half, self._ran, self._begun = False, [], set()
        self._begin()
        for live in self._live:
            self.current = live
            try:
                live.initialise([v for v in live.own.variables if v.block in blocks and v.init], self._begun)
            except (tf.errors.OpError, RuntimeError):
                with contextlib.suppress(tf.errors.OpError, RuntimeError):  # it may have been ended
                    self._show(live, blocks)
                raise
            self._show(live, blocks)
        self.current, self._begun = None, set()

    def _show(self, live: Live, blocks: Collection[str]) -> None:
        """Let the results hold what these variables hold now."""
        shown = {block: pins for block, pins in live.own.reads.items() if block in blocks}
        held = live.held([v for v in live.own.variables if v.block in shown])
        before = self.results.get(live.own.id, {})
        self.results[live.own.id] = before | {block: before.get(block, {}) | dict.fromkeys(pins, held[block])
                                              for block, pins in shown.items() if block in held}

    def begun(self) -> dict[str, set[tuple[tuple, str]]]:
        """(key, origin) of the values that each variable has, in the sessions or kept for them."""
        found: dict[str, set[tuple[tuple, str]]] = {}
        live = {one.own.id: one for one in self._live}
        for own in self.program.sessions if self.remote is None else ():
            rows = [(v.block, v.key, live[own.id].origins.get(v.block, "")) for v in own.variables] \
                if own.id in live else [(b, kept.key, kept.origin) for b, kept in self.state.get(own.id, {}).items()]
            for block, key, origin in rows:
                found.setdefault(block, set()).add((key, origin))
        return found

    def changed(self) -> list[str]:
        """Blocks whose state may be another one since a step or an initialisation did not come to its end: those that
        its sessions write, as far as it came. Empty after a whole one."""
        return sorted(self._begun.union(*(written(self.program, own) for own in self._ran)))

    def latest(self) -> dict[str, dict[str, Any]]:
        """What the last shown step gave, by block."""
        return merged(self.results)

    def cancel(self) -> bool:
        """End the step under way, if there is one, and leave the sessions with all they hold as they are; False where
        that cannot be."""
        live = self.current
        try:
            return live is None or live.cancel()
        except (tf.errors.OpError, RuntimeError):
            return False

    def carry(self) -> dict[str, dict[str, Held]]:
        """What the accumulators hold, for the runner that follows this one, which is of no use afterwards."""
        return self.carried | {live.own.id: live.carry() for live in self._live}

    def waiting(self) -> list[dict]:
        """What the step under way waits for; empty where nothing blocks. Called from another thread."""
        live = self.current
        if self.remote is not None and live is not None:
            return self.remote.aside(lambda: self._waiting(live), [])
        return self._waiting(live)

    def _waiting(self, live: Live | None) -> list[dict]:
        try:
            return live.waiting() if live is not None else []
        except (tf.errors.OpError, RuntimeError, ValueError):
            return []  # the step ended meanwhile

    def snapshot(self) -> State:
        """The values of all variables; may be called while a step is blocked. What is on a target stays there."""
        for live in self._live if self.remote is None else ():
            try:
                held = live.held(live.own.variables)
            except (tf.errors.OpError, RuntimeError):
                continue  # keep what is known from before
            self.state[live.own.id] = {v.block: Kept(v.key, held[v.block], live.origins.get(v.block, ""))
                                       for v in live.own.variables if v.block in held}
        return self.state

    def stateful(self) -> list[str]:
        """Blocks whose state (queues, accumulators, tables ...) ends with the sessions; what is shared on a target does
        not."""
        found = {b for live in self._live for b in live.own.stateful}
        return sorted(found if self.remote is None else found - self.remote.shared(self.program))

    def close(self) -> None:
        """End the sessions, which cancels a blocked step. Does not return while an op ignores that."""
        live, self._live = self._live, []
        if self.remote is not None:
            self.remote.close(live)
            return
        for one in live:
            one.close()

    def reset(self) -> None:
        """Forget all state: variables get their initial values at the next step."""
        self.close()
        self.state, self.carried, self.results, self.steps, self.shown = {}, {}, {}, 0, 0
        self.half, self._ran, self._begun = False, [], set()
        if self.remote is not None:
            self.remote.initialised.clear()


def merged(per_session: dict[str, dict]) -> dict:
    """Results by block: one that several sessions show has those of the last one by id."""
    found: dict = {}
    for name in sorted(per_session):
        found |= per_session[name]
    return found
