"""Compile a page to a program.

The document's page is checked (`frontend`), planned (`blocks.plan`) and emitted as a graph (`emitter`). The result has
the fetches, feeds and targets of each session (`fetches`), with the names of the page that the user sees
(`frontend.raise_program`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import partial

import numpy as np
import tensorflow as tf
from msgspec import structs

from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.checks import conflicts, instances, starvation, value_checks
from blockloom.blocks.checks.session_closure import needed, weighed
from blockloom.blocks.document.addresses import Address, inside
from blockloom.blocks.document.pages import Document, Page, Wire, split_index
from blockloom.blocks.infer.page_uses import reached, used_pages
from blockloom.blocks.lower.structure import in_loops
from blockloom.blocks.plan.plan_nodes import PagePlan
from blockloom.blocks.problems import ERROR, WARNING, make_problem
from blockloom.blocks.text.gc_pause import gc_paused
from blockloom.blocks.text.phrases import phrase
from blockloom.blocks.values.dtypes import dtype_text, label_of
from blockloom.runtime.compile.compilation import Compilation, CompileOptions
from blockloom.runtime.compile.compiled_functions import FunctionPages, places
from blockloom.runtime.compile.emitter import Emitter
from blockloom.runtime.compile.fetches import read_feeds, session_programs
from blockloom.runtime.compile.frontend import added_ops, checked, expanders, raise_program, stand_ins, telling
from blockloom.runtime.compile.function_recordings import record_draws
from blockloom.runtime.compile.program import Program, ValidationPlan
from blockloom.runtime.compile.side_outputs import add_side_outputs
from blockloom.runtime.compile.variables import misfits
from blockloom.runtime.compile.wire_gradients import CompiledWireGradients, differentiating_block

_DEFAULT = CompileOptions()


@gc_paused()
def compile_page(
    document: Document,
    page: str,
    catalogue: Catalogue,
    options: CompileOptions = _DEFAULT,
) -> Program:
    """Compile a page to a program, including its `problems`.

    Raises:
        KeyError: The document has no page of this name.
    """
    tapped_pages = {*options.tapped_pages, *(at.page for at in options.fetch if at.page not in ("", page))}
    instead = _at_callers(document, page, catalogue, options.fetch) if options.only_fetch else []
    fetch = [at for at in options.fetch if at.page not in tapped_pages]
    options = structs.replace(options, fetch=fetch, tapped_pages=tapped_pages)
    asked = {*fetch, *instead, *options.feed}
    compilation = checked(
        document, page, catalogue, options.target, options.bare, asked, instead=instead, fed=[*options.feed]
    )
    compilation.keeps_random = options.keeps_random
    drawn, lowered, problems = compilation.source_page, compilation.lowered, compilation.problems
    if options.shared:
        problems[:] = [p._replace(severity=WARNING) if p.code == "never-supplied" else p for p in problems]
    elif not options.bare:
        problems += starvation.missing_files(compilation.page, compilation.inference)
    fed = {at.top for at in options.feed}
    problems[:] = [p for p in problems if p.code != "not-fed" or p.block not in fed]
    lost = {at for at in asked if at.top in document.page(page).blocks and at.top not in drawn.blocks}
    problems[:0] = [
        *value_checks.check(document, page, compilation.inference),
        *(p for p in document.troubles if p.page == page),
        *(make_problem("left-out", at) for at in sorted(lost, key=str)),
    ]
    compilation.weigh()
    left = conflicts(document, reached(document, [page], compilation.catalogue))
    program = Program(page, tf.Graph(), problems)
    below: dict[str, Address] = {}  # the addresses of nodes inside functions
    functions = None
    if not left and compilation.ok(at.top for at in asked):
        plan = compilation.plan()
        functions = FunctionPages(document, page, compilation.catalogue, plan.names.values(), options)
        used = functions.compile_functions(compilation, plan)
    if functions is not None and not any(fault.severity == ERROR for fault in functions.problems):
        gradients = options.gradients
        of = None if gradients is None else differentiating_block(plan, compilation.sessions, gradients)
        emitter = Emitter(
            compilation,
            plan,
            expanders(options.target),
            telling(options.tell, lowered),
            used,
            options,
            _pinned(compilation, plan, options.pinned),
            CompiledWireGradients(of) if of else None,
        )
        program.graph, program.places, program.names = emitter.graph, emitter.places, plan.names
        program.emitter = emitter
        if emitter.calls.in_place is not None:
            program.callers = emitter.calls.in_place.callers
        emitter.run()
        below = places(used) | emitter.inner
        problems += misfits(emitter)
        for added in added_ops():
            added.verify(emitter)
        compilation.weigh()
        if program.ok and not options.sessions:
            for one in compilation.sessions:
                read_feeds(emitter, one, {})
        elif program.ok and not options.bare:
            record_draws(program, [one.token for one in functions.taps if one.page in options.breakpoint_pages])
            programs = session_programs(
                emitter,
                compilation.sessions,
                [end for at in fetch if at not in lost for end in compilation.native(at)],
                {end: value for at, value in options.feed.items() if at not in lost for end in compilation.native(at)},
                partial(add_side_outputs, emitter, compilation.sessions, compilation.left_out, compilation.watched)
                if options.watched
                else None,
            )
            program.sessions = programs if program.ok else []
    if options.target == "reference":
        expanded = stand_ins()
        program.reference = sorted(b.id for b in compilation.page.blocks.values() if b.type in expanded)
    if lowered.page is not drawn:
        raise_program(program, lowered, drawn, compilation.catalogue)
        problems[:] = weighed(
            drawn,
            instances.without_repeats([*problems, *compilation.of_instances], compilation.catalogue),
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
    problems[:0] = left  # Conflicts come first, whether or not a session needs them: the user must resolve them.
    return program


def _at_callers(document: Document, page: str, catalogue: Catalogue, fetch: Iterable[Address]) -> list[Address]:
    """Return the outputs that a page must run for some outputs: for an output inside a function, its callers."""
    found: list[Address] = []
    types = catalogue.with_pages(document)
    for at in fetch:
        if at.page in ("", page):
            found.append(at)
        else:
            blocks = document.page(page).blocks.values()
            found += [Address(page, b.id) for b in blocks if at.page in reached(document, used_pages(b, types), types)]
    return found


def _pinned(
    compilation: Compilation, plan: PagePlan, pinned: Mapping[Address, list[np.ndarray]]
) -> dict[tuple[str, str], list[np.ndarray]]:
    """Return the values of pinned native outputs by (block, pin), one value for each tensor.

    A pinned output whose values no longer fit becomes a problem.
    """
    drawn, found = compilation.source_page, dict[tuple[str, str], list[np.ndarray]]()
    looping = in_loops(compilation.page) if pinned else set()
    for at, values in pinned.items():
        ends = compilation.native(at) if at.top in drawn.blocks else []
        shares = [values] if len(ends) == 1 else [[value] for value in values]
        for (block, pin), share in zip(ends, shares):
            given = [dtype_text(label_of(value)) for value in share]
            now = compilation.inference.dtype(block, pin)
            dtypes = now if isinstance(now, list) else [now] * len(given)
            if block in looping:
                why = phrase("it is in a loop now")
            elif len(dtypes) != len(given) or any(one not in (None, dtype) for one, dtype in zip(dtypes, given)):
                why = phrase("its dtype is now {}, and that of the value is {}", _dtypes(dtypes), _dtypes(given))
            else:
                if block not in plan.left_out:
                    found[block, pin] = share
                continue
            compilation.problems.append(make_problem("pinned-unfit", at._replace(page=at.page or drawn.name), why=why))
    return found


def _dtypes(names: Sequence[str | None]) -> str:
    return ", ".join(name or "?" for name in names)


def validation(program: Program, drawn: Page, compilation: Compilation) -> ValidationPlan | None:
    """Return the plan of the Validation among a program's sessions; None if there is none.

    The history contains the outputs that the Validation fetches.
    """
    own = next((session for session in program.sessions if session.within is not None), None)
    if own is None:
        return None
    attrs = compilation.inference.known[own.id].attrs
    monitored = drawn.wires_into(own.id, "monitor")[:1]
    fetched = [*drawn.wires_into(own.id, "fetch_outputs"), *monitored]
    outputs = dict.fromkeys(wire[:2] for wire in fetched if split_index(wire.source_pin)[1] is None)
    many = Counter(block for block, _ in outputs)
    return ValidationPlan(
        own.id,
        _output(monitored[0]) if monitored else None,
        attrs["patience"],
        attrs["better"] in ("higher", b"higher"),
        attrs["keep_best"],
        [(f"{block}.{pin}" if many[block] > 1 else block, inside("", block), pin) for block, pin in outputs],
    )


def _output(wire: Wire) -> tuple[Address, str]:
    return inside("", wire.source), wire.source_pin
