"""Time until the first view of real models: picture, check of a training graph, and check of nested pages."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from tests.bench.measure import absolute, seconds, timed_ratio

_ROOT = Path(__file__).resolve().parents[2]
_PICTURE, _CHECK = 2.0, 3.0  # times as long as importing TensorFlow, or TensorFlow and the graph
_PAGES = 15.0  # seconds
_IMPORT = "import tensorflow"
_IMPORT_GRAPH = (
    "import sys, tensorflow as tf; v1 = tf.compat.v1; v1.disable_eager_execution(); "
    "v1.train.import_meta_graph(sys.argv[1])"
)


def _build(folder: Path) -> None:
    """Write ResNet50 as a SavedModel and frozen, and training graphs of TensorFlow 1 with 2,900 and 10,000 nodes.

    This runs in a separate process, which loads TensorFlow.
    """
    import keras
    import tensorflow as tf
    from tensorflow.python.framework.convert_to_constants import convert_variables_to_constants_v2

    model = keras.applications.ResNet50(weights=None)
    model.export(folder / "resnet50", verbose=False)
    traced = tf.function(lambda x: model(x, training=False)).get_concrete_function(
        tf.TensorSpec((None, 224, 224, 3), tf.float32)
    )
    frozen = convert_variables_to_constants_v2(traced, lower_control_flow=False).graph.as_graph_def()
    (folder / "resnet50.pb").write_bytes(frozen.SerializeToString())
    v1 = tf.compat.v1
    v1.disable_v2_behavior()
    v1.disable_control_flow_v2()
    for layers in (9, 34):
        with tf.Graph().as_default():
            _training_graph(v1, layers)
            with v1.Session() as session:
                session.run(v1.global_variables_initializer())
                v1.train.Saver().save(session, str(folder / f"training_{layers}"))


def _training_graph(v1: Any, layers: int) -> None:
    """Build convolutions with normalisation and dropout, switched by a placeholder, a loop, and Adam."""
    import tensorflow as tf

    image, label = v1.placeholder(tf.float32, (None, 8, 8, 3), "image"), v1.placeholder(tf.int64, (None,), "label")
    training, at = v1.placeholder(tf.bool, (), "training"), image
    for number in range(layers):
        with v1.variable_scope(f"layer_{number}"):
            width = at.shape[-1]
            kernel = v1.get_variable("kernel", (3, 3, width, 8))
            mean, variance = (v1.get_variable(name, (8,), trainable=False) for name in ("mean", "variance"))
            made = tf.nn.conv2d(at, kernel, 1, "SAME")
            now = tf.nn.moments(made, [0, 1, 2])

            def update(now: Any = now, held: Any = (mean, variance)) -> list[Any]:
                changed = [v1.assign(one, one * 0.9 + new * 0.1) for one, new in zip(held, now, strict=True)]
                with tf.control_dependencies(changed):
                    return [tf.identity(new) for new in now]

            used = v1.cond(training, update, lambda held=(mean, variance): [tf.identity(one) for one in held])
            made = tf.nn.relu(tf.nn.batch_normalization(made, *used, None, None, 1e-3))
            made = v1.cond(training, lambda made=made: tf.nn.dropout(made, rate=0.3), lambda made=made: made + 0.0)
            at = made + at if number else made
    _, at = v1.while_loop(
        lambda i, _: i < 3, lambda i, a: (i + 1, tf.tanh(a)), [tf.constant(0), tf.reduce_mean(at, [1, 2])]
    )
    loss = v1.losses.sparse_softmax_cross_entropy(label, at)
    v1.train.AdamOptimizer(0.01).minimize(loss)


def _took(folder: Path, *words: object) -> float:
    env = os.environ | {
        "XDG_STATE_HOME": str(folder / "state"),
        "QT_QPA_PLATFORM": "offscreen",
        "CUDA_VISIBLE_DEVICES": "-1",
        "TF_CPP_MIN_LOG_LEVEL": "3",
    }
    return seconds(
        lambda: subprocess.run(
            [sys.executable, *map(str, words)],
            cwd=_ROOT,
            env=env,
            check=False,
            stdin=subprocess.DEVNULL,
            capture_output=True,
        )
    )


def bench_first_looks() -> bool:
    """Measure in units of the import time of TensorFlow, which reading a model requires."""
    from blockloom.blocks.document.pages import Block, Document, Page
    from blockloom.blocks.files import documents

    folder = Path(tempfile.mkdtemp(prefix="blockloom-looks-"))
    subprocess.run(
        [sys.executable, "-m", "tests.bench.first_looks", folder], cwd=_ROOT, check=True, capture_output=True
    )
    fine = [
        timed_ratio(
            f"render {name}, and importing TensorFlow",
            lambda name=name: _took(folder, "-m", "blockloom", "render", folder / name, folder / "a.png"),
            lambda: _took(folder, "-c", _IMPORT),
            _PICTURE,
            runs=3,
        )
        for name in ("resnet50", "resnet50.pb")
    ]
    fine += [
        timed_ratio(
            f"check {name}, and TensorFlow's import of it",
            lambda name=name: _took(folder, "-m", "blockloom", "check", folder / name),
            lambda name=name: _took(folder, "-c", _IMPORT_GRAPH, folder / name),
            _CHECK,
            runs=1,
        )
        for name in ("training_9.meta", "training_34.meta")
    ]
    document = Document()
    for number in range(31):
        page = document.pages[f"p{number}"] = Page(f"p{number}")
        for name in "AB":
            page.blocks[name] = Block(name, f"page:p{number + 1}" if number < 30 else "NoOp")
    documents.save(document, folder / "pages.loom")
    fine.append(
        absolute(
            "check --fast of 31 pages that use each other twice",
            lambda: _took(folder, "-m", "blockloom", "check", "--fast", folder / "pages.loom"),
            _PAGES,
            runs=1,
        )
    )
    return all(fine)


if __name__ == "__main__":
    _build(Path(sys.argv[1]))
