"""Pages as models, loaded by TensorFlow in a separate process without this project."""

import json
import zipfile

import numpy as np
import pytest
from numpy.lib import format as npy

import blockloom
from blockloom.app.cli import main
from blockloom.app.formats import open_document
from blockloom.blocks.document.pages import Document, control
from blockloom.blocks.files import documents
from blockloom.blocks.values import literals
from blockloom.runtime.model_files.value_files import restored
from tests import fork_server
from tests.models import case
from tests.pages import document, page, pages

F32 = "dtype=DT_FLOAT"
X = np.array([[1.0, -2.0], [0.5, 3.0]], np.float32)
# A program that uses these files, without importing this project.
FRESH = """
import json, sys
import numpy as np
import tensorflow as tf
from tensorflow.core.protobuf import saved_model_pb2
x = np.array(json.loads(sys.argv[1]), np.float32)
told = {}
model = tf.saved_model.load("model")
meta = saved_model_pb2.SavedModel.FromString(open("model/saved_model.pb", "rb").read()).meta_graphs[0]
told["defaults"] = {key: tf.make_ndarray(one) for key, one in meta.signature_def["lookup"].defaults.items()}
told["signatures"] = {name: [sorted(one.structured_input_signature[1]), sorted(one.structured_outputs)]
                      for name, one in model.signatures.items()}
for name in ("serving_default", "serve"):
    (key,) = model.signatures[name].structured_input_signature[1]
    told[name] = model.signatures[name](**{key: tf.constant(x)})
words = tf.constant(["wires", "of", "none"])
told["lookup"] = model.signatures["lookup"](words=words, more=tf.constant(2.0))
told["variables"] = {v.name: v.numpy() for v in model.variables}
told["trainable"] = sorted(v.name for v in model.signatures["serving_default"].trainable_variables)
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(model.signatures["serving_default"](x=tf.constant(x))["scores/all"])
weights = sorted(model.signatures["serving_default"].trainable_variables, key=lambda v: v.name)
told["gradients"] = tape.gradient(loss, weights)
graph = tf.compat.v1.GraphDef.FromString(open("frozen.pb", "rb").read())
told["ops"] = sorted({node.op for node in graph.node} | {n.op for f in graph.library.function for n in f.node_def})
with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    scores, = tf.import_graph_def(graph, return_elements=["ADD:0"], name="")
    told["frozen"] = session.run(scores, {"x:0": x})
reader = tf.train.load_checkpoint("values.ckpt")
told["checkpoint"] = {name: reader.get_tensor(name) for name in reader.get_variable_to_shape_map()}
with tf.compat.v1.Session(graph=tf.Graph()) as session:     # as programs of before TensorFlow 2 load it
    meta = tf.compat.v1.saved_model.load(session, ["serve"], "model")
    told["methods"] = {name: one.method_name for name, one in meta.signature_def.items() if name[0] != "_"}
    ends = meta.signature_def["lookup"]
    told["old"] = session.run(ends.outputs["ids"].name, {ends.inputs["words"].name: ["wires", "of", "none"]})
series = np.load("series.npy")
lstm = tf.saved_model.load("lstm").signatures["serving_default"]
(key,) = lstm.structured_input_signature[1]
told["lstm"] = list(lstm(**{key: tf.constant(series)}).values())[0]
told["lstm trained"] = sorted(v.name for v in lstm.trainable_variables)
graph = tf.compat.v1.GraphDef.FromString(open("lstm.pb", "rb").read())
with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    end, = tf.import_graph_def(graph, return_elements=[list(lstm.outputs)[0].name], name="")
    told["frozen lstm"] = session.run(end, {lstm.inputs[0].name: series})
def plain(value):
    if isinstance(value, dict):
        return {key: plain(one) for key, one in value.items()}
    if isinstance(value, list) and value and not isinstance(value[0], str):
        return [plain(one) for one in value]
    return np.asarray(value).tolist()
print(json.dumps(plain(told)))
"""


def model(words) -> Document:
    """Return a document with three signatures.

    `serving_default` has a resource variable, a reference variable and a loop whose body has a variable; `serve`
    passes everything on to it; `lookup` has a table and the first variable under another id.
    """
    made = pages(
        serving_default=f"x loom.Arg {F32} shape=[-1,2]; W loom.ResourceVariable initvalues=[[1,2,3],[4,5,6]] {F32}; "
        f"B loom.Variable initvalues=[0.5,1,2] {F32}; M MatMul a=<x.output b=<W.value; "
        "I Const value=0 dtype=DT_INT32; LOOP While cond=less body=next input=<I.output,M.product; "
        "ADD AddV2 x=<LOOP.output[1] y=<B.ref; scores_all loom.Retval label=scores/all input=<ADD.z",
    )
    args = f"i loom.Arg dtype=DT_INT32; a loom.Arg {F32} shape=[-1,3] index=1;"
    page(made, "less", f"{args}L Less y=3 x=<i.output; r loom.Retval input=<L.z")
    page(
        made,
        "next",
        f"{args}G loom.ResourceVariable initvalues=1.5 {F32}; N AddV2 y=1 x=<i.output; "
        "P Mul x=<a.output y=<G.value; r0 loom.Retval input=<N.z; r1 loom.Retval index=1 input=<P.z",
    )
    page(
        made,
        "serve",
        f"x loom.Arg {F32} shape=[-1,2]; S page:serving_default x=<x.output; y loom.Retval input=<S.scores_all",
    )
    page(
        made,
        "lookup",
        "words loom.Arg dtype=DT_STRING shape=[-1]; T HashTableV2 key_dtype=DT_STRING value_dtype=DT_INT64; "
        f"F InitializeTableFromTextFileV2 filename={words} key_index=-2 value_index=-1 "
        "table_handle=<T.table_handle; "
        "L LookupTableFindV2 default_value=9 table_handle=<T.table_handle keys=<words.output; "
        "ids loom.Retval input=<L.values; "
        f"V loom.ResourceVariable {F32} shared_name=W initvalues=[[1,2,3],[4,5,6]]; "
        "more loom.Arg default=1.0 dtype=DT_FLOAT; MORE Mul x=<V.value y=<more.output; "
        "R loom.Retval input=<MORE.z",
    )
    return made


@pytest.fixture(scope="module")
def folder(tmp_path_factory, models):
    """Return a folder with the document as a model of each kind."""
    made = tmp_path_factory.mktemp("out")
    (made / "words.txt").write_text("a\npage\nof\nwires\n")
    document = model("words.txt")
    documents.save(document, made / "page.loom")
    document = open_document(made / "page.loom")
    blockloom.save(document, f"{made / 'model'}/")
    blockloom.save(document, made / "frozen.pb", "serving_default", frozen=True)
    blockloom.save(document, made / "values.ckpt")
    blockloom.save(document, made / "values.npz", checkpoint=made / "values.ckpt")
    lstm = open_document(models / "lstm")
    blockloom.save(lstm, f"{made / 'lstm'}/")
    blockloom.save(lstm, made / "lstm.pb", "serving_default", frozen=True)
    np.save(made / "series.npy", next(iter(case(models, "lstm").feeds.values())))
    return made


@pytest.fixture(scope="module")
def script_outputs(folder):
    done = fork_server.run_script(FRESH, json.dumps(X.tolist()), cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-3000:]
    return json.loads(done.stdout.splitlines()[-1])


def test_a_saved_model_gives_what_its_pages_give(folder, script_outputs, worker):
    document = open_document(folder / "page.loom")
    found = blockloom.run(document, feed={"x": X}, worker=worker)
    assert found.page == "serving_default"
    wanted = found.results["scores_all"]
    np.testing.assert_array_equal(script_outputs["serving_default"]["scores/all"], wanted["output"])
    np.testing.assert_array_equal(script_outputs["serve"]["y"], wanted["output"])
    np.testing.assert_array_equal(script_outputs["frozen"], wanted["output"])
    assert script_outputs["lookup"]["ids"] == script_outputs["old"] == [3, 2, 9]
    assert script_outputs["lookup"]["R"] == [[2, 4, 6], [8, 10, 12]] and script_outputs["defaults"] == {"more": 1}
    assert script_outputs["signatures"] == {
        "serving_default": [["x"], ["scores/all"]],
        "serve": [["x"], ["y"]],
        "lookup": [["more", "words"], ["R", "ids"]],
    }
    assert set(script_outputs["methods"].values()) == {"tensorflow/serving/predict"}
    assert sorted(path.name for path in (folder / "model").iterdir()) == ["assets", "saved_model.pb", "variables"]
    assert (folder / "model" / "assets" / "words.txt").read_text() == (folder / "words.txt").read_text()


def test_a_saved_model_is_trained_further(script_outputs):
    assert script_outputs["trainable"] == ["B:0", "W:0", "next/G:0"]
    bias, weights, gain = script_outputs["gradients"]
    assert bias == [2, 2, 2]
    np.testing.assert_allclose(weights, np.outer(X.sum(0), np.ones(3)) * 1.5**3, rtol=1e-6)
    total = (X @ np.arange(1, 7, dtype=np.float32).reshape(2, 3)).sum()
    np.testing.assert_allclose(gain, 3 * 1.5**2 * total, rtol=1e-6)


def test_a_frozen_graph_has_no_variables_and_files_of_values_have_all(folder, script_outputs):
    assert (
        not {"VarHandleOp", "ReadVariableOp", "VariableV2"} & set(script_outputs["ops"])
        and "While" in script_outputs["ops"]
    )
    wanted = {"W": [[1, 2, 3], [4, 5, 6]], "B": [0.5, 1, 2], "/next/G": 1.5}
    assert script_outputs["checkpoint"] == wanted
    with np.load(folder / "values.npz") as found:
        assert {name: found[name].tolist() for name in found.files} == wanted


def test_variables_in_an_npz_may_be_called_like_arguments_of_numpy(tmp_path):
    document = pages(
        main=f"file loom.ResourceVariable initvalues=[1,2] {F32}; x loom.Arg {F32}; M Mul x=<x.output y=<file.value; "
        "y loom.Retval input=<M.z",
    )
    blockloom.save(document, tmp_path / "values.npz")
    with np.load(tmp_path / "values.npz") as found:
        assert {name: found[name].tolist() for name in found.files} == {"file": [1, 2]}


def test_a_model_that_came_in_goes_out_as_it_was(folder, script_outputs, models):
    (wanted,) = case(models, "lstm").results.values()
    for name in ("lstm", "frozen lstm"):
        np.testing.assert_allclose(script_outputs[name], wanted, rtol=0, atol=1e-6 * np.abs(wanted).max())
    assert len(script_outputs["lstm trained"]) == 5
    assert documents.dumps(open_document(folder / "lstm")) == documents.dumps(open_document(models / "lstm"))


def test_variables_of_two_pages_with_one_name_are_alike(tmp_path):
    made = Document()
    for name, value in ("serving_default", "1"), ("other", "[1,2]"):
        page(
            made,
            name,
            f"x loom.Arg {F32}; V loom.ResourceVariable initvalues={value} shared_name=W {F32}; "
            "M Mul x=<x.output y=<V.value; y loom.Retval input=<M.z",
        )
    with pytest.raises(blockloom.BadPage, match="V and V have the same shared_name, W, but differ"):
        blockloom.save(made, f"{tmp_path / 'model'}/")
    assert not list(tmp_path.iterdir())


def test_a_colocated_block_may_be_left_out(tmp_path):
    made = Document()
    blocks = f"x loom.Arg {F32}; K Const value=2.0f; N Neg _class=['loc:@K','loc:@x']; y loom.Retval"
    page(made, "main", blocks, "x.output -> N.x", "N.y -> y.input")
    blockloom.save(made, f"{tmp_path / 'model'}/")
    (found,) = open_document(tmp_path / "model").pages.values()
    assert [block.values["_class"] for block in found.blocks.values() if block.type == "Neg"] == ['["loc:@x"]']


def test_nothing_is_written_where_it_cannot_be(folder, tmp_path, capsys):
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "mine.txt").write_text("mine")
    np.savez(tmp_path / "other.npz", W=np.zeros((2, 2), np.float32), B=np.zeros(3, np.float32))
    for target, options, why in (
        ("full", [], "new or an empty folder"),
        ("model/", ["--frozen"], "is a .pb or .pbtxt file"),
        ("graph.pb", ["--checkpoint", "other.npz"], "--frozen"),
        ("x.loom", ["--frozen"], "--frozen"),
        ("model/", ["--page", "none"], "there is no page 'none'"),
        ("model/", ["--checkpoint", str(tmp_path / "none.ckpt")], "there is no checkpoint"),
        ("model/", ["--page", "serving_default", "--checkpoint", str(tmp_path / "other.npz")], "/next/G"),
    ):
        assert (
            main(["convert", str(folder / "page.loom"), str(tmp_path / target) + "/" * target.endswith("/"), *options])
            == 2
        )
        assert why in capsys.readouterr().err
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["full", "mine.txt", "other.npz"]


def test_a_checkpoint_without_variables_is_refused(tmp_path, capsys):
    made = pages(main=f"x loom.Arg {F32}; N Neg x=<x.output; y loom.Retval input=<N.y")
    blockloom.save(made, tmp_path / "page.loom")
    assert main(["convert", str(tmp_path / "page.loom"), str(tmp_path / "out.ckpt")]) == 2
    assert "the page has no variables" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["page.loom"]


def test_a_signature_is_run_by_the_names_of_its_ends(folder, tmp_path, capsys):
    page, fed = str(folder / "page.loom"), str(tmp_path / "x.npy")
    np.save(fed, X)
    assert main(["run", page, "--signature", "serving_default", "--feed", f"x=@{fed}", "--format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert set(found["results"]) == {"scores/all"} and found["results"]["scores/all"]["shape"] == [2, 3]
    assert (
        main(
            [
                "run",
                page,
                "--signature",
                "serve",
                "--feed",
                f"x=@{fed}",
                "--out",
                str(tmp_path / "y.npz"),
                "--format",
                "npz",
            ]
        )
        == 0
    )
    with np.load(tmp_path / "y.npz") as arrays:
        assert arrays.files == ["y"] and arrays["y"].tolist() == found["results"]["scores/all"]["value"]
    for options, given in (
        (["--page", "serving_default"], {"scores_all"}),
        (["--fetch", "*"], {"x", "W", "B", "M", "I", "LOOP", "ADD", "scores_all"}),
    ):
        assert main(["run", page, "--feed", f"x=@{fed}", "--format", "json", *options]) == 0
        assert json.loads(capsys.readouterr().out)["results"].keys() == given
    for options, why in (
        (["--signature", "serve"], "has to be fed: x (DT_FLOAT [-1,2])"),
        (["--signature", "serve", "--feed", "z=1"], "has no input z; it has: x (DT_FLOAT [-1,2])"),
        (["--signature", "less"], None),
        (["--signature", "none"], "lookup, serve, serving_default"),
    ):
        assert main(["run", page, *options]) == 2
        said = capsys.readouterr().err
        assert why is None or all(part in said for part in why.split(", "))


def test_the_checkpoint_of_a_saved_model_of_tensorflow_2_is_taken(models):
    document, fed = open_document(models / "dense"), case(models, "dense").feeds
    there = models / "dense" / "variables" / "variables"
    texts = {
        f"{block.id}.initvalues": block.values["initvalues"]
        for block in document.pages["serving_default"].blocks.values()
        if block.type == "loom.ResourceVariable"
    }
    shapes = [
        document.weights.find(text.removeprefix("weights:"), "")[0].shape
        if "weights:" in text
        else literals.tensor(text)[0].shape
        for text in texts.values()
    ]
    zeros = {name: str(np.zeros(shape).tolist()) for name, shape in zip(texts, shapes)}
    gives = [
        next(iter(blockloom.run(document, signature="serving_default", feed=fed, **more).outputs.values()))
        for more in ({}, {"values": zeros}, {"values": zeros, "checkpoint": there})
    ]
    assert np.ptp(gives[1]) == 0
    np.testing.assert_array_equal(gives[2], gives[0])


def trained():
    """Return a page with a variable that an optimizer trains, and an untrained one."""
    return pages(
        main=f"W loom.Variable initvalues=[1,2] {F32}; S Square x=<W.ref; R Sum reduction_indices=0 input=<S.y; "
        "OPT loom.MomentumOptimizer learning_rate=0.1 momentum=0.5; "
        "MIN loom.Minimize loss=<R.output optimizer=<OPT.optimizer",
    )


def test_labels_that_only_the_loss_uses_are_not_required(tmp_path):
    """An unused input is still an input: programs feed it."""
    pair = f"{F32} shape=[-1,2]"
    made = pages(
        score=f"x loom.Arg {pair}; labels loom.Arg {pair} index=1; unused loom.Arg {F32} shape=[] index=2; "
        f"W loom.ResourceVariable initvalues=[1,2] {F32}; Y Mul x=<x.output y=<W.value; y loom.Retval input=<Y.z; "
        "D SquaredDifference x=<Y.z y=<labels.output; LOSS Sum reduction_indices=[0,1] input=<D.z; "
        "OPT loom.GradientDescentOptimizer learning_rate=0.1; "
        "MIN loom.Minimize loss=<LOSS.output optimizer=<OPT.optimizer",
        serve=f"a loom.Arg {pair}; b loom.Arg {pair} index=1; c loom.Arg {F32} shape=[] index=2; "
        "S page:score x=<a.output labels=<b.output unused=<c.output; y loom.Retval input=<S.y",
    )
    blockloom.save(made, f"{tmp_path / 'model'}/")
    found = open_document(tmp_path / "model")
    ids = {
        name: sorted(one.id for one in page.blocks.values() if one.type == "loom.Arg")
        for name, page in found.pages.items()
    }
    assert ids == {"score": ["unused", "x"], "serve": ["a", "c"]}


def test_of_an_archive_no_more_is_read_than_is_wanted(tmp_path):
    np.savez(tmp_path / "state.npz", W=np.arange(2, dtype=np.float32))
    with zipfile.ZipFile(tmp_path / "state.npz", "a") as archive, archive.open("V.npy", "w") as file:
        npy.write_array_header_1_0(file, {"descr": "<f4", "fortran_order": False, "shape": (1 << 50,)})
    sought = {"W": ("DT_FLOAT", [2], False)}
    assert restored(tmp_path / "state.npz", sought)["W"].tolist() == [0, 1]
    with pytest.raises(ValueError, match=r"V is float32 of the shape \[1125899906842624\]"):
        restored(tmp_path / "state.npz", sought | {"V": ("DT_FLOAT", [2], False)})
    with pytest.raises(ValueError, match=r"not an \.npz"):
        restored(tmp_path / "state.npz", {"V": ("DT_FLOAT", None, False)})


@pytest.mark.parametrize("name", ["state.ckpt", "state.safetensors", "state.npz"])
def test_a_run_goes_on_from_what_another_saved(tmp_path, worker, name):
    run = lambda **more: blockloom.run(trained(), fetch=["W"], worker=worker, **more).results["W"]["ref"]  # noqa: E731
    whole = run(steps=4)
    run(steps=2, save=tmp_path / name)
    np.testing.assert_array_equal(run(steps=2, checkpoint=tmp_path / name), whole)


def test_a_table_is_filled_by_what_a_loaded_model_has(catalogue, tmp_path):
    made = document(
        catalogue,
        "T HashTableV2 key_dtype=DT_STRING value_dtype=DT_INT64; "
        "Q FIFOQueueV2 component_types=[DT_INT64] shapes=[[1]]; "
        "NEXT QueueDequeueV2 component_types=[DT_INT64] handle=<Q.handle; "
        "FILL InitializeTableV2 keys=['a'] Tkey=DT_STRING Tval=DT_INT64 "
        "table_handle=<T.table_handle values=<NEXT.components[0]; R loom.Retval input=<FIND.values; "
        "FIND LookupTableFindV2 keys=['a'] default_value=-1 Tin=DT_STRING Tout=DT_INT64 "
        "table_handle=<T.table_handle",
    )
    with pytest.raises(blockloom.BadPage, match=r"main/FILL: it fills a table .* depends on main/NEXT"):
        blockloom.save(made, f"{tmp_path / 'model'}/")
    assert not list(tmp_path.iterdir())


def test_an_initial_value_that_waits_for_ever_is_refused(catalogue, tmp_path):
    made = document(
        catalogue,
        "Q FIFOQueueV2 component_types=[DT_FLOAT] shapes=[[1]]; "
        "NEXT QueueDequeueV2 component_types=[DT_FLOAT] handle=<Q.handle; R loom.Retval input=<V.ref; "
        "V loom.Variable dtype=DT_FLOAT initvalues=<NEXT.components[0]; "
        "PUT QueueEnqueueV2 components=[[1.0f]] handle=<Q.handle",
    )
    with pytest.raises(blockloom.BadPage) as found:
        blockloom.save(made, f"{tmp_path / 'model'}/")
    (wrong,) = found.value.problems
    assert wrong.block == "V" and "no value before the page runs" in wrong.message and not list(tmp_path.iterdir())
    made.pages["main"].put_wire(control("PUT", "NEXT"))
    blockloom.save(made, f"{tmp_path / 'model'}/")
    assert (tmp_path / "model" / "saved_model.pb").exists()
