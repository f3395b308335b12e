"""Models of all kinds that TensorFlow and Keras write, small ones for tests and large ones for figures.

`python -m tests.models FOLDER NAME ...` builds them in a separate process, which loads TensorFlow; `built` does so for
tests. Weights are random from a fixed seed, and so are the moving statistics of normalisations: 0 and 1 would hide
errors of reading. The folder gets, of NAME:

    NAME/           a SavedModel: of the Keras models, `table`, `nested` and `module`; functions: without signatures
    train_NAME/     a SavedModel of a Keras model in training
    NAME.keras      the Keras models; dense, mobilenetv2 and resnet50 as NAME.h5 as well
    NAME.pb, .pbtxt frozen graph: `frozen`
    NAME.meta       with the checkpoint NAME.index, NAME.data-...: `metagraph`, `monitored`
    k2_NAME.h5, k2_NAME.keras  models of Keras 2
    retrained.keras a changed resnet50, without a feed
    NAME.npz        a feed and the results of TensorFlow, see `Case`
"""

from __future__ import annotations

import fcntl
import hashlib
import importlib.metadata
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

_ROOT = Path(__file__).resolve().parents[1]

CLASSES = 10


class Case(NamedTuple):
    """Feeds of a model by name, and its results.

    Names are those of `serving_default`, or, of `frozen` and `metagraph`, of nodes. `plain` are the results without
    TensorFlow's graph optimizer, as on pages.
    """

    feeds: dict[str, np.ndarray]
    results: dict[str, np.ndarray]
    plain: dict[str, np.ndarray]


def case(folder: Path, name: str) -> Case:
    """Return the feed of a model that was built, and TensorFlow's results."""
    with np.load(folder / f"{name}.npz") as found:
        arrays = {key: found[key] for key in found.files}
    return Case(
        *(
            {key[len(kind) :]: array for key, array in arrays.items() if key.startswith(kind)}
            for kind in ("in:", "out:", "plain:")
        )
    )


def small_folder() -> Path:
    """Return the folder of the small models, one for each version of this module and of TensorFlow."""
    version = f"{importlib.metadata.version('tensorflow')} {Path(__file__).read_text('utf-8')}"
    return _ROOT / "build" / "models" / hashlib.sha256(version.encode()).hexdigest()[:16]


def built(folder: Path, names: Iterable[str]) -> Path:
    """Build missing models in a separate process, and return their folder."""
    folder.mkdir(parents=True, exist_ok=True)
    with open(folder / "lock", "w") as lock:  # processes of tests share the folder
        fcntl.flock(lock, fcntl.LOCK_EX)
        missing = [name for name in names if not (folder / f"{name}.npz").exists()]
        if missing:
            env = os.environ | {
                "TF_CPP_MIN_LOG_LEVEL": "3",
                "TF_ENABLE_ONEDNN_OPTS": "0",  # as in all tests
                "CUDA_VISIBLE_DEVICES": "-1",
            }
            done = subprocess.run(
                [sys.executable, "-m", "tests.models", str(folder), *missing],
                cwd=_ROOT,
                env=env,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
            )
            assert done.returncode == 0, done.stderr[-4000:]
    return folder


def _dense(keras: Any) -> Any:
    layers = keras.layers
    return keras.Sequential(
        [
            keras.Input((8,), name="features"),
            layers.Dense(16, activation="relu", name="hidden"),
            layers.Dropout(0.3, name="dropout"),
            layers.Dense(3, activation="softmax", name="classes"),
        ]
    )


def _conv(keras: Any) -> Any:
    layers = keras.layers
    return keras.Sequential(
        [
            keras.Input((16, 16, 3), name="image"),
            layers.Conv2D(8, 3, padding="same", name="conv"),
            layers.BatchNormalization(name="norm"),
            layers.ReLU(name="relu"),
            layers.MaxPooling2D(name="pool"),
            layers.Flatten(name="flat"),
            layers.Dense(CLASSES, name="logits"),
        ]
    )


def _lstm(keras: Any) -> Any:
    layers = keras.layers
    return keras.Sequential(
        [keras.Input((12, 4), name="series"), layers.LSTM(8, name="lstm"), layers.Dense(1, name="next")]
    )


def _gru(keras: Any) -> Any:
    layers = keras.layers
    return keras.Sequential(
        [keras.Input((12, 4), name="series"), layers.GRU(8, name="gru"), layers.Dense(1, name="next")]
    )


def _transformer(
    keras: Any, words: int = 50, length: int = 12, width: int = 16, heads: int = 2, blocks: int = 1
) -> Any:
    layers = keras.layers
    tokens = keras.Input((length,), dtype="int32", name="tokens")
    at = layers.Embedding(words, width, name="embedding")(tokens)
    for n in range(blocks):
        seen = layers.MultiHeadAttention(heads, width // heads, name=f"attention_{n}")(at, at)
        at = layers.LayerNormalization(name=f"norm_{n}a")(layers.Add(name=f"add_{n}a")([at, seen]))
        wide = layers.Dense(2 * width, activation="gelu", name=f"wide_{n}")(at)
        narrow = layers.Dropout(0.1, name=f"dropout_{n}")(layers.Dense(width, name=f"narrow_{n}")(wide))
        at = layers.LayerNormalization(name=f"norm_{n}b")(layers.Add(name=f"add_{n}b")([at, narrow]))
    mean = layers.GlobalAveragePooling1D(name="mean")(at)
    return keras.Model(tokens, layers.Dense(CLASSES, name="logits")(mean), name="transformer")


def _words(keras: Any) -> Any:
    """Return a model with a table, which a Keras file contains as a list of words."""
    layers = keras.layers
    words = layers.StringLookup(vocabulary=["a", "page", "of", "blocks"], output_mode="one_hot", name="words")
    return keras.Sequential([keras.Input((1,), dtype="string", name="text"), words, layers.Dense(2, name="scores")])


def _application(name: str) -> Callable[[Any], Any]:
    return lambda keras: getattr(keras.applications, name)(weights=None)


def _stateful(keras: Any) -> Any:
    """Return recurrent layers that keep their state between calls, which no file contains."""
    layers = keras.layers
    return keras.Sequential(
        [
            keras.Input(batch_shape=(2, 5, 3), name="series"),
            layers.LSTM(4, stateful=True, return_sequences=True, name="first"),
            layers.GRU(3, stateful=True, name="second"),
        ]
    )


KERAS: dict[str, Callable[[Any], Any]] = {
    "dense": _dense,
    "conv": _conv,
    "lstm": _lstm,
    "gru": _gru,
    "stateful": _stateful,
    "transformer": _transformer,
    "words": _words,
    "mobilenetv2": _application("MobileNetV2"),
    "resnet50": _application("ResNet50"),
    "efficientnetb0": _application("EfficientNetB0"),
}


def keras_model(name: str) -> Any:
    """Return the Keras model of that name, with its weights, in a process that has TensorFlow."""
    import keras

    keras.utils.set_random_seed(7)
    model = KERAS[name](keras)
    rng = np.random.default_rng(7)
    for weight in model.weights:
        shape = tuple(weight.shape)
        if weight.name == "moving_variance":
            weight.assign(rng.uniform(0.5, 1.5, shape))
        elif weight.name in ("moving_mean", "beta", "bias"):
            weight.assign(rng.normal(0.0, 0.1, shape))
        elif weight.name == "gamma":
            weight.assign(rng.uniform(0.8, 1.2, shape))
    return model


def feed_of(model: Any, batch: int = 2) -> dict[str, np.ndarray]:
    """Return a feed for each input of a Keras model: indices below 50, words, or normal numbers, by dtype."""
    rng = np.random.default_rng(3)
    feeds = {}
    for tensor in model.inputs:
        shape = (batch, *tensor.shape[1:])
        feeds[tensor.name] = (
            rng.integers(0, 50, shape, np.int32)
            if "int" in str(tensor.dtype)
            else np.resize([b"page", b"loom"], shape)
            if "string" in str(tensor.dtype)
            else rng.normal(size=shape).astype(np.float32)
        )
    return feeds


def _build_keras(folder: Path, name: str) -> Case:
    import tensorflow as tf

    model = keras_model(name)
    model.save(folder / f"{name}.keras")
    if name in ("dense", "mobilenetv2", "resnet50"):
        model.save(folder / f"{name}.h5")
    model.export(folder / name, verbose=False)
    signature = tf.saved_model.load(folder / name).signatures["serving_default"]
    (key,), (fed,) = signature.structured_input_signature[1], feed_of(model).values()
    results = []
    for plain in (False, True):  # of a stateful model the first call, and the second
        tf.config.optimizer.set_experimental_options({"disable_meta_optimizer": plain})
        results.append({out: tensor.numpy() for out, tensor in signature(**{key: tf.constant(fed)}).items()})
    return Case({key: fed}, *results)


def _build_training(folder: Path, name: str) -> Case:
    """Build train_MODEL, a SavedModel that computes the model in training, with a signature `train`.

    Its inputs are `x` and `target`. The results are `loss`, the mean of the squared differences; of each trained
    variable the gradient, `grad:PATH`, and its value after a step of Keras's Adam, `after:PATH`.
    """
    import keras
    import tensorflow as tf

    model = keras_model(name.removeprefix("train_"))
    (fed,), rng = feed_of(model, 4).values(), np.random.default_rng(11)
    target = rng.normal(size=(4, *model.output_shape[1:])).astype(np.float32)

    class Training(tf.Module):
        def __init__(self) -> None:
            self.model = model
            self.seeds = [one.seed_generator.state.value for one in model.layers if hasattr(one, "seed_generator")]

        @tf.function(input_signature=[tf.TensorSpec((None, *fed.shape[1:]), fed.dtype, "x")])
        def train(self, x: Any) -> dict[str, Any]:
            return {"y": self.model(x, training=True)}

    module = Training()
    tf.saved_model.save(module, str(folder / name), {"train": module.train})
    tf.config.optimizer.set_experimental_options({"disable_meta_optimizer": True})
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(module.train(fed)["y"] - target))
    # Dense ones: where an index of an embedding comes several times, Keras's Adam adds up the squares of the parts, and
    # that of TensorFlow, as both do with dense gradients, squares their sum.
    gradients = [
        tf.convert_to_tensor(gradient)
        for gradient in tape.gradient(loss, [weight.value for weight in model.trainable_variables])
    ]
    keras.optimizers.Adam(0.001).apply_gradients(zip(gradients, model.trainable_variables))
    results = {"loss": loss.numpy()}
    results |= {
        f"grad:{weight.path}": gradient.numpy() for weight, gradient in zip(model.trainable_variables, gradients)
    }
    results |= {f"after:{weight.path}": weight.numpy() for weight in model.weights}
    return Case({"x": fed, "target": target}, results, results)


def _build_retrained(folder: Path, name: str) -> Case:
    """ResNet50 with a layer more and fewer classes at its end, and all others trained further, as it seems."""
    import keras

    model, rng = keras_model("resnet50"), np.random.default_rng(4)
    for number, weight in enumerate(model.weights):
        weight.assign(weight * (1.0 + 1e-4 * number * rng.normal(size=tuple(weight.shape))).astype(np.float32))
    hidden = keras.layers.Dense(64, activation="relu", name="hidden")(model.layers[-2].output)
    classes = keras.layers.Dense(5, activation="softmax", name="predictions")(hidden)
    keras.Model(model.input, classes, name="resnet50").save(folder / f"{name}.keras")
    return Case({}, {}, {})


def _k2_image(keras: Any) -> Any:
    layers = keras.layers
    model = keras.Sequential(
        [
            layers.Input((8, 8, 4), name="image"),
            layers.Conv2D(6, 3, groups=2, name="grouped"),
            layers.BatchNormalization(name="norm"),
            layers.DepthwiseConv2D(3, activation="relu", kernel_regularizer="l2", name="depthwise"),
            layers.Flatten(name="flat"),
            layers.Dense(3, activation="softmax", kernel_constraint=keras.constraints.MaxNorm(3), name="classes"),
        ]
    )
    # Its code is in no file, and only training needs it.
    model.compile(keras.optimizers.Adam(0.01), lambda wanted, given: given - wanted, metrics=["mae"])
    return model


def _k2_series(keras: Any) -> Any:
    layers = keras.layers
    return keras.Sequential(
        [
            layers.Input((6, 3), name="series"),
            layers.Bidirectional(layers.SimpleRNN(4, return_sequences=True), name="both_ways"),
            layers.TimeDistributed(layers.Dense(3), name="each"),
        ]
    )


def _k2_lstm(keras: Any) -> Any:
    layers = keras.layers
    series = layers.Input((6, 3), name="series")
    by_time = layers.LSTM(4, time_major=True, return_sequences=True, name="lstm")(series)
    gated = layers.GRU(3, reset_after=False, return_sequences=True, name="gru")(by_time)
    return keras.Model(series, layers.RNN([layers.LSTMCell(3), layers.SimpleRNNCell(2)], name="cells")(gated))


def _k2_ops(keras: Any) -> Any:
    """Functions of TensorFlow, which Keras 2 keeps as layers by their names; inputs and outputs are dicts."""
    import tensorflow as tf

    layers = keras.layers
    a, b = layers.Input((4,), name="a"), layers.Input((4,), name="b")
    hidden = layers.Dense(4, name="hidden")(a)
    both = tf.concat([tf.nn.relu(hidden) * 2.0 - b[:, ::-1], tf.expand_dims(tf.sin(b[:, 0]), 1)], -1)
    outputs = {
        "y": both / tf.sqrt(1.0 + tf.reduce_sum(both**2, -1, keepdims=True)),
        "mean": keras.backend.mean(both, 1),
    }
    return keras.Model({"b": b, "a": a}, outputs)


def _k2_attention(keras: Any) -> Any:
    layers = keras.layers
    tokens = keras.Input((6,), dtype="int32", name="tokens")
    at = layers.Embedding(50, 8, name="embedding")(tokens)
    seen = layers.MultiHeadAttention(2, 4, name="attention")(at, at)
    return keras.Model(tokens, layers.LayerNormalization(name="norm")(layers.Add(name="add")([at, seen])))


def _k2_words(keras: Any) -> Any:
    """Tables, which no file of Keras contains as TensorFlow saves them."""
    layers = keras.layers
    words = layers.TextVectorization(output_sequence_length=4, vocabulary=["a", "page", "of", "blocks"], name="words")
    return keras.Sequential(
        [keras.Input((1,), dtype="string", name="text"), words, layers.Embedding(8, 3, name="embedding")]
    )


KERAS_2 = {
    "k2_image": _k2_image,
    "k2_series": _k2_series,
    "k2_lstm": _k2_lstm,
    "k2_ops": _k2_ops,
    "k2_attention": _k2_attention,
    "k2_words": _k2_words,
}


def _build_keras2(folder: Path, name: str) -> Case:
    """Results are in the order of the names of outputs: `y0`, `y1` ..."""
    import tensorflow as tf
    import tf_keras

    tf_keras.utils.set_random_seed(7)
    model, rng = KERAS_2[name](tf_keras), np.random.default_rng(7)
    for weight in model.weights:
        weight.assign(rng.uniform(0.5, 1.5, weight.shape) * (1 if "variance" in weight.name else 0.3))
    model.save(folder / f"{name}.h5")
    model.save(folder / f"{name}.keras")
    feeds = feed_of(model)
    given = tf.nest.flatten(model.predict(feeds if len(feeds) > 1 else next(iter(feeds.values())), verbose=0))
    results = {f"y{number}": array for number, array in enumerate(given)}
    return Case(feeds, results, results)


def _build_frozen(folder: Path, name: str) -> Case:
    """Build a graph with its weights as Consts, with devices, `_class` and control inputs."""
    import tensorflow as tf

    v1, rng = tf.compat.v1, np.random.default_rng(5)

    def numbers(*shape: int) -> Any:
        return rng.normal(0.0, 0.3, shape).astype(np.float32)

    with tf.Graph().as_default() as graph:
        image = v1.placeholder(tf.float32, (None, 8, 8, 3), "image")
        with tf.name_scope("conv1"):
            kernel = tf.constant(numbers(3, 3, 3, 4), name="kernel")
            at = tf.nn.bias_add(
                tf.nn.conv2d(image, kernel, 1, "SAME", name="Conv2D"),
                tf.constant(numbers(4), name="bias"),
                name="BiasAdd",
            )
        with tf.name_scope("norm"):
            at, *_ = v1.nn.fused_batch_norm(
                at,
                tf.constant(numbers(4) + 1.0, name="gamma"),
                tf.constant(numbers(4), name="beta"),
                tf.constant(numbers(4), name="mean"),
                tf.constant(rng.uniform(0.5, 1.5, 4).astype(np.float32), name="variance"),
                is_training=False,
            )
        at = tf.nn.max_pool2d(tf.nn.relu(at, name="relu"), 2, 2, "VALID", name="pool")
        with tf.device("/device:CPU:0"), tf.name_scope("dense"):
            flat = tf.reshape(at, (-1, 64), name="flat")
            with v1.colocate_with(flat.op):
                at = tf.matmul(flat, tf.constant(numbers(64, CLASSES), name="kernel"), name="MatMul")
        with tf.control_dependencies([v1.check_numerics(at, "finite", name="checked")]):
            tf.nn.softmax(at, name="probabilities")
    v1.train.write_graph(graph, str(folder), f"{name}.pb", as_text=False)
    v1.train.write_graph(graph, str(folder), f"{name}.pbtxt", as_text=True)
    return _session_case(graph, {"image": rng.normal(size=(2, 8, 8, 3)).astype(np.float32)}, ("probabilities",))


def _build_metagraph(folder: Path, name: str) -> Case:
    """Build a training graph with reference and resource variables, an optimizer and a checkpoint."""
    import tensorflow as tf

    v1, rng = tf.compat.v1, np.random.default_rng(6)
    fed = {"x": rng.normal(size=(16, 5)).astype(np.float32), "y": rng.normal(size=(16, 2)).astype(np.float32)}
    with tf.Graph().as_default():
        v1.set_random_seed(6)
        x, y = v1.placeholder(tf.float32, (None, 5), "x"), v1.placeholder(tf.float32, (None, 2), "y")
        with v1.variable_scope("hidden"):
            kernel = v1.get_variable("kernel", (5, 7), use_resource=False, initializer=v1.glorot_uniform_initializer())
            bias = v1.get_variable("bias", (7,), use_resource=False, initializer=v1.zeros_initializer())
            hidden = tf.tanh(v1.nn.xw_plus_b(x, kernel, bias))
        with v1.variable_scope("output"):
            kernel = v1.get_variable("kernel", (7, 2), use_resource=True, initializer=v1.glorot_uniform_initializer())
            output = tf.matmul(hidden, kernel, name="output")
        loss = tf.reduce_mean(tf.square(output - y), name="loss")
        step = v1.train.get_or_create_global_step()
        train = v1.train.AdamOptimizer(0.01).minimize(loss, step, name="train")
        saver = v1.train.Saver()
        with v1.Session() as session:
            session.run(v1.global_variables_initializer())
            for _ in range(3):
                session.run(train, {x: fed["x"], y: fed["y"]})
            saver.save(session, str(folder / name))
        return _session_case(output.graph, fed, ("output/output", "loss"), str(folder / name))


def _build_monitored(folder: Path, name: str) -> Case:
    """Build a graph as MonitoredTrainingSession and Estimators write it.

    Groups of nodes initialize a session, and test whether it is ready.
    """
    import tensorflow as tf

    v1, rng = tf.compat.v1, np.random.default_rng(9)
    fed = {"x": rng.normal(size=(8, 4)).astype(np.float32), "y": rng.normal(size=(8, 1)).astype(np.float32)}
    with tf.Graph().as_default() as graph:
        v1.set_random_seed(9)
        x, y = v1.placeholder(tf.float32, (None, 4), "x"), v1.placeholder(tf.float32, (None, 1), "y")
        kernel = v1.get_variable("kernel", (4, 1), use_resource=False)
        loss = tf.reduce_mean(tf.square(tf.matmul(x, kernel) - y), name="loss")
        train = v1.train.AdamOptimizer(0.1).minimize(loss, v1.train.get_or_create_global_step())
        with v1.train.MonitoredTrainingSession(
            checkpoint_dir=str(folder / name),
            log_step_count_steps=None,
            save_summaries_steps=None,
            hooks=[v1.train.StopAtStepHook(3)],
        ) as session:
            while not session.should_stop():
                session.run(train, {x: fed["x"], y: fed["y"]})
    for file in (folder / name).glob("model.ckpt-3.*"):
        shutil.copy(file, folder / file.name.replace("model.ckpt-3", name))
    return _session_case(graph, fed, ("loss",), str(folder / name))


def _build_table(folder: Path, name: str) -> Case:
    """Build a SavedModel of TensorFlow 1: words looked up in a table that is filled from an asset; two signatures."""
    import tensorflow as tf

    v1 = tf.compat.v1
    (folder / "words.txt").write_text("\n".join(words := ["a", "page", "of", "blocks", "and", "wires"]) + "\n")
    with tf.Graph().as_default(), v1.Session() as session:
        v1.set_random_seed(8)
        text = v1.placeholder(tf.string, (None, None), "text")
        file = tf.constant(str(folder / "words.txt"), name="vocabulary")
        v1.add_to_collection(v1.GraphKeys.ASSET_FILEPATHS, file)
        table = tf.lookup.StaticHashTable(
            tf.lookup.TextFileInitializer(
                file, tf.string, tf.lookup.TextFileIndex.WHOLE_LINE, tf.int64, tf.lookup.TextFileIndex.LINE_NUMBER
            ),
            len(words),
            name="words",
        )
        ids = table.lookup(text, name="ids")
        embedding = v1.get_variable("embedding", (len(words) + 1, 4), use_resource=True)
        score = tf.reduce_sum(tf.nn.embedding_lookup(embedding, ids), axis=(1, 2), name="score")
        session.run([v1.global_variables_initializer(), v1.tables_initializer()])
        fed = np.array([[b"page", b"of", b"wires"], [b"a", b"loom", b"blocks"]], object)
        predict = v1.saved_model.predict_signature_def({"text": text}, {"score": score})
        lookup = v1.saved_model.predict_signature_def({"text": text}, {"ids": ids})
        builder = v1.saved_model.Builder(str(folder / name))
        builder.add_meta_graph_and_variables(
            session,
            ["serve"],
            {"serving_default": predict, "lookup": lookup},
            v1.get_collection(v1.GraphKeys.ASSET_FILEPATHS)[:1],
            main_op=v1.tables_initializer(),
            strip_default_attrs=True,
        )
        builder.save()
        result = {"score": session.run(score, {text: fed})}
        (folder / "words.txt").unlink()  # the model has its own
        return Case({"text": fed.astype("S")}, result, result)


def _build_nested(folder: Path, name: str) -> Case:
    """Build a SavedModel of TensorFlow 1 that uses one of TensorFlow 2, as Estimators do.

    Its tables are created and filled by nested functions. Another table has two nodes, the second of which is filled.
    """
    import tensorflow as tf

    v1 = tf.compat.v1
    module = tf.Module()
    module.codes = tf.lookup.StaticHashTable(tf.lookup.KeyValueTensorInitializer(["a", "b"], [1.0, 2.0]), 0.5)
    module.code = tf.function(module.codes.lookup, input_signature=[tf.TensorSpec((None,), tf.string)])
    tf.saved_model.save(module, str(folder / f"{name}_inner"))
    with tf.Graph().as_default(), v1.Session() as session:
        text = v1.placeholder(tf.string, (None,), "text")
        loaded = tf.saved_model.load(str(folder / f"{name}_inner"))
        first, second = (
            tf.raw_ops.HashTableV2(key_dtype=tf.string, value_dtype=tf.float32, shared_name="numbers") for _ in range(2)
        )
        fill = tf.raw_ops.InitializeTableV2(table_handle=first, keys=["a", "c"], values=[10.0, 20.0])
        number = tf.raw_ops.LookupTableFindV2(table_handle=second, keys=text, default_value=0.0)
        code = loaded.code(text)
        begin = tf.group(fill, v1.tables_initializer())
        session.run(begin)
        fed = np.array([b"a", b"b", b"c"], object)
        builder = v1.saved_model.Builder(str(folder / name))
        builder.add_meta_graph_and_variables(
            session,
            ["serve"],
            {
                key: v1.saved_model.predict_signature_def({"text": text}, {key: tensor})
                for key, tensor in {"serving_default": number + code, "code": code}.items()
            },
            main_op=begin,
        )
        builder.save()
        result = {"serving_default": session.run(number + code, {text: fed})}
        return Case({"text": fed.astype("S")}, result, result)


def _build_module(folder: Path, name: str) -> Case:
    """Build a SavedModel of TensorFlow 2.

    Functions call functions, one counts its calls, tables are filled from an asset and from constants, a branch, and
    two signatures share a function.
    """
    import tensorflow as tf

    (folder / "colours.txt").write_text("red\ngreen\nblue\n")

    class Module(tf.Module):
        def __init__(self) -> None:
            self.calls = tf.Variable(0.0, name="calls")
            self.factor = tf.Variable([2.0, 3.0, 4.0], name="factor")
            index = tf.lookup.TextFileIndex
            self.file = tf.saved_model.Asset(str(folder / "colours.txt"))
            self.numbers = tf.lookup.StaticHashTable(
                tf.lookup.TextFileInitializer(self.file, tf.string, index.WHOLE_LINE, tf.int64, index.LINE_NUMBER), -1
            )
            self.weights = tf.lookup.StaticHashTable(
                tf.lookup.KeyValueTensorInitializer(tf.constant([0, 1, 2], tf.int64), tf.constant([0.5, 0.25, 0.125])),
                0.0,
            )

        @tf.function
        def counted(self) -> Any:
            self.calls.assign_add(1.0)
            return self.calls * 10.0

        @tf.function
        def scaled(self, x: Any) -> Any:
            return tf.cond(tf.reduce_sum(x) > 0.0, lambda: x * self.factor, lambda: x - self.factor)

        @tf.function(input_signature=[tf.TensorSpec((None,), tf.string, "words"), tf.TensorSpec((3,), name="x")])
        def __call__(self, words: Any, x: Any) -> dict[str, Any]:
            first, second = self.counted(), self.counted()
            found = self.weights.lookup(self.numbers.lookup(words))
            return {"y": self.scaled(self.scaled(x)) + tf.reduce_sum(found) + first + second, "found": found}

    module = Module()
    tf.saved_model.save(module, str(folder / name), {"serving_default": module.__call__, "again": module.__call__})
    (folder / "colours.txt").unlink()
    functions = tf.Module()
    functions.factor = tf.Variable([2.0, 3.0, 4.0])
    functions.scaled = tf.function(lambda x: x * functions.factor)
    functions.scaled(tf.zeros(3))
    tf.saved_model.save(functions, str(folder / "functions"))
    fed = {"words": np.array([b"green", b"blue", b"grey"], object), "x": np.array([1.0, -3.0, 1.0], np.float32)}
    signature = tf.saved_model.load(folder / name).signatures["serving_default"]
    found = signature(**{key: tf.constant(array) for key, array in fed.items()})
    results = {key: value.numpy() for key, value in found.items()}
    return Case(fed | {"words": fed["words"].astype("S")}, results, results)


def _session_case(graph: Any, feeds: dict[str, np.ndarray], fetches: Iterable[str], checkpoint: str = "") -> Case:
    import tensorflow as tf

    results = []
    for plain in (False, True):
        config = tf.compat.v1.ConfigProto()
        config.graph_options.rewrite_options.disable_meta_optimizer = plain
        with tf.compat.v1.Session(graph=graph, config=config) as session:
            if checkpoint:
                session.run("save/restore_all", {"save/Const:0": checkpoint})
            results.append(session.run({f: f"{f}:0" for f in fetches}, {f"{f}:0": a for f, a in feeds.items()}))
    return Case(feeds, *results)


SMALL = (
    "dense",
    "conv",
    "lstm",
    "gru",
    "stateful",
    "transformer",
    "frozen",
    "metagraph",
    "monitored",
    "table",
    "nested",
    "module",
    "train_lstm",
    "train_transformer",
    "k2_image",
    "k2_series",
    "k2_lstm",
    "k2_ops",
    "k2_attention",
    "k2_words",
    "words",
)
LARGE = ("mobilenetv2", "resnet50", "efficientnetb0")
_GRAPHS = {
    "retrained": _build_retrained,
    "frozen": _build_frozen,
    "metagraph": _build_metagraph,
    "monitored": _build_monitored,
    "table": _build_table,
    "nested": _build_nested,
    "module": _build_module,
}


def build(folder: Path, name: str) -> None:
    """Build one, in a process that has TensorFlow."""
    folder.mkdir(parents=True, exist_ok=True)
    kinds = {"train_": _build_training, "k2_": _build_keras2}
    other = next((make for prefix, make in kinds.items() if name.startswith(prefix)), _build_keras)
    make = _GRAPHS.get(name, other)
    made = make(folder, name)
    arrays = {kind + key: array for kind, part in zip(("in:", "out:", "plain:"), made) for key, array in part.items()}
    np.savez(folder / f"{name}.npz", **arrays)


if __name__ == "__main__":
    for _name in sys.argv[2:] or SMALL:
        build(Path(sys.argv[1]), _name)
