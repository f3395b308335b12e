"""A page becomes a program: checks, the graph (see `build`), and what each session fetches, feeds and runs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

import numpy as np

from blockloom.blocks import checks
from blockloom.blocks.catalogue import Catalogue
from blockloom.blocks.document import Document
from blockloom.blocks.enuspace.lower import lower
from blockloom.blocks.gc_pause import gc_paused
from blockloom.blocks.muting import active
from blockloom.blocks.needed import needed, weighed
from blockloom.blocks.phrases import phrase
from blockloom.blocks.problems import ERROR, Problem
from blockloom.blocks.structure import plan
from blockloom.runtime import fetches
from blockloom.runtime.build import Build
from blockloom.runtime.lowering import raise_program
from blockloom.runtime.program import Place, Program
from blockloom.runtime.tpu import checks as tpu
from blockloom.runtime.tpu.reference import REFERENCE, ordered


@gc_paused()
def compile_page(document: Document, page: str, catalogue: Catalogue, *, fetch: Iterable[tuple[str, str]] = (),
                 feed: Mapping[tuple[str, str], str | np.ndarray] | None = None, target: str = "native",
                 bare: bool = False, tell: Callable[[Place], None] | None = None) -> Program:
    """Compile a page. What is wrong with it is in the program's `problems`; nothing is raised for that.

    `fetch` adds (block, pin) pairs, pin "" for all outputs. `feed` maps (block, pin) to a value as text or array.
    `target` is `native`, or `reference` where ops without a CPU kernel are to be lowered to ones that have one. With
    `bare` the graph holds the page's own ops only, to be exported. `tell` is called before each block is given to
    TensorFlow, which then gets them one by one; "" is said when it has them all.
    Raises KeyError for an unknown page.
    """
    whole = document.page(page)
    drawn, fetch = active(whole, catalogue), list(fetch)
    idle = sorted(end for end in {*fetch, *(feed or ())} if end[0] in whole.blocks and end[0] not in drawn.blocks)
    fetch = [end for end in fetch if end not in idle]
    feed = {end: value for end, value in (feed or {}).items() if end not in idle}
    need = needed(drawn, [block for block, _ in (*fetch, *feed)])
    lowered = lower(drawn, catalogue)
    if lowered.page is not drawn:
        fetch = [end for block, pin in fetch for end in lowered.native(block, pin)]
        feed = {end: value for (block, pin), value in feed.items() for end in lowered.native(block, pin)}
    native = ordered(lowered.page, catalogue) if target == "reference" else lowered.page
    build = Build(native, catalogue, target, bare)
    build.tell = tell
    build.need = need
    plans = plan(build.page, catalogue)
    build.problems += [p for p in document.troubles if p.page == page]
    build.problems += [Problem(
        ERROR, "left-out", page, block, pin, phrase("it is to be fetched or fed, and is left out: muted, bypassed, or "
                                                    "without an input because of one that is"),
        phrase("Unmute it, or name another block")) for block, pin in idle]
    build.problems += checks.faults(build.page, catalogue, build.inference, plans)
    tpu.prepare(build)
    build.weigh()
    program = Program(page, build.graph, build.problems, build.places)
    if program.ok:
        build.run()
        tpu.verify(build)
        build.weigh()
    if target == "reference":
        program.reference = sorted(b.id for b in build.page.blocks.values() if b.type in REFERENCE)
    if program.ok and not bare:
        with build.graph.as_default():
            made = [fetches.session_program(build, p, fetch if p is plans[-1] else (), feed) for p in plans]
        program.sessions = made if program.ok else []
    if lowered.page is not drawn:
        raise_program(program, lowered, drawn, catalogue)
        program.problems[:] = weighed(drawn, program.problems, need)
    return program
