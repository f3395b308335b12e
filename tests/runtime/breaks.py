"""Random pages with queues, iterators, random numbers, branches, loops and files, with and without breakpoints.

The dequeued, written and stored values are the same.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import numpy as np

from blockloom.blocks.document.addresses import Address
from blockloom.blocks.document.pages import Document
from blockloom.blocks.results import breakpoints
from blockloom.runtime.compile.compilation import CompileOptions
from blockloom.runtime.compile.compiler import compile_page
from blockloom.runtime.replay.paused_step import BreakpointController
from blockloom.runtime.resources import resource_transfer
from blockloom.runtime.run.runner import Runner
from tests.pages import page

ROOM = 200  # elements in each queue that is taken from
INT = "dtype=DT_INT32"
TEXTS = [
    *("SMALL", "SMALL > 0.5", "max(abs(SMALL.y)) > 0.9", "C0 < 0", "C1 >= 2", "C0 is not finite"),
    *("LAST > 0", "LOOP", "turn/MORE > 1", "turn/HALF", "KEEP"),
]


def random_page(seed: int, folder: Path) -> Document:
    """Return a page that takes from queues and an iterator, computes, and writes to variables, queues and files.

    Sometimes it takes an element that the same step has put.
    """
    rng = random.Random(seed)
    blocks = [
        "RUN loom.Session fetch_outputs=<SMALL.y,LOOP.output[1] run_outputs=<SAY.operation",
        "ONE Const value=1.5f dtype=DT_FLOAT",
        "SMALL Tanh",
        f"SHAPE Const value=[] {INT}",
        f"DRAWN RandomUniform seed={seed + 1} seed2=3 dtype=DT_FLOAT shape=<SHAPE.output",
        f"ZERO Const value=0 {INT}",
        "LOOP While cond=few body=turn input=<ZERO.output,DRAWN.output",
        "SUMS loom.Variable initvalues=0.0f",
        "KEEP AssignAdd ref=<SUMS.ref value=<SMALL.y",
        "LAST Identity input=<KEEP.output_ref",
        "TEXT AsString input=<LAST.output",
        f"SAY PrintV2 output_stream=file://{folder}/log input=<TEXT.output",
    ]
    wires = list[str]()
    values = ["ONE.output", "LOOP.output[1]", "DRAWN.output"]
    waits = list[str]()  # blocks that others may wait for
    for name in rng.sample("AB", rng.randint(1, 2)):
        numbers = ",".join(f"{rng.randint(-9, 9)}.0f" for _ in range(ROOM))
        blocks += [
            f"Q{name} FIFOQueueV2 component_types=[DT_FLOAT] shapes=[[]]",
            f"FILL{name} QueueEnqueueManyV2",
            f"WITH{name} Const value=[{numbers}] dtype=DT_FLOAT",
            f"TAKE{name} QueueDequeueV2 component_types=[DT_FLOAT]",
        ]
        wires += [
            f"Q{name}.handle -> FILL{name}.handle",
            f"WITH{name}.output -> FILL{name}.components",
            f"FILL{name}.operation -> RUN.start_outputs",
            f"Q{name}.handle -> TAKE{name}.handle",
        ]
        values.append(f"TAKE{name}.components[0]")
        waits.append(f"TAKE{name}")
    if rng.random() < 0.6:
        blocks += [
            "D RangeDataset start=0 stop=1000 step=1 output_types=[DT_INT64] output_shapes=[[]]",
            "S ShuffleDataset buffer_size=20 seed=3 seed2=4 output_types=[DT_INT64] output_shapes=[[]] "
            "input_dataset=<D.handle",
            "IT IteratorV2 output_types=[DT_INT64] output_shapes=[[]]",
            "MAKE MakeIterator dataset=<S.handle iterator=<IT.handle",
            "NEXT IteratorGetNext output_types=[DT_INT64] output_shapes=[[]] iterator=<IT.handle",
            "ROW Cast SrcT=DT_INT64 DstT=DT_FLOAT x=<NEXT.components[0]",
        ]
        values.append("ROW.y")
        waits.append("NEXT")
    if rng.random() < 0.5:  # a queue that only every other step takes from
        numbers = ",".join(f"{n}.0f" for n in range(ROOM))
        blocks += [
            "N loom.Variable initvalues=0",
            "UP AssignAdd value=1 ref=<N.ref",
            "ODD FloorMod y=2 x=<UP.output_ref",
            "IS Equal y=1 x=<ODD.z",
            "QC FIFOQueueV2 component_types=[DT_FLOAT] shapes=[[]]",
            "FILLC QueueEnqueueManyV2 handle=<QC.handle components=<WITHC.output",
            f"WITHC Const value=[{numbers}] dtype=DT_FLOAT",
            "SWITCH Switch data=<ONE.output pred=<IS.z",
            "GO Identity input=<SWITCH.output_true",
            "TAKEC QueueDequeueV2 component_types=[DT_FLOAT] handle=<QC.handle",
            "MERGE Merge inputs=<TAKEC.components[0],SWITCH.output_false",
        ]
        wires += ["FILLC.operation -> RUN.start_outputs", "GO -> TAKEC"]
        values.append("MERGE.output")
    for number in range(rng.randint(2, 6)):
        kind = rng.choice(["AddV2", "Mul", "Sub", "Maximum"])
        blocks.append(f"C{number} {kind}")
        wires += [f"{rng.choice(values)} -> C{number}.x", f"{rng.choice(values)} -> C{number}.y"]
        if waits and rng.random() < 0.3:
            wires.append(f"{rng.choice(waits)} -> C{number}")
        wires.append(f"C{number}.z -> RUN.fetch_outputs")
        values.append(f"C{number}.z")
        waits.append(f"C{number}")
    wires.append(f"{values[-1]} -> SMALL.x")
    again_put = None  # the order of two in one step is not defined
    for number in range(rng.randint(1, 3)):
        if rng.random() < 0.5:
            blocks += [f"PUT{number} QueueEnqueueV2", f"OUT{number} FIFOQueueV2 component_types=[DT_FLOAT] shapes=[[]]"]
            again = rng.random() < 0.2 and "QA.handle -> TAKEA.handle" in wires and again_put is None
            again_put = number if again else again_put
            wires += [
                f"PUT{number} -> SMALL" if rng.random() < 0.5 else f"PUT{number}.operation -> RUN.run_outputs",
                f"{'QA' if again else f'OUT{number}'}.handle -> PUT{number}.handle",
                f"{rng.choice(values)} -> PUT{number}.components",
            ]
            if rng.random() < 0.3:
                wires.append(f"{rng.choice(waits)} -> PUT{number}")
        elif rng.random() < 0.5:
            blocks += [f"W{number} loom.ResourceVariable initvalues=0.5f", f"ADD{number} AssignAddVariableOp"]
            wires += [
                f"W{number}.handle -> ADD{number}.resource",
                f"{rng.choice(['SMALL.y', *values])} -> ADD{number}.value",
                f"ADD{number}.operation -> RUN.run_outputs",
            ]
        else:
            blocks += [f"V{number} loom.Variable initvalues=0.25f", f"ASUB{number} AssignSub"]
            wires += [
                f"V{number}.ref -> ASUB{number}.ref",
                f"{rng.choice(['SMALL.y', *values])} -> ASUB{number}.value",
                f"ASUB{number}.output_ref -> RUN.fetch_outputs",
            ]
    if rng.random() < 0.6:  # a file for each step
        blocks += [
            f'NAME Const value="{folder}/step_" dtype=DT_STRING',
            "PATH StringJoin inputs=<NAME.output,TEXT.output",
            "FILE WriteFile filename=<PATH.output contents=<TEXT.output",
            "FILE.operation -> RUN.run_outputs",
        ]
    if rng.random() < 0.4:  # an act that passes its input on
        blocks += [
            f"TOLD DebugIdentity tensor_name=told:0 debug_urls=[file://{folder}/told] input=<LAST.output",
            "NEG Neg x=<TOLD.output; NEG.y -> RUN.fetch_outputs",
        ]
    document = Document()
    page(document, "main", "; ".join(blocks), *dict.fromkeys(wires))
    given = f"i loom.Arg {INT}; x loom.Arg index=1 dtype=DT_FLOAT; "
    page(document, "few", f"{given}L Less y={rng.randint(2, 5)} x=<i.output; r loom.Retval input=<L.z")
    page(
        document,
        "turn",
        f"{given}UP AddV2 y=1 x=<i.output; HALF Mul y=0.5f x=<x.output; MORE AddV2 y=1.0f x=<HALF.z; "
        "r0 loom.Retval input=<UP.z; r1 loom.Retval index=1 input=<MORE.z",
    )
    return document


def page_state(runner: Runner) -> dict[str, Any]:
    """Return the state of a page: variables, and contents of queues and iterators."""
    found: dict[str, Any] = {name: np.asarray(value).tolist() for name, value in runner.values().items()}
    for live in runner.training():
        for block, held in resource_transfer.peek_resources(live.calls, live.own.resources).items():
            content = held.content
            found[block] = [a.tolist() for a in content.stacked] if hasattr(content, "stacked") else None
    return found


def shown(runner: Runner) -> dict[str, Any]:
    """Return the results of the latest step."""
    return {
        f"{at}.{pin}": [np.asarray(one).tolist() for one in value] if isinstance(value, list) else repr(value)
        for at, pins in runner.latest().items()
        for pin, value in pins.items()
    }


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
        made = random_page(seed, one)
        types = catalogue.with_pages(made)
        runners.append(Runner(compile_page(made, "main", types, CompileOptions(breakpoint_pages=["turn"]))))
        assert runners[-1].program.ok, runners[-1].program.problems
    (plain, paused), main = runners, made.pages["main"]
    pauses, wrong, count, back = BreakpointController(paused), list[str](), 0, 0
    while paused.steps < steps:
        pauses.breakpoints = [
            breakpoints.parse_breakpoint(text, main, types) for text in rng.sample(TEXTS, rng.randint(1, 2))
        ]
        before = written(folders[1])
        pauses.prepare_step(), paused.step(True)
        if pauses.check_step():
            count += 1
            assert pauses.pause is not None
            wrong += ["a step that is paused has written"] * (written(folders[1]) != before)
            if rng.random() < 0.3:
                tried = pauses.pause.what_if({Address("main", "C0", "z"): np.array(rng.random(), np.float32)})
                assert float(next(pins for at, pins in tried.items() if at.block == "C0")["z"]) < 1
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
