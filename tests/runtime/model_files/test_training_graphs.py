"""Training graphs of TensorFlow 1: a run gives the named outputs, and leaves variables and files as they are."""

import numpy as np
import pytest
import tensorflow as tf
from tensorflow.python.ops import control_flow_util

from blockloom import run
from blockloom.app import cli
from blockloom.runtime.api.models import open_model
from blockloom.runtime.api.page_names import BadPage, output_at
from tests.extent import SEED, slow_after
from tests.training_graphs import run_in_tensorflow, write_training_graph

tf1 = tf.compat.v1
GRAPHS = 200


def the_same(ours, theirs):
    """Return whether two results are the same, numbers but for rounding."""
    if isinstance(ours, dict):
        return False
    if isinstance(theirs, bytes) or np.asarray(theirs).dtype == object:
        return np.asarray(ours, object).tolist() == np.asarray(theirs, object).tolist()
    return np.allclose(ours, theirs, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("number", slow_after(1, range(GRAPHS)))
def test_any_outputs_are_those_of_a_fresh_session_and_nothing_changes(number, worker, tmp_path):
    draw = np.random.default_rng(SEED * GRAPHS + number)
    (tmp_path / "model").mkdir()
    graph = write_training_graph(SEED * GRAPHS + number, tmp_path / "model", layers=4 if number else 1)
    document, _ = open_model(graph.path, worker)
    page = document.page("main")
    files = {path: path.read_bytes() for path in graph.path.parent.iterdir()}
    values = tf.train.load_checkpoint(str(graph.path.with_suffix("")))
    compared = 0
    while compared < 2:
        tensors = [str(name) for name in draw.choice(graph.tensors, 3, replace=False)]
        try:
            wanted = run_in_tensorflow(graph, tensors)
        except tf.errors.InvalidArgumentError:  # one of them is in a branch that is not taken
            continue
        kept = tmp_path / f"{compared}.npz"
        options = {"fetch": tensors, "feed": graph.feeds, "timeout": 100, "worker": worker}
        try:
            found = run(document, save=kept, **options).results
        except BadPage as error:
            assert "no variable has a value" in str(error), (number, tensors)
            np.savez(kept)
            found = run(document, **options).results
        for name, theirs in zip(tensors, wanted, strict=True):
            at = output_at(document, page, name)
            assert the_same(found[at.block][at.end], theirs), (number, name, found[at.block][at.end], theirs)
        with np.load(kept) as after:
            assert all(np.array_equal(after[name], values.get_tensor(name)) for name in after)
        compared += 1
    assert {path: path.read_bytes() for path in graph.path.parent.iterdir()} == files


@pytest.fixture(scope="module")
def scoped(tmp_path_factory):
    """Return a MetaGraph whose names have equal ends."""
    folder = tmp_path_factory.mktemp("scoped")
    with tf.Graph().as_default():
        x = tf1.placeholder(tf.float32, [None, 2], name="placeholder/inputs")
        with tf1.variable_scope("a"):
            weights = tf1.get_variable("weights", initializer=np.float32([[1, 2], [3, 4]]))
            y = tf.matmul(x, weights, name="y")
        first, second = tf.split(y, 2, 1, name="parts")
        y = tf.multiply(tf.concat([second, first], 1) @ weights, 2.0, name="b/y")
        tf.add(y, 10.0, name="y")
        with tf1.Session() as session:
            session.run(tf1.global_variables_initializer())
            tf1.train.Saver().save(session, str(folder / "net"))
    return folder / "net.meta"


def test_names_of_nodes_and_tensors_are_addresses(scoped, worker):
    document, _ = open_model(scoped, worker)
    feed = {"placeholder/inputs:0": np.float32([[1, 1]])}
    wanted = {"y": [[46, 66]], "y:0": [[46, 66]], "b/y.z": [[36, 56]], "a/y": [[4, 6]], "parts:1": [[6]]}
    wanted |= {"a/y/ReadVariableOp:0": [[1, 2], [3, 4]], "a/weights:0": [[1, 2], [3, 4]]}
    for name, value in wanted.items():
        (found,) = run(document, fetch=[name], feed=feed, worker=worker).results.values()
        assert [one.tolist() for one in found.values()] == [value], name
    assert document.page("main").blocks["y"].type == "AddV2"  # nodes at the top keep their names
    found = run(document, fetch=["y"], feed={"b/y:0": np.float32([[1, 2]])}, values={"y/y": 5.0}, worker=worker)
    assert found.results["y"]["z"].tolist() == [[6, 7]]
    options = {"fetch": ["y"], "feed": feed, "worker": worker}
    assert run(document, until="max(a/y:0) > 5", **options).steps == 1
    assert run(document, breaks=["b/y is finite"], **options).paused.text == "y_3 is finite"
    with pytest.raises(BadPage, match=r"one of several reads of weights: feed weights\.value"):
        run(document, feed={"a/y/ReadVariableOp:0": np.eye(2, dtype=np.float32)}, worker=worker)
    with pytest.raises(BadPage, match="is not on page main"):
        run(document, fetch=["c/y:0"], worker=worker)


def test_nodes_in_a_while_loop_are_not_fetched(worker, tmp_path):
    path, before = tmp_path / "loop.pb", control_flow_util.ENABLE_CONTROL_FLOW_V2
    control_flow_util.ENABLE_CONTROL_FLOW_V2 = False
    try:
        with tf.Graph().as_default() as graph:
            x = tf1.placeholder(tf.float32, [2], "x")
            tf1.while_loop(lambda i, _: i < 3, lambda i, y: (i + 1, tf.tanh(y, "inner") + x), (0, x), name="loop")
            inner, left = graph.get_tensor_by_name("loop/inner:0"), graph.get_tensor_by_name("loop/Exit_1:0")
            with tf1.Session() as session:
                with pytest.raises(ValueError, match="not fetchable"):
                    session.run(inner, {x: [1, 2]})
                wanted = session.run(left, {x: [1, 2]})
            path.write_bytes(graph.as_graph_def().SerializeToString())
    finally:
        control_flow_util.ENABLE_CONTROL_FLOW_V2 = before
    document, _ = open_model(path, worker)
    options = {"feed": {"x": [1, 2]}, "worker": worker}
    with pytest.raises(BadPage, match=r"loop/inner: the block inner is inside a while loop.*leaves the loop: .*Exit_1"):
        run(document, fetch=[inner.op.name], **options)
    np.testing.assert_allclose(run(document, fetch=["Exit_1"], **options).results["Exit_1"]["output"], wanted)


def test_the_command_line_takes_names_of_nodes(scoped, capsys):
    options = ["--fetch", "b/y:0", "--feed", "placeholder/inputs=[[1, 1]]", "--set", "b/y/y=3.0"]
    assert cli.main(["run", str(scoped), *options, "--format", "json", "--trust"]) == 0
    assert "54" in capsys.readouterr().out


def test_convert_cuts_a_graph_to_what_outputs_need(scoped, tmp_path, capsys):
    for name, nodes in (("a/y:0,parts", {"parts"}), ("b/y", {"parts", "b/y"})):
        assert cli.main(["convert", str(scoped), str(tmp_path / "cut.pb"), "--frozen", "--outputs", name]) == 0
        graph = tf1.GraphDef.FromString((tmp_path / "cut.pb").read_bytes())
        found = {node.name for node in graph.node if node.op != "Const"}
        assert nodes | {"placeholder/inputs", "a/y"} <= found and "y" not in found
    assert cli.main(["convert", str(scoped), str(tmp_path / "cut.pb"), "--outputs", "c/y"]) == 2
    assert "c/y" in capsys.readouterr().err
