"""Savers of TensorFlow 1: the nodes of each are in a collapsed frame."""

import numpy as np
import pytest
import tensorflow as tf

from blockloom import run
from blockloom.blocks.document.scopes import inherited
from blockloom.blocks.plan.node_names import node_names
from blockloom.runtime.api.models import open_model
from tests.extent import slow

tf1 = tf.compat.v1


KINDS = [pytest.param(True, id="resource"), pytest.param(False, id="reference", marks=slow)]  # of variables


@pytest.fixture(scope="module", params=[False, True], ids=["reference", "resource"])
def trained(request, tmp_path_factory):
    """Return a MetaGraph with several Savers, and the names of the nodes that each Saver adds to the graph."""
    path, added = tmp_path_factory.mktemp("savers") / "net", []
    with tf.Graph().as_default() as graph:
        x = tf1.placeholder(tf.float32, [None, 3], name="x")
        with tf1.variable_scope("net", use_resource=request.param):
            weights = tf1.get_variable("w", [3, 4], partitioner=tf1.fixed_size_partitioner(2))
            bias = tf1.get_variable("b", [4])
        y = tf.add(x @ tf.convert_to_tensor(weights), bias, name="y")
        tf1.train.AdamOptimizer().minimize(tf.reduce_mean(y**2, name="loss"))

        def saver(*args, **options):
            before = {op.name for op in graph.get_operations()}
            made = tf1.train.Saver(*args, **options)
            added.append({op.name for op in graph.get_operations()} - before)
            return made

        saver(tf1.trainable_variables())
        tf1.add_to_collection("savers", saver(sharded=True))
        with tf.name_scope("mine"):
            saver({"other/b": bias}, name="keep")
            tf.identity(y, name="also")
        main = saver()
        with tf1.Session() as session:
            session.run(tf1.global_variables_initializer())
            main.save(session, str(path))
            feed = {x: np.ones((1, 3), np.float32)}
            value = session.run(y, feed)
    return path.with_suffix(".meta"), added, value


@pytest.mark.parametrize("trained", KINDS, indirect=True)
def test_each_saver_is_in_a_separate_frame(trained, worker):
    path, added, value = trained
    document, _ = open_model(path, worker)
    page = document.page("main")
    names = node_names(page)
    frames = []
    for nodes in added:
        of_saver = {block for block, name in names.items() if name in nodes}
        (frame,) = {page.blocks[block].frame for block in of_saver}
        assert page.frames[frame].collapsed
        inside = {block.id for block in page.blocks.values() if block.frame == frame}
        assert all(names[one].endswith(("/read", "/Read/ReadVariableOp")) for one in inside - of_saver)
        assert {"SaveV2", "RestoreV2", "NoOp"} <= {page.blocks[one].type for one in of_saver}
        frames.append(frame)
    assert len({*frames}) == len(added) == 4
    around = inherited(page.frames, (), lambda frame, outer: (*outer, frame.id))
    assert {"mine"} == {page.frames[one].title for one in around[page.blocks["also"].frame]}
    wires = page.wires_into("SESSION", "fetch_outputs")
    assert not {names[wire.source] for wire in wires} & set().union(*added)
    options = {"feed": {"x": np.ones((1, 3), np.float32)}, "worker": worker}
    np.testing.assert_allclose(run(document, fetch=["y"], **options).results["y"]["z"], value, rtol=1e-6)


@pytest.mark.parametrize("trained", KINDS, indirect=True)
def test_a_saver_saves_and_restores_where_somebody_asks_for_it(trained, worker, tmp_path):
    document, _ = open_model(trained[0], worker)
    kept = str(tmp_path / "kept")
    run(document, fetch=["save/control_dependency"], feed={"save/Const": kept}, worker=worker)
    theirs, ours = tf.train.load_checkpoint(str(trained[0].with_suffix(""))), tf.train.load_checkpoint(kept)
    assert {*ours.get_variable_to_shape_map()} == {"net/w", "net/b"}
    for name in ("net/w", "net/b"):
        np.testing.assert_array_equal(ours.get_tensor(name), theirs.get_tensor(name))
    feed = {"x": np.ones((1, 3), np.float32), "save/Const": str(trained[0].with_suffix(""))}
    run(document, fetch=["save/restore_all", "y"], feed=feed, worker=worker)


@pytest.mark.parametrize("trained", KINDS, indirect=True)
def test_inference_removes_savers(trained, worker):
    document, _ = open_model(trained[0], worker, inference=True)
    types = {block.type for block in document.page("main").blocks.values()}
    assert not types & {"SaveV2", "RestoreV2", "MergeV2Checkpoints"}
