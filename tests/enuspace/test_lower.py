"""Pages of enuSpace: lowered to native types, run, with problems in enuSpace's own names."""

import numpy as np
import pytest

from blockloom.blocks import checks
from blockloom.blocks.document.pages import Block, Wire
from blockloom.blocks.enuspace.lower import split_attrs
from blockloom.blocks.enuspace.reader import read
from blockloom.blocks.files import documents
from blockloom.blocks.lower.lowering import lower
from blockloom.runtime.api import run_errors, running
from tests.enuspace.pages import page, pin, use, wire, words, write
from tests.extent import slow


@pytest.fixture
def run(worker, catalogue):
    """Run a page described in a few words; gives its results."""

    def go(blocks, wires="", **more):
        worker.start()
        return running.run(words(catalogue, blocks, wires), worker=worker, timeout=more.pop("timeout", 20), **more)

    return go


@pytest.fixture
def problems(catalogue):
    """Return a function that returns the problems of a page described in a few words."""

    def go(blocks, wires=""):
        return checks.check_page(words(catalogue, blocks, wires), "main", catalogue)

    return go


def test_a_page_of_native_types_passes_through_untouched(catalogue):
    page = words(catalogue, "A Const value=1 | B Neg | S loom.Session", "A.output B.x | B.y S.fetch").page("main")
    assert lower(page, catalogue).page is page


def test_the_lowered_page_keeps_ids_and_names_of_native_pins(catalogue):
    page = words(
        catalogue, "A enu.Const val=[1,2] dtype=DT_DOUBLE | M enu.Mean axis=0 keep_dims=true", "A.output M.input"
    ).page("main")
    lowered = lower(page, catalogue)
    assert lowered.page.blocks["A"] == Block("A", "Const", values={"value": "[1,2]", "dtype": "DT_DOUBLE"})
    assert lowered.page.blocks["M"].type == "Mean"
    assert lowered.page.blocks["M"].values == {"reduction_indices": "0", "keep_dims": "true"}
    assert lowered.pin("M", "reduction_indices") == "axis" and lowered.native("M", "output") == [("M", "output")]


def test_frames_notes_and_control_wires_stay(catalogue):
    made = words(catalogue, "A enu.Const val=1 | B enu.NoOp").page("main")
    made.put_wire(Wire("A", "", "B", "", "control"))
    assert lower(made, catalogue).page.wires_into("B", "") == [Wire("A", "", "B", "", "control")]


def test_a_variable_in_its_three_ways(run, tmp_path, worker):
    text = page(
        use("C", "Const_ex", pin("val", "1;2", "double", "[2]"), pin("dtype", "DT_DOUBLE")),
        use("V1", "Variable", pin("dtype", "DT_INT32"), pin("shape", "{7}"), pin("initvalues", "")),
        use("V2", "Variable", pin("dtype", "DT_FLOAT"), pin("shape", "{2,2}"), pin("initvalues", "{{1,2},{3,4}}")),
        use("V3", "Variable", pin("dtype", ""), pin("shape", "{9}"), pin("initvalues", "5;6;7", "int", "[3]")),
        use("V4", "Variable"),
        use("S", "ClientSession"),
        wire("C.output", "V1.initvalues"),
        *(wire(f"V{n}.ref", "S.fetch_outputs") for n in (1, 2, 3, 4)),
    )
    got = running.run(read(write(tmp_path, text)).document, worker=worker).results
    shown = [(str(got[f"V{n}"]["ref"].dtype), got[f"V{n}"]["ref"].tolist()) for n in (1, 2, 3, 4)]
    square = [[1, 2], [3, 4]]
    assert shown == [("float64", [1, 2]), ("float32", square), ("int32", [5, 6, 7]), ("float64", square)]


def test_names_are_a_list_however_they_are_typed(run, tmp_path):
    for names, data in (("W", "[1.5f]"), ("W;B", "[1.5f,2.5f]"), ("{W,B}", "[1.5f,2.5f]")):
        run(f"A enu.Save filename={tmp_path}/saved tensor_names={names} data={data}", "A.operation S.run")
        got = run(f"A enu.Restore file_pattern={tmp_path}/saved tensor_name=W dt=DT_FLOAT", "A.tensor S.fetch").results
        assert float(got["A"]["tensor"]) == 1.5
    run(f"A enu.SaveV2 prefix={tmp_path}/new tensor_names=W shape_and_slices='' tensors=[1.5f]", "A.operation S.run")
    got = run(
        f"A enu.RestoreV2 prefix={tmp_path}/new tensor_names=W shape_and_slices='' dtypes=DT_FLOAT", "A.tensors S.fetch"
    ).results
    assert [float(t) for t in got["A"]["tensors"]] == [1.5]


def test_symbolic_gradients_come_as_a_list_and_one_by_one(run):
    got = run(
        "X enu.Variable initvalues=3.0 dtype=DT_DOUBLE shape={} | Y enu.Const val=2.0 | P enu.Multiply "
        "| G enu.AddSymbolicGradients | N enu.Negate",
        "X.ref P.x | Y.output P.y | P.z G.outputs | X.ref G.inputs | Y.output G.inputs | G.grad_outputs[1] N.x "
        "| G.grad_outputs S.fetch | N.y S.fetch",
    ).results
    assert [float(g) for g in got["G"]["grad_outputs"]] == [2.0, 3.0] and float(got["N"]["y"]) == -3.0


def test_a_list_goes_into_a_single_input_with_its_first_element(run):
    got = run(
        "X enu.Const val=3.0 | Q enu.Square | G enu.AddSymbolicGradients | N enu.Negate",
        "X.output Q.x | Q.y G.outputs | X.output G.inputs | G.grad_outputs N.x | N.y S.fetch",
    ).results
    assert float(got["N"]["y"]) == -6.0


def test_feeds_by_every_way_to_say_a_value(run):
    for more, wires in (
        ("F enu.FeedType initializer=4", ""),
        ("F enu.FeedType | I enu.Input_Initializer t=4", "| I.output F.initializer"),
        (
            "F enu.FeedType | I enu.Input_Initializer | T enu.Tensor initvalues={4}",
            "| I.output F.initializer | T.output I.t",
        ),
    ):
        got = run(
            f"P enu.Placeholder dtype=DT_INT32 | A enu.Add y=7 | S enu.ClientSession | {more}",
            f"P.output A.x | A.z S.fetch | P.output F.input | F.output S.inputs {wires}",
        ).results
        assert np.ravel(got["A"]["z"]).tolist() == [11], more


def test_a_feed_that_is_not_a_fixed_value_is_an_error(problems):
    found = problems(
        "P enu.Placeholder dtype=DT_INT32 | A enu.Add x=1 y=7 | F enu.FeedType",
        "A.z F.initializer | P.output F.input | F.output S.inputs | P.output S.fetch",
    )
    assert ("error", "wired-feed", "F", "initializer") in [(p.severity, p.code, p.block, p.pin) for p in found]


def test_values_stand_for_inputs(run):
    got = run(
        "T enu.Tensor initvalues={1,2} dtype=DT_FLOAT | I enu.Input | J enu.Input initvalues=3 dtype=DT_INT64 "
        "| N enu.Negate",
        "T.output I.initvalues | I.input N.x | N.y S.fetch | J.input S.fetch | I.input S.fetch",
    ).results
    assert got["N"]["y"].tolist() == [-1, -2] and got["I"]["input"].tolist() == [1, 2]
    assert (got["J"]["input"].dtype, int(got["J"]["input"])) == (np.int64, 3)


def test_lists_outputs_and_operations_pass_on_what_is_wired_to_them(run):
    got = run(
        "A enu.Const val=[3,1,2] dtype=DT_FLOAT | K enu.TopK k=2 | O enu.Output index=1 | P enu.Operation "
        "| L enu.InputList | M enu.InputList | V enu.Variable initvalues=0 dtype=DT_INT32 shape={} "
        "| D enu.AssignAdd value=1",
        "A.output K.input | K.values O.output_op | K.values L.outputlist | O.output L.outputlist "
        "| L.output M.outputlist | A.output M.outputlist | M.output S.fetch | V.ref D.ref "
        "| D.output_ref P.operation | P.output S.run | V.ref S.fetch",
        steps=3,
    ).results
    assert got["O"]["output"].tolist() == [0, 2] and got["O"]["output"].dtype == np.int32
    assert [t.tolist() for t in got["L"]["output"]] == [[3, 2], [0, 2]]
    assert [t.tolist() for t in got["M"]["output"]] == [[3, 2], [0, 2], [3, 1, 2]]
    assert int(got["V"]["ref"]) == 3, "a list that is fetched does not run what is run once more"


def test_an_operation_that_is_fetched_is_run(run):
    got = run(
        "Q enu.FIFOQueue component_types=DT_INT32 | E enu.QueueEnqueue components=[5] | N enu.QueueSize ",
        "Q.handle E.handle | Q.handle N.handle | E.operation S.fetch | N.size S.fetch",
        steps=5,
    ).results
    assert int(got["N"]["size"]) >= 4


def test_lists_that_lead_in_a_circle_or_nowhere(problems):
    found = problems(
        "L enu.InputList | M enu.InputList | S enu.ClientSession | C enu.Const | P enu.Operation",
        "L.output M.outputlist | M.output L.outputlist | M.output S.fetch | C.output S.fetch | P.output S.run",
    )
    assert [(p.code, p.block, p.pin) for p in found if p.severity == "error"] == [("missing-input", "P", "operation")]


def test_the_status_of_a_session_is_a_text(run):
    got = run(
        "C enu.Const val=1 | S enu.ClientSession | T enu.Status",
        "C.output S.fetch | S.status T.status | T.output S.fetch",
    ).results
    assert got["T"]["output"].item() == b"OK"


def test_each_client_session_has_variables_of_its_own(run):
    done = run(
        "V enu.Variable initvalues=0 dtype=DT_INT64 shape={} | A enu.AssignAdd value=1 | S2 enu.ClientSession "
        "| S1 enu.ClientSession",
        "V.ref A.ref | A.output_ref S1.run_outputs | V.ref S1.fetch_outputs | V.ref S2.fetch_outputs",
        steps=4,
    )
    assert list(done.sessions) == ["S1", "S2"], "in the order of their ids"
    assert [int(done.sessions[s]["V"]["ref"]) for s in ("S1", "S2")] == [4, 0]
    assert done.sessions["S1"]["V"]["ref"].dtype == np.int64


def test_a_dead_branch_has_no_value_and_stops_nothing(run):
    got = run(
        "D enu.Const val=5.0 | P enu.Const val=true | W enu.Switch | M enu.Merge",
        "D.output W.data | P.output W.pred | W.output_false M.inputs | W.output_true M.inputs | M.output S.fetch",
    ).results
    assert got["W"]["output_false"] is None and float(got["W"]["output_true"]) == float(got["M"]["output"]) == 5.0


@slow
def test_blocks_on_which_tensorflow_itself_hangs_stop_like_all_others(run):
    with pytest.raises(run_errors.TimedOut) as stopped:
        run(
            "X enu.Unstage dtypes=DT_FLOAT | Y enu.OrderedMapPeek key=1 indices=[0] dtypes=DT_FLOAT",
            "X.values S.fetch | Y.size S.fetch",
            timeout=0.5,
        )
    assert stopped.value.waiting.keys() == {"X", "Y"}
    assert run("A enu.Const val=1", "A.output S.fetch").results["A"]["output"] == 1


def test_literals_take_the_dtype_of_the_other_wired_input(run):
    got = run(
        "I enu.Const val=[1,2] dtype=DT_INT64 | E enu.Equal y=2 | F enu.Const val=[1,2] dtype=DT_FLOAT | D enu.Div y=4",
        "I.output E.x | F.output D.x | E.z S.fetch | D.z S.fetch",
    ).results
    assert got["E"]["z"].tolist() == [False, True] and got["D"]["z"].dtype == np.float32


def test_texts_of_attrs_are_split_and_their_names_fixed(catalogue, problems):
    assert split_attrs("a_ = 1;\n shapes_ = {2;2},{3};b_=x=y;junk;c_ = ;") == [
        ("a", "1"),
        ("shapes", "{2;2},{3}"),
        ("b", "x=y"),
        ("c", ""),
    ]
    lowered = lower(
        words(
            catalogue,
            "R enu.TextLineReader attrs=kip_header_lines_=3;shared_name_=r;nosuch_=1 "
            "| A enu.AvgPool3D attrs=data_format_=NHWC",
        ).page("main"),
        catalogue,
    )
    assert lowered.page.blocks["R"].values == {"skip_header_lines": "3", "shared_name": "r"}
    assert lowered.page.blocks["A"].values["data_format"] == "NDHWC"
    assert [(p.severity, p.block, p.pin) for p in lowered.problems] == [("warning", "R", "nosuch")]


def test_defaults_of_the_symbols_hold_where_nothing_is_typed(catalogue):
    made = words(catalogue, "O enu.OneHot | P enu.OneHot axis=-1 | B enu.BatchToSpace").page("main")
    lowered = lower(made, catalogue)
    assert [lowered.page.blocks[b].values.get(a) for b, a in (("O", "axis"), ("P", "axis"), ("B", "block_size"))] == [
        "0",
        "-1",
        "2",
    ]


def test_problems_name_enuspaces_pins(problems, run):
    found = problems(
        "A enu.Const val=1.0 | M enu.Mean | W enu.Where3", "A.output M.input | M.output S.fetch | W.output S.fetch"
    )
    assert {(p.block, p.pin) for p in found if p.code == "missing-input"} == {
        ("M", "axis"),
        ("W", "condition"),
        ("W", "x"),
        ("W", "y"),
    }
    (missing,) = [p for p in found if p.block == "M"]
    assert "axis" in missing.message + missing.remedy and "reduction_indices" not in missing.message + missing.remedy
    with pytest.raises(running.BadPage) as bad:
        run("A enu.Const val=[1.0] | M enu.Mean axis=5", "A.output M.input | M.output S.fetch")
    assert [(p.block, p.pin) for p in bad.value.problems] == [("M", "axis")]
    with pytest.raises(run_errors.RunFailed) as failed:
        run("A enu.ReadFile filename=/nowhere/x", "A.contents S.fetch")
    assert failed.value.problems[0].block == "A"


def test_fetches_feeds_and_settings_take_enuspaces_names(run):
    got = run(
        "P enu.Placeholder dtype=DT_FLOAT | M enu.Sum axis=0 | J enu.Input initvalues=1 | L enu.InputList ",
        "P.output M.input | M.output S.fetch | J.input L.outputlist | M.output L.outputlist",
        feed={"P": "[[1, 2], [3, 4]]"},
        values={"M.axis": "1"},
        fetch=["M.output", "J.input", "L"],
    ).results
    assert got["M"]["output"].tolist() == [3, 7] and got["J"].keys() == {"input"}
    assert len(got) in (2, 3)


def test_monitors_are_not_part_of_the_graph(run, catalogue):
    text = (
        "A Const value=[1.0,2.0] | B Neg | T loom.Trend index=[0] | P loom.Pick | N loom.Number | C loom.Chart "
        "| S loom.Session"
    )
    wires = (
        "A.output B.x | B.y S.fetch | B.y T.value | A.output P.value | P.elements[1] N.value | A.output C.series "
        "| B.y C.series"
    )
    assert run(text, wires).results.keys() == {"A", "B"}
    made = words(catalogue, text, wires)
    assert [p for p in checks.check_page(made, "main", catalogue) if p.severity == "error"] == []
    assert "B" in run(text.replace(" | S loom.Session", ""), wires.replace("| B.y S.fetch ", "")).results


def test_what_a_monitor_shows(catalogue):
    from blockloom.blocks.document.addresses import parse
    from blockloom.blocks.results.monitors import Watch, sources

    made = words(
        catalogue,
        "A Const value=[1.0,2.0] | T loom.Trend index=[0] | P loom.Pick | N loom.Number "
        '| Q loom.Pick | C loom.Chart indices=["[0][1]"]',
        "A.output T.value | A.output P.value | P.elements[1] N.value | A.output C.series "
        "| A.output C.series | Q.elements[0] Q.value",
    ).page("main")
    assert sources(made, "T") == [Watch(parse("A.output"))]
    assert sources(made, "N") == [Watch(parse("A.output"), (), 1)]
    assert sources(made, "C") == [Watch(parse("A.output"), (0, 1)), Watch(parse("A.output"))]
    made.put_wire(Wire("Q", "elements[0]", "C", "series", "tensor"))
    assert len(sources(made, "C")) == 2 and sources(made, "Q") == []


def test_an_imported_page_runs_as_a_converted_document_does(tmp_path, worker):
    found = read(
        write(
            tmp_path,
            page(
                use("A", "Const", pin("val", "1;2", "double", "[2]")),
                use("B", "Multiply", pin("y", "2.5")),
                use("S", "ClientSession"),
                wire("A.output", "B.x"),
                wire("B.z", "S.fetch_outputs"),
            ),
        )
    )
    again = documents.loads(documents.dumps(found.document))
    assert (
        running.run(again, worker=worker).results["B"]["z"].tolist()
        == running.run(found.document, worker=worker).results["B"]["z"].tolist()
        == [2.5, 5.0]
    )


@pytest.mark.parametrize(
    "symbol, pins, output, value",
    [
        ("Add", [pin("x", "1,2,3"), pin("y", "{ 1.0f ,\n 2 , 3}")], "z", [2, 4, 6]),
        ("Add", [pin("x", "1+2j"), pin("y", "{1j}")], "z", [1 + 3j]),
        ("ReduceJoin", [pin("input", "{abc, d e,f}"), pin("reduction_indices", "{0}")], "output", b"abcd ef"),
        ("StringJoin", [pin("inputs", "{a,b};c"), pin("attrs", "separator_ = -")], "output", [b"a-c", b"b-c"]),
        ("Stack", [pin("values", "{1,2},{3,4}"), pin("attrs", "axis_ = 1")], "output", [[1, 3], [2, 4]]),
        ("AddN", [pin("inputs", "1.0;2.5", "double", "[2]")], "sum", 3.5),
        ("Const_ex", [pin("val", "{{1.0,2},{3,4}}"), pin("dtype", "DT_INT64")], "output", [[1, 2], [3, 4]]),
        ("Const_ex", [pin("val", "{a,b}"), pin("dtype", "DT_STRING")], "output", [b"a", b"b"]),
        (
            "Variable",
            [pin("dtype", "DT_DOUBLE_REF"), pin("shape", "[2][2]"), pin("initvalues", "{1,2,3,4}")],
            "ref",
            [[1, 2], [3, 4]],
        ),
        (
            "Variable",
            [pin("dtype", "DT_FLOAT"), pin("shape", "2;2"), pin("initvalues", "1;2;3;4", "double", "[4]")],
            "ref",
            [[1, 2], [3, 4]],
        ),
        ("Variable", [pin("dtype", "DT_FLOAT"), pin("shape", "{2}"), pin("initvalues", "7")], "ref", [7, 7]),
        (
            "MaxPool",
            [
                pin("input", "{{{{1.0f},{2}},{{3},{4}}}}"),
                pin("ksize", "{1,2,2,1}"),
                pin("strides", "1;1;1;1"),
                pin("padding", '"SAME"'),
            ],
            "output",
            [[[[4], [4]], [[4], [4]]]],
        ),
        ("Cast", [pin("x", "1.5"), pin("DstT", "DT_INT32")], "y", 1),
    ],
)
def test_values_in_all_of_enuspaces_spellings(tmp_path, worker, symbol, pins, output, value):
    worker.start()
    found = read(
        write(
            tmp_path, page(use("X", symbol, *pins), use("S", "ClientSession"), wire(f"X.{output}", "S.fetch_outputs"))
        )
    )
    assert running.run(found.document, worker=worker).results["X"][output].tolist() == value
