"""Random pages with queues, iterators, random numbers, files and loops, with and without breakpoints.

The dequeued, written and stored values are the same.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from blockloom.blocks.document.addresses import Address
from blockloom.blocks.document.pages import Document
from blockloom.blocks.results import breakpoints
from blockloom.runtime.compile.compilation import CompileOptions
from blockloom.runtime.compile.compiler import compile_page
from blockloom.runtime.replay.paused_step import BreakpointController
from blockloom.runtime.run.runner import Runner
from tests.pages import page
from tests.runtime.breaks import page_state, shown

ROOM = 80
FLOAT, INT = "dtype=DT_FLOAT", "dtype=DT_INT32"


class Made(NamedTuple):
    """A page, and the breaks that its runs may have."""

    document: Document
    texts: list[str]


def acting_page(seed: int, folder: Path) -> Made:
    """Return a page that computes from external inputs, stores results, and writes them to files in a folder."""
    rng = random.Random(seed)
    numbers = ",".join(f"{rng.randint(-9, 9)}.0f" for _ in range(ROOM))
    blocks = [
        "RUN loom.Session start_outputs=<FILL.operation run_outputs=<PUT.operation,ADD.operation,SAY.operation",
        "Q FIFOQueueV2 component_types=[DT_FLOAT] shapes=[[]]",
        "FILL QueueEnqueueManyV2 handle=<Q.handle components=<WITH.output",
        f"WITH Const value=[{numbers}] {FLOAT}",
        "TAKE QueueDequeueV2 component_types=[DT_FLOAT] handle=<Q.handle",
        f"SHAPE Const value=[] {INT}",
        f"DRAWN RandomUniform seed={seed + 1} seed2=3 {FLOAT} shape=<SHAPE.output",
        f"ZERO Const value=0 {INT}",
        "LOOP While cond=few body=turn input=<ZERO.output,TAKE.components[0]",
        "SUM AddV2 x=<LOOP.output[1] y=<DRAWN.output",
        "SUMS loom.Variable initvalues=0.0f",
        "KEEP AssignAdd ref=<SUMS.ref value=<SUM.z",
        "LAST Identity input=<KEEP.output_ref",
        "TEXT AsString input=<LAST.output",
        f"SAY PrintV2 output_stream=file://{folder}/log input=<TEXT.output",
        "OUT FIFOQueueV2 component_types=[DT_FLOAT] shapes=[[]]",
        "PUT QueueEnqueueV2 handle=<OUT.handle components=<SUM.z",
        "COUNT loom.ResourceVariable initvalues=0.0f",
        "ADD AssignAddVariableOp resource=<COUNT.handle value=<LAST.output",
    ]
    if rng.random() < 0.6:
        blocks += [
            "D RangeDataset start=0 stop=1000 step=1 output_types=[DT_INT64] output_shapes=[[]]",
            "S ShuffleDataset buffer_size=20 seed=3 seed2=4 output_types=[DT_INT64] output_shapes=[[]] "
            "input_dataset=<D.handle",
            "IT IteratorV2 output_types=[DT_INT64] output_shapes=[[]]",
            "MAKE MakeIterator dataset=<S.handle iterator=<IT.handle",
            "ROWS AssignAddVariableOp resource=<SEEN.handle value=<ROW.y",
            "NEXT IteratorGetNext output_types=[DT_INT64] output_shapes=[[]] iterator=<IT.handle",
            "ROW Cast SrcT=DT_INT64 DstT=DT_FLOAT x=<NEXT.components[0]",
            "SEEN loom.ResourceVariable initvalues=0.0f",
            "ROWS.operation -> RUN.run_outputs",
        ]
    if rng.random() < 0.6:  # a file for each step
        blocks += [
            f'NAME Const value="{folder}/step_" dtype=DT_STRING',
            "PATH StringJoin inputs=<NAME.output,TEXT.output",
            "FILE WriteFile filename=<PATH.output contents=<TEXT.output",
            "FILE -> ADD" if rng.random() < 0.5 else "FILE.operation -> RUN.run_outputs",
        ]
    if rng.random() < 0.4:
        blocks.append("SAY -> PUT")
    if rng.random() < 0.4:  # an act that passes its input on
        blocks += [
            f"TOLD DebugIdentity tensor_name=told:0 debug_urls=[file://{folder}/told] input=<SUM.z",
            "NEG Neg x=<TOLD.output; NEG.y -> RUN.fetch_outputs",
        ]
    document = Document()
    page(document, "main", "; ".join(blocks))
    given = f"i loom.Arg {INT}; x loom.Arg index=1 {FLOAT}; "
    page(document, "few", f"{given}L Less y={rng.randint(2, 5)} x=<i.output; r loom.Retval input=<L.z")
    page(
        document,
        "turn",
        f"{given}UP AddV2 y=1 x=<i.output; HALF Mul y=0.5f x=<x.output; MORE AddV2 y=1.0f x=<HALF.z; "
        "r0 loom.Retval input=<UP.z; r1 loom.Retval index=1 input=<MORE.z",
    )
    return Made(document, ["SUM", "LAST > 0", "SUM < 1", "LOOP", "turn/MORE > 1", "turn/HALF", "KEEP"])


def written(folder: Path) -> dict[str, bytes]:
    """Return the content of the files that a run has written."""
    return {
        "told" if "told" in one.parts else one.name: one.read_bytes()
        for one in sorted(folder.rglob("*"))
        if one.is_file() and "told" not in one.parts
    } | {"told": str(sum(1 for one in folder.rglob("told/**/*") if one.is_file())).encode()}


def walk(seed: int, catalogue: Any, steps: int, folder: Path) -> tuple[list[str], int, int]:
    """Return the faults of a run with random breakpoints, and the numbers of its pauses and rolled back steps."""
    rng = random.Random(seed)
    folders = [folder / name for name in ("plain", "paused")]
    for one in folders:
        one.mkdir(parents=True)
    runners = []
    for one in folders:
        made = acting_page(seed, one)
        types = catalogue.with_pages(made.document)
        runners.append(Runner(compile_page(made.document, "main", types, CompileOptions(breaks_in=["turn"]))))
        assert runners[-1].program.ok, runners[-1].program.problems
    (plain, paused), main = runners, made.document.pages["main"]
    pauses, wrong, count, back = BreakpointController(paused), list[str](), 0, 0
    while paused.steps < steps:
        pauses.breaks = [
            breakpoints.parse_breakpoint(text, main, types) for text in rng.sample(made.texts, rng.randint(1, 2))
        ]
        before = written(folders[1])
        pauses.prepare_step(), paused.step(True)
        if pauses.check_step():
            count += 1
            assert pauses.pause is not None
            wrong += ["a step that is paused has written"] * (written(folders[1]) != before)
            if rng.random() < 0.3:
                pauses.pause.what_if({Address("main", "SUM", "z"): np.array(rng.random(), np.float32)})
                pauses.pause.what_if({})
            if rng.random() < 0.5:
                back += 1
                lost = pauses.pause.give_up()
                wrong += [f"cannot be rolled back: {lost}"] * bool(lost)
                wrong += ["a step that was rolled back has written"] * (written(folders[1]) != before)
                continue
            pauses.go_on()
        plain.step(True)
        outer = [
            {at: str(value).replace(str(there), "") for at, value in shown(one).items() if "/" not in at}
            for one, there in zip(runners, folders)
        ]
        wrong += [f"step {paused.steps}: it gives something else"] * (outer[0] != outer[1])
    wrong += [f"{paused.steps} steps"] * (paused.steps != steps)
    wrong += ["it holds something else"] * (page_state(paused) != page_state(plain))
    wrong += ["it has written something else"] * (written(folders[0]) != written(folders[1]))
    plain.close(), paused.close()
    return wrong, count, back
