"""Opening, checking, trying fixes on and exporting a page runs nothing of it."""

import sys
from pathlib import Path

import pytest

from blockloom.blocks.document.pages import Block, Wire
from blockloom.blocks.edits import SetValue
from blockloom.blocks.edits.edit_json import to_json
from blockloom.blocks.files import documents
from blockloom.runtime.protocol import requests
from tests.extent import slow
from tests.harmful import attacks, page, watched
from tests.pages import document
from tests.pages import page as function_page

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="inotify tells which files are opened")


def opened_every_way(worker, made, out):
    """Return the types of a page, opened in every way that a worker supports."""
    text = documents.dumps(made)
    types = worker.call(requests.GetTypesRequest(document=text, page="main"), 60)
    worker.call(
        requests.TryFixesRequest(
            "main",
            block="ONES",
            pin="value",
            code="x",
            fixes=[to_json(SetValue("main", "ONES", "value", "[2.0, 2.0]"))],
        ),
        60,
    )
    opened = worker.call(requests.OpenRequest(document=text, page="main"), 60)
    exported = worker.call(requests.ExportRequest(document=text, page="main", path=str(out)), 60)
    for reply in (types, opened, exported):
        assert not [p for p in reply.problems if p.severity == "error"]
    assert out.exists()
    return types.types


def test_no_op_that_could_reads_writes_or_connects(worker, catalogue, tmp_path, tmp_path_factory):
    with watched(tmp_path) as witness:
        made = attacks(tmp_path, witness.port)
        types = opened_every_way(worker, page(catalogue, made), tmp_path_factory.mktemp("out") / "page.pb")
        assert witness.saw() == []
    # The shapes depend on their outputs, so that inferring them would run them.
    assert all(size is None for name in made for size in types[f"{name}_FILL"]["output"][1] or ())


@slow
def test_none_does_in_a_function_that_is_called_or_differentiated_either(worker, catalogue, tmp_path, tmp_path_factory):
    with watched(tmp_path) as witness:
        made = page(catalogue, attacks(tmp_path, witness.port))
        body = made.pages["body"] = made.pages.pop("main")
        body.name = "body"
        body.blocks |= {
            "x": Block("x", "loom.Arg", values={"dtype": "DT_FLOAT"}),
            "ADD": Block("ADD", "AddN"),
            "r": Block("r", "loom.Retval"),
        }
        for name in [name for name in body.blocks if name.endswith("_DIMS")]:
            body.blocks |= {f"{name}_X": Block(f"{name}_X", "Reshape"), f"{name}_L": Block(f"{name}_L", "L2Loss")}
            for ends in (
                ("x", "output", f"{name}_X", "tensor"),
                (name, "output", f"{name}_X", "shape"),
                (f"{name}_X", "output", f"{name}_L", "t"),
                (f"{name}_L", "output", "ADD", "inputs"),
            ):
                body.put_wire(Wire(*ends))
        body.put_wire(Wire("ADD", "sum", "r", "input"))
        function_page(
            made,
            "main",
            "ONES Const value=[1.0,1.0] dtype=DT_FLOAT; X Placeholder dtype=DT_FLOAT; "
            "GRADIENTS loom.Gradients ys=<IF.output[0],CALL.output[0] xs=<X.output; "
            "IF If cond=true then_branch=body else_branch=body Tout=[DT_FLOAT] input=<X.output; "
            "CALL PartitionedCall f=body Tout=[DT_FLOAT] args=<X.output",
        )
        types = opened_every_way(worker, made, tmp_path_factory.mktemp("out") / "page.pb")
        assert witness.saw() == []
    assert types["CALL"]["output"][0][1] == []


def peak(pid):
    """Return the peak memory of a process since the last call, in MB."""
    status = Path(f"/proc/{pid}/status").read_text()
    Path(f"/proc/{pid}/clear_refs").write_text("5")
    return int(status.partition("VmHWM:")[2].split()[0]) / 1024


def test_no_op_runs_that_kills_the_worker_or_takes_its_memory(worker, catalogue, tmp_path):
    """Gigabytes that are made at once, and those that grow out of ops that may be evaluated where they are small."""
    flat = "Reshape shape=[-1]"
    text = (
        "ONES Const value=[1.0,1.0] dtype=DT_FLOAT; TREES BoostedTreesAggregateStats node_ids=[0] gradients=[[1.0]] "
        "hessians=[[1.0]] feature=[[-100000]] max_splits=1 num_buckets=1; BIG Fill dims=[27000,27000] value=1; "
        "BIG_SUM Sum input=<BIG.output reduction_indices=[0,1]; "
        "ROW Reshape shape=[0,500000000] tensor=[] T=DT_INT32; ONES_OF_ROW Prod input=<ROW.output reduction_indices=0; "
        "ROW_SUM Sum input=<ONES_OF_ROW.output reduction_indices=0; RANGE Range start=0 limit=500000000 delta=1; "
        "RANGE_SUM Sum input=<RANGE.output reduction_indices=0; TWO Const value=[1,1] dtype=DT_INT32; "
        f"SQUARE_0 Reshape tensor=<TWO.output shape=[2,1]; FLAT_0 {flat} tensor=<TWO.output; "
        "X Placeholder dtype=DT_FLOAT shape=[2,2]; LOSS Sum input=<X.output reduction_indices=<RANGE.output; "
        "GRADIENTS loom.Gradients ys=<LOSS.output xs=<X.output; "
        "V loom.Variable initvalues=1.0 shape=[30000,30000] dtype=DT_DOUBLE; "
    )
    for n in range(29):  # two vectors, joined; a column with a row, added
        before = f"TWICE_{n - 1}.output" if n else "TWO.output"
        text += f"TWICE_{n} ConcatV2 axis=0 values=<{before},{before}; "
    for n in range(4):
        text += f"GROWN_{n} AddV2 x=<SQUARE_{n}.output y=<FLAT_{n}.output; "
        text += f"SQUARE_{n + 1} Reshape shape=[-1,1] tensor=<GROWN_{n}.z; FLAT_{n + 1} {flat} tensor=<GROWN_{n}.z; "
    text += (
        "GROWN AddV2 x=<SQUARE_4.output y=<FLAT_4.output; GROWN_SUM Sum input=<GROWN.z reduction_indices=[0,1]; "
        "TWICE_SUM Sum input=<TWICE_28.output reduction_indices=0; "
    )
    sums = [f"{name}_SUM.output" for name in ("BIG", "ROW", "RANGE", "TWICE", "GROWN")]
    for source in ("TREES.stats_summary", *sums):
        name = source.partition(".")[0]
        text += f"{name}_INT Cast DstT=DT_INT32 x=<{source}; {name}_DIMS {flat} tensor=<{name}_INT.y; "
        text += f"{name}_FILL Fill value=1.0 dims=<{name}_DIMS.output; "
    made = document(catalogue, text)
    pid = worker.pid
    worker.call(requests.WriteCatalogueRequest())
    before, _ = peak(pid), opened_every_way(worker, made, tmp_path / "page.pb")
    assert worker.pid == pid and peak(pid) - before < 700


def test_nothing_is_evaluated_that_has_more_dimensions_than_a_tensor_can_have(worker, catalogue):
    """TensorFlow does not refuse a dimension more: it ends the process."""
    way = ["TWO", *(f"LONGER_{n}" for n in range(300))]
    made = "; ".join(f"{name} ExpandDims dim=0 input=<{before}.output" for before, name in zip(way, way[1:]))
    made += f"; TWO Const value=[2] dtype=DT_INT32; FLAT Squeeze input=<{way[-1]}.output; "
    made += "DIMS ExpandDims dim=0 input=<FLAT.output; FILL Fill value=1.0 dims=<DIMS.output"
    text, pid = documents.dumps(document(catalogue, made)), worker.pid
    reply = worker.call(requests.OpenRequest(document=text, page="main"), 60)
    assert worker.pid == pid and not [p for p in reply.problems if p.severity == "error"]


def test_a_gradient_is_made_however_long_the_way_to_what_it_asks_for(worker, catalogue):
    way = ["ZERO", *(f"SAME_{n}" for n in range(600))]
    made = document(
        catalogue,
        "; ".join(f"{name} StopGradient input=<{before}.output" for before, name in zip(way, way[1:]))
        + "; ZERO Const value=[0] dtype=DT_INT32; X Const value=[[1.0,2.0],[3.0,4.0]]; "
        f"SUM Sum input=<X.output reduction_indices=<{way[-1]}.output; "
        "GRADIENTS loom.Gradients ys=<SUM.output xs=<X.output",
    )
    assert worker.call(requests.OpenRequest(document=documents.dumps(made), page="main"), 60).problems == []


def test_shapes_are_still_known_through_arithmetic_on_shapes(worker, catalogue):
    """Models compute with shapes: a part of one, times a number, with another, for a Reshape; the axes of a sum."""
    part = "StridedSlice strides=[1] shrink_axis_mask=1"
    made = document(
        catalogue,
        "X Placeholder dtype=DT_FLOAT shape=[4,5,6]; SHAPE Shape input=<X.output; "
        f"ROWS {part} begin=[0] end=[1] input=<SHAPE.output; COLUMNS {part} begin=[1] end=[2] input=<SHAPE.output; "
        "LESS FloorDiv x=<ROWS.output y=2; MORE Mul x=<COLUMNS.output y=12; BOTH Pack values=<LESS.z,MORE.z; "
        "FLAT Reshape tensor=<X.output shape=<BOTH.output; LAST GatherV2 params=<SHAPE.output indices=[2] axis=0; "
        "MINE ConcatV2 values=<LAST.output,BOTH.output axis=0; MADE Fill dims=<MINE.output value=1.0; "
        "SIZE Prod input=<SHAPE.output reduction_indices=0; LONG ExpandDims input=<SIZE.output dim=0; "
        "VECTOR Reshape tensor=<X.output shape=<LONG.output; RANK Rank input=<X.output; "
        "AXES Range start=1 limit=<RANK.output delta=1; SUM Sum input=<X.output reduction_indices=<AXES.output",
    )
    types = worker.call(requests.GetTypesRequest(document=documents.dumps(made), page="main")).types
    assert [types[name]["output"][1] for name in ("FLAT", "MADE", "VECTOR", "SUM")] == [[2, 60], [6, 2, 60], [120], [4]]


def test_an_exported_graph_is_as_if_nothing_had_been_kept_out(worker, catalogue, tmp_path):
    import tensorflow as tf

    made = document(
        catalogue, "A Const value=[1.0,2.0]; B Exp x=<A.output; C Neg x=<B.y; G loom.Gradients ys=<C.y xs=<A.output"
    )
    worker.call(requests.ExportRequest(document=documents.dumps(made), page="main", path=str(tmp_path / "page.pb")))
    graph_def = tf.compat.v1.GraphDef.FromString((tmp_path / "page.pb").read_bytes())
    assert len(graph_def.node) > 4
    assert not [name for node in graph_def.node for name, value in node.attr.items() if value.HasField("func")]
    with tf.Graph().as_default():
        tf.import_graph_def(graph_def)
