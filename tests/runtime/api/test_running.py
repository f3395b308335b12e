"""Runs of pages, by their results."""

from pathlib import Path

import numpy as np
import pytest

from blockloom import BadPage, RunFailed, TimedOut, run
from blockloom.blocks.document.addresses import parse
from blockloom.blocks.values.dtypes import label_of
from blockloom.runtime.protocol import requests
from tests.pages import document

EXAMPLES = Path(__file__).resolve().parents[3] / "assets" / "examples"


@pytest.fixture
def go(catalogue, worker):
    """Run a page written in a few words; gives its results."""

    def work(blocks, wires="", steps=1, **options):
        frames = {k: options.pop(k) for k in ("frames", "framed") if k in options}
        return run(document(catalogue, blocks, wires, **frames), steps=steps, worker=worker, **options).results

    return work


def test_sparse_accumulator_example(worker):
    take = run(EXAMPLES / "sparse_accumulator.loom", steps=4, worker=worker).results["TAKE"]
    assert take["indices"].tolist() == [2, 4]
    np.testing.assert_allclose(take["values"], [[1.4, 2.4], [3.4, 4.4]], rtol=1e-12)
    assert take["shape"].tolist() == [5, 2]
    assert take["values"].dtype == np.float64


def test_matrix_product_example(worker):
    got = run(EXAMPLES / "matrix_product.loom", worker=worker).results["PRODUCT"]["product"]
    np.testing.assert_array_equal(got, np.array([[1, 2, 3], [4, 5, 6]]) @ np.array([[1, 0], [0, 1], [2, 2]]))


def test_linear_regression_example_does_what_gradient_descent_does(worker):
    x = np.arange(8, dtype=np.float64)
    y = np.array([1.1, 2.9, 5.2, 7.1, 8.8, 11.1, 12.9, 15.2])
    w = b = 0.0
    losses = []
    for _ in range(60):
        error = w * x + b - y
        losses.append((error**2).mean())
        w, b = w - 0.02 * 2 * (error * x).mean(), b - 0.02 * 2 * error.mean()
    first = run(EXAMPLES / "linear_regression.loom", worker=worker).results
    last = run(EXAMPLES / "linear_regression.loom", steps=60, worker=worker).results
    assert last["LOSS"]["output"] < first["LOSS"]["output"] / 100
    np.testing.assert_allclose(first["LOSS"]["output"], losses[0], rtol=1e-5)
    np.testing.assert_allclose(last["LOSS"]["output"], losses[-1], rtol=1e-3)
    np.testing.assert_allclose([last["W"]["ref"], last["B"]["ref"]], [w, b], rtol=1e-4)


def test_gradients_of_all_outputs_are_returned_with_them(worker):
    path = EXAMPLES / "linear_regression.loom"
    found = run(path, steps=3, gradients=True, worker=worker).results
    error, slope = found["ERROR"]["z"], found["WX"]["gradient:z"]
    assert found["LOSS"]["gradient:output"] == 1
    np.testing.assert_allclose(found["ERROR"]["gradient:z"], np.full_like(error, 1 / error.size))
    np.testing.assert_allclose(found["W"]["gradient:ref"], (slope * found["X"]["output"]).sum(), rtol=1e-5)
    assert not any(pin.startswith("gradient:") for pin in run(path, steps=1, worker=worker).results["WX"])
    with pytest.raises(BadPage, match="no block of the sessions of page product trains or computes gradients"):
        run(EXAMPLES / "matrix_product.loom", gradients=True, worker=worker)


def test_queue_example_fills_up_and_then_waits(worker):
    results = run(EXAMPLES / "queue.loom", steps=10, worker=worker).results
    assert results["LEFT"]["size"] == 10
    np.testing.assert_array_equal(results["TAKE"]["components"][0], [7, 70])
    with pytest.raises(TimedOut, match=r"step 11.*PUT waits: full: 12 of 12 elements") as caught:
        run(EXAMPLES / "queue.loom", steps=20, timeout=0.5, worker=worker)
    assert list(caught.value.waiting) == ["PUT"]


@pytest.mark.parametrize(("steps", "value"), [(1, 1), (3, 3), (4, 0), (5, 1), (8, 0)])
def test_counter_example_and_its_dead_branches(worker, steps, value):
    results = run(EXAMPLES / "switch_counter.loom", steps=steps, worker=worker).results
    assert results["STORE"]["output_ref"] == value
    alive, dead = ("output_false", "output_true") if value == 0 else ("output_true", "output_false")
    assert results["SWITCH"][dead] is None
    assert results["SWITCH"][alive] is not None
    assert (results["BACK"]["z"] is None) == (value != 0)


def test_xor_example_learns_xor_and_maps_what_it_learned(worker):
    results = run(EXAMPLES / "xor_network.loom", steps=200, worker=worker).results
    assert results["PREDICTED"]["output"].tolist() == results["LABELS"]["output"].tolist() == [0, 1, 1, 0]
    assert results["LOSS"]["output"] < 0.02
    line, x = results["LINE"]["output"], results["X"]["output"]
    at = [np.abs(line - v).argmin() for v in (0, 1)]
    shown = results["MAP"]["output"][np.ix_(at, at)]
    assert (shown.round() == [[0, 1], [1, 0]]).all() and x.tolist() == [[0, 0], [0, 1], [1, 0], [1, 1]]


def test_image_example_finds_the_slope_of_its_rings(worker):
    results = run(EXAMPLES / "image_edges.loom", worker=worker).results
    rings = np.cos(14 * np.add.outer(*[np.linspace(-1, 1, 96) ** 2] * 2))
    np.testing.assert_allclose(results["RINGS"]["y"], rings, atol=1e-5)
    smooth = rings[:-2] + 2 * rings[1:-1] + rings[2:], rings[:, :-2] + 2 * rings[:, 1:-1] + rings[:, 2:]
    slope = np.hypot(smooth[0][:, 2:] - smooth[0][:, :-2], smooth[1][2:] - smooth[1][:-2])
    np.testing.assert_allclose(results["STRENGTH"]["y"][0], slope, atol=1e-4)


SWITCHES = (
    "P Placeholder dtype=DT_BOOL; Q Placeholder dtype=DT_BOOL; OUTER Switch data=5.0 pred=<P.output; "
    "INNER Switch data=<OUTER.output_true pred=<Q.output; OTHER Switch data=3.0 pred=<Q.output; "
    "DEEP Neg x=<INNER.output_true; BOTH AddV2 x=<OUTER.output_true y=<OTHER.output_true; "
    "ONE Merge inputs=<OUTER.output_false,DEEP.y"
)


@pytest.mark.parametrize("p", [False, True])
@pytest.mark.parametrize("q", [False, True])
def test_dead_tensors_of_nested_and_independent_switches(go, p, q):
    got = go(SWITCHES, feed={"P": str(p), "Q": str(q)})
    assert got["OUTER"]["output_true"] == (5 if p else None)
    assert got["INNER"]["output_true"] == (5 if p and q else None)
    assert got["INNER"]["output_false"] == (5 if p and not q else None)
    assert got["DEEP"]["y"] == (-5 if p and q else None)
    assert got["BOTH"]["z"] == (8 if p and q else None)
    # Alive where any of its inputs is: not p, or p and q.
    assert got["ONE"]["output"] == (5 if not p else -5 if q else None)


LOOP = (
    "ENTER Enter data=0 frame_name=count; MERGE Merge inputs=<ENTER.output,NEXT.output; "
    "LESS Less x=<MERGE.output y=10; "
    "COND LoopCond input=<LESS.z; SWITCH Switch data=<MERGE.output pred=<COND.output; "
    "ADD AddV2 x=<SWITCH.output_true y=3; NEXT NextIteration data=<ADD.z; EXIT Exit data=<SWITCH.output_false; "
    "AFTER Neg x=<EXIT.output"
)


def test_a_while_loop_of_blocks(catalogue, go):
    # The wired constants 3 and 10 enter the loop by separate Enters: TensorFlow refuses to mix frames.
    constants = "; ".join(
        f"{name} Enter data={value} frame_name=count is_constant=true" for name, value in (("THREE", 3), ("TEN", 10))
    )
    got = go(LOOP.replace("y=10", "y=<TEN.output").replace("y=3", "y=<THREE.output") + f"; {constants}")
    assert got["EXIT"]["output"] == 12
    assert got["AFTER"]["y"] == -12
    assert got["ADD"]["z"] == {"dtype": "int32", "about": "inside loop"}
    assert (got["ENTER"]["output"], got["THREE"]["output"]) == (0, 3)  # TensorFlow fetches that, too


def test_typed_values_inside_a_loop(go):
    """The loop of blocks above without an Enter for 3 and for 10."""
    got = go(LOOP)
    assert (got["EXIT"]["output"], got["AFTER"]["y"]) == (12, -12)


@pytest.mark.parametrize("parallel", ["1", "10"])
def test_typed_values_inside_a_loop_inside_a_loop(go, parallel):
    """S = 1; 3 times: { 2 times: s = s + 3; s = s * 2 }.

    An Enter of the inner loop takes a typed value, and so does the block after the inner loop in the outer one.
    """

    def variable(name, frame, first):
        return (
            f"{name} Enter frame_name={frame} parallel_iterations={parallel} data={first}; "
            f"{name}_MERGE Merge inputs=<{name}.output,{name}_NEXT.output; "
            f"{name}_SWITCH Switch data=<{name}_MERGE.output; {name}_EXIT Exit data=<{name}_SWITCH.output_false; "
        )

    text = variable("I", "outer", "0") + variable("S", "outer", "1") + variable("J", "inner", "0")
    text += variable("T", "inner", "<S_SWITCH.output_true") + (
        "LESS_I Less x=<I_MERGE.output y=3; COND_I LoopCond input=<LESS_I.z; ADD_I AddV2 x=<I_SWITCH.output_true y=1; "
        "COND_I.output -> I_SWITCH.pred; COND_I.output -> S_SWITCH.pred; I_NEXT NextIteration data=<ADD_I.z; "
        "LESS_J Less x=<J_MERGE.output y=2; COND_J LoopCond input=<LESS_J.z; ADD_J AddV2 x=<J_SWITCH.output_true y=1; "
        "COND_J.output -> J_SWITCH.pred; COND_J.output -> T_SWITCH.pred; J_NEXT NextIteration data=<ADD_J.z; "
        "ADD_T AddV2 x=<T_SWITCH.output_true y=3; T_NEXT NextIteration data=<ADD_T.z; "
        "TWICE Mul x=2 y=<T_EXIT.output; S_NEXT NextIteration data=<TWICE.z"
    )
    s = 1
    for _ in range(3):
        for _ in range(2):
            s += 3
        s *= 2
    got = go(text, timeout=60)
    assert (got["I_EXIT"]["output"], got["S_EXIT"]["output"]) == (3, s)
    assert got["TWICE"]["z"] == {"dtype": "int32", "about": "inside loop"}


def test_literals_take_the_dtype_of_their_wired_sibling(go):
    got = go("A Const value=[1,2] dtype=double; B AddV2 y=0.5 x=<A.output")
    assert got["B"]["z"].dtype == np.float64
    got = go("A AddV2 x={1.5f,2} y=1")
    assert got["A"]["z"].dtype == np.float32
    assert got["A"]["z"].tolist() == [2.5, 3.0]


@pytest.mark.parametrize(
    ("dtype", "text", "value"),
    [
        ("DT_BFLOAT16", "[1.5, -2]", [1.5, -2]),
        ("DT_HALF", "0.5", 0.5),
        ("DT_UINT8", "255", 255),
        ("DT_COMPLEX128", "[1+2j, 3]", [1 + 2j, 3]),
        ("DT_STRING", "['a', 'ü']", [b"a", "ü".encode()]),
        ("DT_BOOL", "[true, false]", [True, False]),
        ("DT_INT64", "9000000000", 9_000_000_000),
        ("DT_FLOAT8_E5M2", "[1, 2]", [1, 2]),
        ("DT_INT4", "[-8, 7]", [-8, 7]),
        ("DT_QINT8", "[1, -1]", [1, -1]),
    ],
)
def test_constants_of_every_sort_of_dtype(go, dtype, text, value):
    got = go({"A": ("Const", {"value": text, "dtype": dtype}), "B": "Identity"}, "A.output -> B.input")
    assert got["B"]["output"].tolist() == value


@pytest.mark.parametrize(
    ("dtype", "via"), [("quint8", np.uint8), ("qint32", np.int32), ("bfloat16", np.float32), ("uint4", np.uint8)]
)
def test_results_remember_their_dtype(go, worker, tmp_path, dtype, via):
    """Those of numpy are not all that there are. So do the tables and viewers of the window."""
    result = go(
        {
            "A": ("Const", {"value": "[1, 2, 3]", "dtype": dtype}),
            "V": ("loom.ResourceVariable", {"initvalues": "[1, 2]", "dtype": dtype}),
        },
        steps=2,
    )
    got = result["A"]["output"]
    assert (label_of(got), got.dtype, got.tolist()) == (dtype, via, [1, 2, 3])
    assert label_of(result["V"]["value"]) == dtype
    at = parse("A.output")
    part = worker.call(requests.GetSliceRequest(at, [[0, 2, 10]]))
    assert (part.dtype, part.array.dtype, part.array.tolist()) == (dtype, via, [1, 2])
    assert worker.call(requests.GetStatisticsRequest(at)).dtype == dtype
    assert worker.call(requests.SaveResultRequest(at, str(tmp_path / "a.npy"), job=1)).saved
    assert np.load(tmp_path / "a.npy").tolist() == [1, 2, 3]


def test_a_cancelled_save_does_not_stop_the_next_one_of_its_number(go, worker, tmp_path):
    go("A Const value=[1,2,3]")
    worker.call(requests.CancelRequest(job=1))
    saved = [
        worker.call(requests.SaveResultRequest(parse("A.output"), str(tmp_path / "a.npy"), job=1)).saved
        for _ in range(2)
    ]
    assert saved == [False, True]


def test_lists_wired_typed_and_indexed(go):
    got = go(
        "S Split split_dim=0 value=[1,2,3,4] num_split=2; "
        "ALL ConcatV2 axis=0 values=<S.output,S.output[1]; ONE Neg x=<S.output[1]; "
        "SUM AddN inputs=[[1,2],[3,4]]"
    )
    assert [part.tolist() for part in got["S"]["output"]] == [[1, 2], [3, 4]]
    assert got["ALL"]["output"].tolist() == [1, 2, 3, 4, 3, 4]
    assert got["ONE"]["y"].tolist() == [-3, -4]
    assert got["SUM"]["sum"].tolist() == [4, 6]


def test_variables_live_from_step_to_step_and_are_read_after_it(go):
    got = go(
        "V loom.Variable initvalues=[1.0,2.0]; UP AssignAdd value=[10.0,10.0] ref=<V.ref; "
        "R loom.ResourceVariable initvalues=5; MORE AssignAddVariableOp value=2 resource=<R.handle",
        steps=3,
    )
    assert got["V"]["ref"].tolist() == [31, 32]
    assert got["R"]["value"] == 11
    assert got["R"]["handle"]["dtype"] == "resource"


@pytest.mark.parametrize("kind", ["loom.Variable", "loom.ResourceVariable"])
def test_initial_values_may_be_wired_from_other_variables(go, kind):
    out = "ref" if kind == "loom.Variable" else "value"
    got = go(
        {
            "A": (kind, {"initvalues": "[1.0, 2.0]"}),
            "TWICE": ("Mul", {"y": "2.0"}),
            "B": kind,
            "FILLED": (kind, {"initvalues": "7", "shape": "[2, 2]"}),
        },
        f"A.{out} -> TWICE.x\nTWICE.z -> B.initvalues",
    )
    assert got["B"][out].tolist() == [2, 4]
    assert got["FILLED"][out].tolist() == [[7, 7], [7, 7]]


def test_each_session_has_its_own_variables_and_they_run_in_id_order(go):
    got = go(
        "V loom.Variable initvalues=0; UP AssignAdd value=1 ref=<V.ref; SEE Identity input=<V.ref; "
        "S1 loom.Session fetch_outputs=<UP.output_ref; S2 loom.Session fetch_outputs=<SEE.output",
        steps=3,
    )
    assert got["UP"]["output_ref"] == 3
    assert got["SEE"]["output"] == 0  # the second session's variable was never changed


def test_run_outputs_run_once_a_step_and_control_wires_order_them(go):
    got = go(
        "V loom.Variable initvalues=0; A AssignAdd value=1 ref=<V.ref; B AssignAdd value=10 ref=<V.ref; "
        "SEE Identity input=<V.ref; NOP NoOp; "
        "S loom.Session run_outputs=<A.output_ref,B.output_ref fetch_outputs=<SEE.output; A -> NOP; "
        "B -> NOP; NOP -> SEE",
        steps=2,
    )
    assert got["SEE"]["output"] == 22


def test_gradients_and_control_wires_across_waves(go):
    got = go(
        "X loom.Variable initvalues=3.0; Y Square x=<X.ref; G loom.Gradients ys=<Y.y xs=<X.ref; "
        "NOP NoOp; OUT Mul y=10.0 x=<G.grads[0]; V loom.Variable initvalues=0; "
        "UP AssignAdd value=1 ref=<V.ref; LAST NoOp; SEE Identity input=<V.ref; NOP -> G; UP -> NOP; "
        "G -> LAST; LAST -> SEE; NOP -> OUT"
    )
    assert got["G"]["grads"][0] == 6
    assert got["OUT"]["z"] == 60
    assert got["SEE"]["output"] == 1


def test_gradients_that_cannot_be(go):
    with pytest.raises(BadPage) as caught:
        go("X Const value=1.0; Y Const value=2.0; G loom.Gradients ys=<Y.output xs=<X.output")
    assert "does not depend on xs[0] (X" in caught.value.problems[0].message


def test_frames_prefix_names_and_place_ops(catalogue, worker, tmp_path):
    from blockloom.blocks.document.pages import Frame
    from blockloom.blocks.files import documents

    made = document(
        catalogue,
        "A Const value=1; B Neg x=<A.output",
        frames=(Frame("F", "outer", device="/device:CPU:0"), Frame("G", "inner", frame="F")),
        framed={"A": "F", "B": "G"},
    )
    path = tmp_path / "graph.pbtxt"
    reply = worker.call(requests.ExportRequest(document=documents.dumps(made), page="main", path=str(path)))
    assert not reply.problems
    text = path.read_text()
    assert 'name: "outer/A"' in text
    assert 'name: "outer/inner/B"' in text
    assert text.count('device: "/device:CPU:0"') == 2
    assert run(made, worker=worker).results["B"]["y"] == -1


def test_feeds_by_block_by_command_and_their_order(go):
    blocks = {
        "P": ("Placeholder", {"dtype": "DT_FLOAT", "shape": "[2]"}),
        "N": "Neg",
        "F": ("loom.Feed", {"value": "[1, 2]"}),
        "S": "loom.Session",
    }
    wires = "P.output -> N.x\nP.output -> F.placeholder\nF.feed -> S.inputs\nN.y -> S.fetch_outputs"
    assert go(blocks, wires)["N"]["y"].tolist() == [-1, -2]
    assert go(blocks, wires, feed={"P": "[3, 4]"})["N"]["y"].tolist() == [-3, -4]
    assert go(blocks, wires, feed={"P.output": np.array([5, 6])})["N"]["y"].tolist() == [-5, -6]
    with pytest.raises(BadPage) as caught:
        go(blocks, wires, feed={"P": "[1, 2, 3]"})
    assert "shape is [3]" in caught.value.problems[0].message
    with pytest.raises(BadPage) as caught:
        go(blocks, wires, feed={"P": "[1, x]"})
    assert caught.value.problems[0].block == "P"


def test_fetch_adds_and_limits(go):
    blocks = {
        "A": ("Const", {"value": "1"}),
        "B": "Neg",
        "SPLIT": ("Split", {"split_dim": "0", "value": "[1, 2]", "num_split": "2"}),
        "S": "loom.Session",
    }
    wires = "A.output -> B.x\nB.y -> S.fetch_outputs"
    assert set(go(blocks, wires)) == {"A", "B"}
    got = go(blocks, wires, fetch=["main/SPLIT.output[1]", "A"])
    assert set(got) == {"SPLIT", "A"}
    assert got["SPLIT"]["output[1]"].tolist() == [2]
    with pytest.raises(BadPage, match=r"SPLIT\.output has 2 elements"):
        go(blocks, wires, fetch=["SPLIT.output[7]"])


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("B.y[0]", r"B\.y is not a list: there is no y\[0\]"),
        ("B.y[999999]", r"there is no y\[999999\]"),
        ("B.x", r"B\.x is not an output of Neg; its outputs are: y"),
        ("A.dtype", r"A\.dtype is not an output of Const"),
        ("B.x[0]", r"B\.x\[0\] is not an output"),
    ],
)
def test_what_has_no_result_is_neither_fetched_nor_fed(go, name, why):
    for asked in ({"fetch": [name]}, {"feed": {name: "1"}}):
        with pytest.raises(BadPage, match=why):
            go("A Const value=1; B Neg x=<A.output", **asked)


def test_values_for_one_run(go):
    blocks = {"A": ("Const", {"value": "1"}), "B": ("AddV2", {"y": "1"})}
    assert go(blocks, "A.output -> B.x", values={"B.y": "41"})["B"]["z"] == 42
    for name, why in (
        ("B.x", "is wired"),
        ("B.q", "has no pin"),
        ("C.x", "no block"),
        ("B", "does not name a pin"),
        ("B.z", "is not an input"),
    ):
        with pytest.raises(BadPage, match=why):
            go(blocks, "A.output -> B.x", values={name: "1"})


def test_every_bad_block_is_reported_and_not_only_the_first(go):
    with pytest.raises(BadPage) as caught:
        go(
            "A Const value=[[1,2]]; BAD1 MatMul a=<A.output b=<A.output; BAD2 MatMul a=<A.output b=<A.output; "
            "FINE Neg x=<A.output; BEHIND Neg x=<BAD1.product; BAD3 Reshape shape=[3] tensor=<A.output"
        )
    problems = {p.block: p for p in caught.value.problems if p.severity == "error"}
    assert set(problems) == {"BAD1", "BAD2", "BAD3"}
    assert "they must be equal" in problems["BAD1"].message
    assert all(p.remedy and p.page == "main" and "{{" not in p.message for p in problems.values())


@pytest.mark.parametrize(
    ("blocks", "place", "said"),
    [
        ("G GatherV2 params=[1,2] indices=[5] axis=0", "G", "not in [0, 2)"),
        (
            "V VariableV2 shape=[] dtype=DT_FLOAT; N Neg x=<V.ref",
            "V",
            "before it has a value",
        ),
        ("P Placeholder dtype=DT_FLOAT; N Neg x=<P.output", "P", "no value is fed"),
        ("F ReadFile filename=/nowhere/at/all", "F", "No such file"),
        ("A Assert condition=false data=['broken']", "A", "broken"),
    ],
)
def test_errors_of_a_run_name_block_reason_and_remedy(go, blocks, place, said):
    with pytest.raises(RunFailed) as caught:
        go(blocks)
    problem = caught.value.problems[0]
    assert problem.block == place
    assert said in problem.message
    assert problem.remedy
    assert "node" not in problem.message


def test_ids_that_tensorflow_would_not_take_as_names(go):
    got = go("_A Const value=1; 블록 Neg x=<_A.output; a-b Neg x=<블록.y; W Neg x=<_A.output; w Neg x=<W.y")
    assert got["a-b"]["y"] == 1
    assert got["w"]["y"] == 1


def test_an_op_that_python_hides_compiles_and_runs(catalogue, go):
    import tensorflow as tf

    assert not hasattr(tf.raw_ops, "_ListToArray")
    got = go("A _ListToArray input=[1.0f,2.0f] T=DT_FLOAT N=2; S AddN inputs=<A.output")
    assert got["S"]["sum"] == 3


@pytest.mark.parametrize("kind", ["", "Sparse", "Resource"])
def test_an_accumulator_of_another_dtype_is_an_error_and_not_the_end_of_the_process(go, kind):
    maker = "ResourceConditionalAccumulator" if kind == "Resource" else f"{kind}ConditionalAccumulator"
    with pytest.raises(BadPage) as caught:
        go(
            {
                "ACC": (maker, {"dtype": "DT_FLOAT", "shape": "[2]"}),
                "TAKE": (f"{kind}AccumulatorTakeGradient", {"num_required": "1", "dtype": "DT_DOUBLE"}),
            },
            "ACC.handle -> TAKE.handle",
        )
    problem = next(p for p in caught.value.problems if p.severity == "error")
    assert (problem.block, problem.pin) == ("TAKE", "handle")
    assert "ACC holds DT_FLOAT" in problem.message
    assert "DT_DOUBLE" in problem.remedy


def test_dtypes_follow_from_the_handle(go):
    got = go(
        """
        ACC ConditionalAccumulator dtype=DT_DOUBLE shape=[]
        APPLY AccumulatorApplyGradient local_step=0 gradient=3 handle=<ACC.handle
        TAKE AccumulatorTakeGradient num_required=1 handle=<ACC.handle
        Q FIFOQueueV2 component_types=[DT_FLOAT, DT_STRING]
        PUT QueueEnqueueV2 components=[1, 'a'] handle=<Q.handle; GET QueueDequeueV2 handle=<Q.handle
        R loom.ResourceVariable initvalues=2.5; READ ReadVariableOp resource=<R.handle""",
    )
    assert got["TAKE"]["average"].dtype == np.float64
    assert got["TAKE"]["average"] == 3
    assert [part.item() for part in got["GET"]["components"]] == [1.0, b"a"]
    assert got["READ"]["value"] == 2.5


def test_typed_values_at_tables_take_the_tables_dtypes(go):
    """Keys by spelling would be DT_INT32, defaults DT_DOUBLE; through an Identity the handle is still the table's."""
    got = go(
        "TABLE MutableHashTableV2 key_dtype=DT_INT64 value_dtype=DT_FLOAT; "
        "SAME Identity input=<TABLE.table_handle; "
        "PUT LookupTableInsertV2 keys=[1,2] values=[0.5,3] table_handle=<TABLE.table_handle; "
        "FIND LookupTableFindV2 keys=[2,7] default_value=-1 table_handle=<SAME.output; "
        "ALL LookupTableExportV2 table_handle=<SAME.output; "
        "WORDS HashTableV2 key_dtype=DT_STRING value_dtype=DT_INT64; "
        "FILL InitializeTableV2 keys=[one,two] values=[1,2] table_handle=<WORDS.table_handle; "
        "WORD LookupTableFindV2 keys=two default_value=-1 table_handle=<WORDS.table_handle; "
        "LIST TensorArrayV3 dtype=DT_DOUBLE size=2; "
        "WRITE TensorArrayWriteV3 index=0 value=7 flow_in=0f handle=<LIST.handle; PUT -> FIND; "
        "PUT -> ALL; FILL -> WORD"
    )
    assert (got["FIND"]["values"].dtype, got["FIND"]["values"].tolist()) == (np.float32, [3, -1])
    assert (got["WORD"]["values"].dtype, got["WORD"]["values"]) == (np.int64, 2)
    assert sorted(got["ALL"]["keys"].tolist()) == [1, 2]


def test_an_empty_tensor_of_any_shape_is_typed_in(go):
    got = go(
        "A Const value=[] (0, 3) dtype=DT_INT64; B ConcatV2 axis=0 values=<A.output,C.output; "
        "C Const value=[[1, 2, 3]] dtype=DT_INT64; N AddN inputs=[{} {2,0,2}]",
    )
    assert got["A"]["output"].shape == (0, 3) and got["B"]["output"].tolist() == [[1, 2, 3]]
    assert got["N"]["sum"].shape == (2, 0, 2)


def test_values_for_one_run_leave_the_callers_document_alone(catalogue, worker):
    made = document(catalogue, "A Const value=1")
    assert run(made, values={"A.value": "2"}, worker=worker).results["A"]["output"] == 2
    assert made.pages["main"].blocks["A"].values == {"value": "1"}
    with pytest.raises(BadPage):
        run(made, values={"A.value": "3", "A.nope": "4"}, worker=worker)
    assert made.pages["main"].blocks["A"].values == {"value": "1"}


def test_a_number_that_is_none_fails_the_step_and_not_the_opening(worker, catalogue):
    made = document(
        catalogue,
        "QUEUE FIFOQueueV2 component_types=[DT_FLOAT]; "
        "GET QueueDequeueManyV2 n=[3] component_types=[DT_FLOAT] handle=<QUEUE.handle",
    )
    with pytest.raises(RunFailed):
        run(made, worker=worker)
