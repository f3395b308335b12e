"""Gradients of LOSS for wires: they equal finite differences, with a reason for each wire without one."""

import random

import numpy as np
import pytest
import tensorflow as tf

from blockloom.blocks.document.addresses import Address, inside
from blockloom.blocks.document.pages import Document
from blockloom.runtime.compile.compilation import CompileOptions
from blockloom.runtime.compile.compiler import compile_page
from blockloom.runtime.compile.program import DescribedResult
from blockloom.runtime.run.runner import Runner
from tests.extent import slow_after
from tests.pages import page, pages

ONE, TWO = ("Tanh", "Sin", "Sigmoid", "Softplus", "Cos"), ("AddV2", "Sub", "Mul", "SquaredDifference")
TRAINED = """LOSS Sum reduction_indices=[0,1]; SGD loom.GradientDescentOptimizer learning_rate=0.1;
    TRAIN loom.Minimize; RUN loom.Session; {}"""
TRAINING = "LOSS.output -> TRAIN.loss", "SGD.optimizer -> TRAIN.optimizer", "TRAIN.operation -> RUN.run_outputs"


def compiled(catalogue, document, gradients=""):
    program = compile_page(document, "main", catalogue.with_pages(document), CompileOptions(gradients=gradients))
    assert program.ok, [str(p) for p in program.problems]
    return program


def random_page(seed):
    """Return a training page of float64 blocks of 2 x 3 with random inputs, some wired several times, some to none."""
    draw = random.Random(seed)
    values = ",".join("[" + ",".join(f"{draw.uniform(-1, 1):.6f}" for _ in range(3)) + "]" for _ in range(2))
    blocks = [f"W loom.Variable initvalues=[{values}] dtype=DT_DOUBLE", "R loom.ResourceVariable initvalues=0.7"]
    blocks += ["X Const value=[[0.3,-0.2,0.9],[1.1,0.4,-0.6]] dtype=DT_DOUBLE"]
    ends, wires = ["W.ref", "R.value", "X.output", "W.ref"], []
    for number in range(14):
        kind, name = draw.choice([*ONE, *TWO, "SPLIT"]), f"B{number}"
        ends_used = [draw.choice(ends[-5:]) for _ in range(2)]
        if kind == "SPLIT":
            blocks += [f"{name} Unpack num=2 axis=0", f"P{number} Pack N=2 axis=0"]
            wires += [f"X.output -> {name}.value", f"{name}.output[1] -> P{number}.values"]
            wires += [f"{name}.output[0] -> P{number}.values"]
            ends.append(f"P{number}.output")
        elif kind in ONE:
            blocks.append(f"{name} {kind}")
            wires.append(f"{ends_used[0]} -> {name}.x" if kind != "Softplus" else f"{ends_used[0]} -> {name}.features")
            ends.append(f"{name}.{'activations' if kind == 'Softplus' else 'y'}")
        else:
            blocks.append(f"{name} {kind}")
            wires += [f"{end} -> {name}.{pin}" for end, pin in zip(ends_used, "xy", strict=True)]
            ends.append(f"{name}.z")
    blocks += ["ALL AddV2", "WITH AddV2", "SUM Mul"]
    wires += [f"{ends[-1]} -> ALL.x", f"{ends[-2]} -> ALL.y", "ALL.z -> WITH.x", "W.ref -> WITH.y"]
    wires += ["WITH.z -> SUM.x", "R.value -> SUM.y", "SUM.z -> LOSS.input"]
    document = Document()
    page(document, "main", TRAINED.format("; ".join(blocks)), *wires, *TRAINING)
    return document


@pytest.mark.parametrize("seed", slow_after(1, range(8)))
def test_they_are_those_of_finite_differences(catalogue, seed):
    program = compiled(catalogue, random_page(seed))
    (own,) = program.sessions
    loss = own.sources[inside("", "LOSS")]["output"]
    rng, step, seen = np.random.default_rng(seed), 1e-5, set()
    config = tf.compat.v1.ConfigProto()  # TensorFlow's optimizer makes a square of x * x, and forgets that it was fed
    config.graph_options.rewrite_options.disable_meta_optimizer = True
    with tf.compat.v1.Session(graph=program.graph, config=config) as session:
        session.run([program.graph.get_operation_by_name(v.init) for v in own.variables])
        for at, pins in own.sources.items():
            for pin in [pin for pin in pins if pin.startswith("gradient:")]:
                name, grads = pin.partition(":")[2], pins[pin]
                variable = next((v for v in own.variables if v.block == at.flat), None)
                if variable is not None:
                    tensors = [variable.read]
                    grads = [grads]
                else:
                    grads = grads if isinstance(grads, list) else [grads]
                    tensors = pins[name] if isinstance(pins[name], list) else [pins[name]]
                for tensor, grad in zip(tensors, grads, strict=True):
                    if variable is not None and variable.key.resource:
                        continue  # each block reads it by itself
                    value = session.run(tensor)
                    way = rng.standard_normal(value.shape)
                    ahead, back = (float(session.run(loss, {tensor: value + s * step * way})) for s in (1, -1))
                    wanted = (ahead - back) / (2 * step)
                    if isinstance(grad, DescribedResult):
                        assert "does not depend" in grad.text and wanted == 0
                    else:
                        assert np.sum(session.run(grad) * way) == pytest.approx(wanted, rel=1e-6, abs=1e-6), (at, pin)
                    seen.add(at.flat)
    assert len(seen) > 6 and {"W", "SUM"} <= seen


def test_nothing_is_added_where_they_are_not_asked_for(catalogue):
    document = random_page(1)
    plain, asked = (compiled(catalogue, document, how) for how in (None, ""))
    assert not any(pin.startswith("gradient:") for pins in plain.sessions[0].sources.values() for pin in pins)
    assert len(asked.graph.get_operations()) < 1.3 * len(plain.graph.get_operations()) + 40, "no second graph of them"
    one, other = Runner(plain), Runner(asked)
    for runner in (one, other):
        for _ in range(3):
            runner.step(True)
    held = [{v.block: value for v, value in runner.values_by_variable().items()} for runner in (one, other)]
    assert {k: v.tolist() for k, v in held[0].items()} == {k: v.tolist() for k, v in held[1].items()}
    told = other.summarise(other.latest())
    assert next(iter(told["W"])) == "ref", "what a block gives comes before gradients"
    assert told["SUM"]["gradient:z"]["size"] == 1.0 and told["LOSS"]["gradient:output"]["text"] == "1"
    one.close()
    other.close()


SPECIAL = """V loom.ResourceVariable initvalues=[[1.0f,2.0f],[3.0f,4.0f]]; ROWS Const value=[1] dtype=DT_INT32;
    ROW GatherV2 axis=0 Taxis=DT_INT32; PART Square; ASIDE Neg; DATA Const value=[[1.0f,2.0f]] dtype=DT_FLOAT;
    COUNT Cast SrcT=DT_FLOAT DstT=DT_INT32; BACK Cast SrcT=DT_INT32 DstT=DT_FLOAT; ALL AddV2"""
SPECIAL_WIRES = (
    "V.value -> ROW.params",
    "ROWS.output -> ROW.indices",
    "ROW.output -> PART.x",
    "PART.y -> ASIDE.x",
    "DATA.output -> COUNT.x",
    "COUNT.y -> BACK.x",
    "BACK.y -> ALL.x",
    "PART.y -> ALL.y",
    "ALL.z -> LOSS.input",
    "ASIDE.y -> RUN.fetch_outputs",
)


def test_what_has_none_says_so_and_is_not_0(catalogue):
    document = Document()
    page(document, "main", TRAINED.format(SPECIAL), *SPECIAL_WIRES, *TRAINING)
    runner = Runner(compiled(catalogue, document))
    runner.step(True)
    found = {str(at): pins for at, pins in runner.latest().items()}
    assert found["ROW"]["gradient:output"].tolist() == [[6.0, 8.0]]
    assert found["V"]["gradient:handle"].tolist() == [[0.0, 0.0], [6.0, 8.0]] == found["V"]["gradient:value"].tolist()
    for block, pin in (("ASIDE", "y"), ("DATA", "output")):
        assert found[block][f"gradient:{pin}"].text == "the loss does not depend on it"
    assert "gradient:output" not in found["ROWS"] and "gradient:y" not in found["COUNT"]
    runner.close()


def test_of_several_losses_the_one_that_is_asked_for_and_inside_instances(catalogue):
    document = pages(
        layer="IN loom.Arg dtype=DT_FLOAT; G Mul y=3.0f x=<IN.output; OUT loom.Retval dtype=DT_FLOAT input=<G.z",
        main="V loom.Variable initvalues=2.0f; L page:layer IN=<V.ref; SQ Square x=<L.OUT; CUBE Mul x=<SQ.y y=<L.OUT; "
        "SGD loom.GradientDescentOptimizer learning_rate=0.1; "
        "TRAIN loom.Minimize loss=<SQ.y optimizer=<SGD.optimizer; D loom.Gradients ys=<CUBE.z xs=<L.OUT; "
        "RUN loom.Session run_outputs=<TRAIN.operation fetch_outputs=<D.grads[0]",
    )
    for asked, slope in (("", 12.0), ("TRAIN", 12.0), ("D", 108.0), ("SQ", 12.0)):
        runner = Runner(compiled(catalogue, document, asked))
        runner.step(True)
        found = runner.latest()
        assert found[inside("", "L")]["gradient:OUT"] == slope == found[inside("", "L/G")]["gradient:z"], asked
        assert found[inside("", "V")]["gradient:ref"] == 3 * slope
        runner.close()


def test_wires_of_a_page_that_is_called_have_the_sum_over_its_calls(catalogue):
    number = "dtype=DT_FLOAT"
    document = pages(
        cube=f"IN loom.Arg {number}; SQ Square x=<IN.output; G Mul x=<SQ.y y=<IN.output; "
        f"OUT loom.Retval {number} input=<G.z",
        main="V loom.Variable initvalues=2.0f; ONE PartitionedCall f=cube Tin=[DT_FLOAT] Tout=[DT_FLOAT] args=<V.ref; "
        "HALF Mul y=0.5f x=<V.ref; TWO PartitionedCall f=cube Tin=[DT_FLOAT] Tout=[DT_FLOAT] args=<HALF.z; "
        "SUM AddV2 x=<ONE.output[0] y=<TWO.output[0]; SGD loom.GradientDescentOptimizer learning_rate=0.1; "
        "TRAIN loom.Minimize loss=<SUM.z optimizer=<SGD.optimizer",
    )
    runner = Runner(compiled(catalogue, document))
    runner.step(True)
    found = runner.latest()
    assert found[Address("cube", "G")]["gradient:z"] == 2.0, "1 of each call"
    assert found[Address("cube", "SQ")]["gradient:y"] == 2.0 + 1.0, "what each squared was multiplied with"
    assert found[inside("", "HALF")]["gradient:z"] == 3.0
    runner.close()
