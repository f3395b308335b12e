"""Nodes brought into a graph are there as after TensorFlow's own import."""

import pytest
import tensorflow as tf

from blockloom.runtime.compile.protos import add_node, import_nodes

v1 = tf.compat.v1


def graph_def():
    with tf.Graph().as_default() as graph:
        a = v1.placeholder(tf.float32, [2, None], "a")
        with tf.device("/cpu:0"):
            b = tf.multiply(a, 2.0, "scope/b")
        with tf.control_dependencies([b]):
            tf.split(b, 2, name="c")
            tf.no_op("d")
        v1.get_variable("v", [3])
    return graph.as_graph_def()


def test_the_graph_is_the_one_that_tensorflow_imports():
    made = graph_def()
    with tf.Graph().as_default() as theirs:
        tf.import_graph_def(made, name="")
    ours = tf.Graph()
    import_nodes(ours, made.node, {})
    assert ours.as_graph_def() == theirs.as_graph_def()
    for op in theirs.get_operations():
        mine = ours.get_operation_by_name(op.name)
        assert (mine.device, [t.name for t in mine.inputs], [c.name for c in mine.control_inputs]) == (
            op.device,
            [t.name for t in op.inputs],
            [c.name for c in op.control_inputs],
        )
        assert [(t.name, t.dtype, t.shape.as_list() if t.shape.rank is not None else None) for t in mine.outputs] == [
            (t.name, t.dtype, t.shape.as_list() if t.shape.rank is not None else None) for t in op.outputs
        ]


def test_what_is_there_already_is_taken_and_its_names_stay():
    made, graph = graph_def(), tf.Graph()
    nodes = {node.name: node for node in made.node}
    import_nodes(graph, [nodes["a"], nodes["scope/b/y"], nodes["scope/b"]], {})
    import_nodes(graph, [nodes["d"]], {"^scope/b": graph.get_tensor_by_name("scope/b:0")})
    assert [op.name for op in graph.get_operation_by_name("d").control_inputs] == ["scope/b"]
    with graph.as_default():
        assert tf.identity(graph.get_tensor_by_name("a:0"), "A").name == "A_1:0"
        with v1.Session() as session:
            assert session.run("scope/b:0", {"a:0": [[1, 2], [3, 4]]}).tolist() == [[2, 4], [6, 8]]


def test_a_node_that_is_refused_leaves_the_graph_as_it_was():
    nodes = {node.name: node for node in graph_def().node}
    nodes["c"].attr["num_split"].i = 0
    graph = tf.Graph()
    with pytest.raises(ValueError, match="num_split"):
        import_nodes(graph, list(nodes.values()), {})
    assert graph.get_operations() == []


def test_a_node_keeps_a_name_that_is_a_scope():
    graph = tf.Graph()
    with graph.as_default(), tf.device("/cpu:0"):
        a, b = tf.constant([1.0], name="F/a"), tf.constant([2.0], name="F/b")
        node = tf.concat([a, b], 0, "other").op.node_def
    node.name = "F"
    node.input.append("^F/a")
    outside = {name: graph.get_tensor_by_name(f"{name.lstrip('^')}:0") for name in node.input}
    add_node(graph, node, outside)
    made, like = graph.get_operation_by_name("F"), graph.get_operation_by_name("other")
    assert made.device == like.device and [op.name for op in made.control_inputs] == ["F/a"]
    assert made.outputs[0].shape == [2] and graph.unique_name("f") == "f_1"
    with v1.Session(graph=graph) as session:
        assert session.run("F:0").tolist() == [1, 2]
