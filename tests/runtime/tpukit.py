"""A TPU embedding page for tests, and the same training in numpy with TensorFlow's own sparse updates.

Two tables: `video` (7 x 2, shared by two features, mean) and `user` (5 x 3, one feature, sum), four samples in a batch,
another batch and other learning rates in each of five steps. The gradient of an activation a is 0.5 a + 0.1.
"""

from __future__ import annotations

import numpy as np

STEPS = 5
SIZES = {"video": (7, 2), "user": (5, 3)}
COMBINERS = {"video": "mean", "user": "sum"}
FEATURES = (("video", 0), ("video", 1), ("user", 0))
BATCH = 4
# Samples, ids and weights of a step's first batch, by feature; ids are moved on in every step. Sample 2 of the first
# feature is empty, ids come twice within a sample and in both features of a table.
SAMPLES = ([0, 0, 0, 1, 3, 3], [0, 1, 1, 2, 3], [0, 1, 1, 1, 3])
IDS = ([1, 1, 4, 2, 1, 6], [4, 0, 1, 1, 5], [2, 2, 3, 2, 0])
WEIGHTS = ([1, 2, 0.5, 1, 1, 3], [1, 1, 0.25, 2, 1], [1, 0.5, 1, 2, 1])
OPS = {
    "adagrad": "Adagrad",
    "ftrl": "FTRL",
    "momentum": "Momentum",
    "rms_prop": "RMSProp",
    "adam": "ADAM",
    "stochastic_gradient_descent": "StochasticGradientDescent",
}
SLOTS = {
    "adagrad": ["accumulators"],
    "ftrl": ["accumulators", "linears"],
    "momentum": ["momenta"],
    "rms_prop": ["ms", "mom"],
    "adam": ["momenta", "velocities"],
    "stochastic_gradient_descent": [],
}


def ids(feature: int, step: int) -> np.ndarray:
    rows = SIZES[FEATURES[feature][0]][0]
    return (np.array(IDS[feature]) + step * (feature + 1)) % rows


def rate(tag: int, step: int) -> np.float32:
    return np.float32([0.1, 0.3][tag] + [0.02, 0.05][tag] * step)


def initial(table: str, slot: str) -> np.ndarray:
    rows, columns = SIZES[table]
    count = np.arange(rows * columns, dtype=np.float32).reshape(rows, columns)
    if slot in ("accumulators", "ms", "velocities"):
        return 0.1 + count / 50
    return (count % 5 - 2) / 4 if slot == "parameters" else np.zeros_like(count)


def text(array: np.ndarray) -> str:
    return str(np.asarray(array).tolist())


def config(optimizers: dict[str, tuple[str, str]], extra: str = "", mode: str = "TRAINING") -> str:
    """`optimizers`: table -> (field of OptimizationParameters, the text of its message)."""
    tables = "".join(
        f"""table_descriptor {{
  name: "{name}"  vocabulary_size: {SIZES[name][0]}  dimension: {SIZES[name][1]}  num_features: {2 - tag}
  optimization_parameters {{
    learning_rate {{ dynamic {{ tag: {tag} }} }}
    {field} {{ {parameters} }} {extra}
  }}
}}
"""
        for tag, (name, (field, parameters)) in enumerate(optimizers.items())
    )
    return f"{tables}mode: {mode}\nbatch_size_per_tensor_core: {BATCH}\n"


def page(optimizers: dict[str, tuple[str, str]], extra: str = "", xla: bool = True) -> tuple[dict, str]:
    """Blocks and wires of the page in the words of tests.pages."""
    blocks: dict = {
        "STEP": ("loom.Variable", {"initvalues": "-1"}),
        "NOW": ("AssignAdd", {"value": "1"}),
        "CONFIGURE": ("ConfigureTPUEmbedding", {"config": config(optimizers, extra)}),
    }
    wires = ["STEP.ref -> NOW.ref"]

    def by_step(name: str, values: list, type_: str = "DT_INT32") -> str:
        blocks[name] = ("GatherV2", {"params": text(values), "axis": "0", "Tparams": type_})
        wires.append(f"NOW.output_ref -> {name}.indices")
        return f"{name}.output"

    for name, (field, _) in optimizers.items():
        about = {"table_name": name, "num_shards": "1", "shard_id": "0"}
        slots = ["parameters", *SLOTS[field]]
        blocks[f"LOAD_{name}"] = (
            f"LoadTPUEmbedding{OPS[field]}Parameters",
            about | {slot: text(initial(name, slot)) for slot in slots},
        )
        blocks[f"GET_{name}"] = (f"RetrieveTPUEmbedding{OPS[field]}Parameters", about)
    blocks["ENQUEUE"] = (
        "EnqueueTPUEmbeddingSparseTensorBatch",
        {"table_ids": "[0, 0, 1]", "combiners": '["mean", "sum"]', "mode_override": "unspecified"},
    )
    for i in range(3):
        for pin, values, type_ in (
            ("sample_indices", [SAMPLES[i]] * STEPS, "DT_INT32"),
            ("embedding_indices", [ids(i, s) for s in range(STEPS)], "DT_INT32"),
            ("aggregation_weights", [WEIGHTS[i]] * STEPS, "DT_FLOAT"),
        ):
            wires.append(f"{by_step(f'{pin[:6]}_{i}', np.array(values), type_)} -> ENQUEUE.{pin}")
    if xla:
        blocks["DEDUP"] = ("XlaRecvTPUEmbeddingDeduplicationData", {"config": "@CONFIGURE"})
        blocks["RECV"] = ("XlaRecvTPUEmbeddingActivations", {"config": "@CONFIGURE", "num_tables": "2"})
        blocks["SEND"] = ("XlaSendTPUEmbeddingGradients", {"config": "@CONFIGURE"})
        wires += ["DEDUP.output -> RECV.deduplication_data", "DEDUP.output -> SEND.deduplication_data"]
    else:
        blocks["RECV"] = ("RecvTPUEmbeddingActivations", {"config": "@CONFIGURE", "num_outputs": "2"})
        blocks["SEND"] = ("SendTPUEmbeddingGradients", {"config": "@CONFIGURE"})
    for i in range(2):
        blocks |= {f"HALF_{i}": ("Mul", {"y": "0.5f"}), f"GRAD_{i}": ("AddV2", {"y": "0.1f"})}
        wires += [
            f"RECV.outputs[{i}] -> HALF_{i}.x",
            f"HALF_{i}.z -> GRAD_{i}.x",
            f"GRAD_{i}.z -> SEND.{'gradients' if xla else 'inputs'}",
            f"{by_step(f'RATE_{i}', np.array([rate(i, s) for s in range(STEPS)]), 'DT_FLOAT')} -> SEND.learning_rates",
        ]
    return blocks, "\n".join(wires)


def matrix(feature: int, step: int) -> np.ndarray:
    """Return the lookup of a feature, `(BATCH, rows of its table)`, combiner included."""
    table, _ = FEATURES[feature]
    found = np.zeros((BATCH, SIZES[table][0]), np.float32)
    np.add.at(found, (np.array(SAMPLES[feature]), ids(feature, step)), np.array(WEIGHTS[feature], np.float32))
    if COMBINERS[table] == "mean":
        total = found.sum(1, keepdims=True)
        found = np.divide(found, total, where=total != 0, out=found)
    return found


def train(optimizers: dict[str, tuple], steps: int = STEPS) -> tuple[dict, dict]:
    """Return (table -> {slot: value}, table -> activations of the last step).

    `optimizers`: table -> (field, update) with update(state, rate, unique ids, summed gradients) -> new state.
    """
    state = {t: {s: initial(t, s) for s in ("parameters", *SLOTS[field])} for t, (field, _) in optimizers.items()}
    activations: dict[str, np.ndarray] = {}
    for step in range(steps):
        for tag, (table, (_, update)) in enumerate(optimizers.items()):
            features = [f for f in range(3) if FEATURES[f][0] == table]
            looks = np.stack([matrix(f, step) for f in features], 1).reshape(-1, SIZES[table][0])
            activations[table] = looks @ state[table]["parameters"]
            summed = looks.T @ (0.5 * activations[table] + np.float32(0.1))
            unique = np.unique(np.concatenate([ids(f, step) for f in features])).astype(np.int32)
            state[table] = update(state[table], rate(tag, step), unique, summed[unique].astype(np.float32))
    return state, activations
