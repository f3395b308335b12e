"""Gradients, updates and summaries of a training graph are in collapsed frames."""

import itertools

import pytest
import tensorflow as tf

from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.document.pages import Page
from blockloom.blocks.from_graph.document import convert_model
from blockloom.blocks.layout.collapsed_frames import around
from blockloom.blocks.plan.node_names import node_names
from blockloom.runtime.model_files.read import read
from tests.extent import slow_after

tf1 = tf.compat.v1


def _train_in_scopes(loss, step):
    """Names as a person may choose them: no scope is called gradients."""
    with tf1.name_scope("learn"):
        variables = tf1.trainable_variables()
        with tf1.name_scope("back"):
            clipped, _ = tf.clip_by_global_norm(tf.gradients(loss, variables, name="ward"), 1.0)
        rate = tf1.train.exponential_decay(0.1, step, 100, 0.9)
        return tf1.train.MomentumOptimizer(rate, 0.9).apply_gradients(zip(clipped, variables), global_step=step)


def _minimize(loss, step):
    adam = tf1.train.AdamOptimizer().minimize(loss, global_step=step)
    with tf.control_dependencies([adam]):
        return tf1.train.ExponentialMovingAverage(0.9).apply()


def _minimize_twice(loss, step):
    first, *others = tf1.trainable_variables()
    return (
        tf1.train.AdagradOptimizer(0.1).minimize(loss, var_list=[first]),
        tf1.train.GradientDescentOptimizer(0.1).minimize(loss, global_step=step, var_list=others),
    )


def _trained(folder, train, rename=False):
    """Write a training graph. Return the page of it, and the names of the nodes of the model and of the training."""
    with tf.Graph().as_default() as graph:
        x, labels = tf1.placeholder(tf.float32, [None, 4], "x"), tf1.placeholder(tf.int32, [None], "labels")
        for number, width in enumerate((5, 5, 3)):
            with tf1.variable_scope(f"layer{number}"):
                kernel = tf1.get_variable("kernel", [x.shape[1], width])
                bias = tf1.get_variable("bias", [width], initializer=tf1.zeros_initializer())
                x = tf.nn.bias_add(x @ kernel, bias)
                x = tf.nn.relu(x, name="relu") if number < 2 else x
        with tf1.name_scope("loss"):
            loss = tf.reduce_mean(tf1.nn.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=x), name="mean")
        tf.reduce_mean(tf.cast(tf.math.in_top_k(labels, x, 1), tf.float32), name="accuracy")
        step = tf1.train.get_or_create_global_step()
        model = {op.name for op in graph.get_operations()}
        train(loss, step)
        trained = {op.name for op in graph.get_operations()} - model
        for number in range(3):
            tf1.summary.scalar(f"loss{number}", loss)
        tf1.summary.merge_all()
        with tf1.Session() as session:
            session.run(tf1.global_variables_initializer())
            saver = tf1.train.Saver()
            saver.save(session, str(folder / "net"))
    path = folder / "net.meta"
    if rename:
        path = folder / "net.pb"
        new_names = _rename(graph.as_graph_def(), path)
        model, trained = {new_names[name] for name in model}, {new_names[name] for name in trained}
    return read(path), model, trained


def _rename(graph: tf1.GraphDef, path) -> dict[str, str]:
    """Replace the names of all nodes of a graph by numbers, and write the graph."""
    numbers = (f"n{number}" for number in itertools.count())
    names = {node.name: next(numbers) for node in graph.node}
    for node in graph.node:
        node.name = names[node.name]
        node.attr.pop("_class", None)
        for at, source in enumerate(node.input):
            mark, (name, *output) = source[: source[0] == "^"], source.removeprefix("^").split(":")
            node.input[at] = ":".join([mark + names[name], *output])
    path.write_bytes(graph.SerializeToString())
    return names


def _framed(page: Page, title: str) -> set[str]:
    """Return the names of the nodes in a frame on the page itself, which is collapsed."""
    (frame,) = (frame for frame in page.frames.values() if frame.title == title and not frame.frame)
    assert frame.collapsed
    names = node_names(page)
    return {names[name] for name, block in page.blocks.items() if frame.id in around(page.frames, block.frame)}


def _computing(page: Page, names: set[str]) -> set[str]:
    """Return those names that are blocks which compute: no constants, and no variables or what looks at them."""
    types = {name: page.blocks[block].type for block, name in node_names(page).items()}
    looking = ("Const", "Identity", "ReadVariableOp", "VarIsInitializedOp", "IsVariableInitialized")
    return {n for n, type_ in types.items() if n in names and type_ not in looking and not traits_of(type_).variable}


@pytest.mark.parametrize("train", slow_after(1, [_train_in_scopes, _minimize, _minimize_twice]))
def test_training_nodes_of_a_model_are_in_a_frame(tmp_path, catalogue, train):
    model, forward, trained = _trained(tmp_path, train)
    page = convert_model(model, catalogue).pages["main"]
    framed = _framed(page, "training")
    assert _computing(page, framed) >= _computing(page, trained)
    assert not _computing(page, framed) & _computing(page, forward)
    assert {name.partition("_")[0] for name in _framed(page, "summaries")} >= {"loss0", "loss1", "loss2"}
    session = page.blocks["SESSION"]
    fetched = {node_names(page)[wire.source] for wire in page.wires_into(session.id, "fetch_outputs")}
    assert fetched >= {"accuracy", "loss/mean"} and not fetched & framed


def test_gradients_are_found_without_names(tmp_path, catalogue):
    model, forward, trained = _trained(tmp_path, _minimize_twice, rename=True)
    page = convert_model(model, catalogue).pages["main"]
    framed = _framed(page, "training")
    assert not _computing(page, framed) & _computing(page, forward)
    types = {name: page.blocks[block].type for block, name in node_names(page).items()}
    assert {types[name] for name in framed} >= {"ReluGrad", "BiasAddGrad"}
    assert sum(traits_of(types[name]).trains for name in framed) == 6
    assert len(framed & trained) > 0.7 * len(_computing(page, trained))


def test_a_graph_that_trains_nothing_keeps_its_scopes(tmp_path, catalogue):
    """A layer may be called as a gradient is."""
    with tf.Graph().as_default() as graph:
        x = tf1.placeholder(tf.float32, [2], "x")
        with tf1.name_scope("loss"):
            y = tf1.placeholder(tf.float32, [2], "y")
            with tf1.name_scope("y_grad"):
                for _ in range(4):
                    y = tf.sqrt(y)
            for _ in range(8):
                x = tf.sqrt(x + y)
    (tmp_path / "net.pb").write_bytes(graph.as_graph_def().SerializeToString())
    page = convert_model(read(tmp_path / "net.pb"), catalogue).pages["main"]
    titles = {frame.title for frame in page.frames.values()}
    assert "y_grad" in titles and not titles & {"training", "gradients"}
