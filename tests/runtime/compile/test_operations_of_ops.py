"""The output `operation` of each op: it runs the op without fetching its outputs."""

import pytest
import tensorflow as tf

import blockloom
from blockloom import run
from blockloom.app.formats import open_document
from blockloom.blocks import operations
from blockloom.blocks.checks import check
from blockloom.blocks.document.pages import CONTROL, OPERATION, REF, Block, Placed, Wire
from blockloom.blocks.edits import Insert
from blockloom.blocks.files import documents
from blockloom.blocks.infer.wire_rules import WireEnd, WireRules
from blockloom.blocks.operations import Measures, parse_line
from blockloom.runtime.api import graphfile
from blockloom.runtime.api.results import FORMATS
from blockloom.runtime.compile.compiler import compile_page
from blockloom.runtime.model_files import export_graph
from tests import scripts
from tests.extent import slow
from tests.pages import document

COUNTED = (
    "ACC ConditionalAccumulator dtype=DT_FLOAT shape=[]; "
    "APPLY AccumulatorApplyGradient handle=<ACC.handle gradient=5f local_step=99; "
    "TAKE AccumulatorTakeGradient handle=<ACC.handle num_required=1; "
    "LEFT AccumulatorNumAccumulated handle=<ACC.handle; APPLY -> LEFT"
)


def taking(catalogue, *wires):
    return document(catalogue, "; ".join([COUNTED, "S loom.Session fetch_outputs=<LEFT.num_accumulated", *wires]))


def test_run_outputs_runs_the_op(catalogue, worker):
    """TAKE gets the one gradient that each step applies only if it runs after the count."""
    made = taking(catalogue, "LEFT -> TAKE")
    assert run(made, steps=3, worker=worker).results["LEFT"]["num_accumulated"] == 3
    made = taking(catalogue, "LEFT -> TAKE", "TAKE.operation -> S.run_outputs")
    assert check(made, catalogue) == []
    assert run(made, steps=3, worker=worker).results["LEFT"]["num_accumulated"] == 1


# Pages that run the op OP by its `operation`, and then READ: blocks, the output of READ and its value after OP.
ONLY_RUN = {
    "SparseAccumulatorTakeGradient": (
        "ACC SparseConditionalAccumulator dtype=DT_FLOAT shape=[2]; "
        "APPLY SparseAccumulatorApplyGradient handle=<ACC.handle local_step=99 gradient_indices=[0] "
        "gradient_values=[5f] gradient_shape=[] has_known_shape=false; "
        "OP SparseAccumulatorTakeGradient handle=<ACC.handle num_required=1; APPLY -> OP; "
        "READ AccumulatorNumAccumulated handle=<ACC.handle",
        "num_accumulated",
        0,
    ),
    "Assign": (
        "V loom.Variable initvalues=1f; OP Assign ref=<V.ref value=7f; READ Identity input=<V.ref",
        "output",
        7,
    ),
}


def only_run(catalogue, op):
    text, output, _ = ONLY_RUN[op]
    session = f"S loom.Session run_outputs=<OP.operation fetch_outputs=<READ.{output}"
    return document(catalogue, f"{text}; OP -> READ; {session}")


@pytest.mark.parametrize("op", ONLY_RUN)
def test_results_and_models_have_no_outputs_of_an_op_that_only_runs(catalogue, worker, op):
    made, gives = only_run(catalogue, op), ONLY_RUN[op][-1]
    result = run(made, worker=worker)
    assert "OP" not in result.results and list(result.results["READ"].values()) == [gives]
    for written in (FORMATS["table"](result), FORMATS["json"](result)):
        assert b"READ" in written and b"OP" not in written
    program = compile_page(made, "main", catalogue)
    (session,) = program.sessions
    assert "OP" in session.targets and not any(name.startswith("OP:") for name in session.fetched)
    model = export_graph.export(made, ["main"], catalogue)
    (ends,) = model.signatures.values()
    assert [info.name for info in ends.outputs.values()] == ["READ:0"]
    with tf.Graph().as_default(), tf.compat.v1.Session() as live:
        tf.import_graph_def(model.graph, name="")
        assert live.run("READ:0") == gives


def test_start_outputs_run_the_op_once(catalogue, worker):
    made = document(
        catalogue,
        "V loom.ResourceVariable initvalues=1f; SET RandomStandardNormal shape=[1] dtype=DT_FLOAT; "
        "S loom.Session start_outputs=<SET.operation fetch_outputs=<V.value",
    )
    got = run(made, worker=worker).results
    assert got["V"]["value"] == 1 and "output" not in got.get("SET", {})


def test_the_output_operation_is_not_a_value(catalogue):
    made = taking(catalogue, "TAKE.operation -> S.fetch_outputs")
    (problem,) = (p for p in check(made, catalogue) if p.severity == "error")
    assert (problem.block, problem.pin, problem.kind) == ("S", "fetch_outputs", "wrong-kind")
    made = document(catalogue, f"{COUNTED}; I page:none; TAKE.operation -> LEFT.handle")
    assert "wrong-kind" in {p.kind for p in check(made, catalogue) if p.block == "LEFT"}


def test_a_page_and_a_composite_have_none(catalogue):
    assert catalogue["AccumulatorTakeGradient"].output("operation").kind == OPERATION
    assert catalogue["loom.Session"].output("operation") is None
    assert [pin.name for pin in catalogue["AccumulatorTakeGradient"].outputs] == ["average"]


def test_it_is_typed_and_survives_a_file(catalogue, worker, tmp_path):
    made = document(catalogue, f"{COUNTED}; LEFT -> TAKE")
    page = made.pages["main"]
    line = parse_line("S = loom.Session run_outputs=TAKE.operation fetch_outputs=LEFT", page.blocks, named=True)
    change = operations.add_block(page, catalogue, line.words, (0, 0), Measures(page, catalogue))
    operations.complete_from_line(WireRules(page, catalogue), change, line).edit.apply(made)
    assert "TAKE.operation -> S.run_outputs" in [str(wire) for wire in page.wires_into("S")]
    blockloom.save(made, tmp_path / "taking.loom")
    read = open_document(tmp_path / "taking.loom")
    assert documents.dumps(read) == documents.dumps(made)
    assert run(read, steps=3, worker=worker).results["LEFT"]["num_accumulated"] == 1


def test_a_wire_to_another_block_lets_that_wait(catalogue):
    made = document(catalogue, COUNTED)
    rules = WireRules(made.pages["main"], catalogue)
    fit = rules.fit(WireEnd("TAKE", "operation", "output", OPERATION), WireEnd("LEFT", "", "input", CONTROL))
    assert (fit.reason, str(fit.wire), fit.wire.kind) == ("", "TAKE -> LEFT", CONTROL)


def test_a_monitor_and_a_fetch_have_an_output_of_an_op_that_runs(catalogue, worker):
    made = only_run(catalogue, "Assign")
    assert run(made, fetch="OP", worker=worker).results["OP"]["output_ref"] == 7
    Insert("main", (Block("N", "loom.Number"),), (Placed(Wire("OP", "output_ref", "N", "value", REF), 0),)).apply(made)
    assert run(made, worker=worker).results["OP"]["output_ref"] == 7


def test_what_minimize_gives_is_shown_as_before(catalogue, worker):
    """Its pin `operation` is its own, and no other output of it could be fetched to run it."""
    made = document(
        catalogue,
        "V loom.ResourceVariable initvalues=3f; LOSS Square x=<V.value; "
        "GD loom.GradientDescentOptimizer learning_rate=0.5f; "
        "TRAIN loom.Minimize loss=<LOSS.y optimizer=<GD.optimizer; S loom.Session run_outputs=<TRAIN.operation",
    )
    got = run(made, worker=worker).results
    assert got["TRAIN"]["grads"] == [6] and got["V"]["value"] == 0


@slow
def test_scripts_run_the_op_and_print_no_output_of_it(catalogue, tmp_path):
    files = [tmp_path / f"{op}.py" for op in ONLY_RUN]
    for op, file in zip(ONLY_RUN, files):
        graphfile.export_script(only_run(catalogue, op), None, file)
    for op, printed in zip(ONLY_RUN, scripts.outputs([(file, {"steps": 3}) for file in files], tmp_path)):
        assert printed == [ONLY_RUN[op][-1]]
