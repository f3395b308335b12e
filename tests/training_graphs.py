"""Random training graphs of TensorFlow 1: a MetaGraph with its checkpoint, and the outputs that change nothing."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np
import tensorflow as tf
from tensorflow.python.ops import control_flow_util

tf1 = tf.compat.v1
_OPTIMIZERS = (
    lambda rate: tf1.train.GradientDescentOptimizer(rate),
    lambda rate: tf1.train.MomentumOptimizer(rate, 0.9),
    lambda rate: tf1.train.AdamOptimizer(rate),
    lambda rate: tf1.train.AdagradOptimizer(rate),
    lambda rate: tf1.train.AdadeltaOptimizer(rate),
    lambda rate: tf1.train.RMSPropOptimizer(rate, momentum=0.5, centered=True),
    lambda rate: tf1.train.FtrlOptimizer(rate),
)
# The beginnings of ops that change something, draw a number, read a file, or ask for the state of a variable.
_ACTS = (
    "Assign",
    "Resource",
    "Apply",
    "Scatter",
    "Save",
    "Restore",
    "MergeV2",
    "Random",
    "Truncated",
    "Shard",
    "Queue",
)
_ACTS += ("Is", "VarIs")
_SAVER = re.compile(r"(save|whole)(_\d+)?/")
_PIPELINE = "reading"  # the scope of the queues that queue runners fill
_DRAWN = ("QueueDequeueManyV2", "QueueSizeV2", "FIFOQueueV2")


class TrainingGraph(NamedTuple):
    """A model file, values for its placeholders and its batch by name, and the names of tensors to fetch."""

    path: Path
    feeds: dict[str, np.ndarray]
    tensors: list[str]


def write_training_graph(seed: int, folder: Path, layers: int = 4) -> TrainingGraph:
    """Write a random training graph with at most this number of layers into a folder."""
    draw = np.random.default_rng(seed)
    before = control_flow_util.ENABLE_CONTROL_FLOW_V2
    control_flow_util.ENABLE_CONTROL_FLOW_V2 = bool(draw.integers(2))
    try:
        with tf.Graph().as_default():
            feeds = _build(draw, layers)
            with tf1.Session() as session:
                for variable in tf1.global_variables():
                    value = 1 + draw.random(variable.shape.as_list()) if variable.dtype.is_floating else 7
                    session.run(variable.initializer, {variable.initializer.inputs[1]: value})
                tf1.train.Saver(name=f"whole_{seed}").save(session, str(folder / "net"))
            return TrainingGraph(folder / "net.meta", feeds, list(_fetchable(tf1.get_default_graph())))
    finally:
        control_flow_util.ENABLE_CONTROL_FLOW_V2 = before


def run_in_tensorflow(graph: TrainingGraph, tensors: list[str]) -> list[np.ndarray]:
    """Return what a fresh session gives for some tensors. Raises what session.run raises."""
    with tf.Graph().as_default(), tf1.Session() as session:
        tf1.train.import_meta_graph(str(graph.path)).restore(session, str(graph.path.with_suffix("")))
        coordinator = tf1.train.Coordinator()
        runners = tf1.get_collection(tf1.GraphKeys.QUEUE_RUNNERS)
        threads = [one for runner in runners for one in runner.create_threads(session, coordinator, start=True)]
        try:
            return session.run(tensors, {f"{name}:0": value for name, value in graph.feeds.items()})
        finally:
            coordinator.request_stop()
            coordinator.join(threads)


def _build(draw: np.random.Generator, layers: int) -> dict[str, np.ndarray]:
    """Build a network with its optimizer and Savers; return values for the placeholders."""
    width, classes, batch = (int(one) for one in draw.integers(2, 5, 3))
    inputs = tf1.placeholder(tf.float32, [None, width], name="placeholder/inputs")
    labels = tf1.placeholder(tf.float32, [None, classes], name="labels")
    training = tf1.placeholder_with_default(bool(draw.integers(2)), [], name="training")
    feeds = {
        "placeholder/inputs": draw.normal(size=(batch, width)).astype(np.float32),
        "labels": draw.random((batch, classes)).astype(np.float32),
    }
    signal = inputs
    source = int(draw.integers(3))
    if source == 1:
        with tf1.variable_scope(_PIPELINE):
            rows = tf.constant(draw.normal(size=(6, width)), tf.float32)
            (row,) = tf1.train.slice_input_producer([rows], shuffle=False)
            signal = tf1.train.batch([row], batch, capacity=8, name="read") + inputs
    elif source == 2:
        with tf1.variable_scope("input"):
            queue = tf1.FIFOQueue(20, [tf.float32], [[width]], name="queue")
            queue.enqueue_many([inputs], name="enqueue")
            queue.close(name="close")
            signal = queue.dequeue_many(batch, name="image_batch") + inputs
            tf1.summary.scalar("waiting", queue.size())
        feeds["input/image_batch"] = draw.normal(size=(batch, width)).astype(np.float32)
    for number in range(int(draw.integers(layers))):
        signal = _layer(draw, signal, int(draw.integers(2, 6)), number, training)
    output = _layer(draw, signal, classes, 9, training)
    tf.nn.softmax(output, name="probabilities")
    loss = tf.reduce_mean(tf.square(output - labels), name="loss")
    tf1.summary.scalar("loss", loss)
    step = tf1.train.create_global_step()
    rate = tf1.train.exponential_decay(0.1, step, 10, 0.9)
    with tf.control_dependencies(tf1.get_collection(tf1.GraphKeys.UPDATE_OPS)):
        train = _OPTIMIZERS[int(draw.integers(len(_OPTIMIZERS)))](rate).minimize(loss, step, name="train")
    if draw.integers(2):
        average = tf1.train.ExponentialMovingAverage(0.9, step)
        with tf.control_dependencies([train]):
            average.apply(tf1.trainable_variables())
    tf1.summary.merge_all(name="summaries")
    for _ in range(int(draw.integers(3))):
        tf1.train.Saver(tf1.trainable_variables(), max_to_keep=1)
    return feeds


def _layer(draw: np.random.Generator, x: tf.Tensor, width: int, number: int, training: tf.Tensor) -> tf.Tensor:
    with tf1.variable_scope(f"layer_{number}", use_resource=bool(draw.integers(2))):
        weights = tf1.get_variable("weights", [x.shape[-1], width])
        bias = tf1.get_variable("bias", [width], initializer=tf1.zeros_initializer())
        y = tf.nn.bias_add(x @ weights, bias, name="BiasAdd")
        tf1.summary.histogram("weights", weights)
        match int(draw.integers(6)):
            case 0:
                y = tf1.cond(training, lambda: tf.nn.dropout(y, rate=0.3, seed=3), lambda: y * 1.5)
            case 1:
                kept = tf1.get_variable("kept", [width], trainable=False)
                mean = tf.reduce_mean(y, 0)
                tf1.add_to_collection(tf1.GraphKeys.UPDATE_OPS, tf1.assign_sub(kept, 0.1 * (kept - mean)))
                y -= tf1.cond(training, lambda: mean, lambda: tf.identity(kept))
            case 2:
                y = tf1.cond(tf.reduce_sum(y) > 0, lambda: tf.nn.relu(y) + bias, lambda: tf.tanh(y) * 2)
            case 3:
                y = tf1.while_loop(lambda i, _: i < 3, lambda i, z: (i + 1, tf.tanh(z) + bias), (0, y))[1]
            case 4:
                y = tf.concat(tf.split(y, [1, width - 1], 1, name="parts")[::-1], 1)
        return tf.nn.relu(y) if draw.integers(2) else tf.sigmoid(y)


def _fetchable(graph: tf.Graph) -> Iterator[str]:
    """Yield the tensors that a session can fetch without side effects or random numbers."""
    acting: dict[str, bool] = {}
    for op in graph.get_operations():  # each after those that it depends on, back edges of loops apart
        draws = op.type.startswith(_ACTS) and op.type not in _DRAWN or op.type in ("If", "While")
        draws |= op.type == "QueueSizeV2" and op.name.startswith(f"{_PIPELINE}/")  # its threads change that meanwhile
        before = [tensor.op for tensor in op.inputs if tensor.op.type != "QueueDequeueManyV2"] + op.control_inputs
        acting[op.name] = draws or any(acting.get(one.name, False) for one in before)
        upkeep = "/Initializer/" in op.name or op.name.endswith("/Read/ReadVariableOp") or _SAVER.match(op.name)
        if acting[op.name] or op.type in ("Const", "NoOp", "Enter") or upkeep or not graph.is_fetchable(op):
            continue
        for tensor in op.outputs:
            if tensor.dtype.base_dtype not in (tf.resource, tf.variant) and not tensor.dtype._is_ref_dtype:
                yield tensor.name
