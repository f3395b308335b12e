"""Blocks typed in one line, with their values, wires and id."""

import pytest

from blockloom.blocks import operations
from blockloom.blocks.catalogue.op_traits import ops_with
from blockloom.blocks.edits import EditError
from blockloom.blocks.infer.wire_rules import WireEnd, WireRules
from blockloom.blocks.operations import Measures, TypedLine, parse_line
from tests.blocks.small import document


@pytest.fixture
def add(catalogue):
    made = document(
        "A Const value=[1.,2.] dtype=DT_FLOAT\nB Const value=[3,4] dtype=DT_INT32\nP Split num_split=2\n"
        "A.output -> P.value"
    )
    page = made.page("main")

    def added(text, end=None):
        """Return the new block of a typed line, and the wires into it."""
        line, rules, measures = (
            parse_line(text, page.blocks, named=True),
            WireRules(page, catalogue),
            Measures(page, catalogue),
        )
        change = (
            operations.add_block(page, catalogue, line.words, (0, 0), measures)
            if end is None
            else operations.add_wired_block(rules, line.words, (0, 0), end, measures)
        )
        change = operations.complete_from_line(rules, change, line)
        change.edit.apply(made)
        (name,) = change.selection
        added.page = page
        return page.blocks[name], [str(wire) for wire in page.wires_into(name)]

    added.page = page
    return added


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("image file", TypedLine("image file")),
        ("conv 2d", TypedLine("conv 2d")),
        ("3", TypedLine("3")),
        ("", TypedLine("")),
        ("Const 3.0", TypedLine("Const", typed=(("", "3.0"),))),
        (
            "W = Variable [[1, 2], [3, 4]] dtype=double",
            TypedLine("Variable", "W", (("", "[[1, 2], [3, 4]]"), ("dtype", "double"))),
        ),
        ("Assign ref=W value=SUM.z", TypedLine("Assign", typed=(("ref", "W"), ("value", "SUM.z")))),
        ('Const "a [b" true', TypedLine("Const", typed=(("", '"a [b"'), ("", "true")))),
        ('X value="a \\" b"', TypedLine("X", typed=(("value", '"a \\" b"'),))),
        ("A = 3.0", TypedLine("Const", "A", (("", "3.0"),))),
        ("A =", TypedLine("", "A")),
        ("C = V * 2", TypedLine("*", "C", (("", "V"), ("", "2")))),
        ("v + DOG", TypedLine("+", typed=(("", "V"), ("", "DOG")))),  # shown when the line is added
        ("1 + 2.5", TypedLine("+", typed=(("", "1"), ("", "2.5")))),
        ("-V", TypedLine("Neg", typed=(("", "V"),))),
        ("C = V.ref", TypedLine("Identity", "C", (("", "V.ref"),))),
        ("x = tf.constant([1, 2])", TypedLine("constant", "x", (("", "[1, 2]"),))),
        ("tf.math.reduce_mean(V, axis=0)", TypedLine("mean", typed=(("", "V"), ("axis", "0")))),
        ("MatMul a=V , b=W,", TypedLine("MatMul", typed=(("a", "V"), ("b", "W")))),
        ("V == W", TypedLine("==", typed=(("", "V"), ("", "W")))),
        ("plot V", TypedLine("plot", typed=(("", "V"),))),
        ("add v", TypedLine("add v")),
        ("Const value = 3", TypedLine("Const", typed=(("value", "3"),))),
        ("Add(V, y = [1, 2])", TypedLine("Add", typed=(("", "V"), ("y", "[1, 2]")))),
    ],
)
def test_a_line_is_a_type_and_what_it_has(text, line):
    assert parse_line(text, {"V", "W"}) == line


def test_behind_the_name_of_a_type_all_words_are_values():
    assert parse_line("chart v nope", {"V"}, named=True) == TypedLine("chart", typed=(("", "V"), ("", "nope")))
    assert parse_line("Add V,W", {"V", "W"}, named=True) == TypedLine("Add", typed=(("", "V"), ("", "W")))


def test_values_go_to_the_first_pins_that_they_are_for(add):
    assert add("Const 3.0")[0].values == {"value": "3.0"}
    assert add("AddV2 0.1", WireEnd("A", "output", "output"))[0].values == {"y": "0.1"}
    block, _ = add("SUM = AddV2 0.1 x=[1., 2.]")
    assert block.id == "SUM" and block.values == {"x": "[1., 2.]", "y": "0.1"}
    assert add("Cast 1 DstT=float")[0].values == {"x": "1", "DstT": "DT_FLOAT"}
    assert add("Const DT_INT32 5")[0].values == {"value": "5", "dtype": "DT_INT32"}


def test_inputs_are_wired_to_the_outputs_that_are_named(add):
    assert add("AddV2 x=A y=A.output")[1] == ["A.output -> ADD.x", "A.output -> ADD.y"]
    assert add("loom.Session fetch_outputs=A fetch_outputs=B")[1] == [
        "A.output -> SESSION.fetch_outputs",
        "B.output -> SESSION.fetch_outputs",
    ]
    assert add("Neg x=P")[1] == ["P.output[0] -> NEG.x"] and add("Neg x=P.output[1]")[1] == ["P.output[1] -> NEG_2.x"]


def test_inputs_are_wired_to_the_blocks_that_stand_behind_the_name(add):
    assert add("AddV2 A 1.5") == (add.page.blocks["ADD"], ["A.output -> ADD.x"])
    assert add.page.blocks["ADD"].values == {"y": "1.5"}
    both = ["A.output -> {0}.series", "B.output -> {0}.series"]
    for name, line in (
        ("CHART", "loom.Chart A B"),
        ("CHART_2", "loom.Chart series=[A, B]"),
        ("C", "C = loom.Chart [A, b]"),
    ):
        assert add(line)[1] == [wire.format(name) for wire in both]
    assert add("ConcatV2(A, A, axis = 0)")[1] == ["A.output -> CONCAT.values"] * 2
    assert add("ConcatV2 A axis 0")[0].values == {"axis": "0"}
    assert add("Cast A int64")[0].values == {"DstT": "DT_INT64"}
    assert add("Sum A axis=0 keepdims=true")[0].values == {"reduction_indices": "0", "keep_dims": "true"}
    assert add("loom.Feed A 3.0")[0].values == {"value": "3.0"}


def test_the_wire_that_is_implied_gives_way(add):
    end = WireEnd("A", "output", "output")
    assert add("AddV2 x=A", end)[1] == ["A.output -> ADD.x"]
    assert add("AddV2 y=A", end)[1] == ["A.output -> ADD_2.y"]
    assert add("MatMul a=P.output[0]", end)[1] == ["P.output[0] -> MATMUL.a", "A.output -> MATMUL.b"]
    assert add("Neg x=P.output[1]", end)[1] == ["P.output[1] -> NEG.x"]
    assert add("AddV2 x=2.0", end) == (add.page.blocks["ADD_3"], ["A.output -> ADD_3.y"])
    assert add("loom.Session fetch_outputs=[A, B]", end)[1] == [
        "A.output -> SESSION.fetch_outputs",
        "B.output -> SESSION.fetch_outputs",
    ]
    assert add("AddN [A, A]", end)[1] == ["A.output -> ADDN.inputs"] * 2


def test_an_implied_wire_goes_where_such_values_are_meant(add):
    for name in ("features", "labels"):
        source = "A" if name == "features" else "B"
        _, wires = add("SparseSoftmaxCrossEntropyWithLogits", WireEnd(source, "output", "output"))
        assert wires[0].endswith(f".{name}")


@pytest.mark.parametrize("name", sorted(ops_with("optimizer")))
def test_the_selected_loss_becomes_no_hyperparameter(add, name):
    """The first number is the learning rate, as it is the first argument in tf.compat.v1.train."""
    block, wires = add(f"{name} 0.01", WireEnd("A", "output", "output"))
    assert wires == [] and block.values == {"learning_rate": "0.01"}


def test_a_hyperparameter_is_wired_where_a_person_names_it(add):
    assert add("loom.AdamOptimizer 0.5 beta1=A")[1] == ["A.output -> ADAMOPTIMIZER.beta1"]
    assert add.page.blocks["ADAMOPTIMIZER"].values == {"learning_rate": "0.5"}


def test_no_gesture_wires_a_hyperparameter_that_nobody_named(catalogue):
    made = document(
        "LOSS Const value=1.5 dtype=DT_FLOAT\nOPT loom.AdamOptimizer\nSGD loom.GradientDescentOptimizer\nN Neg\n"
        "LOSS.output -> SGD.learning_rate\nLOSS.output -> N.x"
    )
    page = made.page("main")
    rules = WireRules(page, catalogue)
    with pytest.raises(EditError, match="No output of LOSS fits a free input of OPT"):
        operations.wire_blocks(rules, "LOSS", "OPT")
    for block, kept in (("SGD", 1), ("N", 0)):  # a wire to a pin of the same name stays
        change = operations.retype(rules, [block], "loom.AdamOptimizer")
        back = change.edit.apply(made)
        assert len(page.wires_into(change.selection[0])) == kept, block
        back.apply(made)


def test_a_number_takes_the_pin_of_an_implied_wire_before_an_attr_for_texts(add):
    end = WireEnd("A", "output", "output")
    assert add("loom.Retval 0.5", end) == (add.page.blocks["RETVAL"], [])
    assert add.page.blocks["RETVAL"].values == {"input": "0.5"}
    assert add('loom.Retval "0.5"', end)[0].values == {"label": '"0.5"'}
    block, wires = add("LeakyRelu 0.5", end)
    assert block.values == {"alpha": "0.5"} and wires == [f"A.output -> {block.id}.features"]


def test_what_a_new_block_is_given_is_known_before_it_is_added(catalogue):
    made = document("A Const value=[1.,2.] dtype=DT_FLOAT\nB Const value=[3.,4.] dtype=DT_FLOAT")
    page = made.page("main")
    rules, measures = WireRules(page, catalogue), Measures(page, catalogue)
    change = operations.add_wired_block(rules, "AddV2", (0, 0), WireEnd("A", "output", "output"), measures)
    line = parse_line("AddV2 5", page.blocks, named=True)
    assert operations.inputs_of_change(operations.complete_from_line(rules, change, line)) == {
        "x": "A.output",
        "y": "5",
    }
    change = operations.add_block(page, catalogue, "AddN", (0, 0), measures)
    line = parse_line("AddN A B", page.blocks, named=True)
    assert operations.inputs_of_change(operations.complete_from_line(rules, change, line)) == {
        "inputs": "[A.output, B.output]"
    }


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("loom.AdamOptimizer A", "Name the input for A: learning_rate=A"),
        ("ReadFile 3", "takes no 3"),
        ("MatMul 1 2 3", "takes no 3"),
        ("MatMul A A A", "No free input of MatMul takes A"),
        ("Neg NOPE", "NOPE is not a block of this page"),
        ("Neg D", "D is not a block of this page"),  # and not DT_DOUBLE
        ("Neg x=NOPE.z", "NOPE.z is not a block of this page, and not a value for x"),
        ("AddN inputs=[A, NOPE]", "NOPE is not a block of this page"),
        ("Neg z=1", "has no pin z; there are x"),
        ("Neg x=P.size", "does not fit x"),
        ("LogicalNot x=A", "A does not fit x"),
        ("A = Neg", "There is a block A already"),
        ("Const dtype=flaot", "flaot"),
        ("Neg x=A x=A", "x has a wire"),
        ("Neg x=A x=1", "x has a wire"),
    ],
)
def test_what_cannot_be_is_said(add, text, reason):
    with pytest.raises(EditError, match=reason):
        add(text)
