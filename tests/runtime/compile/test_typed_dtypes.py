"""Dtypes of typed values, against what numpy and TensorFlow make of the same values."""

import numpy as np
import pytest

from blockloom import run
from tests.pages import document, page


@pytest.mark.parametrize(
    ("values", "dtype"),
    [
        (("0", "3", "1"), "int32"),
        (("0.0f", "200.0f", "50"), "float32"),
        (("0", "2.0f", "0.5f"), "float32"),
        (("0.0", "2", "1"), "float64"),
    ],
)
def test_a_range_of_typed_floats_is_one_of_floats(catalogue, worker, values, dtype):
    made = document(catalogue, {"R": ("Range", dict(zip(("start", "limit", "delta"), values, strict=True)))})
    got = run(made, worker=worker).results["R"]["output"]
    wanted = np.arange(*(float(value.rstrip("f")) for value in values), dtype=dtype)
    assert got.dtype == dtype
    assert got.tolist() == wanted.tolist()


def test_an_empty_element_shape_is_that_of_a_scalar(catalogue, worker):
    assert run(
        document(
            catalogue,
            "LIST TensorListReserve element_shape=[] num_elements=2 element_dtype=DT_FLOAT; "
            "SET TensorListSetItem index=1 item=7.5f input_handle=<LIST.handle; "
            "STACK TensorListStack element_shape=[] element_dtype=DT_FLOAT input_handle=<SET.output_handle",
        ),
        worker=worker,
    ).results["STACK"]["tensor"].tolist() == [0, 7.5]


@pytest.mark.parametrize("behind", ["", "Identity"])
def test_a_gradient_behind_an_arg_takes_the_dtype_that_is_typed(catalogue, worker, behind):
    made = document(
        catalogue,
        "ACC ResourceConditionalAccumulator dtype=DT_DOUBLE shape=[]; "
        "CALL StatefulPartitionedCall Tout=[DT_DOUBLE] f=f args=<ACC.handle",
    )
    handle = "ID.output" if behind else "h.output"
    page(
        made,
        "f",
        f"""h loom.Arg dtype=DT_RESOURCE; {"ID Identity;" if behind else ""}
        APPLY ResourceAccumulatorApplyGradient gradient=10.0 local_step=9;
        TAKE ResourceAccumulatorTakeGradient dtype=DT_DOUBLE num_required=1; r loom.Retval""",
        *(["h.output -> ID.input"] if behind else []),
        f"{handle} -> APPLY.handle",
        f"{handle} -> TAKE.handle",
        "APPLY -> TAKE",
        "TAKE.average -> r.input",
    )
    assert run(made, worker=worker).results["CALL"]["output"][0] == 10
