"""The effect of oneDNN, which TensorFlow enables by default, on the time of ResNet50."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path

_ROOT = Path(__file__).resolve().parents[2]
_BATCH, _RUNS = 2, 5
_STEPS = ("forward", "step of training")


def bench_onednn(rounds: int = 2) -> bool:
    """Time ResNet50 with and without oneDNN: forward and SGD steps on 2 pictures of 224 x 224.

    Each measurement is a process, in alternation. The times are not limited, since they are TensorFlow's.
    """
    found: dict[str, list[list[float]]] = {"1": [], "0": []}
    for _ in range(rounds):
        for on in found:
            done = subprocess.run(
                [sys.executable, "-m", "tests.bench.onednn"],
                cwd=_ROOT,
                text=True,
                check=True,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env=os.environ | {"TF_ENABLE_ONEDNN_OPTS": on, "CUDA_VISIBLE_DEVICES": "-1"},
            )
            found[on].append(json.loads(done.stdout.splitlines()[-1]))
    for number, name in enumerate(_STEPS):
        on, off = (statistics.median(one[number] for one in found[key]) for key in ("1", "0"))
        print(
            f"{f'ResNet50, {name}: with oneDNN / without':58} {on * 1e3:9.1f} ms {off * 1e3:9.1f} ms   "
            f"ratio {on / off:5.2f}",
            flush=True,
        )
    return True


def _measured() -> list[float]:
    """Return the median seconds of each of the steps, in this process."""
    import keras
    import numpy as np
    import tensorflow as tf

    model = keras.applications.ResNet50(weights=None)
    optimizer = keras.optimizers.SGD(0.01)
    pictures = tf.constant(np.random.default_rng(1).random((_BATCH, 224, 224, 3), np.float32))
    classes = tf.constant([1, 2])

    @tf.function
    def forward():
        return model(pictures, training=False)

    @tf.function
    def train():
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(keras.losses.sparse_categorical_crossentropy(classes, model(pictures, training=True)))
        optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
        return loss

    def seconds(step) -> float:
        begin = time.perf_counter()
        step().numpy()
        return time.perf_counter() - begin

    return [statistics.median([seconds(step) for _ in range(_RUNS + 1)][1:]) for step in (forward, train)]


if __name__ == "__main__":
    print(json.dumps(_measured()))
