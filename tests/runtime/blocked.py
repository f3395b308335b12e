"""Random pages whose blocked op needs a number that depends on ops with effects, and the state after a blocked step."""

from __future__ import annotations

import contextlib
import random
import threading
from typing import Any, NamedTuple

import numpy as np
import tensorflow as tf

from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.document.pages import Document
from blockloom.runtime.compile.compiler import compile_page
from blockloom.runtime.run.runner import Runner
from tests.pages import document
from tests.waiting import until

TAKERS = {  # the block that blocks: the pin with its number, its attrs, and the block that makes what it takes from
    "AccumulatorTakeGradient": ("num_required", {"dtype": "DT_FLOAT"}, "ConditionalAccumulator"),
    "SparseAccumulatorTakeGradient": ("num_required", {"dtype": "DT_FLOAT"}, "SparseConditionalAccumulator"),
    "ResourceAccumulatorTakeGradient": ("num_required", {"dtype": "DT_FLOAT"}, "ResourceConditionalAccumulator"),
    "QueueDequeueManyV2": ("n", {"component_types": "DT_INT32"}, "FIFOQueueV2"),
    "QueueDequeueUpToV2": ("n", {"component_types": "DT_INT32"}, "FIFOQueueV2"),
    "BarrierTakeMany": ("num_elements", {"component_types": "DT_INT32"}, "Barrier"),
}
WRITES = ("AssignAdd", "AssignSub", "Assign")  # of a reference variable
PURE = {"AddV2": "z", "Sub": "z", "Maximum": "z", "Minimum": "z", "Mul": "z"}
LOOKS = 3  # at a blocked step after its effects are done


class State(NamedTuple):
    """The variables by name, and the elements of each queue."""

    variables: dict[str, list[int]]
    queues: dict[str, list[int]]


class _Page:
    """Blocks and wires of a page, on the way from a constant to the number that the blocked op needs."""

    def __init__(self, seed: int):
        self.random = random.Random(seed)
        self.blocks: dict[str, Any] = {"C": ("Const", {"value": str(self.random.randint(1, 9))})}
        self.wires: list[str] = []
        self.number = "C.output"

    def add(self, kind: str, type_: str, values: dict[str, str] | None = None) -> str:
        name = f"{kind}{len(self.blocks)}"
        self.blocks[name] = (type_, values or {})
        return name

    def wire(self, source: str, target: str) -> None:
        self.wires.append(f"{source} -> {target}")

    def reference(self, op: str = "") -> None:
        """Add an op that writes the number so far into a reference variable, or adds it."""
        write = self.write(op or self.random.choice(WRITES))
        self.wire(self.number, f"{write}.value")
        self.number = f"{write}.output_ref"

    def count(self) -> None:
        """Add an op that counts up a reference variable."""
        self.pure("AddV2", f"{self.write('CountUpTo', {'limit': '1000'})}.output")

    def write(self, op: str, values: dict[str, str] | None = None) -> str:
        """Add a reference variable with an op that writes it; return the op."""
        variable = self.add("N", "loom.Variable", {"initvalues": str(self.random.randint(1, 9))})
        write = self.add("WRITE", op, values)
        self.wire(f"{variable}.ref", f"{write}.ref")
        return write

    def resource(self) -> None:
        """Add an op that writes a resource variable, which is read after it."""
        variable = self.add("R", "loom.ResourceVariable", {"initvalues": str(self.random.randint(1, 9))})
        write = self.add("WRITE", self.random.choice(["AssignAddVariableOp", "AssignSubVariableOp"]))
        read = self.add("READ", "ReadVariableOp", {"dtype": "DT_INT32"})
        self.wire(f"{variable}.handle", f"{write}.resource")
        self.wire(self.number, f"{write}.value")
        self.wire(f"{variable}.handle", f"{read}.resource")
        self.wire(write, read)
        self.number = f"{read}.value"

    def queue(self) -> None:
        """Add an element that is put into a queue, whose size is read after it."""
        queue = self.add("Q", "FIFOQueueV2", {"component_types": "DT_INT32", "shapes": "[[]]"})
        put, size = self.add("PUT", "QueueEnqueueV2"), self.add("SIZE", "QueueSizeV2")
        self.wire(f"{queue}.handle", f"{put}.handle")
        self.wire(self.number, f"{put}.components")
        self.wire(f"{queue}.handle", f"{size}.handle")
        self.wire(put, size)
        self.number = f"{size}.size"

    def draw(self) -> None:
        """Add a random number, whose generator has a state in the session."""
        draw = self.add("DRAW", "RandomUniformInt", {"shape": "[]", "minval": "1", "maxval": "9", "seed": "7"})
        self.pure("AddV2", f"{draw}.output")

    def pure(self, op: str = "", other: str = "") -> None:
        """Add an op without an effect."""
        op = op or self.random.choice([*PURE])
        name = self.add("P", op, {} if other else {"y": str(self.random.randint(1, 5))})
        self.wire(self.number, f"{name}.x")
        if other:
            self.wire(other, f"{name}.y")
        self.number = f"{name}.{PURE[op]}"


def blocked(seed: int, catalogue: Catalogue) -> tuple[Document, Document]:
    """Return a random page with a blocked op, and the page that runs the ops of its number and nothing else."""
    made = _Page(seed)
    ways = (made.reference, made.count, made.pure, made.draw, made.resource, made.queue)
    for _ in range(made.random.randint(0, 5)):
        made.random.choice(ways[: made.random.choice([3, 4, 6])])()
    made.pure("Maximum")
    made.reference("AssignAdd")  # it changes a variable after all other effects
    made.pure("Maximum")  # the number that an op needs is above 0
    fetch = f"{made.number} -> S.fetch_outputs"
    free = document(catalogue, made.blocks | {"S": "loom.Session"}, "\n".join([*made.wires, fetch]))
    taker = made.random.choice([*TAKERS])
    pin, values, maker = TAKERS[taker]
    of = (
        {"dtype": "DT_FLOAT", "shape": "[]"} if "dtype" in values else {"component_types": "DT_INT32", "shapes": "[[]]"}
    )
    blocks = made.blocks | {"OF": (maker, of), "TAKE": (taker, values), "S": "loom.Session"}
    more = ("OF.handle -> TAKE.handle", f"{made.number} -> TAKE.{pin}", "TAKE.operation -> S.run_outputs")
    return document(catalogue, blocks, "\n".join([*made.wires, *more])), free


def states(seed: int, catalogue: Catalogue) -> tuple[State, State]:
    """Return the state after a blocked step that was looked at, and after one step of the ops of its number alone."""
    page, free = (_runner(one, catalogue) for one in blocked(seed, catalogue))
    free.step(False)
    wanted = _state(free)
    free.close()
    thread = threading.Thread(target=_step, args=[page])
    thread.start()
    try:
        until(lambda: page.waiting() and _variables(page) == wanted.variables, f"the effects of page {seed}")
        looks = [page.waiting() for _ in range(LOOKS)]
        assert all(block["block"] == "TAKE" for rows in looks for block in rows) and all(looks)
        assert page.cancel()
        thread.join()
        return _state(page), wanted
    finally:
        page.close()
        thread.join()


def _runner(document: Document, catalogue: Catalogue) -> Runner:
    program = compile_page(document, "main", catalogue)
    assert program.ok, [str(problem) for problem in program.problems]
    return Runner(program)


def _step(runner: Runner) -> None:
    with contextlib.suppress(tf.errors.OpError, RuntimeError):  # it is ended
        runner.step(False)


def _state(runner: Runner) -> State:
    (live,) = runner.training()
    held = {block: taken.content for block, taken in live.take_out().items() if block != "OF"}
    return State(_variables(runner), {block: np.ravel(content.stacked).tolist() for block, content in held.items()})


def _variables(runner: Runner) -> dict[str, list[int]]:
    return {name: np.ravel(value).tolist() for name, value in runner.values().items()}
