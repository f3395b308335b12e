"""A page becomes a program, each room entered once.

A document comes in. Its page goes without what is muted (`blocks.muting`), in native types (`blocks.lowering`),
checked (`blocks.checks`), as a plan (`blocks.plan`) and as a graph (`emitter`); out comes what each session fetches,
feeds and runs (`fetches`), in the words of the page that the user sees (`lowering`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

import numpy as np
import tensorflow as tf

from blockloom.blocks import checks
from blockloom.blocks.addresses import Address
from blockloom.blocks.catalogue import Catalogue
from blockloom.blocks.document import Document
from blockloom.blocks.gc_pause import gc_paused
from blockloom.blocks.lowering import lower
from blockloom.blocks.muting import active
from blockloom.blocks.needed import needed, weighed
from blockloom.blocks.problems import problem
from blockloom.blocks.structure import session_plans
from blockloom.runtime.accumulators import misfits
from blockloom.runtime.compilation import Compilation
from blockloom.runtime.emitter import Emitter
from blockloom.runtime.expanders import expanders
from blockloom.runtime.fetches import session_programs
from blockloom.runtime.lowering import raise_program, telling
from blockloom.runtime.program import Program
from blockloom.runtime.tpu import checks as tpu
from blockloom.runtime.tpu.reference import REFERENCE, ordered


@gc_paused()
def compile_page(document: Document, page: str, catalogue: Catalogue, *, fetch: Iterable[Address] = (),
                 feed: Mapping[Address, str | np.ndarray] | None = None, target: str = "native",
                 bare: bool = False, tell: Callable[[Address], None] | None = None) -> Program:
    """Compile a page. What is wrong with it is in the program's `problems`; nothing is raised for that.

    `fetch` adds outputs, all of a block where no pin is named. `feed` maps outputs to values as text or array.
    `target` is `native`, or `reference` where ops without a CPU kernel are to be lowered to ones that have one. With
    `bare` the graph holds the page's own ops only, to be exported. `tell` is called before each block is given to
    TensorFlow, which then gets them one by one; "" is said when it has them all.
    Raises KeyError for an unknown page.
    """
    whole = document.page(page)
    drawn = active(whole, catalogue)
    asked = {*fetch, *(feed or ())}
    lost = sorted((at for at in asked if at.block in whole.blocks and at.block not in drawn.blocks), key=str)
    fetch = [(at.block, at.end) for at in fetch if at not in lost]
    feed = {(at.block, at.end): value for at, value in (feed or {}).items() if at not in lost}
    need = needed(drawn, [block for block, _ in (*fetch, *feed)])
    lowered = lower(drawn, catalogue)
    if lowered.page is not drawn:
        fetch = [end for block, pin in fetch for end in lowered.native(block, pin)]
        feed = {end: value for (block, pin), value in feed.items() for end in lowered.native(block, pin)}
    known = expanders(target)
    native = ordered(lowered.page, catalogue) if target == "reference" else lowered.page
    compilation = Compilation(native, catalogue, target, bare, need, known.keys())
    sessions = session_plans(native, catalogue)
    compilation.problems += [p for p in document.troubles if p.page == page]
    compilation.problems += [problem("left-out", at) for at in lost]
    compilation.problems += checks.faults(native, catalogue, compilation.inference, sessions)
    tpu.prepare(compilation)
    compilation.weigh()
    program = Program(page, tf.Graph(), compilation.problems)
    if program.ok:
        emitter = Emitter(compilation, compilation.plan(), known, telling(tell, lowered))
        program.graph, program.places = emitter.graph, emitter.places
        emitter.run()
        compilation.problems += misfits(emitter)
        tpu.verify(emitter)
        compilation.weigh()
        if program.ok and not bare:
            made = session_programs(emitter, sessions, fetch, feed)
            program.sessions = made if program.ok else []
    if target == "reference":
        program.reference = sorted(b.id for b in native.blocks.values() if b.type in REFERENCE)
    if lowered.page is not drawn:
        raise_program(program, lowered, drawn, catalogue)
        program.problems[:] = weighed(drawn, program.problems, need)
    return program
