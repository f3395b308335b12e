"""Input pipelines of TensorFlow 1: queue runners of a MetaGraph fill the queues, and the data ends cleanly."""

import json

import numpy as np
import pytest
import tensorflow as tf

from blockloom import run
from blockloom.app import cli
from blockloom.blocks.lower.outside import outside
from blockloom.runtime.api.models import open_model
from blockloom.runtime.api.run_errors import RunFailed
from blockloom.runtime.worker.client import ensure_catalogue
from tests import fork_server
from tests.extent import slow_after

tf1 = tf.compat.v1
FILES, LINES, BATCH = 3, 5, 4


def write_pipeline(folder, shuffle, resource, epochs=1, files=None):
    """Write a MetaGraph that reads lines of files in batches, adds them up, and trains."""
    names = files or [str(folder / f"{number}.csv") for number in range(FILES)]
    with tf.Graph().as_default(), tf1.variable_scope("", use_resource=resource):
        if not resource:
            tf1.disable_resource_variables()
        queue = tf1.train.string_input_producer(names, epochs, shuffle=shuffle, seed=3)
        tf1.enable_resource_variables()
        _, line = tf1.TextLineReader().read(queue)
        row = tf1.decode_csv(line, [[0.0], [0.0]])
        options = {"batch_size": BATCH, "num_threads": 1 + shuffle, "allow_smaller_final_batch": True}
        mixed = {"capacity": 100, "min_after_dequeue": 8, "seed": 4}
        x, y = tf1.train.shuffle_batch(row, **options, **mixed) if shuffle else tf1.train.batch(row, **options)
        x = tf.identity(x, name="x")
        factor = tf1.get_variable("factor", initializer=0.0)
        total = tf1.get_variable("total", initializer=0.0, trainable=False)
        tf.identity(tf1.assign_add(total, tf.reduce_sum(x)), name="add_up")
        loss = tf.reduce_mean((x * factor - y) ** 2, name="loss")
        tf1.train.GradientDescentOptimizer(0.001).minimize(loss, name="train")
        with tf1.Session() as session:
            session.run(tf1.global_variables_initializer())
            tf1.train.Saver().save(session, str(folder / "net"))
    return folder / "net.meta"


def steps_of_tensorflow(path):
    """Return the batches that a session of TensorFlow gets, to the end of the data."""
    with tf.Graph().as_default(), tf1.Session() as session:
        tf1.train.import_meta_graph(str(path)).restore(session, str(path.with_suffix("")))
        session.run(tf1.local_variables_initializer())
        coordinator, found = tf1.train.Coordinator(), []
        threads = tf1.train.start_queue_runners(session, coordinator)
        with pytest.raises(tf.errors.OutOfRangeError):
            while True:
                found.append(session.run("x:0"))
        coordinator.request_stop()
        coordinator.join(threads)
        return found


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    """Return a folder of files with rows of two numbers."""
    folder = tmp_path_factory.mktemp("pipeline")
    for number in range(FILES):
        rows = [f"{number * 10 + row},{row}\n" for row in range(LINES)]
        (folder / f"{number}.csv").write_text("".join(rows), encoding="utf-8")
    return folder


@pytest.mark.parametrize(
    ("shuffle", "resource"), slow_after(1, [(False, False), (True, True), (False, True), (True, False)])
)
def test_a_pipeline_delivers_and_ends_as_in_tensorflow(shuffle, resource, data, worker):
    path = write_pipeline(data, shuffle, resource)
    wanted = steps_of_tensorflow(path)
    document, told = open_model(path, worker)
    assert not told
    for steps in (1, len(wanted)) if not shuffle else ():
        found = run(document, steps=steps, fetch=["x"], worker=worker).results["x"]["output"]
        np.testing.assert_array_equal(found, wanted[steps - 1])
    total = sum(map(np.sum, wanted))
    for epochs in (1, 2):
        found = run(document, epochs=epochs, fetch=["total", "add_up"], worker=worker)
        assert found.steps == epochs * len(wanted)
        assert {float(one) for one in found.results["total"].values()} == {epochs * total}
    with pytest.raises(RunFailed, match=rf"ran {len(wanted)} steps, then the data of .*batch ended"):
        run(document, steps=9, fetch=["x"], worker=worker)


def test_the_files_are_listed_before_they_are_read(data, worker, tmp_path):
    document, _ = open_model(write_pipeline(data, True, True), worker)
    acts = {(one.kind, one.target) for one in outside(document, ensure_catalogue())}
    assert {("reads", str(data / f"{number}.csv")) for number in range(FILES)} <= acts
    assert acts >= {("writes", "model"), ("reads", "model")}
    page = document.page("main")
    queue = page.blocks["input_producer"]
    page.blocks["input_producer"] = queue._replace(values={**queue.values, "shared_name": "q"})
    assert ("reads", "") in {(one.kind, one.target) for one in outside(document, ensure_catalogue())}


def test_the_error_of_a_thread_is_reported(data, worker, tmp_path):
    path = write_pipeline(tmp_path, False, True, files=[str(data / "0.csv"), str(data / "none.csv")])
    document, _ = open_model(path, worker)
    with pytest.raises(RunFailed) as failed:
        run(document, epochs=1, fetch=["x"], worker=worker)
    assert "none.csv; No such file" in failed.value.problems[0].message


def test_the_command_line_runs_a_pipeline_and_a_script_of_it(data, tmp_path, capsys):
    path = write_pipeline(data, False, True)
    assert cli.main(["run", str(path), "--epochs", "1", "--fetch", "x", "--format", "json", "--trust"]) == 0
    last = json.loads(capsys.readouterr().out)["results"]["x"]["output"]["value"]
    assert last == [22.0, 23.0, 24.0]
    script = tmp_path / "pipeline.py"
    assert cli.main(["convert", str(path), str(script), "--trust"]) == 0
    capsys.readouterr()
    code = "import pipeline; pipeline.main(steps=9)"
    done = fork_server.run_script(code, capture_output=True, text=True, check=True, cwd=tmp_path, timeout=100)
    assert [line.split()[0] for line in done.stdout.splitlines()] == ["1", "2", "3", "4"]
