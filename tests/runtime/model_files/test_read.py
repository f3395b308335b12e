"""Problems of an imported model: ops that cannot run, and missing parts."""

import numpy as np
import pytest

import blockloom
from blockloom.app.formats import open_document
from blockloom.blocks.document.addresses import Address
from blockloom.blocks.files.documents import FileError
from blockloom.blocks.from_graph.model import Model, ModelFunction
from blockloom.blocks.plan.plan_nodes import Node
from blockloom.runtime.model_files.model_opening import open_function_as_document
from blockloom.runtime.model_files.read import read, settle
from tests.pages import pages


def node(name, op="Identity", *inputs, **attrs):
    made = Node(name, op, Address("main", name), list(inputs))
    made.attrs |= attrs
    return made


def test_what_of_a_model_cannot_run_is_reported():
    python = ModelFunction("f", [node("D", "EagerPyFunc", "x")], {"x": ("DT_FLOAT", None)}, {"y": "D:0"})
    model = Model(
        [
            node("A", "PyFunc"),
            node("B", "NoSuchOp"),
            node("C", "Identity", "A:0", _gradient_op_type=("string", b"CustomGradient-7")),
        ],
        {"f": python},
    )
    settle(model)
    assert [line for line in model.report if "no op NoSuchOp" in line]
    assert [line for line in model.report if line.startswith("A, D would call a Python function that is in no file")]
    assert [line for line in model.report if line.startswith("C have custom gradients")]
    assert len(model.report) == 3
    settle(sound := Model([node("A", "NoOp")]))
    assert sound.report == []


def test_a_node_with_a_missing_input_is_refused_and_placed_near_its_other_inputs():
    beside = ("list(string)", [b"loc:@A", b"loc:@GONE", b"other"])
    settle(
        model := Model(
            [
                node("A", "NoOp"),
                node("B", "NoOp", _class=beside),
                node("C", "NoOp", _class=("list(string)", [b"loc:@GONE"])),
            ]
        )
    )
    assert model.nodes[1].attrs["_class"] == ("list(string)", [b"loc:@A", b"other"])
    assert "_class" not in model.nodes[2].attrs
    with pytest.raises(FileError, match="the node B takes an input from GONE, which does not exist"):
        settle(Model([node("B", "Identity", "GONE:0")]))
    with pytest.raises(FileError, match="takes an input from x"):
        settle(Model([], {"f": ModelFunction("f", [node("D", "Identity", "x")], {}, {})}))


def test_python_functions_of_a_model_are_reported(catalogue, tmp_path):
    (tmp_path / "mine.py").write_text("""
import tensorflow as tf

def asks(x):
    return tf.numpy_function(lambda y: y, [x], tf.float32)
""")
    found = open_function_as_document(str(tmp_path / "mine.py"), "asks", ["float32[2]"], catalogue)
    assert not found.refusal and [line for line in found.report if "in no file: the blocks stay" in line]


def test_what_gathers_from_a_variable_gathers_from_a_constant_once_it_is_frozen(tmp_path):
    made = pages(
        main="T loom.ResourceVariable initvalues=[1.0f,2.0f,4.0f]; i loom.Arg dtype=DT_INT32 shape=[2]; "
        "G ResourceGather dtype=DT_FLOAT resource=<T.handle indices=<i.output; r loom.Retval input=<G.output",
    )
    blockloom.save(made, tmp_path / "frozen.pb", "main", frozen=True)
    back = open_document(tmp_path / "frozen.pb")
    (gather,) = (block for block in back.pages["main"].blocks.values() if block.type == "GatherV2")
    found = blockloom.run(back, feed={"i": "[2, 0]"}, fetch="*").results
    np.testing.assert_array_equal(found[gather.id]["output"], [4.0, 1.0])


def test_a_call_that_takes_what_it_gives_is_refused(tmp_path):
    ends = 'input_arg { name: "x" type: DT_FLOAT } output_arg { name: "y" type: DT_FLOAT }'
    (tmp_path / "a.pbtxt").write_text(f"""
library {{ function {{ signature {{ name: "f" {ends} }} ret {{ key: "y" value: "x" }} }} }}
node {{ name: "p" op: "Placeholder" attr {{ key: "dtype" value {{ type: DT_FLOAT }} }} }}
node {{ name: "good" op: "f" input: "p" }}
node {{ name: "c" op: "f" input: "c" }}
node {{ name: "n" op: "Neg" input: "c" attr {{ key: "T" value {{ type: DT_FLOAT }} }} }}
""")
    with pytest.raises(FileError, match="the call c depends on its own output"):
        read(tmp_path / "a.pbtxt", lambda *_: None)
