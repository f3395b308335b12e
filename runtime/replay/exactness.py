"""Find the parts of a page whose replay may differ from the original steps, with the reasons."""

from __future__ import annotations

from collections.abc import Iterator

import tensorflow as tf

from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.text.phrases import Phrase, phrase
from blockloom.runtime.compile.external_inputs import counts, role
from blockloom.runtime.compile.program import Program, SessionProgram
from blockloom.runtime.compile.step_cancel import reached
from blockloom.runtime.resources.op_effects import is_handle, makers, writes


def inexact(program: Program) -> list[Phrase]:
    """Return why replayed results may differ from the original, with blocks; [] if bit-identical."""
    if program.target:
        return [phrase("steps on a target cannot be replayed")]
    return list(dict.fromkeys(why for own in program.sessions if own.within is None for why in _inexact(program, own)))


def _inexact(program: Program, own: SessionProgram) -> Iterator[Phrase]:
    graph = program.graph
    ops = reached(graph, own.targets, own.feeds)

    def at(node: str) -> str:
        place = program.place(node)
        return str(place.owner_on(program.page)) if place is not None else node

    for node, why in own.external_inputs.lost.items():
        yield (
            phrase("{}: the external inputs of a loop of single ops are not recorded", at(node))
            if why == "loop"
            else phrase("{}: its outputs cannot be recorded", at(node))
        )
    recorded = set(own.external_inputs.calls.values())
    for op in sorted(ops - {program.graph.get_operation_by_name(name) for name in recorded}, key=lambda op: op.name):
        if traits_of(op.type).functional and role(op) == "draws" and any(map(is_handle, op.inputs)):
            yield phrase("{}: its function has external inputs and variables", at(op.name))
        if traits_of(op.type).read_once:
            yield phrase("{}: a replay reads the file again, which may have changed", at(op.name))
    for name in {name for runner in own.runners for name in runner.enqueue_op_name}:
        yield phrase("{}: it runs in a separate thread", at(name))
    shown = reached(graph, [*own.targets, *(name.partition(":")[0] for name in own.fetched)], own.feeds)
    for op in sorted(shown - ops, key=lambda op: op.name):
        if counts(op) or role(op) == "draws":
            yield phrase("{}: no step needs it, so each time it is shown it draws other numbers", at(op.name))
    for one, other in sorted({(at(one.name), at(other.name)) for one, other in races(shown)}):
        if one == other:
            yield phrase("{}: its ops read and change a variable in no fixed order", one)
        else:
            yield phrase("{} and {}: they read or change the variable in no fixed order", one, other)


def races(ops: set[tf.Operation]) -> Iterator[tuple[tf.Operation, tf.Operation]]:
    """Yield pairs of ops of which one changes a variable and the other reads or changes it, in no fixed order."""
    users: dict[tf.Operation, tuple[list[tf.Operation], list[tf.Operation]]] = {}
    for op in ops:
        changed = {maker for handle in writes(op) for maker in makers(handle)}
        for maker in {maker for handle in op.inputs if is_handle(handle) for maker in makers(handle)}:
            if traits_of(maker.type).variable and not (
                traits_of(op.type).inert and op.outputs and is_handle(op.outputs[0])
            ):
                users.setdefault(maker, ([], []))[maker in changed].append(op)
    asked = {
        maker: (reads, changes)
        for maker, (reads, changes) in users.items()
        if changes and len(reads) + len(changes) > 1
    }
    bits = {op: 1 << n for n, op in enumerate({op for pair in asked.values() for some in pair for op in some})}
    before = _before(ops, bits)
    for reads, changes in asked.values():
        for number, change in enumerate(changes):
            for other in (*reads, *changes[:number]):
                if other is not change and not (before[other] & bits[change] or before[change] & bits[other]):
                    yield other, change


def _before(ops: set[tf.Operation], bits: dict[tf.Operation, int]) -> dict[tf.Operation, int]:
    """Return for each op the `bits` of the ops that run before it, without the back edges of loops."""
    found: dict[tf.Operation, int] = {}
    for begin in ops:
        todo = [begin]
        while todo:
            op = todo[-1]
            if op in found:
                todo.pop()
                continue
            sources = [s for s in (*(t.op for t in op.inputs), *op.control_inputs) if s in ops]
            back = traits_of(op.type).flow == "next_iteration"
            missing = [] if back else [s for s in sources if s not in found]
            if missing:
                todo += missing
                continue
            seen = 0
            for source in () if back else sources:
                seen |= found[source] | bits.get(source, 0)
            found[op] = seen
            todo.pop()
    return found
