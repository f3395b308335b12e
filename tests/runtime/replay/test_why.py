"""The origin of a non-finite value: the op at fault in its call, and no other."""

import random
from pathlib import Path

import numpy as np
import pytest
import tensorflow as tf
from numpy.testing import assert_allclose

from blockloom.blocks.document.addresses import parse
from blockloom.blocks.document.pages import Document
from blockloom.blocks.edits import Remove
from blockloom.blocks.files import documents
from blockloom.blocks.files.examples import path_of
from blockloom.blocks.from_graph.document import convert_model
from blockloom.blocks.quickfixes.nonfinite_fixes import mends
from blockloom.runtime.compile.compilation import CompileOptions
from blockloom.runtime.compile.compiler import compile_page
from blockloom.runtime.model_files import graph_def
from blockloom.runtime.protocol import requests
from blockloom.runtime.replay.nonfinite_origin import find_origin
from blockloom.runtime.replay.step_replayer import StepReplayer
from blockloom.runtime.run.runner import Runner
from tests.extent import ALL, examples
from tests.pages import page
from tests.runtime.planted import answered, planted

TRAINED = (
    "C Const value=[4.0f,1.0f]; W loom.ResourceVariable initvalues=[1.0f,1.0f]; "
    "READ ReadVariableOp dtype=DT_FLOAT resource=<W.handle; ROOT Sqrt x=<READ.value; STEP Mul y=0.75f x=<ROOT.y; "
    "TRAIN AssignSubVariableOp resource=<W.handle value=<STEP.z; LOSS Mul x=<C.output y=<ROOT.y; "
    "RUN loom.Session fetch_outputs=<LOSS.z run_outputs=<TRAIN.operation"
)


def ran(catalogue, document: Document, steps: int = 1, share: float = 1.0, page: str = "main", breaks_in=()):
    program = compile_page(document, page, catalogue.with_pages(document), CompileOptions(breakpoint_pages=breaks_in))
    assert program.ok, [str(p) for p in program.problems]
    runner = Runner(program)
    runner.past.share = share
    for _ in range(steps):
        runner.step(True)
    return runner, StepReplayer(program, runner.past)


def make_document(*text: str) -> Document:
    document = Document()
    page(document, "main", *text)
    return document


def test_the_culprit_is_named_and_nothing_else(worker):
    for seed in range(examples(14)):
        for bad in (True, False):
            want, got = answered(worker, planted(seed, bad))
            assert got == want, (seed, bad)
    worker.call(requests.SetDocumentRequest(owner=0))


def test_inputs_and_elements_of_the_origin_are_reported(catalogue):
    document = make_document(
        "C Const value=[[4.0,9.0],[-1.0,-4.0]] dtype=DT_DOUBLE; L Log x=<C.output; "
        "A AddV2 y=[1.0,2.0] x=<L.y; RUN loom.Session fetch_outputs=<A.z"
    )
    runner, replayer = ran(catalogue, document)
    found = find_origin(replayer, 1)
    assert (found.block, found.op, found.kind, found.step, found.count) == ("main/L", "Log", "made", 1, 2)
    assert [(one["pin"], one["is_nonfinite"]) for one in found.inputs] == [("x", False)]
    assert found.elements == [([1, 0], "nan", ["-1.0"]), ([1, 1], "nan", ["-4.0"])]
    assert found.path == ["main/L", "main/A"] and found.sentence == "main/L makes nan of finite numbers"
    assert find_origin(replayer, 1, parse("C.output")).kind == ""
    runner.close()


@pytest.mark.parametrize("share", [1.0, 1e-9])
def test_a_variable_is_gone_back_through(catalogue, share):
    document = make_document(TRAINED)
    runner, replayer = ran(catalogue, document, 9, share)
    values = [replayer.variables_after(step)["RUN"]["W"] for step in range(1, 10)]
    first = next(number for number, value in enumerate(values, 1) if not np.isfinite(value).all())
    assert 1 < first < 8, "it became so by what it was trained with"
    found = find_origin(replayer, 9, parse("LOSS.z"))
    assert (found.block, found.step, found.kind) == ("main/ROOT", first, "made")
    assert found.path == ["main/ROOT", "main/STEP", "main/TRAIN", "main/W", "main/READ", "main/LOSS"]
    assert found.inputs[0]["value"]["text"].startswith("[-")
    found = find_origin(replayer, 9, parse("W.handle"))
    assert (found.block, found.step) == ("main/ROOT", first)
    runner.close()


@pytest.mark.parametrize("share", [1.0, 1e-9])
def test_an_output_is_followed_to_the_first_step_in_which_it_is_not_finite(catalogue, share):
    zeros = 3.0, 6.0, 7.0, 8.0  # infinite in these steps
    document = make_document(
        "N loom.ResourceVariable initvalues=1.0f; "
        "READ ReadVariableOp dtype=DT_FLOAT resource=<N.handle; "
        "UP AssignAddVariableOp value=1.0f resource=<N.handle; "
        f"FAR Sub y=[{','.join(f'{zero}f' for zero in zeros)}] x=<READ.value; "
        "ALL Prod reduction_indices=[0] input=<FAR.z; ONE Reciprocal x=<ALL.output; "
        "RUN loom.Session fetch_outputs=<ONE.y run_outputs=<UP.operation; READ -> UP"
    )
    runner, replayer = ran(catalogue, document, 9, share)
    for asked, first in (8, 6), (7, 6), (3, 3):
        for output in parse("ONE.y"), None:
            found = find_origin(replayer, asked, output)
            assert (found.kind, found.block, found.step, found.nonfinite_since) == (
                "made",
                "main/ONE",
                first,
                (first, first),
            )
    assert find_origin(replayer, 5, parse("ONE.y")).kind == ""
    runner.past.segments = [s for s in runner.past.segments if s.snapshot.step >= 6] or runner.past.segments
    found = find_origin(replayer, 8, parse("ONE.y"))
    kept = runner.past.segments[0].snapshot.step + 1
    assert (found.step, found.nonfinite_since) == (max(kept, 6), (0, kept) if kept > 6 else (6, 6))
    runner.close()


@pytest.mark.parametrize("kind", ["Variable", "ResourceVariable"])
def test_an_update_is_shown_with_what_the_variable_held_and_holds(catalogue, kind):
    value, handle = ("ref", "ref") if kind == "Variable" else ("value", "handle")
    document = make_document(
        f"W loom.{kind} initvalues=[1.0f,-3e38f]; X Mul y=[2.0f,1.0f] x=<W.{value}; "
        "LOSS Sum reduction_indices=[0] input=<X.z; "
        "SGD loom.GradientDescentOptimizer learning_rate=3e38; "
        "TRAIN loom.Minimize loss=<LOSS.output optimizer=<SGD.optimizer; "
        "RUN loom.Session run_outputs=<TRAIN.operation fetch_outputs=<LOSS.output"
    )
    runner, replayer = ran(catalogue, document, 2)
    for asked in f"W.{handle}", "LOSS":
        found = find_origin(replayer, 2, parse(asked))
        assert (found.block, found.kind, found.step, found.count) == ("main/TRAIN", "made", 1, 2)
        assert [(one["pin"], one["value"]["text"]) for one in found.inputs] == [
            ("var", "[1 -3e+38]"),
            ("alpha", "3e+38"),
            ("delta", "[2 1]"),
        ]
        assert [(one["pin"], one["value"]["text"]) for one in found.outputs] == [("var", "[-inf -inf]")]
    runner.close()


def test_an_update_in_an_imported_graph_is_named(catalogue):
    v1 = tf.compat.v1
    with tf.Graph().as_default() as graph:
        x = v1.get_variable("x", initializer=tf.constant([2.0]), use_resource=True)
        loss = tf.reduce_sum(1e20 * x, name="loss")
        v1.train.GradientDescentOptimizer(1e20).minimize(loss, name="train")
    document = convert_model(graph_def.read(graph.as_graph_def(), Path("train.pb"), lambda *_: None), catalogue)
    imported = document.pages["main"]
    Remove("main", ("SESSION",)).apply(document)  # it runs before anything is initialised
    made = page(Document(), "more", "RUN loom.Session start_outputs=<Assign.operation run_outputs=<train.operation")
    imported.blocks |= made.blocks
    for wire in made.wires_into("RUN"):
        imported.put_wire(wire)
    runner, replayer = ran(catalogue, document)
    found = find_origin(replayer, 1, parse("x"))
    assert (found.block, found.op) == ("main/ResourceApplyGradientDescent", "ResourceApplyGradientDescent")
    runner.close()


def test_the_example_is_traced_to_a_gradient(catalogue):
    document = documents.load(path_of("find_the_nan"))
    program = compile_page(document, "classifier", catalogue.with_pages(document))
    runner = Runner(program)
    for _ in range(40):
        runner.step(True)
    found = find_origin(StepReplayer(program, runner.past), 40, parse("LOSS"))
    assert (found.block, found.gradient, found.step, found.other_origins) == ("classifier/LOG_REST", True, 30, [])
    assert (found.variable, find_origin(StepReplayer(program, runner.past), 29, parse("W")).kind) == ("W", "")
    catalogue = catalogue.with_pages(document)
    for mend in mends(document.pages["classifier"], catalogue, "LOG_REST", {}):
        undone = mend.edit.apply(document)
        mended = compile_page(document, "classifier", catalogue)
        undone.apply(document)
        assert mended.ok and find_origin(StepReplayer(mended, runner.past), 30, parse("W")).kind == "", mend.label
    runner.close()


def test_what_is_not_kept_is_said_between_which_steps(catalogue):
    document = make_document(TRAINED)
    runner, replayer = ran(catalogue, document, 9)
    runner.past.segments = [s for s in runner.past.segments if s.snapshot.step in (0, 7, 8)]
    found = find_origin(replayer, 9, parse("LOSS.z"))
    assert (found.kind, found.block, found.first, found.last) == ("held", "main/W", 2, 7)
    runner.past.segments = runner.past.segments[1:]
    found = find_origin(replayer, 9, parse("LOSS.z"))
    assert (found.kind, found.first, found.last) == ("held", 0, 7)
    runner.close()


def test_a_value_inside_a_function_is_asked_about(catalogue):
    one = planted(12, True)
    runner, replayer = ran(catalogue, one.document)
    page_name, _, block = one.culprit.block.partition("/")
    found = find_origin(replayer, 1, parse(one.culprit.block))
    assert (found.block, tuple((at, number) for at, number, _ in found.calls)) == one.culprit
    after = next(wire.target for wire in one.document.pages[page_name].wires_from(block))
    assert find_origin(replayer, 1, parse(f"{page_name}/{after}")).block == one.culprit.block
    finite = next(name for name in one.document.pages[page_name].blocks if name.startswith("s"))
    assert not find_origin(replayer, 1, parse(f"{page_name}/{finite}")).refusal
    runner.close()


def test_what_is_given_is_named(catalogue):
    document = make_document(
        "R RandomUniform shape=[2] dtype=DT_FLOAT; C Const value=[1.0f,nan]; "
        "W loom.ResourceVariable initvalues=[nan,1.0f]; "
        "READ ReadVariableOp dtype=DT_FLOAT resource=<W.handle; A AddV2 x=<R.output y=<C.output; "
        "B Mul y=2.0f x=<READ.value; RUN loom.Session fetch_outputs=<A.z,B.z"
    )
    runner, replayer = ran(catalogue, document, 2)
    found = find_origin(replayer, 2, parse("A.z"))
    assert (found.kind, found.block, found.pin) == ("given", "main/C", "value")
    found = find_origin(replayer, 2, parse("B.z"))
    assert (found.kind, found.block, found.first, found.last) == ("held", "main/W", 0, 0)
    assert "initial value" in found.sentence
    runner.close()


def test_a_typed_value_is_named_by_its_pin(catalogue):
    document = make_document(
        "X Const value=[1.0f,2.0f]; M Mul y=nan x=<X.output; P Pack values=[nan,nan] T=DT_FLOAT; "
        "CALL PartitionedCall f=fn args=<X.output; "
        "RUN loom.Session fetch_outputs=<M.z,P.output,CALL.output[0]"
    )
    page(document, "fn", "x loom.Arg dtype=DT_FLOAT; E Sub y=nan x=<x.output; r loom.Retval input=<E.z")
    runner, replayer = ran(catalogue, document)
    for output, block, pin, named in (
        ("M.z", "main/M", "y", "main/M.y"),
        ("P.output", "main/P", "values", "main/P.values"),
        ("CALL.output[0]", "fn/E", "y", "main/CALL → fn/E.y"),
    ):
        found = find_origin(replayer, 1, parse(output))
        assert (found.kind, found.block, found.pin, found.other_origins) == ("given", block, pin, [])
        assert found.sentence == f"the value typed into {named} is not finite" and found.outputs[0]["pin"] == pin
    runner.close()


def test_an_op_that_makes_nan_of_an_infinity_is_not_said_to_take_finite_numbers(catalogue):
    document = make_document(
        "X Const value=[inf,1.0f]; D Sub x=<X.output y=<X.output; RUN loom.Session fetch_outputs=<D.z"
    )
    runner, replayer = ran(catalogue, document)
    found = find_origin(replayer, 1, parse("D.z"))
    assert (found.block, found.sentence) == ("main/D", "main/D makes nan of infinite numbers")
    assert [one["is_nonfinite"] for one in found.inputs] == [True, True] and found.other_origins == []
    runner.close()


def test_a_loop_that_draws_is_looked_into_where_runs_may_pause_inside(catalogue):
    document = make_document(
        "I Const value=0; X Const value=1.0f; LOOP While cond=less body=next input=<I.output,X.output; "
        "RUN loom.Session fetch_outputs=<LOOP.output[1]"
    )
    args = "i loom.Arg dtype=DT_INT32; x loom.Arg index=1 dtype=DT_FLOAT; "
    page(document, "less", f"{args}L Less y=3 x=<i.output; r loom.Retval input=<L.z")
    page(
        document,
        "next",
        f"{args}UP AddV2 y=1 x=<i.output; S Const value=[] dtype=DT_INT32; "
        "R RandomUniform dtype=DT_FLOAT shape=<S.output; N Sub y=99.0f x=<R.output; LOG Log x=<N.z; "
        "r loom.Retval input=<UP.z; r1 loom.Retval index=1 input=<LOG.y",
    )
    looked_into = "made", "next/LOG", [("main/LOOP", 3, 3)]
    for op, breaks_in, (kind, block, calls) in (
        ("RandomUniform", (), looked_into),  # its state is kept
        ("RandomPoissonV2", (), ("given", "main/LOOP", [])),
        ("RandomPoissonV2", ("next",), looked_into),
    ):
        next_page = document.pages["next"]
        values = {"dtype": "DT_FLOAT"} | ({"rate": "3.0f"} if op == "RandomPoissonV2" else {})
        next_page.blocks["R"] = next_page.blocks["R"]._replace(type=op, values=values)
        runner, replayer = ran(catalogue, document, breaks_in=breaks_in)
        found = find_origin(replayer, 1, parse("LOOP.output[1]"))
        assert (found.kind, found.block, found.calls) == (kind, block, calls)
        runner.close()


def test_switches_and_loops_of_dataflow(catalogue):
    document = make_document(
        "C Const value=-1.0f; P Const value=true; SWITCH Switch data=<C.output pred=<P.output; "
        "L Log x=<SWITCH.output_true; N Neg x=<SWITCH.output_false; JOIN Merge inputs=<L.y,N.y; "
        "A AddV2 y=0.0f x=<JOIN.output; ENTER Enter frame_name=f data=0.0f; "
        "MERGE Merge inputs=<ENTER.output,NEXT.output; LESS Less y=9.0f x=<MERGE.output; "
        "COND LoopCond input=<LESS.z; TURN Switch data=<MERGE.output pred=<COND.output; "
        "UP AddV2 y=3.0f x=<ROOT.y; NEXT NextIteration data=<UP.z; EXIT Exit data=<TURN.output_false; "
        "ROOT Log x=<TURN.output_true; BOTH AddV2; RUN loom.Session fetch_outputs=<A.z,EXIT.output"
    )
    del document.pages["main"].blocks["BOTH"]
    runner, replayer = ran(catalogue, document)
    assert find_origin(replayer, 1, parse("A.z")).block == "main/L"
    found = find_origin(replayer, 1, parse("EXIT.output"))
    assert (found.kind, found.block, found.calls) == ("made", "main/ROOT", [("main/EXIT", 1, 2)])
    assert [(one["pin"], one["value"]["text"]) for one in found.inputs] == [("x", "0")]
    assert found.path == [f"main/{name}" for name in ("ROOT", "UP", "MERGE", "TURN", "EXIT")]
    runner.close()


def looped(seed):
    """Return a graph with nested dataflow loops of TensorFlow 1, its numpy result, and the op at fault.

    The op is in the outer loop, in the inner one, in a branch there, or before both; its iterations are returned as
    well.
    """
    rng, v1 = random.Random(seed), tf.compat.v1
    place = ("outer", "inner", "branch", "before", "none")[seed % 5]
    turns, inner = rng.randint(2, 5), rng.randint(2, 4)
    at, within = rng.randrange(turns), rng.randrange(inner)

    def bad(kind, *numbers):
        """0, or -inf in the turn that is meant."""
        if kind != place:
            return 0.0
        far = sum((number - want) ** 2 for number, want in zip(numbers, (at, within)))
        return v1.log(tf.cast(far, tf.float64), name="BAD") if isinstance(far, tf.Tensor) else np.log(np.float64(far))

    def graph():
        def body(i, x):
            def step(j, y):
                masked = tf.where([True, False], y, tf.math.log(-tf.abs(y)), name="MASKED")
                y = y * 0.5 + 0.0 * masked[0] + bad("inner", i, j)
                return j + 1, v1.cond(tf.equal(j % 2, within % 2), lambda: y + bad("branch", i, j), lambda: y * 0.25)

            _, y = v1.while_loop(lambda j, _: j < inner, step, [0, x * 0.5], name="inner")
            return i + 1, y + x * 0.25 + bad("outer", i)

        _, end = v1.while_loop(lambda i, _: i < turns, body, [0, start + bad("before", tf.constant(at))], name="outer")
        return tf.identity(end, name="END")

    with tf.Graph().as_default() as made:
        start = tf.constant([0.5, 0.75], tf.float64, name="START")
        v1.disable_control_flow_v2()
        graph()
    x = np.array([0.5, 0.75]) + bad("before", at)
    for i in range(turns):
        y = x * 0.5
        for j in range(inner):
            y = y * 0.5 + 0.0 * y[0] + bad("inner", i, j)
            y = y + bad("branch", i, j) if j % 2 == within % 2 else y * 0.25
        x = y + x * 0.25 + bad("outer", i)
    counts = {"outer": [(at + 1, turns)], "before": [], "none": []}.get(place, [(at + 1, turns), (within + 1, inner)])
    return made.as_graph_def(), x, place, counts


@pytest.mark.filterwarnings("ignore::RuntimeWarning")  # numpy's, of the oracle
def test_turns_of_loops_of_dataflow_are_named(catalogue):
    for seed in range(5 if ALL else 1):
        definition, wanted, place, counts = looped(seed)
        document = convert_model(graph_def.read(definition, Path("loops.pb"), lambda *_: None), catalogue)
        (name,) = document.pages
        (end,) = (block for block in document.pages[name].blocks if block.endswith("END"))
        runner, replayer = ran(catalogue, document, page=name)
        assert_allclose(next(pins for at, pins in runner.latest().items() if at.block == end)["output"], wanted)
        found = find_origin(replayer, 1, parse(f"{end}.output"))
        assert found.block == ("" if place == "none" else f"{name}/BAD")
        assert [one[1:] for one in found.calls] == counts
        runner.close()


def test_the_largest_steps_are_not_fetched(catalogue, monkeypatch):
    monkeypatch.setattr("blockloom.runtime.replay.inspected_step._AT_ONCE", 0)
    for seed in (0, 5, 7):
        one = planted(seed, True)
        runner, replayer = ran(catalogue, one.document, one.steps)
        found = find_origin(replayer, one.steps, parse(one.address))
        assert (found.block, found.gradient) == (one.culprit.block, one.gradient)
        runner.close()
