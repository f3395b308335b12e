"""A page becomes a program, each room entered once.

A document comes in. Its page goes checked (`frontend`), as a plan (`blocks.plan`) and as a graph (`emitter`); out comes
what each session fetches, feeds and runs (`fetches`), in the words of the page that the user sees (`raising`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial
from types import MappingProxyType

import numpy as np
import tensorflow as tf

from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.checks import conflicts, instances, table_checks, weight_checks
from blockloom.blocks.checks.session_closure import needed, weighed
from blockloom.blocks.document.addresses import Address
from blockloom.blocks.document.pages import Document, Page
from blockloom.blocks.infer.page_uses import reached, used
from blockloom.blocks.lower.structure import in_loops
from blockloom.blocks.problems import ERROR, WARNING, make_problem
from blockloom.blocks.text.gc_pause import gc_paused
from blockloom.blocks.text.phrases import phrase
from blockloom.blocks.values.dtypes import label_of, shown
from blockloom.runtime.compile.accumulator_checks import misfits
from blockloom.runtime.compile.added_ops import added_ops, stand_ins
from blockloom.runtime.compile.compiled_functions import FunctionPages, places
from blockloom.runtime.compile.emitter import Emitter
from blockloom.runtime.compile.expanders import expanders
from blockloom.runtime.compile.fetches import read_feeds, session_programs
from blockloom.runtime.compile.frontend import checked
from blockloom.runtime.compile.function_calls import differentiates
from blockloom.runtime.compile.function_recordings import record_draws
from blockloom.runtime.compile.inlined_loops import LoopInlining
from blockloom.runtime.compile.program import Program
from blockloom.runtime.compile.random_states import RandomStates
from blockloom.runtime.compile.side_outputs import add_beside
from blockloom.runtime.compile.source_mapping import raise_program, telling
from blockloom.runtime.compile.validations import validation
from blockloom.runtime.compile.wire_gradients import CompiledWireGradients, differentiating_block


@gc_paused()
def compile_page(
    document: Document,
    page: str,
    catalogue: Catalogue,
    *,
    fetch: Iterable[Address] = (),
    feed: Mapping[Address, str | np.ndarray] | None = None,
    pinned: Mapping[Address, list[np.ndarray]] = MappingProxyType({}),
    gradients: str | None = None,
    alone: bool = False,
    target: str = "native",
    bare: bool = False,
    tell: Callable[[Address], None] | None = None,
    tapped: Collection[str] = (),
    breaks_in: Collection[str] = (),
    differentiable: bool = False,
    runs: bool = True,
    shared: bool = False,
    watched: bool = False,
    sessions: bool = True,
    folder: str = "",
    container: str = "",
) -> Program:
    """Compile a page to a program, whose `problems` say what is wrong. `fetch` adds outputs (whole blocks without a
    pin); those on function pages are tapped, as are the pages `tapped`; runs may pause in functions `breaks_in`. `feed`
    maps outputs to texts or arrays,
    `pinned` to the values, several of a list, that are fed in their place, so that what is upstream does not run.
    `alone`: `fetch` replaces the fetches of sessions, see `session_plans`. `gradients`: d LOSS
    of all wires is shown, of the block at this address that computes gradients, "": whichever.
    `target`: `native`, or `reference` to lower ops without a CPU kernel. `bare`: the page's own ops only, for export;
    `differentiable`: loops can be differentiated outside. `runs`: loops run in place. `shared`: other processes may
    supply what blocks wait for; `watched`: what no session needs can be looked at, too (see `beside`);
    without `sessions` the program only says what is wrong: nothing is prepared that a run needs. `folder` is
    where relative file names count, `container` that of what has none. `tell` gets the address of each block before
    TensorFlow gets it, then "". Raises KeyError for an unknown page.
    """
    tapped = {*tapped, *(at.page for at in fetch if at.page not in ("", page))}
    instead = _at_callers(document, page, catalogue, fetch) if alone else []
    fetch = [at for at in fetch if at.page not in tapped]
    asked = {*fetch, *instead, *(feed or ())}
    compilation = checked(document, page, catalogue, target, bare, asked, instead=instead, fed=[*(feed or ())])
    compilation.differentiable = differentiable
    compilation.keeps_random = runs and not bare and not shared
    drawn, lowered, problems = compilation.drawn, compilation.lowered, compilation.problems
    if shared:
        problems[:] = [p._replace(severity=WARNING) if p.code == "never-supplied" else p for p in problems]
    elif not bare:
        problems += table_checks.missing_files(compilation.page, compilation.inference)
    fed = {at.top for at in feed or ()}
    problems[:] = [p for p in problems if p.code != "not-fed" or p.block not in fed]
    lost = {at for at in asked if at.top in document.page(page).blocks and at.top not in drawn.blocks}
    problems[:0] = [
        *weight_checks.check(document, page, compilation.inference),
        *(p for p in document.troubles if p.page == page),
        *(make_problem("left-out", at) for at in sorted(lost, key=str)),
    ]
    compilation.weigh()
    left = conflicts(document, reached(document, [page], compilation.catalogue))
    program = Program(page, tf.Graph(), problems)
    below: dict[str, Address] = {}  # what nodes of functions are made of
    functions = None
    if not left and compilation.ok(at.top for at in asked):
        plan = compilation.plan()
        # A call that is exported is one, unless something may differentiate through it.
        keeps_calls = bare and not differentiates(document)
        functions = FunctionPages(
            document,
            page,
            compilation.catalogue,
            plan.names.values(),
            target,
            bare,
            tell,
            keeps_calls,
            tapped,
            differentiable,
            breaks_in,
        )
        functions.folder, functions.container = folder, container
        used = functions.used(compilation, plan)
    if functions is not None and not any(fault.severity == ERROR for fault in functions.problems):
        emitter = Emitter(compilation, plan, expanders(target), telling(tell, lowered), used, keeps_calls)
        program.graph, program.places, program.names = emitter.graph, emitter.places, plan.names
        program.emitter, emitter.folder, emitter.container = emitter, folder, container
        if runs and not bare:
            if compilation.keeps_random:
                emitter.calls.random_states = RandomStates(plan.free, container)
            emitter.calls.in_place = LoopInlining(emitter.graph, emitter.calls.random_states)
            program.callers = emitter.calls.in_place.callers
        emitter.pinned = _pinned(emitter, pinned, drawn)
        if gradients is not None and (of := differentiating_block(plan, compilation.sessions, gradients)):
            emitter.wire_gradients = CompiledWireGradients(of)
        emitter.run()
        below = places(used) | emitter.inner
        problems += misfits(emitter)
        for added in added_ops():
            added.verify(emitter)
        compilation.weigh()
        if program.ok and not sessions:
            for one in compilation.sessions:
                read_feeds(emitter, one, {})
        elif program.ok and not bare:
            record_draws(program, [one.token for one in functions.taps if one.page in breaks_in])
            programs = session_programs(
                emitter,
                compilation.sessions,
                [end for at in fetch if at not in lost for end in compilation.native(at)],
                {end: value for at, value in (feed or {}).items() if at not in lost for end in compilation.native(at)},
                partial(add_beside, emitter, compilation.sessions, compilation.left_out, compilation.watched)
                if watched
                else None,
            )
            program.sessions = programs if program.ok else []
    if target == "reference":
        expanded = stand_ins()
        program.reference = sorted(b.id for b in compilation.page.blocks.values() if b.type in expanded)
    if lowered.page is not drawn:
        raise_program(program, lowered, drawn, compilation.catalogue)
        problems[:] = weighed(
            drawn,
            instances.once([*problems, *compilation.of_instances], compilation.catalogue),
            needed(drawn, [at.top for at in asked], bool(instead)),
        )
    if program.sessions:
        program.validation = validation(program, drawn, compilation)
    if functions is not None:
        program.places.update(below)
        program.taps = functions.all_taps()
        for session in program.sessions:
            held = {variable.read for variable in session.variables}
            session.reads |= {
                at: pins for tap in program.taps for at, pins in tap.reads.items() if held.issuperset(pins.values())
            }
        problems[:] = sorted(
            [*problems, *(fault for fault in functions.problems if fault not in problems)],
            key=lambda fault: fault.severity != ERROR,
        )
    problems[:0] = left  # whatever no session needs: somebody has to choose
    return program


def _at_callers(document: Document, page: str, catalogue: Catalogue, fetch: Iterable[Address]) -> list[Address]:
    """Return what a page runs to give some outputs; for an output inside a function, the blocks that run it."""
    found: list[Address] = []
    types = catalogue.with_pages(document)
    for at in fetch:
        if at.page in ("", page):
            found.append(at)
        else:
            blocks = document.page(page).blocks.values()
            found += [Address(page, b.id) for b in blocks if at.page in reached(document, used(b, types), types)]
    return found


def _pinned(
    emitter: Emitter, pinned: Mapping[Address, list[np.ndarray]], drawn: Page
) -> dict[tuple[str, str], list[np.ndarray]]:
    """The native outputs that are fed, with a value for each tensor; those that do not fit any more are problems."""
    compilation, found = emitter.compilation, dict[tuple[str, str], list[np.ndarray]]()
    looping = in_loops(emitter.page) if pinned else set()
    for at, values in pinned.items():
        ends = compilation.native(at) if at.top in drawn.blocks else []
        shares = [values] if len(ends) == 1 else [[value] for value in values]
        for (block, pin), share in zip(ends, shares):
            given = [shown(label_of(value)) for value in share]
            now = emitter.inference.dtype(block, pin)
            dtypes = now if isinstance(now, list) else [now] * len(given)
            if block in looping:
                why = phrase("it lies in a loop now")
            elif len(dtypes) != len(given) or any(one not in (None, dtype) for one, dtype in zip(dtypes, given)):
                why = phrase("it gives {} now, and the value is {}", _dtypes(dtypes), _dtypes(given))
            else:
                if block not in emitter.plan.left_out:
                    found[block, pin] = share
                continue
            emitter.problems.append(make_problem("pinned-unfit", at._replace(page=at.page or drawn.name), why=why))
    return found


def _dtypes(names: Sequence[str | None]) -> str:
    return ", ".join(name or "?" for name in names)
