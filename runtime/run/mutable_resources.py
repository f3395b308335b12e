"""Find the resources that the steps of a session change, and those of them that can be restored."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Set as AbstractSet

import tensorflow as tf

from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.runtime.compile.external_inputs import is_inner, is_inside, role
from blockloom.runtime.compile.program import Program, SessionProgram
from blockloom.runtime.compile.step_cancel import reached
from blockloom.runtime.resources.op_effects import is_handle, makers, writes
from blockloom.runtime.resources.tables import LookupTable


class MutableResources:
    """Resources and side effects of a session's steps.

    Attributes:
        resources: the resources that steps change.
        known: those that can be captured and restored.
        fed: external inputs, as tensors, that a repeated step gets as feeds.
        checked: external inputs from `resources`, compared after a repeated step with the recorded ones.
        effects: ops with other side effects.
        harmless: whether steps can be repeated: without other side effects, and with all external inputs recorded.
    """

    def __init__(self, graph: tf.Graph, own: SessionProgram):
        roles: dict[str, set[str]] = defaultdict(set)
        known = {resource.op.name for resource in own.resources}
        inner, self.effects = set[str](), list[tf.Operation]()
        for op in reached(graph, own.targets, own.feeds):
            if (what := role(op)) in ("computes", "handle"):
                continue
            handles = [tensor for tensor in op.inputs if is_handle(tensor)]
            made = {maker.name for one in handles for maker in makers(one) if not is_inside(maker.type)}
            for name in made:
                roles[name].add(what)
            if made and made <= known:
                inner.add(op.name)
            elif what != "draws":
                self.effects.append(op)
        self.resources = [
            r
            for r in own.resources
            if roles[r.op.name] and (not isinstance(r, LookupTable) or "acts" in roles[r.op.name])
        ]
        waits = _taken_by_data(graph, own)
        self.known = [r for r in self.resources if r.key is not None and r.op.name not in waits]
        slots, calls = own.external_inputs.slots, own.external_inputs.calls
        sources = {slot.tensor: slot.tensor.partition(":")[0] for slot in slots}
        moved = {tensor for tensor, node in sources.items() if calls.get(node, node) in inner}
        self.fed = [tensor for tensor, node in sources.items() if tensor not in moved and node not in calls]
        self.checked = [slot.tensor for slot in slots if slot.sure and slot.tensor in moved]
        self.harmless = (
            not self.effects
            and not own.external_inputs.lost
            and all(slot.sure for slot in slots)
            and all(tensor in moved or node not in calls for tensor, node in sources.items())
        )

    def stay(self, program: Program, back: AbstractSet[str]) -> list[str]:
        """Return the blocks (addresses as text) whose state a rewind does not restore, except `back`."""
        blocks = {
            program.address_text(block) for r in self.resources if back.isdisjoint(r.blocks) for block in r.blocks
        }
        places = (program.place(op.name) for op in self.effects)
        return sorted(blocks | {str(place.owner_on(program.page)) for place in places if place is not None})


def changes_state(op: tf.Operation) -> bool:
    """Return whether an op changes state of a session, or has a side effect outside."""
    return not is_inner(op) and (role(op) in ("acts", "tells") or any(True for _ in writes(op)))


def _taken_by_data(graph: tf.Graph, own: SessionProgram) -> set[str]:
    """Return the iterators whose data reads queues or similar resources, and these resources.

    Threads of the iterator may read at any time, and an iterator that waits there does not answer.
    """
    found = set[str]()
    for op in graph.get_operations():
        if traits_of(op.type).renews:
            inner = reached(graph, [source.op.name for source in op.inputs[:1]], own.feeds)
            others = {o.name for o in inner if any(t.dtype == tf.resource for t in o.outputs) and not _is_still(o)}
            if others:
                found |= others | {maker.name for maker in makers(op.inputs[1])}
    return found


def _is_still(op: tf.Operation) -> bool:
    traits = traits_of(op.type)
    return bool(traits.variable) or traits.handed in ("table", "filled", "dense")
