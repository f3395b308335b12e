"""Training from files to the end of the data, and the event files that it writes."""

import numpy as np
import pytest

from blockloom import run
from tests.datasets import BATCH, RATE, rows, training_page, write_csv, write_tfrecord

WRITERS = {".csv": write_csv, ".tfrecord": write_tfrecord}
ROWS, EPOCHS = 18, 3  # the last 2 rows make no batch


def by_hand() -> tuple[np.ndarray, float, list[float]]:
    """Return the weights, the bias and the loss of each step, in float64."""
    x, y = (one.astype(float) for one in rows(ROWS))
    w, b, losses = np.zeros(3), 0.0, []
    for _ in range(EPOCHS):
        for at in range(0, ROWS - BATCH + 1, BATCH):
            off = x[at : at + BATCH] @ w + b - y[at : at + BATCH]
            losses.append((off**2).mean())
            w, b = w - RATE * 2 * off @ x[at : at + BATCH] / BATCH, b - RATE * 2 * off.mean()
    return w, b, losses


@pytest.mark.parametrize("suffix", WRITERS)
def test_training_from_a_file_for_three_epochs(catalogue, worker, tmp_path, suffix):
    import tensorflow as tf

    path, logs = tmp_path / f"rows{suffix}", tmp_path / "logs"
    WRITERS[suffix](path, ROWS)
    result = run(training_page(catalogue, path, logs), page="main", epochs=EPOCHS, worker=worker)
    w, b, losses = by_hand()
    assert result.steps == len(losses) == EPOCHS * (ROWS // BATCH)
    np.testing.assert_allclose(result.results["W"]["ref"][:, 0], w, rtol=1e-5)
    np.testing.assert_allclose(result.results["B"]["ref"], b, rtol=1e-5)
    (events,) = logs.iterdir()
    told = [
        (event.step, value)
        for event in tf.compat.v1.train.summary_iterator(str(events))
        for value in event.summary.value
    ]
    assert [value.tag for _, value in told] == ["loss"] * len(losses)
    np.testing.assert_allclose([value.simple_value for _, value in told], losses, rtol=1e-4)
