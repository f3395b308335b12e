"""Outputs that sessions do not need, but that can be computed after a step without any effect.

The graph contains them, but no step runs them. For watched outputs, a step fetches the tensors that they take; the
outputs are computed from these after the step, so that their errors do not fail the step. They see the tensors of the
step, and read the values of variables after the step, as variables are shown.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import tensorflow as tf

from blockloom.blocks.catalogue.block_types import SESSIONS
from blockloom.blocks.catalogue.monitor_types import MONITORS
from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.catalogue.parameters import page_of_type, types_on
from blockloom.blocks.document.pages import OPERATION, Page
from blockloom.blocks.lower.structure import SessionPlan, Structure, upstream
from blockloom.blocks.results.monitors import watches
from blockloom.blocks.text.phrases import phrase
from blockloom.runtime.compile.deadness import Deadness
from blockloom.runtime.compile.emitter import Emitter
from blockloom.runtime.compile.fetches import OPAQUE, show
from blockloom.runtime.compile.program import DescribedResult, SessionProgram


def add_side_outputs(
    emitter: Emitter,
    plans: Sequence[SessionPlan],
    left_out: Collection[str],
    watched: Sequence[str],
    programs: Sequence[SessionProgram],
    deadness: Deadness | None,
) -> None:
    """Add to each program the outputs that can be computed after its step.

    Excluded are blocks that have an effect, wait, or take an unfed placeholder. Each block is added to the last session
    from which it takes values, or to the last session. Variables that no session needs are initialised if `watched`
    blocks take them.
    """
    page = emitter.page
    found = _at_sessions(emitter, plans, left_out, emitter.variables, programs)
    variables = upstream(page, found.keys() & set(watched)) & emitter.variables.keys()
    acting = {
        name
        for plan, program in zip(plans, programs, strict=True)
        for name in plan.closure - emitter.variables.keys()
        if emitter.catalogue[page.blocks[name].type].has_effect or not _harmless(emitter, name, program)
    }  # an initial value must not consume a random number or batch that is meant for steps
    variables = {name for name in variables if acting.isdisjoint(upstream(page, [name]))}
    found = _at_sessions(emitter, plans, left_out, variables, programs)
    cuts = [
        _StepBoundary(emitter, plan, plans, program, deadness) for plan, program in zip(plans, programs, strict=True)
    ]
    for name, (_, number) in found.items():
        program, cut = programs[number], cuts[number]
        if name in emitter.variables:
            program.variables.append(emitter.variables[name])
            program.watched.add(name)
        scratch = SessionProgram(program.id)
        show(emitter, scratch, name, None)
        program.reads |= scratch.reads
        program.side_sources |= {
            at: {pin: [*map(cut.resolve, of)] if isinstance(of, list) else cut.resolve(of) for pin, of in pins.items()}
            for at, pins in scratch.sources.items()
        }


class _StepBoundary:
    """The tensors that side outputs take from a step of a session."""

    def __init__(
        self,
        emitter: Emitter,
        plan: SessionPlan,
        plans: Sequence[SessionPlan],
        program: SessionProgram,
        deadness: Deadness | None,
    ):
        self.emitter, self.closure, self.program, self.deadness = emitter, plan.closure, program, deadness
        self.needed = frozenset[str]().union(*(one.closure | one.initial for one in plans))

    def resolve(self, source: Any) -> Any:
        """Return the source of a side output: its tensor, or why it has no value.

        The tensors of the step that it takes are registered in the program.
        """
        if not isinstance(source, str) or source in self.program.side_inputs:
            return source
        takes = self._takes(self.emitter.graph.get_tensor_by_name(source))
        if isinstance(takes, DescribedResult):
            return takes
        self.program.side_inputs[source] = takes
        return source

    def _takes(self, tensor: tf.Tensor) -> dict[str, str] | DescribedResult:
        """Return the tensors of the step that a tensor takes, each with the tensor to fetch for it."""
        takes, todo, seen = dict[str, str](), [tensor], set[str]()
        while todo:
            tensor = todo.pop()
            if tensor.name in seen or tensor.name in self.program.feeds:
                continue
            seen.add(tensor.name)
            op, block = tensor.op, self.emitter.place(tensor.op.name).block
            opaque = tensor.dtype.base_dtype in OPAQUE
            if block not in self.needed:  # the nodes that it waits for have already run
                op._remove_all_control_inputs()
            if block in self.closure and not self._as_well(op, block, opaque):
                if block in self.program.idle:
                    return DescribedResult(phrase("takes what does not run: its value is pinned further on"))
                if not opaque:
                    fetched = self._fetched(tensor)
                    if isinstance(fetched, DescribedResult):
                        return fetched
                    takes[tensor.name] = fetched
                    continue
                if op.op_def.is_stateful:
                    return DescribedResult(phrase("takes what is gone after the step"))
            if op.control_inputs:
                return DescribedResult(phrase("takes what is gone after the step"))
            todo += op.inputs
        return takes

    def _as_well(self, op: tf.Operation, block: str, opaque: bool) -> bool:
        """Return whether an op of the step returns the same if run again: a constant, a variable, a handle."""
        same = op.type == "Const" or opaque or block in self.emitter.variables
        return same and not op.inputs and not op.control_inputs

    def _fetched(self, tensor: tf.Tensor) -> str | DescribedResult:
        if self.deadness is not None and self.deadness.in_loop(tensor):
            return DescribedResult(phrase("inside loop"), tensor.dtype.base_dtype.name)
        if self.deadness is None or not self.deadness.may_die(tensor):
            return str(tensor.name)
        guarded = self.deadness.guarded(tensor)
        if guarded is None:
            return DescribedResult(phrase("may have no value"), tensor.dtype.base_dtype.name)
        self.program.alive[guarded[0].name] = guarded[1].name
        return str(guarded[0].name)


def _at_sessions(
    emitter: Emitter,
    plans: Sequence[SessionPlan],
    left_out: Collection[str],
    variables: Collection[str],
    programs: Sequence[SessionProgram],
) -> dict[str, tuple[bool, int]]:
    """Return the blocks that can be computed in addition, with these variables at most.

    Returns:
        By block, whether it takes values of a session, and the number of the session.
    """
    page, found = emitter.page, dict[str, tuple[bool, int]]()
    needed = frozenset[str]().union(*(plan.closure for plan in plans))
    order = Structure(page).order
    for number, (plan, program) in enumerate(zip(plans, programs, strict=True)):
        if not plan.id or plan.within is not None:  # the implied session needs all blocks; a Validation runs no steps
            continue
        takes = dict.fromkeys(plan.closure, True)
        for name in order:
            sources = [wire.source for wires in page.into.get(name, {}).values() for wire in wires]
            if name in takes or name in left_out or not all(source in takes for source in sources):
                continue
            if any(source in emitter.variables and not emitter.variables[source].init for source in sources):
                continue  # the variable may still be uninitialised when this block reads it
            if name in emitter.variables and name in needed:  # another session has the variable, with its own value
                continue
            if name in variables if name in emitter.variables else _harmless(emitter, name, program):
                takes[name] = any(takes[source] for source in sources)
                if name not in needed:
                    found[name] = max(found.get(name, (False, -1)), (takes[name], number))
    return found


def _harmless(emitter: Emitter, name: str, program: SessionProgram) -> bool:
    """Return whether a block other than a variable can be run just to show it."""
    type_ = emitter.catalogue[emitter.page.blocks[name].type]
    traits = type_.traits
    if traits.fed in ("must", "arg"):
        return any(f"{emitter.name(name)}:0" == fed for fed in program.feeds)
    return (
        type_.op is not None
        and "CPU" in type_.devices
        and any(pin.kind != OPERATION for pin in type_.outputs)
        and not (traits.flow or traits.waits or traits.variable or traits.writes_anywhere)
        and not (traits.functions or traits.in_python)  # their effects are unknown
        and traits.table != "filled_once"  # such a table is never filled here, and a lookup would fail
        and (traits.inert or not type_.has_effect)
    )


def watched_variables(page: Page) -> frozenset[str]:
    """Return the blocks of the page as drawn that may be variables and that only monitors need.

    An open session has no values of these variables.
    """
    types = types_on(page)
    if types.isdisjoint(MONITORS) or types.isdisjoint(SESSIONS):
        return frozenset()
    needed = upstream(page, [block.id for block in page.blocks.values() if block.type in SESSIONS])
    above = upstream(page, [watch.address.top for watch in watches(page)]) - needed
    return frozenset(
        name
        for name in above
        if traits_of(page.blocks[name].type).with_value
        or traits_of(page.blocks[name].type).variable
        or page_of_type(page.blocks[name].type)
    )
