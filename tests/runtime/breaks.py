"""Random pages with queues, iterators, branches and writes, run with breaks and without."""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from blockloom.blocks.document.pages import Document
from blockloom.blocks.results import breakpoints
from blockloom.runtime.replay.paused_step import BreakpointController
from blockloom.runtime.resources import resource_transfer
from blockloom.runtime.run.runner import EndOfDataError, Runner
from tests.pages import page

ROOM = 200  # elements in each queue that is taken from


def random_page(seed: int) -> Document:
    """Return a page that takes from queues and an iterator, computes, and writes to variables and queues.

    Sometimes it takes an element that the same step has put.
    """
    rng = random.Random(seed)
    blocks = ["RUN loom.Session fetch_outputs=<SMALL.y", "ONE Const value=1.5f dtype=DT_FLOAT", "SMALL Tanh"]
    wires = list[str]()
    values = ["ONE.output"]
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
    document = Document()
    page(document, "main", "; ".join(blocks), *dict.fromkeys(wires))
    return document


def page_state(runner: Runner) -> dict[str, Any]:
    """Return the state of a page: variables, and contents of queues and iterators."""
    found: dict[str, Any] = {name: np.asarray(value).tolist() for name, value in runner.values().items()}
    for live in runner.training():
        for block, held in resource_transfer.peek_resources(live.calls, live.own.resources).items():
            content = held.content
            found[block] = [a.tolist() for a in content.stacked] if hasattr(content, "stacked") else None
    return found


def straight(runner: Runner, steps: int) -> list[Any]:
    """Return the results of consecutive steps."""
    return [shown(runner) for _ in range(steps) if step(runner)]


def step(runner: Runner) -> bool:
    """One step, whether or not the data ended before it."""
    try:
        runner.step(True)
    except EndOfDataError:
        runner.step(True)
    return True


def shown(runner: Runner) -> dict[str, Any]:
    """Return the results of the latest step."""
    return {
        f"{at}.{pin}": [np.asarray(one).tolist() for one in value] if isinstance(value, list) else repr(value)
        for at, pins in runner.latest().items()
        for pin, value in pins.items()
    }


def walk(runner: Runner, document: Document, catalogue: Any, steps: int, seed: int) -> tuple[list[Any], int]:
    """Run steps with random breakpoints and overrides; keep the steps or roll them back.

    Returns the results of the steps, and the number of pauses.
    """
    rng = random.Random(seed)
    found, paused = list[Any](), 0
    pauses = BreakpointController(runner)
    main = document.pages["main"]
    texts = ["SMALL", "SMALL > 0.5", "max(abs(SMALL.y)) > 0.9", "C0 < 0", "C1 >= 2", "C0 is not finite"]
    while len(found) < steps:
        pauses.breaks = [
            breakpoints.parse_breakpoint(text, main, catalogue) for text in rng.sample(texts, rng.randint(1, 2))
        ]
        pauses.prepare_step()
        runner.step(True)
        if pauses.check_step():
            paused += 1
            pause = pauses.pause
            assert pause is not None and runner.steps == len(found)
            if rng.random() < 0.4:
                at = breakpoints.parse_breakpoint("C0", main, catalogue).address.at_pin("z")
                tried = pause.what_if({at: np.array(rng.random(), np.float32)})
                assert float(next(p for a, p in tried.items() if a.block == "C0")["z"]) < 1
                pause.what_if({})
            if rng.random() < 0.4:
                assert pause.give_up() == []
                continue
            pause.go_on(False)
            pauses.go_on()
        found.append(shown(runner))
    return found, paused
