"""Costs of pages before a run: compared with formulas, with Keras's counts, and with runs."""

import json

import numpy as np
import pytest
import tensorflow as tf
from tensorflow.python.framework.convert_to_constants import convert_variables_to_constants_v2

import blockloom
from blockloom.app.cli import main
from blockloom.app.formats import open_document
from blockloom.blocks.document.pages import Frame
from blockloom.blocks.files import documents
from blockloom.blocks.files.examples import FOLDER
from blockloom.runtime.api import graphfile
from tests.extent import slow, slow_after
from tests.pages import document, pages

N = 3  # the batch
# Of images (N, 8, 8, 3): block -> its operations by hand, and how many floats it gives.
BY_HAND = {
    "CONV": (2 * 3 * 3 * 3 * (N * 8 * 8 * 16), N * 8 * 8 * 16),
    "NORM": (2 * (N * 8 * 8 * 16), N * 8 * 8 * 16 + 5 * 16 - 16),
    "RELU": (N * 8 * 8 * 16, N * 8 * 8 * 16),
    "DEEP": (2 * 3 * 3 * (N * 4 * 4 * 16), N * 4 * 4 * 16),
    "POOL": (2 * 2 * (N * 2 * 2 * 16), N * 2 * 2 * 16),
    "FLAT": (0, 0),
    "DENSE": (2 * 64 * (N * 10), N * 10),
    "CHANCES": (5 * N * 10, N * 10),
    "PAIRS": (2 * N * N * 10, N * N),
    "MEAN": (N * N, 1),
}


def variable(*shape):
    """Return the type and the values of a block."""
    return f"loom.ResourceVariable dtype=DT_FLOAT initvalues={np.zeros(shape).tolist()}".replace(", ", ",")


NETWORK = (
    f"X Placeholder dtype=DT_FLOAT shape=[?,8,8,3]; K {variable(3, 3, 3, 16)}; "
    "CONV Conv2D input=<X.output filter=<K.value strides=[1,1,1,1] padding=SAME; "
    f"S {variable(16)}; NORM FusedBatchNormV3 x=<CONV.output scale=<S.value offset=<S.value mean=<S.value "
    "variance=<S.value is_training=false; RELU Relu features=<NORM.y; "
    f"D {variable(3, 3, 16, 1)}; "
    "DEEP DepthwiseConv2dNative input=<RELU.activations filter=<D.value strides=[1,2,2,1] padding=SAME; "
    "POOL AvgPool value=<DEEP.output ksize=[1,2,2,1] strides=[1,2,2,1] padding=VALID; "
    f"FLAT Reshape tensor=<POOL.output shape=[-1,64]; W {variable(64, 10)}; "
    "DENSE MatMul a=<FLAT.output b=<W.value; CHANCES Softmax logits=<DENSE.product; "
    "PAIRS Einsum inputs=<CHANCES.softmax,CHANCES.softmax equation=ik,jk->ij; "
    "MEAN Mean input=<PAIRS.output reduction_indices=[0,1]"
)
WEIGHTS = 3 * 3 * 3 * 16 + 16 + 3 * 3 * 16 + 64 * 10


@pytest.fixture
def network(catalogue):
    frames = (Frame("OUTER", "head"), Frame("INNER", "deep", frame="OUTER"))
    return document(catalogue, NETWORK, frames=frames, framed={"DENSE": "OUTER", "W": "INNER", "PAIRS": "INNER"})


def parts(found):
    return {part.address: part for _, part in found.page.walk()}


def test_operations_and_memory_are_those_of_formulas_by_hand(worker, network):
    found = blockloom.cost(network, batch=N, worker=worker)
    costs = {at: part.costs for at, part in parts(found).items()}
    assert found.batched and not found.problems
    for block, (flops, floats) in BY_HAND.items():
        if flops or floats:
            assert (costs[block].flops, costs[block].bytes) == (flops, 4 * floats), block
        else:
            assert block not in costs
    assert found.page.costs.parameters == WEIGHTS
    assert found.page.costs.flops == sum(flops for flops, _ in BY_HAND.values())
    assert (costs["INNER"].parameters, costs["INNER"].flops) == (640, BY_HAND["PAIRS"][0])
    assert (costs["OUTER"].parameters, costs["OUTER"].flops) == (640, BY_HAND["PAIRS"][0] + BY_HAND["DENSE"][0])


def test_training_counts_gradients_and_updates(worker, catalogue):
    """A layer (N, 8) x (8, 4) and the mean of its squares: see the table in the comments."""
    made = document(
        catalogue,
        f"X Placeholder dtype=DT_FLOAT shape=[?,8]; W {variable(8, 4)}; Y MatMul a=<X.output b=<W.value; "
        "SQUARE Square x=<Y.product; LOSS Mean input=<SQUARE.y reduction_indices=[0,1]; "
        "OPT loom.GradientDescentOptimizer learning_rate=0.1; "
        "TRAIN loom.Minimize loss=<LOSS.output optimizer=<OPT.optimizer",
    )
    costs = {at: part.costs for at, part in parts(blockloom.cost(made, batch=1000, worker=worker)).items()}
    product = 2 * 1000 * 8 * 4
    assert costs["Y"].flops == product and costs["W"].parameters == 32
    # The gradients by W and by X, which TensorFlow computes as well, are a product each; those of Mean and Square take
    # 1 and 2 for each of 1000 x 4; the update 2 for each weight.
    assert costs["TRAIN"].flops == pytest.approx(2 * product + 3 * 4000 + 2 * 32, rel=0.01)
    assert costs["TRAIN"].parameters == 0 and not costs["TRAIN"].unknown_flops


def test_what_is_not_known_is_said_and_what_no_session_needs_is_not_counted(worker, catalogue):
    made = document(
        catalogue,
        "X Placeholder dtype=DT_FLOAT; E Exp x=<X.output; A Const dtype=DT_FLOAT value=[[1.0,2.0]]; B Exp x=<A.output; "
        "C Exp x=<A.output; RUN loom.Session fetch_outputs=<E.y,B.y",
    )
    found = blockloom.cost(made, worker=worker)
    costs = {at: part.costs for at, part in parts(found).items()}
    assert (costs["E"].flops, costs["E"].unknown_flops, costs["E"].unknown_bytes) == (0, 1, 1)
    assert (costs["B"].flops, costs["B"].bytes, costs["B"].unknown_flops) == (2, 8, 0) and "C" not in costs
    assert "not known" in found.as_table() and "at least" in found.as_table()


def test_instances_are_opened_down_to_their_parts(worker, catalogue):
    made = pages(
        twice="x loom.Arg dtype=DT_FLOAT; E Exp x=<x.output; y loom.Retval input=<E.y",
        deep="x loom.Arg dtype=DT_FLOAT; T page:twice x=<x.output; y loom.Retval input=<T.y",
        main="A Const dtype=DT_FLOAT value=[1.,2.,3.]; D page:deep x=<A.output",
    )
    found = parts(blockloom.cost(made, "main", worker=worker))
    assert [found[at].kind for at in ("main/", "D", "/D/T", "/D/T/E")] == ["page", "instance", "instance", "block"]
    assert {found[at].costs.flops for at in ("main/", "D", "/D/T", "/D/T/E")} == {3}
    assert found["/D/T/E"].own == "Exp"


def test_of_functions_calls_count_once_branches_the_largest_and_loops_a_turn(worker):
    found = parts(blockloom.cost(FOLDER / "recurrent_loop.loom", worker=worker))
    assert found["LOOP"].costs.loops == 1 and found["LOOP"].costs.flops == 32 * 8 * (2 * 9 + 1 + 1)
    assert found["TRAIN"].costs.loops == 1 and found["TRAIN"].costs.unknown_flops
    # It trains the weights of the cell, on the page of the body, and a layer for its output.
    assert found["read a number/CELL/WEIGHTS"].costs.parameters == 9 * 8
    assert found["waves/"].costs.parameters == 9 * 8 + 8 + 8


@pytest.mark.parametrize(
    "name, count", slow_after(2, [("dense", 195), ("lstm", 425), ("conv", 5386), ("transformer", 3194)])
)
def test_parameters_are_as_many_as_keras_counts(models, name, count):
    assert blockloom.cost(models / name, "serving_default").page.costs.parameters == count


def test_weights_of_a_frozen_keras_model_are_parameters(tmp_path):
    """Count the weights after TensorFlow, or Blockloom, replaced the variables by constants."""
    keras = tf.keras
    layers = [
        keras.layers.Conv2D(4, 3),
        keras.layers.BatchNormalization(),
        keras.layers.Flatten(),
        keras.layers.Dense(5),
    ]
    model = keras.Sequential([keras.Input((8, 8, 3)), *layers])
    infer = tf.function(lambda x: model(x, training=False))
    frozen = convert_variables_to_constants_v2(infer.get_concrete_function(tf.TensorSpec([None, 8, 8, 3])))
    tf.io.write_graph(frozen.graph.as_graph_def(), str(tmp_path), "frozen.pb", as_text=False)
    model.save(tmp_path / "model.keras")
    options = graphfile.ExportOptions(frozen=True)
    graphfile.export(open_document(tmp_path / "model.keras"), None, tmp_path / "own.pb", options)
    for name in ("frozen.pb", "own.pb"):
        costs = blockloom.cost(tmp_path / name).page.costs
        assert costs.parameters == model.count_params(), name


@slow
@pytest.mark.parametrize("name", ["xor_network", "image_edges", "convolutional_network"])
def test_memory_is_that_of_what_a_run_gives(worker, name):
    made = open_document(FOLDER / f"{name}.loom")
    counted = blockloom.cost(made, worker=worker)
    given = blockloom.run(made, fetch=["*"], worker=worker).results

    def size(value):
        return sum(map(size, value)) if isinstance(value, list) else getattr(value, "nbytes", 0)

    sizes = {at: sum(map(size, pins.values())) for at, pins in given.items()}
    plain = {
        at: part.costs.bytes
        for at, part in parts(counted).items()
        if part.kind == "block" and at in sizes and not part.own.startswith("loom.") and not part.costs.unknown_bytes
    }
    assert len(plain) > 5 and plain == {at: sizes[at] for at in plain}


def test_the_command_prints_a_table_and_json(network, tmp_path, capfd):
    path = tmp_path / "net.loom"
    documents.save(network, path)
    assert main(["cost", str(path), "--batch", str(N)]) == 0
    table = capfd.readouterr().out.splitlines()
    assert table[0].split() == ["Type", "Parameters", "FLOPs", "Activations"]
    assert [row.split() for row in table if "DENSE" in row] == [["DENSE", "MatMul", "3,840", "120", "B"]]
    assert table[-1] == f"for a batch of {N}"
    assert main(["cost", str(path), "--format", "json"]) == 0
    data = json.loads(capfd.readouterr().out)
    assert data["batch"] == 1 and data["page"]["parameters"] == WEIGHTS and data["page"]["kind"] == "page"
    assert main(["cost", str(path), "--page", "other"]) == 2
    assert "other" in capfd.readouterr().err
    of_itself = pages(
        main="X Const value=3; CALL PartitionedCall f=f Tout=[DT_INT32] args=<X.output",
        f="x loom.Arg dtype=DT_INT32 shape=[]; CALL PartitionedCall f=f Tout=[DT_INT32] args=<x.output; "
        "y loom.Retval input=<CALL.output[0]",
    )
    documents.save(of_itself, path)
    assert main(["cost", str(path)]) == 0
    assert "without blocks that have 1 error" in capfd.readouterr().out.splitlines()[-1]
