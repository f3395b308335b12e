"""The time of a step that reads its data from a file, compared with a script with tf.data for the same training."""

from __future__ import annotations

import tempfile
from pathlib import Path

from blockloom.blocks.results.run_modes import RunMode
from blockloom.runtime.protocol import requests
from tests.bench.measure import seconds, timed_ratio

_ROWS, _BATCH, _EPOCHS = 32_000, 32, 2


def bench_input() -> bool:
    """Compare two epochs of training on a .csv and a TFRecord file, 1,000 steps each, with a script.

    The worker runs them as for `blockloom run --epochs 2`. The script uses tf.data, an initializable iterator, and
    make_callable of the training step and the loss until the end of data.
    """
    from blockloom.blocks.files import documents
    from blockloom.runtime.worker.client import Worker, ensure_catalogue
    from tests.bench.steps import _tensorflow
    from tests.datasets import training_page, write_csv, write_tfrecord

    tf, ok, worker = _tensorflow(), True, Worker(keep_state=False)
    worker.start()
    try:
        with tempfile.TemporaryDirectory() as folder:
            for name, write in (("rows.csv", write_csv), ("rows.tfrecord", write_tfrecord)):
                path = Path(folder) / name
                write(path, _ROWS)
                document = training_page(ensure_catalogue(), path, batch=_BATCH)
                worker.call(requests.OpenRequest(document=documents.dumps(document), page="main"))
                with tf.Graph().as_default(), tf.compat.v1.Session() as session:
                    epoch = _by_hand(tf, session, path)

                    def ours() -> float:
                        return seconds(
                            lambda: worker.call(requests.RunRequest(mode=RunMode(0, epochs=_EPOCHS, watch=False)))
                        )

                    def baseline(epoch=epoch) -> float:
                        return seconds(lambda: [epoch() for _ in range(_EPOCHS)] and None)

                    ok &= timed_ratio(f"2,000 steps on {path.suffix} / a script with tf.data", ours, baseline, 1.1)
    finally:
        worker.close()
    return ok


def _by_hand(tf, session, path: Path):
    """Return a function that trains for an epoch, as a script does."""
    from tests.datasets import RATE

    def line(text):
        *x, y = tf.io.decode_csv(text, [[0.0]] * 4)
        return tf.stack(x), y

    def example(record):
        found = tf.io.parse_single_example(
            record, {"x": tf.io.FixedLenFeature([3], tf.float32), "y": tf.io.FixedLenFeature([], tf.float32)}
        )
        return found["x"], found["y"]

    data = (
        tf.compat.v1.data.TextLineDataset(str(path)).skip(1).map(line)
        if path.suffix == ".csv"
        else tf.compat.v1.data.TFRecordDataset(str(path)).map(example)
    )
    data = data.batch(_BATCH, drop_remainder=True).prefetch(2)
    iterator = tf.compat.v1.data.make_initializable_iterator(data)
    x, y = iterator.get_next()
    w = tf.compat.v1.get_variable("w", initializer=tf.zeros([3, 1]), use_resource=False)
    b = tf.compat.v1.get_variable("b", initializer=tf.zeros([]), use_resource=False)
    loss = tf.reduce_mean(tf.math.squared_difference(tf.reshape(x @ w, [-1]) + b, y))
    count = tf.compat.v1.train.get_or_create_global_step()
    train = tf.compat.v1.train.GradientDescentOptimizer(RATE).minimize(loss, global_step=count)
    session.run(tf.compat.v1.global_variables_initializer())
    step = session.make_callable([loss, train])

    def epoch() -> None:
        session.run(iterator.initializer)
        try:
            while True:
                step()
        except tf.errors.OutOfRangeError:
            pass

    return epoch
