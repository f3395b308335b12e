"""Models are read as TensorFlow means them, and what is no sound model is said in one message."""

import json
import os
import re
import shutil
import zipfile

import h5py
import numpy as np
import pytest

import blockloom
from blockloom.app import cli
from blockloom.blocks.document import Block, new_document
from blockloom.blocks.plan.names import node_names
from blockloom.blocks.value_grammar import quoted
from blockloom.runtime.models import open_model
from tests.models import case

SAVED_MODELS = ("dense", "lstm", "transformer", "table", "module")


@pytest.mark.parametrize("file", ["frozen.pb", "frozen.pbtxt", "metagraph.meta", *SAVED_MODELS, "dense.keras",
                                  "gru.keras"])
def test_a_model_gives_what_tensorflow_gives(models, file):
    document = blockloom.open(models / file)
    fed, wanted, *_ = case(models, file.partition(".")[0])
    page = document.pages.get("main") or document.pages["serving_default"]
    found = blockloom.run(document, page=page.name, feed=fed).results
    blocks = {name: id_ for id_, name in node_names(page).items()} if page.name == "main" else {}
    given = [block.id for block in page.blocks.values() if block.type == "loom.Retval"]
    if len(given) == 1:     # Keras calls the output of a SavedModel output_0
        blocks[next(iter(wanted))] = given[0]
    for key, array in wanted.items():
        values = next(iter(found[blocks.get(key, key)].values()))
        np.testing.assert_allclose(values, array, rtol=0, atol=1e-6 * np.abs(array).max())


def test_signatures_that_compute_the_same_are_one(models):
    document = blockloom.open(models / "dense")
    assert list(document.pages) == ["serving_default", "serve"]
    assert {block.type for block in document.pages["serve"].blocks.values()} == {
        "loom.Arg", "loom.Retval", "page:serving_default"}
    chosen = blockloom.open(models / "table", signatures=["lookup"])
    assert list(chosen.pages) == ["lookup"]
    with pytest.raises(blockloom.FileError, match=r"no signature nothing.*serving_default"):
        blockloom.open(models / "table", signatures=["nothing"])


def test_functions_are_signatures_where_there_are_none(models):
    document = blockloom.open(models / "functions", signatures=["scaled"])
    found = blockloom.run(document, signature="scaled", feed={"x": np.array([1, 1, -1], np.float32)}).outputs
    np.testing.assert_array_equal(found["output_0"], [2, 3, -4])


def test_reading_tells_how_far_it_is(models):
    heard = []
    open_model(models / "dense", tell=lambda what, done: heard.append((what, done)))
    assert ("reading saved_model.pb", 0.0) in heard and heard[-1][0] == "making pages of it"
    assert all(0 <= done <= 1 for _, done in heard)


# --- what is no sound model ---------------------------------------------------------------------------------------

def _cut(models, folder):
    (folder / "cut.pb").write_bytes((models / "frozen.pb").read_bytes()[:-100])
    return folder / "cut.pb", "GraphDef", "not whole"


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
    return path, "of shape", "different models"


def _cut_checkpoint(models, folder):
    path = _saved_model(models, folder)
    data = path / "variables" / "variables.data-00000-of-00001"
    data.write_bytes(data.read_bytes()[:100])
    return path, "checkpoint", "damaged or not whole"


def _meta_alone(models, folder):
    shutil.copy(models / "metagraph.meta", folder)
    return folder / "metagraph.meta", "metagraph.index", "copy them"


def _checkpoint_elsewhere(models, folder):
    """What is beside a MetaGraph says that its checkpoint lies in another folder."""
    (folder / "model").mkdir()
    for file in models.glob("metagraph.*"):
        (folder / file.name).write_bytes(file.read_bytes())
    (folder / "metagraph.meta").rename(path := folder / "model" / "other.meta")
    (folder / "model" / "checkpoint").write_text(f'model_checkpoint_path: "{folder}/metagraph"')
    return path, f"{folder / 'model' / 'metagraph'}: the checkpoint", "not there"


def _pipe(models, folder):
    """A part of a checkpoint that would be waited for without end."""
    for file in models.glob("metagraph.*"):
        (folder / file.name).write_bytes(file.read_bytes())
    (data := folder / "metagraph.data-00000-of-00001").unlink()
    os.mkfifo(data)
    return folder / "metagraph.meta", "it is a pipe"


def _asset_elsewhere(models, folder):
    path = _saved_model(models, folder, "table")
    file = path / "saved_model.pb"
    file.write_bytes(file.read_bytes().replace(b"\x12\x09words.txt", b"\x12\x09../../etc"))
    return path, "'../../etc'", "no plain file name"


def _large(models, folder):
    with open(folder / "large.pb", "wb") as file:
        file.truncate(3 << 30)      # takes no room on the disk
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
    return folder / "a.keras", "unpacks to is too large"


def _in_each_other(models, folder):
    """Groups of which each has the next under two names: there are more ways through them than can be gone."""
    with h5py.File(folder / "a.h5", "w") as file:
        file.attrs["model_config"] = json.dumps({"class_name": "Lambda", "config": {"name": "code"}})
        group = file
        for _ in range(100):
            group["b"] = inner = group.create_group("a")
            group = inner
        group["first"] = file["/"]
    return folder / "a.h5", "code (Lambda)"


_FUNCTION = ('library { function { signature { name: "f" output_arg { name: "y" type: DT_FLOAT } } node_def { '
             'name: "g" op: "f" } ret { key: "y" value: "g:y:0" } } } node { name: "x" op: "f" }')
_ENDLESS = ('node { name: "x" op: "Const" attr { key: "dtype" value { type: DT_FLOAT } } attr { key: "value" value { '
            'tensor { dtype: DT_FLOAT tensor_shape { dim { size: 100000 } dim { size: 100000 } } float_val: 1 } } } }')
BAD = {
    "cut": _cut, "without-variables": _without_variables, "of-another-model": _of_another_model,
    "cut-checkpoint": _cut_checkpoint, "meta-alone": _meta_alone,
    "checkpoint-elsewhere": _checkpoint_elsewhere, "pipe": _pipe, "asset-elsewhere": _asset_elsewhere, "large": _large,
    "dangling": _text("a.pbtxt", 'node { name: "x" op: "Identity" input: "y" }', "node x", "y", "not there"),
    "twice": _text("a.pbtxt", 'node { name: "x" op: "NoOp" } node { name: "x" op: "NoOp" }', "'x'", "two nodes"),
    "calls-itself": _text("a.pbtxt", _FUNCTION, "function f", "calls itself"),
    "endless": _text("a.pbtxt", _ENDLESS, "node x", "larger than any"),
    "no-graph": _text("a.pb", "", "no nodes"),
    "no-keras": _text("a.keras", "not a zip", "no model of Keras"),
    "no-hdf5": _text("a.h5", "not HDF5", "no model of Keras"),
    "bomb": _bomb, "in-each-other": _in_each_other,
    "tflite": _text("a.tflite", "TFL3", "TensorFlow Lite", "open the model that it was made of"),
    "lambda": _keras("a", "square (Lambda)", "Python code", "model.export", class_name="Lambda", module="keras.layers",
                     config={"name": "square"}),
    "custom": _keras("a", "mine (Mine)", "no part of Keras", class_name="Mine", module="my.layers",
                     registered_name="my>Mine", config={"name": "mine"}),
    "unregistered": _keras("a", "mine (Mine)", "no part of Keras", class_name="Mine", module=None,
                           registered_name="Mine", config={"name": "mine"}),
    "reads-a-file": _keras("a", "words (StringLookup)", "/etc/passwd", class_name="StringLookup", module="keras.layers",
                           config={"name": "words", "vocabulary": "/etc/passwd"}),
}


@pytest.mark.parametrize("kind", BAD)
def test_what_is_no_sound_model_is_said(models, tmp_path, kind):
    path, *parts = BAD[kind](models, tmp_path)
    with pytest.raises(blockloom.FileError) as told:
        blockloom.open(path)
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


def test_assets_lie_beside_the_document(models, tmp_path):
    document = blockloom.open(models / "module")
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
    document.pages["main"].blocks |= {name: Block(name, "Const", values={"value": quoted(str(assets / name))})
                                      for name in ("words", "linked")}
    blockloom.save(document, tmp_path / "net.loom")
    assert [one.name for one in (tmp_path / "net.assets").iterdir()] == ["words"]


def test_gradients_of_python_are_not_looked_for(tmp_path, capsys):
    (tmp_path / "a.pbtxt").write_text(
        'node { name: "x" op: "Placeholder" attr { key: "dtype" value { type: DT_FLOAT } } } node { name: "swish" op: '
        '"IdentityN" input: "x" attr { key: "T" value { list { type: DT_FLOAT } } } attr { key: "_gradient_op_type" '
        'value { s: "CustomGradient-1" } } }')
    assert cli.main(["convert", str(tmp_path / "a.pbtxt"), str(tmp_path / "a.loom")]) == 0
    assert "swish had gradients of their own" in capsys.readouterr().err
    assert "CustomGradient" not in (tmp_path / "a.loom").read_text()


def test_what_a_model_does_when_it_is_loaded_is_left_out(tmp_path, capsys):
    def const(name, text):
        return (f'node {{ name: "{name}" op: "Const" attr {{ key: "dtype" value {{ type: DT_STRING }} }} attr {{ key: '
                f'"value" value {{ tensor {{ dtype: DT_STRING tensor_shape {{ }} string_val: "{text}" }} }} }} }}')
    ends = " ".join(f'{kind} {{ key: "x" value {{ name: "x:0" dtype: DT_STRING }} }}' for kind in ("inputs", "outputs"))
    folder, file = tmp_path / "model", tmp_path / "written"
    folder.mkdir()
    (folder / "saved_model.pbtxt").write_text(
        f'meta_graphs {{ graph_def {{ node {{ name: "x" op: "Placeholder" attr {{ key: "dtype" value {{ type: '
        f'DT_STRING }} }} }} {const("file", file)} {const("text", "text")} node {{ name: "write" op: "WriteFile" '
        f'input: "file" input: "text" }} }} signature_def {{ key: "serving_default" value {{ {ends} }} }} '
        f'collection_def {{ key: "saved_model_main_op" value {{ node_list {{ value: "write" }} }} }} }}')
    assert cli.main(["run", str(folder), "--signature", "serving_default", "--feed", 'x=["a"]']) == 0
    assert cli.main(["convert", str(folder), str(tmp_path / "a.loom")]) == 0
    assert "when it is loaded is left out, but for its tables: write" in capsys.readouterr().err
    assert not file.exists()
