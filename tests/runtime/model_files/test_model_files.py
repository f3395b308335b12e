"""Models open with TensorFlow's meaning, and each faulty model is refused with one message."""

import json
import os
import re
import shutil
import sys
import zipfile

import h5py
import numpy as np
import pytest
import tensorflow as tf
from tensorflow.core.protobuf import saved_model_pb2
from tensorflow.core.protobuf.meta_graph_pb2 import MetaGraphDef
from tensorflow.core.protobuf.saved_model_pb2 import SavedModel

import blockloom
from blockloom.app import cli
from blockloom.app.formats import open_document
from blockloom.blocks.document.pages import Block, new_document
from blockloom.blocks.files.documents import dumps
from blockloom.blocks.plan.node_names import node_names
from blockloom.blocks.values.grammar import quoted
from blockloom.runtime.api.models import open_model
from tests.extent import slow
from tests.models import case

SAVED_MODELS = ("dense", "lstm", "transformer", "table", "nested", "module")


@pytest.mark.parametrize(
    "file",
    [
        "frozen.pb",
        "frozen.pbtxt",
        "metagraph.meta",
        "monitored.meta",
        *SAVED_MODELS,
        "dense.keras",
        pytest.param("gru.keras", marks=slow),
        "words.keras",
    ],
)
def test_a_model_gives_what_tensorflow_gives(models, file):
    document = open_document(models / file)
    fed, wanted, *_ = case(models, file.partition(".")[0])
    page = document.pages.get("main") or document.pages["serving_default"]
    found = blockloom.run(document, page=page.name, feed=fed, fetch="*" if page.name == "main" else ()).results
    blocks = {name: id_ for id_, name in node_names(page).items()} if page.name == "main" else {}
    given = [block.id for block in page.blocks.values() if block.type == "loom.Retval"]
    if len(given) == 1:  # Keras calls the output of a SavedModel output_0
        blocks[next(iter(wanted))] = given[0]
    for key, array in wanted.items():
        values = next(iter(found[blocks.get(key, key)].values()))
        np.testing.assert_allclose(values, array, rtol=0, atol=1e-6 * np.abs(array).max())


def test_layers_of_keras_keep_their_names(models, worker):
    """TensorFlow calls their scopes `hidden_1`, and in a second call `hidden_3`."""
    for file, titles in (("dense", {"hidden", "classes"}), ("conv", {"conv", "norm", "flat", "logits"})):
        document, _ = open_model(models / f"{file}.keras", worker)
        page = document.pages["serving_default"]
        assert {frame.title for frame in page.frames.values() if not frame.frame} == titles


@slow
def test_a_model_is_what_its_file_holds_whatever_that_is_called(models, tmp_path, worker):
    for source, name in (
        ("frozen.pb", "a.h5"),
        ("frozen.pbtxt", "b.pb"),
        ("dense.keras", "c.pb"),
        ("dense.h5", "d.hdf5"),
        ("dense.h5", "e"),
        ("frozen.pb", "f/saved_model.pb"),
        ("metagraph.meta", "g/.meta"),
        ("metagraph.meta", "h/a.pbtxt"),
        ("dense/saved_model.pb", "i/net.pbtxt"),
    ):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        shutil.copy(models / source, path)
        if name[0] in "gh":
            for part in "index", "data-00000-of-00001":
                shutil.copy(models / f"metagraph.{part}", path.parent / f"{path.name.partition('.')[0]}.{part}")
        elif name[0] == "i":
            shutil.copytree(models / "dense" / "variables", path.parent / "variables")
        wanted, _ = open_model(models / source, worker)
        found, _ = open_model(path.parent if name[0] == "f" else path, worker)
        assert dumps(found) == dumps(wanted), name


def test_a_text_may_begin_with_a_mark_of_its_order_of_bytes(models, tmp_path, worker):
    (tmp_path / "a.pb").write_bytes(b"\xef\xbb\xbf# a graph\r\n" + (models / "frozen.pbtxt").read_bytes())
    assert dumps(open_model(tmp_path / "a.pb", worker)[0]) == dumps(open_model(models / "frozen.pbtxt", worker)[0])


def test_a_variable_without_a_value_begins_with_what_is_said(models, tmp_path, worker):
    """As the local ones of metrics, which no checkpoint has."""
    for file in models.glob("metagraph.*"):
        shutil.copy(file, tmp_path)
    meta = MetaGraphDef.FromString((tmp_path / "metagraph.meta").read_bytes())
    for name, shape in ("total", [2]), ("later", None):
        node = meta.graph_def.node.add(name=name, op="VariableV2")
        node.attr["dtype"].type = 1
        node.attr["shape"].shape.unknown_rank = shape is None
        for size in shape or ():
            node.attr["shape"].shape.dim.add(size=size)
    (tmp_path / "metagraph.meta").write_bytes(meta.SerializeToString())
    document, report = open_model(tmp_path / "metagraph.meta", worker)
    assert report[0].endswith("no values of total: they begin with zeros")
    assert "no values of later, and their shapes are not known" in report[1]
    assert document.pages["main"].blocks["total"].values["initvalues"] == "[0, 0]"


def test_tables_are_filled_where_only_their_collection_says_by_what(models, tmp_path, worker):
    """As tf.saved_model.load does with a SavedModel of TensorFlow 1 that has no main op."""
    folder = shutil.copytree(models / "table", tmp_path / "model")
    saved = SavedModel.FromString((folder / "saved_model.pb").read_bytes())
    meta = saved.meta_graphs[0]
    for key in "__saved_model_init_op", "__saved_model_main_op":
        meta.signature_def.pop(key, None)
    meta.collection_def.pop("saved_model_main_op", None)
    fills = [node.name for node in meta.graph_def.node if node.op.startswith("InitializeTable")]
    meta.collection_def["table_initializer"].node_list.value[:] = fills
    (folder / "saved_model.pb").write_bytes(saved.SerializeToString())
    feed, _, wanted = case(models, "table")
    found = blockloom.run(open_document(folder, worker=worker), signature="serving_default", feed=feed, worker=worker)
    np.testing.assert_allclose(found.outputs["score"], wanted["score"], rtol=1e-6)


@slow
def test_what_a_model_holds_from_call_to_call_is_held_from_step_to_step(models, tmp_path):
    """State of a model stays from step to step, and no node waits for the final write."""
    feed, first, second = case(models, "stateful")
    document, _ = open_model(models / "stateful.keras")
    blockloom.save(document, f"{tmp_path / 'out'}/")
    for path in models / "stateful.keras", models / "stateful", tmp_path / "out":
        document, _ = open_model(path)
        for steps, (wanted,) in enumerate((first.values(), second.values()), 1):
            (found,) = blockloom.run(document, signature="serving_default", feed=feed, steps=steps).outputs.values()
            np.testing.assert_allclose(found, wanted, rtol=0, atol=1e-6)
    assert np.abs(wanted - next(iter(first.values()))).max() > 1e-3


def test_a_run_of_a_graph_gives_what_it_ends_in(models, worker):
    document, _ = open_model(models / "frozen.pb", worker)
    feed = case(models, "frozen").feeds
    assert blockloom.run(document, feed=feed, worker=worker).results.keys() == {"probabilities"}
    assert len(blockloom.run(document, feed=feed, fetch="*", worker=worker).results) > 10


def test_signatures_that_compute_the_same_are_one(models):
    document = open_document(models / "dense")
    assert list(document.pages) == ["serving_default", "serve"]
    assert {block.type for block in document.pages["serve"].blocks.values()} == {
        "loom.Arg",
        "loom.Retval",
        "page:serving_default",
    }
    chosen = open_document(models / "table", signatures=["lookup"])
    assert list(chosen.pages) == ["lookup"]
    with pytest.raises(blockloom.FileError, match=r"no signature nothing.*serving_default"):
        open_document(models / "table", signatures=["nothing"])


def test_functions_are_signatures_where_there_are_none(models):
    document = open_document(models / "functions", signatures=["scaled"])
    found = blockloom.run(document, signature="scaled", feed={"x": np.array([1, 1, -1], np.float32)}).outputs
    np.testing.assert_array_equal(found["output_0"], [2, 3, -4])


@slow
def test_a_model_is_opened_for_inference(models, tmp_path, capsys):
    fed, wanted, *_ = case(models, "metagraph")
    whole = open_document(models / "metagraph.meta")
    assert cli.main(["convert", str(models / "metagraph.meta"), str(tmp_path / "a.loom"), "--inference"]) == 0
    assert "main: Removed: dropouts 0" in capsys.readouterr().err
    page = (document := open_document(tmp_path / "a.loom")).pages["main"]
    assert 2 * len(page.blocks) < len(whole.pages["main"].blocks)
    assert not [block for block in page.blocks.values() if block.type.startswith(("Apply", "ResourceApply"))]
    assert "y" in fed and "y" not in page.blocks  # the labels
    found = blockloom.run(document, fetch=["output/output"], feed={"x": fed["x"]}).results
    np.testing.assert_allclose(*found["output"].values(), wanted["output/output"], rtol=1e-6)
    with pytest.raises(blockloom.FileError, match="only models"):
        open_document(tmp_path / "a.loom", inference=True)


def test_what_only_training_uses_is_a_model_for_inference(tmp_path, worker):
    """Neither the loss nor its labels, nor a summary or the rate."""
    v1 = tf.compat.v1
    with tf.Graph().as_default():
        x, labels = v1.placeholder(tf.float32, (None, 2), "x"), v1.placeholder(tf.int32, (None,), "labels")
        kernel = v1.get_variable("kernel", initializer=tf.constant([[1.0, 2.0], [3.0, 4.0]]), use_resource=False)
        logits = tf.identity(tf.identity(x) @ kernel, name="logits")
        loss = tf.nn.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=logits, name="loss")
        v1.summary.scalar("mean_loss", tf.reduce_mean(loss))
        step = v1.train.create_global_step()
        rate = v1.train.exponential_decay(0.1, step, 10, 0.9)
        v1.train.GradientDescentOptimizer(rate).minimize(loss + tf.nn.l2_loss(kernel), step)
        with v1.Session() as session:
            session.run(v1.global_variables_initializer())
            v1.train.Saver().save(session, str(tmp_path / "net"))
    document, _ = open_model(tmp_path / "net.meta", worker, inference=True)
    types = sorted(block.type for block in document.pages["main"].blocks.values())
    assert types == ["Identity", "Identity", "MatMul", "Placeholder", "loom.Session", "loom.Variable"]
    found = blockloom.run(document, feed={"x": [[1, 1]]}, worker=worker).results
    np.testing.assert_array_equal(found["logits"]["output"], [[4, 6]])


def test_for_inference_a_trained_dropout_goes_also_before_an_identity(tmp_path, worker):
    """The gradient of an Identity has no node."""
    v1 = tf.compat.v1
    with tf.Graph().as_default() as graph:
        x = v1.placeholder(tf.float32, [None, 2], "x")
        kernel = tf.Variable([[1.0, 2.0], [3.0, 4.0]], name="kernel")
        dropped = v1.nn.dropout(tf.nn.relu(x @ kernel), rate=0.5)
        loss = tf.reduce_mean(tf.identity(dropped), name="loss")
        v1.train.GradientDescentOptimizer(0.1).minimize(loss)
        (tmp_path / "net.pb").write_bytes(graph.as_graph_def().SerializeToString())
    document, _ = open_model(tmp_path / "net.pb", worker, inference=True)
    types = {block.type for block in document.pages["main"].blocks.values()}
    assert types & {"RandomUniform", "GreaterEqual", "SelectV2", "Mul"} == set()
    assert {"Relu", "Mean"} <= types


def test_reading_tells_how_far_it_is(models):
    heard = []
    open_model(models / "dense", tell=lambda what, done: heard.append((what, done)))
    assert ("reading saved_model.pb", 0.0) in heard and heard[-1][0] == "making pages of it"
    assert all(0 <= done <= 1 for _, done in heard)


def test_on_a_terminal_commands_say_what_they_are_at(models, tmp_path, monkeypatch, capsys):
    assert cli.main(["check", str(models / "frozen.pb")]) == 0
    assert not capsys.readouterr().err
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    assert cli.main(["check", str(models / "frozen.pb")]) == 0
    told = capsys.readouterr().err.split("\r\033[K")
    assert "reading frozen.pb" in told and told[-2:] == ["TensorFlow checks page main, 1 of 1", ""]
    assert cli.main(["convert", str(models / "frozen.pb"), str(tmp_path / "a.pb")]) == 0
    told = capsys.readouterr().err.split("\r\033[K")
    assert "reading frozen.pb" in told and f"writing {tmp_path / 'a.pb'}" in told


def _cut(models, folder):
    (folder / "cut.pb").write_bytes((models / "frozen.pb").read_bytes()[:-100])
    return folder / "cut.pb", "complete GraphDef", "export it again"


def _saved_model(models, folder, name="dense"):
    shutil.copytree(models / name, folder / name)
    return folder / name


def _without_variables(models, folder):
    path = _saved_model(models, folder)
    shutil.rmtree(path / "variables")
    return path, "variables.index", "copy them"


def _of_another_model(models, folder):
    path = _saved_model(models, folder)
    shutil.rmtree(path / "variables")
    shutil.copytree(models / "transformer" / "variables", path / "variables")
    return path, "of shape", "belongs to another model"


def _cut_checkpoint(models, folder):
    path = _saved_model(models, folder)
    data = path / "variables" / "variables.data-00000-of-00001"
    data.write_bytes(data.read_bytes()[:100])
    return path, "checkpoint", "damaged or incomplete"


def _meta_alone(models, folder):
    shutil.copy(models / "metagraph.meta", folder)
    return folder / "metagraph.meta", "metagraph.index", "copy them"


def _checkpoint_elsewhere(models, folder):
    """Write a checkpoint file next to a MetaGraph that names another folder."""
    (folder / "model").mkdir()
    for file in models.glob("metagraph.*"):
        (folder / file.name).write_bytes(file.read_bytes())
    (folder / "metagraph.meta").rename(path := folder / "model" / "other.meta")
    (folder / "model" / "checkpoint").write_text(f'model_checkpoint_path: "{folder}/metagraph"')
    return path, f"{folder / 'model' / 'metagraph'}: the checkpoint", "is missing"


def _pipe(models, folder):
    """Replace a part of a checkpoint by a pipe, which would block forever."""
    for file in models.glob("metagraph.*"):
        (folder / file.name).write_bytes(file.read_bytes())
    (data := folder / "metagraph.data-00000-of-00001").unlink()
    os.mkfifo(data)
    return folder / "metagraph.meta", "it is a pipe"


def _asset_elsewhere(models, folder):
    path = _saved_model(models, folder, "table")
    file = path / "saved_model.pb"
    file.write_bytes(file.read_bytes().replace(b"\x12\x09words.txt", b"\x12\x09../../etc"))
    return path, "'../../etc'", "not a plain file name"


def _large(models, folder):
    with open(folder / "large.pb", "wb") as file:
        file.truncate(3 << 30)  # takes no room on the disk
    return folder / "large.pb", "larger than 2047 MiB"


def _text(name, text, *parts):
    def write(models, folder):
        (folder / name).write_text(text)
        return folder / name, *parts

    return write


def _keras(name, *parts, **layer):
    def write(models, folder):
        config = {"module": "keras", "class_name": "Sequential", "config": {"name": "model", "layers": [layer]}}
        with zipfile.ZipFile(folder / f"{name}.keras", "w") as file:
            file.writestr("config.json", json.dumps(config))
        return folder / f"{name}.keras", *parts

    return write


def _bomb(models, folder):
    with zipfile.ZipFile(folder / "a.keras", "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("config.json", "{}")
        file.writestr("model.weights.h5", bytes(20 << 20))
    return folder / "a.keras", "uncompressed size is too large"


def _in_each_other(models, folder):
    """Write groups that contain the next one under two names: too many paths to walk through."""
    with h5py.File(folder / "a.h5", "w") as file:
        file.attrs["model_config"] = json.dumps({"class_name": "Lambda", "config": {"name": "code"}})
        group = file
        for _ in range(100):
            group["b"] = inner = group.create_group("a")
            group = inner
        group["first"] = file["/"]
    return folder / "a.h5", "code (Lambda)"


def _many_groups(models, folder):
    """Write a packed file with many groups, which must be scanned once, not once per group."""
    with h5py.File(folder / "weights.h5", "w") as file:
        for number in range(10_000):
            file.create_group(f"group_{number}")
    with zipfile.ZipFile(folder / "a.keras", "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("config.json", json.dumps({"class_name": "Lambda", "config": {"name": "code"}}))
        file.write(folder / "weights.h5", "model.weights.h5")
    return folder / "a.keras", "code (Lambda)"


_FUNCTION = (
    'library { function { signature { name: "f" output_arg { name: "y" type: DT_FLOAT } } node_def { '
    'name: "g" op: "f" } ret { key: "y" value: "g:y:0" } } } node { name: "x" op: "f" }'
)


def _calls(levels):
    """Functions of which each calls the next one twice."""
    functions = "".join(
        f'function {{ signature {{ name: "f{n}" input_arg {{ name: "x" type: DT_FLOAT }} output_arg {{ name: "y" type: '
        f'DT_FLOAT }} }} node_def {{ name: "a" op: "{op}" input: "x" {attr} }} node_def {{ name: "b" op: "{op}" input: '
        f'"a:y:0" {attr} }} ret {{ key: "y" value: "b:y:0" }} }}'
        for n in range(levels)
        for op, attr in [(f"f{n + 1}", "") if n < levels - 1 else ("Neg", 'attr { key: "T" value { type: DT_FLOAT } }')]
    )
    return (
        f'library {{ {functions} }} node {{ name: "v" op: "Placeholder" attr {{ key: "dtype" value {{ type: '
        'DT_FLOAT } } } node { name: "x" op: "f0" input: "v" }'
    )


_ENDLESS = (
    'node { name: "x" op: "Const" attr { key: "dtype" value { type: DT_FLOAT } } attr { key: "value" value { '
    "tensor { dtype: DT_FLOAT tensor_shape { dim { size: 100000 } dim { size: 100000 } } float_val: 1 } } } }"
)
BAD = {
    "cut": _cut,
    "without-variables": _without_variables,
    "of-another-model": _of_another_model,
    "cut-checkpoint": _cut_checkpoint,
    "meta-alone": _meta_alone,
    "checkpoint-elsewhere": _checkpoint_elsewhere,
    "pipe": _pipe,
    "asset-elsewhere": _asset_elsewhere,
    "large": _large,
    "dangling": _text("a.pbtxt", 'node { name: "x" op: "Identity" input: "y" }', "node x", "y", "does not exist"),
    "twice": _text("a.pbtxt", 'node { name: "x" op: "NoOp" } node { name: "x" op: "NoOp" }', "'x'", "two nodes"),
    "calls-itself": _text("a.pbtxt", _FUNCTION, "function f", "calls itself"),
    "calls-twice": _text("a.pbtxt", _calls(18), "inlined functions", "more than 57200 nodes"),
    "endless": _text("a.pbtxt", _ENDLESS, "node x", "would take more than 256 MiB"),
    "no-graph": _text("a.pb", "", "not a GraphDef"),
    "no-keras": _text("a.keras", "not a zip", "not a complete Keras model"),
    "no-hdf5": _text("a.h5", "not HDF5", "not a complete Keras model"),
    "bomb": _bomb,
    "in-each-other": _in_each_other,
    "many-groups": _many_groups,
    "tflite": _text("a.tflite", "TFL3", "TensorFlow Lite", "open the model that it was converted from"),
    "lambda": _keras(
        "a",
        "square (Lambda)",
        "Python code",
        "model.export",
        class_name="Lambda",
        module="keras.layers",
        config={"name": "square"},
    ),
    "custom": _keras(
        "a",
        "mine (Mine)",
        "not part of Keras",
        class_name="Mine",
        module="my.layers",
        registered_name="my>Mine",
        config={"name": "mine"},
    ),
    "unregistered": _keras(
        "a",
        "mine (Mine)",
        "not part of Keras",
        class_name="Mine",
        module=None,
        registered_name="Mine",
        config={"name": "mine"},
    ),
    "reads-a-file": _keras(
        "a",
        "words (StringLookup)",
        "/etc/passwd",
        class_name="StringLookup",
        module="keras.layers",
        config={"name": "words", "vocabulary": "/etc/passwd"},
    ),
}


@pytest.mark.parametrize("kind", [pytest.param(kind, marks=slow) if kind == "many-groups" else kind for kind in BAD])
def test_an_invalid_model_is_reported(models, tmp_path, kind):
    path, *parts = BAD[kind](models, tmp_path)
    with pytest.raises(blockloom.FileError) as told:
        open_document(path)
    for part in (str(path), *parts):
        assert part in str(told.value)
    assert not re.search(r"\w(Error|Exception):", str(told.value))


def test_nothing_is_written_of_a_bad_model(models, tmp_path, capsys):
    path, *_ = _without_variables(models, tmp_path)
    assert cli.main(["convert", str(path), str(tmp_path / "page.loom")]) == 2
    assert [one.name for one in tmp_path.iterdir()] == ["dense"]
    out, err = capsys.readouterr()
    assert out == "" and err.startswith("blockloom: ") and err.count("\n") == 1


def test_an_op_of_a_library_stays_and_is_named(models, tmp_path, capsys):
    (tmp_path / "a.pb").write_bytes((models / "frozen.pb").read_bytes().replace(b"Softmax", b"Sofdmax"))
    assert cli.main(["convert", str(tmp_path / "a.pb"), str(tmp_path / "a.loom")]) == 0
    assert "no op Sofdmax" in capsys.readouterr().err
    assert cli.main(["check", "--fast", str(tmp_path / "a.loom")]) == 1
    assert "Sofdmax" in capsys.readouterr().out


def test_a_missing_file_of_a_model_is_an_error(models, tmp_path, capsys):
    """And what its import changed is in its troubles, as `help(blockloom.open)` has it."""
    folder = shutil.copytree(models / "table", tmp_path / "model")
    (folder / "assets" / "words.txt").unlink()
    found = open_document(folder)
    assert [(one.kind, one.severity) for one in found.troubles] == [("missing-file", "error")]
    errors = [one for one in blockloom.check(found) if one.severity == "error"]
    assert {one.page for one in errors} == set(found.pages) and {one.pin for one in errors} == {"filename"}
    assert cli.main(["convert", str(folder), str(tmp_path / "net.loom")]) == 1
    assert cli.main(["check", str(tmp_path / "net.loom")]) == 1
    assert "there is no file" in capsys.readouterr().err
    (folder / "assets" / "words.txt").write_text("a\n")
    assert open_document(folder).troubles == [] and cli.main(["check", str(tmp_path / "net.loom")]) == 0


@pytest.mark.parametrize("length", [3000, 5000])
def test_a_file_whose_name_is_too_long_is_missing(models, tmp_path, length, capsys):
    folder = shutil.copytree(models / "module", tmp_path / "model")
    saved = saved_model_pb2.SavedModel.FromString((folder / "saved_model.pb").read_bytes())
    saved.meta_graphs[0].asset_file_def[0].filename = "x" * length
    (folder / "saved_model.pb").write_bytes(saved.SerializeToString())
    found = open_document(folder)
    assert [one.kind for one in found.troubles] == ["missing-file"]
    blockloom.save(found, tmp_path / "net.loom")
    assert cli.main(["check", str(tmp_path / "net.loom")]) == 1
    assert "xxx" in (said := capsys.readouterr().out) and "no file" in said
    assert cli.main(["convert", str(tmp_path / "net.loom"), str(tmp_path / "again.savedmodel")]) != 0
    assert "no file" in (said := capsys.readouterr().err) and "internal error" not in said


def test_assets_are_in_the_folder_of_the_document(models, tmp_path):
    document = open_document(models / "module")
    blockloom.save(document, tmp_path / "net.loom")
    assert sorted(one.name for one in tmp_path.rglob("*")) == ["colours.txt", "net.assets", "net.loom"]
    fed, wanted, *_ = case(models, "module")
    found = blockloom.run(tmp_path / "net.loom", signature="serving_default", feed=fed).outputs
    np.testing.assert_allclose(found["found"], wanted["found"])


def test_symlinks_of_a_model_are_not_given_away_with_a_document(tmp_path):
    (assets := tmp_path / "model" / "assets").mkdir(parents=True)
    (tmp_path / "model" / "saved_model.pb").touch()
    for file in (tmp_path / "secret", assets / "words"):
        file.write_text("text")
    (assets / "linked").symlink_to(tmp_path / "secret")
    document = new_document()
    document.pages["main"].blocks |= {
        name: Block(name, "Const", values={"value": quoted(str(assets / name))}) for name in ("words", "linked")
    }
    blockloom.save(document, tmp_path / "net.loom")
    assert [one.name for one in (tmp_path / "net.assets").iterdir()] == ["words"]


def test_what_a_model_does_when_it_is_loaded_is_left_out(tmp_path, capsys):
    def const(name, text):
        return (
            f'node {{ name: "{name}" op: "Const" attr {{ key: "dtype" value {{ type: DT_STRING }} }} attr {{ key: '
            f'"value" value {{ tensor {{ dtype: DT_STRING tensor_shape {{ }} string_val: "{text}" }} }} }} }}'
        )

    ends = " ".join(f'{kind} {{ key: "x" value {{ name: "x:0" dtype: DT_STRING }} }}' for kind in ("inputs", "outputs"))
    folder, file = tmp_path / "model", tmp_path / "written"
    folder.mkdir()
    (folder / "saved_model.pbtxt").write_text(
        f'meta_graphs {{ graph_def {{ node {{ name: "x" op: "Placeholder" attr {{ key: "dtype" value {{ type: '
        f'DT_STRING }} }} }} {const("file", file)} {const("text", "text")} node {{ name: "write" op: "WriteFile" '
        f'input: "file" input: "text" }} }} signature_def {{ key: "serving_default" value {{ {ends} }} }} '
        f'collection_def {{ key: "saved_model_main_op" value {{ node_list {{ value: "write" }} }} }} }}'
    )
    assert cli.main(["run", str(folder), "--signature", "serving_default", "--feed", 'x=["a"]']) == 0
    assert cli.main(["convert", str(folder), str(tmp_path / "a.loom")]) == 0
    assert "when the model is loaded are left out, except for its tables: write" in capsys.readouterr().err
    assert not file.exists()


def test_a_graph_of_another_version_means_what_it_meant(tmp_path):
    """Of early versions: an empty shape is an unknown one. Of future versions: unknown attrs are reported."""
    (tmp_path / "model").mkdir()
    (tmp_path / "model" / "saved_model.pbtxt").write_text("""meta_graphs { meta_info_def { stripped_op_list { op { name:
        "Sqrt" attr { name: "faster" type: "bool" default_value { b: true } } } } } graph_def { node { name: "x" op:
        "Placeholder" attr { key: "dtype" value { type: DT_FLOAT } } attr { key: "shape" value { shape { } } } } node {
        name: "y" op: "Sqrt" input: "x" attr { key: "T" value { type: DT_FLOAT } } attr { key: "wider" value { i: 3 } }
        attr { key: "faster" value { b: true } } } versions { producer: 23 min_consumer: 900000 } } signature_def {
        key: "tensorflow/serving/regress" value { inputs { key: "x" value { name: "x:0" dtype: DT_FLOAT } } outputs {
        key: "y" value { name: "y:0" dtype: DT_FLOAT } } } } }""")
    document, report = open_model(tmp_path / "model")
    assert [*document.pages] == ["tensorflow_serving_regress"]
    assert "900000" in report[0] and report[1].count("Sqrt") == 1 and "Sqrt.wider" in report[1]
    feed = {"x": np.array([4, 9], np.float32)}
    blockloom.save(document, f"{tmp_path / 'out'}/")
    for one in document, open_model(tmp_path / "out")[0]:
        found = blockloom.run(one, signature="tensorflow/serving/regress", feed=feed).outputs
        np.testing.assert_array_equal(found["y"], [2, 3])
    assert b"tensorflow/serving/regress" in (tmp_path / "out" / "saved_model.pb").read_bytes()
    page = document.pages.pop("tensorflow_serving_regress")
    document.pages["mine"] = page
    page.name = "mine"
    with pytest.raises(blockloom.BadPage, match=r"no signature 'tensorflow/serving/regress'; the signatures are: mine"):
        blockloom.run(document, signature="tensorflow/serving/regress", feed=feed)
