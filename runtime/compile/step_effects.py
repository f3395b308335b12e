"""Find the state that an incomplete step may have changed, and make effects wait for data."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterable, Sequence
from collections.abc import Set as AbstractSet

import tensorflow as tf

from blockloom.blocks import walks
from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.runtime.compile.deadness import Deadness
from blockloom.runtime.compile.external_inputs import is_inner, is_inside, role
from blockloom.runtime.compile.program import Program, SessionProgram, reached
from blockloom.runtime.resources.op_effects import acts, is_handle, makers, writes
from blockloom.runtime.resources.tables import LookupTable


def written_blocks(program: Program, session: SessionProgram, failed: tf.Operation | None = None) -> set[str]:
    """Return the blocks (addresses as text) whose state a step of a session may change.

    Ops that depend on the op that `failed` did not run, and are excluded.
    """
    spared = dependents(failed) if failed is not None else set()
    graph, blocks, seen = program.graph, set(), set()
    keep = set(program.address_texts((*(v.block for v in session.variables if not v.counts), *session.stateful)))
    todo = [graph.get_operation_by_name(name) for name in session.targets]
    todo += [graph.get_tensor_by_name(name).op for name in session.fetched]
    while todo:
        op = todo.pop()
        if op in seen:
            continue
        seen.add(op)
        todo += [*(tensor.op for tensor in op.inputs), *op.control_inputs]
        if op in spared:
            continue
        changed = [op] if traits_of(op.type).staging else [maker for handle in writes(op) for maker in makers(handle)]
        for maker in changed:
            place = program.place(maker.name)
            told = str(place.owner_on(program.page)) if place is not None else ""
            if told and (told in keep or maker is op):
                blocks.add(told)
    return blocks


def dependents(op: tf.Operation) -> set[tf.Operation]:
    """Return an op and all ops that depend on it."""

    def users(one: tf.Operation) -> list[tf.Operation]:
        return [*(user for tensor in one.outputs for user in tensor.consumers()), *one._control_outputs]

    return {*walks.reached([op], users)}


def changes(ops: Iterable[tf.Operation]) -> set[tf.Operation] | None:
    """Return the ops whose resources these ops can change; None if one has another effect."""
    found = set()
    for op in ops:
        traits = traits_of(op.type)
        written_to = list(writes(op))
        found |= {maker for handle in written_to for maker in makers(handle)}
        if acts(op) and not (written_to or traits.inert or traits.dataset or traits.only_tells):
            return None
    return found


# The end of the data is known only when a step asks for more. Independent effects, such as a counter, might or might
# not have happened by then. So each op with an effect waits, by control inputs, for the ops that take data: a step
# that fails at the end of the data has no effect.


def wait_for_data(graph: tf.Graph, programs: Sequence[SessionProgram], deadness: Deadness | None) -> None:
    """Add control inputs from the ops that take data to the ops with effects, in each session.

    Excluded are ops in loops and branches, and ops that also run in a session that takes no data there.
    """
    steps = [reached(graph, session.targets, session.feeds) for session in programs]
    done = sorted((op for op in set().union(*steps) if _always(op, deadness)), key=lambda op: op.name)
    # Ops that run outside steps (for an initial value, or at the start) must not take data.
    apart = reached(
        graph,
        [
            name
            for session in programs
            for name in (
                *session.starts,
                *session.ends,
                *(name for runner in session.runners for name in runner.enqueue_op_name),
                *(v.initial.partition(":")[0] for v in session.variables if v.initial),
            )
        ],
        (),
    )
    data = reached(graph, [name for session in programs for name in session.renews], ())
    acting = [op for op in done if op not in apart and _acts(op, data)]
    for taker in (op for op in done if traits_of(op.type).ends_with_data):
        before_or_after = reached(graph, [taker.name], ()) | dependents(taker)
        for op in acting:
            if op not in before_or_after and all(taker in step for step in steps if op in step):
                op._add_control_input(taker)
                for session in (program for program, step in zip(programs, steps) if op in step):
                    session.waits.setdefault(op.name, []).append(taker.name)


def _always(op: tf.Operation, deadness: Deadness | None) -> bool:
    """Return whether an op runs exactly once in each step."""
    return deadness is None or not (deadness.op_may_die(op) or deadness.op_in_loop(op))


def _acts(op: tf.Operation, data: Container[tf.Operation]) -> bool:
    """Return whether an op has an effect, except on the resources of `data`, whose ops may wait for it."""
    return acts(op) and not any(maker in data for handle in writes(op) for maker in makers(handle))


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
