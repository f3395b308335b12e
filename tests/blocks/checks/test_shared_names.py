"""Accumulators, queues, variables ... of one name and different dtypes: TensorFlow fails in a run, or crashes."""

import pytest

from blockloom import BadPage, run
from blockloom.blocks.checks import check
from blockloom.blocks.document.pages import Frame
from tests.pages import document, page

ACCUMULATOR, QUEUE, VARIABLE = "ConditionalAccumulator", "FIFOQueueV2", "VarHandleOp"
TAKE = {"TAKE": ("AccumulatorTakeGradient", {"num_required": "1"})}


def sharing(made):
    return [(p.block, p.pin, p.fact("other"), p.severity) for p in made if p.code == "shared-name"]


def blocks(first, second, dtype="dtype", types=("DT_FLOAT", "DT_DOUBLE"), **values):
    common = {"shape": "[]"} if dtype == "dtype" else {}
    return {
        "A": (first, common | {dtype: types[0], "shared_name": "one"}),
        "B": (second, common | {dtype: types[1], "shared_name": "one"} | values),
    }


@pytest.mark.parametrize(
    "made",
    [
        blocks(ACCUMULATOR, ACCUMULATOR),
        blocks(ACCUMULATOR, "SparseConditionalAccumulator"),
        blocks("ResourceConditionalAccumulator", "ResourceConditionalAccumulator"),
        blocks(VARIABLE, VARIABLE),
        blocks("VariableV2", "VariableV2"),
        blocks(QUEUE, QUEUE, "component_types", ("[DT_FLOAT]", "[DT_FLOAT, DT_INT32]")),
        blocks("MutableHashTableV2", "MutableHashTableV2", "value_dtype", key_dtype="DT_INT64"),
    ],
)
def test_both_blocks_of_a_shared_name_are_named_if_their_dtypes_differ(catalogue, made):
    for block in made.values():
        if block[0] == "MutableHashTableV2":
            block[1]["key_dtype"] = "DT_INT64"
    assert sharing(check(document(catalogue, made), catalogue)) == [("B", "shared_name", "A", "error")]


@pytest.mark.parametrize(
    "made",
    [
        blocks(ACCUMULATOR, ACCUMULATOR, types=("DT_FLOAT", "DT_FLOAT")),
        blocks(ACCUMULATOR, ACCUMULATOR, container="another"),
        blocks(ACCUMULATOR, VARIABLE),
        blocks(VARIABLE, "VariableV2"),
        {name: (ACCUMULATOR, {"dtype": f"DT_{name}", "shape": "[]"}) for name in ("FLOAT", "DOUBLE")},
    ],
)
def test_blocks_that_share_nothing_or_the_same_dtype_have_no_problem(catalogue, made):
    assert sharing(check(document(catalogue, made), catalogue)) == []


def test_the_name_of_a_block_counts_as_its_shared_name(catalogue):
    made = blocks(ACCUMULATOR, ACCUMULATOR, shared_name="A")
    del made["A"][1]["shared_name"]
    assert sharing(check(document(catalogue, made), catalogue)) == [("B", "shared_name", "A", "error")]


def test_sessions_and_devices_have_their_own_resources(catalogue):
    made = blocks(QUEUE, QUEUE, "component_types", ("[DT_FLOAT]", "[DT_INT32]"))
    frames = tuple(Frame(name, device=f"/job:{name}/task:0") for name in ("ps", "worker"))
    apart = document(catalogue, made, frames=frames, framed={"A": "ps", "B": "worker"})
    assert sharing(check(apart, catalogue)) == []
    sized = made | dict.fromkeys(("NA", "NB"), "QueueSizeV2") | dict.fromkeys(("SA", "SB"), "loom.Session")
    wires = "\n".join(f"{n}.handle -> N{n}.handle\nN{n}.size -> S{n}.fetch_outputs" for n in "AB")
    assert sharing(check(document(catalogue, sized, wires), catalogue)) == []
    both = wires.replace("SB", "SA")
    assert sharing(check(document(catalogue, sized, both), catalogue)) == [("B", "shared_name", "A", "error")]


def test_a_function_that_the_page_runs_shares_names_with_it(catalogue):
    made = document(
        catalogue,
        {
            "Q": (QUEUE, {"component_types": "[DT_FLOAT]", "shared_name": "one"}),
            "CALL": ("StatefulPartitionedCall", {"f": "f", "Tin": "[]", "Tout": "[DT_INT32]"}),
        },
    )
    wires = "Q.handle -> SIZE.handle", "SIZE.size -> r.input"
    page(made, "f", f"Q {QUEUE} component_types=[DT_INT32] shared_name=one; SIZE QueueSizeV2; r loom.Retval", *wires)
    assert sharing(check(made, catalogue, "main")) == [("Q", "shared_name", "f/Q", "error")]
    made.pages["f"].blocks["Q"].values["component_types"] = "[DT_FLOAT]"
    assert sharing(check(made, catalogue, "main")) == []


def test_a_run_ends_before_tensorflow_crashes(catalogue, worker):
    made = blocks(ACCUMULATOR, ACCUMULATOR) | TAKE
    made["APPLY"] = ("AccumulatorApplyGradient", {"gradient": "5f", "local_step": "0"})
    wires = "A.handle -> APPLY.handle\nAPPLY -> TAKE\nB.handle -> TAKE.handle"
    with pytest.raises(BadPage, match="shares the name one with A"):
        run(document(catalogue, made, wires), worker=worker)
