"""Save the contents of queues, iterators and other resources before a step that may be rolled back."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping

import tensorflow as tf
from tensorflow.core.framework.node_def_pb2 import NodeDef
from tensorflow.python.framework import op_def_registry

from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.runtime.compile.external_inputs import function_nodes, node_role, role
from blockloom.runtime.compile.step_cancel import reached
from blockloom.runtime.compile.taps import MARK
from blockloom.runtime.resources import iterators, resource_transfer
from blockloom.runtime.resources.op_effects import handles, makers, takes_handles, writes
from blockloom.runtime.resources.resource import CapturedResource
from blockloom.runtime.run.open_session import OpenSession
from blockloom.runtime.run.runner import Runner


class ResourceCheckpoint:
    """The saved resources of the sessions of a runner, and the blocks that cannot be restored."""

    def __init__(self, runner: Runner):
        self.runner = runner
        self._held: dict[str, Mapping[str, CapturedResource]] = {}  # by session

    def keep(self) -> None:
        """Save the present contents, as far as possible."""
        lives = [live for live in self.runner.training() if not live.own.runners]
        self._held = {live.own.id: resource_transfer.peek_resources(live.calls, live.changing.known) for live in lives}

    def lost(self) -> list[str]:
        """Return the blocks, addresses as text, that a step changed since then and that cannot be restored."""
        program, found = self.runner.program, set[str]()
        for live in self.runner.training():
            sure = set(program.address_texts(self._sure(live)))
            found |= {name for name in self._touched(live) if name not in sure}
        return sorted(found)

    def put_back(self) -> None:
        """Restore the contents."""
        for live in self.runner.training():
            with contextlib.suppress(tf.errors.OpError, RuntimeError):  # it may have been ended
                live.put_back(self._held.get(live.own.id, {}))

    def _sure(self, live: OpenSession) -> Iterator[str]:
        """Yield the blocks that can be restored."""
        held = self._held.get(live.own.id, {})
        for resource in live.changing.known if held else ():
            one = held[resource.blocks[0]]
            goes_back = not isinstance(resource, iterators.Iterator) or resource.goes_back(live.calls, one.content)
            if one.key is not None and goes_back:
                yield from resource.blocks

    def _touched(self, live: OpenSession) -> set[str]:
        """Return the blocks, addresses as text, that a step reads external inputs from or acts on.

        Variables and effects that are held back are excluded.
        """
        graph, found = self.runner.program.graph, set[tf.Operation]()
        waits = set(live.held_back.ops) if live.held_back is not None else set()
        names = {slot.tensor.partition(":")[0] for slot in live.own.external_inputs.slots}
        ops = [graph.get_operation_by_name(live.own.external_inputs.calls.get(name, name)) for name in names]
        ops += map(graph.get_operation_by_name, live.own.external_inputs.lost)
        ops += [op for op in reached(graph, live.own.targets, live.own.feeds) if role(op) in ("acts", "tells")]
        for op in ops:
            if op in waits or traits_of(op.type).asserts or traits_of(op.type).same_value:
                continue
            changed = {maker for handle in writes(op) for maker in makers(handle)}
            found |= {maker for maker in changed if not traits_of(maker.type).variable}
            found |= set() if list(handles(op)) else {op}  # it draws by itself
            found |= {op} if any(_draws_alone(node) for _, node in function_nodes(graph, op.node_def)) else set()
        places = (self.runner.program.place(op.name) for op in found if MARK not in op.node_def.attr)
        return {str(place.owner_on(self.runner.program.page)) for place in places if place is not None}


def _draws_alone(node: NodeDef) -> bool:
    """Return whether a node of a function draws from a source that cannot be restored, such as random numbers."""
    op = op_def_registry.get(node.op) if node_role(node) == "draws" else None
    return op is not None and not takes_handles(op)
