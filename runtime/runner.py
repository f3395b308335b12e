"""Runs a compiled page: one TensorFlow session for each of its sessions, their state, and their steps.

A runner is used by two threads: one runs steps, the other asks what a step waits for, reads variables meanwhile and
closes the sessions to end it.
"""

from __future__ import annotations

import os
from typing import Any

import numpy as np
import tensorflow as tf
from tensorflow.core.protobuf import config_pb2

from blocks.dtypes import DTYPES
from runtime.probes import HOLDS_THREAD, waiting_text
from runtime.program import About, Program, SessionProgram, Variable

# session id -> block -> (what must be unchanged, value)
State = dict[str, dict[str, tuple[tuple, np.ndarray]]]
_ASIDE = tf.compat.v1.RunOptions(timeout_in_ms=1000, inter_op_thread_pool=-1)  # in the thread of the caller


class Live:
    """A session under way."""

    def __init__(self, program: Program, own: SessionProgram, kept: dict[str, tuple[tuple, np.ndarray]]):
        self.own = own
        holding = sum(op.type in HOLDS_THREAD for op in program.graph.get_operations()) if own.probes else 0
        config = tf.compat.v1.ConfigProto(inter_op_parallelism_threads=(os.cpu_count() or 1) + 2 + holding)
        config.graph_options.rewrite_options.disable_meta_optimizer = len(program.places) < 200
        self.session = tf.compat.v1.Session(graph=program.graph, config=config)
        self._values = list(own.feeds.values())
        self._light = self._full = None
        self._reads = [v for v in own.variables if v.block in own.reads]
        self._initialise(kept)

    def _initialise(self, kept: dict[str, tuple[tuple, np.ndarray]]) -> None:
        restored = [v for v in self.own.variables if v.block in kept and kept[v.block][0] == v.key]
        if restored:
            self.session.run([v.restore for v in restored], {v.feed: kept[v.block][1] for v in restored})
        done = {v.node for v in restored}
        todo = [v for v in self.own.variables if v.init and v.node not in done]
        while todo:  # an initial value may be computed from other variables
            nodes = {v.node for v in todo}
            ready = [v for v in todo if not nodes & self._needs(v) - {v.node}] or todo
            self.session.run([v.init for v in ready], dict(self.own.feeds))
            todo = [v for v in todo if v not in ready]

    def _needs(self, variable: Variable) -> set[str]:
        todo = [self.session.graph.get_tensor_by_name(variable.initial).op]
        seen = {todo[0].name}
        while todo:
            for source in todo.pop().inputs:
                if source.op.name not in seen:
                    seen.add(source.op.name)
                    todo.append(source.op)
        return seen

    def step(self, show: bool) -> dict[str, dict[str, Any]] | None:
        """One run of the session. With `show`, gives block -> pin -> array, list, None (dead) or About."""
        own = self.own
        if not show:
            if self._light is None:
                self._light = self._callable([])
            self._light(*self._values)
            return None
        if self._full is None:
            self._fetched = list(dict.fromkeys([*own.fetched, *own.alive.values()]))
            self._full = self._callable(self._fetched)
        found = own.feeds | dict(zip(self._fetched, self._full(*self._values)))
        results = {block: {pin: self._value(source, found) for pin, source in pins.items()}
                   for block, pins in own.shown.items()}
        held = self.held(self._reads)
        for block, pins in own.reads.items():
            order = results.setdefault(block, {})
            order |= {pin: held.get(block, About("not initialised")) for pin in pins}
        return results

    def _callable(self, fetches: list[str]) -> Any:
        if not fetches and not self.own.targets:
            return lambda *values: []  # everything lies inside a loop that nothing leaves
        # Session.make_callable takes the slow way as soon as there is anything to feed.
        options = config_pb2.CallableOptions(feed=list(self.own.feeds), fetch=fetches, target=self.own.targets)
        return self.session._make_callable_from_options(options)

    def _value(self, source: Any, found: dict[str, Any]) -> Any:
        if isinstance(source, list):
            return [self._value(one, found) for one in source]
        if isinstance(source, About):
            return source
        alive = self.own.alive.get(source)
        if alive is not None and found[alive] != 0:
            return None
        return _array(found[source])

    def held(self, variables: list[Variable]) -> dict[str, np.ndarray]:
        """The values of those variables that have one."""
        unsure = [v for v in variables if not v.init]
        if unsure:
            has = self.session.run([v.is_initialized for v in unsure], options=_ASIDE)
            missing = {v.block for v, yes in zip(unsure, has) if not yes}
            variables = [v for v in variables if v.block not in missing]
        if not variables:
            return {}
        return {v.block: _array(value) for v, value in
                zip(variables, self.session.run([v.read for v in variables], options=_ASIDE))}

    def waiting(self) -> list[dict]:
        """What each blocked block has and needs."""
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
        return rows


def _array(value: Any) -> np.ndarray:
    array = np.asarray(value)
    return array.astype(object) if array.dtype.kind in "SU" else array


class Runner:
    """A compiled page with its sessions, created at the first step, and what the last shown step gave."""

    def __init__(self, program: Program, state: State | None = None):
        self.program = program
        self.state: State = state or {}
        self.steps = 0
        self.results: dict[str, dict[str, dict[str, Any]]] = {}
        self.current: Live | None = None
        self._live: list[Live] = []

    @property
    def started(self) -> bool:
        return bool(self._live)

    def step(self, show: bool) -> None:
        """Every session of the page once, in the order of their ids. Raises what TensorFlow raises."""
        if len(self._live) < len(self.program.sessions):
            for own in self.program.sessions[len(self._live):]:
                self._live.append(Live(self.program, own, self.state.get(own.id, {})))
        for live in self._live:
            self.current = live
            found = live.step(show)
            if found is not None:
                self.results[live.own.id] = found
        self.current = None
        self.steps += 1

    def waiting(self) -> list[dict]:
        """What the step under way waits for; empty where nothing blocks. Called from another thread."""
        live = self.current
        try:
            return live.waiting() if live is not None else []
        except (tf.errors.OpError, RuntimeError, ValueError):
            return []  # the step ended meanwhile

    def snapshot(self) -> State:
        """The values of all variables; may be called while a step is blocked."""
        for live in self._live:
            try:
                held = live.held(live.own.variables)
            except (tf.errors.OpError, RuntimeError):
                continue  # keep what is known from before
            self.state[live.own.id] = {v.block: (v.key, held[v.block]) for v in live.own.variables if v.block in held}
        return self.state

    def stateful(self) -> list[str]:
        """Blocks whose state (queues, accumulators, tables ...) ends with the sessions."""
        return sorted({b for live in self._live for b in live.own.stateful})

    def close(self) -> None:
        """End the sessions, which cancels a blocked step. Does not return while an op ignores that."""
        live, self._live = self._live, []
        for one in live:
            one.session.close()

    def reset(self) -> None:
        """Forget all state: variables get their initial values at the next step."""
        self.close()
        self.state, self.results, self.steps = {}, {}, 0


def plain(array: np.ndarray) -> tuple[np.ndarray, str]:
    """An array of a type that numpy itself knows, and the label of its dtype. bfloat16 and smaller come as float32."""
    name = "string" if array.dtype == object else array.dtype.name
    found = next((d for d in DTYPES.values() if d.label == name), None)
    return (array if found is None or found.via in (name, "object") else array.astype(found.via)), name
