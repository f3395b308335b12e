"""What queues, iterators and the like hold before a step that is looked at or given up, besides variables."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from typing import Any

import tensorflow as tf
from tensorflow.core.framework.node_def_pb2 import NodeDef
from tensorflow.python.framework import op_def_registry

from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.runtime.compile.sources import function_nodes, node_role, role
from blockloom.runtime.compile.step_cancel import reached
from blockloom.runtime.replay.inside import is_tap
from blockloom.runtime.replay.two_halves import own_sources
from blockloom.runtime.resources import handing
from blockloom.runtime.resources.effects import makers, takes_handles, writes
from blockloom.runtime.resources.resource import Taken
from blockloom.runtime.run.runner import Runner
from blockloom.runtime.run.session import OpenSession


class HeldBefore:
    """What the sessions of a runner held. `apart`: of a step only what it draws is drawn before it is looked at."""

    def __init__(self, runner: Runner, apart: bool):
        self.runner, self._apart = runner, apart
        self._held: dict[str, Mapping[str, Taken]] = {}  # by session
        self._stale: set[str] = set()  # sessions whose data was to begin anew with the step

    def keep(self) -> None:
        """Keep what is held now, as far as it may change and can be kept."""
        self._held, self._stale = {}, set()
        for live in self.runner.training():
            if live.stale:
                self._stale.add(live.own.id)
            if not live.own.threads:
                self._held[live.own.id] = handing.look(live.calls, self._changed(live))

    def _changed(self, live: OpenSession) -> list[Any]:
        """The resources that are changed before a run pauses."""
        if not live.changing.known or not self._apart:
            return list(live.changing.known)
        drawn = own_sources(self.runner.program.graph, live.own)
        types = {one.type for op in drawn for handle in writes(op) for one in makers(handle)}
        return [resource for resource in live.changing.known if resource.op.type in types]

    def put_back(self, done: bool = False) -> list[str]:
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


def _draws_alone(node: NodeDef) -> bool:
    """Whether a node of a function draws from what nobody can put back, such as random numbers."""
    op = op_def_registry.get(node.op) if node_role(node) == "draws" else None
    return op is not None and not takes_handles(op)
