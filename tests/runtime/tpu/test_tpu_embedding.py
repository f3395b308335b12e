"""The TPU embedding page on the CPU reference: lookups and updates."""

from pathlib import Path

import numpy as np
import pytest
import tensorflow as tf
from hypothesis import given, settings
from hypothesis import strategies as st

from blockloom import RunFailed, TimedOut, run
from blockloom.blocks.files import documents
from blockloom.blocks.results.run_modes import RunMode
from blockloom.runtime.protocol import requests
from tests.extent import examples, slow_after
from tests.pages import document
from tests.runtime import tpukit
from tests.runtime.tpukit import page, train


def sparse_apply(op, refs, **options):
    """Return an update by one of TensorFlow's own sparse training ops; `refs`: pin -> slot."""

    def update(state, rate, indices, gradient):
        with tf.Graph().as_default(), tf.compat.v1.Session() as session:
            held = {pin: tf.compat.v1.Variable(state[slot], use_resource=False) for pin, slot in refs.items()}
            session.run([v.initializer for v in held.values()])
            given = {pin: v._ref() for pin, v in held.items()}
            if op is tf.raw_ops.ScatterSub:
                done = op(ref=given["var"], indices=indices, updates=rate * gradient)
            else:
                done = op(**given, lr=rate, grad=gradient, indices=indices, **options)
            session.run(done.op)
            return {slot: session.run(held[pin]) for pin, slot in refs.items()}

    return update


def adam(beta1, beta2, epsilon, lazy, inside):
    """Return the rule in optimization_parameters.proto: no bias correction; lazy means only rows looked up."""

    def update(state, rate, indices, gradient):
        rows = indices if lazy else np.arange(len(state["parameters"]))
        g = np.zeros_like(state["parameters"])
        g[indices] = gradient
        g = g[rows].astype(np.float64)
        new = {slot: value.copy() for slot, value in state.items()}
        m = beta1 * state["momenta"][rows] + (1 - beta1) * g
        v = beta2 * state["velocities"][rows] + (1 - beta2) * g * g
        root = np.sqrt(v + epsilon**2) if inside else np.sqrt(v) + epsilon
        new["momenta"][rows], new["velocities"][rows] = m, v
        new["parameters"][rows] -= rate * m / root
        return new

    return update


PLAIN = {"var": "parameters"}
RULES = {
    "adagrad": ("adagrad", "", sparse_apply(tf.raw_ops.SparseApplyAdagrad, PLAIN | {"accum": "accumulators"})),
    "ftrl": (
        "ftrl",
        "l1: 0.02 l2: 0.1 lr_power: -0.5",
        sparse_apply(
            tf.raw_ops.SparseApplyFtrl,
            PLAIN | {"accum": "accumulators", "linear": "linears"},
            l1=0.02,
            l2=0.1,
            lr_power=-0.5,
        ),
    ),
    "momentum": (
        "momentum",
        "momentum: 0.8",
        sparse_apply(tf.raw_ops.SparseApplyMomentum, PLAIN | {"accum": "momenta"}, momentum=0.8),
    ),
    "rms_prop": (
        "rms_prop",
        "rho: 0.9 momentum: 0.5 epsilon: 1e-3",
        sparse_apply(
            tf.raw_ops.SparseApplyRMSProp, PLAIN | {"ms": "ms", "mom": "mom"}, rho=0.9, momentum=0.5, epsilon=1e-3
        ),
    ),
    "sgd": ("stochastic_gradient_descent", "", sparse_apply(tf.raw_ops.ScatterSub, PLAIN)),
    "adam lazy": ("adam", "beta1: 0.9 beta2: 0.99 epsilon: 1e-3", adam(0.9, 0.99, 1e-3, True, False)),
    "adam whole": (
        "adam",
        "beta1: 0.9 beta2: 0.99 epsilon: 1e-3 use_non_lazy_adam: true",
        adam(0.9, 0.99, 1e-3, False, False),
    ),
    "adam inside": (
        "adam",
        "beta1: 0.8 beta2: 0.9 epsilon: 0.05 use_sum_inside_sqrt: true",
        adam(0.8, 0.9, 0.05, True, True),
    ),
}


def optimizer_pairs(video, user):
    """Return the page's optimizers, and those of `train`."""
    rules = {"video": RULES[video], "user": RULES[user]}
    return ({t: rule[:2] for t, rule in rules.items()}, {t: (rule[0], rule[2]) for t, rule in rules.items()})


def check_slots(got, state):
    for table, slots in state.items():
        for slot, value in slots.items():
            np.testing.assert_allclose(
                got[f"GET_{table}"][slot], value, rtol=1e-5, atol=1e-6, err_msg=f"{table}.{slot}"
            )


@pytest.mark.parametrize(
    ("video", "user"),
    slow_after(
        2,
        [
            ("adam whole", "adam inside"),
            ("momentum", "rms_prop"),
            ("adagrad", "ftrl"),
            ("sgd", "adam lazy"),
            ("ftrl", "adagrad"),
        ],
    ),
)
def test_five_steps_equal_the_sparse_updates_of_tensorflow(catalogue, worker, video, user):
    drawn, plain = optimizer_pairs(video, user)
    got = run(document(catalogue, *page(drawn)), steps=5, worker=worker).results
    state, activations = train(plain)
    check_slots(got, state)
    for table, value in zip(("video", "user"), got["RECV"]["outputs"]):
        np.testing.assert_allclose(value, activations[table], rtol=1e-5, atol=1e-6)
    assert got["RECV"]["outputs"][0].reshape(4, 2, 2)[2, 0].tolist() == [0, 0]  # the empty sample


def test_the_pair_without_deduplication_data_does_the_same(catalogue, worker):
    drawn, plain = optimizer_pairs("adagrad", "sgd")
    got = run(document(catalogue, *page(drawn, xla=False)), steps=3, worker=worker).results
    check_slots(got, train(plain, 3)[0])


def test_deduplication_data_is_described_and_blocks_wear_the_reference(catalogue, worker):
    blocks, wires = page(optimizer_pairs("adagrad", "ftrl")[0])
    opened = worker.call(
        requests.OpenRequest(document=documents.dumps(document(catalogue, blocks, wires)), page="main")
    )
    assert {"CONFIGURE", "DEDUP", "RECV", "SEND", "ENQUEUE", "LOAD_video", "GET_user"} <= set(opened.reference)
    assert "STEP" not in opened.reference and opened.problems == []
    got = run(document(catalogue, blocks, wires), worker=worker).results
    assert got["DEDUP"]["output"] == {
        "dtype": "variant",
        "about": "uint32 indices and float weights of one batch for video, user",
    }


def test_clipping_weight_decay_and_constant_rates(catalogue, worker):
    """Gradients are clipped before the update, weights decay before it and are clipped after it."""
    extra = (
        "clipping_limits { lower { value: -0.3 } upper { value: 0.35 } } weight_decay_factor: 0.5 "
        "multiply_weight_decay_factor_by_learning_rate: true gradient_clipping_limits { upper { value: 0.2 } }"
    )
    drawn, _ = optimizer_pairs("sgd", "adagrad")

    def descent(state, rate, indices, gradient):
        w = state["parameters"].copy()
        w[indices] = np.clip(w[indices] * (1 - np.float32(0.5) * rate) - rate * np.minimum(gradient, 0.2), -0.3, 0.35)
        return {"parameters": w}

    def adagrad(state, rate, indices, gradient):
        w, a = state["parameters"].copy(), state["accumulators"].copy()
        g = np.minimum(gradient, np.float32(0.2))
        a[indices] += g * g
        w[indices] = np.clip(w[indices] * (1 - np.float32(0.5) * rate) - rate * g / np.sqrt(a[indices]), -0.3, 0.35)
        return {"parameters": w, "accumulators": a}

    got = run(document(catalogue, *page(drawn, extra)), steps=4, worker=worker).results
    check_slots(got, train({"video": (drawn["video"][0], descent), "user": ("adagrad", adagrad)}, 4)[0])


FEATURES = """
table_descriptor { name: "words" vocabulary_size: 5 dimension: 1
  optimization_parameters { learning_rate { constant: 1 } stochastic_gradient_descent {} } }
feature_descriptor { name: "dense" table_id: 0 input_shape: 3 }
feature_descriptor { name: "sparse" table_id: 0 input_shape: 2 input_shape: 2 }
feature_descriptor { name: "ragged" table_id: 0 input_shape: 3 }
mode: TRAINING
"""


@pytest.mark.parametrize("dynamic", [False, True])
def test_features_of_any_rank_dense_sparse_and_ragged(catalogue, worker, dynamic):
    kind = ("Dynamic" if dynamic else "") + "EnqueueTPUEmbeddingArbitraryTensorBatch"
    blocks = {
        "NONE": ("Const", {"value": "[]", "dtype": "DT_INT32"}),
        "AT": ("Const", {"value": "[[0,0,0],[0,1,0],[0,1,1],[1,1,0]]"}),
        "SPLITS": ("Const", {"value": "[0, 2, 2, 3]"}),
        "ENQUEUE": (
            kind,
            {
                "embedding_indices": "[[0, 1, 2], [1, 2, 3, 4], [0, 4, 3]]",
                "combiners": '["sqrtn"]',
                "aggregation_weights": "[[1f, 2f, 3f], [1f, 3f, 4f, 1f], [1f, 1f, 2f]]",
                "mode_override": "unspecified",
            }
            | ({"device_ordinal": "0"} if dynamic else {}),
        ),
        "LOAD": (
            "LoadTPUEmbeddingStochasticGradientDescentParameters",
            {"parameters": "[[1], [10], [100], [1000], [10000]]", "table_id": "0", "num_shards": "1", "shard_id": "0"},
        ),
        "DEDUP": ("XlaRecvTPUEmbeddingDeduplicationData", {"config": FEATURES}),
        "RECV": ("XlaRecvTPUEmbeddingActivations", {"config": FEATURES, "num_tables": "3"}),
        "SEND": ("XlaSendTPUEmbeddingGradients", {"config": "@RECV"}),
        "GET": (
            "RetrieveTPUEmbeddingStochasticGradientDescentParameters",
            {"table_id": "0", "num_shards": "1", "shard_id": "0"},
        ),
    }
    wires = """NONE.output -> ENQUEUE.sample_indices_or_row_splits
               AT.output -> ENQUEUE.sample_indices_or_row_splits
               SPLITS.output -> ENQUEUE.sample_indices_or_row_splits
               DEDUP.output -> RECV.deduplication_data
               DEDUP.output -> SEND.deduplication_data
               RECV.outputs -> SEND.gradients"""
    got = run(document(catalogue, blocks, wires), worker=worker).results
    dense, sparse, ragged = got["RECV"]["outputs"]
    np.testing.assert_allclose(dense[:, 0], [1, 10, 100], rtol=1e-6)  # one id: w / sqrt(w * w)
    np.testing.assert_allclose(sparse[..., 0], [[10, (300 + 4000) / 5], [0, 10000]], rtol=1e-6)
    np.testing.assert_allclose(ragged[:, 0], [10001 / 2**0.5, 0, 1000], rtol=1e-6)
    # Equal ids of all features are summed: id 3 gets 4/5 of the sparse sample and the whole of the ragged one.
    np.testing.assert_allclose(got["GET"]["parameters"][3], [1000 - 0.8 * 860 - 1000], rtol=1e-4)


def test_a_ragged_feature_is_combined_or_a_sequence_by_its_shape(catalogue, worker):
    """One sample has its ids combined; of two sequences, the first is filled up, and the second cut."""
    begin, mode = FEATURES.partition("feature_descriptor")[0], "mode: TRAINING"
    series = 'feature_descriptor { name: "series" table_id: 0 input_shape: 2 input_shape: 2 }'
    config = begin + 'feature_descriptor { name: "one" table_id: 0 input_shape: 1 }' + series + mode
    blocks = {
        "ONE": ("Const", {"value": "[0, 2]"}),
        "SERIES": ("Const", {"value": "[0, 1, 4]"}),
        "ENQUEUE": (
            "EnqueueTPUEmbeddingArbitraryTensorBatch",
            {
                "embedding_indices": "[[0, 1], [0, 1, 2, 3]]",
                "combiners": '["sum"]',
                "aggregation_weights": "[[1f, 1f], [1f, 1f, 1f, 1f]]",
                "mode_override": "unspecified",
            },
        ),
        "LOAD": (
            "LoadTPUEmbeddingStochasticGradientDescentParameters",
            {"parameters": "[[1], [10], [100], [1000], [10000]]", "table_id": "0", "num_shards": "1", "shard_id": "0"},
        ),
        "RECV": ("RecvTPUEmbeddingActivations", {"config": config, "num_outputs": "2"}),
    }
    wires = "".join(f"{name}.output -> ENQUEUE.sample_indices_or_row_splits\n" for name in ("ONE", "SERIES"))
    one, two = run(document(catalogue, blocks, wires), worker=worker).results["RECV"]["outputs"]
    assert (one[..., 0].tolist(), two[..., 0].tolist()) == ([11], [[1, 0], [10, 100]])


SEQUENCE = """
table_descriptor { name: "words" vocabulary_size: 5 dimension: 1 num_features: 3
  optimization_parameters { learning_rate { constant: 1 } stochastic_gradient_descent {} } }
mode: TRAINING batch_size_per_tensor_core: 2
"""


@pytest.mark.parametrize("ragged", [False, True])
def test_sequences_take_a_row_for_each_position(catalogue, worker, ragged):
    """Sample by sample: a combined feature, then two positions of a sequence; a third word is dropped."""
    where = ("sample_splits", "[[0, 1, 3], [0, 3, 4]]") if ragged else ("sample_indices", "[[0, 1, 1], [0, 0, 0, 1]]")
    kind = "RaggedTensor" if ragged else "SparseTensor"
    blocks = {
        "ENQUEUE": (
            f"EnqueueTPUEmbedding{kind}Batch",
            {
                where[0]: where[1],
                "embedding_indices": "[[0, 1, 2], [4, 3, 2, 1]]",
                "aggregation_weights": "[[1f, 1f, 1f], [1f, 1f, 1f, 1f]]",
                "table_ids": "[0, 0]",
                "max_sequence_lengths": "[0, 2]",
                "mode_override": "unspecified",
            },
        ),
        "LOAD": (
            "LoadTPUEmbeddingStochasticGradientDescentParameters",
            {
                "parameters": "[[1], [10], [100], [1000], [10000]]",
                "table_name": "words",
                "num_shards": "1",
                "shard_id": "0",
            },
        ),
        "RECV": ("RecvTPUEmbeddingActivations", {"config": SEQUENCE, "num_outputs": "1"}),
    }
    got = run(document(catalogue, blocks), worker=worker).results
    assert got["RECV"]["outputs"][0][:, 0].tolist() == [1, 10000, 1000, 110, 10, 0]


def test_integer_batches_all_tables_at_once_and_shards(catalogue, worker):
    """One id for each row; two shards of a table, by LoadAll, of which the second is read back."""
    config = SEQUENCE.replace("num_features: 3", "num_features: 1").replace("size: 5", "size: 3")
    empty = {f"auxiliary{i}": "[[]]" for i in range(1, 8)}
    blocks = {
        "FIRST": (
            "LoadAllTPUEmbeddingParameters",
            empty | {"parameters": "[[[1], [2]]]", "config": config, "num_shards": "2", "shard_id": "0"},
        ),
        "SECOND": (
            "LoadAllTPUEmbeddingParameters",
            empty | {"parameters": "[[[3]]]", "config": config, "num_shards": "2", "shard_id": "1"},
        ),
        "ENQUEUE": ("EnqueueTPUEmbeddingIntegerBatch", {"batch": "[[2, 0]]", "mode_override": "training"}),
        "RECV": ("RecvTPUEmbeddingActivations", {"config": config, "num_outputs": "1"}),
        "SEND": ("SendTPUEmbeddingGradients", {"config": config, "inputs": "[[[0.5], [0.25]]]"}),
        "GET": (
            "RetrieveAllTPUEmbeddingParameters",
            {"config": config, "NumTables": "1", "num_shards": "2", "shard_id": "0"},
        ),
    }
    got = run(document(catalogue, blocks), worker=worker).results
    assert got["RECV"]["outputs"][0].tolist() == [[3], [1]]
    assert got["GET"]["parameters"][0].tolist() == [[0.75], [2]]


def test_a_batch_without_any_id_changes_nothing_but_what_updates_every_row(catalogue, worker):
    drawn, plain = optimizer_pairs("adagrad", "adam whole")
    blocks, wires = page(drawn)
    wires = "\n".join(line for line in wires.splitlines() if "ENQUEUE" not in line)
    nothing = "[[], [], []]"
    blocks["ENQUEUE"] = (
        blocks["ENQUEUE"][0],
        blocks["ENQUEUE"][1]
        | {"sample_indices": nothing, "embedding_indices": nothing, "aggregation_weights": nothing},
    )
    got = run(document(catalogue, blocks, wires), worker=worker).results
    assert not np.any(got["RECV"]["outputs"][0]) and not np.any(got["RECV"]["outputs"][1])
    state = {t: {s: tpukit.initial(t, s) for s in ("parameters", *tpukit.SLOTS[drawn[t][0]])} for t in drawn}
    state["user"] = plain["user"][1](state["user"], tpukit.rate(1, 0), np.arange(1), np.zeros((1, 3), np.float32))
    check_slots(got, state)


@st.composite
def batches(draw):
    """Draw (combiner, sorted samples, ids and weights of two features) for a table of 4 rows and a batch of 3."""
    features = []
    for _ in range(2):
        samples = sorted(draw(st.lists(st.integers(0, 2), max_size=6)))
        size = {"min_size": len(samples), "max_size": len(samples)}
        features.append(
            (
                samples,
                draw(st.lists(st.integers(0, 3), **size)),
                draw(st.lists(st.sampled_from([0.25, 0.5, 1.0, 2.0, 3.0]), **size)),
            )
        )
    return draw(st.sampled_from(["sum", "mean", "sqrtn"])), features


@settings(max_examples=examples(25))
@given(batches(), st.booleans())
def test_any_batch_is_looked_up_and_updated_as_a_matrix_product(catalogue, worker, batch, ragged):
    combiner, features = batch
    table = np.array([[1, -2], [0.5, 3], [-1, 0.25], [2, 2]], np.float32)
    looks = np.zeros((3, 2, 4))
    for f, (samples, ids, weights) in enumerate(features):
        np.add.at(looks[:, f], (samples, ids), weights)
        total = np.zeros(3)
        np.add.at(total, samples, weights if combiner != "sqrtn" else np.square(weights))
        if combiner != "sum":
            looks[:, f] /= np.maximum(total if combiner == "mean" else np.sqrt(total), 1e-9)[:, None]
    looks = looks.reshape(6, 4)
    where = [np.searchsorted(samples, range(4)).tolist() if ragged else samples for samples, _, _ in features]
    config = """table_descriptor { name: "t" vocabulary_size: 4 dimension: 2 num_features: 2 optimization_parameters {
        learning_rate { constant: 0.5 } stochastic_gradient_descent {} } }
        mode: TRAINING batch_size_per_tensor_core: 3"""
    about = {"table_name": "t", "num_shards": "1", "shard_id": "0"}
    blocks = {
        "ENQUEUE": (
            f"EnqueueTPUEmbedding{'Ragged' if ragged else 'Sparse'}TensorBatch",
            {
                "sample_splits" if ragged else "sample_indices": str(where),
                "table_ids": "[0, 0]",
                "embedding_indices": str([ids for _, ids, _ in features]),
                "combiners": f'["{combiner}"]',
                "aggregation_weights": str([weights for _, _, weights in features]),
                "mode_override": "unspecified",
                "T1": "DT_INT32",
                "T2": "DT_INT32",
                "T3": "DT_FLOAT",
            },
        ),
        "LOAD": ("LoadTPUEmbeddingStochasticGradientDescentParameters", about | {"parameters": str(table.tolist())}),
        "RECV": ("RecvTPUEmbeddingActivations", {"config": config, "num_outputs": "1"}),
        "SEND": ("SendTPUEmbeddingGradients", {"config": config}),
        "GET": ("RetrieveTPUEmbeddingStochasticGradientDescentParameters", about),
    }
    got = run(document(catalogue, blocks, "RECV.outputs -> SEND.inputs"), worker=worker).results
    np.testing.assert_allclose(got["RECV"]["outputs"][0], looks @ table, rtol=1e-5, atol=1e-6)
    wanted = table - 0.5 * looks.T @ (looks @ table)
    np.testing.assert_allclose(got["GET"]["parameters"], wanted, rtol=1e-5, atol=1e-5)


def test_tables_survive_an_edit_and_are_loaded_again_after_a_reset(catalogue, worker):
    drawn, plain = optimizer_pairs("sgd", "momentum")
    blocks, wires = page(drawn)

    def opened(blocks):
        return worker.call(
            requests.OpenRequest(document=documents.dumps(document(catalogue, blocks, wires)), page="main")
        )

    def after(steps):
        worker.call(requests.RunRequest(mode=RunMode(steps, watch=False)))
        message = worker.call(requests.GetResultsRequest())
        return {
            block: {pin: message.arrays[value["array"]] for pin, value in pins.items()}
            for block, pins in message.results.items()
            if block.startswith("GET_")
        }

    opened(blocks)
    worker.call(requests.ResetRequest())
    after(2)
    told = opened(blocks | {"NEW": ("Const", {"value": "1"})})
    assert "CONFIGURE" in told.retained and "ENQUEUE" in told.reset
    check_slots(after(1), train(plain, 3)[0])
    worker.call(requests.ResetRequest())
    check_slots(after(1), train(plain, 1)[0])


@pytest.mark.parametrize("xla, receiver", [(True, "DEDUP"), (False, "RECV")])
def test_without_a_batch_the_receiver_waits_and_is_named(catalogue, worker, xla, receiver):
    blocks, wires = page(optimizer_pairs("sgd", "sgd")[0], xla=xla)
    del blocks["ENQUEUE"]
    wires = "\n".join(line for line in wires.splitlines() if "ENQUEUE" not in line)
    with pytest.raises(TimedOut, match=f"{receiver} waits: 0 of 1 batches"):
        run(document(catalogue, blocks, wires), timeout=0.5, worker=worker)


def test_an_id_that_the_table_does_not_have_is_named_where_it_is_enqueued(catalogue, worker):
    config = SEQUENCE.replace("num_features: 3", "num_features: 1")
    blocks = {
        "IDS": ("Const", {"value": "[2, 5]"}),
        "ENQUEUE": ("EnqueueTPUEmbeddingIntegerBatch", {"mode_override": "training"}),
        "RECV": ("RecvTPUEmbeddingActivations", {"config": config, "num_outputs": "1"}),
    }
    with pytest.raises(RunFailed) as caught:
        run(document(catalogue, blocks, "IDS.output -> ENQUEUE.batch"), worker=worker)
    (problem,) = caught.value.problems
    assert problem.block == "ENQUEUE" and "table words with its 5 rows" in problem.message and "[5]" in problem.message


def test_v2_ops_run_too(catalogue, worker):
    blocks, wires = page(optimizer_pairs("adagrad", "sgd")[0])
    extra = {"embedding_partitions": "b''", "hbm_buffers_config": "b''", "tpu_topology": "b''"}
    for name in ("DEDUP", "RECV", "SEND"):
        blocks[name] = (f"{blocks[name][0]}V2", blocks[name][1] | extra)
    got = run(document(catalogue, blocks, wires), steps=2, worker=worker).results
    check_slots(got, train(optimizer_pairs("adagrad", "sgd")[1], 2)[0])


def test_the_example_page_learns_and_leaves_other_rows_alone(worker):
    example = Path(__file__).resolve().parents[3] / "assets" / "examples" / "tpu_embedding.loom"
    first, last = (run(example, steps=steps, worker=worker).results for steps in (1, 100))
    assert last["LOSS"]["sum"] < first["LOSS"]["sum"] / 100
    for table, others in (("WORD", [0, 4, 6, 7]), ("USER", [2])):
        np.testing.assert_array_equal(last[table]["parameters"][others], first[table]["parameters"][others])
    np.testing.assert_allclose(last["WORD"]["parameters"][3], [0, 1], atol=0.01)
