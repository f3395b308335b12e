"""Inlined loops and branches: results and problems equal those of called functions."""

import random

import numpy as np
import pytest
import tensorflow as tf
from google.protobuf import text_format
from tensorflow.core.framework import graph_pb2

from blockloom import RunFailed, TimedOut, run
from blockloom.blocks.document.pages import Document
from blockloom.blocks.files import documents
from blockloom.runtime.compile.compiler import compile_page
from blockloom.runtime.protocol import requests
from blockloom.runtime.run.runner import Runner
from tests.extent import slow, slow_after
from tests.pages import page, pages
from tests.runtime.compile.test_functions import INT, counting, fibonacci

CALLED = " _lower_using_switch_merge=false"
ARGS = "i loom.Arg dtype=DT_INT32; x loom.Arg dtype=DT_FLOAT index=1;"


class Loops:
    """A page whose loop has random ops, draws, variables, branches and loops, by a seed.

    With another `how`, the same page with all functions called.
    """

    def __init__(self, seed: int, how: str, differentiates: bool):
        self.random, self.how, self.stateful = random.Random(seed), how, not differentiates
        self.document, self.pages = Document(), 0
        blocks, wires = ["X Const value=[0.5,1.5] dtype=DT_FLOAT"], []
        end = self.chain(blocks, wires, self.loop("LOOP", "X.output", blocks, wires, 3), 2)
        if differentiates:
            blocks.append("G loom.Gradients")
            wires += [f"{end} -> G.ys", "X.output -> G.xs"]
        page(self.document, "main", "; ".join(blocks), *wires)

    def name(self) -> str:
        self.pages += 1
        return f"p{self.pages}"

    def chain(self, blocks: list[str], wires: list[str], source: str, depth: int) -> str:
        ends = [source]
        for number in range(self.random.randint(1, 4)):
            ends.append(self.op(f"b{number}", self.random.choice(ends[-2:]), blocks, wires, depth))
        return ends[-1]

    def op(self, name: str, source: str, blocks: list[str], wires: list[str], depth: int) -> str:
        kind = self.random.choice(
            ["Sin", "Square", "AddV2", "draw", *["variable"] * self.stateful, *["branch", "loop"] * (depth > 0)]
        )
        if kind == "loop":
            return self.loop(name, source, blocks, wires, depth)
        if kind == "branch":
            branches = [self.branch(depth - 1) for _ in range(2)]
            blocks.append(
                f"{name}g Greater y=0.3; {name}c Any reduction_indices=[0]; {name} If "
                f"then_branch={branches[0]} else_branch={branches[1]} Tout=[DT_FLOAT]{self.how}"
            )
            wires += [
                f"{source} -> {name}g.x",
                f"{name}g.z -> {name}c.input",
                f"{name}c.output -> {name}.cond",
                f"{source} -> {name}.input",
            ]
            return f"{name}.output[0]"
        if kind == "variable":  # the value read depends on the order of steps, iterations, and of these two
            blocks.append(
                f"{name}v loom.ResourceVariable dtype=DT_FLOAT initvalues=[1.0,2.0]; {name}a "
                f"AssignAddVariableOp; {name} ReadVariableOp dtype=DT_FLOAT"
            )
            wires += [
                f"{name}v.handle -> {name}a.resource",
                f"{name}v.handle -> {name}.resource",
                f"{source} -> {name}a.value",
                self.random.choice([f"{name}a -> {name}", f"{name} -> {name}a"]),
            ]
            return f"{name}.value"
        if kind == "draw":
            blocks.append(
                f"{name}u RandomUniform shape=[2] dtype=DT_FLOAT seed=1 seed2={self.pages}{name[1:]};{name} AddV2"
            )
            wires += [f"{source} -> {name}.x", f"{name}u.output -> {name}.y"]
            return f"{name}.z"
        blocks.append(f"{name} {kind}" + " y=0.25" * (kind == "AddV2"))
        wires.append(f"{source} -> {name}.x")
        return f"{name}.{'z' if kind == 'AddV2' else 'y'}"

    def branch(self, depth: int) -> str:
        name, blocks, wires = self.name(), ["x loom.Arg dtype=DT_FLOAT; r loom.Retval"], []
        end = self.chain(blocks, wires, "x.output", depth)
        page(self.document, name, "; ".join(blocks), *wires, f"{end} -> r.input")
        return name

    def loop(self, name: str, source: str, blocks: list[str], wires: list[str], depth: int) -> str:
        cond, body = self.name(), self.name()
        own, inner = [ARGS + "N AddV2 y=1; r0 loom.Retval; r1 loom.Retval index=1"], []
        if self.random.random() < 0.3:  # that ends it by a draw
            page(
                self.document,
                cond,
                f"{ARGS} D RandomUniform shape=[] T=DT_INT32 dtype=DT_FLOAT seed=2 seed2={self.pages}; "
                "S Less y=0.8 x=<D.output; L Less y=9 x=<i.output; A LogicalAnd x=<S.z y=<L.z; "
                "r loom.Retval input=<A.z",
            )
        else:
            page(
                self.document,
                cond,
                f"{ARGS} L Less y={self.random.randint(0, 5)} x=<i.output; r loom.Retval input=<L.z",
            )
        end = self.chain(own, inner, "x.output", depth - 1)
        page(self.document, body, "; ".join(own), *inner, "i.output -> N.x", "N.z -> r0.input", f"{end} -> r1.input")
        blocks.append(f"{name}z Const value=0 dtype=DT_INT32; {name} While cond={cond} body={body}{self.how}")
        wires += [f"{name}z.output -> {name}.input", f"{source} -> {name}.input"]
        return f"{name}.output[1]"


def ran(document: Document, catalogue, shown=(True, True)) -> tuple[list, int]:
    """Return the results of shown steps, then the variables, and the number of inlined functions."""
    program = compile_page(document, "main", catalogue)
    assert program.ok, program.problems
    runner, found = Runner(program), []
    for show in shown:
        runner.step(show)
        if show:
            found.append({str(at): pins for at, pins in runner.latest().items()})
    found.append(runner.values())
    runner.close()
    return found, len(program.callers)


def bits(value):
    return (
        (value.dtype, value.tobytes())
        if isinstance(value, np.ndarray)
        else [bits(one) for one in value]
        if isinstance(value, list)
        else {name: bits(one) for name, one in value.items()}
        if isinstance(value, dict)
        else value
    )


@pytest.mark.parametrize("seed", slow_after(2, [1, 2, 0, *range(3, 10)]))
def test_random_loops_give_the_same_bits_in_place_and_called(catalogue, seed):
    (in_place, some), (called, none) = (
        ran(Loops(seed, how, seed % 3 == 0).document, catalogue) for how in ("", CALLED)
    )
    assert bits(in_place) == bits(called) and some and not none


@slow
@pytest.mark.parametrize("how", ["", CALLED])
def test_pages_whose_functions_have_one_name_are_open_side_by_side(catalogue, how):
    assert tf.executing_eagerly()  # where all functions of one name that TensorFlow knows of would meet
    runners = [Runner(compile_page(Loops(seed, how, True).document, "main", catalogue)) for seed in (0, 3)]
    beside = []
    for runner in runners:
        runner.step(True)
        beside.append({str(at): pins for at, pins in runner.latest().items()})
    for runner in runners:
        runner.close()
    alone = [ran(Loops(seed, how, True).document, catalogue, [True])[0][0] for seed in (0, 3)]
    assert (
        bits(beside[0]) == bits(alone[0]) and bits(beside[1]) == bits(alone[1]) and bits(beside[0]) != bits(beside[1])
    )


def test_draws_in_a_loop_are_in_order_whatever_steps_are_shown(catalogue):
    def drawing(how: str) -> Document:
        made = pages(
            main="I Const value=0 dtype=DT_INT32; X Const value=[0.0] dtype=DT_FLOAT; "
            f"LOOP While cond=less body=next{how} input=<I.output,X.output",
            less=f"{ARGS} L Less y=40 x=<i.output; r loom.Retval input=<L.z",
            next=f"{ARGS} N AddV2 y=1 x=<i.output; U RandomUniform shape=[1] dtype=DT_FLOAT seed=1 seed2=2; "
            "C ConcatV2 axis=0 values=<x.output,U.output; r0 loom.Retval input=<N.z; "
            "r1 loom.Retval index=1 input=<C.output",
        )
        made.pages["next"].blocks["x"].values["shape"] = "[-1]"
        return made

    steps = [one["LOOP"]["output"][1].tolist() for one in ran(drawing(CALLED), catalogue, [True] * 4)[0][:-1]]
    last, _ = ran(drawing(""), catalogue, [True, False, False, True])
    assert last[0]["LOOP"]["output"][1].tolist() == steps[0] and last[1]["LOOP"]["output"][1].tolist() == steps[3]


def test_an_error_names_all_calls_on_the_way_to_it(worker):
    made = pages(
        main="I Const value=0 dtype=DT_INT32; X Const value=0.5 dtype=DT_FLOAT; "
        "ONE While cond=less body=outer input=<I.output,X.output; "
        "TWO While cond=less body=outer input=<I.output,ONE.output[1]",
        less=f"{ARGS} L Less y=2 x=<i.output; r loom.Retval input=<L.z",
        outer=f"{ARGS} N AddV2 y=1 x=<i.output; Z Const value=0 dtype=DT_INT32; "
        "DEEP While cond=less body=next input=<Z.output,x.output; P Greater y=3.0 x=<DEEP.output[1]; "
        "B If then_branch=bad else_branch=good Tout=[DT_FLOAT] cond=<P.z input=<DEEP.output[1]; "
        "r0 loom.Retval input=<N.z; r1 loom.Retval index=1 input=<B.output[0]",
        next=f"{ARGS} N AddV2 y=1 x=<i.output; M AddV2 y=0.5 x=<x.output; r0 loom.Retval input=<N.z; "
        "r1 loom.Retval index=1 input=<M.z",
        good="x loom.Arg dtype=DT_FLOAT; r loom.Retval input=<x.output",
        bad="x loom.Arg dtype=DT_FLOAT; L Log x=<S.y; S Neg x=<x.output; C CheckNumerics message=no tensor=<L.y; "
        "r loom.Retval input=<C.output",
    )
    with pytest.raises(RunFailed) as caught:
        run(made, page="main", worker=worker)
    assert caught.value.problems[0].place_text == "main/TWO -> outer/B -> bad/C"


def test_an_endless_loop_ends_at_its_deadline_and_the_worker_lives(worker):
    made = fibonacci(Document())
    page(
        made,
        "less",
        f"i loom.Arg {INT}; a loom.Arg {INT} index=1; b loom.Arg {INT} index=2; "
        "L LessEqual x=<i.output y=<i.output; r loom.Retval input=<L.z",
    )
    before = worker.pid
    with pytest.raises(TimedOut):
        run(made, page="main", timeout=0.2, worker=worker)
    assert worker.pid == before and run(fibonacci(Document()), page="main", worker=worker).results["LOOP"]


def test_what_is_exported_calls_its_pages(worker, tmp_path):
    path = tmp_path / "page.pbtxt"
    assert not worker.call(requests.ExportRequest(documents.dumps(fibonacci(Document())), "main", str(path))).problems
    graph = text_format.Parse(path.read_text(), graph_pb2.GraphDef())
    assert {one.signature.name for one in graph.library.function} == {"less", "next"}
    assert not any("_lower_using_switch_merge" in node.attr for node in graph.node)


def test_a_loop_goes_on_while_there_are_elements(catalogue):
    made = pages(main="X Const value=[true,false,true] dtype=DT_BOOL; LOOP While cond=any body=shorter input=<X.output")
    vector = "x loom.Arg dtype=DT_BOOL shape=[-1];"
    page(made, "any", f"{vector} r loom.Retval input=<x.output")
    page(
        made,
        "shorter",
        f"{vector} S StridedSlice begin=[1] end=[0] strides=[1] end_mask=1 input=<x.output; "
        "r loom.Retval input=<S.output",
    )
    made.pages["main"].blocks["LOOP"].values["output_shapes"] = "[[-1]]"
    (found, _), in_place = ran(made, catalogue, [True])
    assert found["LOOP"]["output"][0].size == 0 and in_place == 2


def test_a_reference_of_a_function_is_written_though_nothing_takes_what_it_gives(catalogue):
    made = counting(Document(), "Variable", "U AssignAdd ref=<V.ref; a.output -> r.input")
    assert ran(made, catalogue, [True] * 3)[0][-1] == {"/count/V": 16}
