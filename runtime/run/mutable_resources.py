"""What the steps of a session change beside its variables: what of it can be put back, and what cannot."""

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
    """`resources` are those that steps change, `known` those that can be taken out and put back. Steps that are taken
    once more, to move these on, get `fed` what they drew otherwise, and are `checked` against what they drew of them
    (tensors). That is `harmless` where nothing else acts outside: `effects` are the ops that do.
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
        slots, calls = own.drawn.slots, own.drawn.calls
        sources = {slot.tensor: slot.tensor.partition(":")[0] for slot in slots}
        moved = {tensor for tensor, node in sources.items() if calls.get(node, node) in inner}
        self.fed = [tensor for tensor, node in sources.items() if tensor not in moved and node not in calls]
        self.checked = [slot.tensor for slot in slots if slot.sure and slot.tensor in moved]
        self.harmless = (
            not self.effects
            and not own.drawn.lost
            and all(slot.sure for slot in slots)
            and all(tensor in moved or node not in calls for tensor, node in sources.items())
        )

    def stay(self, program: Program, back: AbstractSet[str]) -> list[str]:
        """The blocks (addresses as text) that a session leaves as they are when it goes back, but for those that were
        put `back`, by block.
        """
        blocks = {program.told(block) for r in self.resources if back.isdisjoint(r.blocks) for block in r.blocks}
        places = (program.place(op.name) for op in self.effects)
        return sorted(blocks | {str(place.told_on(program.page)) for place in places if place is not None})


def changes_state(op: tf.Operation) -> bool:
    """Return whether an op changes what a session holds, or acts outside."""
    return not is_inner(op) and (role(op) in ("acts", "tells") or any(True for _ in writes(op)))


def _taken_by_data(graph: tf.Graph, own: SessionProgram) -> set[str]:
    """Iterators whose data takes from queues or the like, and these: its threads may do so at any time, and an iterator
    that waits there does not answer.
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
