"""Steps that show something run the graph as it is; long runs that show nothing run what TensorFlow makes of it."""

import numpy as np
import pytest

from blockloom import run
from tests.pages import document

# Enough blocks for a session with a graph optimizer, and a variable that every step changes.
CHAIN = {f"I{number}": "Identity" for number in range(250)}
BLOCKS = {"V": ("loom.Variable", {"initvalues": "0.0f"}), "UP": ("AssignAdd", {"value": "1.0f"}), **CHAIN}
WIRES = "\n".join(
    [
        "V.ref -> UP.ref",
        "UP.output_ref -> I0.input",
        *(f"I{number}.output -> I{number + 1}.input" for number in range(249)),
    ]
)


def test_all_outputs_of_an_op_that_the_optimizer_fuses_can_be_shown(catalogue, worker):
    """It fuses a batch normalisation with the Relu behind it, and the other outputs of the normalisation are gone."""
    made = document(
        catalogue,
        BLOCKS
        | {
            "X": ("Const", {"value": "[[[[1.0f, 2.0f]], [[3.0f, 4.0f]]]]"}),
            "ONES": ("Const", {"value": "[1.0f, 1.0f]"}),
            "NORM": ("FusedBatchNormV3", {"is_training": "false", "epsilon": "0.0"}),
            "RELU": "Relu",
        },
        WIRES
        + """
        X.output -> NORM.x
        ONES.output -> NORM.scale
        ONES.output -> NORM.offset
        ONES.output -> NORM.mean
        ONES.output -> NORM.variance
        NORM.y -> RELU.features""",
    )
    results = run(made, steps=3, worker=worker).results
    np.testing.assert_array_equal(results["NORM"]["batch_mean"], [1, 1])
    np.testing.assert_array_equal(results["RELU"]["activations"].ravel(), [1, 2, 3, 4])


@pytest.mark.parametrize("steps", [1, 50, 150])
def test_both_kinds_of_step_share_the_variables(catalogue, worker, steps):
    results = run(document(catalogue, BLOCKS, WIRES), steps=steps, worker=worker).results
    assert results["V"]["ref"] == results["I249"]["output"] == steps
