"""Handles of one resource, wired to ops for another."""

import pytest

from blockloom.blocks.checks import check
from blockloom.blocks.document.pages import Wire
from blockloom.blocks.problems import ERROR
from blockloom.blocks.quickfixes import fixes
from tests.pages import document

FLOAT = {"dtype": "DT_FLOAT", "shape": "[2]"}
APPLY = {"local_step": "0", "gradient": "[1f, 2f]"}
SPARSE = {
    "local_step": "0",
    "gradient_indices": "[0]",
    "gradient_values": "[1f]",
    "gradient_shape": "[2]",
    "has_known_shape": "true",
}
TAKE = {"num_required": "1", "dtype": "DT_FLOAT"}
MAKERS = {
    "ConditionalAccumulator": FLOAT,
    "SparseConditionalAccumulator": FLOAT,
    "ResourceConditionalAccumulator": FLOAT,
    "FIFOQueueV2": {"component_types": "DT_FLOAT"},
    "HashTableV2": {"key_dtype": "DT_STRING", "value_dtype": "DT_FLOAT"},
    "TensorArrayV3": {"dtype": "DT_FLOAT", "size": "2"},
    "Barrier": {"component_types": "DT_FLOAT"},
}
USERS = {
    "AccumulatorApplyGradient": ("Conditional", APPLY),
    "AccumulatorTakeGradient": ("Conditional", TAKE),
    "AccumulatorNumAccumulated": ("Conditional Sparse", {}),
    "SparseAccumulatorApplyGradient": ("Sparse", SPARSE),
    "SparseAccumulatorTakeGradient": ("Sparse", TAKE),
    "ResourceAccumulatorApplyGradient": ("Resource", APPLY),
    "QueueSizeV2": ("FIFO", {}),
    "LookupTableSizeV2": ("Hash", {}),
    "TensorArraySizeV3": ("Tensor", {"flow_in": "0f"}),
    "BarrierReadySize": ("Barrier", {}),
}


def page(catalogue, maker, user):
    out = catalogue[maker].outputs[0].name
    return document(
        catalogue,
        {"MAKER": (maker, MAKERS[maker]), "USER": (user, USERS[user][1])},
        f"MAKER.{out} -> USER.{catalogue[user].inputs[0].name}",
    )


@pytest.mark.parametrize("maker", MAKERS)
@pytest.mark.parametrize("user", USERS)
def test_a_handle_of_another_thing_is_an_error_on_the_wire(catalogue, maker, user):
    errors = [p for p in check(page(catalogue, maker, user), catalogue) if p.severity == ERROR]
    if maker.startswith(tuple(USERS[user][0].split())):
        assert errors == []
    else:
        (found,) = errors
        assert (found.code, found.block, found.pin) == ("wrong-handle", "USER", catalogue[user].inputs[0].name)


def test_blocks_that_pass_handles_on_are_not_an_error(catalogue):
    made = document(
        catalogue,
        {
            "Q": ("FIFOQueueV2", MAKERS["FIFOQueueV2"]),
            "I": "Identity",
            "SIZE": "QueueSizeV2",
            "V": ("loom.ResourceVariable", {"initvalues": "1f"}),
            "READ": ("ReadVariableOp", {"dtype": "DT_FLOAT"}),
            "R": "WholeFileReaderV2",
            "F": ("FIFOQueueV2", {"component_types": "DT_STRING"}),
            "NEXT": "ReaderReadV2",
        },
        "Q.handle -> I.input\nI.output -> SIZE.handle\nV.handle -> READ.resource\n"
        "R.reader_handle -> NEXT.reader_handle\nF.handle -> NEXT.queue_handle",
    )
    assert [str(p) for p in check(made, catalogue) if p.severity == ERROR] == []


def apply_fix(catalogue, made, number):
    (problem,) = [p for p in check(made, catalogue) if p.code == "wrong-handle"][:1]
    choices = fixes(made, catalogue, problem)
    choices[number].edit.apply(made)
    return choices[number].label, made.page("main")


@pytest.mark.parametrize(
    "maker, user, thing",
    [
        ("ConditionalAccumulator", "SparseAccumulatorApplyGradient", "SparseConditionalAccumulator"),
        ("ConditionalAccumulator", "SparseAccumulatorTakeGradient", "SparseConditionalAccumulator"),
        ("SparseConditionalAccumulator", "AccumulatorApplyGradient", "ConditionalAccumulator"),
        ("SparseConditionalAccumulator", "AccumulatorTakeGradient", "ConditionalAccumulator"),
        ("ConditionalAccumulator", "ResourceAccumulatorApplyGradient", "ResourceConditionalAccumulator"),
        ("ResourceConditionalAccumulator", "AccumulatorApplyGradient", "ConditionalAccumulator"),
    ],
)
def test_the_fix_changes_the_accumulator_and_keeps_the_wires(catalogue, maker, user, thing):
    made = page(catalogue, maker, user)
    label, after = apply_fix(catalogue, made, 0)
    assert label == f"Make MAKER a {thing}" and after.blocks["MAKER"].values == MAKERS[maker]
    assert [p for p in check(made, catalogue) if p.severity == ERROR] == []
    assert [str(w) for w in after.wires()] == ["MAKER.handle -> USER.handle"]


@pytest.mark.parametrize("kind", ["", "enu."])
def test_where_others_use_the_accumulator_the_one_that_differs_is_changed(catalogue, kind):
    made = document(
        catalogue,
        {
            "ACC": (f"{kind}ConditionalAccumulator", FLOAT),
            "A": (f"{kind}AccumulatorApplyGradient", APPLY),
            "G": ("Const", {"value": "[1f, 2f]"}),
            "BEFORE": "NoOp",
            "B": (f"{kind}SparseAccumulatorApplyGradient", {"local_step": "0", "has_known_shape": "true"}),
            "T": (f"{kind}SparseAccumulatorTakeGradient", TAKE),
            "N": "Neg",
        },
        "ACC.handle -> A.handle\nACC.handle -> B.handle\nACC.handle -> T.handle\nG.output -> B.gradient_values\n"
        "BEFORE -> B\nT.values -> N.x",
    )
    for _ in range(2):
        label, after = apply_fix(catalogue, made, 0)
        assert label in ("Make B a AccumulatorApplyGradient", "Make T a AccumulatorTakeGradient")
    assert after.blocks["B"][:2] == ("B", f"{kind}AccumulatorApplyGradient")
    assert after.blocks["B"].values == {"local_step": "0"}
    assert {str(w) for w in after.wires_into("B")} == {
        "ACC.handle -> B.handle",
        "G.output -> B.gradient",
        "BEFORE -> B",
    }
    assert [str(w) for w in after.wires_into("N", "x")] == ["T.average -> N.x"]
    assert [p for p in check(made, catalogue) if p.severity == ERROR] == []


def test_an_accumulator_that_is_offered_for_a_handle_is_the_right_one(catalogue):
    made = document(
        catalogue,
        {
            "D": ("ConditionalAccumulator", FLOAT),
            "S": ("SparseConditionalAccumulator", FLOAT),
            "B": ("SparseAccumulatorTakeGradient", TAKE),
        },
    )
    (problem,) = [p for p in check(made, catalogue) if p.code == "missing-input"]
    wires = [mend.label for mend in fixes(made, catalogue, problem) if mend.label.startswith("Wire")]
    assert wires == ["Wire S.handle to B.handle"]
    assert Wire("S", "handle", "B", "handle", "ref") not in made.page("main").wires()
