"""What can be looked at besides what sessions need: blocks that a step can compute as well, without any effect.

The graph holds them. A step fetches of them what somebody watches, and no other step runs them.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from blockloom.blocks.catalogue.block_types import SESSIONS
from blockloom.blocks.catalogue.monitor_types import MONITORS
from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.catalogue.signature import page_of_type, types_on
from blockloom.blocks.document.pages import OPERATION, REF, Page
from blockloom.blocks.lower.structure import SessionPlan, Structure, upstream
from blockloom.blocks.results.monitors import watches
from blockloom.runtime.compile.deadness import Deadness
from blockloom.runtime.compile.emitter import Emitter
from blockloom.runtime.compile.fetches import show
from blockloom.runtime.compile.program import SessionProgram


def add_beside(
    emitter: Emitter,
    plans: Sequence[SessionPlan],
    left_out: Collection[str],
    watched: Sequence[str],
    programs: Sequence[SessionProgram],
    deadness: Deadness | None,
) -> None:
    """Add to each program what its step can compute besides, each block to the last session whose blocks it takes in,
    else to the last. Of variables that no session needs those are initialised that `watched` blocks take. Nothing that
    has an effect, waits, or takes what is not fed is among them."""
    page = emitter.page
    found = _at_sessions(emitter, plans, left_out, emitter.variables, programs)
    variables = upstream(page, found.keys() & set(watched)) & emitter.variables.keys()
    acting = {
        name
        for plan, program in zip(plans, programs, strict=True)
        for name in plan.closure - emitter.variables.keys()
        if emitter.catalogue[page.blocks[name].type].stateful or not _harmless(emitter, name, program)
    }  # an initial value that took them would draw a number, or a batch, that steps are to get
    variables = {name for name in variables if acting.isdisjoint(upstream(page, [name]))}
    found = _at_sessions(emitter, plans, left_out, variables, programs)
    for name, (_, number) in found.items():
        program = programs[number]
        if name in emitter.variables:
            program.variables.append(emitter.variables[name])
        scratch = SessionProgram(program.id)
        show(emitter, scratch, name, deadness)
        program.beside |= scratch.shown
        program.reads |= scratch.reads
        program.alive |= scratch.alive


def _at_sessions(
    emitter: Emitter,
    plans: Sequence[SessionPlan],
    left_out: Collection[str],
    variables: Collection[str],
    programs: Sequence[SessionProgram],
) -> dict[str, tuple[bool, int]]:
    """What can be computed besides, with these variables at most: block -> whether some of what it takes is of the
    session, and the number of that."""
    page, found = emitter.page, dict[str, tuple[bool, int]]()
    order = Structure(page).order
    for number, (plan, program) in enumerate(zip(plans, programs, strict=True)):
        if not plan.id or plan.within is not None:  # the implied one needs all; a Validation makes no steps
            continue
        takes = dict.fromkeys(plan.closure, True)
        for name in order:
            sources = [wire.source for wires in page.into.get(name, {}).values() for wire in wires]
            if name in takes or name in left_out or not all(source in takes for source in sources):
                continue
            if any(source in emitter.variables and not emitter.variables[source].init for source in sources):
                continue  # that holds nothing before a step assigns to it, maybe after this would read it
            if name in variables if name in emitter.variables else _harmless(emitter, name, program):
                takes[name] = any(takes[source] for source in sources)
                found[name] = max(found.get(name, (False, -1)), (takes[name], number))
    return found


def _harmless(emitter: Emitter, name: str, program: SessionProgram) -> bool:
    """Whether a block that is no variable can be run merely to be looked at."""
    type_ = emitter.catalogue[emitter.page.blocks[name].type]
    traits = type_.traits
    if traits.fed in ("must", "arg"):
        return any(f"{emitter.name(name)}:0" == fed for fed in program.feeds)
    return (
        type_.op is not None
        and "CPU" in type_.devices
        and any(pin.kind != OPERATION for pin in type_.outputs)
        and not (traits.flow or traits.waits or traits.variable or traits.writes_anywhere)
        and not (traits.functions or traits.in_python)  # whatever these do
        and traits.table != "filled_once"  # nothing fills it, and who asks an empty one fails
        and (traits.inert or not type_.stateful and all(pin.kind != REF for pin in type_.inputs))
    )


def watched_variables(page: Page) -> frozenset[str]:
    """The blocks, of the page as it is drawn, that may be variables and that monitors alone need: a session that is
    open has no values of theirs."""
    types = types_on(page)
    if types.isdisjoint(MONITORS) or types.isdisjoint(SESSIONS):
        return frozenset()
    needed = upstream(page, [block.id for block in page.blocks.values() if block.type in SESSIONS])
    above = upstream(page, [watch.at.top for watch in watches(page)]) - needed
    return frozenset(
        name
        for name in above
        if traits_of(page.blocks[name].type).with_value
        or traits_of(page.blocks[name].type).variable
        or page_of_type(page.blocks[name].type)
    )
