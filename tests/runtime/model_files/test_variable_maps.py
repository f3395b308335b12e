"""A checkpoint with other names gives variables its values, by a file that maps the names."""

import numpy as np
import pytest
import tensorflow as tf
from tensorflow.core.protobuf.trackable_object_graph_pb2 import TrackableObjectGraph

from blockloom import run, save
from blockloom.app import cli
from blockloom.runtime.api.models import open_model
from blockloom.runtime.api.page_names import BadPage

tf1 = tf.compat.v1
VALUES = {
    "net/first/kernel": np.arange(6, dtype=np.float32).reshape(2, 3),
    "net/first/bias": np.float32([1, 2, 3]),
    "net/second/bias": np.float32([7, 8, 9]),
    "steps": np.int64(5),
}
NAMES = {"model/first/weights": "net/first/kernel", "model/first/bias": "net/first/bias"}
NAMES |= {"model/second/bias": "net/second/bias"}


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """Return a folder with a graph, a checkpoint of other names, and the graph's output for these values."""
    folder = tmp_path_factory.mktemp("maps")
    with tf.Graph().as_default(), tf1.Session() as session:
        saved = [tf1.get_variable(name, initializer=value) for name, value in VALUES.items()]
        session.run(tf1.global_variables_initializer())
        tf1.train.Saver(saved).save(session, str(folder / "other.ckpt"), write_meta_graph=False)
    with tf.Graph().as_default() as graph, tf1.Session() as session:
        x = tf1.placeholder(tf.float32, [None, 2], "x")
        weights = tf1.get_variable("model/first/weights", [2, 3], use_resource=True)
        biases = [tf1.get_variable(f"model/{name}/bias", [3], use_resource=True) for name in ("first", "second")]
        y = tf.nn.relu(x @ weights + biases[0]) * biases[1]
        y = tf.identity(y, "y")
        tf.identity(biases[1], "z")
        graph_def = graph.as_graph_def()
        tf1.train.Saver({NAMES[one.op.name]: one for one in (weights, *biases)}).restore(
            session, str(folder / "other.ckpt")
        )
        wanted = session.run(y, {x: [[1, 2]]})
    (folder / "net.pb").write_bytes(graph_def.SerializeToString())
    return folder, wanted


def _write(path, names=NAMES, separator="\t"):
    path.write_text("".join(f"{own}{separator}{other}\n" for own, other in names.items()), encoding="utf-8")
    return path


@pytest.mark.parametrize("separator", ["\t", "  ", ", "])
def test_a_run_begins_with_the_values_of_mapped_names(separator, files, tmp_path, worker):
    folder, wanted = files
    document, _ = open_model(folder / "net.pb", worker)
    names = _write(tmp_path / "names.txt", {"# graph": "checkpoint", **NAMES}, separator)
    options = {"checkpoint": folder / "other.ckpt", "map_variables": names, "worker": worker}
    found = run(document, fetch=["y"], feed={"x": [[1, 2]]}, **options).results["y"]["output"]
    np.testing.assert_array_equal(found, wanted)
    found = run(document, fetch=["z"], **options).results["z"]["output"]  # the other variables have lines, too
    np.testing.assert_array_equal(found, VALUES["net/second/bias"])


def test_the_proposal_of_an_error_makes_the_model_whole(files, tmp_path, capsys):
    folder, wanted = files
    command = ["convert", str(folder / "net.pb"), str(tmp_path / "out.pb"), "--frozen"]
    command += ["--checkpoint", str(folder / "other.ckpt"), "--trust"]
    assert cli.main(command) == 2
    told = capsys.readouterr().err
    assert "map the variables by a file" in told
    names = dict(line.split("\t") for line in told.splitlines() if "\t" in line)
    assert names == NAMES
    assert cli.main([*command, "--map-variables", str(_write(tmp_path / "names.txt", names))]) == 0
    graph_def = tf1.GraphDef.FromString((tmp_path / "out.pb").read_bytes())
    with tf.Graph().as_default(), tf1.Session() as session:
        tf.import_graph_def(graph_def, name="")
        np.testing.assert_array_equal(session.run("y:0", {"x:0": [[1, 2]]}), wanted)


WRONG = {
    "unknown variable": ("model/first/kernel\tnet/first/kernel", r"line 4.*no variable model/first/kernel.*weights"),
    "missing name": (
        "model/first/bias, net/first/biases",
        r"line 4: .*other\.ckpt has no net/first/biases.*net/first/bias",
    ),
    "shape": ("model/first/bias net/first/kernel", r"line 4: net/first/kernel is float32 of the shape \[2, 3\].*\[3\]"),
    "dtype": ("model/first/bias:0 steps", r"line 4: steps is int64.*float32"),
    "twice": ("model/second/bias net/first/bias", r"line 4: the variable model/second/bias .*line 3"),
    "one column": ("model/first/bias", r"line 4: write a variable .*'model/first/bias'"),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_errors_in_a_map_are_reported_with_their_line(wrong, files, tmp_path, worker):
    folder, _ = files
    line, told = WRONG[wrong]
    names = dict(NAMES)
    if wrong != "unknown variable":
        del names["model/first/bias"]
    path = tmp_path / "names.txt"
    path.write_text("\n" * (3 - len(names)) + _write(path, names).read_text("utf-8") + line, encoding="utf-8")
    document, _ = open_model(folder / "net.pb", worker)
    options = {"checkpoint": folder / "other.ckpt", "map_variables": path, "worker": worker}
    with pytest.raises(BadPage, match=rf"(?s)names\.txt, {told}"):
        run(document, fetch=["y"], feed={"x": [[1, 2]]}, **options)
    with pytest.raises(BadPage, match=rf"(?s)names\.txt, {told}"):
        save(document, tmp_path / "out.pb", frozen=True, **options)
    assert not (tmp_path / "out.pb").exists()


def test_a_variable_without_a_name_of_its_shape_is_listed(files, tmp_path, worker):
    folder, _ = files
    with tf.Graph().as_default() as graph:
        for name, shape in (("a", [4]), ("model/second/bias", [3])):
            tf.identity(tf1.get_variable(name, shape, use_resource=True), f"{name}_value")
    (tmp_path / "net.pb").write_bytes(graph.as_graph_def().SerializeToString())
    document, _ = open_model(tmp_path / "net.pb", worker)
    with pytest.raises(BadPage, match=r"# a\tfloat32 \[4\]\nmodel/second/bias\tnet/second/bias$"):
        run(document, checkpoint=folder / "other.ckpt", worker=worker)


def test_a_checkpoint_that_names_a_value_it_does_not_hold(files, tmp_path, worker):
    objects = TrackableObjectGraph()
    objects.nodes.add().attributes.add(name="VARIABLE_VALUE", full_name="model/first/bias", checkpoint_key="gone")
    tensors = {"_CHECKPOINTABLE_OBJECT_GRAPH": objects.SerializeToString(), "bias": np.float32([1, 2, 3])}
    with tf.Graph().as_default(), tf1.Session() as session:
        path = str(tmp_path / "damaged.ckpt")
        session.run(
            tf.raw_ops.SaveV2(
                prefix=path, tensor_names=[*tensors], shape_and_slices=["", ""], tensors=[*tensors.values()]
            )
        )
    document, _ = open_model(files[0] / "net.pb", worker)
    with pytest.raises(BadPage, match=r"has no values for model/first/bias, .*\nmodel/first/bias\tbias\n"):
        run(document, fetch=["y"], feed={"x": [[1, 2]]}, checkpoint=path, worker=worker)
