"""Random pages that fail in a step, and what TensorFlow's own dump of that step says the failed op took."""

from __future__ import annotations

import random
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from blockloom.blocks.document.pages import Document
from blockloom.runtime.compile.program import Program
from blockloom.runtime.replay.op_input_capture import arguments
from blockloom.runtime.run.run_history import DisplayedPastStep
from blockloom.runtime.run.runner import Runner
from tests.pages import page


class Kind(NamedTuple):
    """A way to fail when K, an int32, reaches N: blocks, wires, the numeric output, and the op that fails."""

    blocks: str
    wires: str
    out: str
    op: str


KINDS = {
    "index": Kind("AT GatherV2 params=@ axis=0", "K -> AT.indices", "AT.output", "GatherV2"),
    "slice": Kind(
        "ONE ExpandDims dim=0; AT Slice input=@ size=[1]; OUT Sum reduction_indices=[0]",
        "K -> ONE.input, ONE.output -> AT.begin, AT.output -> OUT.input",
        "OUT.output",
        "Slice",
    ),
    "empty": Kind(
        "LEFT Sub x=#; SIZE ExpandDims dim=0; CUT Slice input=@ begin=[0]; AT GatherV2 indices=0 axis=0",
        "K -> LEFT.y, LEFT.z -> SIZE.input, SIZE.output -> CUT.size, CUT.output -> AT.params",
        "AT.output",
        "GatherV2",
    ),
    "shapes": Kind(
        "OVER GreaterEqual y=#; MORE Cast SrcT=DT_BOOL DstT=DT_INT32; SIZE AddV2 y=2; R Range start=0 delta=1;"
        "F Cast SrcT=DT_INT32 DstT=DT_FLOAT; AT AddV2 y=[1.0f,2.0f]; OUT Sum reduction_indices=[0]",
        "K -> OVER.x, OVER.z -> MORE.x, MORE.y -> SIZE.x, SIZE.z -> R.limit, R.output -> F.x, F.y -> AT.x,"
        "AT.z -> OUT.input",
        "OUT.output",
        "AddV2",
    ),
    "product": Kind(
        "OVER GreaterEqual y=#; MORE Cast SrcT=DT_BOOL DstT=DT_INT32; SIZE AddV2 y=2; "
        "ROWS Const value=2 dtype=DT_INT32;"
        "DIMS Pack; M Fill value=2.0f; AT MatMul b=[[1.0f,2.0f],[3.0f,4.0f]]; OUT Sum reduction_indices=[0,1]",
        "K -> OVER.x, OVER.z -> MORE.x, MORE.y -> SIZE.x, ROWS.output -> DIMS.values, SIZE.z -> DIMS.values,"
        "DIMS.output -> M.dims, M.output -> AT.a, AT.product -> OUT.input",
        "OUT.output",
        "MatMul",
    ),
    "assert": Kind(
        "LESS Less y=#; HOLDS Assert; OUT Cast SrcT=DT_INT32 DstT=DT_FLOAT",
        "K -> LESS.x, LESS.z -> HOLDS.condition, K -> HOLDS.data, K -> OUT.x, HOLDS -> OUT",
        "OUT.y",
        "Assert",
    ),
    "numerics": Kind(
        "LEFT Sub x=#; F Cast SrcT=DT_INT32 DstT=DT_FLOAT; LOG Log; AT CheckNumerics message=no",
        "K -> LEFT.y, LEFT.z -> F.x, F.y -> LOG.x, LOG.y -> AT.tensor",
        "AT.output",
        "CheckNumerics",
    ),
    "division": Kind(
        "LEFT Sub x=#; AT FloorDiv x=10; OUT Cast SrcT=DT_INT32 DstT=DT_FLOAT",
        "K -> LEFT.y, LEFT.z -> AT.y, AT.z -> OUT.x",
        "OUT.y",
        "FloorDiv",
    ),
    "file": Kind(
        'TEXT AsString; THERE Const value="there_" dtype=DT_STRING; NAME StringJoin; AT ReadFile; SIZE StringLength;'
        "OUT Cast SrcT=DT_INT32 DstT=DT_FLOAT",
        "K -> TEXT.input, THERE.output -> NAME.inputs, TEXT.output -> NAME.inputs, NAME.output -> AT.filename,"
        "AT.contents -> SIZE.input, SIZE.output -> OUT.x",
        "OUT.y",
        "ReadFile",
    ),
}
PLACES = ("top", "instance", "call", "branch", "case", "loop", "nested", "calls_loop")
FIRST = ("Sin", "Tanh", "Square", "Neg", "Abs")


class FailingPage(NamedTuple):
    """A document whose page main fails in step `step`, in an op of this type. `limit` is the K with which it does."""

    document: Document
    step: int
    limit: int
    op: str
    about: str


def failing_page(seed: int, kind: str = "", place: str = "") -> FailingPage:
    """Return a page that fails by a kind in a place, both random by default."""
    rng = random.Random(seed)
    name, where = kind or rng.choice(list(KINDS)), place or rng.choice(PLACES)
    fails, step = KINDS[name], rng.randint(1, 4)
    loops = where in ("loop", "nested", "calls_loop")
    turns = rng.randint(1, 5) if loops else 0
    at = rng.randint(0, turns - 1) if loops else 0
    limit = step + at  # in a loop K is the step and the number of the turn
    step = max(1, limit - max(turns, 1) + 1)
    document = Document()
    blocks = ["V loom.Variable initvalues=0; UP AssignAdd value=1; RUN loom.Session"]
    wires = ["V.ref -> UP.ref"]
    _noise(rng, blocks, wires)
    out = _PLACED[where](document, fails, limit, max(turns, at + 1), blocks, wires)
    blocks.append("AFTER Mul y=2.0f; TRAIN AssignAddVariableOp; W loom.ResourceVariable initvalues=1.0f")
    wires += [f"{out} -> AFTER.x", "W.handle -> TRAIN.resource", "AFTER.z -> TRAIN.value"]
    wires += ["AFTER.z -> RUN.fetch_outputs", "TRAIN.operation -> RUN.run_outputs"]
    page(document, "main", "; ".join(blocks), *wires)
    return FailingPage(document, step, limit, fails.op, f"{name} in {where}, seed {seed}")


def _noise(rng: random.Random, blocks: list[str], wires: list[str]) -> None:
    """Add blocks that do not fail: random numbers, a queue, and values computed from them."""
    blocks.append("RANDOM RandomUniform shape=[4] dtype=DT_FLOAT seed=3 seed2=5")
    last = "RANDOM.output"
    if rng.random() < 0.5:
        blocks.append(
            "Q FIFOQueueV2 component_types=[DT_FLOAT] shapes=[[4]]; PUT QueueEnqueueV2; TAKE QueueDequeueV2"
            " component_types=[DT_FLOAT]"
        )
        wires += ["Q.handle -> PUT.handle", f"{last} -> PUT.components", "Q.handle -> TAKE.handle", "PUT -> TAKE"]
        last = "TAKE.components[0]"
    for number in range(rng.randint(1, 6)):
        block = f"N{number}"
        blocks.append(f"{block} {rng.choice(FIRST)}")
        wires.append(f"{last} -> {block}.x")
        last = f"{block}.y"
    wires.append(f"{last} -> RUN.fetch_outputs")


def _filled(fails: Kind, limit: int, k: str) -> tuple[str, list[str]]:
    """Blocks and wires, with what K is."""
    values = "[" + ",".join(f"{n}.5f" for n in range(limit)) + "]"
    blocks = fails.blocks.replace("@", values).replace("#", str(limit))
    return blocks, [wire.strip().replace("K ->", f"{k} ->") for wire in fails.wires.split(",")]


def _part(document: Document, name: str, fails: Kind, limit: int) -> None:
    blocks, wires = _filled(fails, limit, "k.output")
    page(document, name, f"k loom.Arg dtype=DT_INT32; r loom.Retval; {blocks}", *wires, f"{fails.out} -> r.input")


def _other(document: Document) -> None:
    page(
        document,
        "other",
        "k loom.Arg dtype=DT_INT32; C Cast SrcT=DT_INT32 DstT=DT_FLOAT x=<k.output; r loom.Retval input=<C.y",
    )


def _top(document: Document, fails: Kind, limit: int, turns: int, blocks: list[str], wires: list[str]) -> str:
    own, more = _filled(fails, limit, "UP.output_ref")
    blocks.append(own)
    wires += more
    return fails.out


def _instance(document: Document, fails: Kind, limit: int, turns: int, blocks: list[str], wires: list[str]) -> str:
    _part(document, "part", fails, limit)
    blocks.append("PART page:part")
    wires.append("UP.output_ref -> PART.k")
    return "PART.r"


def _call(document: Document, fails: Kind, limit: int, turns: int, blocks: list[str], wires: list[str]) -> str:
    _part(document, "part", fails, limit)
    blocks.append("PART PartitionedCall f=part")
    wires.append("UP.output_ref -> PART.args")
    return "PART.output[0]"


def _branch(document: Document, fails: Kind, limit: int, turns: int, blocks: list[str], wires: list[str]) -> str:
    _part(document, "part", fails, limit)
    _other(document)
    blocks.append("CHOICE Less y=100; PART If then_branch=part else_branch=other")
    wires += ["UP.output_ref -> CHOICE.x", "CHOICE.z -> PART.cond", "UP.output_ref -> PART.input"]
    return "PART.output[0]"


def _case(document: Document, fails: Kind, limit: int, turns: int, blocks: list[str], wires: list[str]) -> str:
    _part(document, "part", fails, limit)
    _other(document)
    blocks.append("CHOICE Minimum y=1; PART Case branches=[other,part]")
    wires += ["UP.output_ref -> CHOICE.x", "CHOICE.z -> PART.branch_index", "UP.output_ref -> PART.input"]
    return "PART.output[0]"


def _loop(document: Document, fails: Kind, limit: int, turns: int, blocks: list[str], wires: list[str]) -> str:
    _while(document, turns, blocks, wires)
    own, more = _filled(fails, limit, "SUM.z")
    _body(document, own, fails.out, more)
    return "LOOP.output[2]"


def _nested(document: Document, fails: Kind, limit: int, turns: int, blocks: list[str], wires: list[str]) -> str:
    _while(document, turns, blocks, wires)
    _part(document, "part", fails, limit)
    _other(document)
    own = "CHOICE Less y=100; PART If then_branch=part else_branch=other"
    _body(document, own, "PART.output[0]", ["SUM.z -> CHOICE.x", "CHOICE.z -> PART.cond", "SUM.z -> PART.input"])
    return "LOOP.output[2]"


def _calls_loop(document: Document, fails: Kind, limit: int, turns: int, blocks: list[str], wires: list[str]) -> str:
    inner, inner_wires = list[str](), list[str]()
    _while(document, turns, inner, inner_wires, "k.output")
    page(
        document,
        "outer",
        f"k loom.Arg dtype=DT_INT32; r loom.Retval; {'; '.join(inner)}",
        *inner_wires,
        "LOOP.output[2] -> r.input",
    )
    own, more = _filled(fails, limit, "SUM.z")
    _body(document, own, fails.out, more)
    blocks.append("PART PartitionedCall f=outer")
    wires.append("UP.output_ref -> PART.args")
    return "PART.output[0]"


def _while(document: Document, turns: int, blocks: list[str], wires: list[str], k: str = "UP.output_ref") -> None:
    page(
        document,
        "goes_on",
        "i loom.Arg dtype=DT_INT32 index=0; k loom.Arg dtype=DT_INT32 index=1; "
        f"sum loom.Arg dtype=DT_FLOAT index=2; LESS Less y={turns} x=<i.output; r loom.Retval input=<LESS.z",
    )
    blocks.append(
        "I Const value=0 dtype=DT_INT32; S Const value=0.0f dtype=DT_FLOAT; LOOP While cond=goes_on body=turn"
    )
    wires += ["I.output -> LOOP.input", f"{k} -> LOOP.input", "S.output -> LOOP.input"]


def _body(document: Document, blocks: str, out: str, wires: list[str]) -> None:
    page(
        document,
        "turn",
        "i loom.Arg dtype=DT_INT32 index=0; k loom.Arg dtype=DT_INT32 index=1; "
        "sum loom.Arg dtype=DT_FLOAT index=2; NEXT AddV2 y=1 x=<i.output; SUM AddV2 x=<i.output y=<k.output; "
        "ALL AddV2 x=<sum.output; r0 loom.Retval index=0 input=<NEXT.z; r1 loom.Retval index=1 input=<k.output; "
        f"r2 loom.Retval index=2 input=<ALL.z; {blocks}; {out} -> ALL.y",
        *wires,
    )


_PLACED = dict(zip(PLACES, (_top, _instance, _call, _branch, _case, _loop, _nested, _calls_loop), strict=True))


def write_files(folder: Path, count: int = 12) -> None:
    """Write the files that ReadFile reads in the current folder until it fails."""
    for number in range(count):
        (folder / f"there_{number}").write_text("x" * number)


def dumped(program: Program, step: int, op: str) -> dict[str, np.ndarray]:
    """Return the inputs of the failed op of this type, by name, from a dump of TensorFlow's debugger.

    The dump is of a second run of the program with the same outcome.
    """
    from tensorflow.python.debug.lib import debug_data

    with tempfile.TemporaryDirectory() as folder:
        looked = _dump(program, 1, [("UP", 0)], Path(folder))
        (graph,) = looked.rglob("_tfdbg_graph_*")
        nodes = {node.name: node for node in debug_data._load_graph_def_from_event_file(str(graph)).node}
    tensors = sorted({_tensor(name) for node in nodes.values() for name in node.input if name[0] != "^"})
    with tempfile.TemporaryDirectory() as folder:
        error: list[str] = []
        found = _dump(program, step, tensors, Path(folder), error)
        values: dict[tuple[str, int], tuple[int, Any]] = {}
        for path in found.rglob("*_DebugIdentity_*"):
            stem, _, stamp = path.name.rpartition("_DebugIdentity_")
            name, _, slot = stem.rpartition("_")
            prefix = path.parent.relative_to(next(found.glob("_tfdbg_device*"))).as_posix()
            key = (name if prefix == "." else f"{prefix}/{name}"), int(slot)
            if key not in values or values[key][0] < int(stamp):
                values[key] = int(stamp), debug_data.load_tensor_from_event_file(str(path))
    (failed,) = (node for node in nodes.values() if node.op.endswith(op) and _is_named(node.name, error[0]))
    failed.op = op  # TensorFlow may have replaced the op
    return {one.name: values[_tensor(one.source)][1] for one in arguments(failed)}


def _dump(
    program: Program, step: int, tensors: list[tuple[str, int]], folder: Path, error: list[str] | None = None
) -> Path:
    import tensorflow as tf
    from tensorflow.core.protobuf import config_pb2

    runner = Runner(program)
    runner._begin()
    (live,) = runner._live
    targets = [program.graph.get_operation_by_name(name) for name in (*live.own.targets,)]
    fetches = [program.graph.get_tensor_by_name(name) for name in live.own.fetched]
    for _ in range(step - 1):
        runner.step(True)
    options = config_pb2.RunOptions()
    for name, slot in tensors:
        watch = options.debug_options.debug_tensor_watch_opts.add(node_name=name, output_slot=slot)
        watch.debug_ops.append("DebugIdentity")
        watch.debug_urls.append(f"file://{folder}")
    try:
        live.session.run([targets, fetches], options=options)
    except tf.errors.OpError as failed:
        if error is not None:
            error.append(str(failed))
    runner.close()
    return folder


def _tensor(name: str) -> tuple[str, int]:
    node, _, slot = name.partition(":")
    return node, int(slot or 0)


def _is_named(node: str, text: str) -> bool:
    import re

    return any(node == name or node.endswith(f"/{name}") for name in re.findall(r"\{\{node ([^}]+)\}\}", text))


def differences(found: DisplayedPastStep, wanted: dict[str, np.ndarray]) -> Iterator[str]:
    """Yield the differences of the inputs of a failed op from a dump."""
    assert found.failed_op is not None
    got = {one.name: one.value for one in found.failed_op.inputs}
    for name, value in wanted.items():
        mine = got.get(name)
        if not isinstance(mine, np.ndarray) or mine.shape != value.shape or mine.tolist() != value.tolist():
            yield f"{name}: {mine!r}, not {value!r}"
