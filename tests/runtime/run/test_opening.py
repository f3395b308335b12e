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
    vector, flat = {"value": "[1, 1]", "dtype": "DT_INT32"}, ("Reshape", {"shape": "[-1]"})
    blocks, wires = (
        {
            "ONES": ("Const", {"value": "[1.0, 1.0]", "dtype": "DT_FLOAT"}),
            "TREES": (
                "BoostedTreesAggregateStats",
                {
                    "node_ids": "[0]",
                    "gradients": "[[1.0]]",
                    "hessians": "[[1.0]]",
                    "feature": "[[-100000]]",
                    "max_splits": "1",
                    "num_buckets": "1",
                },
            ),
            "BIG": ("Fill", {"dims": "[27000, 27000]", "value": "1"}),
            "BIG_SUM": ("Sum", {"reduction_indices": "[0, 1]"}),
            "ROW": ("Reshape", {"shape": "[0, 500000000]", "tensor": "[]", "T": "DT_INT32"}),
            "ONES_OF_ROW": ("Prod", {"reduction_indices": "0"}),
            "ROW_SUM": ("Sum", {"reduction_indices": "0"}),
            "RANGE": ("Range", {"start": "0", "limit": "500000000", "delta": "1"}),
            "RANGE_SUM": ("Sum", {"reduction_indices": "0"}),
            "TWO": ("Const", vector),
            "SQUARE_0": ("Reshape", {"shape": "[2, 1]"}),
            "FLAT_0": flat,
            "GRADIENTS": "loom.Gradients",
            "X": ("Placeholder", {"dtype": "DT_FLOAT", "shape": "[2, 2]"}),
            "LOSS": "Sum",
            "V": ("loom.Variable", {"initvalues": "1.0", "shape": "[30000, 30000]", "dtype": "DT_DOUBLE"}),
        },
        [
            "BIG.output -> BIG_SUM.input",
            "ROW.output -> ONES_OF_ROW.input",
            "ONES_OF_ROW.output -> ROW_SUM.input",
            "RANGE.output -> RANGE_SUM.input",
            "TWO.output -> SQUARE_0.tensor",
            "TWO.output -> FLAT_0.tensor",
            "X.output -> LOSS.input",
            "RANGE.output -> LOSS.reduction_indices",
            "LOSS.output -> GRADIENTS.ys",
            "X.output -> GRADIENTS.xs",
        ],
    )
    for n in range(29):  # two vectors, joined; a column with a row, added
        blocks |= {f"TWICE_{n}": "ConcatV2"}
        before = f"TWICE_{n - 1}.output" if n else "TWO.output"
        blocks[f"TWICE_{n}"] = "ConcatV2", {"axis": "0"}
        wires += [f"{before} -> TWICE_{n}.values", f"{before} -> TWICE_{n}.values"]
    blocks |= {f"GROWN_{n}": "AddV2" for n in range(4)}
    for n in range(4):
        column, row = f"SQUARE_{n}", f"FLAT_{n}"
        wires += [f"{column}.output -> GROWN_{n}.x", f"{row}.output -> GROWN_{n}.y"]
        blocks |= {f"SQUARE_{n + 1}": ("Reshape", {"shape": "[-1, 1]"}), f"FLAT_{n + 1}": flat}
        wires += [f"GROWN_{n}.z -> SQUARE_{n + 1}.tensor", f"GROWN_{n}.z -> FLAT_{n + 1}.tensor"]
    blocks |= {
        "GROWN": "AddV2",
        "GROWN_SUM": ("Sum", {"reduction_indices": "[0, 1]"}),
        "TWICE_SUM": ("Sum", {"reduction_indices": "0"}),
    }
    wires += [
        "SQUARE_4.output -> GROWN.x",
        "FLAT_4.output -> GROWN.y",
        "GROWN.z -> GROWN_SUM.input",
        "TWICE_28.output -> TWICE_SUM.input",
    ]
    for source in (
        "TREES.stats_summary",
        "BIG_SUM.output",
        "ROW_SUM.output",
        "RANGE_SUM.output",
        "TWICE_SUM.output",
        "GROWN_SUM.output",
    ):
        name = source.partition(".")[0]
        blocks |= {
            f"{name}_INT": ("Cast", {"DstT": "DT_INT32"}),
            f"{name}_DIMS": flat,
            f"{name}_FILL": ("Fill", {"value": "1.0"}),
        }
        wires += [
            f"{source} -> {name}_INT.x",
            f"{name}_INT.y -> {name}_DIMS.tensor",
            f"{name}_DIMS.output -> {name}_FILL.dims",
        ]
    made = document(catalogue, blocks, "\n".join(wires))
    pid = worker.pid
    worker.call(requests.WriteCatalogueRequest())
    before, _ = peak(pid), opened_every_way(worker, made, tmp_path / "page.pb")
    assert worker.pid == pid and peak(pid) - before < 700


def test_nothing_is_evaluated_that_has_more_dimensions_than_a_tensor_can_have(worker, catalogue):
    """TensorFlow does not refuse a dimension more: it ends the process."""
    longer = [f"LONGER_{n}" for n in range(300)]
    blocks = {
        "TWO": ("Const", {"value": "[2]", "dtype": "DT_INT32"}),
        "FLAT": "Squeeze",
        "FILL": ("Fill", {"value": "1.0"}),
        **dict.fromkeys([*longer, "DIMS"], ("ExpandDims", {"dim": "0"})),
    }
    way = ["TWO", *longer, "FLAT", "DIMS"]
    wires = [f"{before}.output -> {after}.input" for before, after in zip(way, way[1:])] + ["DIMS.output -> FILL.dims"]
    text, pid = documents.dumps(document(catalogue, blocks, "\n".join(wires))), worker.pid
    reply = worker.call(requests.OpenRequest(document=text, page="main"), 60)
    assert worker.pid == pid and not [p for p in reply.problems if p.severity == "error"]


def test_a_gradient_is_made_however_long_the_way_to_what_it_asks_for(worker, catalogue):
    way = ["ZERO", *(f"SAME_{n}" for n in range(600))]
    made = document(
        catalogue,
        {
            "ZERO": ("Const", {"value": "[0]", "dtype": "DT_INT32"}),
            **dict.fromkeys(way[1:], "StopGradient"),
            "X": ("Const", {"value": "[[1.0, 2.0], [3.0, 4.0]]"}),
            "SUM": "Sum",
            "GRADIENTS": "loom.Gradients",
        },
        "\n".join(
            [
                *(f"{before}.output -> {after}.input" for before, after in zip(way, way[1:])),
                "X.output -> SUM.input",
                f"{way[-1]}.output -> SUM.reduction_indices",
                "SUM.output -> GRADIENTS.ys",
                "X.output -> GRADIENTS.xs",
            ]
        ),
    )
    assert worker.call(requests.OpenRequest(document=documents.dumps(made), page="main"), 60).problems == []


def test_shapes_are_still_known_through_arithmetic_on_shapes(worker, catalogue):
    """Models compute with shapes: a part of one, times a number, with another, for a Reshape; the axes of a sum."""
    part = {"strides": "[1]", "shrink_axis_mask": "1"}
    made = document(
        catalogue,
        {
            "X": ("Placeholder", {"dtype": "DT_FLOAT", "shape": "[4, 5, 6]"}),
            "SHAPE": "Shape",
            "ROWS": ("StridedSlice", {"begin": "[0]", "end": "[1]", **part}),
            "COLUMNS": ("StridedSlice", {"begin": "[1]", "end": "[2]", **part}),
            "LESS": ("FloorDiv", {"y": "2"}),
            "MORE": "Mul",
            "BOTH": "Pack",
            "FLAT": "Reshape",
            "LAST": ("GatherV2", {"indices": "[2]", "axis": "0"}),
            "MINE": ("ConcatV2", {"axis": "0"}),
            "MADE": "Fill",
            "SIZE": ("Prod", {"reduction_indices": "0"}),
            "LONG": ("ExpandDims", {"dim": "0"}),
            "VECTOR": "Reshape",
            "RANK": "Rank",
            "AXES": ("Range", {"start": "1", "delta": "1"}),
            "SUM": "Sum",
        },
        """X.output -> SHAPE.input
           SHAPE.output -> ROWS.input
           SHAPE.output -> COLUMNS.input
           ROWS.output -> LESS.x
           COLUMNS.output -> MORE.x
           LAST.output -> MINE.values
           LESS.z -> BOTH.values
           MORE.z -> BOTH.values
           X.output -> FLAT.tensor
           BOTH.output -> FLAT.shape
           SHAPE.output -> LAST.params
           BOTH.output -> MINE.values
           MINE.output -> MADE.dims
           SHAPE.output -> SIZE.input
           SIZE.output -> LONG.input
           X.output -> VECTOR.tensor
           LONG.output -> VECTOR.shape
           X.output -> RANK.input
           RANK.output -> AXES.limit
           X.output -> SUM.input
           AXES.output -> SUM.reduction_indices""",
    )
    for block, pin, value in (("MORE", "y", "12"), ("MADE", "value", "1.0")):
        made.pages["main"].blocks[block].values[pin] = value
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
