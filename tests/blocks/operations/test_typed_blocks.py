"""Blocks typed in one line, with their values, wires and id."""

import pytest

from blockloom.blocks import operations
from blockloom.blocks.edits import EditError
from blockloom.blocks.infer.wire_rules import End, WireRules
from blockloom.blocks.operations import Line, Measures, read_line
from tests.blocks.small import document


@pytest.fixture
def add(catalogue):
    made = document(
        "A Const value=[1.,2.] dtype=DT_FLOAT\nB Const value=[3,4] dtype=DT_INT32\nP Split num_split=2\n"
        "A.output -> P.value"
    )
    page = made.page("main")

    def added(text, end=None):
        """What the line makes of the page: the new block, and the wires into it."""
        line, rules, measures = read_line(text), WireRules(page, catalogue), Measures(page, catalogue)
        change = (
            operations.place(page, catalogue, line.words, (0, 0), measures)
            if end is None
            else operations.place_wired(rules, line.words, (0, 0), end, measures)
        )
        change = operations.as_typed(rules, change, line)
        change.edit.apply(made)
        (name,) = change.selection
        return page.blocks[name], [str(wire) for wire in page.wires_into(name)]

    return added


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("image file", Line("image file")),
        ("conv 2d", Line("conv 2d")),
        ("3", Line("3")),
        ("", Line("")),
        ("Const 3.0", Line("Const", given=(("", "3.0"),))),
        (
            "W = Variable [[1, 2], [3, 4]] dtype=double",
            Line("Variable", "W", (("", "[[1, 2], [3, 4]]"), ("dtype", "double"))),
        ),
        ("Assign ref=W value=SUM.z", Line("Assign", given=(("ref", "W"), ("value", "SUM.z")))),
        ('Const "a [b" true', Line("Const", given=(("", '"a [b"'), ("", "true")))),
        ('X value="a \\" b"', Line("X", given=(("value", '"a \\" b"'),))),
    ],
)
def test_a_line_is_a_type_and_what_it_has(text, line):
    assert read_line(text) == line


def test_values_go_to_the_first_pins_that_they_are_for(add):
    assert add("Const 3.0")[0].values == {"value": "3.0"}
    assert add("AddV2 0.1", End("A", "output", "output"))[0].values == {"y": "0.1"}
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


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("MatMul 1 2 3", "takes no 3"),
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
