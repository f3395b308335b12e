"""Graphs compared node by node."""

import numpy as np
import pytest
import tensorflow as tf
from tensorflow.core.framework.attr_value_pb2 import AttrValue
from tensorflow.core.framework.graph_pb2 import GraphDef

from blockloom.runtime.compile.graph_compare import differences


def graph(number=1.0, device="", wait=False, name="SUM", body_adds=1.0, arg="x", prints=False):
    """Return a small graph with a function, in which one thing can differ."""
    with tf.Graph().as_default() as made:
        a = tf.constant(np.array([1.0, np.nan], np.float32), name="A")
        b = tf.constant(number, name="B")
        with tf.device(device), tf.control_dependencies([b] if wait else []):
            tf.raw_ops.AddV2(x=a, y=a, name=name)

        @tf.function(input_signature=[tf.TensorSpec([], tf.float32, arg)], autograph=False)
        def body(x):
            if prints:
                tf.raw_ops.PrintV2(input="", name="SAY")
            return tf.raw_ops.Mul(x=x, y=tf.constant(body_adds, name="C"), name="MUL")

        tf.raw_ops.VariableV2(shape=[], dtype=tf.float32, name="V")
        tf.raw_ops.PartitionedCall(args=[b], Tout=[tf.float32], f=body.get_concrete_function(), name="CALL")
        return made.as_graph_def()


def texts(found, wanted):
    return list(map(str, differences(found, wanted)))


def test_a_graph_equals_itself_however_it_is_written():
    one, other = graph(), graph(arg="renamed")
    assert one.library.function[0].signature.name != other.library.function[0].signature.name
    assert texts(one, other) == []
    for node in other.node:
        if node.name == "A":  # the same tensor, written as numbers
            node.attr["value"].tensor.CopyFrom(tf.make_tensor_proto([1.0, 2.0], tf.float32))
            node.attr["value"].tensor.tensor_content = b""
            node.attr["value"].tensor.float_val[:] = [1.0, float("nan")]
        if node.name == "CALL":  # the default, not written
            del node.attr["executor_type"]
        if node.name == "V":  # what TensorFlow takes in the place of none
            node.attr["shared_name"].s = b"V"
    assert texts(one, other) == []


@pytest.mark.parametrize(
    "how,said",
    [
        ({"number": np.nextafter(np.float32(1), 2)}, "B: attr value is"),
        ({"device": "/cpu:1"}, "SUM: the device is"),
        ({"wait": True}, "SUM: it should not wait for B"),
        ({"name": "TOTAL"}, "SUM: the node, a AddV2, is missing"),
        ({"body_adds": 2.0}, "CALL: attr f is the function"),
    ],
)
def test_differences_are_reported_by_node(how, said):
    assert any(line.startswith(said) for line in texts(graph(**how), graph()))


@pytest.mark.parametrize(
    "how,said",
    [
        ({"wait": True}, "SUM: it does not wait for B"),
        ({"name": "TOTAL"}, "SUM: there should be no such node, a AddV2"),
    ],
)
def test_missing_nodes_are_reported(how, said):
    assert any(line.startswith(said) for line in texts(graph(), graph(**how)))


def test_functions_with_different_side_effects_differ():
    one, other = graph(prints=True), graph(prints=True)
    assert texts(one, other) == []
    for function in other.library.function:
        function.control_ret.clear()
    assert any("what it does beside its outputs is ['SAY'], not []" in line for line in texts(one, other))


def test_a_difference_inside_a_function_names_its_node():
    assert any(
        "C: attr value is float32[] [2.0], not float32[] [1.0]" in line for line in texts(graph(body_adds=2.0), graph())
    )


@pytest.mark.parametrize(
    "op, inputs, attrs",
    [
        ("Assign", ["V", "A"], {}),
        ("RefMerge", ["V", "W"], {"N": AttrValue(i=2)}),
        ("RefEnter", ["V"], {"frame_name": AttrValue(s=b"loop")}),
    ],
)
def test_a_node_may_be_colocated_with_the_source_of_its_reference(op, inputs, attrs):
    def lying(beside):
        made = GraphDef()
        for name in ("V", "W"):
            made.node.add(name=name, op="VariableV2")
        made.node.add(name="A", op="Const")
        node = made.node.add(name="N", op=op, input=inputs)
        for name, value in attrs.items():
            node.attr[name].CopyFrom(value)
        if beside:
            node.attr["_class"].list.s.extend(f"loc:@{name}".encode() for name in beside)
        return made

    references = [name for name in inputs if name != "A"]
    assert differences(lying(references), lying([])) == differences(lying([]), lying(references)) == []
    assert [one.node for one in differences(lying([*references, "A"]), lying([]))] == ["N"]
